"""Who blanked whom in a scored hand, and why, in words."""

from __future__ import annotations

from typing import Any

from sim.fantasy_realms import tables as tb
from sim.fantasy_realms.english import bits, listing
from sim.fantasy_realms.hand_words import HandReader


class Blanking:
    """Reads the blanking of one scored hand.

    Parameters
    ----------
    words : HandReader
        Of the hand.
    """

    def __init__(self, words: HandReader) -> None:
        self.words, self.h, self.t = words, words.h, words.t
        h = words.h
        self.targets = {
            i: [j for j in range(words.n) if words.has(h.targets[i], j)]
            for i in range(words.n)
            if words.has(h.blankers, i)
            and not words.has(h.cleared, i)
            and not words.has(h.lonely, i)
        }
        self.gone = [j for j in range(words.n) if words.has(h.blanked | h.faded, j)]

    def attackers(self, j: int) -> list[int]:
        """Return the slots whose penalty would blank slot j, if they aren't blanked first."""
        return [i for i, hit in self.targets.items() if j in hit]

    def ahead(self, i: int) -> set[int]:
        """Return the blanked slots that slot i reaches by blanking, step by step."""
        reached: set[int] = set()
        waiting = [i]
        while waiting:
            for j in self.targets.get(waiting.pop(), []):
                if j in self.gone and j not in reached:
                    reached.add(j)
                    waiting.append(j)
        return reached

    def cause(self, j: int) -> tuple[tuple[str, ...], str]:
        """Return who blanked slot j, and why in words; nobody if it is active."""
        if j not in self.gone:
            return (), ""
        words, attackers = self.words, self.attackers(j)
        if words.has(self.h.lonely, j):
            names = words.labels(self.loners(j))
            suits = listing(self.lone_suits(j), "and")
            return names, f"blanked by {listing(list(names), 'and')}, as the only {suits}"
        killers = [i for i in attackers if i not in self.gone]
        if killers:
            names = words.labels(killers)
            return names, f"blanked by {listing(list(names), 'and')}"
        ahead = self.ahead(j)
        if j in ahead:
            return self._ring(j, [i for i in sorted(ahead) if j in self.ahead(i) and i != j])
        broken = self.broken(j)
        if broken or not attackers:
            return (words.label(j),), f"blanks itself: {'; '.join(broken)}"
        names = words.labels(attackers)  # they blanked it, and then themselves
        return names, f"blanked by {listing(list(names), 'and')}"

    def loners(self, j: int) -> list[int]:
        """Return the slots that blank slot j for being alone in a suit."""
        words, found = self.words, []
        for i in range(words.n):
            bit = int(self.t.alone[words.rule[i]])
            if bit and not words.has(self.h.cleared, i) and words.matching(i, bit, [j]):
                found.append(i)
        return found

    def lone_suits(self, j: int) -> list[str]:
        """Return the suits in which slot j is alone."""
        words, h = self.words, self.h
        held = [int(h.suits[i]) for i in range(words.n) if i != j]
        return [
            suit
            for s, suit in enumerate(words.reader.deck.suits)
            if words.has(h.suits[j], s) and not any((suits >> s) & 1 for suits in held)
        ]

    def protected(self, i: int) -> list[str]:
        """Say whom an active slot keeps from being blanked, and that it is kept itself."""
        words, said = self.words, []
        for bit in bits(int(self.t.shields[words.rule[i]])):
            if words.has(self.h.shielders, i):
                names = ", ".join(words.labels(words.matching(i, bit, list(range(words.n)))))
                said.append(f"{words.each(i, bit)} cannot be blanked ({names or 'none'})")
        if words.has(self.h.sturdy | self.h.kept, i):
            said.append("cannot be blanked")
        return said

    def _ring(self, j: int, ring: list[int]) -> tuple[tuple[str, ...], str]:
        """Say how slot j is caught among cards that blank each other in a ring."""
        words, me = self.words, self.words.label(j)
        mine = self.targets[j]
        if j in mine:
            return (me,), "would blank itself: it is blanked, and blanks nothing"
        mutual = [i for i in ring if i in mine and j in self.targets[i]]
        names = words.labels(mutual or ring)
        who = listing(list(names), "and")
        if mutual:
            return names, f"it and {who} blank each other"
        return names, f"blanked in a ring with {who}: each would blank the next"

    def _clauses(self, i: int) -> list[Any]:
        rule = self.words.rule[i]
        return [self.t.clause[k] for k in range(self.t.first_rule[rule], self.t.last_rule[rule])]

    def broken(self, i: int) -> list[str]:
        """Say which conditions of its own blanked slot i."""
        words, said = self.words, []
        for clause in self._clauses(i):
            if clause.op == tb.OP_BLANKED_UNLESS and not self._vanished(i, clause):
                for bit in bits(int(clause.forbid)):
                    if not [j for j in words.matching(i, bit) if j != i]:
                        said.append(f"it needs {words.one(i, bit)} and there is none")
            elif clause.op == tb.OP_BLANKED_WITH:
                for bit in bits(int(clause.need)):
                    active = self.dreaded(i, bit)
                    gone = words.matching(i, bit, [j for j in self.gone if self.selfish(j)])
                    names = ", ".join(words.labels(active or gone))
                    if names:
                        said.append(f"there is {words.one(i, bit)} ({names})")
        return said

    def dreaded(self, i: int, bit: int) -> list[int]:
        """Return the active slots that match what slot i blanks itself for; aloof ones don't."""
        aloof = int(self.h.aloof) & ~(1 << i)
        return [j for j in self.words.matching(i, bit) if not self.words.has(aloof, j)]

    def selfish(self, j: int) -> bool:
        """Return whether nobody but itself can have blanked slot j."""
        return not self.attackers(j) and self.words.has(self.h.selfish, j)

    def _vanished(self, i: int, clause: Any) -> bool:
        """Return whether every word of a condition was struck out."""
        return bool(clause.words) and int(clause.words) & ~self.words.lost(i) == 0

    def conditions(self, i: int) -> list[str]:
        """Say how an active slot fared with the conditions that could have blanked it."""
        words, said = self.words, []
        for clause in self._clauses(i):
            if clause.op == tb.OP_BLANKED_UNLESS and not self._vanished(i, clause):
                for bit in bits(int(clause.forbid)):
                    said.append(f"needs {words.one(i, bit)} ({words.found(i, bit)})")
            elif clause.op == tb.OP_BLANKED_WITH:
                for bit in bits(int(clause.need)):
                    found = ", ".join(words.labels(self.dreaded(i, bit))) or "none"
                    said.append(f"{words.one(i, bit)} would blank it ({found})")
        return said

    def victims(self, i: int, cleared: bool) -> list[str]:
        """Say which cards an active slot blanks, or would blank if its penalty weren't cleared."""
        words, said = self.words, []
        for bit in bits(int(self.t.blanks[words.rule[i]])):
            if cleared:
                said.append(f"blanks {words.each(i, bit)}")
            else:
                hit = words.matching(i, bit, list(range(words.n)))
                names = ", ".join(words.labels(hit)) or "none"
                said.append(f"blanks {words.each(i, bit)} ({names})")
        for bit in bits(int(self.t.alone[words.rule[i]])):
            text = f"first blanks {words.each(i, bit)} that is alone in its suit"
            hit = [j for j in range(words.n) if words.has(self.h.lonely, j)]
            said.append(text if cleared else f"{text} ({', '.join(words.labels(hit)) or 'none'})")
        return said
