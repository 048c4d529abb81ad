"""Fantasy Realms for the run loop: cards, rules and policies in, blocks of rows out."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.fantasy_realms.rules import CHAOS, RULES_VERSION, Rules, check_deck, make_rules
from sim.game_run import KEEP_ALL, KEEP_PLAYERS, GameRun, check_reopened, plan_of, reopened_deck
from sim.plan import Plan

if TYPE_CHECKING:
    import polars as pl

    from sim.cards import CardSet
    from sim.fantasy_realms.board import Board
    from sim.fantasy_realms.hand_table import HandTable
    from sim.store import Run

GAME = "fantasy_realms"
DEFAULT_POLICY = "greedy"
#: Options of ``simulate`` that are this game's own.
OPTIONS = ("variant", "turn_cap", "ticks")

_OPENING = threading.Lock()

__all__ = [
    "DEFAULT_POLICY", "GAME", "KEEP_ALL", "KEEP_PLAYERS", "OPTIONS", "RULES_VERSION",
    "FantasyRealms", "check_deck", "new_game", "reopen", "run_name", "stated_rules",
]  # fmt: skip


@dataclass(frozen=True)
class FantasyRealms(GameRun):
    """A run of Fantasy Realms, ready to be played block by block in any process.

    Attributes
    ----------
    hand_folder : Path, optional
        Folder of the hand table; by default in the user's cache.
    """

    hand_folder: Path | None = None

    GAME = GAME

    def __post_init__(self) -> None:
        check_deck(self.rules, self.deck.card_set)
        super().__post_init__()

    @property
    def hands(self) -> HandTable | None:
        """The table of the deck's hand scores in this process; None if there is none."""
        from sim.fantasy_realms.hand_table import open_hand_table

        with _OPENING:
            if "hands" not in self._local:
                self._local["hands"] = open_hand_table(self.deck, self.hand_folder)
            return self._local["hands"][0]

    def prepare(self) -> str | None:
        """Make ready what all workers share; return what the user should know, if anything."""
        return self._local["hands"][1] if self.hands is None else None

    def manifest(self) -> dict[str, Any]:
        """Return the entries of the manifest that say what is played."""
        from sim.fantasy_realms.state import CHAOS_EVENTS, EVENTS

        cards = self.deck.card_set
        chaos = self.rules.variant == CHAOS
        return {
            "rules_version": RULES_VERSION,
            "game": GAME,
            "variant": self.rules.variant,
            "sets": list(cards.sets),
            "players": self.rules.players,
            "policies": [policy.manifest() for policy in self.policies],
            "rulings": {},
            "cards_sha256": cards.sha256,
            "assumed": cards.assumed,
            "turn_cap": None if chaos else self.rules.turn_cap,
            "ticks": self.rules.turn_cap if chaos else None,
            "keep": self.keep,
            "events": CHAOS_EVENTS if chaos else EVENTS,
            "cards": [
                {"id": c.id, "name": c.name, "suit": c.suit, "value": c.value, "set": c.set}
                for c in cards.cards
            ],
        }

    def new_board(self, games: int) -> Board:
        """Return what one thread plays with, with room for the rows of so many games."""
        from sim.fantasy_realms.board import Board

        keep = self.keep == KEEP_ALL
        return Board(self.deck, self.rules, len(self.specs), games, keep, self.hands)

    def play_deals(self, board: Board, first: int, last: int) -> int:
        """Append the games of some deals to a board's rows; return 1 if a policy failed, else 0."""
        from sim.fantasy_realms.blocks import play_deals
        from sim.fantasy_realms.stepping import Stepper
        from sim.policy_rows import function_tuple, param_rows
        from sim.streams import run_key

        run, replicates = run_key(self.plan.seed), self.plan.replicates
        params = param_rows(self.policies)
        b = board
        if not self.all_compiled:
            stepper = Stepper(b, self.policies, self.listed, params)
            return stepper.play_deals(run, first, last, replicates)
        failed: int = play_deals(
            b.tables, b.views, b.state, b.log, b.hand, function_tuple(self.policies),
            self.listed, params, run, first, last, replicates,
            b.games, b.players, b.cards, b.progress, b.work, b.streams,
        )  # fmt: skip
        return failed

    def frames(self, board: Board, labels: Sequence[str]) -> dict[str, pl.DataFrame]:
        """Return the finished games of a board as tables."""
        from sim.fantasy_realms.frames import frames

        return frames(board, labels, self.keep == KEEP_ALL)


def stated_rules(options: Mapping[str, Any]) -> Rules:
    """Return the rules that the options of ``simulate`` ask for."""
    limits = {key: options[key] for key in ("players", "variant", "turn_cap", "ticks")}
    sets = [part.strip() for part in options["sets"].split(",") if part.strip()]
    return make_rules(**limits, sets=sets)


def run_name(rules: Rules) -> str:
    """Return what a run's folder is called, but for its seed."""
    variant = "chaos-" if rules.variant == CHAOS else ""
    return f"fantasy-realms-{variant}{rules.players}p"


def new_game(
    card_set: CardSet, rules: Rules, specs: Sequence[str], plan: Plan, keep: str
) -> FantasyRealms:
    """Return a run of a deck, its cards compiled."""
    from sim.fantasy_realms.compile import compile_deck

    return FantasyRealms(compile_deck(card_set), rules, tuple(specs), plan, keep)


def reopen(run: Run) -> FantasyRealms:
    """Return the game of a run folder, so that its games can be played again.

    Raises
    ------
    RealmvaleError
        If cards or policies are no longer those of the run.
    """
    from sim.fantasy_realms.compile import compile_deck

    told = run.manifest
    deck = reopened_deck(run, GAME, compile_deck)
    limits = told["turn_cap"], told.get("ticks")
    rules = make_rules(told["players"], told["variant"], *limits, told["sets"])
    specs = tuple(policy["spec"] for policy in told["policies"])
    game = FantasyRealms(deck, rules, specs, plan_of(told), told["keep"])
    check_reopened(game, told, run.path)
    return game
