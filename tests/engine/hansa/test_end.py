"""East and west, the three ends of the game, final scoring, ties. Numbers are those of the rulings."""

from __future__ import annotations

import pytest

from engine.game import Game
from engine.hansa import network, scoring
from engine.hansa.board import COMPLETED, SUPPLY
from engine.hansa.kinds import BOX
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
    supply,
    table,
)

CHAIN = ("arnheim", "muenster", "minden", "brunswiek")


def nearly_connected(game: Game, seat: int) -> None:
    """Offices in every city of the shortest chain but Stendal."""
    supply(game, seat, 0, 0)
    for city in CHAIN:
        first = game.board.filled[game.board.map.city[city]]
        piece = f"merchant.{seat}" if city == "muenster" and first == 0 else f"trader.{seat}"
        give(game, f"!office.{city}.{first + 1}.{piece}")


def test_east_and_west_need_every_city_between_and_both_red_ones_ruling_74() -> None:
    game = table()
    all_to_stock(game)
    nearly_connected(game, 0)
    fill(game, 0, "stendal-brunswiek")
    give(game, "!office.muenster.1.none", "claim", "office.stendal")
    assert lines(game, "eastwest") == []
    game = table()
    all_to_stock(game)
    nearly_connected(game, 0)
    fill(game, 0, "stendal-brunswiek")
    give(game, "claim", "office.stendal")
    assert lines(game, "eastwest") == [(0, 7, "eastwest", "")]


def test_the_first_three_connections_score_7_4_2_and_each_seat_once_ruling_76() -> None:
    game = table(5)
    all_to_stock(game)
    expected = []
    for seat, points in ((0, 7), (1, 4), (2, 2), (3, 0)):
        # every other office of these cities is emptied first, so that there is room
        for city in (*CHAIN, "stendal"):
            index = game.board.map.city[city]
            for place in range(game.board.filled[index], 0, -1):
                give(game, f"!office.{city}.{place}.none")
        nearly_connected(game, seat)
        fill(game, seat, "stendal-brunswiek")
        give(game, f"!turn.{seat}", "claim", "office.stendal")
        if points:
            expected.append((seat, points, "eastwest", ""))
        assert lines(game, "eastwest") == expected
    assert game.board.link == [1, 2, 3, 4, 0]
    give(game, "!turn.0")
    fill(game, 0, "perleberg-stendal")
    office(game, "perleberg")
    give(game, "claim", "office.perleberg")
    assert lines(game, "eastwest") == expected


def test_a_longer_chain_connects_too() -> None:
    game = table()
    all_to_stock(game)
    supply(game, 0, 0, 0)
    for city in ("arnheim", "duisburg", "dortmund", "paderborn", "hildesheim", "goslar", "magdeburg"):
        kind_here = "merchant" if city in ("dortmund",) else "trader"
        if city == "magdeburg":
            continue
        office(game, city, f"{kind_here}.0")
    desk(game, 0, "book", 1)
    fill(game, 0, "goslar-magdeburg", merchants=1)
    office(game, "stendal", "trader.0")
    give(game, "claim", "office.magdeburg")
    assert lines(game, "eastwest") == [(0, 7, "eastwest", "")]


def test_the_claim_is_finished_before_the_game_ends_ruling_68() -> None:
    game = table()
    all_to_stock(game)
    fill(game, 0, "hamburg-luebeck")
    office(game, "hamburg", "trader.1")
    office(game, "luebeck", "trader.1")
    give(game, "!score.1.+18.other", "claim")
    assert game.totals()[1] == 20
    assert kind(game) == "route.reward"  # the claimant still builds
    give(game, "office.luebeck") if "office.luebeck" in keys(game) else give(game, "ability.bank")
    assert game.over


def test_any_seat_s_twenty_ends_the_game_and_unused_actions_are_lost_ruling_73() -> None:
    game = table()
    all_to_stock(game)
    fill(game, 0, "hamburg-luebeck")
    office(game, "hamburg", "trader.2")
    actions(game, 9)
    give(game, "!score.2.+19.other", "claim", "none")
    assert game.over
    assert [item.kind for item in game.news if item.kind in ("final", "over")] == ["final"] * 3 + ["over"]


def test_markers_owned_before_may_be_used_inside_the_claim_that_ends_the_game_ruling_73() -> None:
    game = table()
    all_to_stock(game)
    fill(game, 0, "lueneburg-perleberg")
    office(game, "minden", "trader.1", "trader.0")
    own(game, 0, "develop", "actions-3")
    give(game, "!score.2.+20.other", "claim", "none")
    # the Exchange taken in this claim may not be used, nor would actions help
    assert kind(game) == "claim.close" and keys(game) == ("marker.develop", "done")
    assert str(game.why_not("marker.exchange")) == "a marker cannot be used in the claim in which it was taken"
    assert str(game.why_not("marker.actions-3")) == "the game ends with this claim"
    give(game, "marker.develop", "bank")
    assert game.over
    game = table()
    all_to_stock(game)
    fill(game, 0, "goslar-magdeburg")
    office(game, "minden", "trader.1", "trader.0")
    own(game, 0, "exchange")
    give(game, "!score.2.+20.other", "claim", "none", "marker.exchange")
    assert game.over
    assert game.state()["cities"]["minden"]["control"] == 1


def without_supply() -> Game:
    game = table()
    all_to_stock(game)
    fill(game, 0, "goslar-hildesheim")
    fill(game, 0, "bremen-osnabrueck")
    for place in range(11):
        own(game, 1 + place % 2, next(word for word, count in _unseen(game) if count))
    return game


def _unseen(game: Game) -> list[tuple[str, int]]:
    return [(each.word, game.board.unseen[kind]) for kind, each in enumerate(BOX.markers)]


def test_drawing_the_last_marker_does_not_end_the_game_the_next_draw_does_ruling_70() -> None:
    game = without_supply()
    assert game.board.clock[SUPPLY] == 1
    give(game, "claim", "goslar-hildesheim", "none")
    assert not game.over and game.board.clock[SUPPLY] == 0
    give(game, "claim", "none")
    assert game.over


def test_the_marker_whose_draw_failed_counts_and_cannot_be_used_ruling_71() -> None:
    game = without_supply()
    office(game, "osnabrueck", "trader.1")
    desk(game, 0, "privilege", 1)
    give(game, "claim", "goslar-hildesheim", "none", "claim")
    assert not [key for key in keys(game) if key.startswith("extra")]
    give(game, "none")
    assert game.over
    assert (0, 3, "markers", "count.2") in lines(game)


def test_the_tenth_completed_city_ends_the_game() -> None:
    game = table(4)
    all_to_stock(game)
    assert game.board.map.cities_to_end == 10
    supply(game, 1, 0, 0)
    supply(game, 2, 0, 0)
    desk(game, 1, "book", 3)
    desk(game, 2, "book", 3)
    full = {
        "groningen": ("trader.1", "merchant.1"),
        "emden": ("merchant.1", "trader.1"),
        "stade": ("merchant.1",),
        "luebeck": ("trader.1", "trader.1"),
        "kampen": ("merchant.1", "trader.1"),
        "bremen": ("merchant.2", "trader.2"),
        "hannover": ("trader.2", "trader.2"),
        "lueneburg": ("merchant.2", "trader.2"),
        "brunswiek": ("trader.2",),
    }
    for city, row in full.items():
        office(game, city, *row)
    assert game.board.clock[COMPLETED] == 9
    fill(game, 0, "arnheim-duisburg")
    give(game, "claim", "office.duisburg")
    assert game.over and game.board.clock[COMPLETED] == 10


def test_the_network_is_the_whole_component_and_one_only_ruling_77() -> None:
    game = table()
    all_to_stock(game)
    # a hub with spokes: Minden, Hannover, Paderborn; and Stendal, Perleberg apart from it
    office(game, "minden", "trader.0", "trader.0")
    office(game, "hannover", "trader.0")
    office(game, "paderborn", "trader.0")
    office(game, "stendal", "trader.0")
    office(game, "perleberg", "trader.0")
    assert network.largest(game, 0) == 4  # offices, not cities


def test_printed_routes_join_whoever_stands_there_ruling_79() -> None:
    game = table()
    all_to_stock(game)
    office(game, "hamburg", "trader.0")
    office(game, "luebeck", "trader.0")
    fill(game, 1, "hamburg-luebeck")
    assert network.largest(game, 0) == 2


def test_full_abilities_score_four_but_keys_never_ruling_80() -> None:
    points = {}
    for ability, steps in (("keys", 4), ("actions", 5), ("privilege", 3), ("book", 3), ("bank", 3)):
        game = table()
        desk(game, 0, ability, steps)
        give(game, "!count")
        points[ability] = [line[1] for line in lines(game, "abilities")]
    assert points == {"keys": [], "actions": [4], "privilege": [4], "book": [4], "bank": [4]}


@pytest.mark.parametrize(
    ("count", "points"),
    [(0, 0), (1, 1), (2, 3), (3, 3), (4, 6), (5, 6), (6, 10), (7, 10), (8, 15), (9, 15), (10, 21), (13, 21)],
)
def test_collected_markers_score_by_their_number(count: int, points: int) -> None:
    assert scoring.marker_points(count) == points


def test_every_category_of_final_scoring() -> None:
    game = table()
    all_to_stock(game)
    supply(game, 0, 0, 0)
    fill(game, 0, "warburg-coellen", merchants=1)
    give(game, "claim", "prestige.7")
    office(game, "hamburg", "trader.0", "trader.0")
    office(game, "luebeck", "trader.0")
    office(game, "minden", "trader.1")
    desk(game, 0, "keys", 3)
    desk(game, 0, "bank", 3)
    own(game, 0, "actions-3", "actions-4", "develop")
    give(game, "marker.actions-3")
    standings = game.standings()
    today = game.way.summary(game, 0)
    give(game, "!count")
    assert lines(game) == [
        (0, 4, "abilities", "bank"),
        (0, 3, "markers", "count.3"),
        (0, 7, "special", "space.7"),
        (0, 2, "cities", "hamburg"),
        (0, 2, "cities", "luebeck"),
        (0, 9, "network", "3x3"),
        (1, 2, "cities", "minden"),
        (1, 1, "network", "1x1"),
    ]
    assert standings.today == (27, 3, 0)
    rows = game.way.summary(game, 0)
    assert rows == today
    assert [(str(row.label), row.number) for row in rows] == [
        ("track", 0),
        ("desk 1×4", 4),
        ("3 markers", 3),
        ("special", 7),
        ("cities 2×2", 4),
        ("net 3×3", 9),
    ]


def test_markers_on_the_plate_do_not_count() -> None:
    game = table()
    all_to_stock(game)
    fill(game, 0, "goslar-hildesheim")
    give(game, "claim", "none", "!count")
    assert lines(game, "markers") == [(0, 1, "markers", "count.1")]


def test_a_tie_goes_to_fewer_steps_on_actions_then_to_the_network_then_is_shared_ruling_82() -> None:
    assert scoring.ranked([30, 30, 20], [2, 1, 0], [9, 9, 0], [0, 0, 0]) == ([1, 0, 2], [2, 1, 3])
    assert scoring.ranked([30, 30, 20], [1, 1, 0], [8, 9, 0], [0, 0, 0]) == ([1, 0, 2], [2, 1, 3])
    assert scoring.ranked([30, 30, 20], [1, 1, 0], [9, 9, 0], [0, 0, 0]) == ([0, 1, 2], [1, 1, 3])
    # the second 3 and the second 4 of Actions are steps too
    game = table()
    desk(game, 0, "actions", 2)
    desk(game, 1, "actions", 1)
    desk(game, 2, "actions", 1)
    give(game, "!count")
    assert game.standings().order == (1, 2, 0) and game.standings().places == (3, 1, 1)


def test_final_points_trigger_nothing_and_the_ended_game_asks_nothing() -> None:
    game = table()
    give(game, "!score.0.+19.other")
    assert not game.over
    give(game, "!count")
    assert game.over and game.state()["ended_early"]
    assert str(game.words()) == "seat 1 wins"


def test_a_correction_that_brings_an_end_ends_the_game_with_the_turn() -> None:
    game = table()
    give(game, "!score.0.+20.other")
    assert kind(game) == "turn.action"
    give(game, "pass")
    assert game.over
    game = table()
    give(game, "!score.0.+20.other", "!score.0.-1.other", "pass")
    assert not game.over


def test_a_replacement_is_shown_at_once_in_the_claim_that_ends_the_game_too() -> None:
    game = table(drawn_marker="shown")
    all_to_stock(game)
    office(game, "osnabrueck", "trader.0")
    fill(game, 0, "bremen-osnabrueck")
    give(game, "!score.0.+19.other", "claim")
    assert kind(game) == "marker.reveal" and game.totals()[0] == 20
    give(game, "develop")  # nothing can be built
    assert game.over
