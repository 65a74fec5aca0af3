"""Several displays on one bus: who is served first, and what the last picture is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pytest
from oled_rig import Rig, card, scribble, shows

from drivers.bench.chips import CHIPS
from drivers.bench.i2c import I2cBus, SmbusFacade
from drivers.events import Lost
from drivers.oled import Display, DisplayBus, bus_hz
from drivers.seams import LoopClock, ThreadWorker


def test_the_display_with_the_prompt_is_served_first() -> None:
    rig = Rig(delay_s=0.02)
    status, _ = rig.add(address=0x3C)
    prompt, _ = rig.add(address=0x3D, priority=1)
    rig.wire.log = []
    status.show(card())
    prompt.show(card())
    rig.clock.advance(1.0)
    assert [address for address, _ in rig.wire.log] == [0x3D] * 5 + [0x3C] * 5
    rig.wire.log.clear()
    status.priority = 2
    prompt.show(card(word="Bo"))
    status.show(card(word="Bo"))
    rig.clock.advance(1.0)
    assert rig.wire.log[0][0] == 0x3C


def test_equal_displays_take_turns() -> None:
    rig = Rig(delay_s=0.02)
    one, _ = rig.add(address=0x3C)
    other, module = rig.add(address=0x3D)
    for seed in range(4):
        one.show(scribble(seed))
        other.show(card())
        rig.clock.advance(0.03)
    assert shows(module, card())


def test_on_a_slow_bus_only_the_latest_picture_is_sent() -> None:
    rig = Rig(delay_s=0.1)
    display, module = rig.add()
    display.show(card())
    rig.clock.advance(1.0)
    for seed in range(20):
        display.show(scribble(seed))
        rig.clock.advance(0.005)
    rig.clock.advance(1.0)
    assert shows(module, scribble(19))
    assert display.counts["content"].frames == 2  # the first, and the last of those that came meanwhile
    assert rig.bus.idle


def test_the_time_that_a_job_takes_can_be_watched() -> None:
    rig = Rig(delay_s=5.0)
    display, _ = rig.add()
    assert rig.bus.running_s() == 0.0
    display.show(card())
    rig.clock.advance(3.0)
    assert rig.bus.running_s() == pytest.approx(3.0)
    assert not rig.bus.idle


def test_the_first_pictures_can_be_sent_before_anything_runs() -> None:
    rig = Rig()
    one, left = rig.add(address=0x3C)
    other, right = rig.add(address=0x3D)
    right.power_off()
    one.show(card())
    other.show(card())
    rig.bus.flush()
    assert shows(left, card())
    assert [event.part for event in rig.events if isinstance(event, Lost)] == ["display.3D"]
    assert rig.sent_bytes(lambda: None) == 0
    right.power_on()
    rig.clock.advance(0.5)
    assert shows(right, card())


def test_closing_leaves_the_last_picture_on_every_display() -> None:
    rig = Rig(delay_s=0.05)
    displays = [rig.add(address=address) for address in (0x3C, 0x3D)]
    for display, _ in displays:
        display.show(scribble(2))
    rig.clock.advance(1.0)
    for display, _ in displays:
        display.dim(5)
        display.show(scribble(4))
        display.close(card(word="Safe to unplug"))
    assert rig.bus.close()
    for _, module in displays:
        assert shows(module, card(word="Safe to unplug"))
        assert module.contrast == 0xCF


def test_closing_without_a_picture_leaves_the_glass_dark() -> None:
    rig = Rig()
    display, module = rig.add()
    display.show(card())
    rig.clock.settle()
    display.close()
    rig.bus.close()
    assert (module.on, module.memory) == (False, bytes(1024))


def test_a_closed_display_sends_nothing_more() -> None:
    rig = Rig()
    display, _ = rig.add()
    display.show(card())
    rig.clock.settle()
    display.close(card())
    assert rig.sent_bytes(lambda: display.show(scribble(1))) == 0
    assert rig.sent_bytes(lambda: rig.clock.advance(1000.0)) == 0


def test_the_library_does_not_wipe_the_last_picture_when_the_program_ends() -> None:
    rig = Rig()
    hooks: list[Callable[[], None]] = []
    with patch("atexit.register", hooks.append):
        display, module = rig.add()
        display.show(card())
        rig.clock.settle()
        display.close(card(word="Safe to unplug"))
        rig.bus.close()
    assert hooks
    for hook in hooks:
        hook()
    assert shows(module, card(word="Safe to unplug"))


def test_with_a_thread_and_a_real_loop_the_last_picture_arrives_too() -> None:
    wire = I2cBus()
    module = CHIPS["sh1106"]()
    wire.attach(0x3C, module)

    async def evening() -> bool:
        loop = asyncio.get_running_loop()
        worker = ThreadWorker("i2c-1", loop)
        bus = DisplayBus(1, lambda: SmbusFacade(wire.transfer), LoopClock(loop), worker)
        display = Display("display", bus, lambda event: None, chip="sh1106")
        for seed in range(30):
            display.show(scribble(seed))
            await asyncio.sleep(0)
        display.close(card())
        return bus.close(10.0)

    assert asyncio.run(evening())
    assert shows(module, card())


def test_the_speed_of_a_bus_is_read_from_the_device_tree(tmp_path: Path) -> None:
    adapters = tmp_path / "class" / "i2c-adapter"
    adapters.mkdir(parents=True)
    main = tmp_path / "devices" / "fe804000.i2c" / "i2c-1"
    channel = main / "i2c-11"
    (main / "of_node").mkdir(parents=True)
    (main / "of_node" / "clock-frequency").write_bytes(bytes.fromhex("00061a80"))
    channel.mkdir()
    (adapters / "i2c-1").symlink_to(main)
    (adapters / "i2c-11").symlink_to(channel)
    assert bus_hz(1, tmp_path) == 400_000
    assert bus_hz(11, tmp_path) == 400_000
    assert bus_hz(7, tmp_path) is None


def test_a_bus_can_be_asked_who_is_on_it_without_a_display_noticing() -> None:
    rig = Rig()
    display, module = rig.add(address=0x3D)
    display.show(card())
    rig.clock.settle()
    found: list[list[int]] = []
    assert rig.sent_bytes(lambda: rig.bus.probe((0x3C, 0x3D), found.append)) == 1 + 3
    assert found == [[0x3D]]
    assert shows(module, card())
    rig.wire.stick()
    rig.bus.probe((0x3C, 0x3D), found.append)
    rig.clock.settle()
    assert found == [[0x3D], []]


def test_the_watch_over_an_idle_display_can_be_begun_and_ended() -> None:
    rig = Rig()
    display, _ = rig.add()
    display.watch(1.0)
    rig.clock.advance(10.0)
    assert rig.wire.bytes == 0  # nothing is sent before the first picture
    display.show(card())
    rig.clock.advance(5.5)
    assert display.counts["ping"].frames == 5
    display.watch(None)
    rig.clock.advance(60.0)
    assert display.counts["ping"].frames == 5
    display.watch(1.0)
    rig.clock.advance(0.1)
    assert (display.counts["ping"].frames, display.counts["ping"].bytes) == (6, 18)
    display.close()
    display.watch(0.5)
    rig.clock.advance(5.0)
    assert display.counts["ping"].frames == 6
