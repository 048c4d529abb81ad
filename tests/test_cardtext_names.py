"""Names are found whatever the spelling, and near misses are suggested."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.errors import RealmvaleError
from sim.names import match, nearest, normalise

NAMES = ["Basilisk", "Doppelgänger", "Sword of Keth", "Shield of Keth", "Gem of Order", "Dragon"]


@pytest.mark.parametrize(
    "typed",
    [
        *("Doppelgänger", "DOPPELGÄNGER", "doppelganger", "Doppelga\u0308nger"),
        *("  Doppelgänger\t", "\u00a0DOPPELGANGER\u00a0"),
    ],
)
def test_fr_51_spellings_of_one_name(typed):
    assert match(typed, NAMES) == "Doppelgänger"


def test_inner_blanks_apostrophes_and_hyphens_are_alike():
    assert normalise("Sword \u00a0of\n Keth") == "sword of keth"
    assert normalise("King’s") == normalise("King´s") == normalise("King's") == "king's"
    assert normalise("Half‑Elf") == normalise("half–elf") == "half-elf"


@given(st.text())
def test_normalising_twice_changes_nothing_and_the_unicode_form_does_not_matter(text):
    once = normalise(text)
    assert normalise(once) == once
    assert normalise(unicodedata.normalize("NFD", text)) == once


@pytest.mark.parametrize(
    ("typed", "suggested"),
    [("Bazilisk", "Basilisk"), ("dopelganger", "Doppelgänger"), ("order", "Gem of Order"),
     ("gem", "Gem of Order"), ("Dragons", "Dragon")],
)  # fmt: skip
def test_fr_51_a_near_miss_is_an_error_with_a_suggestion(typed, suggested):
    with pytest.raises(RealmvaleError, match=rf"'{typed}'; did you mean {suggested}\?"):
        match(typed, NAMES)


def test_a_word_near_nothing_gets_no_suggestion():
    assert nearest("xyzzy", NAMES) is None
    assert nearest("", NAMES) is None
    with pytest.raises(RealmvaleError, match=r"^there is no card named 'xyzzy'$"):
        match("xyzzy", NAMES)


def test_a_few_choices_are_listed_when_none_is_near():
    with pytest.raises(RealmvaleError, match=r"no suit named 'xyz'; expected Army, Land or Flood$"):
        match("xyz", ["Army", "Land", "Flood"], what="suit")
