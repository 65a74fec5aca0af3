"""The Emperor's Favour: laying the tiles out, the price of one, its turn, and what each of the six does."""

from __future__ import annotations

import pytest

from engine.catalogue import new_game
from engine.game import Game
from engine.hansa.board import LEFT, TURN_ACTIONS
from engine.hansa.favour import TILES
from tests.engine.hansa.table import (
    TAVERNS,
    actions,
    all_to_stock,
    desk,
    fill,
    give,
    keys,
    kind,
    lines,
    office,
    own,
    pieces,
    post,
    supply,
    to_turn,
)


def favoured(*tiles: str, **options: str) -> Game:
    """A game of three with these tiles (others follow), at the first action of seat 0."""
    game = new_game("hansa", "referee", 3, {"emperor": "yes", **options})
    rest = [tile for tile in TILES if tile not in tiles]
    give(game, "seat.0", *TAVERNS, *[*tiles, *rest][:3])
    assert kind(game) == "turn.action"
    return game


def test_as_many_tiles_as_players_lie_face_up() -> None:
    game = new_game("hansa", "referee", 4, {"emperor": "yes"})
    give(game, "seat.0", *TAVERNS)
    assert (kind(game), keys(game)) == ("favour.lay.1", TILES)
    give(game, "cities", "action", "income")
    assert "cities" not in keys(game) and str(game.why_not("cities")) == "that tile lies there already"
    give(game, "traders")
    assert game.state()["favour"] == {"action": None, "income": None, "traders": None, "cities": None}
    labels = [str(leaf.label) for leaf in game.way.boards(game, None)]
    assert "Emperor's Favour" in labels


def test_a_tile_costs_two_unused_markers_and_the_actions_of_the_turn() -> None:
    game = favoured("cities")
    own(game, 0, "develop", "actions-3", "actions-4")
    assert "favour" in keys(game) and str(game.words("favour")) == "Emperor's Favour"
    give(game, "favour")
    assert kind(game) == "favour.tile"
    give(game, "cities")
    assert (kind(game), keys(game)) == ("favour.price", ("develop", "actions-3", "actions-4"))
    give(game, "actions-3", "actions-4")
    assert game.board.clock[LEFT] == 0
    seat = game.state()["seats"][0]["markers"]
    assert seat == {"unused": {"develop": 1}, "used": {"actions-3": 1, "actions-4": 1}}
    give(game, "!count")
    assert ("markers", "count.3") in [(reason, place) for _, _, reason, place in lines(game)]


def test_a_tile_needs_two_unused_markers_and_comes_before_the_first_action() -> None:
    game = favoured("cities")
    own(game, 0, "develop")
    assert "favour" not in keys(game)
    assert str(game.why_not("favour")) == "a tile takes 2 unused markers, seat 1 has 1"
    own(game, 0, "actions-4")
    give(game, "income")
    assert "favour" not in keys(game)
    assert str(game.why_not("favour")) == "a tile is taken before the first action of a turn"
    assert "favour" in game.others()


def test_one_tile_a_turn_and_only_while_one_lies_there() -> None:
    game = favoured("cities")
    own(game, 0, "develop", "develop", "actions-3", "actions-4")
    give(game, "favour", "cities", "actions-3", "actions-4")
    assert keys(game) == ("marker.develop", "pass")
    assert str(game.why_not("favour")) == "one tile a turn"
    give(game, "pass", "!tile.anywhere.1", "!tile.action.2", "!turn.0")
    own(game, 0)
    assert "favour" not in keys(game) and str(game.why_not("favour")) == "every tile has been taken"


def test_markers_that_need_no_action_stay_usable_in_that_turn_as_the_switch_says_point_u11() -> None:
    game = favoured("cities")
    own(game, 0, "develop", "develop", "extra-office", "actions-3", "actions-4", "actions-4")
    give(game, "favour", "cities", "extra-office", "actions-4")
    assert keys(game) == ("marker.develop", "pass")
    assert str(game.why_not("marker.actions-3")) == "the actions of this turn were given up"
    give(game, "marker.develop", "actions")
    assert game.board.clock[LEFT] == 0, "an action gained by developing is given up, too"
    assert keys(game) == ("marker.develop", "pass")
    give(game, "marker.develop", "book")
    assert game.decision is not None and game.decision.seat == 1
    strict = favoured("cities", markers_in_emperor_turn="none")
    own(strict, 0, "develop", "actions-3", "actions-4")
    give(strict, "favour", "cities", "actions-3", "actions-4")
    assert strict.decision is not None and strict.decision.seat == 1
    assert "markers_in_emperor_turn" in strict.way.may_change(strict)


def test_the_next_turn_has_its_actions_again() -> None:
    game = favoured("cities")
    own(game, 0, "actions-3", "actions-4")
    give(game, "favour", "cities", "actions-3")
    assert game.decision is not None and game.decision.seat == 1, "the second was forced and nothing is left to do"
    to_turn(game, 0)
    assert game.board.clock[LEFT] == game.board.clock[TURN_ACTIONS] == 2


# ---- the tiles


def test_one_action_more_every_turn_beyond_five_too() -> None:
    game = favoured("action")
    give(game, "!tile.action.0")
    desk(game, 0, "actions", 5)
    give(game, "!turn.0")
    assert game.board.clock[TURN_ACTIONS] == 6
    give(game, "!turn.1")
    assert game.board.clock[TURN_ACTIONS] == 2


def test_displaced_pieces_go_to_any_route_that_of_the_displacement_included() -> None:
    game = favoured("anywhere")
    give(game, "!tile.anywhere.1")
    post(game, 1, "hamburg-luebeck", 1)
    supply(game, 0, 3, 0)
    give(game, "displace")
    assert kind(game) == "displaced.route" and len(keys(game)) == len(game.board.map.routes)
    give(game, "hamburg-luebeck")
    other = favoured("anywhere")
    post(other, 1, "hamburg-luebeck", 1)
    supply(other, 0, 3, 0)
    give(other, "displace")
    assert "goslar-magdeburg" not in keys(other)


def test_a_displaced_trader_brings_two_extra_pieces_a_merchant_as_ever() -> None:
    game = favoured("traders")
    give(game, "!tile.traders.1")
    post(game, 1, "hamburg-luebeck", 1)
    supply(game, 0, 3, 0)
    give(game, "displace", "hamburg-bremen", "hamburg-bremen")
    assert kind(game) == "displaced.route" and "none" in keys(game), "a second extra piece"
    give(game, "none")
    assert kind(game) == "turn.action"


def test_income_of_another_seat_moves_one_piece_of_the_owner_s_stock() -> None:
    game = favoured("income")
    give(game, "!tile.income.1")
    before = pieces(game, "supply", 1)
    give(game, "income")
    assert game.decision is not None and (game.decision.seat, keys(game)) == (1, ("none", "trader"))
    give(game, "trader")
    assert pieces(game, "supply", 1) == (before[0] + 1, before[1])
    give(game, "income", "none")
    assert game.decision.seat == 1 and kind(game) == "turn.action"
    give(game, "income")
    assert kind(game) == "turn.action", "not after its own income"


def test_an_owner_without_stock_is_not_asked_when_income_is_taken() -> None:
    game = favoured("income")
    give(game, "!tile.income.1")
    supply(game, 1, sum(pieces(game, "stock", 1)) + pieces(game, "supply", 1)[0], 1)
    give(game, "income")
    assert kind(game) == "turn.action"


def test_cities_score_four_and_abilities_seven_at_the_end() -> None:
    game = favoured("cities", "abilities")
    give(game, "!tile.cities.0", "!tile.abilities.1")
    for seat in (0, 1):
        desk(game, seat, "bank", 3)
    office(game, "emden", "trader.0")
    office(game, "bremen", "trader.1")
    give(game, "!count")
    found = lines(game, "abilities", "cities")
    assert found == [
        (0, 4, "abilities", "bank"),
        (0, 4, "cities", "emden"),
        (1, 7, "abilities", "bank"),
        (1, 2, "cities", "bremen"),
    ]


def test_keys_score_nothing_under_the_tile_either_ruling_80() -> None:
    game = favoured("abilities")
    give(game, "!tile.abilities.0")
    desk(game, 0, "keys", 4)
    give(game, "!count")
    assert lines(game, "abilities") == []


def test_tiles_are_for_the_base_board_unless_the_table_rules_so_point_u14() -> None:
    assert new_game("hansa", "referee", 3, {"emperor": "yes", "board": "east"}).board.modules == ()
    game = new_game("hansa", "referee", 3, {"emperor": "yes", "board": "east", "modules_on_other_boards": "yes"})
    assert [module.name for module in game.board.modules] == ["favour"]


def test_a_tile_s_tag_names_it() -> None:
    game = new_game("hansa", "referee", 3, {"emperor": "yes"})
    give(game, "seat.0", *TAVERNS)
    assert list(game.way.named(game, "tile.cities")) == ["cities"]


@pytest.mark.parametrize("key", ["!tile.cities.3", "!tile.abilities.0", "!tile.moon.0", "!tile.cities"])
def test_a_correction_of_no_tile_in_the_game_is_refused(key: str) -> None:
    game = favoured("cities", "action", "income")
    assert not game.fits(key)


def test_full_routes_are_of_no_use_in_a_turn_that_was_given_up() -> None:
    game = favoured("cities")
    all_to_stock(game)
    fill(game, 0, "hamburg-luebeck")
    own(game, 0, "develop", "actions-3", "actions-4")
    give(game, "favour", "cities", "actions-3", "actions-4")
    assert keys(game) == ("marker.develop", "pass")
    assert str(game.why_not("claim")) == "no action is left in this turn"
    actions(game, 0)


# ---- the scorekeeper


def test_the_scorekeeper_keeps_tiles_their_price_and_what_they_change() -> None:
    game = new_game("hansa", "scorekeeper", 3, {"emperor": "yes"})
    give(game, "seat.0", "!markers.0.3", "!desk.0.bank.3")
    assert keys(game) == ("next", "claim", "marker", "other", "favour")
    give(game, "favour", "cities")
    assert keys(game) == ("next", "marker", "other"), "its actions were given up"
    assert game.state()["seats"][0]["markers"] == {"taken": 3, "used": 2}
    assert str(game.words()) == "0 actions"
    give(game, "marker")
    assert "actions-3" not in keys(game) and "develop" in keys(game)
    give(game, "develop", "book", "next")
    give(game, "!markers.1.2", "!tile.action.1", "!turn.1")
    assert str(game.words()) == "3 actions"
    give(game, "!tile.abilities.0", "!count")
    give(game, "1", "3", "none", "2", "0")
    found = [line for line in lines(game) if line[0] == 0]
    assert found == [(0, 7, "abilities", ""), (0, 3, "markers", "count.3"), (0, 8, "cities", "cities.2")]
    assert "cities 2×4" in [str(row.label) for row in game.way.summary(game, 0)]


def test_the_scorekeeper_says_why_no_tile_can_be_taken() -> None:
    game = new_game("hansa", "scorekeeper", 3, {"emperor": "yes"})
    give(game, "seat.0")
    assert str(game.why_not("favour")) == "a tile takes 2 unused markers, seat 1 has 0"
    give(game, "!markers.0.5", "favour", "income")
    assert str(game.why_not("favour")) == "one tile a turn"
    give(game, "next", "next", "next", "favour")
    assert "income" not in keys(game) and str(game.why_not("income")) == "seat 1 has that tile"


def test_going_on_as_a_scorekeeper_keeps_the_tiles() -> None:
    game = favoured("action")
    give(game, "!tile.action.0", "!way.scorekeeper")
    assert game.state()["favour"]["action"] == 0
    give(game, "next", "next", "next")
    assert str(game.words()) == "3 actions"
