"""An independent engine of Chaos, written from the rules alone, replays recorded games."""

import pytest
from reference.fantasy_realms_chaos import ChaosGame
from reference.fantasy_realms_hoard_cards import deck_of, printed_names
from support.recorded_games import BUILT_IN, Recorded, record_chaos

from sim.fantasy_realms.state import MOVE_ACCEPT, MOVE_OFFER, MOVE_REFUSE
from sim.fantasy_realms.words import LAST_MOVES

MIXES = [["random"], ["strongest"], ["cautious"], BUILT_IN]
GAMES_EACH = 10
SEATS = [3, 4, 5, 6, 7]
assert len(SEATS) * len(MIXES) * GAMES_EACH == 200


def replayed(deck, game: Recorded, ticks: int) -> ChaosGame:
    """Replay a recorded game in the reference, from who met and what each decided."""
    names, sets = printed_names(deck), deck.card_set.sets
    order = [names[c] for c in game.order]
    reference = ChaosGame(
        game.players, order, ticks, deck_of(",".join(sets)), "cursed_hoard" in sets
    )
    played = [move for move in game.moves if move.kind not in LAST_MOVES]
    for first in range(0, len(played), 4):
        four = played[first : first + 4]
        assert [move.turn for move in four] == [first // 4 + 1] * 4
        assert [move.kind for move in four[:2]] == [MOVE_OFFER] * 2
        reference.meet(four[0].seat, four[1].seat)
        for move in four:
            kind, seat, options = reference.options()
            assert seat == move.seat
            assert (kind == "offer") == (move.kind == MOVE_OFFER)
            words = {MOVE_ACCEPT: "accept", MOVE_REFUSE: "refuse"}
            choice = words.get(move.kind, names[move.card])
            assert choice in options
            assert len(options) == (reference.hand_size if kind == "offer" else 2)
            reference.apply(choice)
    return reference


def agree(deck, line_up: list[str], seed: int, ticks: int | None) -> Recorded:
    """Play a game and replay it in the reference; return the game."""
    names, players = printed_names(deck), len(line_up)
    game = record_chaos(deck, line_up, seed, ticks)
    reference = replayed(deck, game, ticks or 30 * players)
    assert reference.over
    assert (reference.end, reference.turns) == (game.end, game.turns)
    assert reference.extras == [names[card] if card >= 0 else None for card in game.extras]
    for hand, added, cards in zip(reference.hands, reference.added, game.hands, strict=True):
        assert sorted([*hand, *added]) == sorted(names[card] for card in cards)
    assert game.area == []
    assert reference.scores() == game.scores
    assert reference.tie_breaks() == game.tie_breaks
    assert reference.ranks == game.ranks
    return game


@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("mix", MIXES)
def test_reference_reaches_the_same_hands_and_scores(deck, players, mix):
    extras_seen = 0
    for number in range(GAMES_EACH):
        line_up = [mix[(number + seat) % len(mix)] for seat in range(players)]
        game = agree(deck, line_up, 1000 * players + number, None if number else 11)
        extras_seen += sum(card >= 0 for card in game.extras)
    assert extras_seen > 0, "no holder of the Necromancer among these games added a card"


def test_the_reference_refuses_what_the_rules_forbid():
    from reference.fantasy_realms_cards import CARDS

    game = ChaosGame(3, list(CARDS), 5)
    with pytest.raises(ValueError, match="nobody trades with himself"):
        game.meet(1, 1)
    game.meet(0, 1)
    with pytest.raises(ValueError, match="two are trading already"):
        game.meet(0, 2)
    with pytest.raises(ValueError, match="can't offer"):
        game.apply(game.hands[1][0])
    with pytest.raises(ValueError, match="2 players, expected 3 to 7"):
        ChaosGame(2, list(CARDS), 5)
