"""Two decks on the same deals: changes whose truth is known by construction."""

import json

import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner
from support.games import make_game, played
from support.small_decks import small_deck

from analysis import both_decks
from analysis.cards import card_effects
from analysis.cli import main
from analysis.runs import open_run
from analysis.setting import Setting
from analysis.tune_effects import dealt_point
from analysis.whatif import whatif
from analysis.whatif_words import headline, whatif_json
from sim.card_changes import changed_deck, parse_change
from sim.cards import load_cards
from sim.fantasy_realms.rules import make_rules
from sim.fantasy_realms.state import BLANKED, DEALT, FINAL
from sim.games import game_module
from sim.run import play_run

# No card copies or counts base strengths: a change of one is worth just that.
PLAIN = dict.fromkeys((2, 6, 10, 14), "")
PLAYERS = 3


@pytest.fixture
def setting(tmp_path):
    deck = small_deck(tmp_path, 33, texts=PLAIN)
    return Setting("fantasy_realms", deck.card_set, make_rules(PLAYERS), 7, 2)


def changed(setting, *changes, added=(), removed=()):
    return changed_deck(
        setting.cards.path, "fantasy_realms", ("base",), [parse_change(c) for c in changes], added,
        removed,
    )  # fmt: skip


def overview(found, quantity, group="all"):
    return found.overview.filter(quantity=quantity, group=group).row(0, named=True)


def by_card(found, card):
    return found.cards.filter(pl.col("policy").is_null(), card=card).row(0, named=True)


def assert_no_change(found):
    for table in (found.cards, found.effects, found.uses, found.overview):
        columns = [c for c in table.columns if c.endswith(("_change", "_change_stderr"))]
        assert columns
        for column in columns:
            assert set(table[column].drop_nulls()) <= {0.0}, column
    assert set(found.cards["judgement"]) <= {"same", "-"}


def test_a_change_of_nothing_changes_nothing(setting):
    found = whatif(setting, changed(setting, "Card 3.value=21"), ("random", "greedy"), 300)
    assert found.same_decks
    assert_no_change(found)
    assert headline(found)[0].startswith("Both decks are the same")
    assert found.cards.height == 3 * 33
    assert found.cards["effect_change_low"].drop_nulls().abs().max() == 0


def test_of_bots_that_do_not_look_the_change_is_known(setting):
    found = whatif(setting, changed(setting, "Card 3.value=31"), ("random",), 400)
    tables = played(make_game(small_deck(setting.cards.path.parent, 33, texts=PLAIN), ("random",),
                              400, PLAYERS, 7, block_deals=400))  # fmt: skip
    bits = tables["cards"].filter(pl.col("card").cast(pl.String) == "card-3")
    events = bits["events"].to_numpy().astype(int)
    final = (events & FINAL) != 0
    scoring = final & ((events & BLANKED) == 0)
    score = overview(found, "score")
    assert score["value_before"] == pytest.approx(tables["players"]["score"].mean())
    assert score["value_change"] == pytest.approx(10 * scoring.sum() / (400 * PLAYERS))
    moved = bits.filter(pl.Series(scoring))["game"].n_unique() / 400
    assert overview(found, "moved")["value_after"] == pytest.approx(moved)
    row = by_card(found, "card-3")
    assert row["points_change"] == pytest.approx(10 * scoring.sum() / final.sum())
    assert overview(found, "turns")["value_change"] == 0
    assert overview(found, "turns")["value_before"] == pytest.approx(
        tables["games"]["turns"].mean()
    )
    # Nothing that happens to a card depends on the change.
    assert found.effects["rate_change"].drop_nulls().abs().max() == 0


def test_the_effects_before_are_those_of_the_games_themselves(setting):
    found = whatif(setting, changed(setting, "Card 3.value=60"), ("greedy",), 300)
    tables = played(make_game(small_deck(setting.cards.path.parent, 33, texts=PLAIN), ("greedy",),
                              300, PLAYERS, 7, block_deals=300))  # fmt: skip
    rows = tables["cards"].filter(
        (pl.col("card").cast(pl.String) == "card-3")
        & ((pl.col("events").cast(pl.Int64) & DEALT) != 0)
    )
    dealt = np.zeros((300, PLAYERS), bool)
    dealt[rows["game"].to_numpy() // PLAYERS, rows["seat"].to_numpy()] = True
    wins = tables["players"].sort("game", "seat")["win"].to_numpy().reshape(300, PLAYERS)
    row = by_card(found, "card-3")
    point = dealt_point(0, wins, dealt)
    assert row["condition"] == "dealt"
    assert row["effect_before"] == pytest.approx(point.effect)
    assert row["effect_before_stderr"] == pytest.approx(point.stderr, rel=0.01)
    assert row["seats_before"] == row["seats_after"] == dealt.sum()
    # A much stronger card is worth more, and surely so.
    assert row["effect_change_low"] > 0
    assert row["judgement"] == "higher"
    assert row["changed"]
    assert found.cards["card"][0] == "card-3"


def test_cards_of_one_deck_only_have_no_change(setting):
    deck = changed(setting, added=["Griffin,Gale,30"], removed=["Card 5"])
    found = whatif(setting, deck, ("strongest",), 200)
    new, old = by_card(found, "griffin"), by_card(found, "card-5")
    assert (new["seats_before"], old["seats_after"]) == (0, 0)
    assert new["effect_before"] is None
    assert new["effect_after"] is not None
    assert (new["effect_change"], old["effect_change"]) == (None, None)
    assert (new["judgement"], old["judgement"]) == ("-", "-")
    said = " ".join(headline(found))
    assert "Griffin is added" in said
    assert "Card 5 is taken out" in said
    json.dumps(whatif_json(found), allow_nan=False)


def test_a_card_out_of_reach_leaves_the_order_of_the_others(setting):
    # Without one card the hands dealt before it are the same: whoever got 7 cards in front of it.
    found = whatif(setting, changed(setting, removed=["Card 20"]), ("random",), 300)
    rates = found.effects.filter(pl.col("card") != "card-20", condition="dealt")
    assert rates["rate_change"].abs().max() < 0.05


def test_neither_workers_nor_a_table_that_learns_matter(setting, monkeypatch):
    deck = changed(setting, "Card 3.value=60")
    found = [whatif(setting, deck, ("greedy",), 500)]
    monkeypatch.setattr(both_decks, "WORTH_LEARNING", 0)
    found.append(whatif(Setting("fantasy_realms", setting.cards, setting.rules, 7, 1), deck,
                        ("greedy",), 500))  # fmt: skip
    for name, table in found[0].tables().items():
        assert table.equals(found[1].tables()[name]), name


def test_one_deal_is_enough_to_say_little(setting):
    found = whatif(setting, changed(setting, "Card 3.value=60"), ("greedy",), 1)
    assert found.deals == 1
    assert found.cards["effect_change_low"].drop_nulls().is_empty()
    json.dumps(whatif_json(found), allow_nan=False)
    assert headline(found)


def test_the_vale_too():
    cards = load_cards().select("vale_of_eternity")
    module = game_module("vale_of_eternity")
    rules = module.stated_rules({"players": 2, "rulings": (), "summoners": None})
    setting = Setting("vale_of_eternity", cards, rules, 3, 2)
    same = whatif(setting, cards, ("random",), 100)
    assert_no_change(same)
    dear = changed_deck(None, "vale_of_eternity", ("base",), [parse_change("Imp.value=12")])
    found = whatif(setting, dear, ("rusher",), 300)
    imp = by_card(found, "imp")
    assert imp["condition"] == "summoned"
    # At twelve stones nobody can pay for it early, so it is summoned less.
    rate = found.effects.filter(card="imp", condition="summoned").row(0, named=True)
    assert rate["rate_change_high"] < 0
    assert overview(found, "rounds")["value_before"] > 3


def command(*arguments):
    return CliRunner().invoke(main, ["whatif", *map(str, arguments)])


def test_the_command_writes_all_there_is(setting, tmp_path):
    file, out = setting.cards.path, tmp_path / "out"
    done = command("fr", "--cards", file, "--change", "Card 3.value=60", "--games", 60, "--players",
                   3, "--policy", "strongest", "--json", "--quiet", "--out", out)  # fmt: skip
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert told["changes"] == [
        {"card": "card-3", "name": "Card 3", "column": "value", "before": "21", "after": "60"}
    ]
    assert {len(told[key]) for key in ("cards",)} == {33}
    for name in ("changes", "cards", "overview", "effects", "uses"):
        assert (out / "tables" / f"{name}.csv").is_file()
    assert {p.name for p in (out / "plots").iterdir()} == {"whatif.png", "whatif.svg"}
    page = (out / "index.html").read_text(encoding="utf-8")
    assert "Card 3, value: 21 becomes 60." in page
    assert "http" not in page.split("<style>")[0]
    text = command("fr", "--cards", file, "--change", "Card 3.value=60", "--games", 60, "--players",
                   3, "--policy", "strongest", "--quiet")  # fmt: skip
    assert "Card 3, value: 21 becomes 60." in text.stdout
    other = tmp_path / "b.csv"
    other.write_text(file.read_text().replace("Card 3,Gale,21,", "Card 3,Gale,60,"))
    by_file = command("fr", "--cards", file, "--cards-b", other, "--games", 60, "--players", 3,
                      "--policy", "strongest", "--json", "--quiet")  # fmt: skip
    assert json.loads(by_file.stdout) == told


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("fr",), "state what is to be changed with --change"),
        (("fr", "--change", "Dragoon.value=3"), "did you mean Dragon?"),
        (("fr", "--change", "Dragon.value=x"), "'x' is not a whole number"),
        (("fr", "--change", "Dragon.worth=3"), "no column 'worth'"),
        (("fr", "--remove", "Dragoon"), "did you mean Dragon?"),
        (("fr", "--cards-b", "x.csv", "--remove", "Dragon"), "not by both"),
        (("fr", "--cards-b", "nowhere.csv"), "there is no card file nowhere.csv"),
        (("fr", "--change", "Dragon.value=3", "--policy", "gredy"), "did you mean greedy?"),
        (("fr", "--change", "Dragon.value=3", "--games", "0"), "0"),
        (("fr", "--players", "6", *(a for name in ("Dragon", "Queen") for a in ("--remove", name))),
         "6 players need at least 52"),
        (("chess", "--change", "Dragon.value=3"), "chess"),
    ],
)  # fmt: skip
def test_what_is_refused(arguments, sentence):
    done = command(*arguments)
    assert done.exit_code == 2, done.output
    assert sentence in done.stderr


def test_both_sides_have_the_intervals_of_a_run(setting, tmp_path):
    found = whatif(setting, changed(setting, "Card 3.value=60"), ("greedy", "random"), 300)
    play_run(setting.seat(("greedy", "random"), 300, keep="all"), tmp_path / "run", quiet=True)
    run = open_run(tmp_path / "run")
    for by, mine in (
        ("pooled", found.effects.filter(pl.col("policy").is_null())),
        ("policy", found.effects.filter(pl.col("policy").is_not_null())),
    ):
        keys = ["condition", "card", *(["policy"] if by == "policy" else [])]
        both = card_effects(run, by).join(mine, on=keys, suffix="_mine")
        assert both.height == mine.height
        for name in ("effect", "rate", "win"):
            for end in ("", "_stderr", "_low", "_high"):
                theirs, ours = both[f"{name}{end}"], both[f"{name}_before{end}"]
                assert theirs.is_null().equals(ours.is_null())
                np.testing.assert_allclose(theirs.drop_nulls(), ours.drop_nulls(), atol=1e-9)
