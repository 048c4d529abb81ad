"""The one loop over card rows that is compiled: there are tens of millions of them.

Deal by deal, every row is added to its cell (bot and card) of a small table, and the cells that
were touched are then added to the sums over deals, with their products. What no row touched is
zero and adds nothing.
"""

from __future__ import annotations

from numba import boolean, float64, int32, int64, void

from sim.jit import inner, kernel

#: Stands for an empty place of a column of numbers.
EMPTY = -(2**31)

# Columns of the table that says how something is counted (:func:`counted`).
ANY, ALSO, GIVEN, COLUMN, KNOWN, COUNT_FIELDS = range(6)

#: What is added up for each seat under each condition: seats, win credit, score.
VALUES = 3

#: Products of these, and of these with those of all seats, that estimates and intervals need.
PRODUCTS = (
    ("win", "win"), ("win", "seats"), ("seats", "seats"), ("score", "score"), ("score", "seats"),
    ("seats", "all_seats"), ("seats", "all_win"), ("seats", "all_score"), ("win", "all_seats"),
    ("win", "all_win"), ("score", "all_seats"), ("score", "all_score"),
)  # fmt: skip
N_PRODUCTS = len(PRODUCTS)


@inner(float64(int64, int32[:, ::1], int64[::1], int64))
def counted(row, columns, how, event):
    """Return what a row adds to a count.

    Parameters
    ----------
    columns : int32 array, shape (columns, rows)
        Numbers of the rows, ``EMPTY`` where there is none.
    how : int64 array, shape (COUNT_FIELDS,)
        Any of these event bits is needed (0: none is); all of these are; the column that must not
        be empty (-1: none); the column to add up (-1: count the row); 1 to count rows in which that
        isn't empty, instead.
    event : int
        The row's event bits.
    """
    if how[ANY] and not event & how[ANY]:
        return 0.0
    if event & how[ALSO] != how[ALSO]:
        return 0.0
    if how[GIVEN] >= 0 and columns[how[GIVEN], row] == EMPTY:
        return 0.0
    if how[COLUMN] < 0:
        return 1.0
    value = columns[how[COLUMN], row]
    if value == EMPTY:
        return 0.0
    return 1.0 if how[KNOWN] else float(value)


@inner(void(float64[::1], int64, int64, float64[::1], int64))
def add_condition(values, own, everyone, sums, at):
    """Add a deal's products of what is added up under a condition, in the order of ``PRODUCTS``.

    Parameters
    ----------
    values : float64 array
    own, everyone : int
        Places of the condition's first value and of the first of all seats.
    sums : float64 array
    at : int
        Place of the first product in it.
    """
    seats, win, score = values[own], values[own + 1], values[own + 2]
    all_seats, all_win, all_score = values[everyone], values[everyone + 1], values[everyone + 2]
    sums[at] += win * win
    sums[at + 1] += win * seats
    sums[at + 2] += seats * seats
    sums[at + 3] += score * score
    sums[at + 4] += score * seats
    sums[at + 5] += seats * all_seats
    sums[at + 6] += seats * all_win
    sums[at + 7] += seats * all_score
    sums[at + 8] += win * all_seats
    sums[at + 9] += win * all_win
    sums[at + 10] += score * all_seats
    sums[at + 11] += score * all_score


@inner(void(float64[::1], int64[:, ::1], int64, float64[::1], int64))
def add_products(values, products, conditions, sums, wide):
    """Add a deal's values of a cell, their products, and what is counted of them, to its sums.

    Parameters
    ----------
    values : float64 array
        The first `wide` are added up, and counted where they aren't zero; the next are everyone's.
    products : int64 array, shape (products, 2)
        Places of the counts to be multiplied.
    conditions : int
        Under one that holds for no seat there are only zeros to multiply.
    sums : float64 array
        Values, deals in which they aren't zero, products of the conditions, products of the counts,
        and for each condition the deals in which it holds for all seats.
    """
    first = VALUES * conditions
    for k in range(wide):
        if values[k] != 0.0:
            sums[k] += values[k]
            sums[wide + k] += 1.0 if values[k] > 0.0 else 0.0
    at = 2 * wide
    full = at + N_PRODUCTS * conditions + products.shape[0]
    for k in range(conditions):
        if values[VALUES * k] > 0.0:
            add_condition(values, VALUES * k, wide, sums, at + N_PRODUCTS * k)
            if values[VALUES * k] == values[wide]:
                sums[full + k] += 1.0
    at += N_PRODUCTS * conditions
    for k in range(products.shape[0]):
        factor = values[first + products[k, 0]]
        if factor != 0.0:
            sums[at + k] += factor * values[first + products[k, 1]]


@kernel(
    void(
        int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], float64[::1], float64[::1],
        int32[:, ::1], float64[:, :, ::1], int64[:, ::1], int64[::1], int64[:, ::1],
        int64[:, ::1], boolean[::1], int64[::1], float64[:, ::1], float64[:, ::1],
        float64[:, ::1],
    )
)  # fmt: skip
def add_deals(
    ends, owner, bot, card, events, win, score, columns, everyone, groups, masks, how,
    products, touched, order, work, by_policy, pooled,
):  # fmt: skip
    """Add up card rows deal by deal, for cards and for groups of cards.

    Parameters
    ----------
    ends : int64 array, shape (deals + 1,)
        Rows ``ends[d]`` to ``ends[d + 1] - 1`` are those of deal d.
    owner, bot, card, events : int64 array, shape (rows,)
        Each row's seat (its place in `win` and `score`), that seat's bot, card and event bits.
    win, score : float64 array, shape (seats,)
    columns : int32 array
    how : int64 array
        See :func:`counted`.
    everyone : float64 array, shape (deals, bots, 3)
        Seats, win credit and score of all seats.
    groups : int64 array, shape (levels, cards)
        Places of the groups that each card belongs to; those of the cards come first.
    masks : int64 array, shape (masks,)
        Conditions: any of these bits.
    products : int64 array
        Products of counts: see :func:`add_products`.
    touched : bool array, shape (bots * places,)
    order : int64 array, shape (bots * places,)
    work : float64 array, shape ((bots + 1) * places, values)
        Work space; `touched` and `work` are all zero.
    by_policy, pooled : float64 array, shape (bots * places, sums) and (places, sums)
        The sums are added to them; to `pooled` only if there are several bots.
    """
    n_masks = masks.shape[0]
    first = VALUES * n_masks
    wide = first + how.shape[0]
    bots = everyone.shape[1]
    places = pooled.shape[0]
    for d in range(ends.shape[0] - 1):
        number = 0
        for r in range(ends[d], ends[d + 1]):
            c = bot[r] * places + card[r]
            if not touched[c]:
                touched[c] = True
                order[number] = c
                number += 1
            for k in range(n_masks):
                if events[r] & masks[k]:
                    work[c, VALUES * k] += 1.0
                    work[c, VALUES * k + 1] += win[owner[r]]
                    work[c, VALUES * k + 2] += score[owner[r]]
            for k in range(how.shape[0]):
                work[c, first + k] += counted(r, columns, how[k], events[r])
        for k in range(number):
            place = order[k] % places
            for level in range(groups.shape[0]):
                c = order[k] - place + groups[level, place]
                if not touched[c]:
                    touched[c] = True
                    order[number] = c
                    number += 1
                for j in range(wide):
                    work[c, j] += work[order[k], j]
        for k in range(number):
            c = order[k]
            together = bots * places + c % places
            for j in range(VALUES):
                work[c, wide + j] = everyone[d, c // places, j]
            add_products(work[c], products, n_masks, by_policy[c], wide)
            for j in range(wide):
                if bots > 1:
                    work[together, j] += work[c, j]
                work[c, j] = 0.0
        for k in range(number):
            if touched[order[k]]:
                place = order[k] % places
                together = bots * places + place
                # the same place of other bots was added with it
                for b in range(bots):
                    touched[b * places + place] = False
                if bots > 1:
                    for j in range(VALUES):
                        work[together, wide + j] = 0.0
                        for b in range(bots):
                            work[together, wide + j] += everyone[d, b, j]
                    add_products(work[together], products, n_masks, pooled[place], wide)
                    for j in range(wide):
                        work[together, j] = 0.0
