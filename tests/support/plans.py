"""What people mean to enter on an evening of Trajan: the answers of whole lively games, and openings by a code."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from engine import catalogue
from engine.game import TABLE, Game

CODE = "K7F3-Q2"
_CALM = 3  # so many markers are taken up at once where there is a choice


def kept_score(seed: int, players: int = 3) -> list[str]:
    """The answers of a whole evening of the scorekeeper: lively, every kind of question in it."""
    chance = random.Random(seed)
    game = catalogue.new_game("trajan", "scorekeeper", players)
    keys: list[str] = []
    while game.decision is not None:
        keys.append(_score(game, chance))
        game.answer(keys[-1])
    return keys


def _score(game: Game, chance: random.Random) -> str:
    """An answer that people give: few markers, a score every other turn, small numbers at the end."""
    assert game.decision is not None
    kind, keys = game.decision.kind, game.decision.keys
    if kind == "turn.markers":
        if keys[0] == "forgot" and chance.random() < 0.04:
            return "forgot"
        return str(min(chance.choice((1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 5)), 12))
    if kind == "turn.points":
        lot = chance.random()
        if lot < 0.4:
            return "none"
        if lot < 0.55 and "senate" in keys:
            return "senate"
        return chance.choice([key for key in keys if "." in key] or keys)
    if kind == "other.amount":
        return chance.choice(("1", "2", "-1", "5"))
    if kind == "quarter.unmet":
        return chance.choice([key for key in keys if key != "forgot"])
    if kind in ("quarter.votes", "final.hand", "final.workers", "final.legionnaires"):
        return chance.choice(keys[: min(6, len(keys))])
    return chance.choice(keys)


def opened(
    players: int,
    code: str = CODE,
    hands: str = "hidden",
    trays: Mapping[int, Sequence[str]] | None = None,
    **given: str,
) -> list[str]:
    """The referee's answers from who starts to the first turn: what the code lays out, then the first answer of each
    question.

    ``trays``: the markers of a seat's trays I to V ("blue-blue"), by seat.
    """
    title = catalogue.title("trajan")
    game = catalogue.new_game("trajan", "referee", players, given)
    answers = title.setup(code, players, game.options).answers
    wanted = {seat: list(pairs) for seat, pairs in (trays or {}).items()}
    keys: list[str] = []
    while not game.turn[0]:
        assert game.decision is not None
        kind = game.decision.kind
        if kind == "setup.tray" and wanted.get(game.decision.seat):
            key = wanted[game.decision.seat].pop(0)
        else:
            key = hands if kind == "hands.seen" else answers.get(kind, game.decision.keys[0])
        game.answer(key)
        keys.append(key)
    return keys


def refereed(seed: int, players: int, start: Sequence[str], **given: str) -> list[str]:
    """The answers of a whole lively game of the referee that begins with these."""
    chance = random.Random(seed)
    game = catalogue.new_game("trajan", "referee", players, given)
    keys = list(start)
    for key in keys:
        game.answer(key)
    while game.decision is not None:
        keys.append(_move(game, chance))
        game.answer(keys[-1])
    return keys


def _move(game: Game, chance: random.Random) -> str:
    """An answer that people give: a few markers, the usual colour, hardly ever nothing."""
    assert game.decision is not None
    seat, kind, keys = game.decision
    if seat == TABLE:
        return chance.choices(keys, game.odds())[0]
    if kind == "sow.tray":
        numbers = {key: row.number or 0 for key, row in game.way.places(game) if key}
        few = [key for key in keys if numbers[key] <= _CALM] or [min(keys, key=numbers.__getitem__)]
        return chance.choice(few)
    if kind == "sow.colour" and chance.random() < 0.8:
        return game.way.usual(game) or keys[0]
    real = [key for key in keys if key not in ("skip", "no")]
    return chance.choice(real or keys)
