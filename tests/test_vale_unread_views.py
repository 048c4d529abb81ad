"""A compiled policy that never looks at its view goes without it, and plays the same games."""

import pytest
from support.vale_games import make_game

from sim.cards import load_cards
from sim.policy import COMPILED, PYTHON, Policy, load_policies
from sim.policy_rows import reads_view
from sim.vale_of_eternity.compile import compile_deck


def of_options(view, options, n, params, stream):
    return n - 1 if options[0] > params[0] else 0


def of_the_seat(view, options, n, params, stream):
    return view.seat % n


def by_another_name(view, options, n, params, stream):
    seen = view
    return seen.seat % n


def in_a_function_of_its_own(view, options, n, params, stream):
    def better(k):
        return k + view.seat

    return better(0) % n


def under_another_title(position, options, n, params, stream):
    return position.seat % n


def policy(choose, kind=COMPILED):
    return Policy("mine", "mine", {}, kind, choose)


def test_who_never_names_the_view_does_not_read_it():
    assert not reads_view(policy(of_options))


@pytest.mark.parametrize(
    "choose", [of_the_seat, by_another_name, in_a_function_of_its_own, under_another_title]
)
def test_whoever_names_the_view_reads_it(choose):
    assert reads_view(policy(choose))


def test_a_policy_in_plain_python_always_gets_its_view():
    assert reads_view(policy(of_options, PYTHON))


def test_of_the_built_in_policies_only_random_goes_without():
    specs = ["random", "seller", "rusher", "builder", "planner", "rollout", "family:fire"]
    without = [p.spec for p in load_policies(specs, "vale_of_eternity") if not reads_view(p)]
    assert without == ["random"]


def test_rows_are_the_same_with_a_view_and_without():
    deck = compile_deck(load_cards().select("vale_of_eternity"))
    rows = []
    for unread in (0, 1):
        game = make_game(deck, ("random", "seller"), deals=3, players=4)
        board = game.new_board(100)
        assert [int(view.unread) for view in board.views] == [1, 0]
        board.views[0].unread = unread
        assert game.play_deals(board, 0, 3) == 0
        n = board.progress.cards
        assert n > 0
        rows.append((board.cards[:n].tobytes(), board.players[: board.progress.players].tobytes()))
    assert rows[0] == rows[1]
