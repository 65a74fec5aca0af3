"""The Eastern board: ships, the four printed markers, green cities, Waren, Königsberg, Lübeck–Danzig. Numbers are those
of the rulings.
"""

from __future__ import annotations

import pytest

from engine.errors import IllegalAnswer
from engine.game import Game
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
    on_ships,
    own,
    pieces,
    post,
    ships,
    supply,
    table,
    to_turn,
)


def east(players: int = 3, **options: str) -> Game:
    game = table(players, board="east", **options)
    all_to_stock(game)
    return game


def merchants(game: Game, seat: int, count: int) -> None:
    """So many merchants in the seat's stock."""
    desk(game, seat, "book", min(count, 3))
    supply(game, seat, 0, 0)


def sail(game: Game, seat: int, route: str) -> None:
    """A maritime route full of the seat's pieces, a merchant on every ship."""
    count = game.board.map.ships[game.board.map.route[route]]
    merchants(game, seat, count)
    fill(game, seat, route, count)


def row(game: Game, city: str) -> list[str]:
    found = game.state()["cities"][city]
    return [f"{each['kind']}.{each['seat']}" for each in (*found["extra"], *found["offices"])]


# ---- ships


def test_a_trader_never_stands_on_a_ship_nor_displaces_a_merchant_there_ruling_83() -> None:
    game = east()
    merchants(game, 1, 2)
    post(game, 1, "wismar-stralsund", 1, 1)
    assert on_ships(game, "wismar-stralsund", 1) == 1
    supply(game, 0, 5, 0)
    give(game, "place")
    assert "wismar-stralsund" not in keys(game)
    assert str(game.why_not("wismar-stralsund")) == (
        "only a merchant finds a post on Wismar–Stralsund: its free posts are ships"
    )
    game.undo()
    give(game, "displace")
    # the trader on the house may go; the merchant on the ship may not
    assert on_route(game, "wismar-stralsund", 1, "trader") == 0
    assert on_route(game, "wismar-stralsund", 0, "trader") == 1
    assert on_ships(game, "wismar-stralsund", 1) == 1


def test_only_a_merchant_takes_the_place_of_a_merchant_on_a_ship_ruling_83() -> None:
    game = east()
    supply(game, 1, 0, 0)
    post(game, 1, "wismar-stralsund", merchants=1)
    supply(game, 0, 5, 0)
    assert "displace" not in keys(game)
    supply(game, 0, 5, 1)
    give(game, "displace")
    # neither the route, the piece nor what takes its place is asked: a merchant must
    assert kind(game) == "displaced.piece" and on_ships(game, "wismar-stralsund", 0) == 1
    assert pieces(game, "supply", 0) == (3, 0)


def test_a_merchant_on_a_house_makes_way_for_a_trader() -> None:
    game = east()
    supply(game, 1, 0, 0)
    post(game, 1, "wismar-stralsund", merchants=1)
    ships(game, 1, "wismar-stralsund", 0)
    supply(game, 0, 5, 0)
    give(game, "displace")
    assert on_route(game, "wismar-stralsund", 0, "trader") == 1 and pieces(game, "supply", 0) == (2, 0)


def test_which_of_two_merchants_is_displaced_is_asked_where_one_is_on_a_ship() -> None:
    game = east()
    merchants(game, 1, 2)
    post(game, 1, "wismar-stralsund", merchants=2)
    ships(game, 1, "wismar-stralsund", 1)
    supply(game, 0, 4, 1)
    give(game, "displace")
    assert kind(game) == "displace.post" and keys(game) == ("house", "ship")
    give(game, "house")
    assert kind(game) == "displace.with" and keys(game) == ("trader", "merchant")
    game.undo()
    give(game, "ship")
    assert kind(game) == "displaced.piece"
    assert (on_ships(game, "wismar-stralsund", 0), on_ships(game, "wismar-stralsund", 1)) == (1, 0)
    game.undo()
    game.undo()
    # without a merchant of one's own only the one on the house can be meant
    supply(game, 0, 5, 0)
    give(game, "displace")
    assert on_route(game, "wismar-stralsund", 0, "trader") == 1 and on_ships(game, "wismar-stralsund", 1) == 1


def test_a_merchant_that_could_stand_on_house_or_ship_is_asked_where() -> None:
    game = east()
    actions(game, 5)
    supply(game, 0, 2, 1)
    give(game, "place", "wismar-stralsund", "merchant")
    assert kind(game) == "post.to" and keys(game) == ("house", "ship")
    assert str(game.words("ship")) == "on a ship"
    give(game, "house")
    assert on_ships(game, "wismar-stralsund", 0) == 0
    give(game, "place")
    assert "wismar-stralsund" not in keys(game), "the only house is taken"


def test_only_ships_left_means_a_merchant_without_a_question() -> None:
    game = east()
    post(game, 1, "wismar-stralsund", 1)
    supply(game, 0, 2, 1)
    give(game, "place", "wismar-stralsund")
    assert on_ships(game, "wismar-stralsund", 0) == 1 and kind(game) == "turn.action"


def test_moving_asks_which_merchant_leaves_and_where_it_goes() -> None:
    game = east()
    merchants(game, 0, 3)
    post(game, 0, "wismar-stralsund", merchants=2)
    ships(game, 0, "wismar-stralsund", 1)
    give(game, "move")
    assert kind(game) == "post.from" and keys(game) == ("house", "ship")
    give(game, "house")
    assert on_ships(game, "wismar-stralsund", 0) == 1
    give(game, "done", "stralsund-malmoe")
    assert kind(game) == "post.to"
    give(game, "ship")
    assert on_ships(game, "stralsund-malmoe", 0) == 1


def test_each_piece_goes_to_the_nearest_ring_with_a_post_that_it_fits() -> None:
    """The fixed ruling ring_mixed_kinds: a trader looks past a ring whose free posts are ships, a merchant does not."""
    game = east()
    for route, houses in (("wismar-stralsund", 1), ("malmoe-visby", 2), ("malmoe-danzig", 3)):
        post(game, 2, route, houses)
    post(game, 1, "stralsund-malmoe", 1)
    desk(game, 1, "book", 1)
    supply(game, 1, 0, 0)
    supply(game, 0, 3, 0)
    give(game, "displace")
    while kind(game) != "displaced.piece":
        give(game, "stralsund-malmoe" if kind(game) == "displace.route" else "trader.1")
    assert game.decision is not None and keys(game) == ("trader", "merchant")
    give(game, "merchant")
    assert keys(game) == ("wismar-stralsund", "malmoe-visby", "malmoe-danzig")
    give(game, "malmoe-visby")
    further = ("luebeck-wismar", "wismar-waren", "danzig-koenigsberg", "danzig-belgard", "danzig-braunsberg")
    assert keys(game) == further
    assert (
        str(game.why_not("malmoe-danzig")) == "only a merchant finds a post on Malmö–Danzig: its free posts are ships"
    )
    give(game, "luebeck-wismar")
    assert kind(game) == "turn.action" and on_ships(game, "malmoe-visby", 1) == 1


# ---- printed markers


def test_a_printed_marker_is_used_at_once_or_not_at_all_and_never_taken_ruling_85() -> None:
    game = east()
    actions(game, 5)
    sail(game, 0, "stralsund-malmoe")
    give(game, "claim", "none")
    assert kind(game) == "permanent.develop" and keys(game) == ("privilege", "none")
    give(game, "none")
    assert kind(game) == "turn.action" and game.board.desk[2] == 0
    assert "marker.develop" not in keys(game) and game.state()["seats"][0]["markers"] == {"unused": {}, "used": {}}
    sail(game, 0, "stralsund-malmoe")
    give(game, "claim", "none", "privilege")
    assert game.board.desk[2] == 1 and pieces(game, "supply", 0)[0] == 1
    assert game.state()["seats"][0]["markers"] == {"unused": {}, "used": {}}


def test_the_printed_privilege_comes_after_the_office_of_the_same_claim() -> None:
    game = east()
    office(game, "stralsund", "trader.1")
    sail(game, 0, "stralsund-malmoe")
    give(game, "claim")
    assert keys(game) == ("office.malmoe", "none"), "Stralsund's next office is orange"
    give(game, "office.malmoe", "privilege")
    assert game.board.desk[2] == 1


def test_a_developed_privilege_is_not_offered() -> None:
    game = east()
    desk(game, 0, "privilege", 3)
    sail(game, 0, "stralsund-malmoe")
    give(game, "claim", "none")
    assert kind(game) == "turn.action"


def test_any_two_pieces_are_moved_the_own_ones_too_and_may_change_places() -> None:
    game = east()
    sail(game, 0, "wismar-stralsund")
    post(game, 0, "kulm-elbing", 1)
    post(game, 1, "luebeck-wismar", 1)
    give(game, "claim")
    assert kind(game) == "any.from" and keys(game) == ("luebeck-wismar", "kulm-elbing", "done")
    give(game, "luebeck-wismar", "kulm-elbing")
    # two were taken off; each goes to any free post, those just vacated included
    assert kind(game) == "move.piece" and keys(game) == ("trader.0", "trader.1")
    give(game, "trader.0", "luebeck-wismar", "kulm-elbing")
    assert on_route(game, "luebeck-wismar", 0, "trader") == 1 and on_route(game, "kulm-elbing", 1, "trader") == 1
    assert kind(game) == "turn.action"


def test_the_marker_that_moves_two_may_be_left_alone() -> None:
    game = east()
    sail(game, 0, "wismar-stralsund")
    post(game, 1, "luebeck-wismar", 1)
    give(game, "claim", "done")
    assert kind(game) == "turn.action" and on_route(game, "luebeck-wismar", 1, "trader") == 1


def test_up_to_two_pieces_of_the_route_go_to_free_posts_the_same_route_included() -> None:
    """The fixed ruling malmo_danzig_same_route."""
    game = east()
    sail(game, 0, "malmoe-danzig")
    stock = pieces(game, "stock", 0)
    give(game, "claim", "office.danzig")
    assert kind(game) == "permanent.piece" and keys(game) == ("trader", "merchant", "none")
    give(game, "merchant")
    assert kind(game) == "permanent.route" and "malmoe-danzig" in keys(game)
    give(game, "malmoe-danzig", "ship", "trader", "danzig-belgard")
    assert kind(game) == "turn.action"
    assert on_ships(game, "malmoe-danzig", 0) == 1 and on_route(game, "danzig-belgard", 0, "trader") == 1
    # of three traders and a merchant one trader is an office, two pieces stand on posts, one is in the stock
    assert pieces(game, "stock", 0) == (stock[0] + 1, stock[1])


def test_only_pieces_of_the_route_that_did_not_become_an_office_are_placed() -> None:
    game = east()
    office(game, "danzig", "trader.1")
    sail(game, 0, "malmoe-danzig")
    give(game, "claim", "office.malmoe")  # a round office: the merchant
    assert kind(game) == "permanent.piece" and keys(game) == ("trader", "none")


# ---- green cities


def green(game: Game, city: str, seat: int = 0) -> None:
    """The seat claims Malmö–Visby and establishes an office in a green city."""
    sail(game, seat, "malmoe-visby")
    supply(game, seat, 2, 0)
    give(game, "claim", "none", city)


def test_a_green_city_takes_no_office_of_a_claim_ruling_86() -> None:
    game = east()
    fill(game, 0, "wismar-waren")
    give(game, "claim")
    assert keys(game) == ("ability.actions", "ability.bank", "none")
    assert str(game.why_not("office.waren")) == (
        "Waren is a green city: only an extra office or the printed marker brings one"
    )


@pytest.mark.parametrize("ability", ["actions", "bank"])
def test_waren_develops_actions_or_bank_ruling_86(ability: str) -> None:
    game = east()
    fill(game, 0, "stettin-waren")
    give(game, "claim", f"ability.{ability}")
    assert game.state()["seats"][0]["desk"][ability] == 1


def test_an_extra_office_comes_to_a_green_city_even_when_it_is_empty_on_the_left() -> None:
    game = east()
    own(game, 0, "extra-office")
    green(game, "belgard")
    assert row(game, "belgard") == ["trader.0"]
    actions(game, 3)
    fill(game, 0, "belgard-anklam")
    give(game, "claim", "extra.belgard")
    assert row(game, "belgard") == ["trader.0", "trader.0"] and game.state()["cities"]["belgard"]["vacant"] == 0
    game = east()
    own(game, 0, "extra-office")
    fill(game, 0, "wismar-waren")
    give(game, "claim", "extra.waren")
    assert row(game, "waren") == ["trader.0"]


def test_the_printed_marker_establishes_to_the_right_of_everything() -> None:
    game = east()
    own(game, 0, "extra-office")
    own(game, 1, "extra-office")
    actions(game, 2)
    fill(game, 0, "wismar-waren")
    give(game, "claim", "extra.waren", "pass")
    sail(game, 1, "malmoe-visby")
    supply(game, 1, 1, 1)
    give(game, "claim", "none")
    assert kind(game) == "permanent.city" and keys(game) == ("belgard", "waren", "dresden", "none")
    give(game, "waren", "merchant")
    assert row(game, "waren") == ["trader.0", "merchant.1"]
    # one office each: the one further right controls
    assert game.state()["cities"]["waren"]["control"] == 1


def test_a_green_city_is_completed_once_by_its_first_office() -> None:
    game = east()
    actions(game, 9)
    green(game, "dresden")
    assert game.state()["ends"]["cities"] == [1, 10]
    green(game, "dresden")
    assert game.state()["ends"]["cities"] == [1, 10] and row(game, "dresden") == ["trader.0", "trader.0"]


def test_the_printed_office_needs_a_piece_of_the_supply() -> None:
    game = east()
    sail(game, 0, "malmoe-visby")
    supply(game, 0, 0, 0)
    give(game, "claim", "none")
    assert kind(game) == "turn.action"


def test_a_green_city_counts_for_city_points_the_end_and_the_network() -> None:
    game = east()
    actions(game, 9)
    green(game, "waren")
    fill(game, 0, "wismar-waren")
    give(game, "claim", "ability.bank")
    assert lines(game) == [(0, 1, "city", "waren")]
    give(game, "!count")
    assert [line for line in lines(game) if line[2] in ("cities", "network")] == [
        (0, 2, "cities", "waren"),
        (0, 1, "network", "1x1"),
    ]


def test_a_green_city_never_counts_as_a_vacant_office_for_a_drawn_marker() -> None:
    """The fixed ruling green_city_vacant: a route between a green city and a full one takes no marker."""
    game = east()
    side = game.board.map
    vacant = set(side.keys(game.board.sets[3]))
    assert "dresden-krakau" in vacant
    office(game, "krakau", "trader.1", "trader.1", "trader.1")
    assert "dresden-krakau" not in side.keys(game.board.sets[3])


def test_no_drawn_marker_is_placed_where_one_is_printed() -> None:
    game = east()
    fill(game, 0, "stettin-kulm")
    give(game, "claim", "none", "pass", "develop")
    assert kind(game) == "marker.route"
    assert not {"wismar-stralsund", "stralsund-malmoe", "malmoe-visby", "malmoe-danzig"} & set(keys(game))
    assert str(game.why_not("malmoe-visby")) == "a marker is printed at Malmö–Visby"


def exchange_table(option: str) -> Game:
    """Waren holds, from the left: an extra office of seat 0, then offices of seats 1 and 0 by the printed marker."""
    game = east(green_city_exchange=option)
    own(game, 0, "extra-office", "exchange")
    give(game, "!office.waren.1.trader.1", "!office.waren.2.trader.0")
    actions(game, 5)
    fill(game, 0, "wismar-waren")
    give(game, "claim", "extra.waren")
    # the claim paid a city point before the extra office came
    assert row(game, "waren") == ["trader.0", "trader.1", "trader.0"]
    return game


def test_exchange_in_a_green_city_goes_by_its_switch() -> None:
    game = exchange_table("permanent_marker_pieces")
    give(game, "marker.exchange")
    assert row(game, "waren") == ["trader.0", "trader.0", "trader.1"], "the only pair is forced"
    assert "marker.exchange" not in keys(exchange_table("no"))
    game = exchange_table("yes")
    give(game, "marker.exchange")
    assert kind(game) == "exchange.pair" and keys(game) == ("1-2", "2-3")
    give(game, "1-2")
    assert row(game, "waren") == ["trader.1", "trader.0", "trader.0"]


# ---- Königsberg, Lübeck–Danzig


def test_koenigsberg_has_the_special_prestige_of_this_board() -> None:
    game = east()
    supply(game, 0, 0, 0)
    fill(game, 0, "danzig-koenigsberg", 1)
    give(game, "claim")
    assert "prestige.7" in keys(game)
    give(game, "prestige.7")
    assert game.state()["special"]["7"] == 0


def test_luebeck_and_danzig_are_connected_through_a_green_city_too() -> None:
    game = east()
    for city in ("luebeck", "wismar", "stralsund", "malmoe"):
        office(game, city, "trader.0")
    fill(game, 0, "danzig-belgard")
    give(game, "claim", "office.danzig")
    assert lines(game, "eastwest") == [(0, 7, "eastwest", "")]
    game = east()
    for city in ("luebeck", "wismar", "stettin", "anklam", "danzig"):
        office(game, city, "trader.0")
    give(game, "!office.waren.1.trader.0")
    assert lines(game, "eastwest") == []
    green(game, "belgard")
    # Lübeck, Wismar, Waren, Stettin, Anklam, Belgard, Danzig: by the printed marker
    assert lines(game, "eastwest") == [(0, 7, "eastwest", "")]


def test_points_of_a_printed_marker_come_before_the_end_of_the_game() -> None:
    game = east()
    for city in ("luebeck", "wismar", "stettin", "anklam", "danzig"):
        office(game, city, "trader.0")
    give(game, "!office.waren.1.trader.0", "!score.0.+13.other")
    sail(game, 0, "malmoe-visby")
    supply(game, 0, 1, 0)
    give(game, "claim", "none", "belgard")
    assert game.over and (0, 7, "eastwest", "") in lines(game)


def test_corrections_of_ships_and_green_cities_keep_every_piece() -> None:
    game = east()
    supply(game, 0, 0, 0)
    post(game, 0, "malmoe-danzig", 3, 1)
    with pytest.raises(IllegalAnswer):
        game.answer("!ships.malmoe-danzig.0.0")  # no house is free
    give(game, "!post.malmoe-danzig.0.trader.2", "!ships.malmoe-danzig.0.0", "!ships.malmoe-danzig.0.1")
    with pytest.raises(IllegalAnswer):
        game.answer("!post.malmoe-danzig.0.trader.4")
    give(game, "!office.waren.1.trader.0", "!office.belgard.1.trader.1", "!office.waren.2.trader.2")
    assert row(game, "waren") == ["trader.0", "trader.2"] and game.state()["ends"]["cities"][0] == 2
    give(game, "!office.waren.1.trader.1", "!office.waren.2.none", "!office.waren.1.none")
    assert row(game, "waren") == [] and row(game, "belgard") == ["trader.1"]
    assert game.state()["ends"]["cities"][0] == 1
    to_turn(game, 1)
