"""The boards hold what is printed on them: checksums counted from pictures of the boards, and some cities by hand."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.errors import BadPlayers
from engine.hansa.kinds import ABILITIES, BOX, KIND_WORDS
from engine.hansa.maps import BOARDS, SIDES, Map, board_map, map_for, members
from engine.hansa.pieces import route_title

BASE = BOARDS["standard"]
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
    "east": {
        "cities": 28,
        "offices": 55,
        "routes": 32,
        "posts": 98,
        "kinds": "Bs9 Or5 Os14 Pr2 Ps9 Wr3 Ws13",
        "coins": "havelberg magdeburg thorn",
        "ways": {2: 5, 3: 20, 4: 7},
    },
    "britannia-23": {
        "cities": 26,
        "offices": 60,
        "routes": 35,
        "posts": 111,
        "kinds": "Br2 Bs6 Or4 Os14 Pr4 Ps11 Wr2 Ws17",
        "coins": "bristol ipswich plymouth",
        "ways": {2: 3, 3: 23, 4: 9},
    },
    "britannia-45": {
        "cities": 30,
        "offices": 72,
        "routes": 40,
        "posts": 121,
        "kinds": "Br4 Bs8 Or4 Os16 Pr6 Ps13 Wr3 Ws18",
        "coins": "bristol ipswich plymouth",
        "ways": {2: 7, 3: 25, 4: 8},
    },
}
SHIPS = {"standard-45": 0, "standard-23": 0, "east": 6, "britannia-23": 7, "britannia-45": 9}


@pytest.mark.parametrize("name", SIDES)
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
    assert sum(side.ships) == SHIPS[name]
    assert all(len(route.order) == route.posts and set(route.order) <= {"h", "s"} for route in side.routes)


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


def test_the_side_goes_by_the_board_and_the_number_of_players() -> None:
    sides = {board: [_side(players, board) for players in (2, 3, 4, 5)] for board in BOARDS}
    refused = "is for 3 to 5 players, not 2"
    assert sides == {
        "standard": ["standard-23", "standard-23", "standard-45", "standard-45"],
        "east": [f"the board The Eastern Hanseatic League {refused}", "east", "east", "east"],
        "britannia": [
            f"the board Britannia {refused}",
            "britannia-23",
            "britannia-45",
            "britannia-45",
        ],
    }


def _side(players: int, board: str) -> str:
    try:
        return map_for(players, board).name
    except BadPlayers as refused:
        return str(refused)


@pytest.mark.parametrize("name", SIDES)
def test_keys_are_ascii_and_have_two_parts_that_name_cities(name: str) -> None:
    side = board_map(name)
    for city in side.cities:
        assert city.key.isascii() and city.key.isalpha() and city.key.islower()
    for route in side.routes:
        assert tuple(side.city[part] for part in route.key.split("-")) == route.ends


def test_a_key_names_the_same_city_on_every_board() -> None:
    names: dict[str, set[str]] = {}
    for side in map(board_map, SIDES):
        for city in side.cities:
            names.setdefault(city.key, set()).add(city.name)
    assert [key for key, found in names.items() if len(found) > 1] == []


def _printed(name: str) -> dict[str, tuple[str, str]]:
    side = board_map(name)
    return {route.key: (route.order, route.permanent) for route in side.routes if "s" in route.order or route.permanent}


def _keys(side: Map, cities: tuple[int, ...]) -> list[str]:
    return [side.cities[city].key for city in cities]


def test_east_has_ships_four_printed_markers_and_three_green_cities() -> None:
    side = board_map("east")
    assert _printed("east") == {
        "wismar-stralsund": ("hss", "move-any-2"),
        "stralsund-malmoe": ("hss", "develop-privilege"),
        "malmoe-visby": ("hsh", "office-in-green-city"),
        "malmoe-danzig": ("shhh", "place-2-from-route"),
    }
    assert _keys(side, side.green) == ["belgard", "waren", "dresden"]
    abilities = {city.key: [ABILITIES[each] for each in city.abilities] for city in side.cities if city.abilities}
    assert abilities == {
        "waren": ["actions", "bank"],
        "magdeburg": ["privilege"],
        "dresden": ["keys"],
        "breslau": ["book"],
    }
    assert _keys(side, side.east_west) == ["luebeck", "danzig"]
    assert side.routes[side.special_route].key == "danzig-koenigsberg" and side.cities_to_end == 10
    assert [side.routes[route].key for route in side.taverns] == [
        "stettin-kulm",
        "braunsberg-allenstein",
        "brandenburg-tangermuende",
    ]
    assert not set(_printed("east")) & set(side.keys(side.markable))
    assert side.markable.bit_count() == 28 and side.guarded == 0 and not side.regions


@pytest.mark.parametrize("name", BOARDS["britannia"])
def test_britannia_has_countries_permissions_and_markers_on_the_open_country_s_routes_alone(name: str) -> None:
    side = board_map(name)
    few = name == "britannia-23"
    printed = {"canterbury-calais": ("hsh", "move-any-2"), "calais-southampton": ("hss", "place-2-outside-england")}
    printed["conway-isleofman"] = ("ssh", "")
    printed["carlisle-isleofman"] = ("hss", "move-any-2" if few else "")
    if not few:
        printed["chester-carlisle"] = ("ssh", "")
    assert _printed(name) == printed
    by_country = [len(side.keys(routes)) for routes in side.within]
    assert dict(zip(side.countries, by_country, strict=True)) == (
        {"england": 28, "wales": 7} if few else {"england": 27, "wales": 7, "scotland": 6}
    )
    granted = {
        side.cities[each.city].key: [
            country for country, routes in zip(side.countries, side.within, strict=True) if each.routes & routes
        ]
        for each in side.permissions
    }
    assert granted == (
        {"cardiff": ["wales"], "london": ["wales"]}
        if few
        else {"cardiff": ["wales"], "carlisle": ["scotland"], "london": ["wales", "scotland"]}
    )
    marked = sum(1 << side.route[key] for key, (_, marker) in printed.items() if marker)
    assert side.markable == side.within[0] & ~marked
    assert _keys(side, side.east_west) == ["oxford", "york"] and side.cities_to_end == 8
    assert side.routes[side.special_route].key == "salisbury-plymouth"
    coins = {city.key: [office.points for office in city.offices] for city in side.cities}
    assert {key: points for key, points in coins.items() if any(points)} == {
        "ipswich": [2],
        "bristol": [2],
        "plymouth": [0, 2],
    }
    regions = {region.word: (region.points, _keys(side, region.cities)) for region in side.regions}
    wales = ["cardiff", "pembroke", "montgomery", "conway", "chester", "isleofman"]
    scotland = ["carlisle", "newcastle", "falkirk", "glasgow", "edinburgh", "dunbar", "isleofman"]
    assert regions.pop("wales") == ((7, 4, 2), wales)
    assert {word: (points, sorted(cities)) for word, (points, cities) in regions.items()} == (
        {} if few else {"scotland": ((7, 4, 2), sorted(scotland))}
    )
    abilities = {city.key: [ABILITIES[each] for each in city.abilities] for city in side.cities if city.abilities}
    assert abilities == {
        "london": ["privilege"],
        "norwich": ["book"],
        "york": ["keys"],
        "newcastle": ["bank"],
        "chester": ["actions"],
    }
    assert [side.routes[route].key for route in side.taverns] == [
        "salisbury-southampton",
        "coventry-nottingham",
        "richmond-lancaster",
    ]


def test_the_sides_of_britannia_differ_where_the_boards_do() -> None:
    few, many = board_map("britannia-23"), board_map("britannia-45")
    offices = {city.key: city.offices for city in many.cities}
    assert {city.key for city in few.cities if offices[city.key] != city.offices} == {
        "london",
        "carlisle",
        "cardiff",
        "isleofman",
    }
    assert offices.keys() - {city.key for city in few.cities} == {"falkirk", "glasgow", "edinburgh", "dunbar"}
    assert many.route.keys() - few.route.keys() == {
        "chester-carlisle",
        "carlisle-falkirk",
        "glasgow-falkirk",
        "glasgow-edinburgh",
        "dunbar-edinburgh",
        "dunbar-newcastle",
    }
    assert few.route.keys() - many.route.keys() == {"carlisle-newcastle"}
    assert few.countries[few.country[few.route["carlisle-isleofman"]]] == "england"
    assert many.countries[many.country[many.route["carlisle-isleofman"]]] == "scotland"


@pytest.mark.parametrize("name", SIDES)
def test_the_keys_of_any_set_of_routes_are_found_in_order(name: str) -> None:
    side = board_map(name)
    for chosen in (0, 1, side.every_route, 0b1010101, 1 << len(side.routes) - 1, 0x2_5A5A_5A5A & side.every_route):
        assert side.keys(chosen) == tuple(side.routes[route].key for route in members(chosen))


@pytest.mark.parametrize("name", SIDES)
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


def test_a_route_as_a_title_fits_beside_the_chip_of_a_seat() -> None:
    for side in map(board_map, SIDES):
        titles = [str(route_title(side, route)) for route in range(len(side.routes))]
        assert max(map(len, titles)) <= 20 and len(set(titles)) == len(titles)
    east = board_map("east")
    assert str(route_title(east, east.route["brandenburg-tangermuende"])) == "Brandenb.–Tangermü."
    assert str(route_title(east, east.route["luebeck-wismar"])) == "Lübeck–Wismar"
