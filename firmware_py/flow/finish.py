"""The ways to end an evening: pause, stop here, count now, a seat leaves, another way, another game in between."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from engine.words import Amendment
from firmware_py.flow import news as telling
from firmware_py.flow.correct import LEAVE
from firmware_py.flow.opening import other_games_layer
from firmware_py.flow.pages import with_back
from firmware_py.flow.widgets import Layer, QuestionLayer
from firmware_py.folding import COUNT_NOW
from firmware_py.view import Big, Header, Line, Screen, Toast

if TYPE_CHECKING:
    from firmware_py.flow.flow import Flow


OTHER_WAY = "!way."  # the correction by which the game goes on in another way


class PauseLayer(Layer):
    """The game rests; a click goes on."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow

    def click(self) -> None:
        self.flow.close_all()

    def screen(self) -> Screen:
        flow = self.flow
        assert flow.game is not None
        where = f"{flow.say(flow.game.title.label)} {flow.say(flow.game.page(None).status)}"
        saved = {
            "": flow.say("All answers are saved."),
            "unsaved": flow.say("Saving the last answers…"),
            "notsaved": flow.say("Not saved. Do not unplug."),
        }[flow.table.mark]
        lines = (saved, flow.say("Click to go on."))
        return Big(Header("", "", where, flow.ways.time_of_day()), flow.say("Paused"), lines, "paused16")


def pause(flow: Flow) -> None:
    flow.close_all()
    flow.push(PauseLayer(flow))


def finish_layer(flow: Flow) -> Layer:
    """How to end."""
    game = flow.game
    assert game is not None
    rows: list[tuple[Line, Callable[[], None]]] = []

    def row(label: str, icon: str, act: Callable[[], None]) -> None:
        rows.append((Line(flow.say(label), icon=icon), act))

    def put_away() -> None:
        flow.table.finish("stopped")
        flow.home()

    def stop() -> None:
        put_away()
        title = flow.say("Stopped")
        lines = (flow.say("It is kept: Past games."),)
        flow.toast(Toast(Header("", "saved", flow.say(game.title.label)), title, lines), telling.LONG)

    def count_now() -> None:
        if flow.give((COUNT_NOW,)):
            header = Header("", "prestige", flow.say(game.page(None).status))
            lines = flow.say("Final scoring as it stands."), flow.say("Back takes it back")
            flow.toast(Toast(header, flow.say("Counted now"), lines), telling.LONG)

    row("Pause", "paused", lambda: pause(flow))
    if game.over:
        row("New game", "arch", put_away)
    else:
        row("Stop here", "saved", lambda: sure(flow, "Stop here?", "It is kept, and can be reopened.", stop))
    amendments = game.amendments()
    if any(each.stem == COUNT_NOW for each in amendments):
        row("Count now", "prestige", lambda: sure(flow, "Count now?", "Final scoring as it stands.", count_now))
    for each in amendments:
        if each.stem.startswith(OTHER_WAY):
            ask, note = f"{flow.say(each.label)}?", "The board is not followed any more."
            row(flow.say(each.label), "pencil", partial(sure, flow, ask, note, partial(flow.give_key, each.stem)))
    leaving = [each for each in amendments if each.stem.startswith(LEAVE)]
    if leaving:
        row("Seat leaves", "seat", lambda: flow.push(leave_layer(flow, leaving)))
    row("Other game", "clock", lambda: flow.push(other_games_layer(flow)))
    header = Header("", "saved", flow.say("Finish"))
    return with_back(flow, header, [line for line, _ in rows], lambda place: rows[place][1]())


def leave_layer(flow: Flow, leaving: Sequence[Amendment]) -> Layer:
    """Which seat leaves; asked once more before it is done."""
    choices = [
        (".".join((each.stem, *values)), flow.say(label))
        for each in leaving
        for values, label in (
            [((value,), label) for value, label in zip(each.fields[0].values, each.fields[0].labels, strict=True)]
            if each.fields
            else [((), each.label)]
        )
    ]

    def pick(place: int) -> None:
        key, name = choices[place]
        ask = flow.say("{name} leaves?", name=name)
        sure(flow, ask, "Skipped from now on; the score stays.", lambda: flow.give((key,)))

    return with_back(flow, Header("", "seat", flow.say("Who leaves?")), [Line(name) for _, name in choices], pick)


def sure(flow: Flow, title: str, line: str, act: Callable[[], object]) -> None:
    """Ask before something that ends more than a turn; the focus is on the harmless answer."""

    def pick(place: int) -> None:
        flow.pop()
        if place == 0:
            act()

    header, asked, told = Header("", "saved", flow.say("Finish")), flow.say(title), (flow.say(line),)
    buttons = flow.say("Yes"), flow.say("No")
    flow.push(QuestionLayer(lambda: header, asked, lambda _: told, buttons, pick, cursor=1))
