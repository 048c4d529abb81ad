"""Decks of a designer's own: any number of cards up to 128, suits from the file."""

import csv
import json
import random

import polars as pl
import pytest
from click.testing import CliRunner

from analysis.cli import main
from sim.card_file import COLUMNS
from sim.store import Run

SUITS = ["Moss", "Ember", "Tide", "Gale", "Bone", "Clockwork", "Dream"]
VARIANTS = {"standard": 3, "two-player": 2, "chaos": 3}


def text_of(number, suit, rng):
    """One of the kinds of text there are, about suits and cards of this deck."""
    other = rng.choice([s for s in SUITS if s != suit])
    kinds = [
        "",
        f"bonus: +{rng.randrange(2, 9)} each {other}",
        f"penalty: -{rng.randrange(2, 9)} each other {suit}",
        f"bonus: +12 with any {other}; penalty: blanks {rng.choice(SUITS)}",
        f"penalty: -20 unless any {other}",
        f'bonus: +15 with "Card {(number * 7) % 20}"',
        f"penalty: blanked unless any {other}",
        f"bonus: clears {other}",
        f"choice: copies name and suit of any {other} in the game",
        f"extra: may take one {other}, {suit} from the discard area",
    ]
    return kinds[number % len(kinds)]


def write_deck(path, cards):
    """Write a deck of so many cards, the same for the same number."""
    rng = random.Random(cards)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, restval="")
        writer.writeheader()
        for number in range(cards):
            suit = SUITS[number % len(SUITS)]
            writer.writerow({
                "game": "fantasy_realms", "set": "base", "kind": "card", "source": "card",
                "id": f"card-{number}", "name": f"Card {number}", "suit": suit,
                "value": rng.randrange(0, 40), "text": text_of(number, suit, rng),
            })  # fmt: skip
    return path


def realmvale(*arguments):
    return CliRunner().invoke(main, list(map(str, arguments)))


def hand_of(names):
    return ", ".join(names)


@pytest.mark.parametrize("cards", [90, 128])
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_deck_is_played_scored_traced_and_reported(tmp_path, cards, variant):
    file, run = write_deck(tmp_path / "mine.csv", cards), tmp_path / "run"
    players = VARIANTS[variant]
    done = realmvale(
        "simulate", "fr", "--variant", variant, "--players", players, "--games", 24, "--cards",
        file, "--policy", "random", "--policy", "greedy", "--policy", "cautious", "--policy",
        "strongest", "--out", run, "--quiet",
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    stored = Run.open(run)
    rows = stored.cards().collect()
    assert rows["card"].dtype == pl.Enum([f"card-{n}" for n in range(cards)])
    final = rows.filter(pl.col("events") & 16 == 16).group_by("game", "seat").len()
    sizes = set(final["len"])
    assert sizes <= {7, 8} if variant != "two-player" else max(sizes) <= 8
    assert rows["card"].n_unique() > cards / 2
    for number in stored.games().collect()["game"][:4]:
        traced = realmvale("trace", run, "--game", number, "--json")
        assert traced.exit_code == 0, traced.output
        for hand in json.loads(traced.stdout)["hands"]:
            extra = hand["extra"]
            if variant == "chaos" and extra:
                continue  # its suit is free there, which `score` doesn't know
            held = [name for name in hand["hand"] if name != extra]
            if not held:
                continue
            scored = realmvale(
                "score", hand_of(held + ([extra] if extra else [])), "--cards", file, "--partial",
                "--json",
            )  # fmt: skip
            assert scored.exit_code == 0, scored.output
            assert json.loads(scored.stdout)["score"] == hand["score"]
    reported = realmvale("report", run, "--out", tmp_path / "report")
    assert reported.exit_code == 0, reported.output
    page = (tmp_path / "report" / "index.html").read_text(encoding="utf-8")
    assert "Clockwork" in page
    table = pl.read_csv(tmp_path / "report" / "tables" / "cards.csv")
    assert table.height == cards
    assert set(table["suit"]) == set(SUITS)


@pytest.mark.parametrize(
    ("variant", "players", "need"),
    [("standard", 3, 31), ("two-player", 2, 26), ("chaos", 3, 21), ("chaos", 7, 49)],
)
def test_too_few_cards_for_the_players_are_a_clear_error(tmp_path, variant, players, need):
    file = write_deck(tmp_path / "mine.csv", 20)
    done = realmvale(
        "simulate", "fr", "--variant", variant, "--players", players, "--cards", file,
        "--out", tmp_path / "run",
    )  # fmt: skip
    assert done.exit_code == 2
    assert f"has 20 cards; {players} players need at least {need}, 7 a hand" in done.stderr
    assert ("in the discard area" in done.stderr) == (variant != "chaos")
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(("variant", "players", "cards"), [
    ("standard", 3, 31), ("two-player", 2, 26), ("chaos", 3, 21),
])  # fmt: skip
def test_just_enough_cards_are_enough(tmp_path, variant, players, cards):
    file, run = write_deck(tmp_path / "mine.csv", cards), tmp_path / "run"
    done = realmvale(
        "simulate", "fr", "--variant", variant, "--players", players, "--games", 40, "--cards",
        file, "--policy", "random", "--policy", "cautious", "--out", run, "--quiet",
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    games = Run.open(run).games().collect()
    assert games.height >= 40
    assert realmvale("trace", run, "--game", games["game"][0]).exit_code == 0


def test_a_deck_of_20_cards_is_checked_scored_and_shown(tmp_path):
    file = write_deck(tmp_path / "mine.csv", 20)
    assert realmvale("cards", "check", file).exit_code == 0
    hand = hand_of([f"Card {n}" for n in range(7)])
    assert realmvale("score", hand, "--cards", file).exit_code == 0
    shown = realmvale("cards", "show", "Card 8", "--cards", file)
    assert shown.exit_code == 0
    assert "Card 8" in shown.stdout


def test_a_129th_card_is_one_too_many(tmp_path):
    file = write_deck(tmp_path / "mine.csv", 129)
    done = realmvale("simulate", "fr", "--cards", file, "--out", tmp_path / "run")
    assert done.exit_code == 2
    assert "128" in done.stderr


def test_several_holders_draw_different_cards_in_chaos(tmp_path):
    """Each looks at three; what the first doesn't add goes under the deck."""
    file = tmp_path / "mine.csv"
    rows = []
    for n in range(30):
        text = "extra: may take one Moss from the discard area" if n in (0, 7, 14) else ""
        rows.append(f"fantasy_realms,base,card,c{n},C {n},{SUITS[n % 2]},{n + 1},,,,{text},card,,")
    file.write_text(",".join(COLUMNS) + "\n" + "\n".join(rows) + "\n", encoding="utf-8")
    hands = [[f"C {n}" for n in range(7 * seat, 7 * seat + 7)] for seat in range(3)]
    deck = [f"C {n}" for n in range(21, 30)]
    scenario = tmp_path / "end.toml"
    scenario.write_text(
        f'game = "fantasy_realms"\nvariant = "chaos"\ncards = "mine.csv"\ndraw = {deck}\n'
        + "".join(f"[[player]]\nhand = {hand}\n" for hand in hands)
        + '[[do]]\naction = "end"\n',
        encoding="utf-8",
    )
    done = realmvale("scenario", scenario)
    assert done.exit_code == 0, done.output
    players = json.loads(done.stdout)["state"]["player"]
    # Of 22, 23, 24 (C 21 to C 23) the strongest, and so on.
    assert [player["extra"] for player in players] == ["C 23", "C 26", "C 29"]
    assert json.loads(done.stdout)["state"]["draw"] == [
        "C 21", "C 22", "C 24", "C 25", "C 27", "C 28",
    ]  # fmt: skip
