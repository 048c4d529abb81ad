"""The command ``cards template``: what is still to be filled in."""

import csv
import io

import pytest
from click.testing import CliRunner

from analysis.commands.cards import cards
from sim.cards import load_cards
from sim.errors import RealmvaleError


def printed(*arguments):
    return CliRunner().invoke(cards, ["template", *arguments], catch_exceptions=False).stdout


def test_unknown_cards_are_empty_rows():
    rows = list(csv.DictReader(io.StringIO(printed("curse"))))
    empty = [row for row in rows if not row["name"]]
    assert len(empty) == 28 - 11
    assert all(row["note"].startswith("fill in") for row in empty)
    assert len({row["id"] for row in rows}) == len(rows)


def test_assumed_rows_come_with_what_is_assumed():
    rows = {row["id"]: row for row in csv.DictReader(io.StringIO(printed("curse")))}
    assumed = {c.id: c.assumed for c in load_cards().cards if c.set == "curse" and c.assumed}
    assert {key: rows[key]["assumed"] for key in assumed} == assumed
    assert "marcosa/tempted" not in rows  # all of it is stated


def test_completed_rows_make_a_card_file(tmp_path):
    """The seventeen filled in, and the deck has all 28."""
    rows = list(csv.DictReader(io.StringIO(printed("curse"))))
    for number, row in enumerate(rows):
        if not row["name"]:
            row |= {"name": f"Mine {number}", "suit": "Fire", "value": "2", "source": "card"}
    path = tmp_path / "mine.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    assert len(load_cards(path).select("vale_of_eternity", ("curse",)).cards) == 28


def test_other_sets_have_nothing_to_fill_in():
    with pytest.raises(RealmvaleError, match="did you mean curse"):
        printed("cruse")
