"""The cards are data: no card's name stands in the source of anything under ``sim/``."""

import re
from pathlib import Path

from sim.cards import load_cards

SIM = Path(__file__).parent.parent / "sim"
SOURCES = sorted(SIM.rglob("*.py")) + sorted(SIM.rglob("*.lark"))


def names() -> list[str]:
    """Names of all cards, and as code would spell them: ``bell_tower``, ``BELL_TOWER``."""
    cards = load_cards().cards
    plain = {card.name for card in cards}
    coded = {card.id.replace("-", "_") for card in cards if "-" in card.id}
    return sorted(
        plain | coded | {name.upper() for name in coded} | {c.id for c in cards if "-" in c.id}
    )


def found_in(text: str) -> list[str]:
    """Whole words of a source, comments and docstrings included, that are names of cards.

    The title of a game is no name of a card, though a card may be called like a word of it.
    """
    text = text.replace("Vale of Eternity", "")
    return [name for name in names() if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)]


def test_no_source_under_sim_names_a_card():
    assert len(SOURCES) > 20
    found = {
        str(path.relative_to(SIM)): names_found
        for path in SOURCES
        if (names_found := found_in(path.read_text(encoding="utf-8")))
    }
    assert found == {}


def test_the_search_finds_names_in_code_strings_and_comments():
    assert found_in("bell_tower = 1") == ["bell_tower"]
    assert found_in("if name == 'King':  # or the Queen") == ["King", "Queen"]
    assert found_in("Doppelgänger copies") == ["Doppelgänger"]
    assert found_in("# making Kings of Candles") == []
    assert found_in("# The Vale of Eternity") == []
    assert found_in("if name == 'Eternity'") == ["Eternity"]
