"""What each option is worth to a seat that thinks ahead: the ratings behind the planning policies.

The worth of a hand is its best score now, plus a share (``hope``) of what the best card that comes
within reach before the end is expected to add (:mod:`sim.fantasy_realms.reach`). So a low card is
kept for a combination that is likely to come, and not for one whose cards are gone. Ratings are in
points; when the next draw ends the game, the chance to be ahead is rated instead.
"""

from __future__ import annotations

import numpy as np
from numba import float64, int64, uint64, void

from sim.fantasy_realms.extra import extra_gain
from sim.fantasy_realms.offers import best_with_each
from sim.fantasy_realms.reach import UNSEEN, chances, expected_best, list_others
from sim.fantasy_realms.rivals import (
    MAX_SAMPLES,
    cards_passed,
    chance_ahead,
    list_unseen,
    rival_scores,
)
from sim.fantasy_realms.tables import MAX_CARDS
from sim.fantasy_realms.throws import (
    EXTRA,
    HOPE,
    HORIZON,
    INSIGHT,
    NEVER,
    ROOM,
    SAMPLES,
    STAYS,
    TAKES,
    rate_throws,
)
from sim.fantasy_realms.values import hand_value, swap_into
from sim.fantasy_realms.view import DRAW, VIEW
from sim.jit import inner, kernel

MORE_PASSING = 3  # cards that pass by each rival if the game goes on once more
_FLOATS = float64[::1]
_INTS = int64[::1]


@kernel(int64(_FLOATS, int64))
def highest(ratings, n):
    """Return the place of the highest rating, of equal ones the first."""
    chosen = 0
    for k in range(1, n):
        if ratings[k] > ratings[chosen]:
            chosen = k
    return chosen


@kernel(int64(_FLOATS, int64, float64, float64))
def keep_best(ratings, n, width, gap):
    """Rate options ``NEVER`` but the `width` best, and those more than `gap` below the best.

    Returns
    -------
    int
        How many are left.
    """
    order = np.empty(MAX_CARDS + 1, np.int64)
    for k in range(n):
        order[k] = 0
        for other in range(n):
            order[k] += ratings[other] > ratings[k] or (ratings[other] == ratings[k] and other < k)
    left = 0
    least = ratings[highest(ratings, n)] - gap
    for k in range(n):
        if order[k] >= width or ratings[k] < least:
            ratings[k] = NEVER
        left += ratings[k] != NEVER
    return left


@inner(float64(VIEW, _INTS, _INTS, int64, _INTS), merged=True)
def mean_unseen(v, best, places, n, order):
    """Return the mean value after a draw: of two unseen cards the better, while a hand fills."""
    unseen = 0
    for k in range(n):
        if places[k] == UNSEEN:
            j = unseen
            while j > 0 and best[order[j - 1]] > best[k]:
                order[j] = order[j - 1]
                j -= 1
            order[j] = k
            unseen += 1
    total = 0.0
    weights = 0
    for j in range(unseen):
        weight = 2 * j + 1 if v.hand_n < v.hand_size else 1
        total += weight * best[order[j]]
        weights += weight
    return total / max(weights, 1)


@inner(int64(VIEW, int64), merged=True)
def draw_ends_game(v, left):
    """Return 1 if the next draw from the deck ends the game."""
    if left > 1:
        return 0
    for seat in range(v.players):
        if v.held[seat] < v.hand_size:
            return 0
    return 1


@inner(float64(VIEW, int64, _INTS, _INTS, int64, _FLOATS), merged=True)
def rate_take(v, card, others, places, n, params):
    """Return what the hand will be worth with a card of the discard area."""
    held = np.empty(ROOM, np.int64)
    cards = np.empty(MAX_CARDS, np.int64)
    where = np.empty(MAX_CARDS, np.int64)
    chance = np.empty(MAX_CARDS, np.float64)
    m = 0
    for k in range(n):
        if others[k] != card:
            cards[m] = others[k]
            where[m] = places[k]
            m += 1
    size = swap_into(v.hand[:], v.hand_n, card, -1, held)
    chances(v, where, m, v.end_size - v.area_n, params[HORIZON], params[STAYS], chance)
    if size > v.hand_size:
        ratings = np.empty(ROOM, np.float64)
        rate_throws(v, held, size, cards, chance, m, params, ratings)
        return ratings[highest(ratings, size)]
    best = np.empty(MAX_CARDS, np.int64)
    best_with_each(v, held, size, cards, m, best)
    now = hand_value(v, held, size)
    return now + params[HOPE] * (expected_best(best, chance, m, now, where) - now)


@inner(void(VIEW, _INTS, int64, _FLOATS, uint64[::1], _FLOATS), merged=True)
def rate_draws(v, options, n, params, stream, ratings):
    """Rate drawing from the deck and taking each of the most useful cards of the area."""
    others = np.empty(MAX_CARDS, np.int64)
    places = np.empty(MAX_CARDS, np.int64)
    best = np.empty(MAX_CARDS, np.int64)
    order = np.empty(MAX_CARDS, np.int64)
    chance = np.empty(MAX_CARDS, np.float64)
    left = v.end_size - v.area_n
    m = list_others(v, others, places)
    chances(v, places, m, left - 1, params[HORIZON], params[STAYS], chance)
    best_with_each(v, v.hand[:], v.hand_n, others, m, best)
    now = hand_value(v, v.hand[:], v.hand_n) if v.hand_n else 0
    bonus = 0.0
    if params[EXTRA] > 0.0:
        bonus = params[EXTRA] * extra_gain(v, v.hand[:], v.hand_n, v.area[:], v.area_n, v.work[:])
    hoped = bonus + params[HOPE] * (expected_best(best, chance, m, now, order) - now)
    samples = min(int(params[SAMPLES]), MAX_SAMPLES) if draw_ends_game(v, left) else 0
    rivals = np.empty(MAX_SAMPLES, np.int64)
    pool = np.empty(MAX_CARDS, np.int64)
    unseen = list_unseen(others, places, m, pool)
    passing = cards_passed(v, params[INSIGHT])
    if samples:
        rival_scores(v, pool, unseen, passing, samples, rivals, stream)
    for k in range(n):
        ratings[k] = NEVER
        if options[k] < 0:
            if samples:
                total = 0.0
                for j in range(m):
                    if places[j] == UNSEEN:
                        total += chance_ahead(best[j] + bonus, rivals, samples)
                ratings[k] = total / max(unseen, 1)
            else:
                ratings[k] = mean_unseen(v, best, places, m, order) + hoped
    if samples:
        rival_scores(v, pool, unseen, passing + MORE_PASSING, samples, rivals, stream)
    for _ in range(int(params[TAKES])):
        chosen = -1
        value = 0
        for k in range(n):
            if options[k] >= 0 and ratings[k] == NEVER:
                for j in range(m):
                    if others[j] == options[k] and (chosen < 0 or best[j] > value):
                        chosen = k
                        value = best[j]
        if chosen < 0:
            break
        rating = rate_take(v, options[chosen], others, places, m, params)
        ratings[chosen] = chance_ahead(rating, rivals, samples) if samples else rating


@kernel(void(VIEW, _INTS, int64, _FLOATS, uint64[::1], _FLOATS))
def rate_options(v, options, n, params, stream, ratings):
    """Rate the options of the decision at hand.

    Parameters
    ----------
    params : float64 array
        The parameters of the planning policies (:mod:`sim.fantasy_realms.throws`).
    ratings : float64 array, shape (MAX_CARDS + 1,)
        Receives the ratings; ``NEVER`` for options not considered.
    """
    if v.kind == DRAW:
        rate_draws(v, options, n, params, stream, ratings)
        return
    others = np.empty(MAX_CARDS, np.int64)
    places = np.empty(MAX_CARDS, np.int64)
    chance = np.empty(MAX_CARDS, np.float64)
    by_place = np.empty(ROOM, np.float64)
    m = list_others(v, others, places)
    left = v.end_size - v.area_n - 1
    chances(v, places, m, left, params[HORIZON], params[STAYS], chance)
    rate_throws(v, v.hand[:], v.hand_n, others, chance, m, params, by_place)
    at = 0
    for k in range(n):
        while v.hand[at] != options[k]:
            at += 1
        ratings[k] = by_place[at]
