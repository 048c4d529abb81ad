"""Whatever is put in, out comes a result or a sentence: never a traceback, never a hang."""

import csv
import io
import json
import random
import shutil
import time
from functools import cache

import polars as pl
import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from analysis.cli import main
from sim.cards import default_path, load_cards

GAMES = ("fantasy_realms", "vale_of_eternity")
SECONDS = 20  # of processor time, in which an answer has to be there
FEW = settings(
    max_examples=25, deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)  # fmt: skip
HEADER, *ROWS = csv.reader(default_path().read_text(encoding="utf-8").splitlines())
ODD = st.sampled_from(
    ["", " ", "0", "-1", "99999999999999999999", "1e9", "nan", "=cmd()", "\u202e", "a" * 5000, '"',
     "(", ")", ";", "|", ",", "not", "none", "any", "each", "\n", "\\", "\ufeff", "\ud7ff", "İ"]
)  # fmt: skip


def answered(*arguments, expected=(0, 1, 2)):
    """Run a command and check that it answers as a person expects."""
    started = time.process_time()
    done = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert time.process_time() - started < SECONDS
    assert done.exit_code in expected, done.output
    assert "Traceback" not in done.stderr
    assert "internal error" not in done.stderr, done.stderr
    if done.exit_code:
        assert "Error: " in done.stderr
    return done


def mutated(draw, text):
    """A text with a few characters taken out, doubled, swapped or replaced."""
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, max(0, len(text) - 1)))
        new = draw(st.one_of(ODD, st.text(max_size=3), st.just(text[at : at + 8] * 2)))
        text = text[:at] + new + text[at + draw(st.integers(0, 4)) :]
    return text


@st.composite
def card_files(draw):
    """A few rows of the real card file, some of whose cells, or bytes, are others."""
    rows = [list(row) for row in draw(st.lists(st.sampled_from(ROWS), min_size=1, max_size=6))]
    for _ in range(draw(st.integers(0, 3))):
        row = draw(st.sampled_from(rows))
        at = draw(st.integers(0, len(row) - 1))
        row[at] = draw(st.one_of(ODD, st.text(max_size=20), st.just(mutated(draw, row[at]))))
    text = io.StringIO()
    csv.writer(text).writerows([HEADER, *rows])
    made = text.getvalue()
    return mutated(draw, made) if draw(st.booleans()) else made


@FEW
@given(card_files())
def test_any_card_file_is_checked_or_refused_with_its_place(tmp_path, content):
    path = tmp_path / "cards.csv"
    path.write_bytes(content.encode("utf-8", "surrogatepass"))
    done = answered("cards", "check", path, expected=(0, 2))
    if done.exit_code:
        assert str(path) in done.stderr
    answered("cards", "list", "--cards", path, expected=(0, 2))


@cache
def words_of(game):
    """The words of all card texts of a game."""
    texts = [row[HEADER.index("text")] for row in ROWS if row[0] == game]
    return sorted({word for text in texts for word in text.replace(";", " ; ").split()})


@FEW
@given(st.data())
def test_any_card_text_is_understood_or_refused_with_its_place(tmp_path, data):
    game = data.draw(st.sampled_from(GAMES))
    text = " ".join(data.draw(st.lists(st.sampled_from(words_of(game)), max_size=40)))
    first = next(row for row in ROWS if row[0] == game and row[2] == "card")
    row = [*first[: HEADER.index("text")], text, "card", "", ""]
    with (tmp_path / "cards.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([HEADER, row])
    done = answered("cards", "check", tmp_path / "cards.csv", expected=(0, 2))
    if done.exit_code:
        assert "row 2" in done.stderr


NAMES = [
    card.name for card in load_cards().select("fantasy_realms", ("base", "cursed_hoard")).cards
]


@FEW
@given(st.data())
def test_any_hand_is_scored_or_refused(data):
    names = data.draw(st.lists(st.one_of(st.sampled_from(NAMES), ODD), max_size=9))
    choice = st.one_of(st.sampled_from(NAMES), ODD)
    choices = data.draw(st.lists(st.tuples(choice, choice), max_size=2))
    arguments = [word for pair in choices for word in ("--choose", "=".join(pair))]
    arguments += data.draw(st.sampled_from([[], ["--partial"], ["--extra", "Dragon"], ["--json"]]))
    answered("score", *arguments, "--", ", ".join(names), expected=(0, 2))


@FEW
@given(st.data())
def test_any_file_of_hands_is_scored_or_refused_with_its_line(tmp_path, data):
    cell = st.one_of(st.just("|".join(NAMES[:7])), st.sampled_from(NAMES), ODD, st.text(max_size=9))
    columns = ["id", "card_names", "choices", "necromancer_extra", "discard_area", "player_count",
               "sets"]  # fmt: skip
    header = data.draw(st.permutations(columns))
    rows = data.draw(st.lists(st.lists(cell, min_size=7, max_size=7), max_size=3))
    text = io.StringIO()
    csv.writer(text).writerows([header[: data.draw(st.integers(1, 7))], *rows])
    path = tmp_path / "hands.csv"
    path.write_text(mutated(data.draw, text.getvalue()), encoding="utf-8")
    done = answered("score", "--csv", path, expected=(0, 2))
    if done.exit_code:
        assert str(path) in done.stderr


@FEW
@given(st.data())
def test_any_policy_plays_or_is_refused(tmp_path, data):
    known = ["greedy", "planner:hope=0.5", "rollout:n=4", "family:fire", "bots.py:Mine", "random"]
    spec = mutated(data.draw, data.draw(st.sampled_from(known)))
    (tmp_path / "bots.py").write_text(
        "class Mine:\n    def choose(self, v, o):\n        return 0\n"
    )
    game = data.draw(st.sampled_from(GAMES))
    answered("simulate", game, f"--policy={spec}", "--games", "0", "--out", tmp_path / "run",
             "--overwrite", expected=(0, 2))  # fmt: skip


# --- scenario files ---------------------------------------------------------------------------

NUMBERS = st.integers(-2, 12) | st.sampled_from([2**31, -(2**63), 2**63 - 1, 255, 256])
VALUES = st.one_of(NUMBERS, st.booleans(), st.floats(allow_nan=False), ODD,
                   st.lists(NUMBERS, max_size=3), st.just({}), st.just([{}]))  # fmt: skip
STONES = st.dictionaries(st.sampled_from(["red", "blue", "purple", "ward", "green"]), NUMBERS)


def card_lists(names):
    """Lists of cards as scenarios have them, a few of which nobody knows."""
    one = st.one_of(st.sampled_from(names), st.sampled_from(names), ODD)
    return st.lists(one, max_size=9)


@st.composite
def scenarios(draw, game):
    """A scenario whose parts are mostly of the right kind, or not."""
    names = [card.name for card in deck_of(game).cards]
    cards = card_lists(names)
    name = st.sampled_from(names)
    if game == "fantasy_realms":
        top = {"variant": st.sampled_from(["standard", "two-player", "chaos"]), "players": NUMBERS,
               "active": NUMBERS, "draw": cards, "discard": cards, "seed": NUMBERS,
               "draw_exact": st.booleans(), "ticks": NUMBERS, "pair": st.lists(NUMBERS, max_size=3),
               "offer": name}  # fmt: skip
        player = {"hand": cards, "seen": st.dictionaries(name, NUMBERS, max_size=2)}
        actions = ["list", "draw", "take", "discard", "end", "offer", "accept", "refuse"]
    else:
        area = st.lists(
            st.one_of(name, st.fixed_dictionaries({"card": name, "curses": NUMBERS})), max_size=4
        )
        top = {"sets": st.sampled_from([["base"], ["base", "curse"], ["curse"], []]),
               "round": NUMBERS, "first": NUMBERS, "active": NUMBERS, "draw": cards,
               "phase": st.sampled_from(["hunt", "action", "resolution", "curse", "end"]),
               "display": cards, "discard": cards, "seed": NUMBERS,
               "draw_exact": st.booleans()}  # fmt: skip
        player = {"score": NUMBERS, "stones": STONES, "hand": cards, "area": area, "hunted": cards,
                  "wards": NUMBERS, "curses": NUMBERS, "soothed": cards,
                  "summoner": st.sampled_from(["Muura", "none", "x"]),
                  "side": st.sampled_from(["Jolly", "start", "x"])}  # fmt: skip
        actions = ["list", "hunt", "sell", "tame", "summon", "remove", "use", "end_turn", "phase"]
    do = {"card": name, "pay": STONES, "seat": NUMBERS,
          "choose": st.lists(name | st.sampled_from(["none", "ward", "seat 1", "red", "1"]),
                             max_size=3)}  # fmt: skip

    def table(kinds, **always):
        made = dict(always)
        for key in draw(st.lists(st.sampled_from(sorted(kinds)), unique=True)):
            made[key] = draw(VALUES if draw(st.integers(0, 15)) == 0 else kinds[key])
        return made

    seats = draw(st.integers(2, 4)) if draw(st.integers(0, 7)) else draw(st.integers(0, 7))
    steps = draw(st.integers(0, 5))
    made = table(top, game=game)
    made["player"] = [table(player) for _ in range(seats)]
    made["do"] = [table(do, action=draw(st.sampled_from(actions))) for _ in range(steps)]
    return made


@cache
def deck_of(game):
    return load_cards().select(game, ("base", "curse") if game == GAMES[1] else ("base",))


def toml(table):
    """A table of plain values as TOML, whose inline forms hold everything."""
    return "".join(f"{json.dumps(key)} = {inline(value)}\n" for key, value in table.items())


def inline(value):
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)} = {inline(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(inline, value)) + "]"
    if isinstance(value, float):
        return repr(value)
    return json.dumps(value)


@pytest.mark.parametrize("game", GAMES)
def test_any_scenario_is_played_or_refused_with_its_place(tmp_path, game):
    @settings(FEW, max_examples=60)
    @given(scenarios(game))
    def play(table):
        path = tmp_path / "position.toml"
        path.write_text(toml(table), encoding="utf-8")
        done = answered("scenario", path)
        if done.exit_code == 2:
            assert str(path) in done.stderr
        else:
            assert json.loads(done.stdout).keys() >= {"state", "log", "error"}

    play()


# --- run folders ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """A short run of each game, in two blocks."""
    place = tmp_path_factory.mktemp("runs")
    for game in GAMES:
        play = ["simulate", game, "--games", "8", "--block-deals", "4", "--policy", "random"]
        done = CliRunner().invoke(main, [*play, "--out", str(place / game)])
        assert done.exit_code == 0
    return place


def asked(folder, which):
    """Ask a command about a run folder."""
    if which == "resume":
        game = json.loads((folder / "run.json").read_text("utf-8"))
        game = game.get("game") if isinstance(game, dict) else None
        name = game if game in GAMES else GAMES[0]
        play = ["simulate", name, "--games", "8", "--block-deals", "4", "--policy", "random"]
        return answered(*play, "--out", folder, "--resume")
    more = {"trace": ["--game", "1"], "verify": ["--all"], "report": ["--out", folder / "page"]}
    return answered(which, folder, *more[which])


JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.floats() | ODD,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(ODD, inner, max_size=2),
    max_leaves=4,
)


def places(value, path=()):
    """Every place within a JSON value."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value[:2])
    for key, inner in items:
        if isinstance(inner, (dict, list)):
            yield from places(inner, (*path, key))
        else:
            yield (*path, key)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("which", ["verify", "trace", "resume", "report"])
def test_any_manifest_is_understood_or_refused(runs, tmp_path, game, which):
    manifest = json.loads((runs / game / "run.json").read_text("utf-8"))
    spots = [place for place in places(manifest) if place]

    @settings(FEW, max_examples=3 if which == "report" else 8)
    @given(st.sampled_from(spots), st.one_of(JSON, st.just("gone")))
    def ask(place, value):
        told = json.loads(json.dumps(manifest))
        inner = told
        for key in place[:-1]:
            inner = inner[key]
        if value == "gone":
            del inner[place[-1]]
        else:
            inner[place[-1]] = value
        folder = tmp_path / "run"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(runs / game, folder)
        (folder / "run.json").write_text(json.dumps(told), encoding="utf-8")
        asked(folder, which)

    ask()


def broken(path, how, rng):
    """Break a Parquet file in one of several ways."""
    data = path.read_bytes()
    if how == "truncated":
        path.write_bytes(data[: rng.randrange(len(data))])
    elif how == "flipped":
        at = rng.randrange(len(data))
        path.write_bytes(data[:at] + bytes([data[at] ^ (1 << rng.randrange(8))]) + data[at + 1 :])
    elif how == "empty":
        path.write_bytes(b"")
    elif how == "folder":
        path.unlink()
        path.mkdir()
    elif how == "gone":
        path.unlink()
    else:
        frame = pl.read_parquet(path)
        column = rng.choice(frame.columns)
        if how == "column gone":
            frame = frame.drop(column)
        elif how == "text":
            frame = frame.with_columns(pl.lit("what").alias(column))
        elif how == "nulls":
            frame = frame.with_columns(pl.lit(None).cast(frame.schema[column]).alias(column))
        elif how == "no rows":
            frame = frame.clear()
        elif how == "doubled":
            frame = pl.concat([frame, frame])
        frame.write_parquet(path)


WAYS = ("truncated", "flipped", "empty", "folder", "gone", "column gone", "text", "nulls",
        "no rows", "doubled")  # fmt: skip


@pytest.mark.parametrize("which", ["verify", "trace", "resume", "report"])
@pytest.mark.parametrize("how", WAYS)
def test_broken_tables_are_told(runs, tmp_path, how, which):
    rng = random.Random(f"{how} {which}")
    for game in GAMES if which != "report" else [rng.choice(GAMES)]:
        folder = tmp_path / game
        shutil.copytree(runs / game, folder)
        broken(rng.choice(sorted(folder.glob("*/*.parquet"))), how, rng)
        done = asked(folder, which)
        if which == "verify":
            assert done.exit_code == 1
            assert ".parquet" in done.stderr
