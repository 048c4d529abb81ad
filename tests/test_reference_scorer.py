"""The plain reference scorer against published scores, the cases of players, and the rulings."""

import csv
import gzip
import random
from collections import Counter
from pathlib import Path

import pytest
from reference.fantasy_realms_cards import CARDS, SUITS
from reference.fantasy_realms_scorer import best, card_points, legal_choices, score

DATA = Path(__file__).parent / "data"


def vectors(name: str) -> list[tuple[dict[str, str], list[str], list[tuple[str, str]]]]:
    """Base-set rows whose score no open ruling decides, with the hand and the stated choices."""
    with gzip.open(DATA / f"fantasy_realms_{name}.csv.gz", "rt", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    table = []
    for row in rows:
        if row.get("set", "base") == "base" and not row.get("open_rulings"):
            extra = [row["necromancer_extra"]] if row["necromancer_extra"] else []
            choices = [tuple(choice.split("=")) for choice in row["choices"].split("|") if choice]
            table.append((row, row["card_names"].split("|") + extra, choices))
    return table


def combinations(hand: list[str]) -> int:
    """Choices to try, at most: the Island sees seven cards or fewer."""
    sizes = {"Doppelgänger": 8, "Mirage": 26, "Shapeshifter": 26, "Book of Changes": 71,
             "Island": 4}  # fmt: skip
    total = 1
    for chooser, size in sizes.items():
        total *= size if chooser in hand else 1
    return total


@pytest.mark.parametrize(
    ("name", "rows"), [("base_explicit", 4031), ("base_best", 2579), ("published", 29)]
)
def test_vectors_match_exactly(name, rows):
    table = vectors(name)
    assert len(table) == rows
    wrong = [(row["id"], score(hand, choices)) for row, hand, choices in table
             if score(hand, choices) != int(row["score"])]  # fmt: skip
    assert wrong == []


def test_best_choices_match_the_vectors():
    table = vectors("base_best")
    some = [row for row in table if combinations(row[1]) < 700][::4]
    some += [row for row in table if 700 <= combinations(row[1]) < 5000][::16]
    assert len(some) > 500
    wrong = [(row["id"], best(hand)) for row, hand, _ in some
             if best(hand)[0] != int(row["score"])]  # fmt: skip
    assert wrong == []


def test_the_deck_has_ten_suits_of_five_and_three_wild_cards():
    assert len(CARDS) == 53
    assert Counter(card.suit for card in CARDS.values()) == dict.fromkeys(SUITS, 5) | {"Wild": 3}


# Hands that players asked about, with the answers of the rulebook, the designer or the community.
CASES = [
    ("FR-01", "Wildfire, Blizzard, Great Flood", "", 65),
    ("FR-05", "Knights, War Dirigible, Smoke", "", 47),
    ("FR-07", "Book of Changes, War Dirigible, Rangers", "Book of Changes=Rangers:Land", 53),
    ("FR-08", "War Dirigible, Book of Changes, Beastmaster, Doppelgänger",
     "Book of Changes=War Dirigible:Beast, Doppelgänger=War Dirigible", 56),
    ("FR-09", "Book of Changes, Warship, War Dirigible, Light Cavalry, Air Elemental",
     "Book of Changes=War Dirigible:Flood", 24),
    ("FR-12", "Book of Changes, Warship, Elven Archers, Dwarvish Infantry",
     "Book of Changes=Dwarvish Infantry:Flood", 56),
    ("FR-14", "Book of Changes, Warship, Fountain of Life, Great Flood, Elven Archers",
     "Book of Changes=Great Flood:Wizard", 82),
    ("FR-15", "Wildfire, Fire Elemental, Great Flood, Blizzard, Book of Changes",
     "Book of Changes=Blizzard:Beast", 7),
    ("FR-17", "Collector, Knights, Elven Archers, Light Cavalry, Dwarvish Infantry, Doppelgänger",
     "Doppelgänger=Elven Archers", 108),
    ("FR-18", "Island, Great Flood, Fountain of Life, Wildfire, Book of Changes, Mirage, Collector",
     "Island=Wildfire, Book of Changes=Wildfire:Flood, Mirage=Great Flood", 177),
    ("FR-18", "Island, Great Flood, Fountain of Life, Wildfire, Book of Changes, Mirage, Collector",
     "Island=Wildfire, Book of Changes=Wildfire:Flood, Mirage=Swamp", 237),
    ("FR-22", "Shield of Keth, Gem of Order, Cavern, Earth Elemental, Rangers, Queen", "", 105),
    ("FR-23", "Gem of Order, Air Elemental, Necromancer, Rainstorm, Warhorse, Dragon, Bell Tower,"
     " Forest", "", 239),
    ("FR-29", "Book of Changes, Basilisk, Island, Dragon, Collector",
     "Book of Changes=Basilisk:Flood, Island=Basilisk", 89),
    ("FR-29", "Book of Changes, Basilisk, Island, Dragon, Collector",
     "Book of Changes=Basilisk:Flood", 59),
    ("FR-30", "Book of Changes, Candle, Necromancer, Mirage, Great Flood, Cavern, Collector",
     "Book of Changes=Necromancer:Artifact, Mirage=Bell Tower", 45),
    ("FR-30", "Book of Changes, Candle, Necromancer, Mirage, Cavern, Collector",
     "Book of Changes=Necromancer:Artifact, Mirage=Bell Tower", 121),
    ("FR-32", "Water Elemental, Doppelgänger", "Doppelgänger=Water Elemental", 23),
    ("FR-33", "Dwarvish Infantry, Doppelgänger", "Doppelgänger=Dwarvish Infantry", 26),
    ("FR-34", "Candle, Smoke, Dwarvish Infantry, War Dirigible", "", 44),
    ("FR-34", "Smoke, Dwarvish Infantry, War Dirigible", "", 50),
    ("FR-35", "World Tree, Wildfire, Bell Tower, Forest", "", 92),
    ("FR-35", "World Tree, Bell Tower, Forest", "", 17),
    ("FR-36", "Forest, Elven Archers, Enchantress, King, Fire Elemental, World Tree, Blizzard",
     "", 133),
    ("FR-37", "Unicorn, Princess, Queen", "", 55),
    ("FR-38", "Fountain of Life, Swamp, Great Flood, Island, Water Elemental", "", 161),
    ("FR-39", "Dwarvish Infantry, World Tree, Unicorn, Great Flood, Forest, Empress, Warship",
     "", 171),
    ("FR-40", "Mountain, Cavern, Wildfire, Rangers, Beastmaster, Basilisk, Warship", "", 58),
    ("FR-42", "Mountain, Great Flood, Rainstorm, Smoke, Whirlwind, Wildfire, Enchantress", "", 137),
    ("FR-43", "Dragon, Fire Elemental, Blizzard, Candle, Queen, Elven Archers, World Tree", "", 39),
    ("FR-45", "Necromancer, Book of Changes, Basilisk, King, Warhorse, Bell Tower, Forge, Dragon",
     "Book of Changes=Necromancer:Beast", 64),
    ("FR-51", "Basilisk, Doppelgänger", "Doppelgänger=Basilisk", 0),
    ("guide", "World Tree, War Dirigible, Elven Archers, Fountain of Life, Warlock Lord,"
     " Bell Tower, Dragon", "", 216),
]  # fmt: skip


def split(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


@pytest.mark.parametrize(("case", "hand", "choices", "points"), CASES)
def test_cases_of_players(case, hand, choices, points):
    assert score(split(hand), [tuple(choice.split("=")) for choice in split(choices)]) == points


def test_best_of_the_lowest_known_hand_is_minus_4():
    hand = split("Necromancer, Warlock Lord, King, Queen, Warlord, Empress, Shapeshifter,"
                 " Doppelgänger")  # fmt: skip
    assert score(hand, [("Shapeshifter", "King"), ("Doppelgänger", "Warlock Lord")]) == -74
    assert best(hand)[0] == -4


def test_best_finds_the_rulebook_example():
    hand = split("Mountain, Great Flood, Smoke, Whirlwind, Air Elemental, Wildfire, Mirage")
    assert best(hand) == (260, [("Mirage", "Rainstorm")])
    assert min(score(hand, choices) for choices in legal_choices(hand)) == 205
    assert score(hand) == 205


def test_a_cycle_blanks_its_cards_and_spares_bystanders():
    # Great Flood > Wildfire > Blizzard (now a Beast) > Great Flood; Great Flood alone would have
    # blanked the Fire Elemental, Wildfire alone the Forest.
    hand = ["Wildfire", "Fire Elemental", "Great Flood", "Blizzard", "Book of Changes", "Forest"]
    choices = [("Book of Changes", "Blizzard:Beast")]
    assert card_points(hand, choices) == {"Fire Elemental": 4, "Book of Changes": 3, "Forest": 7}


def test_cards_nobody_blanks_are_resolved_first():
    # Basilisk and its copy would blank each other, but Wildfire stands outside and blanks both.
    hand = ["Wildfire", "Basilisk", "Doppelgänger", "Unicorn"]
    points = card_points(hand, [("Doppelgänger", "Basilisk")])
    assert points == {"Wildfire": 40, "Unicorn": 9}


def test_a_card_that_would_blank_itself_is_blanked_and_blanks_nothing():
    # Rainstorm as a Flame is inside its own penalty; the Candle survives it.
    hand = ["Rainstorm", "Candle", "Book of Changes"]
    points = card_points(hand, [("Book of Changes", "Rainstorm:Flame")])
    assert points == {"Candle": 2, "Book of Changes": 3}


def test_a_card_that_its_own_new_suit_blanks_grounds_nobody():
    # The copy is a Weather, and so blanked with any Weather; the Dirigible never meets it.
    hand = ["Doppelgänger", "War Dirigible", "Knights", "Book of Changes"]
    choices = [("Doppelgänger", "War Dirigible"), ("Book of Changes", "Doppelgänger:Weather")]
    points = card_points(hand, choices)
    assert points == {"War Dirigible": 35, "Knights": 12, "Book of Changes": 3}


def test_smoke_turned_flame_keeps_itself_alive():
    hand = ["Smoke", "Book of Changes"]
    assert score(hand) == 3
    assert score(hand, [("Book of Changes", "Smoke:Flame")]) == 30


def test_a_grounded_dirigible_no_longer_feeds_smoke():
    # The Dirigible is the only Flame; Smoke grounds it, and then lacks a Flame itself.
    hand = ["Smoke", "War Dirigible", "Knights", "King", "Book of Changes"]
    points = card_points(hand, [("Book of Changes", "War Dirigible:Flame")])
    assert set(points) == {"Knights", "King", "Book of Changes"}


def test_the_order_of_the_hand_never_matters():
    rng = random.Random(11)
    pools = [["Doppelgänger", "Book of Changes", "War Dirigible", "Smoke"],
             ["Doppelgänger", "Basilisk", "Book of Changes", "Rainstorm"],
             ["Mirage", "Island", "Wildfire", "Great Flood"], []]  # fmt: skip
    for _ in range(400):
        pool = rng.choice(pools)
        hand = pool + rng.sample(sorted(set(CARDS) - set(pool)), 7 - len(pool))
        if combinations(hand) > 3000:
            continue
        choices = rng.choice(list(legal_choices(hand)))
        scores = {score(rng.sample(hand, 7), rng.sample(choices, len(choices))) for _ in range(6)}
        assert len(scores) == 1, (hand, choices)


def test_legal_choices_are_all_there_once():
    hand = ["Doppelgänger", "Shapeshifter", "Island", "Candle", "King"]
    every = [tuple(choices) for choices in legal_choices(hand)]
    # Copying Island or Candle gives the Island 3 targets, anything else 2; each may be declined.
    assert len(every) == len(set(every)) == (2 * 4 + 3 * 3) * 26


def test_island_sees_the_suits_that_the_book_of_changes_made():
    hand = ["Book of Changes", "King", "Island"]
    ways = Counter(dict(choices).get("Book of Changes") for choices in legal_choices(hand))
    # None, Island or King where King became Flood or Flame; None or Island otherwise; only None
    # where Island itself stopped being one.
    assert ways["King:Flood"] == ways["King:Flame"] == 3
    assert ways[None] == ways["King:Land"] == ways["Island:Flame"] == 2
    assert ways["Island:Land"] == 1
    assert sorted(ways.values()) == [1] * 8 + [2] * 11 + [3] * 2


def test_a_necromancer_hand_may_copy_its_eighth_card():
    hand = ["Necromancer", "Doppelgänger", "Dragon"]
    assert score(hand, [("Doppelgänger", "Dragon")]) == 3 + 30 + 30


@pytest.mark.parametrize(
    "choice",
    [
        ("Mirage", "King"),
        ("Shapeshifter", "Smoke"),
        ("Doppelgänger", "Dragon"),
        ("Doppelgänger", "Doppelgänger"),
        ("Book of Changes", "Book of Changes:Land"),
        ("Book of Changes", "Smoke:Undead"),
        ("Island", "Smoke"),
        ("King", "Queen"),
    ],
)
def test_illegal_choices_are_refused(choice):
    hand = ["Mirage", "Shapeshifter", "Doppelgänger", "Book of Changes", "Island", "Smoke", "King"]
    with pytest.raises(ValueError, match=r"may not choose|not in"):
        score(hand, [choice])


def test_a_hand_holds_different_known_cards():
    with pytest.raises(ValueError, match="different cards"):
        score(["King", "King"])
    with pytest.raises(ValueError, match="different cards"):
        score(["Kraken"])
