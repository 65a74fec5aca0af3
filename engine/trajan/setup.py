"""A set-up of Trajan from a code: every random part that lies face up, in the order of laying out (rule sheet, 3).

Each area has its own stream, so that the same code gives the same provinces for two players and for four. Provinces
and forum are drawn from one pile, as on the table: the provinces first. What stays face down (the rest of every pile,
the demands that are left out) is not drawn here at all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.randomiser import Area, Item, Layout, Stream, written
from engine.trajan.components import components
from engine.trajan.pieces import ACTION_ICONS, ACTION_LABELS, trajan_tile_icon, trajan_tile_label
from engine.words import Seat, Text


def layout(code: str, players: int, options: Mapping[str, str]) -> Layout:
    """The whole set-up. ``options`` must be complete. Raises BadCode.

    The start player is drawn if the option ``start_player`` is "random", the starting markers if
    ``starting_markers`` is.
    """

    def stream(area: str) -> Stream:
        return Stream(code, "trajan", area)

    start = stream("start").below(players) if options["start_player"] == "random" else None
    areas = [
        *([] if start is None else [_start(start)]),
        *_forum(stream, players),
        _extra(stream),
        _construction(stream),
        *([_markers(stream, players)] if options["starting_markers"] == "random" else []),
        _stacks(stream),
        _senate(start, players),
        _bonus(stream, players),
        _discards(stream),
    ]
    answers = {} if start is None else {"start.player": f"seat.{start}"}
    return Layout(written(code), tuple(areas), answers | _answers(areas))


def _answers(areas: Sequence[Area]) -> dict[str, str]:
    """What the referee asks of the table while the board is laid out: one question for each place."""
    found: dict[str, str] = {}
    for area in areas:
        for item in area.items:
            if area.name == "markers":
                pair = tuple(_INITIALS[letter] for letter in item.word.removeprefix("marker."))
                found[f"lay.tray.{item.seat}.{item.at.removeprefix('tray.')}"] = "-".join(pair)
            elif area.name not in ("start", "senate"):
                found[f"lay.{item.at}"] = item.word
    return found


Streams = Callable[[str], Stream]
_INITIALS = {word[0].upper(): word for word in components().markers}


def _start(start: int) -> Area:
    thing = Text("{seat}", seat=Seat(start))
    note = Text("Begins, then clockwise")
    item = Item(Text("Start player"), thing, "seat", f"seat.{start}", note, at="start")
    return Area("start", Text("Start player"), (item,))


def _forum(stream: Streams, players: int) -> Sequence[Area]:
    box = components()
    pile = stream("forum").shuffled([tile for tile in box.forum_tiles for _ in range(tile.copies)])
    first = len(box.provinces)
    note = Text("Forum tile, face up")
    provinces = [
        Item(Text(province.label), Text(tile.label), tile.icon, f"forum.{tile.word}", note, at=province.word)
        for province, tile in zip(box.provinces, pile[:first], strict=True)
    ]
    # which tile lies on which space means nothing; equal tiles side by side are found more quickly in the box
    drawn = sorted(pile[first : first + box.forum_spaces[players]], key=box.forum_tiles.index)
    forum = [
        Item(
            Text("Column {number}", number=place // box.forum_column + 1),
            Text(tile.label),
            tile.icon,
            f"forum.{tile.word}",
            Text("Green space, face up"),
            at=f"green.{place}",
        )
        for place, tile in enumerate(drawn)
    ]
    return Area("provinces", Text("Provinces"), tuple(provinces)), Area("forum", Text("Forum"), tuple(forum))


def _extra(stream: Streams) -> Area:
    box = components()
    pile = stream("extra").shuffled([action for action in box.actions for _ in range(box.extra_each)])
    note = Text("Extra action tile, face up")
    items = [
        Item(
            Text("Yellow column"),
            ACTION_LABELS[action],
            ACTION_ICONS[action],
            f"extra.{action}",
            note,
            at=f"yellow.{place}",
        )
        for place, action in enumerate(pile[: box.yellow_spaces])
    ]
    return Area("extra", Text("Extra actions"), tuple(items))


def _construction(stream: Streams) -> Area:
    box = components()
    tiles = [(kind, value) for kind in box.construction_types for value in box.construction_values]
    items = [
        Item(
            Text("Row {number}", number=site // box.construction_columns + 1),
            Text("{type} {value}", type=Text(kind.label), value=value),
            kind.word,
            f"construction.{kind.word}.{value}",
            Text("Space {number} from the left", number=site % box.construction_columns + 1),
            at=f"site.{site}",
        )
        for site, (kind, value) in enumerate(stream("construction").shuffled(tiles))
    ]
    return Area("construction", Text("Construction"), tuple(items))


def _markers(stream: Streams, players: int) -> Area:
    box, items = components(), []
    each = box.markers_in_tray
    for seat in range(players):
        drawn = stream(f"markers.{seat}").shuffled(
            [m for m in range(len(box.markers)) for _ in range(box.markers_each)]
        )
        for tray, slot in enumerate(box.slots):
            pair = [box.markers[m] for m in sorted(drawn[tray * each : (tray + 1) * each])]
            items.append(
                Item(
                    Text("Tray {slot}", slot=slot),
                    Text("{one} + {other}", one=Text(pair[0]), other=Text(pair[1])),
                    f"m-{pair[0]}",
                    "marker." + "".join(colour[0].upper() for colour in pair),
                    Text("Two action markers"),
                    seat,
                    f"tray.{tray}",
                )
            )
    return Area("markers", Text("Markers"), tuple(items))


def _stacks(stream: Streams) -> Area:
    items = []
    for stack in components().stacks:
        top = stream(f"trajan.{stack.word}").choice(stack.tiles)
        items.append(
            Item(
                Text(stack.label),
                trajan_tile_label(top, of_its_stack=True),
                trajan_tile_icon(top),
                f"trajan.{top.word}",
                Text("Top of its stack, face up"),
                at=f"stack.{stack.word}",
            )
        )
    return Area("trajan", Text("Trajan tiles"), tuple(items))


def _senate(start: int | None, players: int) -> Area:
    note = Text("Stack on the start space")
    if start is None:
        place, thing, word = Text("Start player lowest,"), Text("then clockwise"), "senate.clockwise"
    else:
        order = [(start + step) % players for step in range(players)]
        place = Text("{seat} lowest, then", seat=Seat(order[0]))
        thing = Text("{seats}", seats=tuple(Seat(seat) for seat in order[1:]))
        word = "senate." + ".".join(str(seat) for seat in order)
    return Area("senate", Text("Senate discs"), (Item(place, thing, "senate", word, note, at="senate"),))


def _bonus(stream: Streams, players: int) -> Area:
    box = components()
    pile = stream("bonus").shuffled(box.bonus_tiles)
    drawn = pile[: players + box.bonus_tiles_a_quarter]
    items = [
        Item(
            Text("On the mat") if place < players else Text("Beside the senate"),
            Text(tile.label),
            tile.icon,
            f"bonus.{tile.word}",
            Text("Bonus tile, yellow up"),
            place if place < players else None,
            f"seat.{place}" if place < players else f"senate.{place - players}",
        )
        for place, tile in enumerate(drawn)
    ]
    return Area("bonus", Text("Bonus tiles"), tuple(items))


def _discards(stream: Streams) -> Area:
    box = components()
    pile = stream("commodities").shuffled([word for word in box.commodities for _ in range(box.commodity_each)])
    items = [
        Item(
            Text("Discard pile {number}", number=number + 1),
            Text(word),
            word,
            f"card.{word}",
            Text("Card, face up"),
            at=f"discard.{number}",
        )
        for number, word in enumerate(pile[: box.discard_piles])
    ]
    return Area("discards", Text("First discards"), tuple(items))
