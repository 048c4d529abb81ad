"""Card texts of the second game as rows of the tables: sharing, chains, jumps, refusals."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.vale_decks import base_and, card_line, card_set, with_text
from support.vale_texts import Texts

from sim.cards import load_cards
from sim.errors import RealmvaleError
from sim.vale_of_eternity import codes as c
from sim.vale_of_eternity import rulings
from sim.vale_of_eternity.compile import compile_deck
from sim.vale_of_eternity.english import Reader
from sim.vale_of_eternity.seal import reached
from sim.vale_of_eternity.tables import NO_PROGRAM

DECK = compile_deck(load_cards().select("vale_of_eternity"))
FIVE = [
    card_line(f"A {family} card", family, cost, "")
    for cost, family in enumerate(("Fire", "Water", "Earth", "Wind", "Dragon"))
]


def rows_of(deck, name, column="instant"):
    """Return the rows of a card's program as (operation, the columns that are not 0)."""
    t = deck.tables[0]
    first = int(t[column][deck.names.index(name)])
    return [
        {f: int(t.op[row][f]) for f in t.op.dtype.names if t.op[row][f]}
        for row in sorted(reached(t, first))
    ]


def mine(tmp_path, text):
    """Return a deck of five plain cards and one called Mine."""
    deck = card_set(tmp_path, [*FIVE, card_line("Mine", "Fire", 3, text)])
    return compile_deck(deck)


def test_every_base_card_can_be_played():
    t = DECK.tables[0]
    assert t.n_cards == 70
    assert list(t.ruling) == list(rulings.defaults())
    assert (t.end_score, t.last_round, t.stone_limit) == (60, 10, 4)


def test_what_sold_cards_bring():
    t = DECK.tables[0]
    sale = {DECK.families[k]: tuple(t.sale[k]) for k in range(5)}
    assert sale == {
        "Fire": (3, 0, 0),
        "Water": (0, 1, 0),
        "Earth": (4, 0, 0),
        "Wind": (1, 1, 0),
        "Dragon": (0, 0, 1),
    }


def test_programs_end_and_jumps_stay_inside():
    t = DECK.tables[0]
    programs = [int(p) for column in ("instant", "resolution") for p in t[column][:70]]
    programs += [int(p) for p in t.permanent["program"][: t.n_permanents]]
    for first in (p for p in programs if p != NO_PROGRAM):
        rows = sorted(reached(t, first))
        assert rows[0] == first
        assert rows[-1] < t.n_ops
        assert t.op[rows[-1]].op == c.END


def test_equal_filters_and_counts_share_a_row():
    t = DECK.tables[0]
    for table, n in (("filter", t.n_filters), ("count", t.n_counts)):
        columns = [f for f in t[table].dtype.names if f not in ("mask", "wild")]
        rows = [tuple(int(t[table][k][f]) for f in columns) for k in range(int(n))]
        assert len(set(rows)) == len(rows)


def test_a_chain_marks_every_row_but_its_last():
    assert rows_of(DECK, "Medusa", "resolution") == [
        {"op": c.MOVE, "n": 1, "to": c.DISCARD, "lo": -1, "flag": c.THEN},
        {"op": c.GAIN, "n": 1, "purple": 1},
        {},
    ]


def test_points_that_are_the_price_of_something_have_to_be_there(tmp_path):
    deck = mine(tmp_path, "resolution: lose 2 points, then draw 1; lose 2 points")
    assert rows_of(deck, "Mine", "resolution") == [
        {"op": c.LOSE_POINTS, "n": 2, "flag": c.MUST | c.THEN},
        {"op": c.DRAW, "n": 1},
        {"op": c.LOSE_POINTS, "n": 2},
        {},
    ]


def test_both_branches_of_a_condition_meet_behind_it():
    t = DECK.tables[0]
    first = int(t.resolution[DECK.names.index("Goblin Soldier")])
    ops = [int(t.op[first + k].op) for k in range(5)]
    assert ops == [c.IF, c.POINTS, c.JUMP, c.LOSE_POINTS, c.END]
    assert t.op[first].jump == first + 3
    assert t.op[first + 2].jump == first + 4


def test_a_choice_lists_its_options_and_goes_on_behind_them(tmp_path):
    deck = mine(tmp_path, "instant: choose 1 of (draw 1 | gain 1 red), then 2 points")
    t = deck.tables[0]
    first = int(t.instant[5])
    ops = [int(t.op[first + k].op) for k in range(9)]
    assert ops == [
        *(c.CHOOSE, c.OPTION, c.OPTION),
        *(c.DRAW, c.END, c.GAIN, c.END),
        *(c.POINTS, c.END),
    ]
    choice = t.op[first]
    assert (choice.n, choice.lo, choice.arg, choice.jump) == (1, -1, 2, first + 7)
    assert choice.flag == c.THEN
    assert [int(t.op[first + k].jump) - first for k in (1, 2)] == [3, 5]


def test_may_is_a_choice_of_one_or_nothing(tmp_path):
    deck = mine(tmp_path, "resolution: may discard 1 red, then 3 points")
    rows = rows_of(deck, "Mine", "resolution")
    assert [row.get("op", 0) for row in rows] == [
        *(c.CHOOSE, c.LOSE_STONES, c.POINTS, c.END, c.END),
    ]
    assert rows[0]["n"] == 1
    assert "lo" not in rows[0]


def test_a_union_matches_the_cards_of_all_its_items(tmp_path):
    deck = mine(tmp_path, "instant: recover another water card or card of cost 3 from your area")
    t = deck.tables[0]
    row = t.filter[int(t.op[int(t.instant[5])].filter)]
    # Water costs 1 here, Wind and Mine cost 3.
    assert int(row.mask[0]) == 1 << 1 | 1 << 3 | 1 << 5
    assert row.flag == c.OTHER


def test_a_name_matches_its_card_and_one_that_is_not_in_the_deck_matches_none(tmp_path):
    line = 'instant: recover a "{}" from your area'
    named = mine(tmp_path, line.format("A Wind card"))
    assert int(named.tables[0].filter[1].mask[0]) == 1 << 3
    lines = [*FIVE, card_line("Mine", "Fire", 3, line.format("Away")).strip()]
    away = card_line("Away", "Fire", 3, "").replace(",base,", ",curse,")
    card_set(tmp_path, [*lines, "\n", away])
    path = tmp_path / "mine.csv"
    deck = compile_deck(load_cards(path).select("vale"))
    assert not deck.tables[0].filter[1].mask.any()


def test_a_card_without_a_trait(tmp_path):
    deck = mine(tmp_path, "instant: 1 point per card without an instant effect in your area")
    assert int(deck.tables[0].filter[1].mask[0]) == 0b11111


def test_a_reaction_to_any_discard_of_its_own_too(tmp_path):
    deck = mine(tmp_path, "permanent: when a fire card is discarded from your area, 1 point")
    t = deck.tables[0]
    rules = [t.permanent[k] for k in range(int(t.n_permanents))]
    assert [int(rule.event) for rule in rules] == [c.ON_DISCARD, c.ON_DISCARD_SELF]
    assert rules[0].program == rules[1].program
    deck = mine(tmp_path, "permanent: when a wind card is discarded from your area, 1 point")
    assert deck.tables[0].n_permanents == 1


def test_artifacts_raise_the_score_that_ends_the_game(tmp_path):
    path = tmp_path / "mine.csv"
    more = card_line("More", "Fire", 1, "").replace(",base,", ",artifacts,")
    path.write_text(load_cards().path.read_text(encoding="utf-8") + more, "utf-8")
    deck = load_cards(path).select("vale", ("base", "artifacts"))
    assert compile_deck(deck).tables[0].end_score == 80


# --- a designer's cards ---


@pytest.mark.parametrize(
    "text",
    [
        "instant: 2 points per dragon card in the discard pile",
        "instant: discard any number of cards from your hand, then gain 1 blue per such card",
        "permanent: when you summon a fire card, draw 1",
        "permanent: when you tame, 1 point per different family in your area",
        "resolution: if any opponent has more cards in their hand than you, draw 1",
        "resolution: choose up to 1 of (lose 3 points, then gain 1 purple | draw 1)",
        "instant: summon a card of cost 3 or less from the discard pile for free",
        "resolution: each opponent loses 1 point",
        "permanent: your earth or wind cards of cost 4 or more cost 1 less",
        'resolution: recover a "Hydra" from your area',
    ],
)
def test_a_71st_card_of_known_verbs_needs_no_code(tmp_path, text):
    deck = base_and(tmp_path, card_line("My Own", "Fire", 3, text))
    assert deck.tables[0].n_cards == 71
    # Another card's text is compiled as before.
    assert rows_of(deck, "Poseidon")[0]["n"] == rows_of(DECK, "Poseidon")[0]["n"] == 3


def test_a_changed_number_changes_the_rows_alone(tmp_path):
    path = tmp_path / "mine.csv"
    text = load_cards().path.read_text(encoding="utf-8")
    line = "instant: 3 points per water card in your area"
    assert text.count(line) == 1
    path.write_text(text.replace(line, line.replace("3", "5")), encoding="utf-8")
    changed = compile_deck(load_cards(path).select("vale"))
    assert rows_of(changed, "Poseidon")[0]["n"] == 5
    for field in DECK.tables.dtype.names:
        if field != "op":
            assert np.array_equal(changed.tables[0][field], DECK.tables[0][field]), field


# --- what the language can say and the tables cannot ---

REFUSED = [
    ("instant: 1 point per such card", "no card before"),
    ("instant: draw 1, then 1 point per cost of that card", "no card before"),
    ("instant: discard that card", "no card before"),
    ("permanent: when you draw, 1 point per cost of that card", "no card before"),
    ("instant: gain 1 red, then 1 point per red gained", "no stones of free choice"),
    ("instant: 1 point per 1 paid", "nothing is paid before"),
    ("instant: 1 point per red paid", "'when you summon'"),
    ("permanent: when you tame, 1 point per red paid", "'when you summon'"),
    ("instant: 1 point per card of the chosen family in your area", "no family is chosen"),
    ("instant: choose a family; discard a card of the chosen family from your hand", "counted"),
    ("instant: recover a card of a new family from your area", "'of a new family'"),
    ("instant: recover a card with curses or fire card from your area", "all parts of a list"),
    ("instant: copy the permanent effect of another card in your area", "permanent effect"),
    ("instant: use all instant effects of cards in your area", "only resolution effects"),
    ("instant: summon 2 cards from your hand for free", "one card at a time"),
    ("permanent: when you draw a fire card, 1 point", "drawn cards are hidden"),
    ("permanent: when a card is recovered from your area, 1 point", "its own recovery"),
    ("permanent: when this is recovered from your area, 1 point", "cannot react"),
    ("instant: draw 1, then upgrade 1 stone gained", "no stones are gained before"),
    ("permanent: when you tame, upgrade 1 stone gained", "no stones are gained before"),
]


@pytest.mark.parametrize(("text", "words"), REFUSED)
def test_what_cannot_be_meant_is_refused_by_row_and_column(tmp_path, text, words):
    with pytest.raises(RealmvaleError) as caught:
        mine(tmp_path, text)
    assert "row 7, column text: (Mine)" in str(caught.value)
    assert words in str(caught.value)


def test_a_family_that_nobody_can_sell_is_refused(tmp_path):
    with pytest.raises(RealmvaleError, match=r"row 2, column suit: .*family Ghosts brings"):
        compile_deck(card_set(tmp_path, [card_line("Mine", "Ghosts", 3, "")]))


def test_a_cost_below_zero_is_refused(tmp_path):
    with pytest.raises(RealmvaleError, match="row 2, column value: a written cost is at least 0"):
        compile_deck(card_set(tmp_path, [card_line("Mine", "Fire", -1, "")]))


def test_a_family_of_another_set_can_be_spoken_of_and_matches_nothing(tmp_path):
    away = card_line("Away", "Ghosts", 3, "").replace(",base,", ",curse,")
    text = "instant: 1 point per ghosts card in your area; choose a family"
    lines = [away, *FIVE, card_line("Mine", "Fire", 3, text)]
    deck = compile_deck(card_set(tmp_path, lines))
    t = deck.tables[0]
    assert deck.families == ["Fire", "Water", "Earth", "Wind", "Dragon", "Ghosts"]
    assert (t.n_families, t.family[0]) == (5, 0)
    assert not t.filter[1].mask.any()
    assert "for each ghosts card in your area" in Reader(deck, 5).sentences()[0]


def test_more_cards_than_can_be_told_apart_are_refused(tmp_path):
    lines = [card_line(f"Number {n}", "Fire", 1, "") for n in range(127)]
    with pytest.raises(RealmvaleError, match="127 cards, at most 126"):
        compile_deck(card_set(tmp_path, lines))
    assert compile_deck(card_set(tmp_path, lines[:126])).tables[0].n_cards == 126


@pytest.fixture(scope="module")
def five(tmp_path_factory) -> object:
    return card_set(Path(tmp_path_factory.mktemp("five")), FIVE)


CLAUSES = Texts(
    ("Fire", "Water", "Earth", "Wind", "Dragon"), ("A Fire card", "A Wind card", "A Dragon card")
).clauses()


@pytest.mark.filterwarnings("ignore:Generating overly large repr")
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None, max_examples=60)
@given(st.lists(CLAUSES, min_size=1, max_size=3).map(tuple))
def test_any_text_compiles_and_is_read_aloud_or_is_refused(five, text):
    try:
        deck = compile_deck(with_text(five, text))
    except RealmvaleError as error:
        assert "row 2, column text" in str(error)  # noqa: PT017
        return
    said = Reader(deck, 0).sentences()
    played = {"instant", "permanent", "resolution"} & {clause.section for clause in text}
    assert (said == ["No effect."]) == (not played)
    t = deck.tables[0]
    for first in (int(t.instant[0]), int(t.resolution[0])):
        if first != NO_PROGRAM:
            assert all(row < t.n_ops for row in reached(t, first))
