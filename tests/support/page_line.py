"""A whole bench as a process of its own, ``tabularius --bench``, and its line: what the page says and hears."""

from __future__ import annotations

import base64
import http.client
import json
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from live import PATIENCE_S, ROOT, environment

HOST = "127.0.0.1"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def command(folder: Path, port: int, *more: str) -> list[str]:
    """The command line of a bench that keeps its data in ``folder``."""
    places = ["--data", str(folder / "data"), "--set", f"bench.port={port}"]
    return [sys.executable, "-m", "firmware_py", "--bench", "--no-browser", *places, *more]


class BenchProcess:
    """``tabularius --bench``. Its messages go to ``messages``, a file in ``folder``."""

    def __init__(self, folder: Path, *more: str, port: int = 0) -> None:
        self.folder, self.more, self.port = folder, more, port or free_port()
        self.messages = folder / "messages"
        self.start()

    def start(self) -> None:
        """Start it, and wait until its page is there."""
        with self.messages.open("a") as said:
            self.process = subprocess.Popen(
                command(self.folder, self.port, *self.more), cwd=ROOT, env=environment(self.folder), stderr=said
            )
        self.glimpse(lambda glance: glance.get("supply") == "on")

    @property
    def address(self) -> str:
        return f"http://{HOST}:{self.port}/"

    def companion(self) -> int:
        """The process number of the companion: who owns the data folder."""
        return int((self.folder / "data" / "lock").read_text().split()[0])

    def end(self) -> int:
        """Stop it in peace; its exit status."""
        self.process.terminate()
        return self.process.wait(PATIENCE_S)

    def close(self) -> None:
        if self.process.poll() is None:
            try:
                self.end()
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

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
                break
            except ConnectionRefusedError:
                line.close()
                status = self._gone()
                if status is not None:
                    raise AssertionError(f"the bench ended ({status}): {self.messages.read_text()}") from None
        try:
            for text in line.getresponse():
                if text.startswith(b"data: "):
                    yield from json.loads(text[6:])
        finally:
            line.close()

    def _gone(self) -> int | None:
        try:
            return self.process.wait(0.02)
        except subprocess.TimeoutExpired:
            return None

    def glimpse(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait until the page is told something of that kind."""
        return next(glance for glance in self.glances() if wanted(glance))

    def wait_for_glass(self, wanted: Callable[[list[str]], bool], name: str = "prompt") -> list[str]:
        """Wait until a display shows something of that kind; its art."""
        glance = self.glimpse(lambda glance: glance.get("glass") == name and wanted(art_of(glance["lit"])))
        return art_of(glance["lit"])


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
