"""What happened in a game of The Vale of Eternity, in words."""

import pytest
from support.vale_texts_of_scenarios import doing

from sim.vale_of_eternity import log
from sim.vale_of_eternity.codes import AREA, DISCARD, HAND
from sim.vale_of_eternity.labels import Names
from sim.vale_of_eternity.stepped import Move
from sim.vale_of_eternity.words import Teller

TELLER = Teller(Names(["Imp", "Agni"]), ["seat 0", "seat 1"])


def move(what, seat=0, card=0, number=0):
    return Move(1, 1, what, seat, card, number)


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ([move(log.M_SUMMON, number=-1)], "seat 0 summons Imp for free"),
        ([move(log.M_SUMMON, number=2 << 20 | 1 << 38)], "seat 0 summons Imp for 2 red and a ward"),
        (
            [move(log.M_REMOVE, number=1 << 26), move(log.M_MOVE, number=16 * AREA + DISCARD)],
            "seat 0 removes Imp for 1 blue",
        ),
        (
            [move(log.M_EFFECT), move(log.M_POINTS, number=2), move(log.M_POINTS, 1, 0, -1)],
            "seat 0 uses Imp: gains 2 points (Imp), seat 1 loses 1 point (Imp)",
        ),
        (
            [move(log.M_EFFECT), move(log.M_MOVE, 1, 1, 256 * 1 + 16 * AREA + HAND)],
            "seat 0 uses Imp: takes Agni from the area of seat 1 to the hand",
        ),
    ],
)
def test_a_line_tells_an_action_and_what_followed(moves, said):
    assert TELLER.lines(moves) == [said]


def test_each_action_is_a_line():
    moves = [move(log.M_HUNT), move(log.M_HUNT, 1, 1), move(log.M_END_TURN, 0, -1)]
    assert TELLER.lines(moves) == ["seat 0 hunts Imp", "seat 1 hunts Agni", "seat 0 ends the turn"]


def test_a_turn_in_words():
    """Imp brings two red, Goblin sells for four: the limit is four, so two go."""
    before = "round = 3\n[[player]]\nhand = ['Imp']\nhunted = ['Goblin']"
    result = doing(
        before,
        "action = 'summon'\ncard = 'Imp'",
        "action = 'sell'\ncard = 'Goblin'",
        "action = 'end_turn'",
    )
    assert result["log"] == [
        "round 3, action: seat 0 summons Imp for nothing: gains 2 red",
        "round 3, action: seat 0 sells Goblin: gains 4 red, discards 2 red down to the limit",
        "round 3, action: seat 0 ends the turn",
    ]


def test_the_discard_pile_becomes_a_new_draw_pile_in_words():
    before = (
        "phase = 'hunt'\ndraw = ['Imp']\ndraw_exact = true\ndiscard = ['Agni', 'Troll', 'Goblin']"
    )
    told = doing(f"{before}\n[[player]]", "action = 'list'")["log"]
    assert all(name in told[0] for name in ("Imp", "Agni", "Troll", "Goblin"))
    assert told[0].endswith(" revealed")
    assert told[1].endswith("(the discard pile is shuffled into a new draw pile of 3 cards)")
