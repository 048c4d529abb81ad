"""Games with the Curse, replayed on the independent reference decision by decision."""

from random import Random

import pytest
from reference.vale.curse import START_SIDES
from reference.vale.replay import replay
from support.vale_games import CHOOSERS, recorded, snapshot

from sim.cards import load_cards
from sim.vale_of_eternity.compile import compile_deck
from sim.vale_of_eternity.state import ENDS

FEW = 18
GAMES = 400
ENDINGS = {"score": "points", "last round": "rounds"}


@pytest.fixture(scope="module")
def deck():
    return compile_deck(load_cards().select("vale_of_eternity", ("base", "curse")))


def play(deck, number: int):
    """Play game `number` with summoners drawn for it; all eight come up in every few games."""
    choose = CHOOSERS[number // 3 % len(CHOOSERS)]
    players = 2 + number % 3
    summoners = Random(number).sample(sorted(START_SIDES), players)
    return recorded(deck, number, players, choose, summoners)


def played(deck, number: int):
    game, _, steps = play(deck, number)
    return game, steps


def agree(deck, number: int) -> None:
    game, reference, steps = play(deck, number)
    position = replay(reference, steps).position
    here, there = snapshot(game), position.snapshot()
    for part in ("round", "draw", "display", "discard", "players"):
        assert here[part] == there[part], part
    assert ENDS[game.state.end] == ENDINGS[position.end]
    ranks = game.state.rank
    assert [seat for seat in range(game.rules.players) if ranks[seat] == 1] == position.winners


@pytest.mark.parametrize("number", range(FEW))
def test_the_reference_sees_the_same_options_and_tables(deck, number):
    agree(deck, number)


@pytest.mark.long
def test_four_hundred_games_agree(deck):
    for number in range(FEW, GAMES):
        agree(deck, number)


def test_what_is_new_is_met_in_these_games(deck):
    """Otherwise nothing is said about it."""
    kinds, soothed, broken = set(), 0, 0
    for number in range(FEW):
        game, steps = played(deck, number)
        kinds |= {option[0] for step in steps for option in step.options}
        soothed += sum(len(game.seat_cards("soothed", seat)) for seat in range(game.rules.players))
        broken += int(game.scratch.wards_broken.sum())
    assert {"token", "gain", "pay", "number"} <= kinds
    assert soothed > 0
    assert broken > 0
