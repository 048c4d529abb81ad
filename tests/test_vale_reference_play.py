"""Whole games of the reference under random choices: what must hold at every decision."""

from __future__ import annotations

from random import Random

import pytest
from reference.vale import Game, IllegalChoiceError, new_game
from reference.vale.cards import CARDS
from reference.vale.replay import DisagreementError, Step, replay
from reference.vale.stones import payments, stone_limit
from reference.vale.summoning import can_enter

GAMES = 30


def start(seed: int) -> tuple[Game, Random]:
    """Deal a game of 2 to 4 players; deal, refills and choices have streams of their own."""
    deal, refills = Random(f"deal {seed}"), Random(f"refill {seed}")
    deck = deal.sample(list(CARDS), len(CARDS))
    game = new_game(
        2 + seed % 3, deck, lambda discard: refills.sample(sorted(discard), len(discard))
    )
    return game, Random(f"choices {seed}")


def check(game: Game) -> None:
    position = game.position
    zones = [position.draw, position.display, position.discard]
    zones += [zone for one in position.players for zone in (one.hand, one.area, one.hunted)]
    assert sorted(card for zone in zones for card in zone) == sorted(CARDS)
    for seat, player in enumerate(position.players):
        assert player.score >= 0
        assert min(player.stones) >= 0
        assert len(player.area) <= position.round <= 10
        may_exceed = game.decision and (game.decision.kind, game.decision.seat) == (
            "overflow",
            seat,
        )
        assert sum(player.stones) <= stone_limit(player.area) or may_exceed


def record(seed: int) -> list[Step]:
    """Play one random game and write down the decisions with two or more options."""
    game, choices = start(seed)
    steps = []
    game.skip_single()
    while game.decision:
        check(game)
        options = game.options()
        assert len(set(options)) == len(options) >= 2
        chosen = choices.choice(options)
        before = game.position.snapshot()
        steps.append(Step(game.decision.seat, frozenset(options), chosen, before))
        game.choose(chosen)
        game.skip_single()
    check(game)
    best = max(player.score for player in game.position.players)
    assert game.position.over
    assert game.position.round == 10 or best >= 60
    assert game.position.end == ("score" if best >= 60 else "last round")
    assert all(not player.hunted for player in game.position.players)
    return steps


@pytest.mark.parametrize("seed", range(GAMES))
def test_random_games_keep_the_invariants_and_replay(seed):
    steps = record(seed)
    assert replay(start(seed)[0], steps).position.over


def test_every_card_is_summoned_and_every_kind_of_decision_met():
    summoned, kinds = set(), set()
    for seed in range(3 * GAMES):
        game, choices = start(seed)
        while game.decision:
            kinds.add(game.decision.kind)
            before = {card for one in game.position.players for card in one.area}
            summons = [one for one in game.options() if one[0] == "summon"]
            game.choose(choices.choice(summons or game.options()))
            after = {card for one in game.position.players for card in one.area}
            summoned |= after - before
    # Three cards leave the area within their own summon.
    assert summoned >= set(CARDS) - {"Tengu", "Boreas", "Dragon Egg"}
    assert kinds == {"hunt", "main", "use", "overflow", "card", "seat", "option"}


def test_a_replay_notices_a_missing_option():
    steps = record(1)
    at = next(i for i, step in enumerate(steps) if len(step.options) > 2)
    fewer = frozenset(sorted(steps[at].options - {steps[at].chosen})[1:]) | {steps[at].chosen}
    steps[at] = Step(steps[at].seat, fewer, steps[at].chosen)
    with pytest.raises(DisagreementError, match=f"decision {at},"):
        replay(start(1)[0], steps)


def test_a_replay_notices_another_state():
    steps = record(1)
    steps[9].before["round"] = 7
    with pytest.raises(DisagreementError, match=r"decision 9, round 1.*round is 1 here, 7"):
        replay(start(1)[0], steps)


def test_a_replay_notices_a_record_that_ends_early():
    with pytest.raises(DisagreementError, match="the record ends"):
        replay(start(1)[0], record(1)[:-1])


def test_an_illegal_choice_is_refused():
    game, _ = start(1)
    with pytest.raises(IllegalChoiceError):
        game.choose(("end turn",))


def test_judging_a_summon_changes_nothing():
    """Legality is tried out on a copy, hypothetical discards and free summons included."""
    judged = 0
    for seed in range(6):
        game, choices = start(seed)
        while game.decision:
            position = game.position
            before = position.snapshot()
            for seat, player in enumerate(position.players):
                for card in player.hand:
                    judged += can_enter(position, seat, card)
            assert position.snapshot() == before
            game.choose(choices.choice(game.options()))
    assert judged > 100


def test_payments_hold_no_stone_too_many():
    """Two red, two blue, one purple for 4: red + blue, two blue, or the purple."""
    assert set(payments((2, 2, 1), [], 4)) == {(1, 1, 0), (0, 2, 0), (0, 0, 1)}
    assert payments((2, 2, 1), [], 0) == [(0, 0, 0)]
    assert payments((2, 2, 1), [], 15) == []
    assert payments((2, 2, 1), [], 14) == [(2, 2, 1)]
