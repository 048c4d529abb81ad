"""What a player may be asked, and what an answer looks like.

An option is a plain tuple, and the options of one decision are distinct:

==============  ==================================================================================
kind            options
==============  ==================================================================================
``hunt``        ``("hunt", card)``
``main``        ``("sell", card)``, ``("tame", card)``, ``("summon", card, payment)``,
                ``("remove", card, payment)``, ``("use artifact", name)``, ``("end turn",)``; a
                payment is (red, blue, purple)
                or, with a ward broken, (red, blue, purple, 1)
``use``         ``("use", card)``: whose resolution effect comes next
``overflow``    ``("discard stones", (red, blue, purple))``: all excess stones at one go
``card``        ``("card", card)``, and ``("none",)`` where one may stop
``seat``        ``("seat", number)``
``option``      ``("option", number)``: the printed options of a card, numbered from 1
``token``       ``("token", card)``: which cursed card gives a token next
``gain``        ``("gain", (red, blue, purple))``
``payment``     ``("pay", (red, blue, purple))``: any stones, none too
``number``      ``("number", n)``: how many, from 0
``artifact``    ``("artifact", name)``: which one to take
``family``      ``("family", name)``
``upgrade``     ``("upgrade", (red, blue))``: the stones that go one step up
``trigger``     ``("set off", name)``: which of several reactions comes next
==============  ==================================================================================

``hunt`` and ``main`` are asked even when there is just one option, and so is ``use`` in the
resolution phase; everything inside an effect only when there are two or more.

Where the texts leave the cut open, this reference takes them literally:

- "choose 2 different ones, gain both" names both before either is gained, and gains them in
  the order named;
- "discard up to 3" picks and discards one card after the other, until ``none``;
- an attack names the player first, then that player picks the card;
- a copied effect is named by the card it is copied from;
- a gain of several stones in one clause is one gain, followed by the overflow at once; points
  and cards printed after the stones come after the overflow.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass
from typing import Any

Option = tuple[Any, ...]
NONE: Option = ("none",)


@dataclass(frozen=True)
class Decision:
    """One player has to choose one of the options; ``source`` is the card that asks, if any."""

    seat: int
    kind: str
    options: tuple[Option, ...]
    source: str = ""


Flow = Generator[Decision, Option, Any]


class IllegalChoiceError(ValueError):
    """The option is not among the legal ones."""


def ask(seat: int, kind: str, options: Iterable[Option], source: str = "") -> Flow:
    """Ask for one option of an effect; a single one is taken silently."""
    choices = tuple(options)
    if len(choices) == 1:
        return choices[0]
    return (yield Decision(seat, kind, choices, source))


def ask_card(seat: int, cards: Iterable[str], source: str) -> Flow:
    """Ask for one of these cards and return its name."""
    _, card = yield from ask(seat, "card", [("card", card) for card in cards], source)
    return card
