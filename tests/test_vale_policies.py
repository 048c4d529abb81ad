"""The built-in policies of The Vale of Eternity: legal, honest, as strong as they should be."""

import copy

import numpy as np
import polars as pl
import pytest
from support.games import played
from support.vale_bots import GAME, QUICK, Asked, base_deck, deal_hidden_anew, positions
from support.vale_games import make_game

from sim.policy_find import built_in_names, list_policies


@pytest.fixture(scope="module")
def vale():
    return base_deck()


def by_policy(tables):
    """Mean score and win credit by policy."""
    rows = (
        tables["players"]
        .group_by(pl.col("policy").cast(pl.String))
        .agg(pl.col("score").mean(), pl.col("win").mean())
    )
    return {name: (score, win) for name, score, win in rows.iter_rows()}


def test_every_policy_says_in_a_line_what_it_does():
    listed = {entry.name: entry for entry in list_policies(GAME)}
    wanted = {"random", "seller", "rusher", "builder", "family", "planner", "rollout"}
    assert wanted <= set(built_in_names(GAME)) == set(listed)
    assert {spec.split(":")[0] for spec in QUICK} == wanted
    for entry in listed.values():
        assert 10 < len(entry.about) < 100


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_policies_play_all_their_games_to_the_end(vale, players):
    """An index that is no option ends a run with an error."""
    tables = played(make_game(vale, QUICK, deals=7, players=players))
    assert set(tables["players"]["policy"].cast(pl.String)) == set(QUICK)
    assert tables["players"]["score"].min() >= 0
    assert tables["games"]["rounds"].is_between(1, 10).all()


def test_better_policies_score_more(vale):
    tables = played(make_game(vale, ("random", "seller", "rusher", "builder"), deals=60))
    score = {name: mean for name, (mean, _) in by_policy(tables).items()}
    assert score["random"] + 5 < score["seller"]
    assert score["seller"] + 3 < score["rusher"]
    assert score["rusher"] + 8 < score["builder"]


def test_a_mirror_match_of_builders_scores_what_was_aimed_for(vale):
    assert by_policy(played(make_game(vale, ("builder",), deals=250)))["builder"][0] >= 54


@pytest.mark.parametrize("spec", ["planner:nodes=10,samples=2", "rollout:n=6,width=5"])
def test_bots_that_search_beat_builders(vale, spec):
    names = (spec, "builder", "builder", "builder")
    means = by_policy(played(make_game(vale, names, deals=12)))
    score, win = means[spec]
    assert win > 0.28
    assert score > means["builder"][0] + 2


def test_a_family_bot_ends_with_more_cards_of_its_family(vale):
    names = ("family:Wind", "builder")
    tables = played(make_game(vale, names, deals=40, players=2))
    assert set(by_policy(tables)) == {"family:wind", "builder"}
    suits = {card.id: card.suit for card in vale.card_set.cards}
    final = tables["cards"].filter(pl.col("events") & 256 > 0)
    final = final.with_columns(wind=pl.col("card").cast(pl.String).replace(suits) == "Wind")
    final = final.join(tables["players"].select("game", "seat", "policy"), on=("game", "seat"))
    share = dict(final.group_by(pl.col("policy").cast(pl.String)).agg(pl.col("wind").mean()).rows())
    assert share["family:wind"] > share["builder"] + 0.1


@pytest.mark.parametrize("spec", QUICK[1:])
def test_nothing_hangs_on_what_a_seat_cannot_see(vale, spec):
    """Hidden cards dealt anew (and the key of later shuffles) change no decision."""
    bot, rng, hidden = Asked(vale, spec), np.random.default_rng(8), 0
    for players in (2, 4):
        for state, options in positions(vale, players, players):
            chosen = bot.choose(state, options, 77)
            for _ in range(2):
                other = copy.deepcopy(state)
                deal_hidden_anew(other, rng)
                hidden += any(other.pile[: other.pile_n] != state.pile[: state.pile_n])
                assert bot.choose(other, options, 77) == chosen
    assert hidden > 30


@pytest.mark.parametrize("spec", QUICK)
def test_what_it_played_before_changes_no_decision(vale, spec):
    """A policy's memory holds nothing of other games, seats or decisions."""
    old = Asked(vale, spec)
    for k, (state, options) in enumerate(positions(vale, 3, 1, every=5)):
        assert old.choose(state, options, k) == Asked(vale, spec).choose(state, options, k)


def test_redrawn_games_agree_with_what_the_seat_knows(vale):
    from sim.vale_of_eternity.stepped import cards_in
    from sim.vale_of_eternity.thinking.redraw import redraw

    bot, stream, piles = Asked(vale, "random"), np.array([3], np.uint64), set()
    for state, options in positions(vale, 4, 9, every=5):
        bot.choose(state, options, 0)
        redraw(bot.views[0], 2, stream)
        s = bot.views[0].work[2]
        zones = [s.pile[: s.pile_n].tolist(), cards_in(s.display), cards_in(s.discard)]
        for p in range(4):
            zones += [cards_in(zone[p]) for zone in (s.hand, s.area, s.hunted)]
            assert len(cards_in(s.hand[p])) == len(cards_in(state.hand[p]))
            assert set(cards_in(state.known[p])) <= set(cards_in(s.hand[p]))
            for zone in ("area", "hunted", "stones"):
                assert (s[zone][p] == state[zone][p]).all()
        assert sorted(c for zone in zones for c in zone) == list(range(vale.tables[0].n_cards))
        assert cards_in(s.hand[s.active]) == cards_in(state.hand[state.active])
        known = int(state.pile_known)
        assert s.pile_n == state.pile_n
        assert (
            s.pile[s.pile_n - known : s.pile_n] == state.pile[s.pile_n - known : s.pile_n]
        ).all()
        piles.add(tuple(zones[0]) == tuple(state.pile[: state.pile_n].tolist()))
    assert False in piles
