"""What the variance is due to, in words: for the terminal and for the report."""

from __future__ import annotations

from typing import Any

import polars as pl
from rich.console import Console
from rich.table import Table

from analysis.game import Game
from analysis.luck import TIMES
from analysis.present import count, interval, number, percentage_points

MEASURE_NAMES = {"score": "Score", "win": "Win credit"}
#: What depends on nobody's play.
CHANCE = ("seat", "opening", "pile")


def source_names(game: Game) -> dict[str, str]:
    """Return what each source of variance is called in a game."""
    return {
        "seat": "Seat",
        "bot": "Bot",
        "bot_by_seat": "Bot by seat: some bots do better in some seats",
        "opening": f"Opening ({game.opening})",
        "bot_by_deal": "Bot by deal: some bots make more of some openings",
        "pile": f"What then lies hidden ({game.rest})",
        "policy": "Chance in the bots' own play",
        "all": "All of it",
    }


def luck_sentence(table: pl.DataFrame, measure: str) -> str:
    """Say what share of the variance is chance, and what share is the choice of the bot."""
    mine = table.filter(pl.col("measure") == measure)
    shares = dict(mine.select("source", "share").iter_rows())
    if not any(shares.get(source) for source in shares):
        return ""
    chance = min(1.0, sum(shares.get(source) or 0.0 for source in CHANCE))
    what = "the score" if measure == "score" else "who wins"
    text = f"Of the variance of {what}, {number(chance, 'share')} % is dealt by chance"
    text += " (seat, opening, hidden cards),"
    text += f" {number(shares.get('policy'), 'share')} % is chance in the bots' play"
    if "bot" in shares:
        text += f", and {number(shares['bot'], 'share')} % is which bot plays"
    return text + "."


def games_sentence(games: pl.DataFrame) -> str:
    """Say how many games show a difference of the middle size."""
    rows = [row for row in games.iter_rows(named=True) if row["games_two"] is not None]
    wins = [row for row in rows if row["measure"] == "win"]
    if not wins:
        return ""
    row = wins[len(wins) // 2]
    return (
        f"To see a change of {number(row['difference'], 'gain')} percentage points of win credit "
        f"(alpha 5 %, power 80 %), a playtester plays {count(row['games_two'])} games of each "
        "version."
    )


def print_luck(console: Console, luck: pl.DataFrame, games: pl.DataFrame, game: Game) -> None:
    """Print the shares of each measure, and the games it takes to see differences."""
    names = source_names(game)
    for mine in luck.partition_by("measure", maintain_order=True):
        console.print(_shares(mine, names))
        if said := luck_sentence(luck, mine["measure"][0]):
            console.print(said)
    console.print(_games(games))
    console.print(
        f"Each game was played {TIMES} times: twice on each of two orders of what lies hidden. "
        "Games to be seen: of one seat, alpha 5 %, power 80 %, Student's t."
    )


def _shares(mine: pl.DataFrame, names: dict[str, str]) -> Table:
    row = mine.row(0, named=True)
    few = "  (too few deals to lean on)" if row["share_too_few"] else ""
    title = f"{MEASURE_NAMES[row['measure']]}: {count(row['deals'])} deals{few}"
    table = Table(title=title, title_justify="left")
    table.add_column("Due to")
    table.add_column("Share of the variance, %", justify="right")
    table.add_column("Standard deviation", justify="right")
    points = 100 if row["measure"] == "win" else 1
    for part in mine.iter_rows(named=True):
        share = "" if part["source"] == "all" else _share(part)
        table.add_row(names[part["source"]], share, f"{points * part['sd']:.1f}")
    return table


def _share(row: dict[str, Any]) -> str:
    within = interval(row, "share", "share")
    return f"{number(row['share'], 'share')}" + (f" ({within})" if within else "")


def _games(games: pl.DataFrame) -> Table:
    table = Table(title="Games a playtester must play to see a difference", title_justify="left")
    headings = ("Difference", "Against a known value", "Of each of two versions")
    for heading in headings:
        table.add_column(heading, justify="left" if heading == "Difference" else "right")
    for row in games.iter_rows(named=True):
        table.add_row(
            difference_words(row["measure"], row["difference"]),
            count(row["games_one"]),
            count(row["games_two"]),
        )
    return table


def difference_words(measure: str, difference: float) -> str:
    """Write a difference with its unit."""
    if measure == "win":
        return f"{percentage_points(difference)} of win credit"
    return f"{difference:g} points of score"
