"""The flow: what the hands do becomes answers for the table, and what the table says becomes a view a display.

A stack of layers lies over the base. The base is the open question of the game, or the opening (new game, resume).
Back closes what lies on top; with nothing on top it takes the last answer back. Toasts, rest and dimming are here,
since they are about time; which pixels they are is not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from drivers.events import Event, Found, Lost, Press, Release, Tag, TagGone, Turn
from drivers.seams import Clock, Timer
from engine.errors import EngineError, IllegalAnswer
from engine.game import TABLE, Game
from engine.words import News, Text
from firmware_py.errors import FirmwareError
from firmware_py.flow import news as telling
from firmware_py.flow.menu import open_menu
from firmware_py.flow.opening import opening
from firmware_py.flow.pages import SeatLayer, over_layer, status_screen, why_layer
from firmware_py.flow.prompt import prompt
from firmware_py.flow.settings import Ways
from firmware_py.flow.tags import TagDesk
from firmware_py.flow.widgets import Layer, LettersLayer, NoticeLayer, QuestionLayer
from firmware_py.table import Table
from firmware_py.view import Header, Idle, Screen, Toast, View

HOLD_S = 0.6
FAST_S = 0.06
TOAST_S = 1.5


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
        self.lost: dict[str, str] = {}
        self.news: Sequence[News] = ()
        self.tags = TagDesk(self)
        self._base: Layer | None = None
        self._base_of: object = None
        self._toast_timer: Timer | None = None
        self._hold_timer: Timer | None = None
        self._rest_timer: Timer | None = None
        self._dim_timer: Timer | None = None
        self._held = False
        self._resting = self._dimmed = False
        self._turned_s = -1e9
        self._told_trouble = ""
        self._awake()

    # ---- words

    def say(self, text: Text) -> str:
        """A text with the players' names, in the language of the box."""
        return text.render(self.table.names, self.ways.translate)

    def name(self, seat: int) -> str:
        return self.table.names[seat] if 0 <= seat < len(self.table.names) else ""

    @property
    def game(self) -> Game | None:
        """The game that is being played; None also after one was stopped, though it lies on the table to look at."""
        return None if self.table.finished else self.table.game

    def opened(self, problem: BaseException | None) -> None:
        """A game was put on the table, or could not be."""
        self.home()
        if problem is not None:
            self.refuse(str(problem), "Not opened")

    # ---- the stack

    def push(self, layer: Layer) -> None:
        self.layers.append(layer)
        self.changed()

    def pop(self) -> None:
        if self.layers:
            self.layers.pop()
        self.changed()

    def home(self) -> None:
        """Close everything that lies over the base, and ask the open question afresh."""
        self.layers.clear()
        self._base_of = None
        self.changed()

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
                self._base = over_layer(self)
            else:
                self._base = prompt(game, self.table.names, self.say, self.give_key)
        return self._base

    def top(self) -> Layer:
        return self.layers[-1] if self.layers else self.base()

    # ---- answers

    def give_key(self, key: str) -> None:
        self.give((key,))

    def give(self, keys: Sequence[str], device: str = "knob") -> bool:
        """Answer the open question. False, with the reason on the glass, if it was refused."""
        try:
            news = self.table.give(keys, device, self.table.revision)
        except IllegalAnswer as refused:
            self.refuse(self.say(refused.text))
            return False
        except (EngineError, FirmwareError) as refused:
            self.refuse(str(refused))
            return False
        self.layers.clear()
        self.tell(news)
        return True

    def tell(self, news: Sequence[News]) -> None:
        """Toasts and sounds for what an answer brought about."""
        self.news = news
        for sound in telling.sounds(news):
            self.sound(sound)
        self.toasts = [(screen, seconds) for screen, seconds in telling.toasts(self, news)]
        self._next_toast()
        self.changed()

    def toast(self, screen: Screen, seconds: float = TOAST_S) -> None:
        """Show something for a while; any input ends it and counts."""
        self.toasts = [(screen, seconds)]
        self._next_toast()
        self.changed()

    def refuse(self, why: str, title: str = "Not now", chip: str = "") -> None:
        """Say on the glass, and with a sound, why something was not done."""
        self.sound("refused")
        done = self.pop
        self.push(NoticeLayer(lambda: Header(chip, "warning", title), [(why,)], done))

    def take_back(self, asked: bool = False) -> None:
        """Take the last answer back; past a revealed tile only after asking."""
        if not self.table.can_undo:
            self.toast(Toast(Header("", "undo", "Take back"), "Nothing to undo", (), icon=""))
            return
        reveals = self.table.undo_reveals()
        if reveals is not None and not asked:

            def pick(place: int) -> None:
                self.pop()
                if place == 0:
                    self.take_back(asked=True)

            lines = ("It was already seen.", "Turn the tile down again.")
            self.push(
                QuestionLayer(
                    lambda: Header("", "undo", "Take back"),
                    self.say(reveals),
                    lambda _: lines,
                    ("Take back", "Keep"),
                    pick,
                    cursor=1,
                )
            )
            return
        undone = self.table.undo("knob")
        self.sound("undo")
        self.layers.clear()
        self.toast(telling.undone(self, undone), 2.0)

    def resumed(self) -> None:
        """A game was on the table when the power went: straight to its prompt, with a word of it."""
        assert self.game is not None
        where = f"{self.say(self.game.title.label)} {self.say(self.game.page(None).status)}"
        self.toast(Toast(Header("", "saved", where), "Here we were", ("Nothing saved is lost.",), icon="plug16"), 2.0)

    # ---- events

    def event(self, event: Event) -> None:
        """Take what a driver says."""
        match event:
            case Turn():
                self._turn(event)
            case Press(control="knob"):
                self._press()
            case Release(control="knob"):
                self._release()
            case Press(control="back"):
                if not self._waking():
                    self._back()
            case Press(control=control) if control.startswith("seat."):
                if not self._waking():
                    self._seat(int(control.removeprefix("seat.")))
            case Tag():
                self._awake()
                self._end_toast()
                self.tags.tapped(event)
            case TagGone():
                self.tags.lifted(event)
            case Lost():
                self.lost[event.part] = event.message
                self.toast(telling.part_lost(event.message), 4.0)
            case Found():
                self.lost.pop(event.part, None)
                self.changed()
            case _:
                pass

    def table_changed(self) -> None:
        """The table's mark, trouble or game changed by itself."""
        trouble = self.table.trouble
        if trouble and trouble != self._told_trouble:
            self.push(NoticeLayer(
                lambda: Header("", "", f"Not saved: {self.table.trouble}"),
                [telling.trouble_lines(self.table.unsaved)],
                self.pop,
                button="Play on",
            ))  # fmt: skip
        self._told_trouble = trouble
        self.changed()

    def _turn(self, event: Turn) -> None:
        gap_s = (event.at_s - self._turned_s) / max(1, abs(event.notches))
        self._turned_s = event.at_s
        self._awake()  # the first turn brings the prompt back and counts
        self._end_toast()
        self.top().turn(event.notches, gap_s < FAST_S)
        self.changed()

    def _press(self) -> None:
        self._held = False
        if self._waking():
            self._held = True  # the click only woke: its release does nothing
            return
        self._hold_timer = self.clock.later(HOLD_S, self._hold)

    def _hold(self) -> None:
        self._hold_timer, self._held = None, True
        self._end_toast()
        top = self.top()
        if isinstance(top, LettersLayer):
            top.hold()
        else:
            open_menu(self)
        self.changed()

    def _release(self) -> None:
        if self._hold_timer is not None:
            self._hold_timer.cancel()
            self._hold_timer = None
        if self._held:
            self._held = False
            return
        self._end_toast()
        self.top().click()
        self.changed()

    def _back(self) -> None:
        self._end_toast()
        if not self.top().back():
            if self.layers:
                self.pop()
            elif self.game is not None:
                self.take_back()
        self.changed()

    def _seat(self, seat: int) -> None:
        self._end_toast()
        game = self.game
        if game is None or seat >= game.players or self.top().seat(seat):
            return
        decision = game.decision
        if not self.layers and decision is not None and f"seat.{seat}" in decision.keys:
            self.give((f"seat.{seat}",), f"seat.{seat}")
            return
        top = self.top()
        if isinstance(top, SeatLayer):
            self.pop()
            self.push(why_layer(self, seat) if top.of == seat else SeatLayer(self, seat))
        else:
            self.push(SeatLayer(self, seat))

    # ---- rest and wake

    def _waking(self) -> bool:
        """The first click or button on a resting display only wakes it."""
        was = self._resting or self._dimmed
        self._awake()
        return was

    def _awake(self) -> None:
        was = self._resting or self._dimmed
        self._resting = self._dimmed = False
        for timer in (self._rest_timer, self._dim_timer):
            if timer is not None:
                timer.cancel()
        self._rest_timer = self.clock.later(self.ways.rest_s, self._rest)
        self._dim_timer = self.clock.later(self.ways.dim_s, self._dim)
        if was:
            self.changed()

    def _rest(self) -> None:
        # only a plain prompt gives way to the status: a menu or a page stays where it was left
        if self.ways.single_display and not self.layers and self.game is not None and not self.game.over:
            self._resting = True
            self.changed()

    def _dim(self) -> None:
        self._dimmed = True
        self.changed()

    @property
    def dimmed(self) -> bool:
        return self._dimmed

    # ---- toasts

    def _next_toast(self) -> None:
        if self._toast_timer is not None:
            self._toast_timer.cancel()
            self._toast_timer = None
        if self.toasts:
            self._toast_timer = self.clock.later(self.toasts[0][1], self._toast_over)

    def _toast_over(self) -> None:
        self._toast_timer = None
        if self.toasts:
            self.toasts.pop(0)
        self._next_toast()
        self.changed()

    def _end_toast(self) -> None:
        if self.toasts:
            self.toasts = []
            self._next_toast()

    # ---- what the displays show

    def view(self, role: str) -> View:
        """The picture for a display of that role: "all", "prompt", "status" or "seat.N"."""
        return View(
            self._screen(role), self.table.mark, self.ways.dim_brightness if self._dimmed else self.ways.brightness
        )

    def _screen(self, role: str) -> Screen:
        game = self.game
        if self._dimmed and game is not None:
            return self._idle(game)
        if role.startswith("seat.") and game is not None:
            seat = int(role.removeprefix("seat."))
            return SeatLayer(self, seat).screen() if seat < game.players else self._idle(game)
        if role == "status" and game is not None:
            return status_screen(self)
        if self.toasts:
            return self.toasts[0][0]
        if role == "all" and self._resting and not self.layers and game is not None:
            return status_screen(self)
        return self.top().screen()

    def _idle(self, game: Game) -> Screen:
        decision = game.decision
        if decision is None:
            title = "The game is over"
        elif decision.seat == TABLE:
            title = self.say(game.words())
        else:
            title = self.say(Text("{name} to move", name=self.name(decision.seat)))
        totals = [str(total).replace("-", "−") for total in game.totals()]
        return Idle(title, tuple(zip(self.table.names, totals, strict=False)))
