"""A replayed game in words and as JSON, a module a game.

Each has ``replay_game(run, number)``, ``check_replay(run, replayed)``,
``print_game(run, replayed)`` and ``content(run, replayed)``; importing it loads the kernels.
"""
