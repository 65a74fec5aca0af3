"""The time marker put right in a referee's game and beyond: which rounds end follows from where it came and where it
stands, whoever keeps the game, and a referee can be told as a scorekeeper can."""

from __future__ import annotations

import pytest

from engine.catalogue import new_game
from engine.errors import IllegalAnswer
from engine.game import TABLE, Game
from engine.words import Field
from tests.engine.trajan.tabletop import asked, asked_again, give, keys, on_forum, table, trays


def sown(at: int) -> Game:
    """One marker sown from a time marker on that space of a loop of 11; the forum's action is asked."""
    game = on_forum(table(), "forum.bread", "forum.games")
    give(game, f"!time.{at}")
    trays(game, 0, seaport="B", military="BYYGGOOPPWW")
    return give(asked_again(game), "seaport")


def rounds_ending(game: Game) -> int:
    found: int = game.state()["time"]["rounds_to_end"]
    return found


def fields(game: Game) -> list[Field]:
    return next(list(each.fields) for each in game.amendments() if each.stem == "!time")


@pytest.mark.parametrize("on", [(), ("!way.scorekeeper",)])
@pytest.mark.parametrize(("came_from", "stands", "rounds"), [(9, 1, 1), (9, 10, 0), (4, 6, 0), (4, 0, 1)])
def test_where_the_marker_came_from_and_where_it_stands_say_whether_a_round_ends(
    on: tuple[str, ...], came_from: int, stands: int, rounds: int
) -> None:
    game = give(sown(came_from), *on, f"!time.{stands}")
    assert (game.state()["time"]["at"], rounds_ending(game)) == (stands, rounds)


def test_the_marker_that_passed_the_start_still_has_when_a_scorekeeper_put_it_one_space_further() -> None:
    game = give(sown(10), "!way.scorekeeper", "!time.1", "none")
    assert asked(game) == (TABLE, "demand.reveal")


def test_a_referee_is_told_how_many_rounds_end_with_the_turn() -> None:
    game = sown(4)
    assert [each.present for each in fields(game)] == ["5", "0"]
    give(game, "!time.5.1", "skip")
    assert asked(game) == (TABLE, "demand.reveal")
    game = give(sown(10), "!time.10.0", "skip")
    assert asked(game) == (1, "sow.tray") and game.state()["round"] == 1


def test_a_round_that_ended_unnoticed_ends_before_the_next_markers_are_sown() -> None:
    game = give(sown(8), "skip", "!time.2.1")
    assert asked(game) == (TABLE, "demand.reveal") and len(fields(game)) == 1
    before = game.turn[0]
    give(game, "bread")
    assert asked(game) == (1, "sow.tray") and (game.state()["round"], game.turn[0]) == (2, before)
    while game.past:
        game.undo()
        game.check()
    assert asked(game) == (0, "sow.tray")


def test_a_quarter_that_ended_unnoticed_is_settled_and_laid_out_before_the_next_markers_are_sown() -> None:
    game = give(sown(8), "skip", "!demands.bread.games.religion", "!time.2.1")
    while asked(game)[1] != "sow.tray":
        give(game, keys(game)[0])
    assert asked(game)[0] == 1 and (game.state()["quarter"], game.state()["round"]) == (2, 1)


def test_a_scorekeeper_goes_on_while_a_round_that_ended_unnoticed_ends() -> None:
    game = give(sown(8), "skip", "!time.2.1", "!way.scorekeeper")
    assert asked(game) == (TABLE, "demand.reveal")
    assert asked(give(game, "bread")) == (1, "turn.markers")
    assert asked(give(game, "3", "none")) == (0, "turn.markers")


def test_no_round_ends_while_markers_are_in_the_hand() -> None:
    game = table()
    trays(game, 0, seaport="BY", military="BYGGOOPPWW")
    give(asked_again(game), "seaport")
    assert asked(game)[1] == "sow.colour" and len(fields(game)) == 1
    with pytest.raises(IllegalAnswer, match="sow the markers in the hand first"):
        game.answer("!time.3.1")


def test_the_only_tile_of_a_kind_is_said_to_have_been_laid_out() -> None:
    game = new_game("trajan", "referee", 2)
    give(game, "seat.0", "forum.extra-senate", "forum.wild-extra", "forum.wild-extra")
    assert str(game.why_not("forum.extra-senate")) == "extra senate has been laid out"
    assert str(game.why_not("forum.wild-extra")) == "all 2 tiles wild extra action have been laid out"
