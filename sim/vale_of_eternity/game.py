"""The Vale of Eternity for the run loop: cards, rules and policies in, blocks of rows out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sim.game_run import KEEP_ALL, GameRun, check_reopened, plan_of, reopened_deck
from sim.plan import Plan
from sim.vale_of_eternity.rules import (
    BURR,
    RULES_VERSION,
    Rules,
    check_deck,
    make_rules,
    parse_rulings,
    unknown_of,
)

if TYPE_CHECKING:
    import polars as pl

    from sim.cards import CardSet
    from sim.store import Run
    from sim.vale_of_eternity.board import Board

GAME = "vale_of_eternity"
DEFAULT_POLICY = "builder"
#: Options of ``simulate`` that are this game's own.
OPTIONS = ("rulings", "summoners")

__all__ = [
    "DEFAULT_POLICY", "GAME", "OPTIONS", "RULES_VERSION", "Vale", "check_deck",
    "new_game", "reopen", "run_name", "stated_rules", "unknown_of",
]  # fmt: skip


@dataclass(frozen=True)
class Vale(GameRun):
    """A run of The Vale of Eternity, ready to be played block by block in any process."""

    GAME = GAME
    MORE_TABLES = ("cards", "rounds")

    def __post_init__(self) -> None:
        check_deck(self.rules, self.deck.card_set)
        super().__post_init__()

    @property
    def words(self) -> dict[str, Sequence[str]]:
        """What the words among policies' parameters can name: the families of the deck."""
        return {"family": self.deck.card_set.deck_suits}

    def manifest(self) -> dict[str, Any]:
        """Return the entries of the manifest that say what is played."""
        from sim.vale_of_eternity.state import EVENTS

        cards = self.deck.card_set
        return {
            "rules_version": RULES_VERSION,
            "game": GAME,
            "sets": list(cards.sets),
            "players": self.rules.players,
            "policies": [policy.manifest() for policy in self.policies],
            "rulings": {name: bool(value) for name, value in self.rules.rulings.items()},
            **self._of_curse(),
            **self._of_artifacts(),
            "cards_sha256": cards.sha256,
            "assumed": cards.assumed,
            "end_points": int(self.deck.tables[0].end_score),
            "last_round": int(self.deck.tables[0].last_round),
            "keep": self.keep,
            "events": EVENTS,
            "cards": [
                {"id": c.id, "name": c.name, "suit": c.suit, "value": c.value, "set": c.set}
                for c in cards.cards
            ],
        }

    def _of_curse(self) -> dict[str, Any]:
        """Return what the manifest says of the set Curse, if it is in use."""
        cards = self.deck.card_set
        if "curse" not in cards.sets:
            return {}
        said = {"summoners": self.rules.summoners}
        unknown = [sentence for sentence in [unknown_of(cards)] if sentence]
        unknown += [BURR] if "artifacts" in cards.sets else []
        return said | ({"unknown": " ".join(unknown)} if unknown else {})

    def _of_artifacts(self) -> dict[str, Any]:
        """Return what the manifest says of artifacts, if there are any."""
        tiles = self.deck.card_set.artifacts
        if not tiles:
            return {}
        return {"artifacts": [{"id": tile.id, "name": tile.name} for tile in tiles]}

    def new_board(self, games: int) -> Board:
        """Return what one thread plays with, with room for the rows of so many games."""
        from sim.policy_rows import reads_view
        from sim.vale_of_eternity.board import Board

        board = Board(self.deck, self.rules, len(self.specs), games)
        for view, policy in zip(board.views, self.policies, strict=True):
            view.unread = not reads_view(policy)
        return board

    def play_deals(self, board: Board, first: int, last: int) -> int:
        """Append the games of some deals to a board's rows; return 1 if a policy failed, else 0."""
        from sim.policy_rows import function_tuple, param_rows
        from sim.streams import run_key
        from sim.vale_of_eternity.blocks import play_deals
        from sim.vale_of_eternity.stepping import Stepper

        run, replicates = run_key(self.plan.seed), self.plan.replicates
        params = param_rows(self.policies, self.words)
        b = board
        if not self.all_compiled:
            stepper = Stepper(b, self.policies, self.listed, params)
            return stepper.play_deals(run, first, last, replicates)
        failed: int = play_deals(
            b.tables, b.views, b.state, b.scratch, function_tuple(self.policies),
            self.listed, params, run, first, last, replicates,
            b.games, b.players, b.cards, b.rounds, b.progress, b.work, b.streams,
        )  # fmt: skip
        return failed

    def frames(self, board: Board, labels: Sequence[str]) -> dict[str, pl.DataFrame]:
        """Return the finished games of a board as tables."""
        from sim.vale_of_eternity.frames_out import frames

        return frames(board, labels, self.keep == KEEP_ALL)


def stated_rules(options: Mapping[str, Any]) -> Rules:
    """Return the rules that the options of ``simulate`` ask for."""
    return make_rules(
        options["players"], parse_rulings(options["rulings"]), options.get("summoners")
    )


def run_name(rules: Rules) -> str:
    """Return what a run's folder is called, but for its seed."""
    return f"vale-{rules.players}p"


def new_game(card_set: CardSet, rules: Rules, specs: Sequence[str], plan: Plan, keep: str) -> Vale:
    """Return a run of a deck, its cards compiled."""
    from sim.vale_of_eternity.compile import compile_deck

    return Vale(compile_deck(card_set), rules, tuple(specs), plan, keep)


def reopen(run: Run) -> Vale:
    """Return the game of a run folder, so that its games can be played again.

    Raises
    ------
    RealmvaleError
        If cards or policies are no longer those of the run.
    """
    from sim.vale_of_eternity.compile import compile_deck

    told = run.manifest
    deck = reopened_deck(run, GAME, compile_deck)
    rules = make_rules(told["players"], told["rulings"], told.get("summoners"))
    specs = tuple(policy["spec"] for policy in told["policies"])
    game = Vale(deck, rules, specs, plan_of(told), told["keep"])
    check_reopened(game, told, run.path)
    return game
