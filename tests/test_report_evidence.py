"""Tables of other commands in a report: bans, luck, exact pairs; and the commands themselves."""

import json

import polars as pl
import pytest
from click.testing import CliRunner

from analysis.ban_evidence import about_run, judging_bot, read_bans
from analysis.cli import main
from analysis.evidence import read_evidence, write_evidence
from analysis.more import take_evidence
from analysis.pairs_exact import exact_pairs, with_exact
from analysis.report import make_tables, write_report
from analysis.runs import open_run
from analysis.synergy import pair_synergy
from analysis.synergy_section import synergy_section
from analysis.verdicts import SURVIVES
from sim.errors import RealmvaleError
from tests.support import synthetic_vale
from tests.support.synthetic_run import drawn_from_model


def bans_of(cards, bots=("builder",), game="vale_of_eternity", **effects):
    """Bans of cards: `effects` gives those that aren't zero, in win credit lost."""
    rows = []
    for bot in bots:
        for card in cards:
            lost = effects.get(card.replace("-", "_"), 0.0)
            row = {"policy": bot, "card": card, "name": card, "suit": "x", "deals": 500,
                   "seats": 2000, "used": 0.3, "forced": 0.1, "p_value": 0.5 if lost == 0 else 1e-9,
                   "win_lost_too_few": False, "score_lost_too_few": False,
                   "held_effect_too_few": False}  # fmt: skip
            for name, value in (("win_lost", lost), ("score_lost", 9 * lost), ("held_effect", 0.1)):
                row |= {name: value, f"{name}_stderr": 0.002, f"{name}_low": value - 0.004,
                        f"{name}_high": value + 0.004}  # fmt: skip
            rows.append(row)
    return pl.DataFrame(rows).with_columns(pl.lit("fair").alias("verdict"))


@pytest.fixture(scope="module")
def vale_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs") / "vale"
    policies = ("random", "rusher", "builder", "planner")
    return synthetic_vale.drawn_from_model(folder, deals=12, policies=policies)


@pytest.fixture
def vale_run(vale_folder):
    return open_run(vale_folder)


CARDS = ("creature-3", "creature-7", "creature-11")
EFFECTS = {"creature_3": 0.05, "creature_11": -0.02}


def test_verdicts_rest_on_bans_where_nothing_is_dealt(vale_run, tmp_path):
    write_evidence(bans_of(CARDS, **EFFECTS), tmp_path / "b.csv", "ban", "vale_of_eternity")
    plain = make_tables(vale_run)
    take_evidence(vale_run, tmp_path / "b.csv", None, None)
    tables = make_tables(vale_run)
    rows = {row["card"]: row for row in tables["cards"].iter_rows(named=True)}
    # 5 points lost is beyond three margins of one; 2 points won by the ban are one weak card.
    words = {card: rows[card]["verdict"] for card in CARDS}
    assert words == dict(zip(CARDS, ("too strong", "fair", "weak"), strict=True))
    assert {rows[card]["verdict_on"] for card in CARDS} == {"ban"}
    assert {rows[card]["verdict_reading"] for card in CARDS} == {"causal"}
    assert rows["creature-3"]["ban_effect"] == 0.05
    before = {row["card"]: row for row in plain["cards"].iter_rows(named=True)}
    for card in rows.keys() - set(CARDS):
        assert rows[card]["verdict"] == before[card]["verdict"]
        assert rows[card]["verdict_on"] in ("summoned", None)


def test_the_margin_is_that_of_the_report(vale_run, tmp_path):
    write_evidence(bans_of(CARDS, **EFFECTS), tmp_path / "b.csv", "ban", "vale_of_eternity")
    found = about_run(vale_run, read_bans(vale_run, tmp_path / "b.csv"), 0.06)
    assert found["verdict"].to_list() == ["fair"] * 3


def test_what_survives_asks_the_bans_of_three_bots(vale_run, tmp_path):
    bots = ("rusher", "builder", "planner")
    bans = bans_of(CARDS, bots, **EFFECTS)
    # In the planner's hands the third card is worth something.
    turned = (pl.col("policy") == "planner") & (pl.col("card") == CARDS[2])
    bans = bans.with_columns(
        pl.when(turned).then(0.02 + pl.col(c) + 0.02).otherwise(pl.col(c)).alias(c)
        for c in ("win_lost", "win_lost_low", "win_lost_high")
    )
    write_evidence(bans, tmp_path / "b.csv", "ban", "vale_of_eternity")
    assert judging_bot(vale_run, bans) == "planner"
    take_evidence(vale_run, tmp_path / "b.csv", None, None)
    tables = make_tables(vale_run)
    held = {row["card"]: row for row in tables["verdicts"].iter_rows(named=True)}
    assert held[CARDS[0]]["survives"] == SURVIVES
    assert held[CARDS[2]]["verdict"] == "strong"
    assert held[CARDS[2]]["survives"] == "no"


def test_a_deal_is_causal_already(tmp_path):
    run = open_run(drawn_from_model(tmp_path / "r", deals=30))
    bans = bans_of(["card-3"], ("greedy",), card_3=0.2)
    write_evidence(bans, tmp_path / "b.csv", "ban", "fantasy_realms")
    take_evidence(run, tmp_path / "b.csv", None, None)
    tables = make_tables(run)
    assert set(tables["cards"]["verdict_on"].drop_nulls()) == {"dealt"}
    assert tables["bans"]["card"].to_list() == ["card-3"]


def test_the_page_shows_bans_and_luck(vale_run, tmp_path):
    write_evidence(bans_of(CARDS, **EFFECTS), tmp_path / "b.csv", "ban", "vale_of_eternity")
    luck = pl.DataFrame({
        "measure": ["score"] * 3, "source": ["opening", "pile", "all"], "deals": [200] * 3,
        "seats": [900] * 3, "sd": [6.0, 8.0, 10.0], "share": [0.36, 0.64, None],
        "share_stderr": [0.01, 0.01, None], "share_low": [0.34, 0.62, None],
        "share_high": [0.38, 0.66, None], "share_too_few": [False, False, None],
    })  # fmt: skip
    write_evidence(luck, tmp_path / "l.csv", "luck", "vale_of_eternity")
    take_evidence(vale_run, tmp_path / "b.csv", tmp_path / "l.csv", None)
    index, tables = write_report(vale_run, tmp_path / "out")
    page = index.read_text()
    assert 'id="bans"' in page
    assert 'id="luck"' in page
    assert "100.0 % is dealt by chance" in page
    assert "creature-3" in page or "Creature 3" in page
    # sd 10: 5 points are half of it; Cohen's table gives 34 and 64.
    needed = tables["games_needed"].filter(pl.col("difference") == 5.0)
    assert needed.select("games_one", "games_two").row(0) == (34, 64)


def test_files_that_are_something_else(vale_run, tmp_path):
    bans = bans_of(CARDS)
    (tmp_path / "empty.csv").write_text("")
    (tmp_path / "other.csv").write_text("a,b\n1,2\n")
    write_evidence(bans, tmp_path / "fr.csv", "ban", "fantasy_realms")
    write_evidence(bans_of(["dragon"]), tmp_path / "cards.csv", "ban", "vale_of_eternity")
    write_evidence(bans, tmp_path / "luck.csv", "luck", "vale_of_eternity")
    for name, sentence in (
        ("none.csv", "can't be read"),
        ("empty.csv", "can't be read as a table of `ban`"),
        ("other.csv", "lacks the column experiment"),
        ("fr.csv", "game = fantasy_realms, expected vale_of_eternity"),
        ("cards.csv", "bans no card that vale is played with"),
        ("luck.csv", "experiment = luck, expected ban"),
    ):
        with pytest.raises(RealmvaleError, match=sentence):
            read_bans(vale_run, tmp_path / name)


def test_evidence_comes_back_as_it_was(tmp_path):
    table = pl.DataFrame({"x": ["a", '=b,"c"'], "n": [1, None], "few": [True, None]})
    write_evidence(table, tmp_path / "t.csv", "ban", "g")
    needed = {"x": pl.String, "n": pl.Int64, "few": pl.Boolean}
    assert read_evidence(tmp_path / "t.csv", "ban", "g", needed).equals(table)


def test_exact_pairs_stand_beside_the_runs(tmp_path):
    run = open_run(drawn_from_model(tmp_path / "r", deals=20))
    ids = run.card_frame()["card"].to_list()
    tables = tmp_path / "exact/tables"
    tables.mkdir(parents=True)
    rows = [(b, a, 100 * i + j) for i, a in enumerate(ids) for j, b in enumerate(ids) if i < j]
    pairs = pl.DataFrame(rows, schema=["card", "other", "interaction"], orient="row")
    pairs.write_csv(tables / "pairs.csv")
    found = exact_pairs(run, tmp_path / "exact")
    joined = with_exact(pair_synergy(run), found)
    row = joined.filter((pl.col("card") == ids[2]) & (pl.col("other") == ids[9]))
    assert row["exact"].to_list() == [209.0]
    assert joined["exact"].null_count() == 0
    # These games are made up of sums, so nothing is left of a synergy to rank; then one is.
    assert "ranks correlate" not in " ".join(synergy_section(run, {"pairs": joined}).text)
    planted = joined.with_columns(shrunk=-pl.col("exact") / 100)
    section = synergy_section(run, {"pairs": planted})
    assert "ranks correlate with those of the bots' hands by -1.00" in " ".join(section.text)
    assert [column.title for column in section.tables[0].columns].count("Exact") == 1
    pairs.filter(pl.col("card") != ids[9]).filter(pl.col("other") != ids[9]).write_csv(
        tables / "pairs.csv"
    )
    with pytest.raises(RealmvaleError, match="other cards"):
        exact_pairs(run, tmp_path / "exact")
    with pytest.raises(RealmvaleError, match="can't be read"):
        exact_pairs(run, tmp_path / "nowhere")


def test_without_an_exact_report_nothing_is_asked_for(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run = open_run(drawn_from_model(tmp_path / "r", deals=5))
    assert exact_pairs(run, None) is None


def command(*arguments):
    return CliRunner().invoke(main, [*map(str, arguments), "--quiet"])


def test_ban_and_luck_of_the_vale_write_what_a_report_reads(tmp_path):
    bans, luck, run = tmp_path / "b.csv", tmp_path / "l.csv", tmp_path / "run"
    options = ("--players", 2, "--games", 12, "--policy", "builder")
    done = command("ban", "vale", "--card", "Imp", "--card", "Dragon Egg", "--csv", bans, *options)
    assert done.exit_code == 0, done.output
    assert "Summoned" in done.stdout
    assert "causal" in done.stdout
    done = command("luck", "vale", "--csv", luck, "--see-score", 3, "--json", *options)
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert {row["source"] for row in found["shares"]} == {
        "seat",
        "opening",
        "pile",
        "policy",
        "all",
    }
    assert [row["difference"] for row in found["games"]] == [3.0, 0.02, 0.05, 0.1]
    builder = [row for row in found["shares"] if row["source"] == "policy"]
    # builder plays without chance of its own
    assert all(row["share"] == pytest.approx(0, abs=1e-9) for row in builder)
    done = command("simulate", "vale", "--out", run, *options)
    assert done.exit_code == 0, done.output
    kept = command("luck", "vale", "--into", run, "--players", 2, "--games", 4)
    assert kept.exit_code == 0, kept.output
    assert open_run(run).finding("luck").height
    other = command("luck", "vale", "--into", run, "--players", 3, "--games", 4)
    assert other.exit_code == 2
    assert "its players is 2, that of this experiment 3" in other.stderr
    out = tmp_path / "out"
    done = command("report", run, "--ban", bans, "--luck", luck, "--out", out, "--json")
    assert done.exit_code == 0, done.output
    tables = json.loads(done.stdout)["tables"]
    assert {row["card"] for row in tables["bans"]} == {"imp", "dragon-egg"}
    assert {row["verdict_on"] for row in tables["cards"] if row["card"] == "imp"} == {"ban"}
    assert tables["luck"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("luck", "chess"), "chess"),
        (("luck", "fr", "--policy", "gredy"), "greedy"),
        (("luck", "fr", "--games", 0), "--games"),
        (("luck", "fr", "--see-win", 0), "percentage points"),
        (("luck", "fr", "--csv", "no-such-folder/x.csv"), "no folder"),
    ],
)
def test_what_is_refused(arguments, sentence):
    done = command(*arguments)
    assert done.exit_code == 2, done.output
    assert sentence in done.stderr
