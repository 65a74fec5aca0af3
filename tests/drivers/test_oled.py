"""The displays, at the wire: what a chip gets and what its glass shows."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oled_rig import Rig, card, scribble, shows
from PIL import Image, ImageDraw

from drivers import pages
from drivers.bench.chips import CHIPS
from drivers.bench.i2c import I2cBus, SmbusFacade
from drivers.errors import DriverError
from drivers.oled import Display

ALL = pytest.mark.parametrize("chip", ["ssd1306", "ssd1309", "sh1106"])
HEIGHTS = pytest.mark.parametrize("height", [64, 32])


@ALL
@HEIGHTS
def test_the_first_picture_is_what_the_glass_shows(chip: str, height: int) -> None:
    rig = Rig()
    display, module = rig.add(chip, height=height)
    display.show(card(height))
    rig.clock.settle()
    assert shows(module, card(height))
    assert rig.events == []


def test_an_ssd1306_is_set_up_with_these_bytes() -> None:
    rig = Rig()
    display, module = rig.add()
    rig.wire.log = []
    display.show(card())
    rig.clock.settle()
    sent = [data for _, data in rig.wire.log]
    assert [data.hex(" ") for data in (*sent[:3], sent[4])] == [
        "00 ae d5 80 a8 3f d3 00 40 8d 14 20 00 a1 c8 da 12 d9 f1 db 40 a4 a6",
        "00 81 cf",
        "00 21 00 7f 22 00 07",
        "00 af",
    ]
    assert (sent[3][0], len(sent[3])) == (0x40, 1025)
    assert module.unknown == []


def test_an_ssd1306_of_32_rows_is_set_up_for_its_multiplex_and_pins() -> None:
    rig = Rig()
    display, _ = rig.add(height=32)
    rig.wire.log = []
    display.show(card(32))
    rig.clock.settle()
    assert rig.wire.log[0][1].hex(" ") == "00 ae d5 80 a8 1f d3 00 40 8d 14 20 00 a1 c8 da 02 d9 f1 db 40 a4 a6"
    assert rig.wire.log[2][1].hex(" ") == "00 21 00 7f 22 00 03"


def test_an_sh1106_is_set_up_with_these_bytes() -> None:
    rig = Rig()
    display, _ = rig.add("sh1106")
    rig.wire.log = []
    display.show(card())
    rig.clock.settle()
    sent = [data for _, data in rig.wire.log]
    assert sent[0].hex(" ") == "00 ae 20 10 b0 c8 00 10 40 a1 a6 a8 3f a4 d3 00 d5 f0 d9 22 da 12 db 20 8d 14"
    assert [data.hex(" ") for data in sent[2:18:2]] == [f"00 b{page} 02 10" for page in range(8)]
    assert [(data[0], len(data)) for data in sent[3:18:2]] == [(0x40, 129)] * 8
    assert sent[18] == b"\x00\xaf"


@pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")
@ALL
@HEIGHTS
def test_the_library_itself_would_leave_the_same_bytes_in_the_memory(chip: str, height: int) -> None:
    import luma.oled.device as library  # noqa: PLC0415
    from luma.core.interface.serial import i2c  # noqa: PLC0415

    picture = scribble(7).crop((0, 0, 128, height))
    rig = Rig()
    display, ours = rig.add(chip, height=height)
    display.show(picture)
    rig.clock.settle()
    theirs = CHIPS[chip](height=height, seed=0x3C)
    wire = I2cBus()
    wire.attach(0x3C, theirs)
    with patch("smbus2.SMBus", lambda port: SmbusFacade(wire.transfer)):
        device = getattr(library, chip)(i2c(port=1, address=0x3C), width=128, height=height)
    device.persist = True
    device.display(picture)
    assert ours.memory == theirs.memory
    assert ours.lit() == theirs.lit()
    assert rig.wire.bytes <= wire.bytes


def test_an_unchanged_picture_sends_nothing() -> None:
    rig = Rig()
    display, _ = rig.add()
    display.show(card())
    rig.clock.settle()
    assert rig.sent_bytes(lambda: display.show(card())) == 0
    assert rig.sent_bytes(lambda: display.show(card(), "shift")) == 0


def test_a_change_taken_back_before_it_was_sent_sends_nothing() -> None:
    rig = Rig(delay_s=0.02)
    display, _ = rig.add()
    display.show(card())
    rig.clock.advance(1.0)

    def there_and_back() -> None:
        display.show(scribble(1))
        display.show(card())

    assert rig.sent_bytes(there_and_back) == 0


strokes = st.lists(
    st.tuples(st.integers(0, 127), st.integers(0, 63), st.integers(1, 60), st.integers(1, 30), st.booleans()),
    max_size=4,
)


@pytest.mark.parametrize("chip", ["ssd1306", "sh1106"])
@settings(max_examples=60)
@given(frames=st.lists(strokes, min_size=1, max_size=6))
def test_any_sequence_of_pictures_is_pixel_exact(
    chip: str, frames: list[list[tuple[int, int, int, int, bool]]]
) -> None:
    rig = Rig()
    display, module = rig.add(chip, refresh_s=None)
    image = Image.new("1", (128, 64))
    draw = ImageDraw.Draw(image)
    for rectangles in frames:
        for x, y, width, tall, lit in rectangles:
            draw.rectangle((x, y, x + width, y + tall), fill=lit)
        display.show(image)
        rig.clock.settle()
        assert shows(module, image)


def test_the_picture_is_taken_when_it_is_shown() -> None:
    rig = Rig(delay_s=0.1)
    display, module = rig.add()
    image = card()
    display.show(image)
    image.paste(1, (0, 0, 128, 64))
    rig.clock.advance(1.0)
    assert shows(module, card())


def test_a_display_upside_down_shows_the_picture_turned() -> None:
    rig = Rig()
    display, module = rig.add(rotate_deg=180)
    display.show(card())
    rig.clock.settle()
    assert shows(module, card().transpose(Image.Transpose.ROTATE_180))


def test_brightness_changes_cost_four_bytes_and_a_new_picture_keeps_them() -> None:
    rig = Rig()
    display, module = rig.add()
    display.show(card())
    rig.clock.settle()
    usual = module.contrast
    assert rig.sent_bytes(lambda: display.dim(16)) == 4
    display.show(scribble(1))
    rig.clock.settle()
    assert module.contrast == 16
    display.dim(None)
    rig.clock.settle()
    assert module.contrast == usual


def test_a_dimmed_display_stays_dimmed_after_a_refresh() -> None:
    rig = Rig()
    display, module = rig.add()
    display.show(card())
    display.dim(16)
    rig.clock.advance(301.0)
    assert module.contrast == 16


def test_the_usual_brightness_can_be_chosen() -> None:
    rig = Rig()
    display, module = rig.add(usual_level=160)
    display.show(card())
    rig.clock.settle()
    assert module.contrast == 160
    display.dim(16)
    display.dim(None)
    rig.clock.settle()
    assert module.contrast == 160


@pytest.mark.parametrize(("chip", "built_in"), [("ssd1306", "sh1106"), ("sh1106", "ssd1306")])
def test_a_wrong_chip_in_the_settings_tears_the_frame_of_the_test_card(chip: str, built_in: str) -> None:
    def framed(art: list[str]) -> bool:
        return art[0] == art[-1] == "#" * 128 and all(row[0] + row[-1] == "##" for row in art)

    for wired in (chip, built_in):
        rig = Rig()
        module = CHIPS[wired]()
        rig.wire.attach(0x3C, module)
        display = Display("left", rig.bus, rig.events.append, chip=chip)
        for block in (False, True):
            display.show(pages.card(128, 64, block=block))
            rig.clock.settle()
        assert framed(module.art()) == (wired == chip)


def test_a_wrong_height_in_the_settings_leaves_lines_of_the_test_card_out() -> None:
    rig = Rig()
    module = CHIPS["ssd1306"](height=64)
    rig.wire.attach(0x3C, module)
    Display("left", rig.bus, rig.events.append, height=32).show(pages.card(128, 32))
    rig.clock.settle()
    assert sum("#" not in row for row in module.art()) >= 32


def test_a_blanked_display_is_dark_and_wakes_with_the_latest_picture() -> None:
    rig = Rig()
    display, module = rig.add()
    display.show(card())
    rig.clock.settle()
    display.blank()
    display.show(scribble(3))
    rig.clock.advance(301.0)
    assert not module.on
    assert rig.sent_bytes(display.wake) == 3
    assert shows(module, scribble(3))


def test_nothing_is_sent_before_the_first_picture() -> None:
    rig = Rig()
    display, module = rig.add()

    def prepare() -> None:
        display.dim(16)
        display.wake()
        display.refresh()

    assert rig.sent_bytes(prepare) == 0
    display.show(card())
    rig.clock.settle()
    assert (module.contrast, shows(module, card())) == (16, True)


def test_noise_is_gone_after_the_refresh_without_the_glass_going_dark() -> None:
    rig = Rig()
    display, module = rig.add(refresh_s=300.0)
    display.show(card())
    rig.clock.settle()
    rig.wire.noise(0x3C, bits=200)
    assert not shows(module, card())
    rig.wire.log = []
    rig.clock.advance(299.0)
    assert rig.wire.log == []
    rig.clock.advance(2.0)
    assert shows(module, card())
    assert not any(data[0] == 0 and 0xAE in data for _, data in rig.wire.log)
    rig.wire.noise(0x3C, bits=200)
    rig.clock.advance(300.0)
    assert shows(module, card())


def test_a_refresh_repairs_a_display_that_lost_its_supply_unnoticed() -> None:
    rig = Rig()
    display, module = rig.add()
    display.show(card())
    rig.clock.settle()
    module.power_off()
    module.power_on(seed=8)
    display.refresh()
    rig.clock.settle()
    assert shows(module, card())


def test_bytes_are_counted_by_what_caused_them() -> None:
    rig = Rig()
    display, _ = rig.add()
    display.show(card())
    rig.clock.settle()
    display.show(card(word="Bo"))
    rig.clock.settle()
    display.show(card(word="Bo").transform((128, 64), Image.Transform.AFFINE, (1, 0, -1, 0, 1, 0)), "shift")
    rig.clock.settle()
    display.dim(3)
    rig.clock.advance(300.0)
    counts = {cause: traffic.frames for cause, traffic in display.counts.items()}
    assert counts == {"setup": 1, "content": 1, "shift": 1, "dim": 1, "refresh": 1, "ping": 0}
    assert sum(traffic.bytes for traffic in display.counts.values()) == rig.wire.bytes
    assert sum(traffic.transactions for traffic in display.counts.values()) == rig.wire.transactions
    assert display.counts["refresh"].bytes == 1064  # a whole set-up but for the switching off


def test_a_new_picture_that_waits_is_counted_as_content_even_if_a_shift_follows() -> None:
    rig = Rig(delay_s=0.02)
    display, _ = rig.add()
    display.show(card())
    rig.clock.advance(1.0)
    display.show(card(word="Bo"))
    display.show(card(word="Bob"), "shift")
    rig.clock.advance(1.0)
    assert (display.counts["content"].frames, display.counts["shift"].frames) == (1, 0)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"chip": "ssd1351"}, "chip is 'ssd1351', but must be one of ssd1306, ssd1309, sh1106"),
        ({"height": 48}, "size is 128×48, but must be 128×64 or 128×32"),
        ({"address": 0x80}, "address is 0x80, but must be from 0x08 to 0x77"),
        ({"rotate_deg": 90}, "rotate_deg is 90, but must be 0 or 180"),
    ],
)
def test_a_wiring_that_cannot_be_is_refused(wrong: dict[str, Any], said: str) -> None:
    rig = Rig()
    with pytest.raises(DriverError, match=f"display left: {said}"):
        Display("left", rig.bus, rig.events.append, **wrong)
