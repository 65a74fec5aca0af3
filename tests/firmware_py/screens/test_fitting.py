"""Nothing clips: whatever the names and numbers, every screen stays inside the glass and its texts apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.words import Track
from firmware_py import view as views
from firmware_py.screens import draw, letters, names, render
from firmware_py.view import Cell, GridRow, Header, Line, Screen, Standing, View

HEIGHTS = (64, 32)
NAMES = (
    "Ana",
    "Bo",
    "Éva",
    "Ögedei-Šárka",
    "MMMMMMMMMMMM",
    "WWWWWWWWWWWW",
    "Gygypqjgyçgy",
    "ÉÅŐŠÖÑÇÜÁÊÍÒ",
    "iiiiiiiiiiii",
)
LABELS = (
    "Germania Superior",
    "Additional trading post, at the left of a city",
    "space 12 + tiles 15 = 27",
    "Tangermünde",
)

letter = st.sampled_from(sorted(letters()))
name = st.sampled_from(NAMES) | st.text(letter, min_size=1, max_size=12)
label = st.sampled_from(LABELS + NAMES) | st.text(letter | st.just(" "), min_size=1, max_size=60).map(str.strip)
few = st.text(letter, max_size=8)
number = st.integers(-99, 999).map(lambda n: str(n).replace("-", "−"))
icon = st.sampled_from(["", *sorted(names())])
marks = st.lists(st.sampled_from(["bread", "games16", "demand-hidden"]), max_size=3).map(tuple)
labels = st.lists(label, max_size=4).map(tuple)
headers = st.builds(Header, st.just("") | name, icon, label | st.just(""), few | number, marks)
few_of_many = st.integers(0, 12).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of)))
standing = st.builds(Standing, name, number, icon, st.just("") | number, st.none() | few_of_many)
mark = st.sampled_from(["", "unsaved", "notsaved"])


def some(strategy: st.SearchStrategy[Any], least: int, most: int) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(strategy, min_size=least, max_size=most).map(tuple)


@st.composite
def tracks(draw_: Callable[..., int]) -> Track:
    length = draw_(st.integers(1, 140))
    return Track(length, draw_(st.integers(0, length)), draw_(st.integers(0, 12)))


@st.composite
def with_cursor(
    draw_: Callable[..., Any],
    make: Callable[[Any, Any, int], Any],
    items: st.SearchStrategy[tuple[Any, ...]],
) -> Any:
    head = draw_(headers)
    rows = draw_(items)
    assert isinstance(rows, tuple)
    return make(head, rows, draw_(st.integers(0, len(rows) - 1)))


@st.composite
def grids(draw_: Callable[..., Any]) -> Any:
    rows = []
    for _ in range(draw_(st.integers(1, 7))):
        cells = draw_(some(number | st.sampled_from(["No score", "senate 14", "legionnaire"]), 1, 14))
        icons = draw_(st.just(()) | some(icon, len(cells), len(cells)))
        rows.append(GridRow(draw_(icon), draw_(st.sampled_from(["", "Build", "Legionnaires"])), cells, icons))
    row = draw_(st.integers(0, len(rows) - 1))
    column = draw_(st.integers(0, len(rows[row].cells) - 1))
    owed = draw_(st.sampled_from([(), ("warning",)]))
    return views.Grid(draw_(st.just("") | name), draw_(label), tuple(rows), row, column, owed)


@st.composite
def statuses(draw_: Callable[..., Any]) -> Any:
    rows = draw_(some(standing, 1, 6))
    focus = draw_(st.integers(-1, len(rows) - 1))
    track = draw_(st.none() | tracks())
    left = draw_(st.sampled_from(["", "9 left", "goal in play, 17 of 20 prestige"]))
    status = draw_(st.sampled_from(["Q2 R3", "R7", "gypsum"]))
    facts = draw_(some(st.tuples(icon, st.sampled_from(["9/10", "12", "117/120"])), 0, 4))
    note = draw_(st.just("") | label)
    left_of = draw_(st.sampled_from(["", "1 left", "12 left"]))
    return views.Status(status, left, draw_(marks), rows, focus, track, facts, note, left_of)


line = st.builds(Line, label, few | number | label, icon, st.just(""), st.booleans())
noted = st.builds(Line, label, few | number, icon | st.just("wine fish"), label, st.booleans())
cell = st.builds(Cell, name, icon, st.just("")) | st.builds(Cell, number, st.just(""), number)
plate = st.builds(views.Plate, st.sampled_from(["I", "III", "VI"]), st.integers(0, 12).map(str), icon, st.booleans())
values = some(st.sampled_from(["1", "10", "all", "W"]), 4, 6)
disc = st.builds(
    views.Mark,
    st.sampled_from("BYGOPW"),
    st.sampled_from(["1 left", "2 left"]),
    st.sampled_from(["disc-blue", "disc-white"]),
)
SCREENS: dict[str, st.SearchStrategy[Screen]] = {
    "splash": st.builds(views.Splash, label),
    "choice": with_cursor(views.Choice, some(line, 1, 9)),
    "choice with notes": with_cursor(views.Choice, some(noted, 1, 4)),
    "choice with footer": with_cursor(
        lambda h, i, c: views.Choice(h, i, c, "Tangermünde " * 4), some(line | noted, 1, 6)
    ),
    "dial": st.builds(
        views.Dial,
        headers,
        label | st.just(""),
        number,
        st.booleans(),
        st.booleans(),
        labels,
        st.booleans(),
        st.none() | tracks(),
        some(st.builds("{} {}".format, name, number), 0, 5),
    ),
    "cells": with_cursor(lambda h, i, c: views.Cells(h, "Which of these, then?", i, c), some(cell, 2, 4)),
    "plates": with_cursor(views.Plates, some(plate, 6, 6)),
    "marks": with_cursor(lambda h, i, c: views.Marks(h, i, c, ("then Senate, Trajan", "Tile: P W")), some(disc, 1, 6)),
    "cells with marks": with_cursor(
        lambda h, i, c: views.Cells(h, "cannot meet these", i, c, ("bread", "games", "games")), some(cell, 2, 4)
    ),
    "grid": grids(),
    "question": with_cursor(
        lambda h, i, c: views.Question(h, "Demand: games", ("It was seen.",), i, c), some(name, 1, 3)
    ),
    "question with lines": st.builds(
        views.Question,
        headers,
        label | st.just(""),
        labels,
        st.tuples(name, name),
        st.integers(0, 1),
        some(st.tuples(st.sampled_from(["disc-blue", "disc-pink", "bread"]), st.sampled_from("BYGOPW")), 0, 2),
    ),
    "toast": st.builds(views.Toast, headers, label, labels, st.just("") | number, icon),
    "status": statuses(),
    "panel with values": st.builds(
        views.Panel,
        headers,
        some(st.builds(Line, label, few | number, icon, values=values, at=st.integers(-1, 3)), 1, 5),
    ),
    "seat page": st.builds(
        views.SeatPage,
        name,
        number,
        few | label,
        label,
        some(st.tuples(icon, label), 0, 3),
        marks,
        labels,
        st.just("") | label,
        st.none() | few_of_many,
    ),
    "idle": st.builds(views.Idle, label, some(st.tuples(name, number), 1, 5)),
    "notice": st.builds(views.Notice, headers, labels, st.just("") | label, st.just("") | label, icon),
    "entries": with_cursor(views.Entries, some(st.tuples(st.just("Q2 R3") | few, label, number), 1, 8)),
    "result": st.builds(views.Result, headers, some(standing, 1, 5), labels),
    "sheet": st.builds(
        views.Sheet, headers, some(st.tuples(label, number), 0, 8), number, few | label, st.integers(0, 4)
    ),
    "winner": st.builds(views.Winner, label, number, few | label, labels, icon),
    "code": st.builds(views.Code, headers, st.text(st.sampled_from("K7F3Q2WM-"), min_size=1, max_size=12), labels),
    "laying": st.builds(views.Laying, headers, icon, label, label, label, st.integers(0, 31), st.just(31)),
    "letters": st.builds(
        views.Letters,
        headers,
        st.just("") | name,
        some(letter | st.sampled_from(["space", "done", "back"]), 1, 40),
        st.just(0),
        labels,
    ),
    "big": st.builds(views.Big, headers | st.just(Header()), name, labels, icon),
    "dark": st.just(views.Dark()),
}


@pytest.mark.parametrize("height", HEIGHTS)
@pytest.mark.parametrize("kind", SCREENS)
def test_no_text_is_cut_or_runs_into_another(kind: str, height: int) -> None:
    @settings(max_examples=30, deadline=None, derandomize=True)
    @given(SCREENS[kind], mark)
    def check(screen: Screen, mark: str) -> None:
        canvas = draw(View(screen, mark), 128, height)
        assert canvas.cut == []
        assert canvas.struck == []
        assert canvas.focused <= 1

    check()


@pytest.mark.parametrize("height", HEIGHTS)
@pytest.mark.parametrize("kind", SCREENS)
def test_the_last_column_and_row_stay_dark_so_that_a_shift_loses_nothing(kind: str, height: int) -> None:
    @settings(max_examples=12, deadline=None, derandomize=True)
    @given(SCREENS[kind], mark)
    def check(screen: Screen, mark: str) -> None:
        canvas = draw(View(screen, mark), 128, height)
        assert canvas.rows[-1] == 0
        assert [row for row in canvas.rows if row & 1] == []

        lit = sum(row.bit_count() for row in canvas.rows)
        moved = render(View(screen, mark), 128, height, (1, 1))
        assert moved.convert("L").tobytes().count(255) == lit

    check()


@pytest.mark.parametrize("height", HEIGHTS)
@pytest.mark.parametrize("kind", SCREENS)
def test_nothing_stands_in_the_place_of_the_mark_or_moves_for_it(kind: str, height: int) -> None:
    slot = (1 << 8) - 1 << 1

    @settings(max_examples=12, deadline=None, derandomize=True)
    @given(SCREENS[kind])
    def check(screen: Screen) -> None:
        plain, marked = draw(View(screen), 128, height).rows, draw(View(screen, "unsaved"), 128, height).rows
        assert [row & slot for row in plain[:7]] == [0] * 7
        assert [row & ~slot for row in marked[:7]] == [row & ~slot for row in plain[:7]]
        assert marked[7:] == plain[7:]

    check()


FOCUSED = ("choice", "choice with notes", "cells", "cells with marks", "grid", "question", "entries", "letters")


@pytest.mark.parametrize("height", HEIGHTS)
@pytest.mark.parametrize("kind", FOCUSED)
def test_a_screen_with_a_cursor_has_exactly_one_focus(kind: str, height: int) -> None:
    @settings(max_examples=20, deadline=None, derandomize=True)
    @given(SCREENS[kind])
    def check(screen: Screen) -> None:
        assert draw(View(screen), 128, height).focused == 1

    check()
