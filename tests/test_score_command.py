"""``realmvale score``: the table, the options, and many hands from a CSV file."""

import csv
import gzip
import io
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from analysis.commands.score import score
from sim.errors import RealmvaleError

DATA = Path(__file__).parent / "data"
ROOT = Path(__file__).parent.parent
GUIDE_HAND = (
    "World Tree, War Dirigible, Elven Archers, Fountain of Life, Warlock Lord, Bell Tower, Dragon"
)
EXAMPLE_I = "Mountain|Great Flood|Smoke|Whirlwind|Air Elemental|Wildfire|Mirage"


def run(*arguments, **options):
    """What the command prints to stdout; errors for people come through as they are."""
    return CliRunner(**options).invoke(score, arguments, catch_exceptions=False).stdout


def refusal(*arguments):
    with pytest.raises(RealmvaleError) as caught:
        run(*arguments)
    assert caught.value.exit_code == 2
    return str(caught.value)


def scored(path, *arguments):
    return list(csv.DictReader(io.StringIO(run("--csv", str(path), *arguments))))


@pytest.fixture
def table(tmp_path):
    def write(content, name="hands.csv"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    return write


# --- One hand ----------------------------------------------------------------------------------


def test_the_guides_hand_is_explained_like_the_guide():
    lines = run(GUIDE_HAND).splitlines()
    assert lines[0].split() == ["Card", "Base", "Adjustment", "Total"]
    assert lines[-1] == "Score: 216"
    row = next(line for line in lines if line.startswith("Bell Tower"))
    assert row.split()[2] == "8"
    assert "+15 with a Wizard (Warlock Lord)" in row
    assert row.split()[-1] == "23"


def test_a_hand_may_be_stated_in_pieces_with_bars_and_blanks():
    pieces = [" world tree | WAR DIRIGIBLE", "Elven Archers,Fountain of Life", "Warlock Lord,",
              "Bell Tower , Dragon"]  # fmt: skip
    assert run(*pieces).splitlines()[-1] == "Score: 216"


def test_choices_are_the_best_stated_or_declined():
    hand = EXAMPLE_I.replace("|", ",")
    assert run(hand).splitlines()[-2:] == ["Choices: Mirage is Rainstorm (Weather)", "Score: 260"]
    assert run(hand, "--best").splitlines()[-1] == "Score: 260"
    assert run(hand, "--choose", "Mirage=Rainstorm").splitlines()[-1] == "Score: 260"
    assert run(hand, "--choose", "Mirage = swamp").splitlines()[-1] == "Score: 205"
    assert run(hand, "--decline").splitlines()[-2:] == ["Choices: none made", "Score: 205"]


def test_several_choices_are_stated_in_any_order():
    hand = "Island, Great Flood, Fountain of Life, Wildfire, Book of Changes, Mirage, Collector"
    stated = ["--choose", "Island=Wildfire", "--choose", "Mirage=Swamp",
              "--choose", "Book of Changes=Wildfire:Flood"]  # fmt: skip
    assert run(hand, *stated).splitlines()[-1] == "Score: 237"


def test_partial_allows_short_hands_only_when_asked():
    assert "a hand has 7 cards, not 2; --partial" in refusal("Dragon, Candle")
    assert run("Dragon, Candle", "--partial").splitlines()[-1] == "Score: -8"


def test_fr_46_eight_cards_without_a_necromancer_are_refused():
    hand = "Wildfire, Blizzard, Great Flood, Smoke, Rainstorm, Mountain, Forest, Queen"
    assert "a hand has 7 cards, not 8" in refusal(hand)


def test_the_extra_card_is_marked():
    hand = "Bell Tower, Candle, Necromancer, Sword of Keth, Shield of Keth, Gem of Order"
    text = run(hand + ", Book of Changes", "--extra", "warhorse")
    assert "Warhorse (extra card)" in text
    assert text.splitlines()[-1] == "Score: 397"  # the record
    assert run(hand + ", Book of Changes, Warhorse").splitlines()[-1] == "Score: 397"


def test_json_holds_everything():
    content = json.loads(run(GUIDE_HAND, "--json"))
    assert content["score"] == 216
    assert content["sets"] == ["base"]
    by_name = {row["card"]: row for row in content["cards"]}
    assert by_name["Fountain of Life"]["reasons"][0]["counted"] == ["War Dirigible"]
    assert sum(row["total"] for row in content["cards"]) == 216


def test_another_card_file_scores_another_way(tmp_path):
    text = (ROOT / "cards.csv").read_text(encoding="utf-8")
    path = tmp_path / "mine.csv"
    path.write_text(text.replace("-40 unless any Wizard", "-41 unless any Wizard"), "utf-8")
    assert run("Dragon", "--partial", "--cards", str(path)).splitlines()[-1] == "Score: -11"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "name the cards of a hand"),
        (["King", "--csv", "x.csv"], "HAND has no place beside --csv"),
        (["--csv", "x.csv", "--extra", "King"], "--extra has no place beside --csv"),
        (["King", "--choose", "A=B", "--best"], "--choose and --best exclude each other"),
        (["King", "--decline", "--best"], "--best and --decline exclude each other"),
        (["King,Quen", "--partial"], "did you mean Queen?"),
        (["King", "--partial", "--sets", "bse"], "did you mean base?"),
        (["King", "--cards", "/no/such/file.csv"], "/no/such/file.csv"),
        ([" , "], "the hand is empty"),
    ],
)
def test_wrong_usage_is_told(arguments, says):
    assert says in refusal(*arguments)


@pytest.mark.parametrize("width", [60, 80])
def test_narrow_ascii_terminals_lose_no_word(width):
    hand = "Doppelgänger, Basilisk, Mirage, Great Flood, Wildfire, Candle, Island"
    code = f"from analysis.commands.score import score; score([{hand!r}, '--quiet'])"
    env = {**os.environ, "COLUMNS": str(width), "PYTHONIOENCODING": "ascii", "NO_COLOR": "1"}
    printed = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, env=env, cwd=ROOT
    ).stdout
    text = printed.decode("ascii")
    assert max(map(len, text.splitlines())) <= width
    assert "Doppelganger" in text
    assert "\x1b" not in text
    for word in ("Unicorn", "Dragon", "blanks", "Lightning", "Army"):
        assert word in text


def test_the_command_imports_nothing_heavy():
    code = (
        "import sys; from analysis.commands.score import score; before = set(sys.modules)\n"
        "import contextlib, io\n"
        "with contextlib.redirect_stdout(io.StringIO()):\n"
        "    score(['Dragon', '--partial', '--quiet'], standalone_mode=False)\n"
        "print(' '.join(before), '|', ' '.join(sys.modules))"
    )
    out = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout
    before, after = (set(part.split()) for part in out.splitlines()[-1].split("|"))
    assert not {"numpy", "numba", "lark", "rich"} & before
    assert not {"polars", "pandas", "matplotlib", "joblib", "seaborn"} & after


# --- Many hands --------------------------------------------------------------------------------


def test_a_file_is_scored_row_by_row_with_all_its_columns(table):
    path = table(
        "id,card_names,choices,necromancer_extra,remark\n"
        f'a,{EXAMPLE_I},Mirage=Rainstorm,,"x, y"\n'
        f"b,{EXAMPLE_I},,,\n"
        "c,Bell Tower|Candle|Necromancer|Sword of Keth|Shield of Keth|Gem of Order|"
        "Book of Changes,Book of Changes=Bell Tower:Leader,Warhorse,\n"
    )
    rows = scored(path)
    assert list(rows[0]) == ["id", "card_names", "choices", "necromancer_extra", "remark", "score"]
    assert [row["score"] for row in rows] == ["260", "205", "397"]
    assert rows[0]["remark"] == "x, y"


def test_fr_52_a_file_keeps_no_state_from_row_to_row(table):
    path = table(f"card_names,choices\n{EXAMPLE_I},Mirage=Rainstorm\n{EXAMPLE_I},\n"
                 f"{EXAMPLE_I},Mirage=Rainstorm\n")  # fmt: skip
    assert [row["score"] for row in scored(path)] == ["260", "205", "260"]
    assert [row["score"] for row in scored(path, "--best")] == ["260", "260", "260"]


def test_spreadsheet_files_are_read_as_they_come(table):
    content = (
        "\ufeffcard_names,choices\r\nBasilisk|Doppelga\u0308nger,DOPPELGANGER=basilisk\r\n,\r\n"
    )
    assert [row["score"] for row in scored(table(content), "--partial")] == ["0"]


def test_a_column_score_of_the_file_is_kept_under_another_name(table):
    rows = scored(table("card_names,score\nDragon,99\n"), "--partial")
    assert rows == [{"card_names": "Dragon", "score_given": "99", "score": "-10"}]
    text = run("--csv", table("card_names,score,score_given\nDragon,99,98\n"), "--partial")
    assert text.splitlines() == [
        "card_names,score_given_too,score_given,score",
        "Dragon,99,98,-10",
    ]


@pytest.mark.parametrize(
    ("header", "column", "meant"),
    [
        ("card_names,choice", "choice", "choices"),
        ("card_names,Choices", "Choices", "choices"),
        ("card_names,discard", "discard", "discard_area"),
        ("card_names,set", "set", "sets"),
    ],
)
def test_a_column_that_is_nearly_a_known_one_is_warned_of_and_passed_on(
    table, header, column, meant
):
    path = table(f"{header}\nDragon,x\n")
    result = CliRunner().invoke(score, ["--csv", path, "--partial"])
    assert result.stdout == f"{header},score\nDragon,x,-10\n"
    assert f"column '{column}' is passed on unread; did you mean {meant}?\n" in result.stderr
    assert CliRunner().invoke(score, ["--csv", path, "--partial", "--quiet"]).stderr == ""


def test_no_column_is_warned_of_that_is_known_or_like_nothing_known(table):
    path = table("id,card_names,choices,remark,score,kind\n1,Dragon,,x,3,y\n")
    result = CliRunner().invoke(score, ["--csv", path, "--partial"])
    assert result.exit_code == 0
    assert "Warning" not in result.stderr


def test_help_says_what_becomes_of_a_column_score():
    assert "score of FILE comes out as score_given" in " ".join(run("--help").split())


def test_the_column_sets_overrides_the_option(table):
    path = table("card_names,sets\nDragon,base\nDragon,\n")
    assert [row["score"] for row in scored(path, "--partial", "--sets", "base")] == ["-10", "-10"]
    path = table("id,card_names,sets\nr1,Dragon,nonsense\n")
    assert "line 2 (r1), column sets: there is no set named 'nonsense'" in refusal("--csv", path)


@pytest.mark.parametrize(
    ("row", "says"),
    [
        (
            "x9,Dragoon,,,",
            "line 3 (x9), column card_names: there is no card named 'Dragoon'; did you",
        ),
        ("x9,Dragon|Dragon,,,", "line 3 (x9), column card_names: Dragon is in the hand twice"),
        ("x9,,,,", "line 3 (x9), column card_names: the hand is empty"),
        ("x9,Mirage,Mirage=King,,", "line 3 (x9), column choices: Mirage can't become King"),
        (
            "x9,Dragon,,Qeen,",
            "line 3 (x9), column necromancer_extra: there is no card named 'Qeen'",
        ),
        ("x9,Dragon,,,Swmap", "line 3 (x9), column discard_area: there is no card named 'Swmap'"),
        ("x9,Dragon,,,Dragon", "Dragon is both in the hand and in the discard area"),
        ("x9,Dragon", "line 3: 2 cells, but the header has 5"),
    ],
)
def test_an_error_names_line_id_and_column_and_the_rows_before_are_written(table, row, says):
    path = table(f"id,card_names,choices,necromancer_extra,discard_area\na,Candle,,,\n{row}\n")
    result = CliRunner().invoke(score, ["--csv", path, "--partial"])
    assert isinstance(result.exception, RealmvaleError)
    assert says in str(result.exception)
    assert result.stdout.splitlines()[1:] == ["a,Candle,,,,2"]


def test_the_number_of_players_is_checked(table):
    assert "column player_count: a number of players was expected, not 'four'" in refusal(
        "--csv", table("card_names,player_count\nDragon,four\n"), "--partial"
    )


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "is empty: expected a header with the column card_names"),
        ("id,hand\n", "has no column card_names; it has id, hand"),
        ("id,card_name\n", "is it the column 'card_name'?"),
        ("id;card_names\n", "separated by semicolons"),
        ("card_names,id,id\n", "two columns named id"),
        ("id,card_names\n1,Doppelg\u00e4nger\n".encode("latin-1"), "line 2: not UTF-8"),
    ],
)  # fmt: skip
def test_a_file_that_can_not_be_scored_is_told(table, content, says):
    assert says in refusal("--csv", table(content))


def test_a_missing_file_is_told():
    assert "can't read /no/such.csv: no such file" in refusal("--csv", "/no/such.csv")


def test_a_header_alone_gives_a_header(table):
    assert run("--csv", table("id,card_names\n")) == "id,card_names,score\n"


def test_4000_hands_take_less_than_3_seconds(table):
    with gzip.open(DATA / "fantasy_realms_base_explicit.csv.gz", "rb") as file:
        path = table(file.read())
    scored(table("card_names\nDragon\n", "one.csv"), "--partial")  # the kernels are there now
    started = time.perf_counter()
    rows = scored(path, "--partial")
    assert time.perf_counter() - started < 6  # twice the aim: other tests may run beside this one
    assert len(rows) == 4160
    assert all(r["score"] == r["score_given"] for r in rows if not r["open_rulings"])


def test_rows_are_written_before_the_file_has_been_read_to_its_end():
    """What was scored comes out while the input stays open (3,000 rows fit into a pipe)."""
    code = (
        "from analysis.commands.score import score; score(['--csv', '-', '--partial', '--quiet'])"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
    ) as process:
        process.stdin.write(b"card_names\n" + b"Dragon\n" * 3_000)
        process.stdin.flush()
        assert process.stdout.readline() == b"card_names,score\n"
        assert process.stdout.readline() == b"Dragon,-10\n"
        process.stdin.close()
        assert process.stdout.read().count(b"Dragon,-10\n") == 2_999
    assert process.returncode == 0
