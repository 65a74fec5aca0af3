"""What may be set, with types, ranges and defaults: the one description of settings and wiring.

Tables and keys of the TOML files are the fields below; ``[[seat]]`` and ``[[display]]`` are lists of tables.
Pins are BCM numbers. A part that is None, or a list that is empty, is not there. This module must not know
where settings come from, nor what a driver does with them.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

Pin = Annotated[int, Meta(ge=0, le=27)]
Seconds = Annotated[float, Meta(ge=0, le=86_400)]
Word = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,23}\Z", description="a short word of a-z, 0-9 and -")]

Chip = Literal["ssd1306", "sh1106", "ssd1309"]
Sound = Literal["turn", "refused", "undo", "round", "quarter", "over"]
Role = Annotated[
    str,
    Meta(
        pattern=r"^(all|status|prompt|seat\.[0-4])\Z",
        description='"all", "status", "prompt" or "seat.0" to "seat.4"',
    ),
]


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the settings."""


class Knob(Part, frozen=True, forbid_unknown_fields=True):
    """The rotary encoder: pins of its two contacts and of its push switch."""

    a: Pin
    b: Pin
    push: Pin
    transitions_per_detent: Literal[1, 2, 4] = 4
    reversed: bool = False


class Back(Part, frozen=True, forbid_unknown_fields=True):
    """The Back button."""

    pin: Pin


class Seat(Part, frozen=True, forbid_unknown_fields=True):
    """The button of a seat and its lamp, either or both."""

    button: Pin | None = None
    lamp: Pin | None = None


class Contacts(Part, frozen=True, forbid_unknown_fields=True):
    """How every contact of the box is read.

    ``debounce_ms``: how long one must stay open before it counts as released. ``click_guard_ms``: a lone notch this
    close to a press of the knob is a slip of the hand; 0 turns that off. ``pull_up``: contacts close to ground;
    otherwise they close to 3.3 V.
    """

    debounce_ms: Annotated[float, Meta(ge=5, le=100)] = 20.0
    click_guard_ms: Annotated[float, Meta(ge=0, le=500)] = 100.0
    pull_up: bool = True


class Buzzer(Part, frozen=True, forbid_unknown_fields=True):
    """An active buzzer: it has its own tone and is only switched.

    ``muted`` keeps it wired but silent, ``silent`` only some of its sounds.
    """

    pin: Pin
    muted: bool = False
    silent: tuple[Sound, ...] = ()


class Display(Part, frozen=True, forbid_unknown_fields=True):
    """An OLED on an I²C bus: ``bus`` is the number of /dev/i2c-N, a channel of a multiplexer is a bus too.

    ``role``: "all" shows the prompt and all else, "prompt" and "status" share the two between displays,
    "seat.N" (N from 0) belongs to one seat. ``rotate`` is in degrees, ``contrast`` 0 to 255.
    """

    name: Word
    chip: Chip = "ssd1306"
    bus: Annotated[int, Meta(ge=0, le=255)] = 1
    address: Annotated[int, Meta(ge=0x08, le=0x77)] = 0x3C
    width: Literal[128] = 128
    height: Literal[32, 64] = 64
    role: Role = "all"
    rotate: Literal[0, 180] = 0
    contrast: Annotated[int, Meta(ge=0, le=255)] = 160


class Reader(Part, frozen=True, forbid_unknown_fields=True):
    """The PN532 tag reader on a serial port, and how often it is asked for a tag."""

    port: Annotated[
        str, Meta(pattern=r"^/dev/[A-Za-z0-9][A-Za-z0-9._/:-]*\Z", description='a device, as "/dev/serial0"')
    ]
    poll_ms: Annotated[int, Meta(ge=50, le=5000)] = 150


class Table(Part, frozen=True, forbid_unknown_fields=True):
    """What the players notice.

    ``rest_after_s``: without input for so long, a single display shows the status instead of the prompt;
    ``dim_after_s``: every display dims. 0 means never. ``toast_s``: how long a short message stays; longer ones
    in proportion. ``hold_ms``: how long the knob is held for the table menu.
    """

    rest_after_s: Seconds = 20.0
    dim_after_s: Seconds = 300.0
    toast_s: Annotated[float, Meta(ge=0.5, le=30)] = 1.5
    hold_ms: Annotated[int, Meta(ge=200, le=3000)] = 600
    language: Literal["en"] = "en"


class Bench(Part, frozen=True, forbid_unknown_fields=True):
    """The bench page, always on the loopback address."""

    port: Annotated[int, Meta(ge=1, le=65_535)] = 8642


class Data(Part, frozen=True, forbid_unknown_fields=True):
    """Where everything is kept that is to survive, and how much of it; ``folder`` None: see ``config.data_folder``.

    ``games``: how many finished games stay in the journal with every point; an older one leaves it when its text record
    is in the folder "records". ``records``: how many of those are kept. 0: all. Unfinished games always stay.
    """

    games: Annotated[int, Meta(ge=0, le=100_000)] = 500
    records: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    folder: (
        Annotated[str, Meta(pattern=r"^[/~][^\x00-\x1f]*\Z", description="a path that begins with / or ~")] | None
    ) = None


class Settings(Part, frozen=True, forbid_unknown_fields=True):
    """Everything that may be set."""

    knob: Knob
    displays: Annotated[tuple[Display, ...], Meta(min_length=1, max_length=8)] = field(name="display")
    back: Back | None = None
    seats: Annotated[tuple[Seat, ...], Meta(max_length=5)] = field(name="seat", default=())
    buzzer: Buzzer | None = None
    reader: Reader | None = None
    contacts: Contacts = Contacts()
    table: Table = Table()
    bench: Bench = Bench()
    data: Data = Data()
