"""The two fonts: what they cover, how accented letters are put together, doubling and shortening."""

from __future__ import annotations

import tomllib
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_py.screens import fonts, letters
from firmware_py.screens.fonts import MEDIUM, MEDIUM_TWICE, SMALL, SMALL_TWICE, Bitmap

ROOT = Path(__file__).parents[3]
FACES = (SMALL, MEDIUM)
LATIN_1 = [chr(code) for code in range(0xC0, 0x100) if chr(code).isalpha()]
EXTENDED = [chr(code) for code in range(0x100, 0x180)]
LEFT_OUT = set("ĦħŊŋŦŧĲĳĿŀſŉ")
TOWNS = ("Göttingen", "Lübeck", "Münster", "Großenhain", "Åbo", "Łódź", "Gdańsk", "Århus", "Košice")
BOX = Bitmap(4, (0, 15, 9, 9, 9, 9, 9, 15))


def art(bitmap: Bitmap) -> list[str]:
    return [f"{row:0{bitmap.width}b}".replace("0", ".").replace("1", "#") for row in bitmap.rows]


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.name)
def test_every_letter_of_latin_1_and_nearly_all_of_extended_a_can_be_shown(face: fonts.Face) -> None:
    missing = {letter for letter in LATIN_1 + EXTENDED if not fonts.knows(face, letter)}
    assert missing <= LEFT_OUT


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.name)
def test_all_of_ascii_and_the_signs_of_the_screens_can_be_shown(face: fonts.Face) -> None:
    signs = [chr(code) for code in range(0x20, 0x7F)] + list("−×½…·–→←▶◀’")
    assert [sign for sign in signs if not fonts.knows(face, sign)] == []


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.name)
def test_every_name_on_the_boards_can_be_shown(face: fonts.Face) -> None:
    tables = [path.read_text(encoding="utf-8") for path in (ROOT / "engine").rglob("*.toml")]
    assert tables, "the component tables have moved"
    words = {letter for text in tables for letter in _values(tomllib.loads(text))} | set("".join(TOWNS))
    assert sorted(letter for letter in words if letter.isalpha() and not fonts.knows(face, letter)) == []


def _values(table: object) -> str:
    if isinstance(table, dict):
        return "".join(_values(value) for value in table.values())
    if isinstance(table, list):
        return "".join(_values(value) for value in table)
    return table if isinstance(table, str) else ""


def test_an_unknown_letter_shows_as_a_hollow_box() -> None:
    assert fonts.glyph(SMALL, "語") == BOX


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.name)
def test_digits_are_equally_wide_so_that_columns_line_up(face: fonts.Face) -> None:
    assert len({fonts.glyph(face, digit).width for digit in "0123456789"}) == 1


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.name)
def test_an_accented_capital_stays_in_the_box_and_keeps_a_gap_under_its_dots(face: fonts.Face) -> None:
    for letter in "ÄÖÜ":
        rows = fonts.glyph(face, letter).rows
        assert len(rows) <= face.box
        assert rows[0] != 0
        dots = next(index for index, row in enumerate(rows) if row == 0)
        assert dots <= 2
        assert all(rows[dots + 1 : face.baseline + 1])


def test_composed_letters_look_as_drawn() -> None:
    assert art(fonts.glyph(SMALL, "É")) == [
        "..#.",
        ".#..",
        "####",
        "#...",
        "###.",
        "#...",
        "#...",
        "####",
        "....",
        "....",
    ]
    assert art(fonts.glyph(SMALL, "ö"))[:5] == ["....", "#.#.", "....", ".##.", "#..#"]
    assert art(fonts.glyph(SMALL, "í"))[:4] == [".#", "#.", "..", "#."]


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.name)
def test_accented_letters_differ_from_each_other_and_from_their_base(face: fonts.Face) -> None:
    shapes: dict[Bitmap, str] = {}
    for letter in sorted(letters()):
        decomposed = unicodedata.normalize("NFD", letter)
        if not letter.isalpha() or (len(decomposed) == 1 and letter not in "ıøæ"):
            continue
        shape = fonts.glyph(face, letter)
        assert shape != fonts.glyph(face, decomposed[0]) or len(decomposed) == 1
        twin = shapes.setdefault(shape, letter)
        # A comma and a cedilla below look alike at this size.
        assert twin == letter or {twin, letter} in ({"Ş", "Ș"}, {"ş", "ș"}, {"Ţ", "Ț"}, {"ţ", "ț"}), (twin, letter)


def test_doubling_fills_the_corners_of_diagonals() -> None:
    diagonal = Bitmap(3, (0b100, 0b010, 0b001))
    assert art(fonts.doubled(diagonal)) == ["##....", "###...", ".###..", "..###.", "...###", "....##"]


def test_doubling_plainly_repeats_each_pixel() -> None:
    assert art(fonts.doubled(Bitmap(2, (0b10, 0b01)), smooth=False)) == ["##..", "##..", "..##", "..##"]


@pytest.mark.parametrize("face", [SMALL_TWICE, MEDIUM_TWICE], ids=lambda face: face.name)
@given(text=st.text(st.sampled_from("0123456789+−Kä "), max_size=6))
def test_a_doubled_line_is_twice_as_wide_and_high(face: fonts.Face, text: str) -> None:
    once = SMALL if face is SMALL_TWICE else MEDIUM
    assert fonts.width(face, text) == 2 * fonts.width(once, text)
    assert len(fonts.line(face, text).rows) == 2 * len(fonts.line(once, text).rows)


@given(text=st.text(max_size=30), room=st.integers(10, 120), face=st.sampled_from(FACES))
def test_a_shortened_text_fits_and_ends_in_an_ellipsis(text: str, room: int, face: fonts.Face) -> None:
    short = fonts.shortened(face, text, room)
    assert fonts.width(face, short) <= room
    assert short == text or (short.endswith("…") and text.startswith(short[:-1]))


@given(
    words=st.lists(st.text(st.sampled_from("abcMWijÖ"), min_size=1, max_size=20), max_size=12),
    room=st.integers(30, 127),
)
def test_wrapping_keeps_every_letter_in_order_and_every_line_in_the_room(words: list[str], room: int) -> None:
    lines = fonts.wrapped(SMALL, " ".join(words), room, 99)
    assert [line for line in lines if fonts.width(SMALL, line) > room] == []
    assert "".join("".join(lines).split()) == "".join(words)


def test_wrapping_to_fewer_lines_ends_in_an_ellipsis() -> None:
    lines = fonts.wrapped(SMALL, "No answer at this address. Check both wires.", 60, 2)
    assert len(lines) == 2
    assert lines[1].endswith("…")


def test_a_name_is_shown_large_then_small_then_cut() -> None:
    assert fonts.fitting("Cyprian", 60, MEDIUM, SMALL) == (MEDIUM, "Cyprian")
    assert fonts.fitting("Ögedei-Šárka", 60, MEDIUM, SMALL) == (SMALL, "Ögedei-Šárka")
    face, text = fonts.fitting("MMMMMMMMMMMM", 60, MEDIUM, SMALL)
    assert (face, text[-1]) == (SMALL, "…")


def test_two_lines_break_after_a_long_dash_where_a_space_does_not_help() -> None:
    label = "again: Brandenburg–Tangermünde"
    assert fonts.hanging(SMALL, label, 110, 105) == ["again: Brandenburg–", "Tangermünde"]
    assert fonts.hanging(SMALL, "again: Hamburg–Lübeck", 60, 105) == ["again:", "Hamburg–Lübeck"]


def test_a_word_wider_than_a_line_is_broken_after_its_hyphen() -> None:
    room = fonts.width(SMALL, "Brandenburg–Berlin-Cö")
    assert fonts.wrapped(SMALL, "Brandenburg–Berlin-Cölln", room, 3) == ["Brandenburg–Berlin-", "Cölln"]
    assert fonts.wrapped(SMALL, "Brandenburg", fonts.width(SMALL, "Brand"), 3) == ["Brand", "enbur", "g"]
