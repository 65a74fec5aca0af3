"""The first run of a fresh box: by hand on the wires, read from the glass, whatever the box is made of."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest
from fresh_box import FULL, Fresh, as_text, tour, whole
from page_line import BenchProcess
from reading import seen

from config.learned import learn
from config.loader import load
from drivers.bench.simulated import SteppedWorker
from firmware_py.__main__ import main
from firmware_py.flow.first_run import FirstRun
from firmware_py.setting_up import is_fresh
from firmware_py.walk import Walk
from firmware_py.wires import WorldWires

SCREENS = Path(__file__).parents[1] / "screens" / "first-run"


def test_a_small_box_is_set_up_with_a_few_clicks(tmp_path: Path) -> None:
    box = Fresh(tmp_path, profile="one-oled-knob")
    box.sees("Display 1", "frame is whole,")
    assert box.frame_is_whole()
    box.click()
    box.sees("Upright?")
    box.click()
    box.sees("The knob", "Turn it right by 4 notches,")
    box.turn(4)
    box.sees("Press Back.")
    box.click()
    box.sees("Seat 1: press its button.")
    box.click()
    box.sees("Did it beep?")
    box.turn(1)
    box.click()
    box.wait(10.0)
    box.sees("Set up", "1 display, no Back, 0 seats.", "No reader.")
    box.click()
    settings = box.kept()
    (display,) = settings.displays
    assert (display.name, display.chip, display.bus, display.address, display.role) == (
        "main", "ssd1306", 1, 0x3C, "all"
    )  # fmt: skip
    assert (settings.knob.transitions_per_detent, settings.knob.reversed) == (4, False)
    assert (settings.back, settings.seats, settings.buzzer, settings.reader) == (None, (), None, None)


def test_a_full_box_built_otherwise_than_the_profile_is_learned_as_it_is(tmp_path: Path) -> None:
    box = Fresh(
        tmp_path,
        "display.0.chip=sh1106", "display.0.bus=3", "display.0.rotate=180", "display.1.height=32",
        "knob.transitions_per_detent=2", "knob.reversed=true", "back.pin=5", "seat.0.button=23",
    )  # fmt: skip
    low, tall = 1, 0  # in the order of their buses: the low one on bus 1, the tall one on bus 3
    box.turns_until_the_frame_is_whole(low)
    box.click()
    box.click()
    box.sees("Look at display 2.", on=low)
    box.turns_until_the_frame_is_whole(tall)
    box.click()
    box.turn(1)
    box.click()  # not upright
    box.sees("Which display is at the", on=low)
    box.turn(1)
    box.click()  # the second one, which is the tall one
    box.sees("The knob", on=low)
    box.turn(3)
    box.sees("6 steps, not 4, 8 or 16.", on=tall)
    box.turn(4)
    box.click("back")
    for seat in range(5):
        box.click(f"seat.{seat}")
        if seat == 2:
            box.click("seat.0")
            box.sees("That one has its job", on=tall)
    box.sees("Do they glow?", on=tall)
    assert [box.world.lamp(seat) for seat in range(5)] == [False, True, True, True, True]  # Back took the first one's
    box.click()
    assert not any(box.world.lamp(seat) for seat in range(5))
    assert [on for _, on in box.world.sounds()] == [True, False] * 3
    box.click()
    box.wait(5.0)
    box.sees("2 displays, Back, 5 seats.", on=tall)
    box.sees("PN532 1.6.", on=tall)
    box.click()
    settings = box.kept()
    prompt, status = settings.displays
    assert (prompt.chip, prompt.bus, prompt.height, prompt.role, prompt.rotate) == ("sh1106", 3, 64, "prompt", 180)
    assert (status.chip, status.bus, status.height, status.role, status.rotate) == ("ssd1306", 1, 32, "status", 0)
    assert (settings.knob.transitions_per_detent, settings.knob.reversed) == (2, True)
    assert settings.back.pin == 5
    assert [seat.button for seat in settings.seats] == [23, 6, 13, 19, 26]
    assert [seat.lamp for seat in settings.seats] == [None, 16, 20, 21, 25]
    assert settings.buzzer.pin == 18
    assert settings.reader.port == "/dev/serial0"


def to_the_last_page(box: Fresh, *, upright: bool = True, beep: bool = True) -> None:
    """From the first question of a box with one display, without Back and seats."""
    box.turns_until_the_frame_is_whole()
    box.click()
    box.sees("Upright?")
    if not upright:
        box.turn(1)
    box.click()
    box.turn(4)
    box.click()
    box.click()
    box.sees("Did it beep?")
    if not beep:
        box.turn(1)
    box.click()
    box.wait(10.0)
    box.sees("Set up", "Done", "Again")


def test_the_last_page_tells_all_and_again_puts_wrong_answers_right_with_the_knob_alone(tmp_path: Path) -> None:
    box = Fresh(tmp_path, "display.0.chip=sh1106", profile="one-oled-knob")
    box.click()  # a frame that is not whole
    box.turn(1)
    box.click()  # not upright, which is wrong
    box.turn(4)
    for _ in range(3):
        box.click()
    box.wait(10.0)
    box.turn(1)
    box.click()  # again, as far as the picture can be read
    assert not box.ended and not box.frame_is_whole()
    box.turns_until_the_frame_is_whole()
    box.click()
    box.turn(1)
    box.click()  # it stands on its head: the other way
    box.sees("The knob")
    box.turn(4)
    box.click()
    box.click()
    box.turn(1)
    box.click()
    box.wait(10.0)
    box.sees("1 display, no Back, 0 seats.", "No reader.", "Lamps: no. Buzzer: no.")
    box.click()
    settings = box.kept()
    (display,) = settings.displays
    assert (display.chip, display.rotate, settings.buzzer) == ("sh1106", 0, None)


def test_again_keeps_what_was_learned_where_the_answer_is_the_same(tmp_path: Path) -> None:
    box = Fresh(tmp_path, "display.0.chip=sh1106", "knob.reversed=true", profile="one-oled-knob")
    to_the_last_page(box)
    box.turn(1)
    box.click()
    assert box.frame_is_whole()
    box.click()
    box.click()
    box.sees("The knob")
    box.click()  # without turning: what is known stays
    box.sees("Press Back.")
    box.click()
    box.click()
    box.click()
    box.wait(10.0)
    box.click()
    settings = box.kept()
    assert (settings.displays[0].chip, settings.knob.reversed, settings.buzzer.pin) == ("sh1106", True, 18)


def to_the_seats(folder: Path) -> Fresh:
    """A box with everything that has just learned its Back."""
    box = Fresh(folder)
    for place in (0, 1):
        box.turns_until_the_frame_is_whole(place)
        box.click()
        box.click()
    box.click()
    box.turn(4)
    box.click("back")
    box.sees("Seat 1: press its button.", "Back: before")
    return box


def test_back_once_learned_goes_one_question_back_from_anywhere(tmp_path: Path) -> None:
    box = to_the_seats(tmp_path)
    for seat in range(5):
        box.click(f"seat.{seat}")
    box.sees("Do they glow?")
    box.click("back")
    box.sees("Seat 5: press its button.")
    assert not any(box.world.lamp(seat) for seat in range(5))
    box.click("back")
    box.sees("Seat 4: press its button.")
    box.click("seat.4")  # the fourth and the fifth the other way round
    box.click("seat.3")
    box.click()
    box.sees("Did it beep?")
    box.click("back")
    box.sees("Do they glow?")
    box.turn(1)
    box.click()
    box.click()
    box.wait(10.0)
    box.sees("2 displays, Back, 5 seats.", "Lamps: no. Buzzer: yes.")
    box.click("back")
    box.sees("Did it beep?")
    box.turn(1)
    box.click()
    box.wait(10.0)
    box.sees("Lamps: no. Buzzer: no.")
    box.click()
    settings = box.kept()
    assert [seat.button for seat in settings.seats] == [5, 6, 13, 26, 19]
    assert [seat.lamp for seat in settings.seats] == [None] * 5
    assert settings.buzzer is None


def test_a_wrong_button_for_back_is_put_right_by_that_button_itself(tmp_path: Path) -> None:
    box = to_the_seats(tmp_path)
    box.click("back")
    box.sees("Press Back.")
    box.click("seat.0")
    box.sees("Seat 1: press its button.")
    box.click("seat.0")
    box.sees("Press Back.")
    box.click("back")
    box.click("seat.0")
    box.sees("Seat 2: press its button.")


def test_a_second_time_through_back_goes_back_from_the_displays_and_the_knob_too(tmp_path: Path) -> None:
    box = to_the_seats(tmp_path)
    box.click()
    box.click()
    box.wait(10.0)
    box.turn(1)
    box.click()
    box.sees("Display 1")
    box.click("back")  # there is nothing before it
    box.sees("Display 1")
    box.click()
    box.sees("Upright?")
    box.click("back")
    box.sees("Display 1")
    for _ in range(4):
        box.click()
    box.sees("Which display is at the")
    box.click()
    box.sees("The knob")
    box.click("back")
    box.sees("Which display is at the")
    box.click()
    box.sees("The knob")
    box.turn(4)
    box.sees("Press Back.")


def test_without_a_hand_it_ends_and_keeps_nothing(tmp_path: Path) -> None:
    box = Fresh(tmp_path)
    box.wait(100.0)
    assert box.ended == [(None, None)]
    assert box.said == ["the first run was not gone through: it comes again at the next start"]


def test_without_a_display_or_pins_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blind = Fresh(tmp_path, profile="one-oled-knob")
    blind.world.unplug("main")
    again: list[Any] = []
    run = FirstRun(
        blind.built, WorldWires(blind.world), blind.clock, lambda name: SteppedWorker(blind.clock),
        lambda call: call(), blind.clock.now_s, blind.said.append,
    )  # fmt: skip
    Walk(blind.clock, run.steps(), lambda *end: again.append(end))
    blind.wait(5.0)
    assert again == [(None, None)]
    assert "no first run without a display" in blind.said[-1]


def test_a_second_first_run_replaces_what_the_first_one_kept(tmp_path: Path) -> None:
    learn(tmp_path, {"": {"profile": FULL}, "display.1": {"chip": "sh1106"}, "knob": {"reversed": True}})
    box = Fresh(tmp_path, profile="one-oled-knob")
    for _ in range(2):
        box.click()
    box.turn(4)
    for _ in range(2):
        box.click()
    box.turn(1)
    box.click()
    box.wait(10.0)
    box.click()
    settings = box.kept()
    assert len(settings.displays) == 1
    assert (settings.knob.reversed, settings.reader) == (False, None)


def test_when_it_is_over_every_part_is_free_again(tmp_path: Path) -> None:
    box = Fresh(tmp_path)
    box.wait(100.0)
    box.run.close()
    box.clock.advance(1.0)
    assert seen(box.world.art("prompt"), "Starting")
    again = Fresh(tmp_path)
    again.sees("Display 1")


# ---- when it comes


def fresh(folder: Path, settings: str = "", *overrides: str, pi: bool = True) -> bool:
    """Whether a box with these settings gets a first run at its start."""
    folder.mkdir(exist_ok=True)
    model, file = folder / "model", folder / "settings.toml"
    model.write_bytes(b"Raspberry Pi Zero 2 W" if pi else b"another")
    file.write_text(settings)
    loaded = load(None, file, folder / "data", overrides, environ={}, model_file=model)
    return is_fresh(loaded, folder / "data")


def test_it_comes_only_to_a_box_that_nobody_has_told_anything(tmp_path: Path) -> None:
    assert fresh(tmp_path)
    assert fresh(tmp_path, "[table]\nhold_ms = 700\n")
    assert not fresh(tmp_path, 'profile = "one-oled-knob"\n')
    assert not fresh(tmp_path, "[knob]\nreversed = true\n")
    assert not fresh(tmp_path, "", "display.0.chip=sh1106")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "journal.sqlite").touch()
    assert not fresh(tmp_path)
    (tmp_path / "data" / "journal.sqlite").unlink()
    assert fresh(tmp_path)
    learn(tmp_path / "data", {"": {"profile": "one-oled-knob"}})
    assert not fresh(tmp_path)


def test_what_was_learned_is_in_force_at_the_same_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    started: list[Any] = []

    def set_up(make: Any, data: Path, say: Any) -> bool:
        learn(data, {"": {"profile": "one-oled-knob"}, "knob": {"reversed": True}})
        return True

    class Daemon:
        def __init__(self, loaded: Any, wires: Any, reload: Any) -> None:
            started.append(loaded.settings.knob.reversed)

        def show(self, folder: Path, wiring: str) -> None:
            pass

        async def run(self, journal: Path) -> int:
            return 0

    monkeypatch.setattr("firmware_py.setting_up.set_up", set_up)
    monkeypatch.setattr("firmware_py.daemon.Daemon", Daemon)
    words = ["--first-run", "--profile", "one-oled-knob", "--data", str(tmp_path)]
    assert main(words) == 0
    assert started == [True]
    (tmp_path / "learned.toml").unlink()
    (tmp_path / "learned.toml").mkdir()  # nothing can be kept: it plays all the same, and does not ask for ever
    assert main(words) == 0
    assert started == [True, False]
    assert "learned.toml: cannot be written: Is a directory; going on without" in capsys.readouterr().err


def test_it_can_be_gone_through_on_the_bench_and_the_companion_starts_with_what_it_learned() -> None:
    with tempfile.TemporaryDirectory(prefix="tab-") as name:
        bench = BenchProcess(Path(name), "--first-run")
        try:
            bench.wait_for_glass(lambda art: seen(art, "Display 1"))
            bench.play(("knob", "Upright?"), ("knob", "Look at display 2."))
            bench.wait_for_glass(lambda art: not whole(art), "status")
            bench.move(turn=1)
            bench.wait_for_glass(whole, "status")
            bench.move(press="knob")
            bench.move(release="knob")
            bench.wait_for_glass(lambda art: seen(art, "Upright?"), "status")
            bench.move(press="knob")
            bench.move(release="knob")
            bench.wait_for_glass(lambda art: seen(art, "Which display"))
            bench.play(("knob", "The knob"), (4, "Press Back."), ("back", "Seat 1:"), ("seat.0", "Seat 2:"))
            bench.play(
                ("knob", "Do they glow?"), ("knob", "Did it beep?"), ("knob", "PN532 1.6."), ("knob", "New game")
            )
            assert bench.end() == 0
        finally:
            bench.close()
        learned = (Path(name) / "data" / "learned.toml").read_text()
        assert "transitions_per_detent = 4" in learned
        assert "seat = [{ button = 5, lamp = 12 }]" in learned


@pytest.mark.parametrize("height", [64, 32])
def test_its_screens_look_as_their_golden_pictures(tmp_path: Path, height: int) -> None:
    golden = (SCREENS / f"{height}.txt").read_text(encoding="utf-8")
    assert as_text(tour(tmp_path, height)) == golden
