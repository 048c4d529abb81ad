"""What a scenario of the Chaos variant states beside hands and deck: who meets, who saw what."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from sim.errors import RealmvaleError
from sim.fantasy_realms.chaos import answer_offer, begin_tick, draw_pair, offer_card, remember
from sim.fantasy_realms.compile import Deck
from sim.fantasy_realms.replay import SteppedGame
from sim.fantasy_realms.rules import Rules
from sim.fantasy_realms.state import ACCEPT, REFUSE
from sim.scenario_file import Section
from sim.streams import meeting_key, run_key

PHASES = ["offer", "answer"]
ANSWERS = ["refuse", "accept"]
# What only Chaos has, and what only games with turns have.
KEYS = ["ticks", "pair", "offer", "answer"]
PLAYER_KEYS = ["seen"]
TURN_KEYS = ["turn_cap", "discard"]


@dataclass
class Meeting:
    """Two seats that meet, and how far they have come.

    Attributes
    ----------
    pair : list of int
        The seats in the order in which they are asked.
    offers : list of int
        The cards offered so far, 0 to 2 of them, as card indices.
    answer : str or None
        What the first seat answered.
    seen : list of dict
        For each seat where it last saw the cards of others: card to seat.
    """

    pair: list[int]
    offers: list[int] = field(default_factory=list)
    answer: str | None = None
    seen: list[dict[int, int]] = field(default_factory=list)

    @property
    def active(self) -> int:
        """The seat that has to offer or to answer."""
        asked = len(self.offers) if len(self.offers) < 2 else int(self.answer is not None)
        return self.pair[asked]

    @property
    def phase(self) -> str:
        """What that seat has to do."""
        return PHASES[len(self.offers) == 2]


def meetings_of(seed: int) -> int:
    """Return the key of the meetings of deal 0 of a run with this seed."""
    return int(meeting_key(run_key(seed), 0))


def refuse_other_keys(top: Section, players: list[Section], chaos: bool) -> None:
    """Refuse keys that say nothing in the variant at hand."""
    for key in TURN_KEYS if chaos else KEYS:
        if top.table.get(key):
            why = "nobody has turns or discards in chaos" if chaos else "it belongs to chaos"
            raise top.error(f"{key} cannot be stated here: {why}")
    for player in players:
        for key in ["known"] if chaos else PLAYER_KEYS:
            if player.table.get(key):
                other = "in chaos state what each has seen" if chaos else "it belongs to chaos"
                raise player.error(f"{key} cannot be stated here: {other}")


def read_meeting(
    top: Section, players: list[Section], deck: Deck, rules: Rules, hands: list[list[int]],
    seed: int, tick: int,
) -> Meeting:  # fmt: skip
    """Return the meeting that a scenario states; who is not stated meets by the seed.

    Raises
    ------
    RealmvaleError
        For a pair, offers, an answer or things seen that cannot be.
    """
    meeting = Meeting(_pair(top, rules, seed, tick))
    for seat, word in zip(meeting.pair, _few(top, "offer"), strict=False):
        card = _card(top, "offer", word, deck)
        if card not in hands[seat]:
            raise top.error(f"offer: seat {seat} does not hold {deck.names[card]}")
        meeting.offers.append(card)
    if "answer" in top.table:
        meeting.answer = top.word("answer", ANSWERS, "")
        if len(meeting.offers) < 2:
            raise top.error("answer: both have to offer a card first; state two cards as offer")
    phase = top.word("phase", PHASES, meeting.phase)
    if phase != meeting.phase:
        raise top.error(f"phase = '{phase}' does not fit {len(meeting.offers)} cards offered")
    active = top.number("active", meeting.active, 0, rules.players - 1)
    if active != meeting.active:
        if meeting.offers or active not in meeting.pair:
            one, two = meeting.pair
            raise top.error(
                f"active = {active}, but seats {one} and {two} meet and seat {meeting.active} has"
                f" to {meeting.phase}; state the pair that meets"
            )
        meeting.pair.reverse()
    for seat in range(rules.players):
        known = _seen(players[seat], deck, hands, seat) if seat < len(players) else {}
        meeting.seen.append(known)
    return meeting


def _pair(top: Section, rules: Rules, seed: int, tick: int) -> list[int]:
    """Return the seats that meet, as stated or drawn by the seed."""
    if "pair" not in top.table:
        pair = np.zeros(2, np.int64)
        key = np.uint64(meetings_of(seed))
        draw_pair(key, tick, rules.players, np.zeros(1, np.uint64), pair)
        return [int(seat) for seat in pair]
    pair_stated = top.get("pair", list, [])
    seats = range(rules.players)
    if (
        len(pair_stated) != 2
        or any(type(seat) is not int or seat not in seats for seat in pair_stated)
        or pair_stated[0] == pair_stated[1]
    ):
        raise top.error(
            f"pair = {pair_stated!r} should be two different seats of 0 to {rules.players - 1},"
            " such as [0, 1]"
        )
    return list(pair_stated)


def _few(top: Section, key: str) -> list[str]:
    words = top.words(key) or []
    if len(words) > 2:
        raise top.error(f"{key} lists {len(words)} cards; the two that meet offer one each")
    return words


def _card(section: Section, key: str, word: str, deck: Deck) -> int:
    try:
        return deck.card_set.index(word)
    except RealmvaleError as error:
        raise section.error(f"{key}: {error}") from None


def _seen(section: Section, deck: Deck, hands: list[list[int]], seat: int) -> dict[int, int]:
    """Return where a seat last saw cards of others."""
    found = {}
    for word, other in section.get("seen", dict, {}).items():
        card = _card(section, "seen", word, deck)
        if type(other) is not int or not 0 <= other < len(hands) or other == seat:
            raise section.error(f"seen: {deck.names[card]} = {other!r} should be another seat")
        if card in hands[seat]:
            raise section.error(f"seen: seat {seat} holds {deck.names[card]} itself")
        found[card] = other
    return found


def set_up_meeting(game: SteppedGame, meeting: Meeting, seed: int, tick: int) -> None:
    """Put a game at a meeting: the hands are dealt, the offers and the answer are made."""
    s, log = game.state, game.log
    s.meetings = meetings_of(seed)
    s.turn = tick - 1
    begin_tick(s)
    s.pair[:] = meeting.pair
    s.active = meeting.pair[0]
    for seat, known in enumerate(meeting.seen):
        for card, other in known.items():
            remember(s, seat, card, other)
            if card in game.hand(other):
                s.shown[card] |= 1 << seat
    for card in meeting.offers:
        offer_card(s, log, card)
    if meeting.answer is not None:
        answer_offer(s, log, ACCEPT if meeting.answer == "accept" else REFUSE)
