"""Choices stated in words: ``CARD=CHOICE``, checked one by one and made in the order of the rules.

What CHOICE is depends on what the card may choose: the name of the card it copies, becomes,
clears or protects, or ``CARD:SUIT`` for a suit it gives.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sim.errors import RealmvaleError
from sim.fantasy_realms import tables as tb
from sim.fantasy_realms.choices import make_choice
from sim.fantasy_realms.compile import Deck
from sim.fantasy_realms.english import article, listing
from sim.names import did_you_mean, match, normalise

Pick = tuple[int, int]


def read_choices(
    deck: Deck, cards: Sequence[int], choices: Mapping[str, str] | Sequence[str]
) -> dict[int, str]:
    """Return what each choosing card of a hand shall choose, by its place in the deck.

    Parameters
    ----------
    deck : Deck
        The compiled deck.
    cards : sequence of int
        The hand.
    choices : mapping or sequence of str
        ``{"card": "choice"}`` or texts ``CARD=CHOICE``; the order makes no difference.

    Raises
    ------
    RealmvaleError
        For a text of another form, a card that isn't in the hand, chooses nothing, or is stated
        twice.
    """
    pairs = list(choices.items()) if isinstance(choices, Mapping) else [_pair(c) for c in choices]
    stated: dict[int, str] = {}
    for name, what in pairs:
        card = _chooser(deck, cards, name)
        if card in stated:
            raise RealmvaleError(
                f"{deck.names[card]} chooses once, but two choices are stated: "
                f"{stated[card]} and {what}"
            )
        stated[card] = what
    return stated


def make_stated_choices(deck: Deck, h: Any, stated: Mapping[int, str]) -> None:
    """Make stated choices in a hand that was laid out and whose choosers are listed.

    Sets ``pick`` of `h` for every chooser: -1, -1 where a choice is declined.

    Raises
    ------
    RealmvaleError
        For an illegal choice; the message names what would be legal.
    """
    t: Any = deck.tables[0]
    for level in range(int(h.depth)):
        slot = int(h.chooser[level])
        card = int(h.card[slot])
        if card in stated:
            a, b = _READERS[int(t.choice[card])](deck, h, slot, stated[card].strip())
            make_choice(t, h, slot, a, b)
            h.pick[level, 0], h.pick[level, 1] = a, b


def _pair(text: str) -> tuple[str, str]:
    name, sign, what = text.partition("=")
    if not (sign and name.strip() and what.strip()):
        raise RealmvaleError(f"a choice is written CARD=CHOICE, not '{text.strip()}'")
    return name.strip(), what.strip()


def _chooser(deck: Deck, cards: Sequence[int], name: str) -> int:
    """Return the choosing card of the hand that has a name."""
    t: Any = deck.tables[0]
    card = deck.card_set.index(name)
    shown = deck.names[card]
    able = [deck.names[c] for c in sorted(cards) if t.choice[c]]
    whose = f"the hand's choices are those of {listing(able, 'and')}" if able else ""
    hint = whose or "no card of the hand makes a choice"
    if card not in cards:
        raise RealmvaleError(f"{shown} can't choose, as it isn't in the hand; {hint}")
    if not t.choice[card]:
        raise RealmvaleError(f"{shown} makes no choice; {hint}")
    return card


def _held(deck: Deck, h: Any, slot: int, name: str, allowed: Sequence[int], verb: str) -> int:
    """Return the slot among `allowed` of a card of the hand."""
    who = deck.names[int(h.card[slot])]
    printed = [deck.names[int(c)] for c in h.card[: h.n]]
    names = [printed[j] for j in allowed]
    wanted = normalise(name)
    for j in allowed:
        if wanted in (normalise(printed[j]), normalise(deck.card_set.cards[int(h.card[j])].id)):
            return j
    can = f"it can {verb} {listing(names)}" if names else f"it can {verb} no card of this hand"
    if wanted in map(normalise, printed):
        shown = match(name, printed)
        why = "itself" if normalise(shown) == normalise(who) else shown
        raise RealmvaleError(f"{who} can't {verb} {why}; {can}")
    shown = deck.names[deck.card_set.index(name)]
    hint = did_you_mean(name, names) or f"; {can}"
    raise RealmvaleError(f"{who} can't {verb} {shown}, which isn't in the hand{hint}")


def _copied_card(deck: Deck, h: Any, slot: int, what: str) -> Pick:
    others = [j for j in range(int(h.n)) if j != slot]
    return _held(deck, h, slot, what, others, "copy"), -1


def _copied_face(deck: Deck, h: Any, slot: int, what: str) -> Pick:
    t: Any = deck.tables[0]
    card = int(h.card[slot])
    candidates = [
        int(t.candidate[k]) for k in range(t.first_candidate[card], t.last_candidate[card])
    ]
    chosen = deck.card_set.index(what)
    if chosen in candidates:
        return chosen, -1
    suits = list(dict.fromkeys(deck.card_set.cards[c].suit for c in candidates))
    raise RealmvaleError(
        f"{deck.names[card]} can't become {deck.names[chosen]}, which is "
        f"{article(deck.card_set.cards[chosen].suit)}; it can become any {listing(suits)}"
    )


def _given_suit(deck: Deck, h: Any, slot: int, what: str) -> Pick:
    who = deck.names[int(h.card[slot])]
    name, sign, suit = what.rpartition(":")
    if not (sign and name.strip() and suit.strip()):
        raise RealmvaleError(f"the choice of {who} is written CARD:SUIT, not '{what}'")
    others = [j for j in range(int(h.n)) if j != slot and not (int(h.fixed) >> j) & 1]
    target = _held(deck, h, slot, name, others, "give a suit to")
    return target, deck.suits.index(_suit_in_play(deck, who, suit))


def _suit_in_play(deck: Deck, who: str, suit: str) -> str:
    """Return a suit of the deck in its own spelling; suits of sets not in use can't be given."""
    in_play, form = deck.card_set.deck_suits, normalise(suit)
    for known in deck.suits:
        if normalise(known) == form:
            if known in in_play:
                return known
            problem = f"{who} can't give the suit {known}, which no card of the deck in use has"
            break
    else:
        problem = f"there is no suit named '{suit.strip()}'"
    hint = did_you_mean(suit, in_play) or f"; expected {listing(list(in_play))}"
    raise RealmvaleError(problem + hint)


def _cleared_card(deck: Deck, h: Any, slot: int, what: str) -> Pick:
    term = int(deck.tables[0].choice_term[int(h.card[slot])])
    allowed = [j for j in range(int(h.n)) if int(h.match[0, slot, j]) & term]
    return _held(deck, h, slot, what, allowed, "clear"), -1


def _kept_card(deck: Deck, h: Any, slot: int, what: str) -> Pick:
    term = int(deck.tables[0].choice_term[int(h.card[slot])])
    allowed = [j for j in range(int(h.n)) if int(h.match[0, slot, j]) & term]
    return _held(deck, h, slot, what, allowed, "protect"), -1


_READERS: dict[int, Callable[[Deck, Any, int, str], Pick]] = {
    tb.CHOICE_COPY_CARD: _copied_card,
    tb.CHOICE_COPY_FACE: _copied_face,
    tb.CHOICE_GIVE_SUIT: _given_suit,
    tb.CHOICE_CLEAR_ONE: _cleared_card,
    tb.CHOICE_SHIELD_ONE: _kept_card,
}
