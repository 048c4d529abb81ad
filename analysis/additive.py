"""What a hand scores, told as a sum, as well as it can be: a number a bot and one for each card."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from analysis.intervals import Array


class Hands(NamedTuple):
    """What seats held at the end: ``held`` (seats, cards) of 0 and 1, and by seat the rest."""

    held: np.ndarray
    bot: np.ndarray
    deal: np.ndarray
    score: Array


def expectations(hands: Hands) -> Array:
    """Return what the additive model expects each seat to score, by least squares."""
    return expected(hands, inverse_of(hands))


def expected(hands: Hands, inverse: Array) -> Array:
    """Return the same, given what :func:`inverse_of` returns."""
    target = np.zeros(len(inverse))
    for rows in _pieces(hands):
        target += terms_of(hands, rows).T @ hands.score[rows]
    told = inverse @ target
    bots = len(told) - hands.held.shape[1]
    return np.asarray(told[hands.bot] + hands.held @ told[bots:]) if bots else hands.score


def _pieces(hands: Hands) -> list[slice]:
    return [slice(k, k + 50_000) for k in range(0, len(hands.score), 50_000)]


def terms_of(hands: Hands, rows: slice | np.ndarray) -> Array:
    """Return what the additive model adds up for some seats: 1 for its bot and for each card."""
    bots = int(hands.bot.max()) + 1 if len(hands.bot) else 0
    seated = np.equal.outer(hands.bot[rows], np.arange(bots))
    return np.hstack([seated, hands.held[rows]]).astype(np.float64)


def inverse_of(hands: Hands) -> Array:
    """Return the inverse of the model's sums of squares and products.

    Hands all have the same size, so the numbers of the cards aren't unique, but their sums are.
    """
    number = terms_of(hands, slice(0, 0)).shape[1]
    gram = np.zeros((number, number))
    for rows in _pieces(hands):
        x = terms_of(hands, rows)
        gram += x.T @ x
    return np.asarray(np.linalg.pinv(gram, rcond=1e-10, hermitian=True)) if number else gram


def told_of_pairs(hands: Hands, inverse: Array) -> Array:
    """Return how the additive model would tell, by least squares, whether a seat has both cards.

    Returns
    -------
    float64 array, shape (terms, cards, cards)
    """
    terms, cards = len(inverse), hands.held.shape[1]
    met = np.zeros((terms, cards, cards))
    bots = terms - cards
    for k in range(terms):
        there = hands.bot == k if k < bots else hands.held[:, k - bots] == 1
        x = hands.held[there].astype(np.float64)
        met[k] = x.T @ x
    return np.tensordot(inverse, met, 1)


def spare(hands: Hands, inverse: Array) -> float:
    """Return by how much residuals are too small for having been fitted: seats by free seats."""
    seats, fitted = len(hands.score), int(np.linalg.matrix_rank(inverse)) if inverse.size else 0
    return seats / (seats - fitted) if seats > fitted else np.nan
