"""Reading and writing 16-bit numbers at an address: memory that kernels share with other workers.

A record can hold an address but no array. Whoever passes an address keeps its memory alive.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import int64, types, void
from numba.extending import intrinsic

from sim.jit import JITTED, inner

_I16 = ir.IntType(16)


def _place(builder: Any, address: Any, index: Any) -> Any:
    """Return the pointer to the 16-bit number `index` behind an address."""
    return builder.gep(builder.inttoptr(address, _I16.as_pointer()), [index])


@intrinsic
def _load(typingctx: Any, address: Any, index: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.sext(builder.load(_place(builder, *args)), ir.IntType(64))

    return types.int64(types.int64, types.int64), codegen


@intrinsic
def _store(typingctx: Any, address: Any, index: Any, value: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        builder.store(builder.trunc(args[2], _I16), _place(builder, args[0], args[1]))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), codegen


if JITTED:

    @inner(int64(int64, int64))
    def load16(address, index):
        """Return the signed 16-bit number `index` behind an address."""
        return _load(address, index)  # type: ignore[call-arg]  # numba adds the context

    @inner(void(int64, int64, int64))
    def store16(address, index, value):
        """Write a signed 16-bit number `index` behind an address."""
        _store(address, index, value)  # type: ignore[call-arg]  # numba adds the context

else:
    import ctypes

    def load16(address: int, index: int) -> int:
        """Return the signed 16-bit number `index` behind an address."""
        return ctypes.c_int16.from_address(int(address) + 2 * int(index)).value

    def store16(address: int, index: int, value: int) -> None:
        """Write a signed 16-bit number `index` behind an address."""
        ctypes.c_int16.from_address(int(address) + 2 * int(index)).value = int(value)
