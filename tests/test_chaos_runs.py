"""Runs of Chaos: the same rows whoever plays them, resumed, traced, and told in the report."""

import json
import re
import shutil

import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner

from analysis.cli import main
from sim.fantasy_realms.chaos import draw_pair
from sim.fantasy_realms.state import CHAOS_EVENTS, DEALT
from sim.fantasy_realms.stepping import Stepper
from sim.run import play_run
from sim.store import Run
from sim.streams import meeting_key, run_key
from tests.support.games import assert_same, make_game, played, stored

POLICIES = ("random", "strongest", "cautious")
DEALS = 90


def chaos(deck, policies=POLICIES, deals=DEALS, **options):
    return make_game(deck, policies, deals, variant="chaos", **options)


def realmvale(*arguments):
    done = CliRunner().invoke(main, list(map(str, arguments)))
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


# --- The same rows -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def expected(deck):
    """The whole run as one block, played in this thread."""
    return played(chaos(deck, block_deals=DEALS))


@pytest.mark.parametrize(
    ("backend", "workers", "block_deals"),
    [("threads", 1, 40), ("threads", 2, 17), ("loky", 2, 40)],
)
def test_workers_back_end_and_block_size_make_no_difference(
    deck, expected, tmp_path, backend, workers, block_deals
):
    game = chaos(deck, block_deals=block_deals)
    play_run(game, tmp_path / "run", workers=workers, backend=backend, quiet=True)
    assert_same(stored(tmp_path / "run"), expected)


@pytest.mark.parametrize("players", [3, 7])
def test_stepping_and_blocks_give_the_same_rows(deck, players):
    game = chaos(deck, deals=4, players=players, replicates=2)
    board, key = game._board(4), run_key(game.plan.seed)
    game._play_deals(board, 0, 4)
    stepped = chaos(deck, deals=4, players=players, replicates=2)._board(4)
    stepper = Stepper(stepped, game.policies, game.listed, np.zeros((16, 16)))
    assert stepper.play_deals(key, 0, 4, 2) == 0
    for rows in ("games", "players", "cards"):
        filled = int(board.progress[rows])
        assert filled == stepped.progress[rows] > 0
        assert np.array_equal(getattr(board, rows)[:filled], getattr(stepped, rows)[:filled])


def test_a_deal_is_the_same_played_first_or_later(deck, expected):
    """Nothing of an earlier deal, game or block is left over."""
    game = chaos(deck)
    for deal in (70, 3, 41):
        alone = game.play(deal, deal + 1)
        for table, rows in alone.items():
            games = expected["games"].filter(pl.col("deal") == deal)["game"]
            whole = expected[table].filter(pl.col("game").is_in(games.implode()))
            assert rows.equals(whole), table


def test_a_board_that_has_played_plays_the_same_again(deck):
    first, second = chaos(deck, ("random",), 3), chaos(deck, ("random",), 3)
    second.play(1, 3)
    assert_same(second.play(0, 3), first.play(0, 3))


# --- Deals and meetings --------------------------------------------------------------------------


def pairs_of(seed, deal, players, ticks):
    """The seats that meet at each tick of a deal, shape (ticks, 2)."""
    key, chance = np.uint64(meeting_key(run_key(seed), deal)), np.zeros(1, np.uint64)
    pair, found = np.zeros(2, np.int64), []
    for tick in range(1, ticks + 1):
        draw_pair(key, tick, players, chance, pair)
        found.append(tuple(map(int, pair)))
    return np.array(found)


def test_changing_a_policy_changes_neither_hands_nor_meetings(deck):
    dealt = {}
    for policy in ("random", "strongest"):
        cards = played(chaos(deck, (policy,), 12))["cards"]
        dealt[policy] = cards.filter(pl.col("events") & DEALT == DEALT).select(
            "game", "seat", "card"
        )
    assert dealt["random"].equals(dealt["strongest"])
    assert dealt["random"].height == 12 * 4 * 7


def test_hands_are_those_of_the_same_deal_of_the_standard_game(deck):
    """The deal stream doesn't know the variant."""
    tables = [played(make_game(deck, ("random",), 9, variant=v)) for v in ("chaos", "standard")]
    one, two = (
        t["cards"].filter(pl.col("events") & DEALT == DEALT).select("game", "seat", "card")
        for t in tables
    )
    assert one.equals(two)


def test_the_same_seats_meet_in_all_games_of_a_deal(deck, tmp_path):
    from sim.fantasy_realms.run_replay import replay_game

    game = chaos(deck, ("random", "cautious", "strongest"), 2, ticks=25)
    play_run(game, tmp_path / "run", workers=1, quiet=True)
    run = Run.open(tmp_path / "run")
    rows = run.games().collect()
    for deal in (0, 1):
        met = []
        for number in rows.filter(pl.col("deal") == deal)["game"]:
            moves = replay_game(run, number).moves
            met.append([(m.turn, m.seat) for m in moves if m.kind == 4])
        assert len(met) == 4
        assert all(pairs == met[0] for pairs in met)
        stated = pairs_of(7, deal, 4, 25)
        assert [seat for _, seat in met[0]] == stated.ravel().tolist()


def test_meetings_of_two_deals_have_nothing_in_common():
    one, two = pairs_of(7, 0, 4, 2400), pairs_of(7, 1, 4, 2400)
    same = (one == two).all(axis=1).sum()
    assert abs(same - 200) < 5 * np.sqrt(2400 * (1 / 12) * (11 / 12))
    late = (one[:-1] == one[1:]).all(axis=1).sum()
    assert abs(late - 200) < 5 * np.sqrt(2400 * (1 / 12) * (11 / 12))


# --- Command line, run folder, trace, report -----------------------------------------------------


def simulate(folder, *more, ticks=30):
    return realmvale(
        "simulate", "fr", "--variant", "Chaos", "--players", 3, "--games", 60, "--seed", 3,
        "--policy", "random", "--policy", "cautious", "--ticks", ticks, "--block-deals", 5,
        "--out", folder, "--quiet", *more,
    )  # fmt: skip


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("chaos") / "run"
    done = simulate(folder)
    assert done.exit_code == 0, done.stderr
    return folder


def test_the_manifest_says_what_was_played(run):
    told = json.loads((run / "run.json").read_text(encoding="utf-8"))
    assert (told["variant"], told["ticks"], told["turn_cap"]) == ("chaos", 30, None)
    assert told["events"] == CHAOS_EVENTS
    assert set(told["events"]) == {"dealt", "received", "given", "extra", "final", "blanked"}


def test_rows_of_a_run(run):
    tables = stored(run)
    games = tables["games"]
    assert games["end"].unique().to_list() == ["time"]
    assert games["turns"].unique().to_list() == [30]
    cards = tables["cards"]
    final = cards.filter(pl.col("events") & 16 == 16).group_by("game", "seat").len()
    assert final["len"].is_in([7, 8]).all()
    received = pl.col("events") & 128 == 128
    assert cards.select((pl.col("turn_taken").is_not_null() == received).all()).item()
    assert cards["turn_drawn"].null_count() == cards.height
    assert cards.filter(received)["offered"].min() >= 1


def test_a_run_is_resumed(run, tmp_path):
    shutil.copytree(run, tmp_path / "copy")
    for table in ("games", "players", "cards"):
        sorted((tmp_path / "copy" / table).iterdir())[1].unlink()
    done = simulate(tmp_path / "copy", "--resume")
    assert done.exit_code == 0, done.stderr
    assert_same(stored(tmp_path / "copy"), stored(run))
    refused = simulate(tmp_path / "copy", "--resume", ticks=31)
    assert refused.exit_code == 2
    assert "ticks: it was 30, now it is 31" in refused.stderr


def test_every_game_can_be_traced(run):
    from sim.fantasy_realms.run_replay import check_replay, explain_hands, replay_game

    opened = Run.open(run)
    extras = 0
    for number in opened.games().collect()["game"][:30]:
        replayed = replay_game(opened, number)
        check_replay(opened, replayed)
        for seat, explanation in enumerate(explain_hands(replayed)):
            assert explanation.score == replayed.game.state.score[seat]
            extras += replayed.game.state.extra[seat] >= 0
    assert extras > 2


def test_a_trace_tells_every_tick_in_words(run):
    done = realmvale("trace", run, "--game", 1)
    assert done.exit_code == 0, done.stderr
    lines = done.stdout.splitlines()
    assert "chaos game, 3 players" in lines[0]
    ticks = [line for line in lines if line.startswith("Tick ")]
    assert len(ticks) == 30
    for number, line in enumerate(ticks, start=1):
        assert re.fullmatch(
            rf"Tick {number}: seat \d \(\w+\) offers .+, seat \d \(\w+\) offers .+: (they trade|"
            r"seat \d \(\w+\)( and seat \d \(\w+\))? refused)",
            line,
        )
    assert "Time is up after 30 ticks: trading ends." in lines
    assert lines[-1] == "These are the scores stored in the run."
    content = json.loads(realmvale("trace", run, "--game", 1, "--json").stdout)
    moves = [move for move in content["moves"] if move["turn"] == 1]
    assert [move["move"] for move in moves[:2]] == ["offer", "offer"]
    assert {move["move"] for move in moves[2:4]} <= {"accept", "refuse"}


def test_the_report_states_the_model(run, tmp_path):
    done = realmvale("report", run, "--out", tmp_path / "report")
    assert done.exit_code == 0, done.stderr
    page = (tmp_path / "report" / "index.html").read_text(encoding="utf-8")
    assert "chaos, 3 players" in page
    assert "the time limit is 30 trading ticks (10 a player)" in page
    assert "At each tick two seats meet, every pair equally likely" in page
    assert "the cards change hands if both accept" in page
    assert "looks at the top three cards of the deck" in page
    assert "plays first)" not in page
    assert "100.0 % of games ended when the time for trading was over" in page
    cards = pl.read_csv(tmp_path / "report" / "tables" / "cards.csv")
    assert cards["received_seats"].sum() > 50
    assert "taken_seats" not in cards.columns
    assert cards["times_taken"].sum() == cards["received_seats"].sum()
    assert (cards["held_seats"] >= cards["received_seats"]).all()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--variant", "chaos", "--players", "8"], "takes 3 to 7 players, not 8"),
        (["--variant", "chaos", "--players", "2"], "takes 3 to 7 players, not 2"),
        (["--variant", "chaos", "--turn-cap", "50"], "no turns, so no turn cap"),
        (["--variant", "chaos", "--ticks", "40000"], "1 to 30000 trading ticks"),
        (["--ticks", "40"], "has turns, no trading ticks"),
        (["--variant", "caos"], "did you mean chaos"),
    ],
)
def test_bad_requests_are_refused(tmp_path, arguments, said):
    done = realmvale("simulate", "fr", "--out", tmp_path / "x", *arguments)
    assert done.exit_code == 2
    assert said in done.stderr
    assert not (tmp_path / "x").exists()


def test_a_policy_that_answers_with_no_option_is_told(deck):
    from sim.errors import RealmvaleError
    from sim.policy import Policy

    class Wrong:
        def choose(self, view, options):
            return 0 if view.kind == "offer" else 2

    game = chaos(deck, ("random",), 1)
    game._local["policies"] = [Policy("wrong", "wrong", {}, "python", Wrong)]
    with pytest.raises(RealmvaleError, match="policy wrong chose option 2, valid are 0 to 1"):
        game.play(0, 1)
