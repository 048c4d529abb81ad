"""The commands on cards: ``realmvale cards check``, ``list``, ``show``, ``language`` and more."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from analysis.commands.card_template import template

if TYPE_CHECKING:
    from rich.table import Table

    from sim.cards import Card, CardFile

_CARDS_OPTION: Callable[[Any], Any] = click.option(
    "--cards", "path", metavar="FILE", help="Card file to read [default: the project's cards.csv]."
)
_JSON_OPTION: Callable[[Any], Any] = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON instead of text."
)
# What a table is as wide as when no terminal says how wide it may be.
_PIPE_WIDTH = 160


@click.group()
def cards() -> None:
    """Check, list and show the cards of a card file; explain the language of their texts."""


@cards.command()
@click.argument("file", required=False)
@_JSON_OPTION
def check(file: str | None, as_json: bool) -> None:
    """Check FILE (by default the project's cards.csv): every row, every text, every deck."""
    from sim.cards import load_cards
    from sim.games import check_playable

    card_file = load_cards(file)
    for deck in card_file.check_texts():
        check_playable(deck)
    games = card_file.games
    if as_json:
        summary = {"file": str(card_file.path), "rows": len(card_file.cards), "games": games}
        click.echo(json.dumps({**summary, "ok": True}))
        return
    counts = ", ".join(_counts(card_file.cards))
    click.echo(f"{counts} in {_number(len(games), 'game')}: ok")


@cards.command()
@click.argument("game")
@_JSON_OPTION
def language(game: str, as_json: bool) -> None:
    """Print the language in which the card texts of GAME are written: every rule, with examples.

    Small letters are words of a text, CAPITALS are other rules; [...] may be left out, | parts
    alternatives, ... repeats.
    """
    from sim.cards import game_id
    from sim.cardtext.games import language_of
    from sim.cardtext.reference import constructs

    name = game_id(game)
    rules = constructs(language_of(name).language, language_of(name).words)
    if as_json:
        click.echo(json.dumps([asdict(rule) for rule in rules], ensure_ascii=False, indent=1))
        return
    click.echo(f"The card language of {name}\n")
    click.echo(
        "Small letters are words of a text, in any case; CAPITALS are other rules; [...] may be\n"
        "left out, | parts alternatives, ... repeats what stands before it."
    )
    for group in dict.fromkeys(rule.group for rule in rules):
        click.echo(f"\n{group}")
        for rule in (rule for rule in rules if rule.group == group):
            click.echo(f"\n{_wrapped(f'{rule.rule.upper()}: {rule.form}', 2)}")
            for line in (rule.meaning, rule.example and f"such as  {rule.example}"):
                if line:
                    click.echo(_wrapped(line, 6))


def _wrapped(text: str, indent: int) -> str:
    """Return a paragraph of the language's reference."""
    blanks = " " * indent
    return click.wrap_text(text, 96, blanks, blanks if indent > 2 else blanks * 3)


@cards.command(name="list")
@click.argument("game", required=False)
@_CARDS_OPTION
@_JSON_OPTION
def list_(game: str | None, path: str | None, as_json: bool) -> None:
    """List the cards of GAME (by default of all games of the file), one row each."""
    from analysis.terminal import table_console
    from sim.cards import load_cards

    chosen = _of_game(load_cards(path), game)
    if as_json:
        click.echo(json.dumps([asdict(card) for card in chosen], ensure_ascii=False, indent=1))
        return
    console = table_console(_PIPE_WIDTH)
    for name in dict.fromkeys(card.game for card in chosen):
        console.print(_table(name, [card for card in chosen if card.game == name]))


@cards.command()
@click.argument("name")
@click.option("--game", help="Look in this game only.")
@_CARDS_OPTION
@_JSON_OPTION
def show(name: str, game: str | None, path: str | None, as_json: bool) -> None:
    """Show the card NAME: its text, what it was understood to mean, and the rulings on it.

    NAME is read without regard to case, accents and blanks; an id will do as well.
    """
    from sim.cards import load_cards

    card_file = load_cards(path)
    found = _named(name, _of_game(card_file, game))
    understood = [_understood(card_file, card) for card in found]
    if as_json:
        pairs = zip(found, understood, strict=True)
        content = [{**asdict(card), "understood": lines} for card, lines in pairs]
        click.echo(json.dumps(content, ensure_ascii=False, indent=1))
        return
    pages = [_page(card, lines) for card, lines in zip(found, understood, strict=True)]
    click.echo("\n\n".join(pages))


cards.add_command(template)


def _of_game(card_file: CardFile, game: str | None) -> list[Card]:
    """Return the rows of a game, or of all games."""
    from sim.cards import game_id
    from sim.errors import RealmvaleError

    if game is None:
        return card_file.cards
    wanted = game_id(game)
    rows = [card for card in card_file.cards if card.game == wanted]
    if not rows:
        have = ", ".join(card_file.games)
        raise RealmvaleError(f"{card_file.path} has no cards of {wanted}; it has {have}")
    return rows


def _named(name: str, rows: Sequence[Card]) -> list[Card]:
    """Return the rows with this name, or else with this id."""
    from sim.names import match, normalise

    form = normalise(name)
    found = [card for card in rows if normalise(card.name) == form]
    found = found or [card for card in rows if normalise(card.id) == form]
    if not found:
        match(name, [card.name for card in rows])
    return found


def _understood(card_file: CardFile, card: Card) -> list[str] | None:
    """Return in plain English what the compiler made of a card; None if nothing compiles it."""
    if card.kind not in ("card", "summoner", "artifact"):
        return None
    has_base = any(c.set == "base" and c.game == card.game for c in card_file.cards)
    sets = ("base", card.set) if has_base else (card.set,)
    deck = card_file.select(card.game, sets)
    if card.kind == "artifact":
        from sim.vale_of_eternity.english import explain_artifact

        return explain_artifact(deck, deck.artifacts.index(card))
    if card.game == "fantasy_realms":
        from sim.fantasy_realms.english import explain_card as explain
    else:
        from sim.vale_of_eternity.english import explain_card as explain
        from sim.vale_of_eternity.english import explain_side

        if card.kind == "summoner":
            return explain_side(deck, deck.sides.index(card))
    return explain(deck, deck.cards.index(card))


def _page(card: Card, understood: list[str] | None) -> str:
    """Return what ``show`` prints for a card."""
    called = "base strength" if card.game == "fantasy_realms" else "written cost"
    facts = [card.suit] if card.suit else []
    if card.value is not None and card.kind == "card":
        facts.append(f"{called} {card.value}")
    facts += [_number(card.curses, "curse")] if card.curses else []
    facts += [_number(card.wards, "ward")] if card.wards else []
    lines = [f"{card.name} ({card.kind} of {card.game}, set {card.set}, id {card.id})"]
    lines += [", ".join(facts)] if facts else []
    lines += [f"text: {card.text or '(none)'}"]
    if understood is not None:
        lines += ["understood:", *(f"  {line}" for line in understood)]
    lines += [f"replaces: {card.replaces}"] if card.replaces else []
    lines += [f"source: {card.source}"]
    lines += [f"assumed: {card.assumed}"] if card.assumed else []
    lines += [f"note: {card.note}"] if card.note else []
    return "\n".join(lines)


def _table(game: str, rows: Sequence[Card]) -> Table:
    """Return the table that ``list`` prints; texts are wrapped, never cut off."""
    from rich.table import Table
    from rich.text import Text

    several = len({card.set for card in rows}) > 1
    table = Table(title=Text(f"{game}: {', '.join(_counts(rows))}"), title_justify="left")
    for heading in ["id", "name", *(["set"] if several else []), "suit"]:
        table.add_column(heading, overflow="fold")
    table.add_column("value", justify="right")
    table.add_column("text", overflow="fold", ratio=1)
    for card in rows:
        cells = [card.id, card.name, *([card.set] if several else []), card.suit]
        cells += ["" if card.value is None else str(card.value), card.text]
        # Text takes a card's words as they are: square brackets are no markup.
        table.add_row(*(Text(cell) for cell in cells))
    return table


def _counts(rows: Sequence[Card]) -> list[str]:
    """Return ``53 cards``, and the numbers of summoners and artifacts if there are any."""
    kinds = ["card", "summoner", "artifact"]
    counts = [(sum(card.kind == kind for card in rows), kind) for kind in kinds]
    return [_number(n, kind) for n, kind in counts if n]


def _number(n: int, thing: str) -> str:
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"
