"""The two blank markers, for house rules: a name and an effect in words, counted like any other, never enforced.

The option of each holds "Name: effect"; without a colon it is the name alone. They come on top of the other markers.
What the effect changes the table enters as a correction.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import Game
from engine.hansa.kinds import BOX, MARKER, MARKERS
from engine.hansa.maps import Map
from engine.hansa.module import Kept, Module, Part
from engine.randomiser import Area, Item
from engine.words import Text

BLANKS = tuple(MARKER[each.word] for each in BOX.markers if each.option.startswith("blank"))
LONGEST_NAME = 20  # what a row of a display has room for


def worded(options: Mapping[str, str], kind: int) -> tuple[str, str]:
    """Name and effect of a blank marker, each "" if there is none."""
    name, _, effect = options[BOX.markers[kind].option].partition(":")
    return name.strip()[:LONGEST_NAME], effect.strip()


class _Named(Part):
    name = "blanks"

    @classmethod
    def played(cls, options: Mapping[str, str], side: Map) -> bool:
        return any(options[BOX.markers[kind].option] for kind in BLANKS)

    def marker_label(self, kind: int) -> Text | None:
        name = worded(self.options, kind)[0] if kind in BLANKS else ""
        return Text("{name}", name=name) if name else None

    def tell(self, game: Game, seat: int, kind: int) -> bool:
        """News of the effect, if the marker is a blank one."""
        if kind not in BLANKS:
            return False
        name, effect = worded(self.options, kind)
        text = Text("{name}: {effect}", name=name, effect=effect) if effect else Text("{name}", name=name)
        game.tell("marker", seat, text, 0, "bonus")
        return True


class Blanks(_Named, Module):
    """A used one is turned down; the table does the rest."""

    def laid_out(self, code: str, players: int) -> tuple[Area, dict[str, str]] | None:
        items = []
        for kind in BLANKS:
            if self.options[BOX.markers[kind].option]:
                place, note = Text("Into the supply"), Text("{effect}", effect=worded(self.options, kind)[1])
                label = self.marker_label(kind) or Text(BOX.markers[kind].label)
                items.append(Item(place, label, "bonus", f"marker.{MARKERS[kind]}", note, at="supply"))
        return Area("blanks", Text("House markers"), tuple(items)), {}

    def use(self, game: Game, seat: int, kind: int) -> bool:
        return self.tell(game, seat, kind)


class KeptBlanks(_Named, Kept):
    """It is counted as used."""

    def used(self, game: Game, seat: int, kind: int) -> bool:
        self.tell(game, seat, kind)
        return False
