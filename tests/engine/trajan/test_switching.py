"""A game that goes on in another way: "!way.scorekeeper" is an answer like any other, undone and recorded as such."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from engine import record
from engine.catalogue import new_game
from engine.errors import IllegalAnswer
from engine.game import TABLE, Game

SWITCH = "!way.scorekeeper"


def play(game: Game, chance: random.Random, while_: Callable[[], bool]) -> None:
    while game.decision is not None and while_():
        keys = game.decision.keys
        game.answer(chance.choices(keys, game.odds())[0] if game.decision.seat == TABLE else chance.choice(keys))
        game.check()


def position(game: Game) -> tuple[Any, ...]:
    return game.way.name, game.state(), game.decision, list(game.ledger), game.turn[0]


def begun(seed: int, answers: int) -> tuple[Game, random.Random]:
    """A referee's game after so many random answers, in its first turn at least."""
    chance = random.Random(seed)
    game = new_game("trajan", "referee", 2 + seed % 3)
    play(game, chance, lambda: len(game.past) < answers or not game.turn[0])
    return game, chance


@pytest.mark.parametrize("seed", range(8))
def test_the_switch_is_undone_like_any_answer_and_all_that_was_scored_stays(seed: int) -> None:
    game, chance = begun(seed, 90 + 30 * seed)
    before = position(game)
    game.answer(SWITCH)
    game.check()
    after = position(game)
    assert after[0] == "scorekeeper"
    assert after[3][: len(before[3])] == before[3]
    assert game.undo() == SWITCH
    assert position(game) == before
    game.answer(SWITCH)
    assert position(game) == after
    switched = len(game.past)
    play(game, chance, lambda: True)
    twin = game.copy(past=True)
    while len(twin.past) >= switched:
        twin.undo()
    assert position(twin) == before
    assert game.over and game.way.name == "scorekeeper"


def test_the_record_of_a_switched_game_begins_as_referee_and_replays_to_the_same_score() -> None:
    game, chance = begun(3, 200)
    game.answer(SWITCH)
    play(game, chance, lambda: True)
    text = record.write(game, record.header_of(game))
    assert "way: referee" in text and SWITCH in text
    again = record.replay(record.read(text))
    assert position(again) == position(game)


def test_there_is_no_way_on_before_the_first_turn_nor_back() -> None:
    game = new_game("trajan", "referee", 3)
    with pytest.raises(IllegalAnswer, match="no way to go on now"):
        game.answer(SWITCH)
    game, _ = begun(1, 120)
    assert SWITCH in [each.stem for each in game.amendments()]
    game.answer(SWITCH)
    with pytest.raises(IllegalAnswer, match="no way to go on now"):
        game.answer("!way.referee")
    with pytest.raises(IllegalAnswer, match="no way to go on now"):
        game.answer("!way")
    assert game.way.name == "scorekeeper"
