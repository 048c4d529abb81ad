"""Looking policies up: built-in ones, entry points, and a user's own files."""

from __future__ import annotations

import ast
import hashlib
import importlib
import importlib.util
import inspect
import sys
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from sim.errors import RealmvaleError, described
from sim.names import did_you_mean, normalise, shortened
from sim.policy import COMPILED, PYTHON, Policy, Spec, checked_params, label, parse_spec

GROUP = "realmvale.policies"


@dataclass(frozen=True)
class Listing:
    """What the list of policies says about one: its name, what it does, parameters, source."""

    name: str
    about: str
    params: dict[str, Any]
    source: str


def _folder(game: str) -> Path:
    return Path(__file__).resolve().parent / game / "policies"


def built_in_names(game: str) -> list[str]:
    """Return the names of the built-in policies of a game, in alphabetical order."""
    return sorted(p.stem for p in _folder(game).glob("*.py") if not p.stem.startswith("_"))


def _entry_points() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def list_policies(game: str) -> Iterator[Listing]:
    """Yield all policies that can be asked for by name, without loading a kernel.

    ``ABOUT`` and ``PARAMS`` of the built-in ones are read from their sources.
    """
    for name in built_in_names(game):
        known: dict[str, Any] = {}
        path = _folder(game) / f"{name}.py"
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", 0)]
            for target in targets:
                if isinstance(target, ast.Name) and target.id in ("ABOUT", "PARAMS"):
                    known[target.id] = ast.literal_eval(node.value)  # type: ignore[attr-defined]
        yield Listing(name, known.get("ABOUT", ""), known.get("PARAMS", {}), "built in")
    for name, point in sorted(_entry_points().items()):
        yield Listing(name, f"{point.value}", {}, point.dist.name if point.dist else "entry point")


def check_names(specs: Sequence[str], game: str) -> None:
    """Check that every spec can be read and names a policy or a file, without loading anything.

    Raises
    ------
    RealmvaleError
        If one doesn't.
    """
    for text in specs:
        spec = parse_spec(text)
        if spec.file is None:
            _known_name(spec, game)
        elif not _is_file(Path(spec.file).expanduser()):
            raise RealmvaleError(
                f"policy '{shortened(text)}': there is no file {shortened(spec.file)}"
            )


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name too long, or with a null character
        return False


def _known_name(spec: Spec, game: str) -> str:
    """Return the name a spec means, in the spelling of the list of policies."""
    names = [*built_in_names(game), *_entry_points()]
    by_form = {normalise(name): name for name in reversed(names)}
    found = by_form.get(normalise(spec.name))
    if found is None:
        hint = did_you_mean(spec.name, names) or f"; there are {', '.join(names)}"
        raise RealmvaleError(
            f"there is no policy named '{shortened(spec.name)}' of {game}{hint} (a policy of"
            " your own is asked for by file and name, as in my_bots.py:hoarder)"
        )
    return found


def find(spec: Spec, game: str) -> Policy:
    """Return the policy that a spec asks for.

    Raises
    ------
    RealmvaleError
        If there is none, or it isn't a policy of this game.
    """
    if spec.file is not None:
        return _from_file(spec, game)
    name = _known_name(spec, game)
    stated = Spec(spec.text, None, name, spec.params)
    if name in built_in_names(game):
        module = importlib.import_module(f"sim.{game}.policies.{name}")
        limits = getattr(module, "LIMITS", {})
        return _policy(stated, game, module.choose, module.PARAMS, None, limits)
    point = _entry_points()[name]
    try:
        with redirect_stdout(sys.stderr):
            found = point.load()
    except (Exception, SystemExit) as error:
        raise RealmvaleError(
            f"policy '{spec.text}': {point.value} can't be loaded: {described(error)}"
        ) from error
    origin = inspect.getmodule(getattr(found, "py_func", found))
    return _policy(stated, game, found, _defaults(name, found, origin), None)


def _from_file(spec: Spec, game: str) -> Policy:
    """Return a policy that a user's file defines."""
    path = Path(str(spec.file)).expanduser()
    try:
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        reason = error.strerror or "it can't be read"
        raise RealmvaleError(f"policy '{spec.text}': {path}: {reason}") from error
    module = _load_file(spec, path.resolve(), digest)
    have = [name for name, value in vars(module).items() if _is_policy(value, module)]
    name = spec.name
    if not name:
        if len(have) != 1:
            listed = f"it has {', '.join(have)}" if have else "it has none"
            raise RealmvaleError(
                f"policy '{spec.text}': say which policy of {path} is meant,"
                f" as in {path.name}:hoarder; {listed}"
            )
        name = have[0]
    if not hasattr(module, name):  # `hoarder` will do for `class Hoarder`
        name = next((other for other in have if normalise(other) == normalise(name)), name)
    found = getattr(module, name, None)
    if found is None:
        hint = did_you_mean(name, have) or f"; it has {', '.join(have) or 'no policies'}"
        raise RealmvaleError(f"policy '{spec.text}': {path} has no policy named '{name}'{hint}")
    stated = Spec(spec.text, spec.file, name, spec.params)
    return _policy(stated, game, found, _defaults(name, found, module), digest)


def _load_file(spec: Spec, path: Path, digest: str) -> ModuleType:
    """Import a file under a name of its own, once for each content; its prints go to stderr."""
    name = f"_realmvale_{path.stem}_{digest[:12]}"
    if name in sys.modules:
        return sys.modules[name]
    loader = importlib.util.spec_from_file_location(name, path)
    if loader is None:
        raise RealmvaleError(f"policy '{spec.text}': {path} isn't a Python file ending in .py")
    assert loader.loader is not None
    module = importlib.util.module_from_spec(loader)
    sys.modules[name] = module
    try:
        with redirect_stdout(sys.stderr):
            loader.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        where = f", line {error.lineno}" if isinstance(error, SyntaxError) else ""
        raise RealmvaleError(
            f"policy '{spec.text}': {path} can't be loaded{where}: {described(error)}"
        ) from error
    return module


def is_compiled(value: Any) -> bool:
    """Tell whether something is a compiled function (or would be, were kernels compiled)."""
    from sim.jit import JITTED

    return hasattr(value, "py_func") or (not JITTED and inspect.isfunction(value))


def _is_policy(value: Any, module: ModuleType) -> bool:
    """Tell whether a file's attribute is a policy which the file itself defines."""
    origin = getattr(getattr(value, "py_func", value), "__module__", None)
    if origin != module.__name__:
        return False
    return is_compiled(value) or (inspect.isclass(value) and hasattr(value, "choose"))


def _defaults(name: str, found: Any, module: ModuleType | None) -> dict[str, Any]:
    """Return the parameters of a policy that isn't built in, with their defaults.

    A class has those of its constructor; a compiled function those of the file's ``PARAMS``, or
    of ``PARAMS[name]`` if the file has several policies.
    """
    if is_compiled(found):
        params = getattr(module, "PARAMS", {})
        own = params.get(name)
        if isinstance(own, dict):
            return dict(own)
        return {key: value for key, value in params.items() if not isinstance(value, dict)}
    if not inspect.isclass(found) or found.__init__ is object.__init__:
        return {}
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    parameters = list(inspect.signature(found).parameters.values())
    return {p.name: p.default for p in parameters if p.kind in kinds}


def _policy(
    spec: Spec,
    game: str,
    found: Any,
    defaults: dict[str, Any],
    digest: str | None,
    limits: dict[str, tuple[float, float]] | None = None,
) -> Policy:
    """Check what was found and make a policy of it."""
    params = checked_params(spec, defaults, limits)
    if is_compiled(found):
        from sim.policy_check import check_compiled

        found = check_compiled(spec, game, found, params)
        return Policy(label(spec, params), spec.text, params, COMPILED, found, digest)
    from sim.policy_check import check_python

    check_python(spec, found)
    return Policy(label(spec, params), spec.text, params, PYTHON, found, digest)
