"""What a thinking policy keeps in its view's ``values``: weights, prices, facts about cards.

All thinking goes by one vector `m` of float64: the weights say how a policy values things, the
prices follow from them and from the position at hand, the facts of a card from its compiled rows.
Nothing in it outlives a decision but what hangs on the cards and the weights alone, so that games
never depend on which games a thread played before.
"""

from __future__ import annotations

from numba import float64, int64

from sim.jit import inner
from sim.records import start_of, vector_of

MEMORY = vector_of(float64)
OPTIONS = vector_of(int64)

# Weights.
PIP = 0  # points that a stone's value of 1 is worth while turns are left
PIP_LAST = 1  # the same in the last turn
BULK = 2  # value that a stone loses for the room it takes
PACE = 3  # points a round that the leader is supposed to make
GROWTH = 4  # cards a round by which counts of the area grow
MAYBE = 5  # share of an effect that cannot be resolved now, but perhaps later
SLOT = 6  # points that an area is worth for each turn left
CARD = 7  # points that a drawn card is worth
LATER = 8  # share of a hand card's worth if it cannot be paid now
SUMMONS = 9  # cards that are summoned in a turn
FUTURE = 10  # weight of resolution effects and permanents
AGAIN = 11  # weight of an instant that can be used again by recovering its card
TAMING = 12  # share of a card's worth when it is in the hand
COPIED = 13  # points that a copied effect is worth
EARNED = 14  # stones of a colour that are earned in a turn
DENIAL = 15  # share of what others lose
DECAY = 16  # share that the next best hand card is worth of what it would be as the best
N_WEIGHTS = 17

HEED = 18  # weight of wards, curses and soothed cards; 0 in decks without any
CURSED_DECK = 19  # 1: the deck has any

READY = 20  # 1: weights and facts stand here
FAVOUR = 21  # points for each card of a family
MAX_FAVOURS = 8
# Prices in the position at hand.
PRICE = 32
TURNS = 33  # own turns after this one
USES = 34  # resolution phases, this round's included
WORTH = 35  # of a stone of each colour, three places
KEPT = 38  # worth of the stones held
MEMO = 40  # what the program that is being valued did so far, see rows.py
# A search.
BUDGET = MEMO + 8  # positions that a search may still look at
ROOT_TURNS = MEMO + 9  # TURNS and USES where the search began
ROOT_USES = MEMO + 10
BEST_END = MEMO + 11  # worth of the best end of the turn that a search met
RATINGS = 1100  # of the options at hand, as many as there may be

# Facts about card c: FACTS + WIDTH * c + one of the next.
FACTS = 64
WIDTH = 8
PERM_PIPS = 0  # what its permanents bring a turn, in values of stones
PERM_POINTS = 1  # the same in points
COMES_BACK = 2  # 1: its resolution effect takes it back to the hand
LEAVES = 3  # 1: its instant takes it out of the area
SOON = 4  # how soon its resolution effect is used: the highest first


@inner()
def memory_of(view):
    """Return what a policy keeps in its view."""
    return start_of(view.values[:])
