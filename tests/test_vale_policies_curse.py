"""How the built-in policies deal with wards, curses and soothing."""

import copy

import numpy as np
import polars as pl
import pytest
from support.games import played
from support.vale_bots import GAME, Asked, deal_hidden_anew, positions
from support.vale_games import make_game

from sim.cards import load_cards
from sim.vale_of_eternity.compile import compile_deck
from sim.vale_of_eternity.options import (
    AMOUNT,
    BLUE_AT,
    CARD_AT,
    END_TURN,
    GAIN_STONES,
    NOTHING,
    NUMBER_AT,
    PART,
    PAY_STONES,
    PURPLE_AT,
    RED_AT,
    REMOVE,
    SUMMON,
    SUMMONER,
    WARD_AT,
)
from sim.vale_of_eternity.play import clear
from sim.vale_of_eternity.state import (
    ACTION,
    CHOOSE_ACTION,
    CHOOSE_GAIN,
    CHOOSE_NUMBER,
    CHOOSE_PART,
    CHOOSE_PAYMENT,
    CHOOSE_SUMMONER,
    END_CHECK,
    new_scratches,
    new_states,
)


@pytest.fixture(scope="module")
def deck():
    return compile_deck(load_cards().select(GAME, ("base", "curse")))


@pytest.fixture
def state(deck):
    """Round 5 of a game of two; seat 0 is to act, with nothing but three wards."""
    states, scratches = new_states(1), new_scratches(1)
    states[0].players = 2
    clear(states[0], deck.tables[0], scratches[0])
    states[0].round_no, states[0].phase = 5, ACTION
    states[0].turn = states[0].active = 0
    states[0].decision = CHOOSE_ACTION
    return states[0]


def stones_part(red, blue, purple):
    """The bits of an option that stand for stones."""
    return red << RED_AT | blue << BLUE_AT | purple << PURPLE_AT


def with_card(kind, number):
    """The option of a kind about a card."""
    return kind | number << CARD_AT


def card(deck, name):
    return deck.card_set.index(name)


def put(words, *cards):
    for c in cards:
        words[c // 63] |= 1 << c % 63


def in_effect(deck, state, name, code):
    """Let the effect of a card be in progress at its first row with an operation."""
    t, k = deck.tables[0], card(deck, name)
    row = int(t.instant[k])
    while t.op[row].op != code:
        row += 1
    state.depth = 1
    state.frame[0].pc, state.frame[0].card, state.frame[0].seat = row, k, 0


def asked(deck, state, options, spec="builder"):
    chosen = Asked(deck, spec).choose(state, np.array(options, np.int64), 1)
    return options[chosen]


def test_it_mends_as_much_as_it_can(deck, state):
    from sim.vale_of_eternity.codes import MEND

    state.wards[0], state.curses[0] = 2, 1
    in_effect(deck, state, "Strix", MEND)
    state.decision = CHOOSE_NUMBER
    options = [AMOUNT | n << NUMBER_AT for n in range(3)]
    assert asked(deck, state, options) == options[2]


def test_it_pays_for_as_many_curses_as_it_has(deck, state):
    """A red stone is worth 1, a curse 2 points: two red stones for two curses, and no more."""
    from sim.vale_of_eternity.codes import PAY_ANY

    state.curses[0], state.stones[0, 0] = 2, 4
    in_effect(deck, state, "Selkie", PAY_ANY)
    state.decision = CHOOSE_PAYMENT
    options = [PAY_STONES | stones_part(n, 0, 0) for n in range(5)]
    assert asked(deck, state, options) == options[2]


def test_it_gains_stones_that_bring_points(deck, state):
    """Of four red or four blue stones the blue ones, in the last round the red ones.

    Red brings 2 points a stone and blue 1, a blue one is worth 2 values more: in round 5 of some
    points, in round 10 of next to nothing.
    """
    from sim.vale_of_eternity.codes import GAIN_ANY

    in_effect(deck, state, "Inferno", GAIN_ANY)
    state.decision = CHOOSE_GAIN
    red, blue = (GAIN_STONES | stones_part(4, 0, 0), GAIN_STONES | stones_part(0, 4, 0))
    state.round_no = 10
    assert asked(deck, state, [blue, red]) == red


def test_it_removes_a_cursed_card_that_brings_nothing_more(deck, state):
    """Three tokens cost 6 points; removing the card costs a ward and little of value."""
    k = card(deck, "Inferno")
    put(state.area[0], k)
    state.tokens[k] = 3
    state.round_no = 2
    state.stones[0, 0] = 2
    options = [with_card(REMOVE, k) | stones_part(2, 0, 0), END_TURN]
    assert asked(deck, state, options) == options[0]
    assert asked(deck, state, options, "builder:curses=0") == END_TURN


def test_it_leaves_a_card_without_tokens_alone(deck, state):
    k = card(deck, "Inferno")
    put(state.area[0], k)
    options = [with_card(REMOVE, k) | 1 << WARD_AT, END_TURN]
    state.round_no = 2
    assert asked(deck, state, options) == END_TURN


def test_it_breaks_a_ward_rather_than_lose_a_purple_stone(deck, state):
    k = card(deck, "Imp")
    put(state.hand[0], k)
    state.stones[0, 2] = 1
    options = [
        with_card(SUMMON, k) | stones_part(0, 0, 1),
        with_card(SUMMON, k) | 1 << WARD_AT,
    ]
    assert asked(deck, state, options) == options[1]


def test_it_curses_no_card_only_to_free_its_place(deck, state):
    """The curious side may put a token on a card: not on one that would do no more for it."""
    side = next(k for k, s in enumerate(deck.card_set.sides) if s.id == "foros/curious")
    t = deck.tables[0]
    tile, k = int(t.n_cards) + side, card(deck, "Imp")
    put(state.area[0], k)
    state.side[0], state.phase, state.depth = side, END_CHECK, 1
    row = int(t.permanent[int(t.first_permanent[tile])].program)
    state.frame[0].pc, state.frame[0].card, state.frame[0].seat = row, tile, 0
    state.decision = CHOOSE_PART
    options = [PART | 0 << NUMBER_AT, NOTHING]
    assert asked(deck, state, options) == NOTHING


def test_it_keeps_a_card_that_brings_much_for_longer(deck, tmp_path, state):
    """A card of 8 points a round with one token left: a second token brings 8 for 2."""
    from support.vale_curse import card_file

    path = card_file(tmp_path, "hantu-banyu", text="resolution: 8 points", assumed="")
    rich = compile_deck(load_cards(path).select(GAME, ("base", "curse")))
    t, k = rich.tables[0], card(rich, "Hantu Banyu")
    side = next(k for k, s in enumerate(rich.card_set.sides) if s.id == "foros/curious")
    tile = int(t.n_cards) + side
    put(state.area[0], k)
    state.tokens[k] = 1
    state.side[0], state.phase, state.depth = side, END_CHECK, 1
    row = int(t.permanent[int(t.first_permanent[tile])].program)
    state.frame[0].pc, state.frame[0].card, state.frame[0].seat = row, tile, 0
    state.decision = CHOOSE_PART
    options = [PART | 0 << NUMBER_AT, NOTHING]
    assert asked(rich, state, options) == options[0]


def test_in_a_draft_it_takes_wards_rather_than_none(deck, state):
    sides = {s.id: k for k, s in enumerate(deck.card_set.sides)}
    n = int(deck.tables[0].n_cards)
    state.decision = CHOOSE_SUMMONER
    options = [with_card(SUMMONER, n + sides[name]) for name in ("iwo/a", "marcosa/a")]
    assert asked(deck, state, options) == options[1]


def test_minding_curses_pays(deck):
    """A builder that counts them beats one that doesn't, on mirrored deals."""
    tables = played(make_game(deck, ("builder", "builder:curses=0"), deals=150, keep="players"))
    deals = tables["games"].select("game", "deal")
    seats = tables["players"].join(deals, on="game").with_columns(pl.col("policy").cast(pl.String))
    sums = seats.group_by("deal", "policy").agg(pl.col("win", "score").mean())
    wide = sums.pivot("policy", index="deal", values=["win", "score"])
    for name in ("win", "score"):
        gap = wide[f"{name}_builder"] - wide[f"{name}_builder:curses=0"]
        assert gap.mean() > 3 * gap.std() / gap.len() ** 0.5


PLANNER = "planner:nodes=4,samples=1,width=3"
QUICK = ["rusher", "builder", "family:fire", PLANNER, "rollout:n=1,width=3"]


def test_all_play_with_curses_to_the_end(deck):
    tables = played(make_game(deck, ("random", "seller", *QUICK), deals=7))
    assert tables["games"]["rounds"].is_between(1, 10).all()
    assert tables["rounds"]["wards_broken"].sum() == tables["players"]["wards_broken"].sum()


@pytest.mark.parametrize("spec", ["builder", PLANNER])
def test_nothing_hangs_on_what_a_seat_cannot_see(deck, spec):
    """Hidden cards dealt anew change no decision, with curses in play too."""
    bot, rng = Asked(deck, spec), np.random.default_rng(8)
    for state, options in positions(deck, 3, 3, every=11):
        chosen = bot.choose(state, options, 77)
        other = copy.deepcopy(state)
        deal_hidden_anew(other, rng)
        assert bot.choose(other, options, 77) == chosen


def test_in_the_base_game_the_parameter_changes_nothing():
    base = compile_deck(load_cards().select(GAME))
    one, other = (
        played(make_game(base, (spec,), deals=25)) for spec in ("builder", "builder:curses=0")
    )
    for table in ("games", "cards", "rounds"):
        assert one[table].equals(other[table])
    assert one["players"].drop("policy").equals(other["players"].drop("policy"))


def test_a_planner_that_ignores_curses_loses(deck):
    """By its search alone: in games played out to their ends curses are counted by the rules."""
    specs = ("planner:samples=0", "planner:curses=0,samples=0")
    tables = played(make_game(deck, specs, deals=60, keep="players"))
    deals = tables["games"].select("game", "deal")
    seats = tables["players"].join(deals, on="game").with_columns(pl.col("policy").cast(pl.String))
    sums = seats.group_by("deal", "policy").agg(pl.col("win", "score").mean())
    wide = sums.pivot("policy", index="deal", values=["win", "score"])
    for name in ("win", "score"):
        gap = wide[f"{name}_{specs[0]}"] - wide[f"{name}_{specs[1]}"]
        assert gap.mean() > 3 * gap.std() / gap.len() ** 0.5
