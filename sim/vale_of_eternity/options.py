"""Options as numbers, and how to read them.

An option is one non-negative integer made of bit fields, so that lists of options are plain int64
arrays, as in the other game:

========  ======  =================================================================================
field     bits    meaning
========  ======  =================================================================================
kind      0..7    what is done, see below
card      8..15   the card's number
seat      16..19  a seat
red       20..25  stones paid or discarded
blue      26..31  the same
purple    32..37  the same
ward      38      1: a ward is broken in the payment
number    40..49  the number of a part of an effect, from 0, of a family or of an artifact
========  ======  =================================================================================

==================  ================================================================================
kind                meaning (fields)
==================  ================================================================================
``HUNT_CARD``       choose a card of the display (card)
``SELL``            sell a hunted card (card)
``TAME``            tame a hunted card (card)
``SUMMON``          summon a card (card, red, blue, purple, ward)
``REMOVE``          remove a card from the own area (card, red, blue, purple, ward)
``END_TURN``        end the turn
``STONES``          discard stones (red, blue, purple)
``CARD``            a card for the effect at hand (card, seat: whose it is)
``NOTHING``         no further card or part
``SEAT``            a player (seat)
``PART``            a part of the effect at hand (number)
``EFFECT``          the resolution effect to be used next (card)
``SET_OFF``         the permanent to be set off next (card)
``TOKEN``           the cursed card that gives a token next (card)
``GAIN_STONES``     stones to gain (red, blue, purple)
``PAY_STONES``      stones to pay for an effect (red, blue, purple)
``AMOUNT``          how many (number)
``SUMMONER``        a summoner to take (card: its side as a card)
``UPGRADE_STONES``  stones that go one step up (red, blue)
``FAMILY``          a family (number)
``ARTIFACT``        an artifact to take (number)
``USE``             use the artifact one holds (number)
==================  ================================================================================
"""

from __future__ import annotations

from numba import int64

from sim.jit import inner, kernel

HUNT_CARD = 1
SELL = 2
TAME = 3
SUMMON = 4
REMOVE = 5
END_TURN = 6
STONES = 7
CARD = 8
NOTHING = 9
SEAT = 10
PART = 11
EFFECT = 12
SET_OFF = 13
TOKEN = 14
GAIN_STONES = 15
PAY_STONES = 16
AMOUNT = 17
SUMMONER = 18
UPGRADE_STONES = 19
FAMILY = 20
ARTIFACT = 21
USE = 22
KINDS = [
    "",
    "hunt",
    "sell",
    "tame",
    "summon",
    "remove",
    "end_turn",
    "stones",
    "card",
    "nothing",
    "seat",
    "part",
    "effect",
    "set_off",
    "token",
    "gain",
    "payment",
    "amount",
    "summoner",
    "upgrade",
    "family",
    "artifact",
    "use",
]

NO_OPTION = -2  # fills the places behind the last option

CARD_AT = 8
SEAT_AT = 16
RED_AT = 20
BLUE_AT = 26
PURPLE_AT = 32
WARD_AT = 38
NUMBER_AT = 40


@inner(int64(int64, int64))
def with_card(kind, card):
    """Return the option of a kind about a card."""
    return kind | card << CARD_AT


@inner(int64(int64, int64, int64))
def stones_part(red, blue, purple):
    """Return the bits that stand for stones."""
    return red << RED_AT | blue << BLUE_AT | purple << PURPLE_AT


@kernel(int64(int64))
def kind_of(option):
    """Return an option's kind."""
    return option & 255


@kernel(int64(int64))
def card_of(option):
    """Return the number of an option's card."""
    return option >> CARD_AT & 255


@kernel(int64(int64))
def seat_of(option):
    """Return an option's seat."""
    return option >> SEAT_AT & 15


@kernel(int64(int64, int64))
def stones_of(option, colour):
    """Return the stones of a colour in an option."""
    return option >> (RED_AT + 6 * colour) & 63


@kernel(int64(int64))
def ward_of(option):
    """Return 1 if an option breaks a ward."""
    return option >> WARD_AT & 1


@kernel(int64(int64))
def number_of(option):
    """Return the number of a part."""
    return option >> NUMBER_AT & 1023
