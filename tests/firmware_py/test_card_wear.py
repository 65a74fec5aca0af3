"""How much is written to the card: bounded in an hour of play, and nothing at all in an hour of rest."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import pytest
from card_tape import Tape
from evening import Bench

from firmware_py.saving import PAUSES_S

ANSWERS_AN_HOUR = 240  # a brisk table: one every 15 s
WRITES, SYNCS, KILOBYTES = 4, 2, 8  # for each answer, at most
HOUR_S = 3600.0


def looks(folder: Path) -> dict[str, tuple[int, int]]:
    """Time of change and size of every file."""
    return {
        each.name: (each.stat().st_mtime_ns, each.stat().st_size)
        for each in folder.rglob("*")
        if not each.name.endswith("-shm")
    }


def sat_down(folder: Path) -> Bench:
    """A small box, without the reader whose polling takes long to simulate; a game is begun."""
    bench = Bench(folder, "one-oled-knob", overrides=('without=["reader"]',))
    while operations(bench) < 5:
        bench.click()
        bench.wait(1.0)
    bench.wait(60.0)
    return bench


def operations(bench: Bench) -> int:
    assert bench.box is not None and bench.box.table is not None
    return bench.box.table.revision


def test_an_hour_of_play_writes_so_much_and_an_hour_of_rest_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Tape(tmp_path) as tape:
        bench, chance = sat_down(tmp_path), random.Random(5)
        tape.steps.clear()
        first, start_s = operations(bench), bench.clock.now_s()
        while bench.clock.now_s() < start_s + HOUR_S:
            bench.click()
            bench.wait(HOUR_S / ANSWERS_AN_HOUR * chance.uniform(0.1, 1.7))
        answers = operations(bench) - first
        writes = [step for step in tape.steps if step.what in ("write", "truncate")]
        syncs = [step for step in tape.steps if step.what in ("sync", "folder")]
        kilobytes = sum(len(step.data) for step in writes) / 1000
        bench.wait(60.0)
        tape.steps.clear()
        before = looks(tmp_path)
        bench.wait(HOUR_S)
        assert (tape.steps, looks(tmp_path)) == ([], before)
        bench.stop()
    with capsys.disabled():
        print(
            f"\nan hour of {answers} answers: {len(writes)} writes, {len(syncs)} syncs, {kilobytes:.0f} kB; at rest: 0"
        )
    assert answers > ANSWERS_AN_HOUR // 2
    assert len(writes) <= WRITES * answers
    assert len(syncs) <= SYNCS * answers
    assert kilobytes <= KILOBYTES * answers


def test_a_card_that_refuses_is_asked_every_five_seconds_and_not_more_often(tmp_path: Path) -> None:
    refusing = False
    calls = 0

    def fault(what: str, name: str) -> int:
        nonlocal calls
        calls += refusing
        return sqlite3.SQLITE_FULL if refusing and what in ("write", "new") else 0

    with Tape(tmp_path, fault):
        bench = sat_down(tmp_path)
        refusing = True
        while not bench.marked():  # the first click only wakes
            bench.click()
        bench.wait(30.0)
        calls = 0
        bench.wait(HOUR_S / 6)
        assert bench.marked()
        tries = HOUR_S / 6 / PAUSES_S[-1]
        assert tries <= calls <= 8 * tries  # each try opens, reads, writes, and closes
        refusing = False
        bench.wait(10.0)
        assert not bench.marked()
        bench.stop()
