"""Rules of Artifacts that no scenario of a printed fact states: clearing, reactions, rulings."""

import re

import numpy as np
import pytest
from support.vale_decks import HEADER, card_line
from support.vale_tables import cards_of
from support.vale_texts_of_scenarios import doing, player

from sim.cards import load_cards
from sim.errors import RealmvaleError
from sim.streams import run_key
from sim.vale_of_eternity.compile import compile_deck
from sim.vale_of_eternity.labels import option_label
from sim.vale_of_eternity.play import advance, apply, deal
from sim.vale_of_eternity.rules import make_rules
from sim.vale_of_eternity.state import CHOOSE_ARTIFACT, new_scratches, new_states
from sim.vale_of_eternity.stepped import SteppedGame
from sim.vale_of_eternity.view import fill_view, new_views

SETS = 'sets = ["base", "artifacts"]\n'
DECK = compile_deck(load_cards().select("vale_of_eternity", ("base", "artifacts")))
ALWAYS = ["Incense Burner", "Monkey King's Staff", "Pied Piper's Pipe"]


def artifacts(before, *actions):
    return doing(SETS + before, *actions)


def clearing(number, players):
    """Return the artifacts in play of a deal."""
    game = SteppedGame(DECK, make_rules(players))
    game.deal(run_key(1), number)
    return [n for k, n in enumerate(DECK.artifact_names) if int(game.state.clearing) >> k & 1]


@pytest.mark.parametrize(
    ("players", "more"), [(2, []), (3, ["Seven-League Boots"]), (4, ["Seven-League Boots"])]
)
def test_which_artifacts_lie_in_the_clearing(players, more):
    """Three always, the boots with three players, the fleece with four, three of six at random."""
    fixed = {*ALWAYS, *more} | ({"Golden Fleece"} if players == 4 else set())
    drawn = set()
    for number in range(40):
        found = set(clearing(number, players))
        assert fixed <= found
        assert len(found - fixed) == 3
        drawn |= found - fixed
    assert len(drawn) == 6
    assert clearing(7, players) == clearing(7, players)


def test_each_player_takes_another_artifact_and_not_the_last_one():
    """Random games: every round everybody takes one that nobody holds."""
    game = SteppedGame(DECK, make_rules(4))
    rng = np.random.default_rng(1)
    game.deal(run_key(2), 0)
    s, t, w = game.state, game.tables[0], game.scratch
    n, before, taken = advance(s, t, w), [-1] * 4, {}
    seen = 0
    while n:
        index = int(rng.integers(n))
        if s.decision == CHOOSE_ARTIFACT:
            seat, round_no = int(s.active), int(s.round_no)
            number = int(w.options[index]) >> 40 & 1023
            offered = {int(option) >> 40 & 1023 for option in w.options[:n]}
            held = {k for (r, _), k in taken.items() if r == round_no}
            in_play = {k for k in range(11) if int(s.clearing) >> k & 1}
            assert offered == in_play - held - {before[seat]}
            assert seat == (int(s.first) + len(held)) % 4
            taken[round_no, seat], before[seat] = number, number
            seen += 1
        apply(s, t, w, index)
        n = advance(s, t, w)
    assert seen == 4 * int(s.round_no)


def test_by_ruling_artifacts_are_taken_before_cards_are_revealed():
    hunt = 'round = 3\nphase = "hunt"\nclearing = ["Seven-League Boots", "Book of Thoth"]\n'
    hunt += 'draw = ["Imp", "Agni", "Troll", "Undine", "Goblin"]\n'
    players = "[[player]]\n[[player]]"
    take = "action = 'take'\ncard = 'Seven-League Boots'"
    result = artifacts(hunt + "rulings = { artifacts_after_reveal = false }\n" + players, take)
    assert player(result)["shelter"] == ["Imp"]
    assert result["state"]["display"] == []
    result = artifacts(hunt + players, take)
    assert sorted(result["pending"]["options"]) == ["Agni", "Goblin", "Imp", "Troll", "Undine"]


def test_by_ruling_two_extra_areas_are_all():
    text = 'round = 3\n{}[[player]]\nextra_areas = 2\nartifact = "Cap of Hades"\nhand = ["Imp"]\n'
    use = "action = 'use'\ncard = 'Cap of Hades'\nchoose = ['1']"
    capped = artifacts(text.format("rulings = { two_extra_areas_at_most = true }\n"), use)
    assert player(capped)["extra_areas"] == 2
    assert player(artifacts(text.format(""), use))["extra_areas"] == 3


def test_an_artifact_that_does_nothing_is_not_offered():
    result = artifacts('[[player]]\nartifact = "Book of Thoth"\n', "action = 'list'")
    assert "use Book of Thoth" not in result["legal"]
    result = artifacts(
        '[[player]]\nartifact = "Book of Thoth"\n', "action = 'use'\ncard = 'Book of Thoth'"
    )
    assert "it would do nothing now" in result["error"]


def test_a_position_written_out_can_be_read_again():
    hunt = 'round = 3\nphase = "hunt"\n[[player]]\n[[player]]'
    first = artifacts(hunt, "action = 'take'\ncard = 'Incense Burner'")
    assert first["state"]["taken"] == 1
    state = first["state"]
    again = artifacts(
        f'round = 3\nphase = "hunt"\ntaken = 1\nclearing = {state["clearing"]}\n'
        f'display = {state["display"]}\n[[player]]\nartifact = "Incense Burner"\n[[player]]\n',
        "action = 'list'",
    )
    assert again["legal"] == first["legal"]


# --- reactions ----------------------------------------------------------------------------------


def test_two_reactions_to_a_sale_come_in_the_sellers_order():
    before = '[[player]]\nartifact = "Gem of Kukulkan"\narea = ["Duduri King"]\nhunted = ["Imp"]\n'
    sale = "action = 'sell'\ncard = 'Imp'\nchoose = [{}]"
    result = artifacts("round = 3\n" + before, sale.format(""))
    assert sorted(result["pending"]["options"]) == ["Duduri King", "Gem of Kukulkan"]
    result = artifacts("round = 3\n" + before, sale.format("'Gem of Kukulkan', '1'"))
    assert player(result)["hand"] == ["Imp"]
    assert player(result)["stones"] == {"red": 1, "blue": 1, "purple": 0}


def test_the_stones_of_a_sale_go_down_to_the_limit_before_one_is_upgraded():
    result = artifacts(
        'round = 3\n[[player]]\nstones = { purple = 3 }\narea = ["Duduri King"]\n'
        'hunted = ["Troll"]',
        "action = 'sell'\ncard = 'Troll'\nchoose = ['red+red+red']",
    )
    assert player(result)["stones"] == {"red": 0, "blue": 1, "purple": 3}


def test_a_reaction_of_a_card_waits_for_its_own_instant():
    """Belledin's blue stone comes before Thalassa's instant, which scores before she leaves."""
    result = doing(
        'sets = ["base", "curse", "artifacts"]\nround = 5\n[[player]]\nsummoner = "Belledin"\n'
        'area = ["Imp"]\nhand = ["Thalassa"]\nstones = { red = 1, blue = 1 }\n',
        "action = 'summon'\ncard = 'Thalassa'\npay = { red = 1, blue = 1 }",
    )
    assert player(result)["score"] == 1
    assert player(result)["hand"] == ["Thalassa"]
    assert player(result)["stones"] == {"red": 0, "blue": 1, "purple": 0}


def test_each_discard_at_once_sets_a_totem_pole_off():
    """With a limit of four, the fifth purple stone goes before the next card is chosen."""
    result = artifacts(
        'round = 6\n[[player]]\nhand = ["Cerberus"]\nstones = { blue = 2, purple = 4 }\n'
        'area = ["Totem Pole", "Hestia", "Imp", "Undine"]\n',
        "action = 'summon'\ncard = 'Cerberus'\npay = { blue = 2 }\n"
        "choose = ['Imp', 'Undine', 'none']",
    )
    assert player(result)["stones"]["purple"] == 6


def own(tmp_path, *texts):
    """Return a deck of the base cards and one fire card of cost 0 for each text."""
    lines = [card_line(f"Own {k}", "Fire", 0, text) for k, text in enumerate(texts)]
    path = tmp_path / "mine.csv"
    path.write_text(load_cards().path.read_text("utf-8") + "".join(lines), "utf-8")
    return f"cards = '{path}'\nround = 5\n"


def test_a_replaced_discard_that_discards_anyway_is_a_discard(tmp_path):
    cards = own(tmp_path, "permanent: when this would be discarded, discard this and 2 points")
    result = doing(
        cards + '[[player]]\narea = ["Own 0"]\nstones = { red = 2, blue = 1 }\n',
        "action = 'remove'\ncard = 'Own 0'\npay = { red = 2, blue = 1 }",
    )
    assert player(result)["score"] == 2
    assert result["state"]["discard"] == ["Own 0"]


def test_reactions_that_set_each_other_off_come_to_an_end(tmp_path):
    texts = ["permanent: when you gain a red, gain 1 red"] * 2
    cards = own(tmp_path, *texts)
    result = doing(
        cards + '[[player]]\narea = ["Own 0", "Own 1"]\nhunted = ["Agni"]\n',
        "action = 'sell'\ncard = 'Agni'",
    )
    assert result["error"] is None
    assert player(result)["stones"]["red"] <= 4


def test_a_turn_of_summons_that_pay_for_themselves_comes_to_an_end(tmp_path):
    cards = own(tmp_path, "instant: 1 point; recover this")
    result = doing(
        cards + '[[player]]\nhand = ["Own 0"]\n',
        *["action = 'summon'\ncard = 'Own 0'"] * 101,
    )
    assert "at most 100 summons" in result["error"]
    assert player(result)["score"] == 100


def test_an_area_limit_of_a_card_counts_while_it_lies_there(tmp_path):
    cards = own(tmp_path, "permanent: your area limit is +2").replace("round = 5", "round = 1")
    result = doing(
        cards + '[[player]]\nhand = ["Own 0", "Yuki Onna", "Hestia"]\n',
        *[f"action = 'summon'\ncard = '{name}'" for name in ("Own 0", "Yuki Onna", "Hestia")],
    )
    assert result["error"] is None
    assert len(player(result)["area"]) == 3


# --- what a tile may say ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "text", "says"),
    [
        ("", "action: discard this, then 3 points", "an artifact is no card"),
        ("", "action: copy the resolution effect of a card in your area", "an artifact is no card"),
        ("", "permanent: this counts as any family", "an artifact is no card"),
        ("", "permanent: when this would be discarded, draw 1", "an artifact is no card"),
        ("5", "action: draw 1", "1 to 4, not 5"),
        ("", "resolution: draw 1", "an artifact has no 'resolution:'"),
    ],
)
def test_a_tile_that_cannot_be_is_refused(tmp_path, value, text, says):
    path = tmp_path / "mine.csv"
    line = f'vale_of_eternity,artifacts,artifact,mine,Mine,,{value},,,,"{text}",card,,\n'
    path.write_text(load_cards().path.read_text("utf-8") + line, "utf-8")
    with pytest.raises(RealmvaleError, match=re.escape(says)):
        compile_deck(load_cards(path).select("vale", ("base", "artifacts")))


def test_a_tile_of_ones_own_needs_no_code(tmp_path):
    """One with everything: taken, used, held."""
    path = tmp_path / "mine.csv"
    text = "instant: gain 1 red; permanent: your stone limit is +1; action: 2 points"
    line = f'vale_of_eternity,artifacts,artifact,mine,Mine,,1,,,,"{text}",card,,\n'
    path.write_text(
        HEADER + "".join(load_cards().path.read_text("utf-8").splitlines(True)[1:]) + line
    )
    cards = f"cards = '{path}'\n" + SETS + 'round = 2\nphase = "hunt"\n'
    result = doing(
        cards + "[[player]]\nstones = { red = 4 }\n[[player]]\n",
        "action = 'take'\ncard = 'Mine'",
    )
    assert player(result)["stones"]["red"] == 5
    result = doing(
        cards.replace("hunt", "action") + '[[player]]\nartifact = "Mine"\n',
        "action = 'use'\ncard = 'Mine'",
    )
    assert player(result)["score"] == 2


# --- what a seat may see ------------------------------------------------------------------------


def test_a_view_hides_the_shelters_of_others():
    t = DECK.tables[0]
    views, states, scratches = new_views(DECK.tables, 1), new_states(1), new_scratches(1)
    v, s, w = views[0], states[0], scratches[0]
    s.players = 3
    rng = np.random.default_rng(5)
    hidden = 0
    for number in range(4):
        deal(s, t, w, run_key(9), number)
        n = advance(s, t, w)
        while n:
            fill_view(v, s)
            unseen = set(cards_of(v.unseen))
            for p in range(3):
                lying = set(cards_of(s.shelter[p]))
                assert v.sheltered[p] == len(lying)
                if p == v.seat:
                    assert set(cards_of(v.state.shelter[p])) == lying
                else:
                    assert not cards_of(v.state.shelter[p])
                    assert lying <= unseen
                    hidden += len(lying)
            apply(s, t, w, int(rng.integers(n)))
            n = advance(s, t, w)
    assert hidden > 0


def test_options_have_names():
    game = SteppedGame(DECK, make_rules(2))
    game.deal(run_key(1), 0)
    game.go_on()
    labels = [option_label(option, DECK.labels) for option in game.options]
    assert set(ALWAYS) <= set(labels)
