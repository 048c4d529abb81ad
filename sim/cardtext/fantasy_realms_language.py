"""The card language of Fantasy Realms: its grammar file, tokens and error messages."""

from __future__ import annotations

from lark import Token

from sim.cardtext.language import Language
from sim.cardtext.tokens import phrase, read_number, read_ratio, read_signed


def _advice(token: Token, accepted: set[str], before: Token | None) -> tuple[str, str] | None:
    if token.type == "A_NAME" and before is not None and before.type == "OTHER":
        return (
            "'other' stands before a suit or 'card', never before a name",
            f'; write "{token}" alone',
        )
    if token.type == "NUMBER" and "SIGNED" in accepted:
        return f"'{token}' needs its sign", f"; write +{token} or -{token}"
    return None


LANGUAGE = Language(
    "fantasy_realms.lark",
    readers=(phrase("ALT", ", or"), read_signed, read_ratio, read_number),
    spoken={
        "SIGNED": "an amount like +5",
        "SIGN": "an amount like +5",
        "RATIO": "a pair like 3:10",
        "ALT": "', or'",
    },
    suit="suit",
    advice=_advice,
)
