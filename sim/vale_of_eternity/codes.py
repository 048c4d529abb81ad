"""The vocabulary of the compiled cards: zones, counts, operations, permanents, events.

A card's text becomes *programs*, runs of rows of ``tables.op`` that end with ``END``, and
*permanents*, rows of ``tables.permanent``. The fields of a row are those of
:data:`sim.vale_of_eternity.tables.op_dtype`; fields an operation doesn't name are 0, rows of
filters and counts that it doesn't need are 0 as well (filter 0: any card; count 0: always 1).

**Amount** of a row: ``n`` times the count in row ``per`` of ``tables.count``.

**Chains.** A row with the flag ``THEN`` and the row after it are one chain ("discard 1 red, then 3
points"): the chain is carried out as a whole or not at all. An instant can only be resolved if all
its chains can; in a resolution effect or a reaction a chain that cannot be resolved is left out,
and the effect is available if one chain does something. A row without the flag ends its chain. An
``IF`` begins a chain, unless it ends one: then it still sees what that did, and its body is left
out with it. Rows of a sub-program belong to the chain of the ``CHOOSE`` they hang on; the row after
a ``CHOOSE`` is the one it jumps to.

===================  ===============================================================================
operation            operands and meaning
===================  ===============================================================================
``END``              end of a program or sub-program
``GAIN``             ``red``, ``blue``, ``purple`` stones, each times the amount
``GAIN_ANY``         amount of stones of free choice among ``colours`` (bits)
``LOSE_STONES``      discard ``red``, ``blue``, ``purple`` stones, each times the amount
``LOSE_ANY``         discard amount of stones of free choice among ``colours``; ``lo``: at least so
                     many (-1: exactly the amount)
``LOSE_ALL``         discard all stones of ``colours``
``REPLACE``          every stone of ``colours`` becomes one of the colour number ``arg``
``UPGRADE``          amount of stones one step up (red, blue, purple), no stone twice; ``lo`` as
                     above
``PAY``              pay the amount in stones as for a summoning cost (no ward)
``PAY_ANY``          pay any amount in stones, 0 too; what they are worth is kept as value
``POINTS``           gain the amount of points
``LOSE_POINTS``      lose the amount; flag ``MUST``: only possible if one owns them all, else as
                     many as one has
``THEY_LOSE``        the players of ``arg`` (who) lose the amount of points, at most what they have
``STEAL``            take the amount of points (at most what there is) from the players of ``arg``
``MOVE``             choose amount of cards of ``zone`` that match ``filter``, put them to ``to``;
                     ``lo``: at least so many (-1: exactly the amount); zone ``ANY_AREA``: of all
                     players; to ``HAND``: own hand
``MOVE_ALL``         the same with all cards that match
``MOVE_SELF``        put this card (from the own area) to ``to``
``DRAW``             amount of cards from the draw pile to ``to`` (``HAND`` or ``SHELTER``)
``MOVE_THAT``        put the cards that the chain moved, or the card of the event, to ``to``
``ATTACK``           the players of ``arg`` with a card in ``zone`` (``AREA`` or ``HAND``) that
                     matches ``filter`` choose amount of them, which go to ``to``
``SWAP``             the same with one card, which changes places with this card; curse tokens stay
                     on their cards
``FREE_SUMMON``      choose a card of ``zone`` (``HAND``, ``DISCARD`` or ``SHELTER``) that matches
                     ``filter`` and can be summoned; summon it for free
``IF``               go on if the count ``per`` compares (``cmp``) to ``n`` plus, with ``rhs`` > 0,
                     the count ``rhs``; else jump to row ``jump``
``JUMP``             go on at row ``jump``
``CHOOSE``           choose amount of the ``arg`` sub-programs named by the rows that follow
                     (``OPTION``), each at most once; ``lo`` as above; go on at row ``jump``
``OPTION``           ``jump``: first row of the sub-program, which ends with ``END``
``COPY``             choose a card of the own area that matches ``filter`` and has the effect
                     ``arg`` (``INSTANT`` or ``RESOLUTION``) and use that effect; flag ``AS_SELF``:
                     as if it stood on this card, else as that card
``RUN_ALL``          use all available resolution effects of the cards of the own area that match
                     ``filter`` in one's own order
``NAME_FAMILY``      name a family; the counts ``NAMED`` look at it
``REVEAL``           amount of cards of the draw pile to the display
``REVEAL_HAND``      all cards of the own hand become known to everybody
``MEND``             mend amount of wards; ``lo`` as above
``CURSE``            put amount of curses on oneself
``UNCURSE``          take amount of curses off oneself; ``lo`` as above (exactly: at most what
                     there is)
``ADD_CURSES``       choose a card of the own area that matches ``filter``; put amount on it
                     (negative: take them off, which may soothe it)
``BUY_AREA``         amount of extra areas
``FLIP``             turn one's summoner over; nothing happens without one
===================  ===============================================================================

Who (``arg`` of ``ATTACK``, ``SWAP``, ``STEAL``, ``THEY_LOSE``): ``ANYONE`` a chosen player, oneself
included (``STEAL`` and ``THEY_LOSE``: a chosen opponent), ``AN_OPPONENT`` a chosen opponent,
``EACH_OPPONENT``, ``EACH_PLAYER``.

``lo`` of -1 is *exactly*, 0 *up to*; a large amount (``ANY_NUMBER``) with ``lo`` 0 is *any number*.

===================  ===============================================================================
count                what it counts (divided by ``div``, rounded down, if ``div`` > 1)
===================  ===============================================================================
``ONE``              always 1
``CARDS``            cards of ``zone`` that match ``filter``
``FAMILIES``         different families among them
``COSTS``            the sum of their written costs
``DIFFERENT_COSTS``  different written costs among them
``NAMED``            those among them that are of the named family
``STONES``           stones held, of ``colours``
``VALUE``            total value of the stones held, of ``colours``
``AREAS_OWNED``      areas
``EMPTY_AREAS``      areas without a card
``WARDS``            active wards
``BROKEN_WARDS``     broken wards
``BROKEN_NOW``       wards broken this round
``CURSES``           curses on oneself
``CARD_CURSES``      curse tokens on the cards of the own area
``ROUND``            number of the round
``OPPONENTS``        opponents
``OPPONENTS_AHEAD``  opponents with more points
``OPPONENTS_BEHIND`` opponents with fewer points
``OPPONENTS_MORE``   opponents with more cards in ``zone`` that match ``filter`` or, with
                     ``colours``, with more stones of these
``OPPONENTS_FEWER``  opponents with fewer
``SCORE``            own points
``DONE``             cards that the chain moved or summoned so far and that match ``filter``
``DONE_COST``        total written cost of these
``DONE_LOST``        stones that the chain lost or paid so far
``DONE_VALUE``       their total value
``DONE_STONES``      stones of ``colours`` that ``GAIN_ANY`` of the chain gained
``PAID``             stones of ``colours`` paid for the summon that triggered the program
===================  ===============================================================================

===================  ===============================================================================
permanent            operands and meaning (while the card lies in its owner's area)
===================  ===============================================================================
``STONE_VALUE``      stones of ``colours`` are worth ``n`` more
``STONE_SWAP``       the base values of the two ``colours`` change places
``STONE_FIXED``      stones of ``colours`` are worth ``n``, whatever else changes them
``LIMIT``            ``n`` more (or fewer) stones may be kept
``COST``             own cards that match ``filter`` cost ``n`` more to summon (negative: less)
``COST_FIXED``       they cost ``n``, whatever else changes their cost
``COST_STONES``      they cost exactly ``red``, ``blue``, ``purple`` stones
``ANY_FAMILY``       counts as of every family in its owner's turn
``AREAS``            ``n`` more areas
``HARMLESS_CURSES``  curses on one's own cards cost no points at the end
``TRIGGER``          after ``event``, run ``program`` (as this card, by its owner); see below
``INSTEAD``          before ``event``, run ``program`` instead of it
===================  ===============================================================================

===================  ===============================================================================
event                when it happens; `filter` and `colours` narrow it down
===================  ===============================================================================
``ON_SUMMON``        the owner summoned another card that matches ``filter``, for free too; with
                     ``colours``: paying a stone of one of them
``ON_TAME``          the owner tamed a card that matches ``filter``
``ON_SELL``          the owner sold a card that matches ``filter``
``ON_DRAW``          the owner drew cards
``ON_DISCARD``       another card of the owner's area that matches ``filter`` was discarded
``ON_DISCARD_SELF``  this card is discarded from the area (with ``INSTEAD``: would be)
``ON_GAIN``          the owner gained a stone of ``colours`` (exchanges don't count)
``ON_LOSE_POINTS``   the owner lost one point or more
``ON_HOLD``          the owner holds ``n`` stones or more
``ON_BREAK_WARD``    the owner broke a ward
``ON_ROUND``         a round begins
``ON_ROUND_END``     a round ends
``ON_RECOVER``       another card of the owner's area that matches ``filter`` was recovered
``ON_SOOTHE``        the owner soothed a card that matches ``filter``, this one too
``ON_REMOVE``        the owner removed a card that matches ``filter``
``ON_HUNT``          the owner chose a card that matches ``filter`` in the hunting phase
``ON_MEND``          the owner mended a ward
===================  ===============================================================================

A reaction whose card is in the midst of its own instant waits until that is done. An artifact has a
program of its own (``WHEN_TAKEN``, ``WHEN_USED``), or permanents that act while it is held.
This file is a kernel source (:mod:`sim.jit`): the kernels' cache hangs on it.
"""

from __future__ import annotations

# Colours of stones, and as bits.
RED, BLUE, PURPLE = 0, 1, 2
COLOURS = ["red", "blue", "purple"]
RED_BIT, BLUE_BIT, PURPLE_BIT = 1, 2, 4
ALL_COLOURS = 7

# Zones.
HAND = 0
AREA = 1
DISCARD = 2
ANY_AREA = 3  # the areas of all players
OTHER_AREAS = 4  # the areas of the opponents
SHELTER = 5
SOOTHED = 6
DECK = 7  # as a destination: the top of the draw pile
HUNTED = 8
DISPLAY = 9
ZONES = [
    "hand",
    "area",
    "discard",
    "any_area",
    "other_areas",
    "shelter",
    "soothed",
    "deck",
    "hunted",
    "display",
]

# Effects, as numbers and as bits of a filter's `has`.
INSTANT = 0
PERMANENT = 1
RESOLUTION = 2
HAS_INSTANT, HAS_PERMANENT, HAS_RESOLUTION = 1, 2, 4

# Flags of a filter.
OTHER = 1  # not the card whose effect it is
CURSED = 2  # with a curse token
UNCURSED = 4
NEW_FAMILY = 8  # of a family that the owner has no other card of in the area

# Who.
ANYONE, AN_OPPONENT, EACH_OPPONENT, EACH_PLAYER = 0, 1, 2, 3

# Flags of an operation.
THEN = 1  # the next row is only carried out with this one
MUST = 2
AS_SELF = 4
EXCHANGE = 8  # a GAIN that is no gain, but half of an exchange
GAINED = 16  # an UPGRADE of stones just received only

ANY_NUMBER = 999

# Comparisons of IF.
CMP_EQ, CMP_NE, CMP_LT, CMP_LE, CMP_GT, CMP_GE = 0, 1, 2, 3, 4, 5
COMPARISONS = ["=", "!=", "<", "<=", ">", ">="]

# Operations.
END = 0
GAIN = 1
GAIN_ANY = 2
LOSE_STONES = 3
LOSE_ANY = 4
LOSE_ALL = 5
REPLACE = 6
UPGRADE = 7
PAY = 8
PAY_ANY = 9
POINTS = 10
LOSE_POINTS = 11
STEAL = 12
MOVE = 13
MOVE_ALL = 14
MOVE_SELF = 15
DRAW = 16
ATTACK = 17
SWAP = 18
FREE_SUMMON = 19
IF = 20
JUMP = 21
CHOOSE = 22
OPTION = 23
COPY = 24
RUN_ALL = 25
NAME_FAMILY = 26
REVEAL_HAND = 27
MEND = 28
CURSE = 29
UNCURSE = 30
ADD_CURSES = 31
BUY_AREA = 32
FLIP = 33
THEY_LOSE = 34
MOVE_THAT = 35
REVEAL = 36

# Counts.
ONE = 0
CARDS = 1
FAMILIES = 2
COSTS = 3
DIFFERENT_COSTS = 4
NAMED = 5
STONES = 6
VALUE = 7
EMPTY_AREAS = 8
WARDS = 9
BROKEN_WARDS = 10
CURSES = 11
ROUND = 12
OPPONENTS_AHEAD = 13
SCORE = 14
DONE = 15
DONE_COST = 16
DONE_VALUE = 17
DONE_STONES = 18
PAID = 19
DONE_LOST = 20
AREAS_OWNED = 21
OPPONENTS = 22
OPPONENTS_BEHIND = 23
OPPONENTS_MORE = 24
OPPONENTS_FEWER = 25
CARD_CURSES = 26
BROKEN_NOW = 27

# Permanents.
STONE_VALUE = 0
STONE_SWAP = 1
STONE_FIXED = 2
LIMIT = 3
COST = 4
COST_FIXED = 5
COST_STONES = 6
ANY_FAMILY = 7
AREAS = 8
TRIGGER = 9
INSTEAD = 10
HARMLESS_CURSES = 11

# Events.
ON_SUMMON = 0
ON_TAME = 1
ON_SELL = 2
ON_DRAW = 3
ON_DISCARD = 4
ON_DISCARD_SELF = 5
ON_GAIN = 6
ON_LOSE_POINTS = 7
ON_HOLD = 8
ON_BREAK_WARD = 9
ON_ROUND = 10
ON_ROUND_END = 11
ON_RECOVER = 12
ON_SOOTHE = 13
ON_REMOVE = 14
ON_HUNT = 15
ON_MEND = 16
N_EVENTS = 20

# When an artifact acts.
WHEN_TAKEN = 0
WHEN_USED = 1
WHILE_HELD = 2
