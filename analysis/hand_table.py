"""A scored hand as a table on the terminal, like the guide's worked example."""

from __future__ import annotations

import sys
import unicodedata

from rich import box
from rich.table import Table
from rich.text import Text

from analysis.terminal import table_console
from sim.fantasy_realms.explain import CardScore, Explanation

# What a table is as wide as when no terminal says how wide it may be.
PIPE_WIDTH = 100


def print_explanation(explanation: Explanation) -> None:
    """Print a table of the cards, the choices made and the score to stdout."""
    console = table_console(PIPE_WIDTH)
    encoding = console.encoding
    table = Table(box=box.SIMPLE, show_edge=False, pad_edge=False)
    table.add_column("Card", overflow="fold", ratio=1, min_width=10)
    table.add_column("Base", justify="right", no_wrap=True)
    table.add_column("Adjustment", overflow="fold", ratio=3)
    table.add_column("Total", justify="right", no_wrap=True)
    for card in explanation.cards:
        style = "dim" if card.blanked else ""
        cells = [_called(card, explanation.extras), str(card.base), _adjustment(card)]
        table.add_row(*(Text(_fold(c, encoding)) for c in [*cells, str(card.total)]), style=style)
    console.print(table)
    for line in _summary(explanation):
        console.print(Text(_fold(line, encoding)))
    console.print(Text(f"Score: {explanation.score}", style="bold"))


def _called(card: CardScore, extras: tuple[str, ...]) -> str:
    return f"{card.card} (extra card)" if card.card in extras else card.card


def _adjustment(card: CardScore) -> str:
    """Return one line a reason, each with a capital letter."""
    return "\n".join(r.text[:1].upper() + r.text[1:] for r in card.reasons) or "-"


def _summary(explanation: Explanation) -> list[str]:
    if explanation.choices:
        return [f"Choices: {'; '.join(explanation.choices)}"]
    if any(card.choice for card in explanation.cards):
        return ["Choices: none made"]
    return []


def _fold(text: str, encoding: str | None) -> str:
    """Return a text that an output can show: without accents where they can't be written."""
    try:
        text.encode(encoding or sys.getdefaultencoding())
    except (UnicodeEncodeError, LookupError):
        bare = unicodedata.normalize("NFKD", text)
        return bare.encode("ascii", "ignore").decode()
    return text
