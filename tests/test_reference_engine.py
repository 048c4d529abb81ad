"""The plain reference engine under random play, and on small games set up by hand."""

import random

import pytest
from reference.fantasy_realms_cards import CARDS, NECROMANCER_SUITS
from reference.fantasy_realms_engine import Game, replay
from reference.fantasy_realms_quick import ASKED, best_quick
from reference.fantasy_realms_scorer import best, score

NAMES = list(CARDS)
MANY_CHOICES = {"Doppelgänger", "Mirage", "Shapeshifter", "Book of Changes"}


def shuffled(seed: int) -> list[str]:
    return random.Random(seed).sample(NAMES, len(NAMES))


def chooser(rng: random.Random, take: float = 0.5):
    """Draw from the deck or take a random discard; throw a random card."""

    def decide(kind, seat, options):
        area = [option for option in options if option != "deck"]
        if kind == "draw" and "deck" in options and (not area or rng.random() > take):
            return "deck"
        return rng.choice(area)

    return decide


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_standard_games_keep_the_rules(players):
    for seed in range(40):
        rng = random.Random(seed)
        deck = shuffled(seed)
        game = Game(players, False, deck)
        assert game.hands == [deck[7 * seat : 7 * seat + 7] for seat in range(players)]
        assert game.options() == ("draw", 0, ["deck"])  # the first player must draw
        decide = chooser(rng)
        expected_seat = 0
        while not game.over:
            kind, seat, options = game.options()
            assert seat == expected_seat
            assert len(game.discard) < 10
            sizes = [len(hand) for hand in game.hands]
            assert sizes == [7 + (kind == "discard" and other == seat) for other in range(players)]
            everything = [card for pile in (*game.hands, game.discard, game.deck) for card in pile]
            assert sorted(everything) == sorted(NAMES)
            assert game.deck == deck[len(deck) - len(game.deck) :]
            assert all(game.known(other) <= set(game.hands[other]) for other in range(players))
            game.apply(decide(kind, seat, options))
            if kind == "discard":
                expected_seat = (seat + 1) % players
        assert game.end == "discards"
        assert len(game.discard) == 10
        assert all(len(hand) == 7 for hand in game.hands)
        assert len(game.deck) == 53 - 7 * players - 10
        assert game.turns >= 10


def test_two_player_games_keep_the_rules():
    for seed in range(80):
        rng = random.Random(seed)
        game = Game(2, True, shuffled(seed))
        assert game.hands == [[], []]
        assert game.options() == ("draw", 0, ["deck"])
        decide = chooser(rng, take=rng.choice([0.1, 0.5, 0.8]))
        while not game.over:
            kind, seat, options = game.options()
            before = len(game.hands[seat]), len(game.discard), len(game.deck)
            choice = decide(kind, seat, options)
            game.apply(choice)
            after = len(game.hands[seat]), len(game.discard), len(game.deck)
            change = tuple(new - old for new, old in zip(after, before, strict=True))
            if kind == "discard":
                assert change == (-1, 1, 0)
            elif choice != "deck":
                assert change == (1, -1, 0)
            else:
                assert change == ((2, 0, -2) if before[0] < 7 else (1, 0, -1))
            if kind == "draw" and choice != "deck":
                # While filling the hand, taking a card ends the turn; later it must be paid.
                next_kind = "draw" if before[0] < 7 else "discard"
                assert game.over or game.options()[0] == next_kind
            if not game.over and game.options()[0] == "draw":
                full = all(len(hand) == 7 for hand in game.hands)
                assert not (full and len(game.discard) >= 12)
        assert [len(hand) for hand in game.hands] == [7, 7]
        assert len(game.discard) >= 12
        assert game.end == "discards"


def test_twelve_discards_do_not_end_a_two_player_game_before_the_hands_are_full():
    # Both only draw two and discard one: 12 cards lie there after 12 turns, when the hands hold
    # six; they are full after 14 turns, with 14 discards.
    game = Game(2, True, shuffled(4))
    sizes = []
    while not game.over:
        kind, _, options = game.options()
        game.apply("deck" if kind == "draw" else options[0])
        sizes.append((len(game.discard), [len(hand) for hand in game.hands]))
    assert (12, [6, 6]) in sizes
    assert (game.turns, sizes[-1]) == (14, (14, [7, 7]))


def test_full_hands_do_not_end_a_two_player_game_before_twelve_discards():
    # Seat 1 takes each card that seat 0 discards: full hands and an empty area after 14 turns.
    # Then both draw one and discard one, and the twelfth discard is made on turn 14 + 12.
    game = Game(2, True, shuffled(3))
    while not game.over:
        kind, seat, options = game.options()
        take = kind == "draw" and seat == 1 and game.turns <= 14
        game.apply(options[-1] if take else options[0])
    assert (game.turns, len(game.discard), game.end) == (26, 12, "discards")


def test_a_game_ends_the_instant_the_tenth_card_lies_there():
    # Four players who only draw: ten turns, so seats 2 and 3 get one turn less than 0 and 1.
    game = replay(Game(4, False, shuffled(5)), lambda kind, seat, options: options[0])
    assert game.turns == 10
    assert len(game.discard) == 10


def test_a_game_of_takes_hits_the_turn_cap():
    game = replay(Game(3, False, shuffled(6), turn_cap=50), lambda kind, seat, options: options[-1])
    assert (game.end, game.turns, len(game.discard)) == ("turn_cap", 50, 1)
    assert len(game.scores()) == 3


def test_an_empty_deck_leaves_only_the_discard_area():
    deck = shuffled(7)[: 3 * 7 + 1]
    game = Game(3, False, deck, turn_cap=20)
    game.apply("deck")
    kind, seat, options = game.options()
    assert (kind, seat, len(options)) == ("discard", 0, 8)
    game.apply(options[0])
    assert game.options() == ("draw", 1, [options[0]])
    game.advance()  # seat 1 has to take it, and then has a choice of eight cards
    assert game.options()[:2] == ("discard", 1)
    assert game.known(1) == {options[0]}


def test_nothing_to_draw_ends_the_game():
    game = Game(3, False, shuffled(8)[: 3 * 7])
    assert (game.over, game.end, game.turns) == (True, "exhausted", 0)


def test_two_players_exhaust_a_tiny_deck():
    # Two cards, one stays; the other is taken; then nothing is left.
    game = Game(2, True, ["King", "Queen"])
    game.advance()
    game.apply("King")
    game.advance()
    assert (game.over, game.end, game.hands) == (True, "exhausted", [["Queen"], ["King"]])


def test_a_taken_card_is_known_until_it_is_discarded():
    game = Game(3, False, shuffled(9))
    game.advance()
    first = game.options()[2][0]
    game.apply(first)
    game.apply(first)  # seat 1 takes it
    other = next(card for card in game.options()[2] if card != first)
    game.apply(other)
    assert game.known(1) == {first}
    assert game.known(0) == game.known(2) == set()
    game.apply("deck")
    game.apply(game.options()[2][0])
    game.apply("deck")
    game.apply(game.options()[2][0])
    game.apply("deck")
    game.apply(first)
    assert game.known(1) == set()


def test_an_illegal_choice_is_refused():
    game = Game(3, False, shuffled(10))
    with pytest.raises(ValueError, match="can't draw"):
        game.apply("King")
    with pytest.raises(ValueError, match="nothing scores"):
        game.scores()
    with pytest.raises(ValueError, match="2 players, expected"):
        Game(2, False, shuffled(10))


def finished(hands: list[list[str]], discard: list[str]) -> Game:
    game = Game(3, False, shuffled(11))
    game.hands, game.discard = hands, discard
    game.finish("discards")
    return game


def test_the_necromancer_takes_the_best_eligible_discard():
    # Alone with the Necromancer's 3: Dragon 30 (a Wizard is there), Basilisk 35; Wildfire 40 and
    # Smoke are neither Army, Leader, Wizard nor Beast.
    game = finished([["Necromancer"], ["Queen"], []], ["Wildfire", "Dragon", "Basilisk", "Smoke"])
    assert game.scores() == [38, 6, 0]
    assert game.extras == ["Basilisk", None, None]
    assert game.tie_breaks() == [38, 6, 0]


def test_the_necromancer_takes_nothing_without_gain():
    # Basilisk blanks both the Army and the Leader.
    game = finished([["Necromancer", "Basilisk"], [], []], ["Knights", "King"])
    assert game.extras[0] is None
    assert game.scores()[0] == 38


def test_the_necromancer_prefers_the_first_of_equal_cards():
    # 15 each: Archers 10 + 5 without Weather, Infantry 15, Warlock Lord 25 - 10.
    for discard in (["Dwarvish Infantry", "Elven Archers"], ["Elven Archers", "Dwarvish Infantry"]):
        game = finished([["Necromancer"], [], []], ["Rangers", *discard, "Warlock Lord"])
        assert game.extras[0] == discard[0]
        assert game.scores()[0] == 18


def test_ties_go_to_the_lowest_base_strength_and_are_then_shared():
    # Queen alone 6. Mirage as a Land gives the Rangers 5 + 10 = 15. Fountain 1 + 1 and Archers 15.
    game = finished([["Queen"], ["Rangers", "Mirage"], ["Fountain of Life", "Elven Archers"]], [])
    assert game.scores() == [6, 15, 17]
    assert game.ranks == [3, 2, 1]
    assert game.winners() == [2]
    # 12 each. Smoke is blanked without a Flame, but its printed 27 counts in the tie-break.
    game = finished([["Hydra", "Smoke"], ["Bell Tower", "Warlord"], ["Cavern", "Queen"]], [])
    assert game.scores() == [12, 12, 12]
    assert game.tie_breaks() == [39, 12, 12]
    assert game.winners() == [1, 2]
    assert game.ranks == [3, 1, 1]
    # 18 each: Necromancer 3 with Dwarvish Infantry 15 as extra card, Swamp 18, and Whirlwind 13
    # with Gem of Order 5. Sums of printed strength: 18 each, so all three share the win.
    game = finished([["Necromancer"], ["Swamp"], ["Whirlwind", "Gem of Order"]],
                    ["Dwarvish Infantry"])  # fmt: skip
    assert game.scores() == game.tie_breaks() == [18, 18, 18]
    assert game.winners() == [0, 1, 2]


def test_final_scores_do_not_depend_on_the_discard_area():
    for seed in range(30):
        game = replay(Game(4, False, shuffled(seed)), chooser(random.Random(seed)))
        for hand, points, extra in zip(game.hands, game.scores(), game.extras, strict=True):
            if not MANY_CHOICES & set(hand):
                assert points == best(hand + [extra] * (extra is not None))[0]
                assert points >= score(hand)
            assert extra is None or CARDS[extra].suit in NECROMANCER_SUITS
            assert extra is None or ("Necromancer" in hand and extra in game.discard)
        top = max(game.scores())
        assert all(game.scores()[seat] == top for seat in game.winners())


def test_the_quick_search_asks_for_the_names_of_the_bonuses():
    def names(code, closure):
        found = {cell.cell_contents for cell in closure or ()}
        waiting = list(code.co_consts)
        while waiting:
            constant = waiting.pop()
            if isinstance(constant, tuple):
                waiting += constant
            elif hasattr(constant, "co_consts"):
                waiting += constant.co_consts
            else:
                found.add(constant)
        return {name for name in found if isinstance(name, str)} & set(CARDS)

    for card in CARDS.values():
        mentioned = names(card.bonus.__code__, card.bonus.__closure__)
        assert mentioned == ASKED.get(card.name, set()), card.name


def test_the_quick_search_finds_what_brute_force_finds():
    rng = random.Random(12)
    pools = [
        ["Mirage"],
        ["Shapeshifter"],
        ["Mirage", "Doppelgänger"],
        ["Mirage", "Collector"],
        ["Mirage", "Shapeshifter"],
        ["Shapeshifter", "Collector"],
        ["Book of Changes", "Island"],
        ["Doppelgänger", "Book of Changes"],
    ]
    for trial in range(64):
        pool = pools[trial % len(pools)]
        others = sorted(set(NAMES) - set(pool) - MANY_CHOICES)
        hand = pool + rng.sample(others, 7 - len(pool))
        quick, brute = best_quick(hand), best(hand)
        assert quick[0] == brute[0], hand
        assert len(quick[1]) == len(brute[1]), hand
        assert score(hand, quick[1]) == quick[0]
