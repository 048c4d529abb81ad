"""Games with Artifacts, alone and with the Curse, replayed on the independent reference."""

from random import Random

import pytest
from reference.vale.curse import START_SIDES
from reference.vale.replay import replay
from support.vale_games import CHOOSERS, recorded, snapshot

from sim.cards import load_cards
from sim.vale_of_eternity.compile import compile_deck
from sim.vale_of_eternity.state import ENDS

FEW = 12
GAMES = 300
ENDINGS = {"score": "points", "last round": "rounds"}


@pytest.fixture(scope="module")
def decks():
    cards = load_cards()
    sets = (("base", "artifacts"), ("base", "curse", "artifacts"))
    return [compile_deck(cards.select("vale_of_eternity", chosen)) for chosen in sets]


def play(decks, number: int):
    """Play game `number`: both decks in turn, 2 to 4 players, each way of choosing."""
    choose = CHOOSERS[number // 6 % len(CHOOSERS)]
    players = 2 + number // 2 % 3
    summoners = Random(number).sample(sorted(START_SIDES), players) if number % 2 else None
    return recorded(decks[number % 2], number, players, choose, summoners)


def agree(decks, number: int) -> None:
    game, reference, steps = play(decks, number)
    position = replay(reference, steps).position
    here, there = snapshot(game), position.snapshot()
    for part in ("round", "draw", "display", "discard", "players"):
        assert here[part] == there[part], part
    assert ENDS[game.state.end] == ENDINGS[position.end]
    ranks = game.state.rank
    assert [seat for seat in range(game.rules.players) if ranks[seat] == 1] == position.winners


@pytest.mark.parametrize("number", range(FEW))
def test_the_reference_sees_the_same_options_and_tables(decks, number):
    agree(decks, number)


@pytest.mark.long
def test_three_hundred_games_agree(decks):
    for number in range(FEW, GAMES):
        agree(decks, number)


def test_what_is_new_is_met_in_these_games(decks):
    """Otherwise nothing is said about it."""
    kinds, used, areas = set(), set(), 0
    for number in range(FEW):
        game, _, steps = play(decks, number)
        kinds |= {option[0] for step in steps for option in step.options}
        used |= {step.chosen[1] for step in steps if step.chosen[0] == "use artifact"}
        areas += int(game.state.extra_areas.sum())
    assert {"artifact", "use artifact", "family", "upgrade", "set off"} <= kinds
    assert len(used) >= 5
    assert areas > 0
