"""From artifact tiles to rows of the tables: when they act, and for how many players they are."""

from __future__ import annotations

from typing import Any

from sim.cards import Card
from sim.vale_of_eternity import codes as c
from sim.vale_of_eternity import tables as tb
from sim.vale_of_eternity.compile_counts import CannotPlayError
from sim.vale_of_eternity.seal import reached

FEWEST, MOST = 1, 4
_NO_CARD = "an artifact is no card: write no 'this' in its text, and 'use' instead of 'copy'"


def face(row: Any, tile: Card, key: int) -> None:
    """Enter what is printed on a tile.

    Parameters
    ----------
    row : record
        Its row of ``tables.artifact``.
    tile : Card
        Its ``value`` is the number of players from which on it is always in play; without one it
        is among those of which some are drawn at random.
    key : int
        See :func:`sim.streams.card_key`.

    Raises
    ------
    CannotPlayError
        For a number of players that there cannot be.
    """
    row.key = key
    if tile.value is not None and not FEWEST <= tile.value <= MOST:
        raise CannotPlayError(
            f"the value of an artifact is the number of players from which on it is always in"
            f" play, {FEWEST} to {MOST}, not {tile.value}; without one it is drawn at random"
        )
    row.players = tile.value or 0


def check_programs(t: Any, row: Any) -> None:
    """Refuse what only a card could do: to move itself, to be swapped, to copy an effect.

    Raises
    ------
    CannotPlayError
        If a program or permanent of the tile does.
    """
    programs = [int(row.taken), int(row.used)]
    if row.bearer >= 0:
        k = int(row.bearer)
        for rule in t.permanent[int(t.first_permanent[k]) : int(t.last_permanent[k])]:
            if rule.kind == c.ANY_FAMILY or rule.event == c.ON_DISCARD_SELF:
                raise CannotPlayError(_NO_CARD)
            programs.append(int(rule.program))
    for program in programs:
        if program == tb.NO_PROGRAM:
            continue
        for at in reached(t, program):
            op = t.op[at]
            if op.op in (c.MOVE_SELF, c.SWAP) or (op.op == c.COPY and op.flag & c.AS_SELF):
                raise CannotPlayError(_NO_CARD)
