"""The box as a whole when a part of it fails: the rest goes on, and nothing is answered that no hand has answered."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from broken_pins import Broken
from held_worker import HeldWorker
from reading import seen
from story import Story

from drivers.bench.simulated import SteppedWorker
from drivers.errors import DriverError
from firmware_py import box as box_module

READ_S = 0.3  # what has only just come up is not answered by a click
LAID = ("seat.0", "2", "build.3", "none")


class Faulty(Story):
    """A story whose pins can fail. ``absent``: so often there are no pins at all."""

    def __init__(self, folder: Path, *laid: str, absent: int = 0, **how: Any) -> None:
        self.absent = absent
        super().__init__(folder, *laid, **how)

    def start(self) -> None:
        self.world.pin_factory = self.factory  # type: ignore[method-assign, assignment]
        super().start()

    def factory(self) -> Broken:
        if self.absent:
            self.absent -= 1
            raise DriverError("no GPIO chip of a Pi's header here: let this user into the group gpio")
        self.broken = Broken(self.world)
        return self.broken


@pytest.mark.parametrize("profile", ["bench", "one-oled-knob"])
def test_a_knob_that_is_lost_while_it_is_pressed_answers_nothing(tmp_path: Path, profile: str) -> None:
    story = Faulty(tmp_path, *LAID, profile=profile)
    story.sees("Bo", "markers")
    revision = story.box.table.revision  # type: ignore[union-attr]
    story.world.press("knob")
    story.wait(0.2)
    story.broken.unreadable = set(range(28))
    story.wait(0.4)
    story.sees("A part is lost")
    assert story.box.table.revision == revision  # type: ignore[union-attr]
    story.broken.unreadable = set()
    story.world.release("knob")
    story.waits_for("Found again")
    story.wait(3.0)
    story.sees("Bo", "markers")
    story.click()
    story.sees("Points?")


def test_pins_that_come_later_than_the_box_are_taken_then(tmp_path: Path) -> None:
    late = Faulty(tmp_path, absent=3)
    late.sees("A part is lost", "No GPIO chip of a Pi's header")
    late.wait(3.5)
    late.waits_for("Found again")
    late.wait(3.0)
    late.misses("A part is lost")
    before = late.art()
    late.click()
    assert late.art() != before


def test_pins_that_never_come_are_said_once(tmp_path: Path) -> None:
    story = Faulty(tmp_path, absent=10_000)
    story.sees("A part is lost")
    lost = list(story.box.flow.troubles.lost.items())  # type: ignore[union-attr]
    pages = list(story.box.flow.layers)  # type: ignore[union-attr]
    story.wait(60.0)
    assert list(story.box.flow.troubles.lost.items()) == lost  # type: ignore[union-attr]
    assert list(story.box.flow.layers) == pages  # type: ignore[union-attr]
    assert story.stop()


def test_a_screen_that_cannot_be_drawn_does_not_keep_the_other_display_from_its_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    story = Story(tmp_path, *LAID)
    draw: Callable[..., None] = box_module.Box._draw_on

    def fails(self: box_module.Box, glass: box_module.Glass, view: Any) -> None:
        if glass.name == "prompt":
            raise ZeroDivisionError
        draw(self, glass, view)

    monkeypatch.setattr(box_module.Box, "_draw_on", fails)
    before = story.art("status")
    with pytest.raises(ZeroDivisionError):
        story.click()
    with pytest.raises(ZeroDivisionError):
        story.click()
    with pytest.raises(ZeroDivisionError):
        story.wait(1.0)
    assert story.art("status") != before


def test_when_the_prompts_bus_never_returns_the_other_display_takes_the_prompt_and_the_game_goes_on(
    tmp_path: Path,
) -> None:
    story = Story(tmp_path, *LAID, overrides=("display.1.bus=3",))
    bus = story.workers[0]
    bus.__class__ = HeldWorker
    assert isinstance(bus, HeldWorker)
    bus.held = True
    story.click()
    story.waits_for("A part is lost", 3.0, on="status")
    story.sees("The bus hangs", on="status")
    story.wait(READ_S)
    story.click()
    story.sees("Bo", "Points?", on="status")
    story.click()
    story.sees("Cy", "markers", on="status")
    bus.held = False
    story.waits_for("Found again")
    story.wait(3.0)
    story.sees("Cy", "markers")


def test_a_reader_that_never_returns_is_said_and_the_knob_does_everything(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID)
    reader = story.workers[-1]
    reader.__class__ = HeldWorker
    assert isinstance(reader, HeldWorker)
    reader.held = True
    story.waits_for("A part is lost", 3.0)
    story.wait(READ_S)
    story.click()
    story.wait(READ_S)
    story.click()
    story.sees("Bo", "Points?")
    reader.held = False
    story.waits_for("Found again")


def test_a_card_that_never_returns_is_said_and_the_game_goes_on_in_memory(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID)
    journal = next(each for each in story.workers if each.delay_s == story.card_s)
    journal.__class__ = HeldWorker
    assert isinstance(journal, HeldWorker)
    journal.held = True
    story.click()
    story.sees("Points?")
    story.waits_for("1 answer is only in memory", 6.0)
    story.wait(READ_S)
    story.click()
    story.wait(READ_S)
    story.click()
    story.sees("Cy", "markers")
    assert story.box is not None and story.box.table is not None
    assert story.box.table.writing_s() > 5.0
    journal.held = False
    story.waits_for("All is saved")


def test_while_somebody_is_at_the_box_an_unchanged_display_is_missed_and_found_within_three_seconds(
    tmp_path: Path,
) -> None:
    story = Story(tmp_path, *LAID)
    story.wait(5.0)
    story.world.unplug("status")
    story.wait(3.0)
    story.sees("A part is lost")
    story.world.plug("status")
    story.waits_for("Found again", 3.0)


def test_at_rest_no_display_is_asked_until_the_first_input_which_misses_it_at_once(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID)
    assert story.box is not None
    display = next(glass.display for glass in story.box.glasses if glass.name == "status")
    story.wait(10.0)
    assert 8 <= display.counts["ping"].frames <= 11
    story.wait(15.0)  # twenty seconds after the last input
    asked = display.counts["ping"].frames
    story.wait(120.0)
    assert display.counts["ping"].frames == asked
    story.world.unplug("status")
    story.wait(5.0)
    story.misses("A part is lost")
    story.turn(1)
    story.sees("A part is lost")


class SlowCard(SteppedWorker):
    """A card that takes its time at the end, during which the loop does not turn but the other workers do."""

    others: list[SteppedWorker]
    look: Callable[[], None]

    def close(self, timeout_s: float = 2.0) -> bool:
        for each in self.others:
            each.close()
        self.look()
        return super().close(timeout_s)


def test_while_the_last_answers_are_being_saved_every_glass_says_not_to_unplug(tmp_path: Path) -> None:
    story = Story(tmp_path, *LAID)
    glasses: list[list[str]] = []
    journal = next(each for each in story.workers if each.delay_s == story.card_s)
    journal.__class__ = SlowCard
    assert isinstance(journal, SlowCard)
    journal.others = [each for each in story.workers if each is not journal]
    journal.look = lambda: glasses.extend([story.art("prompt"), story.art("status")])
    story.click()
    assert story.stop()
    assert len(glasses) == 2
    for art in glasses:
        assert seen(art, "Saving…") and seen(art, "Do not unplug yet")
    story.sees("Saved", "safe to unplug")
