"""Pure-Python policies: what they see, how they are asked, and what happens when they fail."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from sim.errors import RealmvaleError, WorkerDiedError
from sim.fantasy_realms.replay import SteppedGame, play_on, seated
from sim.fantasy_realms.rules import make_rules
from sim.fantasy_realms.run_replay import replay_game
from sim.fantasy_realms.stepping import Stepper
from sim.policy import Policy, load_policies
from sim.run import play_run
from sim.store import Run
from sim.streams import run_key
from tests.support.games import assert_same, make_game, played, stored

BOTS = '''
import os
import sys

from sim.fantasy_realms.view import CHOOSE
from sim.jit import kernel


class First:
    def choose(self, view, options):
        return 0


@kernel(CHOOSE)
def first(view, options, n, params, stream):
    return 0


class Hoarder:
    """Draws, and keeps the hand that scores best."""

    def choose(self, view, options):
        if view.kind == "draw":
            return options.index("deck")
        kept = [[card for card in view.hand if card != thrown] for thrown in options]
        return max(range(len(options)), key=lambda k: view.score(kept[k]))


class Dice:
    def choose(self, view, options):
        return view.rng.randrange(len(options))


class Late:
    def __init__(self, answer=99):
        self.answer = answer

    def choose(self, view, options):
        return 0 if view.turn < 3 else self.answer


class Raising:
    def choose(self, view, options):
        raise ValueError("out of ideas")


class Exits:
    def choose(self, view, options):
        sys.exit(3) if view.turn >= 3 else print("not for stdout")
        return 0


class Stillborn:
    def __init__(self):
        sys.exit()

    def choose(self, view, options):
        return 0


class Killer:
    def choose(self, view, options):
        os._exit(9)


class Talker:
    def choose(self, view, options):
        print("not for stdout")
        return 0


@kernel(CHOOSE)
def beyond(view, options, n, params, stream):
    return n if view.turn >= 3 else 0


@kernel(CHOOSE)
def below(view, options, n, params, stream):
    return -1


@kernel(CHOOSE)
def throwing(view, options, n, params, stream):
    if view.turn >= 3:
        raise ValueError("lost the thread")
    return 0
'''


@pytest.fixture(scope="module")
def bots(tmp_path_factory):
    path = tmp_path_factory.mktemp("bots") / "my_bots.py"
    path.write_text(BOTS, encoding="utf-8")
    return str(path)


def step(deck, bot, deals=3, players=4, others=()):
    """Play deals with an undeclared bot class; return the board."""
    game = make_game(deck, others or ("random",), deals, players=players)
    policies = [Policy("bot", "bot", {}, "python", bot), *(game.policies if others else [])]
    board = make_game(deck, ("random", *others), deals, players=players)._board(deals)
    stepper = Stepper(board, policies, np.arange(len(policies)), np.zeros((16, 16)))
    assert stepper.play_deals(run_key(7), 0, deals, 1) == 0
    return board


def test_python_and_compiled_policy_of_one_mind_play_the_same_games(deck, bots):
    tables = [
        played(make_game(deck, (f"{bots}:{name}", "random"), 6)) for name in ("First", "first")
    ]
    for table in tables:
        table["players"] = table["players"].drop("policy")
    assert_same(*tables)


def test_results_do_not_depend_on_workers_or_back_end(deck, bots, tmp_path):
    policies = (f"{bots}:Dice", f"{bots}:Hoarder", "random")
    expected = played(make_game(deck, policies, 6, block_deals=6))
    for backend, workers, block in (("threads", 2, 2), (None, 2, 4)):
        folder = tmp_path / f"{backend}"
        game = make_game(deck, policies, 6, block_deals=block)
        play_run(game, folder, workers=workers, backend=backend, quiet=True)
        assert_same(stored(folder), expected)


def test_chance_of_a_bot_hangs_on_seed_deal_replicate_and_seat(deck, bots):
    once, again = (played(make_game(deck, (f"{bots}:Dice",), 5)) for _ in range(2))
    assert_same(once, again)
    other = played(make_game(deck, (f"{bots}:Dice",), 5, seed=8))
    assert not other["players"]["score"].equals(once["players"]["score"])


def test_keeping_the_best_scoring_hand_beats_chance(deck, bots):
    players = played(make_game(deck, (f"{bots}:Hoarder", "random"), 20))["players"]
    mean = dict(players.group_by("policy").agg(pl.col("score").mean()).iter_rows())
    assert mean["Hoarder"] > mean["random"] + 30


def test_a_view_shows_what_the_seat_may_know(deck):
    names = {card.name for card in deck.card_set.cards}

    class Watcher:
        took = None

        def choose(self, view, options):
            seen.append(view.turn)
            assert view.players == 3
            assert view.variant == "standard"
            assert (view.hand_size, view.end_size, view.turn_cap) == (7, 10, 200)
            assert set(view.cards) == names
            assert view.cards["Dragon"].strength == 30
            assert view.cards["Dragon"].suit == "Beast"
            assert "Wizard" in view.cards["Dragon"].text
            assert len(view.held) == 3
            everywhere = [*view.hand, *view.area]
            assert len(set(everywhere)) == len(everywhere)
            assert view.deck_left == 53 - sum(view.held) - len(view.area)
            assert view.held[view.seat] == len(view.hand)
            if view.kind == "draw":
                assert len(view.hand) == 7
                assert options == (["deck"] if view.deck_left else []) + list(view.area)
            else:
                assert len(view.hand) == 8
                assert options == list(view.hand)
            for seat, cards in view.known.items():
                assert not set(cards) & set(view.area)
                assert len(cards) <= view.held[seat]
                if seat == view.seat:
                    assert set(cards) <= set(view.hand)
                else:
                    assert not set(cards) & set(view.hand)
                known.update(cards)
            if view.kind == "discard":
                if self.took and self.took[0] == view.turn:
                    assert self.took[1] in view.known[view.seat]
                return view.rng.randrange(len(options))
            # Taking whatever can be taken makes cards known.
            self.took = (view.turn, options[-1]) if options[-1] != "deck" else None
            return len(options) - 1

    seen, known = [], set()
    step(deck, Watcher, deals=5, players=3)
    assert len(seen) > 50
    assert known


def test_a_view_cannot_be_changed_and_leads_to_nothing_hidden(deck):
    class Prober:
        def choose(self, view, options):
            for name in ("seat", "hand", "deck", "state"):
                with pytest.raises(AttributeError):
                    setattr(view, name, None)
            with pytest.raises(TypeError):
                view.cards["Dragon"] = None
            public = {name for name in dir(view) if not name.startswith("_")}
            assert public == {
                "area", "cards", "deck_left", "end_size", "get", "give", "hand", "hand_size",
                "held", "kind", "known", "partner", "players", "rng", "score", "seat", "shown",
                "turn", "turn_cap", "variant",
            }  # fmt: skip
            return 0

    step(deck, Prober, deals=1)


def test_the_score_of_a_view_is_the_best_score_of_the_hand(deck):
    scores = {}

    class Asker:
        def choose(self, view, options):
            if not scores:
                scores["smoke"] = view.score(["Smoke"])
                scores["flames"] = view.score(["Smoke", "Wildfire"])
                scores["accents"] = view.score(["doppelganger", "BASILISK"])
                for bad in ([], ["Smoke", "smoke"], "Smoke", ["Smokey"], list(view.cards)):
                    with pytest.raises(RealmvaleError):
                        view.score(bad)
            return 0

    step(deck, Asker, deals=1)
    # Smoke is blanked without a Flame, else 27; Wildfire 40. Basilisk 35, a copy of it would be
    # an other Beast and blank it.
    assert scores == {"smoke": 0, "flames": 67, "accents": 35}


def test_every_seat_of_every_game_has_a_bot_of_its_own(deck):
    class Loner:
        made = 0

        def __init__(self):
            Loner.made += 1
            self.seat, self.turn = None, 0

        def choose(self, view, options):
            assert self.seat in (None, view.seat)
            assert view.turn >= self.turn
            self.seat, self.turn = view.seat, view.turn
            return 0

    board = step(deck, Loner, deals=4)
    assert int(board.progress.games) == 4
    assert Loner.made == 16


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Late", "policy Late chose option 99, valid are 0 to"),
        ("Late:answer=-1", "policy Late:answer=-1 chose option -1, valid are 0 to"),
        ("Late:answer=1.0", "choose returned 1.0, not the index of an option"),
        ("Raising", "policy Raising raised ValueError: out of ideas"),
        ("Exits", "policy Exits raised SystemExit: 3"),
        ("Stillborn", "policy Stillborn raised SystemExit"),
        ("beyond", "policy beyond chose option [0-9]+, valid are 0 to"),
        ("below", "policy below chose option -1, valid are 0 to"),
        ("throwing", "policy throwing raised ValueError: lost the thread"),
    ],
)
def test_a_policy_that_fails_is_named_with_seed_game_and_seat(deck, bots, tmp_path, name, message):
    game = make_game(deck, (f"{bots}:{name}",), 4, block_deals=1)
    with pytest.raises(RealmvaleError, match=rf"{message}.*: seed 7, game \d+, seat \d"):
        play_run(game, tmp_path / "run", workers=2, backend="threads", quiet=True)


@pytest.mark.parametrize(
    ("name", "message"), [("Raising", "ValueError: out of ideas"), ("Exits", "SystemExit: 3")]
)
def test_a_failure_in_a_worker_process_comes_through(deck, bots, tmp_path, name, message):
    game = make_game(deck, (f"{bots}:{name}",), 4, block_deals=1)
    with pytest.raises(RealmvaleError, match=f"policy {name} raised {message}: seed 7"):
        play_run(game, tmp_path / "run", workers=2, quiet=True)


def test_a_worker_process_that_dies_is_said_in_a_sentence(deck, bots, tmp_path):
    game = make_game(deck, (f"{bots}:Killer", "random"), 4, block_deals=1)
    with pytest.raises(WorkerDiedError, match=r"died while playing .*policies: Killer, random; .*"):
        play_run(game, tmp_path / "run", workers=2, quiet=True)
    assert not list(tmp_path.glob("**/*.part"))


def test_a_file_that_exits_when_loaded_is_refused(tmp_path):
    path = tmp_path / "leaver.py"
    path.write_text("import sys\nsys.exit('no')\n", encoding="utf-8")
    with pytest.raises(RealmvaleError, match=r"leaver\.py can't be loaded: SystemExit: no$"):
        load_policies([str(path)], "fantasy_realms")


@pytest.mark.parametrize("backend", ["threads", "loky"])
def test_what_bots_and_their_files_print_is_no_output(deck, bots, tmp_path, capfd, backend):
    path = tmp_path / "talker.py"
    text = Path(bots).read_text(encoding="utf-8")
    path.write_text(text + '\nprint("not for stdout either")\n', encoding="utf-8")
    game = make_game(deck, (f"{path}:Talker",), 4, block_deals=1)
    play_run(game, tmp_path / "run", workers=2, backend=backend, quiet=True)
    replay_game(Run.open(tmp_path / "run"), 0)
    out, err = capfd.readouterr()
    assert out == ""
    assert "not for stdout\n" in err
    assert "not for stdout either" in err


@pytest.mark.parametrize("name", ["Exits", "Stillborn", "Late", "Late:answer=1.5"])
def test_a_bot_that_fails_in_a_replay_is_named(deck, bots, name):
    game = SteppedGame(deck, make_rules(3))
    policy = load_policies([f"{bots}:{name}"], "fantasy_realms")[0]
    game.deal(range(53))
    with pytest.raises(RealmvaleError, match=r"policy \S+ \(seat \d\) (raised|chose option)"):
        play_on(game, seated(game, [policy] * 3, [1, 2, 3]))
