"""`realmvale simulate` and `realmvale policies`."""

import json
from hashlib import blake2b

import pytest
from click.testing import CliRunner

from analysis.cli import main
from sim.cards import load_cards
from sim.store import Run
from tests.support.games import stored


def run(*arguments):
    return CliRunner().invoke(main, list(map(str, arguments)))


def simulate(folder, *arguments, game="fantasy-realms"):
    return run("simulate", game, "--out", folder, "--policy", "random", *arguments)


def told(done):
    """The one sentence of a run that was refused."""
    assert done.exit_code == 2, done.output
    assert done.stdout == ""
    assert done.stderr.startswith("Error: ")
    assert done.stderr.count("\n") == 1
    return done.stderr


def test_a_run_is_written_and_its_path_printed(tmp_path):
    done = simulate(tmp_path / "x", "--policy", "cautious", "--games", "1_00", "--seed", 7)
    assert done.exit_code == 0
    assert done.stdout == f"{tmp_path / 'x'}\n"
    manifest = Run.open(tmp_path / "x").manifest
    games = stored(tmp_path / "x")["games"].height
    assert 100 <= games == manifest["games"] < 104
    assert f"{games} games in " in done.stderr
    assert manifest["seed"] == 7
    assert manifest["complete"] is True
    assert manifest["argv"][:2] == ["simulate", "fantasy-realms"]
    assert manifest["command"].startswith("realmvale simulate fantasy-realms --out")


def test_fewest_whole_deals_that_make_the_games(tmp_path):
    # One policy: a deal is a game. Two: two or four rotations, so that 5 games are too many.
    assert simulate(tmp_path / "a", "--games", 5).exit_code == 0
    assert stored(tmp_path / "a")["games"].height == 5
    assert simulate(tmp_path / "b", "--games", 5, "--policy", "cautious").exit_code == 0
    games = stored(tmp_path / "b")["games"]
    assert games.height > 4
    assert games.filter(games["deal"] < games["deal"].max()).height < 5


def test_json_and_quiet(tmp_path):
    done = simulate(tmp_path / "x", "--games", 8, "--json", "--quiet")
    summary = json.loads(done.stdout)
    assert done.stderr == ""
    assert summary["run"] == str(tmp_path / "x")
    assert summary["games"] == summary["played"] == 8
    assert summary["games_per_second"] > 0
    done = run(
        "--quiet", "simulate", "fr", "--out", tmp_path / "y", "--games", 4, "--policy", "random"
    )
    assert done.stderr == ""


def test_tl_44_no_games(tmp_path):
    done = simulate(tmp_path / "x", "--games", 0)
    assert done.exit_code == 0
    assert "0 games" in done.stderr
    assert all(table.height == 0 for table in stored(tmp_path / "x").values())


@pytest.mark.parametrize("seed", ["0", "2676330400", str(2**63 - 1)])
def test_tl_07_seeds_are_taken_as_they_are(tmp_path, seed):
    assert simulate(tmp_path / "x", "--games", 4, "--seed", seed).exit_code == 0
    assert Run.open(tmp_path / "x").manifest["seed"] == int(seed)


def test_tl_07_seed_0_is_a_seed_like_any_other(tmp_path):
    for seed in (0, 1):
        simulate(tmp_path / str(seed), "--games", 20, "--seed", seed)
    one, other = (stored(tmp_path / name)["players"]["score"] for name in "01")
    assert not one.equals(other)


@pytest.mark.parametrize("seed", [str(2**63), "-1", "1.5", ""])
def test_tl_07_seeds_out_of_range_are_refused(tmp_path, seed):
    assert "2^63 - 1" in told(simulate(tmp_path / "x", f"--seed={seed}"))


def test_tl_06_words_are_a_seed_by_a_stable_hash(tmp_path):
    """The number is computed here by the definition: 63 bits of BLAKE2b, not by Python's hash()."""
    number = int.from_bytes(blake2b(b"spring-patch", digest_size=8).digest(), "little") >> 1
    assert simulate(tmp_path / "x", "--games", 4, "--seed", "spring-patch").exit_code == 0
    assert simulate(tmp_path / "y", "--games", 4, "--seed", number).exit_code == 0
    assert Run.open(tmp_path / "x").manifest["seed"] == number
    assert stored(tmp_path / "x")["cards"].equals(stored(tmp_path / "y")["cards"])


@pytest.mark.parametrize(
    "seed", ["1.5", "1e6", "nan", "infinity", "0x10", "-spring", "", "9" * 5000]
)
def test_tl_06_what_only_looks_like_a_number_is_not_hashed(tmp_path, seed):
    assert "a seed is a whole number from 0 to 2^63 - 1, or words that begin with" in told(
        simulate(tmp_path / "x", f"--seed={seed}")
    )


def test_two_players_imply_the_two_player_game(tmp_path):
    assert simulate(tmp_path / "a", "--games", 4, "--players", 2).exit_code == 0
    assert simulate(tmp_path / "b", "--games", 4, "--variant", "two-player").exit_code == 0
    for name in "ab":
        manifest = Run.open(tmp_path / name).manifest
        assert (manifest["variant"], manifest["players"]) == ("two-player", 2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--players", 7], "the standard game of Fantasy Realms takes 3 to 6 players, not 7"),
        (["--players", 1], "takes 3 to 6 players, not 1"),
        (["--players", 2, "--variant", "standard"], "two players have a variant of their own"),
        (["--players", 4, "--variant", "two-player"], "takes exactly 2 players, not 4"),
        (["--variant", "standart"], "there is no variant 'standart'; did you mean standard"),
        (["--policy", "gredy"], "did you mean greedy"),
        (["--policy", "nowhere.py:x"], "there is no file nowhere.py"),
        (["--backend", "thread"], "there is no back end 'thread'; did you mean threads"),
        (["--sets", "bass"], "did you mean base"),
        (
            ["--sets", "base,curse"],
            "no set named 'curse' of fantasy_realms",
        ),
        (["--cards", "nowhere.csv"], "nowhere.csv"),
        (["--turn-cap", 0], "the turn cap must be 1 to"),
        (["--games", "many"], "'many' is not a whole number"),
        (["--games", -1], "-1 is not in the range"),
        (["--resume", "--overwrite"], "exclude each other"),
        (["--resume"], "to resume; leave --resume out"),
        (["--keep", "none"], "'none' is not one of"),
    ],
)
def test_what_cannot_be_played_is_refused_before_anything_is_written(tmp_path, arguments, message):
    assert message in told(simulate(tmp_path / "x", *arguments))
    assert not (tmp_path / "x").exists()


def test_seventeen_policies_are_too_many(tmp_path):
    many = ["--policy", "random"] * 16
    assert "1 to 16 policies, not 17" in told(simulate(tmp_path / "x", *many))


def test_games_that_are_not_there(tmp_path):
    assert "did you mean fantasy_realms" in told(simulate(tmp_path / "x", game="fantasy-realm"))


def test_cards_of_ones_own(tmp_path):
    text = load_cards().path.read_text(encoding="utf-8")
    mine = tmp_path / "mine.csv"
    mine.write_text(text.replace(",Dragon,Beast,30,", ",Dragon,Beast,60,"), encoding="utf-8")
    simulate(tmp_path / "a", "--games", 300, "--policy", "strongest")
    simulate(tmp_path / "b", "--games", 300, "--policy", "strongest", "--cards", mine)
    one, other = (Run.open(tmp_path / name).manifest for name in "ab")
    assert one["cards_sha256"] != other["cards_sha256"]
    assert [card["value"] for card in other["cards"] if card["id"] == "dragon"] == [60]
    assert (tmp_path / "b" / "cards.csv").read_bytes() == mine.read_bytes()


def test_a_deck_that_is_too_small_is_refused(tmp_path):
    lines = load_cards().path.read_text(encoding="utf-8").splitlines()
    mine = tmp_path / "mine.csv"
    # 30 of the cards that no other card names would do; six seats need 52.
    named = {
        card.name
        for card in load_cards().cards
        if f'"{card.name}"' in "".join(lines).replace('""', '"')
    }
    spare = [k for k, card in enumerate(load_cards().cards, start=1) if card.name not in named][:2]
    mine.write_text(
        "\n".join(line for k, line in enumerate(lines) if k not in spare) + "\n", encoding="utf-8"
    )
    message = told(simulate(tmp_path / "x", "--players", 6, "--cards", mine))
    assert (
        "has 51 cards; 6 players need at least 52, 7 a hand and 10 in the discard area" in message
    )


def test_the_same_command_with_resume_goes_on(tmp_path):
    arguments = ["--games", 400, "--block-deals", 100]
    simulate(tmp_path / "x", *arguments)
    expected = stored(tmp_path / "x")
    (tmp_path / "x" / "games" / "000000000100.parquet").unlink()
    # The size of a block need not be stated again.
    done = simulate(tmp_path / "x", "--games", 400, "--resume")
    assert done.exit_code == 0
    assert "100 games in " in done.stderr
    assert stored(tmp_path / "x")["games"].equals(expected["games"])
    assert "seed: it was 1, now it is 2" in told(
        simulate(tmp_path / "x", *arguments, "--resume", "--seed", 2)
    )
    assert "already holds a run" in told(simulate(tmp_path / "x", *arguments))
    assert simulate(tmp_path / "x", "--games", 5, "--overwrite").exit_code == 0
    assert stored(tmp_path / "x")["games"].height == 5


def test_a_turn_cap_ends_games(tmp_path):
    simulate(tmp_path / "x", "--games", 50, "--turn-cap", 12)
    games = stored(tmp_path / "x")["games"]
    capped = games.filter(games["end"] == "turn_cap")
    assert games["turns"].max() == 12
    assert capped.height > 10
    assert (capped["turns"] == 12).all()


def test_without_a_folder_it_goes_to_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run("simulate", "fr", "--games", 4, "--policy", "random", "--seed", 9, "--players", 3)
    assert done.stdout.strip() == str(Run.open("runs/fantasy-realms-3p-9").path)


def test_policies_are_listed():
    done = run("policies")
    for name in ("random", "strongest", "cautious", "greedy"):
        assert f"\n{name} " in done.stdout
    assert "any option, each equally likely" in done.stdout
    listed = json.loads(run("policies", "fr", "--json").stdout)
    assert {"name", "about", "params", "source"} == listed[0].keys()
    assert "any option, each equally likely" in run("policies", "vale").stdout
