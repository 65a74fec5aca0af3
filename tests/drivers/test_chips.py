"""The emulated OLED modules and their bus, fed with bytes as the data sheets give them."""

from __future__ import annotations

import errno

import pytest
from hypothesis import given
from hypothesis import strategies as st
from smbus2 import i2c_msg

from drivers.bench.chips import OledModule, Sh1106, Ssd1306, Ssd1309
from drivers.bench.i2c import I2cBus, SmbusFacade

UPRIGHT = (0xA1, 0xC8, 0x8D, 0x14, 0xAF)


def commands(chip: OledModule, *given: int) -> None:
    chip.receive(bytes([0x00, *given]))


def data(chip: OledModule, *given: int) -> None:
    chip.receive(bytes([0x40, *given]))


def cleared(chip: OledModule) -> OledModule:
    chip.memory[:] = bytes(len(chip.memory))
    return chip


def lit_pixels(chip: OledModule) -> set[tuple[int, int]]:
    return {(x, y) for y, row in enumerate(chip.art()) for x, dot in enumerate(row) if dot == "#"}


def test_an_ssd1306_is_dark_after_power_up_until_pump_and_display_are_switched_on() -> None:
    chip = Ssd1306(seed=3)
    assert lit_pixels(chip) == set()
    commands(chip, 0xAF)
    assert lit_pixels(chip) == set()
    commands(chip, 0x8D, 0x14)
    assert len(lit_pixels(chip)) > 1000  # what the memory holds after power-up is garbage


def test_an_ssd1309_and_an_sh1106_need_no_pump_command() -> None:
    for chip in (Ssd1309(seed=3), Sh1106(seed=3)):
        assert lit_pixels(chip) == set()
        commands(chip, 0xAF)
        assert len(lit_pixels(chip)) > 1000


def test_garbage_after_power_up_repeats_with_its_seed_only() -> None:
    assert Ssd1306(seed=1).memory == Ssd1306(seed=1).memory != Ssd1306(seed=2).memory


def test_a_power_cut_forgets_everything() -> None:
    chip = cleared(Ssd1306())
    commands(chip, *UPRIGHT, 0x81, 0x05, 0xA7)
    assert len(lit_pixels(chip)) == 128 * 64
    chip.power_off()
    assert lit_pixels(chip) == set()
    chip.power_on(seed=5)
    assert (chip.on, chip.contrast, chip.inverted) == (False, 0x7F, False)
    assert lit_pixels(chip) == set()


def test_horizontal_addressing_wraps_within_its_window() -> None:
    chip = cleared(Ssd1306())
    commands(chip, *UPRIGHT, 0x20, 0x00, 0x21, 10, 11, 0x22, 2, 3)
    data(chip, 0x01, 0x02, 0x04, 0x08, 0x10)
    # The fifth byte came round to where the first had been written.
    assert lit_pixels(chip) == {(10, 16 + 4), (11, 16 + 1), (10, 24 + 2), (11, 24 + 3)}


def test_vertical_addressing_goes_down_first() -> None:
    chip = cleared(Ssd1306())
    commands(chip, *UPRIGHT, 0x20, 0x01, 0x21, 10, 11, 0x22, 2, 3)
    data(chip, 0x01, 0x02, 0x04, 0x08)
    assert lit_pixels(chip) == {(10, 16), (10, 24 + 1), (11, 16 + 2), (11, 24 + 3)}


def test_page_addressing_stays_in_its_page() -> None:
    chip = cleared(Ssd1306())
    commands(chip, *UPRIGHT, 0xB5, 0x0F, 0x17)
    data(chip, 0x01, 0x80)
    assert lit_pixels(chip) == {(127, 40), (0, 47)}


@given(
    kind=st.sampled_from([Ssd1306, Sh1106]),
    before=st.lists(st.sampled_from([0x00, 0x0F, 0x10, 0x17, 0x18, 0xA0, 0xA1, 0xB0, 0xB7]), max_size=6),
    window=st.tuples(st.integers(0, 127), st.integers(0, 127), st.integers(0, 7), st.integers(0, 7)),
    mode=st.integers(0, 3),
    sent=st.binary(max_size=400),
    cut=st.integers(0, 400),
)
def test_bytes_land_alike_in_one_transaction_and_one_by_one(
    kind: type[OledModule],
    before: list[int],
    window: tuple[int, int, int, int],
    mode: int,
    sent: bytes,
    cut: int,
) -> None:
    chips = [cleared(kind()) for _ in range(3)]
    for chip in chips:
        if kind is Ssd1306:
            commands(chip, 0x20, mode, 0x21, *window[:2], 0x22, *window[2:])
        commands(chip, *before)
    together, split, alone = chips
    data(together, *sent)
    data(split, *sent[:cut])
    data(split, *sent[cut:])
    for byte in sent:
        data(alone, byte)
    assert together.memory == split.memory == alone.memory
    assert (together.page, together.column) == (split.page, split.column) == (alone.page, alone.column)


def test_page_addresses_are_ignored_outside_page_addressing() -> None:
    chip = cleared(Ssd1306())
    commands(chip, *UPRIGHT, 0x20, 0x00, 0xB5, 0x0F, 0x17)
    data(chip, 0x01)
    assert lit_pixels(chip) == {(0, 0)}


def test_an_sh1106_shows_columns_2_to_129_and_stops_at_the_last() -> None:
    chip = cleared(Sh1106())
    commands(chip, *UPRIGHT, 0xB1, 0x00, 0x10)
    data(chip, *([0x01] * 200))
    assert lit_pixels(chip) == {(x, 8) for x in range(128)}
    commands(chip, 0xB2, 0x02, 0x10)
    data(chip, 0x01)
    assert (0, 16) in lit_pixels(chip)
    commands(chip, 0xB3, 0x01, 0x18)
    data(chip, 0x01, 0x01)
    assert {(x, y) for x, y in lit_pixels(chip) if y == 24} == {(127, 24)}


@pytest.mark.parametrize("kind", [Ssd1306, Sh1106])
@pytest.mark.parametrize(
    ("orientation", "where"),
    [((0xA1, 0xC8), (5, 3)), ((0xA0, 0xC8), (122, 3)), ((0xA1, 0xC0), (5, 60)), ((0xA0, 0xC0), (122, 60))],
)
def test_remap_and_scan_direction_turn_the_picture(
    kind: type[OledModule], orientation: tuple[int, ...], where: tuple[int, int]
) -> None:
    chip = cleared(kind())
    left = 2 if kind is Sh1106 else 0
    commands(chip, *UPRIGHT, *orientation, 0xB0, 0x05 + left, 0x10)
    data(chip, 0x08)
    assert lit_pixels(chip) == {where}


def test_remapping_an_ssd1306_leaves_what_is_in_its_memory_where_it_is() -> None:
    chip = cleared(Ssd1306())
    commands(chip, *UPRIGHT, 0xB0, 0x05, 0x10)
    data(chip, 0x01)
    commands(chip, 0xA0)
    assert lit_pixels(chip) == {(5, 0)}


def test_start_line_offset_and_multiplex_move_and_cut_the_picture() -> None:
    chip = cleared(Ssd1306())
    commands(chip, *UPRIGHT, 0xB1, 0x00, 0x10)
    data(chip, 0x01)
    assert lit_pixels(chip) == {(0, 8)}
    commands(chip, 0x40 | 3)
    assert lit_pixels(chip) == {(0, 5)}
    commands(chip, 0x40, 0xD3, 2)
    assert lit_pixels(chip) == {(0, 10)}
    commands(chip, 0xD3, 0, 0xA8, 0x1F)
    assert {y for _, y in lit_pixels(chip)} == {40}  # half the lines are scanned: the lower half of the glass


def test_wrong_com_pins_tear_the_lines_apart() -> None:
    chip = cleared(Ssd1306())
    commands(chip, *UPRIGHT, 0xB0, 0x00, 0x10)
    data(chip, 0x03)
    assert lit_pixels(chip) == {(0, 0), (0, 1)}
    commands(chip, 0xDA, 0x02)
    assert lit_pixels(chip) == {(0, 0), (0, 2)}


def test_inverted_and_all_on() -> None:
    chip = cleared(Ssd1306(height=32))
    commands(chip, *UPRIGHT, 0xA8, 0x1F, 0xDA, 0x02, 0xA7)
    assert len(lit_pixels(chip)) == 128 * 32
    commands(chip, 0xA6, 0xA5)
    assert len(lit_pixels(chip)) == 128 * 32
    commands(chip, 0xA4)
    assert lit_pixels(chip) == set()


def test_a_command_cut_off_takes_its_parameter_from_the_next_transaction() -> None:
    chip = Ssd1306()
    commands(chip, 0x81)
    commands(chip, 0xAE, 0xAF)
    assert (chip.contrast, chip.on) == (0xAE, True)


def test_a_control_byte_may_announce_one_byte_at_a_time() -> None:
    chip = cleared(Ssd1306())
    chip.receive(bytes([0x80, 0xAF, 0x80, 0x8D, 0x80, 0x14, 0xC0, 0x01, 0x40, 0x01, 0x01]))
    commands(chip, 0xC8)
    assert len(lit_pixels(chip)) == 3


def test_bytes_without_a_meaning_are_noted() -> None:
    chip = Sh1106()
    commands(chip, 0x8D, 0x14, 0xAF)
    assert (chip.unknown, chip.on) == ([0x8D], True)


def test_picture_and_text_art_agree() -> None:
    chip = Ssd1306(seed=9)
    commands(chip, *UPRIGHT)
    image = chip.image()
    assert image.size == (128, 64)
    assert chip.art() == ["".join("#" if image.getpixel((x, y)) else "." for x in range(128)) for y in range(64)]


def test_the_bus_counts_bytes_with_addresses_and_nine_clocks_for_each() -> None:
    bus = I2cBus(hz=100_000)
    bus.attach(0x3C, Ssd1306())
    bus.transfer(0x3C, bytes(1033))
    assert (bus.transactions, bus.bytes) == (1, 1034)
    assert bus.bus_s == pytest.approx(0.09308)


def test_nobody_at_an_address_and_no_supply_are_the_same_on_the_wire() -> None:
    bus = I2cBus()
    chip = Ssd1306()
    bus.attach(0x3C, chip)
    chip.power_off()
    for address in (0x3C, 0x3D):
        with pytest.raises(OSError) as caught:
            bus.transfer(address, b"\x00\xe3")
        assert caught.value.errno == errno.EREMOTEIO


def test_a_cut_lets_the_first_bytes_through_and_may_unplug_the_chip() -> None:
    bus = I2cBus()
    chip = Ssd1306()
    bus.attach(0x3C, chip)
    cleared(chip)
    bus.cut_after(4 + 3)
    bus.transfer(0x3C, b"\x00\x8d\x14\xaf")
    with pytest.raises(OSError):
        bus.transfer(0x3C, b"\x40\xff\xff\xff")
    assert sum(map(int.bit_count, chip.memory)) == 16
    bus.transfer(0x3C, b"\x40\xff")
    assert sum(map(int.bit_count, chip.memory)) == 24
    bus.cut_after(2, unplug=True)
    with pytest.raises(OSError):
        bus.transfer(0x3C, b"\x40\xff\xff\xff")
    assert not chip.powered


def test_faults_end_by_themselves_or_when_mended() -> None:
    bus = I2cBus()
    bus.attach(0x3C, Ssd1306())
    bus.nack(1)
    with pytest.raises(OSError):
        bus.transfer(0x3C, b"\x00\xe3")
    bus.transfer(0x3C, b"\x00\xe3")
    bus.stick()
    with pytest.raises(TimeoutError):
        bus.transfer(0x3C, b"\x00\xe3")
    bus.mend()
    bus.transfer(0x3C, b"\x00\xe3")


def test_noise_flips_exactly_the_bits_asked_for() -> None:
    bus = I2cBus()
    chip = Ssd1306()
    bus.attach(0x3C, chip)
    before = int.from_bytes(chip.memory, "big")
    bus.noise(0x3C, seed=4, bits=20)
    assert (before ^ int.from_bytes(chip.memory, "big")).bit_count() == 20


def test_an_address_is_taken_once_and_free_again_after_detaching() -> None:
    bus = I2cBus()
    bus.attach(0x3C, Ssd1306())
    with pytest.raises(ValueError, match="0x3C on i2c-1 is taken"):
        bus.attach(0x3C, Sh1106())
    bus.detach(0x3C)
    bus.attach(0x3C, Sh1106())


def test_the_facade_takes_what_smbus2_takes() -> None:
    sent: list[tuple[int, bytes]] = []
    facade = SmbusFacade(lambda address, data: sent.append((address, data)))
    facade.i2c_rdwr(i2c_msg.write(0x3C, [0x40, 1]), i2c_msg.write(0x3D, b"\x00"))
    facade.write_i2c_block_data(0x3C, 0x00, [0xAE, 0xAF])
    facade.write_byte_data(0x3C, 0x00, 0xE3)
    assert sent == [(0x3C, b"\x40\x01"), (0x3D, b"\x00"), (0x3C, b"\x00\xae\xaf"), (0x3C, b"\x00\xe3")]
    with pytest.raises(ValueError, match="at most 32"):
        facade.write_i2c_block_data(0x3C, 0x40, [0] * 33)
    with pytest.raises(OSError) as reading:
        facade.i2c_rdwr(i2c_msg.read(0x3C, 1))
    assert reading.value.errno == errno.EOPNOTSUPP
    facade.close()
    with pytest.raises(OSError) as closed:
        facade.write_byte_data(0x3C, 0x00, 0xE3)
    assert closed.value.errno == errno.EBADF
