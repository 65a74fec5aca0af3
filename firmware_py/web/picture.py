"""The drawing of a board as an SVG picture for a page: spots as boxes with their spaces, roads with their posts.

A pure function of the drawing, for every title alike. Colours are classes, which the page's style sheet fills in;
letters and signs say the same for those who cannot tell colours apart. What can be clicked names its spot or road.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import lru_cache
from xml.etree import ElementTree

from engine.words import Drawing, Piece, Road, Space, Spot, Text
from firmware_py.screens import icons
from firmware_py.web.layout import Box, Link, Point, arranged, visible

WIDTH = 880.0
MARGIN = 6.0
SPACE, STEP = 17.0, 20.0  # of a space in a spot: its size, and from one to the next
POST, POST_STEP = 13.0, 16.0
NAME_HEIGHT, LETTER, ICON = 17.0, 8.3, 12.0
PAD = 5.0
EDGE = 12.0  # around all spots
TILE = (25.0, 15.0)
SLIT = 0.7  # between two slices
COUNTED_AT_A_GLANCE = range(1, 5)  # so many slices need no number on them
COLOURS = ("red", "green", "blue", "brown", "yellow", "purple", "white", "orange", "pink", "black", "gold")
NO_TEXT = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # what XML cannot hold

Geometry = tuple[tuple[Point, ...], tuple[Box, ...], tuple[Link, ...], float, float]


def svg(drawing: Drawing, colours: Sequence[str]) -> str:
    """The whole picture; ``colours`` are those of the seats."""
    return _Picture(drawing, colours).text()


def legend(drawing: Drawing) -> list[tuple[str, str]]:
    """What the signs mean: a small picture of each, and its words."""
    found = []
    for space in drawing.legend:
        root = _root(TILE[0] + 4, SPACE + 4)
        root.set("class", "key")
        root.set("aria-hidden", "true")
        middle = (TILE[0] / 2 + 2, SPACE / 2 + 2)
        if space.piece is not None and space.shape == "post":
            _draw_piece(root, space.piece, middle, SPACE - 2, ())
        else:
            _draw_space(root, space, middle, SPACE, ())
        found.append((_text(root), str(space.label)))
    return found


@lru_cache(maxsize=16)
def _placed(geometry: Geometry) -> tuple[Point, ...]:
    homes, boxes, links, width, height = geometry
    return tuple(arranged(homes, boxes, links, width, height))


def geometry(drawing: Drawing) -> Geometry:
    """Sizes and wishes: the same for every state of a game but for spaces that are added."""
    height = WIDTH / drawing.ratio
    boxes = tuple(_box(spot) for spot in drawing.spots)
    homes = tuple(zip(_spread([spot.at[0] for spot in drawing.spots], [box.width for box in boxes], WIDTH),
                      _spread([spot.at[1] for spot in drawing.spots], [box.height for box in boxes], height),
                      strict=True))  # fmt: skip
    links = tuple(Link(road.ends, len(road.spaces) * POST_STEP + 10) for road in drawing.roads)
    return homes, boxes, links, WIDTH, height


def _spread(parts: Sequence[float], sizes: Sequence[float], whole: float) -> list[float]:
    """Middles on one axis: the outermost near the edges of the picture."""
    if not parts:
        return []
    least, most = min(parts), max(parts)
    first = max(size / 2 for part, size in zip(parts, sizes, strict=True) if part == least) + EDGE
    last = whole - max(size / 2 for part, size in zip(parts, sizes, strict=True) if part == most) - EDGE
    if most == least:
        return [whole / 2] * len(parts)
    return [round(first + (part - least) / (most - least) * (last - first), 1) for part in parts]


def placed(drawing: Drawing) -> tuple[Point, ...]:
    """The centre of every spot on the picture."""
    return _placed(geometry(drawing))


def _box(spot: Spot) -> Box:
    name = len(str(spot.label)) * LETTER + len(spot.icons) * (ICON + 2)
    wide = max([name, *(len(row) * STEP for row in spot.rows)])
    return Box(round(wide + 2 * PAD, 1), NAME_HEIGHT + len(spot.rows) * STEP + PAD)


class _Picture:
    """One picture in the making."""

    def __init__(self, drawing: Drawing, colours: Sequence[str]) -> None:
        self.drawing, self.colours = drawing, tuple(colours)
        self.boxes = [_box(spot) for spot in drawing.spots]
        self.at = placed(drawing)
        self.root = _root(WIDTH + 2 * MARGIN, WIDTH / drawing.ratio + 2 * MARGIN)
        keys = [spot.keys for spot in drawing.spots] + [road.keys for road in drawing.roads]
        keys += [space.keys for spot in drawing.spots for row in spot.rows for space in row]
        asking = any(keys)
        self.root.set("class", "map asking" if asking else "map")
        self.root.set("role", "group")
        self.root.set("aria-label", str(drawing.label))

    def text(self) -> str:
        ground = ElementTree.SubElement(self.root, "g", {"transform": f"translate({MARGIN:g} {MARGIN:g})"})
        for road in self.drawing.roads:
            self._road(ground, road)
        for spot, box, at in zip(self.drawing.spots, self.boxes, self.at, strict=True):
            self._spot(ground, spot, box, at)
        return _text(self.root)

    def _road(self, ground: ElementTree.Element, road: Road) -> None:
        group = _group(ground, "road", road)
        start, end = visible(self.at, self.boxes, road.ends)
        line = {"x1": start[0], "y1": start[1], "x2": end[0], "y2": end[1]}
        _shape(group, "line", "reach", **line)
        _shape(group, "line", "bed", **line)
        count = len(road.spaces)
        for number, space in enumerate(road.spaces):
            part = (number + 0.5) / count
            whole = math.dist(start, end)
            if whole:  # together in the middle, however long the road is
                part = 0.5 + (number - (count - 1) / 2) * min(POST_STEP + 2, whole / count) / whole
            _draw_space(group, space, _between(start, end, part), POST, self.colours)
        if road.beside is not None:
            _draw_piece(group, road.beside, self._beside(start, end, TILE), TILE[1], self.colours)
        elif road.strong:
            _titled(_ring(group, self._beside(start, end, (8.0, 8.0))), road.note)

    def _beside(self, start: Point, end: Point, size: tuple[float, float]) -> Point:
        """A place for something beside the middle of a road, on the side where more room is."""
        middle, whole = _between(start, end, 0.5), math.dist(start, end) or 1.0
        across = (end[1] - start[1]) / whole, (start[0] - end[0]) / whole
        far = POST / 2 + 2 + (abs(across[0]) * size[0] + abs(across[1]) * size[1]) / 2
        across = across[0] * far, across[1] * far
        sides = [(middle[0] + across[0] * sign, middle[1] + across[1] * sign) for sign in (1, -1)]

        def room(point: Point) -> float:
            return min(
                max(abs(point[0] - at[0]) - box.width / 2, abs(point[1] - at[1]) - box.height / 2)
                for at, box in zip(self.at, self.boxes, strict=True)
            )

        return max(sides, key=room)

    def _spot(self, ground: ElementTree.Element, spot: Spot, box: Box, at: Point) -> None:
        more = " strong" if spot.strong else ""
        if spot.seat is not None:
            more += f" held {_colour(spot.seat, self.colours)}"
        group = _group(ground, "spot" + more, spot)
        left, top = at[0] - box.width / 2, at[1] - box.height / 2
        _shape(group, "rect", "frame", x=left, y=top, width=box.width, height=box.height, rx=5)
        icons_wide = len(spot.icons) * (ICON + 2)
        name = _shape(group, "text", "name", x=at[0] - icons_wide / 2, y=top + NAME_HEIGHT - 4)
        name.text = str(spot.label)
        wide = len(str(spot.label)) * LETTER
        for number, (icon, label) in enumerate(spot.icons):
            x = at[0] - icons_wide / 2 + wide / 2 + 2 + number * (ICON + 2)
            _titled(_icon(group, icon, (x, top + 3), ICON), label)
        if spot.seat is not None:
            flag = _shape(group, "g", f"flag {_colour(spot.seat, self.colours)}")
            _shape(flag, "circle", "piece", cx=left - 2, cy=top - 1, r=7.5)
            _sign(flag, str(spot.seat + 1), (left - 2, top - 1))
        for row, spaces in enumerate(spot.rows):
            for number, space in enumerate(spaces):
                x = at[0] + (number - (len(spaces) - 1) / 2) * STEP
                y = top + NAME_HEIGHT + row * STEP + STEP / 2 - 1
                _draw_space(group, space, (x, y), SPACE, self.colours)


# ---- parts


def _draw_space(
    parent: ElementTree.Element, space: Space, at: Point, size: float, colours: Sequence[str]
) -> ElementTree.Element:
    group = _shape(parent, "g", f"space {_print(space.colour)}")
    _titled(group, space.label)
    if space.tag or space.keys:
        _asked(group, space.tag, str(space.label), space.keys)
    if space.shape == "post" and space.piece is not None and not space.colour:
        _draw_piece(group, space.piece, at, size, colours, titled=False)
        return group
    if space.shape == "ring":
        _ring(group, at)
        return group
    _outline(group, space.shape, at, size + 4 if space.shape == "post" and space.colour else size, "ground")
    if space.within:
        _draw_within(group, space.within, at, size / 2 - 0.5)
    if space.piece is not None:
        _draw_piece(group, space.piece, at, size - (1 if space.shape == "post" else 4), colours, titled=False)
    elif space.sign and len(space.within) not in COUNTED_AT_A_GLANCE:
        _sign(group, space.sign, at)
    return group


def _draw_within(parent: ElementTree.Element, colours: Sequence[str], at: Point, radius: float) -> None:
    """What lies in a round space: an equal slice of each colour, from the top."""
    _shape(parent, "circle", "well", cx=at[0], cy=at[1], r=radius)
    whole = math.pi * radius  # at half the way to the rim, where the stroke that fills a slice has its middle
    part = whole / len(colours)
    for number, colour in enumerate(colours):
        kind = f"within w-{colour if colour in COLOURS else 'other'}"
        arc = _shape(parent, "circle", kind, cx=at[0], cy=at[1], r=radius / 2)
        gap = SLIT if len(colours) > 1 else 0.0
        arc.set("stroke-width", f"{radius:g}")
        arc.set("stroke-dasharray", f"{part - gap:.2f} {whole - part + gap:.2f}")
        arc.set("stroke-dashoffset", f"{whole / 4 - number * part:.2f}")


def _draw_piece(
    parent: ElementTree.Element, piece: Piece, at: Point, size: float, colours: Sequence[str], titled: bool = True
) -> None:
    whose = _colour(piece.seat, colours) if piece.seat is not None else "nobody"
    group = _shape(parent, "g", f"{piece.shape} {whose}")
    if titled:
        _titled(group, piece.label)
    _outline(group, piece.shape, at, size, "piece")
    if piece.icon:
        _icon(group, piece.icon, (at[0] - ICON / 2, at[1] - ICON / 2), ICON)
    else:
        _sign(group, piece.sign or (str(piece.seat + 1) if piece.seat is not None else ""), at)


def _outline(parent: ElementTree.Element, shape: str, at: Point, size: float, kind: str) -> None:
    if shape in ("round", "post"):
        _shape(parent, "circle", kind, cx=at[0], cy=at[1], r=size / 2 if shape == "round" else size / 2 - 1.5)
        return
    wide, high = TILE if shape == "tile" else (size, size)
    _shape(parent, "rect", kind, x=at[0] - wide / 2, y=at[1] - high / 2, width=wide, height=high, rx=2)


def _ring(parent: ElementTree.Element, at: Point) -> ElementTree.Element:
    return _shape(parent, "circle", "sign", cx=at[0], cy=at[1], r=3.5)


def _sign(parent: ElementTree.Element, text: str, at: Point) -> None:
    if text:
        small = len(text) > 2
        kind = "letter small" if small else "letter"
        _shape(parent, "text", kind, x=at[0], y=at[1] + (2.6 if small else 3.6)).text = text


def _icon(parent: ElementTree.Element, name: str, at: Point, size: float) -> ElementTree.Element:
    """A drawn icon of the glass, pixel by pixel; nothing but an empty group for one that is not drawn."""
    art = icons.small(name) or icons.large(name)
    group = _shape(parent, "g", "icon")
    if art is not None:
        pixel = size / art.width
        steps = [
            f"M{column} {row}h1v1h-1z"
            for row, bits in enumerate(art.rows)
            for column in range(art.width)
            if bits >> (art.width - 1 - column) & 1
        ]
        group.set("transform", f"translate({at[0]:g} {at[1]:g}) scale({pixel:g})")
        _shape(group, "rect", "hand", x=0, y=0, width=art.width, height=art.width)
        ElementTree.SubElement(group, "path", {"d": "".join(steps)})
    return group


def _group(parent: ElementTree.Element, kind: str, thing: Spot | Road) -> ElementTree.Element:
    """What can be clicked. Whoever goes by keys comes to what is asked for alone."""
    group = _shape(parent, "g", kind + (" about" if thing.about else ""))
    words = str(thing.label) if thing.note is None else f"{thing.label}: {thing.note}"
    _titled(group, Text("{words}", words=words))
    _asked(group, thing.word, words, thing.keys)
    return group


def _asked(group: ElementTree.Element, word: str, words: str, keys: tuple[str, ...]) -> None:
    """Say what can be laid on the reader for it, and whether the open question asks for it."""
    if word:
        group.set("data-word", word)
    group.set("aria-label", words)
    if keys:
        group.set("class", f"{group.get('class')} lit")
    if keys and word:
        group.set("role", "button")
        group.set("tabindex", "0")
    else:
        group.set("role", "img")


def _print(colour: str) -> str:
    return f"p-{colour}" if colour in COLOURS else "plain"


def _colour(seat: int, colours: Sequence[str]) -> str:
    colour = colours[seat] if 0 <= seat < len(colours) else ""
    return f"s-{colour}" if colour in COLOURS else "s-other"


def _between(start: Point, end: Point, part: float) -> Point:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def _root(width: float, height: float) -> ElementTree.Element:
    view = f"0 0 {width:g} {height:.0f}"
    return ElementTree.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "viewBox": view})


def _shape(parent: ElementTree.Element, name: str, kind: str, **numbers: float) -> ElementTree.Element:
    return ElementTree.SubElement(
        parent, name, {"class": kind, **{key: f"{round(value, 1):g}" for key, value in numbers.items()}}
    )


def _titled(element: ElementTree.Element, words: Text | None) -> None:
    if words is not None:
        title = ElementTree.Element("title")
        title.text = str(words)
        element.insert(0, title)


def _text(root: ElementTree.Element) -> str:
    return NO_TEXT.sub("\ufffd", ElementTree.tostring(root, encoding="unicode"))
