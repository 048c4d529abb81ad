"""What a Vale of Eternity card text means, as plain values: the contract of parser and compiler.

A card's text is a tuple of :class:`Clause`. Every node is frozen, hashable and compares by value,
so that two texts mean the same exactly when their clauses are equal. Families and card names are
stored in the canonical spelling of the card file.
"""

from sim.cardtext.vale_of_eternity_ast_actions import *  # noqa: F403
from sim.cardtext.vale_of_eternity_ast_counts import *  # noqa: F403
from sim.cardtext.vale_of_eternity_ast_rules import *  # noqa: F403
from sim.cardtext.vale_of_eternity_ast_when import *  # noqa: F403
