"""What the companion takes while nothing happens, and after a whole evening: CPU time and memory of the real process.

The companion runs as on the box, on the bench's wires. Its CPU time is read from /proc over 60 idle seconds in the
middle of a game, with and without the tag reader. Then an evening is played in real time on one display, as fast as
hands can, with the bench page open; its memory is what is resident at the end. ``bench_idle.py SECONDS ANSWERS`` takes
a share of it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "support")]

from evening import icon_at  # noqa: E402
from page_line import GAME, BenchProcess, art_of  # noqa: E402
from plans import kept_score  # noqa: E402
from player import Player  # noqa: E402

IDLE_S = 60.0
SETTLED_S = 5.0
STILL_S = 0.08  # a glass that has not changed for so long shows what it means to show
CALM = 5  # notches that the page's hands turn one by one
LOOK_S = 0.3  # so long a question stands before it is clicked
NAMES = ["red", "green", "blue"]


class PageHands:
    """Hands for a ``player.Player`` on a bench in another process, through the line that its page has."""

    def __init__(self, bench: BenchProcess) -> None:
        self.bench, self.inputs = bench, 0
        self._art: list[str] = []
        self._news = threading.Condition()
        self._changed_s = time.monotonic()
        threading.Thread(target=self._look, daemon=True).start()
        with self._news:
            self._news.wait_for(lambda: self._art, 20)

    def _look(self) -> None:
        while self.bench.process.poll() is None:
            try:
                for glance in self.bench.glances():
                    if "glass" in glance:
                        with self._news:
                            self._art, self._changed_s = art_of(glance["lit"]), time.monotonic()
                            self._news.notify_all()
            except (OSError, AssertionError):
                return

    def turn(self, notches: int) -> None:
        self.inputs += 1
        while notches:  # slowly: fast turning jumps
            part = max(-CALM, min(CALM, notches))
            notches -= part
            self.bench.move(turn=part)
            self._let_pass(0.15 + 0.065 * abs(part))

    def click(self, control: str = "knob") -> None:
        self.inputs += 1
        time.sleep(max(0.0, self._changed_s + LOOK_S - time.monotonic()))
        self.bench.move(press=control)
        self.bench.move(release=control)
        self._let_pass(0.3)

    def tap(self, word: str) -> None:
        raise NotImplementedError("this box has no reader")

    def wait(self, seconds: float) -> None:
        """Let time pass, at most so much: something new on the glass ends it."""
        with self._news:
            self._news.wait(seconds)
        self._let_pass(0.0)

    def _let_pass(self, seconds: float) -> None:
        time.sleep(seconds)
        while (still_s := time.monotonic() - self._changed_s) < STILL_S:
            time.sleep(STILL_S - still_s)

    def art(self, name: str | None = None) -> list[str]:
        return self._art

    def marked(self, art: list[str] | None = None) -> bool:
        return any(icon_at((art or self._art)[:8], name) for name in ("unsaved", "notsaved"))


def cpu_s(process: int) -> float:
    """CPU time of a process so far, all its threads, user and system."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_mb(process: int) -> float:
    """Resident memory now, in MB of 1,000,000 bytes."""
    line = next(row for row in Path(f"/proc/{process}/status").read_text().splitlines() if row.startswith("VmRSS:"))
    return int(line.split()[1]) * 1024 / 1e6


def idle(folder: Path, idle_s: float = IDLE_S) -> None:
    """Two companions side by side, one with a reader and one without, both at a prompt."""
    for name in ("with", "without"):
        (folder / name).mkdir()
    one = BenchProcess(folder / "with")
    two = BenchProcess(folder / "without", "--set", "without=['reader']")
    try:
        spent = {}
        for bench in (one, two):
            bench.play(*GAME)
        time.sleep(SETTLED_S)
        before = {bench: cpu_s(bench.companion()) for bench in (one, two)}
        time.sleep(idle_s)
        for bench, at_first in before.items():
            spent[bench] = cpu_s(bench.companion()) - at_first
        print(
            f"CPU time of {idle_s:.0f} idle seconds, two displays: {spent[two] * 1000:.0f} ms without a tag reader, "
            f"{spent[one] * 1000:.0f} ms with one"
        )
    finally:
        one.close()
        two.close()


def evening(folder: Path, answers: int | None = None) -> None:
    """A whole evening (or its first ``answers``) on one display, with the page open."""
    bench = BenchProcess(folder, "--profile", "one-oled-knob", "--set", "without=['reader']")
    try:
        companion, first = bench.companion(), resident_mb(bench.companion())
        hands = PageHands(bench)
        player = Player(hands, kept_score(seed=4), NAMES, tags=False)
        begun = time.monotonic()
        player.sit_down()
        player.hands.click()  # the loop as counted
        player.play(answers)
        minutes = (time.monotonic() - begun) / 60
        print(
            f"memory after an evening of {player.game.turn[0]} turns, {hands.inputs} inputs in {minutes:.1f} minutes, "
            f"one display and the page open:\n  companion {resident_mb(companion):.1f} MB (at its start {first:.1f}; "
            f"goal: at most 60), the bench with its page {resident_mb(bench.process.pid):.1f} MB"
        )
        begun = time.monotonic()
        bench.process.terminate()
        bench.process.wait(20)
        print(f"  asked to stop, everything had ended after {(time.monotonic() - begun) * 1000:.0f} ms")
    except subprocess.TimeoutExpired:
        print("  asked to stop, it did not within 20 s")
    finally:
        bench.close()


def main(idle_s: float = IDLE_S, answers: int | None = None) -> None:
    with tempfile.TemporaryDirectory(prefix="tab-") as folder:
        idle(Path(folder), idle_s)
    with tempfile.TemporaryDirectory(prefix="tab-") as folder:
        evening(Path(folder), answers)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
