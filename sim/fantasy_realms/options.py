"""Which choices are worth trying: one of each kind that the hand can tell apart.

Suits that match all terms of the hand alike are one *kind*, and a name matters only where the hand
mentions it. So leaving options out changes nothing but the time.
"""

from __future__ import annotations

from numba import int64, void

from sim.bits import lowest
from sim.fantasy_realms.scoring import settle
from sim.fantasy_realms.tables import (
    CARD,
    CHOICE_CLEAR_ONE,
    CHOICE_COPY_FACE,
    CHOICE_GIVE_SUIT,
    CHOICE_SHIELD_ONE,
    F_ALONE,
    F_BLANKS,
    F_PENALTY,
    F_READS_NAMES,
    F_READS_SUITS,
    F_SELF,
    F_WORDS,
    HAND,
    OP_CLEARS_WORD,
    SUIT,
    TABLES,
)
from sim.jit import inner

ALL_NAMES = 0xFFFFFFFF


@inner(int64(TABLES, HAND, int64, int64), merged=True)
def suits_alike(t, h, one, other):
    """Return 1 if every term of the hand matches two suits alike."""
    for i in range(h.n):
        row = h.rule[i] * t.n_suits
        if t.by_suit[(row + one) & SUIT] != t.by_suit[(row + other) & SUIT]:
            return 0
        if t.by_suit_self[(row + one) & SUIT] != t.by_suit_self[(row + other) & SUIT]:
            return 0
    return 1


@inner(int64(TABLES, HAND), merged=True)
def suit_words(t, h):
    """Return the suits whose word a card of the hand strikes out of penalties."""
    words = 0
    if h.traits & F_WORDS:
        for i in range(h.n):
            rule = h.rule[i] & CARD
            for k in range(t.first_rule[rule], t.last_rule[rule]):
                if t.clause[k].op == OP_CLEARS_WORD:
                    words |= t.clause[k].amount
    return words


@inner(int64(TABLES, HAND), merged=True)
def names_clash(t, h):
    """Return 1 if different names are counted and two slots may copy the same face."""
    if h.traits & F_READS_NAMES and t.faces_overlap:
        copiers = 0
        for k in range(h.depth):
            copiers += t.choice[h.card[h.chooser[k]]] == CHOICE_COPY_FACE
        return copiers > 1
    return 0


@inner(void(TABLES, HAND), merged=True)
def note_reading(t, h):
    """Note the suits the hand's terms read and the names they mention.

    Valid for all choices: a copied rule is that of another card of the hand.
    """
    read = 0
    for k in range(4):
        h.mentioned[k] = 0
    clash = names_clash(t, h)
    for i in range(h.n):
        rule = h.rule[i] & CARD
        read |= t.reads[rule]
        for k in range(4):
            h.mentioned[k] |= ALL_NAMES if clash else t.mentions[rule, k]
    h.read = read


@inner(void(TABLES, HAND), merged=True)
def tell_apart(t, h):
    """Find the kinds of suits the hand tells apart; all that it doesn't read are one kind.

    If there is but one choice, to compare the suits it reads would cost more than to try them.
    """
    alone = suit_words(t, h)
    read = h.read | alone
    unread = ((1 << t.n_suits) - 1) & ~read
    kinds = 0
    for suit in range(t.n_suits):
        h.kind_of_suit[suit] = suit if (read >> suit) & 1 else lowest(unread)
        h.alike[suit] = 0
        if h.depth > 1 and (read & ~alone) >> suit & 1:
            earlier = kinds & read & ~alone
            while earlier:
                other = lowest(earlier)
                earlier &= earlier - 1
                if suits_alike(t, h, other, suit):
                    h.kind_of_suit[suit] = other
                    break
        if h.kind_of_suit[suit] == suit:
            kinds |= 1 << suit
    for suit in range(t.n_suits):
        h.alike[h.kind_of_suit[suit]] |= 1 << suit
    for suit in range(t.n_suits):
        h.alike[suit] = h.alike[h.kind_of_suit[suit]]


@inner(int64(HAND, int64))
def is_mentioned(h, name):
    """Return 1 if the hand mentions a name."""
    return (h.mentioned[name // 32] >> (name % 32)) & 1


@inner(int64(TABLES, HAND, int64, int64))
def name_matters(t, h, i, name):
    """Return 1 if a name in slot i could make a difference.

    A rule of the hand mentions it; or different names are counted, and another slot has it too.
    """
    if is_mentioned(h, name):
        return 1
    if h.traits & F_READS_NAMES:
        for j in range(h.n):
            if j != i and h.name[j] == name:
                return 1
    return 0


@inner(void(HAND, int64, int64, int64))
def add_option(h, level, a, b):
    """Append an option of the chooser at a level."""
    k = h.n_options[level]
    h.options[level, k, 0] = a
    h.options[level, k, 1] = b
    h.n_options[level] = k + 1


@inner(void(TABLES, HAND, int64, int64))
def list_faces(t, h, level, i):
    """List the faces slot i may copy, one of each kind the hand can tell apart."""
    tried = 0
    apart = h.traits & F_READS_SUITS
    own = h.suits[i]
    if own & (own - 1) == 0 and not name_matters(t, h, i, h.name[i]):
        suit = lowest(own)
        tried = 1 << (suit if apart else h.kind_of_suit[suit])
    for k in range(t.first_candidate[h.card[i]], t.last_candidate[h.card[i]]):
        c = t.candidate[k]
        suits = t.suits[c]
        if suits & (suits - 1) == 0 and not name_matters(t, h, i, t.name[c]):
            suit = lowest(suits)
            kind = 1 << (suit if apart else h.kind_of_suit[suit])
            if tried & kind:
                continue
            tried |= kind
        add_option(h, level, c, -1)


@inner(int64(TABLES, HAND, int64), merged=True)
def suits_worth_giving(t, h, level):
    """Return the first suit of each kind, for a card whose name the hand does not mention.

    Where a card reads suits as such, those held are told apart too; of the others one stands for
    its kind still, if no later choice may change a suit.
    """
    givable = t.givable[h.card[h.chooser[level]]]
    apart = 0
    if h.traits & F_READS_SUITS:
        if level + 1 < h.depth and t.choice[h.card[h.chooser[level + 1]]] == CHOICE_GIVE_SUIT:
            return givable
        for i in range(h.n):
            apart |= h.suits[i]
    chosen = 0
    kinds = 0
    while givable:
        suit = lowest(givable)
        givable &= givable - 1
        kind = 1 << h.kind_of_suit[suit]
        if (apart >> suit) & 1:
            chosen |= 1 << suit
        elif not kinds & kind:
            kinds |= kind
            chosen |= 1 << suit
    return chosen


@inner(int64(TABLES, HAND, int64))
def vain_faces(t, h, level):
    """Return the slots that copied a face of a name no rule mentions.

    To give such a slot another suit is as good as giving it to the slot without its choice.
    """
    slots = 0
    for k in range(level):
        i = h.chooser[k]
        if h.pick[k, 0] >= 0 and t.choice[h.card[i]] == CHOICE_COPY_FACE:
            if not (name_matters(t, h, i, h.name[i]) or name_matters(t, h, i, t.name[h.card[i]])):
                slots |= 1 << i
    return slots


@inner(int64(TABLES, HAND, int64, int64, int64))
def suits_for(t, h, i, j, worth):
    """Return the suits slot i may give slot j to any effect.

    Parameters
    ----------
    worth : int
        What is worth giving to a card whose name no rule mentions.
    """
    named = t.givable[h.card[i]]
    apart = h.traits & F_READS_SUITS
    if not apart:
        unread = named & ~h.read
        named = (named & h.read) | (unread & -unread)
    mentioned = is_mentioned(h, h.name[j])
    own = h.suits[j]
    suits = named if mentioned else named & worth
    if own & (own - 1) == 0:
        suits &= ~own
        if not apart and not mentioned:
            suits &= ~h.alike[lowest(own)]
    return suits


@inner(void(TABLES, HAND, int64, int64), merged=True)
def list_suits(t, h, level, i):
    """List the slots and suits slot i may give, one suit of each kind."""
    vain = vain_faces(t, h, level)
    worth = suits_worth_giving(t, h, level)
    for j in range(h.n):
        if j == i or ((vain | h.fixed) >> j) & 1:
            continue
        suits = suits_for(t, h, i, j, worth)
        while suits:
            add_option(h, level, j, lowest(suits))
            suits &= suits - 1


@inner(int64(TABLES, HAND, int64, int64))
def may_be_changed(t, h, level, j):
    """Return 1 if the choice at a level may give slot j a new face."""
    i = h.chooser[level]
    return (i == j) == (t.choice[h.card[i]] == CHOICE_COPY_FACE)


@inner(void(TABLES, HAND, int64, int64), merged=True)
def list_clearable(t, h, level, i):
    """List the slots whose penalty slot i may clear, now or after the faces still to be chosen."""
    term = t.choice_term[h.card[i]]
    for j in range(h.n):
        if t.traits[h.rule[j] & CARD] & F_PENALTY and not (h.spared >> j) & 1:
            if h.match[0, i, j] & term or (h.final >= 0 and may_be_changed(t, h, h.final, j)):
                add_option(h, level, j, -1)


@inner(void(TABLES, HAND, int64, int64), merged=True)
def list_shieldable(t, h, level, i):
    """List the slots that slot i may keep from being blanked, if anything here blanks at all.

    Only those that are blanked else, if those that the last face gets blanked are tried with it.
    """
    if not h.traits & (F_BLANKS | F_SELF | F_ALONE):
        return
    term = t.choice_term[h.card[i]]
    slots = (1 << h.n) - 1
    if h.keeping >= 0:
        settle(t, h)
        slots = h.blanked | h.faded
    slots &= ~(h.kept | h.sturdy)
    for j in range(h.n):
        if (slots >> j) & 1:
            if h.match[0, i, j] & term or (h.final >= 0 and may_be_changed(t, h, h.final, j)):
                add_option(h, level, j, -1)


@inner(void(TABLES, HAND, int64), merged=True)
def enter_level(t, h, level):
    """List the options of the chooser at a level, given the choices made before; decline first."""
    i = h.chooser[level]
    kind = t.choice[h.card[i]]
    h.n_options[level] = 0
    h.cursor[level] = 0
    if kind == CHOICE_COPY_FACE:
        list_faces(t, h, level, i)
    elif kind == CHOICE_GIVE_SUIT:
        list_suits(t, h, level, i)
    elif kind == CHOICE_CLEAR_ONE:
        list_clearable(t, h, level, i)
    elif kind == CHOICE_SHIELD_ONE:
        list_shieldable(t, h, level, i)
    else:
        for j in range(h.n):
            if j != i:
                add_option(h, level, j, -1)
