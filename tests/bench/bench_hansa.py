"""How fast Hansa Teutonica's referee answers, against catanatron, in one process and one run.

The measure is that of ``bench_engine``: answers a second of CPU time of a uniformly random player that reads the whole
list of keys at each step; four seats, answers of the table counted, forced ones not, the trail on; the peer is
``play_tick`` of four random players of catanatron 3.2.1; nine rounds of each in turn, medians. Such play hardly ever
claims a route, so a game of it takes tens of thousands of answers. Also measured: whole games of four players that lean
towards claiming, as people do; undo of one answer; a copy; the replay of a whole game. Run it with PYTHONHASHSEED=0, as
``make bench`` does.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version

from engine import catalogue
from engine.game import Game
from engine.hansa import HANSA
from engine.hansa.liking import weights

ROUNDS = 9
SEATS = 4
SECONDS = 1.0
PEER = "catanatron"
PEER_VERSION = "3.2.1"


def begin() -> Game:
    return Game(HANSA, "referee", SEATS, catalogue.options(HANSA, SEATS))


def ours(number: int) -> tuple[int, float]:
    draw, answers = random.Random(number).random, 0
    game = begin()
    begun = time.process_time()
    while time.process_time() - begun < SECONDS:
        for _ in range(500):
            decision = game.decision
            if decision is None:
                game = begin()
                continue
            # it reads every key, as a player that looks for something would
            options = [key for key in decision.keys if key]
            game.answer(options[int(draw() * len(options))])
            answers += 1
    return answers, time.process_time() - begun


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


def lively(game: Game, draw: Callable[[], float]) -> str:
    """A player that claims what it can, goes on with a route it has begun, and seldom moves."""
    assert game.decision is not None
    liked = weights(game)
    at = draw() * sum(liked)
    for key, weight in zip(game.decision.keys, liked, strict=True):
        at -= weight
        if at < 0:
            return key
    return game.decision.keys[-1]


def whole(number: int) -> Game:
    draw, game = random.Random(number).random, begin()
    while not game.over:
        game.answer(lively(game, draw))
    return game


def games() -> tuple[float, float]:
    """Whole games a second, and answers in one of them (means)."""
    begun, played = time.process_time(), [whole(number) for number in range(20)]
    seconds = time.process_time() - begun
    return len(played) / seconds, statistics.mean(len(game.past) for game in played)


def undo() -> tuple[float, float]:
    """Milliseconds of one undo: the mean over whole games, and the median of the slowest kind of answer."""
    spent, count = 0.0, 0
    kinds: dict[str, list[float]] = {}
    for number in range(5):
        game = whole(number)
        while game.past:
            decision = game.past[-1].decision
            begun = time.perf_counter()
            game.undo()
            took = time.perf_counter() - begun
            spent, count = spent + took, count + 1
            if decision is not None:
                kinds.setdefault(decision.kind, []).append(took)
    return spent / count * 1000, max(statistics.median(times) for times in kinds.values()) * 1000


def replay() -> tuple[float, int]:
    """Milliseconds to replay a whole game from its answers (median of nine), and how many answers that is."""
    game, times = whole(1), []
    keys = [past.key for past in game.past]
    for _ in range(ROUNDS):
        begun = time.process_time()
        again = begin()
        for key in keys:
            again.answer(key)
        times.append(time.process_time() - begun)
        assert again.ledger == game.ledger
    return statistics.median(times) * 1000, len(keys)


def copying() -> float:
    """Milliseconds of a copy without its past."""
    game, times = whole(1), []
    for _ in range(200):
        begun = time.perf_counter()
        game.copy()
        times.append(time.perf_counter() - begun)
    return statistics.median(times) * 1000


def peer_missing() -> str:
    """Why the peer cannot be measured; empty if it can."""
    try:
        found = version(PEER)
    except PackageNotFoundError:
        return f"{PEER} is not installed: .venv/bin/pip install {PEER}=={PEER_VERSION}"
    return "" if found == PEER_VERSION else f"{PEER} {found} is installed, the peer is {PEER_VERSION}"


def main() -> None:
    missing = peer_missing()
    runs: dict[str, Callable[[int], tuple[int, float]]] = {"hansa": ours}
    if not missing:
        runs[PEER] = peer
    rates: dict[str, list[float]] = {name: [] for name in runs}
    for number in range(ROUNDS):
        for name, run in runs.items():
            answers, seconds = run(number)
            rates[name].append(answers / seconds)
    medians = {name: statistics.median(found) for name, found in rates.items()}
    for name, rate in medians.items():
        print(f"hansa: {name} {rate:,.0f} {'ticks' if name == PEER else 'answers'} a second")
    if missing:
        print(f"       no ratio, {missing}")
    else:
        print(f"       hansa / {PEER} = {medians['hansa'] / medians[PEER]:.2f} (goal: at least 3, aim 5)")
    each, answers_in = games()
    print(
        f"       whole games of four players that lean towards claiming: {each:.1f} a second, {answers_in:.0f} answers"
    )
    mean, worst = undo()
    print(f"       undo of an answer {mean:.4f} ms, of the slowest kind {worst:.4f} ms (goal: at most 0.1)")
    took, count = replay()
    print(f"       replay of {count} answers {took:.1f} ms (goal: 60); a copy {copying():.3f} ms")


if __name__ == "__main__":
    main()
