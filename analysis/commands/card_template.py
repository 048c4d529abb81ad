"""The command ``realmvale cards template``: the rows of a set that are still to be filled in."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from sim.cards import Card, CardFile

_CURSE = "curse"
_ARTIFACTS = "artifacts"
_TO_FILL = "fill in: name, id, suit, value (written cost), curses, text; source is card"


@click.command()
@click.argument("set_name", metavar="SET")
@click.option("--cards", "path", metavar="FILE", help="Card file to read.")
def template(set_name: str, path: str | None) -> None:
    """Print the rows of SET (curse) that a designer who owns the game completes, as CSV.

    Rows that rest on assumptions come as they stand, with what is assumed in the column `assumed`;
    cards nobody knows come as empty rows. Put the completed rows into a card file in place of those
    with the same ids.
    """
    from sim.cards import load_cards
    from sim.errors import RealmvaleError
    from sim.names import did_you_mean, normalise

    if normalise(set_name) != _CURSE:
        hint = did_you_mean(set_name, [_CURSE])
        if normalise(set_name) == _ARTIFACTS:
            hint = (
                ": its cards and artifacts are known (of Burr, which it brings together with Curse,"
                " only the name, so it is not simulated); there is: curse"
            )
        raise RealmvaleError(
            f"nothing of a set '{set_name}' has to be filled in{hint or '; there is: curse'}"
        )
    click.echo(rows_to_complete(load_cards(path)), nl=False)


def rows_to_complete(card_file: CardFile) -> str:
    """Return the assumed rows of the set, and an empty one for each unknown card, as CSV text."""
    from sim.card_file import COLUMNS
    from sim.vale_of_eternity.rules import CURSE_CARDS

    own = [c for c in card_file.cards if (c.game, c.set) == ("vale_of_eternity", _CURSE)]
    known = sum(card.kind == "card" for card in own)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(_cells(card, COLUMNS) for card in own if card.assumed)
    for number in range(1, CURSE_CARDS - known + 1):
        blank = dict.fromkeys(COLUMNS, "") | {
            "game": "vale_of_eternity",
            "set": _CURSE,
            "kind": "card",
            "id": f"unknown-{number}",
            "note": _TO_FILL,
        }
        writer.writerow([blank[column] for column in COLUMNS])
    return text.getvalue()


def _cells(card: Card, columns: tuple[str, ...]) -> list[str]:
    """Return a row as the file has it."""
    cells = {column: getattr(card, column) for column in columns}
    if not card.curses and card.kind == "card":
        cells["curses"] = "0"
    return ["" if cell is None else str(cell) for cell in cells.values()]
