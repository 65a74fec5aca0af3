"""``tabularius setup``: a random set-up from a code, as text for the table or as JSON for machines.

A code that is not given is made anew. Knows no title: whatever a title lays out is printed by area and place.
"""

from __future__ import annotations

import json
import secrets
from argparse import Namespace
from collections.abc import Sequence
from textwrap import wrap
from typing import Any

from engine import catalogue
from engine.randomiser import CODES, Area, Layout, code_from
from engine.title import Option, Title
from firmware_py.commands import players

WIDTH = 79
GAP = 3


def run(arguments: Namespace) -> int:
    title = catalogue.title(arguments.title)
    if arguments.options:
        print(json.dumps(options_data(title)) if arguments.json else options_text(title))
        return 0
    count, names = players.read(title, arguments.players)
    options = catalogue.options(title, count, dict(arguments.chosen))
    code = arguments.seed if arguments.seed is not None else code_from(secrets.randbelow(CODES))
    layout = title.setup(code, count, options)
    print(
        json.dumps(layout_data(title, names, options, layout)) if arguments.json else layout_text(title, names, layout)
    )
    return 0


# ---- for machines


def layout_data(title: Title, names: Sequence[str], options: dict[str, str], layout: Layout) -> dict[str, Any]:
    """The code and every face-up item by area, as plain data."""
    return {
        "title": title.name,
        "players": list(names),
        "options": options,
        "code": layout.code,
        "areas": [
            {
                "area": area.name,
                "label": area.label.render(names),
                "items": [
                    {
                        "at": item.at,
                        "word": item.word,
                        "seat": item.seat,
                        "place": item.place.render(names),
                        "thing": item.thing.render(names),
                        "note": item.note.render(names),
                    }
                    for item in area.items
                ],
            }
            for area in layout.areas
        ],
        "answers": layout.answers,
    }


def options_data(title: Title) -> list[dict[str, Any]]:
    """The options of a title, as plain data; ``counted`` is the range of whole numbers that are legal too, ``letters``
    how long a text may be, 0 where none is legal, ``when`` in words when it matters, None for always."""
    return [
        {
            "name": option.name,
            "label": option.label.render(),
            "values": list(option.values),
            "default": option.values[0],
            "counted": list(option.counted) if option.counted else None,
            "letters": option.letters,
            "in_play": option.in_play,
            "when": option.when.words.render() if option.when is not None else None,
        }
        for option in title.options
    ]


# ---- for people


def layout_text(title: Title, names: Sequence[str], layout: Layout) -> str:
    """The set-up in at most 79 columns: what lies in one place on one line, short lines side by side."""
    lines = [
        *wrap(f"{title.label}, {len(names)} players: {', '.join(names)}", WIDTH),
        f"Set-up code {layout.code}: the same code gives the same set-up",
    ]
    for area in layout.areas:
        label, text = area.label.render(names), _area_text(area, names)
        # an area of one thing that is called as its place needs no heading
        lines += ["", *text] if len(text) == 1 and text[0].strip().startswith(f"{label}  ") else ["", label, *text]
    return "\n".join(lines)


def _area_text(area: Area, names: Sequence[str]) -> list[str]:
    places: dict[str, list[str]] = {}
    for item in area.items:
        place = item.place.render(names)
        key = place if item.seat is None else f"{names[item.seat]}: {place}"
        places.setdefault(key, []).append(item.thing.render(names))
    wide = max(len(place) for place in places) + 2
    cells = [f"{place:{wide}}{', '.join(things)}" for place, things in places.items()]
    width = max(len(cell) for cell in cells) + GAP
    columns = max(1, (WIDTH - 2 + GAP) // width)
    if columns == 1:
        hang = " " * (2 + wide)
        return [line for cell in cells for line in wrap(cell, WIDTH, initial_indent="  ", subsequent_indent=hang)]
    rows = -(-len(cells) // columns)
    return ["  " + "".join(f"{cell:{width}}" for cell in cells[row::rows]).rstrip() for row in range(rows)]


def options_text(title: Title) -> str:
    """The options of a title with their values, the default first."""
    return "\n".join([f"Options of {title.label}, the default first:", *(_option_text(each) for each in title.options)])


def _option_text(option: Option) -> str:
    counted = f" or {option.counted[0]} to {option.counted[1]}" if option.counted else ""
    if option.letters:
        return f"  {option.name:28}a text of at most {option.letters} letters; none by itself"
    notes = [option.when.words.render()] if option.when is not None else []
    notes += ["also in play"] if option.in_play else []
    said = f"  ({'; '.join(notes)})" if notes else ""
    return f"  {option.name:28}{' | '.join(option.values)}{counted}{said}"
