"""What a display shall show, as plain frozen data: one ``View`` a display, made by the flow, drawn by ``screens``.

Every string here is final (translated, names filled in); a drawing only lays it out, and shortens what does not fit by
the rules of its screen. Icons are names of the drawn icons ("" for none). Nothing here knows a title or a device.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct, field

from engine.words import Track


class Header(Struct, frozen=True):
    """The top line: an inverted seat chip, an icon, the subject; at the right a text and a row of small icons."""

    chip: str = ""
    icon: str = ""
    subject: str = ""
    right: str = ""
    marks: tuple[str, ...] = ()


class Splash(Struct, frozen=True):
    """Power-up: the name of the box and what it is doing ("looking for parts…")."""

    line: str = ""


class Line(Struct, frozen=True):
    """A row of a list. ``note`` is a second, small line; ``right`` a number or word at the right edge.

    ``icon`` may name two icons, parted by a space ("wine fish"). ``values``: columns, the one ``at`` inverted.
    ``legal`` False: listed under a dotted line, a click says why not.
    """

    label: str
    right: str = ""
    icon: str = ""
    note: str = ""
    legal: bool = True
    values: tuple[str, ...] = ()
    at: int = -1


class Choice(Struct, frozen=True):
    """A list with a cursor. Rows with notes are two-line rows with 16×16 icons."""

    header: Header
    lines: tuple[Line, ...]
    cursor: int
    footer: str = ""


class Dial(Struct, frozen=True):
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


class Cell(Struct, frozen=True):
    """A framed cell: a 16×16 icon or a big word, and a word below."""

    label: str
    icon: str = ""
    big: str = ""


class Cells(Struct, frozen=True):
    """Two to four framed cells side by side under a question. ``bold``: the question in M with icons at its right."""

    header: Header
    question: str
    cells: tuple[Cell, ...]
    cursor: int
    marks: tuple[str, ...] = ()


class Plate(Struct, frozen=True):
    """A place of a ring: an 8×8 icon, its sign ("VI"), a number, a short ``note`` ("→II").

    ``legal`` False: drawn without a frame.
    """

    label: str
    number: str
    icon: str = ""
    legal: bool = True
    note: str = ""


class Plates(Struct, frozen=True):
    """Up to six places, three in a row, as they lie on the table; the cursor stands on a legal one.

    ``strong`` shows the header's right-hand text inverted.
    """

    header: Header
    plates: tuple[Plate, ...]
    cursor: int
    strong: bool = False


class Mark(Struct, frozen=True):
    """Something to take of which there are several: a 16×16 icon, its letter, how many are left ("2 left")."""

    letter: str
    note: str
    icon: str


class Marks(Struct, frozen=True):
    """Up to six marks side by side with a cursor, and lines below that say what comes of it."""

    header: Header
    marks: tuple[Mark, ...]
    cursor: int
    lines: tuple[str, ...] = ()


class GridRow(Struct, frozen=True):
    """A row of the points grid: its icon, its name in full (for 32 rows of glass), its cells.

    ``icons`` has an icon for each cell, or is empty.
    """

    icon: str
    label: str
    cells: tuple[str, ...]
    icons: tuple[str, ...] = ()


class Grid(Struct, frozen=True):
    """Source and amount in one: rows of cells; ``title`` says the focused one in words; ``marks``: icons beside it."""

    chip: str
    title: str
    rows: tuple[GridRow, ...]
    row: int
    column: int
    marks: tuple[str, ...] = ()


class Question(Struct, frozen=True):
    """A question with two framed buttons. ``title`` in M, ``lines`` in S, ``icons`` 16×16 with letters."""

    header: Header
    title: str
    lines: tuple[str, ...]
    buttons: tuple[str, ...]
    cursor: int
    icons: tuple[tuple[str, str], ...] = ()


class Toast(Struct, frozen=True):
    """What has just happened, for a second or two: an amount in M×2 or an icon, a title in M, lines in S."""

    header: Header
    title: str
    lines: tuple[str, ...] = ()
    big: str = ""
    icon: str = ""


class Standing(Struct, frozen=True):
    """A seat's line of the status: name, points, an icon, a second number.

    ``boxes``: the second number is so many of that many, drawn as boxes where there is room.
    """

    name: str
    number: str
    icon: str = ""
    aside: str = ""
    boxes: tuple[int, int] | None = None


class Status(Struct, frozen=True):
    """The game at a glance: where it stands, the loop as the header's rule, a row a seat; ``focus`` is inverted.

    ``facts`` (icon and text) stand in place of ``status``, ``left`` and ``marks``; ``note``, what hands have to do yet,
    in place of all of these. ``left_of`` says in words what the boxes of the focused row show.
    """

    status: str
    left: str
    marks: tuple[str, ...]
    rows: tuple[Standing, ...]
    focus: int
    track: Track | None = None
    facts: tuple[tuple[str, str], ...] = ()
    note: str = ""
    left_of: str = ""


class SeatPage(Struct, frozen=True):
    """One seat's page: its score large, place and facts at the right, lines below, or a wide "your turn".

    ``boxes``: the first fact is so many of that many, drawn as boxes below it.
    """

    name: str
    number: str
    unit: str
    place: str
    facts: tuple[tuple[str, str], ...]
    marks: tuple[str, ...]
    lines: tuple[str, ...]
    turn: str = ""
    boxes: tuple[int, int] | None = None


class Idle(Struct, frozen=True):
    """The resting picture: who is to move, and the scores in columns. Nothing inverted."""

    title: str
    columns: tuple[tuple[str, str], ...]


class Notice(Struct, frozen=True):
    """Lines of text, wrapped; ``button`` is an inverted bar at the bottom, "" for none."""

    header: Header
    lines: tuple[str, ...]
    button: str = ""
    title: str = ""
    icon: str = ""


class Entries(Struct, frozen=True):
    """A dense list of ledger entries (when, what, amount) with a cursor."""

    header: Header
    rows: tuple[tuple[str, str, str], ...]
    cursor: int


class Result(Struct, frozen=True):
    """The outcome of a vote: the first rows in M with icons, the rest as lines in S."""

    header: Header
    rows: tuple[Standing, ...]
    lines: tuple[str, ...]


class Sheet(Struct, frozen=True):
    """A seat's final score: label and amount in lines, the total large at the right with a word below.

    ``first`` is the first line shown, where there are more than the glass holds (five, or two on 32 rows).
    """

    header: Header
    lines: tuple[tuple[str, str], ...]
    total: str
    word: str
    first: int = 0


class Winner(Struct, frozen=True):
    """The end: who wins, with how many points, by how much; lines below the dotted rule."""

    title: str
    number: str
    margin: str
    lines: tuple[str, ...]
    icon: str = "consul16"


class Panel(Struct, frozen=True):
    """Small rows to look at: of each line the label, at most two icons, the text at its right. Nothing has the focus.

    ``rows`` are as many as the glass holds: five, or two on 32 rows.
    """

    header: Header
    rows: tuple[Line, ...]


class Code(Struct, frozen=True):
    """A set-up code, large, with lines below."""

    header: Header
    code: str
    lines: tuple[str, ...]


class Laying(Struct, frozen=True):
    """One step of the set-up walk-through: icon, two big lines, a note, a progress bar ``done`` of ``of``."""

    header: Header
    icon: str
    place: str
    thing: str
    note: str
    done: int
    of: int


class Letters(Struct, frozen=True):
    """The letter wheel: the name so far, the letters round the cursor, a line of help."""

    header: Header
    text: str
    wheel: tuple[str, ...]
    cursor: int
    lines: tuple[str, ...] = ()


class Big(Struct, frozen=True):
    """One word in S×2 with a 16×16 icon (drawn twice its size) and lines: Paused, Saving…, Saved."""

    header: Header
    word: str
    lines: tuple[str, ...]
    icon: str = ""


class Dark(Struct, frozen=True):
    """Nothing lit."""


Screen: TypeAlias = (
    Splash | Choice | Dial | Cells | Plates | Marks | Grid | Question | Toast | Status | SeatPage | Idle | Notice
    | Entries | Result | Sheet | Winner | Panel | Code | Laying | Letters | Big | Dark
)  # fmt: skip


class View(Struct, frozen=True):
    """A display's picture. ``mark``: "" (all saved), "unsaved" (until the commit returns), "notsaved" (trouble).

    ``names`` are those of the seats, so that a text with one of them can be shortened readably.
    ``brightness``: 0 off … 255; ``seconds`` shown in the clock slot never change a picture by themselves.
    """

    screen: Screen = field(default_factory=Dark)
    mark: str = ""
    brightness: int = 255
    names: tuple[str, ...] = ()
