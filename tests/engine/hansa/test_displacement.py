"""Displace: the fee, the sources of the extra pieces, the rings. Numbers are those of the rulings."""

from __future__ import annotations

from engine.game import Game
from tests.engine.hansa.table import (
    all_to_stock,
    desk,
    fill,
    give,
    keys,
    kind,
    office,
    on_route,
    pieces,
    post,
    supply,
    table,
)


def one_trader(traders: int = 5) -> Game:
    """Seat 1 has one trader on Hamburg–Lübeck and the rest in its stock; seat 0 so many traders in its supply."""
    game = table()
    all_to_stock(game)
    post(game, 1, "hamburg-luebeck", 1)
    supply(game, 0, traders, 0)
    return game


def one_merchant(traders: int = 5) -> Game:
    game = table()
    all_to_stock(game)
    supply(game, 1, 0, 0)
    post(game, 1, "hamburg-luebeck", merchants=1)
    supply(game, 0, traders, 0)
    return game


def test_displacing_a_merchant_takes_three_pieces_of_the_supply_ruling_10() -> None:
    game = one_merchant(3)
    before = pieces(game, "stock", 0)[0]
    give(game, "displace")
    assert pieces(game, "supply", 0) == (0, 0)
    assert pieces(game, "stock", 0)[0] == before + 2
    assert on_route(game, "hamburg-luebeck", 0, "trader") == 1


def test_displacing_with_too_few_pieces_is_illegal_ruling_11() -> None:
    game = one_merchant(2)
    assert "displace" not in keys(game)
    assert str(game.why_not("displace")) == "displacing a merchant takes 3 pieces of the supply, there is 2"
    game = one_trader(1)
    assert "displace" not in keys(game)
    assert str(game.why_not("displace")) == "displacing takes 2 pieces of the supply, there is 1"


def test_a_route_with_a_merchant_only_needs_three_pieces_even_if_others_need_two() -> None:
    game = one_trader(2)
    supply(game, 1, 0, 0)
    post(game, 1, "groningen-emden", merchants=1)
    post(game, 2, "hamburg-bremen", 1)
    give(game, "displace")
    assert keys(game) == ("hamburg-luebeck", "hamburg-bremen")
    assert str(game.why_not("groningen-emden")) == "a merchant takes 3 pieces of the supply, there is 2"
    assert str(game.why_not("goslar-magdeburg")) == "no other seat has a piece on Goslar–Magdeburg"


def test_the_fee_may_be_paid_with_merchants_ruling_13() -> None:
    game = one_merchant(3)
    supply(game, 0, 3, 1)
    give(game, "displace", "trader")
    assert kind(game) == "displace.fee" and keys(game) == ("0", "1")
    give(game, "1")
    assert pieces(game, "supply", 0) == (1, 0) and pieces(game, "stock", 0)[1] == 1


def test_a_merchant_may_take_the_post() -> None:
    game = one_trader(1)
    supply(game, 0, 1, 1)
    give(game, "displace", "merchant")
    assert on_route(game, "hamburg-luebeck", 0, "merchant") == 1


def test_extra_pieces_come_from_the_stock_first_ruling_14() -> None:
    game = one_trader()
    supply(game, 1, 4, 1)
    before = pieces(game, "stock", 1)
    give(game, "displace")
    assert game.decision is not None and game.decision.seat == 1
    give(game, "stade-hamburg", "stade-hamburg")
    assert pieces(game, "stock", 1) == (before[0] - 1, before[1])
    assert pieces(game, "supply", 1) == (4, 1)
    assert on_route(game, "stade-hamburg", 1, "trader") == 2


def test_extra_pieces_come_from_the_supply_only_if_the_stock_is_empty_ruling_14() -> None:
    game = one_trader()
    supply(game, 1, 10, 1)
    assert pieces(game, "stock", 1) == (0, 0)
    give(game, "displace")
    assert kind(game) == "displaced.piece"  # its trader, or the merchant of the supply
    give(game, "trader", "stade-hamburg", "merchant", "stade-hamburg")
    assert pieces(game, "supply", 1) == (10, 0)


def test_extra_pieces_come_from_posts_only_if_stock_and_supply_are_empty_ruling_14() -> None:
    game = one_trader()
    supply(game, 1, 0, 0)
    for route in ("bremen-minden", "bremen-hannover", "minden-hannover"):
        fill(game, 1, route)
    post(game, 1, "groningen-emden", 1, 1)
    assert pieces(game, "stock", 1) == pieces(game, "supply", 1) == (0, 0)
    give(game, "displace", "hamburg-luebeck", "trader", "stade-hamburg")
    assert kind(game) == "displaced.piece" and keys(game) == ("trader", "merchant", "none")
    give(game, "trader")
    assert kind(game) == "displaced.from"
    assert keys(game) == ("groningen-emden", "stade-hamburg", "bremen-minden", "bremen-hannover", "minden-hannover")
    give(game, "groningen-emden", "hamburg-bremen")
    assert on_route(game, "groningen-emden", 1, "trader") == 0
    assert kind(game) == "turn.action"


def test_the_source_is_looked_at_for_each_piece_ruling_16() -> None:
    game = one_merchant()
    supply(game, 1, 10, 0)
    assert pieces(game, "stock", 1) == (1, 0)
    give(game, "displace", "merchant", "stade-hamburg")
    give(game, "stade-hamburg")
    assert pieces(game, "stock", 1) == (0, 0) and pieces(game, "supply", 1) == (10, 0)
    give(game, "stade-hamburg")
    assert pieces(game, "supply", 1) == (9, 0)
    assert kind(game) == "turn.action"


def test_extra_pieces_may_be_refused_but_not_the_displaced_one_ruling_17() -> None:
    game = one_merchant()
    give(game, "displace")
    assert kind(game) == "displaced.piece" and "none" not in keys(game)
    assert str(game.why_not("none")) == "the displaced piece itself must be placed"
    give(game, "merchant", "stade-hamburg")
    assert kind(game) == "displaced.route" and "none" in keys(game)
    give(game, "none")
    assert kind(game) == "turn.action"
    assert on_route(game, "stade-hamburg", 1, "merchant") == 1


def test_the_route_of_the_displacement_is_no_choice_ruling_19() -> None:
    game = one_trader()
    give(game, "displace")
    assert keys(game) == ("stade-hamburg", "hamburg-lueneburg", "hamburg-bremen")
    assert str(game.why_not("hamburg-luebeck")) == "a displaced piece leaves its route Hamburg–Lübeck"
    far = "Goslar–Magdeburg is further away than a free post: Stade–Hamburg, Hamburg–Lüneburg"
    assert str(game.why_not("goslar-magdeburg")) == far


def test_the_next_ring_opens_when_the_first_is_full_for_each_piece_ruling_20() -> None:
    game = one_trader()
    fill(game, 2, "hamburg-lueneburg")
    fill(game, 2, "hamburg-bremen")
    post(game, 0, "stade-hamburg", 2)
    give(game, "displace", "hamburg-luebeck")
    # the last free post of the ring is forced; the extra trader goes one ring further out
    assert on_route(game, "stade-hamburg", 1, "trader") == 1
    assert kind(game) == "displaced.route"
    assert keys(game) == (
        "bremen-osnabrueck",
        "bremen-minden",
        "bremen-hannover",
        "hannover-lueneburg",
        "lueneburg-perleberg",
        "none",
    )


def test_routes_with_a_marker_or_other_pieces_qualify_ruling_22() -> None:
    game = table()
    all_to_stock(game)
    post(game, 1, "bremen-minden", 1)
    post(game, 2, "bremen-osnabrueck", 1)
    supply(game, 0, 4, 0)
    give(game, "displace", "bremen-minden")
    assert "bremen-osnabrueck" in keys(game)
    give(game, "bremen-osnabrueck")
    assert on_route(game, "bremen-osnabrueck", 1, "trader") == 1


def test_the_displaced_seat_places_at_once_ruling_23() -> None:
    game = one_trader()
    give(game, "displace")
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (1, "displaced.route")
    give(game, "stade-hamburg", "none")
    assert (game.decision.seat, game.decision.kind) == (0, "turn.action")
    assert str(game.way.beside(game)) == "1 of 2 left"


def test_an_office_cannot_be_displaced_ruling_25() -> None:
    game = table()
    office(game, "hamburg", "trader.1")
    assert "displace" not in keys(game)
    assert str(game.why_not("displace")) == "no other seat has a piece on any post"


def test_one_s_own_piece_cannot_be_displaced() -> None:
    game = one_trader()
    post(game, 0, "hamburg-luebeck", 1)
    post(game, 2, "hamburg-luebeck", 1)
    give(game, "displace")
    assert keys(game) == ("trader.1", "trader.2")
    assert str(game.why_not("trader.0")) == "one's own piece cannot be chosen"


def test_the_displaced_seat_chooses_the_order_of_kinds() -> None:
    game = one_trader()
    desk(game, 1, "book", 1)  # a merchant to the stock
    give(game, "displace")
    assert kind(game) == "displaced.piece"
    assert keys(game) == ("trader", "merchant")
    give(game, "merchant", "stade-hamburg")
    # only the displaced trader is left, and it must be placed
    assert kind(game) == "displaced.route" and "none" not in keys(game)


def test_with_no_free_post_on_the_board_the_piece_goes_to_its_stock() -> None:
    """The fixed ruling no_free_post. No set of pieces fills the board, so the posts are taken out of play by hand."""
    game = one_trader()
    give(game, "displace")
    game.undo()
    only = game.board.map.route["hamburg-luebeck"]
    free = game.board.sets[0]
    game.put(game.board.sets, 0, 0)
    before = pieces(game, "stock", 1)
    game.answer("displace")
    # the post that the trader left is filled at once, so that none is free
    assert game.board.sets[0] == 0 and free >> only & 1
    assert pieces(game, "stock", 1) == (before[0] + 1, before[1])
    assert game.decision is not None and game.decision.kind == "turn.action"
