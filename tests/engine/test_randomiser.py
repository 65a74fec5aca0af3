"""Set-up codes and the streams drawn from them. The vectors were worked out with sha256sum and by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadCode
from engine.randomiser import CODES, SYMBOLS, Stream, code_from, read_code, written


def test_no_symbol_of_a_code_can_be_taken_for_another() -> None:
    assert len(SYMBOLS) == len(set(SYMBOLS)) == 32
    assert not set("01IO") & set(SYMBOLS)


@pytest.mark.parametrize("typed", ["K7F3-Q2", "k7f3q2", " K7-F3-Q2 ", "k7f3 q2", "K 7 F 3 Q 2\n"])
def test_a_code_is_read_regardless_of_case_blanks_and_hyphens(typed: str) -> None:
    assert read_code(typed) == "K7F3Q2"
    assert written(typed) == "K7F3-Q2"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "has 0 symbols, not 6"),
        ("K7F3-Q", "has 5 symbols, not 6"),
        ("K7F3-Q22", "has 7 symbols, not 6"),
        ("K7F3-O2", "holds 'O', which no code has: 0, 1, I and O are not used"),
        ("K7F3-Ä2", "holds 'Ä', which no code has"),
        ("K7F3_Q2", "holds '_'"),
        ("K7F3ß", "holds 'ß'"),
        ("K7F3-Qſ", "holds 'ſ'"),
        ("K7F3-Q2\x1b", "holds '\\x1b'"),
        ("K" * 5000, "has 5000 symbols, not 6"),
    ],
)
def test_a_wrong_code_is_refused_with_what_is_wrong(typed: str, said: str) -> None:
    with pytest.raises(BadCode) as caught:
        read_code(typed)
    assert said in str(caught.value)


@given(st.text())
def test_reading_a_code_raises_nothing_but_bad_code(typed: str) -> None:
    try:
        symbols = read_code(typed)
    except BadCode:
        return
    assert len(symbols) == 6
    assert set(symbols) <= set(SYMBOLS)


def test_numbers_give_codes_in_the_order_of_the_symbols() -> None:
    assert code_from(0) == "2222-22"
    assert code_from(1) == "2222-23"
    assert code_from(CODES - 1) == "ZZZZ-ZZ"
    assert code_from(CODES) == "2222-22"


# printf 'tabularius\0K7F3Q2\0test\0area\0\0\0\0\0\0\0\0\0' | sha256sum; the same with a last byte of 1
FIRST = "c4c008ee155face68fd16482e6030293104e0a1ea8ced2d2b4126f02d65e4462"
SECOND = "e743266a2cdb59a9339f7ba51510562ec6d81d97e86be3f9d454bb6f65eaeadd"


def test_a_stream_is_the_documented_bytes() -> None:
    stream = Stream("k7f3-q2", "test", "area")
    words = [f"{stream.below(1 << 32):08x}" for _ in range(16)]
    assert "".join(words) == FIRST + SECOND


def test_numbers_that_would_make_a_draw_unfair_are_thrown_away() -> None:
    stream = Stream("K7F3Q2", "test", "area")
    # c4c008ee and e6030293 are above 3,000,000,000
    assert [stream.below(3_000_000_000) for _ in range(4)] == [0x155FACE6, 0x8FD16482, 0x104E0A1E, 0xA8CED2D2]


def test_a_shuffle_swaps_from_the_end() -> None:
    # c4c008ee mod 4 = 2: ABDC; 155face6 mod 3 = 2: ABDC; 8fd16482 mod 2 = 0: BADC
    assert Stream("K7F3Q2", "test", "area").shuffled("ABCD") == ["B", "A", "D", "C"]


def test_code_title_and_area_each_give_another_stream() -> None:
    start = [Stream(*names).below(1 << 32) for names in [
        ("K7F3Q2", "test", "area"), ("K7F3Q3", "test", "area"), ("K7F3Q2", "tes", "tarea"), ("K7F3Q2", "test", "areb")
    ]]  # fmt: skip
    assert len(set(start)) == 4


@pytest.mark.parametrize("count", [0, -1, (1 << 32) + 1])
def test_a_draw_from_nothing_or_from_too_much_is_refused(count: int) -> None:
    with pytest.raises(ValueError, match="cannot be drawn"):
        Stream("K7F3Q2", "test", "area").below(count)


@given(st.lists(st.integers(), max_size=80), st.integers(0, CODES - 1))
def test_a_shuffle_keeps_everything_and_leaves_the_list_alone(things: list[int], number: int) -> None:
    before = things[:]
    assert sorted(Stream(code_from(number), "test", "area").shuffled(things)) == sorted(before)
    assert things == before


def test_a_draw_is_fair_over_many_codes() -> None:
    seen = [0] * 6
    for number in range(6000):
        seen[Stream(code_from(number), "test", "die").below(6)] += 1
    # 1000 each expected, 29 the standard deviation
    assert all(870 < count < 1130 for count in seen)
