"""Corrections: every kind, its range, and what the game asks afterwards."""

from __future__ import annotations

import random

import pytest

from engine import record
from engine.catalogue import new_game
from engine.errors import IllegalAnswer
from engine.game import TABLE, Game
from engine.words import Field
from tests.engine.trajan.evening import asked, final, give, idle, lines, settle, start, until


def stems(game: Game) -> list[str]:
    return [each.stem for each in game.way.amendments(game)]


def fields(game: Game, stem: str) -> list[Field]:
    return next(list(each.fields) for each in game.amendments() if each.stem == stem)


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
    assert stems(give(give_up, "!count")) == ["!score", "!senate.0", "!senate.1", "!senate.2", "!leave"]
    assert stems(final(give_up)) == ["!score", "!senate.0", "!senate.1", "!senate.2"]
    assert stems(start(2))[-1] == "!count" and "!leave" not in stems(start(2)), "two must stay"


def test_a_correction_lists_every_legal_key_and_what_is_there_now() -> None:
    game = give(start(3), "5", "none", "!senate.1.3.0", "!demands.games")
    present = {each.stem: [field.present for field in each.fields] for each in game.amendments()}
    assert present["!time"] == ["5", "0"] and present["!senate.1"] == ["3.0"] and present["!turn"] == ["1"]
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


@pytest.mark.parametrize("shown", ["bread", "bread.games", "bread.games.religion"])
def test_more_demands_than_before_hold_the_new_one_that_is_asked_for(shown: str) -> None:
    """The round is over and its demand lies there: the quarter does not end one round early."""
    game = give(until(start(3), "demand.reveal"), f"!demands.{shown}")
    assert asked(game)[1] == "turn.markers"
    assert (game.state()["quarter"], game.state()["round"]) == (1, shown.count(".") + 2)
    until(game, "quarter.unmet")
    assert len(game.state()["demands"]["showing"]) == 3


def test_other_demands_in_place_of_those_that_show_leave_the_new_one_to_be_asked_for() -> None:
    game = give(until(start(3), "demand.reveal"), "bread")
    game = give(until(game, "demand.reveal"), "!demands.games")
    assert asked(game) == (TABLE, "demand.reveal") and game.state()["round"] == 2
    assert asked(give(game, "religion"))[1] == "turn.markers" and game.state()["round"] == 3


def test_how_many_demands_show_is_said_in_the_right_number() -> None:
    said = {}
    for shown in ("none", "bread", "bread.games"):
        game = give(start(3), f"!demands.{shown}")
        said[shown] = [str(item.text) for item in game.news if item.kind == "corrected"]
    assert said == {"none": ["no demand shows"], "bread": ["1 demand shows"], "bread.games": ["2 demands show"]}


# ---- the round that the time marker ends


def test_a_marker_put_right_in_its_own_turn_ends_the_round_or_does_not() -> None:
    game = give(start(2), "11")
    assert game.state()["time"]["rounds_to_end"] == 1
    give(game, "!time.2")
    assert game.state()["time"]["rounds_to_end"] == 0
    assert asked(give(game, "none")) == (1, "turn.markers") and game.state()["round"] == 1
    short = give(start(2), "9", "none", "1", "!time.1")
    assert short.state()["time"]["rounds_to_end"] == 1
    assert asked(give(short, "none")) == (TABLE, "demand.reveal")


def test_the_rounds_that_a_turn_ends_can_be_said() -> None:
    game = give(start(2), "10", "none", "12")
    assert [each.present for each in fields(game, "!time")] == ["0", "2"]
    assert fields(game, "!time")[1].values == ("0", "1", "2")
    give(game, "!time.0.1", "none", "bread")
    assert asked(game) == (0, "turn.markers") and game.state()["round"] == 2
    assert fields(give(start(3), "3"), "!time")[1].values == ("0", "1"), "no longer loop can be passed twice in a turn"


def test_a_round_that_ended_unnoticed_ends_before_the_next_markers_are_sown() -> None:
    game = give(start(3), "10", "none", "!time.1.1")
    assert asked(game) == (TABLE, "demand.reveal") and game.state()["time"]["at"] == 1
    give(game, "bread")
    assert asked(game) == (1, "turn.markers") and (game.state()["round"], game.turn[0]) == (2, 2)
    assert ("turn", 1) in [(item.kind, item.seat) for item in game.news]
    give(game, "forgot", "ship.6", "2", "none")
    assert asked(game) == (2, "turn.markers")
    assert [(entry.turn, str(game.way.when(entry.when))) for entry in game.ledger] == [(1, "Q1 R1")]


def test_a_quarter_that_ended_unnoticed_is_settled_before_the_next_markers_are_sown() -> None:
    game = give(start(3), "10", "none", "!demands.bread.games.religion", "!time.1.1")
    assert asked(game) == (1, "quarter.unmet"), "as if it had been noticed: from the seat that moves next"
    assert game.decision is not None and game.decision.keys[0] == "forgot"
    settle(game)
    give(game, "bread", "games")
    assert asked(game) == (1, "turn.markers") and (game.state()["quarter"], game.state()["round"]) == (2, 1)
    assert "forgot" not in game.decision.keys
    assert asked(give(game, "3", "none")) == (2, "turn.markers")


def test_a_seat_that_leaves_while_an_unnoticed_round_ends_does_not_move() -> None:
    game = give(start(3), "10", "none", "!time.1.1", "!leave.1", "bread")
    assert asked(game) == (2, "turn.markers")


@pytest.mark.parametrize(
    ("answers", "key", "says"),
    [
        ([], "!time.1.1", "no turn is going on with which a round could end"),
        (["3"], "!time.1.2", "the number of rounds that end cannot be 2: it is a whole number from 0 to 1"),
        (["3", "none", "forgot"], "!time.1.1", "no turn is going on"),
        (["12", "none", "12", "none"], "!time.1.1", "no turn is going on"),
        (["3"], "!time.1.1.1", "too few or too many parts"),
    ],
)
def test_a_round_cannot_be_made_to_end_where_none_can(answers: list[str], key: str, says: str) -> None:
    game = give(start(3), *answers)
    with pytest.raises(IllegalAnswer) as refused:
        game.answer(key)
    assert says in str(refused.value) and says in str(game.why_not(key))


# ---- what is offered can be done


def test_a_disc_is_put_on_a_space_and_on_a_disc_and_every_such_place_is_legal() -> None:
    game = give(start(4), "!senate.0.2.0", "!senate.1.2.0", "!senate.3.5.0")
    (field,) = fields(game, "!senate.2")
    labels = dict(zip(field.values, (label.render(["Ana", "Bo", "Cy", "Di"]) for label in field.labels), strict=True))
    assert field.present == "0.0"
    assert {value: label for value, label in labels.items() if value[0] in "0125"} == {
        "0.0": "space 0",
        "1.0": "space 1",
        "2.0": "space 2, lowest",
        "2.1": "space 2, on Bo",
        "2.2": "space 2, on Ana",
        "5.0": "space 5, lowest",
        "5.1": "space 5, on Di",
    }
    for value in field.values:
        then = give(game.copy(), f"!senate.2.{value}")
        assert fields(then, "!senate.2")[0].present == value


@pytest.mark.parametrize("seed", range(6))
def test_what_is_there_now_is_always_among_what_can_be_chosen_and_choosing_it_is_legal(seed: int) -> None:
    """But for demands, whose tiles may run short, every choice of values is legal wherever it is offered."""
    chance = random.Random(seed)
    game, kinds = new_game("trajan", "scorekeeper", 2 + seed % 3), set()
    while True:
        for each in game.amendments():
            kinds.add(each.stem.partition(".")[0])
            for field in each.fields:
                assert field.present in field.values, (each.stem, field.present)
                assert len(field.values) == len(field.labels) == len(set(field.values))
            give(game.copy(), ".".join([each.stem, *(field.present for field in each.fields)]))
            if each.stem != "!demands":
                give(game.copy(), ".".join([each.stem, *(chance.choice(field.values) for field in each.fields)]))
        if game.decision is None:
            break
        offered = [each for each in game.amendments() if each.stem not in ("!count", "!demands")]
        if offered and chance.random() < 0.1:
            one = chance.choice(offered)
            give(game, ".".join([one.stem, *(chance.choice(field.values) for field in one.fields)]))
        else:
            give(game, chance.choice(game.decision.keys))
    assert {"!score", "!time", "!senate", "!turn", "!demands", "!count", "!option"} <= kinds


def test_the_seat_to_move_is_one_that_stays_even_if_the_mover_has_left() -> None:
    game = give(start(3), "2", "none", "forgot", "!leave.1")
    (field,) = fields(game, "!turn")
    assert field.present in field.values == ("0", "2")


# ---- the order that decides a tie


def test_the_senate_can_be_put_right_in_final_scoring_and_after_it() -> None:
    for when in ("final.hand", "over"):
        game = give(start(3), "!count")
        game = final(game) if when == "over" else game
        give(game, "!senate.0.7.0")
        assert final(game.copy()).standings().order[0] == 0
        give(game, "!senate.1.7.0")
        assert final(game.copy()).standings().order[0] == 0
        give(game, "!senate.1.7.1")
        assert final(game).standings().order[0] == 1


def test_the_order_before_the_discs_were_stacked_anew_can_be_put_right_where_it_decides() -> None:
    game = start(3, final_tie="track")
    for _ in range(3):
        until(until(game, "quarter.bonus"), "turn.markers")
    give(game, "!senate.2.6.0", "!senate.0.5.0", "!senate.1.4.0")
    until(game, "final.hand")
    assert final(game.copy()).standings().order == (2, 0, 1)
    (field,) = fields(game, "!senate.1")
    assert field.present == "0.0", "the last of that order lies lowest"
    give(game, "!senate.1.1.0")
    assert final(game.copy()).standings().order == (1, 2, 0)
    assert final(give(game, "!senate.1.0.1")).standings().order == (2, 1, 0)


# ---- options


def test_options_that_a_scorekeeper_goes_by_may_change_in_play() -> None:
    def offered(game: Game) -> list[str]:
        return [each.stem.removeprefix("!option.") for each in game.amendments() if each.stem.startswith("!option.")]

    everything = ["refuse_demand", "wild_demand_for_bonus", "vice_consul_needs_vote", "final_tie"]
    game = new_game("trajan", "scorekeeper", 3)
    assert offered(game) == []
    assert offered(give(game, "seat.0")) == everything
    assert offered(until(game, "quarter.votes")) == everything
    assert offered(until(game, "quarter.bonus")) == ["refuse_demand", "wild_demand_for_bonus", "final_tie"]
    assert offered(give(game, "!count")) == offered(final(game)) == ["final_tie"]
    with pytest.raises(IllegalAnswer, match="Wild demand for a bonus: that cannot be changed now"):
        game.answer("!option.wild_demand_for_bonus.yes")


def test_an_option_changed_in_play_rules_what_comes_after_it() -> None:
    game = give(start(3), "!senate.0.1.0", "!option.vice_consul_needs_vote.yes")
    give(settle(until(game, "quarter.unmet")), "bread")
    assert asked(game)[1] == "turn.markers", "the vice-consul had no vote"
    give(game, "!option.vice_consul_needs_vote.no")
    give(settle(until(game, "quarter.unmet")), "games")
    assert asked(game)[1] == "quarter.bonus"


def test_a_record_holds_the_options_of_the_start_and_their_changes_as_answers() -> None:
    game = give(start(3, final_tie="track"), "!option.final_tie.new_stack", "3", "!option.refuse_demand.yes", "none")
    text = record.write(game, record.header_of(game))
    assert "option final_tie: track\n" in text and "option refuse_demand" not in text
    assert "1 Red: !option.final_tie.new_stack 3 !option.refuse_demand.yes none\n" in text
    again = record.read(text)
    assert record.write(again.game, again.header) == text
    assert again.game.state() == game.state()
    assert (again.game.options["final_tie"], again.game.options["refuse_demand"]) == ("new_stack", "yes")


# ---- why not


@pytest.mark.parametrize(
    ("answers", "key", "says"),
    [
        ([], "!time.99", "the time marker's space cannot be 99: it is a whole number from 0 to 10"),
        ([], "!leave.0", "2 seats must stay"),
        (["12", "none"], "!turn.1", "the turn is over"),
        (["!count"], "!time.3", "final scoring has begun"),
        (["!count"], "!count", "final scoring has begun"),
        ([], "!nonsense", "is no correction"),
    ],
)
def test_why_a_correction_cannot_be_made_is_said_without_making_it(answers: list[str], key: str, says: str) -> None:
    game = give(start(2), *answers)
    before = game.state(), game.decision, list(game.news)
    assert says in str(game.why_not(key))
    with pytest.raises(IllegalAnswer) as refused:
        game.answer(key)
    assert says in str(refused.value)
    assert (game.state(), game.decision, list(game.news)) == before


def test_nothing_but_points_and_the_senate_is_put_right_after_the_end_or_before_the_start() -> None:
    assert "first comes who starts" in str(new_game("trajan", "scorekeeper", 3).why_not("!score.0.+1.ship"))
    over = final(give(start(2), "!count"))
    assert "the game is over: only points and the senate" in str(over.why_not("!time.3"))
    bonus = until(start(2), "quarter.bonus")
    assert "the vote is over" in str(bonus.why_not("!senate.0.1.0"))


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
    with pytest.raises(IllegalAnswer, match="2 seats must stay"):
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
    assert all("none" not in field.values for field in fields(game, "!demands"))
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
        ("!time.1.3", "from 0 to 1"),
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
