"""Sets of small numbers as the bits of an integer."""

from __future__ import annotations

from typing import Any

from numba import int64, types
from numba.extending import intrinsic

from sim.jit import JITTED, inner


@intrinsic
def _trailing_zeros(typingctx: Any, word: Any) -> Any:
    """Count trailing zeros by the machine's own instruction; undefined for 0."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), codegen


@intrinsic
def _population(typingctx: Any, word: Any) -> Any:
    """Count the bits of a word by the machine's own instruction."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), codegen


if JITTED:

    @inner(int64(int64))
    def lowest(word):
        """Return the position of the lowest set bit of a word that isn't 0."""
        return _trailing_zeros(word)  # type: ignore[call-arg]  # numba adds the context

    @inner(int64(int64))
    def size(word):
        """Return the number of bits that are set."""
        return _population(word)  # type: ignore[call-arg]  # numba adds the context

else:

    def lowest(word: int) -> int:
        """Return the position of the lowest set bit of a word that isn't 0."""
        return (int(word) & -int(word)).bit_length() - 1

    def size(word: int) -> int:
        """Return the number of bits that are set in a word that isn't negative."""
        return int(word).bit_count()
