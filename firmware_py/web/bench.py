"""The bench: the emulated world in this process, the companion as its child, and what the page needs of both.

The child is the companion as it runs on a Pi; only its wires lead here. Pulling the plug kills it and darkens the
glass; plugging in starts it again on the same data folder.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any

from config.schema import Settings
from drivers.bench.tags import MifareClassic1K, Ntag213, Tag, ndef_text
from drivers.bench.wires import WireServer
from drivers.bench.world import DisplayWiring, World, WorldWiring
from drivers.seams import LoopClock
from engine import catalogue
from firmware_py.wiring import controls_wiring, lamp_pins

FRAME_S = 0.03  # pictures that follow each other faster than this reach the page as one
STOP_S = 6.0  # how long the companion may take to save and end


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
        self.labels: dict[str, tuple[str, str]] = {}  # word → (group, label)
        for number, (title, part) in enumerate(
            (each, part) for each in catalogue.titles() for part in each.components()
        ):
            name = f"{title.name}/{part.word}"
            uid = bytes((0x04, 0x7A, *number.to_bytes(5, "big")))
            self._add(name, Ntag213(uid, ndef_text(name)), str(title.label), str(part.label))
        self._add("blank", Ntag213(bytes.fromhex("04b1a0c0ffee01")), "Unknown", "blank sticker")
        self._add("card", MifareClassic1K(bytes.fromhex("c0ffee42")), "Unknown", "old key card")

    def _add(self, name: str, tag: Tag, group: str, label: str) -> None:
        self.tags[name], self.labels[name] = tag, (group, label)


class Bench:
    """World and child. To be used on a running event loop.

    ``arguments`` start the companion: everything after ``python -m firmware_py``, without the wires.
    """

    def __init__(self, settings: Settings, arguments: Sequence[str]) -> None:
        self.settings, self.arguments = settings, list(arguments)
        self._folder = tempfile.TemporaryDirectory(prefix="tabularius-bench-")
        folder = Path(self._folder.name)
        self.socket = folder / "wires"
        reader_path = folder / "reader" if settings.reader is not None else None
        self.world = World(world_wiring(settings), LoopClock(asyncio.get_running_loop()), reader_path=reader_path)
        self.reader_path = reader_path
        self.wires = WireServer(self.world, self.socket)
        self.tray = Tray()
        self.child: asyncio.subprocess.Process | None = None
        self.status = "off"  # "on", "off" (plug pulled), "stopping", "stopped N"
        self.closing = False
        self._watchers: set[Watcher] = set()
        self._ended: asyncio.Task[None] | None = None
        self.on_end: Callable[[int], None] = lambda status: None
        self.world.listen(self._changed)

    async def start(self) -> None:
        await self.wires.start()
        await self.plug_in()

    async def plug_in(self) -> None:
        """Power up: the chips wake, the companion starts."""
        if self.child is not None:
            return
        self.world.power()
        environ = dict(os.environ, PYTHONUNBUFFERED="1")
        self.child = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "firmware_py", *self.arguments, "--wires", str(self.socket), env=environ
        )
        self._set("on")
        self._ended = asyncio.create_task(self._wait(self.child))

    async def pull_plug(self) -> None:
        """Power gone at this instant: SIGKILL, and the chips' memories are lost."""
        child, self.child = self.child, None
        if child is not None:
            with contextlib.suppress(ProcessLookupError):
                child.kill()
            await child.wait()
        self.world.cut_power()
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

    async def close(self) -> None:
        self.closing = True
        await self.shut_down()
        for watcher in self._watchers:
            watcher.wake()
        await self.wires.close()
        self.world.close()
        self._folder.cleanup()

    async def _wait(self, child: asyncio.subprocess.Process) -> None:
        status = await child.wait()
        if self.child is child:
            self.child = None
            self._set(f"stopped {status}")
            self.on_end(status)

    def _set(self, status: str) -> None:
        self.status = status
        self._changed("supply")

    # ---- hands

    async def do(self, request: dict[str, Any]) -> None:
        """One move of the hands on the page. Raises ValueError, in one line, for one that cannot be."""
        match request:
            case {"turn": int(notches)} if -50 <= notches <= 50 and notches and not isinstance(notches, bool):
                self.world.turn(notches, pause_s=0.0)
            case {"press": str(control)} if control in self.world.controls():
                self.world.press(control, pause_s=0.0)
            case {"release": str(control)} if control in self.world.controls():
                self.world.release(control)
            case {"lay": str(name)} if name in self.tray.tags:
                self.world.lay(self.tray.tags[name])
            case {"lift": str(name)} if name in self.tray.tags:
                self.world.lift(self.tray.tags[name])
            case {"plug": str(part)} if part in self.world.parts():
                self.world.plug(part)
            case {"unplug": str(part)} if part in self.world.parts():
                self.world.unplug(part)
            case {"power": "pull"}:
                await self.pull_plug()
            case {"power": "plug"}:
                await self.plug_in()
            case {"power": "stop"}:
                await self.shut_down()
            case _:
                raise ValueError(f"no such move: {request!r}"[:200])

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
            "tags": [
                {"name": name, "group": group, "label": label} for name, (group, label) in self.tray.labels.items()
            ],
        }

    def glance(self, name: str) -> dict[str, Any]:
        """What is to be seen or heard of one thing now."""
        world = self.world
        if name in world.displays:
            return {"glass": name, "lit": base64.b64encode(world.glass(name)).decode()}
        if name.startswith("lamp."):
            return {"lamp": int(name[5:]), "on": world.lamp(int(name[5:]))}
        if name == "buzzer":
            return {"buzzer": world.buzzing()}
        if name == "supply":
            return {"supply": self.status}
        lying = {id(tag) for tag in world.tags()}
        return {
            "reader": [name for name, tag in self.tray.tags.items() if id(tag) in lying],
            "unplugged": [part for part in world.parts() if not world.plugged(part)],
        }

    def everything(self) -> list[str]:
        """The names of all that can be glanced at."""
        wiring = self.world.wiring
        names = ["supply", "reader", *self.world.displays, *(f"lamp.{seat}" for seat in wiring.lamps)]
        return [*names, "buzzer"] if wiring.buzzer is not None else names

    def _changed(self, name: str) -> None:
        if name == "supply":
            for watcher in self._watchers:
                watcher.note(*self.everything())
            return
        if name in self.world.parts() and name not in self.world.displays:
            name = "reader"
        for watcher in self._watchers:
            watcher.note(name, "reader")

    async def watch(self) -> AsyncIterator[list[dict[str, Any]]]:
        """Lists of glances, as things change; first everything."""
        watcher = Watcher()
        watcher.note(*self.everything())
        self._watchers.add(watcher)
        try:
            while not self.closing:
                names = await watcher.next()
                if names:
                    yield [self.glance(name) for name in names]
        finally:
            self._watchers.discard(watcher)


class Watcher:
    """One open page: what it has not been shown yet. The buzzer's moves are kept in order of their first change."""

    def __init__(self) -> None:
        self._names: dict[str, None] = {}
        self._event = asyncio.Event()

    def note(self, *names: str) -> None:
        self._names.update(dict.fromkeys(names))
        self._event.set()

    def wake(self) -> None:
        self._event.set()

    async def next(self) -> list[str]:
        """Wait for a change, gather what follows it closely, and take it. Empty after 15 quiet seconds."""
        try:
            await asyncio.wait_for(self._event.wait(), 15.0)
        except TimeoutError:
            return []
        await asyncio.sleep(FRAME_S)
        self._event.clear()
        names, self._names = list(self._names), {}
        return names
