"""The card language: one grammar a game, its parser and its formatter."""
