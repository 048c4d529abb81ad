"""A text of the second game that cannot be read says where, what, and the nearest valid word."""

import pytest

from sim.cards import load_cards
from sim.cardtext.tokens import CardTextError
from sim.cardtext.vale_of_eternity import parse
from sim.cardtext.vocabulary import Vocabulary
from sim.errors import RealmvaleError

WORDS = Vocabulary(("Fire", "Water", "Earth", "Wind", "Dragon"), ("Imp", "Sand Giant", "Agni"))

# text, the 1-based character of the mistake, words that the message must hold
MISTAKES = [
    ("instant: gian 2 red", 10, ["gian", "did you mean gain?"]),
    ("instant: gain 2 rde", 17, ["rde", "did you mean red?"]),
    ("instant: gain 2 green", 17, ["unknown word 'green'", "expected", "blue", "purple", "red"]),
    ("instant: recover a fier card from your area", 20, ["fier", "did you mean Fire?"]),
    ("instant: 2 points per draogn card in your area", 23, ["draogn", "did you mean Dragon?"]),
    ("instant: 2 points per Imp in your area", 23, ['double quotes: "Imp"']),
    ('instant: recover a "Ipm" from your area', 20, ["no card named 'Ipm'", "did you mean Imp?"]),
    ('instant: recover a "Fire" from your area', 20, ["the suit Fire without quotes"]),
    ('instant: recover a "Imp from your area', 20, ["never closed"]),
    ("instant: 1 point per card in your are", 35, ["'are' cannot", "did you mean area?"]),
    ("instnat: draw 1", 1, ["instnat", "did you mean instant?"]),
    ("draw 1", 1, ["instant:", "permanent:", "resolution:"]),
    ("instant", 8, ["ends too early", "':'"]),
    ("instant: gain", 14, ["ends too early", "a number"]),
    ("instant: draw number", 15, ["'number' cannot stand here; expected a number"]),
    ("instant: number points", 10, ["'number' cannot stand here"]),
    ("instant: discard any 3 of cards from your hand", 22, ["'3' cannot", "expected number"]),
    ("instant: +2 points", 10, ["sign too many", "write 2"]),
    ("permanent: red is worth 1 more", 27, ["'more' cannot stand here"]),
    ("permanent: your stone limit is 2", 32, ["'2' needs its sign", "write +2 or -2"]),
    ("instant: 1 blue", 10, ["'1 blue' needs its verb", "write gain 1 blue"]),
    ("instant: 3 points and 1 blue", 23, ["'1 blue' needs its verb"]),
    ("instant: gain 1 red, 2 red", 15, ["red stands twice"]),
    ("instant: gain 1 red and 2 red", 25, ["red stands twice"]),
    ("permanent: red and red are worth +1", 12, ["a colour stands twice"]),
    ("permanent: red and blue and purple swap values", 12, ["just two colours"]),
    ("permanent: draw 1", 12, ["'permanent:' holds rules that last", "instant:"]),
    ("instant: red is worth +1", 10, ["no sense in 'instant:'", "permanent:"]),
    ("resolution: when you draw, 1 point", 13, ["no sense in 'resolution:'", "permanent:"]),
    ("flip: when you break a ward; draw 1", 30, ["'flip:' holds one event"]),
    ("instant: take a card from your hand", 10, ["'take' cannot be done from your hand"]),
    ("instant: take a card from your area", 10, ["from the discard pile", "did you mean"]),
    ("instant: recover a card from the discard pile", 10, ["from your area", "did you mean"]),
    ("instant: take the top card of the deck", 10, ["write draw 1"]),
    ("instant: summon this for free", 10, ["from your hand, from the discard pile"]),
    ("instant: discard 0 cards from your hand", 18, ["no card at all"]),
    ("instant: 1 point per 0 cards in your hand", 18, ["'per 0'"]),
    ("instant: choose 3 of (draw 1 | 2 points)", 17, ["3 different options", "of 2"]),
    ("instant: choose 0 of (draw 1)", 17, ["'0' options"]),
    ("instant: choose 2 to 1 of (draw 1 | 1 point)", 22, ["'1' options"]),
    ("instant: choose 1 of (draw 1 | 2 points", 40, ["ends too early", "')'"]),
    ("instant: if you have a stone 2 points", 30, ["'2' cannot stand here", "','"]),
    ("instant: if you have another stone, 1 point", 13, ["'another' can only stand before a card"]),
    ("permanent: when you tame with blue, 1 point", 21, ["nothing is paid when you tame"]),
    (
        "instant: 1 point per card with blue in your area",
        22,
        ["'with' a stone can only stand behind 'when you summon'"],
    ),
    ("instant: draw 1;; draw 1", 17, ["';' cannot stand here"]),
    ("instant: draw 1 § 2", 17, ["'§'"]),
    ("instant: 1001 points", 10, ["1001", "at most 1000"]),
    ("instant: steal 1 point from a chosen player", 10, ["an opponent", "oneself"]),
    ("instant: a chosen player loses 1 point", 10, ["an opponent", "oneself"]),
]


@pytest.mark.parametrize(("text", "position", "words"), MISTAKES)
def test_a_mistake_is_named_with_its_place(text, position, words):
    with pytest.raises(CardTextError) as caught:
        parse(text, WORDS)
    assert caught.value.position == position, str(caught.value)
    for word in words:
        assert word in str(caught.value)


NEXT_ROW = len(load_cards().path.read_text(encoding="utf-8").splitlines()) + 1
ROW = (
    "vale_of_eternity,base,card,mine,Mine,Fire,3,,,,"
    "instant: 2 points per {} card in your area,card,,\n"
)


def test_a_mistake_in_a_file_is_named_with_row_and_column(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text(load_cards().path.read_text(encoding="utf-8") + ROW.format("wter"), "utf-8")
    with pytest.raises(RealmvaleError) as caught:
        load_cards(path).select("vale")
    for part in (
        f"row {NEXT_ROW}, column text: (Mine)",
        "position 23",
        "'wter'",
        "did you mean Water?",
    ):
        assert part in str(caught.value)


@pytest.mark.parametrize(
    ("kind", "text", "words"),
    [
        ("card", "action: draw 1", ["a card has no 'action:'", "instant:, permanent:"]),
        ("card", "flip: when you break a ward", ["a card has no 'flip:'"]),
        ("artifact", "resolution: draw 1", ["an artifact has no 'resolution:'", "action:"]),
        ("summoner", "instant: draw 1", ["a summoner has no 'instant:'", "setup:"]),
    ],
)
def test_a_section_that_a_row_cannot_have(tmp_path, kind, text, words):
    path = tmp_path / "mine.csv"
    family, cost = ("Fire", "1") if kind == "card" else ("", "")
    path.write_text(
        load_cards().path.read_text(encoding="utf-8")
        + f"vale_of_eternity,curse,{kind},mine,Mine,{family},{cost},,,,{text},card,,\n",
        "utf-8",
    )
    with pytest.raises(RealmvaleError) as caught:
        load_cards(path).check_texts()
    for word in [f"row {NEXT_ROW}, column text", *words]:
        assert word in str(caught.value)


def test_a_family_may_not_be_a_word_of_the_language(tmp_path):
    path = tmp_path / "mine.csv"
    header, *_ = load_cards().path.read_text(encoding="utf-8").splitlines()
    line = "vale_of_eternity,base,card,mine,Mine,Purple,3,,,,,card,,\n"
    path.write_text(f"{header}\n{line}", encoding="utf-8")
    with pytest.raises(RealmvaleError, match="'Purple' is a word of the card language"):
        load_cards(path)
    path.write_text(f"{header}\n{line.replace('vale_of_eternity', 'fantasy_realms')}", "utf-8")
    assert load_cards(path).cards[0].suit == "Purple"
