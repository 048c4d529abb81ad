"""Parser of the card language of Fantasy Realms: a text in, the clauses it means out."""

from __future__ import annotations

from functools import cache
from importlib import resources

from lark import Lark, Token
from lark.exceptions import UnexpectedToken
from lark.lexer import PatternStr
from lark.parsers.lalr_interactive_parser import InteractiveParser

from sim.cardtext.fantasy_realms_ast import CardText
from sim.cardtext.fantasy_realms_build import build
from sim.cardtext.tokens import CardTextError, place, tokens
from sim.cardtext.vocabulary import Vocabulary
from sim.names import did_you_mean

# What the reader of an error message calls the terminals that are not keywords.
_SPOKEN = {
    "SIGNED": "an amount like +5",
    "SIGN": "an amount like +5",
    "A_SUIT": "a suit",
    "A_NAME": "a card name in double quotes",
    "NUMBER": "a number",
    "RATIO": "a pair like 3:10",
    "ALT": "', or'",
    "COMMA": "','",
    "SEMICOLON": "';'",
    "COLON": "':'",
    "$END": "the end of the text",
}
_MOST_EXPECTED = 8


def parse(text: str, vocabulary: Vocabulary) -> CardText:
    """Read a card text.

    Parameters
    ----------
    text : str
        Clauses such as ``penalty: blanks Flood; -5 each Army, Leader``; empty for a plain card.
    vocabulary : Vocabulary
        Suits and names that the text may use; the result carries their canonical spelling.

    Returns
    -------
    CardText
        One :class:`~sim.cardtext.fantasy_realms_ast.Clause` for each clause, in order.

    Raises
    ------
    CardTextError
        Names the position (1-based), what is wrong and the nearest valid word.
    """
    state = _grammar().parse_interactive()
    try:
        for token in tokens(text, vocabulary, _keywords()):
            state.feed_token(token)
        tree = state.feed_eof(Token("$END", "", start_pos=len(text), end_pos=len(text)))
    except UnexpectedToken as error:
        raise _unexpected(error.token, state, vocabulary) from None
    return build(tree)


def keywords() -> frozenset[str]:
    """Return the keywords of the language, in small letters: a suit must not consist of them."""
    return frozenset(_keywords())


@cache
def _grammar() -> Lark:
    source = resources.files("sim.cardtext").joinpath("fantasy_realms.lark")
    return Lark(
        source.read_text(encoding="utf-8"),
        parser="lalr",
        propagate_positions=True,
        maybe_placeholders=True,
    )


@cache
def _keywords() -> dict[str, str]:
    """Keyword -> terminal, as the grammar file has them."""
    return {
        terminal.pattern.value: terminal.name
        for terminal in _grammar().terminals
        if isinstance(terminal.pattern, PatternStr) and terminal.pattern.value.isalpha()
    }


def _unexpected(token: Token, state: InteractiveParser, vocabulary: Vocabulary) -> CardTextError:
    """Make the message for a token that cannot stand where it stands."""
    words = {terminal: word for word, terminal in _keywords().items()}
    accepted = state.accepts()
    near = [words[terminal] for terminal in sorted(accepted) if terminal in words]
    if "A_SUIT" in accepted:
        near += vocabulary.suits
    if token.type == "$END":
        problem, hint = "the text ends too early", ""
    elif token.type == "UNKNOWN":
        problem, hint = f"unknown word '{token}'", did_you_mean(token, near)
    elif token.type == "A_NAME" and _stands_behind("OTHER", state):
        problem = "'other' stands before a suit or 'card', never before a name"
        hint = f'; write "{token}" alone'
    elif token.type == "NUMBER" and "SIGNED" in accepted:
        problem, hint = f"'{token}' needs its sign", f"; write +{token} or -{token}"
    else:
        problem, hint = f"'{token}' cannot stand here", ""
    return CardTextError(problem + (hint or _expected(accepted, words)), place(token))


def _stands_behind(terminal: str, state: InteractiveParser) -> bool:
    """Return whether the last token that was read is of a terminal."""
    last = state.parser_state.value_stack[-1:]
    return bool(last) and isinstance(last[0], Token) and last[0].type == terminal


def _expected(accepted: set[str], words: dict[str, str]) -> str:
    """Return ``; expected A, B or C`` for the terminals that may stand here."""
    first = [spoken for terminal, spoken in _SPOKEN.items() if terminal in accepted]
    then = [words[terminal] for terminal in sorted(accepted) if terminal in words]
    options = list(dict.fromkeys(first + then))
    if not options:
        return ""
    if len(options) > _MOST_EXPECTED:
        return "; expected " + ", ".join(options[:_MOST_EXPECTED]) + " or others"
    last = options.pop()
    return "; expected " + (f"{', '.join(options)} or {last}" if options else last)
