"""Effects of the second game that its printed cards don't show, on cards made by hand."""

import pytest
from support.vale_deck import by_hand
from support.vale_table import Table, resolving
from support.vale_tables import Builder, op

from sim.vale_of_eternity import codes as c
from sim.vale_of_eternity import rulings

THEN = c.THEN


def points(n=1, **more):
    return op(c.POINTS, n=n, **more)


def test_two_reactions_that_do_more_than_give_points_come_in_ones_own_order():
    b = Builder()
    for name, stone in (("reds", "red"), ("blues", "blue")):
        b.card(name, "fire", 0)
        b.permanent(c.TRIGGER, [op(c.GAIN, **{stone: 1})], event=c.ON_SUMMON)
    b.card("pointed", "fire", 0)
    b.permanent(c.TRIGGER, [points(2)], event=c.ON_SUMMON)
    b.card("new", "fire", 0, [points(5)])
    table = Table(b).put(area=["reds", "blues", "pointed"], hand=["new"]).stones(2, 1, 0).go()
    table.choose("summon", "new", (0, 0, 0))
    assert table.options() == [("set_off", "reds"), ("set_off", "blues")]
    assert table.s.score[0] == 1 + 2, "points need no order, the instant comes last"
    table.choose("set_off", "blues")
    # 2 red and 2 blue, then the other reaction: one stone too many, discarded before the instant
    assert table.options()[0][0] == "stones"
    assert table.s.stones[0].tolist() == [3, 2, 0]
    assert table.s.score[0] == 3
    table.choose("stones", (1, 0, 0))
    assert table.s.score[0] == 8


def test_a_reaction_to_summoning_is_not_set_off_by_its_own_card():
    b = Builder()
    b.card("pointed", "fire", 0)
    b.permanent(c.TRIGGER, [points(2)], event=c.ON_SUMMON)
    table = Table(b).put(hand=["pointed"]).go().choose("summon", "pointed", (0, 0, 0))
    assert table.s.score[0] == 1


@pytest.mark.parametrize(("ruling", "score"), [(1, 3), (0, 1)])
def test_free_summons_set_off_what_asks_for_no_stone(ruling, score):
    """D6; what asks for a stone is never set off by a free summon."""
    b = Builder()
    b.card("any", "fire", 0)
    b.permanent(c.TRIGGER, [points(2)], event=c.ON_SUMMON)
    b.card("blue", "fire", 0)
    b.permanent(c.TRIGGER, [points(9)], event=c.ON_SUMMON, colours=c.BLUE_BIT)
    b.card("inviter", "fire", 0, None, [op(c.FREE_SUMMON, zone=c.HAND)])
    b.card("guest", "wind", 8)
    table = resolving(b)
    table.t.ruling[rulings.FREE_SUMMON_TRIGGERS] = ruling
    table.put(area=["any", "blue", "inviter"], hand=["guest"]).go()
    assert "guest" in table.names(table.s.area[0])
    assert table.s.score[0] == score


@pytest.mark.parametrize(("ruling", "hand"), [(1, {"imp", "genie-exalted"}), (0, {"imp"})])
def test_who_copies_a_recovery_recovers_itself(ruling, hand):
    """D9: the copied card still recovers itself later, unless the copy already did that."""
    table = resolving(by_hand())
    table.t.ruling[rulings.COPIED_RECOVER_TARGETS_SELF] = ruling
    table.put(area=["genie-exalted", "imp"]).go()
    table.choose("effect", "genie-exalted")
    assert table.names(table.s.hand[0]) == hand


@pytest.mark.parametrize(("ruling", "points_again"), [(0, 1), (1, 0)])
def test_using_all_effects_in_the_action_phase_leaves_the_resolution_use(ruling, points_again):
    """D8."""
    b = Builder()
    b.card("caller", "wind", 0, [op(c.RUN_ALL)])
    b.card("pointed", "fire", 0, None, [points()])
    table = Table(b).put(area=["pointed"], hand=["caller"])
    table.t.ruling[rulings.RESOLUTION_USE_COUNTS] = ruling
    table.go().choose("summon", "caller", (0, 0, 0))
    assert table.s.score[0] == 2
    table.choose("end_turn")
    table.choose("end_turn")
    assert table.s.score[0] == 2 + points_again


def test_effects_can_be_used_again_in_the_next_round():
    b = Builder()
    b.card("pointed", "fire", 0, None, [points()])
    table = resolving(b).put(area=["pointed"]).go()
    for used in (1, 2, 3):
        assert (table.s.round_no, table.s.score[0]) == (5 + used, 1 + used)
        table.choose("end_turn")
        table.choose("end_turn")


def test_a_choice_of_two_needs_both():
    """Two parts that each want the only blue stone cannot both be chosen."""
    b = Builder()
    parts = [
        op(c.CHOOSE, n=2, arg=3, lo=-1, jump=12),
        op(c.OPTION, jump=4),
        op(c.OPTION, jump=7),
        op(c.OPTION, jump=10),
        op(c.LOSE_STONES, blue=1, flag=THEN),
        points(3),
        op(c.END),
        op(c.LOSE_STONES, blue=1, flag=THEN),
        points(4),
        op(c.END),
        points(1),
        op(c.END),
    ]
    b.card("chooser", "fire", 0, parts)
    table = Table(b).put(hand=["chooser"]).stones(0, 1, 0).go()
    table.choose("summon", "chooser", (0, 0, 0))
    assert table.options() == [("part", 0), ("part", 1), ("part", 2)]
    table.choose("part", 0)
    assert table.s.score[0] == 1 + 3 + 1, "the third part is the only one left"
    none = Table(b).put(hand=["chooser"]).go()
    assert none.options() == [("end_turn",)]


def test_a_gain_in_the_same_instant_pays_for_a_later_loss():
    b = Builder()
    b.card(
        "giver", "fire", 0, [op(c.GAIN, blue=1), op(c.LOSE_STONES, blue=1, flag=THEN), points(3)]
    )
    table = Table(b).put(hand=["giver"]).go().choose("summon", "giver", (0, 0, 0))
    assert table.s.score[0] == 4
    assert table.s.stones[0].tolist() == [0, 0, 0]


def test_an_instant_that_wants_a_stone_is_judged_after_the_payment():
    b = Builder()
    b.card("hungry", "fire", 3, [op(c.LOSE_STONES, blue=1, flag=THEN), points(3)])
    one = Table(b).put(hand=["hungry"]).stones(0, 1, 0).go()
    assert one.options() == [("end_turn",)]
    two = Table(b).put(hand=["hungry"]).stones(0, 1, 1).go()
    assert two.options() == [("summon", "hungry", (0, 0, 1)), ("end_turn",)]


def test_free_summons_within_free_summons_are_looked_through():
    """The first invites only if the second can, which needs a card of its own to invite."""
    b = Builder()
    invite = [op(c.FREE_SUMMON, zone=c.HAND)]
    b.card("first", "fire", 0, invite)
    b.card("second", "fire", 9, invite)
    b.card("third", "fire", 9, [points(7)])
    no = Table(b).put(hand=["first", "second"]).go()
    assert no.options() == [("end_turn",)]
    table = Table(b).put(hand=["first", "second", "third"]).go()
    table.choose("summon", "first", (0, 0, 0))
    table.choose("card", "second")
    assert table.s.score[0] == 8
    assert table.names(table.s.area[0]) == {"first", "second", "third"}
    crowded = Table(b, round_no=2).put(hand=["first", "second"], area=["third"]).go()
    assert crowded.options() == [("end_turn",)]


def test_a_resolution_effect_leaves_out_the_sentence_that_cannot_be_done():
    b = Builder()
    rows = [op(c.LOSE_STONES, red=1, flag=THEN), points(5), points(1)]
    b.card("two-sentences", "fire", 0, None, rows)
    poor = resolving(b).put(area=["two-sentences"]).go()
    assert poor.s.score[0] == 1 + 1
    rich = resolving(b).put(area=["two-sentences"]).stones(1, 0, 0).go()
    assert rich.s.score[0] == 1 + 6


def test_copies_of_copies_end():
    b = Builder()
    other = b.filter(flag=c.OTHER, has=c.HAS_RESOLUTION)
    copy = [op(c.COPY, filter=other, arg=c.RESOLUTION, flag=c.AS_SELF)]
    b.card("one", "wind", 0, None, copy)
    b.card("two", "wind", 0, None, copy)
    b.card("pointed", "wind", 0, None, [points()])
    alone = resolving(b).put(area=["one", "two"]).go()
    assert alone.s.score[0] == 1
    table = resolving(b).put(area=["one", "two", "pointed"]).go()
    table.choose("effect", "one").choose("card", "two")
    assert table.s.score[0] == 2, "a copied copying effect copies no third one"


def test_cards_that_were_moved_give_points_by_cost():
    b = Builder()
    cost = b.count(c.DONE_COST)
    number = b.count(c.DONE)
    rows = [
        op(c.MOVE, zone=c.HAND, to=c.DISCARD, n=c.ANY_NUMBER, flag=THEN),
        points(1, per=cost, flag=THEN),
        points(10, per=number),
    ]
    b.card("burner", "fire", 0, rows)
    b.card("four", "fire", 4)
    b.card("five", "fire", 5)
    table = Table(b).put(hand=["burner", "four", "five"]).go()
    table.choose("summon", "burner", (0, 0, 0))
    assert table.options() == [("card", "four"), ("card", "five"), ("nothing",)]
    table.choose("card", "five").choose("card", "four")
    assert table.s.score[0] == 1 + 9 + 20


def test_both_piles_empty_draws_what_there_is():
    b = Builder()
    b.card("drawer", "wind", 0, [op(c.DRAW, n=3, to=c.HAND)])
    b.card("last", "wind", 9)
    table = Table(b).put(hand=["drawer"], discard=["last"]).go()
    table.choose("summon", "drawer", (0, 0, 0))
    assert table.names(table.s.hand[0]) == {"last"}
    assert table.s.refills == 1


def test_cards_beyond_the_first_word_work_alike():
    b = Builder()
    for k in range(70):
        b.card(f"filler-{k}", "fire", 1)
    b.card("high", "wind", 0, [op(c.MOVE, zone=c.HAND, to=c.DISCARD, lo=-1, flag=THEN), points(2)])
    table = Table(b).put(hand=["high", "filler-69", "filler-3"]).go()
    table.choose("summon", "high", (0, 0, 0)).choose("card", "filler-69")
    assert table.names(table.s.discard) == {"filler-69"}
    assert table.names(table.s.hand[0]) == {"filler-3"}
