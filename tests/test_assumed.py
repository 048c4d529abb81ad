"""The column `assumed`: facts, their ranges, and decks in which they are otherwise."""

import pytest

from sim.assumed import MOST_VALUES, assumed_fields
from sim.assumed_deck import other_text, with_assumed
from sim.cards import load_cards
from sim.errors import RealmvaleError

HEADER = "game,set,kind,id,name,suit,value,curses,wards,replaces,text,source,assumed,note\n"
ROWS = (
    'vale_of_eternity,curse,card,wisp,Wisp,Fire,3,1,,,"instant: gain 1 red",rulebook,{},\n'
    "vale_of_eternity,curse,card,mote,Mote,Water,2,,,,instant: 2 points,rulebook,,\n"
    "vale_of_eternity,curse,summoner,ona/day,Ona,,,2,3,,,rulebook,curses=2 in 1..3; start side,\n"
    "vale_of_eternity,curse,summoner,ona/night,Ona,,,,1,,"
    "flip: at the start of the round,rulebook,,\n"
)


def deck_of(tmp_path, assumed):
    path = tmp_path / "cards.csv"
    path.write_text(HEADER + ROWS.format(assumed), encoding="utf-8")
    return load_cards(path).select("vale_of_eternity", ("curse",))


def fields_of(tmp_path, assumed):
    return [f for f in assumed_fields(deck_of(tmp_path, assumed)) if f.id == "wisp"]


@pytest.mark.parametrize("word", ["cost", "value", "strength"])
def test_a_cost_has_all_whole_numbers_of_its_range(tmp_path, word):
    (field,) = fields_of(tmp_path, f"{word}=3 in 2..5")
    assert (field.field, field.now) == ("value", "3")
    assert field.values == ("2", "3", "4", "5")
    assert field.others == ("2", "4", "5")


def test_a_long_range_is_tried_at_few_values_with_its_ends_and_the_present_one(tmp_path):
    (field,) = fields_of(tmp_path, "cost=3 in 0..60")
    numbers = [int(value) for value in field.values]
    assert numbers == sorted(numbers)
    assert len(numbers) == MOST_VALUES + 1
    assert (numbers[0], numbers[-1]) == (0, 60)
    assert 3 in numbers


def test_a_range_of_one_number_is_not_varied(tmp_path):
    (field,) = fields_of(tmp_path, "cost=3 in 3..3")
    assert field.values == ("3",)
    assert not field.varied


def test_a_bare_suit_may_be_any_of_the_deck(tmp_path):
    (field,) = fields_of(tmp_path, "suit")
    assert field.values == ("Fire", "Water")
    assert field.now == "Fire"


def test_a_phrase_of_a_text_may_be_another_one(tmp_path):
    (field,) = fields_of(tmp_path, "text=gain 1 red in gain 1 red|gain 1 blue|none")
    assert field.others == ("gain 1 blue", "none")


def test_what_has_no_range_is_told_and_not_varied(tmp_path):
    fields = fields_of(tmp_path, "text; who knows when")
    assert [f.field for f in fields] == ["text", "who knows when"]
    assert not any(f.varied for f in fields)


@pytest.mark.parametrize(
    ("assumed", "wrong"),
    [
        ("cost=4 in 2..6", "has 3"),
        ("cost=3 in 4..6", "does not hold 3"),
        ("cost=3 in 6..2", "does not hold 3"),
        ("cost=3 in many", "2..6"),
        ("text=gain 1 blue in gain 1 blue|none", "does not stand once"),
        ("suit=Fire in Water|Firre", "did you mean Fire"),
        ("suit=Fire in Water", "does not hold Fire"),
    ],
)
def test_a_range_that_cannot_be_is_refused_with_its_row(tmp_path, assumed, wrong):
    with pytest.raises(RealmvaleError) as error:
        fields_of(tmp_path, assumed)
    assert wrong in str(error.value)


def test_only_the_stated_facts_of_a_deck_change(tmp_path):
    deck = deck_of(tmp_path, "cost=3 in 2..5; curses=1 in 0..2; suit; text=1 red in 1 red|2 blue")
    cost, curses, suit, text = (f for f in assumed_fields(deck) if f.id == "wisp")
    changed = with_assumed(deck, {cost: "5", curses: "0", suit: "Water", text: "2 blue"})
    wisp = changed.cards[0]
    assert (wisp.value, wisp.curses, wisp.suit) == (5, 0, "Water")
    assert wisp.text == "instant: gain 2 blue"
    assert changed.cards[1] is deck.cards[1]
    assert deck.cards[0].value == 3
    assert changed.parsed[0] != deck.parsed[0]
    assert changed.parsed[1] == deck.parsed[1]
    assert changed.sha256 != deck.sha256


def test_the_other_side_starts_with_the_starting_curses(tmp_path):
    deck = deck_of(tmp_path, "")
    start = next(f for f in assumed_fields(deck) if f.field == "start side")
    assert start.values == ("ona/day", "ona/night")
    sides = with_assumed(deck, {start: "ona/night"}).sides
    assert [(side.id, side.curses) for side in sides] == [("ona/night", 2), ("ona/day", 0)]


def test_none_takes_a_clause_out_of_a_text():
    text = "permanent: when you summon, gain 2 curses; flip: when you summon"
    assert other_text(text, "flip: when you summon", "none") == text.partition(";")[0]
    assert other_text("instant: 2 points; mend up to 3 wards", "2 points", "none") == ""


def test_every_range_of_the_project_file_can_be_played():
    from sim.vale_of_eternity.compile import compile_deck

    deck = load_cards().select("vale_of_eternity", ("base", "curse"))
    fields = assumed_fields(deck)
    assert len([f for f in fields if f.varied]) > 40
    for field in fields:
        for value in field.others:
            compile_deck(with_assumed(deck, {field: value}))
