"""Corrections: every kind, its range, and what the game asks afterwards."""

from __future__ import annotations

import pytest

from engine.catalogue import new_game
from engine.errors import IllegalAnswer
from engine.game import TABLE, Game
from tests.engine.trajan.evening import asked, final, give, idle, lines, settle, start, until


def stems(game: Game) -> list[str]:
    return [each.stem for each in game.amendments()]


def test_what_may_be_corrected_during_a_turn() -> None:
    assert stems(start(3)) == [
        *("!score", "!time", "!senate.0", "!senate.1", "!senate.2", "!turn", "!demands", "!leave", "!count"),
    ]


def test_what_may_be_corrected_at_other_times() -> None:
    game = start(3)
    give_up = game.copy()
    assert stems(until(game, "demand.reveal"))[-3:] == ["!demands", "!leave", "!count"]
    assert "!turn" not in stems(game)
    assert "!senate.0" in stems(until(game, "quarter.votes"))
    assert "!senate.0" not in stems(until(game, "quarter.bonus")), "the vote is over"
    assert stems(give(give_up, "!count")) == ["!score", "!leave"]
    assert stems(final(give_up)) == ["!score"]
    assert stems(start(2))[-1] == "!count" and "!leave" not in stems(start(2)), "two must stay"


def test_a_correction_lists_every_legal_key_and_what_is_there_now() -> None:
    game = give(start(3), "5", "none", "!senate.1.3.0", "!demands.games")
    present = {each.stem: [field.present for field in each.fields] for each in game.amendments()}
    assert present["!time"] == ["5"] and present["!senate.1"] == ["3", "0"] and present["!turn"] == ["1"]
    assert present["!demands"] == ["games", "none", "none"] and present["!score"] == ["1", "+1", "other"]
    for each in game.amendments():
        for field in each.fields:
            assert field.present in field.values and len(field.values) == len(field.labels)


def test_a_corrected_score_is_a_line_of_its_own_with_what_it_is_for() -> None:
    game = give(start(3), "!score.2.+3.ship", "!score.0.-4.demands")
    assert (lines(game, 2), lines(game, 0)) == ([(3, "correction", "ship")], [(-4, "correction", "demands")])
    assert str(game.way.reason("correction")) == "Correction" and str(game.way.place("ship")) == "Ships"
    assert [(item.kind, item.seat, item.amount) for item in game.news] == [("points", 0, -4), ("corrected", 0, -4)]
    assert asked(game) == (0, "turn.markers")


def test_a_score_can_be_corrected_after_the_end_and_changes_who_won() -> None:
    game = final(give(start(2), "!count"))
    winner = game.standings().order[0]
    give(game, f"!score.{1 - winner}.+1.other")
    assert game.over and game.standings().order[0] == 1 - winner


def test_the_time_marker_goes_where_it_stands_on_the_table() -> None:
    game = give(start(3), "2", "none", "!time.14")
    assert str(game.page().left) == "2 left" and asked(game) == (1, "turn.markers")
    give(game, "2", "none")
    assert asked(game) == (TABLE, "demand.reveal")


def test_a_disc_goes_into_the_stack_at_the_height_that_is_said() -> None:
    game = give(start(4), "!senate.0.2.0", "!senate.1.2.0", "!senate.3.2.1")
    assert [(each["space"], each["height"]) for each in game.state()["senate"]] == [(2, 2), (2, 0), (0, 0), (2, 1)]


def test_the_turn_goes_to_the_seat_that_is_said_with_what_is_left_of_it() -> None:
    game = give(start(3), "2", "none", "!turn.2")
    assert asked(game) == (2, "turn.markers")
    give(game, "3", "!turn.1")
    assert asked(game) == (1, "turn.points")
    give(game, "ship.6")
    assert lines(game, 1) == [(6, "ship", "ship.6")] and asked(game) == (2, "turn.markers")


def test_the_round_still_ends_when_the_turn_is_given_to_another_seat() -> None:
    game = give(start(3), "!time.15", "2", "!turn.2", "none")
    assert asked(game) == (TABLE, "demand.reveal")
    assert asked(give(game, "bread")) == (0, "turn.markers")


def test_forgotten_points_stay_with_their_seat_when_the_turn_is_given_away() -> None:
    game = give(start(3), "2", "none", "forgot", "!turn.2")
    assert asked(game) == (0, "turn.points")
    give(game, "ship.6")
    assert asked(game) == (2, "turn.markers") and lines(game, 0) == [(6, "ship", "ship.6")]


def test_corrected_demands_change_the_round_and_the_odds() -> None:
    game = give(start(3), "!demands.bread.bread")
    assert game.state()["round"] == 3 and game.page().marks == ("bread", "bread", "demand-hidden")
    until(game, "demand.reveal")
    assert tuple(game.odds()) == (3, 5, 5)
    give(game, "!demands.none")
    assert tuple(game.odds()) == (5, 5, 5) and game.state()["round"] == 1


def test_the_quarter_ends_if_three_demands_are_found_to_show_when_one_is_asked_for() -> None:
    game = give(until(start(3), "demand.reveal"), "!demands.bread.games.religion")
    assert asked(game)[1] == "quarter.unmet"


# ---- a seat leaves, the game is counted


def test_a_seat_that_leaves_is_skipped_and_its_score_stays() -> None:
    game = give(start(3), "1", "ship.6", "1", "ship.5", "!leave.2")
    assert asked(game) == (0, "turn.markers"), "it was the turn of the seat that left"
    give(game, "1", "none", "1", "none")
    assert asked(game) == (0, "turn.markers")
    give(game, "!score.2.+4.other")
    assert game.totals()[2] == 4
    assert [row.note is not None for row in game.page().rows] == [False, False, True]
    assert game.state()["senate"][2] is None


def test_a_seat_that_leaves_in_the_middle_of_its_turn_ends_it() -> None:
    game = give(start(3), "!time.15", "3", "!leave.0")
    assert asked(game) == (TABLE, "demand.reveal")
    assert asked(give(game, "bread")) == (1, "turn.markers")
    assert game.decision is not None and "forgot" not in game.decision.keys


def test_a_seat_that_left_is_not_asked_when_the_quarter_ends_and_has_no_vote() -> None:
    game = give(start(4), "!senate.3.7.0", "!leave.3")
    until(game, "quarter.unmet")
    seats = set()
    while asked(game)[1] in ("quarter.unmet", "quarter.votes"):
        seats.add(asked(game)[0])
        give(game, "0")
    assert seats == {0, 1, 2} and [row.seat for row in game.way.result(game)] == [2, 1, 0]


def test_a_seat_that_leaves_while_it_is_asked_leaves_the_question_to_the_next() -> None:
    for kind in ("quarter.unmet", "quarter.votes", "quarter.bonus", "final.hand", "final.door", "final.start"):
        game = until(start(3), kind)
        seat = asked(game)[0]
        give(game, f"!leave.{seat}")
        assert asked(game)[0] != seat
        final_order = final(until(game, "final.hand")).standings().order
        assert final_order[-1] == seat, "whoever left comes after all others"


def test_forgotten_points_of_a_seat_that_leaves_are_dropped() -> None:
    game = give(start(3), "1", "none", "forgot", "!leave.0")
    assert asked(game) == (1, "turn.markers")


def test_two_seats_must_stay() -> None:
    game = give(start(3), "!leave.1")
    with pytest.raises(IllegalAnswer, match="cannot be corrected now"):
        game.answer("!leave.0")


def test_counting_now_goes_straight_to_final_scoring() -> None:
    game = give(start(3), "5", "tile.9", "!count")
    assert asked(game) == (0, "final.hand")
    assert final(game).totals()[0] == 9
    assert [str(note) for note in game.page().notes] == ["Ended early"]


def test_a_correction_of_the_quarter_keeps_three_demands() -> None:
    game = until(start(3), "quarter.unmet")
    with pytest.raises(IllegalAnswer, match="the quarter is over: 3 demands show"):
        game.answer("!demands.bread")
    give(game, "!demands.games.games.religion")
    settle(game)
    assert game.page().marks == ("games", "games", "religion")


@pytest.mark.parametrize(
    ("key", "says"),
    [
        ("!score.3.+3.ship", "a seat cannot be 3: it is a whole number from 0 to 2"),
        ("!score.0.3.ship", "points cannot be 3"),
        ("!score.0.+100.ship", "points cannot be"),
        ("!score.0.+0.ship", "points cannot be"),
        ("!score.0.+3.boat", "boat is not what points are for"),
        ("!score.0.+3", "too few or too many parts"),
        ("!time.16", "from 0 to 15"),
        ("!time.-1", "from 0 to 15"),
        ("!time.01", "from 0 to 15"),
        ("!time.1.1", "too few or too many parts"),
        ("!senate.0.8.0", "from 0 to 7"),
        ("!senate.0.1.1", "the height in the stack of that space cannot be 1: it is a whole number from 0 to 0"),
        ("!turn.x", "a seat cannot be x"),
        ("!demands.wine", "wine is no demand"),
        ("!demands.bread.bread.bread.bread", "too few or too many parts"),
        ("!leave", "too few or too many parts"),
        ("!count.1", "too few or too many parts"),
        ("!", "is no correction"),
        ("!undo", "!undo is no correction: !score, !time, !senate, !turn, !demands, !leave, !count"),
    ],
)
def test_what_is_out_of_range_is_refused_in_words_and_changes_nothing(key: str, says: str) -> None:
    game = idle(start(3))
    before = game.state()
    with pytest.raises(IllegalAnswer) as refused:
        game.answer(key)
    assert says in str(refused.value)
    assert game.state() == before


def test_nothing_can_be_corrected_before_somebody_starts() -> None:
    game = new_game("trajan", "scorekeeper", 3)
    assert list(game.amendments()) == []
    with pytest.raises(IllegalAnswer):
        game.answer("!time.3")


def test_more_than_five_tiles_of_a_demand_cannot_show() -> None:
    game = start(2)
    for _ in range(3):
        give(until(game, "demand.reveal"), "bread")
    until(give(until(game, "quarter.bonus"), "wine-fish", "bread"), "turn.markers")
    with pytest.raises(IllegalAnswer, match="there are not so many tiles of one demand"):
        game.answer("!demands.bread.bread.bread")
