"""The card language of The Vale of Eternity: its grammar file, tokens and error messages."""

from __future__ import annotations

from lark import Token

from sim.cardtext.language import Language
from sim.cardtext.tokens import phrase, read_number, read_signed

# Forms of keywords that mean the same: the reader says "card", the writer "cards".
_ALIASES = {
    f"{word}s": word
    for word in (
        *("card", "point", "stone", "cost", "curse", "ward", "area", "round", "effect", "value"),
        *("opponent", "player", "colour"),
    )
} | {"families": "family", "an": "a", "are": "is", "color": "colour", "count": "counts"}


def _advice(token: Token, accepted: set[str], before: Token | None) -> tuple[str, str] | None:
    if token.type in ("SIGNED", "SIGN") and "NUMBER" in accepted:
        n = str(token).lstrip("+-")
        return f"'{token}' has a sign too many", f"; write {n}" if n else ""
    if token.type == "NUMBER" and "SIGNED" in accepted:
        return f"'{token}' needs its sign", f"; write +{token} or -{token}"
    return None


LANGUAGE = Language(
    "vale_of_eternity.lark",
    readers=(
        phrase("_THEN", ", then"),
        phrase("_OTHERWISE", ", otherwise"),
        phrase("OR_MORE", "or more"),
        phrase("OR_LESS", "or less"),
        phrase("_AND_WITH", "and with"),
        phrase("_AND_WITHOUT", "and without"),
        read_signed,
        read_number,
    ),
    spoken={
        "SIGNED": "an amount like +1",
        "_THEN": "', then'",
        "_OTHERWISE": "', otherwise'",
        "OR_MORE": "'or more'",
        "OR_LESS": "'or less'",
        "_AND_WITH": "'and with'",
        "_AND_WITHOUT": "'and without'",
    },
    suit="family",
    aliases=_ALIASES,
    advice=_advice,
)
