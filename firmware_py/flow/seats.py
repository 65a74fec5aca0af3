"""Who sits where: names and colours, changed at any time. No rule depends on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware_py.flow.pages import with_back
from firmware_py.flow.widgets import Layer, LettersLayer
from firmware_py.view import Header, Line

if TYPE_CHECKING:
    from firmware_py.flow.flow import Flow

LETTERS = "abcdefghijklmnopqrstuvwxyzäöüßáàâåãæçéèêëíìîïñóòôøõœšúùûýžčřěůąęłńśźżőűşğ -'ABCDEFGHIJKLMNOPQRSTUVWXYZ"
NAME_LETTERS = 12
LATEST = "players.latest"  # in the box's memory: names, latest first
LATEST_KEPT = 24


def shown(colour: str) -> str:
    """A colour as words: "dark_blue" → "dark blue"."""
    return colour.replace("_", " ")


def latest_names(flow: Flow) -> list[str]:
    """Names of former players, latest first."""
    names = flow.table.recall(LATEST, [])
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []


def remember_names(flow: Flow, names: list[str]) -> None:
    """Put these names before all others."""
    rest = [name for name in latest_names(flow) if name not in names]
    flow.table.remember(LATEST, [*names, *rest][:LATEST_KEPT])


def seats_layer(flow: Flow) -> Layer:
    """The seats with name and colour; a click edits one."""
    lines = [
        Line(f"{seat + 1} {name}", shown(colour))
        for seat, (name, colour) in enumerate(zip(flow.table.names, flow.table.colours, strict=True))
    ]
    return with_back(flow, Header("", "seat", "Seats"), lines, lambda place: flow.push(seat_layer(flow, place)))


def seat_layer(flow: Flow, seat: int) -> Layer:
    """One seat: its name, its colour."""
    name, colour = flow.table.names[seat], flow.table.colours[seat]
    lines = [Line("Name", name, icon="pencil"), Line("Colour", shown(colour), icon="seat")]
    header = Header(name, "", f"Seat {seat + 1}")

    def pick(place: int) -> None:
        flow.push(names_layer(flow, seat) if place == 0 else colours_layer(flow, seat))

    return with_back(flow, header, lines, pick)


def names_layer(flow: Flow, seat: int) -> Layer:
    """Former players, latest first, then the letter wheel."""
    known = [name for name in latest_names(flow) if name not in flow.table.names]
    lines = [Line("New name", icon="pencil"), *(Line(name) for name in known)]

    def named(name: str) -> None:
        name = " ".join(name.split())[:NAME_LETTERS]
        if not name:
            flow.pop()
            return
        if name in flow.table.names and name != flow.table.names[seat]:
            flow.refuse(f"{name} already sits here. Add a letter.", "Name is taken")
            return
        flow.table.rename(seat, name, flow.table.colours[seat])
        remember_names(flow, [name])
        flow.layers.clear()
        flow.push(seats_layer(flow))

    def pick(place: int) -> None:
        if place > 0:
            named(known[place - 1])
            return
        help_lines = ("click: letter   hold: done",)
        flow.push(
            LettersLayer(lambda: Header("", "pencil", f"Seat {seat + 1}"), LETTERS, NAME_LETTERS, named, "", help_lines)
        )

    return with_back(flow, Header(flow.table.names[seat], "", "Name?"), lines, pick)


def colours_layer(flow: Flow, seat: int) -> Layer:
    """The title's colours; taking another seat's colour swaps the two."""
    game = flow.game
    assert game is not None
    colours = game.title.colours
    mine = flow.table.colours[seat]

    def pick(place: int) -> None:
        names, wanted = flow.table.names, colours[place]
        # a seat that is called by its colour goes on being so
        for other, colour in enumerate(flow.table.colours):
            if colour == wanted and other != seat and names[other] == shown(colour):
                flow.table.rename(other, shown(mine), colour)
        flow.table.rename(seat, shown(wanted) if names[seat] == shown(mine) else names[seat], wanted)
        flow.layers.clear()
        flow.push(seats_layer(flow))

    start = colours.index(mine) if mine in colours else 0
    lines = [Line(shown(colour)) for colour in colours]
    return with_back(flow, Header(flow.table.names[seat], "", "Colour?"), lines, pick, start)
