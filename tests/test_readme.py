"""README.md: what it tells a newcomer to paste runs, and what it says of exit codes is so."""

import html
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest

from sim.cards import load_cards
from sim.store import Run

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
TOP, TOUR = README.split("\n## A tour of ten minutes\n")
SH = re.compile(r"^```sh\n(.*?)^```$", re.S | re.M)
BLOCKS = SH.findall(TOUR)
NOTEBOOK = re.search(r"^```python\n(.*?)^```$", TOUR, re.S | re.M)[1]

# Fewer games than a reader plays: a test has less time.
FEWER = [
    ("--games 2_000", "--games 100"),
    ("--games 400", "--games 100"),
    ("--games 10_000", "--games 1_000"),
]


def run(command, folder):
    """Run a command line the way a reader does, the virtual environment being active."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return subprocess.run(
        ["bash", "-e", "-c", command],
        cwd=folder, env={**os.environ, "PATH": path}, capture_output=True, text=True,
        timeout=300, check=False,
    )  # fmt: skip


def deck_size():
    return sum(card.kind == "card" for card in load_cards().cards)


def scores(printed, folder):
    # World Tree: the guide's worked example. Mirage as Rainstorm: Mountain 9 + 50 (Smoke and
    # Wildfire), Great Flood 32 (the Mountain clears it), Smoke 27, Whirlwind 13 + 40, Air
    # Elemental 4 + 3 x 15, Wildfire 40, Mirage 0.
    assert re.findall(r"^Score: (\d+)$", printed, re.M) == ["216", "260"]


def a_run(printed, folder):
    assert printed.splitlines() == ["runs/tour"]


def a_report(printed, folder):
    assert printed.splitlines() == ["reports/tour/index.html"]
    page = (folder / "reports/tour/index.html").read_text(encoding="utf-8")
    assert "greedy plays best" in page


def a_game_in_words(printed, folder):
    seats = Run.open(folder / "runs/tour").players().filter(pl.col("game") == 0).collect()
    assert re.findall(r"^Score: (-?\d+)$", printed, re.M) == [str(s) for s in seats["score"]]
    assert printed.endswith("These are the scores stored in the run.\n")


def a_position(printed, folder):
    after = json.loads(printed)
    assert after["error"] is None
    state = after["state"]
    assert sorted(state["player"][0]["hand"]) == [
        "Candle", "King", "Knights", "Mountain", "Queen", "Smoke", "Wildfire",
    ]  # fmt: skip
    assert state["discard"] == ["Forest", "Swamp"]


def bots_compared(printed, folder):
    first, second = printed.split("Sequential test")[0], printed.split("Sequential test")[1]
    assert first.count("Share of the win credit of a match") == 2
    assert first.count("Mirror matches: each bot wins exactly as much as its own copy") == 2
    # Greedy is far ahead of cautious: the first look is enough.
    assert "greedy's lead over cautious is +2.0 points" in " ".join(second.split())
    assert "after 200 deals" in " ".join(second.split())


def a_banned_card(printed, folder):
    assert "greedy: cards banned for one seat, 200 deals" in printed
    assert "Necromancer" in printed


def a_weaker_dragon(printed, folder):
    assert f"{deck_size()} cards, 16 summoners" in printed
    assert "base strength 25" in printed
    deck = Run.open(folder / "runs/weaker-dragon").manifest["cards"]
    assert {card["id"]: card["value"] for card in deck}["dragon"] == 25


def a_deck_changed(printed, folder):
    assert "Dragon" in printed
    assert re.search(r"100 games|25 deals", printed)


def a_card_added(printed, folder):
    text = (folder / "with_kraken.csv").read_text(encoding="utf-8")
    assert text.endswith("penalty: -5 each Army,card,,\n")
    done = run("realmvale cards check with_kraken.csv", folder)
    assert f"{deck_size() + 1} cards" in done.stdout, done.stderr


def a_card_tried(printed, folder):
    assert "Kraken" in printed


def a_card_tuned(printed, folder):
    assert "Dragon" in printed


def playtests(printed, folder):
    assert printed == "reports/playtests/index.html\n"
    bots = pl.read_csv(folder / "reports/playtests/tables/bots.csv")
    # Anna wins the first game and shares the second.
    assert dict(bots.select("policy", "win").iter_rows()) == {"Anna": 0.75, "Ben": 0.25}
    cards = pl.read_csv(folder / "reports/playtests/tables/cards.csv")
    assert cards.filter(name="Dragon")["final_seats"].to_list() == [2]


def a_bot(printed, folder):
    players = Run.open(folder / "runs/hoarder").players().collect()
    means = dict(players.group_by(pl.col("policy").cast(pl.String)).agg(pl.mean("score")).rows())
    assert len(means) == 2
    assert all(score > 0 for score in means.values())
    assert any("Hoarder" in policy for policy in means)


def an_expansion_beside_its_base(printed, folder):
    assert printed.splitlines()[-1] == "reports/hoard/index.html"
    page = (folder / "reports/hoard/index.html").read_text(encoding="utf-8")
    new = {card.name for card in load_cards().select("fr", ("base", "cursed_hoard")).cards} - {
        card.name for card in load_cards().select("fr").cards
    }
    assert new
    assert all(html.escape(name) in page for name in new)


def trades(printed, folder):
    run = Run.open(folder / "runs/chaos")
    assert (run.manifest["players"], run.manifest["ticks"]) == (5, 150)
    assert run.games().collect()["end"].unique().to_list() == ["time"]


def a_run_verified(printed, folder):
    assert Run.open(folder / "runs/large").games().collect().height == 1_000
    assert printed.count("runs/large") == 3
    assert "3 of them (seed" in printed
    assert "played again: all as it should be" in printed


def a_run_as_long_as_it_takes(printed, folder):
    assert printed.splitlines() == ["runs/known"]
    manifest = Run.open(folder / "runs/known").manifest
    assert (manifest["until_error"], manifest["complete"]) == (0.01, True)
    assert manifest["games"] > 1000


SENSIBLE = [
    scores,
    a_run,
    a_game_in_words,
    a_run_as_long_as_it_takes,
    a_report,
    bots_compared,
    a_bot,
    a_weaker_dragon,
    a_deck_changed,
    a_card_added,
    a_card_tried,
    a_card_tuned,
    playtests,
    a_banned_card,
    a_position,
    an_expansion_beside_its_base,
    trades,
    a_run_verified,
]


def test_the_tour_runs_as_pasted(deck, tmp_path):
    # One test, in a folder that holds cards.csv only: later blocks use what earlier ones wrote.
    shutil.copy(ROOT / "cards.csv", tmp_path)
    for block, sensible in zip(BLOCKS, SENSIBLE, strict=True):
        for games, fewer in FEWER:
            block = block.replace(games, fewer)
        done = run(block, tmp_path)
        assert done.returncode == 0, block + done.stderr
        assert "Traceback" not in done.stderr
        sensible(done.stdout, tmp_path)
    (tmp_path / "notebook.py").write_text(NOTEBOOK, encoding="utf-8")
    done = run("python notebook.py", tmp_path)
    assert done.returncode == 0, done.stderr
    assert "greedy" in done.stdout
    assert "dealt_effect" in done.stdout


def test_the_two_commands_at_the_top_are_targets_and_make_lists_them(tmp_path):
    commands = [line.split("#")[0].split() for line in SH.findall(TOP)[0].splitlines()]
    assert commands == [["make", "report"], ["make", "test"]]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    rules = re.findall(r"^([a-z-]+):", makefile, re.M)
    assert {"report", "test"} <= set(rules)
    listed = subprocess.run(
        ["make", "-s", "-f", ROOT / "Makefile"],
        cwd=tmp_path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert re.findall(r"^  make ([a-z-]+) +\S", listed.stdout, re.M) == rules


def said_of(code):
    """What the README's table says of an exit code."""
    rows = dict(re.findall(r"^\| (\d+) \| (.+) \|$", README, re.M))
    assert list(rows) == ["0", "1", "2", "130"]
    return rows[str(code)]


def test_exit_code_0_is_for_what_is_done(tmp_path):
    assert said_of(0) == "done"
    assert run("realmvale cards check", tmp_path).returncode == 0


def test_exit_code_1_is_for_a_check_that_failed(deck, tmp_path):
    assert "an illegal action in a scenario" in said_of(1)
    position = re.search(r"position\.toml <<'EOF'\n(.*?)^EOF$", TOUR, re.S | re.M)[1]
    illegal = position.replace('card = "Smoke"', 'card = "Dragon"')  # it lies in the deck
    (tmp_path / "illegal.toml").write_text(illegal, encoding="utf-8")
    done = run("realmvale scenario illegal.toml", tmp_path)
    assert done.returncode == 1
    assert "Dragon" in json.loads(done.stdout)["error"]


def test_exit_code_2_is_for_usage_and_input_and_debug_shows_where(tmp_path):
    assert "one sentence on stderr says what and where" in said_of(2)
    done = run("realmvale cards show Dragoon", tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "Dragon" in done.stderr
    assert "`--debug` shows the traceback" in README
    assert "Traceback" in run("realmvale cards show Dragoon --debug", tmp_path).stderr


@pytest.mark.skipif(os.name == "nt", reason="signals are other things there")
def test_exit_code_130_keeps_finished_blocks_and_resume_goes_on(deck, tmp_path):
    assert "finished blocks are kept and `--resume` goes on" in said_of(130)
    command = [Path(sys.executable).parent / "realmvale", "simulate", "fr", "--policy", "random"]
    command += ["--games", "400_000", "--block-deals", "50", "--keep", "players", "--out", "long"]
    process = subprocess.Popen(
        command, cwd=tmp_path, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    deadline = time.monotonic() + 60
    while not list(tmp_path.glob("long/games/*.parquet")):
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "--resume" in err
    assert Run.open(tmp_path / "long").blocks()
