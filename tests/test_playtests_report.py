"""Reports of playtests: credits, intervals and tables, and files that hold little or nothing."""

import csv
import json
import re

import numpy as np
import pytest
from click.testing import CliRunner
from statsmodels.stats.proportion import proportion_confint

from analysis.commands.report import report
from analysis.playtest_run import run_of_playtests
from analysis.report import make_tables
from sim.errors import RealmvaleError

HEAD = "game,seat,player,score"


def call(*arguments):
    return CliRunner().invoke(report, [str(a) for a in arguments])


def file_of(tmp_path, rows, head=HEAD):
    path = tmp_path / "tests.csv"
    path.write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
    return path


def tables_of(tmp_path, rows, head=HEAD, **options):
    run = run_of_playtests(file_of(tmp_path, rows, head), tmp_path / "run", "x", **options)
    return make_tables(run)


def test_win_credit_is_shared_and_counted_by_hand(tmp_path):
    # Anna wins game 1, shares game 2 with Ben, and loses game 3 to Ben and Cleo, level.
    rows = ["1,1,Anna,9", "1,2,Ben,8", "1,3,Cleo,-3", "2,1,Ben,5", "2,2,Cleo,0", "2,3,Anna,5",
            "3,1,Cleo,7", "3,2,Anna,6", "3,3,Ben,7"]  # fmt: skip
    bots = {row["policy"]: row for row in tables_of(tmp_path, rows)["bots"].iter_rows(named=True)}
    assert bots["Anna"]["win"] == pytest.approx((1 + 1 / 2) / 3)
    assert bots["Ben"]["win"] == pytest.approx((1 / 2 + 1 / 2) / 3)
    assert bots["Cleo"]["win"] == pytest.approx((1 / 2) / 3)
    assert bots["Cleo"]["score"] == pytest.approx((-3 + 0 + 7) / 3)
    assert all(row["win_too_few"] for row in bots.values())
    assert [row["expected"] for row in bots.values()] == pytest.approx([1 / 3] * 3)


def test_a_stated_rank_breaks_the_tie(tmp_path):
    rows = ["1,1,Anna,5,2", "1,2,Ben,5,1"]
    tables = tables_of(tmp_path, rows, HEAD + ",rank")
    assert dict(tables["bots"].select("policy", "win").iter_rows()) == {"Ben": 1.0, "Anna": 0.0}
    assert tables["ties"].row(0, named=True)["broken_games"] == 1


def test_independent_games_get_wilsons_interval(tmp_path):
    # 47 of 160 games won outright: the interval is Wilson's, as statsmodels has it.
    rows = [row for g in range(160) for row in
            (f"{g},1,Anna,{10 if g < 47 else 1}", f"{g},2,Ben,5")]  # fmt: skip
    tables = tables_of(tmp_path, rows)
    anna = tables["bots"].filter(policy="Anna").row(0, named=True)
    low, high = proportion_confint(47, 160, method="wilson")
    assert (anna["win_low"], anna["win_high"]) == pytest.approx((low, high))
    first = tables["seats"].filter(seat=0).row(0, named=True)
    assert (first["win_low"], first["win_high"]) == pytest.approx((low, high))


def test_seats_may_count_from_0_or_from_1(tmp_path):
    rows = ["1,0,Anna,5", "1,1,Ben,4"]
    assert tables_of(tmp_path, rows)["seats"]["seat"].to_list() == [0, 1]
    rows = ["1,1,Anna,5", "1,2,Ben,4"]
    assert tables_of(tmp_path, rows)["seats"]["seat"].to_list() == [0, 1]


def test_cards_held_and_not_held_by_hand(tmp_path):
    # King: held in 3 seats that score 9, 5 and 5 and win 1, 1/2 and 1/2; the others 1, 2 and 3.
    rows = ["1,1,A,9,King|Queen", "1,2,B,1,Imp", "2,1,A,5,King", "2,2,B,5,King|Imp",
            "3,1,A,2,-", "3,2,B,3,Queen"]  # fmt: skip
    cards = tables_of(tmp_path, rows, HEAD + ",cards")["cards"]
    king = cards.filter(name="King").row(0, named=True)
    assert king["final_seats"] == 3
    assert king["final_win"] == pytest.approx((1 + 1 / 2 + 1 / 2) / 3)
    assert king["never_win"] == pytest.approx((0 + 0 + 1) / 3)
    assert king["final_effect"] == pytest.approx(2 / 3 - 1 / 3)
    assert king["score_with"] == pytest.approx((9 + 5 + 5) / 3)
    assert king["score_without"] == pytest.approx((1 + 2 + 3) / 3)
    assert king["verdict"] == "unclear"
    assert king["verdict_reading"] == "correlational"


def test_with_a_game_unseen_cards_are_there_and_suits_known(tmp_path):
    head = HEAD + ",cards"
    cards = tables_of(tmp_path, ["1,1,A,9,king"], head, game="fantasy_realms")["cards"]
    assert cards.height == 53
    assert cards.filter(name="King")["suit"].to_list() == ["Leader"]
    assert cards.filter(name="Dragon")["verdict"].to_list() == ["-"]
    with pytest.raises(RealmvaleError, match=r"row 2, column cards: .* did you mean Dragon\?"):
        tables_of(tmp_path, ["1,1,A,9,Dragn"], head, game="fantasy_realms")


def played(tmp_path, rows, head, *options):
    """Report rows; return the page, the printed tables and the Markdown."""
    path, out = file_of(tmp_path, rows, head), tmp_path / "out"
    done = call("--results", path, "--out", out, "--json", *options)
    assert done.exit_code == 0, done.output
    printed = json.loads(done.stdout)
    page = (out / "index.html").read_text(encoding="utf-8")
    return page, printed["tables"], (out / "report.md").read_text(encoding="utf-8")


def test_the_report_speaks_of_players_and_never_of_simulated_games(tmp_path):
    rng = np.random.default_rng(5)
    rows = []
    for g in range(120):
        hands = rng.permutation(list("abcdefgh")).reshape(2, 4)
        rows += [f"{g},{s + 1},{'Anna' if (g + s) % 2 else 'Ben'},{rng.integers(50, 200)},"
                 + "|".join(hands[s]) for s in range(2)]  # fmt: skip
    page, tables, text = played(tmp_path, rows, HEAD + ",cards")
    assert "Which player wins most?" in page
    assert "120 games · 2 seats · Ben, Anna" in page
    for word in ("Which bot", "simulate", "rotation of", "rotations, so"):
        assert word not in page.split("<script>")[0]
    assert re.search(r"realmvale report\s+\\\s+--results", page)
    assert len(tables["cards"]) == 8
    assert "Which player wins most?" in text
    with (tmp_path / "out/tables/bots.csv").open(newline="") as file:
        assert [row["policy"] for row in csv.DictReader(file)] == [
            row["policy"] for row in tables["bots"]
        ]


@pytest.mark.parametrize(
    ("rows", "head"),
    [
        ([], HEAD),
        (["1,1,Anna,5"], HEAD),
        (["1,1,Anna,5", "1,2,Anna,5"], HEAD),
        (["1,1,A,-5", "1,2,B,-5", "2,1,B,-5", "2,2,A,-5"], HEAD),
        (["1,1,A,5,-", "1,2,B,4,-"], HEAD + ",cards"),
        (["1,1,A,0,x", "1,2,B,0,x", "1,3,C,0,x"], HEAD + ",cards"),
        (["1,0,A,1", "2,0,A,1", "2,1,B,1", "3,1,B,0"], HEAD),
        (["1,1,'<b>|`,5,a*b_c <i>|=1+1", "1,2,=2,3,d"], HEAD + ",cards"),
    ],
)
def test_little_or_nothing_breaks_nothing(tmp_path, rows, head):
    page, tables, _ = played(tmp_path, rows, head)
    json.dumps(tables, allow_nan=False)
    assert "<b>" not in page.split('class="answer"')[1].split("</section>")[0]
    assert ("No games" in page) == (not rows)


def test_mixed_tables_are_told(tmp_path):
    rows = ["1,1,A,1", "1,2,B,2", "2,1,A,1", "2,2,B,2", "2,3,C,3"]
    page, tables, _ = played(tmp_path, rows, HEAD)
    assert "Tables of 2 and 3 seats are mixed" in page
    # Two games among five seats.
    assert tables["bots"][0]["expected"] == pytest.approx(2 / 5)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "state a run folder, or --results FILE"),
        (["run", "--results", "x.csv"], "state a run folder, or --results FILE"),
        (["run", "--game", "fr"], "--game goes with --results"),
        (["--results", "x.csv", "--cards", "c.csv"], "--cards goes with --results and --game"),
    ],
)
def test_options_that_do_not_go_together(arguments, sentence):
    done = call(*arguments)
    assert done.exit_code == 2
    assert sentence in done.output
