"""Records as plain Python objects, for kernels that run un-jitted.

Reading one field of a numpy record takes microseconds, most of the time of an un-jitted game. A
plain object with the same fields runs the very same kernels several times faster.
"""

from __future__ import annotations

from typing import Any

import numpy as np


class Plain:
    """A record's fields as attributes: whole numbers, arrays, and records within."""


def plain(record: Any) -> Any:
    """Return a copy of a record as a plain object; arrays of records become lists of objects."""
    copy = Plain()
    for name in record.dtype.names:
        value = record[name]
        if isinstance(value, np.void):
            value = plain(value)
        elif not isinstance(value, np.ndarray):
            value = value.item()
        elif value.dtype.names:
            value = [plain(item) for item in value]
        else:
            value = value.copy()
        setattr(copy, name, value)
    return copy


def as_array(objects: list[Any], dtype: np.dtype) -> np.ndarray:
    """Return plain objects as an array of records."""
    rows = np.zeros(len(objects), dtype)
    for row, item in zip(rows, objects, strict=True):
        for name in dtype.names or ():
            row[name] = getattr(item, name)
    return rows
