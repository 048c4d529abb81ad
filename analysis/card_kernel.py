"""The one loop over card rows that is compiled: there are tens of millions of them."""

from __future__ import annotations

from numba import float64, int64, void

from sim.jit import kernel


@kernel(void(int64[::1], int64[::1], float64[::1], float64[::1], int64[::1], float64[:, :, ::1]))
def add_rows(cell, events, win, score, masks, sums):
    """Add each row to its cell, for each mask that its events meet.

    Parameters
    ----------
    cell, events : int64 array, shape (rows,)
        Where each row belongs, and its event bits.
    win, score : float64 array, shape (rows,)
        Of the row's seat.
    masks : int64 array, shape (masks,)
    sums : float64 array, shape (masks, 3, cells)
        Seats, win credit and score are added to it.
    """
    for r in range(cell.shape[0]):
        for k in range(masks.shape[0]):
            if events[r] & masks[k]:
                sums[k, 0, cell[r]] += 1
                sums[k, 1, cell[r]] += win[r]
                sums[k, 2, cell[r]] += score[r]
