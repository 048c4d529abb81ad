"""The compiled card tables: what the kernels know about a deck.

A card's text becomes *terms* and *clauses*. A term is a filter (``each Army``, ``any Wizard``); a
card has at most 14, and term t owns nibble t of a 60-bit word. ``pair`` of cards a and b has nibble
t set to 1 when card b matches term t of card a, so that its sum over the hand counts all of a's
terms at once. Nibble 14 is 1 in the pair of a card with itself alone: the count of a flat amount.

A slot whose face (name and suits) was changed by a choice is matched by composition (see
:func:`sim.fantasy_realms.scoring.match_face`) from the word-wise tables below.

All dimensions are fixed, since they are part of the type: another deck recompiles nothing.
"""

from __future__ import annotations

import numpy as np

from sim.jit import record_type

MAX_CARDS = 128
MAX_SUITS = 32
MAX_TERMS = 14
MAX_CLAUSES = 1024
MAX_EXCEPTIONS = 512
MAX_CANDIDATES = 1024
MAX_LISTS = 32

# numba asks of every index that may be negative whether it is; an index cut to the room of its
# table cannot be, and costs one instruction instead of three.
CARD = MAX_CARDS - 1
PAIR = MAX_CARDS * MAX_CARDS - 1
SUIT = MAX_CARDS * MAX_SUITS - 1
MAX_HAND = 12
TABLE_CARDS = 7  # cards of a hand in the hand table
RANKED = 8  # hands of up to so many cards are numbered
MAX_OPTIONS = (MAX_HAND - 1) * MAX_SUITS

FLAT = 14  # the nibble that counts a flat amount

# What a clause does. Amounts score `amount` times the count in nibble `shift`.
OP_EACH = 0
OP_TOTAL = 1
OP_HIGHEST = 2
OP_SETS = 3
OP_RUNS = 4
OP_DISCARD = 5
OP_OPPONENTS = 6
OP_PENALTIES = 10
OP_ODD = 11
OP_BLANKED_UNLESS = 7
OP_BLANKED_WITH = 8
OP_CLEARS_WORD = 9

# Further condition of an amount.
COND_SUITS_DIFFER = 1
COND_EXACTLY = 2
COND_ALL_ODD = 3

# What lies outside the hand, as one word of counts of FIELD_BITS bits each: how many cards of the
# discard area match each filter that looks there (at most AREA_FIELDS different ones in a deck),
# and the number of opponents.
FIELD_BITS = 6
FIELD = (1 << FIELD_BITS) - 1
AREA_FIELDS = 9
OPPONENTS = FIELD_BITS * AREA_FIELDS  # where the number of opponents stands

# What a card can do, as bits of `traits`.
F_BLANKS = 1
F_SELF = 2
F_CLEARS = 4
F_WORDS = 8
F_PENALTY = 16
F_CHOICE = 32
F_EXTRA = 64
F_READS_SUITS = 128  # sets or suits that differ: every suit (and name) matters
F_READS_NAMES = 256
F_COMPLEX = 512  # more than `simple` holds
F_ALONE = 1024  # blanks cards that are alone in their suit
F_SHIELDS = 2048  # cards it matches cannot be blanked
F_STURDY = 4096  # cannot be blanked
F_ALOOF = 8192  # neither blanked by others nor a reason for them to blank themselves
F_ALSO = 16384  # has further suits in a hand
F_FIXED = 32768  # cannot be given a suit
F_FADES = 65536  # keeps name and suits if blanked
F_SEARCHES = 131072  # takes an extra card from the deck
F_DRAWS = 262144  # draws an extra card
F_COUNTS = 524288  # given who is active, its points follow from counts, though it has F_COMPLEX
# What the masks below don't hold, and what asks for special care once a hand is laid out.
F_PROTECTION = F_SHIELDS | F_STURDY | F_ALOOF | F_ALSO | F_FIXED | F_FADES
# Faces in such hands are scored from scratch, not by the difference they make.
F_STRANGE = F_ALOOF | F_ALSO | F_FADES

# Choices, in the order in which they are made.
CHOICE_NONE = 0
CHOICE_COPY_CARD = 1
CHOICE_COPY_FACE = 2
CHOICE_GIVE_SUIT = 3
CHOICE_CLEAR_ONE = 4
CHOICE_SHIELD_ONE = 5

I8 = np.int64

clause_dtype = np.dtype(
    (
        np.record,
        [
            ("op", I8),
            ("amount", I8),
            ("shift", I8),  # 4 * term
            ("need", I8),  # bits at nibble starts: all must be counted at least once
            ("forbid", I8),  # none may be counted
            ("words", I8),  # suits that make up the `unless` filter; 0 if it has other parts
            ("spelt", I8),  # the suit that is counted in the discard area, in a penalty
            ("alternative", I8),  # 1: the better of this and the clause before counts
            ("cond", I8),
            ("cond_shift", I8),
            ("cond_n", I8),
            ("list", I8),  # row of `points` for sets and runs
            # further terms that count, where a card may match several suits of a filter
            ("more", I8),
            ("cond_more", I8),
            ("field", I8),  # where the count outside the hand stands
        ],
    )
)

# The usual card once more, for the fast path: at most two amounts per count or flat, with
# conditions, which add up or of which the better counts. A card that does more has F_COMPLEX.
simple_dtype = np.dtype(
    (
        np.record,
        [
            ("amount", I8, (2,)),
            ("shift", I8, (2,)),
            ("need", I8, (2,)),
            ("forbid", I8, (2,)),
            ("part", I8, (2,)),  # 0: a bonus, 1: a penalty
            ("alternative", I8),
        ],
    )
)

# The same for sets of cards as bits of a word (see sim.fantasy_realms.masks); in decks of at most
# MASK_CARDS. Rows 0 to 63 hold for the cards as printed, rows 64 to 127 for penalties from which
# the deck's one struck word is missing. All filters are sets of cards.
MASK_CARDS = 63
MASK_ROWS = 128
EVERY_CARD = (1 << MASK_CARDS) - 1

# One amount with at most one filter it needs: what most cards have.
single_dtype = np.dtype(
    (np.record, [("amount", I8), ("count", I8), ("need", I8), ("forbid", I8)]),
)

# Up to two amounts, with at most three filters needed by each.
double_dtype = np.dtype(
    (
        np.record,
        [
            ("amount", I8, (2,)),
            ("count", I8, (2,)),
            ("need", I8, (6,)),
            ("forbid", I8, (2,)),
            ("part", I8, (2,)),
            ("alternative", I8),
        ],
    )
)

# One amount of another kind, or with another condition.
special_dtype = np.dtype(
    (
        np.record,
        [
            ("op", I8),
            ("amount", I8),
            ("count", I8),
            ("list", I8),
            ("cond", I8),
            ("cond_count", I8),
            ("cond_n", I8),
        ],
    )
)

masks_dtype = np.dtype(
    (
        np.record,
        [
            ("usable", I8),  # 1 if the deck is small enough
            # sets of cards by what they have
            ("choosing", I8),
            ("slow", I8),  # what the masks can't hold
            ("clearing", I8),
            ("striking", I8),
            ("struck", I8),  # the struck word stands in its penalty
            ("blanking", I8),
            ("selfish", I8),
            ("single", I8),
            ("single_penalty", I8),
            ("double", I8),
            ("special", I8),
            ("special_penalty", I8),
            # whom a card clears, strikes, blanks; what it needs or must not meet to stay
            ("clears", I8, (64,)),
            ("strikes", I8, (64,)),
            ("blanks", I8, (MASK_ROWS,)),
            ("unless", I8, (MASK_ROWS, 2)),
            ("with_any", I8, (MASK_ROWS,)),
            ("suit", I8, (MAX_SUITS,)),
            ("singles", single_dtype, (MASK_ROWS,)),
            ("doubles", double_dtype, (MASK_ROWS,)),
            ("specials", special_dtype, (MASK_ROWS,)),
        ],
    )
)

tables_dtype = np.dtype(
    (
        np.record,
        [
            ("n_cards", I8),
            ("n_suits", I8),
            ("strength", I8, (MAX_CARDS,)),
            ("suits", I8, (MAX_CARDS,)),  # bit per suit, as printed
            ("also", I8, (MAX_CARDS,)),  # further suits in a hand
            ("name", I8, (MAX_CARDS,)),  # equal for cards of one name
            ("traits", I8, (MAX_CARDS,)),
            ("key", I8, (MAX_CARDS,)),  # sim.streams.card_key
            # flat and dense, so that a deck's part of it stays in the nearest cache:
            # pair[a * n_cards + b], by_suit[a * n_suits + suit]
            ("pair", I8, (MAX_CARDS * MAX_CARDS,)),
            ("twin", I8, (MAX_CARDS,)),  # how a card matches another copy of itself
            ("by_suit", I8, (MAX_CARDS * MAX_SUITS,)),
            ("by_suit_self", I8, (MAX_CARDS * MAX_SUITS,)),
            ("spares", I8, (MAX_CARDS * MAX_SUITS,)),  # terms of "all except" that name the suit
            ("by_name", I8, (MAX_CARDS, MAX_CARDS)),
            ("not_name", I8, (MAX_CARDS, MAX_CARDS)),
            ("word", I8, (MAX_CARDS, MAX_SUITS)),  # penalty terms that spell the suit out
            ("words", I8, (MAX_CARDS,)),  # suits spelt out in penalties, bit per suit
            ("mentions", I8, (MAX_CARDS, 4)),  # names mentioned, 32 a word
            ("blanks", I8, (MAX_CARDS,)),  # bits at nibble starts of the terms that are blanked
            ("clears", I8, (MAX_CARDS,)),
            ("alone", I8, (MAX_CARDS,)),  # whom it blanks if they are alone in their suit
            ("shields", I8, (MAX_CARDS,)),
            # nibbles that decide whom the card clears, and whether it blanks itself
            ("clear_terms", I8, (MAX_CARDS,)),
            ("self_terms", I8, (MAX_CARDS,)),
            ("reads", I8, (MAX_CARDS,)),  # suits that match any term, bit per suit
            ("first_bonus", I8, (MAX_CARDS,)),
            ("last_bonus", I8, (MAX_CARDS,)),
            ("first_penalty", I8, (MAX_CARDS,)),
            ("last_penalty", I8, (MAX_CARDS,)),
            ("first_rule", I8, (MAX_CARDS,)),  # word clears, then conditions of being blanked
            ("last_rule", I8, (MAX_CARDS,)),
            ("simple", simple_dtype, (MAX_CARDS,)),
            # nibbles that its points depend on; of a card with F_COMPLEX all
            ("scored_terms", I8, (MAX_CARDS,)),
            ("clause", clause_dtype, (MAX_CLAUSES,)),
            ("first_exception", I8, (MAX_CARDS,)),
            ("last_exception", I8, (MAX_CARDS,)),
            ("exception", I8, (MAX_EXCEPTIONS, 3)),  # suit, name, terms that don't match
            ("points", I8, (MAX_LISTS, 16)),  # points by size, for sets and runs
            ("most", I8, (MAX_LISTS, 16)),  # the most that so many cards can bring as any parts
            ("smallest_set", I8, (MAX_CARDS,)),  # fewest different names that score
            ("choice", I8, (MAX_CARDS,)),
            ("givable", I8, (MAX_CARDS,)),  # suits the card may give, bit per suit
            ("choice_term", I8, (MAX_CARDS,)),  # bit at the nibble start of a clear-one filter
            ("first_candidate", I8, (MAX_CARDS,)),
            ("last_candidate", I8, (MAX_CARDS,)),
            ("faces_overlap", I8),  # 1 if two cards may copy the same face
            ("candidate", I8, (MAX_CANDIDATES,)),  # cards whose face may be copied
            # 1: may be taken at the end, from the area or (F_SEARCHES) from the deck
            ("extra", I8, (MAX_CARDS, MAX_CARDS)),
            ("outside", I8),  # 1 if any card looks at what lies outside the hand
            ("in_area", I8, (MAX_CARDS,)),  # what a card adds to the counts of the area
            ("looks_at", I8, (MAX_CARDS,)),  # the counts a card looks at, all their bits set
            # a card whose bonus is so many points for each of one count, and that is all it looks
            # at: where the count stands, and how many; `look_other` is 1 if it looks otherwise
            ("look_field", I8, (MAX_CARDS,)),
            ("look_amount", I8, (MAX_CARDS,)),
            ("look_other", I8, (MAX_CARDS,)),
            ("hands", I8),  # address of the hand table (sim.fantasy_realms.lookup); 0: none
            ("binomial", I8, (RANKED * MAX_CARDS,)),  # [k * MAX_CARDS + c]: C(c, k + 1)
            ("masks", masks_dtype),
        ],
    )
)

hand_dtype = np.dtype(
    (
        np.record,
        [
            # the hand as the choices made it: one slot a card
            ("n", I8),
            ("card", I8, (16,)),
            ("rule", I8, (16,)),  # the card whose terms and clauses the slot uses
            ("name", I8, (16,)),
            ("suits", I8, (16,)),
            ("strength", I8, (16,)),
            ("bonus_on", I8),  # slots whose bonus counts (a copy has none)
            ("spared", I8),  # slots whose penalty a choice cleared
            ("traits", I8),  # all traits of the rules in the hand
            ("clearers", I8),  # slots whose rule clears penalties or strikes words out
            ("blankers", I8),
            ("selfish", I8),  # slots that may blank themselves
            ("complex", I8),  # slots with more than simple amounts
            # match[0, i, j]: how slot j matches the terms of slot i; total[0, i]: its row sums.
            # Layer 1: the same after words were struck out of penalties.
            ("match", I8, (2, 16, 16)),
            ("total", I8, (2, 16)),
            ("struck", I8),  # slots for which layer 1 counts
            ("outside", I8),  # counts of what lies outside the hand, see FIELD_BITS
            # slots whose card, while its bonus counts, ...
            ("shielders", I8),  # ... shields others from being blanked
            ("sturdy", I8),  # ... cannot be blanked
            ("aloof", I8),
            ("also", I8),  # ... has further suits
            ("fixed", I8),  # ... cannot be given a suit
            ("fading", I8),  # ... keeps name and suits if blanked
            ("kept", I8),  # slots that a choice keeps from being blanked
            # what scoring found
            ("cleared", I8),  # slots that lost their whole penalty
            ("lost_words", I8, (16,)),  # suits struck out of the slot's penalty
            ("blanked", I8),
            ("faded", I8),  # slots that are blanked but keep name and suits; not in `blanked`
            ("shielded", I8),  # slots that cannot be blanked
            ("lonely", I8),  # slots blanked for being alone in their suit
            ("hit", I8),  # slots blanked by others
            ("cyclic", I8),  # 1 if cards blanked each other in a cycle
            ("targets", I8, (16,)),  # slots that slot i blanks
            ("work", I8, (32,)),
            # the search for the best choices
            ("depth", I8),
            ("chooser", I8, (MAX_HAND,)),  # choosing slots, in the order of their choices
            ("pick", I8, (MAX_HAND, 2)),  # what each chose; -1, -1: declined
            ("best_pick", I8, (MAX_HAND, 2)),
            ("kind_of_suit", I8, (MAX_SUITS,)),  # the first suit the hand can't tell from this one
            ("alike", I8, (MAX_SUITS,)),  # all suits of its kind
            ("read", I8),  # suits any term of the hand matches
            ("kinds", I8),  # the first suit of each kind
            ("mentioned", I8, (4,)),  # names the hand mentions, 32 a word
            ("options", I8, (MAX_HAND, MAX_OPTIONS, 2)),  # distinct options of each chooser
            ("n_options", I8, (MAX_HAND,)),
            ("cursor", I8, (MAX_HAND,)),  # next option of each level
            ("old_suits", I8, (MAX_HAND,)),
            ("old_column", I8, (MAX_HAND, 16)),
            ("column", I8, (16,)),  # how the slots' terms match the face being made
            # points of every slot, active ones only; row 1: of the last hand that was only tried
            ("slot_points", I8, (2, 16)),
            ("step", I8, (MAX_HAND,)),  # levels of choice in the order in which they are searched
            # the level of the one choice to keep a card from being blanked, if only those are tried
            # that would be blanked, before the last face or by it; else -1
            ("keeping", I8),
            ("final", I8),  # the level whose faces are tried last; -1 if there is none
            # what giving a slot a suit changes (see sim.fantasy_realms.giving)
            ("gain", I8, (MAX_SUITS,)),
            ("gain_of_suit", I8, (MAX_SUITS,)),
            ("loss_of_face", I8, (16,)),
            ("rest", I8, (16, MAX_SUITS)),
            ("live", I8, (16,)),
            ("gives", I8, (16,)),  # suits worth giving to each slot
            ("suit_rows", I8),  # active slots that read suits as such
            ("noticed", I8, (16,)),  # suits of each slot that they notice
            ("loners", I8),  # slots whose rule blanks cards that are alone in their suit
            # who would be cleared and blanked with the face that is tried
            ("then_cleared", I8),
            ("then_blanked", I8),
            # the last hand tried with no suit in the slot
            ("memo_slot", I8),
            ("memo_blanked", I8),
            ("memo_cleared", I8),
            ("memo_score", I8),
            ("best", I8),
            ("best_used", I8),
            ("evaluations", I8),
        ],
    )
)

TABLES = record_type(tables_dtype)
MASKS = record_type(masks_dtype)
HAND = record_type(hand_dtype)


def new_tables() -> np.recarray:
    """Return one zeroed record of tables, in an array of shape (1,)."""
    return np.zeros(1, tables_dtype).view(np.recarray)


def new_hands(n: int) -> np.recarray:
    """Return `n` scratch records for scoring, one for each thread that scores."""
    return np.zeros(n, hand_dtype).view(np.recarray)
