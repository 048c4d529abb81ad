"""The card file: the project's own, and what a spreadsheet may do to one."""

import csv
import io
import re
from collections import Counter
from pathlib import Path

import pytest
from reference import fantasy_realms_cards as reference
from support.card_files import CLEAN, HEADER, deck_of

import sim.cards
from sim.card_file import COLUMNS
from sim.cards import default_path, game_id, load_cards
from sim.cardtext.fantasy_realms_format import format_text
from sim.errors import RealmvaleError

ROOT = Path(__file__).resolve().parent.parent


# --- the project's own file ---


def test_the_project_file_has_ten_suits_of_five_cards_and_three_wild_ones():
    deck = load_cards().select("fantasy_realms")
    counts = Counter(card.suit for card in deck.cards)
    assert len(deck.cards) == 53
    assert counts.pop("Wild") == 3
    assert len(counts) == 10
    assert set(counts.values()) == {5}


def test_name_suit_and_strength_agree_with_the_reference_table():
    cards = load_cards().select("fantasy_realms").cards
    ours = {card.name: (card.suit, card.value) for card in cards}
    theirs = {card.name: (card.suit, card.strength) for card in reference.CARDS.values()}
    assert ours == theirs


def test_the_wild_cards_stand_last_in_the_order_of_their_choices():
    names = [card.name for card in load_cards().select("fantasy_realms").cards]
    assert names[-3:] == ["Doppelgänger", "Mirage", "Shapeshifter"]


def test_every_text_of_the_project_file_is_in_canonical_form():
    deck = load_cards().select("fantasy_realms")
    for card, text in zip(deck.cards, deck.parsed, strict=True):
        assert format_text(text) == card.text


def test_every_card_of_the_project_file_has_a_rule_and_nothing_is_assumed():
    deck = load_cards().select("fantasy_realms")
    assert all(deck.parsed)
    assert deck.assumed == []
    decks = [(deck.game, deck.sets) for deck in load_cards().check_texts()]
    assert ("fantasy_realms", ("base",)) in decks


def test_the_default_file_is_the_checkout_s_and_else_the_installed_one(tmp_path, monkeypatch):
    assert load_cards().path == default_path() == ROOT / "cards.csv"
    (tmp_path / "cards.csv").write_text("not ours: no pyproject.toml beside it")
    monkeypatch.setattr(sim.cards, "__file__", str(tmp_path / "sim" / "cards.py"))
    assert default_path() == tmp_path / "sim" / "data" / "cards.csv"


# --- what spreadsheets do, and what makes no difference ---


def excel(text):
    """Return what Excel makes of a file: BOM, CRLF, NBSP, every comma's cell quoted, blank rows."""
    table = io.StringIO(newline="")
    writer = csv.writer(table, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    for row in csv.reader(io.StringIO(text, newline="")):
        writer.writerow([cell.replace(" ", "\u00a0") + "\u00a0" for cell in row])
    writer.writerow([""] * len(COLUMNS))
    return b"\xef\xbb\xbf" + (table.getvalue() + "\r\n").encode()


def test_tl_31_a_file_saved_by_excel_is_the_same_deck(tmp_path):
    clean, saved = deck_of(tmp_path, CLEAN), deck_of(tmp_path, excel(CLEAN))
    assert saved.cards == clean.cards
    assert saved.parsed == clean.parsed
    assert saved.sha256 == clean.sha256


def test_tl_31_the_project_file_saved_by_excel_is_the_same_deck(tmp_path):
    clean = load_cards().select("fantasy_realms")
    saved = deck_of(tmp_path, excel((ROOT / "cards.csv").read_text(encoding="utf-8")))
    assert saved.cards == clean.cards
    assert saved.sha256 == clean.sha256


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Wolf,Beast,5,", "Wolf,Beast,5.0,"),
        ("Brook,Flood,-4,", "Brook,Flood,−4.,"),
        ("card,wolf,Wolf,Beast", "card, wolf ,  Wolf,\tBeast "),
        ("Élan", "E\u0301lan"),
        ("White Witch", "White\u200b  Witch"),
        ("fantasy_realms,base,card,wolf", "Fantasy_Realms,BASE,Card,wolf"),
        ("+5 each other Beast", "+5 EACH other  beast;"),
        ("a doubt", "quite another note"),
        (HEADER, HEADER.title()),
        (HEADER, "\n,,,\n" + HEADER + ",,"),
        ("\nfantasy_realms", "\n\n , ,\nfantasy_realms"),
    ],
)
def test_an_invisible_or_meaningless_difference_leaves_the_deck_the_same(tmp_path, before, after):
    assert before in CLEAN
    assert deck_of(tmp_path, CLEAN.replace(before, after)).sha256 == deck_of(tmp_path, CLEAN).sha256


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Wolf,Beast,5,", "Wolf,Beast,6,"),
        ("+5 each other Beast", "+5 each Beast"),
        ("White Witch", "Grey Witch"),
        ("fantasy_realms,base,card,elan,Élan,Wild,0,,,,,card,,\n", ""),
    ],
)
def test_a_change_of_the_game_changes_the_hash(tmp_path, before, after):
    assert before in CLEAN
    assert deck_of(tmp_path, CLEAN.replace(before, after)).sha256 != deck_of(tmp_path, CLEAN).sha256


def test_the_hash_knows_no_card_out_of_use(tmp_path):
    clean = deck_of(tmp_path, CLEAN).sha256
    promo = "fantasy_realms,promo,card,imp,Imp,Beast,1,,,,,card,,\n"
    assert deck_of(tmp_path, CLEAN + promo).sha256 == clean
    assert deck_of(tmp_path, CLEAN + promo.replace("Beast", "Outsider")).sha256 == clean


def test_a_name_that_looks_like_a_formula_is_text(tmp_path):
    deck = deck_of(
        tmp_path, CLEAN.replace("White Witch", "=SUM(A1)").replace("Wolf", "<b>Wolf</b>")
    )
    assert [card.name for card in deck.cards][:2] == ["<b>Wolf</b>", "=SUM(A1)"]


def test_optional_columns_may_be_missing_and_columns_stand_in_any_order(tmp_path):
    rows = list(csv.DictReader(io.StringIO(CLEAN)))[:4]
    kept = ["text", "name", "id", "kind", "set", "game", "value", "suit", "source"]
    table = io.StringIO()
    writer = csv.DictWriter(table, kept, extrasaction="ignore")
    writer.writeheader()
    writer.writerows(rows)
    base = CLEAN[: CLEAN.index("fantasy_realms,cursed")]
    assert deck_of(tmp_path, table.getvalue()).sha256 == deck_of(tmp_path, base).sha256


# --- decks ---


def test_a_card_takes_out_the_one_it_replaces_when_its_set_is_in_use(tmp_path):
    assert [card.id for card in deck_of(tmp_path, CLEAN).cards] == [
        "wolf",
        "white-witch",
        "brook",
        "elan",
    ]
    both = deck_of(tmp_path, CLEAN, ("base", "cursed_hoard"))
    assert [card.id for card in both.cards] == ["white-witch", "brook", "elan", "ch-wolf"]


def test_suits_stand_in_order_of_first_appearance(tmp_path):
    text = CLEAN + "fantasy_realms,promo,card,imp,Imp,Outsider,1,,,,,card,,\n"
    assert deck_of(tmp_path, text).suits == ("Beast", "Wizard", "Flood", "Wild")
    with_promo = deck_of(tmp_path, text, ("base", "promo"))
    assert with_promo.suits == ("Beast", "Wizard", "Flood", "Wild", "Outsider")
    assert deck_of(tmp_path, text).deck_suits == ("Beast", "Wizard", "Flood", "Wild")


def test_a_text_may_name_a_card_or_suit_of_a_set_that_is_not_in_use(tmp_path):
    text = CLEAN.replace("each other Beast", "each Outsider unless any Undead")
    text += "fantasy_realms,promo,card,imp,Imp,Outsider,1,,,,,card,,\n"
    text += "fantasy_realms,promo,card,lich,Lich,Undead,1,,,,,card,,\n"
    deck = deck_of(tmp_path, text.replace('""Wolf""', '""Imp""'))
    assert format_text(deck.parsed[0]) == "bonus: +5 each Outsider unless any Undead"
    assert format_text(deck.parsed[2]) == 'bonus: +9 with "Imp", or +2'


def test_assumed_rows_are_told(tmp_path):
    row = "Wolf,Beast,5,,,,bonus: +5 each other Beast,card,"
    deck = deck_of(tmp_path, CLEAN.replace(row, row + "strength=5 in 3..7"))
    assert deck.assumed == [{"id": "wolf", "assumed": "strength=5 in 3..7"}]


def test_cards_are_found_by_name_and_id(tmp_path):
    deck = deck_of(tmp_path, CLEAN)
    assert deck.index("ELAN") == deck.index(" élan ") == 3
    assert deck.index("white-witch") == deck.index("white  witch") == 1
    with pytest.raises(RealmvaleError, match="did you mean White Witch"):
        deck.index("whit witch")


def test_games_have_short_names():
    assert game_id("fr") == game_id("Fantasy-Realms") == game_id("fantasy realms")
    assert game_id("vale") == "vale_of_eternity"
    with pytest.raises(RealmvaleError, match="did you mean fantasy_realms"):
        game_id("fantasy-realm")


def test_each_game_has_its_own_words_and_language(tmp_path):
    path = tmp_path / "both.csv"
    path.write_text(
        CLEAN
        + "vale_of_eternity,base,card,imp,Imp,Flame,2,,,,instant: gain 2 red,card,,\n"
        + "vale_of_eternity,curse,summoner,muura/jolly,Muura,,,1,3,,"
        "flip: at the start of the round,assumed,text,\n"
    )
    card_file = load_cards(path)
    assert card_file.games == ["fantasy_realms", "vale_of_eternity"]
    decks = [(deck.game, deck.sets) for deck in card_file.check_texts()]
    assert ("vale_of_eternity", ("base",)) in decks
    deck = card_file.select("vale")
    assert [card.text for card in deck.cards] == ["instant: gain 2 red"]
    assert re.fullmatch("[0-9a-f]{64}", deck.sha256)
    assert card_file.vocabulary("vale_of_eternity").suits == ("Flame",)
    assert len(deck.parsed) == 1
    muura = card_file.cards[-1]
    assert (muura.value, muura.curses, muura.wards) == (None, 1, 3)
