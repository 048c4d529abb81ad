"""Recorded games of the Vale detect change. They are no test of a rule: something moved, they say.

If a change of the rules or of a policy is meant, bump ``RULES_VERSION``, run this file as a script
to record them anew, and say in the change log which games changed and why.
"""

import json
from hashlib import sha256
from pathlib import Path

import pytest
from support.games import played
from support.vale_games import make_game

from sim.cards import load_cards
from sim.vale_of_eternity.compile import compile_deck
from sim.vale_of_eternity.rules import RULES_VERSION

FILE = Path(__file__).parent / "data" / "golden_vale.json"
GAMES = {
    "base-random": (("base",), ("random",)),
    "base-builder": (("base",), ("builder", "rusher", "seller")),
    "curse-random": (("base", "curse"), ("random",)),
    "curse-builder": (("base", "curse"), ("builder", "rusher", "seller")),
    "all-builder": (("base", "curse", "artifacts"), ("builder", "random")),
}


def told(name: str) -> dict:
    """Return the rounds, ends and scores of games, and a digest of what became of the cards."""
    sets, policies = GAMES[name]
    deck = compile_deck(load_cards().select("vale_of_eternity", sets))
    tables = played(make_game(deck, policies, deals=2))
    games = tables["games"].sort("game")
    cards = tables["cards"].sort("game", "seat", "card").write_csv()
    return {
        "rounds": games["rounds"].to_list(),
        "end": games["end"].cast(str).to_list(),
        "scores": tables["players"].sort("game", "seat")["score"].to_list(),
        "cards": sha256(cards.encode()).hexdigest(),
    }


@pytest.mark.parametrize("name", GAMES)
def test_golden_games_have_not_changed(name):
    golden = json.loads(FILE.read_text(encoding="utf-8"))
    assert golden["rules_version"] == RULES_VERSION
    assert golden["games"].keys() == GAMES.keys()
    assert told(name) == golden["games"][name]


if __name__ == "__main__":
    content = {"rules_version": RULES_VERSION, "games": {name: told(name) for name in GAMES}}
    FILE.write_text(json.dumps(content) + "\n", encoding="utf-8")
