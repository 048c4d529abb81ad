"""One game of a run folder played again, and compared with what the run stored."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.errors import RealmvaleError, described
from sim.policy_rows import param_rows
from sim.replays import Place, check_result, locate
from sim.stepping import Seats, whole_index
from sim.streams import run_key
from sim.vale_of_eternity.finish import curses_in_area
from sim.vale_of_eternity.game import Vale, reopen
from sim.vale_of_eternity.options import NO_OPTION
from sim.vale_of_eternity.python_policy import BotTable
from sim.vale_of_eternity.state import ENDS, MAX_OPTIONS
from sim.vale_of_eternity.stepped import Move, SteppedGame
from sim.vale_of_eternity.view import fill_view, new_views

if TYPE_CHECKING:
    from sim.store import Run


@dataclass(frozen=True)
class Replayed(Place):
    """A game of a run, played again to its end.

    Attributes
    ----------
    order : list of int
        The draw pile before the first round, top first.
    game : SteppedGame
        The game at its end.
    """

    order: list[int]
    game: SteppedGame

    @property
    def moves(self) -> list[Move]:
        """All that happened."""
        return self.game.moves


def replay_game(run: Run, number: int) -> Replayed:
    """Play one game of a run again, and no other.

    Raises
    ------
    RealmvaleError
        If the run has no such game, or its cards or policies have changed since.
    """
    plan = reopen(run)
    place = locate(run, plan, number)
    game = SteppedGame(plan.deck, plan.rules)
    game.deal(run_key(plan.plan.seed), place.deal)
    order = game.pile()
    try:
        _play_on(plan, place, game)
    except RealmvaleError as error:
        raise RealmvaleError(f"game {number} of {run.path}: {error}") from error
    return Replayed(**vars(place), order=order, game=game)


def _play_on(plan: Vale, place: Place, game: SteppedGame) -> None:
    """Play a dealt game to its end."""
    streams = np.array(place.keys, np.uint64).reshape(-1, 1)
    seats = Seats(
        BotTable(plan.deck), place.policies, param_rows(place.policies, plan.words), streams
    )
    views = new_views(game.tables, len(place.policies))
    shown = np.full(MAX_OPTIONS, NO_OPTION)
    s = game.state
    game.go_on()
    while game.options:
        seat, n = int(s.active), len(game.options)
        shown[:] = NO_OPTION
        shown[:n] = [option.code for option in game.options]
        fill_view(views[seat], s)
        who = f"policy {place.policies[seat].name} (seat {seat})"
        try:
            with redirect_stdout(sys.stderr):  # a bot's prints are no part of any output
                answer = seats.ask(seat, views[seat], shown, n)
        except (Exception, SystemExit) as error:
            raise RealmvaleError(
                f"{who} raised {described(error)} in round {s.round_no}"
            ) from error
        index = whole_index(answer)
        if index is None or not 0 <= index < n:
            raise RealmvaleError(
                f"{who} chose option {answer!r} in round {s.round_no}, valid are 0 to {n - 1}"
            )
        game.choose(index)


def check_replay(run: Run, replayed: Replayed) -> None:
    """Check that a game played again ended as the run says (:func:`sim.replays.check_result`)."""
    s = replayed.game.state
    w = replayed.game.scratch
    credits = replayed.game.credits()
    seats = [
        {
            "seat": seat,
            "policy": policy.name,
            "score": int(s.score[seat]),
            "tie_break": int(s.tie_break[seat]),
            "rank": int(s.rank[seat]),
            "win": credits[seat],
            "stones_earned": int(w.earned[seat]),
            "stones_wasted": int(w.wasted[seat]),
        }
        | of_curse(replayed, seat)
        | of_artifacts(replayed, seat)
        for seat, policy in enumerate(replayed.policies)
    ]
    ended = {"rounds": int(s.round_no), "end": ENDS[s.end]}
    check_result(run, replayed, ended, seats)


def of_artifacts(replayed: Replayed, seat: int) -> dict[str, Any]:
    """Return the columns of a seat that only runs with artifacts have; none without them."""
    game, s = replayed.game, replayed.game.state
    if not game.deck.card_set.artifacts:
        return {}
    return {
        "artifacts_used": int(game.scratch.artifacts_used[seat]),
        "extra_areas": int(s.extra_areas[seat]),
        "sheltered": len(game.seat_cards("shelter", seat)),
    }


def of_curse(replayed: Replayed, seat: int) -> dict[str, Any]:
    """Return the columns of a seat that only runs with the set Curse have; none without it."""
    game, s = replayed.game, replayed.game.state
    card_set = game.deck.card_set
    if "curse" not in card_set.sets:
        return {}
    side = int(s.side[seat])
    return {
        "summoner": card_set.sides[side].name if side >= 0 else None,
        "wards_broken": int(game.scratch.wards_broken[seat]),
        "soothed": len(game.seat_cards("soothed", seat)),
        "curses": int(s.curses[seat] + curses_in_area(s, seat)),
    }
