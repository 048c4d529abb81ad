"""The exact pair table of `realmvale exact` beside the pairs of a run.

What two cards add to each other over all hands of a deck, each hand counted once, is no matter of
bots. A pair that bots keep together because it fits shows both there and here.
"""

from __future__ import annotations

from pathlib import Path

import polars as pl

from analysis.runs import Run
from sim.errors import RealmvaleError

#: Where `realmvale exact fantasy-realms` writes its pairs.
DEFAULT = Path("reports") / "exact-fantasy-realms"
PAIRS = Path("tables") / "pairs.csv"
_NEEDED = {"card": pl.String, "other": pl.String, "interaction": pl.Float64}


def exact_pairs(run: Run, folder: Path | None) -> pl.DataFrame | None:
    """Read the exact interaction of each pair of the run's cards.

    Parameters
    ----------
    run : Run
    folder : Path or None
        That `exact` wrote to; None to look where it does by itself, if the run was played with the
        cards that come along.

    Returns
    -------
    DataFrame or None
        ``card``, ``other`` (in the order of the deck), ``exact``; None where there is none.

    Raises
    ------
    RealmvaleError
        If a folder was stated and holds no such table, or one of other cards.
    """
    path = (folder or DEFAULT) / PAIRS
    if folder is None and not (path.is_file() and _usual_cards(run)):
        return None
    try:
        table = pl.read_csv(path, schema_overrides=_NEEDED, columns=list(_NEEDED))
    except (OSError, pl.exceptions.PolarsError) as error:
        if folder is None:
            return None
        what = f"{path} can't be read as the pairs of `realmvale exact`"
        raise RealmvaleError(f"{what}: {str(error).splitlines()[0]}") from error
    ids = run.card_frame()["card"].to_list()
    if folder is not None and set(table["card"]) | set(table["other"]) != set(ids):
        raise RealmvaleError(f"{path} counts the hands of other cards than {run.name} has")
    place = {card: k for k, card in enumerate(ids)}
    known = table.filter(pl.col("card").is_in(ids) & pl.col("other").is_in(ids))
    first, second = (
        known[c].replace_strict(place, return_dtype=pl.Int64) for c in ("card", "other")
    )
    swapped = first > second
    return known.select(
        pl.when(swapped).then("other").otherwise("card").alias("card"),
        pl.when(swapped).then("card").otherwise("other").alias("other"),
        pl.col("interaction").alias("exact"),
    )


def _usual_cards(run: Run) -> bool:
    """Tell whether a run was played with the cards that come along."""
    from sim.cards import load_cards

    if run.game.id != "fantasy_realms":
        return False
    try:
        usual = load_cards().select("fantasy_realms", ("base",))
    except RealmvaleError:
        return False
    return bool(run.manifest.get("cards_sha256") == usual.sha256)


def with_exact(pairs: pl.DataFrame, exact: pl.DataFrame | None) -> pl.DataFrame:
    """Add the column ``exact`` to the pairs of a run; without a table they are as they were."""
    if exact is None:
        return pairs
    return pairs.join(exact, on=["card", "other"], how="left", maintain_order="left")
