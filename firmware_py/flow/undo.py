"""Taking answers back, and letting them come again: what one input did, one Back takes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware_py.flow import news as telling
from firmware_py.flow.pages import with_back
from firmware_py.flow.widgets import QuestionLayer
from firmware_py.view import Header, Line, Toast

if TYPE_CHECKING:
    from firmware_py.flow.flow import Flow


def take_back(flow: Flow) -> None:
    """Take the last answer back; past a revealed tile only after asking, with the focus on the harmless answer."""
    header = Header("", "undo", flow.say("Take back"))
    if not flow.table.can_undo:
        flow.sound("refused")
        flow.toast(Toast(header, flow.say("Nothing to undo")))
        return
    reveals = flow.table.undo_reveals()
    if reveals is None:
        taken_back(flow)
        return

    def pick(place: int) -> None:
        flow.pop()
        if place == 0:
            taken_back(flow)

    lines = (flow.say("It was already seen."), flow.say("Turn the tile down again."))
    buttons = flow.say("Take back"), flow.say("Keep")
    flow.push(QuestionLayer(lambda: header, flow.say(reveals), lambda _: lines, buttons, pick, cursor=1))


def taken_back(flow: Flow) -> None:
    undone = flow.table.undo(flow.device)
    flow.sound("undo")
    flow.news = ()
    flow.home()
    flow.toast(telling.undone(flow, undone), telling.LONG)


def undo_rows(flow: Flow) -> None:
    """The menu's Undo: at once, or, where something was taken back before, Redo and Undo."""
    if not flow.table.can_redo:
        flow.layers.clear()
        take_back(flow)
        return

    def pick(place: int) -> None:
        flow.layers.clear()
        if place == 0:
            asked, news = flow.asked, flow.table.redo(flow.device)
            flow.home()
            flow.tell(news, asked)
        else:
            take_back(flow)

    rows = ["Redo", *(["Undo more"] if flow.table.can_undo else [])]
    lines = [Line(flow.say(row), icon="undo") for row in rows]
    flow.push(with_back(flow, Header("", "undo", flow.say("Undo")), lines, pick))
