"""The reference's card table against the cards' facts, which it was not copied from."""

from __future__ import annotations

import csv
from pathlib import Path

from reference.vale import phases  # noqa: F401  (enters all effects)
from reference.vale.cards import CARDS
from reference.vale.registry import INSTANTS, RESOLUTIONS

FACTS = Path(__file__).parent / "data" / "cards_vale_base.csv"
ENGINE = Path(__file__).parent / "reference" / "vale"


def rows() -> list[dict[str, str]]:
    with FACTS.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def names() -> set[str]:
    return {row["name"] for row in rows()}


def test_seventy_cards_with_family_and_written_cost():
    facts = {(row["name"], row["family"], int(row["cost"])) for row in rows()}
    assert len(facts) == 70
    assert {(card.name, card.family, card.cost) for card in CARDS.values()} == facts


def test_which_cards_have_an_instant_effect():
    assert set(INSTANTS) & names() == {row["name"] for row in rows() if row["instant"]}


def test_which_cards_have_a_resolution_effect():
    assert set(RESOLUTIONS) & names() == {row["name"] for row in rows() if row["resolution"]}


def test_every_permanent_effect_is_looked_for_somewhere():
    rules = "".join((ENGINE / f"{name}.py").read_text("utf-8")
                    for name in ("stones", "summoning", "phases"))  # fmt: skip
    permanent = {row["name"] for row in rows() if row["permanent"]}
    assert len(permanent) == 11
    assert {name for name in CARDS if f'"{name}" in area' in rules
            or f'"{name}" in player.area' in rules} == permanent  # fmt: skip
