"""A run of either game, ready to be played block by block in any process."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from sim.errors import RealmvaleError, described
from sim.failures import (
    FAILURES,
    NO_OPTION,
    ON_ERROR,
    RAISED,
    SKIP,
    STOP,
    TIME,
    Failure,
    PolicyError,
    failure_frame,
    forget_deal,
    policy_error,
)
from sim.names import did_you_mean
from sim.plan import Plan
from sim.policy import COMPILED, Policy, load_policies, numbers_of

if TYPE_CHECKING:
    import numpy as np
    import polars as pl

    from sim.cards import CardSet
    from sim.store import Run

KEEP_ALL = "all"
KEEP_PLAYERS = "players"
MAX_POLICIES = 16  # as many as the kernels take

# Seconds between two looks at whether the run was stopped, and two moves of the progress bar.
_TICK = 0.2

Tick = Callable[[int], None]


@dataclass(frozen=True)
class GameRun:
    """What the run loop needs of a game; each game says the rest in a class of its own.

    Attributes
    ----------
    deck : Deck
        The compiled cards.
    rules : Rules
        Seats, limits, and what else the game lets one choose.
    specs : tuple of str
        The policies asked for; they are looked up in the process that plays.
    plan : Plan
        Deals and blocks.
    keep : str
        ``all``, or ``players`` to leave out all tables but those of games and players.
    on_error : str
        What happens when a policy fails: ``stop``, or ``skip`` to leave the deal out.
    bot_seconds : float
        Seconds a pure-Python policy has for a decision; 0 for no limit.
    apart : bool
        Tell equal policies apart, as a mirror match needs it: each counts as a bot of its own.
    ban : (int, int), optional
        Card (its place in the deck) and seat for which it is banned; see each game's ``ban``.
    redrawn : int
        0, or a number that draws anew what lies hidden when the first decision is made, and the
        policies' chance: deals then share nothing with those of another number but how they open.
    """

    #: Id of the game, and the tables that ``keep`` may leave out.
    GAME: ClassVar[str]
    MORE_TABLES: ClassVar[tuple[str, ...]] = ("cards",)

    deck: Any
    rules: Any
    specs: tuple[str, ...]
    plan: Plan
    keep: str = KEEP_ALL
    on_error: str = STOP
    bot_seconds: float = 0.0
    apart: bool = False
    ban: tuple[int, int] | None = None
    redrawn: int = 0
    _local: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not 1 <= len(self.specs) <= MAX_POLICIES:
            raise RealmvaleError(f"a run takes 1 to {MAX_POLICIES} policies, not {len(self.specs)}")
        if self.on_error not in ON_ERROR:
            hint = did_you_mean(self.on_error, ON_ERROR)
            raise RealmvaleError(f"on an error a run can stop or skip, not '{self.on_error}'{hint}")

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what each process makes for itself, but for what its policies must be."""
        told = [policy.manifest() for policy in self.policies]
        return {**self.__dict__, "_local": {"told": told}}

    # --- what each game says for itself --------------------------------------------------------

    def new_board(self, games: int) -> Any:
        """Return what one thread plays with, with room for the rows of so many games."""
        raise NotImplementedError

    def play_deals(self, board: Any, first: int, last: int) -> int:
        """Append the games of some deals to a board's rows; return 1 if a policy failed, else 0."""
        raise NotImplementedError

    def frames(self, board: Any, labels: Sequence[str]) -> dict[str, pl.DataFrame]:
        """Return the finished games of a board as tables."""
        raise NotImplementedError

    def prepare(self) -> str | None:
        """Make ready what all workers share; return what the user should know, if anything."""
        return None

    def manifest(self) -> dict[str, Any]:
        """Return the entries of the manifest that say what is played."""
        raise NotImplementedError

    # --- what is the same in all games ---------------------------------------------------------

    @property
    def tables(self) -> list[str]:
        """The tables a block has."""
        more = self.MORE_TABLES if self.keep == KEEP_ALL else ()
        return ["games", "players", *more, *([FAILURES] if self.on_error == SKIP else [])]

    def full_manifest(self) -> dict[str, Any]:
        """Return :meth:`manifest` and what is done about policies that fail."""
        return {**self.manifest(), "on_error": self.on_error, "bot_seconds": self.bot_seconds}

    @property
    def card_path(self) -> Path:
        """The card file in use."""
        path: Path = self.deck.card_set.path
        return path

    @property
    def words(self) -> dict[str, Sequence[str]]:
        """What the words among policies' parameters can name (:func:`sim.policy.numbers_of`)."""
        return {}

    @property
    def policies(self) -> list[Policy]:
        """The policies in the order of the list."""
        if "policies" not in self._local:
            found = load_policies(self.specs, self.GAME)
            if self._local.get("told") not in (None, [policy.manifest() for policy in found]):
                raise RealmvaleError("a policy's file was changed while its run was going on")
            for policy in found:
                if policy.kind == COMPILED:
                    numbers_of(policy, self.words)  # a word that names nothing is found out now
            self._local["policies"] = found
        policies: list[Policy] = self._local["policies"]
        return policies

    @property
    def labels(self) -> list[str]:
        """The name of each policy in the tables."""
        names = [policy.name for policy in self.policies]
        if not self.apart:
            return names
        return [f"{name} ({names[:k].count(name) + 1})" for k, name in enumerate(names)]

    @property
    def listed(self) -> np.ndarray:
        """The list of policies as :func:`sim.line_ups.line_up` takes it."""
        from sim.line_ups import first_places

        return first_places(self.labels)

    @property
    def all_compiled(self) -> bool:
        """Whether every policy is compiled, so that threads share the work well."""
        return all(policy.kind == COMPILED for policy in self.policies)

    def banning(self, card: int, seat: int) -> Self:
        """Return the same games with a card (its place in the deck) banned for one seat."""
        return self.changed(ban=(card, seat), keep=KEEP_ALL)

    def changed(self, **fields: Any) -> Self:
        """Return a copy with other fields; what was looked up once is shared, boards are not."""
        shared = {key: made for key, made in self._local.items() if key != "boards"}
        return replace(self, **fields, _local=shared)

    def play(
        self,
        first: int,
        last: int,
        tick: Tick | None = None,
        leave_out: Collection[int] = (),
    ) -> dict[str, pl.DataFrame]:
        """Play a block of deals and return its tables.

        Parameters
        ----------
        first, last : int
            Deals `first` to `last` - 1.
        tick : callable, optional
            Called about five times a second with the number of games finished since; what it
            raises ends the block.
        leave_out : collection of int
            Deals that are not played.

        Raises
        ------
        RealmvaleError
            If a policy can't be found any more.
        PolicyError
            If a policy fails and :attr:`on_error` is ``stop``; the message names policy, seed,
            game and seat.
        """
        labels = self.labels
        board = self._board(last - first)
        board.clear()
        failures: list[Failure] = []
        at = first
        while at < last:
            if at in leave_out:
                at += 1
                continue
            until = min([last, at + board.step, *(deal for deal in leave_out if deal > at)])
            done, started = int(board.progress.games), time.perf_counter()
            try:
                self._play_deals(board, at, until)
            except PolicyError as error:
                if self.on_error != SKIP:
                    raise
                failures.append(error.failure)
                until = error.failure.deal + 1
                forget_deal(board, error.failure.deal * self._deal_games)
            seconds = max(time.perf_counter() - started, 1e-6)
            board.step = max(1, min(2 * board.step, int((until - at) * _TICK / seconds)))
            at = until
            if tick is not None:
                tick(int(board.progress.games) - done)
        tables = self.frames(board, labels)
        if self.on_error == SKIP:
            tables[FAILURES] = failure_frame(failures, labels)
        return tables

    @property
    def _deal_games(self) -> int:
        """Game ids a deal has (DESIGN 4.1)."""
        return int(self.plan.replicates * self.rules.players)

    def _board(self, deals: int) -> Any:
        """Return this thread's board, with room for all games of `deals` deals."""
        boards = self._local.setdefault("boards", threading.local())
        games = deals * self.plan.replicates * self.rules.players
        board = getattr(boards, "board", None)
        if board is None or len(board.games) < games:
            board = boards.board = self.new_board(games)
            board.state.redrawn = self.redrawn
            if self.ban:
                board.state.ban_card, board.state.ban_seat = (1 + number for number in self.ban)
        return board

    def _play_deals(self, board: Any, first: int, last: int) -> None:
        """Append the games of some deals to the board's rows; a failure names the policy."""
        from sim.stepping import BotError
        from sim.time_limit import TimeUpError, bots_limited

        try:
            with bots_limited(self.bot_seconds, f"seed {self.plan.seed}"):
                failed = self.play_deals(board, first, last)
        except BotError as error:
            cause = error.cause
            if isinstance(cause, TimeUpError):
                what = f"took more than {self.bot_seconds:g} s over a decision"
                raise self._failure(board, TIME, what) from cause
            raise self._failure(board, RAISED, f"raised {described(cause)}") from cause
        except Exception as error:
            raise self._failure(board, RAISED, f"raised {described(error)}") from error
        if failed:
            p = board.progress
            what = f"chose option {p.index}, valid are 0 to {int(p.options) - 1}"
            raise self._failure(board, NO_OPTION, what)

    def _failure(self, board: Any, how: str, what: str) -> PolicyError:
        p = board.progress
        game, policy = int(p.game), self.policies[int(p.policy)].name
        failure = Failure(game // self._deal_games, game, int(p.seat), policy, how, what)
        return policy_error(failure, self.plan.seed)


def reopened_deck(run: Run, game: str, compile_deck: Callable[[CardSet], Any]) -> Any:
    """Return the compiled deck that a run was played with, from the copy in its folder.

    Raises
    ------
    RealmvaleError
        If its cards can't be read.
    """
    from sim.cards import load_cards
    from sim.manifest import another_version

    try:
        sets = tuple(run.manifest["sets"])
        return compile_deck(load_cards(run.card_file).select(game, sets))
    except RealmvaleError as error:
        if not another_version(run.manifest):
            raise
        raise RealmvaleError(
            f"{run.path} was made by another version of Realmvale, and this one can't read its"
            f" cards: {error}"
        ) from error


def check_reopened(game: GameRun, told: dict[str, Any], path: Path) -> None:
    """Check that a run's game, set up again, is what it was.

    Raises
    ------
    RealmvaleError
        If cards, rules or policies are no longer those of the run.
    """
    now = game.manifest()
    for entry in ("rules_version", "cards_sha256", "policies"):
        if now[entry] != told[entry]:
            raise RealmvaleError(
                f"{path} was played with another {entry.replace('_', ' ')} than there is now:"
                " its games can't be replayed"
            )


def plan_of(told: dict[str, Any]) -> Plan:
    """Return the plan that a manifest tells."""
    return Plan(told["seed"], told["deals"], told["games"], told["replicates"], told["block_deals"])
