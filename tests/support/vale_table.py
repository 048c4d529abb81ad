"""A small table of the second game: cards placed by hand, options chosen by what they say."""

from support.vale_tables import cards_of, words

from sim.vale_of_eternity import options as o
from sim.vale_of_eternity.play import advance, apply, clear
from sim.vale_of_eternity.state import (
    ACTION,
    CHOOSE_ACTION,
    RESOLUTION,
    new_scratches,
    new_states,
)
from sim.vale_of_eternity.stones import refresh


class Table:
    """Two players (or more) in the action phase of a round; seat 0 is to act."""

    def __init__(self, builder, round_no=5, players=2, phase=ACTION):
        self.ids, self.t = builder.ids, builder.tables()[0]
        self.states, self.scratches = new_states(1), new_scratches(1)
        self.s, self.w = self.states[0], self.scratches[0]
        self.s.players = players
        clear(self.s, self.t, self.w)
        self.s.round_no, self.s.phase, self.s.turn = round_no, phase, 0
        self.s.ask = 1 << CHOOSE_ACTION
        self.n = 0

    def put(self, seat=0, **zones):
        """Put named cards into zones: hand, area, hunted of a seat; discard, pile (top first)."""
        for zone, names in zones.items():
            numbers = [self.ids[name] for name in names]
            if zone == "pile":
                self.s.pile[: len(numbers)] = numbers[::-1]
                self.s.pile_n = len(numbers)
            elif zone == "discard":
                self.s.discard[:] = words(numbers)
            else:
                self.s[zone][seat] = words(numbers)
        refresh(self.s, self.t, seat)
        return self

    def stones(self, *stones, seat=0):
        """Give a seat its stones."""
        self.s.stones[seat] = stones
        return self

    def go(self):
        """Run to the next decision."""
        self.n = advance(self.s, self.t, self.w)
        return self

    def options(self):
        """Return the options as tuples of kind, and card, seat, part or stones."""
        return [self.described(int(option)) for option in self.w.options[: self.n]]

    def described(self, option):
        kind = o.KINDS[o.kind_of(option)]
        names = {number: name for name, number in self.ids.items()}
        card = names.get(int(o.card_of(option)))
        stones = tuple(int(o.stones_of(option, k)) for k in range(3))
        if kind in ("summon", "remove"):
            return kind, card, stones
        if kind == "stones":
            return kind, stones
        if kind == "seat":
            return kind, int(o.seat_of(option))
        if kind == "part":
            return kind, int(o.number_of(option))
        return (kind,) if kind in ("nothing", "end_turn") else (kind, card)

    def choose(self, *wanted):
        """Choose the option that is described so, and go on."""
        apply(self.s, self.t, self.w, self.options().index(wanted))
        return self.go()

    def names(self, words_of_zone):
        """Return the names of a set of cards."""
        names = {number: name for name, number in self.ids.items()}
        return {names[card] for card in cards_of(words_of_zone)}


def resolving(builder, **fields):
    """Return a table at the beginning of the resolution phase."""
    return Table(builder, phase=RESOLUTION, **fields)
