"""Runs on a dask cluster: the same tables as threads give, and a dead worker costs only time."""

import logging
import os
import signal
import threading
import time

import pytest
from support.games import assert_same, make_game, played, stored

from sim.errors import RealmvaleError, WorkerDiedError
from sim.run import play_run
from sim.store import Run
from sim.verify import verify_run

distributed = pytest.importorskip("distributed")

pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.skipif(os.name == "nt", reason="signals are other things there"),
]

BOTS = """
import os
import time
from pathlib import Path


class Slow:
    def choose(self, view, options):
        if view.turn == 1:
            time.sleep(0.1)
        return view.rng.randrange(len(options))


class Killer:
    def choose(self, view, options):
        os._exit(9)


class Raising:
    def choose(self, view, options):
        print("not for stdout")
        raise ValueError("out of ideas")
"""


@pytest.fixture(scope="module")
def bots(tmp_path_factory):
    path = tmp_path_factory.mktemp("bots") / "bots.py"
    path.write_text(BOTS, encoding="utf-8")
    return str(path)


@pytest.fixture
def client():
    """A client of a cluster of two worker processes."""
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None,
        silence_logs=logging.CRITICAL,
    )  # fmt: skip
    with cluster, distributed.Client(cluster) as client:
        yield client


def test_a_cluster_plays_the_same_games_as_threads(deck, client, tmp_path):
    game = make_game(deck, ("random", "cautious"), 60, block_deals=7)
    outcome = play_run(game, tmp_path / "run", backend="dask", quiet=True)
    assert outcome.played == outcome.games
    play_run(game, tmp_path / "threads", workers=2, backend="threads", quiet=True)
    assert_same(stored(tmp_path / "run"), stored(tmp_path / "threads"))
    assert verify_run(Run.open(tmp_path / "run"), 0, 1, quiet=True).problems == []
    assert not list(tmp_path.rglob("*.part"))


def test_a_worker_killed_in_the_middle_costs_only_time(deck, bots, client, tmp_path):
    game = make_game(deck, (f"{bots}:Slow",), 20, block_deals=1)
    folder = tmp_path / "run"
    victims = list(client.run(os.getpid).values())

    def kill():
        for _ in range(6000):
            if list((folder / "games").glob("*.parquet")):
                os.kill(victims[0], signal.SIGKILL)
                killed.append(len(list((folder / "games").glob("*.parquet"))))
                return
            time.sleep(0.02)

    killed = []
    killer = threading.Thread(target=kill)
    killer.start()
    outcome = play_run(game, folder, backend="dask", quiet=True)
    killer.join()
    assert killed
    assert killed[0] < 20
    assert victims[0] not in client.run(os.getpid).values()
    assert outcome.games == outcome.played == 20
    assert_same(stored(folder), played(game))
    assert verify_run(Run.open(folder), 0, 1, workers=1, quiet=True).problems == []


def test_a_bot_that_kills_its_workers_is_given_up_in_a_sentence(deck, bots, client, tmp_path):
    game = make_game(deck, (f"{bots}:Killer", "random"), 2, block_deals=1)
    with pytest.raises(WorkerDiedError, match=r"died .*policies: Killer, "):
        play_run(game, tmp_path / "run", backend="dask", quiet=True)


def test_a_bot_that_fails_on_a_cluster_is_named(deck, bots, client, tmp_path):
    game = make_game(deck, (f"{bots}:Raising",), 4, block_deals=1)
    with pytest.raises(
        RealmvaleError, match="policy Raising raised ValueError: out of ideas: seed"
    ):
        play_run(game, tmp_path / "run", backend="dask", quiet=True)


def test_without_a_client_a_cluster_of_this_machine_is_started(deck, tmp_path):
    game = make_game(deck, ("random",), 20, block_deals=5)
    play_run(game, tmp_path / "run", workers=2, backend="dask", quiet=True)
    assert_same(stored(tmp_path / "run"), played(game))


def test_a_scheduler_that_does_not_answer_is_told(deck, tmp_path, monkeypatch):
    import dask

    from sim import cluster

    monkeypatch.setattr(cluster, "ANSWER_SECONDS", 1)
    with (
        dask.config.set({"scheduler-address": "tcp://127.0.0.1:1"}),
        pytest.raises(RealmvaleError, match=r"no dask scheduler answers at tcp://127\.0\.0\.1:1"),
    ):
        play_run(make_game(deck), tmp_path / "run", backend="dask", quiet=True)
