"""The table menu behind a long hold of the knob: score, why, undo and redo, correct, what is not possible now, pause,
seats, board, rules, finish; and, while something is wrong with the box, what.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from firmware_py.flow.boards import boards_layer, leaves
from firmware_py.flow.correct import amendments_layer
from firmware_py.flow.finish import finish_layer, pause
from firmware_py.flow.opening import leave_setup
from firmware_py.flow.pages import not_possible, others_layer, rules_layer, with_back
from firmware_py.flow.seat_pages import score_layer
from firmware_py.flow.seats import seats_layer
from firmware_py.flow.undo import undo_rows
from firmware_py.flow.why import why_seats_layer
from firmware_py.flow.widgets import Layer
from firmware_py.view import Header, Line

if TYPE_CHECKING:
    from firmware_py.flow.flow import Flow

Row = tuple[str, str, Callable[[], None]]


def open_menu(flow: Flow) -> None:
    """Put the table menu on top; whatever was open is closed. Before a game a hold leads back to the opening.

    A set-up is left, from wherever it is, only after asking.
    """
    if flow.setup_from in flow.layers:
        flow.push(leave_setup(flow))
    elif flow.game is None:
        flow.home()
    else:
        flow.close_all()
        flow.push(menu_layer(flow))


def menu_layer(flow: Flow) -> Layer:
    """The rows of the table menu. Without a Back button Undo comes first."""
    undo: Row = ("Undo", "undo", lambda: undo_rows(flow))
    rows: list[Row] = [
        ("Score", "prestige", lambda: flow.push(score_layer(flow))),
        ("Why", "book", lambda: flow.push(why_seats_layer(flow))),
        ("Correct", "pencil", lambda: flow.push(amendments_layer(flow))),
        *([("Not possible now", "warning", lambda: flow.push(others_layer(flow)))] if not_possible(flow) else []),
        ("Pause", "paused", lambda: pause(flow)),
        ("Seats", "seat", lambda: flow.push(seats_layer(flow))),
        *([("Board", "actions", lambda: flow.push(boards_layer(flow)))] if leaves(flow) else []),
        ("Rules here", "book", lambda: flow.push(rules_layer(flow))),
        ("Finish", "saved", lambda: flow.push(finish_layer(flow))),
    ]
    rows.insert(2 if flow.ways.has_back else 0, undo)
    if flow.table.trouble:
        rows.append(("Not saved", "warning", flow.troubles.show_card))
    if flow.troubles.lost:
        rows.append(("Lost parts", "warning", flow.troubles.show_lost))
    lines = [Line(flow.say(label), icon=icon) for label, icon, _ in rows]
    header = Header("", "", flow.say("Table"), flow.ways.time_of_day())
    return with_back(flow, header, lines, lambda place: rows[place][2]())
