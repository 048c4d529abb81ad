"""Games of The Vale of Eternity for tests: recorded decision by decision, and small runs."""

from random import Random

import numpy as np
from reference.vale import Game, new_game
from reference.vale.replay import Step

from sim.line_ups import first_places, games_in_deals
from sim.plan import Plan
from sim.streams import fold, run_key
from sim.vale_of_eternity import options as o
from sim.vale_of_eternity.cards import REFILL
from sim.vale_of_eternity.game import Vale
from sim.vale_of_eternity.labels import Names, Option
from sim.vale_of_eternity.position_out import used_effects
from sim.vale_of_eternity.rules import make_rules
from sim.vale_of_eternity.state import CHOOSE_TOKEN, PHASES
from sim.vale_of_eternity.stepped import SteppedGame


def make_game(
    deck,
    policies=("random",),
    deals=12,
    players=4,
    seed=7,
    replicates=1,
    block_deals=5,
    keep="all",
    rulings=None,
):
    """A run of so many deals."""
    seats, stream = np.zeros(players, np.int64), np.zeros(1, np.uint64)
    games = games_in_deals(run_key(seed), 0, deals, players, first_places(policies), seats, stream)
    plan = Plan(seed, deals, int(games) * replicates, replicates, block_deals)
    return Vale(deck, make_rules(players, rulings), tuple(policies), plan, keep)


def described(option: Option, names: list[str], called: Names | None = None) -> tuple:
    """An option as the reference describes it (``reference/vale/decisions.py``)."""
    with_card = {
        o.HUNT_CARD: "hunt",
        o.SELL: "sell",
        o.TAME: "tame",
        o.CARD: "card",
        o.EFFECT: "use",
        o.TOKEN: "token",
        o.SET_OFF: "set off",
    }
    if option.kind in with_card:
        return with_card[option.kind], names[option.card]
    if option.kind in (o.SUMMON, o.REMOVE):
        verb = "summon" if option.kind == o.SUMMON else "remove"
        return verb, names[option.card], option.stones + (1,) * option.ward
    if called and option.kind in (o.ARTIFACT, o.USE):
        verb = "artifact" if option.kind == o.ARTIFACT else "use artifact"
        return verb, called.artifacts[option.number]
    if called and option.kind == o.FAMILY:
        return "family", called.families[option.number].lower()
    return {
        o.END_TURN: ("end turn",),
        o.NOTHING: ("none",),
        o.STONES: ("discard stones", option.stones),
        o.SEAT: ("seat", option.seat),
        o.PART: ("option", option.number + 1),
        o.GAIN_STONES: ("gain", option.stones),
        o.PAY_STONES: ("pay", option.stones),
        o.AMOUNT: ("number", option.number),
        o.UPGRADE_STONES: ("upgrade", option.stones[:2]),
    }[option.kind]


def snapshot(game: SteppedGame) -> dict:
    """Where a game stands, as the reference's ``Position.snapshot()`` has it."""
    s, names = game.state, game.deck.all_names

    def named(cards):
        return sorted(names[card] for card in cards)

    players = [
        {
            "score": int(s.score[seat]),
            "stones": tuple(int(n) for n in s.stones[seat]),
            "hand": named(game.seat_cards("hand", seat)),
            "area": named(game.seat_cards("area", seat)),
            "hunted": named(game.seat_cards("hunted", seat)),
            **(of_curse(game, seat) if game.tables[0].has_curses else {}),
            **(of_artifacts(game, seat) if game.tables[0].n_artifacts else {}),
        }
        for seat in range(int(s.players))
    ]
    return {
        "round": int(s.round_no),
        "phase": PHASES[game.phase],
        "first": int(s.first),
        "active": game.turn_of,
        "draw": [names[card] for card in game.pile()],
        "display": named(game.shared_cards("display")),
        "discard": named(game.shared_cards("discard")),
        "used": named(used_effects(game)),
        "players": players,
    }


def of_artifacts(game: SteppedGame, seat: int) -> dict:
    """What only Artifacts have of a seat."""
    s = game.state
    held = int(s.artifact[seat])
    return {
        "shelter": sorted(game.deck.names[card] for card in game.seat_cards("shelter", seat)),
        "artifact": game.deck.artifact_names[held] if held >= 0 else "",
        "extra_areas": int(s.extra_areas[seat]),
    }


def of_curse(game: SteppedGame, seat: int) -> dict:
    """What only the Curse has of a seat."""
    s, names = game.state, game.deck.all_names
    side = int(game.tables[0].n_cards + s.side[seat])
    area = game.seat_cards("area", seat)
    return {
        "wards": int(s.wards[seat]),
        "curses": int(s.curses[seat]),
        "tokens": {names[card]: int(s.tokens[card]) for card in area if s.tokens[card]},
        "soothed": sorted(names[card] for card in game.seat_cards("soothed", seat)),
        "shelter": sorted(names[card] for card in game.seat_cards("shelter", seat)),
        "summoner": names[side],
    }


def summoner(options: list[Option], random: Random) -> int:
    """Any option, but summons before all else, so that areas fill up and effects meet."""
    summons = [k for k, option in enumerate(options) if option.kind == o.SUMMON]
    return random.choice(summons or range(len(options)))


def keeper(options: list[Option], random: Random) -> int:
    """Any option but removals, so that stones are left for summons; cards are often tamed."""
    wanted = {o.TAME, o.SUMMON} if random.random() < 0.5 else {option.kind for option in options}
    kept = [k for k, option in enumerate(options) if option.kind in wanted - {o.REMOVE}]
    return random.choice(kept or range(len(options)))


def anything(options: list[Option], random: Random) -> int:
    """Any option."""
    return random.randrange(len(options))


CHOOSERS = (anything, summoner, keeper)


def recorded(
    deck, seed: int, players: int, choose=anything, summoners: list[str] | None = None
) -> tuple[SteppedGame, Game, list[Step]]:
    """Play a game with the kernels.

    Returns the game at its end, the same deal set up in the reference, and all decisions that had
    two or more options.
    """
    game = SteppedGame(deck, make_rules(players, summoners=",".join(summoners or ["none"])))
    game.state.ask = 1 << CHOOSE_TOKEN  # the reference asks whether the order matters or not
    game.deal(run_key(seed), 0)
    names = deck.all_names
    order = [names[card] for card in game.pile()]
    tiles = [n for k, n in enumerate(deck.artifact_names) if int(game.state.clearing) >> k & 1]
    reference = new_game(players, order, Refills(game), summoners, tiles)
    random = Random(f"choices {seed}")
    steps = []
    game.go_on()
    while game.options:
        if len(game.options) == 1:
            game.choose(0)
            continue
        options = [described(option, names, deck.labels) for option in game.options]
        index = choose(game.options, random)
        steps.append(
            Step(int(game.state.active), frozenset(options), options[index], snapshot(game))
        )
        assert len(set(options)) == len(options) >= 2
        game.choose(index)
    return game, reference, steps


class Refills:
    """The order in which the kernels shuffle discards: by a key of deal, refill and card."""

    def __init__(self, game: SteppedGame) -> None:
        self.deal = np.uint64(game.state.deal)
        self.keys = dict(zip(game.deck.names, game.tables["key"][0].tolist(), strict=False))
        self.number = 0

    def __call__(self, discard: list[str]) -> list[str]:
        self.number += 1
        key = fold(fold(self.deal, REFILL), np.uint64(self.number))
        return sorted(discard, key=lambda name: int(fold(key, np.uint64(self.keys[name]))))
