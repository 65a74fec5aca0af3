"""The Eastern board and Britannia as choices: for whom, what may be changed; and how the scorekeeper keeps them."""

from __future__ import annotations

import pytest

from engine.catalogue import new_game
from engine.errors import BadPlayers
from engine.game import Game
from tests.engine.hansa.table import TAVERNS, give, keys, kind, lines

OF_A_BOARD = {"region_tie", "green_city_exchange", "permission_gained"}


@pytest.mark.parametrize("way", ["referee", "scorekeeper"])
@pytest.mark.parametrize(("board", "name"), [("east", "The Eastern Hanseatic League"), ("britannia", "Britannia")])
def test_two_players_are_refused_on_the_other_boards(way: str, board: str, name: str) -> None:
    with pytest.raises(BadPlayers, match=f"{name} is for 3 to 5 players|as referee is for 3 to 5"):
        new_game("hansa", way, 2, {"board": board})


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        ("standard", set()),
        ("east", {"green_city_exchange"}),
        ("britannia", {"region_tie", "permission_gained"}),
    ],
)
def test_the_switches_of_a_board_may_be_changed_on_that_board_alone(board: str, expected: set[str]) -> None:
    game = new_game("hansa", "referee", 4, {"board": board})
    offered = {amendment.stem.removeprefix("!option.") for amendment in game.amendments()}
    assert offered & OF_A_BOARD == expected


# ---- the scorekeeper


def kept(board: str, players: int, **options: str) -> Game:
    game = new_game("hansa", "scorekeeper", players, {"board": board, "name_routes": "yes", **options})
    give(game, "seat.0")
    return game


def test_the_scorekeeper_ticks_the_printed_privilege_beside_an_office() -> None:
    game = kept("east", 3)
    give(game, "claim", "stralsund-malmoe", "none", "none")
    assert "printed.privilege" in keys(game) and str(game.words("printed.privilege")) == "Printed: Privilege"
    give(game, "full", "printed.privilege")
    assert "full" not in keys(game) and "printed.privilege" not in keys(game)
    assert str(game.why_not("printed.privilege")) == "that is entered already"
    assert game.state()["seats"][0]["desk"]["privilege"] == 1
    give(game, "done", "claim", "luebeck-wismar", "none", "none")
    assert "printed.privilege" not in keys(game)
    assert str(game.why_not("printed.privilege")) == "that marker is printed at another route"


def test_an_office_and_the_printed_office_may_complete_a_city_each() -> None:
    game = kept("east", 4)
    give(game, "claim", "malmoe-visby", "none", "none", "full", "full")
    assert game.state()["ends"]["cities"] == [2, 10] and "full" not in keys(game)
    give(game, "done", "claim", "luebeck-wismar", "none", "none", "full")
    assert "full" not in keys(game)


def test_waren_offers_the_scorekeeper_both_its_abilities() -> None:
    game = kept("east", 5)
    give(game, "claim", "wismar-waren", "none", "none")
    assert {"ability.actions", "ability.bank"} < set(keys(game))


def test_the_scorekeeper_s_coins_and_ends_are_those_of_britannia() -> None:
    game = kept("britannia", 4)
    assert game.state()["ends"]["cities"] == [0, 8]
    give(game, "claim", "salisbury-plymouth", "none", "none")
    assert [key for key in keys(game) if key.startswith("coin")] == ["coin.2"]
    give(game, "coin.2", "full", "done", "!cities.8", "next")
    assert kind(game) == "final.abilities"


def answer_final(game: Game, cities: dict[int, tuple[int, ...]]) -> None:
    """Every question of final scoring but those of countries' offices: ``cities`` of a seat are all it controls, then
    those in each country."""
    while game.decision is not None and not game.decision.kind.endswith(".offices"):
        seat, what = game.decision.seat, game.decision.kind
        counts = dict(zip(("final.cities", "final.wales", "final.scotland"), cities[seat], strict=False))
        give(game, "none" if what == "final.special" else str(counts.get(what, 0)))


def test_countries_are_scored_from_cities_and_offices_only_where_those_decide() -> None:
    game = kept("britannia", 4)
    give(game, "!count")
    # in Wales seats 0 and 1 have two cities each, seat 2 one, seat 3 none; in Scotland seat 3 alone has one
    answer_final(game, {0: (5, 2, 0), 1: (2, 2, 0), 2: (1, 1, 0), 3: (1, 0, 1)})
    asked = []
    offices = {("final.wales.offices", 0): "3", ("final.wales.offices", 1): "2", ("final.scotland.offices", 0): "2"}
    while game.decision is not None:
        asked.append((game.decision.kind, game.decision.seat))
        give(game, offices.get(asked[-1], keys(game)[0]))
    # seat 3's offices in Wales cannot matter: three places are taken; in Scotland it is first without a question
    assert asked == [
        ("final.wales.offices", 0),
        ("final.wales.offices", 1),
        ("final.scotland.offices", 0),
        ("final.scotland.offices", 1),
        ("final.scotland.offices", 2),
    ]
    assert lines(game, "country") == [
        (0, 7, "country", "wales"),
        (1, 4, "country", "wales"),
        (2, 2, "country", "wales"),
        (0, 4, "country", "scotland"),
        (3, 7, "country", "scotland"),
    ]


def test_ties_of_the_scorekeeper_s_countries_go_by_the_switch() -> None:
    for option, each in (("printed", 3), ("shared", 4)):
        game = kept("britannia", 3, region_tie=option)
        give(game, "!count")
        answer_final(game, dict.fromkeys(range(3), (1, 1)))
        while game.decision is not None:
            give(game, keys(game)[0])
        assert [amount for _, amount, _, _ in lines(game, "country")] == [each] * 3


@pytest.mark.parametrize("board", ["east", "britannia"])
def test_the_scorekeeper_goes_on_where_the_referee_was_on_the_same_board(board: str) -> None:
    game = new_game("hansa", "referee", 4, {"board": board})
    give(game, "seat.0", *TAVERNS, "pass", "!way.scorekeeper")
    assert game.state()["board"] == {"east": "east", "britannia": "britannia-45"}[board]
    give(game, "next", "claim")
    assert game.way.boards(game, None) and game.page().rows
