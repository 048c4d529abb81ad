"""Rows of whole blocks of games, from jitted or un-jitted kernels alike.

Run as a script it prints the hash of the rows of ``POLICIES:DEALS:PLAYERS[:VARIANT] ...``, for a
process that was started with ``NUMBA_DISABLE_JIT=1`` or ``REALMVALE_BOUNDSCHECK=1``.
"""

from __future__ import annotations

import hashlib
import sys

from support.plain_records import as_array, plain
from support.recorded_games import policies as built_in

from sim.cards import load_cards
from sim.fantasy_realms import blocks
from sim.fantasy_realms.board import Board
from sim.fantasy_realms.compile import Deck, compile_deck
from sim.fantasy_realms.rules import make_rules
from sim.fantasy_realms.view import MAX_POLICIES
from sim.jit import JITTED
from sim.line_ups import first_places
from sim.policy_rows import param_rows
from sim.streams import run_key

ROWS = (blocks.game_row, blocks.player_row, blocks.card_row)


def block_rows(
    deck: Deck,
    names: list[str],
    deals: int,
    players: int = 4,
    seed: int = 7,
    variant: str | None = None,
):
    """Return the game, player and card rows of the first deals of a run."""
    b = Board(deck, make_rules(players, variant), len(names), deals * players)
    records = [b.tables, b.state, b.log, b.hand]
    views = b.views
    rows = [b.games, b.players, b.cards]
    progress = b.progress
    if not JITTED:
        records = [plain(record) for record in records]
        views = [plain(view) for view in views]
        rows = [[plain(row) for row in array] for array in rows]
        progress = plain(progress)
    listed = built_in(names)
    functions = [policy.choose for policy in listed]
    failed = blocks.play_deals(
        records[0], views, *records[1:],
        tuple(functions + functions[:1] * (MAX_POLICIES - len(functions))), first_places(names),
        param_rows(listed), run_key(seed), 0, deals, 1,
        *rows, progress, b.work, b.streams,
    )  # fmt: skip
    assert not failed
    filled = (rows[0][: progress.games], rows[1][: progress.players], rows[2][: progress.cards])
    return [r if JITTED else as_array(r, d) for r, d in zip(filled, ROWS, strict=True)]


def rows_hash(deck: Deck, request: str) -> str:
    """Return the number of games and the hash of all their rows."""
    names, deals, players, *variant = request.split(":")
    rows = block_rows(
        deck, names.split(","), int(deals), int(players), variant=variant[0] if variant else None
    )
    return f"{len(rows[0])} {hashlib.sha256(b''.join(r.tobytes() for r in rows)).hexdigest()}"


if __name__ == "__main__":
    the_deck = compile_deck(load_cards().select("fantasy_realms"))
    for request in sys.argv[1:]:
        print(rows_hash(the_deck, request))
