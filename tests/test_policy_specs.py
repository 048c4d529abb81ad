"""Asking for policies: specs, parameters, labels, and what is refused with a good sentence."""

import inspect

import pytest

from sim.errors import RealmvaleError
from sim.policy import checked_params, load_policies, parse_spec
from sim.policy_find import built_in_names, check_names, list_policies

GAME = "fantasy_realms"
BOTS = '''
"""Bots of my own."""

import numba

from sim.fantasy_realms.view import CHOOSE
from sim.jit import kernel

PARAMS = {"picky": {"place": 0.0, "width": 2.0}}


@kernel(CHOOSE)
def picky(view, options, n, params, stream):
    """Take the option of the stated place."""
    return min(n - 1, int(params[0]))


@numba.njit
def lazy(view, options, n, params, stream):
    return 0


@numba.njit
def halves(view, options, n, params, stream):
    return 0.5


@numba.njit
def two(view, options):
    return 0


@numba.njit
def broken(view, options, n, params, stream):
    return view.no_such_field


def plain(view, options, n, params, stream):
    return 0


class Hoarder:
    """Keeps what it has."""

    def __init__(self, bias=1, name="x", bold=False):
        self.bias = bias

    def choose(self, view, options):
        return 0


class Strict:
    def __init__(self, level):
        self.level = level

    def choose(self, view, options):
        return 0


class Short:
    def choose(self):
        return 0


class Chooseless:
    pass


ready = Hoarder(bias=7)
number = 3
'''


@pytest.fixture
def bots(tmp_path):
    path = tmp_path / "my_bots.py"
    path.write_text(BOTS, encoding="utf-8")
    return str(path)


def load(*specs):
    return load_policies(specs, GAME)


@pytest.mark.parametrize(
    ("text", "file", "name", "params"),
    [
        ("greedy", None, "greedy", {}),
        (" greedy ", None, "greedy", {}),
        ("planner:horizon=3", None, "planner", {"horizon": "3"}),
        ("planner:horizon=3,width=2", None, "planner", {"horizon": "3", "width": "2"}),
        ("planner:horizon=3:width=2", None, "planner", {"horizon": "3", "width": "2"}),
        ("my_bots.py:hoarder", "my_bots.py", "hoarder", {}),
        ("my_bots.py:hoarder:bias=2", "my_bots.py", "hoarder", {"bias": "2"}),
        ("my_bots.py", "my_bots.py", "", {}),
        (r"C:\bots\my_bots.py:hoarder", r"C:\bots\my_bots.py", "hoarder", {}),
    ],
)
def test_a_spec_is_taken_apart(text, file, name, params):
    spec = parse_spec(text)
    assert (spec.file, spec.name, spec.params) == (file, name, params)


@pytest.mark.parametrize(
    "text", ["", ":", "planner:", "planner:3", "planner:a=", "planner:a=1,a=2"]
)
def test_a_spec_that_makes_no_sense_is_refused(text):
    with pytest.raises(RealmvaleError, match=f"policy '{text}'"):
        parse_spec(text)


def test_built_in_policies_are_found_and_listed_as_they_are():
    names = built_in_names(GAME)
    assert {"random", "strongest", "cautious", "greedy"} <= set(names)
    listed = {entry.name: entry for entry in list_policies(GAME)}
    assert set(listed) >= set(names)
    for policy in load(*names):
        module = inspect.getmodule(
            policy.choose.py_func if hasattr(policy.choose, "py_func") else policy.choose
        )
        assert policy.kind == "compiled"
        assert policy.source_sha256 is None
        assert listed[policy.name].about == module.ABOUT
        assert listed[policy.name].params == module.PARAMS == policy.params
        assert 10 < len(module.ABOUT) < 100


def test_names_are_tolerant_and_suggest_the_nearest():
    assert load("Greedy")[0].name == "greedy"
    for text in ("gredy", "randm", "strongets"):
        with pytest.raises(RealmvaleError, match=r"did you mean (greedy|random|strongest)"):
            check_names([text], GAME)
    with pytest.raises(RealmvaleError, match="there are cautious, denier, greedy"):
        load("zzz")
    with pytest.raises(RealmvaleError, match=r"there is no file nowhere\.py"):
        check_names(["nowhere.py:mine"], GAME)
    with pytest.raises(
        RealmvaleError, match="policy 'random:zeal=3': no parameter 'zeal'; it has none"
    ):
        load("random:zeal=3")


def test_a_compiled_policy_of_a_file_with_its_parameters(bots):
    policy = load(f"{bots}:picky:width=3")[0]
    assert policy.kind == "compiled"
    assert policy.params == {"place": 0.0, "width": 3.0}
    assert policy.name == "picky:width=3"
    assert len(policy.source_sha256) == 64
    assert load(f"{bots}:lazy")[0].params == {}
    with pytest.raises(RealmvaleError, match="no parameter 'widht'; did you mean width"):
        load(f"{bots}:picky:widht=3")
    with pytest.raises(RealmvaleError, match="width must be a number, not 'wide'"):
        load(f"{bots}:picky:width=wide")


def test_a_class_of_a_file_with_its_parameters(bots):
    policy = load(f"{bots}:hoarder:bias=2.5,bold=yes,name=3")[0]
    assert policy.kind == "python"
    assert policy.params == {"bias": 2.5, "name": "3", "bold": True}
    assert load(f"{bots}:Hoarder")[0].params == {"bias": 1, "name": "x", "bold": False}
    assert load(f"{bots}:ready")[0].kind == "python"
    assert load(f"{bots}:Strict:level=2")[0].params == {"level": 2}
    with pytest.raises(RealmvaleError, match="parameter level has to be stated"):
        load(f"{bots}:Strict")
    with pytest.raises(RealmvaleError, match="bold must be true or false"):
        load(f"{bots}:Hoarder:bold=maybe")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("halves", "returns float64, it must return int64"),
        ("two", r"takes 2 arguments; .* choose\(view, options, n, params, stream\)"),
        ("broken", "can't be compiled as choose.*no_such_field"),
        ("plain", "is a plain function: decorate it with @kernel"),
        ("Short", r"its method must be choose\(self, view, options\), not choose\(self\)"),
        ("Chooseless", "neither a compiled function nor a class"),
        ("number", "neither a compiled function nor a class"),
        ("hoarders", "has no policy named 'hoarders'; did you mean Hoarder"),
    ],
)
def test_what_is_no_policy_is_refused_before_a_run(bots, name, message):
    with pytest.raises(RealmvaleError, match=message):
        load(f"{bots}:{name}")


def test_a_file_may_be_named_alone_if_it_has_one_policy(tmp_path, bots):
    alone = tmp_path / "alone.py"
    alone.write_text("class Only:\n    def choose(self, view, options):\n        return 0\n")
    assert load(str(alone))[0].name == "Only"
    with pytest.raises(RealmvaleError, match=r"say which policy .* is meant.* picky, lazy"):
        load(bots)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def (", "can't be loaded, line 1: SyntaxError"),
        ("import no_such_module_here", "can't be loaded: ModuleNotFoundError"),
        ("1 / 0", "can't be loaded: ZeroDivisionError"),
    ],
)
def test_a_file_that_cannot_be_loaded_says_why(tmp_path, text, message):
    path = tmp_path / "mine.py"
    path.write_text(text)
    with pytest.raises(RealmvaleError, match=message):
        load(f"{path}:mine")


def test_labels_tell_policies_apart_just_where_they_differ(tmp_path, bots):
    other = tmp_path / "other.py"
    other.write_text(BOTS + "\n# another file\n", encoding="utf-8")
    specs = ["greedy", "greedy", f"{bots}:picky:place=1", f"{bots}:picky:place=1.0"]
    assert [policy.name for policy in load(*specs)] == ["greedy", "greedy"] + ["picky:place=1"] * 2
    specs = [f"{bots}:Hoarder", f"{other}:Hoarder", f"{bots}:Hoarder:bias=2"]
    assert [policy.name for policy in load(*specs)] == [*specs[:2], "Hoarder:bias=2"]


def test_an_edited_file_is_loaded_anew(bots, tmp_path):
    first = load(f"{bots}:Hoarder")[0]
    (tmp_path / "my_bots.py").write_text(BOTS.replace("bias=1", "bias=5"), encoding="utf-8")
    second = load(f"{bots}:Hoarder")[0]
    assert (first.params["bias"], second.params["bias"]) == (1, 5)
    assert first.source_sha256 != second.source_sha256


def test_a_policy_by_entry_point(tmp_path, monkeypatch):
    info = tmp_path / "fancy_bots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: fancy-bots\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[realmvale.policies]\nfancy = fancy_bots:Fancy\nlost = fancy_bots:Lost\n"
    )
    (tmp_path / "fancy_bots.py").write_text(
        "class Fancy:\n    def __init__(self, zeal=1):\n        pass\n\n"
        "    def choose(self, view, options):\n        return 0\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    policy = load("fancy:zeal=4")[0]
    assert (policy.name, policy.kind, policy.params) == ("fancy:zeal=4", "python", {"zeal": 4})
    listed = {entry.name: entry for entry in list_policies(GAME)}
    assert (listed["fancy"].about, listed["fancy"].source) == ("fancy_bots:Fancy", "fancy-bots")
    with pytest.raises(RealmvaleError, match="did you mean fancy"):
        load("fanc")
    with pytest.raises(RealmvaleError, match="fancy_bots:Lost can't be loaded"):
        load("lost")


def test_too_many_parameters_are_refused(tmp_path):
    path = tmp_path / "wide.py"
    path.write_text(
        "from sim.fantasy_realms.view import CHOOSE\nfrom sim.jit import kernel\n"
        "PARAMS = {f'p{k}': 0.0 for k in range(17)}\n\n"
        "@kernel(CHOOSE)\ndef wide(view, options, n, params, stream):\n    return 0\n"
    )
    with pytest.raises(RealmvaleError, match=r"has 17 parameters; .* at most 16"):
        load(f"{path}:wide")


def test_params_without_statement_are_the_defaults():
    assert checked_params(parse_spec("x"), {"a": 1.5, "b": True}) == {"a": 1.5, "b": True}
