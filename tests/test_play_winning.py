"""Who wins, and what the end of a game allows: ties, and the extra card from the discard area.

Two-player hands that are not full yet can be scored as well, which keeps the sums short.
"""

import pytest
from support.recorded_games import record
from support.scenarios import doing, hands, names, run_text

# --- Winning, ties ------------------------------------------------------------------------------


def ended(*lists: str, area: str = ""):
    text = f'variant = "two-player"\ndiscard = {names(area)}\n'
    return run_text(text + hands(*lists) + doing("end"))["state"]


def test_the_highest_score_wins():
    """12 + 8 = 20 beats 11; 20 is the higher total base strength, too."""
    state = ended("Lightning", "Hydra, Bell Tower")
    assert [p["score"] for p in state["player"]] == [11, 20]
    assert state["winners"] == [1]
    assert [p["rank"] for p in state["player"]] == [2, 1]


def test_fr47_of_equal_scores_the_lowest_total_base_strength_wins():
    """6 + 14 (a Leader) + 2 = 22 of strength 8; 12 + 8 + 2 = 22 of strength 22."""
    for order, winner in ((0, 1), (1, 0)):
        both = ["Hydra, Bell Tower, Candle", "Warhorse, Princess"]
        state = ended(both[order], both[1 - order])
        assert [p["score"] for p in state["player"]] == [22, 22]
        assert sorted(p["tie_break"] for p in state["player"]) == [8, 22]
        assert state["winners"] == [winner]
        assert [p["win"] for p in state["player"]] == [float(seat == winner) for seat in (0, 1)]


def test_fr47_total_base_strength_counts_blanked_cards_as_printed():
    """Smoke without a Flame is blanked: 12 + 8 = 20 of strength 47, against 11 + 9 of 20."""
    state = ended("Smoke, Hydra, Bell Tower", "Lightning, Forge")
    assert [p["score"] for p in state["player"]] == [20, 20]
    assert [p["tie_break"] for p in state["player"]] == [47, 20]
    assert state["winners"] == [1]


def test_fr47_still_tied_the_win_is_shared_never_the_first_seats():
    """12 + 8 = 20 and 11 + 9 = 20: half a win each."""
    state = ended("Hydra, Bell Tower", "Lightning, Forge")
    assert [p["score"] for p in state["player"]] == [20, 20]
    assert [p["tie_break"] for p in state["player"]] == [20, 20]
    assert state["winners"] == [0, 1]
    assert [p["win"] for p in state["player"]] == [0.5, 0.5]
    assert [p["rank"] for p in state["player"]] == [1, 1]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_fr47_ranks_and_win_credit_of_played_games(deck, players):
    for seed in range(10):
        game = record(deck, ["strongest"] * players, seed)
        keys = list(zip([-s for s in game.scores], game.tie_breaks, strict=True))
        assert game.ranks == [1 + sum(other < key for other in keys) for key in keys]
        winners = keys.count(min(keys))
        assert game.credits == [(key == min(keys)) / winners for key in keys]


# --- The Necromancer ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("area", "extra", "score"),
    [
        ("Dragon", "Dragon", 33),  # 3 + 30: the Necromancer himself is the Wizard
        ("Knights", "Knights", 15),  # 3 + 20 - 8
        ("Empress", "Empress", 18),  # 3 + 15
        ("Collector", "Collector", 10),  # 3 + 7
        ("Blizzard, Island, Lightning, Bell Tower, Warship, World Tree, Mirage", None, 3),
        ("Hydra, Dragon, Empress", "Dragon", 33),  # the one that gives the best score
        ("Warlock Lord", "Warlock Lord", 18),  # 3 + 25 - 10 for the other Wizard
        ("", None, 3),
    ],
)
def test_necromancer_may_add_one_card_of_four_suits_from_the_discard_area(area, extra, score):
    state = ended("Necromancer", "Candle", area=area)
    holder = state["player"][0]
    assert (holder["extra"], holder["score"]) == (extra, score)
    assert set(state["discard"]) == {c for c in area.split(", ") if c and c != extra}


def test_necromancer_takes_a_card_that_blanks_less_than_it_brings():
    """Basilisk blanks the Dragon: 3 + 35 = 38 is more than 3 + 30 = 33."""
    holder = ended("Necromancer, Dragon", "Candle", area="Basilisk")["player"][0]
    assert (holder["extra"], holder["score"]) == ("Basilisk", 38)


def test_necromancer_takes_nothing_that_gains_nothing():
    """Basilisk would blank Dragon and Hydra: 3 + 35 = 38 is less than 3 + 30 + 12 = 45."""
    holder = ended("Necromancer, Dragon, Hydra", "Candle", area="Basilisk")["player"][0]
    assert (holder["extra"], holder["score"]) == (None, 45)


def test_only_the_necromancers_holder_adds_a_card():
    state = ended("Hydra", "Candle", area="Dragon")
    assert [p["extra"] for p in state["player"]] == [None, None]
    assert state["discard"] == ["Dragon"]
