"""A compiled policy gets copies: what it writes to its view or its options changes no game."""

from tests.support.games import assert_same, make_game, played

FILE = """
from sim.fantasy_realms.view import CHOOSE
from sim.jit import kernel
from sim.streams import below


@kernel(CHOOSE)
def honest(view, options, n, params, stream):
    return below(stream, n)


@kernel(CHOOSE)
def option_writer(view, options, n, params, stream):
    for k in range(options.shape[0]):
        options[k] = 15
    return below(stream, n)


@kernel(CHOOSE)
def table_writer(view, options, n, params, stream):
    for card in range(view.tables.n_cards):
        view.tables.strength[card] = 999
        view.known[card] = 1
    for k in range(view.hand_n):
        view.hand[k] = 0
    view.area_n = 0
    return below(stream, n)
"""


def tables_of(deck, folder, name):
    """Tables of games between a policy of the file and a built-in one that reads its view."""
    path = folder / "bots.py"
    path.write_text(FILE, encoding="utf-8")
    tables = played(make_game(deck, (f"{path}:{name}", "cautious"), 12))
    names = {table: frame for table, frame in tables.items() if table != "players"}
    return {**names, "players": tables["players"].drop("policy")}


def test_options_that_a_policy_overwrites_stay_the_options(deck, tmp_path):
    honest = tables_of(deck, tmp_path, "honest")
    assert_same(tables_of(deck, tmp_path, "option_writer"), honest)


def test_cards_that_a_policy_rewrites_stay_the_cards(deck, tmp_path):
    honest = tables_of(deck, tmp_path, "honest")
    assert_same(tables_of(deck, tmp_path, "table_writer"), honest)
