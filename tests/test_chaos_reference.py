"""An independent engine of Chaos, written from the rules alone, replays recorded games."""

import pytest
from reference.fantasy_realms_chaos import ChaosGame
from support.recorded_games import BUILT_IN, Recorded, record_chaos

from sim.fantasy_realms.state import MOVE_ACCEPT, MOVE_ADD, MOVE_LOOK, MOVE_OFFER, MOVE_REFUSE

MIXES = [["random"], ["strongest"], ["cautious"], BUILT_IN]
GAMES_EACH = 10
SEATS = [3, 4, 5, 6, 7]
assert len(SEATS) * len(MIXES) * GAMES_EACH == 200


def replayed(deck, game: Recorded, ticks: int) -> ChaosGame:
    """Replay a recorded game in the reference, from who met and what each decided."""
    names = deck.names
    reference = ChaosGame(game.players, [names[c] for c in game.order], ticks)
    played = [move for move in game.moves if move.kind not in (MOVE_LOOK, MOVE_ADD)]
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
            assert len(options) == (7 if kind == "offer" else 2)
            reference.apply(choice)
    return reference


@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("mix", MIXES)
def test_reference_reaches_the_same_hands_and_scores(deck, players, mix):
    names, extras_seen = deck.names, 0
    for number in range(GAMES_EACH):
        line_up = [mix[(number + seat) % len(mix)] for seat in range(players)]
        ticks = None if number else 11
        game = record_chaos(deck, line_up, 1000 * players + number, ticks)
        reference = replayed(deck, game, ticks or 30 * players)
        assert reference.over
        assert (reference.end, reference.turns) == (game.end, game.turns)
        extras = [names[card] if card >= 0 else None for card in game.extras]
        assert reference.extras == extras
        for hand, extra, cards in zip(reference.hands, extras, game.hands, strict=True):
            held = [*hand, extra] if extra else hand
            assert sorted(held) == sorted(names[card] for card in cards)
        assert game.area == []
        assert reference.scores() == game.scores
        assert reference.tie_breaks() == game.tie_breaks
        assert reference.ranks == game.ranks
        extras_seen += sum(extra is not None for extra in extras)
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
