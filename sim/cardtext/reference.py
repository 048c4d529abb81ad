"""The reference of a card language: the rules of its grammar, with what they mean and examples.

The forms are read off the grammar file, meanings and examples stand in the game's table of words;
a test holds the two together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sim.cardtext.language import Language

# Rule of the grammar -> (what it means, a text that uses it).
Words = Mapping[str, tuple[str, str]]

_RULE = re.compile(r"(_?[a-z]\w*)\s*:(.*)")
_TERMINAL = re.compile(r'(_?[A-Z]\w*)\s*:\s*"(.*)"')
_PART = re.compile(r'"([^"]*)"|(_?[A-Za-z]\w*)|([\[\]()|*+?])')


@dataclass(frozen=True)
class Construct:
    """One rule of a language.

    Attributes
    ----------
    group : str
        The heading it stands under.
    rule : str
        Its name; other rules speak of it in capitals.
    form : str
        How it is written: small letters are words, capitals are other rules, ``[...]`` may be left
        out, ``|`` parts alternatives, ``...`` repeats what stands before it.
    meaning, example : str
        Empty for a rule that only lists others.
    """

    group: str
    rule: str
    form: str
    meaning: str
    example: str


def constructs(language: Language, words: Words) -> list[Construct]:
    """Return all rules of a language in the order of its grammar file."""
    terminals = dict(_TERMINAL.findall(language.source))
    spoken = {
        name: text.strip("'") if text.startswith("'") else name.strip("_")
        for name, text in language.spoken.items()
    } | {"A_SUIT": language.suit.upper(), "A_NAME": '"NAME"'}
    return [
        Construct(
            group,
            rule.strip("_"),
            _spaced(" ".join(_form(body, terminals, spoken))),
            *words.get(rule, ("", "")),
        )
        for group, rule, body in rules(language.source)
    ]


def rules(source: str) -> Iterator[tuple[str, str, str]]:
    """Yield (heading, name, right side) of the rules of a grammar file.

    A heading is a comment of one line behind an empty line; the first, without one, is ``Texts``.
    """
    group, name, body, before = "Texts", "", "", "-"
    for line in [*source.splitlines(), "END:"]:
        found = _RULE.match(line)
        if name and not line.startswith(" "):
            yield group, name, body
            name = ""
        if found:
            name, body = found[1], found[2].strip()
        elif name:
            body += f" {line.strip()}"
        elif line.startswith("// ") and not before:
            group = line[3:]
        before = line


def _form(body: str, terminals: Mapping[str, str], spoken: Mapping[str, str]) -> Iterator[str]:
    """Yield the parts of a right side in the notation of the reference."""
    for literal, name, sign in _PART.findall(body):
        if literal in ("(", ")", "|"):
            yield f'"{literal}"'
        elif literal:
            yield literal
        elif name:
            yield terminals.get(name) or spoken.get(name) or name.strip("_").upper()
        else:
            yield {"*": "...", "+": "...", "?": "(or nothing)"}.get(sign, sign)


def _spaced(form: str) -> str:
    """Return a form with its blanks where a reader expects them."""
    form = re.sub(r"(?<=[\[(]) | (?=[\])]|\.\.\.)", "", form)
    return re.sub(r"(?<=[\w)]) (?=[,:;])", "", re.sub(r"\ba (?=[aeiou])", "an ", form))
