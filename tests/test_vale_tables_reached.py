"""Every code and every row of the compiled tables is reached in random play, and counts.

What is looked at is blinded (an operation ends its program, a filter lets no card through, a count
counts nothing, a permanent does nothing) and the same games are played again: if not one of them
comes out otherwise, nothing ever reached it. ``pytest -rP`` prints what was reached.
"""

from collections import Counter
from functools import cache

import pytest
from support.vale_games import make_game

from sim.cards import load_cards
from sim.vale_of_eternity import codes
from sim.vale_of_eternity.compile import Deck, compile_deck
from sim.vale_of_eternity.seal import seal

# Games are compared a step at a time, as rarely summoned cards need many.
STEP, DEALS, MOST_DEALS = 50, 400, 8_000
SETS = [("base",), ("base", "curse")]
#: First name of each group of the vocabulary, in the order of the file.
GROUPS = {"op": "END", "count": "ONE", "permanent": "STONE_VALUE"}
#: The field that tells the code of a row, and how many rows there are.
FIELDS = {
    "op": ("op", "n_ops"),
    "count": ("kind", "n_counts"),
    "permanent": ("kind", "n_permanents"),
    "filter": ("", "n_filters"),
}


def name_of(group: str, code: int) -> str:
    """Return the name of a code, as the vocabulary spells it."""
    listed = list(vars(codes))
    behind = listed[listed.index(GROUPS[group]) :]
    return next(name for name in behind if vars(codes)[name] == code)


def blind(t, group: str, row: int) -> None:
    """Take away what a row says."""
    if group == "filter":
        t.filter[row].card, t.filter[row].or_ = -1, 0
    elif group == "count":
        t.count[row].div = codes.ANY_NUMBER
    elif group == "permanent":
        t.permanent[row].kind, t.permanent[row].n = codes.LIMIT, 0
    elif t.op[row].op == codes.JUMP:  # it may lead to an end anyway
        t.op[row].jump = row + 1
    elif t.op[row].op == codes.OPTION:
        t.op[row].jump = next(k for k in range(t.n_ops) if t.op[k].op == codes.END)
    else:
        t.op[row].op = codes.END


class Games:
    """Random games of a deck, played with its tables as they are or with some rows blinded."""

    def __init__(self, sets):
        self.deck = compile_deck(load_cards().select("vale_of_eternity", sets))
        self.tables = self.deck.tables[0]
        self.told = cache(lambda first: self.rows(self.deck, first))

    def rows(self, deck: Deck, first: int) -> bytes:
        """Return all rows of some deals."""
        game = make_game(deck, deals=MOST_DEALS)
        board = game.new_board(STEP)
        game.play_deals(board, first, first + STEP)
        p = board.progress
        return board.players[: p.players].tobytes() + board.cards[: p.cards].tobytes()

    def differ(self, group: str, rows: list[int], deals: int = DEALS) -> bool:
        """Return whether a game comes out otherwise with these rows blinded."""
        tables = self.deck.tables.copy()
        for row in rows:
            blind(tables[0], group, row)
        deck = Deck(self.deck.card_set, seal(tables), self.deck.families)
        return any(self.rows(deck, k) != self.told(k) for k in range(0, deals, STEP))

    def listed(self, group: str) -> list[int]:
        """Return the rows of a group but for those that stand for nothing."""
        first = 0 if group in ("op", "permanent") else 1
        rows = range(first, int(self.tables[FIELDS[group][1]]))
        if group == "permanent":
            return [k for k in rows if k not in self.never_up()]
        return [k for k in rows if group != "op" or self.tables.op[k].op != codes.END]

    def never_up(self) -> set[int]:
        """Return the permanents of summoners' sides that no side turns up: it isn't known how."""
        t, rows = self.tables, set()
        for k in range(len(self.deck.card_set.sides)):
            other = self.deck.card_set.sides[int(t.side[k].other)]
            if not t.side[k].starts and "flip" not in other.text:
                card = int(t.n_cards) + k
                rows |= set(range(int(t.first_permanent[card]), int(t.last_permanent[card])))
        return rows

    def by_code(self, group: str) -> dict[str, list[int]]:
        """Return the rows of each code of a group; each filter is a group of its own."""
        found: dict[str, list[int]] = {}
        for k in self.listed(group):
            row = self.tables[group][k]
            name = f"filter {k}" if group == "filter" else name_of(group, row[FIELDS[group][0]])
            found.setdefault(name, []).append(k)
        return found


@pytest.fixture(scope="module", params=SETS, ids=["base", "base and curse"])
def games(request):
    return Games(request.param)


@pytest.mark.parametrize("group", FIELDS)
def test_every_code_is_reached_in_random_play(games, group):
    found = games.by_code(group)
    missed = [
        name
        for name, rows in found.items()
        if not games.differ(group, rows) and not games.differ(group, rows, MOST_DEALS)
    ]
    for name, rows in found.items():
        word = "never reached" if name in missed else "reached"
        print(f"{group:9} {name:16} {len(rows):3} rows, {word}")
    assert found
    assert missed == []


@pytest.mark.long
def test_every_row_is_reached_in_random_play(games):
    count, missed = Counter(), []
    for group in FIELDS:
        for row in games.listed(group):
            count[group] += 1
            if not games.differ(group, [row]) and not games.differ(group, [row], MOST_DEALS):
                missed.append((group, row))
    print(", ".join(f"{n} rows of {group}" for group, n in count.items()))
    assert missed == []


def test_blinding_what_no_card_uses_changes_nothing():
    """The comparison itself: a filter that nothing names makes no difference."""
    games = Games(("base",))
    games.tables.n_filters += 1
    assert not games.differ("filter", [int(games.tables.n_filters) - 1], STEP)
