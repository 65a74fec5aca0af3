"""Every word that a person sees passes the translator: the flow is walked through in a language of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
from plans import CODE, opened
from story import Story, counted, kept

from drivers.bench.tags import Ntag213
from firmware_py.view import View

NAMES = ("ANA", "BO", "CY")
TIME = re.compile("[A-Z][a-z]{2} [0-9:]+|[0-9]+ [A-Z][a-z]{2} [0-9]+")
NOT_WORDS = {"icon", "icons", "marks", "cursor", "mark"}
LAST_TURN = ("seat.0", "12 none", "12 none", "bread", "12 none", "games", "12 none", "bread", "12 none")


def loud(message: str) -> str:
    """A language in which everything is shouted."""
    return re.sub(r"(\{\w+\})|([^{]+)", lambda part: part[1] or part[2].upper(), message)


def said(value: object, name: str = "") -> Iterator[str]:
    """Every text in a view."""
    if name in NOT_WORDS:
        return
    if isinstance(value, str):
        yield value
    elif isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from said(getattr(value, field), field)
    elif isinstance(value, tuple | list):
        for each in value:
            yield from said(each[1] if name == "facts" else each, name)  # a fact is an icon and a text


class Loud(Story):
    """A story in that language, which listens to all that is shown."""

    def __init__(self, folder: Path, *laid: str, **how: object) -> None:
        self.heard: set[str] = set()
        self.screens: set[str] = set()
        super().__init__(folder, *laid, **how)

    def start(self) -> None:
        super().start()
        assert self.box is not None and self.box.flow is not None
        flow = self.box.flow
        flow.ways = replace(flow.ways, translate=loud)
        self.heard.clear()
        draw = self.box._draw_on

        def listen(glass: object, view: View) -> None:
            self.heard.update(said(view.screen))
            self.screens.add(type(view.screen).__name__)
            draw(glass, view)  # type: ignore[arg-type]

        self.box._draw_on = listen  # type: ignore[method-assign]
        flow.home()
        self.wait(0.1)

    def picks(self, label: str) -> None:
        super().picks(label.upper())

    def walks(self, *rows: str) -> None:
        """Down these rows of the menu, and out again."""
        self.menu(*rows)
        self.hold()
        self.back()

    def quiet(self) -> list[str]:
        """What was not shouted."""
        return sorted(text for text in self.heard if re.search("[a-z]", text) and not TIME.fullmatch(text))


def test_before_a_game(tmp_path: Path) -> None:
    story = Loud(tmp_path)
    story.picks("Trajan")
    story.picks("Scorekeeper")
    story.turn(1)
    story.click()
    story.click()
    story.picks("Options")
    story.click()
    story.back()
    story.picks("Set up by code")
    story.picks("Enter a code")
    story.click()
    story.hold()
    story.back()
    story.back()
    story.back()
    story.picks("New code")
    story.turn(1)
    for _ in range(57):
        story.click()
    story.wait(2.0)
    assert {"Choice", "Dial", "Letters", "Code", "Laying", "Notice"} <= story.screens
    assert story.quiet() == []


def test_a_turn_and_everything_in_the_menu(tmp_path: Path) -> None:
    story = Loud(tmp_path, "seat.0", "2", "build.3", "none", "12 none", names=NAMES)
    for rows in (
        ("Score",),
        ("Why", "ANA", "Construction"),
        ("Correct", "Score", "ANA"),
        ("Correct", "Time marker"),
        ("Pause",),
        ("Seats", "1 ANA", "Name", "New name"),
        ("Seats", "1 ANA", "Colour"),
        ("Rules here",),
        ("Finish", "Stop here"),
        ("Finish", "Count now"),
        ("Finish", "Seat leaves", "BO"),
        ("Finish", "Other game", "New game"),
    ):
        story.walks(*rows)
    story.menu("Why", "ANA", "Construction")
    story.click()
    story.picks("Change this entry")
    story.turn(1)
    story.click()
    story.back()
    story.seat(1)
    story.seat(1)
    story.back()
    story.menu("Undo")
    story.menu("Undo", "Redo")
    story.turn(2)
    story.click()
    story.turn(3)
    story.click()
    story.click()
    story.wait(2.0)
    story.click()
    story.back()
    story.click()
    story.wait(400.0)
    assert {"Cells", "Grid", "Toast", "Status", "SeatPage", "Idle", "Entries", "Question", "Big"} <= story.screens
    assert story.quiet() == []


def test_the_end_of_a_quarter_and_of_a_game(tmp_path: Path) -> None:
    story = Loud(tmp_path / "quarter", *LAST_TURN, "12 none", "1", "0", "0", names=NAMES)
    story.turn(50)
    story.click()
    story.wait(2.5)
    story.click()
    story.wait(0.2)
    assert "Result" in story.screens
    assert story.quiet() == []
    inputs = counted("seat.0", "2 tile.9 none", "!count")
    story = Loud(tmp_path / "game", *inputs[:-1], names=NAMES)
    story.click()
    story.wait(2.0)
    story.click()
    story.turn(1)
    story.picks("New game")
    story.picks("Past games")
    story.click()
    assert {"Sheet", "Winner"} <= story.screens
    assert story.quiet() == []


def test_tags_and_troubles(tmp_path: Path) -> None:
    story = Loud(tmp_path, "seat.0", "12 none", "12 none", names=NAMES, draws="table")
    story.tap("trajan/construction.door.3")
    story.tap("trajan/demand.bread")
    story.wait(3.0)
    story.world.lay(Ntag213(bytes.fromhex("04010203040506")))
    story.wait(0.6)
    story.click()
    story.click()
    story.wait(0.6)
    assert story.quiet() == []


def test_what_the_companion_draws(tmp_path: Path) -> None:
    story = Loud(tmp_path, "seat.0", "12 none", "12", names=NAMES, draws="companion")
    story.click()
    story.wait(0.5)
    assert story.quiet() == []


def test_the_language_is_one_of_the_box_and_changes_no_key(tmp_path: Path) -> None:
    story = Loud(tmp_path, "seat.0", names=NAMES)
    story.click()
    story.click()
    story.stop()
    assert [answer.key for answer in kept(tmp_path).answers] == ["seat.0", "2", "none"]


def test_the_referees_set_up_turn_pages_and_private_questions(tmp_path: Path) -> None:
    story = Loud(tmp_path / "new")
    story.picks("TRAJAN")
    story.picks("REFEREE")
    story.click()
    if "SPACES" in story.says():
        story.click()
    story.picks("Drawn for you".upper())
    story.click()
    story.turn(60)
    story.click()
    story.wait(4.0)
    story.picks("BY LOT")
    story.wait(0.2)
    assert story.quiet() == []
    pairs = ("blue-white", "yellow-green", "orange-pink", "blue-yellow", "green-orange")
    start = opened(3, hands="seen", trays=dict.fromkeys(range(3), pairs))
    story = Loud(tmp_path / "play", " ".join(start), names=NAMES, way="referee", code=CODE, draws="companion")
    story.turn(2)
    story.click()
    story.click()
    for rows in (("Board", "Circle"), ("Board", "Construction"), ("Board", "BO"), ("Rules here",)):
        story.walks(*rows)
    story.walks("Finish", "SCOREKEEPER INSTEAD")
    story.seat(1)
    story.click()
    story.turn(1)
    story.back()
    assert {"Plates", "Marks", "Panel"} <= story.screens
    assert story.quiet() == []
    story = Loud(tmp_path / "own", " ".join(start), names=NAMES, way="referee", code=CODE, draws="companion")
    story.turn(-2)  # from I to V: the last marker lands in the seaport
    story.click()
    story.click()
    story.picks("draw two")
    story.wait(3.0)
    story.sees("PRIVATE")
    story.click()
    story.wait(0.2)
    assert story.quiet() == []
