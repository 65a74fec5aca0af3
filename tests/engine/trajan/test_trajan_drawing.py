"""The drawing of Trajan's board: what lies there, what the open question asks for, and nothing of any hand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from plans import opened, refereed

from engine.catalogue import new_game
from engine.game import Game
from engine.trajan.kinds import GOODS, PROVINCES
from engine.words import Drawing, Space, Spot


def drawn(game: Game) -> Drawing:
    made = game.way.drawing(game, None)
    assert made is not None
    return made


def spot(drawing: Drawing, word: str) -> Spot:
    return next(each for each in drawing.spots if each.word == word)


def spaces(drawing: Drawing) -> list[Space]:
    return [space for each in drawing.spots for row in each.rows for space in row]


def evening(players: int, seed: int = 6) -> Iterator[Game]:
    """A whole game after each of its answers."""
    game = new_game("trajan", "referee", players)
    for key in refereed(seed, players, opened(players)):
        game.answer(key)
        yield game


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_lies_on_the_table_lies_on_the_drawing(players: int) -> None:
    for number, game in enumerate(evening(players)):
        if number % 7:
            continue
        board, drawing = game.board, drawn(game)
        for province, word in enumerate(PROVINCES):
            (row,) = spot(drawing, word).rows
            tiles = [space.tag for space in row if space.tag]
            assert tiles == ([GOODS[board.lying[province] - 1]] if board.lying[province] else [])
            for shape, there in (("square", [board.legion[seat] >> province & 1 for seat in range(players)]),
                                 ("round", [board.leader[seat] == province for seat in range(players)])):  # fmt: skip
                shown = [space.piece.seat for space in row if space.piece is not None and space.piece.shape == shape]
                assert [seat for seat in shown if seat is not None] == [seat for seat in range(players) if there[seat]]
        assert sum(len(row) for row in spot(drawing, "forum").rows) == sum(board.market)
        assert sum(map(len, spot(drawing, "construction").rows)) == len(board.standing)
        discs = "".join(space.piece.sign for space in spot(drawing, "senate").rows[0] if space.piece is not None)
        assert sorted(discs) == [str(seat + 1) for seat in range(players)]
        assert [each.seat for each in drawing.spots if each.seat is not None] == list(range(players))


def test_each_tray_has_its_markers_by_colour_as_its_words_say() -> None:
    game = list(evening(3))[-40]
    for seat in range(3):
        for tray in spot(drawn(game), f"mat.{seat}").rows[0]:
            assert tray.sign == (str(len(tray.within)) if tray.within else "")
            said = str(tray.label).partition(": ")[2]
            counts = {colour: tray.within.count(colour) for colour in dict.fromkeys(tray.within)}
            assert said == ", ".join(f"{count} {colour}" for colour, count in counts.items())
    assert sum(len(tray.within) for tray in spot(drawn(game), "mat.0").rows[0]) == 12


def test_whatever_is_asked_for_and_has_a_tag_is_answered_by_that_tag() -> None:
    asked: set[str] = set()
    for game in evening(3):
        drawing = drawn(game)
        for each in (*drawing.spots, *spaces(drawing)):
            if each.keys and each.tag:
                assert game.decision is not None
                named = set(game.way.named(game, each.tag))
                assert named & set(each.keys), (game.decision.kind, each.tag)
                asked.add(game.decision.kind)
    assert asked >= {"action.military", "action.forum", "action.construction", "action.trajan", "demand.reveal"}


def test_no_picture_tells_what_is_in_a_hand() -> None:
    for number, game in enumerate(evening(2)):
        if number % 40 == 0:
            twin = game.copy()
            twin.board.hand[:] = [card + 1 for card in twin.board.hand]
            assert drawn(twin) == drawn(game)


def test_the_trays_that_may_be_sown_are_asked_for_on_the_mat_of_their_seat() -> None:
    for game in evening(3):
        if game.decision is not None and game.decision.kind == "sow.tray":
            mats = [each for each in drawn(game).spots if each.seat is not None]
            lit = {each.seat: [space.keys[0] for space in each.rows[0] if space.keys] for each in mats}
            assert lit.pop(game.decision.seat) == list(game.decision.keys)
            assert not any(lit.values())


def test_the_scorekeeper_knows_no_board() -> None:
    game = new_game("trajan", "scorekeeper", 3)
    assert game.way.drawing(game, None) is None
