"""Income, Place and Move, and the frame of a turn. Numbers are those of the rulings in the fact sheet."""

from __future__ import annotations

import pytest

from engine.catalogue import new_game
from engine.errors import BadPlayers, IllegalAnswer
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
    on_route,
    own,
    pieces,
    post,
    supply,
    table,
    to_turn,
)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_seats_begin_with_one_trader_more_each_and_nothing_is_left_over_ruling_1(players: int) -> None:
    game = new_game("hansa", "referee", players)
    give(game, "seat.1", "extra-office", "exchange")
    order = [(1 + place) % players for place in range(players)]
    assert [pieces(game, "supply", seat) for seat in order] == [(5 + place, 1) for place in range(players)]
    assert [pieces(game, "stock", seat) for seat in order] == [(6 - place, 0) for place in range(players)]
    assert BOX.traders == 5 + 6 + 15 + 1
    assert game.decision is not None and game.decision.seat == 1


def test_two_players_are_refused_with_the_reason() -> None:
    with pytest.raises(BadPlayers, match="the scorekeeper takes two"):
        new_game("hansa", "referee", 2)
    assert new_game("hansa", "scorekeeper", 2).players == 2


def test_income_takes_the_whole_bank_or_fewer_ruling_2() -> None:
    game = table()
    give(game, "income")
    assert pieces(game, "supply", 0) == (8, 1) and pieces(game, "stock", 0) == (3, 0)
    give(game, "income-less")
    assert keys(game) == ("1", "2")
    give(game, "1")
    assert pieces(game, "supply", 0) == (9, 1)


@pytest.mark.parametrize(("bank", "most"), [("3-4-7-all", [3, 4, 7, 11]), ("3-5-7-all", [3, 5, 7, 11])])
def test_the_bank_goes_by_its_switch(bank: str, most: list[int]) -> None:
    for step, expected in enumerate(most):
        game = table(bank=bank)
        supply(game, 0, 0, 0)
        desk(game, 0, "bank", step)
        give(game, "income")
        if kind(game) == "income.merchants":
            give(game, "0")
        assert pieces(game, "supply", 0)[0] == min(expected, 11) + (step if expected == 11 else 0)


def test_the_mix_of_an_income_is_free_and_asked_only_where_there_is_one() -> None:
    game = table()
    supply(game, 0, 5, 0)
    give(game, "income")
    assert kind(game) == "income.merchants" and keys(game) == ("0", "1")
    give(game, "1")
    assert pieces(game, "supply", 0) == (7, 1)


def test_every_income_prompt_names_the_bank_in_force() -> None:
    game = table(bank="3-5-7-all")
    desk(game, 0, "bank", 1)
    hint = game.way.hint(game, "income")
    assert hint is not None and str(hint.text) == "Bank 5, 7 in stock"


def test_income_from_an_empty_stock_is_refused_in_words() -> None:
    game = table()
    supply(game, 0, 11, 1)
    assert "income" not in keys(game)
    assert str(game.why_not("income")) == "the general stock is empty"


def test_a_merchant_may_stand_on_any_post_ruling_4() -> None:
    game = table()
    give(game, "place", "hamburg-luebeck", "merchant")
    assert on_route(game, "hamburg-luebeck", 0, "merchant") == 1
    assert pieces(game, "supply", 0) == (5, 0)


def test_a_kind_is_asked_only_if_both_are_in_the_supply() -> None:
    game = table()
    supply(game, 0, 3, 0)
    give(game, "place", "hamburg-luebeck")
    assert kind(game) == "turn.action"
    assert on_route(game, "hamburg-luebeck", 0, "trader") == 1


def test_filling_the_last_post_does_not_claim_the_route_ruling_5() -> None:
    game = table()
    all_to_stock(game)
    post(game, 0, "duisburg-dortmund", 1)
    supply(game, 0, 3, 0)
    assert "claim" not in keys(game)
    give(game, "place", "duisburg-dortmund")
    assert kind(game) == "turn.action" and lines(game) == []
    assert on_route(game, "duisburg-dortmund", 0, "trader") == 2
    assert "claim" in keys(game)


def test_changing_own_trader_and_merchant_takes_two_moves_ruling_7() -> None:
    game = table()
    supply(game, 0, 0, 0)
    post(game, 0, "duisburg-dortmund", 2)
    post(game, 0, "arnheim-duisburg", 2, 1)
    give(game, "move", "duisburg-dortmund", "arnheim-duisburg", "merchant")
    # both posts count as free, and the Book of two allows no third piece
    assert kind(game) == "move.piece"
    give(game, "merchant", "duisburg-dortmund", "arnheim-duisburg")
    assert on_route(game, "duisburg-dortmund", 0, "merchant") == 1
    assert on_route(game, "arnheim-duisburg", 0, "trader") == 3


def test_move_takes_up_to_the_book_and_may_stop_earlier() -> None:
    game = table()
    all_to_stock(game)
    post(game, 0, "duisburg-dortmund", 2)
    post(game, 0, "arnheim-duisburg", 2)
    desk(game, 0, "book", 1)
    give(game, "move", "duisburg-dortmund")
    assert keys(game) == ("arnheim-duisburg", "duisburg-dortmund", "done")
    give(game, "done", "hamburg-luebeck")
    assert kind(game) == "turn.action"
    give(game, "move", "arnheim-duisburg", "arnheim-duisburg", "duisburg-dortmund")
    assert kind(game) == "move.to"
    give(game, "kampen-arnheim", "kampen-arnheim", "kampen-arnheim")
    assert on_route(game, "kampen-arnheim", 0, "trader") == 3


def test_an_office_is_never_moved_back_to_a_route_ruling_8() -> None:
    game = table()
    office(game, "hamburg", "trader.0")
    assert "move" not in keys(game)
    assert str(game.why_not("move")) == "seat 1 has no piece on any post"
    post(game, 0, "stade-hamburg", 1)
    give(game, "move")
    # the only piece on a post is forced, and then its new place is asked
    assert kind(game) == "move.to"


def test_a_turn_has_the_actions_of_the_desk() -> None:
    game = table()
    assert str(game.way.beside(game)) == "2 of 2 left"
    give(game, "place", "hamburg-luebeck", "trader", "place", "hamburg-luebeck", "trader")
    assert game.decision is not None and game.decision.seat == 1
    desk(game, 2, "actions", 3)
    to_turn(game, 2)
    assert str(game.way.beside(game)) == "4 of 4 left"


def test_a_turn_may_end_early_or_only_when_stuck_as_the_switch_says() -> None:
    assert "pass" in keys(table())
    game = table(end_turn_early="only_when_stuck")
    assert "pass" not in keys(game)
    assert str(game.why_not("pass")) == "a turn goes on as long as an action is legal: the table plays so"
    actions(game, 0)
    assert game.decision is not None and game.decision.seat == 1


def test_a_turn_in_which_no_action_is_possible_ends_by_itself() -> None:
    """Every piece on the board or the desk: nothing can be placed, moved, displaced or taken."""
    game = table(end_turn_early="only_when_stuck")
    supply(game, 1, 0, 0)
    for city in ("hamburg", "osnabrueck", "minden"):
        office(game, city, "trader.1", "trader.1", "trader.1")
    office(game, "goslar", "trader.1")
    office(game, "coellen", "trader.1")
    office(game, "muenster", "merchant.1")
    assert pieces(game, "stock", 1) == pieces(game, "supply", 1) == (0, 0)
    give(game, "income", "income")
    assert game.decision is not None and game.decision.seat == 2
    assert [str(item.text) for item in game.news if item.kind == "forced"] == ["no action is possible"]


def test_the_cursor_starts_on_the_route_of_the_piece_placed_before() -> None:
    game = table()
    actions(game, 4)
    assert game.way.usual(game) is None
    give(game, "place", "goslar-magdeburg", "trader")
    assert game.way.usual(game) == "place"
    give(game, "place")
    assert game.way.usual(game) == "goslar-magdeburg"
    give(game, "goslar-magdeburg", "trader", "place")
    assert game.way.usual(game) is None


def test_a_full_route_is_refused_in_words() -> None:
    game = table()
    all_to_stock(game)
    fill(game, 1, "duisburg-dortmund")
    supply(game, 0, 2, 0)
    give(game, "place")
    assert "duisburg-dortmund" not in keys(game)
    assert str(game.why_not("duisburg-dortmund")) == "every post of Duisburg–Dortmund is taken"
    assert str(game.why_not("hamburg-goslar")) == (
        "no route joins Hamburg and Goslar directly on this side of the board"
    )
    with pytest.raises(IllegalAnswer):
        game.answer("duisburg-dortmund")


def test_plus_actions_are_added_and_shown() -> None:
    game = table()
    own(game, 0, "actions-3", "actions-4")
    give(game, "marker.actions-3")
    assert str(game.way.beside(game)) == "5 of 5 left"
    give(game, "income", "marker.actions-4")
    assert str(game.way.beside(game)) == "8 of 9 left"
    assert "marker.actions-4" not in keys(game)
