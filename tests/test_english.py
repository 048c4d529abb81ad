"""Cards explained in plain English from the compiled tables."""

import re

import pytest
from support.card_files import deck_of
from support.decks import deck_with
from support.hands import base_deck

from sim.cardtext.fantasy_realms_format import format_text
from sim.fantasy_realms import tables as tb
from sim.fantasy_realms.english import Reader, explain_card, listing

DECK = base_deck()
CARDS = DECK.card_set.cards


def said(deck, name):
    return explain_card(deck.card_set, deck.names.index(name))


@pytest.mark.parametrize("index", range(len(CARDS)), ids=[card.id for card in CARDS])
def test_every_number_suit_and_name_of_a_text_is_said(index):
    text = format_text(DECK.card_set.parsed[index])
    sentences = explain_card(DECK.card_set, index)
    whole = " ".join(sentences)
    assert all(sentence.endswith(".") for sentence in sentences)
    assert sentences
    for amount in re.findall(r"[+-]\d+", text):
        assert amount in whole
    for size, points in re.findall(r"(\d+):(\d+)", text):
        assert f"+{points} for {size}" in whole
    for name in re.findall(r'"([^"]+)"', text):
        assert name in whole
    if "all except" not in text:
        for suit in DECK.suits:
            word = re.compile(rf"\b{suit}\b")
            assert bool(word.search(whole)) == bool(word.search(text)), suit


@pytest.mark.parametrize("index", range(len(CARDS)), ids=[card.id for card in CARDS])
def test_sections_are_said_as_what_they_are(index):
    text = format_text(DECK.card_set.parsed[index])
    whole = " ".join(explain_card(DECK.card_set, index))
    for section in ("bonus", "penalty"):
        assert (f"{section.capitalize()}: " in whole) == (f"{section}: " in text)
    assert ("Choice: " in whole) == ("choice: " in text or "extra: " in text)


def test_a_card_without_text_says_so(tmp_path):
    deck = deck_of(
        tmp_path,
        "game,set,kind,id,name,suit,value,curses,wards,replaces,text,source,assumed,note\n"
        "fantasy_realms,base,card,plain,Plain,Land,3,,,,,card,,\n",
    )
    assert explain_card(deck, 0) == ["No bonus and no penalty."]


@pytest.mark.parametrize(
    ("card", "text", "words"),
    [
        ("dragon", "penalty: -41 unless any Wizard", "-41"),
        ("dragon", "penalty: -40 unless any Leader", "Leader"),
        ("dragon", "bonus: +40 unless any Wizard", "+40"),
        ("dragon", "penalty: -40 each Wizard", "each Wizard"),
        ("dragon", 'penalty: blanks Land except "Forest"', "Land except Forest"),
        ("dragon", "bonus: clears all", "removes the penalty of each card"),
        ("dragon", "bonus: +9 with exactly 2 Wizard", "if exactly 2"),
        ("dragon", "choice: gives another card any suit", "any suit of the deck."),
        ("dragon", "choice: gives another card any suit but Land, Army only if stated",
         "any suit of the deck, but Land and Army only if that is stated."),
    ],
)  # fmt: skip
def test_a_changed_text_changes_what_is_said(tmp_path, card, text, words):
    changed = said(deck_with(tmp_path, **{card: {"text": text}}), "Dragon")
    assert changed != said(DECK, "Dragon")
    assert words in " ".join(changed)


def test_what_is_said_comes_from_the_tables_not_from_the_text():
    reader = Reader(DECK)
    dragon = DECK.names.index("Dragon")
    reader.t = DECK.tables.copy()[0]
    reader.t.clause[reader.t.first_penalty[dragon]]["amount"] = -17
    assert "-17" in reader.card(dragon)[0]
    assert "-40" in Reader(DECK).card(dragon)[0]


def test_other_excludes_the_card_itself_in_words():
    assert "each other Flame" in " ".join(said(DECK, "Fire Elemental"))
    assert "other" not in " ".join(said(DECK, "Swamp"))


def test_alternatives_are_one_sentence():
    sentences = said(DECK, "King")
    assert len(sentences) == 1
    assert "+5 for each Army, or if better +20 for each Army with Queen" in sentences[0]


def test_listing_joins_as_english_does():
    assert [listing(["a", "b", "c"][:n]) for n in range(4)] == ["", "a", "a or b", "a, b or c"]
    assert listing(["a", "b"], "and") == "a and b"


def test_every_operation_of_the_tables_has_words(tmp_path):
    text = (
        "bonus: +1 each Army; +total base strength of Army; +highest base strength of Army; "
        "sets of different names 3:10; runs of base strength 3:10; "
        "+5 each Army in the discard area; +10 each opponent"
    )
    deck = deck_with(tmp_path, dragon={"text": text})
    sentences = said(deck, "Dragon")
    assert len(sentences) == 7
    used = {int(clause.op) for clause in deck.tables[0].clause}
    assert {tb.OP_TOTAL, tb.OP_HIGHEST, tb.OP_SETS, tb.OP_RUNS, tb.OP_DISCARD} <= used
    assert "each Army in the discard area" in " ".join(sentences)
    assert "each opponent" in " ".join(sentences)
