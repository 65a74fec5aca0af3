"""The bench: the emulated world in this process, the companion as its child, and what the page needs of both.

The child is the companion as it runs on a Pi; only its wires lead here, and this process stands in for the service
manager to which it says that it is ready, that it stops, or why it had to end. Pulling the plug kills it and darkens
the glass; plugging in starts it again on the same data folder. Neither a game nor a page's looks are known here.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import os
import signal
import socket
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

from config.schema import Settings
from drivers.bench.tags import MifareClassic1K, Ntag213, Tag, ndef_text
from drivers.bench.wires import WireServer
from drivers.bench.world import DisplayWiring, World, WorldWiring
from drivers.seams import LoopClock
from engine import catalogue
from firmware_py import beside
from firmware_py.beside import Beside
from firmware_py.notify import READY, STOPPING
from firmware_py.web import picture
from firmware_py.wiring import controls_wiring, lamp_pins

FRAME_S = 0.03  # pictures that follow each other faster than this reach the page as one
STOP_S = 6.0  # how long the companion may take to save and end
QUIET_S = 15.0  # an open page hears from the bench at least so often, or a line that is dead would not be noticed
CALM_NOTCH_S, SPIN_NOTCH_S = 0.065, 0.04
"""How fast a hand on the page turns: slow enough to go one by one, unless so much is waiting that it is a real spin."""
CALM_S = 0.4
ASIDE_MS, ASIDE_POLLS = 700, 3
"""How long a hand waits between one tag and the next: for a reader a tag is gone when it has missed it for so long."""
BOARD = "the board"  # no display can have that name
MANAGED = ("NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID")


def world_wiring(settings: Settings) -> WorldWiring:
    """The emulated world for these settings."""
    return WorldWiring(
        controls=controls_wiring(settings),
        lamps=lamp_pins(settings),
        buzzer=settings.buzzer.pin if settings.buzzer is not None else None,
        displays=tuple(
            DisplayWiring(each.name, each.chip, each.bus, each.address, each.width, each.height)
            for each in settings.displays
        ),
        reader="reader" if settings.reader is not None else None,
    )


class Tray:
    """The tags beside the reader: one for every component of every title, and two that nobody knows."""

    def __init__(self) -> None:
        self.tags: dict[str, Tag] = {}
        self.labels: dict[str, dict[str, str]] = {}  # name → title, its label or another group, kind, label
        for number, (title, part) in enumerate(
            (each, part) for each in catalogue.titles() for part in each.components()
        ):
            name = f"{title.name}/{part.word}"
            uid = bytes((0x04, 0x7A, *number.to_bytes(5, "big")))
            kind = part.word.partition(".")[0]
            self._add(name, Ntag213(uid, ndef_text(name)), title.name, str(title.label), kind, str(part.label))
        self._add("blank", Ntag213(bytes.fromhex("04b1a0c0ffee01")), "", "Unknown", "", "blank sticker")
        self._add("card", MifareClassic1K(bytes.fromhex("c0ffee42")), "", "Unknown", "", "old key card")

    def _add(self, name: str, tag: Tag, title: str, group: str, kind: str, label: str) -> None:
        self.tags[name] = tag
        self.labels[name] = {"title": title, "group": group, "kind": kind, "label": label}


class Bench:
    """World and child. To be used on a running event loop.

    ``arguments`` start the companion: everything after ``python -m firmware_py``, without the wires.
    """

    def __init__(self, settings: Settings, arguments: Sequence[str]) -> None:
        self.settings, self.arguments = settings, list(arguments)
        self._folder = tempfile.TemporaryDirectory(prefix="tabularius-bench-")
        folder = Path(self._folder.name)
        self._socket = folder / "wires"
        loop = asyncio.get_running_loop()
        reader_path = folder / "reader" if settings.reader is not None else None
        self.world = World(world_wiring(settings), LoopClock(loop), reader_path=reader_path)
        self.wires = WireServer(self.world, self._socket)
        self.tray = Tray()
        self.child: asyncio.subprocess.Process | None = None
        self.status = "off"  # "starting", "on", "stopping", "stopped", "off" (the plug is pulled)
        self.said = ""  # the companion's last word about itself
        self.exit: int | None = None  # how it ended, while it is "stopped"
        self.settled = asyncio.Event()  # the first start has come to something, good or bad
        self.closing = False
        self._knob_free_s = 0.0
        self._pressed: set[str] = set()
        self._watchers: set[Watcher] = set()
        self._ended: asyncio.Task[None] | None = None
        self._notices = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)
        self._notices.bind(str(folder / "notices"))
        loop.add_reader(self._notices, self._hear)
        self.board = Beside()  # what lies on the companion's table
        self._pictured: dict[str, Any] | None = None  # the same as the pages are shown it
        self._told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)
        self._told.bind(str(folder / "beside"))
        loop.add_reader(self._told, self._see)
        self.world.listen(self._changed)

    async def start(self) -> None:
        await self.wires.start()
        await self.plug_in()

    async def plug_in(self) -> None:
        """Power up: the chips wake, the companion starts. Nothing happens while it runs."""
        if self.child is not None:
            return
        self._hear(heed=False)  # what the one before had still to say
        self._see(heed=False)
        self.said, self.exit = "", None
        self.world.power()
        environ = {name: value for name, value in os.environ.items() if name not in MANAGED}
        environ |= {"PYTHONUNBUFFERED": "1", "NOTIFY_SOCKET": str(self._notices.getsockname())}
        environ[beside.VARIABLE] = str(self._told.getsockname())
        self.child = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "firmware_py", *self.arguments, "--wires", str(self._socket), env=environ
        )
        self._set("starting")
        self._ended = asyncio.create_task(self._wait(self.child))

    async def pull_plug(self) -> None:
        """Power gone at this instant: SIGKILL, and the chips' memories are lost."""
        child, self.child = self.child, None
        if child is not None:
            with contextlib.suppress(ProcessLookupError):
                child.kill()
            await child.wait()
        self.world.cut_power()
        self._see(heed=False)
        self._set("off")

    async def shut_down(self) -> None:
        """Ask the companion to stop, as the service manager would; its last picture stays on the glass."""
        if self.child is None:
            return
        self._set("stopping")
        with contextlib.suppress(ProcessLookupError):
            self.child.terminate()
        if self._ended is not None:
            try:
                await asyncio.wait_for(asyncio.shield(self._ended), STOP_S)
            except TimeoutError:
                await self.pull_plug()

    def wake(self) -> None:
        """The bench ends: let no page wait for news any more."""
        self.closing = True
        for watcher in self._watchers:
            watcher.note()

    async def close(self) -> None:
        self.wake()
        await self.shut_down()
        await self.wires.close()
        self.world.close()
        for line in (self._notices, self._told):
            asyncio.get_running_loop().remove_reader(line)
            line.close()
        self._folder.cleanup()

    async def _wait(self, child: asyncio.subprocess.Process) -> None:
        status = await child.wait()
        self._hear()
        if self.child is child:
            asked = self.status == "stopping" and status == -signal.SIGTERM  # before it could listen to that
            self.child, self.exit = None, 0 if asked else status
            self._set("stopped")

    def _hear(self, heed: bool = True) -> None:
        """What the companion tells its service manager."""
        with contextlib.suppress(OSError):
            while notice := self._notices.recv(4096).decode("utf-8", "replace"):
                for state in notice.splitlines() if heed and self.child is not None else ():
                    if state.startswith("STATUS="):
                        self.said = state.removeprefix("STATUS=")
                    if state == READY and self.status == "starting":
                        self.status = "on"
                    if state == STOPPING and self.status in ("starting", "on"):
                        self.status = "stopping"
                self._set(self.status)

    def _see(self, heed: bool = True) -> None:
        """What the companion tells of its table; without ``heed`` whatever was told is forgotten."""
        board = self.board if heed else Beside()
        with contextlib.suppress(OSError):
            while message := self._told.recv(beside.LONGEST):
                with contextlib.suppress(ValueError):
                    board = beside.decoded(message) if heed else board
        if board != self.board:
            self.board, self._pictured = board, None
            self._changed(BOARD)

    def _set(self, status: str) -> None:
        self.status = status
        if status != "starting":
            self.settled.set()
        self._changed("supply")

    # ---- hands

    async def do(self, request: dict[str, Any]) -> None:
        """One move of the hands on the page. Raises ValueError, in one line, for one that cannot be."""
        match request:
            case _ if len(request) != 1:
                raise ValueError(f"one move at a time, not {len(request)}")
            case {"turn": int(notches)} if -50 <= notches <= 50 and notches and not isinstance(notches, bool):
                self._turn(notches)
            case {"press": str(control)} if control in self.world.controls():
                self._pressed.add(control)
                self.world.press(control)
            case {"release": str(control)} if control in self.world.controls():
                self._pressed.discard(control)
                self.world.release(control)
            case {"lay": str(name)} if name in self.tray.tags:
                self.world.lay(self.tray.tags[name])
            case {"lift": str(name)} if name in self.tray.tags:
                self.world.lift(self.tray.tags[name])
            case {"plug": str(part)} if part in self.world.parts():
                self.world.plug(part)
                self._changed("reader")
            case {"unplug": str(part)} if part in self.world.parts():
                self.world.unplug(part)
                self._changed("reader")
            case {"power": "pull"}:
                await self.pull_plug()
            case {"power": "plug"}:
                await self.plug_in()
            case {"power": "stop"}:
                await self.shut_down()
            case _:
                raise ValueError(f"no such move: {request!r}"[:200])

    def _let_go(self) -> None:
        """The last page has gone, perhaps with a finger on a button."""
        for control in sorted(self._pressed):
            self.world.release(control)
        self._pressed.clear()

    def _turn(self, notches: int) -> None:
        now_s = asyncio.get_running_loop().time()
        waiting_s = max(0.0, self._knob_free_s - now_s) + CALM_NOTCH_S * abs(notches)
        pace_s = CALM_NOTCH_S if waiting_s <= CALM_S else SPIN_NOTCH_S
        self._knob_free_s = now_s + self.world.turn(notches, pace_s)

    # ---- eyes

    def furniture(self) -> dict[str, Any]:
        """What stands on the bench, once a page."""
        wiring = self.world.wiring
        return {
            "displays": [
                {"name": each.name, "chip": each.chip, "width": each.width, "height": each.height}
                for each in wiring.displays
            ],
            "controls": list(self.world.controls()),
            "lamps": sorted(wiring.lamps),
            "buzzer": wiring.buzzer is not None,
            "reader": wiring.reader is not None,
            "parts": list(self.world.parts()),
            "hold_ms": self.settings.table.hold_ms,
            "aside_ms": ASIDE_MS + ASIDE_POLLS * wired.poll_ms if (wired := self.settings.reader) else 0,
            "tags": [{"name": name, **said} for name, said in self.tray.labels.items()],
        }

    def glance(self, name: str) -> dict[str, Any]:
        """What is to be seen or heard of one thing now."""
        world = self.world
        if name in world.displays:
            return {"glass": name, "lit": base64.b64encode(world.glass(name)).decode()}
        if name.startswith("lamp."):
            return {"lamp": int(name[5:]), "on": world.lamp(int(name[5:]))}
        if name == BOARD:
            self._pictured = self._pictured or self._drawn()
            return self._pictured
        if name == "supply":
            return {"supply": self.status, "said": self.said, "exit": ended(self.exit)}
        lying = {id(tag) for tag in world.tags()}
        return {
            "reader": [name for name, tag in self.tray.tags.items() if id(tag) in lying],
            "unplugged": [part for part in world.parts() if not world.plugged(part)],
        }

    def _drawn(self) -> dict[str, Any]:
        """What lies on the companion's table."""
        board, drawing = self.board, self.board.drawing
        seats = zip(board.names, board.colours, board.totals, strict=False)
        return {
            "board": picture.svg(drawing, board.colours) if drawing is not None else "",
            "title": board.title,
            "label": str(drawing.label) if drawing is not None else "",
            "taps": board.taps,
            "legend": picture.legend(drawing) if drawing is not None else [],
            "notes": [str(note) for note in drawing.notes] if drawing is not None else [],
            "seats": [{"name": name, "colour": colour, "points": points} for name, colour, points in seats],
            "mover": board.mover,
        }

    def everything(self) -> list[str]:
        """The names of all that can be glanced at."""
        return ["supply", "reader", BOARD, *self.world.displays, *(f"lamp.{seat}" for seat in self.world.wiring.lamps)]

    def _changed(self, name: str) -> None:
        if name == "buzzer":
            for watcher in self._watchers:
                watcher.hear(asyncio.get_running_loop().time(), self.world.buzzing())
            return
        if name == "supply":
            names = self.everything()
        elif name == BOARD or name in self.world.displays or name.startswith("lamp."):
            names = [name]
        else:
            names = ["reader"]
        for watcher in self._watchers:
            watcher.note(*names)

    async def watch(self) -> AsyncIterator[list[dict[str, Any]]]:
        """Lists of glances, as things change; first everything. An empty list says only that the bench is there."""
        watcher = Watcher()
        watcher.note(*self.everything())
        self._watchers.add(watcher)
        try:
            while not self.closing:
                names, sounds = await watcher.next()
                glances = [self.glance(name) for name in names]
                if sounds:
                    glances.append({"buzzer": self.world.buzzing(), "edges": sounds})
                yield glances
        finally:
            self._watchers.discard(watcher)
            if not self._watchers:
                self._let_go()


class Watcher:
    """One open page: what it has not been shown yet, and what it has not heard of the buzzer."""

    def __init__(self) -> None:
        self._names: dict[str, None] = {}
        self._sounds: list[tuple[float, bool]] = []
        self._event = asyncio.Event()

    def note(self, *names: str) -> None:
        """These look different; with no name, only wake the page."""
        self._names.update(dict.fromkeys(names))
        self._event.set()

    def hear(self, at_s: float, on: bool) -> None:
        """The buzzer began or ended to sound."""
        self._sounds.append((at_s, on))
        self._event.set()

    async def next(self) -> tuple[list[str], list[tuple[int, bool]]]:
        """Wait for a change, gather what follows it closely, and take it; nothing after 15 quiet seconds.

        Sounds are ``(ms since the first of them, on)``.
        """
        try:
            await asyncio.wait_for(self._event.wait(), QUIET_S)
        except TimeoutError:
            return [], []
        await asyncio.sleep(FRAME_S)
        self._event.clear()
        names, self._names = list(self._names), {}
        sounds, self._sounds = self._sounds, []
        return names, [(round((at_s - sounds[0][0]) * 1000), on) for at_s, on in sounds]


def ended(status: int | None) -> str:
    """How a process ended, in words; "" if it did so in peace, or has not."""
    if not status:
        return ""
    if status > 0:
        return f"exit status {status}"
    with contextlib.suppress(ValueError):
        return signal.Signals(-status).name
    return f"signal {-status}"
