"""A designer's cards: new ones and changed ones score right without code and recompilation."""

import json
import os
import shutil
import subprocess
import sys
from contextlib import suppress

import pytest
from support.decks import card_line, deck_with

from sim.cache_folder import cache_root
from sim.fantasy_realms import tables as tb
from sim.fantasy_realms.hands import HandScorer, score_hand


def score(deck, hand, *choices):
    return score_hand(deck, hand.split(", "), choices)


def test_a_54th_card_with_a_bonus_and_a_penalty(tmp_path):
    text = 'bonus: +7 each other Beast, Army; penalty: -11 unless any "Candle"'
    deck = deck_with(tmp_path, card_line("griffin", "Griffin", "Beast", 13, text))
    assert len(deck.names) == 54
    # 13 + 7 for the Hydra + 7 for the Knights - 11; Hydra 12; Knights 20 - 8.
    assert score(deck, "Griffin, Hydra, Knights") == 16 + 12 + 12
    assert score(deck, "Griffin, Hydra, Knights, Candle") == 27 + 12 + 12 + 2
    # The old cards know it by its suit: Beastmaster 9 + 9 and its penalty is cleared.
    assert score(deck, "Griffin, Beastmaster") == 13 + 18
    assert score(deck, "Griffin, Basilisk, Mountain") == 0 + 35 + 9


def test_a_54th_card_that_blanks_and_clears(tmp_path):
    text = 'bonus: clears Beast; penalty: blanks Land except "Forest"; blanked with any Wizard'
    deck = deck_with(tmp_path, card_line("void", "Void", "Artifact", 21, text))
    assert score(deck, "Void, Dragon, Forest, Bell Tower") == 21 + 30 + (7 + 12) + 0
    # With a Wizard the Void goes in step 5, after it blanked the Bell Tower; the Dragon is cleared.
    assert score(deck, "Void, Dragon, Bell Tower, Necromancer") == 0 + 30 + 0 + 3


def test_a_54th_card_of_a_new_suit_that_chooses_and_one_that_takes_an_extra(tmp_path):
    deck = deck_with(
        tmp_path,
        card_line(
            "echo", "Echo", "Spirit", 5, "choice: copies name and suit of any Leader in the game"
        ),
        card_line(
            "ferryman", "Ferryman", "Spirit", 6, "extra: may take one Flood from the discard area"
        ),
    )
    assert score(deck, "Echo, Knights", "Echo=Queen") == 5 + 20
    assert score_hand(deck, ["Echo", "Knights"]) == 25
    # The Book may give the new suit: three names of Spirit for the Collector.
    hand = "Echo, Ferryman, Book of Changes, Collector, Candle"
    assert score(deck, hand, "Book of Changes=Candle:Spirit") == 5 + 6 + 3 + (7 + 10) + 2
    scorer = HandScorer(deck)
    seven = ["Ferryman", "Candle", "Forge", "King", "Queen", "Knights", "Dragon"]
    assert scorer.hand(seven, extra="Swamp").extra == deck.names.index("Swamp")


def test_changing_a_number_or_a_clause(tmp_path):
    changed = deck_with(
        tmp_path,
        dragon={"value": "25", "text": "penalty: -30 unless any Wizard, Leader"},
        bell_tower={"text": "bonus: +4 each Wizard"},
        gem_of_order={"text": "bonus: runs of base strength 2:9"},
        knights={"suit": "Leader"},
    )
    assert score(changed, "Dragon") == 25 - 30
    assert score(changed, "Dragon, King") == 25 + 8
    assert score(changed, "Bell Tower, Collector, Necromancer") == (8 + 8) + 7 + 3
    # 3-4-5 is a run of more than two: it scores what two score.
    assert score(changed, "Gem of Order, Shield of Keth, Elven Longbow") == (5 + 9) + 4 + 3
    # Knights (now a Leader, so it loses nothing) let the Shield score 15.
    assert score(changed, "Knights, Shield of Keth") == 20 + 19


MEASURE = """
import json, sys
sys.path.insert(0, sys.argv[1])
from support.decks import card_line, deck_with
from test_new_cards import score
from sim.cache_folder import cache_root
from pathlib import Path
from sim.fantasy_realms.compile import compile_deck
from sim.cards import load_cards

def listing():
    return sorted((str(p), p.stat().st_size, p.stat().st_mtime_ns)
                  for p in cache_root().rglob("*") if p.is_file())

base = compile_deck(load_cards().select("fantasy_realms"))
first = score(base, "Dragon, King")
before = listing()
mine = deck_with(Path(sys.argv[2]), card_line("imp", "Imp", "Beast", 3, "bonus: +6 each Leader"),
                 dragon={"value": "25"})
second = score(mine, "Dragon, King, Imp")
print(json.dumps([first, second, len(before), before == listing()]))
"""


def cache_of_its_own(folder):
    """Return a cache with the kernels of the shared one, to which other tests write meanwhile."""
    for path in (cache_root() / "kernels").rglob("*"):
        there = folder / path.relative_to(cache_root())
        if path.is_file():
            there.parent.mkdir(parents=True, exist_ok=True)
            with suppress(FileNotFoundError):  # half-written, and put in place since
                shutil.copy2(path, there)
    return folder


def test_a_changed_deck_compiles_nothing(tmp_path):
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        pytest.skip("nothing is compiled at all")
    here = os.path.dirname(__file__)
    cache = cache_of_its_own(tmp_path / "cache")
    printed = subprocess.run(
        [sys.executable, "-c", MEASURE, here, str(tmp_path)],
        capture_output=True,
        text=True,
        check=True,
        cwd=os.path.dirname(here),
        env={
            **os.environ,
            "PYTHONPATH": os.path.dirname(here),
            "REALMVALE_CACHE": str(cache),
        },
    )
    first, second, files, same = json.loads(printed.stdout.splitlines()[-1])
    # 30 - 40 + 8; 25 - 40 + 8 + (3 + 6).
    assert (first, second) == (-2, 2)
    assert files > 50
    assert same


def test_another_deck_has_tables_of_the_same_type(tmp_path):
    deck = deck_with(tmp_path, card_line("imp", "Imp", "Beast", 3, "bonus: +6 each Leader"))
    assert deck.tables.dtype == tb.new_tables().dtype
    assert deck.tables.shape == (1,)
