"""Create a trade route: city points, office, ability, special prestige, control. Numbers are those of the rulings."""

from __future__ import annotations

from engine.game import Game
from engine.hansa import offices
from engine.hansa.board import COMPLETED
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
    own,
    pieces,
    post,
    supply,
    table,
    to_turn,
)


def full(route: str, merchants: int = 0, players: int = 3, **options: str) -> Game:
    """Seat 0 may claim that route."""
    game = table(players, **options)
    all_to_stock(game)
    supply(game, 0, 0, 1 - merchants)
    fill(game, 0, route, merchants)
    return game


def controls(game: Game, city: str) -> int:
    return offices.controller(game, game.board.map.city[city])


def test_the_controllers_of_both_cities_score_whoever_claims_ruling_26() -> None:
    game = full("hamburg-luebeck")
    office(game, "hamburg", "trader.1")
    office(game, "luebeck", "trader.2")
    give(game, "claim")
    assert lines(game) == [(1, 1, "city", "hamburg"), (2, 1, "city", "luebeck")]


def test_one_seat_may_get_both_points_and_an_empty_city_gives_none() -> None:
    game = full("hamburg-luebeck")
    office(game, "hamburg", "trader.1")
    office(game, "luebeck", "trader.1")
    give(game, "claim")
    assert lines(game) == [(1, 1, "city", "hamburg"), (1, 1, "city", "luebeck")]
    game = full("goslar-magdeburg")
    give(game, "claim")
    assert lines(game) == []


def test_city_points_come_before_the_new_office() -> None:
    game = full("goslar-magdeburg")
    give(game, "claim", "office.goslar")
    assert lines(game) == []
    assert controls(game, "goslar") == 0


def test_a_tie_goes_to_the_office_furthest_right_ruling_28() -> None:
    game = full("hamburg-luebeck")
    office(game, "hamburg", "trader.1", "trader.2")
    assert controls(game, "hamburg") == 2
    office(game, "hamburg", "trader.1", "trader.2", "trader.0")
    assert controls(game, "hamburg") == 0
    give(game, "claim")
    assert lines(game) == [(0, 1, "city", "hamburg")]


def test_a_majority_beats_the_rightmost_office_ruling_29() -> None:
    game = full("hamburg-luebeck")
    office(game, "hamburg", "trader.1", "trader.1", "trader.2")
    assert controls(game, "hamburg") == 1


def test_nobody_must_build_ruling_31() -> None:
    game = full("goslar-magdeburg")
    before = pieces(game, "stock", 0)[0]
    give(game, "claim", "none")
    assert pieces(game, "stock", 0)[0] == before + 2
    assert controls(game, "goslar") == controls(game, "magdeburg") == -1


def test_a_claim_is_legal_with_both_cities_full_ruling_32() -> None:
    game = full("duisburg-dortmund")
    office(game, "duisburg", "trader.1")
    office(game, "dortmund", "merchant.1") if pieces(game, "stock", 1)[1] else None
    supply(game, 1, 0, 0)
    office(game, "dortmund", "merchant.1", "trader.1")
    give(game, "claim")
    # there is no choice, so that nothing is asked
    assert kind(game) == "turn.action"
    assert lines(game) == [(1, 1, "city", "duisburg"), (1, 1, "city", "dortmund")]


def test_an_office_or_an_ability_not_both_ruling_34() -> None:
    game = full("hamburg-luebeck")
    actions(game, 5)
    give(game, "claim")
    assert keys(game) == ("office.hamburg", "office.luebeck", "ability.bank", "none")
    give(game, "office.luebeck")
    assert kind(game) == "turn.action"
    assert game.board.desk[:5] == [0] * 5


def test_one_merchant_is_enough_for_a_round_office_ruling_35() -> None:
    game = full("groningen-emden")
    give(game, "claim")
    assert "office.emden" not in keys(game)
    assert str(game.why_not("office.emden")) == "the next office of Emden takes a merchant: none is on the route"
    game = full("groningen-emden", merchants=1)
    before = pieces(game, "stock", 0)
    give(game, "claim", "office.emden")
    assert controls(game, "emden") == 0
    assert pieces(game, "stock", 0) == (before[0] + 2, before[1])


def test_no_vacant_office_is_skipped_ruling_37() -> None:
    # Warburg: orange, then pink; a seat with white only may not, nor one with merchants only
    game = full("paderborn-warburg")
    give(game, "claim")
    assert "office.warburg" not in keys(game)
    assert str(game.why_not("office.warburg")) == "the next office of Warburg needs the privilege orange"
    game = full("paderborn-warburg")
    desk(game, 0, "privilege", 1)
    give(game, "claim", "office.warburg")
    assert lines(game) == [(0, 1, "coin", "warburg")]


def test_the_route_s_pieces_go_to_the_stock_the_desk_s_to_the_supply_ruling_38() -> None:
    game = full("hamburg-luebeck")
    stock, hand = pieces(game, "stock", 0), pieces(game, "supply", 0)
    give(game, "claim", "ability.bank")
    assert pieces(game, "stock", 0) == (stock[0] + 3, stock[1])
    assert pieces(game, "supply", 0) == (hand[0] + 1, hand[1])


def test_the_book_gives_a_merchant_to_the_supply() -> None:
    game = full("groningen-emden")
    before = pieces(game, "supply", 0)
    give(game, "claim", "ability.book")
    assert pieces(game, "supply", 0) == (before[0], before[1] + 1)


def test_a_coin_pays_who_establishes_and_only_then() -> None:
    game = full("hamburg-luebeck")
    give(game, "claim", "office.luebeck")
    assert lines(game) == [(0, 1, "coin", "luebeck")]


def test_no_coin_is_paid_for_an_exchange_ruling_40() -> None:
    game = table()
    all_to_stock(game)
    office(game, "luebeck", "trader.1", "trader.0")
    own(game, 0, "exchange")
    give(game, "marker.exchange")
    assert controls(game, "luebeck") == 1
    assert lines(game) == []


def test_any_route_of_the_city_develops_its_ability_ruling_41() -> None:
    for route, players in (("goettingen-quedlinburg", 3), ("warburg-goettingen", 4), ("emden-stade", 4)):
        game = full(route, players=players)
        give(game, "claim")
        assert any(key in keys(game) for key in ("ability.actions", "ability.privilege"))


def test_developing_actions_gives_one_at_once_where_the_number_goes_up() -> None:
    after = []
    for step in range(5):
        game = full("goettingen-quedlinburg")
        desk(game, 0, "actions", step)
        actions(game, 1)
        own(game, 0, "actions-3")
        give(game, "claim", "ability.actions")
        after.append(game.board.clock[1])
    assert after == [1, 0, 1, 0, 1]  # 2→3, 3→3, 3→4, 4→4, 4→5


def test_an_action_gained_counts_in_a_turn_stretched_by_markers() -> None:
    game = full("goettingen-quedlinburg")
    own(game, 0, "actions-4")
    give(game, "marker.actions-4", "claim", "ability.actions")
    assert str(game.way.beside(game)) == "6 of 7 left"


def test_an_empty_track_is_no_choice_ruling_43() -> None:
    game = full("hamburg-luebeck")
    desk(game, 0, "bank", 3)
    give(game, "claim")
    assert "ability.bank" not in keys(game)
    assert str(game.why_not("ability.bank")) == "Bank is fully developed"
    game = table()
    own(game, 0, "develop")
    desk(game, 0, "bank", 3)
    give(game, "marker.develop")
    assert keys(game) == ("keys", "actions", "privilege", "book")


def test_any_free_space_of_coellen_whose_colour_is_uncovered_ruling_44() -> None:
    game = full("warburg-coellen", merchants=1)
    desk(game, 0, "privilege", 2)
    give(game, "claim")
    assert [key for key in keys(game) if key.startswith("prestige")] == ["prestige.7", "prestige.8", "prestige.9"]
    assert str(game.why_not("prestige.11")) == "that space needs the privilege black"
    before = pieces(game, "stock", 0)
    give(game, "prestige.9")
    assert lines(game) == []  # nothing is scored now
    assert pieces(game, "stock", 0) == (before[0] + 3, before[1])
    assert game.board.special == [0, 0, 1, 0]


def test_coellen_s_prestige_needs_a_merchant_and_its_one_route() -> None:
    game = full("warburg-coellen")
    give(game, "claim")
    assert str(game.why_not("prestige.7")) == "special prestige takes a merchant: none is on the route"
    game = full("goslar-magdeburg")
    give(game, "claim")
    assert str(game.why_not("prestige.7")) == "special prestige is reached by Warburg–Coellen only"


def test_the_last_printed_office_completes_a_city() -> None:
    game = full("arnheim-duisburg")
    give(game, "claim", "office.duisburg")
    assert game.board.clock[COMPLETED] == 1
    assert any(item.kind == "city" for item in game.news)


def test_a_full_route_is_claimed_by_its_owner_only() -> None:
    game = full("hamburg-luebeck")
    post(game, 1, "hamburg-bremen", 3)
    give(game, "pass")
    assert "claim" not in keys(game)
    assert str(game.why_not("claim")) == "no route has all its posts full of seat 2's pieces"
    to_turn(game, 0)
    assert "claim" in keys(game)
    fill(game, 0, "goslar-magdeburg")
    give(game, "claim")
    assert keys(game) == ("hamburg-luebeck", "goslar-magdeburg")
    assert str(game.why_not("hamburg-bremen")) == "seat 1 has 0 of the 4 posts of Hamburg–Bremen"


def test_the_pieces_that_leave_make_the_route_free_again() -> None:
    game = full("goslar-magdeburg")
    give(game, "claim", "none", "!supply.0.2.1", "place")
    assert "goslar-magdeburg" in keys(game)


def test_control_is_kept_by_the_newest_state_of_the_city() -> None:
    game = table()
    office(game, "minden", "trader.0", "trader.1", "trader.1")
    assert controls(game, "minden") == 1
    give(game, "!office.minden.3.none", "!office.minden.2.none")
    assert controls(game, "minden") == 0
    give(game, "!office.minden.1.none")
    assert controls(game, "minden") == -1
