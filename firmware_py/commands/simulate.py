"""``tabularius simulate``: whole games by a random player, with every invariant tested after every answer.

Now and then a correction is made on a copy, which is then played on and taken back; and every game is taken back to its
start and read again from its record.

The player is ``Chance.lively``. Game number n (from 0) of seed S draws from the seed ``S/n``, so that one game can be
played alone again, and so that fewer games are the beginning of more. ``hash`` is the SHA-256 over the records of all
games in order: two machines that print the same hash played the same games to the last point.
"""

from __future__ import annotations

import json
import time
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, TypeVar

from engine import catalogue, record
from engine.errors import EngineError, IllegalAnswer, InvariantBroken
from engine.game import TABLE, Game
from engine.ledger import totals
from engine.title import Title
from firmware_py.commands import players
from firmware_py.commands.chance import PATIENCE, Chance

T = TypeVar("T")

# One answer of so many is followed by a correction on a copy, which is then played on for so many answers.
CORRECTED_EVERY = 80
PLAYED_ON = 12
# No game of a title takes nearly as many answers: one that does never ends.
LONGEST = 100_000


@dataclass
class Played:
    """What was played so far."""

    answers: int = 0
    totals: list[list[int]] = field(default_factory=list)
    hash: Any = field(default_factory=sha256)


def run(arguments: Namespace) -> int:
    title = catalogue.title(arguments.title)
    way = arguments.way if arguments.way is not None else next(iter(title.ways))
    count, names = players.read(title, arguments.players)
    options = dict(arguments.chosen)
    began = time.perf_counter()
    played = Played()
    for number in range(arguments.games):
        game = catalogue.new_game(title, way, count, options)
        play(game, f"{arguments.seed}/{number}", number, not arguments.no_invariants)
        text = record.write(game, record.header_of(game, names))
        if not arguments.no_invariants:
            check_record(game, text, number)
        played.answers += len(game.past)
        played.totals.append(game.totals())
        played.hash.update(text.encode())
    seconds = time.perf_counter() - began
    result = {
        "title": title.name,
        "way": way,
        "players": count,
        "games": arguments.games,
        "seed": arguments.seed,
        "answers": played.answers,
        "seconds": round(seconds, 3),
        "totals": played.totals,
        "hash": played.hash.hexdigest(),
    }
    print(json.dumps(result) if arguments.json else _text(title, result, not arguments.no_invariants))
    return 0


def play(game: Game, seed: str, number: int = 0, checked: bool = True) -> None:
    """Play a game to its end. Raises InvariantBroken, which names the game, the answer and the key."""
    chance, aside = Chance(seed), Chance(f"{seed}/aside")
    states: list[dict[str, Any]] = [game.state()] if checked else []
    key = "the beginning"
    while True:
        try:
            if checked:
                check(game)
                if aside.below(len(game.past), CORRECTED_EVERY) == 0:
                    check_correction(game, aside, number)
            if game.over:
                break
            if len(game.past) >= LONGEST:
                raise InvariantBroken("it ought to be over by now")
            key = chance.lively(game)
            game.answer(key)
        except Exception as error:
            what = str(error) if isinstance(error, EngineError) else f"{type(error).__name__}: {error}"
            raise InvariantBroken(f"game {number}, answer {len(game.past)} ({key}): {what}") from error
        if checked:
            states.append(game.state())
    if checked:
        check_undo(game, states, number)


def check(game: Game) -> None:
    """The invariants of engine and title, and what an edge relies on. Raises InvariantBroken."""
    decision = game.decision
    if decision is not None and not TABLE <= decision.seat < game.players:
        raise InvariantBroken(f"{decision.kind} asks seat {decision.seat}, which nobody sits on")
    game.check()
    if decision is not None and decision.seat == TABLE:
        odds = game.odds()
        if len(odds) != len(decision.keys) or min(odds) < 0 or sum(odds) <= 0:
            raise InvariantBroken(f"{decision.kind} has the odds {list(odds)} for {len(decision.keys)} answers")
    shown, summed = list(game.standings().totals), totals(game.ledger, game.players)
    if shown != summed:
        raise InvariantBroken(f"the standings {shown} are not the sums of the ledger's lines, {summed}")


def check_correction(game: Game, chance: Chance, number: int) -> None:
    """Make one of the corrections that are offered on a copy, play on, read the record again, take all of it back.

    Raises InvariantBroken, which names the correction.
    """
    offered = game.amendments()
    if not offered:
        return
    asked = len(game.past) * PATIENCE  # numbers of their own for each draw

    def any_of(things: Sequence[T]) -> T:
        nonlocal asked
        asked += 1
        return things[chance.below(asked, len(things))]

    one = any_of(offered)
    correction = ".".join([one.stem, *(any_of(field.values) for field in one.fields)])
    before = _everything(game)
    twin = game.copy(past=True)
    key = correction
    try:
        twin.answer(correction)
    except IllegalAnswer:
        if _everything(twin) != before:
            raise InvariantBroken(f"{correction} was refused and changed the state all the same") from None
        return
    try:
        check(twin)
        while not twin.over and len(twin.past) <= len(game.past) + PLAYED_ON:
            key = chance.lively(twin)
            twin.answer(key)
            check(twin)
        check_record(twin, record.write(twin, record.header_of(twin)), number)
        while len(twin.past) > len(game.past):
            key = twin.undo()
        if _everything(twin) != before:
            raise InvariantBroken("taking it back gives another state than before it")
    except Exception as error:
        what = str(error) if isinstance(error, EngineError) else f"{type(error).__name__}: {error}"
        raise InvariantBroken(f"after the correction {correction} ({key}): {what}") from error


def _everything(game: Game) -> tuple[Any, ...]:
    return game.state(), game.decision, list(game.ledger), game.totals()


def check_undo(game: Game, states: list[dict[str, Any]], number: int) -> None:
    """Take a copy of a game back to its start, comparing the state before every answer. Raises InvariantBroken."""
    back = game.copy(past=True)
    for answer in range(len(states) - 1, 0, -1):
        key = back.undo()
        if back.state() != states[answer - 1]:
            raise InvariantBroken(
                f"game {number}: taking answer {answer} ({key}) back gives another state than before it"
            )
    if back.ledger or back.past:
        raise InvariantBroken(f"game {number}: {len(back.ledger)} entries are left when every answer is taken back")


def check_record(game: Game, text: str, number: int) -> None:
    """Read a game's record again and compare text, state and points. Raises InvariantBroken."""
    try:
        again = record.read(text)
    except EngineError as error:
        raise InvariantBroken(f"game {number}: its record cannot be read: {error}") from error
    if record.write(again.game, again.header) != text:
        raise InvariantBroken(f"game {number}: its record is written otherwise after reading")
    if again.game.state() != game.state() or again.game.ledger != game.ledger:
        raise InvariantBroken(f"game {number}: its record replays to another state")


def _text(title: Title, result: dict[str, Any], checked: bool) -> str:
    points = [number for game in result["totals"] for number in game]
    games = f"{result['games']} game{'s' if result['games'] != 1 else ''}"
    lines = [
        f"{title.label} ({result['way']}), {result['players']} players, {games}",
        f"seed {result['seed']}: {result['answers']} answers in {result['seconds']:.1f} s",
        f"points {min(points)} to {max(points)}, mean {sum(points) / len(points):.1f}",
        "every invariant held" if checked else "nothing was checked",
        f"hash {result['hash']}",
    ]
    return "\n".join(lines)
