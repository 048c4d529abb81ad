"""Bots of Fantasy Realms that ignore a piece of the guide's advice, and are otherwise like others.

They are asked for as a file's bots are (``advice_bots.py:taker``): each differs in one habit from a
bot that comes along, so that a match between the two tells what the habit is worth.
"""

from __future__ import annotations

from numba import int64

from sim.fantasy_realms.policies.cautious import costliest
from sim.fantasy_realms.policies.greedy import choose as greedy
from sim.fantasy_realms.tables import F_PENALTY
from sim.fantasy_realms.values import hand_value, value_with
from sim.fantasy_realms.view import CHOOSE, DRAW, VIEW
from sim.jit import kernel

#: taker: points by which a discard must raise its best score to be taken; greedy's are 1.
#: late: own turns in which it doesn't mind penalties yet.
PARAMS = {"taker": {"least": 0}, "late": {"turns": 3}}


@kernel(CHOOSE)
def taker(view, options, n, params, stream):
    """Play like greedy, but for what it takes: the best discard if it raises the score enough."""
    if view.kind != DRAW:
        return greedy(view, options, n, params, stream)
    best = hand_value(view, view.hand[:], view.hand_n) + int64(params[0]) - 1
    chosen = 0
    for k in range(n):
        if options[k] >= 0:
            value = value_with(view, options[k])
            if value > best:
                best = value
                chosen = k
    return chosen


@kernel(int64(VIEW))
def weakest(view):
    """Return the place of the card with the lowest base strength, of equal ones the first."""
    strength = view.tables.strength
    found = 0
    for k in range(view.hand_n):
        if strength[view.hand[k]] < strength[view.hand[found]]:
            found = k
    return found


@kernel(CHOOSE)
def late(view, options, n, params, stream):
    """Play like cautious, but throw the weakest card, whatever others cost, in the first turns."""
    t = view.tables
    # The first turn of a game is number 1.
    early = (view.turn - 1) // view.players < params[0]
    thrown = weakest(view) if early else costliest(view, 0, view.work[:])
    if view.kind != DRAW:
        return thrown
    best = -1
    for k in range(n):
        card = options[k]
        if card >= 0 and not t.traits[card] & F_PENALTY:
            if best < 0 or t.strength[card] > t.strength[options[best]]:
                best = k
    if best < 0:
        return 0
    if view.hand_n < view.hand_size:
        return best
    return best if t.strength[options[best]] > t.strength[view.hand[thrown]] else 0
