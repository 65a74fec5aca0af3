"""Games over all modules and numbers of players, by chance: every invariant, undo, records, words, secrets, any key."""

from __future__ import annotations

import json
import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.catalogue import new_game
from engine.errors import EngineError
from engine.game import TABLE, Game
from engine.hansa.missions import CARDS
from tests.engine.hansa.test_second_modules import MODULES
from tests.engine.hansa.test_second_table import OPTIONS
from tests.engine.whole_games import plays_and_goes_back

NAMES = ("Ana", "Bo", "Cyprian", "Göttrik", "Éva")
BOARDS = ("standard", "standard", "standard", "east", "britannia")
CHOICES = {**OPTIONS, **MODULES, "board": BOARDS}
WORDS = ("!tile", "!mission", "!tribute", "!block", "!option", "favour", "action", "cities", "0", "1", "2", "9", "none")
MORE = ("markers_in_emperor_turn", "hamburg-luebeck", CARDS[0], "trader", "", "x", "²")
KEYS = st.lists(st.sampled_from((*WORDS, *MORE)), min_size=1, max_size=4).map(".".join)


def modular(way: str, seed: int) -> tuple[Game, random.Random]:
    """A game with options that the seed draws, and the chance that goes on from there."""
    draw = random.Random(seed)
    options = {name: draw.choice(values) for name, values in CHOICES.items()}
    fewest = 3 if way == "referee" or options["board"] != "standard" else 2
    return new_game("hansa", way, draw.randint(fewest, 5), options), draw


def choose(game: Game, draw: random.Random) -> str:
    assert game.decision is not None
    if draw.random() < 0.1:
        return draw.choice(game.decision.keys)
    weights = game.odds() if game.decision.seat == TABLE else game.way.liking(game)
    return draw.choices(game.decision.keys, weights)[0]


def say(game: Game) -> None:
    """Everything that is said and shown of the open question."""
    assert game.decision is not None
    keys = game.decision.keys
    labels = [game.words(key).render(NAMES) for key in keys]
    assert len(set(labels)) == len(labels) and all(labels) and max(map(len, labels)) <= 24
    assert 0 < len(game.words().render(NAMES)) <= 36
    for key in keys:
        game.way.icon(game, key)
        hint = game.way.hint(game, key)
        assert hint is None or hint.text.render(NAMES)
    assert game.way.usual(game) in (None, *keys)
    assert game.way.rules(game), game.decision.kind
    for key in game.others():
        assert key not in keys
        assert "is no answer" not in game.why_not(key).render(NAMES)
    for viewer in (None, 0, game.players - 1):
        assert json.dumps(game.state(viewer)) and game.page(viewer).rows and game.way.boards(game, viewer)
    for amendment in game.amendments():
        key = ".".join([amendment.stem, *(field.present for field in amendment.fields)])
        if not key.startswith(("!count", "!leave", "!turn", "!way", "!score", "!post", "!office")):
            game.copy().answer(key)


@pytest.mark.parametrize(("way", "seed"), [*product(("referee",), range(5)), *product(("scorekeeper",), range(8))])
def test_a_whole_game_with_modules_keeps_every_invariant_and_goes_back_to_its_start(way: str, seed: int) -> None:
    game, draw = modular(way, seed)
    kinds: set[str] = set()

    def spoken(game: Game) -> str:
        assert game.decision is not None
        if game.decision.kind not in kinds:
            kinds.add(game.decision.kind)
            say(game)
        for item in game.news:
            assert item.text.render(NAMES)
        return choose(game, draw)

    plays_and_goes_back(game, spoken, 1 if way == "scorekeeper" else 10)
    for seat in range(game.players):
        assert sum(row.number or 0 for row in game.way.summary(game, seat)) == game.totals()[seat]
    for entry in game.ledger:
        assert str(game.way.reason(entry.reason)) and (entry.place == "" or str(game.way.place(entry.place)))


def test_nothing_that_is_shown_to_a_seat_tells_another_seat_s_mission() -> None:
    """Two games that differ in nothing but the cards of seats 1 and 2 look the same to seat 0 and to everybody."""
    draw = random.Random(4)
    games = []
    for others in ((CARDS[1], CARDS[2]), (CARDS[5], CARDS[6])):
        game = new_game("hansa", "referee", 3, {"missions": "yes", "emperor": "yes"})
        for key in ("seat.0", "extra-office", "exchange", "cities", "action", "income", "now", CARDS[0], *others):
            game.answer(key)
        games.append(game)
    one, other = games
    for _ in range(250):
        if one.decision is None or one.board.clock[-1] > 1:
            break
        for viewer in (TABLE, 0):
            assert one.page(viewer) == other.page(viewer)
            assert one.way.boards(one, viewer) == other.way.boards(other, viewer)
            assert one.state(viewer) == other.state(viewer)
        assert one.standings() == other.standings() and one.decision == other.decision
        key = choose(one, draw)
        one.answer(key)
        other.answer(key)
        assert one.news == other.news


@pytest.mark.parametrize("way", ["referee", "scorekeeper"])
@settings(max_examples=40)
@given(st.integers(0, 99), st.integers(0, 120), st.lists(KEYS, min_size=1, max_size=6))
def test_no_key_does_harm_with_modules(way: str, seed: int, count: int, keys: list[str]) -> None:
    game, draw = modular(way, seed)
    for _ in range(count if way == "referee" else count % 25):
        if game.decision is not None:
            game.answer(choose(game, draw))
    for key in keys:
        before, answers = json.dumps(game.state(), sort_keys=True), len(game.past)
        assert str(game.why_not(key)) and (str(game.words(key)) or not key)
        game.way.icon(game, key)
        game.way.hint(game, key)
        game.way.named(game, key)
        try:
            game.answer(key)
        except EngineError:
            assert (json.dumps(game.state(), sort_keys=True), len(game.past)) == (before, answers)
        else:
            game.check()
            game.undo()
            assert (json.dumps(game.state(), sort_keys=True), len(game.past)) == (before, answers)


def test_a_copy_of_a_game_with_modules_goes_its_own_way() -> None:
    game, draw = modular("referee", 3)
    for _ in range(120):
        game.answer(choose(game, draw))
    before = game.state()
    for twin in (game.copy(), game.copy(past=True)):
        for _ in range(40):
            twin.answer(choose(twin, draw))
        assert game.state() == before
