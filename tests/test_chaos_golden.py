"""Recorded games of Chaos detect change. They are no test of a rule; see ``test_play_golden.py``.

Run this file as a script to record them anew.
"""

import json
from pathlib import Path

import pytest
from support.recorded_games import record_chaos
from test_play_golden import told

from sim.fantasy_realms.rules import RULES_VERSION

FILE = Path(__file__).parent / "data" / "golden_chaos.json"
GAMES = {
    "random-3": (["random"] * 3, 1),
    "mixed-4": (["greedy", "random", "cautious", "strongest"], 2),
    "greedy-7": (["greedy"] * 7, 3),
}
TICKS = 30


@pytest.mark.parametrize("name", GAMES)
def test_golden_games_of_chaos_have_not_changed(deck, name):
    golden = json.loads(FILE.read_text(encoding="utf-8"))
    assert golden["rules_version"] == RULES_VERSION
    assert golden["games"].keys() == GAMES.keys()
    assert told(deck, record_chaos(deck, *GAMES[name], ticks=TICKS)) == golden["games"][name]


if __name__ == "__main__":
    from sim.cards import load_cards
    from sim.fantasy_realms.compile import compile_deck

    the_deck = compile_deck(load_cards().select("fantasy_realms"))
    games = {
        name: told(the_deck, record_chaos(the_deck, *game, ticks=TICKS))
        for name, game in GAMES.items()
    }
    content = {"rules_version": RULES_VERSION, "games": games}
    FILE.write_text(json.dumps(content, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
