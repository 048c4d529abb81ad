"""Thousands of hands with scores made by public scorers, or published by players."""

import csv
import gzip
import random
from pathlib import Path

import pytest
from support.hands import base_scorer, scorer_of

DATA = Path(__file__).parent / "data"
# Rows of the base set whose score no open ruling decides.
ROWS = {"base_explicit": 4031, "base_best": 2579, "published": 29}
HOARD = "base,cursed_hoard"


def vectors(name: str) -> list[dict[str, str]]:
    with gzip.open(DATA / f"fantasy_realms_{name}.csv.gz", "rt", encoding="utf-8") as file:
        rows = csv.DictReader(file)
        return [
            row for row in rows if row.get("set", "base") == "base" and not row.get("open_rulings")
        ]


def parts(cell: str) -> list[str]:
    return [part for part in cell.split("|") if part]


def hand_of(row: dict[str, str], names: list[str] | None = None):
    names = names or parts(row["card_names"])
    return base_scorer().hand(names, extra=row["necromancer_extra"] or None, partial=True)


@pytest.mark.parametrize(("name", "rows"), ROWS.items(), ids=[f"{n}-{r}" for n, r in ROWS.items()])
def test_every_vector_with_its_stated_choices(name, rows):
    table = vectors(name)
    assert len(table) == rows
    wrong = []
    for row in table:
        score = base_scorer().score(hand_of(row), parts(row["choices"]))
        if score != int(row["score"]):
            wrong.append((row["id"], score, row["score"]))
    assert wrong == []


def test_the_best_choices_of_all_2579_vectors():
    table = vectors("base_best")
    assert len(table) == ROWS["base_best"]
    scores = {row["id"]: base_scorer().score(hand_of(row)) for row in table}
    assert scores == {row["id"]: int(row["score"]) for row in table}


def hoard_rows(name: str) -> list[dict[str, str]]:
    """Rows with Cursed Hoard suits whose score no open ruling decides."""
    with gzip.open(DATA / f"fantasy_realms_{name}.csv.gz", "rt", encoding="utf-8") as file:
        rows = csv.DictReader(file)
        return [row for row in rows if row.get("set", "cursed_hoard") == "cursed_hoard"
                and not row.get("open_rulings")]  # fmt: skip


@pytest.mark.parametrize(("name", "rows"), [("hoard_explicit", 2070), ("published", 9)])
def test_every_vector_of_the_cursed_hoard(name, rows):
    table, scorer, wrong = hoard_rows(name), scorer_of(HOARD), []
    assert len(table) == rows
    for row in table:
        hand = scorer.hand(
            parts(row["card_names"]),
            partial=True,
            discard=parts(row["discard_area"]),
            players=int(row["player_count"] or 1),
        )
        score = scorer.score(hand, parts(row["choices"]))
        if score != int(row["score"]):
            wrong.append((row["id"], score, row["score"]))
    assert wrong == []


@pytest.mark.parametrize("name", ROWS)
def test_the_order_of_cards_and_choices_makes_no_difference(name):
    rng = random.Random(f"order {name}")
    wrong, tried = [], 0
    for row in vectors(name)[:: 1 if name == "published" else 10]:
        names, choices = parts(row["card_names"]), parts(row["choices"])
        for _ in range(5):
            rng.shuffle(names)
            rng.shuffle(choices)
            score = base_scorer().score(hand_of(row, names), choices)
            best = base_scorer().score(hand_of(row, names)) if name == "base_best" else score
            tried += 1
            if {score, best} != {int(row["score"])}:
                wrong.append((row["id"], names, choices, score, best))
    assert wrong == []
    assert tried >= 5 * ROWS[name] // 10 or tried == 5 * 29
