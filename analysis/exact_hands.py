"""Hands at the ends of the ranking, with the choices that were made and what each card brought."""

from __future__ import annotations

from typing import Any

import polars as pl

from analysis.exact import Exact
from sim.fantasy_realms.exact.ends import End
from sim.fantasy_realms.explain import Explanation
from sim.fantasy_realms.hands import Hand, HandScorer


def explained(exact: Exact, end: End) -> list[Explanation]:
    """Return the explanation of each hand, in the order of the ranking."""
    scorer = HandScorer(exact.deck)
    return [scorer.explain(Hand(tuple(hand))) for hand in end.hands.tolist()]


def explained_extras(exact: Exact) -> list[Explanation]:
    """Return the explanations of the best hands with an extra card; that card comes last."""
    scorer = HandScorer(exact.deck)
    told = []
    for found in exact.extras:
        others = [card for card in found.cards if card != found.extra]
        told.append(scorer.explain(Hand((*others, found.extra), found.extra)))
    return told


def hand_rows(exact: Exact, end: End) -> pl.DataFrame:
    """Return one row a hand: rank, score, hand (names joined by bars), choices."""
    told = explained(exact, end)
    return pl.DataFrame(
        {
            "rank": list(range(1, len(told) + 1)),
            "score": [hand.score for hand in told],
            "hand": [" | ".join(card.card for card in hand.cards) for hand in told],
            "choices": ["; ".join(hand.choices) for hand in told],
        }
    )


def hand_cards(exact: Exact, end: End) -> pl.DataFrame:
    """Return one row a card of a hand.

    Returns
    -------
    DataFrame
        ``rank`` (of the hand), ``score``, ``card``, ``played_as`` and ``suit`` as its choice made
        it, ``base`` strength, ``total`` (what it brought), ``blanked``, ``why``.
    """
    rows: list[dict[str, Any]] = [
        {
            "rank": rank,
            "score": hand.score,
            "card": card.card,
            "played_as": card.name,
            "suit": card.suit,
            "base": card.base,
            "total": card.total,
            "blanked": card.blanked,
            "why": "; ".join(reason.text for reason in card.reasons),
        }
        for rank, hand in enumerate(explained(exact, end), 1)
        for card in hand.cards
    ]
    return pl.DataFrame(rows)
