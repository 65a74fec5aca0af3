"""How fast the engine answers, against catanatron, in one process and one run.

Measured are answers a second of CPU time of a uniformly random player that reads the whole list of keys at every
step: four seats, answers of the table counted, forced ones not, the trail on. The peer is ``play_tick`` of four random
players of catanatron 3.2.1, every tick counted. Nine rounds of each in turn, medians. Also: undo of one answer, and the
replay of a whole game from its record. Run it with PYTHONHASHSEED=0, as ``make bench`` does.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version

from engine import record
from engine.catalogue import new_game, titles
from engine.game import TABLE, Game

ROUNDS = 9
SEATS = 4
SECONDS = 1.0
PEER = "catanatron"
PEER_VERSION = "3.2.1"


def play(title: str, chance: random.Random) -> Game:
    """A whole game of a random player; hands are seen, so that every draw is an answer."""
    game = new_game(title, "referee", SEATS)
    draw, answer = chance.random, game.answer
    while (decision := game.decision) is not None:
        seat, kind, keys = decision
        # it reads every key, as a player that looks for something would
        options = [key for key in keys if key]
        if seat == TABLE:
            key = "seen" if kind == "hands.seen" else options[int(draw() * len(options))]
        else:
            key = options[int(draw() * len(options))]
        answer(key)
    return game


def ours(title: str) -> Callable[[int], tuple[int, float]]:
    def round_(number: int) -> tuple[int, float]:
        chance, answers = random.Random(number), 0
        begun = time.process_time()
        while time.process_time() - begun < SECONDS:
            answers += len(play(title, chance).past)
        return answers, time.process_time() - begun

    return round_


def peer(number: int) -> tuple[int, float]:
    from catanatron import Color, RandomPlayer  # noqa: PLC0415  the peer may be missing
    from catanatron import Game as Peer  # noqa: PLC0415

    random.seed(number)
    ticks = 0
    begun = time.process_time()
    while time.process_time() - begun < SECONDS:
        game = Peer([RandomPlayer(colour) for colour in Color][:SEATS])
        while game.winning_color() is None and game.state.num_turns < 1000:
            game.play_tick()
            ticks += 1
    return ticks, time.process_time() - begun


def undo(title: str) -> tuple[float, float]:
    """Milliseconds of one undo: the mean over whole games, and the slowest kind of answer's mean."""
    chance, spent, count = random.Random(1), 0.0, 0
    kinds: dict[str, list[float]] = {}
    for _ in range(5):
        game = play(title, chance)
        while game.past:
            decision = game.past[-1].decision
            begun = time.perf_counter()
            game.undo()
            took = time.perf_counter() - begun
            spent, count = spent + took, count + 1
            if decision is not None:
                kinds.setdefault(decision.kind, []).append(took)
    return spent / count * 1000, max(statistics.median(times) for times in kinds.values()) * 1000


def replay(title: str) -> tuple[float, int]:
    """Milliseconds to replay a whole game from its answers (median of nine), and how many answers that is."""
    game = play(title, random.Random(2))
    keys = [past.key for past in game.past]
    times = []
    for _ in range(9):
        begun = time.process_time()
        again = new_game(title, "referee", SEATS)
        for key in keys:
            again.answer(key)
        times.append(time.process_time() - begun)
        assert again.ledger == game.ledger
    return statistics.median(times) * 1000, len(keys)


def read(title: str) -> float:
    """Milliseconds to read a whole game's record from text, every answer checked."""
    game = play(title, random.Random(2))
    text = record.write(game, record.header_of(game))
    begun = time.process_time()
    record.read(text)
    return (time.process_time() - begun) * 1000


def peer_missing() -> str:
    """Why the peer cannot be measured; empty if it can."""
    try:
        found = version(PEER)
    except PackageNotFoundError:
        return f"{PEER} is not installed: .venv/bin/pip install {PEER}=={PEER_VERSION}"
    return "" if found == PEER_VERSION else f"{PEER} {found} is installed, the peer is {PEER_VERSION}"


def main() -> None:
    names = [title.name for title in titles() if "referee" in title.ways and title.ways["referee"].players[1] >= SEATS]
    missing = peer_missing()
    runs: dict[str, Callable[[int], tuple[int, float]]] = {name: ours(name) for name in names}
    if not missing:
        runs[PEER] = peer
    rates: dict[str, list[float]] = {name: [] for name in runs}
    for number in range(ROUNDS):
        for name, run in runs.items():
            answers, seconds = run(number)
            rates[name].append(answers / seconds)
    medians = {name: statistics.median(found) for name, found in rates.items()}
    for name, rate in medians.items():
        print(f"engine: {name} {rate:,.0f} {'ticks' if name == PEER else 'answers'} a second")
    for name in names:
        if missing:
            print(f"        {name}: no ratio, {missing}")
        else:
            print(f"        {name} / {PEER} = {medians[name] / medians[PEER]:.2f} (goal: at least 3, aim 5)")
        mean, worst = undo(name)
        took, answers = replay(name)
        print(
            f"        {name}: undo of an answer {mean:.4f} ms, of the slowest kind {worst:.4f} ms (goal: at most 0.1)"
        )
        print(
            f"        {name}: replay of {answers} answers {took:.1f} ms, from its text {read(name):.1f} ms (goal: 60)"
        )


if __name__ == "__main__":
    main()
