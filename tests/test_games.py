"""Both games offer the commands the same things, and share what is the same in both."""

from importlib import import_module

import pytest

from sim.card_checks import GAMES
from sim.errors import RealmvaleError
from sim.game_run import MAX_POLICIES, GameRun
from sim.games import game_module, game_of, kernel_modules
from sim.policy_check import MAX_PARAMS
from sim.policy_find import built_in_names
from sim.store import Run


@pytest.mark.parametrize("game", GAMES)
def test_a_game_module_has_what_the_commands_need(game):
    module = game_module(game)
    assert game == module.GAME
    assert module.DEFAULT_POLICY in built_in_names(game)
    for name in ("stated_rules", "check_deck", "run_name", "new_game", "reopen"):
        assert callable(getattr(module, name))
    runs = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, GameRun) and value is not GameRun
    ]
    assert [run.GAME for run in runs] == [game]


@pytest.mark.parametrize("game", GAMES)
def test_kernels_have_room_for_as_many_policies_and_parameters(game):
    assert import_module(f"sim.{game}.view").MAX_POLICIES == MAX_POLICIES
    assert import_module(f"sim.{game}.blocks").MAX_PARAMS == MAX_PARAMS


def test_kernels_of_a_game_are_its_play_and_the_policies_that_are_asked_for():
    every = kernel_modules("vale_of_eternity")
    assert every[0] == "sim.vale_of_eternity.blocks"
    assert len(every) == 1 + len(built_in_names("vale_of_eternity"))
    asked = kernel_modules("fantasy_realms", ("greedy", "my.py:bot", "rollout:n=4"))
    assert asked == [f"sim.fantasy_realms.{name}" for name in (
        "blocks", "policies.greedy", "policies.rollout"
    )]  # fmt: skip


def test_no_option_belongs_to_two_games():
    options = [option for game in GAMES for option in game_module(game).OPTIONS]
    assert len(set(options)) == len(options) > 0


def test_a_run_of_an_unknown_game_is_refused(tmp_path):
    with pytest.raises(RealmvaleError, match="is a run of chess; known are fantasy_realms"):
        game_of(Run(tmp_path, {"game": "chess"}))
