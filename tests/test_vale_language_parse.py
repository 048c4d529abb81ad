"""Meaning of texts of the second game: clauses out, whatever way they were written."""

import pytest

from sim.cardtext import vale_of_eternity_ast as ast
from sim.cardtext.vale_of_eternity import parse
from sim.cardtext.vale_of_eternity_format import format_text
from sim.cardtext.vocabulary import Vocabulary

WORDS = Vocabulary(("Fire", "Water", "Earth", "Wind", "Dragon"), ("Imp", "Sand Giant", "Agni"))


def steps(text, section="instant"):
    """Return the sentences of one section."""
    clauses = parse(text, WORDS)
    assert {clause.section for clause in clauses} == {section}
    return [clause.body for clause in clauses]


def do(*actions, then=None, may=False):
    return ast.Do(actions, then, may)


def family(name):
    return ast.Filter((ast.Item((name,)),))


def test_a_plain_card_has_no_clauses():
    assert parse("", WORDS) == ()
    assert parse("  ", WORDS) == ()


def test_sections_last_until_the_next():
    text = "instant: 1 point; draw 1; permanent: red is worth +1; resolution: recover this;"
    sections = [clause.section for clause in parse(text, WORDS)]
    assert sections == ["instant", "instant", "permanent", "resolution"]


def test_independent_sentences_and_chains():
    independent = steps("instant: gain 1 red; 3 points")
    assert independent == [do(ast.Gain(((1, "red"),))), do(ast.Points(3))]
    (chain,) = steps("instant: discard 1 red, then 3 points and draw 1")
    assert chain == do(ast.DiscardStones(((1, "red"),)), then=do(ast.Points(3), ast.Draw(1)))


def test_stones_stand_in_one_order():
    (gain,) = steps("instant: gain 1 purple, 2 red and 1 blue")
    assert gain == do(ast.Gain(((2, "red"), (1, "blue"), (1, "purple"))))


def test_a_condition_takes_all_that_is_chained_and_otherwise_the_rest():
    (step,) = steps("instant: if the round is 5 or more, draw 1, then 2 points, otherwise 1 point")
    assert step == ast.If(
        (ast.RoundIs("at least", 5),),
        do(ast.Draw(1), then=do(ast.Points(2))),
        do(ast.Points(1)),
    )


def test_otherwise_can_ask_again():
    (step,) = steps(
        "resolution: if you have no stone, draw 1, otherwise if you have a red stone, 1 point,"
        " otherwise 2 points",
        "resolution",
    )
    assert step.no == ast.If(
        (ast.Has(ast.Count("stones", colour="red"), "at least", 1),),
        do(ast.Points(1)),
        do(ast.Points(2)),
    )


def test_options_are_sentences_of_their_own():
    (step,) = steps("instant: choose 1 of (draw 1; 1 point | may discard 1 red, then 3 points)")
    (choice,) = step.actions
    assert choice == ast.Choose(
        1,
        1,
        (
            (do(ast.Draw(1)), do(ast.Points(1))),
            (do(ast.DiscardStones(((1, "red"),)), then=do(ast.Points(3)), may=True),),
        ),
    )


@pytest.mark.parametrize(
    ("written", "item"),
    [
        ("fire card", ast.Item(("Fire",))),
        ("Fire or EARTH cards", ast.Item(("Fire", "Earth"))),
        ("card of cost 2", ast.Item(cost_is="exactly", cost=2)),
        ("card of cost 2 or less", ast.Item(cost_is="at most", cost=2)),
        ("card of cost 2 or more", ast.Item(cost_is="at least", cost=2)),
        ("card of even cost", ast.Item(cost_is="even")),
        ("card with an instant effect", ast.Item(having=("instant",))),
        (
            "card without curses and with a resolution effect and with an instant effect",
            ast.Item(having=("instant", "resolution"), lacking=("curses",)),
        ),
        ('"sand  giant"', ast.Item(name="Sand Giant")),
    ],
)
def test_filters(written, item):
    (step,) = steps(f"instant: 1 point per {written} in your area")
    assert step.actions[0].per.count.filter == ast.Filter((item,))


def test_a_filter_is_a_list_of_items_of_which_any_may_match():
    (step,) = steps("instant: discard another fire card or card of cost 2 or less from your area")
    selection = step.actions[0].what
    assert selection == ast.Selection(
        1,
        1,
        ast.Filter((ast.Item(("Fire",)), ast.Item(cost_is="at most", cost=2)), other=True),
        "your area",
    )


@pytest.mark.parametrize(
    ("written", "least", "most"),
    [
        ("a card", 1, 1),
        ("1 card", 1, 1),
        ("2 cards", 2, 2),
        ("up to 3 cards", 0, 3),
        ("any number of cards", 0, None),
        ("all cards", None, None),
    ],
)
def test_how_many(written, least, most):
    (step,) = steps(f"instant: discard {written} from your hand")
    assert (step.actions[0].what.least, step.actions[0].what.most) == (least, most)


@pytest.mark.parametrize(
    ("written", "condition"),
    [
        ("you have no fire card in your area", ("cards", "exactly", 0)),
        ("you have a fire card in your area", ("cards", "at least", 1)),
        ("you have 3 or more stones", ("stones", "at least", 3)),
        ("you have 5 or less cards in your hand", ("cards", "at most", 5)),
        ("you have exactly 2 empty areas", ("empty areas", "exactly", 2)),
    ],
)
def test_how_much_there_is(written, condition):
    (step,) = steps(f"instant: if {written}, 1 point")
    (has,) = step.conditions
    assert (has.count.kind, has.is_, has.n) == condition


@pytest.mark.parametrize(
    ("written", "event"),
    [
        ("when you summon", ast.YouDo("summon")),
        ("when you summon a card", ast.YouDo("summon")),
        ("when you summon with blue", ast.YouDo("summon", None, "blue")),
        ("when you summon a card with blue", ast.YouDo("summon", None, "blue")),
        ("when you summon a fire card with a stone", ast.YouDo("summon", family("Fire"), "stone")),
        ("when you tame a water card", ast.YouDo("tame", family("Water"))),
        ("when you gain a stone", ast.YouGain("stone")),
        ("at the end of the round", ast.AtThe("end")),
    ],
)
def test_events(written, event):
    (rule,) = steps(f"permanent: {written}, 1 point", "permanent")
    assert rule == ast.When(event, do(ast.Points(1)))


def test_costs_and_values():
    text = (
        "permanent: your fire cards cost 2 less; your cards cost 1 more; your cards cost exactly 1;"
        " your dragon cards cost exactly 1 blue; red is worth 3; blue and purple are worth -1"
    )
    assert steps(text, "permanent") == [
        ast.CostChange(family("Fire"), -2),
        ast.CostChange(ast.Filter(), 1),
        ast.CostFixed(ast.Filter(), 1),
        ast.CostStones(family("Dragon"), ((1, "blue"),)),
        ast.Worth(("red",), 3, fixed=True),
        ast.Worth(("blue", "purple"), -1),
    ]


CANONICAL = [
    ("instant: gain 1 red stone, 2 blue stones", "instant: gain 1 red, 2 blue"),
    (
        "instant: gain 1 red stone per card in your hand",
        "instant: gain 1 red per card in your hand",
    ),
    (
        "resolution: exchange 1 blue stone for 1 purple stone",
        "resolution: exchange 1 blue for 1 purple",
    ),
    (
        "permanent: your fire cards cost exactly 1 blue stone",
        "permanent: your fire cards cost exactly 1 blue",
    ),
    ("INSTANT :  Gain 2 RED ;", "instant: gain 2 red"),
    ("instant: gain 3 points", "instant: 3 points"),
    ("instant: draw 2 cards", "instant: draw 2"),
    ("instant: discard this card", "instant: discard this"),
    ("instant: gain 1 purple and 1 red", "instant: gain 1 red, 1 purple"),
    ("instant: discard 1 card from your hand", "instant: discard a card from your hand"),
    ("permanent: red is worth 3", "permanent: red is worth exactly 3"),
    (
        "instant: a chosen player discards 1 of their dragon card",
        "instant: a chosen player discards one of their dragon cards",
    ),
    ("permanent: when you summon a card, 1 point", "permanent: when you summon, 1 point"),
    (
        "instant: if you have each cost 3/1/1 in your area, 1 point",
        "instant: if you have each cost 1/3 in your area, 1 point",
    ),
    ("instant: 1 point; instant: draw 1", "instant: 1 point; draw 1"),
    (
        "instant: take an EARTH card from the discard pile",
        "instant: take an earth card from the discard pile",
    ),
]


@pytest.mark.parametrize(("written", "canonical"), CANONICAL)
def test_there_is_one_canonical_form(written, canonical):
    assert format_text(parse(written, WORDS)) == canonical


# The examples of the project's design, as they stand there.
DESIGN = [
    "instant: gain 2 blue; permanent: blue and purple are worth +1",
    "instant: choose 2 of (gain 1 purple | draw 1 | gain 2 blue | 4 points)",
    "permanent: when you summon with blue, 2 points",
    "resolution: discard 1 red, then 3 points",
    "instant: 7 points; a chosen player discards one of their dragon cards",
    "instant: take a dragon card from any area; permanent: your dragon cards cost exactly 1 blue",
]


@pytest.mark.parametrize("text", DESIGN)
def test_the_examples_of_the_design_are_canonical(text):
    assert format_text(parse(text, WORDS)) == text
