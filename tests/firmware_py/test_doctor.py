"""The doctor: each fault at the wire or in a file is found, with its cause and a remedy that names the setting."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from broken_pins import Broken
from evening import Bench
from examined import Examined

from drivers.bench.pins import Edge
from drivers.bench.tags import MifareClassic1K, Ntag213, ndef_text
from firmware_py.__main__ import main
from firmware_py.commands import findings
from firmware_py.data_folder import DataFolder
from firmware_py.screens import text_art

TAG = bytes.fromhex("04a1b2c3d4e5f6")


def test_a_sound_box_has_no_fault_and_every_part_is_told(tmp_path: Path) -> None:
    box = Examined(tmp_path)
    found = box.look()
    assert box.faults() == []
    assert found["bus i2c-1"].found == "runs at 400 kHz"
    assert found["display prompt"].found == "ssd1306 128×64 at 0x3C on i2c-1 takes its pictures"
    assert found["reader"].found == "PN532 on /dev/serial0, firmware 1.6"
    assert found["contact back"].found == "GPIO 23 is open"
    assert {"buzzer", *(f"lamp.{seat}" for seat in range(5))} <= found.keys()


def test_lamps_and_buzzer_really_speak(tmp_path: Path) -> None:
    box = Examined(tmp_path)
    box.look()
    for seat in range(5):
        assert [on for _, on in box.world.pins.history(box.world.wiring.lamps[seat])] == [True, False]
    assert [on for _, on in box.world.sounds()] == [True, False]


def test_an_absent_display_is_named_with_its_place_and_the_others_are_looked_at(tmp_path: Path) -> None:
    box = Examined(tmp_path)
    box.world.unplug("status")
    found = box.look()
    assert box.faults() == ["display status"]
    assert found["display status"].found == "display at 0x3D on i2c-1 does not answer"
    assert found["display status"].remedy == "check SDA/SCL, or its address jumper"


def test_a_display_whose_jumper_is_elsewhere_is_found_there(tmp_path: Path) -> None:
    box = Examined(tmp_path, profile="one-oled-knob", built=("display.0.address=0x3D", "display.0.bus=3"))
    found = box.look()
    assert "0x3D on i2c-3" in found["display main"].remedy
    assert "display.0.address = 0x3D and display.0.bus = 3" in found["display main"].remedy


def test_a_wrong_chip_tears_the_card_and_the_advice_names_the_setting(tmp_path: Path) -> None:
    right = Examined(tmp_path)
    right.look()
    wrong = Examined(tmp_path, built=("display.0.chip=sh1106",))
    found = wrong.look()
    frame = "#" * 128
    assert (right.world.art("prompt")[0], right.world.art("prompt")[63]) == (frame, frame)
    assert {row[0] + row[127] for row in right.world.art("prompt")} == {"##"}
    torn = wrong.world.art("prompt")
    assert torn[0] != frame or torn[63] != frame or {row[0] + row[127] for row in torn} != {"##"}
    assert 'display.0.chip = "sh1106"' in found["display prompt"].remedy


def test_a_slow_bus_is_a_note_with_the_line_to_write(tmp_path: Path) -> None:
    box = Examined(tmp_path)
    box.world.buses[1].hz = 100_000
    found = box.look()
    assert (found["bus i2c-1"].ok, found["bus i2c-1"].found) == (True, "runs at 100 kHz")
    assert "i2c_arm_baudrate=400000" in found["bus i2c-1"].remedy


def test_a_held_bus_is_named(tmp_path: Path) -> None:
    box = Examined(tmp_path)
    box.world.buses[1].stick()
    found = box.look()
    assert box.faults() == ["display prompt", "display status"]
    assert found["display prompt"].found == "display at 0x3C on i2c-1: the bus hangs"
    assert found["display prompt"].remedy.startswith("a part holds SDA or SCL low")


def chip_babbles(box: Examined) -> None:
    assert box.world.reader is not None
    box.world.reader.faults.babble = b"login: "


def chip_is_stuck(box: Examined) -> None:
    assert box.world.reader is not None
    box.world.reader.stuck = True


def chip_is_another(box: Examined) -> None:
    assert box.world.reader is not None
    box.world.reader.firmware = bytes([0x33, 0x02, 0x01, 0x07])


@pytest.mark.parametrize(
    ("harm", "found", "remedy"),
    [
        (lambda box: box.world.unplug("reader"), "tag reader on /dev/serial0 is not there", "plug it in"),
        (chip_babbles, "sends bytes that make no sense", "serial console"),
        (chip_is_stuck, "does not answer", "UART switches"),
        (chip_is_another, "says it is 0x33, firmware 2.1", "wire a PN532"),
    ],
    ids=["missing", "garbage", "stuck", "another chip"],
)
def test_a_reader_that_is_wrong_is_said_with_the_cause(
    tmp_path: Path, harm: Callable[[Examined], None], found: str, remedy: str
) -> None:
    box = Examined(tmp_path)
    harm(box)
    said = box.look()["reader"]
    assert box.faults() == ["reader"]
    assert found in said.found and remedy in said.remedy


def test_an_old_firmware_is_a_note(tmp_path: Path) -> None:
    box = Examined(tmp_path)
    assert box.world.reader is not None
    box.world.reader.firmware = bytes([0x32, 0x01, 0x04, 0x07])
    said = box.look()["reader"]
    assert (said.ok, said.found) == (True, "PN532 on /dev/serial0, firmware 1.4")
    assert "older than 1.6" in said.remedy


@pytest.mark.parametrize(
    ("tag", "found"),
    [
        (Ntag213(TAG, ndef_text("trajan/senate")), '04 a1 b2 c3 d4 e5 f6, NTAG or Ultralight, text "trajan/senate"'),
        (MifareClassic1K(bytes.fromhex("deadbeef")), "de ad be ef, MIFARE Classic 1K, without text"),
    ],
    ids=["ntag", "classic"],
)
def test_a_tag_on_the_reader_is_read(tmp_path: Path, tag: Ntag213, found: str) -> None:
    box = Examined(tmp_path)
    box.world.lay(tag)
    assert box.look()["tag"].found == found


def test_a_stuck_button_is_named_with_its_pin(tmp_path: Path) -> None:
    box = Examined(tmp_path)
    box.world.press("seat.2")
    box.clock.advance(1.0)
    said = box.look()["contact seat.2"]
    assert box.faults() == ["contact seat.2"]
    assert said.found == "GPIO 13 is down although nobody presses it"


def test_a_contact_that_moves_by_itself_is_named(tmp_path: Path) -> None:
    box = Examined(tmp_path)
    for step in range(100):
        box.world.spike("back", after_s=step * 0.01)
    said = box.look()["contact back"]
    assert box.faults() == ["contact back"]
    assert "GPIO 23 moved" in said.found and "check its ground" in said.remedy


def test_a_line_that_cannot_be_read_is_a_fault_and_the_others_are_looked_at(tmp_path: Path) -> None:
    box = Examined(tmp_path)
    broken = Broken(box.world)
    box.world.pin_factory = lambda: broken  # type: ignore[method-assign]
    broken.unreadable = {23}
    box.clock.later(0.35, lambda: setattr(broken, "unreadable", {23, 27}))  # while it is looked at
    found = box.look(hands_s=0.5)
    assert "does not open" in found["contact back"].found
    assert "cannot be read" in found["contact knob.b"].found
    assert found["contact seat.0"].ok
    assert "knob" not in found


# ---- with hands


def test_each_button_is_asked_for_and_its_bounce_is_drawn_on_every_display(tmp_path: Path) -> None:
    box = Examined(tmp_path, 'without=["seat","reader"]', profile="bench")
    seen: list[list[str]] = []
    edges: list[Edge] = [(0.5, True), (0.5004, False), (0.5031, True), (0.7, False)]

    def hands(what: str) -> None:
        if "Back" in what:
            now_s = box.clock.now_s()
            box.world.pins.play(23, [(now_s + at_s, closed) for at_s, closed in edges])
            box.clock.later(1.5, lambda: seen.append(box.world.art("prompt")))

    box.hands = hands
    found = box.look(hands_s=3.0)
    assert found["button back"].found == "GPIO 23: bounces 3.1 ms going down, 0.0 ms coming up"
    from drivers.traces import moves  # noqa: PLC0415
    from firmware_py.screens.service import trace  # noqa: PLC0415

    assert "\n".join(seen[0]) + "\n" == text_art(trace(128, 64, "Back", moves(edges)))


def test_a_contact_that_bounces_longer_than_is_waited_for_gets_a_number_to_set(tmp_path: Path) -> None:
    box = Examined(tmp_path, "contacts.debounce_ms=5")
    edges: list[Edge] = [(0.5, True), (0.506, False), (0.5121, True), (0.7, False)]

    def hands(what: str) -> None:
        if "Back" in what:
            box.world.pins.play(23, [(box.clock.now_s() + at_s, closed) for at_s, closed in edges])

    box.hands = hands
    said = box.look(hands_s=2.0)["button back"]
    assert (said.ok, said.remedy) == (False, "set contacts.debounce_ms = 15, or change the button")


def test_a_button_that_is_not_pressed_in_time_and_one_that_stays_down_are_faults(tmp_path: Path) -> None:
    box = Examined(tmp_path)
    box.hands = lambda what: box.world.press("back") and None if "Back" in what else None
    found = box.look(hands_s=2.0)
    assert found["button seat.0"].found == "GPIO 5: no press came within 2 s"
    assert found["button back"].found == "GPIO 23: it went down and did not come up within 2 s"
    assert found["tag"].found == "the reader saw no tag within 2 s"


@pytest.mark.parametrize("span", [1, 2, 4])
@pytest.mark.parametrize("swapped", [False, True])
def test_what_kind_of_knob_it_is_is_learnt_from_four_notches(tmp_path: Path, span: int, swapped: bool) -> None:
    built = (f"knob.transitions_per_detent={span}", f"knob.reversed={str(swapped).lower()}")
    box = Examined(tmp_path, "knob.transitions_per_detent=4", built=built)
    box.hands = lambda what: box.world.turn(4, notch_s=0.2) and None if "Turn" in what else None
    said = box.look(hands_s=2.0)["knob"]
    wanted = [f"knob.transitions_per_detent = {span}"] * (span != 4) + ["knob.reversed = true"] * swapped
    assert said.ok is (wanted == [])
    assert said.remedy == (f"set {' and '.join(wanted)}" if wanted else "")


def test_a_knob_whose_wire_is_off_is_named(tmp_path: Path) -> None:
    box = Examined(tmp_path)
    box.world.pins.tear(27)
    box.hands = lambda what: box.world.turn(4, notch_s=0.2) and None if "Turn" in what else None
    assert box.look(hands_s=2.0)["knob"].found == "no edge came from knob.b on GPIO 27"


# ---- files


def test_a_sound_journal_and_a_damaged_one(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    for _ in range(4):
        bench.click()
    bench.stop()
    assert [each.ok for each in findings.journal(tmp_path)] == [True]
    path = tmp_path / "journal.sqlite"
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\x55" * 3000 + whole[7096:])
    harmed = path.read_bytes()
    (said,) = findings.journal(tmp_path)
    assert not said.ok and "damaged" in said.found and "next start" in said.remedy
    assert path.read_bytes() == harmed
    assert [each.name for each in tmp_path.glob("journal*")] == ["journal.sqlite"]


def test_a_row_that_something_else_has_changed_is_found(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    for _ in range(8):
        bench.click()
    bench.stop()
    with sqlite3.connect(tmp_path / "journal.sqlite") as db:
        db.execute(
            "UPDATE operations SET digest = 'feedfacefeedface' WHERE number = (SELECT max(number) FROM operations)"
        )
    db.close()
    (said, *_) = findings.journal(tmp_path)
    assert not said.ok


def test_a_journal_of_a_later_version_is_said(tmp_path: Path) -> None:
    Bench(tmp_path).stop()
    with sqlite3.connect(tmp_path / "journal.sqlite") as db:
        application = db.execute("PRAGMA application_id").fetchone()[0]
        version = db.execute("PRAGMA user_version").fetchone()[0]
        db.execute(f"PRAGMA application_id={application + 9}")
        db.execute(f"PRAGMA user_version={version + 9}")
    db.close()
    (said,) = findings.journal(tmp_path)
    assert not said.ok and "version" in said.found


def test_a_folder_that_cannot_be_written_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, "fsync", full)
    (said,) = findings.folder(tmp_path)
    assert (said.ok, said.found) == (False, f"{tmp_path} cannot be written ({os.strerror(28)})")
    assert "memory only" in said.remedy


@pytest.mark.parametrize(
    ("year", "synchronised", "ok", "words"),
    [(1970, False, False, "1970-01-01 00:00 UTC, which cannot be"), (2026, False, True, "has not been set"),
     (2026, True, True, "2026-01-01 00:00 UTC")],
)  # fmt: skip
def test_the_clock_of_a_box_without_a_battery(year: int, synchronised: bool, ok: bool, words: str) -> None:
    said = findings.clock(datetime(year, 1, 1, tzinfo=UTC), synchronised)
    assert said.ok is ok and words in said.found
    assert bool(said.remedy) is not (ok and synchronised)


# ---- the command


def test_the_command_looks_at_the_bench_and_ends_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--bench", "--json", "--data", str(tmp_path / "data")]) == 0
    out = json.loads(capsys.readouterr().out)
    assert all(each.keys() == {"part", "ok", "found", "remedy"} for each in out)
    assert {"display prompt", "reader", "journal", "data folder", "clock", "setting [knob] a"} <= {
        each["part"] for each in out
    }


def test_a_folder_that_cannot_be_made_does_not_keep_the_parts_from_being_looked_at(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    assert main(["doctor", "--bench", "--data", str(tmp_path / "file")]) == 1
    out = capsys.readouterr().out
    assert "FAULT data folder" in out and "display prompt" in out
    assert out.rstrip().endswith("1 fault, each with its remedy above")


def test_beside_a_companion_it_refuses_and_names_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with DataFolder.claim(tmp_path, datetime.now(UTC)):
        assert main(["doctor", "--bench", "--json", "--data", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert f"is in use by process {os.getpid()}" in said and "systemctl stop tabularius" in said


def test_beside_a_command_it_refuses_and_names_that(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with DataFolder.claim(tmp_path, datetime.now(UTC), "tags learn"):
        assert main(["doctor", "--bench", "--json", "--data", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert f"is in use by process {os.getpid()} (tabularius tags learn), since" in said
    assert "UTC, which holds the parts too: wait until that command has ended, or end it, then ask" in said


def test_settings_that_cannot_be_are_faults_of_their_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = tmp_path / "t.toml"
    settings.write_text("[knob]\na = 99\nbounce = 3\n")
    assert main(["doctor", "--bench", "--json", "--data", str(tmp_path), "--config", str(settings)]) == 1
    out = json.loads(capsys.readouterr().out)
    assert [each["part"] for each in out] == ["settings", "settings"]
    assert "line 2" in out[0]["found"] and "0 to 27" in out[0]["remedy"]
