"""What a page beside the box is told of the table, and the picture that the bench makes of it."""

from __future__ import annotations

import math
import random
import socket
import tempfile
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from story import table_of

from drivers.bench.simulated import SimulatedClock
from engine.catalogue import new_game, titles
from engine.game import Game
from engine.words import Drawing, Space, Spot, Text
from firmware_py import beside
from firmware_py.beside import Teller
from firmware_py.table import Table
from firmware_py.web import picture
from firmware_py.web.layout import Box, arranged, nearest, visible

COLOURS = ("red", "blue", "green", "yellow", "purple")
SVG = "{http://www.w3.org/2000/svg}"
BOARDS = [
    ("hansa", {"board": board}, players)
    for board, players in (("standard", 3), ("standard", 5), ("east", 4), ("britannia", 3), ("britannia", 5))
]
BOARDS += [("trajan", {}, players) for players in (2, 3, 4)]
AWKWARD = "aZé <&>\"'\x00\x1b\ufffe\u202e\U0001f600"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[tuple[Table, SimulatedClock]]:
    made, clock = table_of(tmp_path)
    yield made, clock
    clock.advance(10.0)
    assert made.close()


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with (
        tempfile.TemporaryDirectory(prefix="tab-") as folder,
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK) as ear,
    ):
        ear.bind(f"{folder}/ear")
        yield ear


def heard(listener: socket.socket) -> list[beside.Beside]:
    """Everything that has been told."""
    found = []
    while True:
        try:
            found.append(beside.decoded(listener.recv(beside.LONGEST)))
        except BlockingIOError:
            return found


def told(table: Table, clock: SimulatedClock, listener: socket.socket) -> Teller:
    teller = Teller(clock, {beside.VARIABLE: listener.getsockname()})
    assert teller.wanted
    teller.follow(table)
    return teller


def drawing(game: Game, names: tuple[str, ...] = ()) -> Drawing:
    made = game.way.drawing(game, None)
    assert made is not None
    said: Drawing = beside.said(made, names)
    return said


# ---- the line


def test_without_a_listener_in_the_environment_nobody_is_told() -> None:
    assert not Teller(SimulatedClock(), {}).wanted


def test_the_table_is_told_at_the_start_and_once_for_each_change(
    table: tuple[Table, SimulatedClock], listener: socket.socket
) -> None:
    kept, clock = table
    told(kept, clock, listener)
    assert heard(listener) == [beside.Beside()]
    kept.new("hansa", "referee", 3, {}, ("Ana", "Bo", "Cy"))
    clock.settle()
    (first,) = heard(listener)
    assert (first.title, first.names, first.mover) == ("hansa", ("Ana", "Bo", "Cy"), -1)
    assert first.drawing is not None
    kept.give(["seat.1"], "knob")
    clock.advance(5.0)  # the commit returns: nothing on the table has changed by that
    (second,) = heard(listener)
    assert second.drawing is not None
    assert sum(road.about for road in second.drawing.roads) == 1
    kept.rename(0, "Zoë", "red")
    clock.settle()
    assert [each.names[0] for each in heard(listener)] == ["Zoë"]


def test_whoever_has_no_room_is_told_the_newest_later(
    table: tuple[Table, SimulatedClock], listener: socket.socket
) -> None:
    kept, clock = table
    kept.new("hansa", "referee", 3, {}, ("Ana", "Bo", "Cy"))
    teller = told(kept, clock, listener)
    for name in map(str, range(50)):
        kept.rename(0, f"N{name}", "red")
        teller.look(kept)
    there = heard(listener)
    assert there[-1].names[0] != "N49"
    clock.advance(1.0)
    assert heard(listener)[-1].names[0] == "N49"


def test_a_listener_that_has_gone_is_no_trouble(table: tuple[Table, SimulatedClock], tmp_path: Path) -> None:
    kept, clock = table
    Teller(clock, {beside.VARIABLE: str(tmp_path / "nobody")}).follow(kept)
    kept.new("hansa", "referee", 3, {}, ("Ana", "Bo", "Cy"))
    clock.advance(5.0)


def lit(told: beside.Beside) -> set[str]:
    """The roads that are asked for."""
    assert told.drawing is not None
    return {road.word for road in told.drawing.roads if road.keys}


@pytest.mark.parametrize("given", [("place",), ()], ids=["asked", "ahead"])
def test_of_a_question_that_was_half_answered_only_what_is_left_is_lit_and_its_last_tag_is_enough(
    table: tuple[Table, SimulatedClock], given: tuple[str, ...]
) -> None:
    kept, _ = table
    kept.new("hansa", "referee", 3, {}, ("Ana", "Bo", "Cy"))
    kept.give(["seat.1", "exchange", "move-3", *given], "knob")
    assert kept.game is not None
    ahead = kept.game.copy()
    if not given:
        assert not lit(beside.beside(kept))
        ahead.answer("place")
    routes = set(ahead.way.named(ahead, "city.hamburg"))
    way = () if given else ("place",)
    told = beside.beside(kept, [(*way, key) for key in sorted(routes)])
    assert len(routes) == 4 and lit(told) == routes
    assert told.taps["hamburg-luebeck"] == ("hansa/city.luebeck",)
    assert told.mover == 1 and len(kept.game.past) == 3 + len(given)


def test_a_choice_of_half_an_answer_is_told_at_once(
    table: tuple[Table, SimulatedClock], listener: socket.socket
) -> None:
    kept, clock = table
    kept.new("hansa", "referee", 3, {}, ("Ana", "Bo", "Cy"))
    kept.give(["seat.1", "exchange", "move-3", "place"], "knob")
    among: list[tuple[str, ...]] = []
    teller = Teller(clock, {beside.VARIABLE: listener.getsockname()})
    teller.follow(kept, lambda: among)
    assert len(lit(heard(listener)[-1])) > 20
    among.append(("hamburg-luebeck",))
    for _ in range(2):
        teller.look(kept)
    assert [lit(each) for each in heard(listener)] == [{"hamburg-luebeck"}]


def test_names_of_any_length_are_told_cut_short(table: tuple[Table, SimulatedClock], listener: socket.socket) -> None:
    kept, clock = table
    kept.new("hansa", "referee", 3, {}, tuple(letter * 40_000 for letter in "abc"))
    told(kept, clock, listener)
    (only,) = heard(listener)
    assert only.drawing is not None
    assert only.names == ("a" * 39 + "…", "b" * 39 + "…", "c" * 39 + "…")


def test_a_drawing_that_no_message_holds_is_not_told(
    table: tuple[Table, SimulatedClock], listener: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, clock = table
    kept.new("hansa", "referee", 3, {}, ("Ana", "Bo", "Cy"))
    monkeypatch.setattr(beside, "LONGEST", 1000)
    told(kept, clock, listener)
    assert heard(listener) == [beside.Beside()]


@given(st.binary(max_size=200))
def test_bytes_that_are_no_message_are_refused(data: bytes) -> None:
    try:
        beside.decoded(data)
    except ValueError:
        return
    assert msgspec.msgpack.decode(data) is not None


def test_a_message_comes_out_as_it_went_in() -> None:
    game = new_game("hansa", "referee", 4)
    for key in ("seat.2", "exchange", "move-3"):
        game.answer(key)
    sent = beside.Beside("hansa", "Hansa", ("A", "B", "C", "D"), COLOURS[:4], (0, 0, 0, 0), 2, drawing(game))
    assert beside.decoded(beside.encoded(sent)) == sent


# ---- tags


def test_a_road_is_tapped_by_both_its_cities_unless_one_is_enough() -> None:
    game = new_game("hansa", "referee", 3)
    for key in ("seat.0", "exchange", "move-3", "place"):
        game.answer(key)
    taps = beside.taps(game, drawing(game))
    assert taps["minden-hannover"] == ("hansa/city.minden", "hansa/city.hannover")
    assert taps["hamburg-luebeck"] == ("hansa/city.luebeck",)
    assert taps["luebeck"] == ("hansa/city.luebeck",)


def test_a_road_that_is_not_asked_for_cannot_be_tapped() -> None:
    game = new_game("hansa", "referee", 3)
    game.answer("seat.0")
    taps = beside.taps(game, drawing(game))
    assert not any("-" in word for word in taps)


def test_every_tap_is_a_tag_of_the_title() -> None:
    for title in titles():
        words = {f"{title.name}/{part.word}" for part in title.components()}
        for name, way in title.ways.items():
            game, chance = new_game(title.name, name, way.players[1]), random.Random(3)
            for _ in range(150):
                found = game.way.drawing(game, None)
                if found is None or game.decision is None:
                    break
                for tags in beside.taps(game, found).values():
                    assert set(tags) <= words
                game.answer(chance.choices(game.decision.keys, game.way.liking(game))[0])


# ---- where everything goes


@pytest.mark.parametrize(("title", "options", "players"), BOARDS)
def test_no_spot_covers_another_or_a_road_and_every_road_has_room_for_its_posts(
    title: str, options: dict[str, str], players: int
) -> None:
    made = drawing(new_game(title, "referee", players, options))
    _, boxes, links, width, height = picture.geometry(made)
    at = picture.placed(made)
    for (x, y), box in zip(at, boxes, strict=True):
        assert box.width / 2 <= x <= width - box.width / 2
        assert box.height / 2 <= y <= height - box.height / 2
    for one, other in combinations(range(len(boxes)), 2):
        apart_x = abs(at[one][0] - at[other][0]) - (boxes[one].width + boxes[other].width) / 2
        apart_y = abs(at[one][1] - at[other][1]) - (boxes[one].height + boxes[other].height) / 2
        assert max(apart_x, apart_y) > 6, (made.spots[one].word, made.spots[other].word)
    for road, link in zip(made.roads, links, strict=True):
        assert math.dist(*visible(at, boxes, link.ends)) > len(road.spaces) * picture.POST_STEP, road.word
        for each, (here, box) in enumerate(zip(at, boxes, strict=True)):
            if each not in link.ends:
                near = nearest(here, at[link.ends[0]], at[link.ends[1]])
                assert abs(near[0] - here[0]) > box.width / 2 or abs(near[1] - here[1]) > box.height / 2, road.word


@settings(max_examples=25)
@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), max_size=8))
def test_boxes_with_any_wishes_stay_on_the_picture_and_apart(wishes: list[tuple[float, float]]) -> None:
    boxes = [Box(60, 40)] * len(wishes)
    at = arranged([(x * 900, y * 600) for x, y in wishes], boxes, (), 900, 600)
    assert all(30 <= x <= 870 and 20 <= y <= 580 for x, y in at)
    for one, other in combinations(at, 2):
        assert abs(one[0] - other[0]) > 60 or abs(one[1] - other[1]) > 40


# ---- the picture


def test_the_picture_has_every_city_by_name_and_every_piece_in_its_owner_s_colour() -> None:
    game, chance = new_game("hansa", "referee", 5), random.Random(8)
    for _ in range(500):
        assert game.decision is not None
        game.answer(chance.choices(game.decision.keys, game.way.liking(game))[0])
    made = drawing(game, ("Ana", "Bo", "Cy", "Dee", "Eve"))
    root = ElementTree.fromstring(picture.svg(made, COLOURS))
    names = [each.text for each in root.iter(f"{SVG}text") if each.get("class") == "name"]
    assert {"Lübeck", "Münster", "Göttingen"} <= set(names)
    spaces = [space for road in made.roads for space in road.spaces]
    spaces += [space for spot in made.spots for row in spot.rows for space in row]
    for seat, colour in enumerate(COLOURS):
        expected = sum(space.piece is not None and space.piece.seat == seat for space in spaces)
        shown = [
            each for each in root.iter(f"{SVG}g") if each.get("class") in (f"square s-{colour}", f"round s-{colour}")
        ]
        assert len(shown) == expected > 0
        assert {text.text for each in shown for text in each.iter(f"{SVG}text")} == {str(seat + 1)}


@pytest.mark.parametrize("more", [0, 1])
def test_a_round_space_has_an_equal_slice_of_each_colour_within_and_a_number_on_many(more: int) -> None:
    within = ("blue", "blue", "pink", "mauve", *["white"] * more)
    tray = Space("round", Text("tray"), sign=str(len(within)), within=within)
    spot = Spot("mat", Text("Mat"), (0.5, 0.5), ((tray,),))
    root = ElementTree.fromstring(picture.svg(Drawing(Text("Board"), 1.5, (spot,)), COLOURS))
    arcs = [each for each in root.iter(f"{SVG}circle") if (each.get("class") or "").startswith("within")]
    kinds = ["within w-blue"] * 2 + ["within w-pink", "within w-other", *["within w-white"] * more]
    assert [each.get("class") for each in arcs] == kinds
    whole = 2 * math.pi * float(arcs[0].attrib["r"])
    starts = [(whole / 4 - float(each.attrib["stroke-dashoffset"])) / whole for each in arcs]
    assert starts == pytest.approx([each / len(within) for each in range(len(within))], abs=0.002)
    assert [text.text for text in root.iter(f"{SVG}text")] == ["Mat", "5"][: 1 + more]


def test_what_the_question_asks_for_is_a_button_and_nothing_else_is() -> None:
    game = new_game("hansa", "referee", 3)
    for key in ("seat.0", "exchange", "move-3", "place"):
        game.answer(key)
    assert game.decision is not None
    root = ElementTree.fromstring(picture.svg(drawing(game), COLOURS))
    buttons = [each.get("data-word") for each in root.iter(f"{SVG}g") if each.get("role") == "button"]
    assert buttons == list(game.decision.keys)


@settings(max_examples=25)
@given(st.lists(st.text(st.sampled_from(AWKWARD), max_size=40), min_size=3, max_size=3))
def test_any_name_leaves_a_picture_that_can_be_read(names: list[str]) -> None:
    game = new_game("hansa", "referee", 3)
    for key in ("seat.0", "exchange", "move-3", "!office.hamburg.1.trader.0"):
        game.answer(key)
    root = ElementTree.fromstring(picture.svg(drawing(game, tuple(names)), COLOURS))
    assert {each.tag.removeprefix(SVG) for each in root.iter()} == {
        "svg", "g", "line", "rect", "circle", "text", "title", "path"
    }  # fmt: skip


def test_the_legend_explains_each_sign_with_a_picture() -> None:
    for art, words in picture.legend(drawing(new_game("hansa", "referee", 3))):
        assert ElementTree.fromstring(art).get("class") == "key"
        assert words
