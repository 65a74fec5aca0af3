"""The emulated world in real time, in a thread of this process, and the companion as its child on the bench's wires.

Nothing sleeps here: whoever waits does so for a condition, looked at whenever something on the bench has changed, and
for as long as a slow computer may take before it counts as a failure.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, TypeVar

from evening import icon_at

from config.loader import load
from drivers.bench.wires import WireServer
from drivers.bench.world import World
from drivers.seams import LoopClock
from firmware_py.web.bench import world_wiring

ROOT = Path(__file__).parent.parent.parent
PATIENCE_S = 20.0

T = TypeVar("T")


def environment(folder: Path, **more: str) -> dict[str, str]:
    """Of a companion that shall know nothing of this computer's own settings."""
    environ = {
        name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "NOTIFY_", "WATCHDOG_"))
    }
    return environ | {"PYTHONUNBUFFERED": "1", "XDG_CONFIG_HOME": str(folder), "XDG_STATE_HOME": str(folder)} | more


class LiveBench:
    """World and wires. ``folder`` must have a short path: a socket lies in it."""

    def __init__(self, folder: Path, profile: str = "bench", overrides: Sequence[str] = ()) -> None:
        self.folder, self.data = folder, folder / "data"
        self.arguments = ["--profile", profile, "--data", str(self.data)]
        for each in overrides:
            self.arguments += ["--set", each]
        self.settings = load(profile, None, self.data, tuple(overrides), environ={}).settings
        self.glass = next(each.name for each in self.settings.displays if each.role in ("all", "prompt"))
        self.child: subprocess.Popen[str] | None = None
        self._news = threading.Condition()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._notices = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._notices.bind(str(folder / "notices"))
        self._wait_for(self._open())

    async def _open(self) -> None:
        reader = self.folder / "reader" if self.settings.reader is not None else None
        self.world = World(world_wiring(self.settings), LoopClock(self._loop), reader_path=reader)
        self.world.listen(self._changed)
        self.wires = WireServer(self.world, self.folder / "wires")
        await self.wires.start()

    def _wait_for(self, coroutine: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(PATIENCE_S)

    def on_loop(self, call: Callable[[], T]) -> T:
        """Do something with the world, on its loop."""

        async def run() -> T:
            return call()

        return self._wait_for(run())

    def _changed(self, name: str) -> None:
        with self._news:
            self._news.notify_all()

    # ---- the companion

    def start(self, *more: str, program: str = "", shell: str = "") -> subprocess.Popen[str]:
        """Start it; its messages can be read from ``stderr``.

        ``program`` is what Python runs instead of the command, ``shell`` redirections as ``2>&-``.
        """
        run = ["-c", program] if program else ["-m", "firmware_py"]
        command = [sys.executable, *run, *self.arguments, "--wires", str(self.folder / "wires"), *more]
        if shell:
            command = ["/bin/sh", "-c", f'exec "$@" {shell}', "sh", *command]
        environ = environment(self.folder, NOTIFY_SOCKET=str(self.folder / "notices"))
        self.on_loop(self.world.power)
        self.child = subprocess.Popen(command, cwd=ROOT, env=environ, text=True, stderr=subprocess.PIPE)
        return self.child

    def hear(self, state: str) -> str:
        """Wait until it tells its service manager a line that begins with ``state``; that line."""
        assert self.child is not None
        self._notices.settimeout(0.5)
        until_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < until_s:
            with contextlib.suppress(TimeoutError):
                for line in self._notices.recv(4096).decode().splitlines():
                    if line.startswith(state):
                        return line
                continue
            assert self.child.poll() is None, (
                f"ended ({self.child.returncode}) without {state}: {self.child.communicate()[1]}"
            )
        raise AssertionError(f"never said {state}")

    def ready(self) -> None:
        self.hear("READY=1")

    def stop(self) -> tuple[int, str]:
        """As the service manager does; its exit status, and all it said."""
        assert self.child is not None
        self.child.terminate()
        return self.ended()

    def ended(self) -> tuple[int, str]:
        """Wait for its end; its exit status, and all it said."""
        assert self.child is not None
        said = self.child.communicate(timeout=PATIENCE_S)[1]
        return self.child.returncode, said

    def kill(self) -> None:
        """Pull the plug."""
        assert self.child is not None
        self.child.kill()
        self.child.communicate(timeout=PATIENCE_S)
        self.on_loop(self.world.cut_power)

    def hang_up(self) -> None:
        """The bench goes."""
        self._wait_for(self.wires.close())

    def close(self) -> None:
        if self.child is not None and self.child.poll() is None:
            self.child.kill()
            self.child.communicate()
        self._wait_for(self.wires.close())
        self.on_loop(self.world.close)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        self._notices.close()

    # ---- eyes

    def art(self, name: str | None = None) -> list[str]:
        return self.world.art(name or self.glass)

    def marked(self, art: list[str] | None = None) -> bool:
        return any(icon_at((art or self.art())[:8], name) for name in ("unsaved", "notsaved"))

    def wait_until(self, what: Callable[[], bool], patience_s: float = PATIENCE_S) -> bool:
        """Wait until that holds, looking whenever something has changed. False if it never did."""
        with self._news:
            return self._news.wait_for(what, patience_s)

    # ---- hands: whoever moves them waits for what the glass shows then

    def turn(self, notches: int) -> None:
        self.on_loop(lambda: self.world.turn(notches, 0.065))

    def click(self, control: str = "knob") -> None:
        self.on_loop(lambda: self.world.click(control))
