"""Changed entries, tiles drawn here, and games that no longer replay to what was stored."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from table_desk import Desk
from toy_title import TILES, Count, Strict, toy

from engine.errors import IllegalAnswer
from engine.game import Game
from engine.words import Text
from firmware_py.errors import Differs


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    made = Desk(tmp_path)
    made.new()
    return made


# ---- change


def test_a_changed_entry_replays_the_later_answers_and_goes_back_with_one_undo(desk: Desk) -> None:
    for keys in (("1",), ("2",), ("2",), ("bread",), ("2",)):
        desk.give(*keys)
    assert desk.table.game is not None and desk.table.game.totals() == [3, 2, 2]
    desk.table.change(1, "1", "knob")
    assert (desk.keys(), desk.table.game.totals()) == (["1", "1", "2", "bread", "2"], [3, 1, 2])
    assert desk.table.undo("knob").keys == ("2",)
    assert (desk.keys(), desk.table.game.totals()) == (["1", "2", "2", "bread", "2"], [3, 2, 2])
    desk.table.redo("knob")
    assert desk.keys() == ["1", "1", "2", "bread", "2"]
    desk.table.undo("knob")
    desk.table.undo("knob")
    assert desk.keys() == ["1", "2", "2", "bread"]


def test_a_change_outlives_a_restart_and_can_be_taken_back_after_it(desk: Desk) -> None:
    for key in ("1", "2", "2"):
        desk.give(key)
    desk.table.change(0, "2", "knob")
    desk.settle()
    desk = desk.again()
    assert desk.keys() == ["2", "2", "2"]
    desk.table.undo("knob")
    assert desk.keys() == ["1", "2", "2"]
    desk.settle()
    desk = desk.again()
    assert desk.keys() == ["1", "2", "2"]
    desk.table.redo("knob")
    assert desk.keys() == ["2", "2", "2"]


def test_what_was_changed_comes_back_changed_after_undo_and_redo(desk: Desk) -> None:
    desk.give("1", "2")
    desk.table.change(0, "2", "knob")
    desk.table.undo("knob")
    desk.table.undo("knob")
    assert desk.keys() == []
    desk.table.redo("knob")
    assert desk.keys() == ["1", "2"]
    desk.table.redo("knob")
    assert desk.keys() == ["2", "2"]


def test_a_change_after_which_a_later_answer_no_longer_fits_is_refused_naming_it(desk: Desk) -> None:
    desk.give("1")
    desk.give("3", "square")
    desk.give("2")
    revision = desk.table.revision
    with pytest.raises(IllegalAnswer) as refused:
        desk.table.change(1, "2", "knob")
    said = refused.value.text.render(desk.table.names)
    assert said == "Turn 2, Bo: key square does not fit then: another question is open"
    assert (desk.keys(), desk.table.revision) == (["1", "3", "square", "2"], revision)


def test_a_change_to_what_was_not_legal_then_is_refused(desk: Desk) -> None:
    desk.give("1")
    with pytest.raises(IllegalAnswer):
        desk.table.change(0, "9", "knob")
    with pytest.raises(IllegalAnswer):
        desk.table.change(5, "1", "knob")
    assert desk.keys() == ["1"]


# ---- draws


def test_the_companion_draws_after_the_input_and_one_back_takes_both(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.new(draws="companion")
    for key in ("1", "1"):
        desk.give(key)
    news = desk.table.give(("2",), "knob")
    tile = desk.keys()[-1]
    assert tile in TILES
    assert [(each.kind, each.text.render()) for each in news if each.kind == "drawn"] == [("drawn", f"key {tile}")]
    assert [each.kind for each in news] == ["points", "drawn", "revealed"]
    reveals = desk.table.undo_reveals()
    assert reveals is not None and reveals.render() == f"key {tile}"
    assert desk.table.undo("knob").keys == ("2",)
    assert desk.keys() == ["1", "1"]
    desk.table.redo("knob")
    assert desk.keys() == ["1", "1", "2", tile]


def test_a_draw_taken_back_comes_again_the_same_also_after_a_restart(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.new(draws="companion")
    for key in ("1", "1", "2"):
        desk.give(key)
    drawn = desk.keys()
    desk.table.undo("knob")
    desk.settle()
    desk = desk.again()
    desk.give("2")
    assert desk.keys() == drawn
    desk.settle()
    desk = desk.again()
    assert desk.keys() == drawn
    desk.table.undo("knob")
    assert desk.keys() == ["1", "1"]


def test_draws_follow_the_odds(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.new(turns=400, draws="companion")
    for _ in range(400):
        desk.give("1")
    game = desk.table.game
    assert game is not None
    shown = game.board.shown
    assert sum(shown) == 133
    assert 50 <= shown[0] <= 85  # two of four on average, the others one of four
    assert 18 <= shown[1] <= 50


def test_hands_may_leave_drawing_to_the_companion_in_mid_game(desk: Desk) -> None:
    for key in ("1", "1", "1"):
        desk.give(key)
    desk.table.set_draws("companion")
    assert desk.table.draws == "companion"
    assert desk.keys()[-1] in TILES and len(desk.keys()) == 4
    desk.settle()
    desk = desk.again()
    assert desk.table.draws == "companion"


# ---- differences


def played(desk: Desk) -> None:
    for keys in (("1",), ("2",), ("3", "round"), ("bread",), ("1",)):
        desk.give(*keys)
    desk.settle()


def test_a_game_that_does_not_replay_is_a_fault_with_a_place(desk: Desk) -> None:
    played(desk)

    class Later(Count):
        def state(self, game: Game, viewer: int | None) -> dict[str, object]:
            state = super().state(game, viewer)
            return {**state, "odd": 1} if game.turn[0] >= 4 else state

    desk = desk.again(title=toy(way=Later()))
    assert desk.table.game is None
    differs = desk.table.differs
    assert isinstance(differs, Differs)
    # the answer of turn 3 began turn 4, which looks otherwise now
    assert (differs.game, differs.turn, differs.totals) == (1, 3, (2, 2, 3))
    assert str(differs).startswith("game 1 differs in turn 3 from what was saved")
    assert [game.number for game in desk.table.unfinished()] == [1]


def test_play_can_go_on_from_the_last_answer_that_agrees(desk: Desk) -> None:
    played(desk)
    with closing(sqlite3.connect(desk.folder / "journal.sqlite")) as db:
        kept = db.execute("SELECT count(*) FROM operations").fetchone()[0]

    class Later(Count):
        def state(self, game: Game, viewer: int | None) -> dict[str, object]:
            state = super().state(game, viewer)
            return {**state, "odd": 1} if len(game.past) > 2 else state

    later = toy(way=Later())
    desk = desk.again(title=later)
    assert desk.table.differs is not None
    desk.table.open_agreed(1)
    desk.settle()
    assert (desk.table.differs, desk.keys()) == (None, ["1", "2"])
    desk.give("2")
    desk.settle()
    desk = desk.again(title=later)
    assert (desk.table.differs, desk.keys()) == (None, ["1", "2", "2"])
    desk.table.undo("knob")
    desk.table.undo("knob")
    assert desk.keys() == ["1"]
    with closing(sqlite3.connect(desk.folder / "journal.sqlite")) as db:
        assert db.execute("SELECT count(*) FROM operations").fetchone()[0] > kept  # nothing was deleted


def test_an_answer_that_the_title_no_longer_takes_is_a_difference_too(desk: Desk) -> None:
    played(desk)

    class NoThree(Count):
        def words(self, game: Game, key: str | None) -> Text:
            if key == "3":
                raise KeyError("three")
            return super().words(game, key)

    desk = desk.again(title=toy(way=NoThree()))
    assert desk.table.game is None
    assert desk.table.differs is not None
    assert (desk.table.differs.turn, desk.table.differs.agreed) == (3, 3)
    assert "three" in str(desk.table.differs)


def test_a_title_that_is_gone_is_said_and_other_games_go_on(desk: Desk) -> None:
    played(desk)
    desk = desk.again(title=toy(rules=2, way=Strict()))
    assert desk.table.differs is not None
    assert (desk.table.differs.agreed, desk.table.differs.totals) == (0, (2, 2, 3))
    assert "update the program" in str(desk.table.differs)
    errors: list[BaseException | None] = []
    desk.table.open_agreed(1, errors.append)
    desk.settle()
    assert isinstance(errors[0], Differs)
    desk.new()
    desk.give("2")
    assert desk.table.number == 2


def test_everything_agrees_with_the_program_that_wrote_it(desk: Desk) -> None:
    played(desk)
    desk.table.undo("knob")
    desk.table.change(0, "2", "knob")
    desk.give("1")
    desk.settle()
    desk = desk.again()
    assert desk.table.differs is None
    assert desk.keys() == ["2", "2", "3", "round", "bread", "1"]
