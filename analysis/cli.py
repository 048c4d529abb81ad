"""The command line ``realmvale``: finding commands, and how their errors reach people.

A command's module is imported only when the command is run or asked for its own help, so that
``realmvale --help`` answers at once.
"""

from __future__ import annotations

import atexit
import contextlib
import errno
import importlib
import os
import sys
import threading
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

import click

from analysis.completion import offer
from analysis.encoding import forgive_encoding
from analysis.examples import examples
from sim import __version__
from sim.disk import is_full, reason
from sim.errors import RealmvaleError
from sim.names import did_you_mean, shortened

# Command: its line in the listing. `cards` lies in analysis/commands/cards.py, and so on.
COMMANDS = {
    "simulate": "Play games into a run folder.",
    "report": "Write the designer's report of a run folder.",
    "compare": "Let bots play against each other on mirrored deals.",
    "assumptions": "Try every assumed fact over its range: which verdicts hold?",
    "ban": "Measure what a card is worth: one seat may not use it.",
    "whatif": "Change cards and see what it does, on the same deals.",
    "tune": "Find the number that gives a card a wanted effect.",
    "advice": "Test the advice of the guide by matches of bots.",
    "luck": "Share out what results vary by: seat, bot, deal, hidden cards.",
    "score": "Score a hand and explain it card by card.",
    "exact": "Count all hands of a deck: exact means, best hands.",
    "verify": "Check a run folder: hashes, rows, and blocks played again.",
    "trace": "Replay one game of a run turn by turn, in words.",
    "scenario": "Set up a position, try actions, print the result as JSON.",
    "cards": "Check, list and show the cards of a card file.",
    "policies": "List the policies that can play.",
    "bench": "Measure how fast everything is.",
}
INTERRUPTED = 130
_DENIED = (errno.EACCES, errno.EPERM, errno.EROFS)


class CommandLine(click.Group):
    """The group of all commands, loaded one by one, and the handler of everything they raise."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order of the listing."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command; None if there is none of this name."""
        if cmd_name not in COMMANDS:
            return None
        module = f"analysis.commands.{cmd_name}"
        try:
            command: click.Command = getattr(importlib.import_module(module), cmd_name)
        except ModuleNotFoundError as error:
            if error.name != module:
                raise
            ctx.fail(f"the command '{cmd_name}' isn't part of this version yet")
        _complete(command, cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command to run, or suggest one."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            *others, last = COMMANDS
            hint = did_you_mean(name, COMMANDS) or f"; there are {', '.join(others)} and {last}"
            ctx.fail(f"there is no command '{shortened(name)}'{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the listing from the table above, without importing a command."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def main(  # type: ignore[override]
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command line and exit: 2 for usage and bad input, 1 for a failed check or a fault.

        Nothing but ``--debug`` shows a traceback.
        """
        stated = list(sys.argv[1:] if args is None else args)
        extra.setdefault("obj", {"argv": stated})
        if not standalone_mode:
            return super().main(args, prog_name, standalone_mode=False, **extra)
        forgive_encoding()
        debug = "--debug" in stated
        try:
            code = super().main(args, prog_name or "realmvale", standalone_mode=False, **extra)
            sys.stdout.flush()
        except RealmvaleError as error:
            _leave(f"Error: {error}", error.exit_code, debug)
        except click.exceptions.NoArgsIsHelpError as error:
            error.show()
            sys.exit(error.exit_code)
        except click.ClickException as error:
            _leave(f"Error: {_sentence(error)}", error.exit_code, debug)
        except (click.Abort, KeyboardInterrupt):
            _leave("Interrupted.", INTERRUPTED, debug)
        except Exception as error:
            _leave(*_unforeseen(error, stated), debug)
        sys.exit(code if isinstance(code, int) else 0)


def _unforeseen(error: Exception, stated: Sequence[str]) -> tuple[str, int]:
    """Return message and exit code of an error that no command has words for.

    A full disk, files and folders that can't be had, and run folders that are damaged can meet any
    of them; anything else is a fault of ours.
    """
    if isinstance(error, BrokenPipeError):  # nobody reads on
        _drop_stdout()
        return "", 1
    named = getattr(error, "filename", None) if isinstance(error, OSError) else None
    if is_full(error) or named or getattr(error, "errno", None) in _DENIED:
        if named is None:
            _drop_stdout()
        how = "written" if is_full(error) else "used"
        return f"Error: {named or 'the output'} can't be {how}: {reason(error)}", 2
    if isinstance(error, ValueError) and "embedded null" in str(error):
        return "Error: the name of a file or folder has a null character in it", 2
    what = f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"
    for found in filter(None, map(_damage, stated)):
        return f"Error: {found}, and makes no sense ({what}); `realmvale verify` tells more", 2
    advice = "" if "--debug" in stated else "; run again with --debug to see where"
    return f"Error: internal error: {what}{advice}", 1


def _damage(word: str) -> str | None:
    """Return what is wrong with the run folder that a word of the command line names, if any."""
    from sim.damage import damaged_file

    with contextlib.suppress(Exception):  # another error is being told
        return damaged_file(Path(word))
    return None


def _drop_stdout() -> None:
    """Send what stdout still holds nowhere, or Python would fail once more at its end."""
    with contextlib.suppress(OSError, ValueError):
        stdout, nowhere = sys.stdout.fileno(), os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stdout)
        os.close(nowhere)


def _sentence(error: click.ClickException) -> str:
    """Return what was wrong with a command line, and where to read how it is meant."""
    told = error.format_message()
    context = getattr(error, "ctx", None)
    return told if context is None else f"{told} (see `{context.command_path} --help`)"


def _leave(message: str, code: int, debug: bool) -> NoReturn:
    """Print a message, and the traceback if asked for, and exit."""
    if debug:
        traceback.print_exc()
    if message:
        click.echo(message, err=True)
    sys.exit(code)


def _complete(command: click.Command, path: str) -> None:
    """Give a command what all have: ``--debug``, ``--quiet``, examples, words for a shell."""
    inner = getattr(command, "commands", {})
    names = {param.name for param in command.params}
    if "debug" in names:
        return
    accepted = {"debug": "Show the traceback of an error."}
    if not inner and "quiet" not in names:
        accepted["quiet"] = "No messages but errors."
    for name, about in accepted.items():
        hidden = name == "debug"
        option = click.Option(
            [f"--{name}"], is_flag=True, expose_value=False, hidden=hidden, help=about
        )
        command.params.append(option)
    command.epilog = command.epilog or examples(path)
    offer(command)
    for name, each in inner.items():
        _complete(each, f"{path} {name}")


def _quiet_all() -> dict[str, Any]:
    """Return defaults that make every command quiet that can be."""
    quiet = {"quiet": True}
    groups = {"cards": dict.fromkeys(("check", "list", "show", "language", "template"), quiet)}
    return {name: groups.get(name, quiet) for name in COMMANDS}


@click.command(
    "realmvale", cls=CommandLine, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, prog_name="realmvale")
@click.option("--debug", is_flag=True, help="Show the traceback of an error.")
@click.option("--quiet", is_flag=True, help="No progress, no messages but errors.")
@click.pass_context
def main(ctx: click.Context, debug: bool, quiet: bool) -> None:
    """Tell from simulated games which cards are too strong, which are dead, and which bot is best.

    Knows Fantasy Realms and The Vale of Eternity. Cards are data: edit cards.csv, run again.
    """
    if quiet:
        ctx.default_map = _quiet_all()


def program() -> None:
    """Run the command line as a program of its own, which ends at once after Ctrl-C or an error.

    Python would first wait for threads that are in the midst of a long game, for seconds, while
    it takes down what they work with; and an interrupt of a moment before could still change the
    exit code.
    """
    try:
        main()
    except SystemExit as end:
        if end.code == INTERRUPTED or (end.code and threading.active_count() > 1):
            _end_now(int(end.code))
        raise
    except KeyboardInterrupt:  # another Ctrl-C, while the first one was being told
        _end_now(INTERRUPTED)


def _end_now(code: int) -> NoReturn:
    """End this process without waiting for its threads."""
    try:
        atexit._run_exitfuncs()  # worker processes and their semaphores are cleared up there
        sys.stdout.flush()
    finally:
        os._exit(code)


if __name__ == "__main__":
    program()
