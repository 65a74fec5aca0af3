"""An earlier answer put right in a real title: answers that enter nothing more go and come with their question."""

from __future__ import annotations

import random

import pytest
from plans import kept_score

from engine import catalogue
from engine.errors import IllegalAnswer
from firmware_py.folding import Play
from firmware_py.operations import Start

TRAJAN = ("seat.0", "2", "build.5", "none", "3", "senate", "2", "province.4")  # Ana, Bo, Cy; Ana is to move
HANSA = ("seat.0", "claim", "seat.1", "none", "coin.1", "done", "next", "next")


def played(title: str, *keys: str) -> Play:
    names, colours = ("Ana", "Bo", "Cy"), catalogue.title(title).colours[:3]
    start = Start(title, 1, "scorekeeper", 3, {}, names, colours, "", "", "table", "")
    play = Play(1, start, catalogue.new_game(title, "scorekeeper", 3))
    for key in keys:
        play.give((key,))
    return play


def keys(play: Play) -> tuple[str, ...]:
    return tuple(past.key for past in play.game.past)


@pytest.mark.parametrize(
    ("answer", "key", "then", "totals"),
    [
        (2, "none", ("seat.0", "2", "none", "3", "senate", "2", "province.4"), [0, 2, 4]),
        (2, "senate", ("seat.0", "2", "senate", "3", "senate", "2", "province.4"), [2, 2, 4]),
        (5, "build.3", ("seat.0", "2", "build.5", "none", "3", "build.3", "none", "2", "province.4"), [5, 3, 4]),
        (7, "tile.9", ("seat.0", "2", "build.5", "none", "3", "senate", "2", "tile.9"), [5, 2, 9]),
    ],
)
def test_a_score_becomes_none_or_another_and_one_undo_brings_every_answer_back(
    answer: int, key: str, then: tuple[str, ...], totals: list[int]
) -> None:
    play = played("trajan", *TRAJAN)
    play.change(answer, key)
    assert (keys(play), play.game.totals()) == (then, totals)
    play.undo()
    assert keys(play) == TRAJAN
    play.redo()
    assert keys(play) == then


def test_the_inputs_before_a_change_are_taken_back_one_by_one_as_they_were_given() -> None:
    play = played("trajan", *TRAJAN)
    play.change(2, "none")
    for left in range(len(TRAJAN), -1, -1):
        play.undo()
        assert keys(play) == TRAJAN[:left]


def test_a_second_score_of_the_turn_stays_in_the_way_of_a_change_that_ends_the_turn() -> None:
    play = played("trajan", "seat.0", "2", "build.5", "ship.4", "2", "none")
    with pytest.raises(IllegalAnswer):
        play.change(2, "senate")
    assert keys(play) == ("seat.0", "2", "build.5", "ship.4", "2", "none")
    play.change(3, "none")
    assert (keys(play), play.game.totals()) == (("seat.0", "2", "build.5", "none", "2", "none"), [5, 0, 0])


def test_a_correction_in_between_is_made_again_where_it_was() -> None:
    play = played("trajan", "seat.0", "2", "build.5", "!score.1.+3.ship", "none", "2", "none")
    play.change(2, "none")
    assert keys(play) == ("seat.0", "2", "none", "!score.1.+3.ship", "2", "none")
    play.undo()
    assert keys(play) == ("seat.0", "2", "build.5", "!score.1.+3.ship", "none", "2", "none")


def test_a_city_of_a_claim_becomes_nobodys_and_a_coin_that_was_none_goes() -> None:
    play = played("hansa", *HANSA)
    assert play.game.totals() == [1, 1, 0]
    play.change(2, "none")
    assert (keys(play), play.game.totals()) == (
        ("seat.0", "claim", "none", "coin.1", "done", "next", "next"),
        [1, 0, 0],
    )
    play.undo()
    play.change(4, "done")
    assert (keys(play), play.game.totals()) == (
        ("seat.0", "claim", "seat.1", "none", "done", "next", "next"),
        [0, 1, 0],
    )


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_changed_one_undo_brings_every_answer_back(seed: int) -> None:
    chance = random.Random(seed)
    story = kept_score(seed)[:60]
    play = played("trajan", *story)
    taken = 0
    for _ in range(40):
        answer = chance.randrange(len(story))
        then = play.game.copy(past=True)
        while len(then.past) > answer:
            then.undo()
        assert then.decision is not None
        try:
            play.change(answer, chance.choice(then.decision.keys))
        except IllegalAnswer:
            assert keys(play) == tuple(story)
            continue
        taken += 1
        play.game.check()
        play.undo()
        assert keys(play) == tuple(story)
    assert taken > 5
