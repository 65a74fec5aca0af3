"""What a title says and shows, in a form that any edge can turn into pixels, speech or JSON.

A ``Text`` is an English message with named arguments, translated and filled in at the edge. ``Page``, ``Hint`` and
``News`` are built from it. Nothing here knows a game, a display or a player's name: a seat is a number until rendered.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple, TypeAlias


class Seat(int):
    """A seat as an argument of a ``Text``: shown as the name of who sits there."""


def plain(text: str, most: int = 40) -> str:
    """What somebody typed, fit for a message or a terminal: cut short, signs that do not print in escapes."""
    short = text if len(text) <= most else text[:most] + "…"
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode("ascii") for sign in short)


Argument: TypeAlias = "int | str | Seat | Text | tuple[int | str | Seat | Text, ...]"


class Text:
    """An English message with named arguments: ``Text("{seat} to move", seat=Seat(1))``.

    An argument is a number, a word that is never translated, a ``Seat``, another ``Text``, or a tuple of these
    (joined by commas). A number argument whose name begins with ``signed`` is shown with its sign (``+3``, ``−4``).
    """

    __slots__ = ("args", "message")

    def __init__(self, message: str, **args: Argument) -> None:
        self.message, self.args = message, args

    def render(self, names: Sequence[str] = (), translate: Callable[[str], str] = str) -> str:
        """The message with seats named after ``names`` (seat 0 first; "seat 1" where there is no name)."""

        def shown(name: str, value: Argument) -> str:
            if isinstance(value, Text):
                return value.render(names, translate)
            if isinstance(value, tuple):
                return ", ".join(shown(name, part) for part in value)
            if isinstance(value, Seat):
                return names[value] if 0 <= value < len(names) else f"seat {value + 1}"
            if isinstance(value, int):
                if name.startswith("signed"):
                    return f"+{value}" if value > 0 else str(value).replace("-", "−")
                return str(value).replace("-", "−")
            return value

        return translate(self.message).format_map({name: shown(name, value) for name, value in self.args.items()})

    def __str__(self) -> str:
        return self.render()

    def __repr__(self) -> str:
        return f"Text({self.message!r}{''.join(f', {k}={v!r}' for k, v in self.args.items())})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and (self.message, self.args) == (other.message, other.args)

    def __hash__(self) -> int:
        return hash((self.message, tuple(self.args.items())))


@cache
def to_move(seat: int) -> Text:
    """Whose turn it is, in words."""
    return Text("{seat} to move", seat=Seat(seat))


class Track(NamedTuple):
    """A loop or row of spaces with a marker on it: ``at`` spaces are gone, ``ahead`` more would be taken now.

    ``at + ahead`` may exceed ``length``: the marker goes past the end.
    """

    length: int
    at: int
    ahead: int = 0


class Hint(NamedTuple):
    """What an answer will do, in a few words. ``strong`` if it ends something (a round, the game).

    ``right`` is a number or a word or two, short enough for the right end of its row in a list; it may be
    all there is to say.
    """

    text: Text
    strong: bool = False
    track: Track | None = None
    right: Text | None = None


class Row(NamedTuple):
    """A line of a page: a label, a number, an icon's name ("" for none), the seat it speaks of, a second number.

    ``of``: the second number is so many of that many, and may be shown as boxes. ``values`` are places side by side of
    which the one numbered ``number`` counts now.
    """

    label: Text
    number: int | None = None
    icon: str = ""
    seat: int | None = None
    aside: int | None = None
    note: Text | None = None
    of: int | None = None
    values: tuple[Text, ...] = ()


class Page(NamedTuple):
    """What a display that knows no title can show of the game.

    ``status`` says where the game stands in at most 7 letters ("Q2 R3"), ``left`` what is to come ("9 left"),
    ``marks`` are icon names in a row, ``rows`` one a seat, ``notes`` further lines, ``track`` the time loop. ``facts``
    are a few words each with an icon; where there are any, a status shows them in place of the first three. ``unit`` is
    what the points are called.
    """

    status: Text
    left: Text
    marks: tuple[str, ...]
    rows: tuple[Row, ...]
    notes: tuple[Text, ...] = ()
    track: Track | None = None
    facts: tuple[Row, ...] = ()
    unit: Text = Text("points")


class Reply(NamedTuple):
    """A row of the open question's list: its label, an icon's name, the answers that a click on it gives at once.

    ``ahead`` are answers to questions of a kind that may follow in the same action, given as they come up where they
    are legal then: what is nearly always meant, so that it need not be asked.
    """

    label: Text
    icon: str
    keys: tuple[str, ...]
    ahead: tuple[tuple[str, str], ...] = ()


class Leaf(NamedTuple):
    """A page to look at, of an area of the board or of a ``seat``: its name, an icon's name, its lines, a few words for
    its header."""

    label: Text
    icon: str
    rows: tuple[Row, ...]
    seat: int | None = None
    note: Text | None = None


class Piece(NamedTuple):
    """A thing that lies on a drawing. ``shape``: "square", "round", "tile"; ``seat``: whose it is, None for nobody's;
    ``sign``: at most 3 letters on it; ``icon``: an icon's name instead, "" for none."""

    shape: str
    label: Text
    seat: int | None = None
    sign: str = ""
    icon: str = ""


class Space(NamedTuple):
    """A printed place for one thing, empty if ``piece`` is None. ``shape`` as that of a piece, or "post", or "ring" for
    the sign beside a strong road; ``colour``: of the print, an English word, "" for none; ``sign``: at most 3 letters
    that are printed on it; ``tag`` and ``keys`` as of a spot, for a space that means answers of its own; ``within``:
    the colours of the small things that lie in it, for a round one."""

    shape: str
    label: Text
    colour: str = ""
    sign: str = ""
    piece: Piece | None = None
    tag: str = ""
    keys: tuple[str, ...] = ()
    within: tuple[str, ...] = ()


class Spot(NamedTuple):
    """A place of a drawing, as a city. ``at``: its rough centre in parts of the board's width and height (x right, y
    down); ``rows`` of spaces; ``seat``: who holds it; ``icons``: printed beside the name, each with what it is;
    ``note``: what more is to be said of it; ``tag``: the word of its component, "" for none; ``keys``: the answers to
    the open question that mean it; ``strong``: it is printed to be found; ``about``: the open question is about it."""

    word: str
    label: Text
    at: tuple[float, float]
    rows: tuple[tuple[Space, ...], ...] = ()
    seat: int | None = None
    icons: tuple[tuple[str, Text], ...] = ()
    note: Text | None = None
    tag: str = ""
    keys: tuple[str, ...] = ()
    strong: bool = False
    about: bool = False


class Road(NamedTuple):
    """What joins two spots, given by their numbers: spaces on the way, a piece that lies beside it; the rest as of a
    spot."""

    word: str
    label: Text
    ends: tuple[int, int]
    spaces: tuple[Space, ...] = ()
    beside: Piece | None = None
    note: Text | None = None
    keys: tuple[str, ...] = ()
    about: bool = False
    strong: bool = False


class Drawing(NamedTuple):
    """A board as a picture that an edge can draw without knowing the title. ``ratio`` is width by height; ``legend``
    says what spaces and pieces mean; ``notes`` are lines below."""

    label: Text
    ratio: float
    spots: tuple[Spot, ...]
    roads: tuple[Road, ...] = ()
    legend: tuple[Space, ...] = ()
    notes: tuple[Text, ...] = ()


class News(NamedTuple):
    """Something that the last answer brought about. Toasts, lamps, buzzer and voice follow these alone.

    ``kind``: "points", "forced" (an answer without a choice was taken), "drawn", "revealed", "turn" (now this seat's),
    "round", "quarter", "senate", "final" (a seat's final scoring is complete), "corrected", "left", "over".
    ``seat`` is TABLE (-1) where no seat is meant; ``amount`` is in points; ``icon`` an icon's name or "".
    """

    kind: str
    seat: int
    text: Text
    amount: int = 0
    icon: str = ""


class Field(NamedTuple):
    """One thing to choose in an amendment: its name, the legal values (parts of a key) with labels, what is now."""

    name: Text
    values: tuple[str, ...]
    labels: tuple[Text, ...]
    present: str


class Amendment(NamedTuple):
    """Something that may be corrected now. The key is ``stem`` and the chosen value of each field, parted by dots."""

    stem: str
    label: Text
    icon: str
    fields: tuple[Field, ...]


class Standings(NamedTuple):
    """Where everybody stands: points now, what final scoring would add today, places.

    ``totals`` and ``today`` have one number a seat, but ``today`` is empty where it cannot be known; ``order`` lists
    the seats from first to last; ``places`` has one place a seat (1 is first; equal where the rules leave a tie).
    """

    totals: tuple[int, ...]
    today: tuple[int, ...]
    order: tuple[int, ...]
    places: tuple[int, ...]
