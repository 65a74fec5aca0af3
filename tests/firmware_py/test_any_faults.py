"""Whatever is pulled, stuck and put back while hands go on playing: nothing breaks, and a while later all is well."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from story import Story
from table_desk import Card, raising

from drivers import pages
from firmware_py.flow.flow import Flow
from firmware_py.journal import Journal

LAID = ("seat.0", "2", "build.3", "none")
FAULTS = (
    raising("database or disk is full", sqlite3.SQLITE_FULL),
    raising("attempt to write a readonly database", sqlite3.SQLITE_READONLY),
    raising("disk I/O error", sqlite3.SQLITE_IOERR_FSYNC),
)


class Rough(Story):
    """A box that is handled roughly."""

    def __init__(self, folder: Path, *laid: str, **how: object) -> None:
        self.card = Card()
        super().__init__(folder, *laid, **how)

    def journal(self) -> Journal:
        return Journal(self.folder / "journal.sqlite", connect=self.card.connect)

    @property
    def flow(self) -> Flow:
        assert self.box is not None and self.box.flow is not None
        return self.box.flow

    def mend(self) -> None:
        """Everything is put right again."""
        for part in self.world.parts():
            self.world.plug(part)
        for bus in self.world.buses.values():
            bus.mend()
        self.card.fault, self.card.late = None, False

    def well(self) -> None:
        """Every glass shows what it should, nothing is lost and all is saved."""
        assert self.box is not None
        assert self.flow.troubles.lost == {}
        assert (self.flow.table.mark, self.flow.table.trouble) == ("", "")
        for glass in self.box.glasses:
            display = glass.display
            picture = pages.unpack(display._goal.pages, display.width, display.height)
            assert self.world.glass(glass.name) == picture.tobytes(), glass.name


Act = tuple[str, Callable[[Rough], object]]


def acts(profile: str) -> list[Act]:
    parts = ["prompt", "status", "reader", "knob", "back"] if profile == "bench" else ["main", "knob"]
    found: list[Act] = []
    for part in parts:
        found.append((f"unplug {part}", lambda story, part=part: story.world.unplug(part)))  # type: ignore[misc]
        found.append((f"plug {part}", lambda story, part=part: story.world.plug(part)))  # type: ignore[misc]
    buses = (
        ("stick", lambda bus: bus.stick()),
        ("let go", lambda bus: bus.mend()),
        ("no answer", lambda bus: bus.nack(3)),
        ("half a frame", lambda bus: bus.cut_after(40)),
        ("half a frame and gone", lambda bus: bus.cut_after(15, unplug=False)),
    )
    for word, fault in buses:
        found.append((word, lambda story, fault=fault: fault(story.world.buses[1])))  # type: ignore[misc]
    for error in FAULTS:
        found.append((f"card: {error}", lambda story, error=error: setattr(story.card, "fault", error)))  # type: ignore[misc]
    found += [
        ("card well", lambda story: setattr(story.card, "fault", None)),
        ("click", lambda story: story.click()),
        ("back", lambda story: story.click("back") if story.settings.back else None),
        ("turn", lambda story: story.turn(1)),
        ("turn back", lambda story: story.turn(-2)),
        ("hold", lambda story: story.hold()),
        ("press", lambda story: story.world.press("knob")),
        ("release", lambda story: story.world.release("knob")),
        ("a moment", lambda story: story.wait(0.003)),
        ("a second", lambda story: story.wait(1.0)),
        ("five", lambda story: story.wait(5.0)),
        ("half a minute", lambda story: story.wait(31.0)),
    ]
    if profile == "bench":
        found.append(("tag", lambda story: story.tap("trajan/demand.bread")))
    return found


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@pytest.mark.parametrize("profile", ["bench", "one-oled-knob"])
@given(data=st.data())
def test_whatever_happens_to_the_parts_all_is_well_a_while_after_they_are_put_right(
    tmp_path_factory: pytest.TempPathFactory, profile: str, data: st.DataObject
) -> None:
    story = Rough(tmp_path_factory.mktemp("rough"), *LAID, profile=profile)
    for word, act in data.draw(st.lists(st.sampled_from(acts(profile)), max_size=25)):
        del word
        act(story)
    story.mend()
    story.world.release("knob")
    story.wait(8.0)
    story.wait(61.0)  # a plug that was loose unseen heals with the next picture, at the latest the minute's shift
    story.well()
    before = story.flow._turned_s
    story.turn(1)
    assert story.flow._turned_s > before
    story.well()
    assert story.stop()
