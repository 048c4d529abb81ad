"""Colours of suits and families: the same in every picture and table.

Each is of middling lightness, so that it is seen on white and on black; neighbours in the list
differ in lightness too, for eyes that see few hues. No picture leans on a colour alone: the suit's
name stands beside it.
"""

from __future__ import annotations

from analysis.figures import MUTED

#: Suits and families by the colour of what they are called after.
_KNOWN = {
    # Fantasy Realms
    "Army": "#8d6b4a",
    "Artifact": "#c2559d",
    "Beast": "#6f8f1f",
    "Flame": "#d4590a",
    "Flood": "#0b6fb0",
    "Land": "#00875f",
    "Leader": "#b98500",
    "Weapon": "#7d8794",
    "Weather": "#4b97c6",
    "Wild": "#9a86c9",
    "Wizard": "#7b52c4",
    "Building": "#a0522d",
    "Outsider": "#d0557a",
    "Undead": "#5f7a78",
    # The Vale of Eternity
    "Fire": "#d4590a",
    "Water": "#0b6fb0",
    "Earth": "#a8762c",
    "Wind": "#00875f",
    "Dragon": "#7b52c4",
}
#: For suits of a designer's own.
_SPARE = ("#c2559d", "#4b97c6", "#b98500", "#6f8f1f", "#d0557a", "#9a86c9", "#8d6b4a", "#7d8794")
_FOLDED = {suit.casefold(): colour for suit, colour in _KNOWN.items()}


def suit_colour(suit: str | None) -> str:
    """Return the colour of a suit, as ``#rrggbb``; grey for none.

    A suit of one's own always gets the same one of a few; two may share it.
    """
    if not suit:
        return MUTED
    spare = _SPARE[sum(suit.casefold().encode()) % len(_SPARE)]
    return _FOLDED.get(suit.casefold(), spare)
