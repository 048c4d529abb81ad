"""The report of The Vale of Eternity: its sections, its words, and runs with next to nothing."""

import json
import re

import polars as pl
import pytest

from analysis.report import tables_json, write_report
from analysis.runs import open_run
from analysis.suits import suit_colour
from sim.errors import RealmvaleError
from tests.support.synthetic_vale import FAMILIES, by_hand, drawn_from_model

QUESTIONS = {
    "bots": "Which bot plays best?",
    "cards": "Which cards win?",
    "scores": "How do scores spread?",
    "rounds": "How do scores grow, and does the seat in front win?",
    "stones": "Where do the stones go?",
    "seats": "Does it matter where one sits?",
    "length": "How long do games last, and how do they end?",
}
PLAIN = {"deal": 0, "seats": [("a", 60, 1.0), ("b", 40, 0.0)]}


def text_of(html):
    """The visible words of a page."""
    bare = re.sub(r"<(script|style)>.*?</\1>", "", html, flags=re.S)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", bare))


def report(folder, out):
    index, tables = write_report(open_run(folder), out)
    html = index.read_text(encoding="utf-8")
    assert not re.search(r"\b(nan|NaN|inf|None|null)\b", text_of(html))
    json.dumps(tables_json(tables), allow_nan=False)
    return html, tables


def section(html, name):
    return html.split(f'<section id="{name}">')[1].split("</section>")[0]


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    folder = tmp_path_factory.mktemp("vale")
    html, tables = report(drawn_from_model(folder / "run", deals=120, creatures=40), folder / "out")
    return folder / "out", html, tables


def test_each_section_has_its_question_picture_table_and_limits(written):
    out, html, _ = written
    for name, question in QUESTIONS.items():
        part = section(html, name)
        assert f"<h2>{question}</h2>" in part
        assert "<svg" in part
        assert "<table" in part
        assert "What this doesn't prove." in part
        assert (out / "plots" / f"{name}.png").read_bytes().startswith(b"\x89PNG")


def test_ids_are_unique_and_colours_follow_the_readers_mode(written):
    ids = re.findall(r'\bid="([^"]+)"', written[1])
    assert len(ids) == len(set(ids))
    # Cells of a heat map are coloured by value, and families by name, the same in either mode.
    drawn = re.findall(r"<svg.*?</svg>", written[1], re.S)
    pictures = "".join(picture for picture in drawn if "QuadMesh" not in picture)
    fixed = set(re.findall(r"#[0-9a-f]{6}", re.sub(r'"#[^"]*"|url\(#[^)]*\)', "", pictures)))
    assert fixed <= {suit_colour(family) for family in FAMILIES}
    for variable in set(re.findall(r"var\((--[a-z]+)\)", pictures)):
        assert written[1].count(f"{variable}:") == 3, variable  # light, dark, print


def test_the_answer_speaks_of_summoning_of_points_and_of_the_leader(written):
    _, html, tables = written
    answer = text_of(html.split('class="answer"')[1].split("</section>")[0])
    assert "brings most when summoned" in answer
    assert "bots choose what they hunt, keep and summon" in answer
    assert "of games ended because somebody had 60 points or more" in answer
    five = tables["leaders"].row(4, named=True)
    assert five["round"] == 5
    assert f"alone in front after round 5 wins {100 * five['leader_win']:.1f} %" in answer


def test_no_word_of_the_other_game_is_on_the_page(written):
    words = text_of(written[1])
    for word in ("discard area", "turn cap", "Suit", "dealt it", "Blanked", "final hand"):
        assert word not in words, word


def test_cards_are_shown_by_family_with_each_condition_that_happened(written):
    part = section(written[1], "cards")
    assert ">Family<" in part
    for header in ("Hunted", "Tamed", "Sold", "Drawn", "Summoned", "Recovered", "Discarded"):
        assert f'class="group">{header} <span class="badge correlational">' in part
    assert "Never met" in part
    # Nobody soothes a card without Curse.
    assert "Soothed" not in part
    assert "none of these columns is causal" in part
    # The condition that sorts the cards comes first.
    assert part.index('class="group">Summoned') < part.index('class="group">Hunted')


def test_with_artifacts_it_takes_80_points(tmp_path):
    html, _ = report(by_hand(tmp_path / "r", [PLAIN], sets=["base", "artifacts"]), tmp_path / "o")
    assert "somebody had 80 points or more" in html


def test_no_games_is_said(tmp_path):
    html, tables = report(by_hand(tmp_path / "r", []), tmp_path / "out")
    assert "No games" in html
    assert tables == {}


def one_game(**more):
    return [PLAIN | {"scores": {1: (2, 1), 2: (60, 40)}} | more]


def all_ties():
    seats = [("a", 9, 0.5), ("b", 9, 0.5)]
    return [{"deal": d, "seats": seats, "scores": {1: (3, 3), 2: (9, 9)}} for d in range(3)]


@pytest.mark.parametrize(
    ("games", "changes"),
    [
        (one_game(), {}),
        (one_game(met={(0, "creature-0"): (("hunted", "sold"), {"offered": 1})}), {}),
        (one_game(), {"keep": "players"}),
        (one_game(seats=[("a", 60, 1.0), ("a", 40, 0.0)]), {}),
        ([PLAIN], {}),
        (all_ties(), {}),
        ([PLAIN | {"seats": [("a", -3, 0.0), ("b", 0, 1.0)], "scores": {1: (-3, 0)}}], {}),
        (one_game(), {"cards": []}),
    ],
    ids=[
        "one game", "a card only sold", "no card rows", "one bot", "no round rows", "all ties",
        "negative scores", "no cards",
    ],
)  # fmt: skip
def test_next_to_nothing_breaks_nothing(tmp_path, games, changes):
    html, tables = report(by_hand(tmp_path / "r", games, **changes), tmp_path / "out")
    for name in QUESTIONS:
        assert f'id="{name}"' in html
    assert ("cards" in tables) == (changes.get("keep") != "players")


def test_a_run_without_a_rounds_table_leaves_that_section_out(tmp_path):
    run = by_hand(tmp_path / "r", one_game())
    for path in (run / "rounds").iterdir():
        path.unlink()
    (run / "rounds").rmdir()
    html, tables = report(run, tmp_path / "out")
    assert 'id="rounds"' not in html
    assert "leaders" not in tables


def test_an_unknown_game_is_refused_in_one_sentence(tmp_path):
    run = open_run(by_hand(tmp_path / "r", one_game(), game="chess"))
    with pytest.raises(RealmvaleError, match="game = 'chess'; expected fantasy_realms or vale"):
        write_report(run, tmp_path / "out")


def test_a_manifest_without_events_is_refused_in_one_sentence(tmp_path):
    run = open_run(by_hand(tmp_path / "r", one_game(), events={}))
    with pytest.raises(RealmvaleError, match=r"run.json should say under 'events'.*there is none"):
        write_report(run, tmp_path / "out")


def test_a_run_that_counted_no_stones_has_no_section_about_them(tmp_path):
    run = by_hand(tmp_path / "r", one_game())
    (block,) = (run / "players").iterdir()
    pl.read_parquet(block).drop("stones_earned", "stones_wasted").write_parquet(block)
    html, tables = report(run, tmp_path / "out")
    assert 'id="stones"' not in html
    assert "seat_counts" not in tables


def test_the_answer_names_cards_met_often_enough_only_and_says_so(tmp_path):
    # Card 0 wins four games of five, card 1 one; card 3 is hunted in 3 deals of 300 and always
    # wins: too few to open the report with.
    games = []
    for d in range(300):
        cards = [f"creature-{d % 2}", *(["creature-3"] if d < 3 else [])]
        won = float(d < 3 or (d % 10 in (0, 2, 4, 6, 1)))
        met = {(0, card): (("hunted", "sold"), {"offered": 1}) for card in cards}
        games.append({"deal": d, "seats": [("a", 9, won), ("b", 7, 1 - won)], "met": met})
    html, _ = report(by_hand(tmp_path / "r", games), tmp_path / "out")
    answer = text_of(html.split('class="answer"')[1].split("</section>")[0])
    assert "Of 2 of the 4 cards that were met often enough, Creature 0 brings most" in answer
    assert "Creature 3" not in answer
