"""Strategies for filters of the card language over given suits and names."""

from collections.abc import Sequence

from hypothesis import strategies as st

from sim.cardtext import fantasy_realms_ast as ast


def lists_of(words: Sequence[str], least: int = 0, most: int = 3) -> st.SearchStrategy:
    """Return a strategy for tuples of different words."""
    return st.lists(st.sampled_from(words), min_size=least, max_size=most, unique=True).map(tuple)


@st.composite
def filters(draw, suits: Sequence[str], names: Sequence[str]) -> ast.Filter:
    """One to four items, each suit once; or any card, which stands alone, with or without spares.

    What a filter names twice (a card name, or one that its exceptions hold too) is legal.
    """
    if draw(st.integers(0, 3)) == 0:
        spared = (draw(lists_of(names)), draw(lists_of(suits)))
        return (ast.Item("card", "", draw(st.booleans()), *spared),)
    exceptions = st.lists(st.sampled_from(names), max_size=3).map(tuple)
    items = [
        ast.Item("suit", suit, draw(st.booleans()), draw(exceptions))
        for suit in draw(lists_of(suits))
    ]
    least = 0 if items else 1
    named = draw(st.lists(st.sampled_from(names), min_size=least, max_size=4 - len(items)))
    return tuple(draw(st.permutations(items + [ast.Item("name", name) for name in named])))
