"""Whole games of lively players: every invariant after every answer, undo to the start, records, copies, words."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import record
from engine.catalogue import new_game
from engine.game import Game
from engine.hansa.liking import weights
from engine.hansa.points import FINAL
from tests.engine.whole_games import plays_and_goes_back, text_of

NAMES = ("Ana", "Bo", "Cyprian", "Göttrik", "Éva")
SWITCHES = (
    {},
    {"bank": "3-5-7-all", "drawn_marker": "shown"},
    {"end_turn_early": "only_when_stuck", "markers_inside_actions": "between_actions"},
)


def choose(game: Game, draw: random.Random) -> str:
    assert game.decision is not None
    return draw.choices(game.decision.keys, weights(game))[0]


def play(seed: int, players: int, **options: str) -> Game:
    draw, game = random.Random(seed), new_game("hansa", "referee", players, options)
    while not game.over:
        game.answer(choose(game, draw))
    return game


OF_BOARDS = (
    {"board": "east", "green_city_exchange": "yes"},
    {"board": "britannia", "region_tie": "shared", "permission_gained": "next_turn"},
)


# One game for each set of options, and the others where there is time.
SEEDS = [0, 4, 8, 9, 13, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2, 3, 5, 6, 7, 11, 12))]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_whole_game_keeps_every_invariant_and_goes_back_to_its_start(seed: int) -> None:
    draw = random.Random(seed)
    game = new_game("hansa", "referee", 3 + seed % 3, (*SWITCHES, *OF_BOARDS)[seed // 3])
    plays_and_goes_back(game, lambda game: choose(game, draw))
    assert list(game.standings().totals) == game.totals()


def test_a_copy_goes_its_own_way() -> None:
    draw, game = random.Random(5), new_game("hansa", "referee", 4)
    for _ in range(300):
        game.answer(choose(game, draw))
    before = game.state()
    copy, whole = game.copy(), game.copy(past=True)
    for twin in (copy, whole):
        for _ in range(50):
            twin.answer(choose(twin, draw))
        assert game.state() == before
    for _ in range(350):
        whole.undo()
    assert whole.state() == new_game("hansa", "referee", 4).state()


@settings(max_examples=15)
@given(st.integers(0, 2**32), st.integers(3, 5), st.sampled_from((*SWITCHES, *OF_BOARDS)), st.integers(0, 500))
def test_anything_that_may_be_answered_keeps_every_invariant(
    seed: int, players: int, options: dict[str, str], count: int
) -> None:
    """Uniformly random answers after a lively beginning, now and then taken back; refusals change nothing."""
    draw, game = random.Random(seed), new_game("hansa", "referee", players, options)
    for _ in range(count):
        if not game.over:
            game.answer(choose(game, draw))
    for _ in range(60):
        if game.decision is None:
            break
        if game.past and draw.random() < 0.2:
            game.undo()
        else:
            game.answer(draw.choice(game.decision.keys))
        game.check()
        assert len(set(game.decision.keys if game.decision else ())) == len(game.decision.keys if game.decision else ())


def recorded(name: str) -> tuple[Game, list[str]]:
    """The beginning of a game of the records, and its answers."""
    read = record.read(text_of(name))
    game = new_game("hansa", "referee", len(read.header.seats), read.header.options)
    return game, [given.key for given in read.answers]


@pytest.mark.parametrize("name", ["", "hansa-board-02", "hansa-board-06"])
def test_everything_said_in_a_game_can_be_said(name: str) -> None:
    """Questions, labels, hints, icons, rules, refusals and pages: none is empty, no label stands twice."""
    draw = random.Random(3)
    game, plan = recorded(name) if name else (new_game("hansa", "referee", 5), [])
    kinds = set()
    while game.decision is not None:
        keys = game.decision.keys
        if game.decision.kind not in kinds or draw.random() < 0.03:
            kinds.add(game.decision.kind)
            labels = [game.words(key).render(NAMES) for key in keys]
            assert len(set(labels)) == len(labels) and all(labels)
            assert max(map(len, labels)) <= 24
            assert len(game.words().render(NAMES)) <= 36
            for key in keys:
                game.way.icon(game, key)
                hint = game.way.hint(game, key)
                assert hint is None or hint.text.render(NAMES)
            assert game.way.usual(game) in (None, *keys)
            for reply in game.way.replies(game):
                twin = game.copy()
                for key in reply.keys:
                    twin.answer(key)
            assert game.way.rules(game)
            for key in game.others():
                assert key not in keys
                why = game.why_not(key).render(NAMES)
                assert "is no answer" not in why and not any(route in why for route in game.board.map.route)
            assert game.page().rows and game.page(0).notes
            json.dumps(game.state())
            assert game.way.boards(game, None)
            assert all(str(each.label) and each.stem[:1] == "!" for each in game.amendments())
        game.answer(plan[len(game.past)] if plan else choose(game, draw))
        for item in game.news:
            assert item.text.render(NAMES)
    assert len(kinds) > 15
    for entry in game.ledger:
        assert str(game.way.reason(entry.reason)) and game.way.when(entry.when).render()
        assert entry.place == "" or str(game.way.place(entry.place))
    assert {entry.when for entry in game.ledger if entry.reason == "network"} == {FINAL}


def test_the_ledger_is_the_track_and_the_summary() -> None:
    game = play(11, 4)
    for seat in range(4):
        rows = game.way.summary(game, seat)
        assert sum(row.number or 0 for row in rows) == game.totals()[seat]
