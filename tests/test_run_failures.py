"""TL-25: bots that misbehave: the run stops, or goes on without the deal; none thinks for ever."""

import subprocess
import sys
import time
from dataclasses import replace

import polars as pl
import pytest
from click.testing import CliRunner
from support.games import assert_same, make_game, played, stored
from support.vale_games import make_game as make_vale

from analysis.cli import main
from sim.cards import load_cards
from sim.errors import RealmvaleError
from sim.failures import PolicyError
from sim.run import play_run
from sim.store import Run
from sim.vale_of_eternity.compile import compile_deck
from sim.verify import verify_run

# Each bot fails in some deals only: those in which it meets a certain card.
BOTS = """
import time

from sim.fantasy_realms.view import CHOOSE
from sim.jit import kernel


class Sound:
    fails = False

    def choose(self, view, options):
        if self.fails and view.turn > 2 and "Dragon" in view.hand:
            return self.fail(view, options)
        return len(options) - 1

    def fail(self, view, options):
        return 0


class Raising(Sound):
    fails = True

    def fail(self, view, options):
        raise ValueError("out of ideas")


class Nonsense(Sound):
    fails = True

    def fail(self, view, options):
        return len(options)


class Words(Sound):
    fails = True

    def fail(self, view, options):
        return options[0]


class Looping(Sound):
    fails = True

    def fail(self, view, options):
        while True:
            try:
                while True:
                    pass
            except Exception:
                pass


class Sleeping(Sound):
    fails = True

    def fail(self, view, options):
        time.sleep(1000)


class Stubborn(Sound):
    fails = True

    def fail(self, view, options):
        while True:
            try:
                time.sleep(0.01)
            except BaseException:
                pass


@kernel(CHOOSE)
def sound(view, options, n, params, stream):
    return n - 1


@kernel(CHOOSE)
def beyond(view, options, n, params, stream):
    return n if view.turn > 2 and options[0] == 3 else n - 1


@kernel(CHOOSE)
def throwing(view, options, n, params, stream):
    if view.turn > 2 and options[0] == 3:
        raise ValueError("lost the thread")
    return n - 1
"""

VALE_BOTS = """
class Sound:
    def choose(self, view, options):
        return 0


class Failing(Sound):
    def choose(self, view, options):
        return "none" if view.rng.random() < 0.005 else 0
"""


@pytest.fixture(scope="module")
def bots(tmp_path_factory):
    path = tmp_path_factory.mktemp("bots") / "bots.py"
    path.write_text(BOTS, encoding="utf-8")
    return str(path)


@pytest.fixture(scope="module")
def vale():
    return compile_deck(load_cards().select("vale_of_eternity"))


def skipping(deck, policies, deals=12, seconds=0.0, **options):
    game = make_game(deck, policies, deals, **options)
    return replace(game, on_error="skip", bot_seconds=seconds, _local={})


def without(tables, left_out, sound):
    """The tables of a sound bot's run without some deals, as a failing bot's run has them."""
    games = tables["games"].filter(~pl.col("deal").is_in(left_out))
    kept = {"games": games}
    for name in ("players", "cards"):
        kept[name] = tables[name].filter(pl.col("game").is_in(games["game"].implode()))
    return {name: sound(table) for name, table in kept.items()}


def nameless(table):
    return table.drop("policy", strict=False)


@pytest.mark.parametrize(
    ("failing", "sound", "how", "message"),
    [
        ("Raising", "Sound", "raised", "raised ValueError: out of ideas"),
        ("Nonsense", "Sound", "no option", "chose option "),
        ("Words", "Sound", "raised", "not the index of an option"),
        ("beyond", "sound", "no option", "chose option "),
        ("throwing", "sound", "raised", "raised ValueError: lost the thread"),
    ],
)
def test_deals_in_which_a_bot_fails_are_left_out_whole_and_the_others_are_as_ever(
    deck, bots, tmp_path, failing, sound, how, message
):
    game = skipping(deck, (f"{bots}:{failing}", "random"), replicates=2, block_deals=5)
    outcome = play_run(game, tmp_path / "run", workers=2, backend="threads", quiet=True)
    tables = stored(tmp_path / "run")
    failures = tables.pop("failures")
    assert 0 < failures.height < 12
    assert outcome.failed_deals == failures.height
    assert Run.open(tmp_path / "run").manifest["failed_deals"] == failures.height
    assert set(failures["how"]) == {how}
    assert all(message in what for what in failures["what"])
    assert set(failures["policy"]) == {failing}
    assert (failures["game"] // 8 == failures["deal"]).all()
    all_deals = played(make_game(deck, (f"{bots}:{sound}", "random"), 12, replicates=2))
    expected = without(all_deals, failures["deal"].to_list(), nameless)
    assert_same({name: nameless(table) for name, table in tables.items()}, expected)
    assert verify_run(Run.open(tmp_path / "run"), None, 1, quiet=True, workers=1).problems == []


def test_the_vale_goes_on_too(vale, tmp_path):
    path = tmp_path / "bots.py"
    path.write_text(VALE_BOTS, encoding="utf-8")
    game = make_vale(vale, (f"{path}:Failing",), 8, players=3, block_deals=3)
    game = replace(game, on_error="skip", _local={})
    play_run(game, tmp_path / "run", workers=1, quiet=True)
    tables = stored(tmp_path / "run")
    left_out = tables["failures"]["deal"].to_list()
    assert 0 < len(left_out) < 8
    sound = played(make_vale(vale, (f"{path}:Sound",), 8, players=3))
    games = sound["games"].filter(~pl.col("deal").is_in(left_out))
    assert tables["games"].equals(games)
    for name in ("players", "cards", "rounds"):
        rows = sound[name].filter(pl.col("game").is_in(games["game"].implode()))
        assert nameless(tables[name]).equals(nameless(rows)), name
    assert verify_run(Run.open(tmp_path / "run"), None, 1, quiet=True, workers=1).problems == []


def test_workers_blocks_and_a_resume_make_no_difference(deck, bots, tmp_path):
    policies = (f"{bots}:Raising", "random")
    expected = played(skipping(deck, policies, block_deals=12))
    for name, workers, block in (("one", 1, 3), ("two", 2, 5)):
        game = skipping(deck, policies, block_deals=block)
        play_run(game, tmp_path / name, workers=workers, quiet=True)
        assert_same(stored(tmp_path / name), expected)
    (tmp_path / "one" / "failures" / "000000000003.parquet").unlink()
    play_run(skipping(deck, policies, block_deals=3), tmp_path / "one", resume=True, quiet=True)
    assert_same(stored(tmp_path / "one"), expected)
    with pytest.raises(RealmvaleError, match=r'on_error: it was "skip", now it is "stop"'):
        play_run(
            make_game(deck, policies, 12, block_deals=3), tmp_path / "one", resume=True, quiet=True
        )


def test_a_sound_run_leaves_nothing_out(deck):
    tables = played(skipping(deck, ("random",)))
    assert tables.pop("failures").height == 0
    assert_same(tables, played(make_game(deck, ("random",), 12)))


@pytest.mark.parametrize("backend", ["threads", "loky"])
@pytest.mark.parametrize("name", ["Looping", "Sleeping"])
def test_a_bot_that_thinks_for_ever_is_stopped_and_named(deck, bots, tmp_path, backend, name):
    if (backend, name) == ("threads", "Sleeping"):
        pytest.skip("only a signal ends a sleep, and signals reach the main thread only")
    game = replace(make_game(deck, (f"{bots}:{name}",), 12), bot_seconds=0.3, _local={})
    started = time.monotonic()
    with pytest.raises(
        PolicyError, match=rf"policy {name} took more than 0.3 s over a decision: seed 7, game"
    ):
        play_run(game, tmp_path / "run", workers=2, backend=backend, quiet=True)
    assert time.monotonic() - started < 60


def test_deals_that_took_too_long_are_left_out_and_not_tried_again_by_verify(deck, bots, tmp_path):
    game = skipping(deck, (f"{bots}:Looping", "random"), deals=6, seconds=0.3)
    play_run(game, tmp_path / "run", workers=1, quiet=True)
    failures = stored(tmp_path / "run")["failures"]
    assert 0 < failures.height < 6
    assert set(failures["how"]) == {"time"}
    assert verify_run(Run.open(tmp_path / "run"), None, 1, quiet=True, workers=1).problems == []


@pytest.mark.parametrize("workers", [1, 2])
def test_a_bot_that_will_not_be_stopped_ends_the_run_in_a_sentence(bots, tmp_path, workers):
    done = subprocess.run(
        [sys.executable, "-m", "analysis.cli", "simulate", "fr", "--policy", f"{bots}:Stubborn",
         "--games", "8", "--bot-seconds", "0.1", "--out", str(tmp_path / "run"), "--quiet",
         "--workers", str(workers), "--block-deals", "2"],
        capture_output=True, text=True, timeout=100, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "policy Stubborn, seat " in done.stderr
    assert "seed 1" in done.stderr
    assert "doesn't let itself be stopped" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_command_tells_which_deals_were_left_out(bots, tmp_path):
    arguments = ["simulate", "fr", "--policy", f"{bots}:beyond", "--policy", "random"]
    arguments += ["--games", "40", "--out", str(tmp_path / "run")]
    stopped = CliRunner().invoke(main, arguments)
    assert stopped.exit_code == 2
    assert "policy beyond chose option" in stopped.stderr
    done = CliRunner().invoke(main, [*arguments, "--on-error", "skip", "--overwrite"])
    assert done.exit_code == 0
    assert "left out: policy beyond failed; first it chose option" in done.stderr
    assert ": seed 1, game " in done.stderr
    reported = CliRunner().invoke(
        main, ["report", str(tmp_path / "run"), "--out", str(tmp_path / "report")]
    )
    assert reported.exit_code == 0, reported.stderr
    page = (tmp_path / "report" / "index.html").read_text(encoding="utf-8")
    assert "left out: policy beyond failed" in page


@pytest.mark.parametrize("seconds", ["-1", "nan", "inf", "soon"])
def test_seconds_that_are_none_are_refused(seconds):
    done = CliRunner().invoke(main, ["simulate", "fr", f"--bot-seconds={seconds}"])
    assert done.exit_code == 2
    assert done.stderr.startswith("Error: ")
