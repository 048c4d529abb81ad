"""Run folders of The Vale of Eternity made up for tests: by hand, or drawn from a known model."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import polars as pl

from tests.support.synthetic_run import manifest

EVENTS = {
    "hunted": 1,
    "tamed": 2,
    "sold": 4,
    "drawn": 8,
    "summoned": 16,
    "recovered": 32,
    "discarded": 64,
    "soothed": 128,
    "final": 256,
}
FAMILIES = ("Fire", "Water", "Earth", "Wind", "Dragon")
CARDS = {
    "game": pl.Int64,
    "seat": pl.Int8,
    "card": pl.String,
    "events": pl.UInt16,
    "offered": pl.Int16,
    "pick": pl.Int16,
    "turn_drawn": pl.Int16,
    "turn_taken": pl.Int16,
    "points": pl.Int16,
}
#: What a card row says of a card that nothing happened to.
NOTHING = {"offered": 0, "pick": None, "turn_drawn": None, "turn_taken": None, "points": 0}


def made_up_creatures(count: int = 70) -> list[dict]:
    """A deck whose card i costs i % 13."""
    return [
        {
            "id": f"creature-{i}",
            "name": f"Creature {i}",
            "suit": FAMILIES[i % len(FAMILIES)],
            "value": i % 13,
            "set": "base",
        }
        for i in range(count)
    ]


def write_vale(folder: Path, policies, cards, blocks, **changes) -> Path:
    """Write a run folder; each block is a dict of rows: games, players, cards, rounds."""
    folder.mkdir(parents=True, exist_ok=True)
    games = [row for block in blocks for row in block["games"]]
    seats = [row["seat"] for block in blocks for row in block["players"]]
    about = {
        "command": "realmvale simulate vale --players 4 --seed 7 --out runs/x",
        "game": "vale_of_eternity",
        "events": EVENTS,
    }
    text = manifest(
        policies, cards, max(seats, default=1) + 1, len({g["deal"] for g in games}), len(games),
        **about | changes,
    )  # fmt: skip
    del text["turn_cap"], text["variant"]
    (folder / "run.json").write_text(json.dumps(text), encoding="utf-8")
    for number, block in enumerate(blocks):
        for table, frame in frames(block, policies, cards).items():
            if table == "cards" and text["keep"] == "players":
                continue
            (folder / table).mkdir(exist_ok=True)
            frame.write_parquet(folder / table / f"{number:012d}.parquet")
    return folder


def frames(block, policies, cards) -> dict[str, pl.DataFrame]:
    """The rows of a block as the run folder types them."""
    players = {
        "game": pl.Int64, "seat": pl.Int8, "policy": pl.String, "score": pl.Int32,
        "tie_break": pl.Int32, "rank": pl.Int8, "win": pl.Float64,
        "stones_earned": pl.Int32, "stones_wasted": pl.Int32,
    }  # fmt: skip
    extra = {name for row in block["players"] for name in row} - set(players)
    schemas = {
        "games": {
            "game": pl.Int64, "deal": pl.Int64, "replicate": pl.Int32, "rotation": pl.Int16,
            "rounds": pl.Int32, "end": pl.String,
        },
        "players": players | dict.fromkeys(sorted(extra), pl.Int32),
        "cards": CARDS | ({"stays": pl.Int16} if "stays" in str(block["cards"][:1]) else {}),
        "rounds": {"game": pl.Int64, "round": pl.Int8, "seat": pl.Int8, "score": pl.Int32},
    }  # fmt: skip
    made = {t: pl.DataFrame(block[t], schema=schema) for t, schema in schemas.items()}
    names = {"policy": list(policies), "card": [card["id"] for card in cards]}
    names["end"] = ["points", "rounds"]
    return {
        table: frame.with_columns(
            pl.col(c).cast(pl.Enum(values)) for c, values in names.items() if c in frame.columns
        )
        for table, frame in made.items()
    }


def by_hand(folder: Path, games, cards=None, policies=None, **changes) -> Path:
    """Write a run folder from rows, one block a game.

    `games` is a list of dicts: deal, seats = list of (policy, score, win), and optionally rounds,
    end, scores = {round: scores by seat}, stones = [(earned, wasted) by seat], extra = [dict by
    seat], met = {(seat, card id): (event names, dict of other columns)}.
    """
    names = list(dict.fromkeys(seat[0] for game in games for seat in game["seats"]))
    policies = policies or names or ["a"]
    cards = made_up_creatures(4) if cards is None else cards
    blocks = []
    for number, game in enumerate(games):
        stones = game.get("stones", [(0, 0)] * len(game["seats"]))
        extra = game.get("extra", [{}] * len(game["seats"]))
        blocks.append(
            {
                "games": [
                    {"game": number, "deal": game["deal"], "replicate": 0, "rotation": 0,
                     "rounds": game.get("rounds", 8), "end": game.get("end", "points")}
                ],
                "players": [
                    {"game": number, "seat": seat, "policy": policy, "score": score,
                     "tie_break": 0, "rank": 1 if win else 2, "win": win,
                     "stones_earned": stones[seat][0], "stones_wasted": stones[seat][1],
                     **extra[seat]}
                    for seat, (policy, score, win) in enumerate(game["seats"])
                ],
                "cards": [
                    {"game": number, "seat": seat, "card": card,
                     "events": sum(EVENTS[event] for event in events), **NOTHING, **other}
                    for (seat, card), (events, other) in game.get("met", {}).items()
                ],
                "rounds": [
                    {"game": number, "round": turn, "seat": seat, "score": score}
                    for turn, scores in game.get("scores", {}).items()
                    for seat, score in enumerate(scores)
                ],
            }
        )  # fmt: skip
    return write_vale(folder, policies, cards, blocks, **changes)


def drawn_from_model(
    folder: Path,
    deals: int = 60,
    policies=("random", "seller", "rusher", "builder"),
    block_deals: int = 20,
    seed: int = 1,
    creatures: int = 70,
    **changes,
) -> Path:
    """Write a run of made-up games, every rotation of each deal, as many seats as policies.

    A better bot (later in the list) hunts and summons better cards more surely. Card i brings
    about i % 13 points; card 7 brings 12 more, card 11 six less.
    """
    rng = np.random.default_rng(seed)
    cards = made_up_creatures(creatures)
    worth = np.array([card["value"] for card in cards], dtype=float)
    worth[7] += 12
    worth[11] -= 6
    blocks = []
    for start in range(0, deals, block_deals):
        rows = {"games": [], "players": [], "cards": [], "rounds": []}
        for deal in range(start, min(start + block_deals, deals)):
            order = rng.permutation(creatures)
            for rotation in range(len(policies)):
                _model_game(rows, rng, deal, rotation, policies, order, worth)
        blocks.append(rows)
    return write_vale(folder, policies, cards, blocks, **changes)


def _model_game(rows, rng, deal, rotation, policies, order, worth) -> None:
    m = len(policies)
    game = deal * m + rotation
    skills = [(rotation + seat) % m for seat in range(m)]
    pile = list(order)
    score, earned, wasted = np.arange(1, m + 1), np.zeros(m, int), np.zeros(m, int)
    met: dict[tuple[int, int], dict] = {}
    hands: list[list[int]] = [[] for _ in range(m)]
    areas: list[list[int]] = [[] for _ in range(m)]

    def row(seat, card):
        start = {"game": game, "seat": seat, "card": f"creature-{card}", "events": 0, **NOTHING}
        return met.setdefault((seat, card), start)

    for turn in range(1, 11):
        first = (turn - 1) % m
        around = [(first + i) % m for i in range(m)]
        display, sold = [pile.pop() for _ in range(min(2 * m, len(pile)))], []
        for place, seat in enumerate([*around, *around[::-1]], start=1):
            if not display:
                break
            for card in display:
                row(seat, card)["offered"] += 1
            liking = worth[display] * skills[seat] + rng.normal(0, 6, len(display))
            card = display.pop(int(np.argmax(liking)))
            mine = row(seat, card)
            mine["pick"], mine["turn_taken"] = mine["pick"] or place, mine["turn_taken"] or turn
            tame = worth[card] * skills[seat] + rng.normal(0, 6) > 8
            mine["events"] |= EVENTS["hunted"] | EVENTS["tamed" if tame else "sold"]
            if tame:
                hands[seat].append(card)
            else:
                sold.append(card)
                stones = int(rng.integers(1, 5))
                earned[seat] += stones
                wasted[seat] += max(0, stones - 3)
        for seat in around:
            if pile and rng.random() < 0.2:
                card = pile.pop()
                hands[seat].append(card)
                row(seat, card)["events"] |= EVENTS["drawn"]
                row(seat, card)["turn_drawn"] = turn
            if hands[seat] and len(areas[seat]) < turn and rng.random() < 0.9:
                card = hands[seat].pop(0)
                areas[seat].append(card)
                row(seat, card)["events"] |= EVENTS["summoned"]
                gained = max(-score[seat], int(worth[card] + rng.integers(-2, 4)))
                row(seat, card)["points"] += gained
                score[seat] += gained
                if rng.random() < 0.1:
                    areas[seat].remove(card)
                    hands[seat].append(card)
                    row(seat, card)["events"] |= EVENTS["recovered"]
                elif rng.random() < 0.1:
                    areas[seat].remove(card)
                    sold.append(card)
                    row(seat, card)["events"] |= EVENTS["discarded"]
        pile = [*sold[::-1], *pile]
        for seat in range(m):
            rows["rounds"].append(
                {"game": game, "round": turn, "seat": seat, "score": int(score[seat])}
            )
        if score.max() >= 60:
            break
    for seat in range(m):
        for card in areas[seat]:
            row(seat, card)["events"] |= EVENTS["final"]
    rows["cards"] += met.values()
    key = score * 1000 + [len(area) for area in areas]
    win = (key == key.max()) / (key == key.max()).sum()
    rows["games"].append(
        {"game": game, "deal": deal, "replicate": 0, "rotation": rotation, "rounds": turn,
         "end": "points" if score.max() >= 60 else "rounds"}
    )  # fmt: skip
    rows["players"] += [
        {"game": game, "seat": seat, "policy": policies[skills[seat]], "score": int(score[seat]),
         "tie_break": len(areas[seat]), "rank": 1 + int((key > key[seat]).sum()),
         "win": float(win[seat]), "stones_earned": int(earned[seat]),
         "stones_wasted": int(wasted[seat])}
        for seat in range(m)
    ]  # fmt: skip
