"""`realmvale score`: one hand of Fantasy Realms explained card by card, or many from a CSV file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from analysis.options import Whole

if TYPE_CHECKING:
    from sim.fantasy_realms.compile import Deck


@click.command()
@click.argument("hand", nargs=-1)
@click.option(
    "--choose",
    "choices",
    multiple=True,
    metavar="CARD=CHOICE",
    help='A choice, e.g. "Mirage=Rainstorm" or "Book of Changes=Bell Tower:Wizard" (repeatable);'
    " choices not named are then declined.",
)
@click.option("--best", is_flag=True, help="Make the best choices [default without --choose].")
@click.option("--decline", is_flag=True, help="Decline all choices.")
@click.option("--extra", metavar="NAME", help="The card added at the game's end.")
@click.option("--discard", multiple=True, metavar="NAMES",
              help="The discard area, for cards that look there.")  # fmt: skip
@click.option("--players", type=Whole(1, 8), help="Number of players, for cards that ask.")
@click.option("--partial", is_flag=True, help="Allow hands with fewer cards.")
@click.option("--csv", "csv_file", metavar="FILE", help="Score the hands of FILE (- for stdin).")
@click.option("--sets", default="base", show_default=True, help="Sets in use, joined by commas.")
@click.option("--cards", "path", metavar="FILE", help="Card file [default: the project's].")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
@click.option("--quiet", is_flag=True, help="No messages and no progress bar on stderr.")
def score(
    hand: tuple[str, ...],
    choices: tuple[str, ...],
    best: bool,
    decline: bool,
    extra: str | None,
    discard: tuple[str, ...],
    players: int | None,
    partial: bool,
    csv_file: str | None,
    sets: str,
    path: str | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Score HAND, the names of its cards separated by commas, and explain it card by card.

    With --csv, scores many hands: FILE has a column card_names (names separated by a bar) and may
    have id, choices ("Mirage=Rainstorm|Island=Wildfire"), necromancer_extra, discard_area,
    player_count and sets. All its columns and the score are written to stdout as CSV; a column
    score of FILE comes out as score_given. Choices are those stated, or the best ones with --best.
    """
    import sys

    from sim.errors import RealmvaleError

    one_only = {"HAND": hand, "--choose": choices, "--decline": decline, "--extra": extra}
    one_only |= {"--discard": discard, "--players": players}
    if csv_file is not None:
        given = [name for name, value in one_only.items() if value] + ["--json"] * as_json
        if given:
            raise RealmvaleError(f"{given[0]} has no place beside --csv: the file says it all")
    elif not hand:
        raise RealmvaleError("name the cards of a hand, or a file of hands with --csv FILE")
    if choices and (best or decline):
        clash = "--best" if best else "--decline"
        raise RealmvaleError(f"--choose and {clash} exclude each other")
    if best and decline:
        raise RealmvaleError("--best and --decline exclude each other")

    deck = _deck(path, sets, quiet)
    if csv_file is not None:
        from analysis.hand_file import score_file

        bar = not quiet and sys.stderr.isatty() and not sys.stdout.isatty()
        out = sys.stdout.buffer
        score_file(csv_file, out, deck, sets, best=best, partial=partial, bar=bar, quiet=quiet)
        return
    stated = None if not (choices or decline) else choices
    around = {
        "extra": extra,
        "partial": partial,
        "players": players or 1,
        "discard": split_names(discard),
    }
    _score_one(deck, hand, stated, around, as_json)


def _deck(path: str | None, sets: str, quiet: bool) -> Deck:
    """Read the cards, then load the kernels: a mistake in the card file shows at once."""
    from sim.cards import load_cards
    from sim.compiling import announce

    card_set = load_cards(path).select("fantasy_realms", split_sets(sets))
    announce(["sim.fantasy_realms.hands"], quiet)
    from sim.fantasy_realms.compile import compile_deck

    return compile_deck(card_set)


def split_sets(sets: str) -> list[str]:
    """Split names of sets at commas, bars or blanks."""
    return sets.replace(",", " ").replace("|", " ").split()


def split_names(texts: tuple[str, ...]) -> list[str]:
    """Split the names of cards at bars if there are any, else at commas."""
    parts = []
    for text in texts:
        parts += text.split("|" if "|" in text else ",")
    return parts


def _score_one(
    deck: Deck,
    hand: tuple[str, ...],
    choices: tuple[str, ...] | None,
    around: dict[str, Any],
    as_json: bool,
) -> None:
    import json

    from analysis.hand_table import print_explanation
    from sim.fantasy_realms.hands import HandScorer

    stated = None if choices is None else [c for text in choices for c in text.split("|")]
    scorer = HandScorer(deck)
    checked = scorer.hand(split_names(hand), **around)
    explanation = scorer.explain(checked, stated)
    if as_json:
        content = {"game": "fantasy_realms", "sets": list(deck.card_set.sets)}
        click.echo(json.dumps(content | explanation.to_dict(), indent=1))
    else:
        print_explanation(explanation)
