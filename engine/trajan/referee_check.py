"""What must hold in a referee's game after every answer: the invariants of the rule sheet's section 14.

Raises InvariantBroken that names the broken one. For tests, ``simulate`` and ``bench``; never needed to play.
"""

from __future__ import annotations

from engine.errors import hold
from engine.game import Game
from engine.trajan import circle, demands, forum, kinds, scorekeeper_check, senate
from engine.trajan.board import SEEN
from engine.trajan.calendar import COUNTING, FULL, QUARTER, QUARTERS
from engine.trajan.kinds import (
    ALL_MARKERS,
    BONUS,
    BOX,
    CARDS,
    DECK,
    GOODS,
    GREEN,
    OFF,
    PILES,
    STACK_TILES,
    TILES,
    TRAYS,
    TYPES,
    VOTES,
    beside,
)


def check(game: Game) -> None:
    """Every invariant of the referee."""
    scorekeeper_check.common(game)
    _markers(game)
    _trajan_tiles(game)
    _forum_tiles(game)
    _tokens(game)
    _district(game)
    _cards(game)
    _bonus(game)


def _markers(game: Game) -> None:
    if not game.turn[0]:
        return
    trays = game.board.trays
    for seat in range(game.players):
        total = sum(trays[seat * TRAYS : (seat + 1) * TRAYS])
        if game.decision is not None and game.decision.kind == circle.SOW.kind and game.decision.seat == seat:
            total += game.details[1]
        hold(total == ALL_MARKERS, f"seat {seat} has not two markers of each colour")


def _trajan_tiles(game: Game) -> None:
    board = game.board
    found = [unturned + fulfilled for unturned, fulfilled in zip(board.unturned, board.fulfilled, strict=True)]
    for tile in (*board.tops, *board.circle):
        if tile:
            found[tile - 1] += 1
    for word, number, copies in zip(kinds.TILE_WORDS, found, kinds.TILE_COPIES, strict=True):
        hold(number == copies, f"{number} of {word}, not {copies}")
    for stack, top in enumerate(board.tops):
        hold(not top or top - 1 in STACK_TILES[stack], f"a tile of another stack lies on {kinds.STACKS[stack]}")
    kept = [0] * len(demands.DEMANDS)
    for tile, number in enumerate(board.fulfilled):
        if TILES[tile].effect == "demand":
            kept[TILES[tile].amount] += number
    for demand, number in enumerate(kept):
        hold(sum(board.kept[demand :: len(kept)]) == number, f"not {number} kept {demands.DEMANDS[demand]} tiles")
    for seat in range(game.players):
        circle_ = board.circle[seat * TRAYS : (seat + 1) * TRAYS]
        if game.turn[0]:
            at = board.arch[seat]
            hold(at == OFF or not circle_[at], f"the arch of seat {seat} stands on a tile")
            hold((at == OFF) == (0 not in circle_), f"the arch of seat {seat} is off the circle at the wrong time")


def _forum_tiles(game: Game) -> None:
    board = game.board
    mats = [board.mats[seat * len(GOODS) : (seat + 1) * len(GOODS)] for seat in range(game.players)]
    found = [sum(numbers) for numbers in zip(board.stock, board.market, board.gone, *mats, strict=True)]
    for tile in board.lying:
        if tile:
            found[tile - 1] += 1
    for word, number, copies in zip(GOODS, found, kinds.GOOD_COPIES, strict=True):
        hold(number == copies, f"{number} of {word}, not {copies}")
    hold(min(*board.stock, *board.market, *board.gone, *board.mats) >= 0, "less than no forum tiles")
    on_forum = sum(1 << kind for kind, number in enumerate(board.market) if number)
    hold(board.market_set[0] == on_forum, "the forum is wrong in the set")
    hold(all(tile <= GREEN for tile in board.lying), "a yellow tile lies in a province")
    for seat in range(game.players):
        votes = sum(VOTES[kind] * forum.on_mat(game, seat, kind) for kind in kinds.VOTE_TILES)
        hold(max(board.votes[seat], 0) == votes, f"seat {seat} has {votes} votes on tiles, not {board.votes[seat]}")
        extras = forum.WILD if forum.on_mat(game, seat, kinds.WILD_EXTRA) else 0
        for action, tiles in enumerate(kinds.EXTRA_TILES):
            if any(forum.on_mat(game, seat, kind) for kind in tiles):
                extras |= 1 << action
        hold(board.extras[seat] == extras, f"the extra action tiles of seat {seat} are wrong in the set")
    out = sum(copies - board.stock[kind] for kind, copies in enumerate(kinds.GOOD_COPIES) if kind >= GREEN)
    settled = board.clock[COUNTING] == FULL
    hold(out <= BOX.yellow_spaces * board.clock[QUARTER] + BOX.yellow_spaces, f"{out} yellow tiles were laid out")
    hold(not settled or out == BOX.yellow_spaces * QUARTERS, "a full game lays out twelve yellow tiles")


def _tokens(game: Game) -> None:
    board = game.board
    for seat in range(game.players):
        counts = (board.supply[seat], board.workers[seat], board.legionnaires[seat])
        placed = int(board.legion[seat]).bit_count() + int(board.sites[seat]).bit_count()
        hold(min(counts) >= 0 and sum(counts) + placed == BOX.tokens, f"seat {seat} has not {BOX.tokens} tokens")


def _district(game: Game) -> None:
    board = game.board
    for seat in range(game.players):
        sites = board.sites[seat]
        group = sites & -sites
        while beside(group) & sites:
            group |= beside(group) & sites
        hold(group == sites, f"the workers of seat {seat} form no single group")
    standing = [tile for tile in board.standing if tile]
    hold(len(set(standing)) == len(standing), "a construction tile stands twice")
    if game.turn[0]:
        taken = sum(board.built)
        hold(len(standing) + taken == len(kinds.BUILDINGS), f"{len(standing)} tiles stand and {taken} are built")
        for site, tile in enumerate(board.standing):
            workers = any(sites >> site & 1 for sites in board.sites)
            hold(bool(tile) != workers, f"site {site} is neither built nor standing")
    for kind in range(len(TYPES)):
        left = sum(1 for tile in standing if (tile - 1) // len(kinds.VALUES) == kind)
        built = sum(board.built[kind :: len(TYPES)])
        hold(not game.turn[0] or left + built == len(kinds.VALUES), f"{TYPES[kind]} tiles are missing")


def _cards(game: Game) -> None:
    board = game.board
    down = [0] * len(CARDS)
    for pile in range(PILES):
        for place in range(board.heights[pile]):
            down[board.discards[pile * DECK + place]] += 1
    for card, word in enumerate(CARDS):
        shown = down[card] + sum(board.hand[card :: len(CARDS)]) + sum(board.display[card :: len(CARDS)])
        hold(shown + board.unseen[card] == BOX.commodity_each and board.unseen[card] >= 0, f"not five {word} cards")
    unknown = sum(board.unknown)
    hold(min(board.unknown) >= 0 and board.pile[0] >= 0, "less than no cards")
    hold(sum(board.unseen) == board.pile[0] + unknown, "the unseen cards are neither in the pile nor in hands")
    hold(not unknown or board.hands[0] != SEEN, "an unknown card in hands that are seen")
    for seat in range(game.players):
        hand = board.hand[seat * len(CARDS) : (seat + 1) * len(CARDS)]
        held = sum(1 << card for card, number in enumerate(hand) if number)
        hold(held == board.holding[seat], f"the hand of seat {seat} is wrong in the set")


def _bonus(game: Game) -> None:
    board = game.board
    first = [tile - 1 for tile in board.first if tile]
    for tile, owner in enumerate(board.owner):
        places = board.bag[tile] + board.beside.count(tile + 1) + (1 if owner else 0)
        hold(places <= 1, f"{BONUS[tile].word} is in two places")
        hold(tile not in first or owner > 0, f"the first tile {BONUS[tile].word} is not yellow")
    given = sum(1 for owner in board.owner if owner) - len(first)
    quarters = board.clock[QUARTER]
    hold(given <= BOX.bonus_tiles_a_quarter * quarters, f"{given} bonus tiles were won in {quarters} quarters")
    if board.clock[COUNTING] == FULL:
        # given away or, for want of a vote, out of the game
        laid = len(BONUS) - sum(board.bag) - game.players * BOX.first_bonus_tiles
        hold(laid == BOX.bonus_tiles_a_quarter * QUARTERS, "a full game gives eight bonus tiles")
    hold(all(0 <= space <= senate.LAST for space in board.space), "a disc is off the senate")
