"""From card texts to kernel tables. With its helpers the only place that knows both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sim.card_checks import Problems
from sim.cards import Card, CardSet
from sim.cardtext import vale_of_eternity_ast as ast
from sim.errors import RealmvaleError
from sim.names import normalise
from sim.streams import card_key
from sim.vale_of_eternity import compile_artifacts, rulings
from sim.vale_of_eternity import tables as tb
from sim.vale_of_eternity.codes import ADD_CURSES
from sim.vale_of_eternity.compile_actions import Row
from sim.vale_of_eternity.compile_counts import CannotPlayError, CountTables
from sim.vale_of_eternity.compile_permanents import event_rows, known_of, rule_row
from sim.vale_of_eternity.compile_programs import Known, Program
from sim.vale_of_eternity.compile_tiles import MAX_WARDS, enter_artifacts, enter_sides
from sim.vale_of_eternity.labels import Names
from sim.vale_of_eternity.seal import seal
from sim.vale_of_eternity.sides import side_names

# What a sold card brings, by family (base rulebook): red, blue, purple stones.
SALE = {
    "fire": (3, 0, 0),
    "water": (0, 1, 0),
    "earth": (4, 0, 0),
    "wind": (1, 1, 0),
    "dragon": (0, 0, 1),
}


@dataclass(frozen=True)
class Deck:
    """A card set together with its compiled tables.

    Attributes
    ----------
    card_set : CardSet
        The cards, in the order of the card file: their position is their index in the kernels.
    tables : record array, shape (1,)
        See :mod:`sim.vale_of_eternity.tables`.
    families : list of str
        Names of the family bits: the families of the deck, then those of sets not in it.
    """

    card_set: CardSet
    tables: np.recarray = field(repr=False)
    families: list[str] = field(repr=False)

    @property
    def names(self) -> list[str]:
        """Printed names of the cards, in order."""
        return [card.name for card in self.card_set.cards]

    @property
    def all_names(self) -> list[str]:
        """The same, then summoners' sides and artifacts that last, as the kernels count."""
        lasting = [tile.name for tile in self.lasting]
        return [*self.names, *side_names(self.card_set.sides), *lasting]

    @property
    def labels(self) -> Names:
        """What cards, families and artifacts are called."""
        return Names(self.all_names, self.families, self.artifact_names)

    @property
    def lasting(self) -> list[Card]:
        """The artifacts that have permanents, which are numbered like cards."""
        bearers = self.tables[0].artifact["bearer"]
        return [tile for k, tile in enumerate(self.card_set.artifacts) if bearers[k] >= 0]

    @property
    def artifact_names(self) -> list[str]:
        """Printed names of the artifacts, in order."""
        return [tile.name for tile in self.card_set.artifacts]


class _Compiler:
    """Fills the tables of one deck, card after card."""

    def __init__(self, card_set: CardSet) -> None:
        self.card_set = card_set
        self.tables = tb.new_tables()
        self.t: Any = self.tables[0]
        self.t.ruling[:] = rulings.defaults()
        # Families of the deck first: those of other sets can be spoken of, and match no card.
        self.families = list(dict.fromkeys([*card_set.deck_suits, *card_set.suits]))
        self.counts = CountTables(card_set, self.families, self.t)

    def face(self, k: int, card: Card) -> None:
        """Enter what is printed on a card."""
        t = self.t
        t.key[k] = card_key(card.id)
        t.cost[k] = card.value
        t.family[k] = self.families.index(card.suit)
        t.curses[k] = card.curses

    def text(self, k: int, text: ast.CardText) -> None:
        """Compile the text of card `k`."""
        t = self.t
        for section, column in (("instant", t.instant), ("resolution", t.resolution)):
            steps = [clause.body for clause in text if clause.section == section]
            column[k] = self.program(steps, Known())
        rows: list[Row] = []
        for clause in text:
            if clause.section == "permanent":
                rows += self.permanent(clause.body, k)
            elif isinstance(clause.body, ast.Flip) and k >= len(self.card_set.cards):
                rows += self.flip(clause.body, k)
        t.first_permanent[k] = t.n_permanents
        for row in rows:
            self.add("permanent", row)
        t.last_permanent[k] = t.n_permanents

    def permanent(self, rule: Any, k: int) -> list[Row]:
        """Return the rows of a permanent rule of card `k`."""
        if not isinstance(rule, ast.When):
            return [rule_row(self.counts, rule) | {"program": tb.NO_PROGRAM}]
        program = self.program([rule.step], known_of(rule.event))
        return [row | {"program": program} for row in event_rows(self.counts, rule.event, k)]

    def flip(self, flip: ast.Flip, k: int) -> list[Row]:
        """Return the rows of when a summoner is turned over."""
        program = self.program([ast.Do((ast.FlipSummoner(),))], Known())
        more = {"program": program, "once": int(flip.once)}
        return [row | more for row in event_rows(self.counts, flip.event, k)]

    def side(self, number: int, k: int, side: Card, text: ast.CardText) -> None:
        """Compile side `number`, which acts like card `k`."""
        t = self.t
        t.key[k] = card_key(side.id)
        self.text(k, text)
        row = t.side[number]
        row.curses, row.wards = side.curses, side.wards
        setup = [clause.body for clause in text if clause.section == "setup"]
        row.setup = self.program(setup, Known())

    def artifact(self, number: int, k: int, tile: Card, text: ast.CardText) -> int:
        """Compile artifact `number`; if it has permanents, it acts like card `k`.

        Returns
        -------
        int
            The number that the next such artifact has.
        """
        t = self.t
        row = t.artifact[number]
        compile_artifacts.face(row, tile, card_key(tile.id))
        for section, column in (("instant", "taken"), ("action", "used")):
            steps = [clause.body for clause in text if clause.section == section]
            row[column] = self.program(steps, Known())
        lasts = [clause for clause in text if clause.section == "permanent"]
        if lasts and k < tb.MOST_CARDS:
            t.key[k] = card_key(tile.id)
            row.bearer = k
            self.text(k, tuple(lasts))
        compile_artifacts.check_programs(t, row)
        return k + bool(lasts)

    def program(self, steps: Sequence[Any], known: Known) -> int:
        """Add a program and return its first row; no steps are no program."""
        if not steps:
            return tb.NO_PROGRAM
        program = Program(self.counts, known)
        program.steps(steps)
        first = int(self.t.n_ops)
        for row in program.rows:
            jump = {"jump": row["jump"] + first} if "jump" in row else {}
            self.add("op", row | jump)
        return first

    def add(self, table: str, row: Row) -> None:
        """Add a row to the operations or permanents."""
        number = int(self.t[f"n_{table}s"])
        if number >= len(self.t[table]):
            raise CannotPlayError(
                f"the texts of the deck need more than {len(self.t[table])} rows of {table}s"
            )
        for column, value in row.items():
            self.t[table][number][column] = value
        self.t[f"n_{table}s"] = number + 1


def compile_deck(card_set: CardSet) -> Deck:
    """Compile a deck.

    Parameters
    ----------
    card_set : CardSet
        A deck of The Vale of Eternity.

    Returns
    -------
    Deck
        Its cards and their sealed tables.

    Raises
    ------
    RealmvaleError
        With row and column of the first few texts that cannot be read, or cannot be played; for
        too many cards or families, or a family of which nobody knows what a sold card brings.
    """
    problems = Problems(card_set.path)
    cards = card_set.cards
    if len(cards) > tb.MOST_CARDS:
        raise RealmvaleError(
            f"{card_set.path}: the deck has {len(cards)} cards, at most {tb.MOST_CARDS} can be"
            " played"
        )
    compiler = _Compiler(card_set)
    _check_faces(card_set, problems)
    problems.check()
    t = compiler.t
    t.n_cards, t.n_families = len(cards), len(card_set.deck_suits)
    for number, family in enumerate(card_set.deck_suits):
        t.sale[number] = SALE[normalise(family)]
    for k, (card, text) in enumerate(zip(cards, card_set.parsed, strict=True)):
        compiler.face(k, card)
        try:
            compiler.text(k, text)
        except CannotPlayError as error:
            problems.add(card.row, "text", f"({card.name}) {error}")
    enter_sides(compiler, problems)
    enter_artifacts(compiler, problems)
    problems.check()
    t.has_curses = int("curse" in card_set.sets or _puts_tokens(compiler))
    t.wards = MAX_WARDS if "curse" in card_set.sets else 0
    if "artifacts" in card_set.sets:
        t.end_score = 80
    return Deck(card_set, seal(compiler.tables), compiler.families)


def _puts_tokens(compiler: _Compiler) -> bool:
    """Return whether curse tokens may come to lie on cards: by their symbols or by a text."""
    t = compiler.t
    rows = t.op[: int(t.n_ops)]
    return bool(t.curses.any() or ((rows["op"] == ADD_CURSES) & (rows["n"] > 0)).any())


def _check_faces(card_set: CardSet, problems: Problems) -> None:
    """Note costs below 0 and families that cannot be sold; refuse more than there is room for."""
    for card in card_set.cards:
        if normalise(card.suit) not in SALE:
            problems.add(
                card.row,
                "suit",
                f"nobody knows what a sold card of the family {card.suit} brings; the families"
                f" are {', '.join(SALE)}",
            )
        if card.value is not None and card.value < 0:
            problems.add(card.row, "value", f"a written cost is at least 0, not {card.value}")
    families = card_set.deck_suits
    if len(families) > tb.MAX_FAMILIES:
        raise RealmvaleError(
            f"{card_set.path} has {len(families)} families, at most {tb.MAX_FAMILIES} are possible"
        )
