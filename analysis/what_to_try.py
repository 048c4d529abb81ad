"""What to try next: a few sentences with the command that does it, for the top of the report."""

from __future__ import annotations

import math
import shlex
from importlib.util import find_spec
from typing import Any, NamedTuple

import polars as pl

from analysis.conditions import CAUSAL
from analysis.part import Subject, Tables
from analysis.present import count, number, signed
from analysis.verdicts import DEAD_CARD, FAIR, SIDES, UNCLEAR, leading, missing_judges

#: No advice to play more games than this.
MOST_GAMES = 5_000_000


class Try(NamedTuple):
    """Something to try: why, and the command."""

    text: str
    command: str


def to_try(subject: Subject, tables: Tables, found: pl.DataFrame) -> list[Try]:
    """Return what a designer might do next, the most useful first.

    Parameters
    ----------
    subject : Subject
        What the report is about.
    tables : dict
        Frames of the report.
    found : DataFrame
        The suspects (:func:`analysis.suspects.suspects`).
    """
    if not subject.run.game.simulated:
        return []
    made = [_off(subject, found), _dead(subject, tables), _judges(subject), _more(subject, tables)]
    return [one for one in made if one is not None]


def has_command(name: str) -> bool:
    """Tell whether there is a command of this name."""
    return find_spec(f"analysis.commands.{name}") is not None


def _words(subject: Subject, *command: str) -> str:
    """Return a command line on the game, rules and cards of the run."""
    m = subject.run.manifest
    line = ["realmvale", command[0], _game(subject), *command[1:]]
    if m.get("variant") not in (None, "standard", "two-player"):
        line += ["--variant", str(m["variant"])]
    if int(m["players"]) != 4:
        line += ["--players", str(m["players"])]
    if (sets := m.get("sets")) and list(sets) != ["base"]:
        line += ["--sets", ",".join(sets)]
    return shlex.join(line)


def _game(subject: Subject) -> str:
    return {"vale_of_eternity": "vale"}.get(subject.run.game.id, "fantasy-realms")


def _off(subject: Subject, found: pl.DataFrame) -> Try | None:
    """Look into the card that is surest to be off."""
    if found.is_empty():
        return None
    card = found.sort("sure", descending=True).row(0, named=True)
    side = SIDES.get(card["verdict"], 0) or (1 if card["effect"] > 0 else -1)
    lead = leading(subject.run.game, found)
    if card["sure"] <= 0:
        return None
    effect = f"{card['name']} ({signed(card['effect'], 'gain')} percentage points)"
    value = _changed(subject, card, side)
    causal = lead is not None and lead.reading == CAUSAL
    if causal and value is not None and has_command("whatif"):
        way = "less" if side > 0 else "more"
        return Try(
            f"See what {effect} does with a {way} generous {value[0]}: both decks are played on "
            "the same deals.",
            _words(subject, "whatif", "--change", f"{card['name']}.value={value[1]}"),
        )
    if has_command("ban"):
        return Try(
            f"Measure what {effect} itself is worth to a bot: one seat may not use it.",
            _words(subject, "ban", "--card", card["name"]),
        )
    return Try(f"Read {effect} again, with its rulings.",
               shlex.join(["realmvale", "cards", "show", card["name"]]))  # fmt: skip


def _changed(subject: Subject, card: dict[str, Any], side: int) -> tuple[str, int] | None:
    """Return the name of the printed number of a card, and a value to try instead."""
    value = card.get("value")
    if value is None:
        return None
    step = max(1, round(abs(value) / 5))
    if subject.run.game.id == "vale_of_eternity":
        return "cost", max(0, int(value) + (1 if side > 0 else -1))
    return "base strength", max(0, int(value) - side * step)


def _dead(subject: Subject, tables: Tables) -> Try | None:
    """Read the cards that nobody keeps."""
    cards = tables.get("cards")
    dead = cards.filter(pl.col("verdict") == DEAD_CARD) if cards is not None else pl.DataFrame()
    if dead.is_empty():
        return None
    first = dead.sort("kept", nulls_last=True).row(0, named=True)
    return Try(
        f"{first['name']} is kept in only {number(first['kept'], 'share')} % of "
        f"{count(first['times_offered'])} offers: read what it asks for.",
        shlex.join(["realmvale", "cards", "show", first["name"]]),
    )


def _judges(subject: Subject) -> Try | None:
    """Let bots of all strengths play, so that verdicts can be checked on them."""
    lacking = missing_judges(subject.run)
    if not lacking or "command" not in subject.run.manifest:
        return None
    bots = [str(policy.get("spec", policy["name"])) for policy in subject.run.manifest["policies"]]
    options = [part for bot in [*bots, *lacking] for part in ("--policy", bot)]
    return Try(
        f"Let {' and '.join(lacking)} play too: a verdict should hold in the hands of a weak, a "
        "middle and a strong bot.",
        _words(subject, "simulate", *options, "--games", str(subject.run.games)),
    )


def _more(subject: Subject, tables: Tables) -> Try | None:
    """Play as many games as would settle half of the unclear cards."""
    cards = tables.get("cards")
    lead = leading(subject.run.game, cards) if cards is not None else None
    if cards is None or lead is None:
        return None
    name = f"{lead.name}_effect"
    unclear = cards.filter(pl.col("verdict") == UNCLEAR)
    judged = cards.filter(pl.col("verdict").is_in([*SIDES, UNCLEAR, FAIR])).height
    # how far a card met too rarely may still be off is only roughly known
    known = unclear.filter(~pl.col(f"{name}_too_few"))
    known = known if known.height else unclear
    whole = known.select((pl.col(f"{name}_high") - pl.col(f"{name}_low")).median()).item()
    if whole is None:
        return None
    width = whole / 2
    # Half the margin leaves room for an effect that is not quite zero.
    games = subject.run.games * (width / (subject.margin / 2)) ** 2
    if not math.isfinite(games) or games <= subject.run.games or games > MOST_GAMES:
        return None
    unit = 10 ** (len(str(int(games))) - 1)
    games = math.ceil(games / unit) * unit
    bots = [str(policy.get("spec", policy["name"])) for policy in subject.run.manifest["policies"]]
    options = [part for bot in bots for part in ("--policy", bot)]
    return Try(
        f"{count(unclear.height)} of {count(judged)} cards are unclear: about {count(games)} games "
        "would settle most of them.",
        _words(subject, "simulate", *options, "--games", str(games)),
    )
