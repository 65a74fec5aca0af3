"""What a display shall show, as plain frozen data: one ``View`` a display, made by the flow, drawn by ``screens``.

Every string here is final (translated, names filled in); a drawing only lays it out, and shortens what does not fit by
the rules of its screen. Icons are names of the drawn icons ("" for none). Nothing here knows a title or a device.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from engine.words import Track


@dataclass(frozen=True, slots=True)
class Header:
    """The top line: an inverted seat chip, an icon, the subject; at the right a text and a row of small icons."""

    chip: str = ""
    icon: str = ""
    subject: str = ""
    right: str = ""
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Splash:
    """Power-up: the name of the box and what it is doing ("looking for parts…")."""

    line: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a list. ``note`` is a second, small line; ``right`` a number or word at the right edge.

    ``legal`` False: listed under a dotted line, a click says why not.
    """

    label: str
    right: str = ""
    icon: str = ""
    note: str = ""
    legal: bool = True


@dataclass(frozen=True, slots=True)
class Choice:
    """A list with a cursor. Rows with notes are two-line rows with 16×16 icons."""

    header: Header
    lines: tuple[Line, ...]
    cursor: int
    footer: str = ""


@dataclass(frozen=True, slots=True)
class Dial:
    """A number between arrows. ``lower``/``upper``: whether it can go on in that direction.

    ``lines`` say what a click will do, ``strong`` shows the first of them inverted; ``track`` draws the time loop
    and puts the label to the left (the turn prompt); ``footer`` is a row of short standings.
    """

    header: Header
    label: str
    value: str
    lower: bool
    upper: bool
    lines: tuple[str, ...] = ()
    strong: bool = False
    track: Track | None = None
    footer: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """A framed cell: a 16×16 icon or a big word, and a word below."""

    label: str
    icon: str = ""
    big: str = ""


@dataclass(frozen=True, slots=True)
class Cells:
    """Two to four framed cells side by side under a question. ``bold``: the question in M with icons at its right."""

    header: Header
    question: str
    cells: tuple[Cell, ...]
    cursor: int
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GridRow:
    """A row of the points grid: its icon, its name in full (for 32 rows of glass), its cells.

    ``icons`` has an icon for each cell, or is empty.
    """

    icon: str
    label: str
    cells: tuple[str, ...]
    icons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Grid:
    """Source and amount in one: rows of cells; ``title`` says the focused one in words."""

    chip: str
    title: str
    rows: tuple[GridRow, ...]
    row: int
    column: int


@dataclass(frozen=True, slots=True)
class Question:
    """A question with two framed buttons. ``title`` in M, ``lines`` in S, ``icons`` 16×16 with letters."""

    header: Header
    title: str
    lines: tuple[str, ...]
    buttons: tuple[str, ...]
    cursor: int
    icons: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Toast:
    """What has just happened, for a second or two: an amount in M×2 or an icon, a title in M, lines in S."""

    header: Header
    title: str
    lines: tuple[str, ...] = ()
    big: str = ""
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """A seat's line of the status: name, points, an icon, a second number."""

    name: str
    number: str
    icon: str = ""
    aside: str = ""


@dataclass(frozen=True, slots=True)
class Status:
    """The game at a glance: where it stands, the loop as the rule of the header, a row a seat; ``focus`` is inverted."""

    status: str
    left: str
    marks: tuple[str, ...]
    rows: tuple[Standing, ...]
    focus: int
    track: Track | None = None


@dataclass(frozen=True, slots=True)
class SeatPage:
    """One seat's page: its score large, place and facts at the right, lines below, or a wide "your turn"."""

    name: str
    number: str
    unit: str
    place: str
    facts: tuple[tuple[str, str], ...]
    marks: tuple[str, ...]
    lines: tuple[str, ...]
    turn: str = ""


@dataclass(frozen=True, slots=True)
class Idle:
    """The resting picture: who is to move, and the scores in columns. Nothing inverted."""

    title: str
    columns: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Notice:
    """Lines of text, wrapped; ``button`` is an inverted bar at the bottom, "" for none."""

    header: Header
    lines: tuple[str, ...]
    button: str = ""
    title: str = ""
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Entries:
    """A dense list of ledger entries (when, what, amount) with a cursor."""

    header: Header
    rows: tuple[tuple[str, str, str], ...]
    cursor: int


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of a vote: the first rows in M with icons, the rest as lines in S."""

    header: Header
    rows: tuple[Standing, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A seat's final score: label and amount in lines, the total large at the right with a word below.

    ``first`` is the first line shown, where there are more than the glass holds (five, or two on 32 rows).
    """

    header: Header
    lines: tuple[tuple[str, str], ...]
    total: str
    word: str
    first: int = 0


@dataclass(frozen=True, slots=True)
class Winner:
    """The end: who wins, with how many points, by how much; lines below the dotted rule."""

    title: str
    number: str
    margin: str
    lines: tuple[str, ...]
    icon: str = "consul16"


@dataclass(frozen=True, slots=True)
class Code:
    """A set-up code, large, with lines below."""

    header: Header
    code: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Laying:
    """One step of the set-up walk-through: icon, two big lines, a note, a progress bar ``done`` of ``of``."""

    header: Header
    icon: str
    place: str
    thing: str
    note: str
    done: int
    of: int


@dataclass(frozen=True, slots=True)
class Letters:
    """The letter wheel: the name so far, the letters round the cursor, a line of help."""

    header: Header
    text: str
    wheel: tuple[str, ...]
    cursor: int
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Big:
    """One word in S×2 with a 16×16 icon (drawn twice its size) and lines: Paused, Saving…, Saved."""

    header: Header
    word: str
    lines: tuple[str, ...]
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Dark:
    """Nothing lit."""


Screen: TypeAlias = (
    Splash | Choice | Dial | Cells | Grid | Question | Toast | Status | SeatPage | Idle | Notice | Entries | Result
    | Sheet | Winner | Code | Laying | Letters | Big | Dark
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class View:
    """A display's picture. ``mark``: "" (all saved), "unsaved" (until the commit returns), "notsaved" (trouble).

    ``brightness``: 0 off … 255; ``seconds`` shown in the clock slot never change a picture by themselves.
    """

    screen: Screen = field(default_factory=Dark)
    mark: str = ""
    brightness: int = 255
