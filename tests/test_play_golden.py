"""Recorded games detect change. They are no test of a rule: they only say that something moved.

If a rules change is meant, bump ``RULES_VERSION``, run this file as a script to record them anew,
and say in the change log which games changed and why.
"""

import json
from pathlib import Path

import pytest
from support.recorded_games import Recorded, record

from sim.fantasy_realms.rules import RULES_VERSION

FILE = Path(__file__).parent / "data" / "golden_fantasy_realms.json"
GAMES = {
    "random-4": (["random"] * 4, 1),
    "strongest-3": (["strongest"] * 3, 2),
    "cautious-6": (["cautious"] * 6, 3),
    "greedy-4": (["greedy"] * 4, 4),
    "greedy-2": (["greedy"] * 2, 5),
    "random-2": (["random"] * 2, 6),
    "mixed-5": (["greedy", "random", "cautious", "strongest", "greedy"], 7),
}


def told(deck, game: Recorded) -> dict:
    """Return a game as the file has it: card names, one text a move."""
    names = deck.names
    return {
        "order": [names[card] for card in game.order],
        "moves": [f"{m.turn} {m.seat} {m.kind} {names[m.card]}" for m in game.moves],
        "hands": [[names[card] for card in hand] for hand in game.hands],
        "area": [names[card] for card in game.area],
        "end": game.end,
        "scores": game.scores,
        "tie_breaks": game.tie_breaks,
        "ranks": game.ranks,
    }


@pytest.mark.parametrize("name", GAMES)
def test_golden_games_have_not_changed(deck, name):
    golden = json.loads(FILE.read_text(encoding="utf-8"))
    assert golden["rules_version"] == RULES_VERSION
    assert golden["games"].keys() == GAMES.keys()
    policies, seed = GAMES[name]
    assert told(deck, record(deck, policies, seed)) == golden["games"][name]


if __name__ == "__main__":
    from sim.cards import load_cards
    from sim.fantasy_realms.compile import compile_deck

    the_deck = compile_deck(load_cards().select("fantasy_realms"))
    games = {name: told(the_deck, record(the_deck, *game)) for name, game in GAMES.items()}
    content = {"rules_version": RULES_VERSION, "games": games}
    FILE.write_text(json.dumps(content, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
