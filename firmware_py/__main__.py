"""The command line of ``tabularius``: reads the arguments and hands them to the command that is meant.

Every command is imported only when it is called, so that none pays for another. An error that a person can do
something about becomes one line on standard error and exit status 1; a wrong use of the command line is status 2.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

COMMANDS = {
    "setup": "firmware_py.commands.setup",
    "replay": "firmware_py.commands.replay",
    "simulate": "firmware_py.commands.simulate",
    "engine": "firmware_py.commands.pipe",
    "games": "firmware_py.commands.games",
    "doctor": "firmware_py.commands.doctor",
    "tags": "firmware_py.commands.tags",
}
DAEMON = "firmware_py.start"
TITLE = "which game: hansa or trajan"
GAME = "its number, as `tabularius games` lists it"
ENGINE = """\
a game, line by line:
  {"new": {"title": "trajan", "way": "scorekeeper", "players": ["Ana", "Bo"]}}
  {"answer": "seat.0"}
  {"answers": ["3", "build.4", "none"]}
  {"state": true}
  {"undo": 1}
Every reply to a move has the next decision with its legal keys. Also: load,
why_not, ledger, standings, amendments, options, record, copy, use.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; ``arguments`` without the program's name, by default those of the process."""
    asked = parse(sys.argv[1:] if arguments is None else arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a name that the terminal cannot show is no reason to stop
    try:
        status = _command(COMMANDS.get(asked.command, DAEMON))(asked)
        if sys.stdout is not None:  # closed by whoever started us
            sys.stdout.flush()
    except BrokenPipeError:
        _forget_output()
        return 0
    except KeyboardInterrupt:
        return 130
    except Exception as error:  # noqa: BLE001 - the edge of the program: whatever it is, a person gets one line
        print(f"tabularius: {one_line(error)}", file=sys.stderr)
        return 1
    return status


def one_line(error: Exception) -> str:
    """What an exception says, on one line; where it came from if it is none that was meant for a person."""
    # late, and by name: these are the trees of exceptions that speak to people
    trees = ("engine.errors:EngineError", "drivers.errors:DriverError", "config.errors:ConfigError",
             "firmware_py.errors:FirmwareError")  # fmt: skip
    kinds = [_named(tree) for tree in trees if tree.partition(":")[0] in sys.modules]
    message = "; ".join(line.strip() for line in str(error).splitlines() if line.strip())
    if isinstance(error, OSError) and error.strerror and error.args and isinstance(error.args[0], int):
        return error.strerror if error.filename is None else f"{error.filename}: {error.strerror}"
    if isinstance(error, (OSError, *kinds)) and message:
        return message
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    place = f" ({Path(at.tb_frame.f_code.co_filename).name}, line {at.tb_lineno})" if at else ""
    return f"fault of the program, please report it: {type(error).__name__}: {message}{place}"


def _named(name: str) -> type[Exception]:
    module, _, attribute = name.partition(":")
    kind: type[Exception] = getattr(sys.modules[module], attribute)
    return kind


def _command(module: str) -> Callable[[argparse.Namespace], int]:
    run: Callable[[argparse.Namespace], int] = import_module(module).run
    return run


def _forget_output() -> None:
    """After the reader of our output has gone: nothing more is written, not even at the interpreter's end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


# ---- arguments


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The command line taken apart; a wrong one ends the program with status 2."""
    if not any(word in COMMANDS or word in ("-h", "--help") for word in arguments):
        asked, rest = _companion(add_help=False).parse_known_args(arguments)
        if not rest:
            return asked
    asked, rest = parser().parse_known_args(arguments)
    if rest:
        asked.parser.error(f"unrecognized arguments: {' '.join(rest)}")
    return asked


def parser() -> argparse.ArgumentParser:
    """The whole command line. No command at all starts the companion."""
    places = _places(argparse.SUPPRESS)
    json = argparse.ArgumentParser(add_help=False)
    json.add_argument("--json", action="store_true", help="print one JSON document and nothing else")
    top = _companion(add_help=True)
    commands = top.add_subparsers(dest="command", metavar="COMMAND", title="commands")

    def command(name: str, help: str, *parents: argparse.ArgumentParser) -> argparse.ArgumentParser:
        return _way(commands, name, help, places, *parents)

    setup = command("setup", "a random set-up", json)
    _add_title(setup)
    setup.add_argument("--seed", metavar="CODE", help="the code of a set-up, to have it again")
    setup.add_argument("--options", action="store_true", help="list the title's options instead")
    _add_options(setup)

    replay = command("replay", "replay a record: standings and ledger", json)
    replay.add_argument("file", metavar="FILE", type=Path, help="a record, as `tabularius games export` writes it")
    replay.add_argument("--until", metavar="LINE", type=_positive, help="only the answers up to this line of the file")

    simulate = command("simulate", "random games with every invariant on", json)
    _add_title(simulate)
    simulate.add_argument("--way", metavar="W", help="scorekeeper or referee; default: the title's first")
    simulate.add_argument("--games", metavar="N", type=_positive, default=10, help="how many; default: %(default)s")
    simulate.add_argument("--seed", metavar="S", default="1", help="any text; the same seed plays the same games")
    simulate.add_argument("--no-invariants", action="store_true", help="play only, check nothing")
    _add_options(simulate)

    engine = command("engine", "the engine over a pipe: one JSON object a line in, one a line out")
    engine.formatter_class, engine.epilog = argparse.RawDescriptionHelpFormatter, ENGINE

    doctor = command("doctor", "what is connected, what is wrong, what to do", json, _wiring(argparse.SUPPRESS))
    doctor.add_argument("--first-run", action="store_true", help="first ask on the displays what this box is made of")
    doctor.add_argument(
        "--cards", action="store_true", help="beside a running companion: show each display's test card for 5 s"
    )
    doctor.add_argument(
        "--hands",
        metavar="SECONDS",
        type=_seconds,
        help="how long to wait for each button, the knob and a tag; 0: do not ask; default: 15 in a terminal, else 0",
    )

    _add_games(command("games", "past games: list, show, export", json), places)
    wiring = _wiring(argparse.SUPPRESS)
    _add_tags(command("tags", "tags: list, read, write, learn, forget", json, wiring), places, wiring)
    return top


def _companion(add_help: bool) -> argparse.ArgumentParser:
    """What starts the companion; by itself, since it is on the way to the first picture."""
    top = argparse.ArgumentParser(
        prog="tabularius",
        description="A companion for the board-game table. Without a command it starts with the configured hardware.",
        parents=[_places(None), _wiring(None)],
        allow_abbrev=False,
        add_help=add_help,
        formatter_class=argparse.HelpFormatter if add_help else _narrow,  # the terminal's width costs an import
    )
    top.set_defaults(command=None, overrides=[], parser=top)
    top.add_argument("--version", action=_Version, nargs=0, help="which version this is")
    top.add_argument("--first-run", action="store_true", help="ask on the displays what this box is made of")
    top.add_argument("--no-browser", action="store_true", help="with --bench: do not open the page in a browser")
    return top


def _wiring(default: str | None) -> argparse.ArgumentParser:
    """Which parts there are; as with ``_places``."""
    wiring = argparse.ArgumentParser(add_help=False, argument_default=default)
    wiring.add_argument("--bench", action="store_true", help="emulated hardware instead of this computer's")
    wiring.add_argument("--profile", metavar="NAME", help="wiring profile")
    wiring.add_argument("--set", dest="overrides", metavar="TABLE.KEY=VALUE", action="append", help="one setting")
    wiring.add_argument("--wires", metavar="SOCKET", type=Path, help=argparse.SUPPRESS)  # how the bench starts it
    return wiring


def _narrow(prog: str) -> argparse.HelpFormatter:
    return argparse.HelpFormatter(prog, width=78)


def _places(default: str | None) -> argparse.ArgumentParser:
    """The two that may stand before or after the command; after it they must not take back what stood before."""
    places = argparse.ArgumentParser(add_help=False, argument_default=default)
    places.add_argument("--data", metavar="DIR", type=Path, help="data folder")
    places.add_argument("--config", metavar="FILE", type=Path, help="settings file")
    return places


def _way(to: Any, name: str, help: str, *parents: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """A command, or one of its ways. It is the one that complains of what it does not know."""
    said = help[0].upper() + help[1:] + "."
    made: argparse.ArgumentParser = to.add_parser(
        name, help=help, description=said, parents=parents, allow_abbrev=False
    )
    made.set_defaults(parser=made)
    return made


def _add_title(to: argparse.ArgumentParser) -> None:
    to.add_argument("title", metavar="TITLE", help=TITLE)
    to.add_argument("--players", metavar="N|NAMES", help="a number or names parted by commas; default: the most")


def _add_options(to: argparse.ArgumentParser) -> None:
    to.add_argument(
        "--option",
        dest="chosen",
        metavar="NAME=VALUE",
        action="append",
        type=_pair,
        default=[],
        help="an option of the title; again for each",
    )


def _add_games(to: argparse.ArgumentParser, places: argparse.ArgumentParser) -> None:
    later = argparse.ArgumentParser(add_help=False)  # does not take back a --json that stood before the word
    later.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print one JSON document")
    what = to.add_subparsers(dest="what", metavar="list|show|export")
    _way(what, "list", "every game, the one played last first", places, later)
    show = _way(what, "show", "one game: standings and ledger", places, later)
    show.add_argument("number", metavar="GAME", type=_positive, help=GAME)
    export = _way(what, "export", "one game as a text that people and other programs can read", places)
    export.add_argument("number", metavar="GAME", type=_positive, help=GAME)
    export.add_argument(
        "--format", dest="form", default="record", choices=("record", "json"), help="default: %(default)s"
    )
    export.add_argument("--out", metavar="FILE", type=Path, help="write to a file instead")


def _add_tags(to: argparse.ArgumentParser, *shared: argparse.ArgumentParser) -> None:
    later = argparse.ArgumentParser(add_help=False)
    later.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print one JSON document")
    waits = argparse.ArgumentParser(add_help=False)
    waits.add_argument("--seconds", type=_seconds, default=60.0, help="how long to wait for each tag; default: 60")
    what = to.add_subparsers(dest="what", metavar="list|read|write|learn|forget")
    _way(what, "list", "the tags that this box has learned by their numbers", *shared, later)
    _way(what, "read", "what the next tag on the reader is", *shared, later, waits)
    write = _way(what, "write", "write a text to the next tag, as trajan/forum.bread", *shared, waits)
    write.add_argument("text", metavar="TITLE/WORD", help="what it names, as trajan/forum.bread or hansa/city.emden")
    write.add_argument("--any", action="store_true", help="any other text too")
    learn = _way(what, "learn", "a tag for each component of a title, one after another", *shared, waits)
    learn.add_argument("title", metavar="TITLE", help=TITLE)
    learn.add_argument("kind", metavar="KIND", nargs="?", help="only these, as city or forum")
    learn.add_argument("--write", action="store_true", help="write its text onto each tag that takes one")
    learn.add_argument("--copies", action="store_true", help="ask once for every copy of a component")
    forget = _way(what, "forget", "forget a learned tag", *shared)
    forget.add_argument("uid", metavar="NUMBER|all", help="its number, as `tabularius tags` lists it")


def _positive(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and int(text) > 0):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1")
    return int(text)


def _seconds(text: str) -> float:
    if not (text.isascii() and text.isdigit() and len(text) <= 3):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds from 0 to 999")
    return float(text)


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name or not value:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    return name, value


class _Version(argparse.Action):
    """Looks the version up only when asked: the library for that takes longer to import than all the rest."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        version = import_module("firmware_py.control_lines").program_version()
        print(f"tabularius {version}" if version else "tabularius, not installed")
        parser.exit()


if __name__ == "__main__":
    sys.exit(main())
