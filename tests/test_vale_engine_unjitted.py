"""The kernels of the second game as plain Python, and what a seat may see."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from support.vale_tables import cards_of

from sim.cards import load_cards
from sim.streams import run_key
from sim.vale_of_eternity.compile import compile_deck
from sim.vale_of_eternity.play import advance, apply, deal
from sim.vale_of_eternity.state import new_scratches, new_states
from sim.vale_of_eternity.view import HIDDEN, fill_view, new_views

ROOT = Path(__file__).parent.parent


def digest(games: int, sets: tuple[str, ...] = ("base",)) -> str:
    """Return a digest of all options and states of some random games."""
    t = compile_deck(load_cards().select("vale_of_eternity", sets)).tables[0]
    states, scratches = new_states(1), new_scratches(1)
    s, w = states[0], scratches[0]
    w.log_on = 1
    rng, found = np.random.default_rng(3), hashlib.blake2b()
    for number in range(games):
        s.players = 2 + number % 3
        deal(s, t, w, run_key(8), number)
        n = advance(s, t, w)
        while n:
            found.update(w.options[:n].tobytes())
            for field in ("score", "stones", "hand", "area", "discard", "display", "hunted"):
                found.update(np.ascontiguousarray(s[field]).tobytes())
            apply(s, t, w, int(rng.integers(n)))
            n = advance(s, t, w)
        found.update(w.points[:3].tobytes() + w.events[:3].tobytes())
    return found.hexdigest()


@pytest.mark.parametrize("sets", [("base",), ("base", "curse", "artifacts")])
def test_plain_python_plays_the_same_games(sets):
    code = f"from test_vale_engine_unjitted import digest; print(digest(3, {sets}))"
    env = dict(
        os.environ,
        NUMBA_DISABLE_JIT="1",
        PYTHONPATH=os.pathsep.join([str(ROOT), str(ROOT / "tests")]),
    )
    plain = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, check=True
    )
    assert plain.stdout.strip() == digest(3, sets)


def test_a_view_holds_what_the_seat_may_know():
    """Own hand, public cards of the others, no order of the draw pile, no key of the deal."""
    tables = compile_deck(load_cards().select("vale_of_eternity")).tables
    t = tables[0]
    views, states, scratches = new_views(tables, 1), new_states(1), new_scratches(1)
    v, s, w = views[0], states[0], scratches[0]
    s.players = 3
    rng = np.random.default_rng(5)
    hidden_hands = known_tops = 0
    for number in range(8):
        deal(s, t, w, run_key(9), number)
        n = advance(s, t, w)
        while n:
            before = s.tobytes()
            fill_view(v, s)
            assert s.tobytes() == before
            assert v.state.deal == 0
            top = int(s.pile_n - s.pile_known)
            assert set(v.state.pile[:top].tolist()) <= {HIDDEN}
            assert (v.state.pile[top : s.pile_n] == s.pile[top : s.pile_n]).all()
            known_tops += int(s.pile_known)
            lost = set(v.state.pile[:top].tolist()) - {HIDDEN}
            unseen = set(cards_of(v.unseen))
            for p in range(3):
                hand, shown = set(cards_of(s.hand[p])), set(cards_of(v.state.hand[p]))
                assert v.held[p] == len(hand)
                assert (shown == hand) if p == v.seat else (shown == hand - unseen)
                assert cards_of(v.state.area[p]) == cards_of(s.area[p])
                hidden_hands += p != v.seat and shown != hand
            assert not lost
            secret = len(unseen) - int(s.pile_n - s.pile_known)
            assert secret == sum(
                len(cards_of(s.hand[p] & ~s.known[p])) for p in range(3) if p != v.seat
            )
            apply(s, t, w, int(rng.integers(n)))
            n = advance(s, t, w)
    assert hidden_hands > 0
    assert known_tops > 0
