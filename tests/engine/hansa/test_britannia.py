"""Britannia: countries, permissions, displacement and moves within countries, printed markers. The numbers are those of
the rulings.
"""

from __future__ import annotations

import pytest

from engine.game import Game
from tests.engine.hansa.table import (
    actions,
    britannia,
    fill,
    give,
    keys,
    kind,
    office,
    on_route,
    on_ships,
    own,
    pieces,
    post,
    sail,
    supply,
)

WALES = {
    "montgomery-cardiff",
    "montgomery-pembroke",
    "montgomery-conway",
    "montgomery-hereford",
    "cardiff-pembroke",
    "conway-chester",
    "conway-isleofman",
}
SCOTLAND = {
    "carlisle-isleofman",
    "carlisle-falkirk",
    "glasgow-falkirk",
    "glasgow-edinburgh",
    "dunbar-edinburgh",
    "dunbar-newcastle",
}


def open_for_place(game: Game) -> set[str]:
    give(game, "place")
    found = set(keys(game))
    game.undo()
    return found


# ---- permissions


def test_place_and_displace_are_free_in_england_alone() -> None:
    game = britannia()
    supply(game, 0, 5, 1)
    post(game, 1, "montgomery-pembroke", 1)
    assert not open_for_place(game) & (WALES | SCOTLAND)
    assert "displace" not in keys(game)
    assert str(game.why_not("displace")) == "no other seat has a piece where it may be displaced"
    give(game, "place")
    assert str(game.why_not("montgomery-pembroke")) == (
        "Wales needs a permission, the rightmost office: nobody in Cardiff, nobody in London"
    )


def test_the_rightmost_office_gives_the_permission_not_the_majority_ruling_88() -> None:
    game = britannia()
    office(game, "cardiff", "trader.1", "trader.1", "trader.0")
    assert game.state()["cities"]["cardiff"]["control"] == 1
    supply(game, 0, 5, 0)
    post(game, 1, "montgomery-pembroke", 1)
    assert open_for_place(game) & (WALES | SCOTLAND) == WALES
    give(game, "displace")
    assert game.decision is not None and game.decision.seat == 1
    assert game.state()["permissions"]["cardiff"] == {"holder": 0, "spent": True}


def test_an_extra_office_on_the_left_gives_no_permission() -> None:
    game = britannia()
    office(game, "cardiff", "trader.1")
    own(game, 0, "extra-office")
    fill(game, 0, "montgomery-cardiff")
    give(game, "claim", "extra.cardiff")
    assert game.state()["permissions"]["cardiff"]["holder"] == 1


def test_each_permission_is_used_once_a_turn_and_they_add_up() -> None:
    game = britannia()
    actions(game, 9)
    office(game, "cardiff", "trader.0")
    office(game, "london", "trader.0")
    supply(game, 0, 9, 0)
    give(game, "place", "montgomery-cardiff")
    # Cardiff's was used first, so that London's is still there for either country
    assert game.state()["permissions"]["cardiff"]["spent"] and not game.state()["permissions"]["london"]["spent"]
    assert open_for_place(game) & (WALES | SCOTLAND) == WALES | SCOTLAND
    give(game, "place", "montgomery-cardiff")
    assert not open_for_place(game) & (WALES | SCOTLAND)
    give(game, "place")
    assert str(game.why_not("montgomery-cardiff")) == (
        "Wales needs a permission, the rightmost office: Cardiff used in this turn, London used in this turn"
    )
    give(game, "london-oxford", "pass", "pass", "pass", "pass")
    assert game.decision is not None and game.decision.seat == 0
    assert open_for_place(game) & (WALES | SCOTLAND) == WALES | SCOTLAND


def test_london_is_one_use_in_all_not_one_for_each_country_ruling_91() -> None:
    game = britannia()
    actions(game, 9)
    office(game, "london", "trader.0")
    supply(game, 0, 9, 0)
    give(game, "place", "montgomery-cardiff")
    assert not open_for_place(game) & (WALES | SCOTLAND)


def test_carlisle_opens_scotland_and_only_that() -> None:
    game = britannia()
    office(game, "carlisle", "trader.0")
    supply(game, 0, 5, 0)
    assert open_for_place(game) & (WALES | SCOTLAND) == SCOTLAND


def test_on_the_side_for_three_carlisle_gives_nothing_and_london_wales() -> None:
    game = britannia(3)
    office(game, "carlisle", "trader.0")
    supply(game, 0, 5, 0)
    assert not open_for_place(game) & WALES
    office(game, "london", "trader.0")
    assert open_for_place(game) >= WALES


def test_a_claim_and_a_move_need_no_permission_ruling_89() -> None:
    game = britannia()
    actions(game, 5)
    fill(game, 0, "montgomery-cardiff")
    post(game, 0, "montgomery-pembroke", 1)
    give(game, "claim", "office.cardiff")
    give(game, "move", "conway-chester")
    assert on_route(game, "conway-chester", 0, "trader") == 1


@pytest.mark.parametrize(("option", "opens"), [("at_once", True), ("next_turn", False)])
def test_a_permission_gained_in_the_turn_counts_as_the_switch_says(option: str, opens: bool) -> None:
    game = britannia(permission_gained=option)
    actions(game, 5)
    fill(game, 0, "oxford-cardiff")
    give(game, "claim", "office.cardiff")
    supply(game, 0, 5, 0)
    assert bool(open_for_place(game) & WALES) == opens
    if not opens:
        give(game, "place")
        assert str(game.why_not("montgomery-cardiff")) == (
            "Wales needs a permission, the rightmost office: Cardiff from the next turn on, nobody in London"
        )
        game.undo()
    give(game, "pass", "pass", "pass", "pass")
    assert open_for_place(game) & WALES == WALES


def test_a_displacement_spends_the_permission_too() -> None:
    game = britannia()
    actions(game, 5)
    office(game, "london", "trader.0")
    supply(game, 0, 9, 0)
    post(game, 1, "glasgow-falkirk", 1)
    give(game, "displace", "carlisle-falkirk", "none")
    assert not open_for_place(game) & (WALES | SCOTLAND)


# ---- displacement and moves within countries


def test_a_piece_displaced_in_england_stays_in_england() -> None:
    game = britannia()
    supply(game, 0, 5, 0)
    post(game, 1, "oxford-cardiff", 1)
    give(game, "displace")
    assert set(keys(game)) == {"london-oxford", "salisbury-oxford", "coventry-cardiff"}
    assert str(game.why_not("montgomery-cardiff")) == "Montgomery–Cardiff is in Wales: the piece comes from England"


def test_a_piece_displaced_in_wales_goes_to_wales_or_england() -> None:
    game = britannia()
    office(game, "cardiff", "trader.0")
    supply(game, 0, 5, 0)
    post(game, 1, "montgomery-hereford", 1)
    give(game, "displace")
    assert set(keys(game)) == {
        *("montgomery-cardiff", "montgomery-pembroke", "montgomery-conway"),
        *("coventry-hereford", "hereford-chester", "hereford-lancaster"),
    }


def test_rings_run_over_every_country_but_only_permitted_posts_count() -> None:
    """The fixed ruling ring_foreign_routes: Hereford–Chester is in the third ring round Carlisle–Isle of Man since the
    way there through Wales is shorter; with England's routes of two rings full, it is a choice, and Wales is none."""
    game = britannia(3)
    for route in ("durham-carlisle", "carlisle-newcastle"):
        fill(game, 0, route)
    for route in ("richmond-carlisle", "durham-york", "durham-lancaster", "richmond-lancaster"):
        fill(game, 2, route)
    fill(game, 1, "durham-newcastle")
    post(game, 1, "carlisle-isleofman", 1)
    supply(game, 0, 3, 0)
    give(game, "displace", "carlisle-isleofman")
    assert keys(game) == ("nottingham-york", "hereford-chester", "hereford-lancaster")
    assert str(game.why_not("conway-isleofman")) == "Conway–Isle of Man is in Wales: the piece comes from England"


def test_a_move_leaves_a_country_for_england_only() -> None:
    game = britannia()
    actions(game, 9)
    for route, expected in (
        ("london-oxford", set()),
        ("montgomery-conway", WALES),
        ("glasgow-edinburgh", SCOTLAND),
    ):
        post(game, 0, route, 1)
        give(game, "move")
        assert set(keys(game)) & (WALES | SCOTLAND) == expected
        assert "london-cambridge" in keys(game)
        game.undo()
        give(game, f"!post.{route}.0.trader.0")
    post(game, 0, "glasgow-edinburgh", 1)
    give(game, "move")
    assert str(game.why_not("montgomery-conway")) == "Montgomery–Conway is in Wales: the piece comes from Scotland"


def test_pieces_of_different_countries_are_told_apart_in_the_hand() -> None:
    game = britannia()
    post(game, 0, "london-oxford", 1)
    post(game, 0, "montgomery-conway", 1)
    give(game, "move", "london-oxford", "montgomery-conway")
    assert kind(game) == "move.piece" and keys(game) == ("trader.england", "trader.wales")
    assert str(game.words("trader.wales")) == "trader (W)"
    give(game, "trader.wales", "conway-chester")
    assert kind(game) == "move.to" and not set(keys(game)) & WALES


def test_move_3_leaves_each_piece_in_its_country() -> None:
    game = britannia()
    own(game, 0, "move-3")
    post(game, 1, "london-oxford", 1)
    post(game, 1, "montgomery-conway", 1)
    post(game, 2, "glasgow-edinburgh", 1)
    give(game, "marker.move-3", "london-oxford", "montgomery-conway", "glasgow-edinburgh")
    assert kind(game) == "move.piece"
    assert keys(game) == ("trader.1.england", "trader.1.wales", "trader.2.scotland")
    give(game, "trader.1.wales")
    assert set(keys(game)) == WALES
    give(game, "conway-chester", "trader.2.scotland")
    assert set(keys(game)) == SCOTLAND
    give(game, "dunbar-edinburgh")
    assert not set(keys(game)) & (WALES | SCOTLAND)


def test_two_pieces_in_one_country_may_change_places() -> None:
    game = britannia()
    sail(game, 0, "canterbury-calais")
    post(game, 1, "conway-chester", 1)
    post(game, 2, "montgomery-conway", 1)
    give(game, "claim", "none", "montgomery-conway", "conway-chester")
    assert keys(game) == ("trader.1.wales", "trader.2.wales")
    give(game, "trader.1.wales", "montgomery-conway", "conway-chester")
    assert on_route(game, "montgomery-conway", 1, "trader") == on_route(game, "conway-chester", 2, "trader") == 1


def test_traders_taken_off_keep_their_houses_from_merchants_taken_off_with_them() -> None:
    """With every other house of Scotland taken, a merchant put down first goes aboard: the trader needs the house."""
    game = britannia(5)
    for seat, route in ((2, "carlisle-falkirk"), (2, "glasgow-falkirk"), (2, "glasgow-edinburgh")):
        fill(game, seat, route)
    fill(game, 3, "dunbar-edinburgh")
    fill(game, 3, "dunbar-newcastle")
    supply(game, 1, 0, 0)
    post(game, 1, "carlisle-isleofman", 1, 1)
    sail(game, 0, "canterbury-calais")
    give(game, "claim", "none", "carlisle-isleofman", "trader.1", "carlisle-isleofman")
    assert keys(game) == ("trader.1.scotland", "merchant.1.scotland")
    give(game, "merchant.1.scotland")
    assert kind(game) == "turn.action"
    assert on_ships(game, "carlisle-isleofman", 1) == 1
    assert on_route(game, "carlisle-isleofman", 1, "trader") == 1


# ---- printed markers, drawn markers


def test_two_pieces_are_placed_outside_england_without_permission_or_action() -> None:
    game = britannia()
    sail(game, 0, "calais-southampton")
    stock = pieces(game, "stock", 0)
    left = game.state()["actions"]["left"]
    give(game, "claim", "office.calais")
    assert kind(game) == "permanent.piece" and keys(game) == ("trader", "merchant", "none")
    give(game, "merchant")
    assert kind(game) == "permanent.route" and set(keys(game)) == WALES | SCOTLAND
    give(game, "conway-isleofman", "ship", "trader", "glasgow-edinburgh")
    assert kind(game) == "turn.action" and game.state()["actions"]["left"] == left - 1
    # one of the route is an office now, one trader and one merchant of the stock stand on posts
    assert pieces(game, "stock", 0) == (stock[0] - 1, stock[1] + 1)


def test_the_second_piece_outside_england_may_be_declined() -> None:
    game = britannia(3)
    sail(game, 0, "calais-southampton")
    give(game, "claim", "none", "trader")
    assert set(keys(game)) == WALES
    give(game, "conway-chester", "none")
    assert kind(game) == "turn.action"


def test_the_isle_of_man_route_has_its_marker_on_the_side_for_three_alone() -> None:
    for players, printed in ((3, True), (4, False)):
        game = britannia(players)
        sail(game, 0, "carlisle-isleofman")
        post(game, 1, "london-oxford", 1)
        give(game, "claim", "none")
        assert (kind(game) == "any.from") == printed


def test_no_drawn_marker_lies_in_wales_or_scotland_ruling_92() -> None:
    game = britannia()
    fill(game, 0, "coventry-nottingham")
    give(game, "claim", "none", "pass", "develop")
    assert kind(game) == "marker.route"
    assert not set(keys(game)) & (WALES | SCOTLAND | {"canterbury-calais", "calais-southampton"})
    assert "chester-carlisle" in keys(game), "a route with ships in England takes one"
    assert str(game.why_not("conway-chester")) == "Wales takes no drawn marker"
    assert str(game.why_not("canterbury-calais")) == "a marker is printed at Canterbury–Calais"
