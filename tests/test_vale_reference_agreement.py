"""Games of the kernels replayed on the independent reference, decision by decision.

Who decides, the legal options and the whole table before each decision have to agree, and the
result. The reference was written from the rules' text alone.
"""

import pytest
from reference.vale.replay import replay
from support.vale_games import CHOOSERS, described, recorded, snapshot

from sim.cards import load_cards
from sim.vale_of_eternity import options as o
from sim.vale_of_eternity.compile import compile_deck
from sim.vale_of_eternity.labels import read_option
from sim.vale_of_eternity.state import ENDS

GAMES = 500
FEW = 24
ENDINGS = {"score": "points", "last round": "rounds"}


@pytest.fixture(scope="module")
def vale():
    return compile_deck(load_cards().select("vale_of_eternity"))


def agree(deck, number: int) -> None:
    """Play game `number`: 2, 3 and 4 players in turn, and each way of choosing."""
    choose = CHOOSERS[number // 3 % len(CHOOSERS)]
    game, reference, steps = recorded(deck, number, 2 + number % 3, choose)
    position = replay(reference, steps).position
    s = game.state
    here = snapshot(game)
    there = position.snapshot()
    for part in ("round", "draw", "display", "discard", "players"):
        assert here[part] == there[part], part
    assert ENDS[s.end] == ENDINGS[position.end]
    assert [seat for seat in range(s.players) if s.rank[seat] == 1] == position.winners


@pytest.mark.parametrize("number", range(FEW))
def test_the_reference_sees_the_same_options_and_tables(vale, number):
    agree(vale, number)


@pytest.mark.long
def test_five_hundred_games_agree(vale):
    for number in range(FEW, GAMES):
        agree(vale, number)


def test_refills_and_both_ends_are_among_the_games(vale):
    """Otherwise nothing is said about them. Two players use up 40 of the 70 cards by hunting."""
    ends, refills = set(), 0
    for number in range(60):
        game, _, _ = recorded(vale, number, 2 + number % 3, CHOOSERS[number // 3 % len(CHOOSERS)])
        ends.add(ENDS[game.state.end])
        refills += int(game.state.refills)
    assert refills > 0
    assert ends == set(ENDS)


def test_an_option_is_described_as_the_reference_does():
    option = read_option(o.SUMMON | 1 << o.CARD_AT | 2 << o.RED_AT | 1 << o.PURPLE_AT)
    assert described(option, ["One", "Two"]) == ("summon", "Two", (2, 0, 1))
