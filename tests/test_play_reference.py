"""The plain-Python reference engine replays recorded games from their decisions alone."""

from itertools import product

import pytest
from reference.fantasy_realms_engine import Game
from reference.fantasy_realms_hoard_cards import deck_of, printed_names
from support.recorded_games import BUILT_IN, Recorded, decisions, record

from sim.fantasy_realms.state import DECK

MIXES = [["random"], ["strongest"], ["cautious"], ["greedy"], BUILT_IN]
GAMES_EACH = 20
CASES = list(product(range(2, 7), range(len(MIXES))))
assert len(CASES) * GAMES_EACH == 500


def line_up(players: int, mix: list[str], game: int) -> list[str]:
    return [mix[(game + seat) % len(mix)] for seat in range(players)]


def replayed(deck, game: Recorded, turn_cap: int = 200) -> Game:
    """Replay a recorded game in the reference, every decision of every seat, single options too."""
    names = printed_names(deck)
    sets = deck.card_set.sets
    reference = Game(
        game.players,
        game.players == 2,
        [names[c] for c in game.order],
        turn_cap,
        deck_of(",".join(sets)),
        "cursed_hoard" in sets,
    )
    for seat, option in decisions(game.moves):
        kind, active, options = reference.options()
        assert active == seat
        assert len(set(options)) == len(options)
        choice = "deck" if option == DECK else names[option]
        assert choice in options, f"{kind} {choice}: {options}"
        reference.apply(choice)
    return reference


def assert_same_end(deck, game: Recorded, reference: Game) -> None:
    names = printed_names(deck)
    assert reference.over
    assert reference.end == game.end
    assert reference.turns == game.turns
    extras = [names[card] if card >= 0 else None for card in game.extras]
    assert reference.extras == extras
    for hand, added, cards in zip(reference.hands, reference.added, game.hands, strict=True):
        assert sorted([*hand, *added]) == sorted(names[card] for card in cards)
    assert reference.left == [names[c] for c in game.area]
    assert reference.scores() == game.scores
    assert reference.tie_breaks() == game.tie_breaks
    assert reference.ranks == game.ranks


@pytest.mark.parametrize(("players", "mix"), CASES)
def test_reference_reaches_the_same_hands_and_scores(deck, players, mix):
    for number in range(GAMES_EACH):
        seed = (players * 10 + mix) * 1000 + number
        game = record(deck, line_up(players, MIXES[mix], number), seed)
        assert_same_end(deck, game, replayed(deck, game))


@pytest.mark.parametrize("players", [2, 4])
def test_reference_agrees_on_games_stopped_by_the_turn_cap(deck, players):
    for number in range(10):
        game = record(deck, ["random"] * players, number, turn_cap=9)
        assert (game.end, game.turns) == ("turn_cap", 9)
        assert_same_end(deck, game, replayed(deck, game, turn_cap=9))
