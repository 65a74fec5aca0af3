"""What is wrong with the box, on the glass: parts that do not answer, a card that does not save, what was recovered.

Says what is lost, which part, what to check, and that the game goes on. Each page shows once by itself; the menu
shows them again while the trouble lasts. What is over closes its page.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from firmware_py.flow import news as telling
from firmware_py.flow.pages import back_word, notice, paged, sentence
from firmware_py.flow.widgets import NoticeLayer, Page
from firmware_py.view import Header, Toast

if TYPE_CHECKING:
    from firmware_py.flow.flow import Flow

READER = "reader"
AGAIN = "Trying again…"
CHANGE = "Change the card when you can. Trying again…"
# what the journal says is wrong → how the page is headed, and what helps
CARD = {
    "card is full": ("Not saved: card is full", "Free some space. Trying again…"),
    "card is read-only": ("Not saved: read-only card", CHANGE),
    "card is damaged": ("Not saved: damaged card", CHANGE),
    "this is another card": ("Not saved: another card", "Put the first card back. Trying again…"),
    "file is in use": ("Not saved: file in use", AGAIN),
    "file is another user's": ("Not saved: no permission", "The data folder must be this program's own. Trying again…"),
}


class Troubles:
    """The troubles of one box. ``lost``: what each part that does not answer said, by the part's name."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.lost: dict[str, str] = {}
        self._lost_page: NoticeLayer | None = None
        self._card_page: NoticeLayer | None = None
        self._told = ""
        self._notes = 0

    # ---- parts

    def lose(self, part: str, message: str) -> None:
        """A part stopped answering."""
        self.lost[part] = message
        self.flow.rest.wake()
        self.show_lost(part)

    def find(self, part: str) -> None:
        """It answers again."""
        if self.lost.pop(part, None) is None:
            return
        self._put_away(self._lost_page)
        self._lost_page = None
        flow = self.flow
        title, header = flow.say("Found again"), Header("", "", flow.say("Parts of the box"))
        lines = (flow.say("{part} answers again.", part=f'"{part}"'),)
        flow.toast(Toast(header, title, lines), telling.LONG)

    def show_lost(self, first: str = "") -> None:
        """What does not answer: every such part on pages of its own, ``first`` before the others."""
        flow, button = self.flow, back_word(self.flow)
        parts = sorted(self.lost, key=lambda part: part != first)
        pages = [page for part in parts for page in paged(flow, self._lines(part), less=1 if button else 0)]
        header = Header("", "warning", flow.say("A part is lost"))
        self._put_away(self._lost_page)
        self._lost_page = NoticeLayer(lambda: header, lambda: pages, flow.pop, button)
        flow.push(self._lost_page)

    def _lines(self, part: str) -> Sequence[str]:
        subject, _, remedy = self.lost[part].partition(": ")
        goes_on = "The game goes on."
        if part == READER:
            goes_on = "Tags do nothing meanwhile; the knob does everything."
        return [line for line in (sentence(subject), sentence(remedy), self.flow.say(goes_on)) if line]

    # ---- the card

    def look(self) -> None:
        """The table may have something to say."""
        flow, trouble = self.flow, self.flow.table.trouble
        if trouble and trouble != self._told:
            flow.rest.wake()
            self.show_card()
        elif self._told and not trouble:
            self._put_away(self._card_page)
            self._card_page = None
            header, lines = Header("", "saved", flow.say("Saved games")), (flow.say("The card works again."),)
            flow.toast(Toast(header, flow.say("All is saved"), lines), telling.LONG)
        self._told = trouble
        notes = flow.table.notes[self._notes :]
        self._notes += len(notes)
        if notes:
            flow.rest.wake()
            flow.push(notice(flow, Header("", "warning", flow.say("Saved games")), notes))

    def show_card(self) -> None:
        """What is at stake while nothing can be saved, and what helps."""
        flow = self.flow

        def header() -> Header:
            return Header("", "", flow.say(CARD.get(flow.table.trouble, ("Not saved", ""))[0]))

        def pages() -> list[Page]:
            count, remedy = flow.table.unsaved, CARD.get(flow.table.trouble, ("", AGAIN))[1]
            if count == 0:
                what = flow.say("What is played from now on is only in memory.")
            elif count == 1:
                what = flow.say("1 answer is only in memory. Do not unplug.")
            else:
                what = flow.say("{count} answers are only in memory. Do not unplug.", count=count)
            return paged(flow, (what, flow.say(remedy)), less=1)

        self._put_away(self._card_page)
        self._card_page = NoticeLayer(header, pages, flow.pop, flow.say("Play on"))
        flow.push(self._card_page)

    # ---- inside

    def _put_away(self, page: NoticeLayer | None) -> None:
        if page is not None:
            self.flow.remove(page)
