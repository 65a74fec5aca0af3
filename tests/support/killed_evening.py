"""Hands and eyes on a box in another process, which really gets SIGKILL and is really started again."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
from pathlib import Path

from evening import icon_at
from player import Player

SUPPORT = Path(__file__).parent
ROOT = SUPPORT.parent.parent


class PlugPulled(Exception):
    """The box died while a hand was at it."""


class KilledBench:
    """The same hands as ``evening.Bench``; ``kill_soon`` kills the box at a random instant of the next moves."""

    def __init__(self, folder: Path, seed: int = 1) -> None:
        self.folder, self.inputs, self.now_s = folder, 0, 1000.0
        self.chance = random.Random(seed)
        self.kills = 0
        self._fuse_s: float | None = None
        self._art: dict[str, list[str]] = {}
        self._child: subprocess.Popen[str] | None = None
        self.start()

    def start(self) -> None:
        environ = dict(os.environ, PYTHONPATH=f"{ROOT}{os.pathsep}{SUPPORT}")
        self._child = subprocess.Popen(
            [sys.executable, str(SUPPORT / "evening_child.py"), str(self.folder), str(self.now_s + 5.0)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environ,
        )
        self._hear()

    def kill_soon(self, most_s: float) -> None:
        """Light the fuse: the next moves go on until SIGKILL strikes."""
        self._fuse_s = self.chance.uniform(0.0, most_s)

    def end(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child.communicate()

    # ---- hands and eyes

    def turn(self, notches: int) -> None:
        self._input("turn", notches)

    def click(self, control: str = "knob") -> None:
        self._input("click", control)

    def tap(self, word: str) -> None:
        self._input("tap", word)

    def wait(self, seconds: float) -> None:
        self._do("wait", seconds)

    def art(self, name: str | None = None) -> list[str]:
        return self._art[name or "prompt"]

    def marked(self, art: list[str] | None = None) -> bool:
        return any(icon_at((art or self.art())[:8], name) for name in ("unsaved", "notsaved"))

    # ---- inside

    def _input(self, *move: object) -> None:
        self.inputs += 1
        self._do(*move)

    def _do(self, *move: object) -> None:
        child = self._child
        assert child is not None and child.stdin is not None
        fuse = None
        if self._fuse_s is not None:
            fuse = threading.Timer(self._fuse_s, child.send_signal, (signal.SIGKILL,))
            self._fuse_s = None
            fuse.start()
        try:
            child.stdin.write(json.dumps(move) + "\n")
            child.stdin.flush()
            if fuse is not None:
                fuse.join()
            self._hear()
        except (BrokenPipeError, EOFError) as gone:
            child.kill()
            child.communicate()
            self.kills += 1
            raise PlugPulled from gone

    def _hear(self) -> None:
        assert self._child is not None and self._child.stdout is not None
        line = self._child.stdout.readline()
        if not line.endswith("\n"):
            raise EOFError
        said = json.loads(line)
        self._art, self.now_s = said["art"], said["now_s"]


def play_through_power_cuts(player: Player, bench: KilledBench, cuts: int, seed: int) -> None:
    """The rest of a plan, with the plug pulled at so many random places that can be told apart on the glass. What was
    shown as saved must be there each time."""
    places = sorted(random.Random(seed).sample(player.told_apart(player.done + 5), cuts))
    for place in places:
        player.play(place)
        bench.kill_soon(0.03)
        try:
            player.play()
        except PlugPulled:
            bench.start()
        assert bench.kills == 1 + places.index(place), "nobody pulled the plug"
        assert player.find_place() <= player.most, "more than one input was lost"
    player.play()
    bench.wait(20.0)
