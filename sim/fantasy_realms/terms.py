"""The terms of a card: distinct filters, and how every face matches them."""

from __future__ import annotations

from typing import Any

from sim.cardtext import fantasy_realms_ast as ast
from sim.errors import RealmvaleError
from sim.fantasy_realms import tables as tb


class Terms:
    """The terms of one card: distinct filters, each in a nibble of its own."""

    def __init__(self, compiler: Any, card: int) -> None:
        self.compiler = compiler
        self.card = card
        self.filters: list[tuple[bool, ast.Filter]] = []

    def index(self, section: str, wanted: ast.Filter) -> int:
        """Return the nibble of a filter; words are struck out of penalties only."""
        key = (section == "penalty", wanted)
        if key not in self.filters:
            if len(self.filters) == tb.MAX_TERMS:
                card = self.compiler.cards[self.card]
                raise RealmvaleError(
                    f"row {card.row}, column text: {card.name} asks more than {tb.MAX_TERMS} "
                    "different questions about the hand"
                )
            self.filters.append(key)
        return self.filters.index(key)

    def bit(self, section: str, wanted: ast.Filter) -> int:
        """Return the bit at the start of a filter's nibble."""
        return 1 << (4 * self.index(section, wanted))

    def only_words(self, wanted: ast.Filter) -> int:
        """Return the suits a filter is made of, as bits; 0 if it has any other part."""
        if any(item.kind != "suit" for item in wanted):
            return 0
        return sum({1 << self.compiler.suit_bit(item.word) for item in wanted})

    def write(self) -> None:
        """Enter how every face matches the terms."""
        t, i, compiler = self.compiler.t, self.card, self.compiler
        row = i * t.n_cards
        t.first_exception[i] = compiler.n_exceptions
        for number, (penalty, wanted) in enumerate(self.filters):
            self.write_term(1 << (4 * number), penalty, wanted)
        t.last_exception[i] = compiler.n_exceptions
        for j, card in enumerate(compiler.cards):
            for number, (_, wanted) in enumerate(self.filters):
                if matches(wanted, card, i == j):
                    t.pair[row + j] |= 1 << (4 * number)
                if i == j and matches(wanted, card, False):
                    t.twin[i] |= 1 << (4 * number)
        t.pair[row + i] |= 1 << (4 * tb.FLAT)

    def write_term(self, bit: int, penalty: bool, wanted: ast.Filter) -> None:
        """Enter one term word by word, for faces that choices make."""
        t, i, compiler = self.compiler.t, self.card, self.compiler
        for item in wanted:
            names = [item.word] if item.kind == "name" else list(item.except_names)
            for name in names:
                if name in compiler.name_index:
                    index = compiler.name_index[name]
                    t.mentions[i, index // 32] |= 1 << (index % 32)
            if item.kind == "name":
                if item.word in compiler.name_index:
                    t.by_name[i, compiler.name_index[item.word]] |= bit
                continue
            for suit in compiler.suits:
                if (item.kind == "suit" and suit != item.word) or suit in item.except_suits:
                    continue
                s = compiler.suit_bit(suit)
                t.by_suit[i * t.n_suits + s] |= bit
                t.reads[i] |= 1 << s
                if not item.other:
                    t.by_suit_self[i * t.n_suits + s] |= bit
                if item.kind == "suit":
                    if penalty:
                        t.word[i, s] |= bit
                        t.words[i] |= 1 << s
                    for name in names:
                        self.write_exception(s, name, bit)
            if item.kind == "card":
                for suit in item.except_suits:
                    if suit in compiler.suits:
                        t.spares[i * t.n_suits + compiler.suit_bit(suit)] |= bit
                for name in names:
                    if name in compiler.name_index:
                        t.not_name[i, compiler.name_index[name]] |= bit

    def write_exception(self, suit: int, name: str, bit: int) -> None:
        """Enter that a name does not match a term by its suit."""
        compiler = self.compiler
        if name not in compiler.name_index:
            return
        if compiler.n_exceptions == tb.MAX_EXCEPTIONS:
            raise RealmvaleError(f"the deck's texts make more than {tb.MAX_EXCEPTIONS} exceptions")
        compiler.t.exception[compiler.n_exceptions] = (suit, compiler.name_index[name], bit)
        compiler.n_exceptions += 1


def matches(wanted: ast.Filter, card: Any, itself: bool) -> bool:
    """Return whether a card, as printed, matches a filter."""
    return any(_item_matches(item, card, itself) for item in wanted)


def _item_matches(item: ast.Item, card: Any, itself: bool) -> bool:
    if item.kind == "name":
        return card.name == item.word
    if item.other and itself:
        return False
    if card.name in item.except_names or card.suit in item.except_suits:
        return False
    return item.kind == "card" or card.suit == item.word
