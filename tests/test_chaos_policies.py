"""The built-in policies play Chaos as their words say, and a policy of one's own can."""

import numpy as np
import pytest
from support.games import make_game, played
from support.recorded_games import deciders, stepped_chaos

from sim.fantasy_realms.hands import score_hand
from sim.fantasy_realms.replay import play_on
from sim.fantasy_realms.state import ACCEPT, MOVE_ACCEPT, MOVE_OFFER, OFFER
from tests.support.games import stored


def decisions_of(deck, policy, seed, ticks=60):
    """Yield for each decision: state fields as plain values, options, the option chosen."""
    game = stepped_chaos(deck, 4, ticks, meetings=seed)
    game.deal(np.random.default_rng(seed).permutation(len(deck.names)))
    choose, made = deciders(game, [policy] * 4, seed), []

    def decide(game, options):
        s, seat = game.state, int(game.state.active)
        mine = 0 if s.pair[0] == seat else 1
        index = choose(game, options)
        made.append({
            "kind": "offer" if s.phase == OFFER else "answer",
            "hand": game.hand(seat),
            "partner": int(s.pair[1 - mine]),
            "give": int(s.offer[mine]),
            "get": int(s.offer[1 - mine]),
            "shown": {card: int(s.shown[card]) for card in game.hand(seat)},
            "chosen": options[index],
        })  # fmt: skip
        return index

    play_on(game, decide)
    return made


def strengths(deck):
    return [int(card.value) for card in deck.card_set.cards]


@pytest.mark.parametrize("policy", ["greedy", "cautious", "strongest"])
def test_nobody_repeats_an_offer_while_it_has_others(deck, policy):
    for seed in range(2):
        for made in decisions_of(deck, policy, seed):
            if made["kind"] == "offer":
                new = [c for c, who in made["shown"].items() if not (who >> made["partner"]) & 1]
                assert made["chosen"] in (new or made["hand"])


def test_greedy_trades_when_its_best_score_rises_and_only_then(deck):
    accepted = refused = 0
    for made in decisions_of(deck, "greedy", 1, ticks=40):
        if made["kind"] == "answer":
            names = [deck.names[card] for card in made["hand"]]
            after = [deck.names[made["get"]] if c == made["give"] else deck.names[c]
                     for c in made["hand"]]  # fmt: skip
            pays = score_hand(deck, after) > score_hand(deck, names)
            assert (made["chosen"] == ACCEPT) == pays
            accepted += pays
            refused += not pays
    assert accepted > 3
    assert refused > 3


def test_greedy_offers_what_it_misses_least(deck):
    for made in decisions_of(deck, "greedy", 2, ticks=20):
        new = [c for c, who in made["shown"].items() if not (who >> made["partner"]) & 1]
        if made["kind"] == "offer" and new:
            left = {
                card: score_hand(deck, [deck.names[c] for c in made["hand"] if c != card])
                for card in new
            }
            assert left[made["chosen"]] == max(left.values())


def test_strongest_trades_for_strength_alone(deck):
    strength = strengths(deck)
    for made in decisions_of(deck, "strongest", 3):
        if made["kind"] == "answer":
            stronger = strength[made["get"]] > strength[made["give"]]
            assert (made["chosen"] == ACCEPT) == stronger
        else:
            new = [c for c, who in made["shown"].items() if not (who >> made["partner"]) & 1]
            assert strength[made["chosen"]] == min(strength[c] for c in new or made["hand"])


def test_cautious_takes_no_card_with_a_penalty(deck):
    cards = deck.card_set.cards
    accepted = 0
    for seed in range(3):
        for made in decisions_of(deck, "cautious", seed):
            if made["kind"] == "answer" and made["chosen"] == ACCEPT:
                assert "penalty:" not in cards[made["get"]].text
                accepted += 1
    assert accepted > 5


def test_random_offers_every_card_and_accepts_half(deck):
    made = [d for seed in range(6) for d in decisions_of(deck, "random", seed, ticks=100)]
    places = [d["hand"].index(d["chosen"]) for d in made if d["kind"] == "offer"]
    counts = np.bincount(places, minlength=7)
    assert counts.sum() == 1200
    assert ((counts - 1200 / 7) ** 2 / (1200 / 7)).sum() < 25  # 6 degrees of freedom
    accepted = sum(d["chosen"] == ACCEPT for d in made if d["kind"] == "answer")
    assert abs(accepted - 600) < 5 * np.sqrt(1200 / 4)


def test_greedy_beats_the_others(deck):
    policies = ("greedy", "random", "strongest", "cautious")
    players = played(make_game(deck, policies, 30, variant="chaos", block_deals=30))["players"]
    mean = {p: players.filter(players["policy"] == p)["score"].mean() for p in policies}
    assert all(mean["greedy"] > mean[p] + 30 for p in policies[1:])


BOT = '''
class Swapper:
    """Offers its last card and accepts if it has not seen what comes before."""

    def choose(self, view, options):
        assert view.variant == "chaos"
        assert view.partner in set(range(view.players)) - {view.seat}
        if view.kind == "offer":
            assert tuple(options) == view.hand
            assert view.give is view.get is None
            return len(options) - 1
        assert view.kind == "answer"
        assert options == ["refuse", "accept"]
        assert view.give == view.hand[-1]
        assert view.get in view.known[view.partner]
        assert view.partner in view.shown[view.give]
        return 1
'''


def test_a_python_policy_plays_chaos(deck, tmp_path):
    path = tmp_path / "bots.py"
    path.write_text(BOT, encoding="utf-8")
    spec = f"{path}:Swapper"
    from sim.run import play_run

    game = make_game(deck, (spec, "random"), 6, variant="chaos", ticks=20, block_deals=2)
    play_run(game, tmp_path / "run", workers=2, quiet=True)
    tables = stored(tmp_path / "run")
    assert tables["games"]["turns"].unique().to_list() == [20]
    received = tables["cards"].filter(tables["cards"]["events"] & 128 == 128)
    assert received.height > 10


def test_policies_that_both_accept_trade(deck):
    game = stepped_chaos(deck, 3, 30)
    game.deal(np.random.default_rng(8).permutation(len(deck.names)))
    moves = play_on(game, lambda game, options: len(options) - 1)
    assert sum(m.kind == MOVE_ACCEPT for m in moves) == 60
    assert sum(m.kind == MOVE_OFFER for m in moves) == 60
