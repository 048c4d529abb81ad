"""The permanent rules and events of the compiled tables in plain English."""

from __future__ import annotations

from typing import Any

from sim.vale_of_eternity import codes as c
from sim.vale_of_eternity.english_counts import CountReader, article, colours_of, listing, number

_ON_CARDS = {
    c.ON_SUMMON: "whenever you summon {}",
    c.ON_TAME: "whenever you tame {}",
    c.ON_SELL: "whenever you sell {}",
    c.ON_DISCARD: "whenever {} is discarded from your area",
    c.ON_RECOVER: "whenever {} is recovered from your area",
    c.ON_SOOTHE: "whenever {} of yours is soothed",
    c.ON_REMOVE: "whenever you remove {}",
    c.ON_HUNT: "whenever you hunt {}",
}
_ON = {
    c.ON_DRAW: "whenever you draw cards",
    c.ON_DISCARD_SELF: "when this card is discarded from your area",
    c.ON_LOSE_POINTS: "whenever you lose points",
    c.ON_BREAK_WARD: "whenever you break a ward",
    c.ON_ROUND: "at the start of each round",
    c.ON_ROUND_END: "at the end of each round",
    c.ON_MEND: "whenever you mend a ward",
}
_ANOTHER = (c.ON_SUMMON, c.ON_DISCARD, c.ON_RECOVER)


class RuleReader:
    """Reads permanents aloud."""

    def __init__(self, counts: CountReader) -> None:
        self.counts = counts

    def event(self, rule: Any) -> str:
        """Say when a reaction happens."""
        event = int(rule.event)
        if rule.kind == c.INSTEAD:
            return "when this card would be discarded from your area, instead"
        if event == c.ON_GAIN:
            return f"whenever you gain {self._stone(int(rule.colours))} (an exchange is no gain)"
        if event == c.ON_HOLD:
            return f"as soon as you hold {rule.n} or more stones"
        if event in _ON:
            return _ON[event]
        cards = self.counts.cards(int(rule.filter))
        another = event in _ANOTHER and not cards.startswith(("other ", '"'))
        text = _ON_CARDS[event].format(article(f"other {cards}" if another else cards))
        if rule.colours:
            text += f" and pay for it with at least {self._stone(int(rule.colours), 1)}"
        return text

    def _stone(self, bits: int, n: int | None = None) -> str:
        colours = [] if bits == c.ALL_COLOURS else colours_of(bits)
        said = f"{listing(colours, 'or')} stone".strip()
        return article(said) if n is None else f"{n} {said}"

    def rule(self, rule: Any) -> str:
        """Say a rule that lasts."""
        n = int(rule.n)
        colours = listing(colours_of(int(rule.colours)))
        more = f"{abs(n)} {'more' if n >= 0 else 'less'}"
        cards = f"your {self.counts.cards(int(rule.filter), True)}"
        stones = [number(int(rule[k]), f"{k} stone") for k in c.COLOURS if rule[k]]
        says = {
            c.STONE_VALUE: lambda: f"your {colours} stones are each worth {more}",
            c.STONE_FIXED: lambda: (
                f"your {colours} stones are each worth exactly {n}, whatever else changes them"
            ),
            c.STONE_SWAP: lambda: f"the values of your {colours} stones change places",
            c.LIMIT: lambda: f"you may keep {_more(n, 'stone')}",
            c.AREAS: lambda: f"you have {_more(n, 'area')}",
            c.COST: lambda: f"{cards} cost {more} to summon (at least 0)",
            c.COST_FIXED: lambda: (
                f"{cards} cost exactly {n} to summon, whatever else changes their cost"
            ),
            c.COST_STONES: lambda: (
                f"{cards} cost exactly {listing(stones)} to summon and nothing else"
            ),
            c.ANY_FAMILY: lambda: "in your turn this card counts as any family you like",
            c.HARMLESS_CURSES: lambda: "at the end of the game curses on your cards cost no points",
        }
        return says[int(rule.kind)]()


def _more(n: int, thing: str) -> str:
    """Return ``2 more stones`` or ``1 stone fewer``."""
    if n == 1 or n < 0:
        return f"{number(abs(n), thing)} {'more' if n >= 0 else 'fewer'}"
    return f"{n} more {thing}s"
