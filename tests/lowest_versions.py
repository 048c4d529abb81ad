"""Whether Realmvale works with the lowest versions that pyproject.toml allows.

    python tests/lowest_versions.py [FOLDER]

Makes a virtual environment (in FOLDER if stated, where it is used again next time), installs the
lowest allowed version of every dependency and a wheel built from this checkout, and tries the
commands that use them. Takes about two minutes, most of them to compile the kernels. It is no test
of its own, since it asks the package registry; `make test-lowest` runs it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GUIDE = (
    "World Tree, War Dirigible, Elven Archers, Fountain of Life, Warlock Lord, Bell Tower, Dragon"
)
#: What is tried: a command line, and what its output has to hold.
TRIED = (
    ("cards check", ": ok"),
    (f'score "{GUIDE}"', "Score: 216"),
    ("policies vale --json", '"builder"'),
    ("simulate fr --games 40 --policy greedy --policy random --out fr", "fr"),
    ("simulate vale --games 20 --policy builder --policy random --out vale", "vale"),
    ("simulate fr --games 40 --policy random --out cluster --backend dask --workers 2", "cluster"),
    ("simulate fr --games 40 --policy random --out loky --backend loky --workers 2", "loky"),
    ("verify fr --all", "all as it should be"),
    ("trace vale --game 0", "stored in the run"),
    ("report fr --out pages/fr", "index.html"),
    ("report vale --out pages/vale", "index.html"),
    ("compare fr cautious random --games 80", "cautious"),
    ("ban fr --card Dragon --games 8 --policy random", "Dragon"),
)


def lowest() -> list[str]:
    """Return the lowest allowed versions of dependencies and of the extra dask, as pip has them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["dask"]]
    found = []
    for text in wanted:
        name, low = re.match(r"([\w-]+)>=([\w.]+)", text).groups()
        found.append(f"{name}=={low}")
    return found


def main(folder: Path) -> None:
    """Install and try; the exit code is 1 where something fails."""
    bin_ = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
    pip = [bin_ / "python", "-m", "pip", "--disable-pip-version-check", "--quiet"]
    if not bin_.exists():
        venv.create(folder / "venv", with_pip=True)
    run([*pip, "install", *lowest(), "hatchling"])
    run([*pip, "install", "--no-deps", "--force-reinstall", "--no-build-isolation", ROOT])
    run([*pip, "check"])
    work = Path(tempfile.mkdtemp(dir=folder))
    env = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    env["REALMVALE_CACHE"] = str(folder / "cache")
    for line, expected in TRIED:
        printed = run(f'"{bin_ / "realmvale"}" {line}', shell=True, cwd=work, env=env)
        if expected not in printed:
            sys.exit(f"realmvale {line}: no '{expected}' in\n{printed}")
        print(f"ok: realmvale {line}")
    same = [(work / name / "games").glob("*.parquet") for name in ("cluster", "loky")]
    if not all(a.read_bytes() == b.read_bytes() for a, b in zip(*map(sorted, same), strict=True)):
        sys.exit("dask and loky played different games")
    print("Realmvale works with", ", ".join(lowest()))


def run(command: list | str, **options: object) -> str:
    """Run a command that has to succeed, and return what it printed."""
    words = command if isinstance(command, str) else [str(word) for word in command]
    done = subprocess.run(words, capture_output=True, text=True, check=False, **options)
    if done.returncode:
        sys.exit(f"{words} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(Path(sys.argv[1]).resolve())
    else:
        with tempfile.TemporaryDirectory() as place:
            main(Path(place))
