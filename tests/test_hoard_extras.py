"""Extra cards at the end of a game with the Cursed Hoard: who adds what, and in which order.

Two players may hold any number of cards, so that the hands here hold only what matters; a Genie
with one opponent is worth -40.
"""

from support.scenarios import doing, hands, names, run_text


def ended(own: str, other: str = "", draw: str = "", discard: str = "") -> list[dict]:
    """The players once the hands are scored as they are."""
    text = 'sets = ["base", "cursed_hoard"]\nplayers = 2\ndraw_exact = true\n'
    text += f"draw = {names(draw)}\ndiscard = {names(discard)}\n"
    result = run_text(text + hands(own, other) + doing("end"))
    assert result["error"] is None
    return result["state"]["player"]


def test_leprechaun_draws_the_top_card_of_the_deck_wanted_or_not():
    player = ended("Leprechaun", draw="Dragon, King")[0]
    assert player["extra"] == "Dragon"
    assert player["score"] == 20 + 30 - 40


def test_genie_takes_the_card_of_the_deck_that_is_best_for_the_hand():
    # With the King: Knights 20 + 5, Queen 6, Candle 2.
    player = ended("Genie, King", draw="Queen, Candle, Knights")[0]
    assert player["extra"] == "Knights"
    assert player["score"] == -40 + 8 + 5 + 20


def test_genie_has_to_take_a_card():
    player = ended("Genie", draw="Dragon")[0]
    assert player["extra"] == "Dragon"
    assert player["score"] == -40 - 10


def test_leprechaun_comes_before_genie():
    genie, leprechaun = ended("Genie, King", "Leprechaun", draw="Knights, Candle")
    assert (genie["extra"], leprechaun["extra"]) == ("Candle", "Knights")


def test_a_genie_drawn_by_the_leprechaun_takes_a_card_too():
    player = ended("Leprechaun", draw="Genie, Dragon, Candle")[0]
    assert player["extras"] == ["Genie", "Candle"]
    assert player["score"] == 20 - 40 + 2


def test_a_leprechaun_taken_by_the_genie_comes_too_late():
    player = ended("Genie", draw="Leprechaun, Candle")[0]
    assert player["extra"] == "Leprechaun"
    assert player["score"] == -40 + 20


def test_genie_foresees_what_a_necromancer_takes():
    # Necromancer 3 and Basilisk 35 of the area, more than the Warlock Lord's 25
    player = ended("Genie", draw="Warlock Lord, Necromancer", discard="Candle, Basilisk")[0]
    assert player["extras"] == ["Necromancer", "Basilisk"]
    assert player["score"] == -40 + 3 + 35


def test_necromancer_comes_after_leprechaun():
    # The Dragon that the Leprechaun draws needs a Wizard, and the Necromancer is one.
    player = ended("Leprechaun, Necromancer", draw="Dragon", discard="Hydra, Swamp")[0]
    assert player["extras"] == ["Dragon", "Hydra"]
    assert player["score"] == 20 + 3 + 30 + 12


def test_necromancer_may_take_an_undead():
    player = ended("Necromancer", discard="Castle, Lich")[0]
    assert player["extra"] == "Lich"
    assert player["score"] == 3 + 13 + 10


def test_a_card_taken_from_the_area_counts_there_no_more():
    # Rangers 5 would cost the Death Knight 7.
    kept = ended("Necromancer, Death Knight", discard="Rangers")[0]
    assert kept["extra"] is None
    assert kept["score"] == 3 + 14 + 7
    # Light Cavalry 17 is worth more than the 7.
    taken = ended("Necromancer, Death Knight", discard="Light Cavalry")[0]
    assert taken["score"] == 3 + 14 + 17


def test_what_another_seat_takes_counts_there_no_more():
    knight, necromancer = ended("Death Knight", "Necromancer, King", discard="Knights")
    assert necromancer["extra"] == "Knights"
    assert knight["score"] == 14


def test_no_card_is_drawn_from_an_empty_deck():
    assert [p["score"] for p in ended("Leprechaun", "Genie")] == [20, -40]


def test_extra_cards_count_for_the_tie_break():
    assert ended("Leprechaun", draw="Dragon")[0]["tie_break"] == 50
