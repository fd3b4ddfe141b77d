"""The entry of the command `lancemate`: finds the sub-command and turns what goes wrong into one clear message.

Imports nothing it does not need, not even `typing`, so that `lancemate --help` starts as fast as Python and no
sub-command pays for another. A sub-command is one line in `COMMANDS`: its name, the Typer app that it is (or what is
called in the same way), and what `--help` says of it.
"""

from __future__ import annotations

import errno
import os
import sys

from lancemate import __version__
from lancemate.compiled import how

COMMANDS: dict[str, tuple[str, str]] = {
    "play": ("lancemate.cli.play:app", "Play in the browser: against a bot or a friend, online or at one screen."),
    "run": ("lancemate.cli.run:app", "Play a battle script and show what happened and why."),
    "verify": (
        "lancemate.cli.verify:app",
        "Check a finished battle: rules kept, dice as promised.",
    ),
    "scenarios": ("lancemate.cli.scenarios:app", "List the scenarios, show what one is about."),
    "new": ("lancemate.cli.new:app", "Set up a battle: a scenario, two forces and a table."),
    "prepare": ("lancemate.cli.prepare:app", "Roll for who decides what before a battle, step by step."),
    "rules": ("lancemate.cli.rules:app", "Look up the rules: list, show, search, coverage."),
    "options": ("lancemate.cli.options:app", "What players may agree on before a battle: list, show."),
    "force": ("lancemate.cli.force:app", "Look at forces, check them, get suggestions, build new ones."),
    "units": ("lancemate.cli.units:app", "Find units, look at them, import your own."),
    "cards": ("lancemate.cli.cards:app", "Print unit cards and force sheets, as PDF or SVG."),
    "sheets": ("lancemate.cli.sheets:app", "Print record sheets and tables of BattleTroops, as PDF or SVG."),
    "lab": (
        "lancemate.cli.lab:app",
        "Play many battles at once: duels, tournaments, what units are worth.",
    ),
    "backup": ("lancemate.cli.backup:backup_app", "Copy all games of a server into one file, while it goes on."),
    "restore": ("lancemate.cli.backup:restore_app", "Put the games of such a file into an empty database."),
    "bench": ("lancemate.cli.bench:app", "Measure speed, next to other simulators in the same run."),
}

WRONG = 2  # what the user gave us cannot be used
INTERRUPTED = 130


def main(argv: list[str] | None = None) -> None:
    """Run the command line and leave with its status."""
    words = sys.argv[1:] if argv is None else argv
    _speak_plainly()
    try:
        status = _run(words)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read us has gone (`lancemate rules list | head`). Python must not complain of it on its way out.
        _say_no_more()
        status = 0
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO):
            raise
        _say_no_more()
        print(f"lancemate: the output cannot be written: {error.strerror}", file=sys.stderr)
        status = WRONG
    except KeyboardInterrupt:
        status = INTERRUPTED
    sys.exit(status)


def _speak_plainly() -> None:
    """Letters that the terminal does not know are written as JSON writes them, instead of breaking off."""
    from codecs import register_error

    register_error("lancemate", _escaped)
    if sys.stdout is None:  # closed by whoever started us
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="lancemate")


def _escaped(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    pairs = (units[place : place + 2].hex() for place in range(0, len(units), 2))
    return "".join(f"\\u{pair}" for pair in pairs), error.end


def _say_no_more() -> None:
    """Let what is still to be written to standard output go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(words: list[str]) -> int:
    words, places = _house_rules(words)
    first = words[0] if words else "--help"
    if first in ("--version", "-V"):
        print(f"lancemate {__version__} (engine {how()}, Python {sys.version.partition(' ')[0]})")
        return 0
    if first in ("--help", "-h", "help"):
        print(_help())
        return 0
    if first not in COMMANDS:
        print(_unknown(first), file=sys.stderr)
        return WRONG
    return _sub_command(first, words[1:], places)


def _house_rules(words: list[str]) -> tuple[list[str], list[str]]:
    """The words without ``--house-rules`` and what follows it, wherever they stand, and the places that followed."""
    left: list[str] = []
    places: list[str] = []
    rest = iter(words)
    for word in rest:
        name, equals, place = word.partition("=")
        if name != "--house-rules":
            left.append(word)
        else:
            places.append(place if equals else next(rest, ""))
    return left, places


def _sub_command(name: str, words: list[str], places: list[str]) -> int:
    import gc
    from importlib import import_module

    from lancemate.kernel.errors import LancemateError

    # A start makes a hundred thousand things and throws none of them away; nothing is to be gained by looking.
    gc.set_threshold(200_000, 1, 5)
    # The threads that numpy starts for large matrices, which nobody has here, wait for work by going round in circles.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    where, _, attribute = COMMANDS[name][0].partition(":")
    try:
        if places or os.environ.get("LANCEMATE_HOUSE_RULES"):
            from lancemate.kernel import house

            house.use(*places)
            house.load()
        _check_switches()
        app = getattr(import_module(where), attribute)
        return app(args=words, prog_name=f"lancemate {name}") or 0
    except LancemateError as error:
        print(f"lancemate: {error.message}", file=sys.stderr)
        return WRONG
    except SystemExit as leaving:
        # Rich and Typer both leave with 1 when nobody reads on; what that means is said in one place.
        if isinstance(leaving.__context__, BrokenPipeError):
            raise leaving.__context__ from None
        raise
    except OSError as error:
        if error.filename is None:
            raise
        print(f"lancemate: {error.filename}: {error.strerror}", file=sys.stderr)
        return WRONG


def _check_switches() -> None:
    """Rules that the environment switches off exist; said once, and not by a thousand battles of the lab."""
    if os.environ.get("LANCEMATE_WITHOUT"):
        from lancemate.kernel.errors import LancemateError
        from lancemate.kernel.ruleset import WITHOUT, left_out
        from lancemate.rulebook import UnknownRule, heading

        try:
            for word in sorted(left_out()):
                heading(word.partition("@")[0])
        except UnknownRule as error:
            raise LancemateError(f"{WITHOUT}: {error.message}") from None


def _help() -> str:
    width = max(map(len, COMMANDS))
    commands = "\n".join(f"  {name:<{width}}  {text}" for name, (_, text) in COMMANDS.items())
    return (
        "Lancemate plays the tabletop game BattleTech: Alpha Strike by the book, and explains every number.\n\n"
        f"Usage: lancemate COMMAND ...\n\n{commands}\n\n"
        "`--house-rules FOLDER` plays with rules of your own (docs/house.md), whatever the command.\n"
        "`lancemate COMMAND --help` tells you more; `lancemate --version` prints the version and which engine runs."
    )


def _unknown(name: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, COMMANDS, n=1)
    hint = f"Did you mean {near[0]}?" if near else f"There are: {', '.join(COMMANDS)}."
    return f"lancemate: there is no command {name!r}. {hint}"


if __name__ == "__main__":
    main()
