"""Whatever is answered, asked or corrected, an engine's refusal is the worst that happens, and it changes nothing."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.catalogue import new_game
from engine.errors import EngineError
from engine.game import Game
from engine.hansa.liking import weights

WORDS = (
    *(
        "!score",
        "!supply",
        "!desk",
        "!post",
        "!office",
        "!marker",
        "!actions",
        "!turn",
        "!count",
        "!cities",
        "!markers",
    ),
    *("!used", "!eastwest", "!special", "!leave", "!option", "hamburg", "luebeck", "hamburg-luebeck", "trader", "none"),
    *("merchant", "keys", "exchange", "develop", "office", "extra", "ability", "prestige", "marker", "seat", "coin"),
    *("0", "1", "2", "7", "-1", "+1", "99", "²", "٣", "", "name_routes", "drawn_marker", "yes", "other", "1-2", "x"),
)
KEYS = st.one_of(st.text(max_size=30), st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).map(".".join))


def at(way: str, seed: int, count: int) -> Game:
    draw, game = random.Random(seed), new_game("hansa", way, 4)
    for _ in range(count):
        if game.decision is not None:
            likely = weights(game) if way == "referee" else None
            game.answer(draw.choices(game.decision.keys, likely)[0])
    return game


@pytest.mark.parametrize("way", ["referee", "scorekeeper"])
@settings(max_examples=60)
@given(st.integers(0, 9), st.integers(0, 250), st.lists(KEYS, min_size=1, max_size=8))
def test_no_key_does_harm(way: str, seed: int, count: int, keys: list[str]) -> None:
    game = at(way, seed, count if way == "referee" else count % 25)
    for key in keys:
        before, answers = json.dumps(game.state(), sort_keys=True), len(game.past)
        assert str(game.why_not(key)) and (str(game.words(key)) or not key)
        game.way.icon(game, key)
        game.way.hint(game, key)
        game.way.named(game, key)
        str(game.way.reason(key)), str(game.way.place(key))
        try:
            game.answer(key)
        except EngineError:
            assert (json.dumps(game.state(), sort_keys=True), len(game.past)) == (before, answers)
        else:
            game.check()
            game.undo()
            assert (json.dumps(game.state(), sort_keys=True), len(game.past)) == (before, answers)
