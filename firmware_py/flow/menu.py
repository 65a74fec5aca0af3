"""The table menu behind a long hold of the knob: undo and redo, score, why, correct, others, pause, seats, rules,
finish. Corrections are entered from the game's own list of amendments, whatever the title.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from engine.words import Amendment, Field, Track
from firmware_py.flow.pages import others_layer, rules_layer, score_layer, why_seats_layer, with_back
from firmware_py.flow.seats import seats_layer
from firmware_py.flow.widgets import DialLayer, Layer, ListLayer, QuestionLayer
from firmware_py.view import Big, Header, Line, Screen

if TYPE_CHECKING:
    from firmware_py.flow.flow import Flow


def open_menu(flow: Flow) -> None:
    """Put the table menu on top; a second hold closes whatever was open and shows it again."""
    if flow.game is None:
        flow.home()  # without a game a hold leads back to the opening
        return
    flow.layers.clear()
    flow.push(menu_layer(flow))


def menu_layer(flow: Flow) -> Layer:
    """The rows of the table menu. Without a Back button Undo comes first."""
    undo = ("Undo", "undo", lambda: undo_rows(flow))
    rows: list[tuple[str, str, Callable[[], None]]] = [
        ("Score", "prestige", lambda: flow.push(score_layer(flow))),
        ("Why", "book", lambda: flow.push(why_seats_layer(flow))),
        ("Correct", "pencil", lambda: flow.push(amendments_layer(flow))),
        ("Others", "warning", lambda: flow.push(others_layer(flow))),
        ("Pause", "paused", lambda: pause(flow)),
        ("Seats", "seat", lambda: flow.push(seats_layer(flow))),
        ("Rules here", "book", lambda: flow.push(rules_layer(flow))),
        ("Finish", "saved", lambda: flow.push(finish_layer(flow))),
    ]
    rows.insert(2 if flow.ways.has_back else 0, undo)
    lines = [Line(label, icon=icon) for label, icon, _ in rows]
    return with_back(flow, Header("", "", "Table", flow.ways.time_of_day()), lines, lambda place: rows[place][2]())


def undo_rows(flow: Flow) -> None:
    """Undo at once, or, where something was taken back before, Undo and Redo."""
    if not flow.table.can_redo:
        flow.pop()
        flow.take_back()
        return

    def pick(place: int) -> None:
        flow.pop()
        flow.pop()
        if place == 0:
            news = flow.table.redo("knob")
            flow.home()
            flow.tell(news or ())
        else:
            flow.take_back()

    lines = [Line("Redo", icon="undo"), *([Line("Undo more", icon="undo")] if flow.table.can_undo else [])]
    flow.push(with_back(flow, Header("", "undo", "Undo"), lines, pick))


# ---- corrections


def amendments_layer(flow: Flow) -> Layer:
    """What may be corrected now."""
    game = flow.game
    assert game is not None
    amendments = [each for each in game.amendments() if each.fields]
    lines = [Line(flow.say(each.label), icon=each.icon) for each in amendments]
    return with_back(flow, Header("", "pencil", "Correct"), lines, lambda place: ask_field(flow, amendments[place], ()))


def ask_field(flow: Flow, amendment: Amendment, chosen: tuple[str, ...]) -> None:
    """Ask the next field of a correction, or give it when all are chosen."""
    if len(chosen) == len(amendment.fields):
        flow.give((".".join((amendment.stem, *chosen)),))
        return
    field = amendment.fields[len(chosen)]
    label = flow.say(field.name)
    header = Header("", "pencil", flow.say(amendment.label))
    labels = [flow.say(text) for text in field.labels]

    def pick(place: int) -> None:
        ask_field(flow, amendment, (*chosen, field.values[place]))

    start = field.values.index(field.present) if field.present in field.values else 0
    flow.push(field_layer(header, label, field, labels, pick, start))


def field_layer(
    header: Header, label: str, field: Field, labels: Sequence[str], pick: Callable[[int], None], start: int
) -> Layer:
    """A dial for a run of numbers, a list for anything else."""
    if not all(value.lstrip("+-").isdigit() for value in field.values):
        return ListLayer(lambda: header, [Line(text) for text in labels], pick, start)

    def words(place: int) -> tuple[tuple[str, ...], bool, Track | None]:
        was = labels[start] if field.present in field.values else field.present
        line = f"was {was}, now {labels[place]}" if was else ""
        return tuple(each for each in (line, "click: enter as correction") if each), False, None

    return DialLayer(lambda: header, label, labels, pick, start, words)


# ---- pause and finish


class PauseLayer(Layer):
    """The game rests; a click goes on."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow

    def click(self) -> None:
        self.flow.home()

    def screen(self) -> Screen:
        flow = self.flow
        assert flow.game is not None
        where = f"{flow.say(flow.game.title.label)} {flow.say(flow.game.page(None).status)}"
        saved = "All answers are saved." if not flow.table.mark else "Saving the last answers…"
        return Big(Header("", "", where, flow.ways.time_of_day()), "Paused", (saved, "Click to go on."), "paused16")


def pause(flow: Flow) -> None:
    flow.layers.clear()
    flow.push(PauseLayer(flow))


def finish_layer(flow: Flow) -> Layer:
    """How to end: pause, stop here, count now, a seat leaves."""
    game = flow.game
    assert game is not None
    rows: list[tuple[Line, Callable[[], None]]] = [
        (Line("Pause", icon="paused"), lambda: pause(flow)),
        (Line("Stop here", icon="saved"), lambda: sure(flow, "Stop here?", "It is kept, and can be reopened.", stop)),
    ]
    stems = {each.stem: each for each in game.amendments()}
    if "!count" in stems:

        def count() -> None:
            flow.give(("!count",))

        rows.append(
            (Line("Count now", icon="prestige"), lambda: sure(flow, "Count now?", "Final scoring as it stands.", count))
        )
    leaving = [each for stem, each in stems.items() if stem.startswith("!leave")]
    if leaving:
        rows.append((Line("Seat leaves", icon="seat"), lambda: flow.push(leave_layer(flow, leaving))))

    def stop() -> None:
        flow.table.finish("stopped")
        flow.home()

    return with_back(flow, Header("", "saved", "Finish"), [line for line, _ in rows], lambda place: rows[place][1]())


def leave_layer(flow: Flow, leaving: Sequence[Amendment]) -> Layer:
    """Which seat leaves; asked once more before it is done."""
    choices: list[tuple[str, str]] = []
    for each in leaving:
        if each.fields:
            field = each.fields[0]
            choices += [
                (f"{each.stem}.{value}", flow.say(label))
                for value, label in zip(field.values, field.labels, strict=True)
            ]
        else:
            choices.append((each.stem, flow.say(each.label)))

    def pick(place: int) -> None:
        key, label = choices[place]
        sure(flow, label, "Skipped from now on; its score stays.", lambda: flow.give((key,)))

    return with_back(flow, Header("", "seat", "Who leaves?"), [Line(label) for _, label in choices], pick)


def sure(flow: Flow, title: str, line: str, act: Callable[[], object]) -> None:
    """Ask before something that ends more than a turn; the focus is on the harmless answer."""

    def pick(place: int) -> None:
        flow.pop()
        if place == 0:
            act()

    flow.push(
        QuestionLayer(lambda: Header("", "saved", "Finish"), title, lambda _: (line,), ("Yes", "No"), pick, cursor=1)
    )
