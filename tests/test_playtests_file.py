"""Files of playtests: what is read, and what is refused by row and column."""

import pytest

from analysis.bots import bot_table
from analysis.playtest_run import run_of_playtests
from analysis.playtests import read_playtests
from analysis.report_facts import notices
from sim.errors import RealmvaleError
from sim.names import match

PLAIN = "game,seat,player,score\n1,1,Anna,10\n1,2,Ben,7\n2,1,Ben,3\n2,2,Anna,3\n"


def read(tmp_path, text, named=None):
    path = tmp_path / "tests.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_playtests(path, named)


def refused(tmp_path, text, named=None):
    with pytest.raises(RealmvaleError) as caught:
        read(tmp_path, text, named)
    return str(caught.value).removeprefix(f"{tmp_path / 'tests.csv'}, ")


def test_rows_become_seats_of_games(tmp_path):
    tests = read(tmp_path, PLAIN)
    assert tests.players == ["Anna", "Ben"]
    assert [[(s.seat, s.player, s.score) for s in seats] for seats in tests.games.values()] == [
        [(1, "Anna", 10), (2, "Ben", 7)],
        [(1, "Ben", 3), (2, "Anna", 3)],
    ]
    assert (tests.first_seat, tests.has_cards, tests.sizes) == (1, False, [2])


@pytest.mark.parametrize(
    "text",
    [
        PLAIN.encode("utf-8-sig"),
        PLAIN.replace("\n", "\r\n"),
        PLAIN.replace(",", ";"),
        PLAIN.replace(",", "\t"),
        PLAIN.replace(",", " ,\N{NO-BREAK SPACE}"),
        "\n\n" + PLAIN.replace("\n", "\n\n,,,\n"),
        PLAIN.replace("game,seat,player,score", '"Game",SEAT,Player,"Score"'),
        PLAIN.replace("10", '"10"').replace("7", "7.0"),
        PLAIN.replace("2,2,Anna", "2,2,ANNA"),  # the same player
    ],
)
def test_what_spreadsheets_do_to_a_file_is_harmless(tmp_path, text):
    assert [
        [(s.seat, s.player, s.score) for s in seats]
        for seats in read(tmp_path, text).games.values()
    ] == [
        [(1, "Anna", 10), (2, "Ben", 7)],
        [(1, "Ben", 3), (2, "Anna", 3)],
    ]


def test_columns_in_any_order_and_others_left_alone(tmp_path):
    text = "date,score,policy,seat,game\n1 May,-4,greedy,0,a\n1 May,0,random,1,a\n"
    tests = read(tmp_path, text)
    assert (tests.who, tests.first_seat) == ("policy", 0)
    assert [s.score for s in tests.games["a"]] == [-4, 0]


def test_cards_are_parted_by_bars_and_spelled_as_first_named(tmp_path):
    head = "game,seat,player,score,cards\n"
    text = head + "1,1,A,5,King|Élan vital\n1,2,B,5,elan  VITAL | Queen\n2,1,A,1,-\n"
    tests = read(tmp_path, text)
    seats = [s.cards for found in tests.games.values() for s in found]
    assert seats == [("King", "Élan vital"), ("Élan vital", "Queen"), ()]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is empty; the first row should be game,seat,player,score"),
        ("game,seat,score\n", "row 1: the column policy or player is missing"),
        ("games,seat,player,score\n", "the column game is missing"),
        ("games,seat,player,score\n", "is it games?"),
        ("game,seat,player,score,Score\n", "row 1: there are two columns score"),
        ("game,seat,player,score\n1,1,A,\n", "row 2, column score: the cell is empty"),
        ("game,seat,player,score\n1,1,A\n", "row 2, column score: the cell is empty"),
        ("game,seat,player,score\n\n1,1,A,many\n", "row 3, column score: 'many' is not a whole"),
        ("game,seat,player,score\n1,1,A,1.5\n", "row 2, column score: '1.5' is not a whole"),
        ("game,seat,player,score\n1,1,A,nan\n", "row 2, column score: 'nan' is not a whole"),
        ("game,seat,player,score\n1,1,A,inf\n", "row 2, column score: 'inf' is not a whole"),
        ("game,seat,player,score\n1,1,A,1_0\n", "row 2, column score: '1_0' is not a whole"),
        ("game,seat,player,score\n1,1,A,9999999999\n", "column score: 9999999999 is not within"),
        ("game,seat,player,score\n1,-1,A,1\n", "row 2, column seat: -1 is not within 0 and"),
        ("game,seat,player,score\n1,left,A,1\n", "row 2, column seat: 'left' is not a whole"),
        ("game,seat,player,score\n,1,A,1\n", "row 2, column game: the cell is empty"),
        ("game,seat,player,score\n1,1,,1\n", "row 2, column player: the cell is empty"),
        ("game,seat,player,score\n7,1,A,1\n7,1,B,2\n", "row 3, column seat: game 7 has seat 1 in"),
        ("game,seat,player,score,cards\n7,1,A,1,\n", "row 2, column cards: the cell is empty"),
        ("game,seat,player,score,cards\n7,1,A,1,King||Queen\n", "row 2, column cards: there is no"),
        ("game,seat,player,score,cards\n7,1,A,1,King|KING\n", "column cards: King is named twice"),
        ("game,seat,player,score,rank\n7,1,A,1,first\n", "row 2, column rank: 'first' is not"),
        ("game,seat,player,score,rank\n7,1,A,1,2\n", "column rank: nobody has rank 1 in game 7"),
        ('game,seat,player,score\n1,1,"A,1\n', "not readable as CSV"),
        (b"game,seat,player,score\n1,1,Zo\xeb,1\n", "row 2: the byte 0xeb is not UTF-8"),
        (PLAIN.encode("utf-16"), "is not UTF-8"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_by_row_and_column(tmp_path, text, sentence):
    assert sentence in refused(tmp_path, text)


def test_a_name_that_the_deck_lacks_is_refused_with_the_nearest(tmp_path):
    text = "game,seat,player,score,cards\n7,1,A,1,king|Drgon\n"
    deck = ["King", "Dragon"]
    sentence = refused(tmp_path, text, lambda name: match(name, deck))
    assert sentence == ("row 2, column cards: there is no card named 'Drgon'; did you mean Dragon?")


def test_a_file_that_is_not_there_and_a_folder(tmp_path):
    with pytest.raises(RealmvaleError, match="there is no file"):
        read_playtests(tmp_path / "none.csv")
    with pytest.raises(RealmvaleError, match="is a folder"):
        read_playtests(tmp_path)


def test_tl_23_an_unknown_label_of_a_result_is_refused_with_its_row(tmp_path):
    text = PLAIN.replace("\n", ",1\n").replace("score,1", "score,rank", 1)
    wrong = text.rsplit(",1\n", 1)[0] + ",tie (bothbad)\n"
    with pytest.raises(RealmvaleError, match=r"row 5, column rank: 'tie \(bothbad\)' is not"):
        read(tmp_path, wrong)


def test_tl_23_labels_in_a_column_that_is_not_read_poison_nothing_and_are_told(tmp_path):
    text = PLAIN.replace("\n", ",tie (bothbad)\n").replace("score,tie (bothbad)", "score,winner", 1)
    assert read(tmp_path, text).ignored == ("winner",)
    run = run_of_playtests(tmp_path / "tests.csv", tmp_path / "run", "realmvale report")
    assert "1 column is not read from the file: winner." in " ".join(notices(run))
    wins = dict(bot_table(run).select("policy", "win").iter_rows())
    assert wins == {"Anna": 0.75, "Ben": 0.25}  # by score: one win, and one shared
