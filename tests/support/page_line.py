"""A whole bench as a process of its own, ``tabularius --bench``, and its line: what the page says and hears."""

from __future__ import annotations

import base64
import contextlib
import http.client
import json
import os
import random
import select
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from live import PATIENCE_S, ROOT, environment
from reading import read, seen

HOST = "127.0.0.1"


def free_port() -> int:
    """A port that nobody has, outside the range from which the system takes one for whoever only calls."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind((HOST, port))
            return port


def command(folder: Path, port: int, *more: str) -> list[str]:
    """The command line of a bench that keeps its data in ``folder``."""
    places = ["--data", str(folder / "data"), "--set", f"bench.port={port}"]
    return [sys.executable, "-m", "firmware_py", "--bench", *places, *more]


class BenchProcess:
    """``tabularius --bench``. Its messages go to ``messages``, a file in ``folder``.

    It opens no browser, unless it is told by ``browser``, of the environment, which and where.
    """

    def __init__(self, folder: Path, *more: str, browser: Mapping[str, str] | None = None) -> None:
        self.folder, self.more, self.port = folder, more, free_port()
        self.environ = environment(folder) | dict(browser or {})
        if browser is None:
            self.more = (*more, "--no-browser")
        self.messages = folder / "messages"
        self.start()

    def start(self) -> None:
        """Start it, and wait until its page is there."""
        with self.messages.open("a") as said:
            self.process = subprocess.Popen(
                command(self.folder, self.port, *self.more), cwd=ROOT, env=self.environ, stderr=said
            )
        try:
            self.glimpse(lambda glance: glance.get("supply") == "on")
        except BaseException:
            self.process.kill()
            self.process.wait()
            raise

    @property
    def address(self) -> str:
        return f"http://{HOST}:{self.port}/"

    def companion(self) -> int:
        """The process number of the companion: who owns the data folder."""
        text = (self.folder / "data" / "lock").read_text()
        return int(text.split()[0]) if text else 0

    def end(self) -> int:
        """Stop it in peace; its exit status."""
        self.process.terminate()
        return self.process.wait(PATIENCE_S)

    def close(self) -> None:
        """Away with it, and wait until its companion has gone too."""
        if self.process.poll() is None:
            companion = self.companion()
            self.process.kill()
            self.process.wait()
            if companion:
                end_of(companion)

    # ---- the line

    def ask(self, method: str, path: str, body: str = "", **headers: str) -> tuple[int, str]:
        """One request; its status and text. Header names are given with ``_`` for ``-``."""
        line = http.client.HTTPConnection(HOST, self.port, timeout=PATIENCE_S)
        try:
            line.request(method, path, body or None, {name.replace("_", "-"): text for name, text in headers.items()})
            answer = line.getresponse()
            return answer.status, answer.read().decode()
        finally:
            line.close()

    def move(self, **body: Any) -> None:
        status, text = self.ask("POST", "/move", json.dumps(body), Content_Type="application/json")
        assert status == 200, text

    def glances(self) -> Iterator[dict[str, Any]]:
        """What the page is told, from everything on. Waits for a bench that is still coming."""
        line = http.client.HTTPConnection(HOST, self.port, timeout=PATIENCE_S)
        while True:
            try:
                line.request("GET", "/events")
                answer = line.getresponse()
                break
            except ConnectionError:
                line.close()
                status = self._gone()
                if status is not None:
                    raise AssertionError(f"the bench ended ({status}): {self.messages.read_text()}") from None
        try:
            for text in answer:
                if text.startswith(b"data: "):
                    yield from json.loads(text[6:]) or [{}]
        finally:
            line.close()

    def _gone(self) -> int | None:
        try:
            return self.process.wait(0.02)
        except subprocess.TimeoutExpired:
            return None

    def glimpse(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait until the page is told something of that kind."""
        until_s = time.monotonic() + PATIENCE_S
        for glance in self.glances():
            if wanted(glance):
                return glance
            if time.monotonic() > until_s:
                break
        raise AssertionError("the page was never told so")

    def wait_for_glass(self, wanted: Callable[[list[str]], bool], name: str = "prompt") -> list[str]:
        """Wait until a display shows something of that kind; its art."""
        last: list[list[str]] = []

        def fits(glance: dict[str, Any]) -> bool:
            if glance.get("glass") != name:
                return False
            last[:] = [art_of(glance["lit"])]
            return wanted(last[0])

        try:
            self.glimpse(fits)
        except AssertionError as never:
            raise AssertionError(f"{name} never showed it, but at last: {read(last[0])}") from never
        return last[0]

    def play(self, *steps: tuple[str | int, str]) -> None:
        """Hands that look: each step is notches to turn, or what to press, and what the prompt shows then.

        ``[text]`` is text that has the focus.
        """
        for act, then in steps:
            if isinstance(act, int):
                self.move(turn=act)
            else:
                self.move(press=act)
                self.move(release=act)
            text = then.strip("[]")
            inverted = True if text != then else None
            self.wait_for_glass(lambda art, text=text, inverted=inverted: seen(art, text, inverted))  # type: ignore[misc]


GAME: tuple[tuple[str | int, str], ...] = (
    (1, "[Trajan]"), ("knob", "Scorekeeper"), ("knob", "players"), (1, "3"), ("knob", "spaces"),
    ("knob", "Who starts?"), (1, "[red]"), ("knob", "14 left then"),
)  # fmt: skip
"""A game of three is started, red first."""


def end_of(number: int) -> None:
    """Wait until a process that is nobody's child here has ended."""
    try:
        handle = os.pidfd_open(number)
    except ProcessLookupError:
        return
    try:
        if not select.select([handle], [], [], PATIENCE_S)[0]:
            raise AssertionError(f"process {number} does not end")
    finally:
        os.close(handle)


def art_of(lit: str, width: int = 128) -> list[str]:
    """A glance at a glass as text art."""
    bits = "".join(f"{byte:08b}" for byte in base64.b64decode(lit)).replace("0", ".").replace("1", "#")
    return [bits[start : start + width] for start in range(0, len(bits), width)]


def run_once(arguments: Sequence[str], folder: Path) -> tuple[int, str]:
    """Run the program to its end; its exit status and what it said on standard error."""
    done = subprocess.run(
        [sys.executable, "-m", "firmware_py", *arguments],
        cwd=ROOT, env=environment(folder), capture_output=True, text=True, timeout=PATIENCE_S, check=False,
    )  # fmt: skip
    return done.returncode, done.stderr
