"""What the things of Hansa Teutonica are called and which icon stands for them, and everything that may carry a tag.

Labels of pieces, markers, abilities, cities and routes; no rule, no state. The words are stable: they are written on
tags and printed by machines.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Game
from engine.hansa.kinds import BOX, KIND_WORDS
from engine.hansa.maps import SIDES, Map, board_map
from engine.hansa.module import Part
from engine.title import Component
from engine.words import Text

KIND_LABELS = tuple(Text(word) for word in KIND_WORDS)
COUNTED = ((Text("{count} trader"), Text("{count} traders")), (Text("{count} merchant"), Text("{count} merchants")))
MARKER_LABELS = tuple(Text(each.label) for each in BOX.markers)
ABILITY_LABELS = tuple(Text(each.label) for each in BOX.abilities)
PRIVILEGE_LABELS = tuple(Text(word) for word in BOX.privileges)
WORDS_OF_COLOURS = 3
OFFICE_ICONS = ("office-square", "office-round")


def marker_label(game: Game, kind: int) -> Text:
    """What a kind of marker is called in this game."""
    return named_by(game.board.modules, kind)


def named_by(modules: Sequence[Part], kind: int) -> Text:
    """The same, by the modules in play."""
    named = (module.marker_label(kind) for module in modules)
    return next((text for text in named if text is not None), MARKER_LABELS[kind])


LONGEST_TITLE, LONGEST_NAME = 20, 9  # letters that fit beside the chip of a seat; of a name that has to be cut
COUNTRY_LABELS = {word: Text(word.capitalize()) for side in map(board_map, SIDES) for word in side.countries if word}


def route_label(side: Map, route: int) -> Text:
    """A route by its two cities: "Hamburg–Lübeck"."""
    a, b = side.ends[route]
    return Text("{city}–{other}", city=side.cities[a].name, other=side.cities[b].name)


def colours_line(count: int) -> Text:
    """The colours of offices that so many steps of Privilege open, short enough for a line."""
    if count <= WORDS_OF_COLOURS:
        return Text("Colours: {colours}", colours=PRIVILEGE_LABELS[:count])
    return Text("Colours: {letters}", letters=" ".join(word[0].upper() for word in BOX.privileges[:count]))


def route_title(side: Map, route: int) -> Text:
    """A route as a title, which has less room: long names are cut short where both together are too long."""
    names = [side.cities[city].name for city in side.ends[route]]
    if len(names[0]) + len(names[1]) >= LONGEST_TITLE:
        names = [name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}." for name in names]
    return Text("{city}–{other}", city=names[0], other=names[1])


def counted(kind: int, count: int) -> Text:
    """So many of a kind in words: "2 traders"."""
    return Text(COUNTED[kind][count != 1].message, count=count)


def tagged() -> Sequence[Component]:
    """Everything that may carry a tag, with a word that no two kinds of thing share."""
    names = {city.key: city.name for side in map(board_map, SIDES) for city in side.cities}
    found = [Component(f"city.{key}", Text(name), "city", 1) for key, name in names.items()]
    found += [
        Component(f"marker.{each.word}", Text(each.label), "bonus", max(each.copies, each.first))
        for each in BOX.markers
    ]
    found += [Component(f"ability.{each.word}", Text(each.label), each.icon, 1) for each in BOX.abilities]
    found += [Component(word, Text(word), word, 1) for word in KIND_WORDS]
    return found
