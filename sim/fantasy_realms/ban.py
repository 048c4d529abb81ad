"""A card banned for one seat: what the card is worth is what that seat loses by it (DESIGN 6).

The banned seat may not take, keep or receive the card while it can do anything else: the card is
never taken from the discard area nor added at the end, and one that was dealt or drawn blind is the
next card discarded; in Chaos it is the next card offered, any trade for it is accepted, and no
trade that brings it is.
"""

from __future__ import annotations

from numba import int64

from sim.fantasy_realms.play import advance, apply, forget_options
from sim.fantasy_realms.state import ACCEPT, ANSWER, DRAW, LOG, REFUSE, STATE
from sim.jit import inner, kernel


@inner(int64(STATE, int64), merged=True)
def answer_to(s, card):
    """Return the only answer to an offer that leaves a seat without the card, or 0 for either."""
    own = 0 if s.active == s.pair[0] else 1
    if s.offer[own] == card:
        return ACCEPT
    if s.offer[1 - own] == card:
        return REFUSE
    return 0


@inner(int64(STATE, int64[::1], int64), merged=True)
def without_banned(s, options, n):
    """Leave out the options that take or keep the banned card, unless there are no others.

    Returns
    -------
    int
        How many of the `n` options are left, in the same order, at the front of `options`.
    """
    card = s.ban_card - 1
    only = card
    if s.phase == DRAW:
        left = 0
        for k in range(n):
            if options[k] != card:
                options[left] = options[k]
                left += 1
        if left:  # else that card was the only thing to do
            forget_options(options, left)
            return left
        return n
    if s.phase == ANSWER:
        only = answer_to(s, card)
    for k in range(n):
        if options[k] == only:
            options[0] = only
            forget_options(options, 1)
            return 1
    return n


@kernel(int64(STATE, LOG, int64[::1]))
def advance_allowed(s, log, options):
    """Run to the next decision, as ``advance`` does, minding the ban of a card, if there is one."""
    n = advance(s, log, options)
    while n and s.ban_seat == s.active + 1:
        n = without_banned(s, options, n)
        if n > 1:
            return n
        apply(s, log, options[0])
        n = advance(s, log, options)
    return n
