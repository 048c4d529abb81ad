"""What all tests share: the compiled base deck."""

import os

import pytest
from hypothesis import settings

settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("ci")


def pytest_configure(config):
    """Compile the kernels once, before several test processes would all do it."""
    config.addinivalue_line("filterwarnings", "ignore:First-class function type feature")
    if getattr(config.option, "numprocesses", None) and not hasattr(config, "workerinput"):
        from sim.card_checks import GAMES
        from sim.compiling import announce
        from sim.games import kernel_modules

        announce([module for game in GAMES for module in kernel_modules(game)], quiet=True)


@pytest.fixture(scope="session")
def deck():
    """The compiled base deck of Fantasy Realms."""
    from sim.cards import load_cards
    from sim.fantasy_realms.compile import compile_deck

    return compile_deck(load_cards().select("fantasy_realms"))


@pytest.fixture(autouse=True)
def _no_stated_width(monkeypatch):
    """Print tables as wide as into a pipe, whatever terminal the tests run in."""
    monkeypatch.delenv("COLUMNS", raising=False)
