"""What a user installs: the wheel holds all it needs and works outside the checkout."""

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from sim.store import Run

ROOT = Path(__file__).resolve().parent.parent
GUIDE = (
    "World Tree, War Dirigible, Elven Archers, Fountain of Life, Warlock Lord, Bell Tower, Dragon"
)
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]


def done(command, **options):
    """Run a command that has to succeed."""
    result = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, check=False,
        timeout=300, **options,
    )  # fmt: skip
    assert result.returncode == 0, f"{result.stdout}\n{result.stderr}"
    return result


def wheel_of(source, folder):
    done([*PIP, "wheel", source, "--no-deps", "--no-build-isolation", "--wheel-dir", folder])
    (wheel,) = folder.glob("*.whl")
    return wheel


def contents(wheel):
    """Files of a wheel and their bytes, the list of its own files left out."""
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if not name.endswith("/RECORD")]
        return {name: archive.read(name) for name in names}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return wheel_of(ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def realmvale(wheel, tmp_path_factory):
    """The installed command, as a function; a neighbour of neither the checkout nor its data."""
    site = tmp_path_factory.mktemp("site")
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    done([*PIP, "install", "--no-deps", "--no-index", "--target", site, wheel])

    def call(*arguments, program=None, **environment):
        program = program or [site / "bin" / "realmvale"]
        env = {**os.environ, "PYTHONPATH": str(site), **environment}
        return done([*program, *arguments], cwd=elsewhere, env=env)

    call.site, call.folder = site, elsewhere
    return call


def test_the_wheel_holds_both_packages_the_cards_and_the_grammars(wheel):
    found = contents(wheel)
    for package in ("sim", "analysis"):
        for path in (ROOT / package).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                assert found[path.relative_to(ROOT).as_posix()] == path.read_bytes()
    assert found["sim/data/cards.csv"] == (ROOT / "cards.csv").read_bytes()
    assert "sim/cardtext/fantasy_realms.lark" in found
    assert "sim/cardtext/vale_of_eternity.lark" in found
    assert {name.split("/")[0] for name in found if ".dist-info/" not in name} == {
        "sim", "analysis",
    }  # fmt: skip


def test_the_source_distribution_gives_the_same_wheel(wheel, tmp_path):
    done([sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", tmp_path], cwd=ROOT)
    (source,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(source) as archive:
        assert any(name.endswith("/tests/test_wheel.py") for name in archive.getnames())
    assert contents(wheel_of(source, tmp_path)) == contents(wheel)


def test_both_packages_come_from_where_the_wheel_was_installed(realmvale):
    code = "import sim, analysis; print(sim.__file__, analysis.__file__, sep='\\n')"
    for line in realmvale("-c", code, program=[sys.executable]).stdout.splitlines():
        assert Path(line).is_relative_to(realmvale.site)


def test_the_cards_are_found_without_the_checkout(realmvale):
    told = "188 cards, 16 summoners, 11 artifacts in 2 games: ok\n"
    assert realmvale("cards", "check").stdout == told


def test_kernels_compile_there_and_score_the_guides_hand(realmvale, tmp_path):
    # numba keeps compiled kernels by the path of their source, so those of the checkout are of no
    # use here; a cache of its own saves the user's from filling up with what nobody asks for again.
    printed = realmvale("score", GUIDE, REALMVALE_CACHE=str(tmp_path)).stdout
    assert "\nScore: 216\n" in printed
    assert list(tmp_path.glob("kernels/*/**/*.nbc"))


def test_games_are_played_and_reported_there(realmvale):
    # Un-jitted, to save the compilation of the engine's kernels.
    plain = {"NUMBA_DISABLE_JIT": "1"}
    realmvale("simulate", "fr", "--games", 4, "--policy", "random", "--out", "run", **plain)
    assert Run.open(realmvale.folder / "run").games().collect().height == 4
    printed = realmvale("report", "run", **plain).stdout
    assert printed == "reports/run/index.html\n"
    page = (realmvale.folder / "reports/run/index.html").read_text(encoding="utf-8")
    assert "<h2>Which cards win?</h2>" in page
    assert "</html>" in page
