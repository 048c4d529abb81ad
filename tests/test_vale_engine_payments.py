"""Payments of the second game against all handfuls of stones, tried out one by one."""

from itertools import product

import pytest
from support.vale_tables import Builder

from sim.vale_of_eternity import codes as c
from sim.vale_of_eternity import options as o
from sim.vale_of_eternity import rulings
from sim.vale_of_eternity.payments import EXACT_AT, note_stones, payments_of
from sim.vale_of_eternity.play import clear
from sim.vale_of_eternity.state import new_scratches, new_states

VALUES = [(1, 3, 6), (2, 3, 6), (1, 6, 3), (1, 7, 4), (3, 4, 7)]  # base, and changed by cards


@pytest.fixture
def table():
    builder = Builder()
    builder.card("none", "fire", 0)
    array = builder.tables()
    states, scratches = new_states(1), new_scratches(1)
    states[0].players = 2
    clear(states[0], array[0], scratches[0])
    return states[0], array[0], scratches[0]


def listed(s, t, w, cost):
    """Return the payments that the engine lists: (red, blue, purple, ward)."""
    note_stones(s, t, w, 0)
    first = payments_of(s, t, w, 0, cost)
    rows = [int(row) for row in w.payments[first : first + w.payments[first - 1]]]
    found = [(*(int(o.stones_of(row, k)) for k in range(3)), int(o.ward_of(row))) for row in rows]
    assert len(set(found)) == len(found)
    return set(found)


def tried(stones, values, cost, wards):
    """Try every handful: enough, and not enough with any one stone less."""
    good = set()
    for ward in range(2 if wards and cost > 0 else 1):
        left = cost - 2 * ward
        for hand in product(*(range(n + 1) for n in stones)):
            worth = sum(n * value for n, value in zip(hand, values, strict=True))
            spare = [worth - v >= left for n, v in zip(hand, values, strict=True) if n]
            if worth >= left and not any(spare):
                good.add((*hand, ward))
    return good


@pytest.mark.parametrize("values", VALUES)
def test_payments_are_those_without_a_superfluous_stone(table, values):
    s, t, w = table
    s.value[0] = values
    for stones in product(range(5), range(4), range(3)):
        s.stones[0] = stones
        for cost in range(15):
            assert listed(s, t, w, cost) == tried(stones, values, cost, 0), (stones, cost)


def test_one_ward_pays_two_of_a_cost_of_one_or_more(table):
    s, t, w = table
    for wards in (1, 3):
        s.wards[0] = wards
        for stones in product(range(4), range(3), range(3)):
            s.stones[0] = stones
            for cost in range(10):
                assert listed(s, t, w, cost) == tried(stones, (1, 3, 6), cost, wards)


def test_three_with_a_ward_and_two_reds_is_one_red_too_many(table):
    """Ruling D46: after the ward 1 of the cost is left."""
    s, t, w = table
    s.wards[0], s.stones[0] = 1, (2, 0, 0)
    assert listed(s, t, w, 3) == {(1, 0, 0, 1)}


def test_superfluous_stones_are_allowed_by_ruling(table):
    s, t, w = table
    s.stones[0] = 1, 1, 0
    assert listed(s, t, w, 3) == {(0, 1, 0, 0)}
    t.ruling[rulings.ALLOW_SUPERFLUOUS_STONES] = 1
    assert listed(s, t, w, 3) == {(0, 1, 0, 0), (1, 1, 0, 0)}
    assert listed(s, t, w, 0) == {(0, 0, 0, 0)}


def test_a_cost_fixed_to_one_blue_stone_takes_no_ward_and_nothing_else():
    builder = Builder()
    builder.card("dragons-cost-blue", "water", 5)
    builder.permanent(c.COST_STONES, filter=builder.filter("dragon"), blue=1)
    array = builder.tables()
    states, scratches = new_states(1), new_scratches(1)
    s, t, w = states[0], array[0], scratches[0]
    s.players = 2
    clear(s, t, w)
    s.wards[0], s.stones[0] = 3, (4, 0, 2)
    assert listed(s, t, w, EXACT_AT) == set()
    s.stones[0] = 4, 2, 2
    assert listed(s, t, w, EXACT_AT) == {(0, 1, 0, 0)}
    t.ruling[rulings.WARD_FOR_FIXED_STONES] = 1
    assert listed(s, t, w, EXACT_AT) == {(0, 1, 0, 0), (0, 0, 0, 1)}
