"""The board of Trajan as a picture, for the referee: provinces with their borders, the areas beside them, every circle.

Reads the boxes and changes nothing; what is in a hand is on no picture. Where everything stands is in ``drawing.toml``;
how it is drawn is not known here.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from engine.game import Game
from engine.trajan import cards, demands, kinds
from engine.trajan.calendar import AT, LOOP
from engine.trajan.kinds import (
    ACTIONS,
    BONUS_WORDS,
    BORDERS,
    BOX,
    BUILDINGS,
    CAMP,
    CARD_WORDS,
    COLOURS,
    COLUMNS,
    GOODS,
    MARKERS,
    PILES,
    PROVINCE_POINTS,
    PROVINCES,
    SITE_KEYS,
    STACK_KEYS,
    TILE_WORDS,
    TRAYS,
)
from engine.trajan.pieces import ACTION_ICONS, ACTION_LABELS
from engine.trajan.referee_words import PIECE_ICON, PIECE_TEXT
from engine.words import Drawing, Piece, Road, Seat, Space, Spot, Text

_TAKE = tuple(f"take.{pile + 1}" for pile in range(PILES))
_CAMP = Text("Camp")


@cache
def _places() -> dict[str, Any]:
    with files("engine.trajan").joinpath("drawing.toml").open("rb") as stream:
        return tomllib.load(stream)


def referee(game: Game, viewer: int | None) -> Drawing:
    """The whole board with all that lies on it, as everybody may see it."""
    places = _places()
    spots = [*(_province(game, each) for each in range(len(PROVINCES))), _camp(game)]
    roads = [
        Road(f"{_word(one)}+{_word(other)}", Text("{one} and {other}", one=spots[one].label, other=spots[other].label),
             (one, other))
        for one, borders in enumerate(BORDERS) for other in borders if one < other
    ]  # fmt: skip
    roads += [Road(f"camp+{PROVINCES[to]}", spots[to].label, (to, CAMP)) for to in BORDERS[CAMP]]
    spots += [_district(game), _stacks(game), _forum(game), _senate(game), _demands(game), _bonus(game), _harbour(game)]
    spots += [_mat(game, seat) for seat in range(game.players)]
    clock = game.board.clock
    notes = (
        game.page().status,
        Text("time marker {at} of {loop}", at=clock[AT], loop=clock[LOOP]),
        Text("{count} cards face down", count=game.board.pile[0]),
    )
    return Drawing(Text("Trajan"), places["ratio"], tuple(spots), tuple(roads), _legend(), notes)


def _spot(word: str, label: Text, rows: Iterable[Sequence[Space]], **more: Any) -> Spot:
    x, y = _places()["at"][word]
    return Spot(word, label, (x, y), tuple(tuple(row) for row in rows if row), **more)


def _word(province: int) -> str:
    return "camp" if province == CAMP else PROVINCES[province]


def _keys(game: Game, *wanted: str) -> tuple[str, ...]:
    """Those of these answers that the open question has."""
    return tuple(key for key in wanted if game.decision is not None and key in game.decision.keys)


def _tile(word: str, keys: tuple[str, ...] = (), sign: str = "") -> Space:
    """A tile as it lies: with its icon, or how many of it there are."""
    piece = Piece("square", PIECE_TEXT[word], None, sign, "" if sign else PIECE_ICON[word])
    return Space("post", PIECE_TEXT[word], "", "", piece, word, keys)


def _token(shape: str, what: str, seat: int) -> Space:
    label = Text(what, seat=Seat(seat))
    return Space("post", label, "", "", Piece(shape, label, seat))


# ---- provinces


def _province(game: Game, province: int) -> Spot:
    board, word = game.board, PROVINCES[province]
    lead, kind = f"leader.{word}", game.decision.kind if game.decision else ""
    keys = _keys(game, lead)
    if game.decision is not None and kind == "action.military" and board.leader[game.decision.seat] == province:
        keys += _keys(game, "settle")
    row = [Space("square", Text("{count} points", count=PROVINCE_POINTS[province]), "", f"{PROVINCE_POINTS[province]}")]
    if board.lying[province]:
        row.append(_tile(GOODS[board.lying[province] - 1], _keys(game, lead)))
    row += _tokens(game, province)
    return _spot(
        word, Text(BOX.provinces[province].label), [row], tag=f"province.{word}", keys=keys, about=kind == f"lay.{word}"
    )


def _tokens(game: Game, province: int) -> list[Space]:
    board = game.board
    row = [_token("round", "leader of {seat}", seat) for seat, at in enumerate(board.leader) if at == province]
    return row + [
        _token("square", "legionnaire of {seat}", seat) for seat, at in enumerate(board.legion) if at >> province & 1
    ]


def _camp(game: Game) -> Spot:
    """Italia: the leaders that have not left, and how many legionnaires and workers wait."""
    board = game.board
    waiting = [
        Space("post", label, "", "", Piece("square", label, seat, f"{board.legionnaires[seat]}"))
        for seat in range(game.players)
        for label in [Text("legionnaires of {seat}: {count}", seat=Seat(seat), count=board.legionnaires[seat])]
    ]
    return _spot("camp", _CAMP, [_tokens(game, CAMP), waiting])


# ---- areas beside them


def _district(game: Game) -> Spot:
    """Every site with its tile, or whose workers stand there."""
    board, rows = game.board, []
    for first in range(0, len(board.standing), COLUMNS):
        rows.append([_site(game, site) for site in range(first, first + COLUMNS)])
    return _spot("construction", Text("Construction"), rows)


def _site(game: Game, site: int) -> Space:
    tile, keys = game.board.standing[site], _keys(game, SITE_KEYS[site])
    workers = [seat for seat, there in enumerate(game.board.sites) if there >> site & 1]
    if tile:
        word = BUILDINGS[tile - 1]
        piece = Piece("square", PIECE_TEXT[word], None, "", PIECE_ICON[word])
        return Space("square", PIECE_TEXT[word], "gold", "", piece, word, keys)
    label = Text("workers of {seats}", seats=tuple(Seat(seat) for seat in workers)) if workers else Text("empty site")
    here = "".join(str(seat + 1) for seat in workers)
    return Space("square", label, "", "", Piece("square", label, workers[0], here) if workers else None, "", keys)


def _stacks(game: Game) -> Spot:
    row = []
    for stack, top in enumerate(game.board.tops):
        if top:
            row.append(_tile(TILE_WORDS[top - 1], _keys(game, STACK_KEYS[stack])))
        else:
            row.append(Space("square", Text("{stack}: empty", stack=Text(BOX.stacks[stack].label))))
    return _spot("stacks", Text("Trajan tiles"), [row])


def _forum(game: Game) -> Spot:
    """Every tile that lies there, one by one."""
    row, most = [], _places()["row"]
    for word, count in zip(GOODS, game.board.market, strict=True):
        row += [_tile(word, _keys(game, word))] * count
    return _spot("forum", Text("Forum"), [row[first : first + most] for first in range(0, len(row), most)])


def _senate(game: Game) -> Spot:
    """The spaces with their points; of a stack of discs the owners, lowest first."""
    board, row = game.board, []
    for space, points in enumerate(BOX.senate):
        seats = [seat for seat in range(game.players) if board.space[seat] == space]
        seats.sort(key=board.height.__getitem__)
        label = Text("{points} points, as many votes", points=points)
        piece = None
        if seats:
            label = Text("{space}: {seats}", space=label, seats=tuple(Seat(seat) for seat in seats))
            piece = Piece("round", label, seats[-1], "".join(str(seat + 1) for seat in seats))
        row.append(Space("round", label, "", f"{points}", piece))
    return _spot("senate", Text("Senate"), [row])


def _demands(game: Game) -> Spot:
    """The demands that show; each kind can be tapped where one is turned up."""
    asking = game.decision is not None and game.decision.kind == "demand.reveal"
    row = []
    for word in demands.DEMANDS if asking else demands.words(game):
        piece = Piece("square", Text(word), None, "", word)
        row.append(Space("post", Text(word), "", "", piece, f"demand.{word}", _keys(game, word) if asking else ()))
    row += [Space("square", Text("no demand yet"))] * (len(demands.DEMANDS) - len(row))
    return _spot("demands", Text("Demands"), [row], about=asking)


def _bonus(game: Game) -> Spot:
    asking = game.decision is not None and game.decision.kind == "quarter.bonus"
    row = []
    for tile in game.board.beside:
        if tile:
            word = BONUS_WORDS[tile - 1]
            row.append(_tile(word, _keys(game, word.partition(".")[2]) if asking else ()))
        else:
            row.append(Space("square", Text("no bonus tile")))
    return _spot("bonus", Text("Bonus"), [row])


def _harbour(game: Game) -> Spot:
    """The discard piles, and the ships, gray ones by their number in brackets."""
    row = []
    for pile in range(PILES):
        card = cards.top(game, pile)
        row.append(_tile(CARD_WORDS[card], _keys(game, _TAKE[pile])) if card >= 0 else Space("square", Text("no card")))
    for ship, gray in zip(BOX.ships, game.board.gray, strict=True):
        label = Text("{ship}: {points}", ship=Text(ship.label), points=tuple(ship.gray if gray else ship.coloured))
        piece = Piece("square", label, None, "", "ship")
        row.append(Space("square", label, "white" if gray else "orange", "", piece))
    return _spot("harbour", Text("Harbour"), [row])


# ---- mats


def _mat(game: Game, seat: int) -> Spot:
    """A seat's circle: the markers in each tray, how many and of which colours, the Trajan tiles at its slots; the arch
    is gold."""
    board, decision = game.board, game.decision
    sowing = decision is not None and decision.seat == seat and decision.kind == "sow.tray"
    trays, tiles = [], []
    for tray, action in enumerate(ACTIONS):
        packed, tile = board.trays[seat * TRAYS + tray], board.circle[seat * TRAYS + tray]
        held = tuple(
            Text("{count} {colour}", count=count, colour=Text(word))
            for colour, word in enumerate(COLOURS)
            if (count := kinds.count(packed, colour))
        )
        label = Text("{slot} {action}", slot=BOX.slots[tray], action=ACTION_LABELS[action])
        if held:
            label = Text("{tray}: {markers}", tray=label, markers=held)
        keys = _keys(game, action) if sowing else ()
        within = tuple(word for colour, word in enumerate(COLOURS) for _ in range(kinds.count(packed, colour)))
        trays.append(Space("round", label, "", f"{MARKERS[packed] or ''}", None, "", keys, within))
        arch = "gold" if board.arch[seat] == tray else ""
        if tile:
            word = TILE_WORDS[tile - 1]
            piece = Piece("square", PIECE_TEXT[word], None, "", PIECE_ICON[word])
            tiles.append(Space("square", PIECE_TEXT[word], arch, "", piece))
        else:
            tiles.append(Space("square", Text("arch") if arch else label, arch, BOX.slots[tray]))
    x, y = _places()["mats"][str(game.players)][seat]
    icons = tuple((ACTION_ICONS[word], Text("+2 for {action}", action=ACTION_LABELS[word]))
                  for word in kinds.words_of(ACTIONS, board.plus[seat]))  # fmt: skip
    return Spot(f"mat.{seat}", Text("{seat}", seat=Seat(seat)), (x, y), (tuple(trays), tuple(tiles)), seat, icons)


def _legend() -> tuple[Space, ...]:
    leader, legion = Text("leader, disc in the senate"), Text("legionnaire; worker on a site")
    return (
        Space("post", leader, "", "", Piece("round", leader)),
        Space("post", legion, "", "", Piece("square", legion)),
        Space("square", Text("arch; site with its tile"), "gold"),
        Space("round", Text("tray: a slice for each marker"), "", "3", None, "", (), ("blue", "green", "pink")),
        Space("round", Text("space of the senate: its points"), "", "3"),
        Space("square", Text("gray ship"), "white", "", Piece("square", Text("gray ship"), None, "", "ship")),
    )
