"""Pages to look at of both ways, and a referee's game that the scorekeeper goes on with."""

from __future__ import annotations

import random

import pytest

from engine.catalogue import new_game
from engine.game import Game
from engine.hansa.liking import weights
from engine.words import Leaf, Row
from tests.engine.hansa.table import all_to_stock, desk, fill, give, kind, office, own, post, table

NAMES = ("Ana", "Bo", "Cyprian", "Göttrik", "Éva")


def shown(row: Row) -> tuple[str, int | None, str]:
    return row.label.render(NAMES), row.number, row.note.render(NAMES) if row.note else ""


def leaf(game: Game, label: str) -> Leaf:
    return next(each for each in game.way.boards(game, None) if each.label.render(NAMES) == label)


def test_the_desk_page_of_a_seat_shows_every_track_with_its_open_value() -> None:
    game = table()
    desk(game, 1, "actions", 2)
    desk(game, 1, "privilege", 1)
    own(game, 1, "develop")
    tracks = [(str(row.label), row.number, " ".join(map(str, row.values))) for row in leaf(game, "Bo").rows[:5]]
    assert tracks == [
        ("Keys", 0, "1 2 2 3 4"),
        ("Actions", 2, "2 3 3 4 4 5"),
        ("Privilege", 1, "W O P B"),
        ("Book", 0, "2 3 4 5"),
        ("Bank", 0, "3 4 7 all"),
    ]
    assert [shown(row) for row in leaf(game, "Bo").rows[5:]] == [
        ("Supply", None, "6 + 1"),
        ("Stock", None, "8 + 0"),
        ("Develop 1", 1, "unused"),
    ]


def test_the_pages_of_cities_and_routes_say_who_is_where() -> None:
    game = table()
    all_to_stock(game)
    office(game, "hamburg", "trader.1", "trader.0")
    post(game, 2, "goslar-magdeburg", 2)
    hamburg = leaf(game, "Cities").rows[0]
    assert shown(hamburg) == ("Hamburg", 2, "Bo, Ana") and hamburg.seat == 0 and hamburg.aside == 1
    routes = [shown(row) for row in leaf(game, "Routes").rows]
    assert ("Goslar–Magdeburg", 0, "Cyprian: 2 traders") in routes
    assert ("Bremen–Osnabrück", 3, "Extra office") in routes


def test_pages_have_lines_at_every_step_of_a_game() -> None:
    draw, game = random.Random(1), new_game("hansa", "referee", 4)
    while game.decision is not None:
        if draw.random() < 0.05:
            for each in game.way.boards(game, None):
                assert each.rows and all(shown(row)[0] for row in each.rows)
        game.answer(draw.choices(game.decision.keys, weights(game))[0])
    keeper = new_game("hansa", "scorekeeper", 2)
    labels = [each.label.render(NAMES) for each in keeper.way.boards(keeper, None)]
    assert labels == ["The game ends when", "Special prestige", "Ana", "Bo"]


def test_the_scorekeeper_goes_on_where_the_referee_was() -> None:
    game = table()
    all_to_stock(game)
    desk(game, 0, "actions", 1)
    office(game, "duisburg", "trader.1")
    own(game, 0, "actions-3", "develop")
    fill(game, 0, "goslar-hildesheim")
    give(game, "marker.actions-3", "claim", "none")
    assert list(game.way.ways_on(game)) == ["scorekeeper"]
    other = game.way.switched(game, "scorekeeper")
    other.check()
    assert kind(other) == "turn.what" and other.decision is not None and other.decision.seat == 0
    assert other.totals() == game.totals() and other.turn == game.turn
    state = other.state()
    assert state["ends"] == {"cities": [1, 10], "prestige": [0, 20], "markers": 9, "draw_failed": False}
    assert state["seats"][0]["markers"] == {"taken": 3, "used": 1}
    assert state["seats"][0]["desk"]["actions"] == 1 and state["actions"] == game.board.clock[2]
    assert [str(text) for text in other.way.owed(other)] == ["1 marker to place"]
    other.answer("next")
    other.check()
    assert other.decision is not None and other.decision.seat == 1


@pytest.mark.parametrize("seed", range(3))
def test_the_scorekeeper_can_take_over_at_any_step(seed: int) -> None:
    draw, game = random.Random(seed), new_game("hansa", "referee", 3 + seed)
    assert list(game.way.ways_on(game)) == []
    while game.decision is not None:
        if game.turn[0] and draw.random() < 0.05:
            other = game.way.switched(game, "scorekeeper")
            other.check()
            assert other.totals() == game.totals() and other.decision is not None
            assert other.state()["ends"]["markers"] == game.state()["ends"]["markers"]
        game.answer(draw.choices(game.decision.keys, weights(game))[0])
    assert list(game.way.ways_on(game)) == []
