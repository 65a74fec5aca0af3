"""Mission cards: told by each seat for itself alone or by all at the end; secret until then; what they score."""

from __future__ import annotations

import json

import pytest

from engine import record
from engine.catalogue import new_game
from engine.errors import IllegalAnswer
from engine.game import Game
from engine.hansa.missions import CARDS
from tests.engine.hansa.table import TAVERNS, give, keys, kind, lines, office

ANA, BO, CY = CARDS[3], CARDS[0], CARDS[1]  # Arnheim Perleberg Hannover, Osnabrück Stendal Paderborn, Dortmund Minden …
NAMES = ("Ana", "Bo", "Cy")


def told(*cards: str) -> Game:
    """A game of three whose seats have told these cards; at its first action."""
    game = new_game("hansa", "referee", 3, {"missions": "yes"})
    give(game, "seat.0", *TAVERNS, *(["now", *cards] if cards else ["at-end"]))
    assert kind(game) == "turn.action"
    return game


def mission_lines(game: Game) -> list[tuple[int, int, str, str]]:
    return lines(game, "missions")


def test_there_are_nine_cards_six_cities_on_three_of_them_and_nine_on_one() -> None:
    cities = [city for card in CARDS for city in card.split("-")]
    counts = sorted(cities.count(city) for city in set(cities))
    assert len(CARDS) == 9 and counts == [1] * 9 + [3] * 6


def test_a_card_scores_each_city_with_an_office_and_five_for_all_three() -> None:
    game = told(ANA, BO, CY)
    office(game, "arnheim", "trader.0")
    office(game, "perleberg", "trader.0")
    office(game, "hannover", "trader.0")
    office(game, "stendal", "trader.0", "trader.1")
    give(game, "!count")
    assert mission_lines(game) == [
        (0, 1, "missions", "arnheim"),
        (0, 1, "missions", "perleberg"),
        (0, 1, "missions", "hannover"),
        (0, 5, "missions", "all"),
        (1, 1, "missions", "stendal"),
    ]


def test_an_office_without_control_of_all_three_brings_its_points_only() -> None:
    game = told(ANA, BO, CY)
    for city in ("arnheim", "perleberg"):
        office(game, city, "trader.0")
    office(game, "hannover", "trader.0", "trader.1")
    give(game, "!count")
    assert sum(amount for seat, amount, *_ in mission_lines(game) if seat == 0) == 3


def test_told_at_the_end_the_cards_are_turned_up_before_the_count() -> None:
    game = told()
    office(game, "dortmund", "trader.2")
    give(game, "!count")
    assert (kind(game), len(keys(game))) == ("mission.shown", 9)
    assert str(game.words()) == "seat 1's mission?"
    give(game, ANA)
    assert ANA not in keys(game) and "seat 1 has that card" in str(game.why_not(ANA))
    give(game, BO, CY)
    assert game.over and mission_lines(game) == [(2, 1, "missions", "dortmund")]
    assert sum(row.number or 0 for row in game.way.summary(game, 2)) == game.totals()[2]


def test_a_seat_is_offered_every_card_whatever_others_have_told() -> None:
    game = new_game("hansa", "referee", 3, {"missions": "yes"})
    give(game, "seat.0", *TAVERNS, "now", ANA)
    assert game.decision is not None and game.decision.seat == 1
    assert keys(game) == CARDS and game.way.private(game)


def test_a_card_that_two_seats_have_told_is_asked_again_at_the_end() -> None:
    game = told(ANA, ANA, CY)
    give(game, "!count")
    assert kind(game) == "mission.shown" and CY not in keys(game)
    give(game, BO, ANA)
    assert game.over and game.state()["missions"] == [BO, ANA, CY]


def test_nobody_sees_another_seat_s_card_before_the_end() -> None:
    game = told(ANA, BO, CY)
    secrets = [card.split("-") for card in (ANA, BO, CY)]
    for viewer in (None, 0, 1, 2):
        shown = json.dumps(
            [str(row) for leaf in game.way.boards(game, viewer) for row in leaf.rows if leaf.seat != viewer]
        )
        shown += str([row.label for row in game.page(viewer).rows])
        assert "Mission" not in shown
        state = game.state(viewer)["missions"]
        assert state == [card if viewer in (None, seat) else None for seat, card in enumerate((ANA, BO, CY))]
    assert all(str(line) for line in game.page(1).notes)
    assert any("Osna Sten Pade: 0" in str(line) for line in game.page(1).notes)
    assert not any("Arnh" in str(line) for line in game.page(1).notes)
    assert [field.present for each in game.amendments() if each.stem == "!mission" for field in each.fields] == [
        "0",
        CARDS[0],
    ]
    assert len(secrets) == 3


def test_what_final_scoring_would_bring_today_tells_no_card() -> None:
    game, without = told(ANA, BO, CY), told(CARDS[7], CARDS[8], CARDS[4])
    for each in (game, without):
        office(each, "arnheim", "trader.0")
    assert game.standings() == without.standings()
    assert [str(row) for row in game.way.summary(game, 0)] == [str(row) for row in without.way.summary(without, 0)]
    assert game.page() == without.page() and game.way.boards(game, None) == without.way.boards(without, None)


def test_news_and_forced_answers_tell_no_card() -> None:
    game = new_game("hansa", "referee", 3, {"missions": "yes"})
    give(game, "seat.0", *TAVERNS, "now")
    for card in (ANA, BO, CY):
        give(game, card)
        assert not any(
            "rnheim" in item.text.render(NAMES) or "Stendal" in item.text.render(NAMES) for item in game.news
        )


def test_a_wrongly_told_card_is_put_right_without_showing_it() -> None:
    game = told(ANA, BO, CY)
    give(game, f"!mission.1.{CARDS[5]}")
    assert game.state()["missions"][1] == CARDS[5]
    assert not any("Hildesheim" in item.text.render(NAMES) for item in game.news)
    game.undo()
    assert game.state()["missions"][1] == BO
    with pytest.raises(IllegalAnswer):
        told().answer(f"!mission.1.{CARDS[5]}")


def test_a_city_s_tag_narrows_the_cards_and_a_card_s_tag_names_it() -> None:
    game = new_game("hansa", "referee", 3, {"missions": "yes"})
    give(game, "seat.0", *TAVERNS, "now")
    assert list(game.way.named(game, "city.hannover")) == [ANA]
    assert list(game.way.named(game, f"mission.{BO}")) == [BO]
    assert str(game.words(ANA)) == "Arnh Perl Hann"


def test_missions_are_for_the_base_board_only_point_u14() -> None:
    game = new_game("hansa", "referee", 3, {"missions": "yes", "board": "east", "modules_on_other_boards": "yes"})
    assert game.board.modules == ()


def test_whether_cards_are_told_now_the_table_decides_and_not_chance() -> None:
    game = new_game("hansa", "referee", 3, {"missions": "yes"})
    give(game, "seat.0", *TAVERNS)
    assert kind(game) == "mission.told" and not game.drawn()


def test_a_game_with_cards_is_written_and_read_again() -> None:
    game = told(ANA, BO, CY)
    give(game, "!count")
    text = record.write(game, record.header_of(game, NAMES))
    assert "option missions: yes" in text and record.read(text).game.ledger == game.ledger


# ---- the scorekeeper


def test_the_scorekeeper_asks_what_the_card_of_each_seat_scored() -> None:
    game = new_game("hansa", "scorekeeper", 2, {"missions": "yes"})
    give(game, "seat.0", "!count")
    for points in ("8", "2"):
        give(game, "0", "0", "none", "0", "0")
        assert (kind(game), keys(game)) == ("final.missions", ("0", "1", "2", "3", "8"))
        assert str(game.why_not("5")).startswith("5 is ")
        give(game, points)
    assert game.over and lines(game) == [(0, 8, "missions", ""), (1, 2, "missions", "")]
    assert game.totals() == [8, 2] and game.standings().order == (0, 1)
    assert [row.number for row in game.way.summary(game, 0)] == [0, 0, 0, 0, 0, 0, 8]
