"""What if a card were another one: two decks on the same deals compared (DESIGN section 6).

The same bots in the same seats play the same deals with both decks. A deal's deck is sorted by a
random key of each card, so that a card which is changed, added or taken out leaves the order of all
others as it is; bots think with the same random streams. Whatever differs comes from the change.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from analysis.both_decks import Ticker, played_both
from analysis.conditions import conditions
from analysis.contrasts import Moments
from analysis.deck_changes import deck_changes
from analysis.games import describe
from analysis.setting import Setting
from analysis.verdicts import MARGIN
from analysis.whatif_overview import overview_moments
from analysis.whatif_sums import Layout, Tables, block_moments
from analysis.whatif_tables import card_changes, effect_changes, overview_changes, use_changes
from sim.cards import CardSet


@dataclass(frozen=True)
class WhatIf:
    """What a change does.

    Attributes
    ----------
    layout : Layout
        Cards, bots and the game's description.
    before, after : CardSet
        Both decks.
    deals, games : int
        Played with each deck.
    margin : float
        Fraction of win credit up to which a change counts as none; scores, points and lengths
        count as unchanged up to the same fraction of what they were.
    changes : DataFrame
        What differs between the decks, see :func:`analysis.deck_changes.deck_changes`.
    cards : DataFrame
        One row a bot (``policy``, null for all together) and card, the biggest mover first; see
        :func:`analysis.whatif_tables.card_changes`.
    effects : DataFrame
        One row a bot, condition and card; see :func:`analysis.whatif_tables.effect_changes`.
    uses : DataFrame
        One row a bot, metric and card; see :func:`analysis.whatif_tables.use_changes`.
    overview : DataFrame
        Scores, seats, length, ends; see :func:`analysis.whatif_tables.overview_changes`.
    """

    layout: Layout
    before: CardSet
    after: CardSet
    deals: int
    games: int
    margin: float
    changes: pl.DataFrame
    cards: pl.DataFrame
    effects: pl.DataFrame
    uses: pl.DataFrame
    overview: pl.DataFrame

    @property
    def same_decks(self) -> bool:
        """Whether the decks are the same, so that nothing can differ."""
        return self.changes.is_empty()

    def tables(self) -> dict[str, pl.DataFrame]:
        """Return all tables by the name of their CSV file."""
        names = ("changes", "cards", "overview", "effects", "uses")
        return {name: getattr(self, name) for name in names}


def whatif(
    setting: Setting,
    deck: CardSet,
    specs: Sequence[str],
    games: int,
    margin: float = MARGIN,
    tick: Ticker | None = None,
) -> WhatIf:
    """Play two decks on the same deals and compare them.

    Parameters
    ----------
    setting : Setting
        What is played, with the deck as it is.
    deck : CardSet
        The other deck.
    specs : sequence of str
        The bots, as a command line states them.
    games : int
        Games with each deck, rounded up to whole deals.
    margin : float
        See :class:`WhatIf`.
    tick : callable, optional
        Called with numbers of games played.

    Raises
    ------
    RealmvaleError
        If the other deck doesn't fit the game's rules, or a bot can't be found.
    """
    from sim.games import game_module

    game_module(setting.game).check_deck(setting.rules, deck)
    before = setting.seat(specs, games, keep="all")
    after = setting.with_cards(deck).seat(specs, games, keep="all")
    told = before.manifest()
    game = describe(told | {"players": setting.players})
    ids = dict.fromkeys(card.id for card in (*setting.cards.cards, *deck.cards))
    events = {str(name): int(bit) for name, bit in told["events"].items()}
    layout = Layout(
        game, list(ids), list(dict.fromkeys(before.labels)), setting.players,
        conditions(game.conditions, events), events,
    )  # fmt: skip

    def reduce(one: Tables, other: Tables) -> dict[str, Moments]:
        return block_moments(layout, one, other) | {
            "overview": overview_moments(layout, one, other)
        }

    total: dict[str, Moments] = {}
    for made in played_both(before, after, reduce, setting.workers, tick):
        total = {key: total[key] + made[key] if total else made[key] for key in made}
    return compared(layout, setting.cards, deck, total, before.plan.deals, margin)


def compared(
    layout: Layout,
    before: CardSet,
    after: CardSet,
    total: dict[str, Moments],
    deals: int,
    margin: float,
) -> WhatIf:
    """Return what the moments of all deals say."""
    changes = deck_changes(before, after)
    certain = changes.is_empty()
    names = pl.DataFrame(
        [(card.id, card.name, card.suit) for card in _union(layout, before, after)],
        schema=["card", "name", "suit"], orient="row",
    )  # fmt: skip
    effects = effect_changes(layout, total["effects"], names, margin, certain)
    uses = use_changes(layout, total["uses"], names, margin, certain)
    overview = overview_changes(layout, total["overview"], margin, certain)
    games = int(total["overview"]["n_a"][-1])
    cards = card_changes(layout, effects, uses, changes, margin)
    return WhatIf(
        layout, before, after, deals, games, margin, changes, cards, effects, uses, overview
    )


def _union(layout: Layout, before: CardSet, after: CardSet) -> list:
    """Return the cards of both decks, as the later one has them."""
    found = {card.id: card for card in (*before.cards, *after.cards)}
    return [found[card] for card in layout.cards]
