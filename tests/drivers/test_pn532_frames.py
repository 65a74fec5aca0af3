"""The frames of the PN532: what is built, and what is found in a stream that cannot be trusted."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.pn532_frames import (
    ACK,
    MAX_PAYLOAD,
    NACK,
    SYNTAX_ERROR,
    WAKE_UP,
    Frame,
    FrameParser,
    Kind,
    command_frame,
    information_frame,
)

FIRMWARE_ANSWER = bytes.fromhex("0000ff06fad50332010607e800")
FIRMWARE = Frame(Kind.DATA, bytes.fromhex("d50332010607"))

payloads = st.binary(max_size=MAX_PAYLOAD - 1).map(lambda rest: b"\xd5" + rest)
pieces = st.lists(st.integers(1, 20), min_size=1, max_size=40)


def good(frames: list[Frame]) -> list[Frame]:
    return [frame for frame in frames if frame.kind is not Kind.BAD]


def fed(stream: bytes, sizes: list[int]) -> list[Frame]:
    parser = FrameParser()
    found, at = [], 0
    for size in [*sizes, len(stream)]:
        found += parser.feed(stream[at : at + size])
        at += size
    return found


def test_command_frames_are_those_of_the_manual() -> None:
    assert command_frame(0x02) == bytes.fromhex("0000ff02fed4022a00")
    assert command_frame(0x14, b"\x01\x00\x01") == bytes.fromhex("0000ff05fbd41401000116 00")
    assert command_frame(0x4A, b"\x02\x00") == bytes.fromhex("0000ff04fcd44a0200e000")


def test_wake_up_begins_with_edges_and_lasts_a_millisecond() -> None:
    assert WAKE_UP.startswith(b"\x55\x55")
    assert set(WAKE_UP[2:]) == {0}
    assert len(WAKE_UP) * 10 / 115_200 > 0.001


@pytest.mark.parametrize("length", [0, MAX_PAYLOAD + 1])
def test_a_payload_that_no_frame_carries_is_refused(length: int) -> None:
    with pytest.raises(ValueError, match="1 to 265 bytes"):
        information_frame(bytes(length))


def test_ack_nack_error_and_answer_are_told_apart() -> None:
    found = FrameParser().feed(ACK + NACK + SYNTAX_ERROR + FIRMWARE_ANSWER)
    assert found == [Frame(Kind.ACK), Frame(Kind.NACK), Frame(Kind.DATA, b"\x7f"), FIRMWARE]


@given(payloads, pieces)
def test_a_frame_is_found_however_it_is_cut(payload: bytes, sizes: list[int]) -> None:
    assert fed(information_frame(payload), sizes) == [Frame(Kind.DATA, payload)]


@given(st.lists(payloads, min_size=2, max_size=5), pieces)
def test_merged_and_doubled_frames_come_out_one_by_one(several: list[bytes], sizes: list[int]) -> None:
    stream = b"".join(ACK + information_frame(payload) * 2 for payload in several)
    expected = []
    for payload in several:
        expected += [Frame(Kind.ACK), *[Frame(Kind.DATA, payload)] * 2]
    assert fed(stream, sizes) == expected


@given(st.binary(max_size=60), payloads, pieces)
def test_a_good_frame_behind_any_noise_is_found_at_the_latest_when_the_wait_is_given_up(
    noise: bytes, payload: bytes, sizes: list[int]
) -> None:
    parser = FrameParser()
    stream = noise + information_frame(payload)
    found, at = [], 0
    for size in [*sizes, len(stream)]:
        found += parser.feed(stream[at : at + size])
        at += size
    found += parser.give_up()
    assert parser.pending == 0
    # Noise that makes a whole frame of its own may swallow the beginning of the good one: then, and only then, not.
    swallowed = [frame for frame in found if frame.kind is Kind.DATA and frame.payload != payload]
    assert Frame(Kind.DATA, payload) in found or swallowed


@given(payloads, st.data())
def test_a_frame_with_one_damaged_byte_never_passes_for_another_of_its_length(
    payload: bytes, data: st.DataObject
) -> None:
    frame = bytearray(information_frame(payload))
    at = data.draw(st.integers(0, len(frame) - 1))
    frame[at] ^= data.draw(st.integers(1, 255))
    parser = FrameParser()
    found = parser.feed(bytes(frame)) + parser.give_up()
    whole = [frame.payload for frame in found if len(frame.payload) >= len(payload)]
    assert set(whole) <= {payload}


@given(payloads)
def test_a_damaged_checksum_is_reported_and_the_next_frame_is_found(payload: bytes) -> None:
    frame = bytearray(information_frame(payload))
    frame[-2] ^= 0x55
    found = FrameParser().feed(bytes(frame) + FIRMWARE_ANSWER)
    assert Frame(Kind.BAD, why="checksum") in found
    assert found[-1] == FIRMWARE


def test_a_start_code_in_the_noise_does_not_hold_the_answer_back() -> None:
    noise = bytes.fromhex("00ff40c0")  # says that 64 bytes follow, but with no identifier of a PN532
    assert good(FrameParser().feed(noise + FIRMWARE_ANSWER)) == [FIRMWARE]


def test_an_answer_behind_the_beginning_of_another_is_had_by_giving_up() -> None:
    parser = FrameParser()
    assert parser.feed(bytes.fromhex("00ff40c0d5") + FIRMWARE_ANSWER) == []
    assert good(parser.give_up()) == [FIRMWARE]
    assert parser.pending == 0


def test_frames_for_the_chip_are_no_frames_for_the_host() -> None:
    echo = command_frame(0x02)
    assert FrameParser().feed(echo) == [Frame(Kind.BAD, why="identifier")]
    assert FrameParser(identifiers=None).feed(echo) == [Frame(Kind.DATA, b"\xd4\x02")]


@given(st.lists(st.binary(max_size=300), max_size=8))
def test_any_bytes_are_taken_and_little_is_kept(chunks: list[bytes]) -> None:
    parser = FrameParser()
    for chunk in chunks:
        for frame in parser.feed(chunk):
            assert (frame.kind is Kind.DATA) == bool(frame.payload)
            assert len(frame.payload) <= MAX_PAYLOAD
        assert parser.pending <= MAX_PAYLOAD + 8


def test_ten_megabytes_of_noise_full_of_start_codes_leaves_the_parser_sound() -> None:
    generator = random.Random(532)
    parser = FrameParser()
    given_bytes = 0
    most = 0
    answers = 0
    while given_bytes < 10_000_000:
        noise = generator.randbytes(generator.randrange(1, 900))
        for start in (b"\x00\xff", b"\x00\xff\xff\xff\x01", b"\x00\xff\x20\xe0\xd5", ACK, FIRMWARE_ANSWER[:9]):
            at = generator.randrange(len(noise))
            noise = noise[:at] + start + noise[at:]
        for at in range(0, len(noise), 57):
            parser.feed(noise[at : at + 57])
            most = max(most, parser.pending)
        given_bytes += len(noise)
        parser.give_up()
        answers += parser.feed(FIRMWARE_ANSWER) == [FIRMWARE]
    assert most <= MAX_PAYLOAD + 8
    assert answers > 10_000
    parser.reset()
    assert parser.feed(FIRMWARE_ANSWER) == [FIRMWARE]
