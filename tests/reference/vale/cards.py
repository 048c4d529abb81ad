"""The 70 base cards as printed: family and written cost, typed in by hand."""

from __future__ import annotations

from dataclasses import dataclass

FIRE, WATER, EARTH, WIND, DRAGON = "fire", "water", "earth", "wind", "dragon"
FAMILIES = (FIRE, WATER, EARTH, WIND, DRAGON)


@dataclass(frozen=True)
class Card:
    name: str
    family: str
    cost: int  # the written cost; what a summon costs is in summoning.py


WRITTEN_COSTS = {
    FIRE: {
        0: "Hestia, Imp, Succubus",
        1: "Firefox, Salamander",
        2: "Horned Salamander, Ifrit, Incubus",
        3: "Burning Skull, Lava Giant, Phoenix",
        4: "Agni, Asmodeus, Balog, Surtr",
    },
    WATER: {
        0: "Yuki Onna",
        1: "Kappa, Sea Spirit, Undine",
        2: "Nessie",
        3: "Hae-tae, Snail Maiden, Undine Queen, Yuki Onna Exalted",
        4: "Hydra, Leviathan, Triton, Water Giant",
        5: "Charybdis",
        7: "Poseidon",
    },
    EARTH: {
        0: "Young Forest Spirit",
        1: "Goblin",
        2: "Forest Spirit, Gargoyle",
        3: "Basilisk, Troll",
        4: "Goblin Soldier, Medusa",
        5: "Cerberus",
        6: "Mimic, Mud Slime, Rock Golem, Stone Golem",
        9: "Behemoth",
        10: "Sand Giant",
    },
    WIND: {
        3: "Dandelion Spirit, Harpy, Pegasus, Tengu",
        4: "Boreas, Genie, Hippogriff, Sylph",
        5: "Genie Exalted, Valkyrie",
        6: "Odin",
        7: "Freyja, Griffon",
        8: "Rudra",
        10: "Gi-rin",
    },
    DRAGON: {
        3: "Dragon Egg",
        5: "Tidal",
        7: "Ember, Marina",
        8: "Boulder, Gust",
        9: "Aeris, Scorch",
        10: "Willow",
        12: "Eternity",
    },
}

CARDS = {
    name: Card(name, family, cost)
    for family, costs in WRITTEN_COSTS.items()
    for cost, names in costs.items()
    for name in names.split(", ")
}

# The known cards of the Curse: family, written cost and curses, as assumed where unknown.
CURSE_CARDS = {
    "Hantu Banyu": (WATER, 4, 3),
    "Taniwha": (WATER, 5, 1),
    "Anansi": (EARTH, 4, 1),
    "Ares": (FIRE, 4, 1),
    "Axomama": (EARTH, 4, 1),
    "Inferno": (FIRE, 6, 1),
    "Selkie": (WATER, 4, 0),
    "Tarasque": (DRAGON, 8, 1),
    "Mephisto": (FIRE, 4, 1),
    "Strix": (WIND, 4, 0),
    "Ghost": (WIND, 5, 1),
}

# The cards of Artifacts: family and written cost.
ARTIFACT_CARDS = {
    name: (family, cost)
    for family, costs in {
        FIRE: {1: "Fire Rat, Ash", 2: "Bul-gae, Fireblast", 3: "Hephaestus", 4: "Belphegor"},
        WATER: {0: "Taweret", 3: "Melusine", 4: "Thalassa", 5: "Kraken, Siren", 6: "Akhlut"},
        EARTH: {0: "Duduri", 3: "Duduri King", 6: "Anubis, Mandrake, Totem Pole", 7: "Wendigo"},
        WIND: {4: "Banshee, Nurikabe", 6: "Rukh", 7: "Horus, Loki", 9: "Anzu"},
        DRAGON: {7: "Deepdive, Pyro", 8: "Rockscale, Whisper"},
    }.items()
    for cost, names in costs.items()
    for name in names.split(", ")
}

# Cards with a permanent effect, of all sets.
PERMANENT = {
    *("Hestia", "Phoenix", "Agni", "Kappa", "Hae-tae", "Triton", "Water Giant", "Gargoyle"),
    *("Pegasus", "Hippogriff", "Sylph", "Taniwha", "Ares", "Axomama", "Mephisto"),
    *("Ash", "Fireblast", "Belphegor", "Thalassa", "Duduri King", "Totem Pole", "Wendigo"),
    *("Banshee", "Loki"),
}


def printed_curses(card: str) -> int:
    return CURSE_CARDS[card][2] if card in CURSE_CARDS else 0


def family(card: str) -> str:
    if card in ARTIFACT_CARDS:
        return ARTIFACT_CARDS[card][0]
    return CURSE_CARDS[card][0] if card in CURSE_CARDS else CARDS[card].family


def written_cost(card: str) -> int:
    if card in ARTIFACT_CARDS:
        return ARTIFACT_CARDS[card][1]
    return CURSE_CARDS[card][1] if card in CURSE_CARDS else CARDS[card].cost
