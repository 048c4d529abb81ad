"""A scored hand explained card by card: who scored, blanked, cleared or copied what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sim.fantasy_realms import tables as tb
from sim.fantasy_realms.blanking_words import Blanking
from sim.fantasy_realms.compile import Deck
from sim.fantasy_realms.english import Reader, article, bits, listing
from sim.fantasy_realms.hand_words import HandReader, Reason
from sim.fantasy_realms.points import total_points

Made = tuple[int, int, int]  # choosing slot, and the pair it picked; -1, -1: declined


@dataclass(frozen=True)
class CardScore:
    """One card of a scored hand.

    Attributes
    ----------
    card, name, suit : str
        Printed name; name and suit as played.
    base : int
        Base strength as played.
    total : int
        What the card brought: base and the points of all reasons, or 0 if it is blanked.
    blanked : bool
        Whether it counts for nothing.
    blanked_by, cleared_by : tuple of str
        Who blanked it (itself, if it did); who cleared its penalty.
    struck : dict
        Suits whose word was struck out of its penalty, and by whom.
    choice : str or None
        What it chose, in words; None if it has nothing to choose.
    would_be : int or None
        Points of the penalty that was cleared.
    reasons : tuple of Reason
        What happened to it, and each amount with the cards that counted.
    """

    card: str
    name: str
    suit: str
    base: int
    total: int
    blanked: bool
    blanked_by: tuple[str, ...]
    cleared_by: tuple[str, ...]
    struck: dict[str, tuple[str, ...]]
    choice: str | None
    would_be: int | None
    reasons: tuple[Reason, ...]


@dataclass(frozen=True)
class Explanation:
    """A scored hand: the cards in the order stated, the choices made, the extra cards.

    ``extra`` is the last of ``extras``, the cards that were added at the game's end.
    """

    score: int
    cards: tuple[CardScore, ...]
    choices: tuple[str, ...]
    extra: str | None = None
    extras: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain dicts, lists, numbers and texts."""
        return asdict(self)


def explain(
    deck: Deck,
    h: Any,
    score: int,
    made: Sequence[Made],
    order: Sequence[int],
    extras: Sequence[int] = (),
) -> Explanation:
    """Explain a hand that was just scored.

    Parameters
    ----------
    deck : Deck
        The compiled deck.
    h : record
        The hand after :func:`sim.fantasy_realms.scoring.evaluate`.
    score : int
        What `evaluate` returned.
    made : sequence of (slot, a, b)
        The choices made, in the order of the rules.
    order : sequence of int
        The cards in the order in which they shall be listed.
    extras : sequence of int
        The cards added at the game's end.
    """
    return _Explainer(deck, h, made).hand(score, order, extras)


class _Explainer:
    def __init__(self, deck: Deck, h: Any, made: Sequence[Made]) -> None:
        self.deck, self.h, self.t = deck, h, deck.tables[0]
        self.words = HandReader(Reader(deck), h)
        self.blanking = Blanking(self.words)
        self.made = {slot: (a, b) for slot, a, b in made}
        self.slot_of = {int(h.card[i]): i for i in range(self.words.n)}

    def hand(self, score: int, order: Sequence[int], extras: Sequence[int]) -> Explanation:
        names = self.deck.names
        chosen = [
            f"{names[int(self.h.card[i])]} {self.choice(i)}"
            for i, (a, _) in self.made.items()
            if a >= 0
        ]
        return Explanation(
            score,
            tuple(self.card(self.slot_of[card]) for card in order),
            tuple(chosen),
            names[extras[-1]] if extras else None,
            tuple(names[card] for card in extras),
        )

    def card(self, i: int) -> CardScore:
        h, t, words = self.h, self.t, self.words
        blanked = words.has(h.blanked | h.faded, i)
        who, why = self.blanking.cause(i)
        cleared_by = self.cleared_by(i)
        penalties = list(words.points(i, "penalty"))
        reasons = [Reason(0, text) for text in self.become(i)]
        if blanked:
            reasons.append(Reason(0, why))
            if words.has(h.faded, i):
                reasons.append(Reason(0, "keeps its name and suits"))
            reasons += [Reason(0, text) for text in self.clearing(i)]
        else:
            if words.has(h.bonus_on, i):
                reasons += words.points(i, "bonus")
            reasons += [Reason(0, text) for text in self.blanking.protected(i)]
            reasons += [Reason(0, text) for text in self.clearing(i)]
            reasons += self.penalty(i, penalties, cleared_by)
        return CardScore(
            card=self.deck.names[int(h.card[i])],
            name=words.reader.names[int(h.name[i])],
            suit=listing([s for n, s in enumerate(self.deck.suits) if words.has(h.suits[i], n)]),
            base=int(h.strength[i]),
            total=0 if blanked else int(total_points(t, h, i)),
            blanked=blanked,
            blanked_by=who,
            cleared_by=cleared_by,
            struck=self.struck(i),
            choice=self.choice(i),
            would_be=sum(p.points for p in penalties) if cleared_by and penalties else None,
            reasons=tuple(reasons),
        )

    def choice(self, i: int) -> str | None:
        """Say what slot i chose."""
        if i not in self.made:
            return None
        (a, b), kind, names = self.made[i], int(self.t.choice[int(self.h.card[i])]), self.deck.names
        if a < 0:
            return "chooses nothing"
        if kind == tb.CHOICE_COPY_FACE:
            return f"is {names[a]} ({self.deck.card_set.cards[a].suit})"
        target = names[int(self.h.card[a])]
        if kind == tb.CHOICE_COPY_CARD:
            return f"copies {target} ({self.deck.card_set.cards[int(self.h.card[a])].suit})"
        if kind == tb.CHOICE_GIVE_SUIT:
            return f"gives {target} the suit {self.deck.suits[b]}"
        if kind == tb.CHOICE_SHIELD_ONE:
            return f"keeps {target} from being blanked"
        return f"clears the penalty of {target}"

    def become(self, i: int) -> list[str]:
        """Say what slot i chose, and which suit it was given."""
        said = [choice] if (choice := self.choice(i)) else []
        for giver, (a, b) in self.made.items():
            if a == i and int(self.t.choice[int(self.h.card[giver])]) == tb.CHOICE_GIVE_SUIT:
                who = self.deck.names[int(self.h.card[giver])]
                said.append(f"is {article(self.deck.suits[b])} through {who}")
        return said

    def clearers(self) -> list[int]:
        return [c for c in range(self.words.n) if self.words.has(self.h.clearers, c)]

    def cleared_by(self, i: int) -> tuple[str, ...]:
        """Return who cleared the penalty of slot i; nobody if it has none."""
        if not int(self.t.traits[self.words.rule[i]]) & tb.F_PENALTY:
            return ()
        h, t = self.h, self.t
        who = [
            self.words.label(slot)
            for slot, (a, _) in self.made.items()
            if a == i and int(t.choice[int(h.card[slot])]) == tb.CHOICE_CLEAR_ONE
        ]
        for c in self.clearers():
            if int(h.match[0, c, i]) & int(t.clears[int(h.rule[c])]):
                who.append(self.words.label(c))
        return tuple(who)

    def struck(self, i: int) -> dict[str, tuple[str, ...]]:
        """Return the words struck out of the penalty of slot i, and by whom."""
        lost, found = self.words.lost(i), {}
        for s, suit in enumerate(self.deck.suits):
            if (lost >> s) & 1:
                strikers = [c for c in self.clearers() if self.strikes(c, i, 1 << s)]
                found[suit] = self.words.labels(strikers)
        return found

    def strikes(self, c: int, i: int, suit: int) -> bool:
        """Return whether slot c strikes the word of a suit out of the penalty of slot i."""
        rule = self.words.rule[c]
        for k in range(self.t.first_rule[rule], self.t.last_rule[rule]):
            clause = self.t.clause[k]
            if clause.op != tb.OP_CLEARS_WORD or not int(clause.amount) & suit:
                continue
            if not clause.need or int(self.h.match[0, c, i]) & int(clause.need):
                return True
        return False

    def clearing(self, i: int) -> list[str]:
        """Say whose penalties slot i clears or changes; it does so even if it is blanked."""
        if i not in self.clearers():
            return []
        words, others = self.words, range(self.words.n)
        me, said = words.label(i), []
        for bit in bits(int(self.t.clears[words.rule[i]])):
            names = [words.label(j) for j in others if me in self.cleared_by(j)]
            said.append(f"clears the penalty of {words.each(i, bit)} ({_names(names)})")
        changed = [words.label(j) for j in others if any(me in w for w in self.struck(j).values())]
        for text in words.reader.rules(words.rule[i])[0]:
            said.append(f"{text} ({_names(changed)})")
        return said

    def penalty(self, i: int, amounts: list[Reason], cleared_by: tuple[str, ...]) -> list[Reason]:
        """Say the penalty of an active slot, or what it would have been."""
        struck = self.struck(i)
        said = [
            Reason(
                0, f"the word {suit} is struck out of its penalty by {_names(list(who), ' and ')}"
            )
            for suit, who in struck.items()
        ]
        blanking = [Reason(0, text) for text in self.blanking.conditions(i)]
        blanking += [Reason(0, text) for text in self.blanking.victims(i, bool(cleared_by))]
        everything = [*blanking, *amounts]
        if cleared_by and everything:
            would = "; ".join(reason.text for reason in everything)
            who = listing(list(cleared_by), "and")
            return [Reason(0, f"penalty cleared by {who}, else: {would}")]
        return [*said, *everything]


def _names(names: list[str], sign: str = ", ") -> str:
    return sign.join(names) or "none"
