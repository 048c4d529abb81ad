"""The report's page and files: complete, self-contained, and safe with any text."""

import csv
import json
import math
import re
from html import unescape
from html.parser import HTMLParser

import polars as pl
import pytest

from analysis.bots import bot_table
from analysis.cards import card_table
from analysis.report import tables_json, write_report
from analysis.runs import open_run
from analysis.spreadsheet import csv_safe
from analysis.suits import suit_colour
from tests.support.synthetic_run import EVENTS, SUITS, by_hand, drawn_from_model, made_up_cards

EVIL = "<script>alert('x')</script> $\\frac{1}{2}$ & \"Dragon\""


class Page(HTMLParser):
    """Collects links, ids, labelled pictures, tables' cells and visible text."""

    def __init__(self, text):
        super().__init__()
        self.links, self.ids, self.pictures, self.text, self.tags = [], [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.tags.append(tag)
        links = ("href", "src", "xlink:href", "srcset", "data")
        self.links += [attrs[key] for key in links if key in attrs]
        if "id" in attrs:
            self.ids.append(attrs["id"])
        if tag == "svg":
            self.pictures.append((attrs.get("role"), attrs.get("aria-label", "")))

    def handle_data(self, data):
        self.text.append(data)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return open_run(
        drawn_from_model(tmp_path_factory.mktemp("r") / "model", 260, ("random", "greedy"))
    )


@pytest.fixture(scope="module")
def written(run, tmp_path_factory):
    out = tmp_path_factory.mktemp("out")
    index, tables = write_report(run, out)
    return out, index.read_text(encoding="utf-8"), tables


def test_each_section_has_its_question_picture_table_and_limits(written):
    out, html, _ = written
    for question in (
        "Which bot plays best?",
        "Which cards win?",
        "Which suits win?",
        "How do scores spread?",
        "How close are games?",
        "Does it matter where one sits?",
        "How long do games last, and how do they end?",
    ):
        section = html.split(f"<h2>{question}</h2>")[1].split("</section>")[0]
        assert "<svg" in section
        assert "<table" in section
        assert "What this doesn't prove." in section
    for name in ("bots", "cards", "suits", "scores", "margins", "seats", "length"):
        assert (out / "plots" / f"{name}.png").read_bytes().startswith(b"\x89PNG")
        assert (out / "plots" / f"{name}.svg").read_text(encoding="utf-8").startswith("<?xml")


def test_the_page_needs_nothing_from_anywhere(written):
    out, html, _ = written
    page = Page(html)
    for link in page.links:
        assert link.startswith(("#", "tables/", "plots/", "report.md", "data:,")), link
    assert all(
        target.startswith("#")
        for target in re.findall(r"url\(([^)]*)\)", html.split("<script>")[0])
    )
    assert "@import" not in html
    for link in page.links:
        if link.startswith(("tables/", "plots/", "report.md")):
            assert (out / link).exists(), link


def test_pictures_are_described_and_ids_are_unique(written):
    page = Page(written[1])
    assert len(page.pictures) == len(list((written[0] / "plots").glob("*.svg"))) >= 7
    for role, label in page.pictures:
        assert role == "img"
        assert len(label) > 40
    assert len(page.ids) == len(set(page.ids))
    targets = {link[1:] for link in page.links if link.startswith("#")}
    clips = set(re.findall(r"url\(#([^)]*)\)", written[1]))
    assert clips
    assert targets | clips <= set(page.ids)


def test_the_answer_comes_first_with_the_tables_numbers(run, written):
    _, html, _ = written
    answer = html.split('class="answer"')[1].split("</section>")[0]
    best = bot_table(run).row(0, named=True)
    assert f"{best['policy']} plays best: {100 * best['win']:.1f} % win credit" in answer
    assert f"{100 * best['win_low']:.1f} to {100 * best['win_high']:.1f}" in answer
    top = card_table(run).sort("dealt_effect", descending=True).row(0, named=True)
    assert f"{top['name']} brings most when dealt: +{100 * top['dealt_effect']:.1f}" in answer
    assert "hit the turn cap" in answer


def test_nothing_says_nan_and_every_rate_has_its_interval(written):
    out, html, tables = written
    without_script = re.sub(r"<(script|style)>.*?</\1>", "", html, flags=re.S)
    seen = " ".join(Page(without_script).text)
    assert "Card 7" in seen
    assert not re.search(r"\b(nan|NaN|inf|None|null)\b", seen)
    for path in sorted((out / "tables").glob("*.csv")):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\b(nan|inf)\b", text, re.I), path.name
    for name in ("bots", "seats", "ends", "cards"):
        columns = tables[name].columns
        rates = {"win", "end_share", "dealt_win", "dealt_effect", "kept", "blanked"} & set(columns)
        assert rates
        for rate in rates:
            assert {f"{rate}_low", f"{rate}_high", f"{rate}_too_few"} <= set(columns)


def test_the_card_table_shows_n_in_seats_and_in_deals_for_every_condition(run, written):
    section = written[1].split("<h2>Which cards win?</h2>")[1].split("</section>")[0]
    for row in card_table(run).iter_rows(named=True):
        line = re.search(rf'<tr><th scope="row"[^>]*>{row["name"]}<.*?</tr>', section, re.S)[0]
        shown = re.findall(r">([^<]*)<small>([^<]*) deals?</small>", line)
        wanted = [
            (row[f"{name}_seats"], row[f"{name}_deals"])
            for name in ("dealt", "drawn", "taken", "final", "never")
        ]
        assert [(read(seats), read(deals)) for seats, deals in shown] == wanted


def read(number):
    return int(re.sub(r"\s", "", number))


def test_the_glossary_says_which_turn_a_card_is_taken_in(written):
    glossary = written[1].split('class="glossary"')[1].split("</dl>")[0]
    said = glossary.split("<dt>Turn taken</dt>")[1].split("</div>")[0]
    assert "turns of all seats counted" in said
    assert "first time" in said


def test_the_page_opens_with_suspects_and_what_to_try(written):
    out, html, tables = written
    first = html.split("<nav")[0]
    cards = tables["cards"].filter(pl.col("dealt_effect").is_not_null())
    sure = pl.max_horizontal("dealt_effect_low", -pl.col("dealt_effect_high"))
    wanted = cards.filter(~pl.col("dealt_effect_too_few")).sort(sure, descending=True).head(8)
    shown = re.findall(r'<th scope="row"[^>]*>([^<]*)<', first)
    assert sorted(shown) == sorted(wanted["name"])
    # The card that is surest to be off is the first to look into.
    assert f"whatif fantasy-realms --change &#39;{wanted['name'][0]}.value=" in first
    assert "--policy cautious --policy planner" in first
    assert (out / "plots/suspects.png").is_file()


def test_what_to_try_counts_every_unclear_card_also_those_met_too_rarely(tmp_path):
    run = open_run(drawn_from_model(tmp_path / "few", 105, ("random", "greedy")))
    _, tables = write_report(run, tmp_path / "out")
    unclear = tables["cards"].filter(pl.col("verdict") == "unclear")
    assert unclear["dealt_effect_too_few"].any()
    text = (tmp_path / "out" / "report.md").read_text(encoding="utf-8")
    said = re.findall(r"(\d+) of (\d+) cards are unclear", text)
    assert [int(shown) for shown, _ in said] == [unclear.height]


def test_the_same_stands_in_markdown(written):
    out, html, tables = written
    text = (out / "report.md").read_text(encoding="utf-8")
    for question in re.findall(r"<h2>(.*?)</h2>", html):
        assert f"## {unescape(question)}\n" in text
    for picture in re.findall(r"\]\((plots/[^)]*)\)", text):
        assert (out / picture).is_file()
    # Each row of the page's tables is one of the text's, with as many cells.
    rows = re.findall(r"<tr><th scope=\"row\".*?</tr>", html, re.S)
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    heads = html.count("<thead>")
    assert len(lines) == len(rows) + 2 * heads
    bots = text.split("## Which bot plays best?")[1].split("## ")[0]
    for row in tables["bots"].iter_rows(named=True):
        assert f"| {row['policy']} |" in bots
        assert f"{100 * row['win']:.1f}\u202f%".replace("\u202f", " ") in bots


def test_csv_files_hold_the_frames(written):
    out, _, tables = written
    for name, frame in tables.items():
        with (out / "tables" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))
        assert rows[0] == frame.columns
        assert len(rows) == frame.height + 1
    back = pl.read_csv(out / "tables" / "bots.csv")
    assert back["win"].to_list() == tables["bots"]["win"].to_list()


def test_the_same_run_gives_the_same_page(run, written, tmp_path):
    index, _ = write_report(run, tmp_path / "again")
    assert index.read_text(encoding="utf-8") == written[1]


def one_game_with(name, folder):
    deck = made_up_cards(3)
    deck[0]["name"] = name
    held = {(0, "card-0"): (("dealt", "final"), 0, 9)}
    game = {"deal": 0, "seats": [("a", 9, 1.0), ("b", 7, 0.0)], "held": held}
    return open_run(by_hand(folder, [game], cards=deck))


def test_a_name_with_html_arrives_as_text(tmp_path):
    index, _ = write_report(one_game_with(EVIL, tmp_path / "r"), tmp_path / "out")
    html = index.read_text(encoding="utf-8")
    assert "<script>alert" not in html
    page = Page(html)
    assert page.tags.count("script") == 1
    assert EVIL in page.text  # a cell of the table holds the name, sign for sign
    svg = (tmp_path / "out/plots/cards.svg").read_text(encoding="utf-8")
    assert "<script" not in svg
    # Not set as a formula. (matplotlib repeats each text in a comment, as it was given.)
    assert "$\\frac{1}{2}$" in re.sub(r"<!--.*?-->", "", svg, flags=re.S)


@pytest.mark.parametrize("name", ["=1+1", "+x", "-2+A1", "@SUM(A1)", "\tx", "\rx"])
def test_text_that_a_spreadsheet_would_run_is_made_safe(name):
    frame = pl.DataFrame({"name": [name, "Dragon", None], "effect": [-0.5, 0.1, None]})
    safe = csv_safe(frame)
    assert safe["name"].to_list() == [f"'{name}", "Dragon", None]
    assert safe["effect"].to_list() == [-0.5, 0.1, None]


def test_a_card_never_seen_shows_a_dash_and_an_empty_cell(tmp_path):
    index, tables = write_report(one_game_with("Plain", tmp_path / "r"), tmp_path / "out")
    html = index.read_text(encoding="utf-8")
    row = re.search(r'<tr><th scope="row"[^>]*>Card 2<.*?</tr>', html, re.S).group(0)
    assert re.search(r'data-sort="0\.0">0<', row)
    assert re.search(r'data-sort="">-<', row)
    rows = json.loads(json.dumps(tables_json(tables), allow_nan=False))["cards"]
    assert rows[-1]["dealt_win"] is None
    with (tmp_path / "out/tables/cards.csv").open(encoding="utf-8", newline="") as file:
        last = list(csv.DictReader(file))[-1]
    assert (last["dealt_seats"], last["dealt_win"]) == ("0", "")


def test_one_game_gives_intervals_and_says_it_is_too_few(tmp_path):
    # Case TL-44.
    index, tables = write_report(one_game_with("Plain", tmp_path / "r"), tmp_path / "out")
    bots = tables["bots"].row(0, named=True)
    assert bots["win_high"] - bots["win_low"] > 0.5
    assert "too few" in index.read_text(encoding="utf-8").split('id="bots"')[1]
    assert "No bot is shown to be the best" in index.read_text(encoding="utf-8")


def test_no_games_is_said(tmp_path):
    run = open_run(by_hand(tmp_path / "r", []))
    index, tables = write_report(run, tmp_path / "out")
    assert "No games" in index.read_text(encoding="utf-8")
    assert tables == {}


def test_every_analysis_answers_for_a_run_without_games(tmp_path):
    run = open_run(by_hand(tmp_path / "r", []))
    assert bot_table(run)["seats"].to_list() == [0]
    cards = card_table(run)
    assert cards["dealt_seats"].to_list() == [0, 0, 0, 0]
    assert cards["dealt_win"].null_count() == 4


def test_a_run_without_card_rows_leaves_the_cards_out_and_says_so(tmp_path):
    run = open_run(drawn_from_model(tmp_path / "r", deals=10, keep="players"))
    index, tables = write_report(run, tmp_path / "out")
    html = index.read_text(encoding="utf-8")
    assert "--keep players" in html.split('id="cards"')[1].split("</section>")[0]
    assert "cards" not in tables
    assert not (tmp_path / "out/plots/cards.svg").exists()


def test_a_game_that_deals_nothing_is_read_by_what_was_held(tmp_path):
    games = []
    for d in range(240):
        held = {(0, f"card-{d % 2}"): (("drawn", "final"), 0, 9)}
        won = float(d % 4 in (2, 3) or d % 8 == 0)
        games.append({"deal": d, "seats": [("a", 9, won), ("b", 7, 1 - won)], "held": held})
    run = open_run(by_hand(tmp_path / "r", games))
    html = write_report(run, tmp_path / "out")[0].read_text(encoding="utf-8")
    assert "none of these columns is causal" in html
    assert "when held at the end" in html.split('class="answer"')[1].split("</section>")[0]


def test_one_bot_is_not_called_the_best(tmp_path):
    run = open_run(drawn_from_model(tmp_path / "r", deals=12, policies=["solo"]))
    html = write_report(run, tmp_path / "out")[0].read_text(encoding="utf-8")
    assert "Only solo played" in html
    assert "plays best:" not in html


def test_assumed_facts_stand_on_top_in_one_line(tmp_path):
    assumed = [{"id": "dragon", "assumed": "value=30 in 20..40"}]
    game = {"deal": 0, "seats": [("a", 9, 1.0), ("b", 7, 0.0)]}
    run = open_run(by_hand(tmp_path / "r", [game], assumed=assumed))
    html = write_report(run, tmp_path / "out")[0].read_text(encoding="utf-8")
    notice = "1 assumed fact is in play, not read off a card: dragon: value=30 in 20..40."
    assert html.index(notice) < html.index('class="answer"')


def test_colours_of_pictures_follow_the_readers_mode(written):
    _, html, _ = written
    # Cells of a heat map are coloured by value, and suits by name, the same in either mode.
    drawn = re.findall(r"<svg.*?</svg>", html, re.S)
    pictures = "".join(picture for picture in drawn if "QuadMesh" not in picture)
    fixed = set(re.findall(r"#[0-9a-f]{6}", re.sub(r'"#[^"]*"|url\(#[^)]*\)', "", pictures)))
    assert fixed == {suit_colour(suit) for suit in SUITS}
    assert "prefers-color-scheme: dark" in html


def test_numbers_in_json_are_finite(written):
    def walk(value):
        if isinstance(value, dict):
            for inner in value.values():
                yield from walk(inner)
        elif isinstance(value, list):
            for inner in value:
                yield from walk(inner)
        else:
            yield value

    values = [v for v in walk(tables_json(written[2])) if isinstance(v, float)]
    assert len(values) > 1000
    assert all(math.isfinite(v) for v in values)


def test_a_run_of_trades_states_its_model_and_has_no_first_player(tmp_path):
    game = {"deal": 0, "seats": [("a", 9, 1.0), ("b", 7, 0.0), ("c", 5, 0.0)], "turns": 30}
    changes = {"variant": "chaos", "ticks": 30, "events": EVENTS | {"received": 128}}
    run = open_run(by_hand(tmp_path / "r", [game], **changes))
    html = write_report(run, tmp_path / "out")[0].read_text(encoding="utf-8")
    assert "chaos, 3 players" in html
    assert "the time limit is 30 trading ticks (10 a player)" in html
    assert "A game lasts 30 trading ticks" in html
    assert "plays first)" not in html
    assert "turn cap" not in html
