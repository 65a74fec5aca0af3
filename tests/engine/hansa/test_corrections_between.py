"""Corrections made between the answers of a turn: what is offered after them is still the rules' own."""

from __future__ import annotations

import pytest

from engine.catalogue import new_game
from engine.errors import IllegalAnswer
from engine.game import Game
from engine.hansa.favour import TILES
from tests.engine.hansa.table import TAVERNS, actions, give, keys, kind, own, table


def _again(game: Game) -> list[tuple[str, ...]]:
    """The rows that place a piece where the last one was placed."""
    return [reply.keys for reply in game.way.replies(game) if reply.keys[0] == "place" and len(reply.keys) > 1]


def test_points_corrected_while_a_piece_is_placed_leave_the_row_that_places_there_again() -> None:
    game = table()
    give(game, "place", "stade-hamburg", "!score.0.+3.city", "merchant")
    assert _again(game) == [("place", "stade-hamburg")]  # its only merchant stands there: the next is a trader, unasked


def test_no_row_places_again_where_another_seat_placed_before_the_seat_to_move_was_corrected() -> None:
    game = table()
    give(game, "place", "stade-hamburg", "trader", "!turn.1")
    assert _again(game) == []


def counted(game: Game) -> tuple[int, int]:
    found: dict[str, int] = game.state()["actions"]
    return found["left"], found["of"]


@pytest.mark.parametrize(("taken", "left", "shown"), [(0, 4, (4, 4)), (1, 4, (4, 5)), (1, 2, (2, 2)), (0, 1, (1, 2))])
def test_never_more_actions_are_left_than_the_turn_has(taken: int, left: int, shown: tuple[int, int]) -> None:
    game = table()
    give(game, *("income",) * taken)
    actions(game, left)
    assert counted(game) == shown


def favoured() -> Game:
    """At the first action of seat 0, which has four unused markers; three Emperor tiles lie there."""
    game = new_game("hansa", "referee", 3, {"emperor": "yes"})
    give(game, "seat.0", *TAVERNS, *TILES[:3])
    own(game, 0, "develop", "actions-3", "actions-4", "exchange")
    return game


def test_more_actions_put_right_leave_the_tile_to_the_beginning_of_a_turn() -> None:
    game = favoured()
    actions(game, 3)
    assert "favour" in keys(game)
    give(game, "income")
    assert "favour" not in keys(game)


def test_actions_put_right_bring_no_second_tile_in_a_turn_nor_does_the_scorekeeper_see_any() -> None:
    game = favoured()
    give(game, "favour", TILES[0], "actions-3", "actions-4")
    assert kind(game) == "turn.action"
    twin = game.copy(past=True)
    give(twin, "!way.scorekeeper")
    assert twin.state()["actions"] == 0
    actions(game, 2)
    assert "income" in keys(game) and "favour" not in keys(game)
    assert str(game.why_not("favour")) == "one tile a turn"


def test_what_the_open_question_depends_on_is_not_changed_under_it() -> None:
    game = table(board="east")
    for place, who in enumerate(("trader.0", "trader.1", "trader.0"), 1):
        give(game, f"!office.waren.{place}.{who}")
    own(game, 0, "exchange")
    change = "!option.green_city_exchange.no"
    give(game, "marker.exchange")
    assert kind(game) == "exchange.pair"
    with pytest.raises(IllegalAnswer, match="that cannot be changed now"):
        game.answer(change)
    assert "!option.green_city_exchange" not in [each.stem for each in game.amendments()]
    give(game, "2-3", change)
    assert game.options["green_city_exchange"] == "no"


def test_a_permission_is_not_taken_away_from_a_piece_that_is_being_placed() -> None:
    game = table(board="britannia")
    change = "!option.permission_gained.next_turn"
    give(game, "!office.cardiff.1.trader.0", "place")
    assert kind(game) == "place.route" and "montgomery-conway" in keys(game)
    with pytest.raises(IllegalAnswer, match="that cannot be changed now"):
        game.answer(change)
    give(game, "montgomery-conway", "trader", change, "place")
    assert "montgomery-conway" not in keys(game)


def scorekeeper(**options: str) -> Game:
    """A scorekeeper's game in which seat 0, to move, has taken two markers and used none."""
    game = new_game("hansa", "scorekeeper", 3, options)
    give(game, "seat.0", "!markers.0.2")
    return game


@pytest.mark.parametrize("correction", ["!turn.1", "!used.0.2"])
def test_a_scorekeeper_asks_no_marker_of_a_seat_that_has_none_left(correction: str) -> None:
    game = scorekeeper()
    give(game, "marker", correction)
    assert kind(game) == "turn.what" and "marker" not in keys(game)


def test_a_scorekeeper_gives_no_tile_to_a_seat_whose_markers_were_corrected_away() -> None:
    game = scorekeeper(emperor="yes")
    give(game, "favour", "!used.0.1")
    assert kind(game) == "turn.what" and "favour" not in keys(game)
    assert game.state()["seats"][0]["markers"] == {"taken": 2, "used": 1}


def test_what_is_offered_for_markers_taken_is_not_less_than_those_used() -> None:
    game = scorekeeper()
    give(game, "marker", "exchange")
    offered = next(each.fields[0].values for each in game.amendments() if each.stem == "!markers.0")
    assert offered[:2] == ("1", "2")
    give(game, "!markers.0.1")
