"""Random streams: splitmix64, keyed so that order and number of workers don't matter.

A stream is a ``uint64`` array of shape (1,) holding the state. Keys are made by hashing words one
after the other (:func:`fold`), so the deal stream of deal 7 has nothing to do with that of deal 8,
nor with any policy stream. splitmix64: Steele, Lea and Flood, "Fast splittable pseudorandom number
generators", OOPSLA 2014. Bounded draws: Lemire, "Fast random integer generation in an interval",
ACM TOMACS 29 (2019), in its 32-bit form, without bias.
"""

from __future__ import annotations

import hashlib

import numpy as np
from numba import int64, uint64

from sim.jit import kernel

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_S27 = np.uint64(27)
_S30 = np.uint64(30)
_S31 = np.uint64(31)
_S32 = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)

# Domains: what a key is for. Every stream begins by folding one of these.
DEAL = np.uint64(1)
POLICY = np.uint64(2)
LINE_UP = np.uint64(3)
MEETINGS = np.uint64(4)
REDRAWN = np.uint64(5)

#: Policy streams of a deal whose hidden cards were redrawn stand so many replicates further on.
REDRAWN_REPLICATES = 1 << 32


def run_key(seed: int) -> np.uint64:
    """Return the run key of a seed: the first word of ``numpy.random.SeedSequence(seed)``."""
    return np.random.SeedSequence(seed).generate_state(1, np.uint64)[0]


def card_key(card_id: str) -> int:
    """Return the stable 63-bit key of a card's id, by which deals sort their decks."""
    digest = hashlib.blake2b(card_id.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little") >> 1


@kernel(uint64(uint64))
def mix(x):
    """Return the splitmix64 finaliser of a 64-bit word: a bijection with full avalanche."""
    x = (x ^ (x >> _S30)) * _MIX1
    x = (x ^ (x >> _S27)) * _MIX2
    return x ^ (x >> _S31)


@kernel(uint64(uint64, uint64))
def fold(key, word):
    """Return the key that belongs to `word` below `key`."""
    return mix(key + _GAMMA * (mix(word + _GAMMA) | np.uint64(1)))


@kernel(uint64(uint64[::1]))
def next_word(stream):
    """Advance a stream and return 64 random bits."""
    stream[0] = stream[0] + _GAMMA
    return mix(stream[0])


@kernel(int64(uint64[::1], int64))
def below(stream, n):
    """Return a uniform integer in 0..n-1 without modulo bias; n from 1 to 2**32 - 1."""
    bound = np.uint64(n)
    product = (next_word(stream) >> _S32) * bound
    low = product & _LOW
    if low < bound:
        threshold = (np.uint64(0x100000000) - bound) % bound
        while low < threshold:
            product = (next_word(stream) >> _S32) * bound
            low = product & _LOW
    return np.int64(product >> _S32)


@kernel(uint64(uint64, int64))
def deal_key(run, deal):
    """Return the key of a deal: deck order and nothing else hangs on it."""
    return fold(fold(run, DEAL), np.uint64(deal))


@kernel(uint64(uint64, int64))
def redrawn_key(key, number):
    """Return the key of what is drawn anew below `key`, for the `number`-th time; 0: `key`."""
    if number == 0:
        return key
    return fold(fold(key, REDRAWN), np.uint64(number))


@kernel(uint64(uint64, int64, int64, int64))
def policy_key(run, deal, replicate, seat):
    """Return the first state of a seat's policy stream in one replicate of a deal."""
    key = fold(fold(run, POLICY), np.uint64(deal))
    return fold(fold(key, np.uint64(replicate)), np.uint64(seat))


@kernel(int64(uint64, int64))
def meeting_key(run, deal):
    """Return the 63-bit key of who meets whom in a deal that is played as a game of trades."""
    return np.int64(fold(fold(run, MEETINGS), np.uint64(deal)) >> np.uint64(1))


@kernel(uint64(uint64, int64))
def line_up_key(run, deal):
    """Return the first state of a deal's line-up stream."""
    return fold(fold(run, LINE_UP), np.uint64(deal))


@kernel(uint64(int64))
def walk(steps):
    """Return the word after so many steps of mixing: work that takes the same time everywhere."""
    word = np.uint64(1)
    for step in range(steps):
        word = (word ^ (word >> _S30)) * _MIX1 + np.uint64(step)
    return word
