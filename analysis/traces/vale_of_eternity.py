"""A game of The Vale of Eternity replayed round by round, phase by phase."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import click

from analysis.terminal import capital
from sim.store import Run
from sim.vale_of_eternity import log
from sim.vale_of_eternity.codes import ZONES
from sim.vale_of_eternity.labels import Names, read_option, stones_label
from sim.vale_of_eternity.run_replay import (
    Replayed,
    check_replay,
    of_artifacts,
    of_curse,
    replay_game,
)
from sim.vale_of_eternity.state import ENDS, PHASES
from sim.vale_of_eternity.words import Teller, count, end_phrase, taker_of, zones_of

__all__ = ["check_replay", "content", "print_game", "replay_game"]


def print_game(run: Run, replayed: Replayed) -> None:
    """Print a game in words, from the reveal of each round to the scores at its end."""
    game, s, t = replayed.game, replayed.game.state, replayed.game.tables[0]
    names = game.deck.all_names
    labels = [f"seat {seat} ({policy.name})" for seat, policy in enumerate(replayed.policies)]
    click.echo(
        f"Game {replayed.number} of {run.path}: deal {replayed.deal}, replicate"
        f" {replayed.replicate}, rotation {replayed.rotation}; {count(len(labels), 'player')},"
        f" seed {run.manifest['seed']}"
    )
    teller = Teller(game.deck.labels, labels)
    for round_no, of_round in groupby(replayed.moves, key=lambda move: move.round_no):
        moves = list(of_round)
        click.echo(f"\nRound {round_no}\n")
        revealed = teller.revealed(moves)
        if revealed:
            click.echo(f"Revealed: {', '.join(revealed)}")
        for line in teller.lines(moves):
            click.echo(capital(line))
        scores = game.scratch.round_score[round_no]
        click.echo("Scores: " + ", ".join(f"{who} {scores[k]}" for k, who in enumerate(labels)))
    ends = (int(t.end_score), int(t.last_round))
    click.echo(f"\n{end_phrase(int(s.end), game.best_on_track(), int(s.round_no), *ends)}\n")
    for seat, label in enumerate(labels):
        area = ", ".join(names[card] for card in game.seat_cards("area", seat)) or "no cards"
        click.echo(
            f"{capital(label)}: {count(int(s.score[seat]), 'point')},"
            f" {count(int(s.tie_break[seat]), 'card')} in the area ({area}), rank {s.rank[seat]}"
            f"{_cursed(of_curse(replayed, seat), int(s.wards[seat]))}"
        )
    winners = [labels[seat] for seat in range(len(labels)) if s.rank[seat] == 1]
    click.echo(f"\nWon by {' and '.join(winners)}.")


def _cursed(told: dict[str, Any], wards: int) -> str:
    """Return what counted at the end with the Curse; nothing without it."""
    if not told:
        return ""
    return (
        f"; {count(wards, 'ward')}, {count(told['soothed'], 'card')} soothed,"
        f" {count(told['curses'], 'curse')}"
    )


def content(run: Run, replayed: Replayed) -> dict[str, Any]:
    """Return a game as what ``--json`` prints."""
    game, s = replayed.game, replayed.game.state
    names, credits = game.deck.all_names, game.credits()
    players = [
        {
            "seat": seat,
            "policy": policy.name,
            "area": [names[card] for card in game.seat_cards("area", seat)],
            "hand": [names[card] for card in game.seat_cards("hand", seat)],
            "score": int(s.score[seat]),
            "tie_break": int(s.tie_break[seat]),
            "rank": int(s.rank[seat]),
            "win": credits[seat],
            "stones_earned": int(game.scratch.earned[seat]),
            "stones_wasted": int(game.scratch.wasted[seat]),
            **of_curse(replayed, seat),
            **of_artifacts(replayed, seat),
        }
        for seat, policy in enumerate(replayed.policies)
    ]
    return {
        "game": replayed.number,
        "deal": replayed.deal,
        "replicate": replayed.replicate,
        "rotation": replayed.rotation,
        "run": str(run.path),
        "seed": run.manifest["seed"],
        "deck": [names[card] for card in replayed.order],
        "moves": [
            _move(game.deck.labels, move) for move in replayed.moves if move.what not in _UNTOLD
        ],
        "rounds": int(s.round_no),
        "end": ENDS[s.end],
        "players": players,
    }


_UNTOLD = {log.M_PHASE, log.M_ROUND}
_WITH_STONES = {
    log.M_SUMMON, log.M_REMOVE, log.M_GAIN, log.M_LOSE, log.M_OVERFLOW, log.M_UPGRADE,
}  # fmt: skip
_WITH_NUMBER = {log.M_POINTS, log.M_REFILL, log.M_TOKENS, log.M_CURSES, log.M_AREAS}


def _move(names: Names, move: Any) -> dict[str, Any]:
    """Return a move with what it says of seat, card, stones and number."""
    told: dict[str, Any] = {
        "round": move.round_no,
        "phase": PHASES[move.phase],
        "move": log.MOVES[move.what],
    }
    if move.seat >= 0:
        told["seat"] = move.seat
    if move.card >= 0:
        told["card"] = names.cards[move.card]
    if move.what in _WITH_STONES:
        option = read_option(max(move.number, 0))
        told["stones"] = stones_label(option.stones, option.ward)
        if move.what == log.M_SUMMON:
            told["free"] = move.number < 0
    elif move.what == log.M_MOVE:
        told["from"], told["to"] = (ZONES[zone] for zone in zones_of(move))
        if taker_of(move) >= 0:
            told["taker"] = taker_of(move)
    elif move.what in (log.M_ARTIFACT, log.M_USE):
        told["artifact"] = names.artifacts[move.number]
    elif move.what == log.M_FAMILY:
        told["family"] = names.families[move.number]
    elif move.what in _WITH_NUMBER:
        told["number"] = move.number
    return told
