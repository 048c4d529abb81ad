"""Run folders made up for tests: written by hand from rows, or drawn from a known model."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import polars as pl

EVENTS = {
    "dealt": 1,
    "drawn": 2,
    "taken": 4,
    "discarded": 8,
    "final": 16,
    "blanked": 32,
    "extra": 64,
}
CARD_COLUMNS = (
    "game", "seat", "card", "events", "offered", "turn_drawn", "turn_taken", "points",
)  # fmt: skip
SUITS = ("Army", "Artifact", "Beast", "Flame", "Flood", "Land", "Leader", "Weapon", "Weather")


def made_up_cards(count: int = 53) -> list[dict]:
    """A deck whose card i has base strength i % 40."""
    return [
        {
            "id": f"card-{i}",
            "name": f"Card {i}",
            "suit": SUITS[i % len(SUITS)],
            "value": i % 40,
            "set": "base",
        }
        for i in range(count)
    ]


def manifest(policies, cards, players, deals, games, **changes) -> dict:
    """A manifest as `realmvale simulate` writes it."""
    return {
        "format_version": 1,
        "rules_version": "1",
        "command": "realmvale simulate fantasy-realms --players 4 --seed 7 --out runs/x",
        "argv": ["simulate", "fantasy-realms"],
        "seed": 7,
        "game": "fantasy_realms",
        "variant": "standard",
        "sets": ["base"],
        "players": players,
        "policies": [{"name": p, "spec": p, "params": {}} for p in policies],
        "rulings": {},
        "cards_sha256": "0" * 64,
        "assumed": [],
        "turn_cap": 200,
        "replicates": 1,
        "deals": deals,
        "games": games,
        "block_deals": 1000,
        "keep": "all",
        "events": EVENTS,
        "versions": {"polars": pl.__version__, "numpy": np.__version__},
        "wall_seconds": 12.5,
        "complete": True,
        "cards": cards,
        "created": "2026-01-02T03:04:05+00:00",
    } | changes


def write_block(folder: Path, name: str, policies, cards, games, players, events=None) -> None:
    """Write one block; `games`, `players` and `events` are column dicts."""
    tables = {
        "games": pl.DataFrame(games).select(
            pl.col("game").cast(pl.Int64),
            pl.col("deal").cast(pl.Int64),
            pl.lit(0, pl.Int32).alias("replicate"),
            pl.col("rotation").cast(pl.Int16),
            pl.col("turns").cast(pl.Int32),
            pl.col("end").cast(pl.Enum(["discards", "exhausted", "turn_cap"])),
        ),
        "players": pl.DataFrame(players).select(
            pl.col("game").cast(pl.Int64),
            pl.col("seat").cast(pl.Int8),
            pl.col("policy").cast(pl.Enum(list(policies))),
            pl.col("score").cast(pl.Int32),
            pl.lit(0, pl.Int32).alias("tie_break"),
            pl.col("rank").cast(pl.Int8),
            pl.col("win").cast(pl.Float64),
        ),
    }
    if events is not None:
        tables["cards"] = pl.DataFrame(events).select(
            pl.col("game").cast(pl.Int64),
            pl.col("seat").cast(pl.Int8),
            pl.col("card").cast(pl.Enum([card["id"] for card in cards])),
            pl.col("events").cast(pl.UInt16),
            pl.col("offered").cast(pl.Int16),
            pl.col("turn_drawn").cast(pl.Int16),
            pl.col("turn_taken").cast(pl.Int16),
            pl.col("points").cast(pl.Int16),
        )
    for table, frame in tables.items():
        (folder / table).mkdir(parents=True, exist_ok=True)
        frame.write_parquet(folder / table / f"{name}.parquet")


def by_hand(folder: Path, games, cards=None, policies=None, **changes) -> Path:
    """Write a run folder from rows.

    `games` is a list of dicts: deal, seats = list of (policy, score, win), and optionally turns,
    end, held = {(seat, card id): (event names, offered, points)}.
    """
    names = list(dict.fromkeys(seat[0] for game in games for seat in game["seats"]))
    policies = policies or names or ["a"]
    cards = made_up_cards(4) if cards is None else cards
    g = {key: [] for key in ("game", "deal", "rotation", "turns", "end")}
    p = {key: [] for key in ("game", "seat", "policy", "score", "rank", "win")}
    c = {key: [] for key in CARD_COLUMNS}
    for number, game in enumerate(games):
        row = (number, game["deal"], 0, game.get("turns", 40), game.get("end", "discards"))
        for key, value in zip(g, row, strict=True):
            g[key].append(value)
        for seat, (policy, score, win) in enumerate(game["seats"]):
            rank = 1 if win else 2
            for key, value in zip(p, (number, seat, policy, score, rank, win), strict=True):
                p[key].append(value)
        for (seat, card), (events, offered, points) in game.get("held", {}).items():
            bits = sum(EVENTS[event] for event in events)
            turn = 5 if "taken" in events else None
            row = (number, seat, card, bits, offered, None, turn, points)
            for key, value in zip(c, row, strict=True):
                c[key].append(value)
    folder.mkdir(parents=True, exist_ok=True)
    players = len(games[0]["seats"]) if games else 2
    deals = len({game["deal"] for game in games})
    text = manifest(policies, cards, players, deals, len(games), **changes)
    (folder / "run.json").write_text(json.dumps(text), encoding="utf-8")
    if games:
        write_block(folder, "block-0", policies, cards, g, p, c)
    return folder


def drawn_from_model(
    folder: Path,
    deals: int = 500,
    policies=("random", "strongest", "cautious", "greedy"),
    block_deals: int = 250,
    seed: int = 1,
    draws: int = 5,
    keep: str = "all",
    **changes,
) -> Path:
    """Write a run of made-up 4-player games, every rotation of each deal.

    A better bot (later in the list) keeps better cards more surely. A card is worth its base
    strength plus noise; card 7 brings 60 on top, card 11 costs 40.
    """
    rng = np.random.default_rng(seed)
    cards, players = made_up_cards(), 4
    folder.mkdir(parents=True, exist_ok=True)
    for start in range(0, deals, block_deals):
        ids = np.arange(start, min(start + block_deals, deals))
        _model_block(folder, f"block-{start:09d}", ids, policies, cards, rng, draws, keep)
    games = deals * players
    text = manifest(policies, cards, players, deals, games, keep=keep, **changes)
    (folder / "run.json").write_text(json.dumps(text), encoding="utf-8")
    return folder


def _model_block(folder, name, deals, policies, cards, rng, draws, keep) -> None:
    m, n_cards = 4, len(cards)
    worth = np.array([card["value"] for card in cards], dtype=float)
    worth[7] += 60
    worth[11] -= 40
    order = np.argsort(rng.random((deals.size, n_cards)), axis=1)
    deal = np.repeat(deals, m)
    rotation = np.tile(np.arange(m), deals.size)
    order = np.repeat(order, m, axis=0)
    games = deal.size
    game = deal * m + rotation
    policy = (rotation[:, None] + np.arange(m)) % len(policies)
    columns = {key: [] for key in ["game", "seat", "card", "events", "offered", "taken", "points"]}
    score = np.zeros((games, m), dtype=int)
    for seat in range(m):
        got = np.concatenate(
            [order[:, seat * 7 : seat * 7 + 7], order[:, 28 + seat :: m][:, :draws]], axis=1
        )
        n_got = got.shape[1]
        skill = policy[:, seat][:, None] / len(policies)
        value = worth[got] * skill + rng.normal(0, 15, got.shape)
        final = np.argsort(np.argsort(-value, axis=1), axis=1) < 7
        blanked = final & (rng.random(got.shape) < 0.05)
        points = np.where(final & ~blanked, worth[got] + rng.integers(-5, 6, got.shape), 0)
        score[:, seat] = points.sum(axis=1)
        blind = rng.random(got.shape) < 0.6
        source = np.where(np.arange(n_got) < 7, 1, np.where(blind, 2, 4))
        bits = source + np.where(final, 16, 8) + np.where(blanked, 32, 0)
        offered = np.where(source == 4, rng.integers(1, 4, got.shape), 0)
        seen = order[:, 28 + (seat + 1) % m :: m][:, :draws]
        add = {
            "card": np.concatenate([got, seen], axis=1),
            "events": np.concatenate([bits, np.zeros_like(seen)], axis=1),
            "offered": np.concatenate([offered, rng.integers(1, 8, seen.shape)], axis=1),
            "taken": np.concatenate([np.where(source == 4, 9, -1), np.full_like(seen, -1)], axis=1),
            "points": np.concatenate([points, np.zeros_like(seen)], axis=1),
        }
        add["game"] = np.broadcast_to(game[:, None], add["card"].shape)
        add["seat"] = np.full(add["card"].shape, seat)
        for key, values in add.items():
            columns[key].append(values.ravel())
    best = score == score.max(axis=1, keepdims=True)
    win = best / best.sum(axis=1, keepdims=True)
    rank = 1 + (score[:, :, None] < score[:, None, :]).sum(axis=2)
    end = np.where(rng.random(games) < 0.97, "discards", "turn_cap")
    turns = np.where(end == "turn_cap", 200, rng.integers(10, 60, games))
    g = {"game": game, "deal": deal, "rotation": rotation, "turns": turns, "end": end}
    p = {
        "game": np.repeat(game, m),
        "seat": np.tile(np.arange(m), games),
        "policy": np.array(policies)[policy.ravel()],
        "score": score.ravel(),
        "rank": rank.ravel(),
        "win": win.ravel(),
    }
    flat = {key: np.concatenate(values) for key, values in columns.items()}
    taken = pl.Series(flat.pop("taken"))
    c = flat | {
        "card": np.array([card["id"] for card in cards])[flat["card"]],
        "turn_drawn": pl.Series([None] * len(flat["game"]), dtype=pl.Int16),
        "turn_taken": pl.select(pl.when(taken >= 0).then(taken))[:, 0],
    }
    write_block(folder, name, policies, cards, g, p, None if keep == "players" else c)
