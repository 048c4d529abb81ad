"""Pure-Python policies of The Vale of Eternity: what they see, and what happens when they fail."""

import pytest
from support.games import assert_same, played, stored
from support.vale_games import make_game

from sim.cards import load_cards
from sim.errors import RealmvaleError
from sim.run import play_run
from sim.store import Run
from sim.vale_of_eternity.compile import compile_deck
from sim.vale_of_eternity.run_replay import check_replay, replay_game

BOTS = '''
from sim.jit import kernel
from sim.vale_of_eternity.view import CHOOSE


class First:
    def choose(self, view, options):
        return 0


@kernel(CHOOSE)
def first(view, options, n, params, stream):
    return 0


class Dice:
    def choose(self, view, options):
        return view.rng.randrange(len(options))


class Careful:
    """Checks what it sees against itself."""

    def choose(self, view, options):
        me = view.seats[view.seat]
        assert len(set(options)) == len(options) >= 2
        assert set(me.known) == set(view.hand) and me.held == len(view.hand)
        assert sum(me.stones.values()) <= me.limit or view.kind == "stones"
        assert len(view.seats) == view.players
        for seat in view.seats:
            assert len(seat.known) <= seat.held
            assert len(seat.area) <= view.round
        if view.kind == "hunt":
            assert set(options) == set(view.display) and view.source is None
        if view.kind == "action":
            assert view.phase == "action"
            assert ("end_turn" in options) == (not me.hunted)
        for name in (*view.hand, *view.display, *view.discard):
            assert view.cards[name].cost >= 0
        return view.rng.randrange(len(options))


class Late:
    def __init__(self, answer=99):
        self.answer = answer

    def choose(self, view, options):
        return 0 if view.round < 3 else self.answer


class Raising:
    def choose(self, view, options):
        raise ValueError("out of ideas")


@kernel(CHOOSE)
def beyond(view, options, n, params, stream):
    return n
'''


@pytest.fixture(scope="module")
def bots(tmp_path_factory):
    path = tmp_path_factory.mktemp("bots") / "bots.py"
    path.write_text(BOTS, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def vale():
    return compile_deck(load_cards().select("vale_of_eternity"))


def test_a_python_policy_plays_like_its_compiled_twin(vale, bots):
    python = played(make_game(vale, (f"{bots}:First",), deals=3))
    compiled = played(make_game(vale, (f"{bots}:first",), deals=3))
    for name in ("games", "cards", "rounds"):
        assert python[name].equals(compiled[name])
    scores = [table["players"].drop("policy") for table in (python, compiled)]
    assert scores[0].equals(scores[1])


def test_what_a_policy_sees_is_consistent(vale, bots):
    assert played(make_game(vale, (f"{bots}:Careful", "random"), deals=4))["games"].height > 4


def test_workers_make_no_difference(vale, bots, tmp_path):
    game = make_game(vale, (f"{bots}:Dice", "random"), deals=4, block_deals=2)
    assert not game.all_compiled
    play_run(game, tmp_path, workers=2, quiet=True)
    assert_same(stored(tmp_path), played(make_game(vale, (f"{bots}:Dice", "random"), deals=4)))


@pytest.mark.parametrize(
    ("policy", "says"),
    [
        ("Late", r"policy Late chose option 99, valid are 0 to \d+: seed 7, game \d+, seat \d"),
        ("Late:answer=-1", r"policy Late:answer=-1 chose option -1, valid are 0 to \d+: seed 7,"),
        ("Raising", r"policy Raising raised ValueError: out of ideas: seed 7, game 0, seat \d"),
        ("beyond", r"policy beyond chose option 8, valid are 0 to 7: seed 7, game 0, seat 0"),
    ],
)
def test_a_failing_policy_is_named_with_seed_game_and_seat(vale, bots, policy, says):
    with pytest.raises(RealmvaleError, match=says):
        make_game(vale, (f"{bots}:{policy}",), deals=2).play(0, 2)


def test_games_with_python_policies_are_replayed(vale, bots, tmp_path):
    game = make_game(vale, (f"{bots}:Dice", "random"), deals=2)
    play_run(game, tmp_path, workers=1, quiet=True)
    run = Run.open(tmp_path)
    for number in run.games().collect()["game"]:
        check_replay(run, replay_game(run, number))
