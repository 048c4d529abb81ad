"""Options in words: what the runner of scenarios lists, and what it reads as an answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sim.names import normalise
from sim.vale_of_eternity import options as o
from sim.vale_of_eternity.codes import COLOURS

NONE = "none"
WARD = "ward"
_VERBS = {o.SELL: "sell", o.TAME: "tame", o.SUMMON: "summon", o.REMOVE: "remove"}
_OF_A_CARD = {o.HUNT_CARD, o.CARD, o.EFFECT, o.SET_OFF, o.TOKEN, o.SUMMONER}
_OF_STONES = {o.STONES, o.GAIN_STONES, o.PAY_STONES, o.UPGRADE_STONES}


@dataclass(frozen=True)
class Names:
    """What cards, families and artifacts are called, by their numbers.

    Attributes
    ----------
    cards : sequence of str
        Names of the cards of the deck, of sides of summoners and of artifacts that last.
    families, artifacts : sequence of str
        Names of the families and of the artifacts.
    """

    cards: Sequence[str]
    families: Sequence[str] = ()
    artifacts: Sequence[str] = ()


@dataclass(frozen=True)
class Option:
    """An option taken apart; see :mod:`sim.vale_of_eternity.options`.

    Attributes
    ----------
    code : int
        The option as the kernels have it.
    kind, card, seat, number : int
        Which of them mean anything hangs on the kind.
    stones : tuple of int
        Red, blue and purple stones paid or discarded.
    ward : bool
        Whether a ward is broken.
    """

    code: int
    kind: int
    card: int
    seat: int
    stones: tuple[int, int, int]
    ward: bool
    number: int


def read_option(code: int) -> Option:
    """Take an option of the kernels apart."""
    code = int(code)
    red, blue, purple = (code >> (o.RED_AT + 6 * k) & 63 for k in range(3))
    return Option(
        code,
        code & 255,
        code >> o.CARD_AT & 255,
        code >> o.SEAT_AT & 15,
        (red, blue, purple),
        bool(code >> o.WARD_AT & 1),
        code >> o.NUMBER_AT & 1023,
    )


def stones_label(stones: Sequence[int], ward: bool = False) -> str:
    """Return stones as ``red+red+blue``, a broken ward last; ``none`` if there is nothing."""
    parts = [name for name, n in zip(COLOURS, stones, strict=True) for _ in range(n)]
    return "+".join(parts + [WARD] * ward) or NONE


def option_label(option: Option, names: Names) -> str:
    """Return what a scenario calls an option; a main action begins with its verb.

    Parameters
    ----------
    names : Names
        What cards, families and artifacts are called.
    """
    if option.kind in _OF_A_CARD:
        return names.cards[option.card]
    if option.kind in _VERBS:
        label = f"{_VERBS[option.kind]} {names.cards[option.card]}"
        paid = stones_label(option.stones, option.ward)
        return label if paid == NONE else f"{label} paying {paid}"
    if option.kind in _OF_STONES:
        return stones_label(option.stones)
    if option.kind == o.SEAT:
        return f"seat {option.seat}"
    if option.kind == o.PART:
        return str(option.number + 1)
    if option.kind == o.AMOUNT:
        return str(option.number)
    if option.kind == o.FAMILY:
        return names.families[option.number]
    if option.kind == o.ARTIFACT:
        return names.artifacts[option.number]
    if option.kind == o.USE:
        return f"use {names.artifacts[option.number]}"
    return "end_turn" if option.kind == o.END_TURN else NONE


def matching(answer: str, labels: Sequence[str]) -> list[int]:
    """Return the places of the labels that an answer may mean: the same, or that begin with it.

    Colours may come in any order, ``1`` will do for ``seat 1``, and ``none`` and ``0`` for each
    other.
    """
    form = _form(answer)
    forms = [_form(label) for label in labels]
    number = form.removeprefix("seat").strip(" -")
    if form not in forms and f"seat {number}" in forms:
        form = f"seat {number}"
    nothing = {NONE: "0", "0": NONE}.get(form, "")
    if form not in forms and nothing in forms:
        form = nothing
    same = [place for place, other in enumerate(forms) if other == form]
    return same or [place for place, other in enumerate(forms) if form and other.startswith(form)]


def _form(text: str) -> str:
    """Return a label in the form in which labels are compared."""
    if "+" in text:
        order = [*COLOURS, WARD]
        parts = [normalise(part) for part in text.split("+")]
        found = [[name for name in order if part and name.startswith(part)] for part in parts]
        if all(len(one) == 1 for one in found):
            return "+".join(sorted((one[0] for one in found), key=order.index))
    return normalise(text).replace("_", " ")
