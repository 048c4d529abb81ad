"""A deck in which some assumed facts are otherwise."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sim.assumed import NONE, START_SIDE, AssumedField, sides_of
from sim.card_set import parse_texts
from sim.cards import Card, CardSet


def with_assumed(card_set: CardSet, stated: Mapping[AssumedField, str]) -> CardSet:
    """Return a deck in which assumed fields have other values of their ranges.

    Parameters
    ----------
    card_set : CardSet
        The deck as the file has it.
    stated : mapping
        Fields of this deck to one of their values.

    Raises
    ------
    RealmvaleError
        If a text with another phrase can't be read.
    """
    cards, sides = list(card_set.cards), list(card_set.sides)
    for field, value in stated.items():
        if field.field == START_SIDE:
            sides = _start_with(card_set, sides, value)
            continue
        for rows in (cards, sides):
            for place, card in enumerate(rows):
                if card.id == field.id:
                    rows[place] = _changed(card, field, value)
    changed = CardSet(
        card_set.path, card_set.game, card_set.sets, cards, card_set.vocabulary, sides
    )
    # only what was changed is read anew
    for name, rows, old in (
        ("parsed", cards, card_set.cards),
        ("parsed_sides", sides, card_set.sides),
    ):
        known = {
            card.id: (card, text) for card, text in zip(old, getattr(card_set, name), strict=True)
        }
        vars(changed)[name] = [
            known[card.id][1]
            if known[card.id][0].text == card.text
            else parse_texts(card_set.path, [card], card_set.vocabulary)[0]
            for card in rows
        ]
    return changed


def _changed(card: Card, field: AssumedField, value: str) -> Card:
    """Return a row with one field changed."""
    if field.field == "suit":
        return replace(card, suit=value)
    if field.field == "text":
        return replace(card, text=other_text(card.text, field.now, value))
    numbers: dict[str, Any] = {field.field: int(value)}
    return replace(card, **numbers)


def other_text(text: str, phrase: str, other: str) -> str:
    """Return a card text with another phrase in the place of one; ``none`` drops its clause."""
    if phrase == NONE:
        return "; ".join(part for part in (text, other) if part and part != NONE)
    if other != NONE:
        return text.replace(phrase, other, 1)
    clauses = re.split(r";\s*(?=(?:[a-z]+:))", text)
    return "; ".join(clause for clause in clauses if phrase not in clause)


def _start_with(card_set: CardSet, sides: list[Card], first: str) -> list[Card]:
    """Lay another side of a summoner up at the start; the starting curses stay with the start."""
    chosen = next(side for side in sides if side.id == first)
    both = {side.id for side in sides_of(card_set, chosen)}
    places = [place for place, side in enumerate(sides) if side.id in both]
    now = [sides[place] for place in places]
    if now[0].id == first:
        return sides
    curses, wards = now[0].curses, now[0].wards
    order = [chosen, *(side for side in now if side.id != first)]
    order[0] = replace(order[0], curses=curses, wards=wards)
    order[1:] = [replace(side, curses=0) for side in order[1:]]
    sides = list(sides)
    for place, side in zip(places, order, strict=True):
        sides[place] = side
    return sides
