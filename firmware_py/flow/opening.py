"""Before a game: what the glass shows when none is on the table. Go on with one, look at one, or begin a new one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from engine import catalogue
from engine.errors import EngineError
from engine.title import Title
from firmware_py.errors import Differs
from firmware_py.flow.laying import BEGUN, forget_walk, walk_again
from firmware_py.flow.new_game import NewGame
from firmware_py.flow.pages import notice, with_back
from firmware_py.flow.past import points_of, show_past_games, state_of
from firmware_py.flow.widgets import Layer, ListLayer, QuestionLayer
from firmware_py.view import Header, Line

if TYPE_CHECKING:
    from firmware_py.flow.flow import Flow
    from firmware_py.operations import GameInfo

Row = tuple[Line, Callable[[], None]]


def opening(flow: Flow) -> Layer:
    """The base while no game is open: go on with a set-up or an unfinished game, or the list of titles."""
    if flow.table.differs is not None:
        return differs_layer(flow, flow.table.differs)
    walk, unfinished = Walk.of(flow), flow.table.unfinished()
    if walk is not None and not unfinished:
        return walk.question(flow.say("New game"), walk.go_on, lambda: flow.push(titles_layer(flow, nested=True)))
    if walk is not None:
        return resume_layer(flow, unfinished, [(Line(flow.say("Set-up"), walk.step, icon="random"), walk.go_on)])
    return resume_layer(flow, unfinished) if unfinished else titles_layer(flow)


def label_of(flow: Flow, game: GameInfo) -> str:
    """What a stored game's title is called; the title itself may be gone."""
    try:
        return flow.say(catalogue.title(game.title).label)
    except EngineError:
        return game.label


# ---- going on


def resume_layer(flow: Flow, games: Sequence[GameInfo], before: Sequence[Row] = ()) -> Layer:
    """The last game, and "Go on"; with several unfinished ones, or rows ``before`` it, a list."""
    latest = games[0]

    def go_on() -> None:
        flow.table.open(latest.number, flow.opened)

    def new() -> None:
        flow.push(titles_layer(flow, nested=True))

    header = Header("", "saved", flow.say("Last game"), latest.when)
    if len(games) == 1 and not before:
        said, buttons = (points_of(flow, latest), state_of(flow, latest)), (flow.say("Go on"), flow.say("New game"))
        acts: tuple[Callable[[], None], ...] = (go_on, new)
        return QuestionLayer(
            lambda: header, label_of(flow, latest), lambda _: said, buttons, lambda place: acts[place]()
        )
    rows = [*before, (Line(flow.say("Go on"), label_of(flow, latest), icon="saved"), go_on)]
    if len(games) > 1:
        others = Line(flow.say("Other game"), str(len(games) - 1), icon="clock")
        rows.append((others, lambda: flow.push(other_games_layer(flow, latest.number))))
    rows.append((Line(flow.say("New game"), icon="arch"), new))
    lines = [line for line, _ in rows]
    return ListLayer(lambda: header, lines, lambda place: rows[place][1](), footer=points_of(flow, latest))


def other_games_layer(flow: Flow, but: int = 0) -> Layer:
    """Unfinished games but the one of that number (by default the one on the table), newest first; and a new one."""
    but = but or flow.table.number
    games = [game for game in flow.table.unfinished() if game.number != but]
    lines = [Line(" ".join(game.names), game.when or flow.say("turn {turn}", turn=game.turn)) for game in games]
    lines.append(Line(flow.say("New game"), icon="arch"))

    def pick(place: int) -> None:
        if place < len(games):
            flow.table.open(games[place].number, flow.opened)
        else:
            flow.push(titles_layer(flow, nested=True))

    return with_back(flow, Header("", "clock", flow.say("Other games")), lines, pick)


class Walk:
    """The walk-through of a set-up that was broken off."""

    def __init__(self, flow: Flow, new: NewGame, code: str, step: int, of: int) -> None:
        self.flow, self.new, self.code, self._at = flow, new, code, step
        self.step = f"{step + 1}/{of}"

    @classmethod
    def of(cls, flow: Flow) -> Walk | None:
        """The one that the box remembers; None if there is none, or if it does not fit this program any more."""
        begun = flow.table.recall(BEGUN, None)
        if not isinstance(begun, dict):
            return None
        try:
            return cls(flow, NewGame.again(flow, begun), str(begun["code"]), int(begun["step"]), int(begun["of"]))
        except (EngineError, KeyError, TypeError, ValueError):
            return None

    def go_on(self) -> None:
        walk_again(self.flow, self.new, self.code, self._at)
        self.flow.setup_from = self.flow.layers[-2]

    def question(self, no: str, go_on: Callable[[], None], leave: Callable[[], None]) -> Layer:
        """Whether to go on with it."""
        flow, acts = self.flow, (go_on, leave)
        header, title = Header("", "random", flow.say("Set-up"), self.step), flow.say(self.new.title.label)
        lines = (flow.say("Setup code {code}", code=self.code), flow.say("Go on with the set-up?"))
        buttons = flow.say("Go on"), no
        return QuestionLayer(lambda: header, title, lambda _: lines, buttons, lambda place: acts[place]())


def offer_walk(flow: Flow) -> None:
    """After a pulled plug in the middle of a set-up, where another game lies on the table."""
    walk = Walk.of(flow)
    if walk is None:
        return

    def leave() -> None:
        forget_walk(flow)
        flow.pop()

    def go_on() -> None:
        flow.pop()
        walk.go_on()

    flow.push(walk.question(flow.say("Leave it"), go_on, leave))


class LeaveLayer(QuestionLayer):
    """A question to which a hold of the knob has led: one more says nothing."""

    def hold(self) -> bool:
        return True


def leave_setup(flow: Flow) -> Layer:
    """Asked when the knob is held in the middle of a set-up; the focus is on the harmless answer."""

    def pick(place: int) -> None:
        flow.pop()
        if place == 1:
            forget_walk(flow)
            flow.home()

    header, buttons = Header("", "arch", flow.say("New game")), (flow.say("Go on"), flow.say("Leave"))
    told = (flow.say("What was chosen for this game is lost."),)
    return LeaveLayer(lambda: header, flow.say("Leave the set-up?"), lambda _: told, buttons, pick)


def differs_layer(flow: Flow, differs: Differs) -> Layer:
    """The game that was on the table does not replay to what was stored: say where, and three ways out; or its title
    is not there any more, and the game waits for it."""
    stored = flow.table.stored
    missing = stored is not None and stored.title not in {title.name for title in catalogue.titles()}

    def leave() -> None:
        flow.table.differs = None
        flow.home()

    rows: list[tuple[str, str, Callable[[], None]]] = []
    if differs.agreed:
        go_on = flow.say("Go on there")
        rows.append((go_on, "undo", lambda: flow.table.open_agreed(differs.game, flow.opened)))
    if stored is not None and not missing:
        rows.append((flow.say("Keep the score"), "prestige", lambda: carry_on(flow, stored)))
    rows.append((flow.say("Leave it"), "saved", leave))
    lines = [Line(label, icon=icon) for label, icon, _ in rows]
    subject = flow.say("Game differs at turn {turn}", turn=differs.turn)
    if missing and stored is not None:
        subject = flow.say("No {title} here", title=label_of(flow, stored))
    footer = points_of(flow, stored) if stored is not None else ""
    header = Header("", "warning", subject)
    return ListLayer(lambda: header, lines, lambda place: rows[place][2](), len(rows) - 1, footer)


# ---- beginning


def titles_layer(flow: Flow, nested: bool = False) -> Layer:
    """Which title, the one played last first. ``nested``: over another page, to which it leads back."""
    played = flow.table.past.played()
    titles = sorted(catalogue.titles(), key=lambda each: (*played, each.name).index(each.name))
    lines = []
    for each in titles:
        fewest, most = catalogue.seats(each)
        note = flow.say("{fewest}–{most} players", fewest=fewest, most=most)
        lines.append(Line(flow.say(each.label), icon=each.emblem, note=note))
    if flow.table.past.count:
        note = flow.say("{count} kept", count=flow.table.past.count)
        lines.append(Line(flow.say("Past games"), icon="clock", note=note))
    broken = catalogue.broken()
    lines += [Line(name, icon="warning16", note=flow.say("cannot be loaded"), legal=False) for name in broken]
    whys = tuple(broken.values())

    def pick(place: int) -> None:
        if place < len(titles):
            begin(flow, titles[place])
        elif place < len(lines) - len(whys):
            show_past_games(flow)
        else:
            flow.push(notice(flow, Header("", "warning", flow.say("Not possible")), whys[place - len(lines) :][:1]))

    header = Header("", "", flow.say("New game"))
    return with_back(flow, header, lines, pick) if nested else ListLayer(lambda: header, lines, pick)


def begin(flow: Flow, title: Title) -> None:
    """The first question of a new game; from there on a hold of the knob asks before what was chosen is lost."""
    NewGame(flow, title).ask_way()
    flow.setup_from = flow.layers[-1]


def carry_on(flow: Flow, stored: GameInfo) -> None:
    """A new game for the seats of a stored one, begun with its points."""
    NewGame.carry_on(flow, stored)
    flow.setup_from = flow.layers[-1]
