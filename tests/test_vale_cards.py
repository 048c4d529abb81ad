"""The cards of the second game in the project's file, against facts read off the printed cards."""

import csv
import re
from pathlib import Path

import pytest

from sim.cards import load_cards
from sim.cardtext import vale_of_eternity_ast as ast
from sim.cardtext.vale_of_eternity_format import format_text

DATA = Path(__file__).parent / "data"
CARDS = load_cards().select("vale_of_eternity")
TEXTS = dict(zip((card.name for card in CARDS.cards), CARDS.parsed, strict=True))


def facts():
    with (DATA / "cards_vale_base.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def foreseen():
    """Return a card file's path with the base cards and all that Artifacts and Curse add."""
    return DATA / "vale_foreseen_texts.csv"


def test_names_families_and_written_costs_are_those_of_the_cards():
    ours = [(card.name, card.suit.lower(), card.value) for card in CARDS.cards]
    theirs = [(row["name"], row["family"], int(row["cost"])) for row in facts()]
    assert sorted(ours) == sorted(theirs)
    assert len(ours) == 70


def test_each_card_has_the_kinds_of_effects_that_are_printed_on_it():
    for row in facts():
        printed = {kind for kind in ("instant", "permanent", "resolution") if row[kind]}
        assert {clause.section for clause in TEXTS[row["name"]]} == printed, row["name"]


def numbers_in(value):
    """Yield all numbers of a node, at any depth."""
    if isinstance(value, int) and not isinstance(value, bool):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from numbers_in(part)
    elif hasattr(value, "__dataclass_fields__"):
        for name in value.__dataclass_fields__:
            yield from numbers_in(getattr(value, name))


def test_every_number_of_a_printed_text_stands_in_ours():
    for row in facts():
        ours = {abs(n) for clause in TEXTS[row["name"]] for n in numbers_in(clause)}
        # 0 and 1 are said in many ways; what stands in brackets explains.
        printed = {
            int(n)
            for kind in ("instant", "permanent", "resolution")
            for n in re.findall(r"\d+", row[kind].split("(")[0])
        } - {0, 1}
        if row["name"] == "Odin":  # "fewer than 6" is "5 or less"
            printed = printed - {6} | {5}
        assert printed <= ours, row["name"]


def test_every_text_is_in_canonical_form():
    for card, text in zip(CARDS.cards, CARDS.parsed, strict=True):
        assert format_text(text) == card.text


def test_every_card_has_a_text_and_nothing_is_assumed():
    assert all(CARDS.parsed)
    assert CARDS.assumed == []
    assert {card.source for card in CARDS.cards} == {"card"}


@pytest.mark.parametrize("kind", ["card", "artifact", "summoner"])
def test_the_language_foresees_every_text_of_the_expansions(kind):
    from sim.card_set import parse_texts

    card_file = load_cards(foreseen())
    rows = [card for card in card_file.cards if card.kind == kind]
    assert len(rows) == {"card": 28 + 11, "artifact": 11, "summoner": 9}[kind]
    parsed = parse_texts(foreseen(), rows, card_file.vocabulary("vale_of_eternity"))
    for card, text in zip(rows, parsed, strict=True):
        assert text, card.id
        assert format_text(text) == card.text


# --- what some texts mean, clause by clause ---


def test_an_effect_that_hangs_on_another_is_chained_to_it():
    (clause,) = TEXTS["Burning Skull"]
    assert clause.body == ast.Do((ast.DiscardStones(((1, "red"),)),), then=ast.Do((ast.Points(3),)))
    (clause,) = TEXTS["Dragon Egg"]
    assert clause.body.actions == (ast.Move("discard", ast.ThisCard()),)
    (summon,) = clause.body.then.actions
    assert summon.what.filter == ast.Filter((ast.Item(("Dragon",)),))


def test_points_and_an_attack_do_not_hang_on_each_other():
    for name in ("Leviathan", "Ember", "Marina", "Boulder", "Gust"):
        points, attack = TEXTS[name]
        assert isinstance(points.body.actions[0], ast.Points)
        assert isinstance(attack.body.actions[0], ast.Attack)
        assert attack.body.actions[0].who == "a chosen player"


def test_odin_asks_for_fewer_than_six_cards():
    (clause,) = TEXTS["Odin"]
    (has,) = clause.body.conditions
    assert (has.count.zone, has.is_, has.n) == ("your hand", "at most", 5)
    assert clause.body.no == ast.Do((ast.Gain(((1, "purple"),)),))


def test_hydra_offers_four_options_of_which_two_are_chosen():
    (clause,) = TEXTS["Hydra"]
    (choice,) = clause.body.actions
    assert (choice.least, choice.most) == (2, 2)
    assert [option[0].actions[0] for option in choice.options] == [
        ast.Gain(((1, "purple"),)),
        ast.Draw(1),
        ast.Gain(((2, "blue"),)),
        ast.Points(4),
    ]
