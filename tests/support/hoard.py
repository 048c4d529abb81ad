"""Hands of the Cursed Hoard suits and the promos, scored by the kernels."""

from __future__ import annotations

from collections.abc import Sequence

from support.hands import names_of, scorer_of

from sim.fantasy_realms.explain import CardScore, Explanation

HOARD = "base,cursed_hoard"
PROMO = "base,promo"
ORIGINAL = "base,promo_original"


def hand_of(hand: str | list[str], sets: str, area: str | Sequence[str], players: int):
    """A checked hand of any size up to a full one."""
    area = names_of(area) if isinstance(area, str) and area else list(area)
    return scorer_of(sets).hand(names_of(hand), partial=True, discard=area, players=players)


def score(
    hand: str | list[str],
    *choices: str,
    sets: str = HOARD,
    area: str | Sequence[str] = (),
    players: int = 4,
    best: bool = False,
) -> int:
    """The score with the stated choices (all others declined), or the best one."""
    checked = hand_of(hand, sets, area, players)
    return scorer_of(sets).score(checked, None if best else choices)


def explain(
    hand: str | list[str], *choices: str, sets: str = HOARD, area: str | Sequence[str] = ()
) -> Explanation:
    """The explanation with the stated choices."""
    return scorer_of(sets).explain(hand_of(hand, sets, area, 4), choices)


def card(name: str, hand: str, *choices: str, sets: str = HOARD, area: str = "") -> CardScore:
    """One card of an explained hand."""
    return next(c for c in explain(hand, *choices, sets=sets, area=area).cards if c.card == name)
