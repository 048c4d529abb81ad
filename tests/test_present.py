"""How a page marks numbers that rest on too little."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from analysis.intervals import ratio
from analysis.present import Column, percentage_points, table
from analysis.rendering import prose
from analysis.tally import estimate_columns


@pytest.mark.parametrize(
    ("events", "deals", "marked"),
    [(0, 50, True), (3, 200, True), (0, 1_000, True), (2, 1_000_000, False), (60, 200, False)],
)
def test_a_rare_share_is_marked_until_it_is_known_to_the_printed_digit(events, deals, marked):
    frame = pl.DataFrame(estimate_columns("blanked", ratio(sums_of(events, deals))))
    cell = table(frame, [Column("blanked", "blanked")], "cards").rows[0][0]
    assert cell.few is marked


def sums_of(events: int, deals: int):
    """Return the sums of deals of one trial each, so many of them a success."""
    from analysis.intervals import RatioSums

    one = np.array([float(deals)])
    y = np.array([float(events)])
    return RatioSums(deals=one, y=y, n=one, yy=y, yn=y, nn=one)


def test_commands_in_a_sentence_are_code_and_all_else_stays_text():
    said = prose("`realmvale ban` tells; <b>not</b> `a<b`, nor a lone ` sign")
    assert said == (
        "<code>realmvale ban</code> tells; &lt;b&gt;not&lt;/b&gt; <code>a&lt;b</code>,"
        " nor a lone ` sign"
    )


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (0.01, "1 percentage point"),
        (0.005, "0.5 percentage points"),
        (0.02, "2 percentage points"),
    ],
)
def test_one_percentage_point_is_said_in_the_singular(share, said):
    assert percentage_points(share) == said
