"""The set-up of Trajan from a code (rule sheet, section 3)."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import catalogue
from engine.errors import BadCode
from engine.randomiser import CODES, Area, Layout, code_from
from engine.trajan import TITLE
from engine.trajan.components import components

BOX = components()
NAMES = ("Ana", "Bo", "Cyprian", "Di")

CODE = st.integers(0, CODES - 1).map(code_from)
PLAYERS = st.integers(2, 4)


def laid(code: str, players: int = 3, **options: str) -> Layout:
    return TITLE.setup(code, players, catalogue.options(TITLE, players, options))


def area(layout: Layout, name: str) -> Area:
    return next(area for area in layout.areas if area.name == name)


def words(layout: Layout, name: str) -> list[str]:
    return [item.word for item in area(layout, name).items]


def test_the_areas_come_in_the_order_of_the_rulebook() -> None:
    assert [area.name for area in laid("K7F3-Q2", starting_markers="random").areas] == [
        "start", "provinces", "forum", "extra", "construction", "markers", "trajan", "senate", "bonus", "discards",
    ]  # fmt: skip


def test_a_code_gives_this_very_set_up_for_ever() -> None:
    layout = laid("k7f3q2")
    assert layout.code == "K7F3-Q2"
    assert layout.answers["start.player"] == "seat.1"
    assert words(layout, "provinces") == [
        "forum.vote.2", "forum.bread", "forum.games", "forum.religion", "forum.religion", "forum.wild-construction",
        "forum.games", "forum.vote.3", "forum.bread", "forum.bread",
    ]  # fmt: skip
    assert words(layout, "extra") == ["extra.forum", "extra.seaport", "extra.military"]
    assert words(layout, "construction")[:6] == [
        "construction.fountain.3", "construction.roof.2", "construction.stairs.5", "construction.window.4",
        "construction.stairs.3", "construction.roof.4",
    ]  # fmt: skip
    assert words(layout, "trajan") == [
        "trajan.cards.GP", "trajan.nine.YW", "trajan.workers.OO", "trajan.legionnaires.WY", "trajan.plus-two.YP",
        "trajan.religion.WW",
    ]  # fmt: skip
    assert words(layout, "bonus") == [
        "bonus.bread", "bonus.legionnaires", "bonus.fruit-lamps", "bonus.games", "bonus.cattle-wheat",
    ]  # fmt: skip
    assert words(layout, "discards") == ["card.columns", "card.lamps"]


@given(CODE, PLAYERS)
def test_nothing_is_laid_out_more_often_than_there_is(code: str, players: int) -> None:
    there = {piece.word: piece.copies for piece in TITLE.components()}
    layout = laid(code, players)
    drawn = Counter(item.word for area in layout.areas if area.name not in ("start", "senate") for item in area.items)
    assert all(number <= there[word] for word, number in drawn.items())


@given(CODE, PLAYERS)
def test_the_number_of_things_is_that_of_the_rules(code: str, players: int) -> None:
    layout = laid(code, players)
    assert {area.name: len(area.items) for area in layout.areas} == {
        "start": 1,
        "provinces": 10,
        "forum": {2: 6, 3: 9, 4: 12}[players],
        "extra": 3,
        "construction": 20,
        "trajan": 6,
        "senate": 1,
        "bonus": players + 2,
        "discards": 2,
    }


@given(CODE)
def test_the_same_code_gives_the_same_provinces_district_and_arch_for_any_number(code: str) -> None:
    two, four = laid(code, 2), laid(code, 4)
    for name in ("provinces", "extra", "construction", "trajan", "discards"):
        assert area(two, name) == area(four, name)


@given(CODE)
def test_provinces_and_forum_come_from_one_pile(code: str) -> None:
    # what four players have on the forum beyond two is the next of the same pile: two players' tiles are among them
    two, four = Counter(words(laid(code, 2), "forum")), Counter(words(laid(code, 4), "forum"))
    assert two <= four


@given(CODE)
def test_every_construction_tile_lies_on_a_site_of_its_own(code: str) -> None:
    items = area(laid(code), "construction").items
    assert sorted(item.word for item in items) == sorted(
        f"construction.{kind.word}.{value}" for kind in BOX.construction_types for value in BOX.construction_values
    )
    assert [item.at for item in items] == [f"site.{site}" for site in range(20)]


@given(CODE, PLAYERS)
def test_the_start_player_is_lowest_in_the_senate_and_the_others_follow_clockwise(code: str, players: int) -> None:
    layout = laid(code, players)
    start = int(layout.answers["start.player"].removeprefix("seat."))
    order = [str((start + step) % players) for step in range(players)]
    assert words(layout, "senate") == ["senate." + ".".join(order)]
    (item,) = area(layout, "senate").items
    assert item.place.render(NAMES) == f"{NAMES[start]} lowest, then"
    assert item.thing.render(NAMES) == ", ".join(NAMES[int(seat)] for seat in order[1:])


def test_each_seat_starts_about_equally_often() -> None:
    seats = Counter(laid(code_from(number), 3).answers["start.player"] for number in range(300))
    assert all(70 < seats[f"seat.{seat}"] < 130 for seat in range(3))


def test_a_chosen_start_player_is_left_to_the_table() -> None:
    layout = laid("K7F3-Q2", start_player="chosen")
    assert "start.player" not in layout.answers
    assert "start" not in [area.name for area in layout.areas]
    (item,) = area(layout, "senate").items
    assert (item.place.render(), item.thing.render()) == ("Start player lowest,", "then clockwise")


@given(CODE, PLAYERS)
def test_ruling_8_random_starting_markers_use_every_marker_once_in_pairs_that_may_be_equal(
    code: str, players: int
) -> None:
    items = area(laid(code, players, starting_markers="random"), "markers").items
    for seat in range(players):
        pairs = [item.word.removeprefix("marker.") for item in items if item.seat == seat]
        assert len(pairs) == 6
        assert Counter("".join(pairs)) == dict.fromkeys("BYGOPW", 2)


def test_starting_markers_are_the_owners_choice_unless_said_otherwise() -> None:
    assert "markers" not in [area.name for area in laid("K7F3-Q2").areas]


@given(CODE)
def test_another_option_changes_no_other_area(code: str) -> None:
    plain = {area.name: area for area in laid(code).areas}
    other = {area.name: area for area in laid(code, starting_markers="random").areas}
    assert {name: area for name, area in other.items() if name != "markers"} == plain


@given(CODE, PLAYERS)
def test_each_seat_has_a_bonus_tile_and_two_lie_beside_the_senate(code: str, players: int) -> None:
    items = area(laid(code, players), "bonus").items
    assert [item.seat for item in items] == [*range(players), None, None]
    assert len({item.word for item in items}) == players + 2


@given(CODE, PLAYERS)
def test_places_and_things_fit_a_line_of_the_display(code: str, players: int) -> None:
    for area in laid(code, players, starting_markers="random").areas:
        assert len(area.label.render()) <= 16  # the header holds a count as well
        for item in area.items:
            assert len(item.note.render()) <= 28
            if area.name != "senate":
                assert max(len(item.place.render(NAMES)), len(item.thing.render(NAMES))) <= 20


def test_a_code_that_is_none_is_refused() -> None:
    with pytest.raises(BadCode):
        laid("K7F3-Q")


@given(CODE)
def test_every_icon_is_drawn(code: str) -> None:
    lines = files("firmware_py.screens").joinpath("icons.txt").read_text(encoding="utf-8").splitlines()
    drawn = {line.split()[1] for line in lines if line.startswith("= ")}
    used = {item.icon for area in laid(code, starting_markers="random").areas for item in area.items}
    assert used | {piece.icon for piece in TITLE.components()} | {TITLE.emblem} <= drawn
