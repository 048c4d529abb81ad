"""Properties of the second game's card language: parser and formatter undo each other."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.vale_texts import Texts

from sim.cardtext.tokens import MAX_LENGTH, CardTextError
from sim.cardtext.vale_of_eternity import keywords, parse
from sim.cardtext.vale_of_eternity_format import format_text
from sim.cardtext.vocabulary import Vocabulary

# Families and names that try to be mistaken for something else.
FAMILIES = ("Fire", "Sea of Sand", "Card Sharks", "Or-Land", "Été", "Anyone", "O'Hara", "X2")
NAMES = (
    *("Fire", "A, or B", "instant: gain", "3:10", "=SUM(A1)", "Ünïcorn", "+5 each", "King's x; y"),
    *("all", "or more", "<b>Bold</b>", "Sea of Sand", "龍", "a | b)"),
)
WORDS = Vocabulary(FAMILIES, NAMES)
parse("", WORDS)  # builds the parser, at no example's expense

texts = (
    st.lists(Texts(FAMILIES, NAMES).clauses(), max_size=3)
    .map(tuple)
    .filter(lambda text: len(format_text(text)) <= MAX_LENGTH)
)
# Names of nested strategies are long, and nobody reads them.
pytestmark = pytest.mark.filterwarnings("ignore:Generating overly large repr")
slow_to_draw = settings(
    max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None
)


@slow_to_draw
@given(texts)
def test_parsing_what_was_formatted_gives_the_same_clauses(text):
    assert parse(format_text(text), WORDS) == text


@slow_to_draw
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


fragments = st.sampled_from([*FAMILIES, *(f'"{name}"' for name in NAMES), *sorted(keywords())])
signs = st.sampled_from(
    [*("+5", "-5", "3", "2", ",", ", then", ", otherwise", "or more", "and with"), *";:(|)/"]
)


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


@slow_to_draw
@given(texts)
def test_formatting_is_idempotent(text):
    written = format_text(text)
    assert format_text(parse(written, WORDS)) == written
