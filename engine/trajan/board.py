"""All that lies on the table, for the referee: the boxes and how many of everything they hold at the start.

A box that has places for every seat is described by how many places a seat has; kinds are numbered as in ``kinds``.
Boxes that the scorekeeper has too (``clock`` to ``owner``) mean the same. No rule.
"""

from __future__ import annotations

from engine.title import Board
from engine.trajan import calendar, demands, kinds, senate
from engine.trajan.kinds import BOX

# values of the place SEEN of the box ``hands``
HIDDEN, SEEN = 0, 1


class RefereeBoard(Board):
    """The whole board.

    ``votes`` are here the votes on each seat's tiles, always known. Circle: ``trays`` 6 a seat, packed markers;
    ``circle`` 6 a seat, tile + 1; ``arch`` one a seat, slot or OFF; ``kept`` 3 a seat, Trajan tiles by demand. Arch:
    ``tops`` tile + 1 of each stack; ``unturned`` and ``fulfilled`` by kind of tile. Forum: ``stock`` (face down),
    ``market`` (on the forum), ``gone`` by kind; ``mats`` so many a seat; ``market_set`` the set of kinds on the forum;
    ``extras`` one a seat, the set of actions of which it has a tile. Provinces: ``lying`` kind + 1; ``leader``,
    ``legion`` (set of provinces), ``legionnaires`` (in the camp) one a seat. District: ``standing`` building + 1 of
    each site; ``sites`` (set), ``workers`` (in the camp) one a seat; ``built`` 5 a seat; ``supply`` one a seat;
    ``plus`` one a seat, the set of actions with a +2 marker. Harbour: ``hand`` and ``display`` 12 a seat, ``holding``
    one a seat (the set of kinds in hand), ``unknown`` one a seat; ``unseen`` 12, the cards that are in the pile or in
    unknown hands; ``pile`` one place, how many lie face down; ``discards`` 60 a pile, lowest first, ``heights`` one a
    pile; ``gray`` one a ship. Bonus: ``beside`` two places, tile + 1; ``bag`` one a tile, 1 if not drawn yet; ``first``
    one a seat, tile + 1. ``hands`` one place: SEEN or HIDDEN; ``spent`` one place: extra action tiles this turn.
    """

    __slots__ = (
        "arch",
        "bag",
        "beside",
        "built",
        "circle",
        "clock",
        "discards",
        "display",
        "extras",
        "first",
        "fulfilled",
        "gone",
        "gray",
        "hand",
        "hands",
        "height",
        "heights",
        "holding",
        "kept",
        "leader",
        "left",
        "legion",
        "legionnaires",
        "lying",
        "market",
        "market_set",
        "mats",
        "owner",
        "pile",
        "plus",
        "seen",
        "shown",
        "sites",
        "space",
        "spent",
        "standing",
        "stock",
        "supply",
        "tie",
        "tops",
        "trays",
        "unknown",
        "unseen",
        "unturned",
        "votes",
        "workers",
    )

    def __init__(self, players: int, loop: int) -> None:
        def each(number: int = 1, value: int = 0) -> list[int]:
            return [value] * (players * number)

        self.clock = calendar.clock(loop)
        self.shown, self.seen = demands.shown(), demands.seen()
        self.space, self.height = each(), list(range(players))
        self.votes, self.tie, self.left = each(), each(1, senate.GONE), each()
        self.owner = [0] * len(kinds.BONUS)

        self.trays, self.circle = each(kinds.TRAYS), each(kinds.TRAYS)
        self.arch, self.kept, self.plus = each(1, BOX.arch_starts_on), each(len(demands.DEMANDS)), each()
        self.tops = [0] * len(kinds.STACKS)
        self.unturned, self.fulfilled = list(kinds.TILE_COPIES), [0] * len(kinds.TILES)

        self.stock = list(kinds.GOOD_COPIES)
        self.market, self.market_set, self.gone = [0] * len(kinds.GOODS), [0], [0] * len(kinds.GOODS)
        self.mats, self.extras = each(len(kinds.GOODS)), each()

        camp = BOX.tokens - BOX.tokens_in_supply  # one token of these in each of the two camps
        self.lying, self.leader, self.legion = [0] * len(kinds.PROVINCES), each(1, kinds.CAMP), each()
        self.legionnaires, self.workers = each(1, camp // 2), each(1, camp - camp // 2)
        self.supply = each(1, BOX.tokens_in_supply)
        self.standing, self.sites, self.built = [0] * kinds.SITES, each(), each(len(kinds.TYPES))

        self.hand, self.display = each(len(kinds.CARDS)), each(len(kinds.CARDS))
        self.holding, self.unknown = each(), each()
        self.unseen, self.pile = [BOX.commodity_each] * len(kinds.CARDS), [kinds.DECK]
        self.discards, self.heights = [0] * (kinds.PILES * kinds.DECK), [0] * kinds.PILES
        self.gray = [0] * len(kinds.SHIPS)

        self.beside, self.bag, self.first = [0] * BOX.bonus_tiles_a_quarter, [1] * len(kinds.BONUS), each()
        self.hands, self.spent = [HIDDEN], [0]
