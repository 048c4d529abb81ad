"""Explained hands: the sums add up by construction, and every cause is named."""

import json
import random

import pytest
from reference.fantasy_realms_scorer import card_points
from support.decks import card_line, deck_with
from support.hands import base_scorer, card, explain, unchecked
from test_reference_agreement import KINDS, random_choices, random_hand

from sim.fantasy_realms.hands import HandScorer


def text_of(name, hand, *choices):
    return "; ".join(reason.text for reason in card(name, hand, *choices).reasons)


@pytest.mark.parametrize("kind", KINDS)
def test_totals_add_up_and_agree_with_the_reference_card_by_card(kind):
    rng = random.Random(f"explained {kind}")
    for _ in range(300):
        hand = random_hand(rng, KINDS[kind])
        choices = random_choices(rng, hand)
        stated = [f"{chooser}={what}" for chooser, what in choices]
        explanation = base_scorer().explain(unchecked(hand), stated)
        assert sum(row.total for row in explanation.cards) == explanation.score
        active = {row.card: row.total for row in explanation.cards if not row.blanked}
        assert active == card_points(hand, choices), (hand, choices)
        for row in explanation.cards:
            brought = row.base + sum(reason.points for reason in row.reasons)
            assert row.total == (0 if row.blanked else brought), (hand, choices, row)


def test_totals_add_up_with_the_best_choices():
    rng = random.Random("explained best")
    for _ in range(200):
        hand = unchecked(random_hand(rng, 3))
        explanation = base_scorer().explain(hand)
        assert explanation.score == base_scorer().score(hand)
        assert sum(row.total for row in explanation.cards) == explanation.score


def test_cards_are_listed_as_stated():
    hand = "Dragon, Candle, Bell Tower, Collector"
    assert [row.card for row in explain(hand).cards] == hand.split(", ")


@pytest.mark.parametrize(
    ("hand", "choice", "name", "said"),
    [
        ("Mirage, Smoke", "Mirage=Candle", "Mirage", "is Candle (Flame)"),
        ("Doppelgänger, Dragon", "Doppelgänger=Dragon", "Doppelgänger", "copies Dragon (Beast)"),
        ("Book of Changes, Bell Tower", "Book of Changes=Bell Tower:Wizard", "Book of Changes",
         "gives Bell Tower the suit Wizard"),
        ("Book of Changes, Bell Tower", "Book of Changes=Bell Tower:Wizard", "Bell Tower",
         "is a Wizard through Book of Changes"),
        ("Island, Wildfire", "Island=Wildfire", "Island", "clears the penalty of Wildfire"),
    ],
)  # fmt: skip
def test_choices_are_said(hand, choice, name, said):
    assert said in text_of(name, hand, choice)
    assert explain(hand, choice).choices


def test_a_declined_choice_is_said():
    assert card("Mirage", "Mirage, Smoke").choice == "chooses nothing"
    assert explain("Mirage, Smoke").choices == ()


def test_all_who_blank_a_card_are_named():
    row = card("Candle", "Candle, Great Flood, Rainstorm")
    assert row.blanked_by == ("Great Flood", "Rainstorm")
    # Blizzard blanks the Great Flood, so only the Rainstorm is left to blank the Candle.
    row = card("Candle", "Candle, Great Flood, Rainstorm, Blizzard")
    assert row.blanked_by == ("Rainstorm",)


@pytest.mark.parametrize(
    ("hand", "choice", "name", "said"),
    [
        ("Smoke, Knights", "", "Smoke", "blanks itself: it needs a Flame and there is none"),
        ("War Dirigible, Knights, Blizzard", "", "War Dirigible", "there is a Weather (Blizzard)"),
        ("Basilisk, Doppelgänger", "Doppelgänger=Basilisk", "Basilisk",
         "it and Doppelgänger as Basilisk blank each other"),
        ("Wildfire, Great Flood, Blizzard, Book of Changes", "Book of Changes=Blizzard:Beast",
         "Wildfire", "in a ring with Great Flood and Blizzard"),
        ("Rainstorm, Book of Changes", "Book of Changes=Rainstorm:Flame", "Rainstorm",
         "would blank itself"),
    ],
)  # fmt: skip
def test_why_a_card_is_blanked_is_said(hand, choice, name, said):
    assert card(name, hand, *filter(None, [choice])).blanked
    assert said in text_of(name, hand, *filter(None, [choice]))


def test_a_cleared_penalty_says_who_cleared_it_and_what_it_would_have_been():
    hand = "Swamp, Knights, Candle, Mountain, Protection Rune"
    row = card("Swamp", hand)
    assert row.cleared_by == ("Mountain", "Protection Rune")
    assert row.would_be == -6
    assert "-6: -3 for each Flame or Army (Candle, Knights)" in text_of("Swamp", hand)
    assert card("Swamp", "Swamp, Knights").cleared_by == ()


def test_a_card_without_penalty_is_cleared_by_nobody():
    assert card("Forge", "Forge, Protection Rune").cleared_by == ()
    assert card("Forge", "Forge, Protection Rune").would_be is None


def test_struck_words_leave_what_is_said_of_the_penalty():
    hand = "Warlord, Blizzard, Rangers, Candle"
    assert card("Blizzard", hand).struck == {"Army": ("Rangers",)}
    said = text_of("Blizzard", hand)
    assert "-10: -5 for each Flame, Leader or Beast (Candle, Warlord)" in said
    # Nothing is left of the Infantry's penalty.
    said = text_of("Dwarvish Infantry", "Dwarvish Infantry, Rangers, Knights")
    assert said == "the word Army is struck out of its penalty by Rangers"


def test_whom_a_bonus_counted_is_listed():
    row = card("Princess", "Princess, Knights, Collector, King, Candle")
    (reason,) = row.reasons
    assert reason.points == 24
    assert set(reason.counted) == {"Knights", "Collector", "King"}


def test_of_alternatives_the_one_that_counts_is_said():
    assert "+40 with a Leader (King) and Shield of Keth" in text_of(
        "Sword of Keth", "Sword of Keth, King, Shield of Keth"
    )
    assert text_of("Sword of Keth", "Sword of Keth, King") == "+10 with a Leader (King)"


def test_a_struck_alternative_counts_nothing_and_may_be_the_best(tmp_path):
    text = "penalty: -5 each Army, or -9 each Flame"
    deck = deck_with(tmp_path, card_line("moth", "Moth", "Beast", 10, text))
    scorer = HandScorer(deck)
    hand = scorer.hand(["Moth", "Candle", "Forge", "Rangers"], partial=True)
    # Nothing is left of the first alternative, so it costs 0; the second would cost 18.
    row = scorer.explain(hand).cards[0]
    assert row.total == 10
    assert [reason.points for reason in row.reasons] == [0, 0]
    assert row.reasons[1].text == "0: the best of its alternatives has nothing left to count"
    # The War Dirigible's Army doesn't strike anything: the better of -5 and -18 counts.
    hand = scorer.hand(["Moth", "Candle", "Forge", "Knights"], partial=True)
    assert scorer.explain(hand).cards[0].total == 10 - 5


MADE_UP = [
    "penalty: -5 each Army, or -9 each Flame; -1 each Land",
    "penalty: -4, or -5 each Army, or -3 each Beast",
    "penalty: -7 unless any Army, or -5 each Army with any Leader, or -total base strength of Land",
    "penalty: -6 each Army; -highest base strength of Army, or -2 each other Wizard",
    'penalty: -5 each Army, or -9 each Army with "Candle"',
    "bonus: +5 each Army, or +3 each Land; penalty: -2 each Army, Land, or -30 with any Army",
]


def test_reasons_add_up_to_totals_for_alternatives_with_struck_words(tmp_path):
    names = [f"Made {number}" for number in range(len(MADE_UP))]
    lines = [card_line(f"made-{k}", names[k], "Wizard", 20, text) for k, text in enumerate(MADE_UP)]
    deck = deck_with(tmp_path, *lines)
    scorer, rng, struck = HandScorer(deck), random.Random("alternatives"), 0
    others = ["Knights", "Candle", "Forge", "Warlord", "Forest", "Hydra", "Light Cavalry", "King"]
    for _ in range(600):
        hand = [*rng.sample(names, 2), *rng.sample(others, rng.randint(0, 4))]
        hand += ["Rangers"] * rng.randint(0, 1)
        explanation = scorer.explain(scorer.hand(hand, partial=True))
        for row in explanation.cards:
            points = [reason.points for reason in row.reasons]
            assert row.total == (0 if row.blanked else row.base + sum(points)), (hand, row)
            struck += bool(row.struck)
    assert struck > 300


def test_an_unmet_bonus_says_what_is_missing():
    hand = "Candle, Book of Changes, Collector"
    assert text_of("Candle", hand).endswith("(there is no Bell Tower)")
    assert "no +5, as there is a Weather (Smoke)" in text_of(
        "Elven Archers", "Elven Archers, Smoke, Candle"
    )
    assert "Forest and Bell Tower are Land" in text_of(
        "World Tree", "World Tree, Forest, Bell Tower"
    ).replace("Bell Tower and Forest", "Forest and Bell Tower")


def test_every_run_and_every_set_is_listed():
    said = text_of("Gem of Order", "Gem of Order, King, Unicorn, Sword of Keth, Elven Longbow,"
                   "Shield of Keth, Elven Archers")  # fmt: skip
    assert said == "+10 for the run 3-4-5 and +30 for the run 7-8-9-10"
    said = text_of("Collector", "Collector, Beastmaster, Necromancer, King, Queen, Princess")
    assert "+10 for 3 different names of Wizard" in said
    assert "+10 for 3 different names of Leader" in said


def test_bonuses_of_other_sets_are_said_too(tmp_path):
    text = "bonus: +5 each Army in the discard area; +10 each opponent; +9 with exactly 2 Beast"
    deck = deck_with(tmp_path, card_line("seer", "Seer", "Wizard", 1, text))
    scorer = HandScorer(deck)
    hand = scorer.hand(["Seer", "Hydra"], partial=True, discard=["Knights", "Dragon", "Rangers"],
                       players=4)  # fmt: skip
    row = scorer.explain(hand).cards[0]
    assert row.total == 1 + 5 * 2 + 10 * 3
    said = [reason.text for reason in row.reasons]
    assert said[0] == "+10: +5 for each Army in the discard area"
    assert said[1] == "+30: +10 for each of 3 opponents"
    assert "exactly 2 must be Beast (1 are)" in said[2]
    hand = scorer.hand(["Seer", "Hydra", "Unicorn"], partial=True)
    assert scorer.explain(hand).cards[0].total == 1 + 9


def test_an_explanation_is_plain_data():
    content = json.loads(json.dumps(explain("Mirage, Smoke, Swamp", "Mirage=Candle").to_dict()))
    assert content["score"] == 27 + 18 - 3
    assert [row["card"] for row in content["cards"]] == ["Mirage", "Smoke", "Swamp"]
    assert content["choices"] == ["Mirage is Candle (Flame)"]
