"""The cards and tiles of Artifacts in the project's file, against facts read off them."""

import csv
import re
from pathlib import Path

from test_vale_cards import numbers_in

from sim.cards import load_cards
from sim.cardtext.vale_of_eternity_format import format_text

DATA = Path(__file__).parent / "data"
CARDS = load_cards().select("vale_of_eternity", ("artifacts",))
TEXTS = dict(zip((card.name for card in CARDS.cards), CARDS.parsed, strict=True))
# The numbers of players from which on a tile is always in play; 0: three of these are drawn.
SUPPLY = {
    2: ["incense-burner", "monkey-kings-staff", "pied-pipers-pipe"],
    3: ["seven-league-boots"],
    4: ["golden-fleece"],
    0: ["book-of-thoth", "cap-of-hades", "gem-of-kukulkan", "imperial-seal", "philosophers-stone",
        "ring-of-wishes"],
}  # fmt: skip
WHEN = {
    "instant": ["pied-pipers-pipe", "seven-league-boots", "philosophers-stone"],
    "permanent": ["gem-of-kukulkan"],
}


def facts():
    with (DATA / "cards_vale_artifacts.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_names_families_and_written_costs_are_those_of_the_cards():
    ours = [(card.name, card.suit.lower(), card.value) for card in CARDS.cards]
    theirs = [(row["name"], row["family"], int(row["cost"])) for row in facts()]
    assert sorted(ours) == sorted(theirs)
    assert len(ours) == 28


def test_each_card_has_the_kinds_of_effects_and_the_numbers_that_are_printed_on_it():
    for row in facts():
        kinds = ("instant", "permanent", "resolution")
        printed = {kind for kind in kinds if row[kind]}
        assert {clause.section for clause in TEXTS[row["name"]]} == printed, row["name"]
        ours = {abs(n) for clause in TEXTS[row["name"]] for n in numbers_in(clause)}
        said = " ".join(row[kind].split("(")[0] for kind in kinds)
        # a pair is two cards
        assert {int(n) for n in re.findall(r"\d+", said)} - {0, 1} <= ours, row["name"]


def test_every_text_is_in_canonical_form_and_nothing_is_assumed():
    rows = [*CARDS.cards, *CARDS.artifacts]
    for card, text in zip(rows, [*CARDS.parsed, *CARDS.parsed_artifacts], strict=True):
        assert format_text(text) == card.text
    assert CARDS.assumed == []
    assert {card.source for card in rows} == {"card"}


def test_when_tiles_act_and_for_how_many_players_they_are():
    assert len(CARDS.artifacts) == 11
    players = {tile.id: tile.value or 0 for tile in CARDS.artifacts}
    assert players == {slug: n for n, slugs in SUPPLY.items() for slug in slugs}
    acts = {slug: when for when, slugs in WHEN.items() for slug in slugs}
    for tile, text in zip(CARDS.artifacts, CARDS.parsed_artifacts, strict=True):
        assert {clause.section for clause in text} == {acts.get(tile.id, "action")}, tile.id
