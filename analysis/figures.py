"""How pictures look, and how they are written: PNG and SVG files, and SVG inside a page.

Figures are made without pyplot: nothing global, nothing left open. In a page the colours below
become CSS variables, so that a picture follows the reader's light or dark mode; the variables'
values for both stand in the page's style sheet.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from html import escape
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import matplotlib as mpl
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

INK, MUTED, GRID, PAPER = "#1b1f24", "#5b6570", "#d5dae0", "#fffffe"
#: After the Okabe-Ito palette: told apart with any colour vision.
BLUE, VERMILLION, GREEN = "#0072b2", "#d55e00", "#009e73"
PURPLE, OCHRE, SKY = "#cc79a7", "#b58900", "#4f9fcf"
#: The colours of lines that are told apart, in this order.
SERIES = (BLUE, VERMILLION, GREEN, PURPLE, OCHRE, SKY)
_VARIABLES = {
    INK: "--ink",
    MUTED: "--muted",
    GRID: "--grid",
    PAPER: "--paper",
    BLUE: "--blue",
    VERMILLION: "--vermillion",
    GREEN: "--green",
    PURPLE: "--purple",
    OCHRE: "--ochre",
    SKY: "--sky",
}

#: Any, since the keys are matplotlib's own.
_STYLE: Any = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 9.5,
    # A card's or a bot's name is text, whatever signs it holds.
    "text.parse_math": False,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": MUTED,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.unicode_minus": True,
    "axes.formatter.useoffset": False,
    "xtick.color": INK,
    "ytick.color": INK,
    "figure.facecolor": PAPER,
    "axes.facecolor": "none",
    "savefig.facecolor": PAPER,
    "svg.fonttype": "none",
}


P = ParamSpec("P")
R = TypeVar("R")


def styled(draw: Callable[P, R]) -> Callable[P, R]:
    """Let a function that draws do so in the house style."""

    @wraps(draw)
    def inside(*args: P.args, **kwargs: P.kwargs) -> R:
        with mpl.rc_context(_STYLE):
            return draw(*args, **kwargs)

    return inside


def figure(
    width: float,
    height: float,
    rows: int = 1,
    columns: int = 1,
    width_ratios: list[float] | None = None,
    **options: Any,
) -> tuple[Figure, Any]:
    """Return a figure of that many inches, and its axes."""
    made = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(made)
    return made, made.subplots(rows, columns, width_ratios=width_ratios, **options)


@contextmanager
def _silent() -> Iterator[None]:
    """Draw names as well as it goes: no warning helps where a sign is in no font, or no room."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", category=UserWarning)
        yield


@styled
def write_png(made: Figure, path: Path) -> None:
    """Write a figure as PNG, 160 dots an inch."""
    with _silent():
        made.savefig(path, format="png", dpi=160, metadata={"Software": None})


def svg(made: Figure, name: str) -> str:
    """Return a figure as SVG; `name` makes the ids inside it unique in a page.

    The same figure gives the same text: no date, and ids from `name` alone.
    """
    buffer = io.StringIO()
    with mpl.rc_context(_STYLE | {"svg.hashsalt": name}), _silent():
        made.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    # Laid out once is enough: what else is written of the figure is laid out the same.
    made.set_layout_engine("none")
    return buffer.getvalue()


def inline(text: str, name: str, alt: str) -> str:
    """Turn an SVG file's text into an element of a page, with `alt` for those who can't see it."""
    body = text[text.index("<svg") :]
    for colour, variable in _VARIABLES.items():
        body = re.sub(re.escape(colour), f"var({variable})", body, flags=re.IGNORECASE)
    # Ids are unique within one picture only; those that lack the salt get the name.
    body = re.sub(r'id="([^"]+)"', rf'id="{name}-\1"', body)
    body = re.sub(r'(href="#|url\(#)', rf"\g<1>{name}-", body)
    opening = body.index(">")
    head = re.sub(r' (width|height)="[^"]*"', "", body[:opening])
    said = escape(alt, quote=True)
    return (
        f'{head} role="img" aria-label="{said}"><title>{escape(alt)}</title>{body[opening + 1 :]}'
    )
