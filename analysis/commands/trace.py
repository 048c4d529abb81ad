"""``realmvale trace``: one game of a run replayed turn by turn, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from analysis.options import Whole

if TYPE_CHECKING:
    from sim.fantasy_realms.explain import Explanation
    from sim.fantasy_realms.run_replay import Replayed
    from sim.store import Run


@click.command()
@click.argument("run", metavar="RUN")
@click.option(
    "--game", "number", type=Whole(0), required=True, help="Id of the game, as in the run."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
@click.option("--quiet", is_flag=True, help="No messages on stderr.")
def trace(run: str, number: int, as_json: bool, quiet: bool) -> None:
    """Replay one game of the run folder RUN turn by turn, in words.

    The final hands are explained card by card. Scores that differ from those stored in the run
    are an error (exit code 1).
    """
    from sim.errors import RealmvaleError
    from sim.jit import announce
    from sim.store import Run

    opened = Run.open(run)
    game = opened.manifest.get("game")
    if game != "fantasy_realms":
        raise RealmvaleError(f"{run}: games of {game} cannot be replayed yet, only fantasy_realms")
    announce(_load, quiet)
    from sim.fantasy_realms.run_replay import check_replay, explain_hands, replay_game

    replayed = replay_game(opened, number)
    explanations = explain_hands(replayed)
    if as_json:
        from analysis.commands.scenario import as_json as to_json

        click.echo(to_json(_content(opened, replayed, explanations)))
    else:
        _print(opened, replayed, explanations)
    check_replay(opened, replayed)
    if not as_json:
        click.echo("These are the scores stored in the run.")


def _load() -> None:
    import sim.fantasy_realms.run_replay  # noqa: F401 - compiles or loads the kernels


def _print(run: Run, replayed: Replayed, explanations: list[Explanation | None]) -> None:
    """Print a game in words, each final hand as a table."""
    from analysis.hand_table import print_explanation
    from sim.fantasy_realms.state import MOVE_EXTRA
    from sim.fantasy_realms.words import count, end_phrase, last_lines, turn_lines

    game, s = replayed.game, replayed.game.state
    names, manifest = game.deck.names, run.manifest
    labels = [f"seat {seat} ({policy.name})" for seat, policy in enumerate(replayed.policies)]
    click.echo(
        f"Game {replayed.number} of {run.path}: deal {replayed.deal}, replicate"
        f" {replayed.replicate}, rotation {replayed.rotation}; {manifest['variant']} game,"
        f" {count(len(labels), 'player')}, seed {manifest['seed']}\n"
    )
    for label, hand in zip(labels, replayed.dealt, strict=True):
        held = ", ".join(names[card] for card in hand) or "no cards"
        click.echo(f"{_capital(label)} starts with {held}")
    click.echo()
    for line in turn_lines(names, replayed.moves, labels):
        click.echo(line)
    extras = [move for move in replayed.moves if move.kind == MOVE_EXTRA]
    click.echo(end_phrase(int(s.end), len(game.area()) + len(extras), int(s.turn)))
    for line in last_lines(names, replayed.moves, labels):
        click.echo(f"{_capital(line)}.")
    for seat, explanation in enumerate(explanations):
        points = count(int(s.score[seat]), "point")
        click.echo(
            f"\n{_capital(labels[seat])}: {points}, total base strength {s.tie_break[seat]},"
            f" rank {s.rank[seat]}\n"
        )
        if explanation is not None:
            print_explanation(explanation)
    winners = [labels[seat] for seat in range(len(labels)) if s.rank[seat] == 1]
    click.echo(f"\nWon by {' and '.join(winners)}.")


def _content(
    run: Run, replayed: Replayed, explanations: list[Explanation | None]
) -> dict[str, Any]:
    """Return a game as what ``--json`` prints."""
    from sim.fantasy_realms.state import ENDS
    from sim.fantasy_realms.words import MOVE_NAMES

    game, s = replayed.game, replayed.game.state
    names, credits = game.deck.names, game.credits()

    def named(cards: list[int]) -> list[str]:
        return [names[card] for card in cards]

    hands = [
        {
            "seat": seat,
            "policy": policy.name,
            "hand": named(game.hand(seat)),
            "extra": names[s.extra[seat]] if s.extra[seat] >= 0 else None,
            "score": int(s.score[seat]),
            "tie_break": int(s.tie_break[seat]),
            "rank": int(s.rank[seat]),
            "win": credits[seat],
            "explanation": explanation.to_dict() if explanation else None,
        }
        for seat, (policy, explanation) in enumerate(
            zip(replayed.policies, explanations, strict=True)
        )
    ]
    return {
        "game": replayed.number,
        "deal": replayed.deal,
        "replicate": replayed.replicate,
        "rotation": replayed.rotation,
        "run": str(run.path),
        "seed": run.manifest["seed"],
        "variant": run.manifest["variant"],
        "deck": named(replayed.order),
        "dealt": [named(hand) for hand in replayed.dealt],
        "moves": [
            {
                "turn": move.turn,
                "seat": move.seat,
                "move": MOVE_NAMES[move.kind],
                "card": names[move.card],
                "area_size": move.area_size,
            }
            for move in replayed.moves
        ],
        "turns": int(s.turn),
        "end": ENDS[s.end],
        "area": named(game.area()),
        "hands": hands,
    }


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
