"""The built-in policies of The Vale of Eternity with cards that nobody has thought of yet."""

import polars as pl
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from support.games import played
from support.vale_bots import QUICK
from support.vale_decks import base_and, card_line, with_texts
from support.vale_games import make_game
from support.vale_texts import Texts

from sim.cards import load_cards

BASE = load_cards().select("vale_of_eternity")
TEXTS = Texts(list(BASE.deck_suits), [card.name for card in BASE.cards])
CLAUSES = TEXTS.clauses().filter(lambda c: c.section in ("instant", "permanent", "resolution"))


@pytest.mark.filterwarnings("ignore:Generating overly large repr")
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.lists(CLAUSES, min_size=1, max_size=2).map(tuple), min_size=16, max_size=16))
def test_generated_cards_are_played_by_every_policy(texts):
    deck, new = with_texts(BASE, texts)
    assume(new >= 3)
    for players in (2, 4):
        tables = played(make_game(deck, QUICK, deals=3, players=players))
        assert tables["players"]["score"].min() >= 0


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("resolution: 6 points", "resolution: 1 point"),
        ("instant: 20 points", "instant: 2 points"),
        ("resolution: discard 1 red, then 9 points", "resolution: discard 1 red, then 1 point"),
        ("permanent: your cards cost 3 less", "permanent: your Dragon cards cost 1 less"),
    ],
)
def test_a_builder_hunts_the_better_of_two_new_cards(tmp_path, better, worse):
    """What a card is worth follows from its text: the better of two is picked earlier."""
    deck = base_and(
        tmp_path,
        card_line("Better One", "Fire", 3, better),
        card_line("Worse One", "Fire", 3, worse),
    )
    cards = played(make_game(deck, ("builder",), deals=60))["cards"]
    mean = {
        name: cards.filter((cards["card"].cast(pl.String) == name) & (cards["pick"] > 0))[
            "pick"
        ].mean()
        for name in ("better-one", "worse-one")
    }
    assert mean["better-one"] + 0.5 < mean["worse-one"]
