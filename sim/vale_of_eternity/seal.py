"""Filling in what follows from the compiled rows: masks of cards, and what needs no look-ahead."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterable
from typing import Any

import numpy as np

from sim.vale_of_eternity import codes as c
from sim.vale_of_eternity.tables import MOST_CARDS, NO_PROGRAM, WORD_BITS, op_dtype

# Operations that can be carried out in every position.
ALWAYS = {
    c.END, c.GAIN, c.GAIN_ANY, c.LOSE_ALL, c.REPLACE, c.PAY_ANY, c.POINTS, c.MOVE_ALL, c.MOVE_SELF,
    c.DRAW, c.IF, c.JUMP, c.CHOOSE, c.OPTION, c.RUN_ALL, c.NAME_FAMILY, c.REVEAL_HAND, c.CURSE,
    c.BUY_AREA, c.FLIP, c.REVEAL, c.THEY_LOSE,
}  # fmt: skip
# Operations that can always be carried out when so few as 0 will do.
ALWAYS_UP_TO = {c.LOSE_ANY, c.UPGRADE, c.MOVE, c.MEND, c.UNCURSE}


# Operations of which the stones held, or the wards, may decide whether they can be carried out.
ASKS_STONES = {
    c.LOSE_STONES, c.LOSE_ANY, c.UPGRADE, c.PAY, c.IF, c.FREE_SUMMON, c.COPY, c.RUN_ALL, c.MEND,
}  # fmt: skip


def words_of(cards: Iterable[int]) -> tuple[int, int]:
    """Return a set of card numbers as two words."""
    low = high = 0
    for card in cards:
        if card < WORD_BITS:
            low |= 1 << card
        else:
            high |= 1 << (card - WORD_BITS)
    return low, high


def reached(t: np.record, row: int) -> set[int]:
    """Return the rows of the program that starts at `row`, sub-programs included."""
    seen: set[int] = set()
    todo = [int(row)]
    while todo:
        at = todo.pop()
        if at in seen or at == NO_PROGRAM:
            continue
        seen.add(at)
        op = t.op[at]
        if op.op == c.CHOOSE:
            todo += [int(t.op[at + k].jump) for k in range(1, int(op.arg) + 1)]
        if op.op in (c.CHOOSE, c.IF, c.JUMP, c.OPTION):
            todo.append(int(op.jump))
        if op.op not in (c.END, c.JUMP, c.CHOOSE, c.OPTION):
            todo.append(at + 1)
    return seen


def is_sure(t: np.record, rows: Iterable[int]) -> bool:
    """Return whether all these rows can be resolved in every position."""
    for at in rows:
        op = t.op[at]
        if op.op in (c.LOSE_POINTS, c.STEAL, c.COPY):
            if op.op != c.LOSE_POINTS or op.flag & c.MUST:
                return False
        elif op.op in ALWAYS_UP_TO:
            if op.lo != 0:
                return False
        elif op.op not in ALWAYS:
            return False
    return True


def acts(t: np.record, row: int, elsewhere: bool = False) -> bool:
    """Return whether the program at `row` always does something, whatever the position.

    Parameters
    ----------
    elsewhere : bool
        Even if its card doesn't lie in the area, as a copied effect's may not.
    """
    if row == NO_PROGRAM or t.op[row].op == c.END:
        return False
    op = t.op[row]
    if op.op == c.JUMP:
        return acts(t, op.jump, elsewhere)
    if op.op == c.IF:  # so do both branches
        return acts(t, row + 1, elsewhere) and acts(t, op.jump, elsewhere)
    if _chain_acts(t, row, elsewhere):
        return True
    # a chain that can't be carried out is left out, and the next one counts
    _, skipped, after = chain(t, row)
    return acts(t, skipped, elsewhere) and acts(t, after, elsewhere)


def _chain_acts(t: np.record, row: int, elsewhere: bool) -> bool:
    """Return whether a chain can always be carried out, and its first row always does something."""
    op = t.op[row]
    if op.op == c.CHOOSE and not op.flag & c.THEN:  # which parts can't be is of no concern
        parts = [int(t.op[row + k].jump) for k in range(1, int(op.arg) + 1)]
        wanted = max(1, int(op.n if op.lo < 0 else op.lo))
        return not op.per and sum(_gives(t, part) for part in parts) >= wanted
    if not is_sure(t, chain(t, row)[0]):
        return False
    if op.op == c.MOVE_SELF:
        return not elsewhere  # an effect is only asked for while its card lies in the area
    return _is_gift(op)


def _gives(t: np.record, row: int) -> bool:
    """Return whether a program does nothing but give stones or points, and some of them always."""
    ops = [t.op[at] for at in reached(t, row)]
    return {op.op for op in ops} <= {c.GAIN, c.POINTS, c.END} and any(map(_is_gift, ops))


def _is_gift(op: Any) -> bool:
    """Return whether a row gives so many stones or points, in every position."""
    if op.per or op.n <= 0:
        return False
    return op.op == c.POINTS or (op.op == c.GAIN and op.red + op.blue + op.purple > 0)


def _is_one_chain(t: np.record, row: int) -> bool:
    """Return whether a program is a single chain that no ``IF`` begins or ends."""
    if row == NO_PROGRAM or t.op[row].op in (c.IF, c.JUMP, c.END):
        return False
    end = int(t.chain_end[row])
    return t.op[end].op == c.END and t.chain_next[row] == end


def chain(t: np.record, row: int) -> tuple[set[int], int, int]:
    """Return the rows of the chain that begins at `row`, sub-programs included, and what follows.

    That is the row after the chain if it was left out, and if it was carried out. They differ if it
    ends with an ``IF``, whose body is left out with it, but makes chains of its own.
    """
    rows: set[int] = set()
    at = int(row)
    while True:
        op = t.op[at]
        rows.add(at)
        if op.op == c.CHOOSE:
            for k in range(1, int(op.arg) + 1):
                rows |= reached(t, t.op[at + k].jump)
        after = int(op.jump) if op.op == c.CHOOSE else at + 1
        if op.op == c.END or not op.flag & c.THEN:
            break
        at = after
    if op.op == c.IF and at != row:
        before = t.op[int(op.jump) - 1]
        return rows, int(before.jump) if before.op == c.JUMP else int(op.jump), at
    return rows, after, after


def has_effects(t: np.record, card: int) -> int:
    """Return the effects of a card as bits of a filter's `has`."""
    has = c.HAS_INSTANT if t.instant[card] != NO_PROGRAM else 0
    if t.first_permanent[card] < t.last_permanent[card]:
        has |= c.HAS_PERMANENT
    return has | (c.HAS_RESOLUTION if t.resolution[card] != NO_PROGRAM else 0)


def matches(t: np.record, row: int, wild: bool = False) -> np.ndarray:
    """Return which cards a row of filters matches, shape (n_cards,); `wild`: of any family."""
    f = t.filter[row]
    n = int(t.n_cards)
    cost, family = t.cost[:n], t.family[:n]
    has = np.array([has_effects(t, card) for card in range(n)], np.int64)
    found = (has & f.has == f.has) & (has & f.lacks == 0) & (cost >= f.cost_lo)
    if f.card:
        found &= np.arange(n) == f.card - 1
    if f.families and not wild:
        found &= (int(f.families) >> family & 1).astype(bool)
    if f.cost_hi >= 0:
        found &= cost <= f.cost_hi
    if f.parity:
        found &= cost % 2 == f.parity % 2
    return found | matches(t, int(f.or_), wild) if f.or_ else found


_Op: Any = namedtuple("_Op", op_dtype.names or ())  # type: ignore[misc]


class _Quick:
    """One record of tables whose columns are looked up once; the operations are plain tuples.

    A record of numpy takes microseconds for each look-up. What is written goes to the record too.
    """

    _record: np.record

    def __init__(self, t: np.record) -> None:
        vars(self).update({name: t[name] for name in t.dtype.names or ()})
        vars(self).update(_record=t, op=[_Op._make(row) for row in t.op.tolist()])

    def __setattr__(self, name: str, value: Any) -> None:
        vars(self)["_record"][name] = value
        vars(self)[name] = value


def seal(tables: np.recarray) -> np.recarray:
    """Fill the derived columns of tables of shape (1,), in place, and return them.

    Raises
    ------
    ValueError
        If there are more cards than two words can tell apart.
    """
    t: Any = _Quick(tables[0])
    lasting = sum(int(t.artifact[k].bearer) >= 0 for k in range(int(t.n_artifacts)))
    t.n_bearers = t.n_cards + t.n_sides + lasting
    if t.n_bearers > MOST_CARDS:
        raise ValueError(
            f"{t.n_cards} cards, {t.n_sides} sides and {lasting} artifacts that last: at most"
            f" {MOST_CARDS} can be told apart"
        )
    cards = range(int(t.n_cards))
    t.deck_mask[:] = words_of(cards)
    for family in range(t.family_mask.shape[0]):
        t.family_mask[family] = words_of(k for k in cards if t.family[k] == family)
    most = t.within.shape[0] - 1
    for cost in range(most + 1):
        t.within[cost] = words_of(k for k in cards if t.cost[k] <= cost or cost == most)
    t.instant_mask[:] = words_of(k for k in cards if has_effects(t, k) & c.HAS_INSTANT)
    t.permanent_mask[:] = words_of(k for k in cards if has_effects(t, k) & c.HAS_PERMANENT)
    sides = range(int(t.n_cards), int(t.n_cards + t.n_sides))  # artifacts resolve nothing
    acting = [*cards, *sides]
    t.resolution_mask[:] = words_of(k for k in acting if has_effects(t, k) & c.HAS_RESOLUTION)
    for row in range(int(t.n_filters)):
        f = t.filter[row]
        f.mask[:] = words_of(np.flatnonzero(matches(t, row)).tolist())
        f.wild[:] = words_of(np.flatnonzero(matches(t, row, wild=True)).tolist())
    _seal_permanents(t)
    for card in acting:
        ops = [t.op[row] for row in reached(t, t.instant[card])]
        t.sure[card] = is_sure(t, reached(t, t.instant[card]))
        t.by_payment[card] = not t.sure[card] and any(op.op in ASKS_STONES for op in ops)
        t.always_acts[card] = acts(t, t.resolution[card])
        t.acts_copied[card] = acts(t, t.resolution[card], elsewhere=True)
    for row in range(int(t.n_ops)):
        t.looks_at_hand[row] = _looks_at_hand(t, row)
        rows, t.chain_end[row], t.chain_next[row] = chain(t, row)
        t.chain_sure[row] = is_sure(t, rows)
        t.chain_acts[row] = _chain_acts(t, row, elsewhere=True)
        t.copies[row] = any(t.op[at].op == c.COPY for at in reached(t, row))
    for card in cards:
        t.one_chain[card] = _is_one_chain(t, int(t.resolution[card]))
    for number in range(int(t.n_artifacts)):
        t.artifact[number].one_chain = _is_one_chain(t, int(t.artifact[number].used))
    return tables


def _seal_permanents(t: np.record) -> None:
    """Note which cards have which kinds of permanents, and which reactions only give points."""
    kinds: dict[int, set[int]] = {kind: set() for kind in range(c.HARMLESS_CURSES + 1)}
    events: dict[int, set[int]] = {event: set() for event in range(c.N_EVENTS)}
    for card in range(int(t.n_bearers)):
        for row in range(int(t.first_permanent[card]), int(t.last_permanent[card])):
            kinds[int(t.permanent[row].kind)].add(card)
            if t.permanent[row].kind in (c.TRIGGER, c.INSTEAD):
                events[int(t.permanent[row].event)].add(card)
    t.value_mask[:] = words_of(kinds[c.STONE_VALUE] | kinds[c.STONE_SWAP] | kinds[c.STONE_FIXED])
    t.limit_mask[:] = words_of(kinds[c.LIMIT] | kinds[c.AREAS])
    t.cost_mask[:] = words_of(kinds[c.COST] | kinds[c.COST_FIXED] | kinds[c.COST_STONES])
    t.harmless_mask[:] = words_of(kinds[c.HARMLESS_CURSES])
    t.any_mask[:] = words_of(kinds[c.ANY_FAMILY])
    t.wilds = int(bool(kinds[c.ANY_FAMILY]))
    t.watches = int(bool(events[c.ON_HOLD]))
    for event, cards in events.items():
        t.trigger_mask[event] = words_of(cards)
    for row in range(int(t.n_permanents)):
        p = t.permanent[row]
        ops = {int(t.op[at].op) for at in reached(t, p.program)}
        p.only_points = ops <= {c.POINTS, c.END}


def _looks_at_hand(t: np.record, row: int) -> bool:
    """Return whether a row after this one, in its program, needs certain cards in hand."""
    op = t.op[row]
    if op.op != c.MOVE or op.zone != c.HAND:
        return False
    for at in reached(t, row + 1):
        later = t.op[at]
        if later.op in (c.FREE_SUMMON, c.MOVE) and later.zone == c.HAND:
            return True
    return False
