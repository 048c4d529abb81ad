"""What a card file is refused for: each message names the row, the column and what was expected."""

import pytest
from support.card_files import CLEAN, HEADER, deck_of

from sim.cards import load_cards
from sim.errors import RealmvaleError

WOLF = "fantasy_realms,base,card,wolf,Wolf,Beast,5,,,,bonus: +5 each other Beast,card,,"
REFUSED = {
    "unknown game": ("fantasy_realms,base,card,wolf", "fantasy_realm,base,card,wolf",
                     ["row 2", "column game", "did you mean fantasy_realms?"]),
    "unknown set": ("base,card,brook", "bass,card,brook",
                    ["row 4", "column set", "did you mean base?"]),
    "set of the other game": ("base,card,brook", "artifacts,card,brook",
                              ["row 4", "column set", "cursed_hoard"]),
    "unknown kind": ("card,wolf", "crad,wolf", ["row 2", "column kind", "did you mean card?"]),
    "unknown source": ("rulebook", "rule book", ["row 4", "column source", "rulebook?"]),
    "empty name": ("Brook", "", ["row 4", "column name", "empty"]),
    "empty suit": ("Brook,Flood", "Brook,", ["row 4", "column suit", "empty"]),
    "empty value": ("Wolf,Beast,5", "Wolf,Beast,", ["row 2", "column value", "empty"]),
    "empty source": ("rulebook", "", ["row 4", "column source", "empty"]),
    "assumed, but not what": ("rulebook", "assumed", ["row 4", "column assumed", "empty"]),
    "not whole": ("Wolf,Beast,5", "Wolf,Beast,2.5", ["row 2", "column value", "'2.5'", "whole"]),
    "not a number": ("Wolf,Beast,5", "Wolf,Beast,five", ["row 2", "column value", "'five'"]),
    "too large": ("Wolf,Beast,5", "Wolf,Beast,1001", ["row 2", "column value", "1000"]),
    "too small": ("Wolf,Beast,5", "Wolf,Beast,-1001", ["row 2", "column value", "-1000"]),
    "very long number": ("Wolf,Beast,5", "Wolf,Beast," + "9" * 9999, ["row 2", "column value"]),
    "negative curses": ("Wolf,Beast,5,,", "Wolf,Beast,5,-1,", ["row 2", "column curses", "0 to"]),
    "bad id": ("card,brook", "card,The Brook", ["row 4", "column id", "did you mean the-brook?"]),
    "same id": ("card,brook", "card,wolf", ["row 4", "column id", "'wolf'", "row 2"]),
    "same name": ("Brook", "WOLF", ["row 4", "column name", "row 2"]),
    "two spellings of a suit": ("Brook,Flood", "Brook,beast", ["row 4", "column suit", "row 2"]),
    "suit with signs": ("Brook,Flood", "Brook,Flood!", ["row 4", "column suit", "Flood!"]),
    "suit of keywords": ("Brook,Flood", "Brook,Card", ["row 4", "column suit", "language"]),
    "name with quotes": ("Brook", '"Br""oo""k"', ["row 4", "column name", "double quote"]),
    "replaces nothing known": (",wolf,,card", ",wolfe,,card",
                               ["row 6", "column replaces", "did you mean wolf?"]),
    "replaces itself": (",wolf,,card", ",ch-wolf,,card", ["row 6", "column replaces", "itself"]),
    "bad text": ("each other Beast", "each other Beats",
                 ["row 2", "column text", "(Wolf)", "position 22", "did you mean Beast?"]),
    "no card of that name": ('""Wolf""', '""Wolv""',
                             ["row 4", "column text", "position 16", "did you mean Wolf?"]),
    "unquoted comma": ('"penalty: -3 each Beast, Flood"', "penalty: -3 each Beast, Flood",
                       ["row 3", "column source", "'Flood'", "double quotes"]),
    "too many cells": ("a doubt", "a doubt, a second", ["row 4", "column 15", "double quotes"]),
    "unknown column": (HEADER, HEADER.replace("value", "valeu"),
                       ["row 1", "'valeu'", "did you mean value?"]),
    "missing column": (HEADER, HEADER.replace("suit", ""), ["row 1", "the column suit is missing"]),
    "column twice": (HEADER, HEADER + ",suit", ["row 1", "'suit'", "twice"]),
    "no header": (HEADER + "\n", "", ["row 1", "header is missing", "game,set,kind"]),
    "semicolons": (",", ";", ["semicolons", "commas"]),
    "tabs": (",", "\t", ["tabs", "commas"]),
    "quote never closed": ("Brook", '"Brook', ["row 4", "CSV", "double quote"]),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_a_bad_file_is_refused_with_row_column_and_the_nearest_word(tmp_path, case):
    before, after, words = REFUSED[case]
    assert before in CLEAN
    with pytest.raises(RealmvaleError) as caught:
        deck_of(tmp_path, CLEAN.replace(before, after))
    for word in ["mine.csv", *words]:
        assert word in str(caught.value)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", ["empty", "game,set,kind"]),
        (b"\n ,,\n", ["empty"]),
        (HEADER.encode(), ["header, but no cards"]),
        (CLEAN.encode("latin-1"), ["line 5", "0xc9", "CSV UTF-8"]),
        (CLEAN.encode("utf-16"), ["line 1", "CSV UTF-8"]),
        (CLEAN.encode("utf-16-le").replace(b"\xc9\x00", b"E\x00"), ["UTF-16", "CSV UTF-8"]),
    ],
)
def test_a_file_that_is_no_csv_in_utf_8_says_how_to_save_it(tmp_path, content, words):
    with pytest.raises(RealmvaleError) as caught:
        deck_of(tmp_path, content)
    for word in words:
        assert word in str(caught.value)


def test_a_missing_file_and_a_folder_are_told(tmp_path):
    with pytest.raises(RealmvaleError, match=r"there is no card file .*nowhere\.csv"):
        load_cards(tmp_path / "nowhere.csv")
    with pytest.raises(RealmvaleError, match="is a folder"):
        load_cards(tmp_path)


def test_several_problems_are_told_at_once_but_not_all_of_many(tmp_path):
    text = CLEAN.replace("Wolf,Beast,5", "Wolf,Beast,x").replace("Brook,Flood", "Brook,")
    with pytest.raises(RealmvaleError) as caught:
        deck_of(tmp_path, text)
    message = str(caught.value)
    assert "2 problems" in message
    assert message.index("row 2, column value") < message.index("row 4, column suit")
    rows = [f"fantasy_realms,base,card,c{i},C{i},Beast,x,,,,,card,," for i in range(9)]
    with pytest.raises(RealmvaleError, match=r"9 problems[\s\S]*and 4 more$"):
        deck_of(tmp_path, "\n".join([HEADER, *rows]))


def many_cards(n, suits):
    rows = [f"fantasy_realms,base,card,c{i},C{i},S{i % suits},{i},,,,,card,," for i in range(n)]
    return "\n".join([HEADER, *rows])


def test_a_deck_has_at_most_128_cards_and_32_suits(tmp_path):
    largest = deck_of(tmp_path, many_cards(128, 32))
    assert (len(largest.cards), len(largest.suits)) == (128, 32)
    with pytest.raises(RealmvaleError, match="129 cards, at most 128"):
        deck_of(tmp_path, many_cards(129, 32))
    with pytest.raises(RealmvaleError, match=r"row 34, column suit: 'S32'.*at most 32"):
        deck_of(tmp_path, many_cards(128, 33))


def test_an_unknown_set_or_an_empty_deck_lists_what_there_is(tmp_path):
    with pytest.raises(RealmvaleError, match=r"no set named 'hoard' .*cursed_hoard"):
        deck_of(tmp_path, CLEAN, ("base", "hoard"))
    with pytest.raises(RealmvaleError, match=r"no set named 'xyz' .*base.*promo_original"):
        deck_of(tmp_path, CLEAN, ("xyz",))
    with pytest.raises(RealmvaleError, match=r"no cards of fantasy_realms with promo; .*base"):
        deck_of(tmp_path, CLEAN, ("promo",))


def test_two_cards_of_one_name_cannot_be_in_one_deck(tmp_path):
    text = CLEAN.replace(",wolf,,card", ",,,card")
    deck_of(tmp_path, text)
    with pytest.raises(RealmvaleError, match=r"row 6, column replaces: .*Wolf.*row 2"):
        deck_of(tmp_path, text, ("base", "cursed_hoard"))
