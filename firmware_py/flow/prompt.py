"""The open question of a game as a layer of the knob, for any title: its form, its words and its focus come from the
game alone. The same prompt asks before a game exists (who starts), in play, and when an old entry is changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.game import TABLE, Game
from engine.words import Text, Track
from firmware_py.flow.widgets import CellsLayer, DialLayer, GridLayer, Layer, ListLayer, QuestionLayer
from firmware_py.view import Cell, GridRow, Header, Line

Say = Callable[[Text], str]


def shorts(names: Sequence[str]) -> list[str]:
    """Names as short as a row of standings needs: three letters for up to three seats, else one."""
    return [name[: 3 if len(names) <= 3 else 1] for name in names]


def standings_row(game: Game, names: Sequence[str]) -> tuple[str, ...]:
    """The footer of the turn prompt: "Ana 41"."""
    return tuple(
        f"{short} {str(total).replace('-', '−')}" for short, total in zip(shorts(names), game.totals(), strict=True)
    )


class Extra:
    """A row that the flow adds to a prompt: a label, an icon, and what it does."""

    __slots__ = ("act", "icon", "label")

    def __init__(self, label: str, icon: str, act: Callable[[], None]) -> None:
        self.label, self.icon, self.act = label, icon, act


def prompt(
    game: Game,
    names: Sequence[str],
    say: Say,
    give: Callable[[str], None],
    before: Sequence[Extra] = (),
    after: Sequence[Extra] = (),
    heading: str = "",
) -> Layer:
    """The layer that asks the open decision of ``game``; ``give`` gets the chosen key.

    ``before`` and ``after`` are further rows (they make the prompt a list); ``heading`` replaces the header's subject.
    """
    decision = game.decision
    assert decision is not None
    keys, way = decision.keys, game.way
    chip = names[decision.seat] if decision.seat != TABLE else ""
    page = game.page(decision.seat if decision.seat != TABLE else None)
    question = say(game.words())
    usual = way.usual(game)
    cursor = keys.index(usual) if usual in keys else 0
    form = "list" if before or after else way.form(game)
    labels = [say(game.words(key)) for key in keys]

    def pick(place: int) -> None:
        give(keys[place])

    def asks() -> Header:
        return Header(chip, "" if chip else way.icon(game, None), heading or question)

    def stands() -> Header:
        return Header(chip, way.icon(game, None), heading or say(page.status))

    if form == "dial":

        def words(place: int) -> tuple[tuple[str, ...], bool, Track | None]:
            hint = way.hint(game, keys[place])
            if hint is None:
                return (), False, None
            return tuple(say(hint.text).split("\n")), hint.strong, hint.track

        return DialLayer(stands, question, labels, pick, cursor, words, lambda: standings_row(game, names))
    if form == "cells":
        cells = []
        for key, label in zip(keys, labels, strict=True):
            icon, hint = way.icon(game, key), way.hint(game, key)
            note = say(hint.text) if hint else ""
            cells.append(Cell(label if icon else note, icon, "" if icon else label))
        return CellsLayer(stands, question, cells, pick, cursor, page.marks if chip else ())
    if form == "grid":
        order, rows = grid_rows(keys, lambda key: say(game.words(key)), lambda key: way.icon(game, key))
        titles = [question if key == usual else say(game.words(key)) for key in order]
        return GridLayer(chip, titles, rows, lambda place: give(order[place]), order.index(keys[cursor]))
    if form == "yes-no":

        def lines(place: int) -> tuple[str, ...]:
            hint = way.hint(game, keys[place])
            return (say(hint.text),) if hint else ()

        return QuestionLayer(asks, "", lines, tuple(labels), pick, cursor)

    rows_before = [Line(extra.label, icon=extra.icon) for extra in before]
    rows_after = [Line(extra.label, icon=extra.icon) for extra in after]
    hints = [way.hint(game, key) for key in keys]
    lines_of = [
        Line(label, icon=way.icon(game, key), note=say(hint.text) if hint else "")
        for key, label, hint in zip(keys, labels, hints, strict=True)
    ]

    def choose(place: int) -> None:
        if place < len(before):
            before[place].act()
        elif place < len(before) + len(keys):
            give(keys[place - len(before)])
        else:
            after[place - len(before) - len(keys)].act()

    start = 0 if before else cursor
    return ListLayer(asks, [*rows_before, *lines_of, *rows_after], choose, start)


def grid_rows(
    keys: Sequence[str], words: Callable[[str], str], icon: Callable[[str], str]
) -> tuple[list[str], list[GridRow]]:
    """Keys of the form ``row.cell`` as rows of a grid, keys without a dot as its top row.

    Returns the keys in the order of the grid's cells, and its rows.
    """
    top = [key for key in keys if "." not in key]
    groups: dict[str, list[str]] = {}
    for key in keys:
        if "." in key:
            groups.setdefault(key.partition(".")[0], []).append(key)
    rows = [GridRow("", "", tuple(words(key) for key in top), tuple(icon(key) for key in top))] if top else []
    order = list(top)
    for name, members in groups.items():
        cells = tuple(key.partition(".")[2] for key in members)
        rows.append(GridRow(icon(members[0]), name.capitalize(), cells))
        order += members
    return order, rows
