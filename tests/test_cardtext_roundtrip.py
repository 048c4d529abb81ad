"""Properties of the card language: parser and formatter are each other's inverse."""

import random

from hypothesis import given
from hypothesis import strategies as st
from support import card_filters

from sim.cardtext import fantasy_realms_ast as ast
from sim.cardtext.fantasy_realms import keywords, parse
from sim.cardtext.fantasy_realms_format import format_text
from sim.cardtext.tokens import MAX_LENGTH, CardTextError
from sim.cardtext.vocabulary import Vocabulary

# Suits and names that try to be mistaken for something else.
SUITS = ("Army", "Sea", "Sea of Sand", "Card Sharks", "Or-Land", "Été", "Anyone", "O'Hara", "X2")
NAMES = (
    *("Army", "A, or B", "penalty: -5", "3:10", "=SUM(A1)", "Ünïcorn", "+5 each", "King's x; y"),
    *("all", "bonus", "<b>Bold</b>", "Sea of Sand", "龍"),
)
WORDS = Vocabulary(SUITS, NAMES)
parse("", WORDS)  # builds the parser, at no example's expense

filters = card_filters.filters(SUITS, NAMES)
conditions = st.one_of(
    st.builds(ast.Condition, st.just("any"), filters),
    st.builds(ast.Condition, st.just("exactly"), filters, st.integers(0, 9)),
    st.just(ast.Condition("suits_differ")),
    st.just(ast.Condition("all_odd")),
)
tables = st.dictionaries(st.integers(1, 9), st.integers(0, 1000), min_size=1).map(
    lambda table: tuple(sorted(table.items()))
)


@st.composite
def amounts(draw, sign):
    """One amount as a bonus (sign 1) or a penalty (sign -1) may hold it."""
    measures = ["flat", "each", "each_discard", "each_opponent", "total", "highest"]
    measures += ["each_penalty", "each_odd"]
    measure = draw(st.sampled_from(measures + ["sets", "runs"] * (sign == 1)))
    value, cards, table = sign * draw(st.integers(0, 1000)), (), ()
    if measure in ("each", "each_discard", "total", "highest"):
        cards = draw(filters)
    if measure in ("total", "highest"):
        value = sign
    if measure in ("sets", "runs"):
        value, table = 0, draw(tables)
    when = tuple(draw(st.lists(conditions, max_size=2)))
    unless = draw(st.one_of(st.just(()), filters))
    return ast.Amount(value, measure, cards, table, when, unless)


def points(section, sign):
    alternatives = st.lists(amounts(sign), min_size=1, max_size=3).map(tuple)
    return st.builds(ast.Clause, st.just(section), st.builds(ast.Points, alternatives))


def verbs(section, *kinds):
    return st.builds(ast.Clause, st.just(section), st.one_of(kinds))


clauses = st.one_of(
    points("bonus", 1),
    points("penalty", -1),
    verbs(
        "penalty",
        st.builds(ast.Blanks, filters),
        st.builds(ast.BlanksAlone, filters),
        st.builds(ast.Blanked, st.sampled_from(["unless", "with"]), filters),
    ),
    verbs(
        "bonus",
        st.builds(ast.Shields, filters),
        st.builds(ast.CountsAs, card_filters.lists_of(SUITS, least=1)),
        st.sampled_from([ast.Unblankable(), ast.Aloof(), ast.KeepsSuit(), ast.KeepsSuits()]),
        st.builds(ast.Clears, filters),
        st.builds(
            ast.ClearsWord,
            card_filters.lists_of(SUITS, least=1),
            st.one_of(st.just(()), filters),
        ),
    ),
    verbs(
        "choice",
        st.just(ast.CopyCard()),
        st.builds(ast.GiveSuit, card_filters.lists_of(SUITS)),
        st.builds(ast.CopyFace, filters),
        st.builds(ast.ClearOne, filters),
        st.builds(ast.ShieldOne, filters),
    ),
    verbs(
        "extra",
        st.builds(ast.TakeExtra, filters),
        st.builds(ast.SearchExtra, filters),
        st.just(ast.DrawExtra()),
    ),
)
texts = st.lists(clauses, max_size=4).map(tuple).filter(lambda t: len(format_text(t)) <= MAX_LENGTH)


@given(texts)
def test_parsing_what_was_formatted_gives_the_same_clauses(text):
    assert parse(format_text(text), WORDS) == text


@given(texts, st.randoms(use_true_random=False))
def test_case_blanks_and_quotes_do_not_change_the_meaning(text, rng: random.Random):
    written = format_text(text)
    blanks = [" ", "  ", "\u00a0", "\n\t"] if len(written) < MAX_LENGTH // 2 else [" ", "\u00a0"]
    quotes = ['"', "“", "”", "„", "«"]
    mangled = "".join(
        rng.choice(blanks)
        if c == " "
        else rng.choice(quotes)
        if c == '"'
        else rng.choice([c, c.upper()])
        for c in written
    )
    assert parse(mangled, WORDS) == text


fragments = st.sampled_from([*SUITS, *(f'"{name}"' for name in NAMES), *sorted(keywords())])
signs = st.sampled_from(["+5", "-5", "+", "-", "3:10", "2", ",", ", or", ";", ":", '"', "bonus:"])


@given(st.one_of(st.text(max_size=80), st.lists(fragments | signs, max_size=30).map(" ".join)))
def test_any_text_is_read_or_refused_with_a_place(text):
    refused = None
    try:
        clauses = parse(text, WORDS)
    except CardTextError as error:
        refused = error
    if refused is None:
        assert parse(format_text(clauses), WORDS) == clauses
    else:
        assert 1 <= refused.position <= len(text) + 1
        assert refused.problem


@given(texts)
def test_formatting_is_idempotent(text):
    written = format_text(text)
    assert format_text(parse(written, WORDS)) == written
