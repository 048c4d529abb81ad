"""The ``[[do]]`` tables of a scenario of The Vale of Eternity, as they were typed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sim.names import did_you_mean, normalise
from sim.scenario_file import Section
from sim.vale_of_eternity.labels import WARD, Names
from sim.vale_of_eternity.position_in import read_stones

ACTIONS = ["list", "hunt", "sell", "tame", "summon", "remove", "use", "take", "end_turn", "phase"]
WITH_CARD = {"take", "hunt", "sell", "tame", "summon", "remove", "use"}
# What a card or an artifact is named with.
OF_ARTIFACTS = {"take", "hunt", "use"}
PAID = {"summon", "remove"}


@dataclass(frozen=True)
class Action:
    """One ``[[do]]`` table.

    Attributes
    ----------
    kind : str
        One of ``ACTIONS``.
    said : str
        The card as it was typed.
    cards : list of int
        The card of that name, or all cards whose names begin like this.
    artifacts : list of int
        The same of artifacts, for actions that are about these.
    pay : list of int or None
        Red, blue and purple stones; None if nothing is said about the payment.
    ward : bool
        Whether a ward is broken in the payment.
    choose : list of str
        Answers to the decisions that follow.
    where : str
        Which table it is, for messages.
    """

    kind: str
    said: str
    cards: list[int]
    artifacts: list[int]
    pay: list[int] | None
    ward: bool
    choose: list[str]
    where: str

    @staticmethod
    def sections(top: Section) -> list[Section]:
        """Return the ``[[do]]`` tables of a scenario file."""
        return top.sections("do", ["action", "card", "pay", "choose"], "action")


def read_action(section: Section, names: Names, file: str) -> Action:
    """Read an action.

    Parameters
    ----------
    names : Names
        Names of the cards and artifacts of the deck.
    file : str
        What messages about illegal actions leave out of the place.

    Raises
    ------
    RealmvaleError
        If it can't be read; the message says what is missing, too much or misspelled.
    """
    if "action" not in section.table:
        raise section.error(f"an action should be stated: {', '.join(ACTIONS)}")
    if not isinstance(section.table["action"], str):
        raise section.error(f"action = {section.table['action']!r} should be a text in quotes")
    kind = section.table["action"].strip().casefold().replace("-", "_").replace(" ", "_")
    if kind not in ACTIONS:
        hint = did_you_mean(kind, ACTIONS) or f"; expected one of {', '.join(ACTIONS)}"
        raise section.error(f"there is no action named '{section.table['action']}'{hint}")
    said = section.get("card", str, "")
    if ("card" in section.table) != (kind in WITH_CARD):
        stated = "takes no card" if said else "card = the card's name should be stated"
        raise section.error(f"{kind}: {stated}")
    if "pay" in section.table and kind not in PAID:
        raise section.error(
            f"{kind}: nothing is paid for this; pay goes with {' and '.join(sorted(PAID))}"
        )
    cards, artifacts = _meant(kind, said, names)
    if kind in WITH_CARD and not cards and not artifacts:
        what, known = ("artifact", names.artifacts) if kind == "take" else ("card", names.cards)
        raise section.error(f"there is no {what} named '{said}'{did_you_mean(said, known)}")
    pay = read_stones(section, "pay", [WARD]) if "pay" in section.table else None
    ward = _ward(section) if pay is not None else False
    where = section.where.removeprefix(file)
    return Action(kind, said, cards, artifacts, pay, ward, _answers(section), where)


def _meant(kind: str, said: str, names: Names) -> tuple[list[int], list[int]]:
    """Return the cards and the artifacts that may be meant; a whole name goes before a part."""
    if not said:
        return [], []
    artifacts = beginning_with(said, names.artifacts) if kind in OF_ARTIFACTS else []
    # artifacts that last stand among the cards too, by the same names
    cards = [card for card in beginning_with(said, names.cards) if kind != "take"]
    cards = [card for card in cards if names.cards[card] not in names.artifacts]
    for found, called, other in (
        (cards, names.cards, artifacts),
        (artifacts, names.artifacts, cards),
    ):
        if any(normalise(called[place]) == normalise(said) for place in found):
            other.clear()
    return cards, artifacts


def _ward(section: Section) -> bool:
    """Return whether ``pay`` breaks a ward."""
    ward = section.table["pay"].get(WARD, False)
    if not isinstance(ward, bool):
        raise section.error(f"pay: ward = {ward!r} should be true or false")
    return ward


def _answers(section: Section) -> list[str]:
    """Return the answers, numbers as texts too."""
    answers = section.get("choose", list, [])
    for answer in answers:
        if isinstance(answer, bool) or not isinstance(answer, str | int):
            raise section.error(f"choose should list names or numbers, not {answer!r}")
    return [str(answer) for answer in answers]


def beginning_with(word: str, names: Sequence[str]) -> list[int]:
    """Return the card of this name, or else all cards whose names begin with the word."""
    forms = [normalise(name) for name in names]
    form = normalise(word)
    if form in forms:
        return [forms.index(form)]
    return [card for card, name in enumerate(forms) if form and name.startswith(form)]
