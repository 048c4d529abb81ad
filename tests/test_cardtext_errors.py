"""A text that cannot be read says where, what, and the nearest valid word."""

import pytest

from sim.cardtext.fantasy_realms import parse
from sim.cardtext.tokens import CardTextError
from sim.cardtext.vocabulary import Vocabulary

WORDS = Vocabulary(("Army", "Flame", "Wizard", "Leader"), ("Queen", "Great Flood", "Mountain"))

# text, the 1-based character of the mistake, words that the message must hold
MISTAKES = [
    ("bonus: +5 each Wizzard", 16, ["Wizzard", "did you mean Wizard?"]),
    ("bonus: +5 each Leaders", 16, ["Leaders", "did you mean Leader?"]),
    ("bonus: +5 each Qqqq", 16, ["unknown word 'Qqqq'", "expected", "a suit"]),
    ("penalty: blankd Army", 10, ["blankd", "did you mean blanke"]),
    ("bonus: +5 each Army wiht any Leader", 21, ["wiht", "did you mean with?"]),
    ('bonus: +5 with "Quen"', 16, ["no card named 'Quen'", "did you mean Queen?"]),
    ("bonus: +5 with Queen", 16, ['double quotes: "Queen"']),
    ("bonus: +5 with great  flood", 16, ['double quotes: "Great Flood"']),
    ('bonus: +5 with any "Army"', 20, ["the suit Army without quotes"]),
    ('bonus: +5 with "Queen', 16, ["never closed"]),
    ('bonus: +5 with ""', 16, ["no card named ''"]),
    ("+5 each Army", 1, ["bonus:", "penalty:", "choice:", "extra:"]),
    ("bonus", 6, ["ends too early", "':'"]),
    ("bonus:", 7, ["ends too early", "an amount like +5"]),
    ("bonus: 15", 8, ["+15", "sign"]),
    ("bonus: -5", 8, ["bonus", "begin with +"]),
    ("bonus: +5 each Army, or -5", 25, ["bonus", "begin with +"]),
    ("bonus: -total base strength of Army", 8, ["begin with +"]),
    ("penalty: +5", 10, ["penalty", "begin with -"]),
    ("bonus: +1; blanks Army", 12, ["'blanks'", "bonus", "write it in a penalty"]),
    ("bonus: blanked unless any Army", 8, ["'blanked'", "write it in a penalty"]),
    ("penalty: clears Army", 10, ["'clears'", "write it in a bonus"]),
    ("penalty: clears Army from penalties", 10, ["'clears'", "write it in a bonus"]),
    ("bonus: clears one Army", 8, ["'clears one'", "write it in a choice"]),
    ("extra: gives another card any suit", 8, ["'gives'", "an extra", "write it in a choice"]),
    ("bonus: may take one Army from the discard area", 8, ["write it in an extra"]),
    ("choice: +5", 9, ["points", "a bonus or a penalty"]),
    ("penalty: sets of different names 3:10", 34, ["'sets'", "write it in a bonus"]),
    ("bonus: runs of base strength 3:10 3:30", 35, ["rise", "'3:30'"]),
    ("bonus: runs of base strength 0:10", 30, ["rise"]),
    ("bonus: +5 each Army Leader", 21, ["'Leader' cannot stand here", "expected"]),
    ("bonus: +5, +6", 10, ["','", "or"]),
    ("bonus: +5;; +6", 11, ["';' cannot stand here"]),
    ("bonus: choice: +5", 8, ["'choice' cannot stand here"]),
    ("bonus: +5 § 6", 11, ["'§'"]),
    ("bonus: +1001", 8, ["1001", "at most 1000"]),
    ('bonus: clears Army, "Queen" from penalties', 8, ["only plain suits"]),
    ("bonus: clears other Army from penalties", 8, ["only plain suits"]),
    ("penalty: blanks all except Army, card", 34, ["'card' cannot stand here"]),
    ('bonus: +5 each Army, other "Queen"', 28, ["never before a name", 'write "Queen" alone']),
    ('bonus: +5 with any other "great flood"', 26, ['write "Great Flood" alone']),
    ('penalty: blanked unless other "Queen"', 25, ["'other' cannot stand here", "card name"]),
    ("bonus: +5 each Leader, other Leader", 24, ["Leader stands twice", "write it once"]),
    (
        'penalty: blanks Army except "Queen", Flame, Army except "Mountain"',
        45,
        ["Army stands twice", 'joined by or: Army except "A" or "B"'],
    ),
    ("bonus: clears Army, Army from penalties", 21, ["Army stands twice"]),
    ("bonus: +5 with any Army, army", 26, ["Army stands twice"]),
    ("penalty: blanks Army, all except Flame", 23, ["stand alone", "leave the other items out"]),
    ("bonus: +5 each card, Army", 16, ["'card' and 'all' stand alone"]),
    ("bonus: +5 each Army, other card", 22, ["'card' and 'all' stand alone"]),
    ('bonus: +5 each "Queen", all', 25, ["'card' and 'all' stand alone"]),
    ("choice: gives another card any suit except Army", 37, ["expected", "but"]),
    ("choice: gives another card any suit but Army", 45, ["ends too early", "only"]),
    ("choice: gives another card any suit but Army only", 50, ["ends too early", "expected if"]),
    ("choice: copies name, base strength, Army and penalty of another card in hand", 37, ["suit"]),
    ('choice: copies "Queen" and suit of any Army in the game', 16, ["expected name"]),
    ("bonus: +5" + " " * 2000, 2001, ["2009 characters", "at most 2000"]),
]


@pytest.mark.parametrize(("text", "position", "words"), MISTAKES, ids=[m[0][:40] for m in MISTAKES])
def test_a_mistake_is_named_with_its_place_and_the_nearest_word(text, position, words):
    with pytest.raises(CardTextError) as caught:
        parse(text, WORDS)
    assert caught.value.position == position
    assert str(caught.value) == f"position {position}: {caught.value.problem}"
    for word in words:
        assert word in caught.value.problem


def test_the_first_mistake_of_several_is_reported():
    with pytest.raises(CardTextError) as caught:
        parse('bonus: +5 eahc Army with "Quen" §', WORDS)
    assert caught.value.position == 11
    assert "did you mean each?" in caught.value.problem


def test_a_text_of_the_greatest_length_is_read():
    text = "bonus: " + "; ".join(["+5"] * 498)
    assert len(text) == 1997
    assert len(parse(text, WORDS)) == 498
