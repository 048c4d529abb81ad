"""What a policy is, and finding the ones that a run asks for.

A policy is asked for by a *spec*: a name and, after colons or commas, parameters.

======================  ========================================================================
spec                    finds
======================  ========================================================================
``greedy``              a built-in policy (a file of ``sim/<game>/policies``) or an entry point of
                        the group ``realmvale.policies``
``planner:horizon=3``   the same with a parameter
``family:fire``         the same with a word, if the policy takes one
``my_bots.py:hoarder``  what a file calls ``hoarder``: a compiled function, or a class with
                        ``choose(view, options) -> int``
======================  ========================================================================
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sim.errors import RealmvaleError
from sim.names import did_you_mean, match, shortened

COMPILED = "compiled"
PYTHON = "python"

_WORD = re.compile(r"[^\W\d_][^=:,]*")
_FILE = re.compile(r"(?P<file>.*\.py)(?::(?P<rest>.*))?", re.DOTALL)


@dataclass(frozen=True)
class Spec:
    """A policy as asked for, taken apart but not looked up.

    Attributes
    ----------
    text : str
        As the user wrote it.
    file : str or None
        Path of the Python file that holds it.
    name : str
        Name of the policy; empty if only a file was stated.
    params : dict
        Parameters as texts.
    word : str
        What was stated right after the name, without the name of a parameter; mostly empty.
    """

    text: str
    file: str | None
    name: str
    params: dict[str, str]
    word: str = ""


@dataclass(frozen=True)
class Policy:
    """A policy ready to play.

    Attributes
    ----------
    name : str
        Its label in the tables: the name, with the parameters that were stated.
    spec : str
        As the user asked for it.
    params : dict
        All parameters with their values, in the order in which a compiled policy reads them.
    kind : str
        ``compiled`` or ``python``.
    choose : object
        The compiled function, or the class (or object) whose ``choose`` is called.
    source_sha256 : str or None
        Hash of the user's file it comes from; None for built-in policies.
    words : dict
        Parameters that are words, each with what the word names in the game, as in
        ``{"family": "family"}``; a compiled policy reads a word's number (:func:`numbers_of`).
    """

    name: str
    spec: str
    params: dict[str, Any]
    kind: str
    choose: Any = field(repr=False)
    source_sha256: str | None = None
    words: Mapping[str, str] = field(default_factory=dict, repr=False)

    def manifest(self) -> dict[str, Any]:
        """Return the entry of the run's manifest."""
        entry: dict[str, Any] = {"name": self.name, "spec": self.spec, "params": self.params}
        return entry if self.source_sha256 is None else {**entry, "sha256": self.source_sha256}


def parse_spec(text: str) -> Spec:
    """Take a spec apart.

    Raises
    ------
    RealmvaleError
        If it is empty, or something after the name isn't ``parameter=value``.
    """
    stated = text.strip()
    found = _FILE.fullmatch(stated)
    file = found["file"] if found else None
    rest = (found["rest"] or "") if found else stated
    first, *others = re.split(r"[:,]", rest)
    if "=" in first:
        first, others = "", [first, *others]
    name = first.strip()
    if file is None and any(sign in name for sign in "./\\"):
        raise RealmvaleError(
            f"policy '{shortened(text)}': a policy's file must end in .py, as in my_bots.py:hoarder"
        )
    if not name and file is None:
        raise RealmvaleError(f"policy '{text}': a name is missing, as in random or my_bots.py:mine")
    params: dict[str, str] = {}
    word = ""
    if others and _WORD.fullmatch(others[0].strip()):
        word = others.pop(0).strip()
    for item in others:
        key, equals, value = (part.strip() for part in item.partition("="))
        if not (key and equals and value):
            raise RealmvaleError(_no_parameter(text, item))
        if key in params:
            raise RealmvaleError(f"policy '{text}': parameter {key} is stated twice")
        params[key] = value
    return Spec(text, file, name, params, word)


def _no_parameter(text: str, item: str) -> str:
    """Return the message about something stated that is no parameter."""
    return (
        f"policy '{shortened(text)}': '{shortened(item)}' is no parameter; write name=value, as in"
        " rollout:n=64"
    )


def checked_params(
    spec: Spec,
    defaults: Mapping[str, Any],
    limits: Mapping[str, tuple[float, float]] | None = None,
    words: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Return all parameters of a policy, the stated ones put in place of their defaults.

    Parameters
    ----------
    defaults : mapping
        Name to default value; a stated value is read as a number where the default is one, and
        as what it looks like where there is no default (``inspect.Parameter.empty``).
    limits : mapping, optional
        The least and the greatest value of parameters; where the default is a whole number, so
        must the value be.
    words : mapping, optional
        Parameters that are words, with what they name. The first may be stated without its name,
        and one whose default is empty has to be stated.

    Raises
    ------
    RealmvaleError
        For an unknown parameter, one that isn't a number or lies beyond its limits, or one that has
        to be stated.
    """
    words = words or {}
    stated = dict(spec.params)
    if spec.word:
        key = next(iter(words), "")
        if not key:
            raise RealmvaleError(_no_parameter(spec.text, spec.word))
        if key in stated:
            raise RealmvaleError(f"policy '{spec.text}': parameter {key} is stated twice")
        stated[key] = spec.word
    params = dict(defaults)
    for key, text in stated.items():
        if key not in defaults:
            have = f"its parameters are {', '.join(defaults)}" if defaults else "it has none"
            hint = did_you_mean(key, defaults)
            raise RealmvaleError(
                f"policy '{shortened(spec.text)}': no parameter '{shortened(key)}'{hint}; {have}"
            )
        params[key] = _value(spec, key, text, defaults[key])
        if limits and key in limits:
            _check_limits(spec, key, params[key], isinstance(defaults[key], int), *limits[key])
    for key, what in words.items():
        if not params[key]:
            raise RealmvaleError(
                f"policy '{shortened(spec.text)}': say which {what},"
                f" as in {spec.name}:{what.upper()}"
            )
    missing = [key for key, value in params.items() if value is inspect.Parameter.empty]
    if missing:
        raise RealmvaleError(
            f"policy '{spec.text}': parameter {missing[0]} has to be stated,"
            f" as in {spec.name}:{missing[0]}=1"
        )
    return params


def _value(spec: Spec, key: str, text: str, default: Any) -> Any:
    """Read a parameter's value."""
    if isinstance(default, bool):
        words = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
        if text.casefold() in words:
            return words[text.casefold()]
        raise RealmvaleError(f"policy '{spec.text}': {key} must be true or false, not '{text}'")
    if isinstance(default, str):
        return text
    readers: tuple[Callable[[str], Any], ...] = (
        (float,) if isinstance(default, float) else (int, float)
    )
    for read in readers:
        try:
            return read(text)
        except ValueError:
            continue
    if isinstance(default, int | float):
        raise RealmvaleError(f"policy '{spec.text}': {key} must be a number, not '{text}'")
    return text


def _check_limits(
    spec: Spec, key: str, value: float, whole: bool, least: float, greatest: float
) -> None:
    """Check that a parameter lies within its limits."""
    if not least <= value <= greatest or (whole and value != int(value)):
        kind = "a whole number from" if whole else "from"
        raise RealmvaleError(
            f"policy '{shortened(spec.text)}': {key} must be {kind} {least:g} to {greatest:g},"
            f" not {value:g}"
        )


def label(spec: Spec, params: Mapping[str, Any], words: Mapping[str, str] | None = None) -> str:
    """Return the label of a policy in the tables: its name, and the parameters that were stated.

    Words stand right after the name, the parameters in alphabetical order.
    """
    words = words or {}
    stated = sorted(key for key in params if key in spec.params and key not in words)
    texts = [str(params[key]) for key in words]
    for key in stated:
        value = params[key]
        texts.append(f"{key}={value:g}" if isinstance(value, float) else f"{key}={value}")
    return ":".join([spec.name, ",".join(texts)]) if texts else spec.name


def numbers_of(policy: Policy, names: Mapping[str, Sequence[str]]) -> list[float]:
    """Return the parameters of a compiled policy as it reads them, its words as numbers.

    Parameters
    ----------
    names : mapping
        What words can name in the game at hand, in the order of their numbers, as in
        ``{"family": ["Fire", "Water"]}``.

    Raises
    ------
    RealmvaleError
        If a word names nothing there.
    """
    numbers = []
    for key, value in policy.params.items():
        what = policy.words.get(key)
        if what is not None:
            have = list(names.get(what, ()))
            try:
                value = have.index(match(value, have, what))
            except RealmvaleError as error:
                raise RealmvaleError(f"policy '{shortened(policy.spec)}': {error}") from error
        numbers.append(float(value))
    return numbers


def load_policies(specs: Sequence[str], game: str) -> list[Policy]:
    """Find the policies of a run.

    Parameters
    ----------
    specs : sequence of str
        As the user stated them; one stated twice gives equal entries.
    game : str
        ``fantasy_realms`` or ``vale_of_eternity``.

    Raises
    ------
    RealmvaleError
        If one can't be found or read, or isn't a policy of this game.

    Notes
    -----
    Policies of one name from two files are told apart by the whole spec in their labels.
    """
    from sim.policy_find import find

    found: dict[str, Policy] = {}
    for text in specs:
        if text not in found:
            found[text] = find(parse_spec(text), game)
    labels: dict[str, set[Any]] = {}
    for policy in found.values():
        labels.setdefault(policy.name, set()).add((id(policy.choose), policy.source_sha256))
    return [
        policy if len(labels[policy.name]) == 1 else replace(policy, name=policy.spec)
        for policy in (found[text] for text in specs)
    ]
