"""Why an answer is not legal: the reason given is the true one, also where several rules could stand in the way."""

from __future__ import annotations

from engine.catalogue import new_game
from engine.game import Game
from engine.hansa.favour import TILES
from tests.engine.hansa.table import (
    TAVERNS,
    all_to_stock,
    desk,
    fill,
    give,
    keys,
    kind,
    office,
    own,
    post,
    ships,
    supply,
    table,
)


def why(game: Game, key: str) -> str:
    assert key not in keys(game), f"{key} is legal"
    return str(game.why_not(key))


def test_a_marker_of_no_use_inside_a_claim_is_not_said_to_have_been_taken_in_it() -> None:
    game = table()
    all_to_stock(game)
    own(game, 0, "exchange", "develop")
    fill(game, 0, "stade-hamburg")
    for ability, steps in (("keys", 4), ("actions", 5), ("privilege", 3), ("book", 3), ("bank", 3)):
        desk(game, 0, ability, steps)
    give(game, "claim")
    assert kind(game) == "route.reward"
    assert why(game, "marker.develop") == "the desk is fully developed"
    assert why(game, "marker.exchange") == "no city has two occupied neighbouring printed offices, one of them seat 1's"


def test_a_marker_taken_in_the_claim_going_on_is_said_to_be() -> None:
    game = table()
    all_to_stock(game)
    fill(game, 0, "lueneburg-perleberg")
    office(game, "minden", "trader.0", "trader.1")
    give(game, "claim")
    assert why(game, "marker.exchange") == "a marker cannot be used in the claim in which it was taken"


def test_no_marker_is_promised_after_a_claim_that_ends_the_game() -> None:
    game = table()
    all_to_stock(game)
    own(game, 0, "develop", "actions-3")
    supply(game, 1, 0, 0)
    fill(game, 0, "stade-hamburg")
    office(game, "stade", "merchant.1")
    give(game, "!score.1.+19.city", "claim", "none")
    assert kind(game) == "claim.close"
    assert why(game, "marker.actions-3") == "the game ends with this claim"


def test_free_posts_that_need_a_permission_are_not_said_to_be_none() -> None:
    game = new_game("hansa", "referee", 3, {"board": "britannia"})
    give(game, "seat.0", *TAVERNS)
    side = game.board.map
    for route in side.routes:
        if route.key not in ("montgomery-conway", "conway-chester"):
            game.put(game.board.room, side.route[route.key], 0)
    free = side.within[1] & (1 << side.route["montgomery-conway"] | 1 << side.route["conway-chester"])
    game.put(game.board.sets, 0, free)
    game.answer("!actions.2")
    assert why(game, "place") == "Wales needs a permission, the rightmost office: nobody in Cardiff, nobody in London"


def test_a_piece_that_may_go_anywhere_is_kept_off_by_full_posts_alone() -> None:
    game = new_game("hansa", "referee", 3, {"emperor": "yes"})
    give(game, "seat.0", *TAVERNS, "anywhere", *[tile for tile in TILES if tile != "anywhere"][:2])
    all_to_stock(game)
    give(game, "!tile.anywhere.1")
    post(game, 1, "duisburg-dortmund", 1)
    post(game, 2, "duisburg-dortmund", 1)
    supply(game, 0, 3, 0)
    give(game, "displace", "trader.1")
    while kind(game) != "displaced.route":
        give(game, keys(game)[0])
    assert why(game, "duisburg-dortmund") == "every post of Duisburg–Dortmund is taken"


def test_a_piece_chosen_besides_the_displaced_one_is_not_called_that() -> None:
    game = table()
    all_to_stock(game)
    post(game, 1, "stade-hamburg", 1)
    supply(game, 0, 3, 0)
    supply(game, 1, 0, 0)
    give(game, "displace", "merchant")
    assert kind(game) == "displaced.route"
    assert why(game, "none") == "the piece that was chosen is placed"


def test_a_merchant_on_a_ship_costs_three_whoever_takes_its_place() -> None:
    game = table(board="east")
    all_to_stock(game)
    supply(game, 1, 0, 0)
    post(game, 1, "malmoe-danzig", 1, 1)
    ships(game, 1, "malmoe-danzig", 1)
    post(game, 2, "malmoe-danzig", 1)
    supply(game, 0, 1, 1)
    give(game, "displace")
    assert kind(game) == "displace.piece"
    assert why(game, "merchant.1") == "a merchant takes 3 pieces of the supply"


def test_offices_of_a_green_city_are_not_called_vacant() -> None:
    game = table(board="east")
    for place, who in enumerate(("trader.0", "trader.1", "trader.2", "trader.0"), 1):
        give(game, f"!office.waren.{place}.{who}")
    own(game, 0, "exchange")
    give(game, "marker.exchange")
    assert kind(game) == "exchange.pair"
    assert why(game, "2-3") == "one of the two must be seat 1's"


def counted(question: str, **options: str) -> Game:
    """A scorekeeper's game in final scoring, at that question of seat 0; everything before it is 1, or none."""
    game = new_game("hansa", "scorekeeper", 3, options)
    give(game, "seat.0", "!special.8.1", "!count")
    while kind(game) != question:
        give(game, "1" if "1" in keys(game) else keys(game)[0])
    return game


def test_a_number_that_cannot_be_counted_is_too_few_too_many_or_none_of_those_there_are() -> None:
    assert why(counted("final.abilities"), "5") == "5 is too many: 4 at most"
    assert why(counted("final.keys"), "0") == "0 is too few: 1 at least"
    assert why(counted("final.special"), "8") == "8 is not a sum of spaces that are left"
    missions = counted("final.missions", missions="yes")
    assert why(missions, "5") == "5 is no answer to final.missions; there is 0, 1, 2, 3, 8"
    wales = counted("final.wales.offices", board="britannia")
    assert why(wales, "0") == "0 is too few: 1 at least"
