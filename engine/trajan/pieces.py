"""What the pieces of Trajan are called and which icon stands for them.

Labels and icons of everything that can be laid out or carry a tag; no rule, no state. The words are stable: they are
written on tags and printed by machines.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.title import Component
from engine.trajan.components import ForumTile, TrajanTile, components
from engine.words import Text

ACTION_ICONS = {
    "seaport": "seaport",
    "forum": "forum",
    "military": "military",
    "senate": "senate",
    "trajan": "arch",
    "construction": "construction",
}
ACTION_LABELS = {
    "seaport": Text("seaport"),
    "forum": Text("forum"),
    "military": Text("military"),
    "senate": Text("senate"),
    "trajan": Text("Trajan"),
    "construction": Text("construction"),
}
EFFECT_ICONS = {
    "cards": "hand",
    "points": "arch",
    "workers": "worker",
    "legionnaires": "legionnaire",
    "plus-two": "actions",
}


def trajan_tile_icon(tile: TrajanTile) -> str:
    """A demand tile shows its demand, the others their effect."""
    return components().demands[tile.amount] if tile.effect == "demand" else EFFECT_ICONS[tile.effect]


def trajan_tile_label(tile: TrajanTile, of_its_stack: bool = False) -> Text:
    """Effect and the two markers: "2 workers, B+Y"; ``of_its_stack``: what the whole stack has in common left out."""
    pair = f"{tile.colours[0]}+{tile.colours[1]}"
    if of_its_stack and tile.effect in ("points", "plus-two", "cards"):
        return Text("{pair}", pair=pair)
    if tile.effect == "points":
        return Text("{points} points, {pair}", points=tile.points, pair=pair)
    if tile.effect == "plus-two":
        return Text("+2 marker, {pair}", pair=pair)
    if tile.effect == "cards":
        return Text("{amount} cards, {pair}", amount=tile.amount, pair=pair)
    if tile.effect == "demand":
        return Text("{demand}, {pair}", demand=Text(components().demands[tile.amount]), pair=pair)
    if tile.effect == "workers":
        message = "{amount} worker, {pair}" if tile.amount == 1 else "{amount} workers, {pair}"
    else:
        message = "{amount} legionnaire, {pair}" if tile.amount == 1 else "{amount} legionnaires, {pair}"
    return Text(message, amount=tile.amount, pair=pair)


def forum_tile_label(tile: ForumTile) -> Text:
    return Text(tile.label)


def tagged() -> Sequence[Component]:
    """Everything that may carry a tag, with a word that no two kinds of piece share."""
    box = components()
    found = [
        Component(f"demand.{word}", Text("demand: {demand}", demand=Text(word)), word, box.demands_each)
        for word in box.demands
    ]
    found += [
        Component(f"forum.{tile.word}", forum_tile_label(tile), tile.icon, tile.copies) for tile in box.forum_tiles
    ]
    found += [
        Component(
            f"extra.{word}", Text("extra {action}", action=ACTION_LABELS[word]), ACTION_ICONS[word], box.extra_each
        )
        for word in box.actions
    ]
    found += [
        Component(
            f"construction.{kind.word}.{value}",
            Text("{type} {value}", type=Text(kind.label), value=value),
            kind.word,
            1,
        )
        for kind in box.construction_types
        for value in box.construction_values
    ]
    found += [
        Component(f"bonus.{tile.word}", Text("bonus: {tile}", tile=Text(tile.label)), tile.icon, 1)
        for tile in box.bonus_tiles
    ]
    found += [Component(f"card.{word}", Text(word), word, box.commodity_each) for word in box.commodities]
    alike: dict[str, list[TrajanTile]] = {}
    for stack in box.stacks:
        for tile in stack.tiles:
            alike.setdefault(f"trajan.{tile.word}", []).append(tile)
    found += [
        Component(word, trajan_tile_label(tiles[0]), trajan_tile_icon(tiles[0]), len(tiles))
        for word, tiles in alike.items()
    ]
    found += [Component(f"province.{each.word}", Text(each.label), "military", 1) for each in box.provinces]
    found += [Component(f"ship.{ship.word}", Text(ship.label), "ship", 1) for ship in box.ships]
    return found
