"""What texts of the Fantasy Realms card language mean, written out by hand."""

import pytest

from sim.cardtext.fantasy_realms import parse
from sim.cardtext.fantasy_realms_ast import (
    Amount,
    Blanked,
    Blanks,
    Clause,
    ClearOne,
    Clears,
    ClearsWord,
    Condition,
    CopyCard,
    CopyFace,
    GiveSuit,
    Item,
    Points,
    TakeExtra,
)
from sim.cardtext.fantasy_realms_format import format_text
from sim.cardtext.vocabulary import Vocabulary

WORDS = Vocabulary(
    ("Army", "Land", "Flood", "Flame", "Wizard", "Leader", "Sea Monster", "Lords of Ash"),
    ("Queen", "Mountain", "Lightning", "Blizzard", "Great Flood", "Doppelgänger", "Sea's End"),
)


def suit(word, **more):
    return Item("suit", word, **more)


def named(word, **more):
    return Item("name", word, **more)


def bonus(*alternatives):
    return Clause("bonus", Points(alternatives))


def penalty(*alternatives):
    return Clause("penalty", Points(alternatives))


ARMY = (suit("Army"),)
MEANINGS = {
    "": (),
    "bonus: +15": (bonus(Amount(15)),),
    "bonus: +0": (bonus(Amount(0)),),
    "penalty: -0": (penalty(Amount(0)),),
    "bonus: +5 each Army": (bonus(Amount(5, "each", ARMY)),),
    "bonus: +5 each other Army": (bonus(Amount(5, "each", (suit("Army", other=True),))),),
    "bonus: +5 each card": (bonus(Amount(5, "each", (Item("card"),))),),
    "bonus: +5 each other card": (bonus(Amount(5, "each", (Item("card", other=True),))),),
    "penalty: -3 each Army, Flame": (penalty(Amount(-3, "each", (*ARMY, suit("Flame")))),),
    "bonus: +total base strength of Army": (bonus(Amount(1, "total", ARMY)),),
    "penalty: -total base strength of Army": (penalty(Amount(-1, "total", ARMY)),),
    "bonus: +highest base strength of Army": (bonus(Amount(1, "highest", ARMY)),),
    "bonus: sets of different names 3:10 4:40": (
        bonus(Amount(0, "sets", table=((3, 10), (4, 40)))),
    ),
    "bonus: runs of base strength 3:10 7:150": (
        bonus(Amount(0, "runs", table=((3, 10), (7, 150)))),
    ),
    "bonus: +7 each Army in the discard area": (bonus(Amount(7, "each_discard", ARMY)),),
    "bonus: +10 each opponent": (bonus(Amount(10, "each_opponent")),),
    'bonus: +40 with "Queen" and any of "Blizzard", "Great Flood"': (
        bonus(
            Amount(
                40,
                conditions=(
                    Condition("any", (named("Queen"),)),
                    Condition("any", (named("Blizzard"), named("Great Flood"))),
                ),
            )
        ),
    ),
    'bonus: +40 with any Leader, "Queen"': (
        bonus(Amount(40, conditions=(Condition("any", (suit("Leader"), named("Queen"))),))),
    ),
    "bonus: +40 with exactly 2 Leader, Wizard": (
        bonus(Amount(40, conditions=(Condition("exactly", (suit("Leader"), suit("Wizard")), 2),))),
    ),
    "bonus: +50 with all suits different": (
        bonus(Amount(50, conditions=(Condition("suits_differ"),))),
    ),
    "penalty: -40 unless any Wizard": (penalty(Amount(-40, unless=(suit("Wizard"),))),),
    'bonus: +5 each Army, or +20 each Army with "Queen" unless any Land': (
        bonus(
            Amount(5, "each", ARMY),
            Amount(
                20,
                "each",
                ARMY,
                conditions=(Condition("any", (named("Queen"),)),),
                unless=(suit("Land"),),
            ),
        ),
    ),
    'penalty: blanks Army, Land except "Mountain", Flame except "Lightning" or "Queen"': (
        Clause(
            "penalty",
            Blanks(
                (
                    suit("Army"),
                    suit("Land", except_names=("Mountain",)),
                    suit("Flame", except_names=("Lightning", "Queen")),
                )
            ),
        ),
    ),
    'penalty: blanks all except Flame, Wizard, "Mountain", "Great Flood"': (
        Clause(
            "penalty",
            Blanks(
                (
                    Item(
                        "card",
                        except_suits=("Flame", "Wizard"),
                        except_names=("Mountain", "Great Flood"),
                    ),
                )
            ),
        ),
    ),
    "penalty: blanked unless any Army; blanked with any Land": (
        Clause("penalty", Blanked("unless", ARMY)),
        Clause("penalty", Blanked("with", (suit("Land"),))),
    ),
    "penalty: blanked unless any Flood; bonus: clears Army from penalties of Flood": (
        Clause("penalty", Blanked("unless", (suit("Flood"),))),
        Clause("bonus", ClearsWord(("Army",), (suit("Flood"),))),
    ),
    "bonus: clears Army, Land from penalties": (Clause("bonus", ClearsWord(("Army", "Land"))),),
    "bonus: +50; clears all": (bonus(Amount(50)), Clause("bonus", Clears((Item("card"),)))),
    "choice: copies name, base strength, suit and penalty of another card in hand": (
        Clause("choice", CopyCard()),
    ),
    "choice: copies name and suit of any Army, Land in the game": (
        Clause("choice", CopyFace((suit("Army"), suit("Land")))),
    ),
    "choice: gives another card any suit": (Clause("choice", GiveSuit()),),
    "choice: gives another card any suit but Land, Flood only if stated": (
        Clause("choice", GiveSuit(("Land", "Flood"))),
    ),
    "choice: clears one Flood, Flame": (
        Clause("choice", ClearOne((suit("Flood"), suit("Flame")))),
    ),
    "extra: may take one Army, Leader from the discard area": (
        Clause("extra", TakeExtra((suit("Army"), suit("Leader")))),
    ),
    "bonus: +5 each Sea Monster, Lords of Ash": (
        bonus(Amount(5, "each", (suit("Sea Monster"), suit("Lords of Ash")))),
    ),
}


@pytest.mark.parametrize("text", MEANINGS)
def test_a_text_means_these_clauses_and_is_their_canonical_form(text):
    assert parse(text, WORDS) == MEANINGS[text]
    assert format_text(MEANINGS[text]) == text


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("  BONUS :+ 5  EACH army ,OTHER land ;", "bonus: +5 each Army, other Land"),
        ("bonus: +5; bonus: +6; penalty: -1", "bonus: +5; +6; penalty: -1"),
        ("penalty: −40 unless any wizard", "penalty: -40 unless any Wizard"),
        ("penalty:\u00a0-40\nunless any  Wizard", "penalty: -40 unless any Wizard"),
        ("bonus: +5 with “queen”", 'bonus: +5 with "Queen"'),
        ("bonus: +5 with „QUEEN“", 'bonus: +5 with "Queen"'),
        ('bonus: +5 with "doppelganger"', 'bonus: +5 with "Doppelgänger"'),
        ('bonus: +5 with "Doppelga\u0308nger"', 'bonus: +5 with "Doppelgänger"'),
        ('bonus: +5 with " sea’s \u00a0END "', 'bonus: +5 with "Sea\'s End"'),
        ('bonus: +5 with any "Queen"', 'bonus: +5 with "Queen"'),
        ('bonus: +5 with any "Queen", "Mountain"', 'bonus: +5 with any of "Queen", "Mountain"'),
        ('penalty: blanked unless "Queen"', 'penalty: blanked unless "Queen"'),
        ("penalty: blanks card", "penalty: blanks all"),
        ("bonus: +5 each all", "bonus: +5 each card"),
        ("bonus: +05 each LORDS  of ash", "bonus: +5 each Lords of Ash"),
        ("bonus: runs of base strength 3 : 10 4:030", "bonus: runs of base strength 3:10 4:30"),
    ],
)
def test_one_meaning_has_one_canonical_form(typed, canonical):
    assert format_text(parse(typed, WORDS)) == canonical
