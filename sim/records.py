"""Copying records as memory, rows of arrays without an owner, and vectors without their shape."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array

from sim.jit import BOUNDSCHECK, JITTED, inner


@intrinsic
def _copy_memory(typingctx: Any, target: Any, source: Any, size: Any) -> Any:
    """Copy bytes from one record to another."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        cgutils.raw_memcpy(builder, args[0], args[1], args[2], 1)
        return context.get_dummy_value()

    return types.void(target, source, types.int64), codegen


@intrinsic
def _row(typingctx: Any, array: Any, k: Any) -> Any:
    """Return a row of a matrix."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        matrix = make_array(signature.args[0])(context, builder, args[0])
        row = make_array(signature.return_type)(context, builder)
        shape = cgutils.unpack_tuple(builder, matrix.shape)
        strides = cgutils.unpack_tuple(builder, matrix.strides)
        start = cgutils.pointer_add(builder, matrix.data, builder.mul(args[1], strides[0]))
        populate_array(
            row,
            data=builder.bitcast(start, row.data.type),
            shape=shape[1:],
            strides=strides[1:],
            itemsize=matrix.itemsize,
            meminfo=None,
        )
        return row._getvalue()

    return array.copy(ndim=1)(array, types.int64), codegen


@intrinsic
def _start(typingctx: Any, vector: Any) -> Any:
    """Return where a vector begins."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return make_array(signature.args[0])(context, builder, args[0]).data

    return types.CPointer(vector.dtype)(vector), codegen


def vector_of(dtype: Any) -> Any:
    """Return the type of what :func:`start_of` returns for a vector of a numba type.

    A word instead of seven, and nobody counts who refers to it: what a kernel hands to many small
    ones. With bounds checked it is a usual array.
    """
    return types.CPointer(dtype) if JITTED and not BOUNDSCHECK else dtype[::1]


if JITTED:

    @inner()
    def row_of(array, k):
        """Return row `k` of a matrix that outlives it: nobody counts who refers to it."""
        return _row(array, k)  # type: ignore[call-arg]  # numba adds the context

    @inner()
    def copy_start(target, source, size):
        """Copy the first `size` bytes of a record to another one of the same type."""
        _copy_memory(target, source, size)  # type: ignore[call-arg]  # numba adds the context

else:

    def row_of(array: Any, k: int) -> Any:
        """Return row `k` of a matrix."""
        return array[k]

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


if JITTED and not BOUNDSCHECK:

    @inner()
    def start_of(vector):
        """Return where a vector begins; it must outlive that."""
        return _start(vector)  # type: ignore[call-arg]  # numba adds the context

elif JITTED:

    @inner()
    def start_of(vector):
        """Return a vector."""
        return vector

else:

    def start_of(vector: Any) -> Any:
        """Return a vector."""
        return vector
