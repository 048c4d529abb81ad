"""Fantasy Realms for the run loop: cards, rules and policies in, blocks of rows out."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.errors import RealmvaleError, described
from sim.fantasy_realms.rules import CHAOS, RULES_VERSION, Rules, check_deck
from sim.plan import Plan
from sim.policy import COMPILED, Policy, load_policies

if TYPE_CHECKING:
    import numpy as np
    import polars as pl

    from sim.fantasy_realms.board import Board
    from sim.fantasy_realms.compile import Deck
    from sim.fantasy_realms.hand_table import HandTable
    from sim.store import Run

GAME = "fantasy_realms"
KEEP_ALL = "all"
KEEP_PLAYERS = "players"

# Seconds between two looks at whether the run was stopped, and two moves of the progress bar.
_TICK = 0.2
_OPENING = threading.Lock()

Tick = Callable[[int], None]

__all__ = ["GAME", "KEEP_ALL", "KEEP_PLAYERS", "RULES_VERSION", "FantasyRealms", "load_kernels"]


def load_kernels() -> None:
    """Import all kernels of the game, which compiles them if they aren't in the cache."""
    from importlib import import_module

    from sim.policy_find import built_in_names

    import_module(f"sim.{GAME}.blocks")
    for name in built_in_names(GAME):
        import_module(f"sim.{GAME}.policies.{name}")


@dataclass(frozen=True)
class FantasyRealms:
    """A run of Fantasy Realms, ready to be played block by block in any process.

    Attributes
    ----------
    deck : Deck
        The compiled cards.
    rules : Rules
        Variant, seats and limits.
    specs : tuple of str
        The policies asked for; they are looked up in the process that plays.
    plan : Plan
        Deals and blocks.
    keep : str
        ``all``, or ``players`` to leave the table of cards out.
    hand_folder : Path, optional
        Folder of the hand table; by default in the user's cache.
    """

    deck: Deck
    rules: Rules
    specs: tuple[str, ...]
    plan: Plan
    keep: str = KEEP_ALL
    hand_folder: Path | None = None
    _local: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        from sim.fantasy_realms.view import MAX_POLICIES

        check_deck(self.rules, self.deck.card_set)
        if not 1 <= len(self.specs) <= MAX_POLICIES:
            raise RealmvaleError(f"a run takes 1 to {MAX_POLICIES} policies, not {len(self.specs)}")

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what each process makes for itself, but for what its policies must be."""
        told = [policy.manifest() for policy in self.policies]
        return {**self.__dict__, "_local": {"told": told}}

    @property
    def tables(self) -> list[str]:
        """The tables a block has."""
        return ["games", "players"] + (["cards"] if self.keep == KEEP_ALL else [])

    @property
    def card_path(self) -> Path:
        """The card file in use."""
        return self.deck.card_set.path

    @property
    def policies(self) -> list[Policy]:
        """The policies in the order of the list."""
        if "policies" not in self._local:
            found = load_policies(self.specs, GAME)
            if self._local.get("told") not in (None, [policy.manifest() for policy in found]):
                raise RealmvaleError("a policy's file was changed while its run was going on")
            self._local["policies"] = found
        return self._local["policies"]

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

    @property
    def listed(self) -> np.ndarray:
        """The list of policies as :func:`sim.line_ups.line_up` takes it."""
        from sim.line_ups import first_places

        return first_places([policy.name for policy in self.policies])

    @property
    def all_compiled(self) -> bool:
        """Whether every policy is compiled, so that threads share the work well."""
        return all(policy.kind == COMPILED for policy in self.policies)

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

    def play(self, first: int, last: int, tick: Tick | None = None) -> dict[str, pl.DataFrame]:
        """Play a block of deals and return its tables.

        Parameters
        ----------
        first, last : int
            Deals `first` to `last` - 1.
        tick : callable, optional
            Called about five times a second with the number of games finished since; what it
            raises ends the block.

        Raises
        ------
        RealmvaleError
            If a policy fails; the message names policy, seed, game and seat.
        """
        from sim.fantasy_realms.frames import frames

        board = self._board(last - first)
        board.clear()
        at = first
        while at < last:
            until = min(last, at + board.step)
            done, started = int(board.progress.games), time.perf_counter()
            self._play_deals(board, at, until)
            seconds = max(time.perf_counter() - started, 1e-6)
            board.step = max(1, min(2 * board.step, int((until - at) * _TICK / seconds)))
            at = until
            if tick is not None:
                tick(int(board.progress.games) - done)
        return frames(board, [policy.name for policy in self.policies], self.keep == KEEP_ALL)

    def _board(self, deals: int) -> Board:
        """Return this thread's board, with room for all games of `deals` deals."""
        from sim.fantasy_realms.board import Board

        boards = self._local.setdefault("boards", threading.local())
        games = deals * self.plan.replicates * self.rules.players
        board: Board | None = getattr(boards, "board", None)
        if board is None or len(board.games) < games:
            keep = self.keep == KEEP_ALL
            board = Board(self.deck, self.rules, len(self.specs), games, keep, self.hands)
            boards.board = board
        return board

    def _play_deals(self, board: Board, first: int, last: int) -> None:
        """Append the games of some deals to the board's rows."""
        from sim.fantasy_realms.blocks import play_deals
        from sim.fantasy_realms.board import function_tuple, param_rows
        from sim.fantasy_realms.stepping import BotError, Stepper
        from sim.streams import run_key

        run, replicates = run_key(self.plan.seed), self.plan.replicates
        params = param_rows(self.policies)
        b = board
        try:
            if self.all_compiled:
                failed = play_deals(
                    b.tables, b.views, b.state, b.log, b.hand, function_tuple(self.policies),
                    self.listed, params, run, first, last, replicates,
                    b.games, b.players, b.cards, b.progress, b.work, b.streams,
                )  # fmt: skip
            else:
                failed = Stepper(b, self.policies, self.listed, params).play_deals(
                    run, first, last, replicates
                )
        except BotError as error:
            cause = error.cause
            raise self._failure(b, f"raised {described(cause)}") from cause
        except Exception as error:
            raise self._failure(b, f"raised {described(error)}") from error
        if failed:
            n = int(b.progress.options)
            raise self._failure(b, f"chose option {b.progress.index}, valid are 0 to {n - 1}")

    def _failure(self, board: Board, what: str) -> RealmvaleError:
        p = board.progress
        policy = self.policies[int(p.policy)]
        return RealmvaleError(
            f"policy {policy.name} {what}: seed {self.plan.seed}, game {p.game}, seat {p.seat}"
        )


def reopen(run: Run) -> FantasyRealms:
    """Return the game of a run folder, so that its games can be played again.

    Raises
    ------
    RealmvaleError
        If cards or policies are no longer those of the run.
    """
    from sim.cards import load_cards
    from sim.fantasy_realms.compile import compile_deck
    from sim.fantasy_realms.rules import make_rules
    from sim.manifest import another_version

    told = run.manifest
    try:
        deck = compile_deck(load_cards(run.card_file).select(GAME, tuple(told["sets"])))
    except RealmvaleError as error:
        if not another_version(told):
            raise
        raise RealmvaleError(
            f"{run.path} was made by another version of Realmvale, and this one can't read its"
            f" cards: {error}"
        ) from error
    plan = Plan(told["seed"], told["deals"], told["games"], told["replicates"], told["block_deals"])
    rules = make_rules(told["players"], told["variant"], told["turn_cap"], told.get("ticks"))
    specs = tuple(policy["spec"] for policy in told["policies"])
    game = FantasyRealms(deck, rules, specs, plan, told["keep"])
    now = game.manifest()
    for entry in ("rules_version", "cards_sha256", "policies"):
        if now[entry] != told[entry]:
            raise RealmvaleError(
                f"{run.path} was played with another {entry.replace('_', ' ')} than there is now:"
                " its games can't be replayed"
            )
    return game
