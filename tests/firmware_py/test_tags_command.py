"""``tabularius tags``: tags laid on the emulated reader are read, written, learned in bulk and forgotten."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from evening import Bench

from config.loader import load
from drivers.bench.simulated import SimulatedClock, SteppedWorker
from drivers.bench.tags import MifareClassic1K, Ntag213, Tag, Ultralight, ndef_text
from drivers.bench.world import World
from drivers.errors import PartLost
from drivers.ndef import TagError, read_text
from drivers.seams import Clock
from engine import catalogue
from firmware_py.__main__ import main
from firmware_py.commands import tagging, tags
from firmware_py.commands.teaching import Piece
from firmware_py.data_folder import DataFolder
from firmware_py.errors import NoTag
from firmware_py.walk import Steps, Walk
from firmware_py.web.bench import world_wiring
from firmware_py.wires import WorldWires


class Desk:
    """The command's desk on an emulated world under simulated time, and hands that lay tags down."""

    def __init__(self, folder: Path) -> None:
        self.clock = SimulatedClock(50.0)
        loaded = load("bench", None, folder, (), environ={})
        self.world = World(world_wiring(loaded.settings), self.clock)
        self.said: list[str] = []
        self.kept: dict[str, str] = {}
        self.desk = tags.Desk(
            loaded,
            WorldWires(self.world),
            self.clock,
            lambda name: SteppedWorker(self.clock, 0.01),
            lambda call: call(),
            self.world.line.now_s,  # type: ignore[union-attr]
            self.said.append,
        )
        self.ended: list[tuple[Any, BaseException | None]] = []

    def begin(self, steps: Steps[Any]) -> None:
        Walk(self.clock, steps, lambda result, error: self.ended.append((result, error)))
        self.clock.advance(1.5)

    def tap(self, tag: Tag, seconds: float = 0.8) -> None:
        self.world.lay(tag)
        self.clock.advance(seconds)
        self.world.lift(tag)
        self.clock.advance(1.2)

    def teach(self, pieces: list[Piece], write: bool = False, known: dict[str, str] | None = None) -> None:
        self.begin(self.desk.teaching.teach(pieces, known or {}, self.kept.__setitem__, write, 60.0))


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def ntag(number: int, text: str | None = None) -> Ntag213:
    return Ntag213(bytes((4, *number.to_bytes(6, "big"))), None if text is None else ndef_text(text))


def text_on(tag: Ntag213 | Ultralight) -> str | None:
    return read_text(lambda page: tag.answer(bytes((0x30, page))) or b"")


def test_the_cities_are_learned_by_tapping_one_tag_after_another(desk: Desk) -> None:
    pieces = tagging.pieces("hansa", "city", copies=False)
    assert len(pieces) >= 27
    desk.teach(pieces)
    for number in range(27):  # those of the first board come first
        desk.tap(ntag(number))
    desk.clock.advance(desk.world.click("back") + 0.3)
    assert desk.ended == [(27, None)]
    assert desk.kept == {ntag(number).uid.hex(): piece.text for number, piece in enumerate(pieces[:27])}


def test_the_glass_says_which_tag_is_wanted_now_and_what_became_of_it(desk: Desk) -> None:
    pieces = tagging.pieces("trajan", "demand", copies=False)
    desk.teach(pieces)
    first = desk.world.art("prompt")
    desk.tap(ntag(1))
    assert desk.world.art("prompt") != first
    assert desk.said[:3] == [
        f"1 of 3: {pieces[0].label} – lay its tag on the reader",
        f"  {ntag(1).uid.hex(' ')}: learned",
        f"2 of 3: {pieces[1].label} – lay its tag on the reader",
    ]


def test_with_write_the_text_goes_onto_the_tag_and_what_takes_none_is_learned(desk: Desk) -> None:
    pieces = tagging.pieces("trajan", "demand", copies=False)
    laid = ntag(1), Ultralight(bytes.fromhex("04aabbccddeeff")), MifareClassic1K(bytes.fromhex("deadbeef"))
    desk.teach(pieces, write=True)
    for tag in laid:
        desk.tap(tag, 1.2)
    assert desk.ended == [(3, None)]
    assert [text_on(laid[0]), text_on(laid[1])] == [pieces[0].text, pieces[1].text]
    assert desk.kept == {"deadbeef": pieces[2].text}


def test_a_tag_that_was_learned_and_is_now_written_means_what_is_written(desk: Desk) -> None:
    pieces = tagging.pieces("trajan", "demand", copies=False)
    desk.teach(pieces, write=True, known={ntag(1).uid.hex(): "trajan/forum.bread"})
    desk.tap(ntag(1), 1.2)
    assert desk.kept == {ntag(1).uid.hex(): pieces[0].text}


def test_a_tag_pulled_away_while_it_is_written_is_asked_for_again(desk: Desk) -> None:
    pieces = tagging.pieces("trajan", "demand", copies=False)
    desk.teach(pieces, write=True)
    assert desk.world.reader is not None
    tag = ntag(1)
    desk.world.lay(tag)
    desk.clock.advance(0.18)
    desk.world.lift(tag)
    desk.clock.advance(2.0)
    assert desk.kept == {}
    desk.tap(tag, 1.2)
    assert text_on(tag) == pieces[0].text


def test_a_tag_cannot_stand_for_two_pieces_of_one_round(desk: Desk) -> None:
    pieces = tagging.pieces("trajan", "demand", copies=False)
    desk.teach(pieces)
    desk.tap(ntag(1))
    desk.tap(ntag(1))
    assert desk.kept == {ntag(1).uid.hex(): pieces[0].text}
    assert desk.said[-1] == f"  This is {pieces[0].label}. Now: {pieces[1].label}"
    desk.tap(ntag(2))
    assert desk.kept[ntag(2).uid.hex()] == pieces[1].text


def test_two_tags_at_once_teach_nothing(desk: Desk) -> None:
    desk.teach(tagging.pieces("trajan", "demand", copies=False))
    desk.world.lay(ntag(1))
    desk.world.lay(ntag(2))
    desk.clock.advance(1.0)
    assert desk.kept == {}
    assert desk.said[-1] == "  Two tags One at a time."


def test_the_knob_passes_over_one_and_back_ends_and_what_was_done_is_kept(desk: Desk) -> None:
    pieces = tagging.pieces("trajan", "demand", copies=False)
    desk.teach(pieces)
    desk.clock.advance(desk.world.click("knob") + 0.3)
    desk.tap(ntag(2))
    desk.clock.advance(desk.world.click("back") + 0.3)
    assert desk.ended == [(1, None)]
    assert desk.kept == {ntag(2).uid.hex(): pieces[1].text}


def test_copies_are_asked_for_one_by_one() -> None:
    once, each = tagging.pieces("trajan", "forum", copies=False), tagging.pieces("trajan", "forum", copies=True)
    parts = [part for part in catalogue.title("trajan").components() if part.word.startswith("forum.")]
    assert len(once) == len(parts)
    assert len(each) == sum(part.copies for part in parts) > len(once)


def test_a_reader_that_is_lost_ends_it_with_its_cause(desk: Desk) -> None:
    desk.teach(tagging.pieces("trajan", "demand", copies=False))
    desk.world.unplug("reader")
    desk.clock.advance(5.0)
    ((_, error),) = desk.ended
    assert isinstance(error, PartLost) and "tag reader on /dev/serial0" in str(error)


def test_a_tag_is_read_and_written(desk: Desk) -> None:
    desk.begin(tagging.write(desk.desk.teaching, "trajan/forum.bread", 20.0))
    assert desk.said == ["Write a tag: lay it on the reader within 20 s"]
    tag = ntag(5)
    desk.tap(tag, 1.2)
    assert text_on(tag) == "trajan/forum.bread"
    desk.begin(desk.desk.teaching.one("Read a tag", 20.0))
    desk.tap(tag)
    (_, none), (read, also_none) = desk.ended
    assert (none, also_none, read.uid, read.text) == (None, None, tag.uid, "trajan/forum.bread")


def test_what_stands_on_a_strangers_tag_is_told_and_not_obeyed(desk: Desk) -> None:
    for number, (text, label) in enumerate((("\x1b[2J\ntrajan", "?"), ("trajan/demand.bread\n", "demand: bread")), 5):
        desk.begin(tagging.read(desk.desk.teaching, dict, 20.0))
        desk.tap(ntag(number, text))
        found, error = desk.ended.pop()
        assert (error, found["text"], found["label"]) == (None, text, label)
        lines = tags.in_words(found).split("\n")
        assert len(lines) == 4 and all(line.isprintable() for line in lines)


def test_a_classic_tag_takes_no_text_and_is_told_so(desk: Desk) -> None:
    desk.begin(tagging.write(desk.desk.teaching, "trajan/forum.bread", 20.0))
    desk.tap(MifareClassic1K(bytes.fromhex("deadbeef")), 1.2)
    ((_, error),) = desk.ended
    assert isinstance(error, NoTag) and "use an NTAG or an Ultralight" in str(error)
    assert "tags learn" in str(error)


@pytest.mark.parametrize(("seconds", "said"), [(5.0, "5 s"), (0.4, "0.4 s")])
def test_no_tag_in_time_is_said(desk: Desk, seconds: float, said: str) -> None:
    desk.begin(desk.desk.teaching.one("Read a tag", seconds))
    desk.clock.advance(6.0)
    assert str(desk.ended[0][1]) == f"no tag came within {said}: lift one that lies there, and lay it down anew"


# ---- the command line


def remembered(folder: Path, **known: str) -> None:
    memory = tags.Memory(folder)
    for uid, text in known.items():
        memory.keep(uid, text)
    memory.close()


def test_what_is_learned_is_listed_and_forgotten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = ["--data", str(tmp_path)]
    remembered(tmp_path, deadbeef="trajan/forum.bread", c0ffee42="chess/king")
    assert main(["tags", "list", "--json", *data]) == 0
    assert json.loads(capsys.readouterr().out) == {"deadbeef": "trajan/forum.bread", "c0ffee42": "chess/king"}
    assert main(["tags", *data]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split() for line in lines] == [
        ["c0", "ff", "ee", "42", "chess/king", "?"],
        ["de", "ad", "be", "ef", "trajan/forum.bread", "bread"],
    ]
    assert main(["tags", "forget", "DE:AD:BE:EF", *data]) == 0
    assert main(["tags", "forget", "all", *data]) == 0
    assert capsys.readouterr().out == "1 forgotten\n1 forgotten\n"
    assert tags.listed(tmp_path) == {}


def test_listing_goes_beside_a_companion_and_changing_does_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    remembered(tmp_path, deadbeef="trajan/forum.bread")
    with DataFolder.claim(tmp_path, datetime.now(UTC)):
        assert main(["tags", "list", "--data", str(tmp_path)]) == 0
        assert main(["tags", "forget", "deadbeef", "--data", str(tmp_path)]) == 1
        assert main(["tags", "learn", "trajan", "--bench", "--data", str(tmp_path)]) == 1
    assert "is in use by process" in capsys.readouterr().err
    assert tags.listed(tmp_path) == {"deadbeef": "trajan/forum.bread"}


def test_the_table_knows_what_the_command_has_learned(tmp_path: Path) -> None:
    remembered(tmp_path, deadbeef="trajan/forum.bread")
    bench = Bench(tmp_path)
    assert bench.box is not None and bench.box.flow is not None
    assert bench.box.flow.table.recall("tags.learned", {}) == {"deadbeef": "trajan/forum.bread"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["learn", "trajan", "city"], 'trajan has no kind "city": expected one of bonus, card, construction'),
        (["write", "trajan/nonsense"], '"trajan/nonsense" names no component: expected TITLE/WORD'),
        (["forget", "1234"], "no tag 1234 has been learned here"),
        (["learn", "chess"], "there is no title 'chess'"),
        (["read", "--profile", "one-oled-knob"], "there is no tag reader in the settings"),
    ],
)
def test_what_cannot_be_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert (
        main(
            [
                "tags",
                *words,
                *(() if words[0] == "forget" or "--profile" in words else ("--bench",)),
                "--data",
                str(tmp_path),
            ]
        )
        == 1
    )
    assert said in capsys.readouterr().err


def test_the_command_waits_at_a_real_line_and_says_when_no_tag_comes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    loaded = load("bench", None, tmp_path / "data", (), environ={})
    worlds: list[World] = []

    def wires(clock: Clock) -> WorldWires:
        worlds.append(World(world_wiring(loaded.settings), clock, reader_path=tmp_path / "reader"))
        return WorldWires(worlds[0])

    try:
        with pytest.raises(TagError, match="no tag came within 1 s"):
            asyncio.run(tags.at_reader(loaded, wires, lambda desk: tagging.read(desk, dict, 1.0)))
    finally:
        for world in worlds:
            world.close()
    assert "Read a tag: lay it on the reader within 1 s" in capsys.readouterr().err


@pytest.mark.parametrize("words", [("read",), ("write", "trajan/forum.bread"), ("learn", "trajan", "demand")])
def test_where_no_page_is_to_lay_a_tag_on_it_says_what_to_use(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    assert main(["tags", *words, "--bench", "--data", str(tmp_path)]) == 1
    (said,) = capsys.readouterr().err.splitlines()
    assert "without its page: start `tabularius --bench`, leave it running and ask again" in said


@pytest.mark.parametrize("terminal", [True, False])
def test_without_a_terminal_it_says_what_does_the_job_of_enter(
    terminal: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: terminal))
    tags.without_terminal("A click of the knob passes over one.")
    assert capsys.readouterr().err == ("" if terminal else "A click of the knob passes over one.\n")
