"""The bench's end of the wires: serves a ``World`` to one companion over a Unix socket.

Edges go to the companion when a contact has come to rest, all of a burst in one frame and each with its own time, as
a gpiochip hands over its queue of events; so a busy computer can delay a press but not stretch its bounce. I²C
transactions are answered when the bus would be done with them. What a message means on the box is not known here.
"""

from __future__ import annotations

import asyncio
import errno
import logging
from pathlib import Path

from drivers.bench.messages import (
    VERSION,
    BadFrame,
    Claim,
    Claimed,
    Done,
    Drive,
    Edges,
    FromBench,
    Hello,
    Transfer,
    Unframer,
    Welcome,
    frame,
    from_companion,
)
from drivers.bench.pins import Header
from drivers.bench.world import World
from drivers.errors import WiringError

LETTING_IN = 5
"""Turns of asyncio's loop from a knock at the socket until the protocol hears of it, and two more."""

LONGEST_PATH = 107
DEAF_BYTES = 1 << 20
"""A companion that has this much unread has stopped: it is hung up on."""

_LOG = logging.getLogger(__name__)


class WireServer:
    """Serves ``world`` at ``socket_path``, on the loop of the world's clock. A new companion replaces the old one."""

    def __init__(self, world: World, socket_path: Path | str) -> None:
        self.world = world
        self.socket_path = Path(socket_path)
        self._server: asyncio.Server | None = None
        self._line: _Line | None = None
        self._lines: set[_Line] = set()  # also those that have not said who they are
        self._free_s: dict[int, float] = {}

    @property
    def connected(self) -> bool:
        """Whether a companion is on the wires."""
        return self._line is not None

    async def start(self) -> None:
        """Listen. ``WiringError`` if the path cannot be a socket's."""
        if len(str(self.socket_path)) > LONGEST_PATH:
            raise WiringError(
                f"{self.socket_path} is too long for a socket, at most {LONGEST_PATH} characters: "
                "choose a shorter folder"
            )
        loop = asyncio.get_running_loop()
        self._server = await loop.create_unix_server(lambda: _Line(self), str(self.socket_path))
        self.socket_path.chmod(0o600)

    async def close(self) -> None:
        """Hang up and stop listening."""
        for _ in range(LETTING_IN):  # who is just being let in is on the list after this; a closed server would lose it
            await asyncio.sleep(0)
        if self._server is not None:
            self._server.close()
        for line in tuple(self._lines):
            line.hang_up("the bench ends")
        while self._lines:
            await asyncio.sleep(0)
        if self._server is not None:
            await self._server.wait_closed()
            self._server = None
        self.socket_path.unlink(missing_ok=True)

    # ---- what a line asks for

    def take(self, line: _Line) -> Welcome:
        """A companion has come."""
        if self._line is not None:
            self._line.hang_up("another companion has come")
        self._line = line
        self.world.pins.take_over(line.header)
        reader = getattr(self.world.line, "path", None)
        return Welcome(VERSION, reader, {number: bus.hz for number, bus in sorted(self.world.buses.items())})

    def come(self, line: _Line) -> None:
        """Somebody is on the wires."""
        self._lines.add(line)

    def gone(self, line: _Line) -> None:
        """Whoever that was is off the wires."""
        self._lines.discard(line)
        self.leave(line)

    def leave(self, line: _Line) -> None:
        """A companion has gone."""
        if self._line is line:
            self._line = None
            self.world.pins.release(line.header)

    def transfer(self, asked: Transfer) -> tuple[Done, float]:
        """Do a transaction; the answer, and in how many seconds it is due."""
        now_s = asyncio.get_running_loop().time()
        bus = self.world.buses.get(asked.bus)
        if bus is None:
            return Done(asked.id, errno.ENXIO), 0.0
        before_s = bus.bus_s
        try:
            self.world.transfer(asked.bus, asked.address, asked.data)
            done = Done(asked.id, 0)
        except OSError as problem:
            done = Done(asked.id, problem.errno or errno.EIO)
        free_s = max(now_s, self._free_s.get(asked.bus, now_s)) + bus.bus_s - before_s
        self._free_s[asked.bus] = free_s
        return done, free_s - now_s


class _RemoteHeader(Header):
    """The header as the companion at the far end holds it."""

    def __init__(self, line: _Line, server: WireServer) -> None:
        super().__init__(server.world.pins)
        self._line = line
        self._burst: dict[int, list[tuple[int, bool, float]]] = {}

    def edge(self, pin: int, level: bool | None, at_s: float, more: bool) -> None:
        burst = self._burst.setdefault(pin, [])
        if level is not None:
            burst.append((pin, level, at_s))
        if not more and burst:
            self._burst[pin] = []
            self._line.send(Edges(burst))


class _Line(asyncio.Protocol):
    """One connection."""

    def __init__(self, server: WireServer) -> None:
        self.header = _RemoteHeader(self, server)
        self._server = server
        self._unframer = Unframer()
        self._transport: asyncio.Transport | None = None
        self._greeted = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._server.come(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        self._server.gone(self)

    def data_received(self, data: bytes) -> None:
        try:
            for body in self._unframer.feed(data):
                self._take(body)
        except BadFrame as problem:
            self.hang_up(str(problem))

    def send(self, message: FromBench) -> None:
        """Send, unless the far end is gone or does not listen any more."""
        if self._transport is None or self._transport.is_closing():
            return
        self._transport.write(frame(message))
        if self._transport.get_write_buffer_size() > DEAF_BYTES:
            self.hang_up("it does not read what it is sent")

    def hang_up(self, why: str) -> None:
        """End it."""
        if self._transport is not None and not self._transport.is_closing():
            _LOG.info("the bench hangs up on the companion: %s", why)
            self._transport.abort()
        self._server.leave(self)

    def _take(self, body: bytes) -> None:
        if self._transport is None or self._transport.is_closing():
            return
        message = from_companion(body)
        if isinstance(message, Hello):
            if self._greeted or message.version != VERSION:
                raise BadFrame(f"it greets with version {message.version}, once {VERSION} is expected")
            self._greeted = True
            self.send(self._server.take(self))
            return
        if not self._greeted:
            raise BadFrame("it does not greet first")
        match message:
            case Claim(number, pin, pull):
                self.header.claim(pin, pull)
                self.send(Claimed(number, pin, self.header.level(pin)))
            case Drive(pin, level):
                self.header.drive(pin, level)
            case Transfer():
                done, wait_s = self._server.transfer(message)
                asyncio.get_running_loop().call_later(wait_s, self.send, done)
