"""The drawing of a board: what is printed, what lies there, and what the open question asks for, on every board."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from engine.catalogue import new_game
from engine.game import Game
from engine.hansa.maps import SIDES, board_map
from engine.words import Drawing, Piece
from tests.engine.hansa.table import desk, fill, give, office, own, post, supply, table

BOARDS = [(name, players) for name in SIDES for players in board_map(name).players if players > 2]


def drawn(game: Game) -> Drawing:
    made = game.way.drawing(game, None)
    assert made is not None
    return made


def on_board(name: str, players: int) -> Game:
    for board in ("standard", "east", "britannia"):
        if name.startswith(board):
            return new_game("hansa", "referee", players, {"board": board})
    raise AssertionError(name)


def played(game: Game, seed: int, answers: int) -> Iterator[Game]:
    """The game after each of so many random answers."""
    chance = random.Random(seed)
    for _ in range(answers):
        if game.decision is None:
            return
        game.answer(chance.choices(game.decision.keys, game.way.liking(game))[0])
        yield game


def lying(drawing: Drawing) -> Counter[tuple[str, int]]:
    """Pieces of the seats on posts and offices, by shape and seat."""
    spaces = [space for road in drawing.roads for space in road.spaces]
    spaces += [space for spot in drawing.spots for row in spot.rows for space in row]
    pieces: list[Piece] = [space.piece for space in spaces if space.piece is not None]
    return Counter((each.shape, each.seat) for each in pieces if each.seat is not None)


@pytest.mark.parametrize(("name", "players"), BOARDS)
def test_every_city_and_route_of_the_board_is_drawn_as_printed(name: str, players: int) -> None:
    game, side = on_board(name, players), board_map(name)
    drawing = drawn(game)
    assert [str(spot.label) for spot in drawing.spots] == [city.name for city in side.cities]
    assert [len(road.spaces) for road in drawing.roads] == list(side.posts)
    assert [road.ends for road in drawing.roads] == list(side.ends)
    assert sum(len(spot.rows[0]) for spot in drawing.spots if spot.rows) == len(side.offices) + 4 * (
        not side.cities[side.special_city].offices
    )
    assert [spot.word for spot in drawing.spots if spot.strong] == [
        side.cities[city].key for city in sorted(side.east_west)
    ]
    assert sum(road.strong for road in drawing.roads) == len(side.taverns)


@pytest.mark.parametrize(("name", "players"), BOARDS)
def test_what_lies_on_the_table_lies_on_the_drawing(name: str, players: int) -> None:
    for game in played(on_board(name, players), seed=players, answers=250):
        state = game.state()
        expected: Counter[tuple[str, int]] = Counter()
        shapes = {"trader": "square", "merchant": "round"}
        for route in state["routes"].values():
            for each in route["pieces"]:
                expected[shapes[each["kind"]], each["seat"]] += each["count"]
        for city in state["cities"].values():
            for each in (*city["offices"], *city["extra"]):
                expected[shapes[each["kind"]], each["seat"]] += 1
        for owner in state["special"].values():
            if owner is not None:
                expected["round", owner] += 1
        drawing = drawn(game)
        assert lying(drawing) == expected
        assert [spot.seat for spot in drawing.spots] == [city["control"] for city in state["cities"].values()]
        markers = [route["marker"] is not None for route in state["routes"].values()]
        printed = [bool(route.permanent) for route in game.board.map.routes]
        assert [road.beside is not None for road in drawing.roads] == [
            one or other for one, other in zip(markers, printed, strict=True)
        ]


def test_every_route_that_can_be_answered_is_asked_for_on_its_road() -> None:
    asked = 0
    for game in played(on_board("standard-45", 5), seed=2, answers=400):
        assert game.decision is not None
        drawing = drawn(game)
        routes = {key for key in game.decision.keys if key in game.board.map.route}
        assert {key for road in drawing.roads for key in road.keys} == routes
        assert all(road.keys in ((), (road.word,)) for road in drawing.roads)
        asked += bool(routes)
    assert asked > 20


def test_the_reward_of_a_route_is_asked_for_in_its_cities_and_the_route_is_marked() -> None:
    game = table()
    fill(game, 0, "stade-hamburg")
    give(game, "claim")
    drawing = drawn(game)
    assert game.decision is not None
    assert game.decision.kind == "route.reward"
    assert {spot.word: spot.keys for spot in drawing.spots if spot.keys} == {
        "hamburg": ("office.hamburg",),
        "stade": ("ability.privilege",),
    }
    assert [road.word for road in drawing.roads if road.about] == ["stade-hamburg"]


def test_the_tavern_whose_marker_is_asked_for_is_marked() -> None:
    game = new_game("hansa", "referee", 3)
    give(game, "seat.1")
    marked = [road.word for road in drawn(game).roads if road.about]
    assert game.decision is not None
    assert [f"start.{word}" for word in marked] == [game.decision.kind]


def test_who_starts_is_about_no_place() -> None:
    drawing = drawn(new_game("hansa", "referee", 3))
    assert not any(road.about or road.keys for road in drawing.roads)
    assert not any(spot.about or spot.keys for spot in drawing.spots)


def test_an_exchange_is_about_its_city() -> None:
    game = table()
    office(game, "hamburg", "trader.0", "trader.1", "trader.2")
    office(game, "luebeck", "trader.1", "trader.0")
    own(game, 0, "exchange")
    give(game, "marker.exchange")
    assert {spot.word for spot in drawn(game).spots if spot.keys} == {"hamburg", "luebeck"}
    give(game, "hamburg")
    if game.decision is not None and game.decision.kind == "exchange.pair":
        assert [spot.word for spot in drawn(game).spots if spot.about] == ["hamburg"]


def test_merchants_stand_on_ships_first() -> None:
    game = new_game("hansa", "referee", 4, {"board": "east"})
    give(game, "seat.0")
    while game.decision is not None and game.decision.kind.startswith("start."):
        give(game, game.decision.keys[0])
    supply(game, 0, 5, 0)
    post(game, 0, "malmoe-danzig", traders=1, merchants=1)
    road = next(road for road in drawn(game).roads if road.word == "malmoe-danzig")
    shown = [(space.colour, space.piece.shape if space.piece else "") for space in road.spaces]
    assert shown == [("blue", "round"), ("", "square"), ("", ""), ("", "")]


def test_offices_show_privilege_shape_coin_and_owner_from_the_left() -> None:
    game = table()
    desk(game, 1, "privilege", 3)
    office(game, "groningen", "trader.1")
    (row,) = next(spot.rows for spot in drawn(game).spots if spot.word == "groningen")
    assert [(space.shape, space.colour, space.piece.seat if space.piece else None) for space in row] == [
        ("square", "white", 1),
        ("round", "orange", None),
    ]
    assert row[0].sign == "1"
    assert "merchant" in str(row[1].label)


def test_the_scorekeeper_draws_the_board_and_who_has_special_prestige() -> None:
    game = new_game("hansa", "scorekeeper", 3)
    game.answer("seat.0")
    game.answer("!special.8.2")
    drawing = drawn(game)
    coellen = next(spot for spot in drawing.spots if spot.word == "coellen")
    assert [space.piece.seat if space.piece else None for space in coellen.rows[-1]] == [None, 2, None, None]
    assert lying(drawing) == {("round", 2): 1}


def test_the_legend_names_the_markers_that_the_game_is_played_with() -> None:
    words = [str(space.label) for space in drawn(new_game("hansa", "referee", 3)).legend]
    assert {"Extra office", "+3 actions", "trader", "merchant"} <= set(words)
    assert "Tribute" not in words
    assert "ship, for a merchant" not in words
    assert "ship, for a merchant" in [str(each.label) for each in drawn(on_board("east", 3)).legend]
