"""The promo markers: what is set aside for them, Swap markers, Tribute and Block a route."""

from __future__ import annotations

import pytest

from engine.catalogue import new_game
from engine.game import Game
from engine.hansa import markers
from engine.hansa.board import LEFT, SUPPLY
from engine.hansa.kinds import MARKER
from tests.engine.hansa.table import (
    TAVERNS,
    all_to_stock,
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
)

ALL = {"bonus_swap": "2", "tribute": "2", "block": "2"}
ASIDE = ("extra-office", "extra-office", "exchange", "develop", "actions-3", "actions-4")


def promoted(**options: str) -> Game:
    """A game of three with every promo marker, at the first action of seat 0."""
    game = new_game("hansa", "referee", 3, ALL | options)
    give(game, "seat.0", *TAVERNS, *ASIDE)
    assert kind(game) == "turn.action"
    return game


def used(game: Game, seat: int, *words: str) -> None:
    """Markers of the supply that a seat has used."""
    own(game, seat, *words)
    for word in words:
        markers.spend(game, seat, MARKER[word])
    own(game, seat)


def test_for_each_promo_marker_a_silver_one_is_set_aside_so_that_fifteen_are_played_with() -> None:
    game = new_game("hansa", "referee", 3, {"tribute": "2"})
    give(game, "seat.0", *TAVERNS)
    assert (kind(game), keys(game)) == (
        "aside.1",
        ("extra-office", "exchange", "move-3", "develop", "actions-3", "actions-4"),
    )
    give(game, "move-3")
    assert "move-3" not in keys(game), "the other one is a start marker"
    assert str(game.why_not("move-3")) == "no Move 3 is left to set aside"
    give(game, "develop")
    assert game.board.clock[SUPPLY] == sum(game.board.unseen) == 12
    assert game.state()["aside_markers"] == {"move-3": 1, "develop": 1}
    assert game.state()["unseen_markers"]["tribute"] == 2


def test_swap_markers_gives_itself_to_another_pile_and_brings_one_of_it_back_unused() -> None:
    game = promoted()
    used(game, 1, "develop")
    own(game, 0, "bonus-swap")
    give(game, "marker.bonus-swap")
    state = game.state()["seats"]
    assert state[0]["markers"] == {"unused": {"develop": 1}, "used": {}}
    assert state[1]["markers"] == {"unused": {}, "used": {"bonus-swap": 1}}
    assert "marker.develop" in keys(game), "it can be used at once"
    assert [markers.collected(game, seat) for seat in range(3)] == [1, 1, 0]


def test_swap_markers_asks_whose_pile_and_which_marker() -> None:
    game = promoted()
    used(game, 1, "develop", "actions-4")
    used(game, 2, "actions-3")
    own(game, 0, "bonus-swap")
    give(game, "marker.bonus-swap")
    assert (kind(game), keys(game)) == ("swap.seat", ("seat.1", "seat.2"))
    assert str(game.why_not("seat.0")) == "the marker goes to another seat"
    give(game, "seat.1")
    assert (kind(game), keys(game)) == ("swap.marker", ("develop", "actions-4"))


def test_without_a_used_marker_anywhere_else_it_cannot_be_used() -> None:
    game = promoted()
    used(game, 0, "develop")
    own(game, 0, "bonus-swap")
    assert "marker.bonus-swap" not in keys(game)
    assert str(game.why_not("marker.bonus-swap")) == "no other seat has a used marker beside the board"


def test_a_marker_that_lies_on_the_board_cannot_be_swapped_but_one_turned_down_can() -> None:
    game = promoted()
    own(game, 0, "tribute")
    give(game, "marker.tribute", "hamburg-luebeck", "pass")
    own(game, 1, "bonus-swap")
    assert "marker.bonus-swap" not in keys(game)
    used(game, 0, "tribute")
    give(game, "marker.bonus-swap")
    assert game.state()["seats"][1]["markers"]["unused"] == {"tribute": 1}
    assert game.state()["tribute"] == [{"route": "hamburg-luebeck", "seat": 0}]


def test_a_tribute_lies_at_any_route_with_a_trader_and_counts_for_its_owner() -> None:
    game = promoted()
    own(game, 0, "tribute")
    before = pieces(game, "supply", 0)
    give(game, "marker.tribute")
    assert kind(game) == "post.route" and len(keys(game)) == len(game.board.map.routes)
    give(game, "hamburg-luebeck")
    assert pieces(game, "supply", 0) == (before[0] - 1, before[1])
    assert game.board.clock[LEFT] == 2, "a marker costs no action"
    leaf = next(each for each in game.way.boards(game, None) if str(each.label) == "Tribute and Block")
    assert [(str(row.label), row.seat, str(row.note)) for row in leaf.rows] == [("Tribute", 0, "Hamburg–Lübeck")]
    give(game, "!count")
    assert lines(game, "markers") == [(0, 1, "markers", "count.1")]


def test_an_office_at_an_end_of_its_route_moves_two_pieces_of_the_owner_s_stock() -> None:
    game = promoted()
    own(game, 1, "tribute")
    give(game, "pass", "marker.tribute", "hamburg-luebeck", "pass", "pass")
    all_to_stock(game)
    fill(game, 0, "hamburg-luebeck")
    give(game, "claim", "office.luebeck")
    assert pieces(game, "supply", 1) == (2, 1)
    fill(game, 0, "stade-hamburg")
    give(game, "claim", "office.hamburg")
    assert pieces(game, "supply", 1) == (4, 1), "whoever establishes"


def test_an_own_office_pays_tribute_too_and_a_city_elsewhere_none() -> None:
    game = promoted()
    own(game, 0, "tribute")
    give(game, "marker.tribute", "hamburg-luebeck")
    all_to_stock(game)
    fill(game, 0, "goslar-magdeburg")
    give(game, "claim", "office.goslar")
    assert pieces(game, "supply", 0) == (0, 1)
    fill(game, 0, "hamburg-luebeck")
    give(game, "claim", "office.hamburg")
    assert pieces(game, "supply", 0) == (2, 1)


def test_the_owner_of_a_tribute_chooses_the_mix_and_takes_what_the_stock_has() -> None:
    game = promoted()
    own(game, 1, "tribute")
    give(game, "pass", "marker.tribute", "hamburg-luebeck", "pass", "pass")
    supply(game, 1, 0, 0)
    supply(game, 0, 0, 1)
    fill(game, 0, "hamburg-luebeck")
    give(game, "claim", "office.luebeck")
    assert game.decision is not None and (game.decision.seat, kind(game)) == (1, "tribute.merchants")
    assert keys(game) == ("0", "1")
    give(game, "1")
    assert pieces(game, "supply", 1) == (1, 1)


def test_an_extra_office_pays_tribute_an_exchange_does_not() -> None:
    game = promoted()
    own(game, 1, "tribute")
    give(game, "pass", "marker.tribute", "hamburg-luebeck", "pass", "pass")
    office(game, "luebeck", "trader.0", "trader.2")
    all_to_stock(game)
    own(game, 0, "extra-office", "exchange")
    give(game, "marker.exchange")
    assert pieces(game, "supply", 1) == (0, 1)
    fill(game, 0, "hamburg-luebeck")
    give(game, "claim", "extra.luebeck")
    assert pieces(game, "supply", 1) == (2, 1)


def test_a_piece_placed_on_a_blocked_route_costs_one_more_for_everybody() -> None:
    game = promoted()
    own(game, 0, "block")
    give(game, "marker.block", "hamburg-luebeck")
    supply(game, 0, 3, 0)
    before = pieces(game, "stock", 0)
    give(game, "place", "hamburg-luebeck")
    assert pieces(game, "supply", 0) == (1, 0) and pieces(game, "stock", 0) == (before[0] + 1, before[1])
    give(game, "place")
    assert "hamburg-luebeck" not in keys(game), "one piece in hand is too few"
    assert str(game.why_not("hamburg-luebeck")) == "a piece on Hamburg–Lübeck costs 1 more, there is 1 in supply"


def test_two_blocks_on_a_route_cost_two_and_the_payer_chooses_the_kinds() -> None:
    game = promoted()
    own(game, 0, "block", "block")
    give(game, "marker.block", "hamburg-luebeck", "marker.block", "hamburg-luebeck")
    supply(game, 0, 3, 1)
    give(game, "place", "hamburg-luebeck", "trader")
    assert (kind(game), keys(game)) == ("block.merchants", ("0", "1"))
    give(game, "1")
    assert pieces(game, "supply", 0) == (1, 0)


def test_a_block_hinders_neither_displacing_nor_moving() -> None:
    game = promoted()
    own(game, 0, "block")
    give(game, "marker.block", "hamburg-luebeck")
    post(game, 0, "stade-hamburg", 1)
    supply(game, 0, 3, 0)
    give(game, "move", "hamburg-luebeck")
    assert pieces(game, "supply", 0) == (3, 0)


def test_tribute_and_block_take_a_trader_of_the_supply() -> None:
    game = promoted()
    all_to_stock(game)
    own(game, 0, "tribute", "block")
    assert "marker.tribute" not in keys(game) and "marker.block" not in keys(game)
    assert str(game.why_not("marker.block")) == "Block a route takes a trader of the personal supply"


def test_promo_markers_are_used_between_actions_only() -> None:
    game = promoted()
    own(game, 0, "tribute", "block", "develop")
    all_to_stock(game)
    supply(game, 0, 3, 1)
    fill(game, 0, "hamburg-luebeck")
    give(game, "claim")
    assert [key for key in keys(game) if key.startswith("marker.")] == ["marker.develop"]


def test_where_a_tribute_lies_may_be_corrected() -> None:
    game = promoted()
    assert not game.fits("!tribute.1.stade-hamburg")
    own(game, 0, "tribute")
    give(game, "marker.tribute", "hamburg-luebeck", "!tribute.1.stade-hamburg")
    assert game.state()["tribute"] == [{"route": "stade-hamburg", "seat": 0}]
    assert not game.fits("!tribute.2.stade-hamburg") and not game.fits("!tribute.1.stade-emden")


@pytest.mark.parametrize("counts", [("0", "0", "1"), ("2", "1", "0"), ("2", "2", "2")])
def test_the_supply_is_twelve_whatever_the_mix(counts: tuple[str, ...]) -> None:
    options = dict(zip(ALL, counts, strict=True))
    game = new_game("hansa", "referee", 4, options)
    give(game, "seat.0", *TAVERNS, *ASIDE[: sum(map(int, counts))])
    assert game.board.clock[SUPPLY] == 12


# ---- the scorekeeper


def test_the_scorekeeper_counts_tribute_and_block_as_used_and_a_swap_changes_no_number() -> None:
    game = new_game("hansa", "scorekeeper", 3, {"bonus_swap": "1", "tribute": "1"})
    give(game, "seat.0", "!markers.0.2", "!markers.1.1", "marker")
    assert keys(game) == (
        *("develop", "actions-3", "actions-4", "extra-office", "exchange", "move-3"),
        *("bonus-swap", "tribute"),
    )
    give(game, "tribute")
    assert game.state()["seats"][0]["markers"] == {"taken": 2, "used": 1}
    give(game, "marker", "bonus-swap")
    assert [seat["markers"] for seat in game.state()["seats"][:2]] == [
        {"taken": 2, "used": 1},
        {"taken": 1, "used": 0},
    ]
    assert game.state()["ends"]["markers"] == 12 - 3
