"""A game of Fantasy Realms replayed turn by turn, each final hand explained card by card."""

from __future__ import annotations

from typing import Any

import click

from analysis.hand_table import print_explanation
from analysis.terminal import capital
from sim.fantasy_realms.run_replay import Replayed, check_replay, explain_hands, replay_game
from sim.fantasy_realms.state import ENDS, MOVE_EXTRA
from sim.fantasy_realms.words import MOVE_NAMES, count, end_phrase, last_lines, turn_lines
from sim.store import Run

__all__ = ["check_replay", "content", "print_game", "replay_game"]


def print_game(run: Run, replayed: Replayed) -> None:
    """Print a game in words, each final hand as a table."""
    explanations = explain_hands(replayed)
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
        click.echo(f"{capital(label)} starts with {held}")
    click.echo()
    for line in turn_lines(names, replayed.moves, labels):
        click.echo(line)
    extras = [move for move in replayed.moves if move.kind == MOVE_EXTRA]
    click.echo(end_phrase(int(s.end), len(game.area()) + len(extras), int(s.turn)))
    for line in last_lines(names, replayed.moves, labels):
        click.echo(f"{capital(line)}.")
    for seat, explanation in enumerate(explanations):
        points = count(int(s.score[seat]), "point")
        click.echo(
            f"\n{capital(labels[seat])}: {points}, total base strength {s.tie_break[seat]},"
            f" rank {s.rank[seat]}\n"
        )
        if explanation is not None:
            print_explanation(explanation)
    winners = [labels[seat] for seat in range(len(labels)) if s.rank[seat] == 1]
    click.echo(f"\nWon by {' and '.join(winners)}.")


def content(run: Run, replayed: Replayed) -> dict[str, Any]:
    """Return a game as what ``--json`` prints."""
    explanations = explain_hands(replayed)
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
