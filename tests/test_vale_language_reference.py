"""The reference of both card languages says what the grammar says, and its examples work."""

import pytest
from support.vale_decks import card_line, card_set

from sim.card_checks import GAMES as ALL_GAMES
from sim.cards import load_cards
from sim.cardtext.games import language_of
from sim.cardtext.reference import constructs, rules
from sim.cardtext.vale_of_eternity_places import SECTIONS_OF_KIND
from sim.cardtext.vocabulary import Vocabulary
from sim.vale_of_eternity.compile import compile_deck
from sim.vale_of_eternity.english import Reader

GAMES = list(ALL_GAMES)
LANGUAGES = {game: language_of(game) for game in GAMES}
EXAMPLES = [
    (game, rule, example)
    for game, language in LANGUAGES.items()
    for rule, (_, example) in language.words.items()
]


def vocabulary(game):
    words = load_cards().vocabulary(game)
    return Vocabulary(words.suits, (*words.names, "Some Card"))


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_the_grammar_has_its_words_and_no_other(game):
    language = LANGUAGES[game]
    named = {rule for _, rule, _ in rules(language.language.source) if not rule.startswith("_")}
    assert named == set(language.words)


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_that_lark_knows_is_in_the_reference(game):
    language = LANGUAGES[game].language
    known = {str(rule.origin.name) for rule in language.grammar.rules}
    written = {rule for _, rule, _ in rules(language.source)}
    assert {rule for rule in known if not rule.startswith("__")} == written


@pytest.mark.parametrize(("game", "rule", "example"), EXAMPLES)
def test_an_example_uses_its_rule_and_is_understood(game, rule, example):
    language, words = LANGUAGES[game], vocabulary(game)
    assert list(language.language.tree(example, words).find_data(rule))
    clauses = language.parse(example, words)
    assert language.parse(language.format_text(clauses), words) == clauses
    assert language.words[rule][0]


@pytest.mark.parametrize("game", GAMES)
def test_forms_are_read_off_the_grammar(game):
    by_rule = {c.rule: c for c in constructs(LANGUAGES[game].language, LANGUAGES[game].words)}
    if game == "fantasy_realms":
        assert by_rule["clears_word"].form == "clears FILTER from penalties [of FILTER]"
        assert by_rule["points"].form == "AMOUNT (, or AMOUNT)..."
        assert by_rule["suit"].form == "SUIT"
    else:
        assert by_rule["upgrade"].form == "upgrade [UP_TO] NUMBER stone [gained]"
        assert by_rule["do"].form == "[may] ACTIONS [, then STEP]"
        assert by_rule["choose"].form == "choose NUMBER of OPTIONS"
        assert by_rule["families"].form == "FAMILY (or FAMILY)..."
    assert all(c.form and "%" not in c.form for c in by_rule.values())


CARD_EXAMPLES = sorted(
    {
        example
        for game, _, example in EXAMPLES
        if game == "vale_of_eternity"
        and all(
            clause.section in SECTIONS_OF_KIND["card"]
            for clause in LANGUAGES[game].parse(example, vocabulary(game))
        )
    }
)


@pytest.mark.parametrize("example", CARD_EXAMPLES)
def test_an_example_compiles_and_can_be_read_aloud(tmp_path, example):
    families = ("Fire", "Water", "Earth", "Wind", "Dragon")
    lines = [card_line(f"A {family} card", family, 3, "") for family in families]
    lines += [card_line("Some Card", "Fire", 2, example)]
    deck = compile_deck(card_set(tmp_path, lines))
    said = Reader(deck, 5).sentences()
    assert said != ["No effect."]
    assert all(line.endswith(".") for line in said)


@pytest.mark.parametrize("game", GAMES)
def test_no_word_is_taken_for_a_number_or_a_name(game):
    """A word whose terminal is that of the numbers is read where a number has to stand."""
    written = {"NUMBER", "SIGNED", "SIGN", "RATIO", "ALT", "A_SUIT", "A_NAME"}
    words = LANGUAGES[game].language.keywords
    assert [word for word, terminal in words.items() if terminal in written] == []
