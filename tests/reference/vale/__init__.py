"""The Vale of Eternity, base game: a slow, plain reference written from the rules text alone.

Numbers such as ``3.2`` or ``D12`` in the comments point to a section of the rules text and to a
ruling. How the game is cut into decisions is said in ``decisions.py``.
"""

from .decisions import Decision, IllegalChoiceError
from .game import Game, new_game
from .position import Player, Position

__all__ = ["Decision", "Game", "IllegalChoiceError", "Player", "Position", "new_game"]
