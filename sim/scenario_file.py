"""Scenario files: TOML read with care, every error saying where (DESIGN 7.1).

What is in a scenario differs from game to game; how it is read doesn't.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

from sim.disk import read_by_hand
from sim.errors import RealmvaleError
from sim.names import did_you_mean, match

T = TypeVar("T")

_TYPES: dict[type, str] = {
    bool: "true or false",
    int: "a whole number",
    str: "a text in quotes",
    list: "a list in square brackets",
    dict: "a table",
}


def read_scenario(path: str | Path) -> dict[str, Any]:
    """Return the content of a scenario file.

    Raises
    ------
    RealmvaleError
        If the file cannot be read, is not UTF-8, or is not TOML.
    """
    path = Path(path)
    try:
        text = read_by_hand(path).decode("utf-8-sig")
        return tomllib.loads(text)
    except FileNotFoundError:
        raise RealmvaleError(f"there is no scenario file {path}") from None
    except IsADirectoryError:
        raise RealmvaleError(f"{path} is a folder; a scenario file was expected") from None
    except OSError as error:
        raise RealmvaleError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise RealmvaleError(
            f"{path} is not UTF-8: byte {error.start} cannot be read; save it as UTF-8"
        ) from None
    except tomllib.TOMLDecodeError as error:
        raise RealmvaleError(f"{path} is not TOML: {error}") from None
    except RecursionError:
        raise RealmvaleError(f"{path} is nested too deeply to be a scenario") from None


class Section:
    """One table of a scenario, whose values are asked for by key and type.

    Parameters
    ----------
    table : dict
        The table as TOML has it.
    where : str
        What messages call it: the file, and the table's place in it.
    keys : sequence of str
        The keys it may have.

    Raises
    ------
    RealmvaleError
        If it has another key; the message names the nearest valid one.
    """

    def __init__(self, table: dict[str, Any], where: str, keys: Sequence[str]) -> None:
        self.table = table
        self.where = where
        for key in table:
            if key not in keys:
                hint = did_you_mean(key, keys) or f"; the keys are {', '.join(keys)}"
                raise self.error(f"there is no key '{key}' here{hint}")

    def error(self, text: str) -> RealmvaleError:
        """Return an error that says where it happened."""
        return RealmvaleError(f"{self.where}: {text}")

    def get(self, key: str, kind: type[T], default: T) -> T:
        """Return a value of a type, or the default if it isn't stated."""
        if key not in self.table:
            return default
        value = self.table[key]
        if type(value) is not kind:
            raise self.error(f"{key} = {value!r} should be {_TYPES[kind]}")
        return value

    def number(self, key: str, default: int, low: int, high: int) -> int:
        """Return a whole number from `low` to `high`."""
        value = self.get(key, int, default)
        if key in self.table and not low <= value <= high:
            raise self.error(f"{key} = {value} is out of range: {low} to {high}")
        return value

    def word(self, key: str, choices: Sequence[str], default: str) -> str:
        """Return one of the choices, read as tolerantly as names are."""
        if key not in self.table:
            return default
        text = self.get(key, str, "").replace("_", "-")
        try:
            return match(text, choices, what=key)
        except RealmvaleError as error:
            hinted = not str(error).endswith("'")
            listed = "" if hinted else f"; expected one of {', '.join(choices)}"
            raise self.error(f"{error}{listed}") from None

    def words(self, key: str) -> list[str] | None:
        """Return a list of texts, or None if it isn't stated."""
        if key not in self.table:
            return None
        values = self.get(key, list, [])
        for value in values:
            if not isinstance(value, str):
                raise self.error(f"{key} should list names in quotes, not {value!r}")
        return values

    def sections(self, key: str, keys: Sequence[str], called: str) -> list[Section]:
        """Return the tables of an array of tables; each is called ``called 1``, ``called 2``..."""
        tables = self.get(key, list, [])
        found = []
        for number, table in enumerate(tables, start=1):
            if not isinstance(table, dict):
                raise self.error(f"{key} should be written as [[{key}]] tables, not {table!r}")
            found.append(Section(table, f"{self.where}, {called} {number}", keys))
        return found
