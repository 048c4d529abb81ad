"""Small tables of the second game, built by hand: a card is a few rows of operations."""

import numpy as np

from sim.streams import card_key
from sim.vale_of_eternity import codes as c
from sim.vale_of_eternity import rulings
from sim.vale_of_eternity.seal import seal
from sim.vale_of_eternity.tables import new_tables

FAMILIES = ["fire", "water", "earth", "wind", "dragon"]
SALE = [(3, 0, 0), (0, 1, 0), (4, 0, 0), (1, 1, 0), (0, 0, 1)]


class Builder:
    """Collects cards; ``tables()`` seals and returns them."""

    def __init__(self):
        self.array = new_tables()
        self.t = self.array[0]
        self.t.n_families = len(FAMILIES)
        for family, stones in enumerate(SALE):
            self.t.sale[family] = stones
        self.t.ruling[:] = rulings.defaults()
        self.ids = {}

    def filter(self, family="", **fields):
        """Return the row of a new filter."""
        row = int(self.t.n_filters)
        self.t.n_filters += 1
        if family:
            fields["families"] = 1 << FAMILIES.index(family)
        for name, value in fields.items():
            self.t.filter[row][name] = value
        return row

    def count(self, kind, **fields):
        """Return the row of a new count."""
        row = int(self.t.n_counts)
        self.t.n_counts += 1
        self.t.count[row].kind = kind
        for name, value in fields.items():
            self.t.count[row][name] = value
        return row

    def program(self, *rows):
        """Return the first row of a program; jumps in `rows` are relative to it."""
        start = int(self.t.n_ops)
        for k, (op, fields) in enumerate([*rows, (c.END, {})]):
            record = self.t.op[start + k]
            record.op = op
            record.n = 1
            for name, value in fields.items():
                record[name] = start + value if name == "jump" else value
        self.t.n_ops += len(rows) + 1
        return start

    def permanent(self, kind, program=None, **fields):
        """Add a permanent to the newest card."""
        row = int(self.t.n_permanents)
        self.t.n_permanents += 1
        record = self.t.permanent[row]
        record.kind = kind
        if program:
            record.program = self.program(*program)
        for name, value in fields.items():
            record[name] = value
        self.t.last_permanent[self.t.n_cards - 1] = row + 1

    def card(self, name, family, cost, instant=None, resolution=None, curses=0):
        """Add a card and return its number; effects are lists of rows."""
        number = int(self.t.n_cards)
        self.t.n_cards += 1
        t = self.t
        t.key[number] = card_key(name)
        t.cost[number], t.curses[number] = cost, curses
        t.family[number] = FAMILIES.index(family)
        t.first_permanent[number] = t.last_permanent[number] = t.n_permanents
        if instant:
            t.instant[number] = self.program(*instant)
        if resolution:
            t.resolution[number] = self.program(*resolution)
        self.ids[name] = number
        return number

    def tables(self):
        """Seal the tables."""
        return seal(self.array)


def op(code, **fields):
    """Return a row of a program."""
    return code, fields


def words(cards):
    """Return a set of card numbers as two words."""
    low = sum(1 << k for k in cards if k < 63)
    return np.array([low, sum(1 << (k - 63) for k in cards if k >= 63)], np.int64)


def cards_of(pair):
    """Return the card numbers of two words."""
    return [k + 63 * w for w in range(2) for k in range(63) if int(pair[w]) >> k & 1]
