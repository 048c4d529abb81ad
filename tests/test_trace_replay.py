"""Games of a run folder played again end as the run says, one at a time."""

import shutil

import polars as pl
import pytest
from support.recorded_games import turns_of

from sim.cards import load_cards
from sim.errors import CheckFailedError, RealmvaleError
from sim.fantasy_realms import run_replay
from sim.fantasy_realms.compile import compile_deck
from sim.fantasy_realms.game import FantasyRealms
from sim.fantasy_realms.rules import make_rules
from sim.fantasy_realms.state import EVENTS, MOVE_DISCARD, MOVE_DRAW, MOVE_EXTRA, MOVE_TAKE
from sim.plan import make_plan
from sim.run import play_run
from sim.store import Run

BOT = '''
class Contrary:
    """Draws if it can; then throws a card by chance."""

    def choose(self, view, options):
        return 0 if view.kind == "draw" else view.rng.randrange(len(options))
'''

# Seats, policies, replicates.
RUNS = {
    "mixed": (4, ["random", "cautious", "strongest", "greedy"], 1),
    "replicated": (3, ["random", "cautious"], 3),
    "mirror": (5, ["random"], 2),
    "two-player": (2, ["random", "strongest"], 2),
}


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Return a function that plays a small run once and opens it."""
    folder = tmp_path_factory.mktemp("runs")
    (folder / "bots.py").write_text(BOT)
    deck = compile_deck(load_cards().select("fantasy_realms"))
    played = {}

    def opened(name):
        if name not in played:
            specs = [f"{folder / 'bots.py'}:Contrary", "random"]
            players, policies, replicates = RUNS.get(name, (3, specs, 1))
            plan = make_plan(11, 24, players, policies, replicates, 2)
            rules = make_rules(players)
            game = FantasyRealms(deck, rules, tuple(policies), plan, "all")
            play_run(game, folder / name, workers=1, backend="threads", quiet=True)
            played[name] = Run.open(folder / name)
        return played[name]

    return opened


@pytest.mark.parametrize("name", [*RUNS, "python"])
def test_every_game_ends_as_stored(runs, name):
    run = runs(name)
    stored = run.games().collect().to_dicts()
    assert len(stored) >= 24
    for row in stored:
        replayed = run_replay.replay_game(run, row["game"])
        run_replay.check_replay(run, replayed)
        found = (replayed.deal, replayed.replicate, replayed.rotation)
        assert found == (row["deal"], row["replicate"], row["rotation"])


def test_game_id_is_the_formula_of_the_design(runs):
    """game = (deal * replicates + replicate) * seats + rotation."""
    replayed = run_replay.replay_game(runs("replicated"), (2 * 3 + 1) * 3 + 2)
    assert (replayed.deal, replayed.replicate, replayed.rotation) == (2, 1, 2)


@pytest.mark.parametrize("name", ["mixed", "two-player"])
def test_moves_are_those_of_the_cards_table(runs, name):
    run = runs(name)
    cards = run.cards().collect()
    slugs = [card["id"] for card in run.manifest["cards"]]
    columns = {MOVE_DRAW: "turn_drawn", MOVE_TAKE: "turn_taken"}
    for number in run.games().collect()["game"][:6]:
        replayed = run_replay.replay_game(run, number)
        first = {}
        for move in replayed.moves:
            first.setdefault((move.kind, move.seat, slugs[move.card]), move.turn)
        for row in cards.filter(pl.col("game") == number).to_dicts():
            card = (row["seat"], row["card"])
            for kind, column in columns.items():
                assert first.get((kind, *card)) == row[column]
            events = row["events"]
            assert bool(events & EVENTS["discarded"]) == ((MOVE_DISCARD, *card) in first)
            assert bool(events & EVENTS["extra"]) == ((MOVE_EXTRA, *card) in first)
            final = slugs.index(row["card"]) in replayed.game.hand(row["seat"])
            assert bool(events & EVENTS["final"]) == final
            dealt = slugs.index(row["card"]) in replayed.dealt[row["seat"]]
            assert bool(events & EVENTS["dealt"]) == dealt


def test_rotations_of_a_deal_share_the_deck(runs):
    run = runs("mixed")
    games = [run_replay.replay_game(run, number) for number in range(4)]
    assert len({tuple(game.order) for game in games}) == 1
    seated = [[policy.name for policy in game.policies] for game in games]
    assert all(seated[k] == seated[0][k:] + seated[0][:k] for k in range(4))


def test_only_the_game_asked_for_is_played(runs, monkeypatch):
    run = runs("mixed")
    play_on, games = run_replay.play_on, []
    monkeypatch.setattr(
        run_replay, "play_on", lambda *args: games.append(args[0]) or play_on(*args)
    )
    run_replay.replay_game(run, 21)
    assert len(games) == 1


def test_final_hands_are_explained_and_add_up(runs):
    run = runs("mixed")
    for number in range(8):
        replayed = run_replay.replay_game(run, number)
        for seat, explanation in enumerate(run_replay.explain_hands(replayed)):
            assert explanation.score == replayed.game.state.score[seat]
            assert sum(card.total for card in explanation.cards) == explanation.score
            held = sorted(replayed.game.deck.names[c] for c in replayed.game.hand(seat))
            assert sorted(card.card for card in explanation.cards) == held


def test_turns_of_a_replay_are_all_there(runs):
    replayed = run_replay.replay_game(runs("mixed"), 5)
    assert len(turns_of(replayed)) == replayed.game.state.turn


# --- What is refused -----------------------------------------------------------------------------


@pytest.fixture
def copied(runs, tmp_path):
    """Return a copy of a run that a test may spoil."""
    shutil.copytree(runs("mixed").path, tmp_path / "copy")
    return Run.open(tmp_path / "copy")


@pytest.mark.parametrize(
    ("table", "column", "said"),
    [
        ("players", "score", "seat 0: score is"),
        ("players", "win", "seat 0: win is"),
        ("games", "turns", "turns is"),
    ],
)
def test_a_difference_from_the_run_is_an_error(copied, table, column, said):
    block = sorted((copied.path / table).glob("*.parquet"))[0]
    rows = pl.read_parquet(block)
    rows.with_columns((pl.col(column) + 1).cast(rows[column].dtype)).write_parquet(block)
    replayed = run_replay.replay_game(copied, 0)
    with pytest.raises(CheckFailedError, match=said):
        run_replay.check_replay(copied, replayed)


def test_a_game_beyond_the_last_is_refused(runs):
    run = runs("mixed")
    with pytest.raises(RealmvaleError, match="its games lie between 0 and"):
        run_replay.replay_game(run, 10_000)


def test_a_rotation_that_was_not_played_is_refused(runs):
    """One policy everywhere: one game a deal and replicate, so ids are multiples of five."""
    run = runs("mirror")
    run_replay.replay_game(run, 15)
    with pytest.raises(RealmvaleError, match=r"deal 1 is played in 1 of 5 rotations.*15"):
        run_replay.replay_game(run, 17)


def test_a_game_not_stored_yet_is_refused(copied):
    last = copied.blocks()[-1]
    for table in copied.tables:
        (copied.path / table / last).unlink()
    number = int(last.split(".")[0]) * 4
    replayed = run_replay.replay_game(copied, number)
    with pytest.raises(RealmvaleError, match="has not stored game"):
        run_replay.check_replay(copied, replayed)


def test_other_cards_than_the_runs_are_refused(copied):
    file = copied.card_file
    file.write_text(
        file.read_text(encoding="utf-8").replace(",Dragon,Beast,30", ",Dragon,Beast,29")
    )
    with pytest.raises(RealmvaleError, match="another cards"):
        run_replay.replay_game(copied, 0)
