"""What must hold in a referee's game after every answer: every piece and marker somewhere, every set and total true.

Raises InvariantBroken that names the broken one. Everything that the boxes keep twice is counted anew here, without
the modules that keep it. For tests, ``simulate`` and ``bench``; never needed to play.
"""

from __future__ import annotations

from engine.errors import hold
from engine.game import Game
from engine.hansa.board import (
    AFLOAT,
    COMPLETED,
    EARLY,
    EMPTY,
    ENDS,
    FAILED,
    FREE,
    FULL,
    LEFT,
    LINKS,
    MARKED,
    OPENING,
    PLAY,
    PLAYING,
    SPENT,
    SUPPLY,
    TAKEN,
    VACANT,
    RefereeBoard,
)
from engine.hansa.kinds import (
    BOX,
    COVER,
    KIND_WORDS,
    KINDS,
    MARKER_KINDS,
    MARKERS,
    PIECES,
    STEPS,
    TRACKS,
    TRADER,
    copies,
    set_aside,
)
from engine.hansa.points import FINAL

# what the questions begin with that may be asked in the claim that ends the game
_CLAIMING = ("route", "extra", "claim", "exchange", "develop", "move", "move3", "any", "permanent", "post")


def check(game: Game) -> None:
    """Every invariant of the referee."""
    board: RefereeBoard = game.board
    _pieces(game, board)
    _routes(game, board)
    _cities(game, board)
    _markers(game, board)
    _clock(game, board)
    _ledger(game, board)
    for module in board.modules:
        module.check(game)


def _pieces(game: Game, board: RefereeBoard) -> None:
    """The pieces of each seat: desk, supply, stock, posts, offices, special prestige, track, and those in a hand."""
    pieces = KINDS * game.players
    found = [0] * pieces
    for piece in range(pieces):
        seat, kind = divmod(piece, KINDS)
        found[piece] += (
            board.supply[piece] + board.stock[piece] + sum(board.hand[piece::pieces]) + sum(board.at[piece::pieces])
        )
        found[piece] += sum(1 for each in board.office if each == piece + 1)
        found[piece] += sum(1 for each in (*board.extra, *board.beyond) if each and (each & 15) == piece + 1)
        for ability in range(TRACKS):
            if COVER[ability] == kind:
                found[piece] += STEPS[ability] - board.desk[seat * TRACKS + ability]
        if kind == TRADER:
            found[piece] += BOX.track_traders
        else:
            found[piece] += sum(1 for each in board.special if each == seat + 1)
        found[piece] += sum(module.pieces(game, piece) for module in board.modules)
        hold(found[piece] == PIECES[kind], f"seat {seat} has {found[piece]} {KIND_WORDS[kind]}s, not {PIECES[kind]}")
    for name in ("supply", "stock", "hand", "at"):
        hold(min(getattr(board, name)) >= 0, f"fewer than no pieces in {name}")


def _routes(game: Game, board: RefereeBoard) -> None:
    pieces = KINDS * game.players
    for route, posts in enumerate(board.map.posts):
        here = board.at[route * pieces : (route + 1) * pieces]
        bit, name = 1 << route, board.map.routes[route].key
        hold(board.room[route] == posts - sum(here) >= 0, f"{name} has {board.room[route]} free posts, of {posts}")
        hold(bool(board.sets[FREE] & bit) == (board.room[route] > 0), f"{name} is wrongly known for its free posts")
        hold(bool(board.sets[EMPTY] & bit) == (not any(here)), f"{name} is wrongly known as empty")
        hold(bool(board.sets[MARKED] & bit) == bool(board.lying[route]), f"the marker of {name} is wrongly known")
        for piece, count in enumerate(here):
            hold(bool(board.here[piece] & bit) == bool(count), f"piece {piece} is wrongly known on {name}")
        for seat in range(game.players):
            whole = sum(here[seat * KINDS : (seat + 1) * KINDS]) == posts
            hold(bool(board.full[seat] & bit) == whole, f"{name} is wrongly known as full of seat {seat}")
        _ships(game, board, route, here)
    hold(not board.sets[MARKED] & ~board.map.markable, "a marker lies at a route that takes none")
    hold(board.leave[SPENT] >> len(board.map.permissions) == 0, "a permission is spent that there is not")


def _ships(game: Game, board: RefereeBoard, route: int, here: list[int]) -> None:
    """On ships stand merchants alone, on houses no more pieces than there are."""
    side, name = board.map, board.map.routes[route].key
    ships = side.ships[route]
    first = route * game.players
    aboard = board.aboard[first : first + game.players] if side.maritime else [0] * game.players
    merchants = here[1::KINDS]
    hold(all(0 <= on <= all_ for on, all_ in zip(aboard, merchants, strict=True)), f"ships of {name} hold {aboard}")
    ashore = sum(here) - sum(aboard)
    hold(sum(aboard) <= ships, f"{sum(aboard)} merchants stand on {ships} ships of {name}")
    hold(ashore <= side.posts[route] - ships, f"{ashore} pieces stand on the houses of {name}")
    only = board.room[route] > 0 and ashore == side.posts[route] - ships
    hold(bool(board.sets[AFLOAT] >> route & 1) == only, f"{name} is wrongly known for its free ships")


def _cities(game: Game, board: RefereeBoard) -> None:
    completed = vacant = 0
    for city, place in enumerate(board.map.cities):
        row = board.office[place.first : place.first + len(place.offices)]
        filled = board.filled[city]
        hold(all(row[:filled]) and not any(row[filled:]), f"the offices of {place.key} are not filled from the left")
        if filled < len(row):
            vacant |= board.map.touching[city]
        extra = [(each & 15) - 1 for each in board.extra[: board.extras[0]] if each >> 4 == city]
        right = [(each & 15) - 1 for each in board.beyond[: board.beyonds[0]] if each >> 4 == city]
        hold(not right or not row, f"an office right of the printed ones of {place.key}")
        owners = [piece // KINDS for piece in (*extra[::-1], *(each - 1 for each in row[:filled]), *right)]
        completed += filled == len(row) if row else bool(owners)
        best = [(owners.count(seat), _last(owners, seat)) for seat in range(game.players)]
        holder = best.index(max(best))
        hold(
            board.control[city] == (holder + 1 if owners else 0), f"seat {board.control[city] - 1} controls {place.key}"
        )
    hold(board.sets[VACANT] == vacant, "the routes with a vacant office at an end are wrongly known")
    hold(board.clock[COMPLETED] == completed, f"{board.clock[COMPLETED]} cities are completed, not {completed}")
    hold(all(board.extra[: board.extras[0]]) and not any(board.extra[board.extras[0] :]), "a hole among extra offices")
    hold(all(board.beyond[: board.beyonds[0]]) and not any(board.beyond[board.beyonds[0] :]), "a hole on the right")
    orders = sorted(order for order in board.link if order)
    hold(orders == list(range(1, board.clock[LINKS] + 1)), f"east and west were connected in the order {board.link}")


def _last(owners: list[int], seat: int) -> int:
    return max((at for at, owner in enumerate(owners) if owner == seat), default=-1)


def _markers(game: Game, board: RefereeBoard) -> None:
    known, whole_box = board.aside[:], copies(game.options)
    for laid in board.lying:
        if laid:
            known[laid - 1] += 1
    for kind in range(MARKER_KINDS):
        for seat in range(game.players):
            place = seat * MARKER_KINDS + kind
            known[kind] += board.owned[place] + board.used[place] + board.down[place]
            has = bool(board.have[seat] >> kind & 1)
            hold(has == (board.owned[place] > 0), f"the unused markers of seat {seat} are wrongly known")
        whole = known[kind] + board.unseen[kind]
        if board.clock[PLAY] != OPENING:
            hold(whole == whole_box[kind], f"there are {whole} {MARKERS[kind]} markers, not {whole_box[kind]}")
    face_down = board.clock[SUPPLY] + sum(board.plate)
    hold(sum(board.unseen) == face_down, f"{face_down} markers lie face down, {sum(board.unseen)} were not seen")
    if board.clock[PLAY] != OPENING:
        aside = set_aside(game.options)
        hold(sum(board.aside) == aside, f"{sum(board.aside)} markers are set aside, not {aside}")


def _clock(game: Game, board: RefereeBoard) -> None:
    clock = board.clock
    hold(min(clock[LEFT], clock[SUPPLY]) >= 0, "fewer than no actions or markers are left")
    hold(not clock[FAILED] or not clock[SUPPLY], "a draw failed with markers in the supply")
    if game.decision is None:
        hold(clock[PLAY] not in (OPENING, PLAYING), "nothing is asked, but nothing was counted")
        return
    if clock[PLAY] in (FULL, EARLY):
        return
    moving = game.decision.kind.startswith(("move", "displace", "any", "permanent", "post"))
    hold(moving or not any(board.hand), "a piece is in a hand with nothing being moved")
    reached = clock[COMPLETED] >= board.map.cities_to_end or max(game.totals()) >= board.map.prestige_to_end
    triggered = clock[FAILED] or (reached and not clock[ENDS])
    # a marker taken in this claim: its replacement may be shown at once
    kind = game.decision.kind
    claiming = kind.split(".")[0] in _CLAIMING or bool(clock[TAKEN])
    claiming = claiming or any(kind.startswith(module.kinds) for module in board.modules)
    hold(claiming or not triggered or clock[PLAY] != PLAYING, "the game goes on past its end")


def _ledger(game: Game, board: RefereeBoard) -> None:
    whens = [entry.when for entry in game.ledger]
    hold(whens == sorted(whens), "the ledger is not in the order of time")
    for entry in game.ledger:
        hold(entry.amount != 0, "a line of the ledger is worth nothing")
        hold(0 <= entry.turn <= game.turn[0], f"a line of turn {entry.turn} in turn {game.turn[0]}")
        hold(entry.when < FINAL or board.clock[PLAY] > PLAYING, "a line of final scoring during play")
    points = (0, *board.map.east_west_points)
    for seat, order in enumerate(board.link):
        scored = sum(entry.amount for entry in game.ledger if (entry.seat, entry.reason) == (seat, "eastwest"))
        due = points[order] if order < len(points) else 0
        hold(scored == due, f"seat {seat} has {scored} for connecting east and west, not {due}")
