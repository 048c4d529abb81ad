"""A card language: a grammar file, what its tokens look like, and errors that help."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import resources

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedToken
from lark.lexer import PatternStr
from lark.parsers.lalr_interactive_parser import InteractiveParser

from sim.cardtext.grammar_cache import grammar_of
from sim.cardtext.tokens import CardTextError, Reader, place, tokens
from sim.cardtext.vocabulary import Vocabulary
from sim.names import did_you_mean

_MOST_EXPECTED = 8
_WORD = re.compile(r"\"([a-z][a-z']*)\"")
# What the reader of an error message calls the terminals that are no keywords.
_SPOKEN = {
    "A_SUIT": "a {suit}",
    "A_NAME": "a card name in double quotes",
    "NUMBER": "a number",
    "COMMA": "','",
    "SEMICOLON": "';'",
    "COLON": "':'",
    "LPAR": "'('",
    "RPAR": "')'",
    "VBAR": "'|'",
    "SLASH": "'/'",
    "$END": "the end of the text",
}

# Given a token that cannot stand where it does, the terminals that could, and the token before
# it (or None): the message and its hint, or None if there is nothing better to say.
Advice = Callable[[Token, set[str], Token | None], tuple[str, str] | None]


@dataclass(frozen=True)
class Language:
    """The card language of one game.

    Attributes
    ----------
    grammar_file : str
        A file of this package, in the notation of lark; a rule of it begins with ``start``.
    readers : sequence of Reader
        How its tokens look that are neither words nor quoted names.
    spoken : mapping of str to str
        What a message calls the terminals that these readers find.
    suit : str
        What the game calls the families of its cards.
    aliases : mapping of str to str
        Other forms of keywords, such as plurals -> the keyword.
    advice : Advice
        Better words for mistakes that people make.
    """

    grammar_file: str
    readers: Sequence[Reader]
    spoken: Mapping[str, str]
    suit: str
    aliases: Mapping[str, str] = field(default_factory=dict)
    advice: Advice = lambda token, accepted, before: None

    def tree(self, text: str, vocabulary: Vocabulary) -> Tree:
        """Read a card text into its parse tree.

        Parameters
        ----------
        text : str
            Clauses; empty for a plain card.
        vocabulary : Vocabulary
            Suits and names that the text may use; the tree has their canonical spelling.

        Raises
        ------
        CardTextError
            Names the position (1-based), what is wrong and the nearest valid word.
        """
        state = self.grammar.parse_interactive()
        try:
            for token in tokens(text, vocabulary, self.keywords, self.readers):
                state.feed_token(token)
            return state.feed_eof(Token("$END", "", start_pos=len(text), end_pos=len(text)))
        except UnexpectedToken as error:
            raise self._unexpected(error.token, state, vocabulary) from None

    @cached_property
    def source(self) -> str:
        """The grammar as its file has it."""
        return resources.files("sim.cardtext").joinpath(self.grammar_file).read_text("utf-8")

    @cached_property
    def grammar(self) -> Lark:
        """The compiled grammar."""
        return grammar_of(self.source)

    @cached_property
    def words(self) -> frozenset[str]:
        """All words that the language keeps for itself, in small letters; aliases too.

        Read off the file, since that needs no parser: :attr:`keywords` knows their terminals.
        """
        return frozenset(_WORD.findall(self.source)) | frozenset(self.aliases)

    @cached_property
    def keywords(self) -> dict[str, str]:
        """Keyword in small letters -> its terminal; aliases too."""
        own = {
            terminal.pattern.value: terminal.name
            for terminal in self.grammar.terminals
            if isinstance(terminal.pattern, PatternStr) and terminal.pattern.value[0].isalpha()
        }
        return own | {alias: own[word] for alias, word in self.aliases.items()}

    def _unexpected(
        self, token: Token, state: InteractiveParser, vocabulary: Vocabulary
    ) -> CardTextError:
        """Make the message for a token that cannot stand where it stands."""
        accepted = state.accepts()
        words = {terminal: word for word, terminal in reversed(self.keywords.items())}
        near = [word for word, terminal in self.keywords.items() if terminal in accepted]
        if "A_SUIT" in accepted:
            near += vocabulary.suits
        if token.type == "$END":
            problem, hint = "the text ends too early", ""
        elif advice := self.advice(token, accepted, _before(state)):
            problem, hint = advice
        elif token.type == "UNKNOWN":
            problem, hint = f"unknown word '{token}'", did_you_mean(token, near)
        else:
            written = str(token) if token.type in words else ""  # a word of the language
            problem, hint = f"'{token}' cannot stand here", did_you_mean(written, near)
        return CardTextError(problem + (hint or self._expected(accepted, words)), place(token))

    def _expected(self, accepted: set[str], words: Mapping[str, str]) -> str:
        """Return ``; expected A, B or C`` for the terminals that may stand here."""
        spoken = {**self.spoken, **_SPOKEN}
        first = [name.format(suit=self.suit) for at, name in spoken.items() if at in accepted]
        then = [words[terminal] for terminal in sorted(accepted) if terminal in words]
        then = ["'or'" if word == "or" else word for word in then]
        options = list(dict.fromkeys(first + then))
        if not options:
            return ""
        if len(options) > _MOST_EXPECTED:
            return "; expected " + ", ".join(options[:_MOST_EXPECTED]) + " or others"
        last = options.pop()
        return "; expected " + (f"{', '.join(options)} or {last}" if options else last)


def _before(state: InteractiveParser) -> Token | None:
    """Return the last thing that was read, if it is a token."""
    last = state.parser_state.value_stack[-1:]
    return last[0] if last and isinstance(last[0], Token) else None
