"""The set-up by code, what may carry a tag, and what a tag answers."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.catalogue import new_game, options
from engine.hansa import TITLE
from engine.hansa.kinds import BOX, MARKERS
from engine.hansa.setup import layout
from engine.randomiser import code_from
from tests.engine.hansa.table import all_to_stock, desk, fill, give, keys, office, own, post, table


def laid(code: str, players: int, **given: str) -> dict[str, str]:
    return layout(code, players, options(TITLE, players, given)).answers


def test_a_code_always_gives_the_same_set_up() -> None:
    assert laid("K7F3-Q2", 4) == {
        "start.player": "seat.1",
        "start.bremen-osnabrueck": "extra-office",
        "start.lueneburg-perleberg": "move-3",
        "start.goslar-hildesheim": "exchange",
    }
    assert laid("k7f3q2", 4) == laid("K7F3-Q2", 4)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_set_up_lays_each_start_marker_once_on_a_tavern_route(players: int) -> None:
    for number in range(40):
        answers = laid(code_from(number * 7919), players)
        assert sorted(word for kind, word in answers.items() if kind != "start.player") == [
            "exchange",
            "extra-office",
            "move-3",
        ]


def test_every_order_of_start_markers_and_every_start_player_comes_up() -> None:
    found = [laid(code_from(number * 7919), 5) for number in range(300)]
    orders = Counter(tuple(answers.values())[1:] for answers in found)
    assert len(orders) == 6 and min(orders.values()) > 20
    starts = Counter(answers["start.player"] for answers in found)
    assert len(starts) == 5 and min(starts.values()) > 30


def test_the_set_up_answers_the_first_questions_of_a_game() -> None:
    for players in (3, 4, 5):
        answers = laid("K7F3-Q2", players)
        game = new_game("hansa", "referee", players)
        while game.decision is not None and game.decision.kind in answers:
            game.answer(answers[game.decision.kind])
        game.check()
        assert game.decision is not None and game.decision.kind == "turn.action"
        assert game.decision.seat == int(answers["start.player"][-1])


def test_the_walk_through_says_board_markers_and_pieces() -> None:
    found = layout("K7F3-Q2", 4, options(TITLE, 4))
    assert [area.name for area in found.areas] == ["board", "start", "markers", "pieces"]
    assert [str(item.thing) for item in found.areas[3].items] == [
        "5 traders, 1 merchant",
        "6 traders, 1 merchant",
        "7 traders, 1 merchant",
        "8 traders, 1 merchant",
    ]
    assert [item.seat for item in found.areas[3].items] == [1, 2, 3, 0]
    chosen = layout("K7F3-Q2", 4, options(TITLE, 4, {"start_player": "chosen"}))
    assert "start.player" not in chosen.answers
    assert [item.seat for item in chosen.areas[-1].items] == [None] * 4


def test_every_component_has_a_word_of_its_own_and_the_right_number_of_copies() -> None:
    parts = TITLE.components()
    assert len({part.word for part in parts}) == len(parts)
    assert sum(1 for part in parts if part.word.startswith("city.")) == 81  # of five sides
    copies = {part.word: part.copies for part in parts}
    assert sum(copies[f"marker.{word}"] for word in MARKERS) == 15 + 2 + 6 + 2, "first edition, promo, blank"
    assert {part.word.removeprefix("marker.") for part in parts if part.word.startswith("marker.")} == set(MARKERS)
    assert str(next(part.label for part in parts if part.word == "city.luebeck")) == "Lübeck"
    assert all(part.word.isascii() for part in parts)
    assert sum(each.copies for each in BOX.markers if not each.option) == 15


def test_a_city_s_tag_narrows_the_routes() -> None:
    game = table()
    give(game, "place")
    assert list(game.way.named(game, "city.luebeck")) == ["hamburg-luebeck"]
    assert list(game.way.named(game, "city.hamburg")) == [
        "stade-hamburg",
        "hamburg-luebeck",
        "hamburg-lueneburg",
        "hamburg-bremen",
    ]


def test_tags_answer_rewards_markers_and_abilities() -> None:
    game = table()
    all_to_stock(game)
    fill(game, 0, "hamburg-luebeck")
    own(game, 0, "extra-office", "develop")
    office(game, "luebeck", "trader.1")
    desk(game, 0, "privilege", 2)
    assert list(game.way.named(game, "marker.develop")) == ["marker.develop"]
    give(game, "claim")
    assert list(game.way.named(game, "city.luebeck")) == ["office.luebeck", "extra.luebeck"]
    assert list(game.way.named(game, "ability.bank")) == ["ability.bank"]
    give(game, "none", "marker.develop")
    assert list(game.way.named(game, "ability.book")) == ["book"]
    assert list(game.way.named(game, "city.luebeck")) == []


def test_tags_of_pieces_answer_kinds() -> None:
    game = table()
    give(game, "place", "hamburg-luebeck")
    assert keys(game) == ("trader", "merchant")
    assert list(game.way.named(game, "merchant")) == ["merchant"]
    give(game, "trader")
    post(game, 1, "goslar-magdeburg", 1)
    post(game, 2, "goslar-magdeburg", 1)
    give(game, "displace")
    assert list(game.way.named(game, "trader")) == ["trader.1", "trader.2"]
