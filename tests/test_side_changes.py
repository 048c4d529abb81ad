"""What a report of two runs says of new cards, of old ones, and of luck in each."""

import numpy as np
import polars as pl
import pytest
from scipy.stats import false_discovery_control, norm

from analysis.findings import keep
from analysis.part import Subject
from analysis.runs import open_run
from analysis.side_by_side import side_by_side
from analysis.side_cards import lead_effects, side_cards
from analysis.side_changes import change_sentences, new_cards, old_cards
from analysis.side_section import side_section, side_tables
from tests.support.synthetic_run import by_hand, made_up_cards

NAMES = ["base", "more"]


def deck(renamed=None):
    """Six made-up cards; of some the id is another."""
    cards = made_up_cards(6)
    return [{**card, "id": (renamed or {}).get(card["id"], card["id"])} for card in cards]


def games(strong, seed, cards, deals=300):
    """Games of two; the seat that is dealt the card `strong` wins nine times in ten."""
    rng, made = np.random.default_rng(seed), []
    for number in range(deals):
        held = rng.permutation(6)
        lucky = int(np.flatnonzero(held == strong)[0] >= 3)
        winner = lucky if rng.random() < 0.9 else 1 - lucky
        made.append(
            {
                "deal": number,
                "seats": [("a", 50 + 7 * (winner == s), float(winner == s)) for s in range(2)],
                "held": {
                    (s, cards[c]["id"]): (["dealt"], 0, 0)
                    for s in range(2)
                    for c in held[3 * s : 3 * s + 3]
                },
            }
        )
    return made


@pytest.fixture
def runs(tmp_path):
    """In the second run card 4 is another one of its name, and card 5 one of another name."""
    base, more = deck(), deck({"card-4": "new-4", "card-5": "new-5"})
    more[5]["name"] = "Newcomer"
    first = by_hand(tmp_path / "base", games(0, 1, base), cards=base)
    return [open_run(first), open_run(by_hand(tmp_path / "more", games(1, 2, more), cards=more))]


def test_what_became_of_each_card(runs):
    became = {
        (row["run"], row["card"]): row["deck"] for row in side_cards(runs).iter_rows(named=True)
    }
    assert became["base", "card-0"] == became["more", "card-0"] == "both"
    assert became["base", "card-4"] == became["base", "card-5"] == "gone"
    assert became["more", "new-4"] == "new version"
    assert became["more", "new-5"] == "new"


def test_changes_of_old_cards_have_the_q_values_of_independent_estimates(runs):
    """z of the difference of two independent effects, adjusted by scipy over the four cards."""
    one, two = (lead_effects(run).sort("card").head(4) for run in runs)
    z = (two["effect"] - one["effect"]) / (
        two["effect_stderr"] ** 2 + one["effect_stderr"] ** 2
    ).sqrt()
    wanted = false_discovery_control(2 * norm.sf(np.abs(z.to_numpy())))
    old = old_cards(side_cards(runs))
    found = dict(old.select("card", "q_value").iter_rows())
    assert [found[f"card-{k}"] for k in range(4)] == pytest.approx(list(wanted))
    # cards 0 and 1 changed places, and stand first
    assert set(old["card"].head(2)) == {"card-0", "card-1"}


def test_new_and_moved_cards_are_said(runs):
    said = " ".join(change_sentences(side_cards(runs), NAMES))
    assert "Cards met in more: 1 new, 1 in a new version, without" in said
    assert "4 as before." in said
    assert "surely changed their effect" in said
    assert new_cards(side_cards(runs))["card"].sort().to_list() == ["new-4", "new-5"]


def test_a_change_rests_on_too_few_deals_if_either_run_has_too_few(tmp_path):
    cards = deck()
    few = open_run(by_hand(tmp_path / "few", games(0, 1, cards, deals=12), cards=cards))
    many = open_run(by_hand(tmp_path / "many", games(0, 2, cards), cards=cards))
    for pair, names in (([few, many], ["few", "many"]), ([many, few], ["many", "few"])):
        old = old_cards(side_cards(pair))
        assert old["change_too_few"].all()
        assert old["q_value"].null_count() == old.height
        said = " ".join(change_sentences(side_cards(pair), names))
        assert "too few deals were played to say which changed their effect" in said


def test_the_lead_of_the_winner_is_set_side_by_side(runs):
    rows = side_by_side(runs).filter(pl.col("measure") == "margin")
    assert rows["value"].to_list() == [7.0, 7.0]  # 57 to 50 in every game
    assert rows["difference"].to_list() == [None, 0.0]


def test_luck_that_was_kept_for_each_run_stands_side_by_side(runs):
    section = side_section(
        Subject(runs[0], beside=(runs[1],)), side_tables(Subject(runs[0], beside=(runs[1],)))
    )
    assert any("realmvale luck" in sentence for sentence in section.text)
    for run, share in zip(runs, (0.25, 0.75), strict=True):
        keep(run.path, "luck", luck_frame(share))
    runs = [open_run(run.path) for run in runs]
    subject = Subject(runs[0], beside=(runs[1],))
    tables = side_tables(subject)
    section = side_section(subject, tables)
    assert tables["side_luck"]["run"].to_list() == ["base"] * 2 + ["more"] * 2
    text = " ".join(section.text)
    assert "base: of the variance of who wins, 25.0 % is dealt by chance" in text
    assert "more: of the variance of who wins, 75.0 % is dealt by chance" in text
    assert "realmvale luck" not in text


def luck_frame(share):
    """What `realmvale luck` finds, the opening bringing in one share and the pile none."""
    return pl.DataFrame(
        {
            "measure": ["win", "win"], "source": ["opening", "pile"], "deals": [50, 50],
            "seats": [100, 100], "sd": [0.2, 0.0], "share": [share, 0.0],
            "share_stderr": [0.01, 0.0], "share_low": [share - 0.02, 0.0],
            "share_high": [share + 0.02, 0.0], "share_too_few": [False, False],
        }
    )  # fmt: skip
