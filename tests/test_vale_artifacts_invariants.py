"""What must hold at every decision of random games with Artifacts, and with many reactions."""

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from support.vale_decks import HEADER, with_texts
from support.vale_tables import cards_of
from support.vale_texts import Texts

from sim.cards import load_cards
from sim.streams import run_key
from sim.vale_of_eternity.compile import compile_deck
from sim.vale_of_eternity.play import advance, apply
from sim.vale_of_eternity.rules import make_rules
from sim.vale_of_eternity.state import ACTION, CHOOSE_STONES, HUNT, MAX_DEPTH, OVER
from sim.vale_of_eternity.stepped import SteppedGame

ARTIFACTS = compile_deck(load_cards().select("vale_of_eternity", ("base", "artifacts")))
ALL = load_cards().select("vale_of_eternity", ("base", "curse", "artifacts"))
BOTH = compile_deck(ALL)
# Texts with everything that reacts, and what sets it off; some set each other off.
TEXTS = [
    "permanent: when you gain a stone, 1 point",
    "permanent: when you gain a red, upgrade 1 stone gained",
    "permanent: when you gain a blue, gain 1 red",
    "permanent: when you gain a red, gain 1 blue",
    "permanent: when you draw, gain 1 purple",
    "permanent: when you lose points, draw 1",
    "permanent: when you have 3 or more stones, lose 2 points",
    "permanent: when you have 2 or more stones, recover this",
    "permanent: when you sell a fire card, may discard 1 red, then take that card",
    "permanent: when another card is discarded from your area, recover this",
    "permanent: when this is discarded from your area, take that card",
    "permanent: when this would be discarded, shelter this",
    "permanent: when this would be discarded, discard this and 2 points",
    "permanent: when another card is recovered from your area, gain 1 red",
    "permanent: when you remove a card, 2 points",
    "permanent: when you hunt a dragon card, gain 1 blue",
    "permanent: this counts as any family; your area limit is +1",
    "instant: gain 3 red, 1 blue; upgrade up to 2 stones; draw 1",
    "instant: discard 2 stones, then gain 1 area",
    "instant: choose a family, then 1 point per card of the chosen family in your area",
    "instant: shelter up to 2 cards from your hand; gain 1 red",
    "instant: retrieve up to 1 card from your shelter, then shelter that card",
    "instant: may summon a card from your shelter for free",
    "instant: may summon a fire card from the discard pile for free, then 1 point per cost of that"
    " card",
    "instant: each player discards one of their fire cards",
    "instant: discard up to 2 other cards from your area, then gain 1 blue per such card",
    "instant: a chosen player swaps one of their wind cards for this",
    "instant: put a card from your hand on top of the deck; reveal your hand",
    "resolution: discard a card from your area, then 2 points",
    "resolution: lose 1 point and upgrade 1 stone",
    "resolution: recover another card from your area",
    "resolution: discard the top card of the deck; shelter the top card of the deck",
    "resolution: steal 1 point from a chosen opponent",
    "resolution: gain 2 of any colour",
]
FAMILIES = ("Fire", "Water", "Earth", "Wind", "Dragon")


def places(s):
    """Return all zones of a state as lists of card numbers."""
    found = [cards_of(s.display), cards_of(s.discard), [int(c) for c in s.pile[: s.pile_n]]]
    for p in range(s.players):
        found += [cards_of(zone[p]) for zone in (s.hand, s.area, s.hunted, s.soothed, s.shelter)]
    return found


def check(s, t, endless=False):
    """Check one decision."""
    assert sorted(card for zone in places(s) for card in zone) == list(range(t.n_cards))
    # effects of one's own may set each other off without end: the stack stays within its room
    assert s.depth <= MAX_DEPTH if endless else s.depth < MAX_DEPTH
    held = [int(k) for k in s.artifact[: s.players] if k >= 0]
    assert len(set(held)) == len(held)
    assert all(int(s.clearing) >> k & 1 for k in held)
    if s.phase not in (HUNT, ACTION):
        assert not held
    sides = [int(t.n_cards + s.side[p]) for p in range(s.players) if s.side[p] >= 0]
    lasting = [int(t.artifact[k].bearer) for k in held if t.artifact[k].bearer >= 0]
    tiles = [card for p in range(s.players) for card in cards_of(s.tile[p])]
    assert sorted(tiles) == sorted(sides + lasting)
    for p in range(s.players):
        assert s.score[p] >= 0
        assert min(s.stones[p]) >= 0
        assert s.curses[p] >= 0
        lying = set(cards_of(s.known[p]))
        assert lying <= set(cards_of(s.hand[p]))
        if s.decision != CHOOSE_STONES and s.phase != OVER:
            assert sum(s.stones[p]) <= s.limit[p]


class Areas:
    """Cards never enter an area that is full; one that shrank may hold too many."""

    def __init__(self):
        self.before = {}

    def check(self, s):
        for p in range(s.players):
            lie = set(cards_of(s.area[p]))
            room = int(s.round_no + s.extra_areas[p] + s.more_areas[p])
            before, most = self.before.get(p, (set(), room))
            # a swap changes a card for another, so only the number may not grow
            assert len(lie) <= max(room, most, len(before))
            self.before[p] = (lie, room)


def play(deck, seed, players, endless=False):
    """Play a random game, checked at every decision; return it at its end."""
    game = SteppedGame(deck, make_rules(players))
    game.deal(run_key(31), seed)
    s, t, w = game.state, game.tables[0], game.scratch
    rng = np.random.default_rng([seed, players])
    areas = Areas()
    n = advance(s, t, w)
    decisions = 0
    while n:
        check(s, t, endless)
        areas.check(s)
        options = [int(option) for option in w.options[:n]]
        assert len(set(options)) == n >= 2
        apply(s, t, w, int(rng.integers(n)))
        n = advance(s, t, w)
        decisions += 1
        assert decisions < 20_000
    check(s, t, endless)
    assert s.depth == 0
    return game


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("deck", [ARTIFACTS, BOTH], ids=["artifacts", "both"])
def test_random_games_keep_the_rules_at_every_decision(deck, players):
    used = 0
    for seed in range(5):
        game = play(deck, seed, players)
        used += int(game.scratch.artifacts_used[:players].sum())
        s = game.state
        # two players: 3 tiles and 3 of 6, three players one more, four players one more
        assert bin(int(s.clearing)).count("1") == 4 + players
    assert used > 0


@pytest.fixture(scope="module")
def own_deck(tmp_path_factory):
    """Return a deck of two copies of each text, in all families, and the project's tiles."""
    lines = [
        f'vale_of_eternity,artifacts,card,own-{k},Own {k},{FAMILIES[k % 5]},{k % 3},,,,"{text}"'
        ",card,,\n"
        for k, text in enumerate(TEXTS * 2)
    ]
    path = tmp_path_factory.mktemp("own") / "mine.csv"
    tiles = [
        line
        for line in load_cards().path.read_text("utf-8").splitlines(True)
        if line.startswith("vale_of_eternity,artifacts,artifact,")
    ]
    path.write_text(HEADER + "".join(lines + tiles), encoding="utf-8")
    return compile_deck(load_cards(path).select("vale_of_eternity", ("artifacts",)))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_cards_of_ones_own_that_react_keep_them_too(own_deck, players):
    for seed in range(6):
        play(own_deck, seed, players, endless=True)


CLAUSES = (
    Texts(list(ALL.deck_suits), [card.name for card in ALL.cards])
    .clauses()
    .filter(lambda clause: clause.section in ("instant", "permanent", "resolution"))
)


@pytest.mark.filterwarnings("ignore:Generating overly large repr")
@settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.lists(st.lists(CLAUSES, min_size=1, max_size=2).map(tuple), min_size=6, max_size=6),
    st.integers(0, 1000),
    st.sampled_from([2, 3, 4]),
)
def test_generated_cards_among_those_of_all_sets_keep_them_too(texts, seed, players):
    deck, new = with_texts(ALL, texts)
    assume(new >= 2)
    play(deck, seed, players, endless=True)
