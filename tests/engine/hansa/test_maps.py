"""The boards hold what is printed on them: checksums counted from pictures of the boards, and some cities by hand."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.hansa.kinds import ABILITIES, BOX, KIND_WORDS
from engine.hansa.maps import BASE, Map, board_map, map_for, members

CHECKSUMS = {
    "standard-45": {
        "cities": 27,
        "offices": 62,
        "routes": 34,
        "posts": 107,
        "kinds": "Br2 Bs7 Or4 Os11 Pr1 Ps12 Wr9 Ws16",
        "coins": "coellen groningen halle luebeck",
        "ways": {2: 3, 3: 23, 4: 8},
    },
    "standard-23": {
        "cities": 27,
        "offices": 57,
        "routes": 32,
        "posts": 101,
        "kinds": "Br2 Bs5 Or2 Os13 Pr1 Ps10 Wr8 Ws16",
        "coins": "coellen groningen halle luebeck stade warburg",
        "ways": {2: 3, 3: 21, 4: 8},
    },
}


@pytest.mark.parametrize("name", BASE)
def test_the_board_adds_up_to_its_checksum(name: str) -> None:
    side, expected = board_map(name), CHECKSUMS[name]
    shapes = Counter(
        BOX.privileges[o.privilege][0].upper() + KIND_WORDS[o.kind].replace("trader", "s")[0] for o in side.offices
    )
    kinds = " ".join(f"{word.replace('m', 'r')}{count}" for word, count in sorted(shapes.items()))
    found = {
        "cities": len(side.cities),
        "offices": len(side.offices),
        "routes": len(side.routes),
        "posts": sum(side.posts),
        "kinds": " ".join(sorted(kinds.split())),
        "coins": " ".join(sorted(side.cities[c].key for c in _coin_cities(side))),
        "ways": dict(sorted(Counter(side.posts).items())),
    }
    assert found == expected


def _coin_cities(side: Map) -> list[int]:
    return [c for c, city in enumerate(side.cities) if any(office.points for office in city.offices)]


@pytest.mark.parametrize("name", BASE)
def test_coins_are_worth_one_and_lie_on_the_first_office(name: str) -> None:
    side = board_map(name)
    for city in _coin_cities(side):
        assert [office.points for office in side.cities[city].offices][:2] in ([1], [1, 0])


@pytest.mark.parametrize("name", BASE)
def test_special_cities_and_taverns_are_the_printed_ones(name: str) -> None:
    side = board_map(name)
    abilities = {city.key: [ABILITIES[each] for each in city.abilities] for city in side.cities if city.abilities}
    assert abilities == {
        "groningen": ["book"],
        "stade": ["privilege"],
        "luebeck": ["bank"],
        "goettingen": ["actions"],
        "halle": ["keys"],
    }
    assert [side.routes[route].key for route in side.taverns] == [
        "bremen-osnabrueck",
        "lueneburg-perleberg",
        "goslar-hildesheim",
    ]
    assert [side.cities[city].key for city in side.east_west] == ["stendal", "arnheim"]
    assert list(side.east_west_points) == [7, 4, 2]
    assert side.routes[side.special_route].key == "warburg-coellen"
    assert [(space.points, BOX.privileges[space.privilege]) for space in side.special_spaces] == [
        (7, "white"),
        (8, "orange"),
        (9, "pink"),
        (11, "black"),
    ]


def test_the_sides_differ_where_the_boards_do() -> None:
    few, many = board_map("standard-23"), board_map("standard-45")
    assert [city.name for city in few.cities] == [city.name for city in many.cities]
    differ = [one.key for one, other in zip(few.cities, many.cities, strict=True) if one.offices != other.offices]
    assert sorted(differ) == sorted(
        ["stade", "kampen", "bremen", "lueneburg", "dortmund", "goslar", "warburg", "goettingen"]
    )
    posts = {route.key: route.posts for route in few.routes}
    missing = {route.key for route in many.routes if posts.get(route.key) != route.posts}
    assert missing == {"emden-stade", "warburg-goettingen"}


def test_the_side_goes_by_the_number_of_players() -> None:
    assert [map_for(players).name for players in (2, 3, 4, 5)] == [
        "standard-23",
        "standard-23",
        "standard-45",
        "standard-45",
    ]


@pytest.mark.parametrize("name", BASE)
def test_keys_are_ascii_and_have_two_parts_that_name_cities(name: str) -> None:
    side = board_map(name)
    assert [city.name for city in side.cities if not city.name.isascii()] == [
        "Lübeck",
        "Osnabrück",
        "Lüneburg",
        "Münster",
        "Göttingen",
    ]
    for route in side.routes:
        assert route.key.isascii()
        assert tuple(side.city[part] for part in route.key.split("-")) == route.ends


@pytest.mark.parametrize("name", BASE)
def test_the_keys_of_any_set_of_routes_are_found_in_order(name: str) -> None:
    side = board_map(name)
    for chosen in (0, 1, side.every_route, 0b1010101, 1 << len(side.routes) - 1, 0x2_5A5A_5A5A & side.every_route):
        assert side.keys(chosen) == tuple(side.routes[route].key for route in members(chosen))


@pytest.mark.parametrize("name", BASE)
def test_rings_reach_every_other_route_and_none_twice(name: str) -> None:
    side = board_map(name)
    for route, rings in enumerate(side.rings):
        together = 1 << route
        for ring in rings:
            assert not together & ring
            together |= ring
        assert together == side.every_route


def test_the_first_ring_is_made_of_the_routes_that_share_a_city() -> None:
    side = board_map("standard-45")
    ring = side.keys(side.rings[side.route["duisburg-dortmund"]][0])
    assert ring == ("arnheim-duisburg", "dortmund-paderborn")
