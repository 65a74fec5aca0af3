"""What a running companion answers its own commands, on the emulated wires: the game goes on as if nobody had asked."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from asked import Question
from evening import Bench
from reading import seen
from table_desk import Card, raising

from config.loader import Loaded, load
from drivers.bench.tags import MifareClassic1K, Ntag213, Tag, ndef_text
from drivers.errors import DriverError, PartLost
from drivers.ndef import read_text
from engine.errors import UnknownTitle
from firmware_py.commands import tagging
from firmware_py.control_lines import Doctor, ForgetTag, LearnTags, ListTags, ReadTag, ShowGames, Skip, WriteTag
from firmware_py.errors import BadAsk, JournalTrouble, NoTag
from firmware_py.flow.learning import LEARNED
from firmware_py.journal import Journal
from firmware_py.table import Table

ANSWER = "trajan/construction.stairs.2"


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


@pytest.fixture
def evening(bench: Bench) -> Bench:
    """A game of Trajan as scorekeeper; the open question, which points the first turn brought, ANSWER answers."""
    table = table_of(bench)
    table.new("trajan", "scorekeeper", 3, {}, names=["red", "green", "blue"])
    table.give(("seat.0",), "test", table.revision)
    table.give(("2",), "test", table.revision)
    bench.wait(5.0)
    assert table.game is not None and table.game.way.named(table.game, ANSWER.partition("/")[2]) == ("build.2",)
    return bench


def table_of(bench: Bench) -> Table:
    assert bench.box is not None and bench.box.table is not None
    return bench.box.table


def lay(bench: Bench, tag: Tag, seconds: float = 1.0) -> None:
    bench.world.lay(tag)
    bench.wait(seconds)
    bench.world.lift(tag)
    bench.wait(1.2)


def ntag(number: int, text: str | None = None) -> Ntag213:
    return Ntag213(bytes((4, *number.to_bytes(6, "big"))), None if text is None else ndef_text(text))


# ---- the doctor


def test_of_a_sound_box_every_part_is_told_and_nothing_is_wrong(evening: Bench) -> None:
    before = evening.art("prompt"), evening.art("status")
    asked = Question(evening, Doctor())
    found = asked.parts()
    assert asked.faults() == []
    assert found["display prompt"].found == "ssd1306 128×64 at 0x3C on i2c-1 answers, and shows the game"
    assert found["bus i2c-1"].found == "runs at 400 kHz"
    assert found["reader"].found == "PN532 on /dev/serial0, firmware 1.6"
    assert found["contact back"].found == "GPIO 23 is open"
    assert found["journal"].found == "sound, 1 game saved"
    assert "Trajan, Scorekeeper" in found["companion"].found
    assert {
        "data folder",
        "clock",
        "buzzer",
        "setting [knob] a",
        *(f"lamp.{seat}" for seat in range(5)),
    } <= found.keys()
    assert (evening.art("prompt"), evening.art("status")) == before


def test_a_display_that_is_gone_is_found_even_where_no_picture_was_due(evening: Bench) -> None:
    evening.wait(120.0)  # at rest nobody asks a display
    evening.world.unplug("status")
    asked = Question(evening, Doctor())
    found = asked.parts()
    assert asked.faults() == ["display status"]
    assert found["display status"].remedy == "check SDA/SCL, or its address jumper"


def test_a_part_that_came_back_is_well_with_its_history(evening: Bench) -> None:
    for _ in range(2):
        for part in ("status", "reader"):
            evening.world.unplug(part)
        evening.wait(5.0)
        for part in ("status", "reader"):
            evening.world.plug(part)
        evening.wait(5.0)
    asked = Question(evening, Doctor())
    found = asked.parts()
    assert asked.faults() == []
    assert "was lost 2 times since the start, last: display at 0x3D on i2c-1 does not answer" in (
        found["display status"].found
    )
    assert found["display status"].remedy == "check SDA/SCL, or its address jumper"
    assert "was lost 2 times" in found["reader"].found


def test_a_reader_that_is_unplugged_is_said_with_its_cause(evening: Bench) -> None:
    evening.world.unplug("reader")
    evening.wait(3.0)
    asked = Question(evening, Doctor())
    assert "tag reader on /dev/serial0" in asked.parts()["reader"].found
    assert asked.faults() == ["reader"]


def test_a_contact_that_is_stuck_is_a_fault(evening: Bench) -> None:
    evening.world.press("seat.1")
    evening.wait(4.0)
    asked = Question(evening, Doctor())
    found = asked.parts()
    assert asked.faults() == ["contact seat.1"]
    assert "has been down for 3 s" in found["contact seat.1"].found


def test_how_the_last_presses_bounced_is_told(evening: Bench) -> None:
    evening.click("seat.0")
    evening.click("seat.0")
    found = Question(evening, Doctor()).parts()["contact seat.0"].found
    assert found.startswith("GPIO 5 is open; last bounces ") and found.endswith("coming up (2 presses)")


def test_the_lamp_of_the_seat_to_move_is_said_to_be_lit(evening: Bench) -> None:
    found = Question(evening, Doctor()).parts()
    lit = [seat for seat in range(5) if found[f"lamp.{seat}"].found.endswith("is lit")]
    assert lit == [seat for seat in range(5) if evening.world.lamp(seat)]
    assert lit == [0]


def test_what_cannot_be_done_beside_a_game_is_said(evening: Bench) -> None:
    told = Question(evening, Doctor()).parts()["hands"]
    assert told.ok and "systemctl stop tabularius" in told.remedy


def test_a_box_that_may_not_play_says_why(bench: Bench) -> None:
    asked = Question(bench, Doctor(), refused="the journal was written by a later version")
    assert asked.parts()["companion"].remedy == "the journal was written by a later version"
    assert asked.faults() == ["companion"]


def test_test_cards_pass_over_the_glass_and_the_game_comes_back(evening: Bench) -> None:
    before = evening.art("prompt"), evening.art("status")
    asked = Question(evening, Doctor(cards=True))
    evening.wait(2.0)
    assert seen(evening.art("prompt"), "Is the frame whole?") and seen(evening.art("status"), "Is the frame whole?")
    assert 'set display.1.chip = "ssd1306"' in asked.parts()["display status"].remedy
    evening.wait(0.2)
    assert (evening.art("prompt"), evening.art("status")) == before


def test_an_input_brings_the_game_back_over_a_test_card_and_counts(evening: Bench) -> None:
    asked = Question(evening, Doctor(cards=True))
    evening.wait(1.0)
    revision = table_of(evening).revision
    evening.click()
    assert table_of(evening).revision > revision
    assert not seen(evening.art("prompt"), "Is the frame whole?")
    asked.hang_up()


def test_settings_that_were_changed_since_the_start_are_told_and_what_is_wrong_with_them(evening: Bench) -> None:
    file = evening.folder / "settings.toml"

    def reload() -> Loaded:
        return load("bench", file, evening.folder, (), environ={})

    file.write_text("[contacts]\ndebounce_ms = 35\n")
    asked = Question(evening, Doctor(), reload=reload)
    asked.result()
    assert [(each.found, each.ok) for each in asked.found if each.part == "settings"] == [
        ("[contacts] debounce_ms will be 35.0, the companion runs with 20.0", True)
    ]
    file.write_text("[contacts]\ndebounce_ms = 3500\n")
    asked = Question(evening, Doctor(), reload=reload)
    asked.result()
    assert asked.faults() == ["settings"]
    assert "line 2" in next(each.found for each in asked.found if not each.ok)


def test_a_full_card_is_a_fault_with_what_is_only_in_memory(tmp_path: Path) -> None:
    card = Card()

    class OnThatCard(Bench):
        def journal(self) -> Journal:
            return Journal(self.folder / "journal.sqlite", connect=card.connect)

    bench = OnThatCard(tmp_path)
    table_of(bench).new("trajan", "scorekeeper", 3, {})
    bench.wait(1.0)
    card.fault = raising("database or disk is full", sqlite3.SQLITE_FULL)
    table_of(bench).give(("seat.0",), "test", table_of(bench).revision)
    bench.wait(1.0)
    asked = Question(bench, Doctor())
    asked.result()
    journals = [each for each in asked.found if each.part == "journal"]
    assert [each.ok for each in journals] == [True, False]  # what is on the card is sound
    assert journals[1].found == "card is full; 1 answers are only in memory"
    assert journals[1].remedy.startswith("do not unplug. Free some space")
    card.close()


def test_a_game_that_differs_from_what_was_saved_is_found_while_another_is_played(evening: Bench) -> None:
    table_of(evening).new("trajan", "scorekeeper", 2, {})
    evening.wait(1.0)
    with contextlib.closing(sqlite3.connect(evening.folder / "journal.sqlite")) as db:
        db.execute("UPDATE operations SET keys = '3' WHERE game = 1 AND keys = '2'")
        db.commit()
    asked = Question(evening, Doctor())
    asked.result()
    assert asked.faults() == ["journal"]


def test_pins_that_cannot_be_had_are_told_once_with_their_cause(tmp_path: Path) -> None:
    class WithoutPins(Bench):
        def start(self) -> None:
            def pin_factory() -> Any:
                raise DriverError("no GPIO chip can be opened: let this user into the group gpio")

            self.world.pin_factory = pin_factory  # type: ignore[method-assign]
            super().start()

    asked = Question(WithoutPins(tmp_path), Doctor())
    assert asked.parts()["pins"].remedy == "let this user into the group gpio"
    assert asked.faults() == ["pins"]


# ---- games


def test_games_are_told_as_the_table_has_them_with_what_is_not_saved_yet(tmp_path: Path) -> None:
    bench = Bench(tmp_path, card_s=30.0)
    table_of(bench).new("trajan", "scorekeeper", 3, {}, names=["red", "green", "blue"])
    told = Question(bench, ShowGames(1)).result(2.0)
    assert [game.number for game in told["games"]] == [1]
    assert [operation.op for operation in told["operations"]] == ["new"]
    assert Question(bench, ShowGames(7)).result(2.0)["operations"] == ()


# ---- tags


def test_a_tag_that_a_command_reads_is_no_answer_and_the_next_one_is(evening: Bench) -> None:
    table = table_of(evening)
    revision = table.revision
    asked = Question(evening, ReadTag(60.0))
    evening.wait(0.5)
    assert seen(evening.art(), "Lay a tag")
    lay(evening, ntag(1, ANSWER))
    label = tagging.label_of(ANSWER)
    assert asked.result() == {"uid": ntag(1).uid.hex(), "text": ANSWER, "learned": None, "label": label}
    assert table.revision == revision
    evening.tap(ANSWER)
    assert table.revision > revision
    assert table.game is not None and table.game.past[2].key == "build.2"


def test_the_knob_stays_the_games_while_a_command_has_the_reader(evening: Bench) -> None:
    table = table_of(evening)
    revision = table.revision
    asked = Question(evening, ReadTag(60.0))
    evening.wait(0.5)
    evening.click()
    assert table.revision > revision
    assert not asked.ended


def test_a_text_is_written_with_the_companions_own_reader(evening: Bench) -> None:
    tag = ntag(2)
    asked = Question(evening, WriteTag("trajan/forum.bread", 60.0))
    evening.wait(0.5)
    lay(evening, tag)
    assert asked.result() == tag.uid.hex()
    assert read_text(lambda page: tag.answer(bytes((0x30, page))) or b"") == "trajan/forum.bread"


def test_a_tag_that_takes_no_text_is_refused_with_what_else_there_is(evening: Bench) -> None:
    asked = Question(evening, WriteTag("trajan/forum.bread", 60.0))
    evening.wait(0.5)
    lay(evening, MifareClassic1K(bytes.fromhex("deadbeef")))
    with pytest.raises(NoTag, match="tags learn"):
        asked.result()


def test_a_kind_is_learned_tag_by_tag_and_the_game_knows_them_at_once(evening: Bench) -> None:
    pieces = tagging.pieces("trajan", "demand", copies=False)
    asked = Question(evening, LearnTags("trajan", "demand", False, False, 60.0))
    evening.wait(0.5)
    lay(evening, ntag(1))
    asked.answer.skip()
    evening.wait(0.5)
    lay(evening, ntag(3))
    assert asked.result() == 2
    known = {ntag(1).uid.hex(): pieces[0].text, ntag(3).uid.hex(): pieces[2].text}
    assert table_of(evening).recall(LEARNED) == known
    assert asked.said[0] == f"1 of 3: {pieces[0].label} – lay its tag on the reader"
    assert Question(evening, ListTags()).result() == known
    assert Question(evening, ForgetTag(ntag(3).uid.hex(" "))).result() == 1
    assert Question(evening, ForgetTag("all")).result() == 1
    evening.kill()
    evening.start()
    assert table_of(evening).recall(LEARNED, {}) == {}


def test_what_cannot_be_saved_is_kept_and_said(tmp_path: Path) -> None:
    bench = Bench(tmp_path, card_s=30.0)
    asked = Question(bench, LearnTags("trajan", "demand", False, False, 10.0))
    bench.wait(2.0)
    lay(bench, ntag(1))
    assert asked.result() == 1
    assert asked.said[-1].startswith("not saved yet: card is too slow")


def test_whoever_goes_gives_the_reader_back(evening: Bench) -> None:
    asked = Question(evening, ReadTag(60.0))
    evening.wait(0.5)
    assert seen(evening.art(), "Lay a tag")
    asked.hang_up()
    evening.wait(0.2)
    assert not seen(evening.art(), "Lay a tag")
    assert evening.box is not None and evening.box.borrower is None
    evening.tap("hansa/nowhere")
    assert seen(evening.art(), "Unknown tag")


def test_two_commands_do_not_share_the_reader(evening: Bench) -> None:
    Question(evening, ReadTag(60.0))
    evening.wait(0.5)
    with pytest.raises(NoTag, match="another command has the reader"):
        Question(evening, ReadTag(60.0)).result()


def test_a_reader_that_is_lost_ends_what_waits_for_it_and_is_lost_to_the_next(evening: Bench) -> None:
    asked = Question(evening, ReadTag(60.0))
    evening.wait(0.5)
    evening.world.unplug("reader")
    with pytest.raises(PartLost, match="tag reader on /dev/serial0"):
        asked.result(10.0)
    assert seen(evening.art(), "A part is lost")
    with pytest.raises(PartLost):
        Question(evening, WriteTag("trajan/forum.bread", 60.0)).result(1.0)


def test_what_cannot_be_is_refused_as_the_command_would_refuse_it(bench: Bench) -> None:
    with pytest.raises(NoTag, match='no kind "city"'):
        Question(bench, LearnTags("trajan", "city", False, False, 60.0)).result()
    with pytest.raises(UnknownTitle):
        Question(bench, LearnTags("chess", None, False, False, 60.0)).result()
    with pytest.raises(NoTag, match="no tag 1234 has been learned"):
        Question(bench, ForgetTag("1234")).result()
    with pytest.raises(BadAsk):
        Question(bench, Skip()).result()
    assert bench.box is not None
    bench.box.table = None
    with pytest.raises(JournalTrouble, match="only just started"):
        Question(bench, ListTags()).result()
