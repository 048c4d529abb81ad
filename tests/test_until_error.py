"""`simulate --until-error`: playing on until win credit is known well enough."""

import json
import shutil

import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner
from scipy.stats import t as student

from analysis import stopping
from analysis.cli import main
from analysis.stopping import FIRST_DEALS, MOST_GROWTH, more_deals
from sim.store import Run
from tests.support.games import stored

BOTS = ("--policy", "random", "--policy", "strongest")


def simulate(folder, *arguments, game="fr"):
    words = ["simulate", game, "--out", folder, *arguments]
    return CliRunner().invoke(main, list(map(str, words)))


def errors_of(tables, key, deals=None):
    """Half the width of the interval of each group's win credit, deals as clusters, by hand."""
    seats = tables["players"].join(tables["games"].select("game", "deal"), on="game")
    if deals is not None:
        seats = seats.filter(pl.col("deal") < deals)
    found = []
    for _, group in seats.group_by(key):
        by_deal = group.group_by("deal").agg(pl.col("win").sum(), pl.len())
        win, n = by_deal["win"].to_numpy(), by_deal["len"].to_numpy()
        residuals = win - n * win.sum() / n.sum()
        m = len(n)
        stderr = np.sqrt(m / (m - 1) * (residuals**2).sum()) / n.sum()
        found.append(student.ppf(0.975, m - 1) * stderr)
    return found


@pytest.mark.parametrize(
    ("game", "bots", "key", "wanted"),
    [("fr", BOTS, "policy", 0.008), ("vale", ("--policy", "random"), "seat", 0.02)],
)
def test_the_run_ends_at_the_first_look_that_finds_the_error_small_enough(
    tmp_path, game, bots, key, wanted
):
    done = simulate(tmp_path / "x", *bots, "--until-error", wanted, "--json", game=game)
    assert done.exit_code == 0, done.output
    summary = json.loads(done.stdout)
    tables = stored(tmp_path / "x")
    assert max(errors_of(tables, key)) == pytest.approx(summary["error"], rel=1e-6)
    assert summary["error"] <= wanted
    assert max(errors_of(tables, key, FIRST_DEALS)) > wanted, "one look was enough: no test"
    assert summary["games"] == tables["games"].height
    manifest = Run.open(tmp_path / "x").manifest
    assert manifest["until_error"] == wanted
    assert manifest["complete"] is True
    assert manifest["games"] == tables["games"].height
    assert manifest["deals"] == tables["games"]["deal"].n_unique()
    verified = CliRunner().invoke(main, ["verify", str(tmp_path / "x"), "--quiet"])
    assert verified.exit_code == 0, verified.output


def test_it_ends_at_the_same_game_for_any_number_of_workers_and_after_a_break(tmp_path):
    for workers in (1, 2):
        folder = tmp_path / str(workers)
        done = simulate(folder, *BOTS, "--until-error", 0.008, "--workers", workers)
        assert done.exit_code == 0, done.output
    kept = {"first": slice(1), "some": slice(None, None, 2), "all": slice(None)}
    for folder, blocks in kept.items():
        shutil.copytree(tmp_path / "1", tmp_path / folder)
        for table in ("games", "players", "cards", "hashes"):
            paths = sorted((tmp_path / folder / table).iterdir())
            for path in set(paths) - set(paths[blocks]):
                path.unlink()
        done = simulate(tmp_path / folder, *BOTS, "--until-error", 0.008, "--resume")
        assert done.exit_code == 0, done.output
    one = stored(tmp_path / "1")
    for folder in ("2", *kept):
        other = stored(tmp_path / folder)
        assert all(one[table].equals(other[table]) for table in ("games", "players", "cards"))
        assert Run.open(tmp_path / folder).manifest["games"] == one["games"].height


def test_a_run_broken_off_between_two_looks_goes_on_as_if_it_hadn_t(tmp_path, monkeypatch):
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    assert simulate(whole, *BOTS, "--until-error", 0.008).exit_code == 0

    def stop(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(stopping, "more_deals", stop)
        assert simulate(broken, *BOTS, "--until-error", 0.008).exit_code != 0
    assert Run.open(broken).manifest["deals"] == FIRST_DEALS
    assert simulate(broken, *BOTS, "--until-error", 0.008, "--resume").exit_code == 0
    assert stored(broken)["players"].equals(stored(whole)["players"])
    assert Run.open(broken).manifest["games"] == Run.open(whole).manifest["games"]


def test_the_most_games_are_no_other_when_it_is_resumed(tmp_path):
    """The last block of a run that was cut short holds fewer deals than it would have held."""
    words = (*BOTS, "--until-error", 0.001)
    assert simulate(tmp_path / "x", *words, "--games", 1000).exit_code == 0
    done = simulate(tmp_path / "x", *words, "--games", 3000, "--resume")
    assert done.exit_code == 2
    assert "most_games: it was 1000, now it is 3000" in done.stderr


def test_games_are_the_most_that_are_played(tmp_path):
    done = simulate(tmp_path / "x", *BOTS, "--until-error", 0.001, "--games", 1000)
    assert done.exit_code == 0, done.output
    assert 1000 <= stored(tmp_path / "x")["games"].height < 1004
    assert "not to ±0.001: --games allows" in done.stderr


def test_of_no_game_nothing_is_known(tmp_path):
    words = ("--policy", "random", "--until-error", 0.01, "--games", 0, "--json")
    done = simulate(tmp_path / "x", *words)
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["error"] is None
    assert "nothing is known of win credit: --games allows" in done.stderr


def test_quiet_says_nothing(tmp_path):
    done = simulate(tmp_path / "x", *BOTS, "--until-error", 0.03, "--quiet")
    assert (done.exit_code, done.stderr) == (0, "")


def test_another_error_is_another_run(tmp_path):
    assert simulate(tmp_path / "x", *BOTS, "--until-error", 0.05, "--quiet").exit_code == 0
    done = simulate(tmp_path / "x", *BOTS, "--until-error", 0.04, "--resume", "--quiet")
    assert done.exit_code == 2
    assert "until_error: it was 0.05, now it is 0.04" in done.stderr
    done = simulate(tmp_path / "x", *BOTS, "--games", 1600, "--resume")
    assert done.exit_code == 2
    assert "holds another run than the one to be resumed" in done.stderr


@pytest.mark.parametrize("value", ["0", "0.5", "-0.1", "nan", "inf", "small"])
def test_an_error_that_is_none_is_refused(tmp_path, value):
    done = simulate(tmp_path / "x", "--until-error", value)
    assert done.exit_code == 2
    assert "is not a share of win credit above 0 and below 0.5, as in 0.002" in done.stderr
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize(
    ("deals", "error", "expected"),
    [
        (400, 0.0101, 600),  # just missed: a block more
        (400, 0.02, 1800),  # twice the error: four times the deals, and some to spare
        (400, 0.2, 400 * MOST_GROWTH),  # early errors are rough
        (400, float("inf"), 400 * MOST_GROWTH),
    ],
)
def test_the_next_look_comes_when_the_error_should_be_small_enough(deals, error, expected):
    assert more_deals(deals, error, 0.01, 200) == expected
