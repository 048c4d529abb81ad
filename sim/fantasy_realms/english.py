"""Plain English from the compiled tables: what the kernels will do, not what the text says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sim.cards import CardSet
from sim.fantasy_realms import tables as tb
from sim.fantasy_realms.compile import Deck, compile_deck


def listing(parts: list[str], word: str = "or") -> str:
    """Join parts as English does: ``a, b or c``."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def article(noun: str) -> str:
    """Return a noun with its indefinite article."""
    if noun.startswith(("other", "another")):
        return f"another{noun[5:]}" if noun.startswith("other") else noun
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


class Reader:
    """Reads one deck's tables aloud."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.t: Any = deck.tables[0]
        names: dict[int, str] = {}
        for i, card in enumerate(deck.card_set.cards):
            names[int(self.t.name[i])] = card.name
        self.names = names

    def term(self, rule: int, bit: int) -> tuple[list[str], list[str]]:
        """Return (suits and such, names) that match a term of a card."""
        t, deck = self.t, self.deck
        suits = [s for s in range(len(deck.suits)) if t.by_suit[rule * t.n_suits + s] & bit]
        names = [self.names[k] for k in sorted(self.names) if t.by_name[rule, k] & bit]
        spared = [self.names[k] for k in sorted(self.names) if t.not_name[rule, k] & bit]
        others = [s for s in suits if not t.by_suit_self[rule * t.n_suits + s] & bit]
        excluded = [s for s in range(len(deck.suits)) if s not in suits]
        if suits and (not excluded or spared or len(excluded) < len(suits)):
            what = "other card" if others else "card"
            left_out = [deck.suits[s] for s in excluded] + spared
            return [what + (f" except {listing(left_out, 'and')}" if left_out else "")], names
        kinds = []
        for s in suits:
            exceptions = [
                self.names[int(t.exception[k, 1])]
                for k in range(t.first_exception[rule], t.last_exception[rule])
                if t.exception[k, 0] == s and t.exception[k, 2] & bit
            ]
            word = ("other " if s in others else "") + deck.suits[s]
            kinds.append(word + (f" except {listing(exceptions, 'and')}" if exceptions else ""))
        return kinds, names

    def any_of(self, rule: int, bit: int) -> str:
        """Say that one card matching a term is enough: ``a Leader, a Wizard or some name``."""
        kinds, names = self.term(rule, bit)
        return listing([article(kind) for kind in kinds] + names) or "a card not in the game"

    def each_of(self, rule: int, bit: int) -> str:
        """Say that every card matching a term counts: ``each Army and each other Leader``."""
        kinds, names = self.term(rule, bit)
        parts = [f"each {kind}" for kind in kinds] + names
        return listing(parts, "and") or "each card not in the game"

    def conditions(self, rule: int, clause: Any) -> str:
        """Say when an amount counts; empty if always."""
        parts = [self.any_of(rule, bit) for bit in bits(int(clause.need))]
        text = f" with {listing(parts, 'and')}" if parts else ""
        if clause.cond == tb.COND_SUITS_DIFFER:
            text += " if no two active cards share a suit"
        if clause.cond == tb.COND_ALL_ODD:
            text += " if every card held is active and of odd base strength"
        if clause.cond == tb.COND_EXACTLY:
            terms = [1 << int(clause.cond_shift), *bits(int(clause.cond_more))]
            asked = [word for bit in terms for part in self.term(rule, bit) for word in part]
            text += f" if exactly {clause.cond_n} are {listing(asked)}"
        for bit in bits(int(clause.forbid)):
            text += f" unless there is {self.any_of(rule, bit)}"
        return text

    def amount(self, rule: int, clause: Any) -> str:
        """Say one amount: ``+5 for each Army``."""
        op, points = clause.op, f"{clause.amount:+d}"
        each, any_of = (
            (f(rule, 1 << int(clause.shift)) if clause.shift != 4 * tb.FLAT else "")
            for f in (self.each_of, self.any_of)
        )
        each = listing([each, *(self.each_of(rule, bit) for bit in bits(int(clause.more)))], "and")
        sign = "plus" if clause.amount > 0 else "minus"
        sizes = self.sizes(int(clause.list)) if op in (tb.OP_SETS, tb.OP_RUNS) else ""
        says: dict[int, Callable[[], str]] = {
            tb.OP_EACH: lambda: f"{points} for {each}" if each else points,
            tb.OP_DISCARD: lambda: f"{points} for {each} in the discard area",
            tb.OP_OPPONENTS: lambda: f"{points} for each opponent",
            tb.OP_PENALTIES: lambda: f"{points} for each active card whose penalty isn't cleared",
            tb.OP_ODD: lambda: f"{points} for each other active card of odd base strength",
            tb.OP_TOTAL: lambda: f"{sign} the base strength of {each}",
            tb.OP_HIGHEST: lambda: f"{sign} the highest base strength of {any_of} in the hand",
            tb.OP_SETS: lambda: f"for each suit, by the number of different names: {sizes}",
            tb.OP_RUNS: lambda: f"for each run of consecutive base strengths: {sizes}",
        }
        return says[int(op)]() + self.conditions(rule, clause)

    def sizes(self, row: int) -> str:
        """Say a list of points by size."""
        points = [int(p) for p in self.t.points[row]]
        steps = [k for k in range(1, len(points)) if points[k] != points[k - 1]]
        return ", ".join(f"{points[k]:+d} for {k}" for k in steps)

    def amounts(self, rule: int, first: int, last: int) -> list[str]:
        """Say the amounts of a card's bonus or penalty, alternatives joined."""
        said: list[str] = []
        for k in range(first, last):
            clause = self.t.clause[k]
            phrase = self.amount(rule, clause)
            if clause.alternative:
                said[-1] += f", or if better {phrase}"
            else:
                said.append(phrase)
        return said

    def rules(self, rule: int) -> tuple[list[str], list[str]]:
        """Say (what the card clears, when it is blanked)."""
        clears, blanked = [], []
        for k in range(self.t.first_rule[rule], self.t.last_rule[rule]):
            clause = self.t.clause[k]
            if clause.op == tb.OP_CLEARS_WORD:
                words = [s for n, s in enumerate(self.deck.suits) if (clause.amount >> n) & 1]
                whose = self.each_of(rule, int(clause.need)) if clause.need else "all cards"
                clears.append(f"strikes the word {listing(words, 'and')} from penalties of {whose}")
            elif clause.op == tb.OP_BLANKED_UNLESS:
                blanked.append(f"is blanked unless there is {self.any_of(rule, clause.forbid)}")
            else:
                blanked.append(f"is blanked if there is {self.any_of(rule, clause.need)}")
        return clears, blanked

    def choice(self, rule: int) -> list[str]:
        """Say what a card may choose."""
        t, said = self.t, []
        kind = t.choice[rule]
        if kind == tb.CHOICE_COPY_CARD:
            said.append(
                "may copy name, base strength, suit and penalty of another card of the hand,"
                " as printed"
            )
        if kind == tb.CHOICE_COPY_FACE:
            cards = [
                self.deck.card_set.cards[int(t.candidate[k])]
                for k in range(t.first_candidate[rule], t.last_candidate[rule])
            ]
            suits = list(dict.fromkeys(card.suit for card in cards))
            said.append(
                f"may copy name and suit of any of {len(cards)} cards ({listing(suits)}),"
                " held or not"
            )
        if kind == tb.CHOICE_GIVE_SUIT:
            only_stated = [
                suit
                for s, suit in enumerate(self.deck.suits)
                if not (t.givable[rule] >> s) & 1 and suit in self.deck.card_set.deck_suits
            ]
            but = f", but {listing(only_stated, 'and')} only if that is stated"
            said.append(
                "may give one other card of the hand any suit of the deck"
                + (but if only_stated else "")
            )
        if kind == tb.CHOICE_CLEAR_ONE:
            said.append(f"may remove the penalty of one {self.one_of(rule, t.choice_term[rule])}")
        if kind == tb.CHOICE_SHIELD_ONE:
            one = self.one_of(rule, t.choice_term[rule])
            said.append(f"may keep one {one} of the hand from being blanked")
        if t.traits[rule] & tb.F_DRAWS:
            said.append("at the game's end draws the top card of the deck as an extra card")
        if t.traits[rule] & tb.F_SEARCHES:
            fits = [j for j in range(len(self.deck.names)) if t.extra[rule, j]]
            suits = list(dict.fromkeys(self.deck.card_set.cards[j].suit for j in fits))
            which = "card" if len(suits) == len(self.deck.card_set.deck_suits) else listing(suits)
            said.append(
                f"at the game's end, before cards of the discard area, takes one {which} of those"
                f" left in the deck as an extra card ({len(fits)} cards qualify)"
            )
        if t.traits[rule] & tb.F_EXTRA:
            extra = [c for j, c in enumerate(self.deck.card_set.cards) if t.extra[rule, j]]
            suits = list(dict.fromkeys(card.suit for card in extra))
            said.append(
                f"at the game's end may take one {listing(suits)} from the discard area as an "
                f"extra card ({len(extra)} cards qualify)"
            )
        return said

    def protection(self, rule: int) -> list[str]:
        """Say whom a card keeps from being blanked, and what else it is or keeps."""
        t, traits = self.t, int(self.t.traits[rule])
        said = [
            f"{self.each_of(rule, bit)} of the hand cannot be blanked, even if this card is"
            for bit in bits(t.shields[rule])
        ]
        if traits & tb.F_ALSO:
            suits = [s for n, s in enumerate(self.deck.suits) if (int(t.also[rule]) >> n) & 1]
            said.append(f"in a hand also counts as {listing(suits, 'and')}")
        told = {
            tb.F_STURDY: "cannot be blanked",
            tb.F_ALOOF: "no other card blanks it, nor blanks itself for its sake",
            tb.F_FIXED: "cannot be given another suit",
            tb.F_FADES: "blanked, it loses points and base strength, but keeps its name and suits",
        }
        return said + [text for trait, text in told.items() if traits & trait]

    def one_of(self, rule: int, bit: int) -> str:
        """Say what matches a term, without an article."""
        kinds, names = self.term(rule, bit)
        return listing(kinds + names)

    def card(self, i: int) -> list[str]:
        """Say all a card does, a sentence each."""
        t = self.t
        clears, blanked = self.rules(i)
        said = [f"Bonus: {s}." for s in self.amounts(i, t.first_bonus[i], t.last_bonus[i])]
        said += [
            f"Bonus: removes the penalty of {self.each_of(i, bit)}." for bit in bits(t.clears[i])
        ]
        said += [f"Bonus: {s}." for s in clears]
        said += [f"Bonus: {s}." for s in self.protection(i)]
        said += [
            f"Penalty: before all other blanking, blanks {self.each_of(i, bit)} that is alone in"
            " a suit."
            for bit in bits(t.alone[i])
        ]
        said += [f"Penalty: blanks {self.each_of(i, bit)}." for bit in bits(t.blanks[i])]
        said += [f"Penalty: {s}." for s in blanked]
        said += [f"Penalty: {s}." for s in self.amounts(i, t.first_penalty[i], t.last_penalty[i])]
        said += [f"Choice: {s}." for s in self.choice(i)]
        return said or ["No bonus and no penalty."]


def bits(mask: int) -> list[int]:
    """Split a mask into its single bits."""
    return [1 << k for k in range(63) if (int(mask) >> k) & 1]


def explain_card(card_set: CardSet, index: int) -> list[str]:
    """Say in plain English what the compiler understood of a card.

    Parameters
    ----------
    card_set : CardSet
        The deck the card belongs to.
    index : int
        Its position in the deck.

    Returns
    -------
    list of str
        One sentence for each bonus, penalty and choice.
    """
    return Reader(compile_deck(card_set)).card(index)
