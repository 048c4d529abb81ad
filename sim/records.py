"""Copying records as memory."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from sim.jit import JITTED, inner


@intrinsic
def _copy_memory(typingctx: Any, target: Any, source: Any, size: Any) -> Any:
    """Copy bytes from one record to another."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        cgutils.raw_memcpy(builder, args[0], args[1], args[2], 1)
        return context.get_dummy_value()

    return types.void(target, source, types.int64), codegen


if JITTED:

    @inner()
    def copy_start(target, source, size):
        """Copy the first `size` bytes of a record to another one of the same type."""
        _copy_memory(target, source, size)  # type: ignore[call-arg]  # numba adds the context

else:

    def copy_start(target: Any, source: Any, size: int) -> None:
        """Copy the first `size` bytes of a record to another one of the same type."""
        dtype = source.dtype
        for name in dtype.names:
            kind, at = dtype.fields[name][:2]
            if at + kind.itemsize <= size:
                target[name] = source[name]
            elif at < size:  # a field of records: those that are whole
                whole = (size - at) // kind.base.itemsize
                target[name][:whole] = source[name][:whole]
