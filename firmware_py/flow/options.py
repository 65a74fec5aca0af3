"""The switches of a title before a game: every one that matters in this way and under the others, with its value in
force; a click takes the next value.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from engine import catalogue
from engine.errors import EngineError
from engine.title import Option
from engine.words import plain
from firmware_py.flow.correct import drawn_how, other_draws
from firmware_py.flow.letters import letters_layer, name_letters
from firmware_py.flow.seats import word
from firmware_py.flow.widgets import Layer, ListLayer
from firmware_py.view import Header, Line

if TYPE_CHECKING:
    from firmware_py.flow.flow import Flow
    from firmware_py.flow.new_game import NewGame

TEXT_LETTERS = 16  # of a text written on the knob
SHOWN_LETTERS = 10  # of a text beside its option


def options_layer(flow: Flow, new: NewGame, at: str = "") -> Layer:
    """Who draws what is revealed, and every option of the title that matters now; the cursor is on that of the name
    ``at``."""
    in_force = catalogue.options(new.title, new.players, new.options)
    options = catalogue.applying(new.title, new.way, new.players, in_force)
    lines = [Line(flow.say("Revealed tiles"), drawn_how(flow, new.draws), icon="random")]
    lines += [Line(flow.say(each.label), shown(flow, each, in_force[each.name])) for each in options]
    lines.append(Line(flow.say("Done"), icon="saved"))
    cursor = next((place for place, each in enumerate(options, 1) if each.name == at), 0)

    def closed() -> None:
        """Ask the first question afresh, under the options as they are now; or say why no game can begin under them.

        What was chosen of an option that no longer matters is as if it had not been."""
        matter, before = {each.name for each in options}, new.options
        new.options = {name: value for name, value in before.items() if name in matter}
        try:
            new.probe()
        except EngineError as refused:
            new.options = before
            flow.refuse(str(refused))
            return
        flow.pop()
        flow.pop()
        new.ask_start()
        if isinstance(asked := flow.top(), ListLayer):
            asked.stand_on(flow.say("Options"))  # which led here
            flow.changed()

    def pick(place: int) -> None:
        if place == len(lines) - 1:
            closed()
        elif place == 0:
            new.draws = other_draws(new.draws)
            flow.replace(options_layer(flow, new))
        elif (option := options[place - 1]).counted is not None:
            flow.pop()
            flow.pop()
            flow.push(new.count_layer(option))
        elif option.letters:
            flow.push(text_layer(flow, new, option))
        else:
            following = option.values.index(in_force[option.name]) + 1
            new.options[option.name] = option.values[following % len(option.values)]
            if option.ask is not None:
                new.remember(option, new.options[option.name])
            flow.replace(options_layer(flow, new, option.name))

    header = Header("", "pencil", flow.say("Options"))
    return OptionsLayer(lambda: header, lines, pick, closed, cursor)


def shown(flow: Flow, option: Option, value: str) -> str:
    """A value as it stands beside its option."""
    if option.letters:
        return plain(value, SHOWN_LETTERS) or flow.say("none")
    return word(flow, value)


def text_layer(flow: Flow, new: NewGame, option: Option) -> Layer:
    """An option that is a text: letter by letter, as a name is. What is longer comes from elsewhere."""

    def done(text: str) -> None:
        new.options[option.name] = " ".join(text.split())
        flow.pop()
        flow.replace(options_layer(flow, new, option.name))

    header = Header("", "pencil", flow.say(option.label))
    return letters_layer(flow, header, name_letters, min(option.letters, TEXT_LETTERS), done)


class OptionsLayer(ListLayer):
    """The switches; Back is the same as Done."""

    def __init__(
        self,
        header: Callable[[], Header],
        lines: Sequence[Line],
        pick: Callable[[int], None],
        closed: Callable[[], None],
        cursor: int,
    ) -> None:
        super().__init__(header, lines, pick, cursor)
        self._closed = closed

    def back(self) -> bool:
        self._closed()
        return True
