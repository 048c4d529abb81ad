"""From card texts to kernel tables. The only place that knows both."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from sim.card_model import Card
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
    "each_penalty": tb.OP_PENALTIES,
    "each_odd": tb.OP_ODD,
}

# Points that follow from counts, or from who is active, whatever suits the others have.
COUNTED = (tb.OP_EACH, tb.OP_RUNS, tb.OP_DISCARD, tb.OP_OPPONENTS, tb.OP_PENALTIES, tb.OP_ODD)
COUNTED_CONDS = (0, tb.COND_EXACTLY, tb.COND_ALL_ODD)

# What a card is or may do at any time: a trait, and nothing to count.
PLAIN_TRAITS = {
    ast.Unblankable: tb.F_STURDY,
    ast.Aloof: tb.F_ALOOF,
    ast.KeepsSuit: tb.F_FIXED,
    ast.KeepsSuits: tb.F_FADES,
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
        self.texts = card_set.parsed
        self.suits = list(card_set.suits)
        self.tables = tb.new_tables()
        self.t: Any = self.tables[0]
        self.name_index: dict[str, int] = {}
        for card in self.cards:
            self.name_index.setdefault(card.name, len(self.name_index))
        self.n_clauses = self.n_exceptions = self.n_candidates = self.n_lists = 0
        self.fields: dict[ast.Filter, int] = {}

    def suit_bit(self, suit: str) -> int:
        return self.suits.index(suit)

    def faces(self) -> None:
        """Enter what is printed on the cards, and the further suits some have."""
        t = self.t
        t.n_cards, t.n_suits = len(self.cards), len(self.suits)
        t.binomial[:] = [math.comb(c, k + 1) for k in range(tb.RANKED) for c in range(tb.MAX_CARDS)]
        for i, card in enumerate(self.cards):
            t.strength[i] = card.value
            t.suits[i] = 1 << self.suit_bit(card.suit)
            t.name[i] = self.name_index[card.name]
            t.key[i] = card_key(card.id)
        self.pairs = also_pairs(self.cards, self.texts)

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
                    section += self.amounts(terms, clause.section, amount, number > 0)
            elif isinstance(verb, ast.Blanked):
                rules.append(_blanked(terms, verb))
            elif isinstance(verb, ast.ClearsWord):
                rules.append(self.clears_word(terms, verb))
                self.t.traits[i] |= tb.F_WORDS
            elif isinstance(verb, ast.Blanks):
                self.t.blanks[i] |= terms.bit("penalty", verb.filter)
                self.t.traits[i] |= tb.F_BLANKS
            elif isinstance(verb, ast.BlanksAlone):
                self.t.alone[i] |= terms.bit("penalty", verb.filter)
                # whatever suit a card has, it may be alone in it
                self.t.traits[i] |= tb.F_ALONE | tb.F_READS_SUITS
            elif isinstance(verb, ast.Clears):
                self.t.clears[i] |= terms.bit("bonus", verb.filter)
                self.t.traits[i] |= tb.F_CLEARS
            elif isinstance(verb, ast.Shields):
                self.t.shields[i] |= terms.bit("bonus", verb.filter)
                self.t.traits[i] |= tb.F_SHIELDS
            elif isinstance(verb, ast.CountsAs):
                self.also(i, verb)
            elif type(verb) in PLAIN_TRAITS:
                self.t.traits[i] |= PLAIN_TRAITS[type(verb)]
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
        self.sum_up_looks(i, bonus, penalty)
        self.t.clear_terms[i] = self.t.clears[i]
        for row in rules:
            bits = row.get("need", 0) | row.get("forbid", 0)
            self.t["clear_terms" if row["op"] == tb.OP_CLEARS_WORD else "self_terms"][i] |= bits
        terms.write()

    def also(self, i: int, verb: ast.CountsAs) -> None:
        """Enter the further suits of a card; what changes its face with them is refused."""
        t = self.t
        t.also[i] |= sum(1 << self.suit_bit(suit) for suit in verb.suits)
        t.traits[i] |= tb.F_ALSO
        copies = (ast.CopyCard, ast.CopyFace)
        if any(isinstance(clause.verb, copies) for clause in self.texts[i]):
            raise RealmvaleError(
                f"row {self.cards[i].row}, column text: a card that copies another can't count as"
                " further suits"
            )

    def simplify(self, i: int, bonus: list[dict[str, int]], penalty: list[dict[str, int]]) -> None:
        """Enter the amounts of a card for the fast path, or mark it as too complex for that."""
        rows = [(0, row) for row in bonus] + [(1, row) for row in penalty]
        alternative = len(rows) == 2 and bool(rows[1][1].get("alternative"))
        if (
            len(rows) > 2
            or any(r["op"] != tb.OP_EACH or r.get("cond") or r.get("more") for _, r in rows)
            or (alternative and rows[0][0] == 1)
        ):
            self.t.traits[i] |= tb.F_COMPLEX
            if all(r["op"] in COUNTED and r.get("cond", 0) in COUNTED_CONDS for _, r in rows):
                self.t.traits[i] |= tb.F_COUNTS
            self.t.scored_terms[i] = -1
            return
        simple = self.t.simple[i]
        simple.alternative = int(alternative)
        for k, (part, row) in enumerate(rows):
            simple.part[k] = part
            for name in ("amount", "shift", "need", "forbid"):
                simple[name][k] = row.get(name, 0)
            if row["amount"]:
                asked = 1 << row["shift"] | row.get("need", 0) | row.get("forbid", 0)
                self.t.scored_terms[i] |= 15 * asked

    def sum_up_looks(
        self, i: int, bonus: list[dict[str, int]], penalty: list[dict[str, int]]
    ) -> None:
        """Enter what a card adds for what lies outside, if that is one plain gain."""
        t = self.t
        looks = (tb.OP_DISCARD, tb.OP_OPPONENTS)
        found = [k for k, row in enumerate(bonus) if row["op"] in looks]
        if found and len(found) == 1 and not any(row["op"] in looks for row in penalty):
            row = bonus[found[0]]
            after = bonus[found[0] + 1 :][:1]
            bound = any(row.get(name) for name in ("need", "forbid", "cond", "alternative"))
            if row["amount"] >= 0 and not bound and not any(r["alternative"] for r in after):
                t.look_field[i], t.look_amount[i] = row["field"], row["amount"]
                return
        t.look_other[i] = int(bool(t.looks_at[i]))

    def add_clause(self, i: int, row: dict[str, int]) -> None:
        if self.n_clauses == tb.MAX_CLAUSES:
            raise RealmvaleError(
                f"row {self.cards[i].row}: the deck has more than {tb.MAX_CLAUSES} clauses"
            )
        for name, value in row.items():
            self.t.clause[self.n_clauses][name] = value
        self.n_clauses += 1

    def amounts(
        self, terms: Terms, section: str, amount: ast.Amount, alternative: bool
    ) -> list[dict[str, int]]:
        """Return the clauses of one amount: one, but for words that may be struck out one by one.

        A penalty that counts cards of the discard area loses a struck suit there too, so each suit
        has a clause of its own.
        """
        wanted = amount.filter
        if amount.measure != "each_discard" or section != "penalty" or len(wanted) == 1:
            return [self.amount(terms, section, amount, alternative)]
        spelt = [item for item in wanted if item.kind == "suit"]
        if alternative or not spelt:
            return [self.amount(terms, section, amount, alternative)]
        rest = tuple(item for item in wanted if item.kind != "suit")
        names = tuple(item.word for item in rest if item.kind == "name")
        parts: list[ast.Filter] = []
        for item in spelt:
            spared = tuple(dict.fromkeys((*item.except_names, *names)))
            parts.append((replace(item, except_names=spared),))
        if rest:
            parts.append(rest)
        return [self.amount(terms, section, replace(amount, filter=part), False) for part in parts]

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
        if amount.measure == "each_discard":
            row["shift"] = 4 * terms.index(section, amount.filter)
            row["field"] = self.field(terms.card, amount.filter)
            if section == "penalty" and len(amount.filter) == 1:
                row["spelt"] = terms.only_words(amount.filter)
        elif amount.measure == "each_opponent":
            row["field"] = tb.OPPONENTS
            self.look_outside(terms.card, tb.OPPONENTS)
        elif amount.measure == "each":
            row["shift"], row["more"] = self.counted(terms, section, amount.filter)
        elif amount.filter:
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
            elif condition.kind == "all_odd":
                row["cond"] = tb.COND_ALL_ODD
            elif row.get("cond"):
                raise RealmvaleError(
                    f"row {self.cards[terms.card].row}, column text: an amount can have only one "
                    "condition of the kinds 'exactly' and 'all suits different'"
                )
            else:
                row["cond"] = tb.COND_EXACTLY
                row["cond_shift"], row["cond_more"] = self.counted(terms, section, condition.filter)
                row["cond_n"] = condition.n
        if amount.unless:
            row["forbid"] = terms.bit(section, amount.unless)
            if section == "penalty":
                row["words"] = terms.only_words(amount.unless)
        return row

    def counted(self, terms: Terms, section: str, wanted: ast.Filter) -> tuple[int, int]:
        """Return the nibble of a filter, and those of further terms as bits at their starts.

        A card that has two suits of the filter counts twice, so these stand in different terms.
        """
        groups: list[list[ast.Item]] = [[]]
        for item in wanted:
            free = (g for g in groups if not any(self.both(item, other) for other in g))
            group = next(free, None)
            if group is None:
                groups.append(group := [])
            group.append(item)
        first, *others = (4 * terms.index(section, tuple(group)) for group in groups)
        return first, sum(1 << shift for shift in others)

    def both(self, one: ast.Item, other: ast.Item) -> bool:
        """Return whether a card of the deck may have two suits at once."""
        return frozenset((one.word, other.word)) in self.pairs

    def field(self, i: int, wanted: ast.Filter) -> int:
        """Return where the count of a filter over the discard area stands."""
        key = tuple(replace(item, other=False) for item in wanted)
        if key not in self.fields:
            if len(self.fields) == tb.AREA_FIELDS:
                raise RealmvaleError(
                    f"row {self.cards[i].row}, column text: the deck's texts count the discard"
                    f" area in more than {tb.AREA_FIELDS} different ways"
                )
            at = self.fields[key] = tb.FIELD_BITS * len(self.fields)
            for j, card in enumerate(self.cards):
                self.t.in_area[j] |= int(matches(key, card, False)) << at
        self.look_outside(i, self.fields[key])
        return self.fields[key]

    def look_outside(self, i: int, field: int) -> None:
        """Note that a card's points depend on a count of what lies outside the hand."""
        self.t.outside = 1
        self.t.looks_at[i] |= tb.FIELD << field

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
        self.t.most[self.n_lists] = most_points(row)
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
        if isinstance(verb, (ast.TakeExtra, ast.SearchExtra, ast.DrawExtra)):
            self.extra(i, verb)
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
        elif isinstance(verb, (ast.ClearOne, ast.ShieldOne)):
            clears = isinstance(verb, ast.ClearOne)
            t.choice[i] = tb.CHOICE_CLEAR_ONE if clears else tb.CHOICE_SHIELD_ONE
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

    def extra(self, i: int, verb: ast.TakeExtra | ast.SearchExtra | ast.DrawExtra) -> None:
        """Enter the extra card that a card brings at the game's end."""
        t = self.t
        if t.traits[i] & (tb.F_EXTRA | tb.F_SEARCHES | tb.F_DRAWS):
            raise RealmvaleError(
                f"row {self.cards[i].row}, column text: a card can bring only one extra card"
            )
        if isinstance(verb, ast.DrawExtra):
            t.traits[i] |= tb.F_DRAWS
            return
        t.traits[i] |= tb.F_EXTRA if isinstance(verb, ast.TakeExtra) else tb.F_SEARCHES
        for j, card in enumerate(self.cards):
            t.extra[i, j] = int(matches(verb.filter, card, i == j))


def also_pairs(cards: Sequence[Card], texts: Sequence[ast.CardText]) -> set[frozenset[str]]:
    """Return the pairs of suits that a card of a deck may have at once."""
    pairs = set()
    every = {card.suit for card in cards}
    for card, text in zip(cards, texts, strict=True):
        verbs = [clause.verb for clause in text]
        also = {suit for verb in verbs if isinstance(verb, ast.CountsAs) for suit in verb.suits}
        own = {card.suit} if ast.KeepsSuit() in verbs else every
        pairs |= {frozenset((one, other)) for one in also for other in own | also if one != other}
    return pairs


def most_points(points: np.ndarray) -> np.ndarray:
    """Return the most points by number of cards, made sets or runs of in any way or left out.

    Parameters
    ----------
    points : int64 array, shape (16,)
        Points by the size of a set or run.
    """
    most = np.zeros(len(points), np.int64)
    for n in range(1, len(points)):
        most[n] = max(most[n - size] + max(0, points[size]) for size in range(1, n + 1))
    return most


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
