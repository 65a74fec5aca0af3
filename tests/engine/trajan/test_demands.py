"""Demand tiles: turning them up and paying for those that cannot be met."""

from __future__ import annotations

import pytest

from engine.errors import IllegalAnswer
from engine.game import TABLE
from tests.engine.trajan.evening import asked, give, lines, settle, start, until


def test_the_odds_are_the_tiles_not_seen_yet() -> None:
    game = until(start(), "demand.reveal")
    assert tuple(game.odds()) == (5, 5, 5)
    give(game, "games")
    until(game, "demand.reveal")
    assert tuple(game.odds()) == (5, 4, 5)


def test_a_demand_of_which_all_five_were_seen_is_not_offered() -> None:
    game = start(2)
    for _ in range(5):
        give(until(game, "demand.reveal"), "bread")
    until(game, "demand.reveal")
    assert game.decision is not None and game.decision.keys == ("games", "religion")
    assert tuple(game.others()) == ("bread",)
    with pytest.raises(IllegalAnswer, match="all 5 bread tiles have been seen"):
        game.answer("bread")


def test_the_page_shows_what_was_turned_up_and_what_is_still_to_come() -> None:
    game = give(until(start(), "demand.reveal"), "religion")
    assert game.page().marks == ("religion", "demand-hidden", "demand-hidden")


@pytest.mark.parametrize(("unmet", "cost"), [("1", -4), ("2", -9), ("3", -15)])
def test_unmet_demands_cost_4_9_or_15(unmet: str, cost: int) -> None:
    game = settle(until(start(), "quarter.unmet"), unmet={1: unmet})
    assert lines(game, 1) == [(cost, "demands", f"unmet.{unmet}")]
    assert str(game.way.when(game.ledger[0].when)) == "Q1 end"


def test_met_demands_cost_nothing_and_leave_no_line() -> None:
    assert settle(until(start(), "quarter.unmet")).ledger == []


def test_every_seat_is_asked_from_the_one_that_moves_next_demands_before_the_senate_ruling_61() -> None:
    game = until(start(3), "quarter.unmet")
    last = game.state()["mover"]
    order = [(last + step) % 3 for step in (1, 2, 3)]
    seen = []
    while asked(game)[1] in ("quarter.unmet", "quarter.votes"):
        seen.append(asked(game))
        give(game, "0")
    assert seen == [(seat, kind) for kind in ("quarter.unmet", "quarter.votes") for seat in order]


def test_a_kept_trajan_tile_covers_one_of_two_equal_demands_and_again_next_quarter_ruling_22() -> None:
    """The companion is told how many stay unmet: here one of two bread demands, in each quarter anew."""
    game = start(2)
    for quarter in (1, 2):
        for demand in ("bread", "bread", "games"):
            give(until(game, "demand.reveal"), demand)
        settle(until(game, "quarter.unmet"), unmet={0: "1"})
        assert lines(game, 0) == [(-4, "demands", "unmet.1")] * quarter
        until(game, "turn.markers")


def test_what_can_be_met_must_be_met_unless_the_table_rules_otherwise_ruling_65() -> None:
    """Unmet demands are those that cannot be met; the rule is shown with the question."""
    strict = until(start(), "quarter.unmet")
    assert str(strict.words()) == "cannot meet"
    assert "What can be met must be met." in [str(rule) for rule in strict.way.rules(strict)]
    free = until(start(refuse_demand="yes"), "quarter.unmet")
    assert "What can be met must be met." not in [str(rule) for rule in free.way.rules(free)]


def test_the_fourth_quarter_is_settled_like_the_others_then_comes_final_scoring_ruling_67() -> None:
    game = start(2)
    for _ in range(3):
        until(game, "quarter.bonus")
        until(game, "turn.markers")
    settle(until(game, "quarter.unmet"), unmet={0: "2"})
    assert game.state()["quarter"] == 4 and asked(game)[1] == "quarter.bonus"
    assert lines(game, 0) == [(-9, "demands", "unmet.2")]
    assert game.decision is not None
    give(game, game.decision.keys[0])
    give(game, game.decision.keys[0])
    assert asked(game) == (0, "final.hand")


def test_a_score_may_fall_below_zero_or_stop_there_if_the_table_rules_so() -> None:
    owing = settle(until(start(), "quarter.unmet"), unmet={0: "3"})
    assert owing.totals()[0] == -15
    game = give(start(negative_score="no"), "1", "build.5", "none")
    settle(until(game, "quarter.unmet"), unmet={0: "2", 1: "1"})
    assert (lines(game, 0, "demands"), lines(game, 1)) == ([(-5, "demands", "unmet.2")], [])
    assert game.totals() == [0, 0, 0]


def test_demands_are_cleared_for_the_next_quarter_but_remembered() -> None:
    game = until(start(), "quarter.unmet")
    assert len(game.state()["demands"]["showing"]) == 3
    until(game, "turn.markers")
    assert game.state()["demands"]["showing"] == []
    assert sum(game.state()["demands"]["seen"].values()) == 3


def test_three_show_when_the_quarter_ends_and_no_fourth_is_turned_up() -> None:
    game = until(start(), "quarter.unmet")
    assert asked(game) != (TABLE, "demand.reveal")
    assert game.page().marks == ("bread", "bread", "bread")
