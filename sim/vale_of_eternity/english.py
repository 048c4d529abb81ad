"""Plain English from the compiled tables: what the kernels will do, not what the text says."""

from __future__ import annotations

from typing import Any

from sim.cards import CardSet
from sim.vale_of_eternity import codes as c
from sim.vale_of_eternity.compile import Deck, compile_deck
from sim.vale_of_eternity.english_counts import CountReader
from sim.vale_of_eternity.english_deeds import DeedReader
from sim.vale_of_eternity.english_rules import RuleReader
from sim.vale_of_eternity.seal import ALWAYS
from sim.vale_of_eternity.tables import NO_PROGRAM, RANDOM_ARTIFACTS

NO_EFFECT = "No effect."


class Reader:
    """Reads one card's programs and permanents aloud."""

    def __init__(self, deck: Deck, card: int) -> None:
        self.t: Any = deck.tables[0]
        self.k = card
        self.counts = CountReader(self.t, deck.names, deck.families, card)
        self.deeds = DeedReader(self.counts)
        self.rules = RuleReader(self.counts)

    def program(self, first: int, asked: bool = True) -> list[str]:
        """Say a program, a sentence for each chain.

        Parameters
        ----------
        first : int
            Its first row.
        asked : bool
            Whether a chain that cannot be carried out is left out (an instant has to be possible
            as a whole).
        """
        return self._sentences(int(first), None, asked)

    def _sentences(self, at: int, end: int | None, asked: bool) -> list[str]:
        said: list[str] = []
        while at != end and self.t.op[at].op not in (c.END, c.JUMP):
            sentence, at = self._chain(at, asked)
            said.append(sentence)
        return said

    def _chain(self, at: int, asked: bool) -> tuple[str, int]:
        """Say the chain that begins at a row; return the row behind it too."""
        parts: list[str] = []
        goes_on, hangs = True, False
        while goes_on:
            op = self.t.op[at]
            if op.op == c.IF:
                said, at = self._if(at, asked)
                goes_on = False
            elif op.op == c.CHOOSE:
                said, goes_on, at = self._choice(at, asked), bool(op.flag & c.THEN), int(op.jump)
            else:
                said, at = self.deeds.say(at)
                goes_on = bool(self.t.op[at - 1].flag & c.THEN)
                hangs |= goes_on and op.op not in ALWAYS
            parts.append(said)
        if not hangs:
            return " and ".join(parts), at
        first, *rest = parts
        return f"{first}{'; if you did, ' if asked else ', then '}{' and '.join(rest)}", at

    def _if(self, at: int, asked: bool) -> tuple[str, int]:
        """Say a condition and what hangs on it; return the row behind both branches too."""
        jump = int(self.t.op[at].jump)
        tests = []
        while self.t.op[at].op == c.IF and self.t.op[at].jump == jump:
            tests.append(self.t.op[at])
            at += 1
        yes = " and ".join(self._sentences(at, jump, asked))
        said = f"if {self.counts.conditions(tests)}, {yes}"
        before = self.t.op[jump - 1]
        if before.op != c.JUMP:
            return said, jump
        no = " and ".join(self._sentences(jump, int(before.jump), asked))
        return f"{said}; otherwise {no}", int(before.jump)

    def _choice(self, at: int, asked: bool) -> str:
        """Say a choice between sub-programs."""
        op = self.t.op[at]
        options = [
            "; ".join(self.program(int(self.t.op[at + k].jump), asked))
            for k in range(1, int(op.arg) + 1)
        ]
        if len(options) == 1 and op.lo == 0:
            return f"you may {options[0]}"
        listed = " / ".join(options)
        different = " different ones" if op.n > 1 else ""
        how = f"{op.n}" if op.lo < 0 or op.lo == op.n else f"{op.lo} to {op.n}"
        how = f"up to {op.n}" if op.lo == 0 else how
        return f"choose {how}{different} of: {listed}"

    def sentences(self) -> list[str]:
        """Say all a card does, a line for each of its sections' rules."""
        t, k = self.t, self.k
        said = []
        if t.instant[k] != NO_PROGRAM:
            line = f"Instant: {_joined(self.program(t.instant[k], asked=False))}"
            if not t.sure[k]:
                line += " It can only be summoned if all of this can be done."
            said.append(line)
        for row in range(int(t.first_permanent[k]), int(t.last_permanent[k])):
            said.append(f"Permanent: {self._permanent(row)}")
        if t.resolution[k] != NO_PROGRAM:
            said.append(f"Resolution: {_joined(self.program(t.resolution[k]))}")
        return said or [NO_EFFECT]

    def _permanent(self, row: int) -> str:
        rule = self.t.permanent[row]
        if rule.program == NO_PROGRAM:
            return f"{self.rules.rule(rule)}."
        comma = " " if rule.kind == c.INSTEAD else ", "
        return f"{self.rules.event(rule)}{comma}{_joined(self.program(rule.program))}"


def _joined(sentences: list[str]) -> str:
    """Join sentences, capitals behind full stops."""
    first, *rest = sentences
    return ". ".join([first, *(s[:1].upper() + s[1:] for s in rest)]) + "."


def explain_side(card_set: CardSet, index: int) -> list[str]:
    """Say in plain English what the compiler understood of a side of a summoner.

    Parameters
    ----------
    card_set : CardSet
        The deck that the side belongs to.
    index : int
        Its position among the sides.

    Returns
    -------
    list of str
        What it starts with if it lies up at the start, its set-up, and then as for a card.
    """
    deck = compile_deck(card_set)
    t: Any = deck.tables[0]
    row, card = t.side[index], int(t.n_cards) + index
    reader = Reader(deck, card)
    said = []
    if row.starts:
        parts = [
            f"{row.curses} curse{'s' if row.curses != 1 else ''}",
            f"{row.wards} active ward{'s' if row.wards != 1 else ''}",
        ]
        said.append(f"Start side: begins with {' and '.join(parts)}.")
    if row.setup != NO_PROGRAM:
        said.append(f"Set-up: {_joined(reader.program(row.setup))}")
    # a tile is no card: to it every card is "another" one
    does = [line.replace("summon another card", "summon a card") for line in reader.sentences()]
    if does != [NO_EFFECT] or row.setup == NO_PROGRAM:
        said += does
    return said


def explain_card(card_set: CardSet, index: int) -> list[str]:
    """Say in plain English what the compiler understood of a card.

    Parameters
    ----------
    card_set : CardSet
        The deck the card belongs to.
    index : int
        Its position in the deck.

    Returns
    -------
    list of str
        One line for the instant, each permanent rule and the resolution effect.
    """
    return Reader(compile_deck(card_set), index).sentences()


def explain_artifact(card_set: CardSet, index: int) -> list[str]:
    """Say in plain English what the compiler understood of an artifact.

    Parameters
    ----------
    card_set : CardSet
        The deck whose sets the artifact belongs to.
    index : int
        Its place among the artifacts.

    Returns
    -------
    list of str
        One line for how it comes into a game, and one for each thing it does.
    """
    deck = compile_deck(card_set)
    tile = deck.tables[0].artifact[index]
    reader = Reader(deck, int(tile.bearer))
    said = [
        f"In every game of {tile.players} or more players."
        if tile.players
        else f"One of those of which {RANDOM_ARTIFACTS} are drawn at random for a game."
    ]
    if tile.taken != NO_PROGRAM:
        said.append(f"When taken: {_joined(reader.program(tile.taken))}")
    if tile.used != NO_PROGRAM:
        said.append(f"Once in your turn: {_joined(reader.program(tile.used))}")
    if tile.bearer >= 0:
        said += [line.replace("Permanent:", "While held:", 1) for line in reader.sentences()]
    return said
