"""The wires between bench and companion: over a real socket, with real threads."""

from __future__ import annotations

import asyncio
import errno
import queue
import socket
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.bench.client import BenchGone, WireClient
from drivers.bench.i2c import I2cBus
from drivers.bench.messages import BadFrame, Edges, Hello, Transfer, Unframer, frame, from_bench, from_companion
from drivers.bench.tags import Ntag213
from drivers.bench.wires import WireServer
from drivers.bench.world import DisplayWiring, World, WorldWiring
from drivers.controls import Controls
from drivers.errors import DriverError, PartLost, WiringError
from drivers.events import Event, Press, Release, Turn
from drivers.pn532 import Pn532
from drivers.seams import LoopClock
from drivers.signals import Signals
from drivers.wiring import ControlsWiring, KnobWiring

GUARD_S = 20.0
WIRING = WorldWiring(
    controls=ControlsWiring(KnobWiring(17, 27, 22), {"back": 23}),
    lamps={0: 12},
    buzzer=18,
    displays=(DisplayWiring("prompt"), DisplayWiring("status", bus=3)),
)


class Bench:
    def __init__(self, folder: Path, wiring: WorldWiring, reader_path: Path | None) -> None:
        self.world = World(wiring, LoopClock(asyncio.get_running_loop()), reader_path=reader_path)
        self.server = WireServer(self.world, folder / "wires")
        self.clients: list[WireClient] = []

    async def client(self, on_gone: Callable[[], None] | None = None) -> WireClient:
        client = await apart(WireClient, self.server.socket_path, on_gone)
        self.clients.append(client)
        return client


async def apart(call: Callable[..., Any], *given: Any) -> Any:
    """Run what blocks in a thread of its own, while the bench's loop goes on."""
    return await asyncio.wait_for(asyncio.to_thread(call, *given), GUARD_S)


@asynccontextmanager
async def bench(folder: Path, wiring: WorldWiring = WIRING, reader_path: Path | None = None) -> AsyncIterator[Bench]:
    made = Bench(folder, wiring, reader_path)
    await made.server.start()
    try:
        yield made
    finally:
        for client in made.clients:
            await apart(client.close)
        await made.server.close()
        made.world.close()


def test_presses_and_turns_reach_controls_at_the_far_end(tmp_path: Path) -> None:
    async def run() -> None:
        async with bench(tmp_path) as made:
            client = await made.client()
            loop = asyncio.get_running_loop()
            heard: asyncio.Queue[Event] = asyncio.Queue()
            # gpiozero claims pins over the socket, which the bench's loop answers: the controls live on a loop of
            # their own, as they do in the companion's process.
            own = asyncio.new_event_loop()
            thread = threading.Thread(target=own.run_forever)
            thread.start()

            def emit(event: Event) -> None:
                loop.call_soon_threadsafe(heard.put_nowait, event)

            async def start() -> Controls:
                return Controls(WIRING.controls, client.pin_factory(), LoopClock(own), own.call_soon_threadsafe, emit)

            async def stop(controls: Controls) -> None:
                controls.close()

            controls = await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(start(), own))
            try:
                made.world.click("back")
                made.world.turn(-3)
                notches, buttons = 0, []
                while notches > -3 or len(buttons) < 2:
                    event = await asyncio.wait_for(heard.get(), GUARD_S)
                    if isinstance(event, Turn):
                        notches += event.notches
                    else:
                        buttons.append(type(event))
                assert notches == -3
                assert buttons == [Press, Release]
            finally:
                await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(stop(controls), own))
                own.call_soon_threadsafe(own.stop)
                await apart(thread.join)
                own.close()

    asyncio.run(run())


def test_a_burst_arrives_whole_with_the_time_of_each_edge_and_the_level_after_it(tmp_path: Path) -> None:
    async def run() -> None:
        async with bench(tmp_path) as made:
            client = await made.client()
            edges: queue.SimpleQueue[tuple[bool, float, bool]] = queue.SimpleQueue()
            await apart(client.claim, 23, "up")
            client.watch(23, lambda level, at_s: edges.put((level, at_s, client.level(23))))
            now_s = asyncio.get_running_loop().time()
            made.world.pins.play(23, [(now_s + 0.001 * turn, turn % 2 == 0) for turn in range(5)])
            got = [await apart(edges.get, True, GUARD_S) for _ in range(5)]
            assert [level for level, _, _ in got] == [False, True, False, True, False]
            assert [at_s - now_s for _, at_s, _ in got] == pytest.approx([0.0, 0.001, 0.002, 0.003, 0.004])
            assert [then for _, _, then in got] == [False] * 5

    asyncio.run(run())


def test_lamps_and_buzzer_are_seen_by_the_world(tmp_path: Path) -> None:
    async def run() -> None:
        async with bench(tmp_path) as made:
            client = await made.client()
            seen: asyncio.Queue[str] = asyncio.Queue()
            made.world.listen(seen.put_nowait)
            clock = LoopClock(asyncio.get_running_loop())
            signals = await apart(Signals, WIRING.lamps, WIRING.buzzer, client.pin_factory(), clock)
            await apart(signals.lamp, 0, "on")
            assert await asyncio.wait_for(seen.get(), GUARD_S) == "lamp.0"
            assert made.world.lamp(0)
            await apart(signals.close)
            assert await asyncio.wait_for(seen.get(), GUARD_S) == "lamp.0"
            assert not made.world.lamp(0)

    asyncio.run(run())


def test_transactions_reach_the_chip_and_a_missing_chip_is_the_kernels_error(tmp_path: Path) -> None:
    async def run() -> None:
        async with bench(tmp_path) as made:
            client = await made.client()
            bus = client.open_bus(1)
            await apart(bus.write_i2c_block_data, 0x3C, 0x00, [0xAF, 0x8D, 0x14, 0xA5])
            assert set(made.world.glass("prompt")) == {0xFF}
            with pytest.raises(OSError) as nobody:
                await apart(bus.write_i2c_block_data, 0x3D, 0x00, [0xAF])
            assert nobody.value.errno == errno.EREMOTEIO
            with pytest.raises(OSError) as nowhere:
                client.open_bus(7)
            assert nowhere.value.errno == errno.ENOENT
            made.world.unplug("prompt")
            with pytest.raises(OSError) as pulled:
                await apart(bus.write_i2c_block_data, 0x3C, 0x00, [0xAF])
            assert pulled.value.errno == errno.EREMOTEIO

    asyncio.run(run())


def test_several_buses_are_used_at_once_from_threads_of_their_own(tmp_path: Path) -> None:
    async def run() -> None:
        async with bench(tmp_path) as made:
            client = await made.client()
            made.world.buses[1].log, made.world.buses[3].log = [], []

            def write(number: int) -> None:
                bus = client.open_bus(number)
                for value in range(100):
                    bus.write_i2c_block_data(0x3C, 0x40, [number, value])

            await asyncio.gather(apart(write, 1), apart(write, 3))
            for number in (1, 3):
                log = made.world.buses[number].log
                assert log == [(0x3C, bytes([0x40, number, value])) for value in range(100)]

    asyncio.run(run())


def test_an_answer_comes_when_the_bus_would_be_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with bench(tmp_path) as made:
            before: I2cBus = made.world.buses[1]
            with monkeypatch.context() as still:
                still.setattr(asyncio.get_running_loop(), "time", lambda: 7.0)
                _, first_s = made.server.transfer(Transfer(1, 1, 0x3C, bytes(1000)))
                assert first_s == pytest.approx(before.bus_s)
                _, second_s = made.server.transfer(Transfer(2, 1, 0x3C, bytes(1000)))
                assert second_s == pytest.approx(2 * first_s)
                _, other_s = made.server.transfer(Transfer(3, 3, 0x3C, b""))
                assert 0 < other_s < first_s

    asyncio.run(run())


def test_the_readers_line_leads_to_the_benchs_reader_and_its_tags(tmp_path: Path) -> None:
    tag = Ntag213(bytes.fromhex("04112233445566"))

    def read(client: WireClient) -> list[bytes]:
        reader = Pn532(client.open_port("/dev/serial0"))
        try:
            reader.setup()
            return [target.uid for target in reader.list_targets()]
        finally:
            reader.close()

    async def run() -> None:
        async with bench(tmp_path, replace(WIRING, reader="reader"), tmp_path / "reader") as made:
            client = await made.client()
            assert client.reader_path == str(tmp_path / "reader")
            made.world.lay(tag)
            assert await apart(read, client) == [tag.uid]
            made.world.unplug("reader")
            with pytest.raises(PartLost, match=r"tag reader on .* is not there"):
                await apart(read, client)
            made.world.plug("reader")
            assert await apart(read, client) == [tag.uid]

    asyncio.run(run())


def test_a_bench_without_a_reader_says_so(tmp_path: Path) -> None:
    async def run() -> None:
        async with bench(tmp_path) as made:
            client = await made.client()
            with pytest.raises(PartLost, match="the bench has none"):
                client.open_port("/dev/serial0")

    asyncio.run(run())


def test_a_companion_that_ends_leaves_the_lamps_dark_and_the_next_one_takes_over(tmp_path: Path) -> None:
    async def run() -> None:
        async with bench(tmp_path) as made:
            seen: asyncio.Queue[str] = asyncio.Queue()
            made.world.listen(seen.put_nowait)
            first = await made.client()
            first.drive(12, True)
            assert await asyncio.wait_for(seen.get(), GUARD_S) == "lamp.0"
            await apart(first.close)
            assert await asyncio.wait_for(seen.get(), GUARD_S) == "lamp.0"
            assert not made.world.lamp(0)
            second = await made.client()
            second.drive(12, True)
            assert await asyncio.wait_for(seen.get(), GUARD_S) == "lamp.0"
            assert made.world.lamp(0)

    asyncio.run(run())


def test_a_bench_that_vanishes_is_one_named_error_everywhere(tmp_path: Path) -> None:
    async def run() -> None:
        async with bench(tmp_path) as made:
            gone = threading.Event()
            client = await made.client(gone.set)
            factory = client.pin_factory()
            bus = client.open_bus(1)
            await apart(factory.pin, 23)
            await made.server.close()
            assert await apart(gone.wait, GUARD_S)
            uses = (lambda: bus.write_byte_data(0x3C, 0, 0), lambda: client.level(23), lambda: client.drive(12, True))
            for use in uses:
                with pytest.raises(BenchGone, match=r"tabularius --bench|is gone") as told:
                    use()
                assert isinstance(told.value, DriverError) and isinstance(told.value, ConnectionError)

    asyncio.run(run())


def test_an_answer_that_is_waited_for_when_the_bench_vanishes_is_the_same_error(tmp_path: Path) -> None:
    async def run() -> None:
        async with bench(tmp_path) as made:
            client = await made.client()
            asked = asyncio.Event()
            loop = asyncio.get_running_loop()

            def never(asking: Transfer) -> Any:
                loop.call_soon(asked.set)
                raise BadFrame("the bench stumbles")

            made.server.transfer = never  # type: ignore[method-assign]
            waiting = asyncio.create_task(apart(client.transfer, 1, 0x3C, b"\0"))
            await asyncio.wait_for(asked.wait(), GUARD_S)
            with pytest.raises(BenchGone):
                await waiting

    asyncio.run(run())


def test_without_a_bench_the_error_says_how_to_start_one(tmp_path: Path) -> None:
    with pytest.raises(BenchGone, match=r"no bench answers at .*nobody.*start it with tabularius --bench"):
        WireClient(tmp_path / "nobody")


def test_a_path_too_long_for_a_socket_is_refused_with_the_reason(tmp_path: Path) -> None:
    async def run() -> None:
        world = World(WIRING, LoopClock(asyncio.get_running_loop()))
        with pytest.raises(WiringError, match="too long for a socket, at most 107"):
            await WireServer(world, tmp_path / ("x" * 120)).start()

    asyncio.run(run())


@pytest.mark.parametrize(
    "rubbish",
    [
        b"\0\0\0\0",
        b"\xff\xff\xff\xff",
        b"GET / HTTP/1.1\r\n\r\n",
        frame(Hello(99)),
        frame(Transfer(1, 1, 0x3C, b"")),
        frame(Hello(1)) + frame(Hello(1)),
        frame(Hello(1)) + b"\0\0\0\x02\xc0\xc0",
    ],
)
def test_rubbish_on_the_socket_ends_that_line_and_nothing_else(tmp_path: Path, rubbish: bytes) -> None:
    async def run() -> None:
        async with bench(tmp_path) as made:
            reader, writer = await asyncio.open_unix_connection(str(made.server.socket_path))
            writer.write(rubbish)
            with pytest.raises((ConnectionError, EOFError, asyncio.IncompleteReadError)):
                while True:
                    await asyncio.wait_for(reader.readexactly(1), GUARD_S)
            writer.close()
            client = await made.client()
            await apart(client.claim, 23, "up")
            assert client.level(23)

    asyncio.run(run())


@given(st.binary(max_size=200))
def test_any_bytes_are_messages_or_a_bad_frame(data: bytes) -> None:
    for read in (from_bench, from_companion):
        try:
            message = read(data)
        except BadFrame:
            continue
        assert read(frame(message)[4:]) == message


@given(
    edges=st.lists(st.tuples(st.integers(0, 27), st.booleans(), st.floats(0, 1e6)), max_size=9),
    cuts=st.lists(st.integers(1, 40), max_size=30),
)
def test_frames_survive_being_cut_anywhere(edges: list[tuple[int, bool, float]], cuts: list[int]) -> None:
    message = Edges(edges)
    stream = frame(message) * 2
    unframer, bodies = Unframer(), []
    for cut in [*cuts, len(stream)]:
        bodies += unframer.feed(stream[:cut])
        stream = stream[cut:]
    assert [from_bench(body) for body in bodies] == [message, message]


def test_the_companions_end_loads_nothing_of_the_world() -> None:
    code = (
        "import sys, drivers.bench.client\n"
        "loaded = sorted(name for name in sys.modules if name.startswith('drivers.bench.'))\n"
        "print(loaded, 'gpiozero' in sys.modules, 'serial' in sys.modules)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert told == "['drivers.bench.client', 'drivers.bench.i2c', 'drivers.bench.messages'] False False\n"


def test_the_socket_is_for_this_user_only(tmp_path: Path) -> None:
    async def run() -> None:
        async with bench(tmp_path) as made:
            assert made.server.socket_path.stat().st_mode & 0o777 == 0o600
            with socket.socket(socket.AF_UNIX) as other:
                await apart(other.connect, str(made.server.socket_path))

    asyncio.run(run())
