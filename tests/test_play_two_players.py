"""Rules of the two-player game: every sentence of the guide and of the rulings on it."""

from support.scenarios import doing, hands, names, run_text

NINE = "Hydra, Cavern, Island, Rainstorm, Lightning, Rangers, Collector, Empress, Warhorse"
FIVE = "Hydra, Cavern, Island, Rainstorm, Lightning"
TWO = 'variant = "two-player"\n'
SIX_A = "Mountain, Wildfire, Candle, King, Queen, Knights"
SIX_B = "Dragon, Bell Tower, Forge, Warlord, Swamp, Smoke"
TWELVE = f"{NINE}, Blizzard, Unicorn, Forest"


def test_two_player_neither_player_starts_with_cards():
    state = run_text("players = 2")["state"]
    assert state["variant"] == "two-player"
    assert [p["hand"] for p in state["player"]] == [[], []]
    assert len(state["draw"]) == 53


def test_two_player_draw_two_face_down_cards_and_discard_one():
    start = TWO + f"draw = {names('Dragon, Smoke, Hydra')}\n" + doing("draw")
    drawn = run_text(start)
    assert sorted(drawn["state"]["player"][0]["hand"]) == ["Dragon", "Smoke"]
    assert sorted(drawn["legal"]) == ["Dragon", "Smoke"]
    state = run_text(start + "\n" + doing("discard Smoke"))["state"]
    assert state["player"][0]["hand"] == ["Dragon"]
    assert state["discard"] == ["Smoke"]
    assert state["active"] == 1


def test_two_player_any_card_of_the_hand_may_be_the_one_discarded():
    result = run_text(TWO + hands("King, Queen", "") + doing("draw", "discard King"))
    assert result["error"] is None
    assert len(result["state"]["player"][0]["hand"]) == 3


def test_two_player_take_one_face_up_card_and_discard_nothing():
    state = run_text(TWO + f"discard = {names(FIVE)}\n" + doing("take Island"))["state"]
    assert state["player"][0]["hand"] == ["Island"]
    assert len(state["discard"]) == 4
    assert (state["active"], state["phase"]) == (1, "draw")


def test_two_player_continue_until_you_have_seven_cards_then_play_normally():
    """The sixth card's holder draws two and throws one; the seventh's draws one and throws one."""
    filled = run_text(TWO + hands(SIX_A, SIX_B) + doing("draw"))
    assert len(filled["state"]["player"][0]["hand"]) == 8
    taken = run_text(TWO + f"discard = {names(FIVE)}\n" + hands(SIX_A, SIX_B) + doing("take Hydra"))
    assert len(taken["state"]["player"][0]["hand"]) == 7
    assert taken["state"]["active"] == 1
    full = TWO + f"discard = {names(FIVE)}\n" + hands(f"{SIX_A}, Unicorn", f"{SIX_B}, Forest")
    for action in ("draw", "take Hydra"):
        result = run_text(full + doing(action))
        assert len(result["state"]["player"][0]["hand"]) == 8
        assert (result["state"]["active"], result["state"]["phase"]) == (0, "discard")


def test_two_player_until_there_are_twelve_face_up_cards():
    """Eleven and both hands full: the twelfth discard ends the game at once."""
    eleven = ", ".join(TWELVE.split(", ")[:11])
    result = run_text(
        TWO
        + f"discard = {names(eleven)}\n"
        + hands(f"{SIX_A}, Whirlwind", f"{SIX_B}, Elven Archers")
        + doing("draw", "discard Whirlwind")
    )
    assert (result["state"]["over"], result["state"]["end"]) == (True, "discards")
    assert len(result["state"]["discard"]) == 12


def test_two_player_twelve_cards_do_not_end_it_while_a_hand_is_not_full():
    """The twelfth card lies there, but seat 1 holds six; it fills up, and then the game ends."""
    eleven = ", ".join(TWELVE.split(", ")[:11])
    position = TWO + f"discard = {names(eleven)}\n" + hands(f"{SIX_A}, Whirlwind", SIX_B)
    going_on = run_text(position + doing("draw", "discard Whirlwind"))
    assert not going_on["state"]["over"]
    assert len(going_on["state"]["discard"]) == 12
    drawn = doing("draw", "discard Whirlwind", "draw", "discard Smoke")
    result = run_text(position + drawn)
    assert (result["state"]["over"], len(result["state"]["discard"])) == (True, 13)


def test_two_player_taking_the_twelfth_card_away_lets_the_game_go_on():
    """Seat 1 fills its hand by a taken card: both are full, but eleven cards lie there."""
    result = run_text(
        TWO + f"discard = {names(TWELVE)}\nactive = 1\n"
        + hands(f"{SIX_A}, Whirlwind", SIX_B)
        + doing("take Hydra")
    )  # fmt: skip
    assert not result["state"]["over"]
    assert len(result["state"]["discard"]) == 11
