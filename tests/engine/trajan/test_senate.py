"""The senate: climbing, votes, every level of a tie, bonus tiles, the new stack."""

from __future__ import annotations

import pytest

from engine.errors import IllegalAnswer
from engine.game import Game
from tests.engine.trajan.evening import asked, give, lines, settle, start, until


def discs(game: Game) -> list[tuple[int, int]]:
    """Space and height of each seat's disc."""
    return [(each["space"], each["height"]) for each in game.state()["senate"]]


def hint_of(game: Game, key: str) -> str:
    hint = game.way.hint(game, key)
    assert hint is not None
    return str(hint.text)


def bonus(game: Game, *tiles: str) -> Game:
    """The bonus tiles go out: to the consul, then to the vice-consul."""
    return give(settle(until(game, "quarter.unmet")), *tiles)


def climb(game: Game, *seats: int) -> Game:
    """Turns of one marker in which these seats, and no others, take senate actions, in that order."""
    wanted = list(seats)
    while wanted:
        if asked(game)[1] == "turn.markers":
            scores = asked(game)[0] == wanted[0]
            give(game, "1", "senate" if scores else "none")
            if scores:
                wanted.pop(0)
        else:
            until(game, "turn.markers")
    return game


def test_the_stack_at_the_start_has_the_start_player_lowest_then_clockwise_upward() -> None:
    assert discs(start(4, first=2)) == [(0, 2), (0, 3), (0, 0), (0, 1)]


def test_a_climb_is_worth_2_to_8_on_the_seven_spaces() -> None:
    game = give(start(2), "1", "none")
    for _ in range(7):
        give(game, "forgot", "senate")
    assert [amount for amount, _, _ in lines(game, 0, "senate")] == [2, 3, 4, 5, 6, 7, 8]


def test_on_the_last_space_the_action_does_nothing_ruling_59() -> None:
    game = give(start(), "!senate.0.7.0", "1")
    assert game.decision is not None and "senate" not in game.decision.keys and "senate" in game.others()
    with pytest.raises(IllegalAnswer, match="last space of the senate"):
        game.answer("senate")
    assert discs(give(game, "none"))[0] == (7, 0)


def test_a_disc_that_arrives_lies_on_top_and_those_above_the_one_that_left_sink() -> None:
    game = climb(start(3), 1, 0)
    assert discs(game) == [(1, 1), (1, 0), (0, 0)]
    climb(game, 1)
    assert discs(game) == [(1, 0), (2, 0), (0, 0)]


def test_the_grid_and_the_hint_say_what_the_senate_would_bring() -> None:
    game = give(start(), "!senate.0.2.0", "1")
    assert str(game.words("senate")) == "senate 4"


# ---- the vote


def test_most_votes_of_space_and_tiles_make_the_consul() -> None:
    game = give(start(3), "!senate.0.5.0", "!senate.1.3.0", "!senate.2.1.0")  # 6, 4 and 2 votes
    settle(until(game, "quarter.unmet"), votes={2: "5", 1: "3"})  # 6, 7, 7
    assert asked(game) == (1, "quarter.bonus")
    assert [(row.seat, row.number) for row in game.way.result(game)] == [(1, 7), (2, 7), (0, 6)]


def test_equal_votes_go_to_the_disc_further_along_ruling_56() -> None:
    game = give(start(2), "!senate.0.2.0", "!senate.1.4.0")  # 3 and 5 votes
    settle(until(game, "quarter.unmet"), votes={0: "2"})
    assert [row.seat for row in game.way.result(game)] == [1, 0]


def test_equal_votes_and_space_go_to_the_disc_higher_in_the_stack_ruling_56() -> None:
    """Who came later lies higher; on the start space the order is that of the last vote."""
    game = settle(until(climb(start(2), 1, 0), "quarter.unmet"))
    assert [row.seat for row in game.way.result(game)] == [0, 1]
    assert [row.seat for row in game.way.result(settle(until(start(3, first=1), "quarter.unmet")))] == [0, 2, 1]


def test_the_hint_of_the_vote_reckons_with_the_tiles_that_would_be_said() -> None:
    game = give(start(3), "!senate.0.3.0", "!senate.1.5.0")
    until(game, "quarter.votes")
    while asked(game)[0] != 0:
        give(game, "0")
    none, five = game.way.hint(game, "0"), game.way.hint(game, "5")
    assert none is not None and five is not None
    assert none.text.render(["Ana", "Bo", "Cy"]) == "space 4 + tiles 0 = 4\nnow Bo, 6 to 4"
    assert five.text.render(["Ana", "Bo", "Cy"]) == "space 4 + tiles 5 = 9\nnow Ana, 9 to 6"


def test_no_hint_is_longer_than_a_line_whatever_the_names() -> None:
    """28 letters of the small type; what is cut off there would be the numbers."""
    game, names = start(4), ["Maximiliana1", "Bartholomeus", "Wwwwwwwwwwww", "Mmmmmmmmmmmm"]
    give(game, *(f"!senate.{seat}.7.{seat}" for seat in range(4)))
    long, kinds = [], set()
    while game.decision is not None:
        kinds.add(game.decision.kind)
        hints = [game.way.hint(game, key) for key in game.decision.keys]
        lines = [line for hint in hints if hint for line in hint.text.render(names).split("\n")]
        long += [line for line in lines if len(line) > 28]
        give(
            game,
            {"turn.markers": "12", "turn.points": "none", "quarter.unmet": "0"}.get(
                game.decision.kind, game.decision.keys[-1]
            ),
        )
    assert long == [] and {"quarter.votes", "quarter.bonus", "final.hand"} <= kinds


def test_all_vote_tiles_go_and_none_can_be_saved_ruling_58() -> None:
    """Three tiles each of 2, 3, 4 and 5 votes, 42 in all: whatever was said in one quarter is missing in the next."""
    game = until(start(2), "quarter.votes")
    assert game.decision is not None
    assert game.decision.keys == tuple(str(n) for n in range(43) if n not in (1, 41))
    give(game, "42")
    assert asked(game)[1] == "quarter.bonus", "no tile is left for the other seat: not asked"
    assert ("forced", "vote tiles: 0") in [(item.kind, str(item.text)) for item in game.news]
    give(game, "bread", "games")
    assert [each["votes"] for each in game.state()["senate"]] == [0, 0]
    settle(until(game, "quarter.unmet"))
    assert asked(game)[1] == "quarter.bonus"


def test_a_sum_that_the_tiles_left_cannot_make_is_not_offered() -> None:
    game = give(until(start(2), "quarter.votes"), "38")  # all but 4, or all but 2 and 2
    assert game.decision is not None and game.decision.keys == ("0", "2", "4")
    with pytest.raises(IllegalAnswer, match="the vote tiles left cannot make 3"):
        game.answer("3")


def test_the_consul_picks_a_bonus_tile_yellow_and_the_vice_consul_has_the_other_gray() -> None:
    game = bonus(give(start(3), "!senate.2.3.0"), "wine-fish", "bread")
    assert game.state()["bonus"] == {
        "wine-fish": {"seat": 2, "side": "yellow"},
        "bread": {"seat": 1, "side": "gray"},
    }


def test_the_words_of_the_bonus_tiles_say_what_a_side_brings() -> None:
    game = settle(until(start(3), "quarter.unmet"))
    assert (str(game.words()), str(game.words("wine-fish")), str(game.words("bread"))) == (
        "consul picks",
        "wine + fish",
        "bread left",
    )
    assert [hint_of(game, key) for key in ("wine-fish", "bread", "workers", "yellow")] == [
        "3 each",
        "9 once",
        "1 each",
        "3 each",
    ]
    give(game, "wine-fish")
    assert str(game.words()) == "vice-consul takes"
    assert [hint_of(game, key) for key in ("bread", "workers", "legionnaires")] == ["6 once", "½ each", "1 each"]


def test_a_bonus_tile_that_somebody_has_cannot_be_taken_again() -> None:
    game = bonus(start(3), "wine-fish", "bread")
    settle(until(game, "quarter.unmet"))
    assert game.decision is not None and len(game.decision.keys) == 10
    with pytest.raises(IllegalAnswer, match="wine"):
        game.answer("wine-fish")


def test_with_two_players_both_take_one_each_quarter_and_end_with_five() -> None:
    """Four from the quarters; the fifth is the one drawn at the start, asked for in final scoring."""
    game = start(2)
    for _ in range(4):
        until(game, "quarter.bonus")
        assert game.decision is not None
        give(game, *game.decision.keys[:2])
    until(game, "final.start")
    owners = [each["seat"] for each in game.state()["bonus"].values()]
    assert (owners.count(0), owners.count(1)) == (4, 4)


def test_a_vice_consul_without_a_vote_takes_a_tile_unless_the_table_rules_otherwise() -> None:
    plain = bonus(give(start(3), "!senate.0.1.0"), "bread", "games")
    assert len(plain.state()["bonus"]) == 2
    strict = bonus(give(start(3, vice_consul_needs_vote="yes"), "!senate.0.1.0"), "bread")
    assert (asked(strict)[1], list(strict.state()["bonus"])) == ("turn.markers", ["bread"])
    voted = give(start(3, vice_consul_needs_vote="yes"), "!senate.0.1.0", "!senate.1.1.0")
    assert asked(bonus(voted, "bread"))[1] == "quarter.bonus"


def test_discs_go_back_in_one_stack_fewest_votes_lowest_consul_on_top_ruling_62() -> None:
    game = give(start(4), "!senate.0.2.0", "!senate.1.5.0", "!senate.2.1.0", "!senate.3.4.0")
    settle(until(game, "quarter.unmet"), votes={2: "9"})  # 3, 6, 11, 5
    assert [str(row.note) for row in game.way.result(game) if row.note] == ["Stack: seat 3, seat 2, seat 4, seat 1"]
    give(game, "bread", "games")
    assert discs(game) == [(0, 0), (0, 2), (0, 3), (0, 1)]
    assert game.way.result(game) == []


def offices(game: Game) -> list[tuple[int, str]]:
    """Who is shown as consul and vice-consul, on the page of the result and on every other."""
    shown = [(row.seat, row.icon.removesuffix("16")) for row in game.way.result(game)]
    page = [(row.seat, row.icon) for row in game.page().rows]
    found = sorted((seat, icon) for seat, icon in shown if icon in ("consul", "vice") and seat is not None)
    assert found == sorted((seat, icon) for seat, icon in page if icon in ("consul", "vice"))
    return found


def test_who_is_next_by_votes_has_the_bonus_tile_of_a_consul_that_leaves_before_picking() -> None:
    game = give(start(4), "!senate.0.5.0", "!senate.1.4.0", "!senate.2.3.0")
    settle(until(game, "quarter.unmet"))
    assert asked(game) == (0, "quarter.bonus") and offices(game) == [(0, "consul"), (1, "vice")]
    give(game, "!leave.0")
    assert asked(game) == (1, "quarter.bonus") and str(game.words()) == "consul picks"
    assert offices(game) == [(1, "consul"), (2, "vice")]
    give(game, "bread")
    assert asked(game) == (2, "quarter.bonus") and str(game.words()) == "vice-consul takes"
    give(game, "games")
    assert game.state()["bonus"] == {"bread": {"seat": 1, "side": "yellow"}, "games": {"seat": 2, "side": "gray"}}
    assert [each and each["height"] for each in game.state()["senate"]] == [None, 2, 1, 0]


def test_a_vice_consul_that_leaves_before_taking_is_followed_by_the_next() -> None:
    game = give(start(4), "!senate.0.5.0", "!senate.1.4.0", "!senate.2.3.0")
    give(settle(until(game, "quarter.unmet")), "bread", "!leave.1")
    assert asked(game) == (2, "quarter.bonus") and str(game.words()) == "vice-consul takes"
    assert offices(game) == [(0, "consul"), (2, "vice")]
    give(game, "games")
    assert game.state()["bonus"]["games"] == {"seat": 2, "side": "gray"}


def test_a_consul_that_leaves_after_picking_leaves_the_vice_consul_what_it_is() -> None:
    game = give(start(4), "!senate.0.5.0", "!senate.1.4.0", "!senate.2.3.0")
    give(settle(until(game, "quarter.unmet")), "bread", "!leave.0")
    assert asked(game) == (1, "quarter.bonus") and str(game.words()) == "vice-consul takes"
    assert offices(game) == [(1, "vice")]
    give(game, "!leave.1")
    assert asked(game) == (2, "quarter.bonus") and offices(game) == [(2, "vice")]
    give(game, "games")
    assert game.state()["bonus"]["games"] == {"seat": 2, "side": "gray"} and asked(game)[1] == "turn.markers"


def test_a_vice_consul_that_follows_needs_a_vote_where_the_table_rules_so() -> None:
    game = give(start(3, vice_consul_needs_vote="yes"), "!senate.0.5.0", "!senate.1.4.0")
    give(settle(until(game, "quarter.unmet")), "!leave.0")
    assert asked(game) == (1, "quarter.bonus") and str(game.words()) == "consul picks"
    assert asked(give(game, "bread"))[1] == "turn.markers"


def test_the_page_marks_who_leads_the_senate() -> None:
    game = give(start(4), "!senate.1.3.0", "!senate.3.2.0")
    assert [(row.icon, row.aside) for row in game.page().rows] == [("vote", 0), ("consul", 4), ("vote", 0), ("vice", 3)]
