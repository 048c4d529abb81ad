"""What the compiler says of effects that always do something, against the walker that looks."""

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from support.vale_bots import positions
from support.vale_decks import base_and, card_line, with_texts
from support.vale_texts import Texts

from sim.cards import load_cards
from sim.vale_of_eternity.compile import compile_deck
from sim.vale_of_eternity.state import PARTS, WHOLE, new_scratches
from sim.vale_of_eternity.stepped import cards_in
from sim.vale_of_eternity.tables import NO_PROGRAM
from sim.vale_of_eternity.walk import walk

GAME = "vale_of_eternity"
ALL = load_cards().select(GAME, ["base", "curse", "artifacts"])
BASE = load_cards().select(GAME)
TEXTS = Texts(list(BASE.deck_suits), [card.name for card in BASE.cards])
CLAUSES = TEXTS.clauses().filter(lambda c: c.section in ("instant", "resolution"))
SHORT_CUTS = ("always_acts", "acts_copied", "chain_acts")


def without_short_cuts(tables):
    """The same tables, but nothing is known of what always acts."""
    plain = tables.copy()
    for name in SHORT_CUTS:
        plain[name][:] = 0
    return plain


def check_answers(deck, players=3, deals=1):
    """Ask about every card of an area at many positions, with the short cuts and without."""
    quick, plain = deck.tables, without_short_cuts(deck.tables)
    w = new_scratches(1)[0]
    asked = 0
    for deal in range(deals):
        for s, _ in positions(deck, players, deal, "random", every=5):
            for seat in range(players):
                for card in cards_in(s.area[seat]):
                    for program, mode in (
                        (quick[0].resolution[card], PARTS),
                        (quick[0].instant[card], WHOLE),
                    ):
                        if program == NO_PROGRAM:
                            continue
                        answers = []
                        for t in (quick[0], plain[0]):
                            w["more"][:] = 0
                            answers.append(walk(s, t, w, seat, card, program, mode, 0, 0))
                        assert answers[0] == answers[1], deck.card_set.cards[card].name
                        if mode == PARTS and quick[0].always_acts[card]:
                            assert answers[1] == 2, deck.card_set.cards[card].name
                        asked += 1
    return asked


@pytest.mark.parametrize(
    ("text", "acts"),
    [
        ("2 points", True),
        ("gain 1 red and 1 point", True),
        ("recover this", True),
        ("discard 1 red, then 3 points", False),
        ("1 point per blue stone", False),
        ("if you have a purple stone, 3 points", False),
        ("if you have a purple stone, 3 points, otherwise gain 1 red", True),
        ("if you have a purple stone, 3 points, otherwise lose 4 points", False),
        ("choose 1 of (gain 1 red | lose 1 point, then gain 1 blue)", True),
        ("choose 2 of (gain 1 red | lose 1 point, then gain 1 blue)", False),
        ("choose 2 of (gain 1 red | lose 1 point, then gain 1 blue | 1 point)", True),
        ("choose 1 of (discard 1 red, then 3 points | discard 1 blue, then 5 points)", False),
        ("draw 1", False),  # draw pile and discard pile may be empty
    ],
)
def test_a_resolution_effect_always_acts_if_it_does_in_every_position(tmp_path, text, acts):
    deck = base_and(tmp_path, card_line("New One", "Fire", 1, f"resolution: {text}"))
    names = [card.name for card in deck.card_set.cards]
    assert bool(deck.tables[0].always_acts[names.index("New One")]) is acts


def test_what_moves_itself_need_not_act_as_another_cards_effect(tmp_path):
    deck = base_and(tmp_path, card_line("New One", "Fire", 1, "resolution: recover this"))
    card = [card.name for card in deck.card_set.cards].index("New One")
    assert deck.tables[0].always_acts[card]
    assert not deck.tables[0].acts_copied[card]


@pytest.mark.parametrize("players", [2, 4])
def test_the_walker_gives_the_same_answers_without_short_cuts(players):
    assert check_answers(compile_deck(ALL), players, deals=4) > 200


@pytest.mark.filterwarnings("ignore:Generating overly large repr")
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.lists(CLAUSES, min_size=1, max_size=2).map(tuple), min_size=24, max_size=24))
def test_the_walker_gives_the_same_answers_for_cards_that_are_yet_to_come(texts):
    deck, new = with_texts(BASE, texts)
    assume(new >= 6)
    assert check_answers(deck, 2, deals=2) > 0
