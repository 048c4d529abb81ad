"""From card texts to kernel tables. The only place that knows both."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sim.cards import CardSet
from sim.cardtext import fantasy_realms_ast as ast
from sim.errors import RealmvaleError
from sim.fantasy_realms import tables as tb
from sim.fantasy_realms.mask_tables import fill_masks
from sim.fantasy_realms.terms import Terms, matches
from sim.streams import card_key

MEASURES = {
    "flat": tb.OP_EACH,
    "each": tb.OP_EACH,
    "total": tb.OP_TOTAL,
    "highest": tb.OP_HIGHEST,
    "sets": tb.OP_SETS,
    "runs": tb.OP_RUNS,
    "each_discard": tb.OP_DISCARD,
    "each_opponent": tb.OP_OPPONENTS,
}


@dataclass(frozen=True)
class Deck:
    """A card set together with its compiled tables.

    Attributes
    ----------
    card_set : CardSet
        The cards, in the order of the card file: their position is their index in the kernels.
    tables : record array, shape (1,)
        See :mod:`sim.fantasy_realms.tables`.
    suits : list of str
        Names of the suit bits.
    """

    card_set: CardSet
    tables: np.recarray = field(repr=False)
    suits: list[str] = field(repr=False)

    @property
    def names(self) -> list[str]:
        """Printed names of the cards, in order."""
        return [card.name for card in self.card_set.cards]


class _Compiler:
    """Fills the tables of one deck, card after card."""

    def __init__(self, card_set: CardSet) -> None:
        self.cards = card_set.cards
        self.suits = list(card_set.suits)
        self.tables = tb.new_tables()
        self.t: Any = self.tables[0]
        self.name_index: dict[str, int] = {}
        for card in self.cards:
            self.name_index.setdefault(card.name, len(self.name_index))
        self.n_clauses = self.n_exceptions = self.n_candidates = self.n_lists = 0

    def suit_bit(self, suit: str) -> int:
        return self.suits.index(suit)

    def faces(self) -> None:
        """Enter what is printed on the cards."""
        t = self.t
        t.n_cards, t.n_suits = len(self.cards), len(self.suits)
        t.binomial[:] = [math.comb(c, k + 1) for k in range(tb.RANKED) for c in range(tb.MAX_CARDS)]
        for i, card in enumerate(self.cards):
            t.strength[i] = card.value
            t.suits[i] = 1 << self.suit_bit(card.suit)
            t.name[i] = self.name_index[card.name]
            t.key[i] = card_key(card.id)

    def card(self, i: int, text: ast.CardText) -> None:
        """Compile the text of card `i`."""
        terms = Terms(self, i)
        rules: list[dict[str, int]] = []
        bonus: list[dict[str, int]] = []
        penalty: list[dict[str, int]] = []
        for clause in text:
            verb = clause.verb
            section: list = bonus if clause.section == "bonus" else penalty
            if isinstance(verb, ast.Points):
                for number, amount in enumerate(verb.alternatives):
                    section.append(self.amount(terms, clause.section, amount, number > 0))
            elif isinstance(verb, ast.Blanked):
                rules.append(_blanked(terms, verb))
            elif isinstance(verb, ast.ClearsWord):
                rules.append(self.clears_word(terms, verb))
                self.t.traits[i] |= tb.F_WORDS
            elif isinstance(verb, ast.Blanks):
                self.t.blanks[i] |= terms.bit("penalty", verb.filter)
                self.t.traits[i] |= tb.F_BLANKS
            elif isinstance(verb, ast.Clears):
                self.t.clears[i] |= terms.bit("bonus", verb.filter)
                self.t.traits[i] |= tb.F_CLEARS
            else:
                self.choice(terms, i, verb)
            if clause.section == "penalty":
                self.t.traits[i] |= tb.F_PENALTY
            if isinstance(verb, ast.Blanked):
                self.t.traits[i] |= tb.F_SELF
        for rows, part in ((bonus, "bonus"), (penalty, "penalty"), (rules, "rule")):
            self.t[f"first_{part}"][i] = self.n_clauses
            for row in rows:
                self.add_clause(i, row)
            self.t[f"last_{part}"][i] = self.n_clauses
        self.simplify(i, bonus, penalty)
        self.t.clear_terms[i] = self.t.clears[i]
        for row in rules:
            bits = row.get("need", 0) | row.get("forbid", 0)
            self.t["clear_terms" if row["op"] == tb.OP_CLEARS_WORD else "self_terms"][i] |= bits
        terms.write()

    def simplify(self, i: int, bonus: list[dict[str, int]], penalty: list[dict[str, int]]) -> None:
        """Enter the amounts of a card for the fast path, or mark it as too complex for that."""
        rows = [(0, row) for row in bonus] + [(1, row) for row in penalty]
        alternative = len(rows) == 2 and bool(rows[1][1].get("alternative"))
        if (
            len(rows) > 2
            or any(row["op"] != tb.OP_EACH or row.get("cond") for _, row in rows)
            or (alternative and rows[0][0] == 1)
        ):
            self.t.traits[i] |= tb.F_COMPLEX
            return
        simple = self.t.simple[i]
        simple.alternative = int(alternative)
        for k, (part, row) in enumerate(rows):
            simple.part[k] = part
            for name in ("amount", "shift", "need", "forbid"):
                simple[name][k] = row.get(name, 0)

    def add_clause(self, i: int, row: dict[str, int]) -> None:
        if self.n_clauses == tb.MAX_CLAUSES:
            raise RealmvaleError(
                f"row {self.cards[i].row}: the deck has more than {tb.MAX_CLAUSES} clauses"
            )
        for name, value in row.items():
            self.t.clause[self.n_clauses][name] = value
        self.n_clauses += 1

    def amount(
        self, terms: Terms, section: str, amount: ast.Amount, alternative: bool
    ) -> dict[str, int]:
        """Return the clause of one amount."""
        row = {
            "op": MEASURES[amount.measure],
            "amount": amount.value,
            "shift": 4 * tb.FLAT,
            "alternative": int(alternative),
        }
        if amount.filter:
            row["shift"] = 4 * terms.index(section, amount.filter)
        if amount.table:
            row["list"] = self.point_list(amount.table)
            if amount.measure == "sets":
                self.t.traits[terms.card] |= tb.F_READS_SUITS | tb.F_READS_NAMES
                self.smallest_set(terms.card, row["list"])
        for condition in amount.conditions:
            if condition.kind == "any":
                row["need"] = row.get("need", 0) | terms.bit(section, condition.filter)
            elif condition.kind == "suits_differ":
                row["cond"] = tb.COND_SUITS_DIFFER
                self.t.traits[terms.card] |= tb.F_READS_SUITS
            elif row.get("cond"):
                raise RealmvaleError(
                    f"row {self.cards[terms.card].row}, column text: an amount can have only one "
                    "condition of the kinds 'exactly' and 'all suits different'"
                )
            else:
                row["cond"] = tb.COND_EXACTLY
                row["cond_shift"] = 4 * terms.index(section, condition.filter)
                row["cond_n"] = condition.n
        if amount.unless:
            row["forbid"] = terms.bit(section, amount.unless)
            if section == "penalty":
                row["words"] = terms.only_words(amount.unless)
        return row

    def clears_word(self, terms: Terms, verb: ast.ClearsWord) -> dict[str, int]:
        suits = sum(1 << self.suit_bit(suit) for suit in set(verb.suits))
        need = terms.bit("bonus", verb.filter) if verb.filter else 0
        return {"op": tb.OP_CLEARS_WORD, "amount": suits, "need": need}

    def point_list(self, table: tuple[tuple[int, int], ...]) -> int:
        """Enter points by size; a larger set or run scores as the largest named."""
        points = self.t.points
        row = np.zeros(16, np.int64)
        for size, value in table:
            row[size:] = value
        for number in range(self.n_lists):
            if (points[number] == row).all():
                return number
        if self.n_lists == tb.MAX_LISTS:
            raise RealmvaleError(f"the deck has more than {tb.MAX_LISTS} lists of sets and runs")
        points[self.n_lists] = row
        self.n_lists += 1
        return self.n_lists - 1

    def smallest_set(self, i: int, number: int) -> None:
        """Note the fewest different names for which a list gives points."""
        scoring = np.flatnonzero(self.t.points[number])
        if len(scoring):
            known = int(self.t.smallest_set[i]) or int(scoring[0])
            self.t.smallest_set[i] = min(known, int(scoring[0]))

    def choice(self, terms: Terms, i: int, verb: ast.Verb) -> None:
        """Enter a choice, or the extra card a card may take at the end."""
        t = self.t
        if isinstance(verb, ast.TakeExtra):
            t.traits[i] |= tb.F_EXTRA
            for j, card in enumerate(self.cards):
                t.extra[i, j] = int(matches(verb.filter, card, i == j))
            return
        if t.choice[i]:
            raise RealmvaleError(
                f"row {self.cards[i].row}, column text: a card can have only one choice"
            )
        t.traits[i] |= tb.F_CHOICE
        if isinstance(verb, ast.CopyCard):
            t.choice[i] = tb.CHOICE_COPY_CARD
        elif isinstance(verb, ast.GiveSuit):
            t.choice[i] = tb.CHOICE_GIVE_SUIT
            for suit in {card.suit for card in self.cards} - set(verb.only_stated):
                t.givable[i] |= 1 << self.suit_bit(suit)
        elif isinstance(verb, ast.ClearOne):
            t.choice[i] = tb.CHOICE_CLEAR_ONE
            t.choice_term[i] = terms.bit("choice", verb.filter)
        elif isinstance(verb, ast.CopyFace):
            t.choice[i] = tb.CHOICE_COPY_FACE
            t.first_candidate[i] = self.n_candidates
            for j, card in enumerate(self.cards):
                if i != j and matches(verb.filter, card, False):
                    if self.n_candidates == tb.MAX_CANDIDATES:
                        raise RealmvaleError(
                            f"row {self.cards[i].row}: the deck's choices have more than "
                            f"{tb.MAX_CANDIDATES} candidates"
                        )
                    t.candidate[self.n_candidates] = j
                    self.n_candidates += 1
            t.last_candidate[i] = self.n_candidates
            faces = t.candidate[: self.n_candidates]
            t.faces_overlap = len(set(faces.tolist())) < len(faces)


def _blanked(terms: Terms, verb: ast.Blanked) -> dict[str, int]:
    bit = terms.bit("penalty", verb.filter)
    if verb.when == "unless":
        words = terms.only_words(verb.filter)
        return {"op": tb.OP_BLANKED_UNLESS, "forbid": bit, "words": words}
    return {"op": tb.OP_BLANKED_WITH, "need": bit}


def compile_deck(card_set: CardSet) -> Deck:
    """Compile a card set.

    Parameters
    ----------
    card_set : CardSet
        Cards of Fantasy Realms, at most 128, with their parsed texts.

    Returns
    -------
    Deck

    Raises
    ------
    RealmvaleError
        If the texts need more room than the tables have; names the row.
    """
    compiler = _Compiler(card_set)
    compiler.faces()
    for i, text in enumerate(card_set.parsed):
        compiler.card(i, text)
    fill_masks(compiler.t)
    return Deck(card_set, compiler.tables, compiler.suits)
