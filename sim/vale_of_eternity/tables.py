"""The compiled card tables: what the kernels know about a deck.

Cards have numbers from 0, at most 126: a set of cards is two words, card c at bit c of the first or
bit c - 63 of the second (bit 63 stays unused, so that words are never negative).
What the codes mean and which operands they take: :mod:`sim.vale_of_eternity.codes`.

All dimensions are fixed, since they are part of the type: another deck recompiles nothing.
Columns marked *derived* are filled by :func:`sim.vale_of_eternity.seal.seal`, all others by whoever
compiles the cards.
"""

from __future__ import annotations

import numpy as np

from sim.jit import record_type
from sim.vale_of_eternity.codes import N_EVENTS

WORD_BITS = 63
MAX_CARDS = 128  # room; 126 can be told apart
MOST_CARDS = 2 * WORD_BITS
MAX_FAMILIES = 8
MAX_OPS = 1024
MAX_FILTERS = 128
MAX_COUNTS = 128
MAX_PERMANENTS = 256
MAX_SIDES = 32
MAX_SEATS = 4
MAX_ARTIFACTS = 16
MAX_RULINGS = 16
MAX_WITHIN = 31
NO_PROGRAM = -1

I8 = np.int64

# One operation; see the table of operations. Sixteen words: two lines of the nearest cache.
op_dtype = np.dtype(
    (
        np.record,
        [
            ("op", I8),
            ("n", I8),
            ("per", I8),  # row of `count` that multiplies n; 0: none
            ("zone", I8),
            ("to", I8),
            ("filter", I8),  # row of `filter`; 0: any card
            ("lo", I8),
            ("red", I8),
            ("blue", I8),
            ("purple", I8),
            ("colours", I8),  # bits
            ("jump", I8),  # absolute row
            ("flag", I8),  # THEN, MUST, AS_SELF, EXCHANGE
            ("cmp", I8),
            ("rhs", I8),  # row of `count`; 0: none
            ("arg", I8),
        ],
    )
)

count_dtype = np.dtype(
    (
        np.record,
        [
            ("kind", I8),
            ("zone", I8),
            ("filter", I8),
            ("colours", I8),
            ("div", I8),
        ],
    )
)

# A card matches if its family is among `families`, its written cost within cost_lo..cost_hi and of
# the parity, and it has all effects of `has`, or if it matches row `or_`; `flag` is looked at while
# playing.
filter_dtype = np.dtype(
    (
        np.record,
        [
            ("families", I8),  # bit per family; 0: any
            ("cost_lo", I8),
            ("cost_hi", I8),  # -1: no upper bound
            ("parity", I8),  # 0 any, 1 odd, 2 even
            ("has", I8),  # HAS_INSTANT, HAS_PERMANENT, HAS_RESOLUTION: all that must be there
            ("lacks", I8),  # HAS_* bits: none may be there
            ("card", I8),  # 0: any; k + 1: only card k; -1: none
            ("or_", I8),  # row of `filter` whose cards match as well; 0: none
            ("flag", I8),  # OTHER, CURSED, UNCURSED, NEW_FAMILY; of the first row for all
            ("mask", I8, (2,)),  # derived: the cards that match
            ("wild", I8, (2,)),  # derived: the same whatever their family
        ],
    )
)

permanent_dtype = np.dtype(
    (
        np.record,
        [
            ("kind", I8),
            ("n", I8),
            ("colours", I8),
            ("filter", I8),
            ("red", I8),
            ("blue", I8),
            ("purple", I8),
            ("event", I8),
            ("program", I8),  # first row of a program, or NO_PROGRAM
            ("once", I8),  # 1: only as long as the summoner was never turned over
            ("only_points", I8),  # derived: the program does nothing but give points
        ],
    )
)

# Artifacts that are drawn at random into the game besides those always in play.
RANDOM_ARTIFACTS = 3

# One side of a summoner. Its programs and permanents are those of card `n_cards` + its row, which
# lies nowhere but before its owner (`tile` of the state).
side_dtype = np.dtype(
    (
        np.record,
        [
            ("summoner", I8),
            ("other", I8),  # the row of the other side
            ("starts", I8),  # 1: the side that lies up at the start
            ("curses", I8),
            ("wards", I8),
            ("setup", I8),  # a program, or NO_PROGRAM
        ],
    )
)

artifact_dtype = np.dtype(
    (
        np.record,
        [
            ("taken", I8),  # the program that runs when it is taken, or NO_PROGRAM
            ("used", I8),  # the one that its holder may run once in the own turn
            ("players", I8),  # always in play from so many players on; 0: one of the random ones
            ("one_chain", I8),  # 1: the use is one chain, without IF
            ("bearer", I8),  # its number as a card, if it has permanents; else -1
            ("key", I8),  # sim.streams.card_key
        ],
    )
)

tables_dtype = np.dtype(
    (
        np.record,
        [
            ("n_cards", I8),
            ("n_families", I8),
            ("n_ops", I8),
            ("n_filters", I8),  # row 0 stands for any card, row 0 of counts for ONE
            ("n_counts", I8),
            ("n_permanents", I8),
            ("n_sides", I8),
            ("n_artifacts", I8),
            ("n_bearers", I8),  # cards, sides, and behind them artifacts with permanents
            ("end_score", I8),  # points that end the game: 60, with artifacts 80
            ("last_round", I8),  # 10
            ("stone_limit", I8),  # 4
            ("has_curses", I8),  # 1: there is a curse phase
            ("wards", I8),  # active ones that a player starts with: 0, with curses 3
            ("summoners", I8),  # how they are taken: see sim.vale_of_eternity.summoners
            ("named", I8, (MAX_SEATS,)),  # the side that each seat starts with, if that is stated
            ("stone_value", I8, (3,)),  # 1, 3, 6
            ("sale", I8, (MAX_FAMILIES, 3)),  # stones for a sold card of each family
            ("ruling", I8, (MAX_RULINGS,)),  # see sim.vale_of_eternity.rulings
            # the cards
            ("key", I8, (MAX_CARDS,)),  # sim.streams.card_key
            ("cost", I8, (MAX_CARDS,)),  # written
            ("family", I8, (MAX_CARDS,)),
            ("curses", I8, (MAX_CARDS,)),
            ("instant", I8, (MAX_CARDS,)),  # first row of the program, or NO_PROGRAM
            ("resolution", I8, (MAX_CARDS,)),
            ("first_permanent", I8, (MAX_CARDS,)),
            ("last_permanent", I8, (MAX_CARDS,)),  # one past the last; equal: none
            # derived
            ("deck_mask", I8, (2,)),  # all cards
            ("family_mask", I8, (MAX_FAMILIES, 2)),
            ("within", I8, (MAX_WITHIN + 1, 2)),  # cards of a written cost up to k; the last: all
            ("instant_mask", I8, (2,)),  # cards with an instant
            ("resolution_mask", I8, (2,)),
            ("permanent_mask", I8, (2,)),
            ("value_mask", I8, (2,)),  # cards that change the value of stones
            ("limit_mask", I8, (2,)),  # cards that change the limit of stones, or of areas
            ("cost_mask", I8, (2,)),  # cards that change costs
            ("harmless_mask", I8, (2,)),  # cards that make curses on cards harmless
            ("trigger_mask", I8, (N_EVENTS, 2)),
            ("any_mask", I8, (2,)),  # cards that count as any family
            ("wilds", I8),  # 1: there are such cards
            ("watches", I8),  # 1: something reacts to how many stones are held
            ("sure", I8, (MAX_CARDS,)),  # 1: the instant can always be resolved
            ("looks_at_hand", I8, (MAX_OPS,)),  # 1: a row after it needs certain cards in hand
            ("chain_end", I8, (MAX_OPS,)),  # the row after the chain that begins here
            ("chain_next", I8, (MAX_OPS,)),  # the row after it if it was carried out
            ("always_acts", I8, (MAX_CARDS,)),  # 1: the resolution effect always does something
            ("acts_copied", I8, (MAX_CARDS,)),  # 1: so it does as another card's
            ("one_chain", I8, (MAX_CARDS,)),  # 1: the resolution effect is one chain, without IF
            ("by_payment", I8, (MAX_CARDS,)),  # 1: the payment may decide on the instant
            ("chain_sure", I8, (MAX_OPS,)),  # 1: that chain can always be resolved
            ("chain_acts", I8, (MAX_OPS,)),  # 1: and it always does something
            ("copies", I8, (MAX_OPS,)),  # 1: the program that begins here copies effects
            # the rows
            ("op", op_dtype, (MAX_OPS,)),
            ("count", count_dtype, (MAX_COUNTS,)),
            ("filter", filter_dtype, (MAX_FILTERS,)),
            ("permanent", permanent_dtype, (MAX_PERMANENTS,)),
            ("side", side_dtype, (MAX_SIDES,)),
            ("artifact", artifact_dtype, (MAX_ARTIFACTS,)),
        ],
    )
)

TABLES = record_type(tables_dtype)


def new_tables() -> np.recarray:
    """Return one record of tables without cards, in an array of shape (1,).

    The numbers of the base game (limit, values, end of the game) and the rows 0 of filters and
    counts are there already.
    """
    tables = np.zeros(1, tables_dtype).view(np.recarray)
    t = tables[0]
    t.end_score, t.last_round, t.stone_limit = 60, 10, 4
    t.stone_value[:] = 1, 3, 6
    t.instant[:] = t.resolution[:] = NO_PROGRAM
    t.permanent["program"] = NO_PROGRAM
    t.side["setup"] = NO_PROGRAM
    t.artifact["taken"] = t.artifact["used"] = NO_PROGRAM
    t.artifact["bearer"] = -1
    t.filter["cost_hi"] = -1
    t.count["div"] = 1
    t.n_filters = t.n_counts = 1
    return tables
