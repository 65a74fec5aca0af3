"""The flow: what the hands do becomes answers for the table, and what the table says becomes a view a display.

A stack of layers lies over the base. The base is the open question of the game, or the opening (new game, resume).
Back closes what lies on top; with nothing on top it takes the last answer back. Toasts are here, since they are about
time; which pixels they are is not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from drivers.events import Event, Found, Lost, Press, Release, Tag, TagGone, Turn
from drivers.seams import Clock, Timer
from engine.errors import EngineError, IllegalAnswer
from engine.game import TABLE, Decision, Game
from engine.words import Argument, News, Reply, Text
from firmware_py.errors import Differs, FirmwareError
from firmware_py.flow import news as telling
from firmware_py.flow import showing
from firmware_py.flow.ahead import Ahead
from firmware_py.flow.chance import laid_out, lots
from firmware_py.flow.menu import open_menu
from firmware_py.flow.opening import offer_walk, opening
from firmware_py.flow.over import OverLayer
from firmware_py.flow.pages import notice
from firmware_py.flow.private import PrivateLayer
from firmware_py.flow.prompt import prompt
from firmware_py.flow.rest import Rest
from firmware_py.flow.seat_pages import press_seat
from firmware_py.flow.settings import Ways
from firmware_py.flow.tags import TagDesk
from firmware_py.flow.troubles import Troubles
from firmware_py.flow.undo import take_back
from firmware_py.flow.widgets import Layer, NoticeLayer, ShownLayer
from firmware_py.table import Table
from firmware_py.view import Header, Screen, Toast, View

FAST_S = 0.06
UNREAD_S = 0.25  # sooner than that nobody can answer to what has just come up


@dataclass(frozen=True, slots=True)
class Before:
    """How everything was before a notch: what a slip of the hand goes back to."""

    layers: tuple[Layer, ...]
    cursors: tuple[tuple[Layer, int], ...]
    toasts: tuple[tuple[Screen, float], ...]
    resting: bool
    dimmed: bool
    turned_s: float


class Flow:
    """Knob logic over one table.

    ``changed`` is called when a display may have to show something else; ``sound`` gets the name of a pattern;
    ``entropy(n)`` gives n random bytes for new set-up codes. Everything runs on the loop.
    """

    def __init__(
        self,
        table: Table,
        clock: Clock,
        ways: Ways,
        changed: Callable[[], None],
        sound: Callable[[str], None],
        entropy: Callable[[int], bytes],
    ) -> None:
        self.table, self.clock, self.ways = table, clock, ways
        self.changed, self.sound, self.entropy = changed, sound, entropy
        self.layers: list[Layer] = []
        self.toasts: list[tuple[Screen, float]] = []
        self.seen: Layer | None = None  # what lay on top when it was last on a glass …
        self._seen_s = -1e9  # … and since when
        self._handed_on = False  # whether the open question is for another than the one before it
        self.news: Sequence[News] = ()
        self.device = "knob"  # whose input is being taken
        self.told_points = telling.told_before(table.game)  # so many entries of the ledger a toast has told
        self.looking = TABLE  # the seat that has said that it alone looks at the glass
        self.setup_from: Layer | None = None  # the first question of a set-up: while it lies there, one is open
        self.back_asks = False  # whether a finished game was put on the table again, and nothing answered in it yet
        self.ahead = Ahead()
        self.troubles = Troubles(self)
        self.tags = TagDesk(self)
        self.rest = Rest(clock, ways.rest_s, ways.dim_s, self._may_rest, changed)
        self._base: Layer | None = None
        self._base_of: object = None
        self._toast_timer: Timer | None = None
        self._hold_timer: Timer | None = None
        self._pressed_on: Layer | None = None  # what lay on top when the knob went down, if its release is a click
        self._turned_s = -1e9
        self._before: Before | None = None

    # ---- words

    def say(self, text: Text | str, **args: Argument) -> str:
        """A text, or a message with its arguments, with the players' names, in the language of the box."""
        said = Text(text, **args) if isinstance(text, str) else text
        return said.render(self.table.names, self.ways.translate)

    def name(self, seat: int) -> str:
        return self.table.names[seat] if 0 <= seat < len(self.table.names) else ""

    @property
    def game(self) -> Game | None:
        """The game that is being played or is at its end; None also while one that was stopped lies on the table."""
        game = self.table.game
        return None if game is None or (self.table.finished and not game.over) else game

    def opened(self, problem: BaseException | None) -> None:
        """A game was put on the table, or could not be."""
        self.home()
        self.back_asks = False
        self.news, self.told_points = (), telling.told_before(self.game)
        if problem is not None and not isinstance(problem, Differs):  # that one the opening tells
            self.refuse(str(problem), self.say("Not opened"))

    def taken_up(self, problem: BaseException | None) -> None:
        """A finished game was put on the table again, or could not be."""
        self.opened(problem)
        self.back_asks = problem is None

    # ---- the stack

    def push(self, layer: Layer) -> None:
        self.layers.append(layer)
        self.changed()

    def pop(self) -> None:
        if self.layers:
            self.layers.pop()
        self.changed()

    def remove(self, layer: Layer) -> None:
        """Take a layer away, wherever it lies."""
        if layer in self.layers:
            self.layers.remove(layer)
        self.changed()

    def close_all(self) -> None:
        """Close everything that lies over the base."""
        self.layers.clear()
        self.changed()

    def home(self) -> None:
        """Close everything that lies over the base, and ask the open question afresh."""
        self._base_of = None
        self.ahead.forget()
        self.close_all()

    def replace(self, layer: Layer) -> None:
        """Put a layer in the place of the topmost."""
        if self.layers:
            self.layers[-1] = layer
        else:
            self.layers.append(layer)
        self.changed()

    def base(self) -> Layer:
        """What lies at the bottom: the open question, the winner, or the opening."""
        game = self.game
        state: object = ("opening",) if game is None else (id(game), self.table.revision, len(game.past))
        if self._base is None or self._base_of != state:
            self._base_of = state
            if game is None:
                self._base = opening(self)
            elif game.decision is None:
                self._base = OverLayer(self)
            else:
                self._base = self._asked(game, game.decision)
        return self._base

    def _asked(self, game: Game, decision: Decision) -> Layer:
        """The open question; covered where its answers are for one seat alone, as long as it has not said it looks."""
        layer = prompt(
            game,
            self.table.names,
            self.say,
            self.give_key,
            before=lots(self, game),
            heading=telling.heading(self, game),
            seat_buttons=self.ways.seat_buttons,
            take=self.give_reply,
            icon=self.ahead.icon,
        )
        if decision.seat == TABLE or not game.way.private(game):
            self.looking = TABLE
            return layer
        if self.looking != decision.seat:
            self.looking = TABLE
        own = f"seat.{decision.seat}"
        words = self.say(game.words())
        return PrivateLayer(self, decision.seat, words, layer, lambda: own in showing.working(self).values())

    def among(self) -> Sequence[tuple[str, ...]]:
        """The ways to answer the open question that what was chosen so far has left; none if nothing was."""
        return next((layer.among for layer in (*reversed(self.layers), self.base()) if layer.among), ())

    def top(self) -> Layer:
        return self.layers[-1] if self.layers else self.base()

    def look(self) -> Layer:
        """What lies on top, which is on a glass now."""
        top = self.top()
        if top is not self.seen:
            self.seen, self._seen_s = top, self.clock.now_s()
        return top

    def _unread(self) -> bool:
        """Whether what lies on top has only just come up: a page to read, or the question to another than before.

        The second click of a double one is no answer to it; whoever has turned since has seen it.
        """
        top = self.top()
        if top is not self.seen or self.clock.now_s() - self._seen_s >= UNREAD_S or self._turned_s > self._seen_s:
            return False
        return isinstance(top, NoticeLayer | ShownLayer) or (self._handed_on and not self.layers)

    # ---- answers

    def give_key(self, key: str) -> None:
        self.give((key,))

    def give_reply(self, reply: Reply) -> None:
        """Take a row that stands for several answers, or for some that are to follow."""
        if self.game is not None:
            self.ahead.expect(self.game, reply)
        self.give(reply.keys)

    def give(self, keys: Sequence[str]) -> bool:
        """Answer the open question. False, with the reason on the glass, if it was refused."""
        asked = self.asked
        try:
            laid = laid_out(self.table, keys)
            meant = self.ahead.follow(self.game, (*keys, *laid)) if self.game is not None else ()
            news = self.table.give((*keys, *laid, *meant), self.device, self.table.revision)
        except IllegalAnswer as refused:
            self.refuse(self.say(refused.text))
            return False
        except (EngineError, FirmwareError) as refused:
            self.refuse(str(refused))
            return False
        self.layers.clear()
        self.back_asks, self._handed_on = False, self.asked != asked
        if laid:  # what a code lays out has been walked through
            news = [item for item in news if item.kind != "forced"]
        self.tell(news, asked)
        return True

    @property
    def asked(self) -> int:
        """Whose question is open; the table's, if there is none."""
        return self.game.decision.seat if self.game is not None and self.game.decision is not None else TABLE

    def tell(self, news: Sequence[News], asked: int) -> None:
        """Toasts, pages and sounds for what the answer of the seat ``asked`` brought about."""
        self.news = news
        for sound in telling.sounds(news, telling.handed_over(self.game, news, asked)):
            self.sound(sound)
        for page in reversed(telling.pages(self, news)):
            self.push(page)
        self.show_toasts([(screen, self.ways.toast_s * times) for screen, times in telling.toasts(self, news, asked)])

    def refuse(self, why: str, title: str = "", chip: str = "") -> None:
        """Say on the glass, and with a sound, why something was not done."""
        self.sound("refused")
        self.push(notice(self, Header(chip, "warning", title or self.say("Not now")), (why,)))

    def resumed(self) -> None:
        """A game was on the table when the power went: straight to its prompt, with a word of it."""
        assert self.game is not None
        where = f"{self.say(self.game.title.label)} {self.say(self.game.page(None).status)}"
        lines = (self.say("Nothing saved is lost."),)
        self.toast(Toast(Header("", "saved", where), self.say("Here we were"), lines, icon="plug16"), telling.LONG)
        offer_walk(self)

    # ---- events

    def event(self, event: Event) -> None:
        """Take what a driver says."""
        if isinstance(event, Turn):
            self._turn(event)
            return
        self._before = None  # a slip is told right after its notch
        match event:
            case Press(control="knob"):
                self._press()
            case Release(control="knob"):
                self._release()
            case Press(control=control):
                self.device = control
                if self.rest.wake():
                    self.looking = TABLE
                elif not self._page_uncovered():
                    if control == "back":
                        self._back()
                    elif not (self._unread() and self.top().seats):
                        press_seat(self, int(control.removeprefix("seat.")))
                self.changed()
            case Tag():
                self.device = "tag"
                self.rest.wake()
                self._end_toast()
                self.tags.tapped(event)
                self.changed()
            case Lost():
                self.troubles.lose(event.part, event.message)
            case Found():
                self.troubles.find(event.part)
            case Release() | TagGone():
                pass

    def table_changed(self) -> None:
        """The table's mark, trouble, notes or game changed by itself."""
        self.troubles.look()
        self.changed()

    def _turn(self, event: Turn) -> None:
        if event.slip:
            self._slipped(event)
            return
        if self._hold_timer is not None:
            return  # while it is pressed, turning is a slip as well
        self.device = "knob"
        self._before = Before(
            tuple(self.layers),
            tuple((layer, layer.cursor) for layer in (self.base(), *self.layers)),
            tuple(self.toasts),
            self.rest.resting,
            self.rest.dimmed,
            self._turned_s,
        )
        gap_s = (event.at_s - self._turned_s) / max(1, abs(event.notches))
        self._turned_s = event.at_s
        if self.rest.wake():  # the first turn brings the prompt back and counts
            self.looking = TABLE
        if not self._page_uncovered():
            if self.top().passes:
                self.pop()
            if not self.top().passes:
                self.top().turn(event.notches, gap_s < FAST_S)
        self.changed()

    def _slipped(self, event: Turn) -> None:
        """The last notch was a slip of the hand on its way to a click: all is as it was before."""
        before, self._before = self._before, None
        if before is None:
            self.top().turn(event.notches, False)
        else:
            self.layers[:] = before.layers
            for layer, cursor in before.cursors:
                layer.cursor = cursor
            self.show_toasts(before.toasts)
            self.rest.sleep_again(before.resting, before.dimmed)
            self._turned_s = before.turned_s
        self.changed()

    def _press(self) -> None:
        self.device = "knob"
        self._pressed_on = self.top()
        if self._unread():
            self._pressed_on = None
            self._end_toast()
        if self.rest.wake():
            self._pressed_on, self.looking = None, TABLE  # the first click only wakes
        self._hold_timer = self.clock.later(self.ways.hold_s, self._hold)
        self.changed()

    def _hold(self) -> None:
        self._hold_timer = self._pressed_on = None
        self.device = "knob"
        self._end_toast()
        if not self.top().hold():
            open_menu(self)
        self.changed()

    def _release(self) -> None:
        self.device = "knob"
        if self._hold_timer is not None:
            self._hold_timer.cancel()
            self._hold_timer = None
        pressed_on, self._pressed_on = self._pressed_on, None
        # a click takes what was on the glass: neither what came up in between, nor what a message still hides
        unseen = bool(self.toasts) and self.top() is not self.seen
        if pressed_on is not None and pressed_on is self.top() and not self._page_uncovered() and not unseen:
            pressed_on.click()
        self.changed()

    def _back(self) -> None:
        if self.top().back():
            return
        if self.layers:
            self.pop()
        elif self.game is not None:
            take_back(self)

    def _may_rest(self) -> bool:
        """Only a plain prompt gives way to the status: a menu or a page stays where it was left."""
        if self.layers or self.game is None or self.game.over:
            return False
        return "all" in showing.working(self).values()

    # ---- toasts

    def toast(self, screen: Screen, times: float = 1.0) -> None:
        """Show something for so many times the usual while; any input ends it and counts."""
        self.show_toasts([(screen, self.ways.toast_s * times)])

    def show_toasts(self, toasts: Sequence[tuple[Screen, float]]) -> None:
        """Show these one after the other, each for its seconds."""
        self.toasts = list(toasts)
        self._next_toast()
        self.changed()

    def _next_toast(self) -> None:
        if self._toast_timer is not None:
            self._toast_timer.cancel()
            self._toast_timer = None
        if self.toasts:
            self._toast_timer = self.clock.later(self.toasts[0][1], self._toast_over)

    def _toast_over(self) -> None:
        self._toast_timer = None
        self.show_toasts(self.toasts[1:])

    def _end_toast(self) -> None:
        if self.toasts:
            self.show_toasts(())

    def _page_uncovered(self) -> bool:
        """End the toast. True if it lay over a page that nobody has seen yet: then the input has done its work."""
        covered = bool(self.toasts) and self.top().passes
        self._end_toast()
        return covered

    # ---- what the displays show

    @property
    def dimmed(self) -> bool:
        return self.rest.dimmed

    def view(self, display: str) -> View:
        """The picture for the display of that name."""
        return showing.view(self, display)
