"""The causal effect of a card for one bot, deal by deal, with any deck."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np
import polars as pl

from analysis.root import Point
from analysis.setting import Setting, played
from sim.cards import CardSet
from sim.game_run import KEEP_ALL, KEEP_PLAYERS, GameRun

Tables = dict[str, pl.DataFrame]
Ticker = Callable[[int], None]
DEALT, BAN = "dealt", "ban"
#: Deals for each number that tell about as much. A ban is paired: fewer will do.
GAMES = {DEALT: 20_000, BAN: 4000}


class Measure(Protocol):
    """Measures a card's effect on the same deals with one deck after the other."""

    name: str
    policy: str

    def point(self, value: int, deck: CardSet, tick: Ticker | None) -> Point:
        """Return the effect with a deck; `value` is what its curve is drawn over."""


def effect_of(setting: Setting, spec: str) -> str:
    """Return which causal effect of cards is measured: ``dealt``, or ``ban`` if nothing is."""
    base = setting.seat((spec,), 1, keep=KEEP_ALL)
    bit = _dealt_bit(base)
    if bit and ((base.play(0, 1)["cards"]["events"].cast(pl.Int64) & bit) != 0).any():
        return DEALT
    return BAN


def _dealt_bit(game: GameRun) -> int:
    return int(game.manifest()["events"].get("dealt", 0))


def games_of(effect: str, games: int, players: int) -> int:
    """Return the games that an effect takes with one deck, of so many deals."""
    return games * (1 + players) if effect == BAN else games


def measure_for(setting: Setting, card: str, spec: str, games: int | None = None) -> Measure:
    """Return the measure of a card's causal effect that the game allows.

    Parameters
    ----------
    setting : Setting
    card : str
        Its id.
    spec : str
        The bot in all seats.
    games : int, optional
        Deals; by default ``GAMES`` of the effect.

    Raises
    ------
    RealmvaleError
        See :func:`effect_of`.
    """
    effect = effect_of(setting, spec)
    deals = games or GAMES[effect]
    return (Dealt if effect == DEALT else Ban)(setting, card, spec, deals)


class _OneBot:
    """Games of one bot in all seats, whatever the deck."""

    name = ""

    def __init__(self, setting: Setting, card: str, spec: str, games: int) -> None:
        self.setting, self.card, self.spec, self.games = setting, card, spec, games
        self.base = setting.seat((spec,), games, keep=KEEP_PLAYERS)
        self.policy = self.base.labels[0]

    def game(self, deck: CardSet, keep: str) -> GameRun:
        """Return the games with a deck."""
        hands = getattr(self.base, "hands", None)
        if hands is not None:
            hands.touch()  # or the tables of the numbers tried would push it out
        return self.setting.with_cards(deck).seat((self.spec,), self.games, keep=keep)

    def wins(self, game: GameRun, tick: Ticker | None) -> np.ndarray:
        """Return the win credit of each seat, shape (deals, seats)."""
        frames = list(played(game, _wins, self.setting.workers, tick))
        seats = pl.concat(frames).sort("deal", "seat")
        return seats["win"].to_numpy().reshape(-1, self.setting.players)


def _wins(tables: Tables) -> pl.DataFrame:
    games = tables["games"].select("game", "deal")
    return tables["players"].select("game", "seat", "win").join(games, on="game").drop("game")


class Dealt(_OneBot):
    """Win credit of seats that were dealt the card minus that of seats that weren't."""

    name = DEALT

    def __init__(self, setting: Setting, card: str, spec: str, games: int) -> None:
        super().__init__(setting, card, spec, games)
        self.bit = _dealt_bit(self.base)
        self.seats: np.ndarray | None = None

    def point(self, value: int, deck: CardSet, tick: Ticker | None) -> Point:
        """Return the effect with a deck, a difference of ratios over deals."""
        if self.seats is None:
            # A change of the card leaves the deals as they are: looked up once.
            self.seats = self._dealt(deck)
        wins = self.wins(self.game(deck, KEEP_PLAYERS), tick)
        return dealt_point(value, wins, self.seats)

    def _dealt(self, deck: CardSet) -> np.ndarray:
        def seats(tables: Tables) -> pl.DataFrame:
            rows = tables["cards"].filter(
                (pl.col("card").cast(pl.String) == self.card)
                & ((pl.col("events").cast(pl.Int64) & self.bit) != 0)
            )
            games = tables["games"].select("game", "deal")
            return rows.select("game", "seat").join(games, on="game").select("deal", "seat")

        game = self.game(deck, KEEP_ALL)
        found = pl.concat(list(played(game, seats, self.setting.workers)))
        dealt = np.zeros((game.plan.deals, self.setting.players), bool)
        dealt[found["deal"].to_numpy(), found["seat"].cast(pl.Int64).to_numpy()] = True
        return dealt


def dealt_point(value: int, wins: np.ndarray, dealt: np.ndarray) -> Point:
    """Return the difference between seats dealt a card and other seats, with its influence.

    Parameters
    ----------
    value : int
    wins, dealt : arrays, shape (deals, seats)
        Win credit, and which seats were dealt the card.
    """
    effect, influence = 0.0, np.zeros(wins.shape[0])
    for weight, chosen in ((1.0, dealt), (-1.0, ~dealt)):
        y, n = (wins * chosen).sum(axis=1), chosen.sum(axis=1).astype(np.float64)
        total = n.sum()
        share = y.sum() / total if total else np.nan
        effect += weight * share
        influence += weight * (y - share * n) / total if total else np.nan
    return Point(value, float(effect), influence)


class Ban(_OneBot):
    """Win credit that a seat loses when it may not use the card, over all seats of a deal."""

    name = BAN

    def point(self, value: int, deck: CardSet, tick: Ticker | None) -> Point:
        """Return the effect with a deck, a mean over deals."""
        game = self.game(deck, KEEP_PLAYERS)
        place = deck.index(self.card)
        free = self.wins(game, tick)
        lost = np.zeros(free.shape[0])
        for seat in range(self.setting.players):
            banned = game.banning(place, seat).changed(keep=KEEP_PLAYERS)
            lost += free[:, seat] - self.wins(banned, tick)[:, seat]
        lost /= self.setting.players
        mean = float(lost.mean())
        return Point(value, mean, (lost - mean) / lost.size)
