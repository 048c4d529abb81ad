"""The descriptions of the games: each name they use is one that exists."""

import pytest

from analysis.games import DESCRIBED, describe
from analysis.metrics import METRICS
from analysis.runs import open_run
from sim.errors import RealmvaleError
from tests.support import synthetic_run, synthetic_vale

GAMES = [
    describe({"game": name, "players": 4, "ticks": 120, **more})
    for name in DESCRIBED
    for more in ({}, {"variant": "chaos"}, {"sets": ["base", "artifacts"]})
]
EVENTS = {
    "fantasy_realms": {*synthetic_run.EVENTS, "received"},
    "vale_of_eternity": {*synthetic_vale.EVENTS},
}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_counts_metrics_and_conditions_exist(game):
    counts = {count.name for count in game.counts}
    assert len(counts) == len(game.counts)
    for use in game.uses:
        assert use.metric in METRICS
        assert {use.counted, use.over} <= counts
    names = [condition.name for condition in game.conditions]
    assert len(names) == len(set(names))
    assert set(game.leads) <= set(names)
    assert sum(bool(condition.never) for condition in game.conditions) == 1
    assert sum(condition.scores for condition in game.conditions) == 1
    assert game.length in METRICS
    assert game.length in game.tables["games"]
    assert set(game.seat_counts) <= METRICS.keys() & game.tables["players"].keys()
    assert all(column in game.tables[table] for table, column in game.optional)
    assert not game.cap or game.cap in game.ends


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_events_and_columns_of_card_rows_exist(game):
    events = {event for condition in game.conditions for event in condition.events}
    for count in game.counts:
        events |= {*count.events, *count.also}
        for column in (count.column, count.given):
            assert not column or column in game.tables["cards"]
    assert events <= EVENTS[game.id]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_metric_of_what_becomes_of_a_card_is_shown(game):
    tables = (*game.card_tables, *game.more_card_tables)
    shown = {column.name for table in tables for column in table.columns}
    assert {use.metric for use in game.uses} <= shown


def test_the_longer_game_has_its_own_number_of_points():
    ends = [game.ends["points"].short for game in GAMES if game.id == "vale_of_eternity"]
    assert ends == ["60 points", "60 points", "80 points"]


@pytest.mark.parametrize(
    ("synthetic", "length"), [(synthetic_run, "turns"), (synthetic_vale, "rounds")]
)
def test_a_run_knows_its_game(tmp_path, synthetic, length):
    run = open_run(synthetic.by_hand(tmp_path / "r", []))
    assert run.game.length == length
    assert run.blocks()[0].table("games").columns == ["game", "deal", length, "end"]


@pytest.mark.parametrize("manifest", [{}, {"game": "chess"}, {"game": None}])
def test_a_game_that_is_not_known_is_refused(manifest):
    with pytest.raises(RealmvaleError, match="expected fantasy_realms or vale_of_eternity"):
        describe(manifest)
