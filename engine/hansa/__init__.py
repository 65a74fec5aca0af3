"""Hansa Teutonica (Andreas Steding, 2009; Big Box 2020) for 2 to 5 players: the title and the ways to keep it.

This module joins the title together and holds no rule itself.
"""

from __future__ import annotations

from engine.hansa import modules, pieces
from engine.hansa.kinds import BOX
from engine.hansa.options import OPTIONS
from engine.hansa.referee import Referee
from engine.hansa.scorekeeper import Scorekeeper
from engine.hansa.setup import layout
from engine.title import Title
from engine.words import Text

__all__ = ["TITLE"]

TITLE = Title(
    name="hansa",
    label=Text("Hansa Teutonica"),
    emblem="ship16",
    rules_version=1,
    colours=BOX.colours,
    ways={"scorekeeper": Scorekeeper(), "referee": Referee()},
    options=OPTIONS,
    components=lambda: [*pieces.tagged(), *modules.tagged()],
    setup=layout,
)
