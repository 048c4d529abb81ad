"""p-values of estimates, and q-values of many of them at once."""

from __future__ import annotations

import numpy as np
from scipy.special import stdtr

from analysis.intervals import Array, divide

#: A difference is called sure when its q-value is at most this.
SURE = 0.05


def p_values(value: Array, stderr: Array, deals: Array) -> Array:
    """Return the two-sided p-value of "the true value is zero" for each estimate.

    Student's t with one degree of freedom less than there are deals, as the intervals have.
    NaN where nothing can be said: below two deals, or where nothing varied.
    """
    stderr = np.where(np.asarray(stderr, dtype=np.float64) > 0, stderr, 0.0)
    freedom = np.where(np.asarray(deals) >= 2, np.asarray(deals) - 1.0, np.nan)
    return np.asarray(2 * stdtr(freedom, -np.abs(divide(value, stderr))))


def q_values(p: Array) -> Array:
    """Return Benjamini and Hochberg's (1995) adjusted p-values; NaN stays NaN and isn't counted.

    Of all rows whose q is at most 5 %, about one in twenty is expected to be a false find.
    """
    from scipy.stats import false_discovery_control

    p = np.asarray(p, dtype=np.float64)
    said = np.isfinite(p)
    q = np.full(p.shape, np.nan)
    if said.any():
        q[said] = false_discovery_control(np.clip(p[said], 0, 1), method="bh")
    return q
