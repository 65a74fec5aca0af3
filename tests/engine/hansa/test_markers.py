"""Bonus markers: taking, drawing, placing, using. Numbers are those of the rulings."""

from __future__ import annotations

import pytest

from engine.game import TABLE, Game
from engine.hansa import markers, network, offices
from engine.hansa.board import COMPLETED, SUPPLY
from tests.engine.hansa.table import (
    actions,
    all_to_stock,
    desk,
    fill,
    give,
    keys,
    kind,
    lines,
    office,
    on_route,
    own,
    pieces,
    post,
    supply,
    table,
    to_turn,
)

EXTRA_ROUTE, EXCHANGE_ROUTE, MOVE_ROUTE = "bremen-osnabrueck", "lueneburg-perleberg", "goslar-hildesheim"


def at_tavern(route: str, **options: str) -> Game:
    """Seat 0 may claim a route with a start marker."""
    game = table(**options)
    all_to_stock(game)
    fill(game, 0, route)
    return game


def controls(game: Game, city: str) -> int:
    return offices.controller(game, game.board.map.city[city])


def test_the_marker_is_taken_and_its_replacement_drawn_at_once_ruling_49() -> None:
    game = at_tavern(MOVE_ROUTE)
    give(game, "claim", "none")
    assert markers.collected(game, 0) == 1
    assert game.board.clock[SUPPLY] == 11 and game.board.plate[0] == 1
    assert game.board.lying[game.board.map.route[MOVE_ROUTE]] == 0
    # it is placed at the end of the turn, after actions of markers
    own(game, 0, "actions-3")
    give(game, "marker.actions-3", "pass")
    assert game.decision is not None
    assert (game.decision.seat, kind(game)) == (TABLE, "marker.reveal")


def test_the_drawn_marker_stays_hidden_until_the_end_of_the_turn_or_is_shown_as_the_switch_says() -> None:
    game = at_tavern(MOVE_ROUTE, drawn_marker="shown")
    give(game, "claim")
    assert kind(game) == "marker.reveal"
    give(game, "exchange", "none", "pass")
    assert kind(game) == "marker.route"
    assert str(game.words()) == "Exchange offices to?"


def test_a_marker_cannot_be_used_in_the_claim_it_was_taken_in_but_right_after_ruling_46() -> None:
    game = at_tavern(EXTRA_ROUTE)
    office(game, "osnabrueck", "trader.1")
    desk(game, 0, "privilege", 1)
    give(game, "claim")
    assert not [key for key in keys(game) if key.startswith("extra")]
    why = "a marker cannot be used in the claim in which it was taken"
    assert str(game.why_not("extra.osnabrueck")) == why
    game = at_tavern(MOVE_ROUTE)
    post(game, 1, "hamburg-luebeck", 1)
    give(game, "claim")
    assert "marker.move-3" not in keys(game)
    assert str(game.why_not("marker.move-3")) == why
    give(game, "none")
    assert "marker.move-3" in keys(game)


def test_a_marker_taken_with_the_last_action_may_still_be_used_ruling_47() -> None:
    game = at_tavern(MOVE_ROUTE)
    post(game, 1, "hamburg-luebeck", 1)
    actions(game, 1)
    give(game, "claim", "none")
    assert keys(game) == ("marker.move-3", "pass")
    game = table()
    own(game, 0, "actions-3", "develop")
    actions(game, 0)
    assert keys(game) == ("marker.develop", "marker.actions-3", "pass")
    give(game, "marker.develop", "actions")
    assert "place" in keys(game)  # developing Actions gave another one


def test_a_marker_is_placed_where_an_office_is_vacant_ruling_50() -> None:
    game = at_tavern(MOVE_ROUTE)
    office(game, "duisburg", "trader.1")
    supply(game, 1, 0, 0)
    office(game, "dortmund", "merchant.1", "trader.1")
    post(game, 1, "hamburg-luebeck", 1)
    give(game, "claim", "none", "pass", "develop")
    assert kind(game) == "marker.route"
    legal = keys(game)
    assert MOVE_ROUTE in legal and "arnheim-duisburg" in legal
    # one with a marker, one with a piece, one between two full cities
    assert not {EXTRA_ROUTE, "hamburg-luebeck", "duisburg-dortmund"} & set(legal)
    assert str(game.why_not("duisburg-dortmund")) == "both cities of Duisburg–Dortmund have no vacant printed office"
    assert str(game.why_not("hamburg-luebeck")) == "a piece stands on Hamburg–Lübeck"
    assert str(game.why_not(EXTRA_ROUTE)) == "a marker lies at Bremen–Osnabrück"


def test_without_a_legal_route_the_marker_waits_for_the_end_of_the_next_own_turn_ruling_52() -> None:
    game = at_tavern(MOVE_ROUTE)
    give(game, "claim", "none")
    every = game.board.sets[1]
    game.put(game.board.sets, 1, 0)  # no route is empty, for once
    game.answer("pass")
    assert game.decision is not None and (game.decision.seat, kind(game)) == (1, "turn.action")
    game.put(game.board.sets, 1, every)
    assert game.board.plate[0] == 1
    give(game, "pass", "pass")
    assert [str(text) for text in game.way.owed(game)] == ["1 marker to place"]
    give(game, "pass", "develop", "goslar-magdeburg")
    assert game.decision is not None and game.decision.seat == 1
    assert game.board.plate[0] == 0


def test_markers_are_placed_face_up_ruling_53() -> None:
    game = at_tavern(MOVE_ROUTE)
    give(game, "claim", "none", "pass", "actions-4", "goslar-magdeburg")
    assert game.state()["routes"]["goslar-magdeburg"]["marker"] == "actions-4"


def test_with_several_markers_the_owner_chooses_the_order() -> None:
    game = at_tavern(MOVE_ROUTE)
    fill(game, 0, EXCHANGE_ROUTE)
    give(game, "claim", MOVE_ROUTE, "none", "claim", "none")
    if kind(game) == "turn.action":
        give(game, "pass")
    give(game, "develop", "exchange")
    assert kind(game) == "marker.which" and keys(game) == ("exchange", "develop")
    give(game, "develop")
    assert str(game.words()) == "Develop 1 to?"
    give(game, "goslar-magdeburg", "duisburg-dortmund")
    assert game.decision is not None and game.decision.seat == 1
    assert game.state()["routes"]["duisburg-dortmund"]["marker"] == "exchange"


def extra_ready(merchants: int = 0) -> Game:
    game = table()
    all_to_stock(game)
    supply(game, 0, 0, 1 - merchants)
    fill(game, 0, "hamburg-luebeck", merchants)
    own(game, 0, "extra-office")
    return game


def test_an_extra_office_replaces_office_and_ability_ruling_55() -> None:
    game = extra_ready()
    office(game, "luebeck", "trader.1")
    give(game, "claim")
    assert "extra.luebeck" in keys(game) and "ability.bank" in keys(game)
    give(game, "extra.luebeck")
    assert kind(game) == "turn.action" and game.board.desk[4] == 0
    assert markers.collected(game, 0) == 1 and game.board.have[0] == 0


def test_an_extra_office_needs_an_occupied_leftmost_office_only_ruling_56() -> None:
    game = extra_ready()
    office(game, "luebeck", "trader.1")
    give(game, "claim")
    assert "extra.hamburg" not in keys(game)
    assert str(game.why_not("extra.hamburg")) == "the leftmost office of Hamburg is vacant"
    # neither privilege nor shape matter, nor whether the city is full
    game = extra_ready(merchants=1)
    office(game, "luebeck", "trader.1", "trader.1")
    give(game, "claim", "extra.luebeck")
    assert kind(game) == "extra.kind"
    give(game, "merchant")
    assert game.state()["cities"]["luebeck"]["extra"] == [{"seat": 0, "kind": "merchant"}]
    assert lines(game) == [(1, 1, "city", "luebeck")]


def test_an_extra_office_neither_earns_a_coin_nor_completes_a_city() -> None:
    game = extra_ready()
    office(game, "luebeck", "trader.1")
    give(game, "claim", "extra.luebeck")
    assert lines(game, "coin") == []
    assert game.board.clock[COMPLETED] == 0


def test_a_city_may_have_any_number_of_extra_offices_ruling_58() -> None:
    game = extra_ready()
    office(game, "luebeck", "trader.1")
    own(game, 0, "extra-office")
    give(game, "claim", "extra.luebeck")
    fill(game, 0, "hamburg-luebeck")
    give(game, "claim", "extra.luebeck")
    assert len(game.state()["cities"]["luebeck"]["extra"]) == 2
    assert controls(game, "luebeck") == 0


def test_a_printed_office_wins_a_tie_with_an_extra_one_ruling_59() -> None:
    game = extra_ready()
    office(game, "luebeck", "trader.1")
    give(game, "claim", "extra.luebeck")
    assert controls(game, "luebeck") == 1


def test_of_two_extra_offices_the_older_is_further_right() -> None:
    game = extra_ready()
    supply(game, 2, 0, 0)
    office(game, "luebeck", "merchant.2")
    give(game, "claim", "extra.luebeck", "pass")
    fill(game, 1, "hamburg-luebeck")
    own(game, 1, "extra-office")
    give(game, "claim", "extra.luebeck")
    row = game.state()["cities"]["luebeck"]
    assert [piece["seat"] for piece in row["extra"]] == [1, 0]
    give(game, "!office.luebeck.1.none")
    assert controls(game, "luebeck") == 0


def test_an_extra_office_counts_for_network_and_east_west_ruling_61() -> None:
    game = extra_ready()
    office(game, "luebeck", "trader.1")
    office(game, "hamburg", "trader.0")
    give(game, "claim", "extra.luebeck")
    assert network.largest(game, 0) == 2
    # Arnheim, Münster, Minden, Brunswiek have offices of seat 0; Stendal gets the extra one
    game = table()
    all_to_stock(game)
    supply(game, 0, 0, 0)
    office(game, "arnheim", "trader.0")
    office(game, "muenster", "merchant.0")
    office(game, "minden", "trader.0")
    office(game, "brunswiek", "trader.0")
    office(game, "stendal", "trader.1")
    fill(game, 0, "stendal-magdeburg")
    own(game, 0, "extra-office")
    give(game, "claim", "extra.stendal")
    assert lines(game, "eastwest") == [(0, 7, "eastwest", "")]


def test_two_offices_of_others_cannot_be_exchanged_ruling_62() -> None:
    game = table()
    all_to_stock(game)
    office(game, "hamburg", "trader.1", "trader.2")
    own(game, 0, "exchange")
    assert "marker.exchange" not in keys(game)
    office(game, "minden", "trader.1", "trader.2", "trader.0")
    give(game, "marker.exchange")
    # only the right pair of Minden holds one of seat 0
    assert [piece["seat"] for piece in game.state()["cities"]["minden"]["offices"]] == [1, 0, 2]


def test_an_exchange_says_why_a_pair_is_refused() -> None:
    game = table()
    all_to_stock(game)
    office(game, "minden", "trader.0", "trader.1", "trader.2")
    office(game, "hamburg", "trader.0", "trader.0")
    own(game, 0, "exchange")
    give(game, "marker.exchange")
    assert keys(game) == ("hamburg", "minden")
    assert str(game.why_not("stade")) == "Stade has no two occupied printed offices"
    give(game, "minden")
    assert kind(game) == "turn.action"
    assert [piece["seat"] for piece in game.state()["cities"]["minden"]["offices"]] == [1, 0, 2]


def test_colour_and_shape_do_not_matter_for_an_exchange_ruling_64() -> None:
    # Arnheim: white square, white round: the trader goes to the round one
    game = table()
    all_to_stock(game)
    supply(game, 1, 0, 0)
    office(game, "arnheim", "trader.0", "merchant.1")
    own(game, 0, "exchange")
    give(game, "marker.exchange")
    assert game.state()["cities"]["arnheim"]["offices"] == [
        {"seat": 1, "kind": "merchant"},
        {"seat": 0, "kind": "trader"},
    ]
    assert controls(game, "arnheim") == 0


def test_extra_offices_are_never_exchanged() -> None:
    game = extra_ready()
    office(game, "luebeck", "trader.1")
    own(game, 0, "exchange")
    give(game, "claim", "extra.luebeck")
    assert "marker.exchange" not in keys(game)


def test_move_3_takes_opponents_only_ruling_65() -> None:
    game = table()
    all_to_stock(game)
    post(game, 0, "hamburg-luebeck", 2)
    own(game, 0, "move-3")
    assert "marker.move-3" not in keys(game)
    assert str(game.why_not("marker.move-3")) == "no other seat has a piece on any post"
    post(game, 1, "hamburg-luebeck", 1)
    post(game, 2, "goslar-magdeburg", 1)
    give(game, "marker.move-3")
    assert keys(game) == ("hamburg-luebeck", "goslar-magdeburg")


def test_move_3_puts_pieces_on_posts_just_vacated_too_ruling_67() -> None:
    game = table()
    all_to_stock(game)
    post(game, 0, "duisburg-dortmund", 1)
    post(game, 1, "duisburg-dortmund", 1)
    fill(game, 2, "goslar-magdeburg")
    own(game, 0, "move-3")
    give(game, "marker.move-3", "duisburg-dortmund", "goslar-magdeburg", "done")
    assert keys(game) == ("trader.1", "trader.2")
    give(game, "trader.1", "goslar-magdeburg", "duisburg-dortmund")
    assert on_route(game, "goslar-magdeburg", 1, "trader") == 1
    assert on_route(game, "duisburg-dortmund", 2, "trader") == 1
    assert kind(game) == "turn.action"


def test_move_3_moves_three_at_most() -> None:
    game = table()
    all_to_stock(game)
    post(game, 1, "hamburg-luebeck", 3)
    post(game, 2, "hamburg-bremen", 3)
    own(game, 0, "move-3")
    give(game, "marker.move-3", "hamburg-luebeck", "hamburg-luebeck", "hamburg-bremen")
    assert kind(game) == "move.piece"


def test_a_used_marker_still_counts_and_cannot_be_used_again() -> None:
    game = table()
    own(game, 0, "actions-3")
    give(game, "marker.actions-3")
    assert markers.collected(game, 0) == 1
    assert str(game.why_not("marker.actions-3")) == "+3 actions has been used"


def test_markers_are_used_on_one_s_own_turn_only() -> None:
    game = table()
    own(game, 0, "actions-3")
    give(game, "pass")
    assert game.decision is not None and game.decision.seat == 1
    assert str(game.why_not("marker.actions-3")) == "seat 2 has no marker +3 actions"


@pytest.mark.parametrize(("switch", "legal"), [("claim_window", True), ("between_actions", False)])
def test_markers_owned_before_may_be_used_inside_a_claim_as_the_switch_says(switch: str, legal: bool) -> None:
    game = table(markers_inside_actions=switch)
    all_to_stock(game)
    fill(game, 0, "paderborn-warburg")
    own(game, 0, "develop")
    give(game, "claim")
    assert ("marker.develop" in keys(game)) is legal
    if legal:
        give(game, "marker.develop", "privilege")
        assert "office.warburg" in keys(game)
    else:
        assert str(game.why_not("marker.develop")) == "markers are used between actions only: the table plays so"


def test_the_supply_of_markers_is_the_same_for_all_and_never_exceeds_its_kinds() -> None:
    game = table(5)
    assert game.board.unseen == [3, 2, 1, 2, 2, 2, 0, 0, 0, 0, 0]
    assert game.board.clock[SUPPLY] == 12
    all_to_stock(game)
    fill(game, 0, MOVE_ROUTE)
    give(game, "claim", "none", "pass")
    assert list(game.odds()) == [3, 2, 1, 2, 2, 2]
    give(game, "move-3", "goslar-magdeburg")
    to_turn(game, 0)
    fill(game, 0, "goslar-magdeburg")
    give(game, "claim", "none")
    give(game, "pass")
    assert "move-3" not in keys(game)
    assert str(game.why_not("move-3")) == "every Move 3 has been seen"
    assert pieces(game, "stock", 0)[0] > 0
