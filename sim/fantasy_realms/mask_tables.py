"""From the kernel tables to the same rules as sets of cards (see :mod:`sim.fantasy_realms.masks`).

What a term counts of every card stands in ``pair``; here it becomes a bit mask of cards. A rule the
masks can't hold puts its card among the ``slow`` ones, whose hands are scored slot by slot.
"""

from __future__ import annotations

from typing import Any

from sim.fantasy_realms import tables as tb

STRUCK_ROW = 64
# What the masks can't hold: who may not be blanked, further suits, blanking by suits held.
TOO_MUCH = tb.F_PROTECTION | tb.F_ALONE
# The one amount of a special record, and its condition.
SPECIAL_OPS = (tb.OP_EACH, tb.OP_TOTAL, tb.OP_HIGHEST, tb.OP_SETS, tb.OP_RUNS)
SPECIAL_CONDS = (0, tb.COND_SUITS_DIFFER, tb.COND_EXACTLY)
HIGHEST_RUN = 60


def fill_masks(t: Any) -> None:
    """Fill ``masks`` of a deck's tables, if the deck is small enough for them."""
    if int(t.n_cards) <= tb.MASK_CARDS:
        _Masks(t).fill()


def one_by_one(word: int) -> list[int]:
    """Return the set bits of a word, each as a word of its own."""
    return [1 << k for k in range(word.bit_length()) if (word >> k) & 1]


class _Masks:
    def __init__(self, t: Any) -> None:
        self.t, self.m = t, t.masks
        self.n = int(t.n_cards)
        self.word = self.struck_word()

    def fill(self) -> None:
        t, m = self.t, self.m
        m.usable = 1
        for c in range(self.n):
            for s in one_by_one(int(t.suits[c])):
                m.suit[s.bit_length() - 1] |= 1 << c
            if t.choice[c]:
                m.choosing |= 1 << c
            if not self.card(c):
                m.slow |= 1 << c

    def struck_word(self) -> int:
        """Return the suits the first striking card strikes; one that differs is slow."""
        for clause in self.t.clause:
            if clause.op == tb.OP_CLEARS_WORD:
                return int(clause.amount)
        return 0

    def card(self, c: int) -> bool:
        """Enter a card's rules; return False if they don't fit."""
        t, m = self.t, self.m
        if int(t.traits[c]) & TOO_MUCH:
            return False
        printed = [int(word) for word in t.pair[c * self.n : (c + 1) * self.n]]
        lost = int(t.words[c]) & self.word
        if lost:
            m.struck |= 1 << c
        fits = self.clearing(c, printed)
        for row, matches, gone in (
            (c, printed, 0),
            (STRUCK_ROW + c, self.struck_matches(c, printed, lost), lost),
        ):
            m.blanks[row] = any_of(matches, int(t.blanks[c]))
            fits &= self.conditions(c, row, matches, gone) and self.amounts(c, row, matches, gone)
        if int(t.blanks[c]):
            m.blanking |= 1 << c
        return fits

    def struck_matches(self, c: int, printed: list[int], lost: int) -> list[int]:
        """Return how all cards match a card's terms after suits were struck out of its penalty."""
        t, found = self.t, []
        for j in range(self.n):
            matches = printed[j]
            if lost & int(t.suits[j]):
                by_suit = t.by_suit_self if j == c else t.by_suit
                name, matches = int(t.name[j]), 0
                for bit in one_by_one(int(t.suits[j])):
                    s = bit.bit_length() - 1
                    hit = int(by_suit[c * int(t.n_suits) + s])
                    if lost & bit:
                        hit &= ~int(t.word[c, s])
                    for k in range(int(t.first_exception[c]), int(t.last_exception[c])):
                        if t.exception[k, 0] == s and t.exception[k, 1] == name:
                            hit &= ~int(t.exception[k, 2])
                    matches |= hit
                matches = (matches & ~int(t.not_name[c, name])) | int(t.by_name[c, name])
                matches |= (1 << (4 * tb.FLAT)) if j == c else 0
            found.append(matches)
        return found

    def rules(self, c: int) -> list[Any]:
        return [self.t.clause[k] for k in range(self.t.first_rule[c], self.t.last_rule[c])]

    def clearing(self, c: int, matches: list[int]) -> bool:
        """Enter whom a card clears and out of whose penalties it strikes the word."""
        t, m = self.t, self.m
        m.clears[c] = any_of(matches, int(t.clears[c]))
        if int(t.clears[c]):
            m.clearing |= 1 << c
        for clause in self.rules(c):
            if clause.op == tb.OP_CLEARS_WORD:
                m.striking |= 1 << c
                need = int(clause.need)
                m.strikes[c] |= any_of(matches, need) if need else tb.EVERY_CARD
                if int(clause.amount) != self.word:
                    return False
        return True

    def conditions(self, c: int, row: int, matches: list[int], lost: int) -> bool:
        """Enter what blanks a card by itself; a condition of struck words alone has vanished."""
        m, unless = self.m, []
        m.unless[row] = tb.EVERY_CARD
        for clause in self.rules(c):
            if clause.op == tb.OP_CLEARS_WORD:
                continue
            m.selfish |= 1 << c
            if clause.op == tb.OP_BLANKED_WITH:
                m.with_any[row] |= any_of(matches, int(clause.need))
            elif not vanished(clause, lost):
                unless.append(any_of(matches, int(clause.forbid)))
        m.unless[row, : len(unless[:2])] = unless[:2]
        return len(unless) <= 2

    def amounts(self, c: int, row: int, matches: list[int], lost: int) -> bool:
        """Enter a card's amounts in the simplest record that holds them."""
        t, m = self.t, self.m
        middle = int(t.last_bonus[c])
        clauses = [t.clause[k] for k in range(int(t.first_bonus[c]), int(t.last_penalty[c]))]
        parts = [int(k >= middle) for k in range(int(t.first_bonus[c]), int(t.last_penalty[c]))]
        if not clauses:
            return True
        plain = [clause.op == tb.OP_EACH and not clause.cond for clause in clauses]
        if len(clauses) == 1 and not plain[0]:
            return self.special(c, row, clauses[0], parts[0], matches)
        needs = [one_by_one(int(clause.need)) for clause in clauses]
        if not all(plain) or len(clauses) > 2 or max(map(len, needs)) > 3:
            return False
        if len(clauses) == 2 and clauses[1].alternative and parts != [0, 0]:
            return False  # the better of two penalties: one that doesn't hold is not a 0
        if len(clauses) == 1 and len(needs[0]) <= 1:
            self.single(c, row, clauses[0], parts[0], matches, lost)
            return True
        m.double |= 1 << c
        record = m.doubles[row]
        record.need[:] = tb.EVERY_CARD
        for k, clause in enumerate(clauses):
            record.amount[k] = 0 if vanished(clause, lost) else clause.amount
            record.count[k] = any_of(matches, counted(clause))
            for number, bit in enumerate(needs[k]):
                record.need[3 * k + number] = any_of(matches, bit)
            record.forbid[k] = any_of(matches, int(clause.forbid))
            record.part[k] = parts[k]
            record.alternative = clause.alternative
        return True

    def single(
        self, c: int, row: int, clause: Any, part: int, matches: list[int], lost: int
    ) -> None:
        m = self.m
        m.single |= 1 << c
        if part:
            m.single_penalty |= 1 << c
        need = int(clause.need)
        record = m.singles[row]
        record.amount = 0 if vanished(clause, lost) else clause.amount
        record.count = any_of(matches, counted(clause))
        record.need = any_of(matches, need) if need else tb.EVERY_CARD
        record.forbid = any_of(matches, int(clause.forbid))

    def special(self, c: int, row: int, clause: Any, part: int, matches: list[int]) -> bool:
        m = self.m
        if clause.need or clause.forbid:
            return False
        if clause.op not in SPECIAL_OPS or clause.cond not in SPECIAL_CONDS:
            return False
        strengths = self.t.strength[: self.n]
        if clause.op == tb.OP_RUNS and not 0 <= min(strengths) <= max(strengths) <= HIGHEST_RUN:
            return False  # runs are looked for in a word with a bit a strength
        m.special |= 1 << c
        if part:
            m.special_penalty |= 1 << c
        record = m.specials[row]
        for name in ("op", "amount", "list", "cond", "cond_n"):
            record[name] = clause[name]
        record["count"] = any_of(matches, counted(clause))
        record.cond_count = any_of(matches, 1 << int(clause.cond_shift) | int(clause.cond_more))
        return True


def any_of(matches: list[int], terms: int) -> int:
    """Return the cards that match any of some terms, as a mask."""
    return sum(1 << j for j, word in enumerate(matches) if word & terms)


def counted(clause: Any) -> int:
    """Return the terms a clause counts; no card counts twice in a hand that masks can hold."""
    return 1 << int(clause.shift) | int(clause.more)


def vanished(clause: Any, lost: int) -> bool:
    """Return whether every word of a condition was struck out."""
    words = int(clause.words)
    return bool(words and lost and words & ~lost == 0)


__all__ = ["fill_masks"]
