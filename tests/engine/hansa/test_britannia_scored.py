"""Britannia: coins of two, Plymouth, Oxford and York, eight cities, and Wales and Scotland at the end. The numbers are
those of the rulings.
"""

from __future__ import annotations

from engine.game import Game
from engine.hansa import regions
from tests.engine.hansa.table import (
    actions,
    britannia,
    desk,
    fill,
    give,
    lines,
    office,
    supply,
)

# ---- coins, Plymouth, Oxford–York, the end


def test_coins_are_worth_two_and_plymouth_s_lies_on_the_second_office() -> None:
    game = britannia()
    actions(game, 9)
    desk(game, 0, "privilege", 1)
    for route, city in (("cambridge-ipswich", "ipswich"), ("salisbury-bristol", "bristol")):
        fill(game, 0, route)
        give(game, "claim", f"office.{city}")
    office(game, "plymouth", "trader.1")
    supply(game, 0, 0, 0)
    fill(game, 0, "salisbury-plymouth", 1)
    give(game, "claim", "office.plymouth")
    assert lines(game, "coin") == [
        (0, 2, "coin", "ipswich"),
        (0, 2, "coin", "bristol"),
        (0, 2, "coin", "plymouth"),
    ]


def test_plymouth_has_the_special_prestige_of_this_board() -> None:
    game = britannia()
    supply(game, 0, 0, 0)
    fill(game, 0, "salisbury-plymouth", 1)
    give(game, "claim", "prestige.7")
    assert game.state()["special"]["7"] == 0


def test_oxford_and_york_are_connected_through_wales_too() -> None:
    game = britannia()
    for city in ("york", "nottingham", "coventry", "cardiff"):
        office(game, city, "trader.0")
    fill(game, 0, "oxford-cardiff")
    give(game, "claim")
    assert lines(game, "eastwest") == []
    supply(game, 0, 0, 0)
    fill(game, 0, "london-oxford", 1)
    give(game, "claim", "office.oxford")
    assert lines(game, "eastwest") == [(0, 7, "eastwest", "")]


def test_the_eighth_completed_city_ends_the_game() -> None:
    game = britannia()
    desk(game, 0, "privilege", 3)
    for city in ("ipswich", "durham", "richmond", "lancaster", "bristol", "glasgow", "dunbar"):
        office(game, city, "trader.1")
    assert game.state()["ends"]["cities"] == [7, 8] and not game.over
    office(game, "salisbury", "trader.1")
    fill(game, 0, "salisbury-southampton")
    give(game, "claim", "office.salisbury")
    assert game.over and game.state()["ends"]["cities"] == [8, 8]


# ---- Wales and Scotland


def country(game: Game) -> list[tuple[int, int, str, str]]:
    give(game, "!count")
    return lines(game, "country")


def test_two_tied_for_first_share_the_first_two_awards_and_the_next_gets_two_ruling_94() -> None:
    game = britannia()
    office(game, "pembroke", "trader.0")
    office(game, "conway", "trader.1")
    # seat 2's is the office furthest right, so that seat 3 controls no city
    office(game, "montgomery", "trader.3", "trader.2")
    office(game, "chester", "trader.0")
    office(game, "cardiff", "trader.1")
    assert country(game) == [(0, 5, "country", "wales"), (1, 5, "country", "wales"), (2, 2, "country", "wales")]


def test_offices_decide_between_seats_with_as_many_cities() -> None:
    game = britannia()
    office(game, "pembroke", "trader.0")
    office(game, "conway", "trader.1")
    office(game, "cardiff", "trader.0", "trader.1", "trader.2", "trader.2")
    # one city each; seat 2 has two offices in Wales, as have seats 0 and 1
    assert country(game) == [(seat, 3, "country", "wales") for seat in range(3)]
    game = britannia()
    office(game, "pembroke", "trader.0")
    office(game, "conway", "trader.1")
    office(game, "cardiff", "trader.0", "trader.2", "trader.2")
    assert country(game) == [(0, 5, "country", "wales"), (1, 2, "country", "wales"), (2, 5, "country", "wales")]


def test_the_points_of_tied_places_as_printed_and_shared() -> None:
    """Places by cities and offices; what each of four seats gets."""
    awards = (7, 4, 2)
    for cities, offices, printed, shared in (
        ((1, 1, 1, 0), (2, 2, 1, 0), [5, 5, 2, 0], [5, 5, 2, 0]),
        ((1, 1, 1, 0), (2, 2, 2, 1), [3, 3, 3, 0], [4, 4, 4, 0]),
        ((2, 1, 1, 0), (2, 1, 1, 9), [7, 3, 3, 0], [7, 3, 3, 0]),
        ((2, 1, 0, 0), (2, 1, 3, 3), [7, 4, 1, 1], [7, 4, 1, 1]),
        ((1, 1, 1, 1), (1, 1, 1, 1), [2, 2, 2, 2], [3, 3, 3, 3]),
        ((2, 1, 1, 1), (2, 1, 1, 1), [7, 2, 2, 2], [7, 2, 2, 2]),
        ((0, 0, 0, 0), (1, 0, 0, 0), [7, 0, 0, 0], [7, 0, 0, 0]),
        ((0, 0, 0, 0), (0, 0, 0, 0), [0, 0, 0, 0], [0, 0, 0, 0]),
        ((3, 2, 1, 0), (3, 2, 1, 5), [7, 4, 2, 0], [7, 4, 2, 0]),
    ):
        assert regions.points(cities, offices, awards, "printed") == printed, (cities, offices)
        assert regions.points(cities, offices, awards, "shared") == shared, (cities, offices)


def test_ties_in_a_country_go_by_their_switch() -> None:
    for option, each in (("printed", 3), ("shared", 4)):
        game = britannia(region_tie=option)
        for city, seat in (("pembroke", 0), ("conway", 1), ("montgomery", 2)):
            office(game, city, f"trader.{seat}")
        assert country(game) == [(seat, each, "country", "wales") for seat in range(3)]


def test_the_isle_of_man_counts_for_both_countries_on_the_side_for_four_and_five() -> None:
    game = britannia()
    supply(game, 0, 0, 0)
    office(game, "isleofman", "merchant.0")
    assert country(game) == [(0, 7, "country", "wales"), (0, 7, "country", "scotland")]
    game = britannia(3)
    office(game, "isleofman", "trader.0")
    office(game, "carlisle", "trader.1")
    assert country(game) == [(0, 7, "country", "wales")], "no Scotland with three"


def test_offices_without_a_city_rank_behind_every_city_and_no_office_gets_nothing() -> None:
    game = britannia()
    office(game, "conway", "trader.1")
    # four offices of seat 0 in Wales, none of them a city controlled
    office(game, "pembroke", "trader.0", "trader.2")
    office(game, "cardiff", "trader.0", "trader.0", "trader.2", "trader.2")
    found = country(game)
    assert found == [(0, 2, "country", "wales"), (1, 4, "country", "wales"), (2, 7, "country", "wales")]


def test_the_pages_show_who_holds_each_permission_and_how_the_countries_stand() -> None:
    game = britannia()
    office(game, "london", "trader.1", "trader.0")
    office(game, "cardiff", "trader.1")
    leaves = {str(leaf.label): leaf for leaf in game.way.boards(game, None)}
    names = ("Ana", "Bo", "Cy", "Dee")

    def said(label: str) -> list[tuple[str, str]]:
        return [(row.label.render(names), row.note.render(names) if row.note else "") for row in leaves[label].rows]

    assert said("Permissions") == [
        ("Cardiff: Bo", "Wales"),
        ("Carlisle: nobody", "Scotland"),
        ("London: Ana", "Wales, Scotland"),
    ]
    assert said("Wales")[:2] == [("Ana: 0", "cities 0, offices 0"), ("Bo: 7", "cities 1, offices 1")]
    supply(game, 0, 3, 0)
    give(game, "place", "conway-chester")
    leaves = {str(leaf.label): leaf for leaf in game.way.boards(game, None)}
    assert said("Permissions")[2] == ("London: Ana", "used in this turn")
