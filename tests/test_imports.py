"""Imports run one way: the simulator knows nothing of the analysis (DESIGN, section 2)."""

import ast
import re
from pathlib import Path

import sim


def imported(path):
    """Yield the modules that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            yield node.module


def test_the_simulator_imports_nothing_from_the_analysis():
    files = sorted(Path(sim.__file__).parent.rglob("*.py"))
    assert len(files) > 40
    for path in files:
        assert not [name for name in imported(path) if name.split(".")[0] == "analysis"], path


def test_kernels_take_constants_from_kernel_sources_only():
    from sim.kernel_folder import SOURCE_ROOT, kernel_sources

    hashed = set(kernel_sources())
    apart = {"sim.errors", "sim.fantasy_realms.compile"}  # for Python code beside the kernels
    for path in hashed - {SOURCE_ROOT / "fantasy_realms/bench.py"}:
        if not re.search(r"^\s*@kernel", path.read_text(encoding="utf-8"), re.MULTILINE):
            continue
        for name in imported(path):
            if name.startswith("sim.") and name not in apart:
                source = SOURCE_ROOT.parent / (name.replace(".", "/") + ".py")
                assert source in hashed, f"{path} takes something from {name}"
