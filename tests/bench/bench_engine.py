"""How fast each title's referee answers, on each of its boards, against catanatron, in one process and one run.

Measured are answers a second of CPU time of a uniformly random player that reads the whole list of keys at every step:
four seats, answers of the table counted, forced ones not, the trail on. The peer is ``play_tick`` of four random
players of catanatron 3.2.1, every tick counted. Nine rounds of each in turn, medians. Uniformly random play hardly ever
ends some games, so a game goes on from round to round. Also measured, of whole games by players that choose as their
title says people like: games a second, undo of one answer, a copy, the replay of a game, its record read from text.
Run it with PYTHONHASHSEED=0, as ``make bench`` does.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version

from engine import record
from engine.catalogue import new_game, titles
from engine.game import TABLE, Game
from engine.title import Title

ROUNDS = 9
SEATS = 4
SECONDS = 1.0
PEER = "catanatron"
PEER_VERSION = "3.2.1"


def begin(name: str) -> Game:
    """A game of a title, or of a title on one of its boards: "hansa east"."""
    title, _, board = name.partition(" ")
    return new_game(title, "referee", SEATS, {"board": board} if board else {})


def names_of(title: Title) -> list[str]:
    """The title, and once more for each board that is not the first."""
    boards = next((option.values for option in title.options if option.name == "board"), ("",))
    return [title.name, *(f"{title.name} {board}" for board in boards[1:])]


def ours(title: str) -> Callable[[int], tuple[int, float]]:
    games: list[Game] = []

    def round_(number: int) -> tuple[int, float]:
        draw, answers = random.Random(number).random, 0
        game = games.pop() if games else begin(title)
        begun = time.process_time()
        while time.process_time() - begun < SECONDS:
            for _ in range(500):
                decision = game.decision
                if decision is None:
                    game = begin(title)
                    continue
                # it reads every key, as a player that looks for something would
                options = [key for key in decision.keys if key]
                game.answer(seen(game) or options[int(draw() * len(options))])
                answers += 1
        games.append(game)
        return answers, time.process_time() - begun

    return round_


def seen(game: Game) -> str:
    """Hands are looked into, so that every draw is an answer."""
    return "seen" if game.decision is not None and game.decision.kind == "hands.seen" else ""


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


def whole(title: str, number: int) -> Game:
    """A whole game of four players that take what their title says that people like."""
    draw, game = random.Random(number).random, begin(title)
    while (decision := game.decision) is not None:
        weights = game.odds() if decision.seat == TABLE else game.way.liking(game)
        game.answer(seen(game) or draw_one(decision.keys, weights, draw))
    return game


def draw_one(keys: Sequence[str], weights: Sequence[int], draw: Callable[[], float]) -> str:
    at = draw() * sum(weights)
    for key, weight in zip(keys, weights, strict=True):
        at -= weight
        if at < 0:
            return key
    return keys[-1]


def games(title: str) -> tuple[float, float]:
    """Whole games a second, and answers in one of them (means)."""
    begun, played = time.process_time(), [whole(title, number) for number in range(20)]
    seconds = time.process_time() - begun
    return len(played) / seconds, statistics.mean(len(game.past) for game in played)


def undo(title: str) -> tuple[float, float]:
    """Milliseconds of one undo: the mean over whole games, and the median of the slowest kind of answer."""
    spent, count = 0.0, 0
    kinds: dict[str, list[float]] = {}
    for number in range(5):
        game = whole(title, number)
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
    game, times = whole(title, 1), []
    keys = [past.key for past in game.past]
    for _ in range(ROUNDS):
        begun = time.process_time()
        again = begin(title)
        for key in keys:
            again.answer(key)
        times.append(time.process_time() - begun)
        assert again.ledger == game.ledger
    return statistics.median(times) * 1000, len(keys)


def read(title: str) -> float:
    """Milliseconds to read a whole game's record from text, every answer checked."""
    game = whole(title, 1)
    text = record.write(game, record.header_of(game))
    begun = time.process_time()
    record.read(text)
    return (time.process_time() - begun) * 1000


def copying(title: str) -> float:
    """Milliseconds of a copy without its past."""
    game, times = whole(title, 1), []
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
    kept = [title for title in titles() if "referee" in title.ways and title.ways["referee"].players[1] >= SEATS]
    names = [name for title in kept for name in names_of(title)]
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
        each, answers_in = games(name)
        print(f"        {name}: whole games of four lively players {each:.1f} a second, {answers_in:.0f} answers each")
        mean, worst = undo(name)
        print(
            f"        {name}: undo of an answer {mean:.4f} ms, of the slowest kind {worst:.4f} ms (goal: at most 0.1)"
        )
        took, count = replay(name)
        print(f"        {name}: replay of {count} answers {took:.1f} ms, from its text {read(name):.1f} ms (goal: 60)")
        print(f"        {name}: a copy {copying(name):.3f} ms")


if __name__ == "__main__":
    main()
