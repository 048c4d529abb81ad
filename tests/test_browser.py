"""The page in headless Chromium: it loads by itself, and its tables sort, filter and search."""

import pytest

from analysis.report import write_report
from analysis.runs import open_run
from tests.support.browser import browser, probe
from tests.support.synthetic_run import SUITS, by_hand, drawn_from_model, made_up_cards

pytestmark = pytest.mark.skipif(browser() is None, reason="there is no Chromium to load a page in")

#: What a reader does, in the language of the page.
HELP = """
  const table = document.querySelector("#cards table");
  const box = table.closest(".dt-container");
  const heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
  const place = (title) => heads.findIndex((head) => head.textContent.trim() === title);
  const rows = () => [...table.tBodies[0].rows];
  const shown = (at) => rows().map((row) => row.cells[at].dataset.sort);
  const pause = () => new Promise((done) => setTimeout(done, 50));
  const press = async (title) => { heads[place(title)].click(); await pause(); };
  const choose = (label, word) => {
    const list = [...box.querySelectorAll("select")]
      .find((one) => one.getAttribute("aria-label") === label);
    list.value = word;
    list.dispatchEvent(new Event("change"));
    return pause();
  };
  const type = (word) => {
    const field = box.querySelector("input[type=search]");
    field.value = word;
    field.dispatchEvent(new Event("input"));
    return pause();
  };
"""


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    folder = tmp_path_factory.mktemp("browser")
    run = open_run(drawn_from_model(folder / "model", 120, ("random", "greedy")))
    return write_report(run, folder / "out")


def test_it_loads_without_errors_and_asks_nobody_for_anything(written):
    found = probe(written[0], "return {lively: document.querySelectorAll('.dt-container').length}")
    assert found["errors"] == []
    assert found["requests"] == []
    assert found["lively"] >= 5


def test_a_table_sorts_filters_and_searches(written):
    found = probe(written[0], HELP + """
      const all = shown(0).length;
      await press("Card"); const up = shown(0);
      await press("Card"); const down = shown(0);
      await press("Win credit"); const won = shown(place("Win credit"));
      await choose("Show only this Suit", "Beast");
      const suits = shown(place("Suit"));
      await type("card 2"); const both = shown(0);
      await choose("Show only this Suit", "");
      const one = shown(0);
      await type(""); const again = shown(0).length;
      return {all, up, down, won, suits, both, one, again,
              sorted: heads[place("Win credit")].getAttribute("aria-sort")};
    """)  # fmt: skip
    assert found["errors"] == []
    names = [f"Card {i}" for i in range(53)]  # numbers in names count as numbers
    assert (found["all"], found["up"], found["down"]) == (53, names, names[::-1])
    numbers = [float(credit) for credit in found["won"]]
    assert numbers == sorted(numbers, reverse=True)
    assert len(numbers) == 53
    assert found["sorted"] == "descending"
    beasts = [f"Card {i}" for i in range(53) if SUITS[i % 9] == "Beast"]
    assert set(found["suits"]) == {"Beast"}
    assert len(found["suits"]) == len(beasts)
    # Both words, in the columns of words: no number beside them counts.
    assert sorted(found["both"]) == sorted(n for n in beasts if "2" in n)
    assert sorted(found["one"]) == sorted(n for n in names if "2" in n)
    assert found["again"] == 53


def test_cells_without_a_value_stay_last_in_either_order(tmp_path):
    held = {(0, f"card-{i}"): (("dealt", "final"), 0, 9 + i) for i in range(4)}
    game = {"deal": 0, "seats": [("a", 9, 1.0), ("b", 7, 0.0)], "held": held}
    run = open_run(by_hand(tmp_path / "r", [game], cards=made_up_cards(12)))
    found = probe(write_report(run, tmp_path / "out")[0], HELP + """
      const at = place("Win credit");
      await press("Win credit"); const down = shown(at);
      await press("Win credit"); const up = shown(at);
      return {down, up, all: rows().length};
    """)  # fmt: skip
    assert found["errors"] == []
    assert found["all"] == 12
    for order, backwards in ((found["down"], True), (found["up"], False)):
        values = [float(v) for v in order if v != ""]
        assert 0 < len(values) < 12
        assert [float(v) for v in order[: len(values)]] == sorted(values, reverse=backwards)


def test_folded_tables_come_to_life_when_they_are_opened(written):
    found = probe(written[0], """
      const fold = document.querySelector("#cards details");
      const before = fold.querySelectorAll(".dt-container").length;
      fold.open = true;
      fold.dispatchEvent(new Event("toggle"));
      return {before, after: fold.querySelectorAll(".dt-container").length};
    """)  # fmt: skip
    assert found["errors"] == []
    assert (found["before"], found["after"] > 0) == (0, True)


def test_nothing_sticks_out_of_a_narrow_page(written):
    found = probe(
        written[0],
        "return {wide: document.documentElement.scrollWidth, seen: innerWidth}",
        "--window-size=500,900",
    )
    assert found["wide"] <= found["seen"]
