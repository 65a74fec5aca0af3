"""A command's line to the companion that keeps its data folder, if one runs: found, asked, its answer taken.

Who may ask is a matter of the socket's owner and group; to whoever may not, one line says which group that is. This
module must not know what is asked.
"""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from config.loader import SERVICE_FOLDER
from firmware_py.control_lines import (
    Asked,
    Found,
    Greeting,
    Line,
    Refused,
    Result,
    Skip,
    Told,
    encoded,
    program_version,
    told,
)
from firmware_py.data_folder import control_socket, holder, named_socket, reachable
from firmware_py.errors import BadAsk, NoAnswer

GREETING_S = 10.0
LONGEST_LINE = 1 << 26
SERVICE_SOCKET = Path("/run/tabularius/control")
"""Where the service listens; its lock file cannot be read by everybody, nor written on every card."""


class Companion:
    """A running companion that has greeted. To be asked once."""

    def __init__(self, line: socket.socket, greeting: Greeting, lines: Any) -> None:
        self.version, self.process = greeting.version, greeting.process
        self._line, self._lines = line, lines

    def ask(
        self,
        question: Asked,
        patience_s: float,
        say: Callable[[str], None] = lambda line: print(line, file=sys.stderr, flush=True),
        find: Callable[[Found], None] = lambda finding: None,
    ) -> Any:
        """What comes of a question. ``patience_s``: how long the companion may say nothing. Raises NoAnswer."""
        self._line.settimeout(patience_s)
        try:
            self._line.sendall(encoded(question))
            while True:
                match _next(self._lines):
                    case Line(text):
                        say(text)
                    case Found() as finding:
                        find(finding)
                    case Result(value):
                        return value
                    case Refused(message):
                        raise NoAnswer(message)
        except TimeoutError as problem:
            raise NoAnswer(
                f"{self._who()} has said nothing for {patience_s:.0f} s: what is wrong may stand in its messages "
                "(journalctl -u tabularius)"
            ) from problem
        except (BadAsk, ConnectionError, ValueError) as problem:
            raise NoAnswer(f"{self._who()} has ended in the middle of its answer: ask again") from problem

    def skip(self) -> None:
        """Have it pass over what a hand is asked for now."""
        with contextlib.suppress(OSError):
            self._line.sendall(encoded(Skip()))

    def skip_on_enter(self) -> None:
        """From now on Enter on the terminal, if there is one, passes over what a hand is asked for."""
        if sys.stdin is not None and sys.stdin.isatty():
            print("Enter passes over one, Ctrl-C ends.", file=sys.stderr)
            threading.Thread(target=self._hear_enter, args=(sys.stdin.fileno(),), daemon=True).start()

    def _hear_enter(self, terminal: int) -> None:
        with contextlib.suppress(OSError):
            while os.read(terminal, 1024):  # sys.stdin itself would be locked at the end of the program
                self.skip()

    def _who(self) -> str:
        return f"the companion (process {self.process})"

    def __enter__(self) -> Companion:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lines.close()
        self._line.close()


def running(data: Path, environ: Mapping[str, str] = os.environ) -> Companion | None:
    """The companion that keeps this folder; None if none runs, or if it listens nowhere.

    Raises NoAnswer if this user may not ask it, if it does not greet, or if it is of another version.
    """
    barred = False
    with contextlib.suppress(RuntimeError):  # in the home of nobody there is no companion
        data = data.expanduser()
    for path in _places(data, environ):
        line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            line.settimeout(GREETING_S)
            with reachable(path) as name:
                line.connect(name)
        except OSError as problem:
            line.close()
            barred |= isinstance(problem, PermissionError)
            continue
        lines = line.makefile("rb")
        try:
            companion = _greeted(line, lines, data)
        except BaseException:
            lines.close()
            line.close()
            raise
        if companion is not None:
            return companion
        lines.close()
        line.close()
    if barred and not os.access(data, os.R_OK | os.X_OK, effective_ids=True):
        raise NoAnswer(
            f"the companion that keeps {data} answers the group tabularius alone: ask with sudo, or join it "
            "(sudo usermod -aG tabularius $USER) and log in anew"
        )
    return None


def _places(data: Path, environ: Mapping[str, str]) -> list[Path]:
    """Where a companion that keeps this folder may listen: where its lock file says, else where it would."""
    places = [named_socket(data), control_socket(data, environ)]
    if data == SERVICE_FOLDER:
        places.append(SERVICE_SOCKET)
    return list(dict.fromkeys(filter(None, places)))


def _greeted(line: socket.socket, lines: Any, data: Path) -> Companion | None:
    """The companion at the other end, if it keeps this folder."""
    try:
        greeting = _next(lines)
    except (TimeoutError, BadAsk, ConnectionError, ValueError) as problem:
        raise NoAnswer(
            f"the companion that keeps {data} ({holder(data)}) does not answer: it may be just starting or ending, "
            "or hang; ask again, or restart it (sudo systemctl restart tabularius)"
        ) from problem
    if isinstance(greeting, Refused):
        raise NoAnswer(greeting.message)
    if not isinstance(greeting, Greeting) or not _same(Path(greeting.data), data):
        return None
    version = program_version()
    if greeting.version != version:
        raise NoAnswer(
            f"the running companion (process {greeting.process}) is of version {greeting.version or '?'}, this command "
            f"of {version or '?'}: restart the companion (sudo systemctl restart tabularius)"
        )
    return Companion(line, greeting, lines)


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:  # also a name that no coding knows, of which the greeting has lost some
        return str(one) == str(other.expanduser().absolute()).encode("utf-8", "replace").decode()


def _next(lines: Any) -> Told:
    line: bytes = lines.readline(LONGEST_LINE)
    if not line:
        raise ConnectionResetError("hung up")
    return told(line)
