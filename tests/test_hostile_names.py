"""Names that would be something else where they are shown: formulas, HTML, markup, paths."""

import csv
import json
from html.parser import HTMLParser

import polars as pl
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from support.card_files import HEADER
from support.decks import card_line
from support.small_decks import SUITS, TEXTS

from analysis.cli import main
from analysis.spreadsheet import csv_safe, safe_cell
from sim.card_file import COLUMNS

NAMES = (
    "=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(1)", "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>", "$\\frac{1}{", "[red]x[/red]", "[/bold]", "{{ 7*7 }}{% raw %}",
    "%s %d {0}", "x" * 200, "e\u0301 \U0001f409", "../../etc/passwd", "/etc/passwd", "CON",
    "nul.txt", "a;b|c", "a, b", "it's 'q'", "\\n", "&amp;&lt;", "-5", "=1", "@", "+", "none", "NaN",
)  # fmt: skip


def card_file(path, size):
    """Write a card file of so many cards, the first ones with hostile names."""
    lines = [HEADER]
    for k in range(size):
        name = NAMES[k] if k < len(NAMES) else f"Card {k}"
        text = TEXTS[k % len(TEXTS)]
        lines.append(card_line(f"card-{k}", name, SUITS[k % 4], (7 * k) % 23, text))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def done(*arguments):
    """Run a command that has to succeed."""
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exit_code == 0, result.stderr
    assert "Warning" not in result.stderr
    return result.stdout


class Page(HTMLParser):
    """What a browser would make of a page: its elements with handlers, and its scripts."""

    def __init__(self, text):
        super().__init__()
        self.handlers, self.scripts, self.tags = [], [], set()
        self.open = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.open.append(tag)
        self.handlers += [name for name, _ in attrs if name.startswith("on")]

    def handle_endtag(self, tag):
        self.open = self.open[:-1]

    def handle_data(self, data):
        if self.open and self.open[-1] == "script":
            self.scripts.append(data)


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """A folder with a run and reports on decks with such names."""
    folder = tmp_path_factory.mktemp("hostile")
    cards = card_file(folder / "mine.csv", 40)
    play = ["--players", 3, "--games", 60, "--policy", "random", "--policy", "cautious"]
    done("simulate", "fr", *play, "--cards", cards, "--out", folder / "run", "--quiet")
    done("report", folder / "run", "--out", folder / "out" / "report", "--quiet")
    few = card_file(folder / "few.csv", 10)
    done("exact", "fr", "--cards", few, "--out", folder / "out" / "exact", "--quiet")
    return folder


@pytest.mark.parametrize("report", ["report", "exact"])
def test_html_in_a_cards_name_is_text_in_every_page_and_picture(written, report):
    html = (written / "out" / report / "index.html").read_text(encoding="utf-8")
    page = Page(html)
    assert page.handlers == []
    assert "img" not in page.tags
    assert not any("alert(1)" in script for script in page.scripts)
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert "{{ 7*7 }}" in html
    for picture in (written / "out" / report / "plots").glob("*.svg"):
        assert "<script" not in picture.read_text(encoding="utf-8")


@pytest.mark.parametrize("report", ["report", "exact"])
def test_no_table_has_a_cell_that_a_spreadsheet_would_run(written, report):
    cells = []
    for path in (written / "out" / report / "tables").glob("*.csv"):
        with path.open(encoding="utf-8", newline="") as file:
            cells += [cell for row in csv.reader(file) for cell in row]
    assert "'=cmd|' /C calc'!A0" in cells
    risky = [cell for cell in cells if cell[:1] in tuple("=+-@")]
    for cell in risky:
        float(cell)  # a negative number, which is one still
    assert report == "exact" or risky


def test_files_are_named_by_us_and_lie_in_the_folders_asked_for(written):
    assert {path.name for path in written.iterdir()} == {"mine.csv", "few.csv", "run", "out"}
    assert {path.name for path in (written / "out").iterdir()} == {"report", "exact"}
    for path in (written / "out").rglob("*"):
        assert path.is_dir() or path.suffix in {".html", ".md", ".csv", ".png", ".svg"}
        assert "card" not in path.name or path.stem.replace("_", "").isalpha()


def test_other_commands_show_such_names_as_they_are(written):
    cards = ["--cards", written / "mine.csv"]
    listed = done("cards", "list", *cards, "--json")
    assert [card["name"] for card in json.loads(listed)][5] == "<img src=x onerror=alert(1)>"
    wide = done("cards", "list", *cards)
    for name in ("[red]x[/red]", "[/bold]", "%s %d {0}"):
        assert name in wide
        assert done("cards", "show", *cards, "--", name).startswith(name)
    assert "[red]x[/red]" in done("trace", written / "run", "--game", 0)
    done("verify", written / "run", "--quiet")
    asked = ["--players", 3, "--games", 3, "--policy", "random", "--quiet", *cards]
    assert "[/bold]" in done("ban", "fr", "--card", "[/bold]", *asked)


def test_hands_of_a_csv_come_back_without_formulas(tmp_path):
    path = tmp_path / "hands.csv"
    hand = "Knights|Elven Archers|Dragon|Mirage|Island|Candle|King"
    rows = [["id", "card_names", "what"], ["=cmd()", hand, "-3"], ["@x", hand, "\t=1"],
            ["-1.5e3", hand, "+x"]]  # fmt: skip
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows)
    back = list(csv.reader(done("score", "--csv", path).splitlines()))
    assert [row[:-1] for row in back] == [
        rows[0], ["'=cmd()", hand, "-3"], ["'@x", hand, "'\t=1"], ["-1.5e3", hand, "'+x"],
    ]  # fmt: skip


@given(st.lists(st.text("=+-@\t\r19.e'a"), min_size=1, max_size=5))
def test_tables_and_lines_are_made_safe_alike(texts):
    safe = [safe_cell(text) for text in texts]
    for kind in (pl.String, pl.Categorical):
        frame = pl.DataFrame({"text": pl.Series(texts, dtype=kind), "n": [-1] * len(texts)})
        made = csv_safe(frame)
        assert made["text"].to_list() == safe
        assert made["n"].to_list() == [-1] * len(texts)
    for text in safe:
        if text[:1] in tuple("=+-@\t\r"):
            float(text)


@pytest.mark.parametrize("sign", ["\x1b[2J", "\x07", "\x7f", "\x9b"])
def test_signs_that_command_a_terminal_are_no_part_of_a_card_file(tmp_path, sign):
    path = tmp_path / "cards.csv"
    path.write_text(
        f"{','.join(COLUMNS)}\nfantasy_realms,base,card,a,A{sign},Army,1,,,,,card,,\n", "utf-8"
    )
    refused = CliRunner().invoke(main, ["cards", "check", str(path)])
    assert refused.exit_code == 2
    assert f"line 2: the control character U+{ord(sign[0]):04X}" in refused.stderr


LONG = "n" * 300


@pytest.mark.parametrize("name", [LONG, f"{LONG}/x", "a\0b"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["report"], ["verify"], ["trace", "--game", "0"], ["scenario"], ["cards", "check"],
        ["score", "--csv"], ["simulate", "fr", "--games", "1", "--out"],
        ["simulate", "fr", "--cards"], ["simulate", "fr", "--policy"], ["exact", "fr", "--out"],
        ["exact", "fr", "--cards"], ["compare", "fr", "random", "--cards"],
        ["ban", "fr", "--card", "Dragon", "--cards"], ["cards", "list", "--cards"],
    ],
)  # fmt: skip
def test_a_path_that_no_file_can_have_is_refused_in_a_sentence(arguments, name):
    refused = CliRunner().invoke(main, [*arguments, name])
    assert refused.exit_code == 2, refused.output
    assert refused.stdout == ""
    assert refused.stderr.startswith("Error: ")
    assert refused.stderr.count("\n") == 1
    assert "internal error" not in refused.stderr
