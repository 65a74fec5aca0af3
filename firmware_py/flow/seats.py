"""Who sits where: names and colours, changed at any time. No rule depends on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from firmware_py.flow.letters import letters_layer, name_letters
from firmware_py.flow.pages import with_back
from firmware_py.flow.widgets import Layer
from firmware_py.view import Header, Line

if TYPE_CHECKING:
    from firmware_py.flow.flow import Flow

NAME_LETTERS = 12
LATEST = "players.latest"  # in the box's memory: names, latest first
LATEST_KEPT = 24


def word(flow: Flow, value: str) -> str:
    """A colour, or another value of an option, as it is read: "dark_blue" → "dark blue"."""
    return flow.say(value.replace("_", " "))


# ---- what the box remembers


def latest_names(flow: Flow) -> list[str]:
    """Names of former players, latest first."""
    names = flow.table.recall(LATEST, [])
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []


def last_seats(flow: Flow, title: str, players: int) -> tuple[list[str], list[str]] | None:
    """Names and colours of the last game of that title with so many players."""
    last = flow.table.recall(_memory(title, players), None)
    if not isinstance(last, dict):
        return None
    names, colours = list(last.get("names", ())), list(last.get("colours", ()))
    return (names, colours) if len(names) == len(colours) == players else None


def _memory(title: str, players: int) -> str:
    return f"{title}.seats.{players}"


def remember_seats(flow: Flow) -> None:
    """Keep who sits at the table now, for the next game and for the list of names."""
    game, names, colours = flow.game, list(flow.table.names), list(flow.table.colours)
    assert game is not None
    flow.table.remember(_memory(game.title.name, game.players), {"names": names, "colours": colours})
    called = [name for name, colour in zip(names, colours, strict=True) if name != word(flow, colour)]
    rest = [name for name in latest_names(flow) if name not in called]
    flow.table.remember(LATEST, [*called, *rest][:LATEST_KEPT])


# ---- changing it


def seats_layer(flow: Flow, cursor: int = 0) -> Layer:
    """The seats with name and colour; a click edits one."""
    lines = [
        Line(f"{seat + 1} {name}", word(flow, colour))
        for seat, (name, colour) in enumerate(zip(flow.table.names, flow.table.colours, strict=True))
    ]
    header = Header("", "seat", flow.say("Seats"))
    return with_back(flow, header, lines, lambda place: flow.push(seat_layer(flow, place)), cursor)


def seat_layer(flow: Flow, seat: int) -> Layer:
    """One seat: its name, its colour."""
    name, colour = flow.table.names[seat], flow.table.colours[seat]
    lines = [
        Line(flow.say("Name"), name, icon="pencil"),
        Line(flow.say("Colour"), word(flow, colour), icon="seat"),
    ]
    header = Header(name, "", flow.say("Seat {number}", number=seat + 1))

    def pick(place: int) -> None:
        flow.push(names_layer(flow, seat) if place == 0 else colours_layer(flow, seat))

    return with_back(flow, header, lines, pick)


def changed(flow: Flow, seat: int) -> None:
    """Back to the list of the seats, with what was changed in it."""
    remember_seats(flow)
    flow.home()
    flow.push(seats_layer(flow, seat))


def same(one: str, other: str) -> bool:
    """Whether two names are too much alike to be told apart."""
    return one.casefold() == other.casefold()


def taken_by_others(flow: Flow, name: str, seats: Sequence[int]) -> bool:
    """Whether somebody else than at those seats has that name."""
    return any(same(name, other) for place, other in enumerate(flow.table.names) if place not in seats)


def names_layer(flow: Flow, seat: int) -> Layer:
    """Former players, latest first, then the letter wheel."""
    known = [name for name in latest_names(flow) if not taken_by_others(flow, name, ()) and name]
    lines = [Line(flow.say("New name"), icon="pencil"), *(Line(name) for name in known)]

    def named(name: str) -> None:
        name = " ".join(name.split())[:NAME_LETTERS]
        if not name:
            flow.pop()
        elif taken_by_others(flow, name, (seat,)):
            why = flow.say("{name} already sits here. Add a letter.", name=name)
            flow.refuse(why, flow.say("Name is taken"))
        else:
            flow.table.rename(seat, name, flow.table.colours[seat])
            changed(flow, seat)

    def pick(place: int) -> None:
        if place > 0:
            named(known[place - 1])
            return
        header = Header("", "pencil", flow.say("Seat {number}", number=seat + 1))
        flow.push(letters_layer(flow, header, name_letters, NAME_LETTERS, named))

    return with_back(flow, Header(flow.table.names[seat], "", flow.say("Name?")), lines, pick)


def colours_layer(flow: Flow, seat: int) -> Layer:
    """The title's colours; taking another seat's colour swaps the two."""
    game = flow.game
    assert game is not None
    colours = game.title.colours
    mine = flow.table.colours[seat]

    def pick(place: int) -> None:
        recolour(flow, seat, colours[place])
        changed(flow, seat)

    start = colours.index(mine) if mine in colours else 0
    lines = [Line(word(flow, colour)) for colour in colours]
    return with_back(flow, Header(flow.table.names[seat], "", flow.say("Colour?")), lines, pick, start)


def recolour(flow: Flow, seat: int, wanted: str) -> None:
    """Another colour for a seat. Who is called by a colour goes on being so, unless somebody else has that name."""
    names, colours = list(flow.table.names), list(flow.table.colours)
    mine = colours[seat]
    other = colours.index(wanted) if wanted in colours else seat
    moves = [(seat, mine, wanted)] if other == seat else [(seat, mine, wanted), (other, wanted, mine)]
    called = {place: word(flow, new) for place, old, new in moves if names[place] == word(flow, old)}
    for place, name in called.items():
        if not taken_by_others(flow, name, (seat, other)):
            names[place] = name
    flow.table.rename(other, names[other], colours[other])
    flow.table.rename(seat, names[seat], wanted)
