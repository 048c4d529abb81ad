"""What a report says of the run itself: what was played, and what to know before any number."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from analysis.present import count
from analysis.runs import Run
from sim.failures import told_failures
from sim.names import shortened


def notices(run: Run) -> list[str]:
    """Return what a reader must know before any number: gaps in the run, assumed facts."""
    said = []
    if len(sizes := run.manifest.get("sizes", [])) > 1:
        said.append(
            f"Tables of {' and '.join(map(str, sizes))} seats are mixed; the even share is that of "
            "all seats together. One file for each size compares like with like."
        )
    if ignored := run.manifest.get("ignored_columns", []):
        are = "column is" if len(ignored) == 1 else "columns are"
        names = ", ".join(shortened(str(name)) for name in ignored)
        said.append(
            f"{count(len(ignored))} {are} not read from the file: {names}. Who won follows from "
            "rank, or else from score."
        )
    missing = run.missing_deals()
    if missing:
        ranges = ", ".join(f"{a}" if a == b else f"{a}–{b}" for a, b in missing[:10])
        more = f" and {len(missing) - 10} more ranges" if len(missing) > 10 else ""
        said.append(
            f"The run is not complete: {count(run.games)} of {count(run.planned_games)} games are "
            f"finished; missing deals: {ranges}{more}. "
            "`realmvale simulate ... --resume` plays the rest."
        )
    if unknown := run.manifest.get("unknown"):
        said.append(str(unknown))
    if run.failures.height:
        told = "; ".join(told_failures(run.failures, run.manifest.get("seed", 0)))
        said.append(f"A bot failed, and all numbers are without these deals: {told}.")
    assumed = run.manifest.get("assumed", [])
    if assumed:
        listed = "; ".join(f"{row.get('id')}: {row.get('assumed')}" for row in assumed)
        are = "fact is" if len(assumed) == 1 else "facts are"
        said.append(f"{count(len(assumed))} assumed {are} in play, not read off a card: {listed}.")
    return said


def _playtest_facts(run: Run) -> list[tuple[str, str]]:
    """Return what a file of playtests holds, as pairs of label and text."""
    m = run.manifest
    return [
        ("File", f"{m['file']}, sha256 {str(m['file_sha256'])[:12]}"),
        (f"{run.game.who.capitalize()}s", ", ".join(run.policies)),
        ("Games", count(run.games)),
        *run.game.facts,
        ("Ties", "as the ranks of the file say" if m.get("ranked") else "shared: no ranks stated"),
        ("Cards", f"{count(len(m['cards']))} cards" if run.has_cards else "not stated"),
    ]


def facts(run: Run) -> list[tuple[str, str]]:
    """Return what was played, as pairs of label and text."""
    m = run.manifest
    if not run.game.simulated:
        return _playtest_facts(run)
    bots = [_spec(policy) for policy in m["policies"]]
    rulings = "; ".join(
        f"{name.replace('_', ' ')}: {'yes' if on else 'no'}"
        for name, on in m.get("rulings", {}).items()
    )
    seconds = m.get("wall_seconds") or 0
    pairs = [
        ("Variant", f"{m.get('variant') or 'standard'}, {run.players} players"),
        *run.game.facts,
        ("Sets", ", ".join(m.get("sets", [])) or "-"),
        ("Bots", ", ".join(bots)),
        ("Games", f"{count(run.games)} on {count(len(run.deals))} deals"),
        ("Assumed facts", "none" if not m.get("assumed") else count(len(m["assumed"]))),
        ("Rules version", str(m.get("rules_version", "-"))),
        ("Rulings", rulings or "as printed in the rules"),
        ("Seed", str(m.get("seed", "-"))),
        (
            "Cards",
            f"{count(len(m.get('cards', [])))}, sha256 {str(m.get('cards_sha256', '-'))[:12]}",
        ),
        ("Played", f"{_moment(m.get('created'))}, in {seconds:.1f}\N{NO-BREAK SPACE}s"),
        ("Packages", ", ".join(f"{k} {v}" for k, v in m.get("versions", {}).items()) or "-"),
    ]
    return pairs


def _moment(stamp: object) -> str:
    """Write a time stamp for people: 2026-11-29 22:01 UTC."""
    try:
        return f"{datetime.fromisoformat(str(stamp)).astimezone(UTC):%Y-%m-%d %H:%M} UTC"
    except ValueError:
        return "-"


def _spec(policy: dict[str, Any]) -> str:
    name, spec = str(policy["name"]), str(policy.get("spec", policy["name"]))
    return name if spec == name else f"{name} ({spec})"


def command_of(run: Run) -> str:
    """Return the command that plays the run's games again, an option a line."""
    command = str(run.manifest.get("command", "(the manifest holds no command)"))
    return command.replace(" --", " \\\n    --")
