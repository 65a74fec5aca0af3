"""Pages of the referee to look at: one for each area of the board, then one for each seat, with what final scoring
would add today.

Reads the boxes and changes nothing. What a seat holds in hand stands on its own page for that seat alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Game
from engine.trajan import cards, demands, kinds, referee_page, senate
from engine.trajan.board import SEEN
from engine.trajan.calendar import AT, COUNTING, LOOP, PLAYING
from engine.trajan.components import TrajanTile
from engine.trajan.kinds import (
    ACTIONS,
    BONUS,
    BOX,
    BUILDINGS,
    CAMP,
    CARDS,
    COLOURS,
    COLUMNS,
    GOODS,
    MARKERS,
    OFF,
    TILE_WORDS,
    TILES,
    TRAYS,
    TYPES,
)
from engine.trajan.pieces import ACTION_ICONS, ACTION_LABELS
from engine.trajan.referee_words import PIECE_ICON, PIECE_TEXT
from engine.words import Leaf, Row, Seat, Text

_PROVINCES = tuple(Text(province.label) for province in BOX.provinces)
_CARDS = tuple(Text(word) for word in CARDS)
_STACKS = tuple(Text(stack.label) for stack in BOX.stacks)
_TYPES = tuple(Text(kind.label) for kind in BOX.construction_types)
_SLOTS = BOX.slots
_MARKERS_BESIDE = 8  # so many markers fit in a row beside a tile


def boards(game: Game, viewer: int | None) -> list[Leaf]:
    """The areas, then the seats."""
    areas = [
        Leaf(Text("Circle"), "time", _circle(game)),
        Leaf(Text("Trajan tiles"), "arch", _stacks(game)),
        Leaf(Text("Forum"), "forum", _forum(game)),
        Leaf(Text("Provinces"), "military", _provinces(game)),
        Leaf(Text("Construction"), "construction", _construction(game)),
        Leaf(Text("Senate"), "senate", _senate(game)),
        Leaf(Text("Harbour"), "seaport", _harbour(game)),
    ]
    seats = [
        Leaf(Text("{seat}", seat=Seat(seat)), "seat", _seat(game, seat, viewer == seat), seat)
        for seat in range(game.players)
    ]
    return [*areas, *seats]


def own_notes(game: Game, viewer: int | None) -> tuple[Text, ...]:
    """What stands on a seat's own page only: the cards in its hand, as far as they are known."""
    if viewer is None:
        return ()
    first = viewer * len(CARDS)
    held = _counted(_CARDS, game.board.hand[first : first + len(CARDS)])
    return (Text("hand: {cards}", cards=held),) if held else ()


def _seats(seats: Sequence[int]) -> Text | None:
    return Text("{seats}", seats=tuple(Seat(seat) for seat in seats)) if seats else None


def _circle(game: Game) -> tuple[Row, ...]:
    """The time marker, and how many markers lie in each tray of each seat."""
    clock = game.board.clock
    rows = [
        Row(Text("time marker"), icon="time", note=Text("{at} of {loop}", at=clock[AT], loop=clock[LOOP])),
        Row(Text("trays"), icon="actions", note=Text("{slots}", slots="  ".join(_SLOTS))),
    ]
    for seat in range(game.players):
        trays = game.board.trays[seat * TRAYS : (seat + 1) * TRAYS]
        numbers = "  ".join(str(MARKERS[packed]) for packed in trays)
        rows.append(
            Row(Text("{seat}", seat=Seat(seat)), icon="seat", seat=seat, note=Text("{numbers}", numbers=numbers))
        )
    return tuple(rows)


def _stacks(game: Game) -> tuple[Row, ...]:
    board = game.board
    rows = []
    for stack, top in enumerate(board.tops):
        under = sum(number for tile, number in enumerate(board.unturned) if kinds.TILE_STACK[tile] == stack)
        word = TILE_WORDS[top - 1] if top else ""
        label = PIECE_TEXT[word] if top else Text("{stack}: empty", stack=_STACKS[stack])
        rows.append(Row(label, icon=PIECE_ICON.get(word, "arch"), note=Text("+{count}", count=under) if top else None))
    return tuple(rows)


def _forum(game: Game) -> tuple[Row, ...]:
    rows = [
        Row(PIECE_TEXT[word], number, PIECE_ICON[word])
        for word, number in zip(GOODS, game.board.market, strict=True)
        if number
    ]
    return tuple(rows) or (Row(Text("empty"), icon="forum"),)


def _provinces(game: Game) -> tuple[Row, ...]:
    """The tile of each province and whose legionnaires stand there; then the leaders."""
    board = game.board
    rows = []
    for province, tile in enumerate(board.lying):
        there = [seat for seat in range(game.players) if board.legion[seat] >> province & 1]
        icon = PIECE_ICON[GOODS[tile - 1]] if tile else ""
        rows.append(Row(_PROVINCES[province], icon=icon, note=_seats(there)))
    for seat in range(game.players):
        rows.append(Row(Text("{seat}", seat=Seat(seat)), icon="leader", seat=seat, note=_where(board.leader[seat])))
    return tuple(rows)


def _where(province: int) -> Text:
    return Text("camp") if province == CAMP else _PROVINCES[province]


def _construction(game: Game) -> tuple[Row, ...]:
    """Every site, row by row, with its tile and whose workers stand there."""
    board = game.board
    rows = []
    for site, tile in enumerate(board.standing):
        workers = [seat for seat in range(game.players) if board.sites[seat] >> site & 1]
        if tile:
            word = BUILDINGS[tile - 1]
            label, icon = PIECE_TEXT[word], PIECE_ICON[word]
        else:
            label, icon = Text("{row}.{space}", row=site // COLUMNS + 1, space=site % COLUMNS + 1), ""
        rows.append(Row(label, icon=icon or "worker", note=_seats(workers)))
    return tuple(rows)


def _senate(game: Game) -> tuple[Row, ...]:
    """Votes and space of every seat, the first first; the bonus tiles; the demands that are still to come."""
    board, ranks = game.board, ("consul", "vice")
    rows = []
    for place, seat in enumerate(senate.ranking(game)):
        icon = ranks[place] if place < len(ranks) else "vote"
        stands = Text("{votes} votes, space {space}", votes=senate.votes(game, seat), space=board.space[seat])
        rows.append(Row(Text("{seat}", seat=Seat(seat)), icon=icon, seat=seat, note=stands))
    for tile in board.beside:
        if tile:
            word = f"bonus.{BONUS[tile - 1].word}"
            rows.append(Row(PIECE_TEXT[word], icon=PIECE_ICON[word], note=Text("bonus")))
    for word in demands.DEMANDS:
        asked = demands.words(game).count(word)
        note = Text("{times} shown, {count} left", times=asked, count=demands.left(game, word))
        rows.append(Row(Text(word), icon=word, note=note))
    return tuple(rows)


def _harbour(game: Game) -> tuple[Row, ...]:
    board = game.board
    rows = []
    for ship, gray in zip(BOX.ships, board.gray, strict=True):
        side = Text("{points}", points=tuple(ship.gray if gray else ship.coloured))
        rows.append(Row(Text(ship.label), icon="ship", note=side))
    for pile in range(kinds.PILES):
        card = cards.top(game, pile)
        label = Text("discard pile {number}", number=pile + 1)
        rows.append(Row(label, icon=CARDS[card] if card >= 0 else "", note=_CARDS[card] if card >= 0 else None))
    rows.append(Row(Text("face-down pile"), board.pile[0], "hand"))
    for seat in range(game.players):
        note = Text("{count} in hand", count=cards.in_hand(game, seat))
        rows.append(Row(Text("{seat}", seat=Seat(seat)), icon="seat", seat=seat, note=note))
    return tuple(rows)


# ---- a seat


def _counted(words: Sequence[Text], numbers: Sequence[int]) -> tuple[Text, ...]:
    """ "fish", "2 oils": what there is, each with its number where that is more than one."""
    return tuple(
        Text("{count} {thing}", count=number, thing=word) if number > 1 else word
        for word, number in zip(words, numbers, strict=True)
        if number
    )


def _each(what: Text, words: Sequence[Text], icons: Sequence[str], numbers: Sequence[int]) -> list[Row]:
    """A row for each kind that there is: "shown: fish", how many."""
    return [
        Row(Text("{what}: {thing}", what=what, thing=word), number, icon)
        for word, icon, number in zip(words, icons, numbers, strict=True)
        if number
    ]


def _tray(game: Game, seat: int, tray: int) -> list[Row]:
    """Slot, markers and tile of a tray; in two rows if the markers take the room."""
    place = seat * TRAYS + tray
    packed, tile = game.board.trays[place], game.board.circle[place]
    letters = "".join(word[0].upper() * kinds.count(packed, colour) for colour, word in enumerate(COLOURS))
    action, label = ACTION_ICONS[ACTIONS[tray]], Text("{slot} {letters}", slot=_SLOTS[tray], letters=letters or "–")
    if not tile:
        return [Row(label, icon=action, note=Text("arch") if game.board.arch[seat] == tray else None)]
    icon, note = f"{action} {PIECE_ICON[TILE_WORDS[tile - 1]]}", _tile(TILES[tile - 1])
    if len(letters) > _MARKERS_BESIDE:
        return [Row(label, icon=action), Row(Text("{slot}", slot=_SLOTS[tray]), icon=icon, note=note)]
    return [Row(label, icon=icon, note=note)]


def _tile(tile: TrajanTile) -> Text:
    """A Trajan tile beside the icon of its effect: how much of it, and the two markers."""
    pair = "+".join(tile.colours)
    number = tile.points if tile.effect == "points" else 0 if tile.effect in ("demand", "plus-two") else tile.amount
    return Text("{number} {pair}", number=number, pair=pair) if number else Text("{pair}", pair=pair)


def _seat(game: Game, seat: int, own: bool) -> tuple[Row, ...]:
    board = game.board

    def mine(box: list[int], number: int) -> list[int]:
        return box[seat * number : (seat + 1) * number]

    rows = [row for tray in range(TRAYS) for row in _tray(game, seat, tray)]
    if board.arch[seat] == OFF:
        rows.append(Row(Text("arch beside the circle"), icon="arch"))
    rows.append(Row(Text("workers in camp"), board.workers[seat], "worker"))
    rows.append(Row(Text("workers on sites"), board.sites[seat].bit_count(), "construction"))
    rows.append(Row(Text("legionnaires in camp"), board.legionnaires[seat], "legionnaire"))
    rows.append(Row(Text("in provinces"), board.legion[seat].bit_count(), "military"))
    rows.append(Row(Text("leader"), icon="leader", note=_where(board.leader[seat])))
    rows.append(Row(Text("supply"), board.supply[seat], "seat"))
    rows.append(Row(Text("cards in hand"), cards.in_hand(game, seat), "hand"))
    if own:
        rows += _each(Text("hand"), _CARDS, CARDS, mine(board.hand, len(CARDS)))
        if board.unknown[seat] and board.hands[0] != SEEN:
            rows.append(Row(Text("hand: not known"), board.unknown[seat], "hand"))
    rows += _each(Text("shown"), _CARDS, CARDS, mine(board.display, len(CARDS)))
    rows += _each(Text("built"), _TYPES, TYPES, mine(board.built, len(TYPES)))
    for word, number in zip(GOODS, mine(board.mats, len(GOODS)), strict=True):
        if number:
            rows.append(Row(PIECE_TEXT[word], number, PIECE_ICON[word]))
    kept = _counted(tuple(Text(word) for word in demands.DEMANDS), mine(board.kept, len(demands.DEMANDS)))
    if kept:
        rows.append(Row(Text("kept: {demands}", demands=kept), icon="arch"))
    plus = kinds.words_of(ACTIONS, board.plus[seat])
    if plus:
        rows.append(Row(Text("+2: {actions}", actions=tuple(ACTION_LABELS[word] for word in plus)), icon="actions"))
    for tile, owner in zip(BONUS, board.owner, strict=True):
        if abs(owner) == seat + 1:
            side = Text("yellow") if owner > 0 else Text("gray")
            rows.append(Row(PIECE_TEXT[f"bonus.{tile.word}"], icon=tile.icon, note=side))
    for line in referee_page.summary(game, seat)[1:] if board.clock[COUNTING] == PLAYING else ():
        rows.append(Row(Text("today: {what}", what=line.label), line.number, "prestige"))
    return tuple(rows)
