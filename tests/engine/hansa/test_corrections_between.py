"""Corrections made between the answers of a turn: what is offered after them is still the rules' own."""

from __future__ import annotations

from engine.game import Game
from tests.engine.hansa.table import give, table


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
