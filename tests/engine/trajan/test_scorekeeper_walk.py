"""Random games of the scorekeeper: every invariant after every answer, and all the way back."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.catalogue import new_game
from engine.errors import EngineError, IllegalAnswer
from engine.game import Game


def amendment(game: Game, chance: random.Random) -> str | None:
    offered = game.amendments()
    if not offered:
        return None
    one = chance.choice(offered)
    return ".".join([one.stem, *(chance.choice(field.values) for field in one.fields)])


def step(game: Game, chance: random.Random, amending: float) -> None:
    """One random answer or, now and then, a random correction of those that are offered."""
    if chance.random() < amending:
        key = amendment(game, chance)
        if key is not None and not key.startswith("!count"):
            try:
                game.answer(key)
            except IllegalAnswer as refused:
                assert str(refused)
            return
    assert game.decision is not None
    game.answer(chance.choice(game.decision.keys))


def snapshot(game: Game) -> tuple[object, ...]:
    return game.state(), game.decision, tuple(game.ledger), game.board.boxes(), tuple(game.turn)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 4), st.sampled_from([0.0, 0.08]), st.sampled_from(["16", "11", "8"]))
def test_invariants_hold_after_every_answer_and_undo_goes_all_the_way_back(
    seed: int, players: int, amending: float, loop: str
) -> None:
    chance = random.Random(seed)
    game = new_game("trajan", "scorekeeper", players, {"time_loop": loop})
    seen = [json.dumps(game.state())]
    while game.decision is not None:
        before = len(game.past)
        step(game, chance, amending)
        game.check()
        if len(game.past) > before:
            seen.append(json.dumps(game.state()))
    for state in reversed(seen[:-1]):
        game.undo()
        assert json.dumps(game.state()) == state
    assert game.past == [] and game.ledger == [] and game.trail == []


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 4))
def test_copies_are_independent(seed: int, players: int) -> None:
    chance = random.Random(seed)
    game = new_game("trajan", "scorekeeper", players)
    for _ in range(chance.randrange(60)):
        step(game, chance, 0.05)
    short, long, kept = game.copy(), game.copy(past=True), snapshot(game)
    assert snapshot(short) == snapshot(long) == kept
    for twin in (short, long):
        while twin.decision is not None:
            step(twin, chance, 0.05)
            twin.check()
        assert snapshot(game) == kept
    while long.past:
        long.undo()
    assert long.state() == new_game("trajan", "scorekeeper", players).state()
    assert snapshot(game) == kept


WORDS = (
    "!score !time !senate !turn !demands !leave !count ! 0 1 2 3 9 +3 -4 -0 +0 ٣ 01 1e3 ship other bread none build {x}"
)
PARTS = st.sampled_from([*WORDS.split(), "", " ", "tile.9"])


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 60), st.lists(PARTS, min_size=1, max_size=6).map(".".join) | st.text(max_size=12))
def test_a_key_that_is_refused_leaves_the_game_as_it_was(answers: int, key: str) -> None:
    chance = random.Random(answers)
    game = new_game("trajan", "scorekeeper", 3)
    for _ in range(answers):
        step(game, chance, 0.05)
    kept, news = snapshot(game), list(game.news)
    try:
        game.answer(key)
    except EngineError as refused:
        assert str(refused)
        assert (snapshot(game), game.news) == (kept, news)
    else:
        game.check()
        assert game.undo() == key
        assert snapshot(game) == kept


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_answer_can_be_named_explained_and_shown(players: int) -> None:
    chance = random.Random(players)
    game = new_game("trajan", "scorekeeper", players)
    kinds = set()
    while game.decision is not None:
        kinds.add(game.decision.kind)
        assert str(game.words()) and game.way.form(game) in ("list", "dial", "cells", "grid", "yes-no")
        assert game.way.usual(game) in (None, *game.decision.keys)
        for key in game.decision.keys:
            assert str(game.words(key)) and isinstance(game.way.icon(game, key), str)
            hint = game.way.hint(game, key)
            assert hint is None or str(hint.text)
        for key in (*game.others(), "nonsense", "99"):
            assert str(game.words(key)) and str(game.why_not(key))
            assert key not in game.decision.keys
            with pytest.raises(IllegalAnswer):
                game.answer(key)
        for entry in game.ledger:
            assert str(game.way.reason(entry.reason)) and str(game.way.when(entry.when))
        page = game.page()
        assert len(str(page.status)) <= 7 and len(page.rows) == players and len(page.marks) == 3
        json.dumps(game.state())
        step(game, chance, 0.0)
    assert {"start.player", "turn.markers", "turn.points", "demand.reveal", "quarter.unmet", "final.hand"} <= kinds
