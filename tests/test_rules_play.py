"""Rules of play: every sentence of the guide that states one is a test named after it.

Scoring, winning, and the two-player game have files of their own.
"""

import pytest
from support.recorded_games import BUILT_IN, record, stepped, turns_of
from support.scenarios import doing, hands, names, run_text

from sim.fantasy_realms.state import MOVE_DISCARD, MOVE_DRAW, MOVE_TAKE

NINE = "Hydra, Cavern, Island, Rainstorm, Lightning, Rangers, Collector, Empress, Warhorse"
FIVE = "Hydra, Cavern, Island, Rainstorm, Lightning"
MINE = "Mountain, Wildfire, Candle, King, Queen, Knights, Swamp"


# --- Setup --------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_deal_seven_cards_to_each_player(deck, players):
    game = stepped(deck, players)
    order = list(range(len(deck.names)))[::-1]
    game.deal(order)
    held = [game.hand(seat) for seat in range(players)]
    assert [len(hand) for hand in held] == [7] * players
    assert sorted(card for hand in held for card in hand) == sorted(order[: 7 * players])
    assert game.pile() == order[7 * players :]
    assert game.area() == []


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_play_proceeds_clockwise(deck, players):
    game = record(deck, ["random"] * players, seed=1)
    for number, moves in enumerate(turns_of(game)):
        assert {move.seat for move in moves} == {number % players}


# --- How a turn works ---------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_you_must_draw_one_card_then_discard_one_card(deck, players):
    for seed in range(5):
        for moves in turns_of(record(deck, ["random"] * players, seed)):
            kinds = [move.kind for move in moves]
            assert kinds in ([MOVE_DRAW, MOVE_DISCARD], [MOVE_TAKE, MOVE_DISCARD])


def test_you_may_draw_the_top_face_down_card_from_the_deck():
    result = run_text(
        f"players = 3\ndraw = {names('Dragon, Smoke')}\n" + hands(MINE) + doing("draw")
    )
    assert "Dragon" in result["state"]["player"][0]["hand"]
    assert result["state"]["draw"][0] == "Smoke"


@pytest.mark.parametrize("card", FIVE.split(", "))
def test_you_may_draw_any_face_up_card_from_the_discard_area(card):
    position = f"players = 3\ndiscard = {names(FIVE)}\n" + hands(MINE)
    assert run_text(position)["legal"] == ["draw", *FIVE.split(", ")]
    result = run_text(position + doing(f"take {card}"))
    assert card in result["state"]["player"][0]["hand"]
    assert result["state"]["discard"] == [c for c in FIVE.split(", ") if c != card]


def test_any_card_of_the_hand_may_be_discarded():
    position = f"players = 3\ndraw = {names('Dragon')}\n" + hands(MINE) + doing("draw")
    eight = [*MINE.split(", "), "Dragon"]
    assert sorted(run_text(position)["legal"]) == sorted(eight)
    for card in eight:
        result = run_text(position + doing(f"discard {card}"))
        assert result["error"] is None
        assert result["state"]["discard"] == [card]


def test_your_discard_goes_face_up_where_it_becomes_available_to_everyone():
    result = run_text(
        "players = 3\n"
        + hands(MINE)
        + doing("draw", "discard Swamp", "take Swamp", "discard Swamp")
    )
    assert result["error"] is None
    assert result["state"]["active"] == 2
    assert result["legal"] == ["draw", "Swamp"]


def test_the_very_first_player_must_draw_face_down():
    """Nothing lies in the discard area yet."""
    for players in (2, 3, 4, 5, 6):
        result = run_text(f"players = {players}")
        assert result["state"]["turn"] == 1
        assert result["legal"] == ["draw"]
    refused = run_text("players = 3\n" + hands(MINE) + doing("take Dragon"))
    assert "in the discard area" in refused["error"]
    assert refused["legal"] == ["draw"]


# --- How to win ---------------------------------------------------------------------------------


def test_the_game_ends_immediately_the_moment_ten_cards_are_in_the_discard_area():
    """Not at the end of the round: seats 1 and 2 don't get another turn."""
    result = run_text(
        f"players = 3\ndiscard = {names(NINE)}\ndraw = {names('Dragon')}\n"
        + hands(MINE)
        + doing("draw", "discard Swamp")
    )
    state = result["state"]
    assert (state["over"], state["end"]) == (True, "discards")
    assert (state["active"], result["legal"]) == (0, [])
    assert len(state["discard"]) == 10
    assert [len(player["hand"]) for player in state["player"]] == [7, 7, 7]


def test_taking_a_card_keeps_the_tenth_from_lying_there():
    result = run_text(
        f"players = 3\ndiscard = {names(NINE)}\n"
        + hands(MINE)
        + doing("take Hydra", "discard Swamp")
    )
    assert not result["state"]["over"]
    assert len(result["state"]["discard"]) == 9


def test_then_everyone_scores_their_hand():
    result = run_text(
        f"players = 4\ndiscard = {names(NINE)}\n" + hands(MINE) + doing("draw", "discard Swamp")
    )
    players = result["state"]["player"]
    assert all(isinstance(player["score"], int) for player in players)
    best = max(player["score"] for player in players)
    assert all(players[seat]["score"] == best for seat in result["state"]["winners"])


def test_nothing_scores_until_the_game_ends():
    result = run_text("players = 3\n" + hands(MINE) + doing("draw"))
    assert all("score" not in player for player in result["state"]["player"])


def test_other_players_hands_have_no_effect_on_your_score_whatsoever():
    scores, others = set(), set()
    for seed in range(6):
        text = f"players = 4\nseed = {seed}\n" + hands(MINE) + doing("end")
        players = run_text(text)["state"]["player"]
        scores.add(players[0]["score"])
        others.add(players[1]["score"])
    assert len(scores) == 1
    assert len(others) > 1


# --- Common mistakes ----------------------------------------------------------------------------


def test_mistake_playing_on_after_the_tenth_discard():
    ended = f"players = 3\ndiscard = {names(NINE)}\n" + hands(MINE) + doing("draw", "discard Swamp")
    for more in ("draw", "take Hydra", "discard Mountain"):
        result = run_text(ended + "\n" + doing(more))
        assert "the game is over" in result["error"]
        assert len(result["state"]["discard"]) == 10


def test_mistake_forgetting_to_discard():
    drawn = "players = 3\ndiscard = ['Hydra']\n" + hands(MINE) + doing("draw")
    for more in ("draw", "take Hydra", "end"):
        result = run_text(drawn + "\n" + doing(more))
        assert result["error"] is not None
        assert result["state"]["active"] == 0
        assert len(result["state"]["player"][0]["hand"]) == 8


def test_mistake_discarding_without_drawing():
    result = run_text("players = 3\n" + hands(MINE) + doing("discard Swamp"))
    assert "draw" in result["error"]
    assert len(result["state"]["player"][0]["hand"]) == 7


# --- What all may know --------------------------------------------------------------------------


def test_what_a_player_takes_is_known_to_all_until_it_is_discarded():
    start = f"players = 3\ndiscard = {names('Hydra, Cavern')}\n" + hands(MINE)
    taken = run_text(start + doing("take Hydra", "discard Swamp"))["state"]
    assert taken["player"][0]["known"] == ["Hydra"]
    back = run_text(start + doing("take Hydra", "discard Hydra"))["state"]
    assert back["player"][0]["known"] == []
    assert back["discard"] == ["Cavern", "Hydra"]


def test_what_a_player_draws_or_was_dealt_is_not_known():
    start = f"players = 3\ndiscard = {names('Hydra, Cavern')}\n" + hands(MINE)
    drawn = run_text(start + doing("draw", "discard Swamp"))["state"]
    assert [player["known"] for player in drawn["player"]] == [[], [], []]


# --- Long games, small decks --------------------------------------------------------------------


def test_a_game_that_hits_the_turn_cap_is_scored_as_it_stands():
    result = run_text(
        f"players = 3\nturn_cap = 6\nturn = 6\nactive = 2\ndiscard = {names(FIVE)}\n"
        + hands("", "", MINE).replace("[[player]]\nhand = []", "[[player]]")
        + doing("draw", "discard Swamp")
    )
    state = result["state"]
    assert (state["over"], state["end"], state["turn"]) == (True, "turn_cap", 6)
    assert len(state["discard"]) == 6
    assert all("score" in player for player in state["player"])


def test_the_deck_cannot_run_out_with_six_players(deck):
    """42 cards are dealt and the tenth discard ends it: of 53 at least one is left."""
    for policy in BUILT_IN[:3]:
        for seed in range(5):
            game = record(deck, [policy] * 6, seed)
            drawn = sum(move.kind == MOVE_DRAW for move in game.moves)
            assert drawn <= 10
            assert len(deck.names) - 42 - drawn >= 1


def test_without_a_deck_only_taking_is_possible():
    position = f"players = 3\ndraw = []\ndraw_exact = true\ndiscard = {names(FIVE)}\n" + hands(MINE)
    assert run_text(position)["legal"] == FIVE.split(", ")
    refused = run_text(position + doing("draw"))
    assert "the deck is empty" in refused["error"]
    assert run_text(position + doing("take Hydra", "discard Hydra"))["error"] is None


def test_neither_drawing_nor_taking_possible_ends_the_game():
    result = run_text("players = 3\ndraw = []\ndraw_exact = true\n" + hands(MINE))
    assert (result["state"]["over"], result["state"]["end"]) == (True, "exhausted")
    assert result["legal"] == []
    assert "score" in result["state"]["player"][0]


def test_an_empty_area_forces_the_draw():
    """Also later in the game: the only discard is taken, and then thrown by nobody."""
    result = run_text("players = 3\nturn = 4\n" + hands(MINE))
    assert result["legal"] == ["draw"]
