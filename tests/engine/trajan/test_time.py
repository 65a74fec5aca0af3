"""Turns, the time loop, rounds and quarters. Rulings bear the numbers of the list in the rules' fact sheet."""

from __future__ import annotations

import pytest

from engine.errors import IllegalAnswer
from engine.game import TABLE, Game
from engine.words import Track
from tests.engine.trajan.evening import asked, final, give, idle, lines, settle, start, until


def at(game: Game) -> int:
    found: int = game.state()["time"]["at"]
    return found


@pytest.mark.parametrize(("players", "loop"), [(2, 11), (3, 16), (4, 21)])
def test_the_loop_has_five_spaces_a_player_and_the_start_space(players: int, loop: int) -> None:
    assert start(players).state()["time"] == {"loop": loop, "at": 0, "rounds_to_end": 0}


def test_a_counted_loop_is_used_as_counted() -> None:
    assert start(3, time_loop="17").state()["time"]["loop"] == 17
    assert start(4, time_loop="12/17/22").state()["time"]["loop"] == 22


def test_the_marker_moves_as_many_spaces_as_markers_were_sown_ruling_5() -> None:
    assert at(give(start(), "7")) == 7


def test_a_round_ends_after_the_complete_turn_ruling_1_and_the_demand_comes_after_it_ruling_2() -> None:
    game = give(start(), "12", "none", "4")
    assert asked(game) == (1, "turn.points"), "the marker has passed the start, and the turn goes on"
    give(game, "tile.9", "build.3", "senate")
    assert asked(game) == (TABLE, "demand.reveal")
    assert lines(game, 1) == [(9, "tile", "tile.9"), (3, "construction", "build.3"), (2, "senate", "space.1")]
    assert [str(game.way.when(entry.when)) for entry in game.ledger] == ["Q1 R1"] * 3
    give(game, "games")
    assert asked(game) == (2, "turn.markers")
    assert game.state()["round"] == 2


def test_reaching_the_start_space_exactly_ends_the_round() -> None:
    game = give(start(), "12", "none", "4", "none")
    assert asked(game) == (TABLE, "demand.reveal")
    assert at(game) == 0


def test_one_space_short_of_the_start_does_not_end_the_round() -> None:
    assert asked(give(start(), "12", "none", "3", "none")) == (2, "turn.markers")


def test_what_the_marker_overshoots_is_kept_ruling_4() -> None:
    game = give(start(), "12", "none", "7", "none", "bread")
    assert at(game) == 3
    assert str(game.page().left) == "13 left"


def test_seats_need_not_have_equal_turns_and_the_next_seat_starts_the_next_quarter_rulings_10_and_11() -> None:
    """Sixteen rounds end the game in the middle of a lap round the table; a quarter begins with the next seat."""
    game = start(3)
    turns = [0, 0, 0]
    next_one = 0
    quarters = []
    while not asked(game)[1].startswith("final"):
        seat, kind = asked(game)
        if kind == "turn.markers":
            assert seat == next_one, "clockwise, whatever ended in between"
            turns[seat] += 1
            next_one = (seat + 1) % 3
            if game.state()["quarter"] > len(quarters):
                quarters.append(seat)
            give(game, "10", "none")
        else:
            assert game.decision is not None
            give(game, "0" if kind == "quarter.unmet" else game.decision.keys[0])
    assert turns == [9, 9, 8], "16 rounds of 16 spaces are 256 spaces: 26 turns of ten markers"
    assert quarters == [0, 1, 1, 2], "quarters begin where the last one left off"


def test_the_quarter_ends_with_the_fourth_round_and_the_year_with_the_sixteenth() -> None:
    game = start(2)
    ended = {"round": 0, "quarter": 0}
    while game.decision is not None and not game.decision.kind.startswith("final"):
        give(
            game,
            {"turn.markers": "11", "turn.points": "none", "quarter.unmet": "0"}.get(
                game.decision.kind, game.decision.keys[0]
            ),
        )
        for item in game.news:
            if item.kind in ended:
                ended[item.kind] += 1
    assert ended == {"round": 16, "quarter": 4}


def test_a_loop_of_eleven_can_be_passed_twice_in_one_move() -> None:
    game = give(start(2), "10", "none", "12", "none")
    assert asked(game) == (TABLE, "demand.reveal")
    give(game, "bread", "games")
    assert asked(game) == (0, "turn.markers")
    assert (game.state()["round"], at(game)) == (3, 0)


def test_passing_twice_can_end_a_quarter_and_the_first_round_of_the_next() -> None:
    game = start(2)
    for demand in ("bread", "games", "religion"):
        give(game, "11", "none", demand)
    give(game, "10", "none", "12", "none")
    assert asked(game)[1] == "quarter.unmet"
    settle(game)
    give(game, "bread", "games")
    assert asked(game) == (TABLE, "demand.reveal")
    assert (game.state()["quarter"], game.state()["round"]) == (2, 1)
    give(game, "bread")
    assert (asked(game)[1], game.state()["round"]) == ("turn.markers", 2)


def test_passing_twice_may_be_ruled_to_end_one_round_only() -> None:
    game = give(start(2, double_crossing="one_round"), "10", "none", "12", "none", "bread")
    assert asked(game) == (0, "turn.markers")
    assert game.state()["round"] == 2


def test_the_hint_says_what_a_move_does_to_the_round() -> None:
    game = give(start(3), "10", "none")
    hints = {key: game.way.hint(game, key) for key in ("forgot", "3", "6", "8")}
    three, six, eight = hints["3"], hints["6"], hints["8"]
    assert three is not None and six is not None and eight is not None
    assert (str(three.text), three.strong, three.track) == ("3 left then", False, Track(16, 10, 3))
    assert (str(six.text), six.strong) == ("ends R1, 0 over", True)
    assert (str(eight.text), eight.track) == ("ends R1, 2 over", Track(16, 10, 8))


def test_the_hint_of_the_fourth_round_names_the_quarter_and_a_double_passing_both_rounds() -> None:
    game = until(start(3), "turn.markers")
    give(game, "!demands.bread.games.bread", "!time.4")
    hint = game.way.hint(game, "12")
    assert hint is not None and str(hint.text) == "ends Q1, 0 over"
    twice = give(start(2), "10", "none")
    hint = twice.way.hint(twice, "12")
    assert hint is not None and str(hint.text) == "ends 2 rounds, 0 over"


@pytest.mark.parametrize(
    ("quarter", "showing", "said"),
    [
        (1, 0, "ends 2 rounds, 0 over"),
        (1, 1, "ends 2 rounds, 0 over"),
        (1, 2, "ends R3 and Q1, 0 over"),
        (1, 3, "ends Q1 and R1, 0 over"),
        (4, 1, "ends 2 rounds, 0 over"),
        (4, 2, "ends the game"),
        (4, 3, "ends the game"),
    ],
)
def test_a_double_passing_says_that_it_ends_the_quarter_or_the_game(quarter: int, showing: int, said: str) -> None:
    game = start(2)
    for _ in range(quarter - 1):
        until(until(game, "quarter.bonus"), "turn.markers")
    left = [word for word, seen in game.state()["demands"]["seen"].items() for _ in range(5 - seen)]
    give(game, "!time.10", "!demands." + ".".join(left[:showing] or ["none"]))
    assert len(game.state()["demands"]["showing"]) == showing
    hint = game.way.hint(game, "12")
    assert hint is not None and (str(hint.text), hint.strong) == (said, True)
    give(game, "12", "none")
    seen = dict.fromkeys(("round", "quarter"), 0)
    while game.decision is not None and game.decision.kind not in ("turn.markers", "final.hand"):
        for item in game.news:
            seen[item.kind] = seen.get(item.kind, 0) + 1
        give(game, "0" if game.decision.kind == "quarter.unmet" else game.decision.keys[0])
    assert (asked(game)[1] == "final.hand") == (said == "ends the game")
    assert (seen["quarter"] == 1) == ("Q" in said or "game" in said)


def test_the_last_round_says_that_it_ends_the_game() -> None:
    game = start(3)
    for _ in range(3):
        until(until(game, "quarter.bonus"), "turn.markers")
    give(game, "!demands.games.religion.religion", "!time.10")
    hint = game.way.hint(game, "12")
    assert hint is not None and str(hint.text) == "ends the game"


def test_the_rule_beside_the_markers_says_that_reaching_the_start_is_enough() -> None:
    game = start()
    assert "On or past the start space" in " ".join(str(rule) for rule in game.way.rules(game))


# ---- points of a turn


def test_a_trajan_tile_is_followed_by_the_action_without_a_second_tile() -> None:
    game = give(start(), "3", "tile.9")
    assert asked(game) == (0, "turn.points")
    assert game.decision is not None and not [key for key in game.decision.keys if key.startswith("tile.")]
    assert str(game.words()) == "tile +9, and?" and str(game.words("none")) == "No more"
    with pytest.raises(IllegalAnswer, match="before the action"):
        game.answer("tile.5")


def test_a_construction_tile_may_grant_another_action_every_other_score_ends_the_turn() -> None:
    game = give(start(), "3", "build.3")
    assert asked(game) == (0, "turn.points")
    assert asked(give(game, "build.5")) == (0, "turn.points")
    assert asked(give(game, "none")) == (1, "turn.markers")
    for key in ("province.6", "ship.20", "senate"):
        mover = asked(game)[0]
        assert asked(give(game, "1", key)) == ((mover + 1) % 3, "turn.markers")


def test_other_points_have_an_amount_of_either_sign() -> None:
    game = give(start(), "1", "other", "-20", "1", "other", "40")
    assert (lines(game, 0), lines(game, 1)) == ([(-20, "other", "")], [(40, "other", "")])


def test_only_amounts_that_the_pieces_can_bring_are_offered() -> None:
    """Ruling 29 (a gray ship pays its gray values) and 37 (a legionnaire never costs points): 0 needs no answer."""
    offered = {}
    for players in (2, 3, 4):
        game = give(start(players), "1")
        assert game.decision is not None
        for source in ("build", "province", "ship", "tile"):
            values = [int(key.partition(".")[2]) for key in game.decision.keys if key.startswith(source + ".")]
            offered[players, source] = values
    assert offered[4, "build"] == [2, 3, 4, 5]
    assert offered[4, "tile"] == [1, 2, 3, 4, 5, 9]
    assert offered[4, "ship"] == [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 15, 20]
    assert offered[4, "province"] == [1, 2, 3, 4, 5, 6, 7, 10]
    assert offered[3, "province"] == [2, 3, 4, 5, 6, 7, 10]
    assert offered[2, "province"] == [2, 3, 5, 6, 7, 10]


# ---- what was forgotten


def test_forgotten_points_go_to_the_seat_before_and_the_question_comes_back() -> None:
    game = give(start(), "2", "none")
    assert game.decision is not None and game.decision.keys[:2] == ("forgot", "1")
    give(game, "forgot")
    assert asked(game) == (0, "turn.points")
    give(game, "tile.4", "senate")
    assert asked(game) == (1, "turn.markers")
    assert lines(game, 0) == [(4, "tile", "tile.4"), (2, "senate", "space.1")]
    assert game.turn[0] == 2 and at(game) == 2


def test_nothing_can_be_forgotten_before_the_first_turn_or_past_a_quarters_end() -> None:
    game = start()
    assert game.decision is not None and "forgot" not in game.decision.keys
    until(game, "quarter.bonus")
    give(game, "wine-fish", "bread")
    assert asked(game)[1] == "turn.markers" and "forgot" not in game.decision.keys
    assert str(game.why_not("forgot")) == "nobody who still plays has moved before in this quarter"


def test_what_was_forgotten_belongs_to_the_turn_and_the_round_of_the_seat_before() -> None:
    game = give(start(2), "9", "none", "2", "ship.6", "bread", "forgot", "ship.5", "forgot", "senate")
    give(game, "forgot", "other", "-3", "1", "none")
    assert [(entry.seat, entry.amount, entry.turn, str(game.way.when(entry.when))) for entry in game.ledger] == [
        (1, 6, 2, "Q1 R1"),
        (1, 5, 2, "Q1 R1"),
        (1, 2, 2, "Q1 R1"),
        (1, -3, 2, "Q1 R1"),
    ]


def test_the_turn_that_ends_a_quarter_can_hold_a_second_score() -> None:
    """An extra action tile in the last turn of a quarter, and of the game."""
    game = start(2)
    for quarter in range(1, 5):
        until(game, "quarter.unmet")
        last = game.state()["before"]
        before = game.state()["senate"][last]["space"]
        assert game.decision is not None and game.decision.keys == ("forgot", "0", "1", "2", "3")
        assert (str(game.words("forgot")), game.way.usual(game)) == (f"seat {last + 1} +", "0")
        hint = game.way.hint(game, "forgot")
        assert hint is not None and str(hint.text) == "what was forgotten"
        first = asked(game)[0]
        give(game, "forgot")
        assert asked(game) == (last, "turn.points")
        give(game, "senate")
        assert asked(game) == (first, "quarter.unmet") and game.state()["senate"][last]["space"] == before + 1
        entry = game.ledger[-1]
        assert (entry.seat, entry.turn, str(game.way.when(entry.when))) == (last, game.turn[0], f"Q{quarter} R4")
        give(game, "0")
        assert game.decision is not None and "forgot" not in game.decision.keys
        with pytest.raises(IllegalAnswer, match="comes before the first unmet demands"):
            game.answer("forgot")
        settle(game)
        while asked(game)[1] == "quarter.bonus":
            give(game, game.decision.keys[0])
    assert asked(game) == (0, "final.hand")


def test_what_was_forgotten_in_a_quarters_last_turn_may_still_be_entered_when_the_first_seat_leaves() -> None:
    game = until(start(4), "quarter.unmet")
    first, last = asked(game)[0], game.state()["before"]
    give(game, f"!leave.{first}")
    assert asked(game)[1] == "quarter.unmet" and game.decision is not None and game.decision.keys[0] == "forgot"
    give(game, f"!leave.{last}")
    assert game.decision is not None and "forgot" not in game.decision.keys
    assert str(game.why_not("forgot")) == f"seat {last + 1} has left"


def test_a_quarter_that_is_settled_stays_so_while_forgotten_points_are_entered() -> None:
    game = give(until(start(3), "quarter.unmet"), "forgot")
    with pytest.raises(IllegalAnswer, match="the quarter is over: 3 demands show"):
        game.answer("!demands.bread")
    with pytest.raises(IllegalAnswer, match="the turn is over"):
        game.answer("!turn.2")
    assert [each.stem for each in game.amendments() if each.stem == "!turn"] == []
    give(game, "!score.0.+3.ship")
    assert str(game.way.when(game.ledger[-1].when)) == "Q1 end"


def test_nothing_can_be_forgotten_by_a_seat_that_has_left() -> None:
    game = give(start(3), "2", "none", "!leave.0")
    assert str(game.why_not("forgot")) == "seat 1 has left"
    alone = give(start(3), "2", "!leave.0")
    assert str(alone.why_not("forgot")) == "nobody who still plays has moved before in this quarter"


@pytest.mark.parametrize(
    ("key", "says"),
    [
        ("0", "1 marker at least is sown"),
        ("-3", "1 marker at least is sown"),
        ("13", "12 markers at most lie in a tray"),
        ("007", "007 is written 7"),
        ("+7", "+7 is written 7"),
        ("0013", "12 markers at most lie in a tray"),
        ("seven", "seven is no answer to turn.markers"),
        ("²", "² is no answer to turn.markers"),
    ],
)
def test_a_number_of_markers_that_cannot_be_is_refused_for_what_is_wrong_with_it(key: str, says: str) -> None:
    assert says in str(start().why_not(key))


def test_other_numbers_are_refused_for_what_is_wrong_with_them() -> None:
    other = give(start(), "1", "other")
    assert str(other.why_not("0")) == "0 points are no score"
    assert str(other.why_not("-21")) == "−21 is too few: −20 at least".replace("−", "-")
    assert str(other.why_not("41")) == "41 is too many: 40 at most"
    unmet = until(start(), "quarter.unmet")
    assert str(unmet.why_not("4")) == "4 is too many: 3 at most"
    assert str(unmet.why_not("-1")) == "-1 is too few: 0 at least"


def test_seats_take_turns_clockwise_from_the_start_player() -> None:
    game = start(4, first=2)
    movers = []
    for _ in range(5):
        movers.append(asked(game)[0])
        idle(game)
    assert movers == [2, 3, 0, 1, 2]


def test_a_whole_evening_of_idle_turns_ends_with_nothing_but_the_end() -> None:
    game = final(until(start(2), "final.hand"))
    assert (game.over, game.totals(), asked(game)) == (True, [0, 0], (TABLE, "over"))
    assert game.state()["ended_early"] is False
