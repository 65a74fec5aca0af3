"""What each display shows: its role, who takes over for a lost one, toasts, rest and the dimmed picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import TABLE
from engine.words import Seat
from firmware_py.flow import news as telling
from firmware_py.flow.private import PrivateLayer
from firmware_py.flow.seat_pages import seat_screen, status_screen
from firmware_py.view import Idle, Screen, View

if TYPE_CHECKING:
    from firmware_py.flow.flow import Flow

NAME = "Tabularius"


def roles(flow: Flow) -> dict[str, str]:
    """The role that each display has now: those that answer share the work of those that are lost.

    Somebody must show the prompt; who shows it with no status beside it shows the status at rest ("all").
    """
    there = working(flow)
    return {**flow.ways.displays, **there}


def working(flow: Flow) -> dict[str, str]:
    """The same of the displays that answer alone; all of them while none does."""
    there = {name: role for name, role in flow.ways.displays.items() if name not in flow.troubles.lost}
    if not there:
        return dict(flow.ways.displays)
    if not {"all", "prompt"} & set(there.values()):
        order = sorted(there, key=lambda name: there[name] != "status")  # a status before a seat's own
        there[order[0]] = "prompt"
    if "status" not in there.values():
        there = {name: "all" if role == "prompt" else role for name, role in there.items()}
    return there


def view(flow: Flow, display: str) -> View:
    """The picture for the display of that name."""
    ways = flow.ways
    brightness = ways.dim_brightness if flow.rest.dimmed else ways.brightness
    return View(screen(flow, roles(flow)[display]), flow.table.mark, brightness, flow.table.names)


def screen(flow: Flow, role: str) -> Screen:
    """What a display of that role shows: "all", "prompt", "status" or "seat.N"."""
    game = flow.game
    if flow.rest.dimmed:
        return idle(flow)
    if role.startswith("seat."):
        seat = int(role.removeprefix("seat."))
        base = flow.base()
        if isinstance(base, PrivateLayer) and base.of == seat and not flow.layers:
            return base.prompt.screen()
        return seat_screen(flow, game, seat, own=True) if game is not None and seat < game.players else idle(flow)
    if role == "status" and game is not None:
        return status_screen(flow, game)
    if flow.toasts:
        return flow.toasts[0][0]
    if role == "all" and flow.rest.resting and not flow.layers and game is not None:
        return status_screen(flow, game)
    return flow.look().screen()


def idle(flow: Flow) -> Screen:
    """The resting picture: who is to move, and the scores. Nothing inverted."""
    game = flow.game
    if game is None:
        return Idle(NAME, ())
    decision = game.decision
    if decision is None:
        title = flow.say("The game is over")
    elif decision.seat == TABLE:
        title = flow.say(game.words())
    elif game.way.mover(game) not in (decision.seat, TABLE):
        title = flow.say("{seat} answers", seat=Seat(decision.seat))
    else:
        title = flow.say("{seat} to move", seat=Seat(decision.seat))
    columns = tuple(zip(flow.table.names, map(telling.number, game.totals()), strict=True))
    return Idle(title, columns)
