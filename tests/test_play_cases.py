"""The cases FR-46, FR-48, FR-49 and FR-53 on games that were played."""

import pytest
from support.recorded_games import BUILT_IN, record, stepped, turns_of

from sim.fantasy_realms.hands import HandScorer
from sim.fantasy_realms.state import DECK, MOVE_DISCARD, MOVE_DRAW, MOVE_TAKE


@pytest.mark.parametrize("players", [2, 4, 6])
def test_fr46_the_extra_card_is_always_army_leader_wizard_or_beast(deck, players):
    cards = deck.card_set.cards
    seen = 0
    for seed in range(40):
        game = record(deck, ["cautious", "random"] * (players // 2), seed)
        for seat, extra in enumerate(game.extras):
            if extra >= 0:
                seen += 1
                assert cards[extra].suit in ("Army", "Leader", "Wizard", "Beast")
                assert "Necromancer" in [cards[card].name for card in game.hands[seat]]
                discarded = [m.card for m in game.moves if m.kind == MOVE_DISCARD]
                assert extra in discarded
                assert len(game.hands[seat]) == 8
            else:
                assert len(game.hands[seat]) == 7
    assert seen > 3


@pytest.mark.parametrize("policy", ["random", "strongest", "cautious"])
def test_fr48_two_player_games(deck, policy):
    for seed in range(40):
        game = record(deck, [policy] * 2, seed)
        held = [0, 0]
        area = 0
        for moves in turns_of(game):
            seat = moves[0].seat
            kinds = [move.kind for move in moves]
            assert area < 12 or min(held) < 7, "the game went on too long"
            if held[seat] < 7:
                assert kinds in ([MOVE_DRAW, MOVE_DRAW, MOVE_DISCARD], [MOVE_TAKE])
                held[seat] += 1
            else:
                assert kinds in ([MOVE_DRAW, MOVE_DISCARD], [MOVE_TAKE, MOVE_DISCARD])
            area += kinds.count(MOVE_DISCARD) - kinds.count(MOVE_TAKE)
            assert moves[-1].area_size == area
        if game.end == "discards":
            assert held == [7, 7]
            assert area >= 12
        else:
            assert (game.end, game.turns) == ("turn_cap", 200)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("policy", ["random", "strongest", "cautious"])
def test_fr49_end_of_the_normal_game_and_first_draw(deck, players, policy):
    for seed in range(15):
        game = record(deck, [policy] * players, seed)
        assert game.moves[0].kind == MOVE_DRAW
        sizes = [moves[-1].area_size for moves in turns_of(game)]
        assert max(sizes[:-1]) < 10
        assert (sizes[-1] == 10) == (game.end == "discards")
        for hand, extra in zip(game.hands, game.extras, strict=True):
            assert len([card for card in hand if card != extra]) == 7


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_fr53_discarded_cards_do_not_change_a_hand(deck, players):
    """Every final hand scored on its own, without a discard area, is worth what the game says."""
    scorer = HandScorer(deck)
    for seed in range(25):
        game = record(deck, [BUILT_IN[(seed + seat) % 3] for seat in range(players)], seed)
        for seat, extra in enumerate(game.extras):
            hand = [deck.names[card] for card in game.hands[seat] if card != extra]
            checked = scorer.hand(
                hand, extra=deck.names[extra] if extra >= 0 else None, partial=True
            )
            assert scorer.score(checked) == game.scores[seat]


def test_fr49_first_option_of_the_first_turn_is_the_deck(deck):
    for players in (2, 3, 6):
        game = stepped(deck, players)
        game.deal(range(len(deck.names)))
        assert game.options() == [DECK]
