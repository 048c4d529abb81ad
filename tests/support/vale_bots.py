"""Asking the built-in policies of the second game one decision at a time."""

import numpy as np

from sim.cards import load_cards
from sim.policy import load_policies
from sim.policy_rows import param_rows
from sim.streams import run_key
from sim.vale_of_eternity.board import Board
from sim.vale_of_eternity.compile import compile_deck
from sim.vale_of_eternity.options import NO_OPTION
from sim.vale_of_eternity.play import advance, apply, deal
from sim.vale_of_eternity.rules import make_rules
from sim.vale_of_eternity.state import MAX_OPTIONS
from sim.vale_of_eternity.stepped import cards_in
from sim.vale_of_eternity.tables import MAX_CARDS
from sim.vale_of_eternity.view import fill_view, new_views

GAME = "vale_of_eternity"
# Quick enough for a few games of each.
QUICK = (
    "random",
    "seller",
    "rusher",
    "builder",
    "family:fire",
    "planner:nodes=4,samples=1,width=3",
    "rollout:n=1,width=3",
)


def base_deck():
    """The compiled base deck."""
    return compile_deck(load_cards().select(GAME))


class Asked:
    """A policy that can be asked about any state, with a view and a stream of its own."""

    def __init__(self, deck, spec, tables=None):
        names = {"family": deck.card_set.deck_suits}
        self.policy = load_policies([spec], GAME)[0]
        self.params = param_rows([self.policy], names)[0]
        self.views = new_views(deck.tables if tables is None else tables, 1)
        self.stream = np.zeros(1, np.uint64)
        self.shown = np.full(MAX_OPTIONS, NO_OPTION)

    def choose(self, state, options, seed):
        """Return the index that it chooses; its stream begins at `seed`."""
        fill_view(self.views[0], state)
        self.shown[:] = NO_OPTION
        self.shown[: len(options)] = options
        self.stream[0] = seed
        return int(
            self.policy.choose(self.views[0], self.shown, len(options), self.params, self.stream)
        )


def positions(deck, players, number, spec="builder", every=7):
    """Yield every so manieth decision of a deal: its state, and its options.

    The state is the game's own: whoever changes it puts it back.
    """
    board = Board(deck, make_rules(players))
    s, t, w = board.state, board.tables, board.scratch
    bot = Asked(deck, spec)
    deal(s, t, w, run_key(5), number)
    n, k = advance(s, t, w), 0
    while n:
        options = np.array(w.options[:n])
        if k % every == 0:
            yield s, options
        apply(s, t, w, bot.choose(s, options, 1000 * number + k))
        n, k = advance(s, t, w), k + 1


def deal_hidden_anew(state, rng):
    """Deal all that is hidden from the active seat anew, in place.

    Hidden are the unknown part of the draw pile and the cards of the other hands that aren't known.
    """
    pile = int(state.pile_n - state.pile_known)
    others = [p for p in range(state.players) if p != state.active]
    held = {p: set(cards_in(state.hand[p])) - set(cards_in(state.known[p])) for p in others}
    cards = [int(card) for card in state.pile[:pile]] + [c for p in others for c in sorted(held[p])]
    cards = [int(card) for card in rng.permutation(cards)]
    state.pile[:pile] = cards[:pile]
    at = pile
    for p in others:
        for card in held[p]:
            flip(state.hand[p], card)
        for _ in held[p]:
            flip(state.hand[p], cards[at])
            at += 1
    state.deal = np.uint64(rng.integers(1 << 62))
    assert at == len(cards) <= MAX_CARDS


def flip(words, card):
    """Put a card into a set of two words, or take it out."""
    words[card // 63] ^= 1 << card % 63
