"""A small card file for tests, and how to write one and read its deck."""

import random

from sim.card_file import COLUMNS
from sim.cards import default_path, load_cards

HEADER = ",".join(COLUMNS)
# Five cards, row 2 to 6 of the file.
CLEAN = f"""{HEADER}
fantasy_realms,base,card,wolf,Wolf,Beast,5,,,,bonus: +5 each other Beast,card,,
fantasy_realms,base,card,white-witch,White Witch,Wizard,12,,,,"penalty: -3 each Beast, Flood",card,,
fantasy_realms,base,card,brook,Brook,Flood,-4,,,,"bonus: +9 with ""Wolf"", or +2",rulebook,,a doubt
fantasy_realms,base,card,elan,Élan,Wild,0,,,,,card,,
fantasy_realms,cursed_hoard,card,ch-wolf,Wolf,Beast,7,,,wolf,,card,,
"""


def deck_of(folder, content, sets=("base",)):
    """Write a text or bytes as ``mine.csv`` into a folder and return the deck read from it."""
    path = folder / "mine.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return load_cards(path).select("fantasy_realms", sets)


def shuffled_rows(folder, seed, sets):
    """Return the deck of the project's own card file, its rows in another order."""
    header, *rows = default_path().read_text(encoding="utf-8").splitlines()
    random.Random(seed).shuffle(rows)
    return deck_of(folder, "\n".join([header, *rows]) + "\n", sets.split(","))
