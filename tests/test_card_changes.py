"""Decks with cards changed, added and taken out, and what is said of changes that can't be."""

import pytest
from support.card_files import CLEAN

from analysis.deck_changes import deck_changes
from sim.card_changes import changed_deck, parse_change
from sim.cards import load_cards
from sim.errors import RealmvaleError

GAME = "fantasy_realms"


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text(CLEAN)
    return path


def deck(file, *changes, added=(), removed=(), sets=("base",)):
    return changed_deck(file, GAME, sets, [parse_change(c) for c in changes], added, removed)


def card(found, name):
    return found.cards[found.index(name)]


def test_cells_are_changed_and_all_else_stays(file):
    before = load_cards(file).select(GAME)
    after = deck(file, "wolf.value=-7", "White Witch.suit=Beast", 'Elan.text=bonus: +9 with "Wolf"')
    assert card(after, "Wolf").value == -7
    assert card(after, "White Witch").suit == "Beast"
    assert [c.id for c in after.cards] == [c.id for c in before.cards]
    told = deck_changes(before, after).rows()
    assert told == [
        ("wolf", "Wolf", "value", "5", "-7"),
        ("white-witch", "White Witch", "suit", "Wizard", "Beast"),
        ("elan", "Élan", "text", "", 'bonus: +9 with "Wolf"'),
    ]


def test_the_last_of_several_changes_of_a_cell_counts(file):
    assert card(deck(file, "Wolf.value=1", "Wolf.value=2"), "Wolf").value == 2


def test_a_text_that_means_the_same_is_no_difference(file):
    before = load_cards(file).select(GAME)
    after = deck(file, "White Witch.text=PENALTY:  -3 each flood , beast")
    assert deck_changes(before, before).is_empty()
    told = deck_changes(before, after)
    assert told.height == (after.parsed != before.parsed)
    assert deck_changes(
        before, deck(file, "White Witch.text=penalty: -3 EACH Beast,Flood")
    ).is_empty()


def test_a_card_is_added_with_commas_in_its_text(file):
    before = load_cards(file).select(GAME)
    plain = deck(file, added=["Griffin, Beast, 20, bonus: +5 each Wizard, Flood"])
    quoted = deck(file, added=['Griffin,Beast,20,"bonus: +5 each Wizard, Flood"'])
    short = deck(file, added=["Griffin,Beast,20"])
    griffin = plain.cards[-1]
    assert (griffin.id, griffin.name, griffin.suit, griffin.value) == (
        "griffin", "Griffin", "Beast", 20,
    )  # fmt: skip
    assert plain.parsed == quoted.parsed
    assert plain.parsed[:-1] == before.parsed
    assert short.parsed[-1] == ()
    assert deck_changes(before, short).rows() == [
        ("griffin", "Griffin", "added", None, "Beast, 20")
    ]


def test_a_new_card_may_be_changed_and_named_by_others(file):
    new = ["Griffin,Beast,20", 'Egg,Wild,1,bonus: +3 with "Egg"']
    after = deck(file, "griffin.value=3", 'Wolf.text=bonus: +2 with "Griffin"', added=new)
    assert card(after, "Griffin").value == 3
    assert len(after.cards) == 6


def test_the_cards_of_a_file_are_added(file, tmp_path):
    header, *_ = CLEAN.splitlines()
    more = tmp_path / "more.csv"
    more.write_text(f"{header}\nfantasy_realms,base,card,owl,Owl,Beast,2,,,,,card,,\n")
    assert card(deck(file, added=[str(more)]), "Owl").value == 2


def test_a_card_is_taken_out_and_may_still_be_mentioned(file):
    before = load_cards(file).select(GAME)
    after = deck(file, removed=["wolf"])
    assert [c.id for c in after.cards] == ["white-witch", "brook", "elan"]
    assert deck_changes(before, after).rows() == [
        ("wolf", "Wolf", "removed", "Beast, 5, bonus: +5 each other Beast", None)
    ]


def test_sides_of_summoners_can_be_changed():
    before = load_cards().select("vale_of_eternity", ("base", "curse"))
    side = before.sides[0]
    after = changed_deck(
        None, "vale_of_eternity", ("base", "curse"), [parse_change(f"{side.id}.curses=4")]
    )
    assert after.sides[0].curses == 4
    assert deck_changes(before, after)["card"].to_list() == [side.id]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("Wolv.value=3", "there is no card named 'Wolv'; did you mean Wolf?"),
        ("Wolf=3", 'not of the form NAME.COLUMN=VALUE, as in "NAME.value=25"'),
        ("Wolf.value", "not of the form NAME.COLUMN=VALUE"),
        (".value=3", "not of the form NAME.COLUMN=VALUE"),
        ("Wolf.strength=3", "no column 'strength' of a card can be changed; did you mean value?"),
        ("Wolf.vale=3", "did you mean value?"),
        ("Wolf.id=x", "expected value, text, suit, curses, wards or name"),
        ("Wolf.value=three", "--change 'Wolf.value=three', value: 'three' is not a whole number"),
        ("Wolf.value=1001", "from -1000 to 1000"),
        ("Wolf.value=", "value: the cell is empty"),
        ("Wolf.text=bonus: +5 each Beest", "text: position 16: unknown word 'Beest'; did you mean"),
    ],
)  # fmt: skip
def test_a_change_that_cannot_be_is_one_sentence(file, change, sentence):
    with pytest.raises(RealmvaleError) as caught:
        deck(file, change)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("added", "sentence"),
    [
        ("Griffin", "neither a CSV file nor a card as NAME,SUIT,VALUE,TEXT"),
        ("", "neither a CSV file nor a card"),
        ("Griffin,Beast,x", "--add 'Griffin,Beast,x', value: 'x' is not a whole number"),
        ("Griffin,Beast,3,bonus +3", "--add 'Griffin,Beast,3,bonus +3', text: position"),
        ("Wolf,Beast,3", "the deck has a card named Wolf; change it with --change"),
        ("nowhere.csv", "there is no card file nowhere.csv"),
    ],
)
def test_a_card_that_cannot_be_added_is_one_sentence(file, added, sentence):
    with pytest.raises(RealmvaleError) as caught:
        deck(file, added=[added])
    assert sentence in str(caught.value)


def test_a_change_that_breaks_another_text_says_which(file):
    with pytest.raises(RealmvaleError, match=r"with these changes, .*\(White Witch\).*'Flood'"):
        deck(file, "Brook.suit=Beast")


def test_what_cannot_be_taken_out(file):
    with pytest.raises(RealmvaleError, match="did you mean Brook"):
        deck(file, removed=["Broook"])
    with pytest.raises(RealmvaleError, match="no card is left"):
        deck(file, removed=["Wolf", "White Witch", "Brook", "Elan"])


@pytest.mark.parametrize(
    ("sets", "name", "message"),
    [
        (["base"], "jester", "Jester is a card of the set promo, which isn't in use; sets in use: "
         "base"),
        (["base", "cursed_hoard"], "Phoenix", "Phoenix is a card of the set promo, which isn't"),
        (["base", "promo"], "Crypt", "Crypt is a card of the set cursed_hoard, which isn't"),
        (["base"], "Jesterr", "there is no card named 'Jesterr'"),
    ],
)  # fmt: skip
def test_a_card_of_a_set_not_in_use_is_said_to_be_one(sets, name, message):
    with pytest.raises(RealmvaleError, match=message):
        changed_deck(None, "fantasy_realms", sets, removed=[name])


def test_an_artifact_is_said_to_be_no_card():
    for sets, message in (
        (["base", "artifacts"], "Golden Fleece is an artifact, not a card"),
        (["base"], "Golden Fleece is an artifact of the set artifacts, which isn't in use"),
    ):
        with pytest.raises(RealmvaleError, match=message):
            load_cards().select("vale", sets).index("golden fleece")


def test_a_card_is_changed_by_its_short_name():
    change = parse_change("Phoenix.value=9")
    deck = changed_deck(None, "fantasy_realms", ["base", "promo_original"], [change])
    assert deck.cards[deck.index("Phoenix")].value == 9


def test_an_artifact_can_be_changed():
    change = parse_change("Golden Fleece.text=action: gain 1 red")
    deck = changed_deck(None, "vale_of_eternity", ["base", "artifacts"], [change])
    fleece = next(tile for tile in deck.artifacts if tile.name == "Golden Fleece")
    assert fleece.text == "action: gain 1 red"
    before = load_cards().select("vale_of_eternity", ["base", "artifacts"])
    told = deck_changes(before, deck)
    assert told.select("card", "column", "after").rows() == [
        ("golden-fleece", "text", "action: gain 1 red")
    ]


@pytest.mark.parametrize(
    ("changes", "added", "sentence"),
    [
        (["Imp.value=-1"], [], "--change 'Imp.value=-1', value: a written cost is at least 0"),
        (["Imp.suit=Fyre"], [], "--change 'Imp.suit=Fyre', suit: nobody knows what a sold card"),
        ([], ["Sprite,Fire,-2,instant: draw 1"], "instant: draw 1', value: a written cost is at"),
        (
            ["Imp.value=1", "Imp.text=instant: use all instant effects of cards in your area"],
            [],
            "in your area', text: (Imp) only resolution effects can be used all at once",
        ),
    ],
)
def test_what_only_the_compiler_refuses_names_the_change(changes, added, sentence):
    """The rows are made up of what was stated: a row of the file would mislead."""
    stated = [parse_change(change) for change in changes]
    with pytest.raises(RealmvaleError) as caught:
        changed_deck(None, "vale_of_eternity", ("base",), stated, added)
    assert sentence in str(caught.value)
    assert "row" not in str(caught.value)
