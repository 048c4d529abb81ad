"""Rules of Chaos: every sentence of the guide that concerns it, and the model of its time limit."""

from itertools import pairwise

import pytest
from support.recorded_games import BUILT_IN, record_chaos, stepped_chaos
from support.scenarios import doing, hands, names, run_text

from sim.errors import RealmvaleError
from sim.fantasy_realms.rules import make_rules
from sim.fantasy_realms.state import MOVE_LOOK, MOVE_OFFER

ONE = "Mountain, Wildfire, Candle, King, Queen, Knights, Warlord"
TWO = "Swamp, Forest, Cavern, Bell Tower, Rangers, Collector, Empress"
THREE = "Hydra, Island, Rainstorm, Lightning, Warhorse, Forge, Unicorn"
CHAOS = 'variant = "chaos"\nplayers = 3\n'
MEET = CHAOS + "pair = [0, 1]\n"
ALL_THREE = hands(ONE, TWO, THREE)
OFFERED = MEET + ALL_THREE + doing("offer Wildfire", "offer Rangers")


def hand(result, seat):
    return result["state"]["player"][seat]["hand"]


# --- Chaos (3 to 7 players) ----------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_chaos_takes_three_to_seven_players(players):
    assert make_rules(players, "chaos").players == players


@pytest.mark.parametrize("players", [1, 2, 8])
def test_chaos_takes_no_other_number_of_players(players):
    with pytest.raises(RealmvaleError, match=f"takes 3 to 7 players, not {players}"):
        make_rules(players, "chaos")


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_deal_seven_cards_to_each_player(deck, players):
    game = stepped_chaos(deck, players)
    order = list(range(len(deck.names)))[::-1]
    game.deal(order)
    assert [game.hand(seat) for seat in range(players)] == [
        sorted(order[7 * seat : 7 * seat + 7]) for seat in range(players)
    ]
    assert game.pile() == order[7 * players :]
    assert game.area() == []


def test_agree_a_time_limit(deck):
    """It stands for minutes: a number of trading ticks, 30 a player if none is stated."""
    for players in (3, 7):
        assert make_rules(players, "chaos").turn_cap == 30 * players
        assert record_chaos(deck, ["random"] * players, 1).turns == 30 * players
    game = record_chaos(deck, ["random"] * 4, 1, ticks=9)
    assert (game.turns, game.end) == (9, "time")
    assert sum(move.kind == MOVE_OFFER for move in game.moves) == 2 * 9


@pytest.mark.parametrize(("limits", "said"), [
    ({"ticks": 0}, "1 to 30000 trading ticks, not 0"),
    ({"ticks": 30_001}, "1 to 30000 trading ticks"),
    ({"turn_cap": 50}, "no turns, so no turn cap"),
])  # fmt: skip
def test_a_time_limit_is_a_number_of_ticks(limits, said):
    with pytest.raises(RealmvaleError, match=said):
        make_rules(4, "chaos", **limits)


def test_games_with_turns_have_no_ticks():
    with pytest.raises(RealmvaleError, match="the standard game has turns, no trading ticks"):
        make_rules(4, ticks=100)


@pytest.mark.parametrize("policy", BUILT_IN)
def test_there_are_no_turns_at_all(deck, policy):
    """Who acts is not a matter of going round: the pairs that meet are drawn."""
    game = record_chaos(deck, [policy] * 5, 4, ticks=200 if policy != "greedy" else 40)
    first = [move.seat for move in game.moves if move.kind == MOVE_OFFER][::2]
    steps = {(b - a) % 5 for a, b in pairwise(first)}
    assert steps == {0, 1, 2, 3, 4}


def test_nobody_draws_takes_or_discards():
    for action in ("draw", "take Hydra", "discard Mountain"):
        result = run_text(MEET + ALL_THREE + doing(action))
        assert "in chaos cards are traded" in result["error"]


def test_everyone_trades_with_anyone(deck):
    """Every two seats meet, and about equally often."""
    game = record_chaos(deck, ["random"] * 5, 6, ticks=4000)
    seats = [move.seat for move in game.moves if move.kind == MOVE_OFFER]
    pairs = list(zip(seats[::2], seats[1::2], strict=True))
    counts = {pair: pairs.count(pair) for pair in set(pairs)}
    assert set(counts) == {(a, b) for a in range(5) for b in range(5) if a != b}
    # 20 ordered pairs, 200 meetings each: chi square with 19 degrees of freedom.
    assert sum((n - 200) ** 2 / 200 for n in counts.values()) < 60


def test_one_for_one():
    result = run_text(OFFERED + "\n" + doing("accept", "accept"))
    assert result["error"] is None
    assert sorted(hand(result, 0)) == sorted(
        [*ONE.replace("Wildfire, ", "").split(", "), "Rangers"]
    )
    assert sorted(hand(result, 1)) == sorted(
        [*TWO.replace("Rangers, ", "").split(", "), "Wildfire"]
    )
    assert sorted(hand(result, 2)) == sorted(THREE.split(", "))


@pytest.mark.parametrize("answers", [("refuse", "accept"), ("accept", "refuse"), ("refuse",) * 2])
def test_with_anyone_willing_so_both_must_accept(answers):
    result = run_text(OFFERED + "\n" + doing(*answers))
    assert result["error"] is None
    assert [sorted(hand(result, seat)) for seat in range(3)] == [
        sorted(cards.split(", ")) for cards in (ONE, TWO, THREE)
    ]
    assert result["log"][-1] == "tick 1: no trade"
    assert result["state"]["turn"] == 2


def test_each_offers_any_card_of_the_hand():
    first = run_text(MEET + ALL_THREE)
    assert (first["state"]["active"], sorted(first["legal"])) == (0, sorted(ONE.split(", ")))
    second = run_text(MEET + ALL_THREE + doing("offer King"))
    assert (second["state"]["active"], sorted(second["legal"])) == (1, sorted(TWO.split(", ")))
    refused = run_text(MEET + ALL_THREE + doing("offer Hydra"))
    assert "seat 0 cannot offer Hydra: it is not in its hand" in refused["error"]


def test_both_see_both_cards_before_they_answer_and_nobody_else_does():
    before = run_text(MEET + ALL_THREE + doing("offer Wildfire"))
    assert [player["seen"] for player in before["state"]["player"]] == [{}, {}, {}]
    result = run_text(OFFERED)
    assert [player["seen"] for player in result["state"]["player"]] == [
        {"Rangers": 1}, {"Wildfire": 0}, {},
    ]  # fmt: skip
    assert result["legal"] == ["refuse", "accept"]


def test_who_trades_a_card_away_knows_where_it_went():
    seen = run_text(OFFERED + "\n" + doing("accept", "accept"))["state"]["player"]
    assert [player["seen"] for player in seen] == [{"Wildfire": 1}, {"Rangers": 0}, {}]


def test_what_is_seen_once_is_remembered_though_it_may_have_moved_on():
    """Seat 1 gives on to seat 2 what seat 0 gave it: seat 0 doesn't see that."""
    text = MEET.replace("[0, 1]", "[1, 2]") + hands(
        TWO.replace("Rangers", "Knights"),
        ONE.replace("Knights", "Rangers"),
        THREE,
    )
    text = text.replace("[[player]]\n", "[[player]]\nseen = {Rangers = 1}\n", 1)
    result = run_text(text + doing("offer Rangers", "offer Hydra", "accept", "accept"))
    assert "Rangers" in hand(result, 2)
    assert [player["seen"] for player in result["state"]["player"]] == [
        {"Rangers": 1}, {"Rangers": 2}, {"Hydra": 1},
    ]  # fmt: skip


# --- When time expires ---------------------------------------------------------------------------


def test_when_time_expires_score_as_normal():
    """Mountain 9 + Wildfire 40 + Candle 2; Wildfire blanks the Leaders and the Army."""
    last = CHAOS + "ticks = 4\nturn = 4\npair = [1, 2]\n" + ALL_THREE
    result = run_text(last + doing("offer Swamp", "offer Hydra", "refuse", "accept"))
    state = result["state"]
    assert (state["over"], state["end"], state["turn"]) == (True, "time", 4)
    assert "Time is up after 4 ticks: trading ends." in result["log"]
    assert state["player"][0]["score"] == 51
    assert result["legal"] == []


def test_a_trade_at_the_last_tick_still_counts():
    last = CHAOS + "ticks = 4\nturn = 4\npair = [0, 2]\n" + ALL_THREE
    result = run_text(last + doing("offer Wildfire", "offer Hydra", "accept", "accept"))
    assert "Hydra" in hand(result, 0)
    assert "Wildfire" in hand(result, 2)
    # Mountain 9, Candle 2, Hydra 12; King 8 + 20 for the Army with the Queen, Queen 6 + 20;
    # Knights 20 with a Leader; Warlord 4 + 20 for the Knights.
    assert result["state"]["player"][0]["score"] == 9 + 2 + 12 + 28 + 26 + 20 + 24


def test_after_time_nothing_is_traded():
    over = CHAOS + "ticks = 1\npair = [0, 2]\n" + ALL_THREE
    over += doing("offer Wildfire", "offer Hydra", "accept", "refuse")
    for more in ("offer King", "accept", "refuse"):
        assert "the game is over" in run_text(over + "\n" + doing(more))["error"]


NECROMANCER = CHAOS + hands(
    "Necromancer, Candle, Mountain, Forge, Cavern, Swamp, Unicorn", TWO.replace("Swamp", "Smoke")
    .replace("Cavern", "Dragon"), THREE.replace("Forge", "Knights").replace("Unicorn", "King"),
)  # fmt: skip


def with_deck(cards, text=NECROMANCER):
    return run_text(f"draw = {names(cards)}\n" + text + doing("end"))


def test_if_you_hold_a_necromancer_you_may_draw_three_cards_from_the_deck_and_add_one():
    """The Longbow brings 3, the Gem 5, and 9 more each at the Forge; the Blizzard brings 30.

    The Cavern clears its penalty; no three strengths of the hand follow each other with a 5.
    """
    result = with_deck("Elven Longbow, Gem of Order, Blizzard, Wildfire")
    player = result["state"]["player"][0]
    assert player["extra"] == "Blizzard"
    assert len(player["hand"]) == 8
    told = "seat 0 draws Elven Longbow, Gem of Order and Blizzard from the deck to choose from"
    assert f"{told}, adds Blizzard to the hand" in result["log"]


def test_the_card_added_is_the_best_of_the_three_of_any_suit():
    """Weapons all: no Army, Leader, Wizard or Beast.

    The Forge gains 9 with each. Warship 23 (there is a Flood), Magic Wand 1 + 25 with a Wizard,
    Shield of Keth 4 without a Leader.
    """
    result = with_deck("Warship, Magic Wand, Shield of Keth")
    assert result["state"]["player"][0]["extra"] == "Magic Wand"


def test_only_the_top_three_are_drawn():
    result = with_deck("Shield of Keth, Elven Longbow, Earth Elemental, Magic Wand")
    assert result["state"]["player"][0]["extra"] != "Magic Wand"


def test_no_card_is_added_when_none_gains():
    """A Leader costs the Warlock Lord 10 and the Blizzard 5; there is no Army.

    King 8 and Queen 6 bring less than these 15, the Empress 15 just as much: no gain either. The
    Princess brings 2 and 8 for each of five Wizards.
    """
    text = CHAOS + hands(
        "Necromancer, Warlock Lord, Blizzard, Collector, Beastmaster, Enchantress, Candle",
        "Mountain, Wildfire, Cavern, Bell Tower, Knights, Dragon, Basilisk",
        THREE,
    )
    without = with_deck("King, Queen, Empress, Princess", text)
    assert without["state"]["player"][0]["extra"] is None
    assert len(hand(without, 0)) == 7
    assert with_deck("King, Queen, Princess", text)["state"]["player"][0]["extra"] == "Princess"


def test_without_a_necromancer_nobody_draws(deck):
    index = deck.names.index("Necromancer")
    for seed in range(20):
        game = record_chaos(deck, ["random"] * 3, seed, ticks=3)
        holders = [seat for seat, cards in enumerate(game.hands) if index in cards]
        lookers = {move.seat for move in game.moves if move.kind == MOVE_LOOK}
        assert lookers <= set(holders)
        assert all(extra < 0 for seat, extra in enumerate(game.extras) if seat not in holders)


def test_a_deck_of_two_cards_is_drawn_as_far_as_it_goes():
    text = "draw_exact = true\n" + NECROMANCER
    result = with_deck("Shield of Keth, Magic Wand", text)
    assert result["state"]["player"][0]["extra"] == "Magic Wand"
    assert result["state"]["draw"] == ["Shield of Keth"]
    empty = run_text("draw = []\n" + text + doing("end"))
    assert empty["state"]["player"][0]["extra"] is None


def test_the_cards_not_added_go_under_the_deck():
    state = with_deck("Shield of Keth, Magic Wand, Elven Longbow")["state"]
    assert state["player"][0]["extra"] == "Magic Wand"
    assert state["draw"][-2:] == ["Shield of Keth", "Elven Longbow"]
    assert state["discard"] == []


def test_the_discard_area_stays_empty(deck):
    for policy in BUILT_IN[:3]:
        assert record_chaos(deck, [policy] * 4, 3).area == []
