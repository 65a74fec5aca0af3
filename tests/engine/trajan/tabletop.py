"""A referee's game in the hands of a test: positions laid out piece by piece, answers in a row, what came of them.

Pieces are moved between the boxes as hands would move them, so that every invariant holds before the first answer.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.catalogue import options, title
from engine.game import TABLE, Game
from engine.trajan import forum
from engine.trajan.kinds import (
    ACTIONS,
    BONUS,
    BUILDINGS,
    CARDS,
    COLOURS,
    GOODS,
    OFF,
    ONE,
    PROVINCES,
    STACK_TILES,
    TILE_STACK,
    TILE_WORDS,
    TRAYS,
    TYPES,
)

LETTER = {colour[0].upper(): one for colour, one in zip(COLOURS, ONE, strict=True)}
# two markers in each tray: seaport, forum, military, senate, trajan, construction
START = ("BY", "GO", "PW", "BY", "GO", "PW")


def table(players: int = 2, first: int = 0, **given: str) -> Game:
    """A game at its first turn: every tray holds two markers, hands are seen; any option may be given."""
    trajan = title("trajan")
    switches = {option.name for option in trajan.options}
    known = options(trajan, players, {name: value for name, value in given.items() if name in switches})
    game = Game(trajan, "referee", players, {**known, **given} if given.keys() - switches else known)
    game.answer(f"seat.{first}")
    while not game.turn[0]:
        assert game.decision is not None
        kind, keys = game.decision.kind, game.decision.keys
        game.answer({"hands.seen": "seen", "setup.card": "draw"}.get(kind, keys[0]))
    for seat in range(players):
        trays(game, seat, **dict(zip(ACTIONS, START, strict=True)))
        for slot in range(TRAYS):
            clear_slot(game, seat, slot)
        game.board.arch[seat] = 0
        hand(game, seat)
    asked_again(game)
    return game


def asked_again(game: Game) -> Game:
    """Ask the open question afresh after pieces were moved; what was before cannot be taken back."""
    game.past.clear()
    game.trail.clear()
    game.resume()
    game.check()
    return game


def give(game: Game, *keys: str) -> Game:
    """Answer, with every invariant checked after each answer."""
    for key in keys:
        game.answer(key)
        game.check()
    return game


def asked(game: Game) -> tuple[int, str]:
    return (game.decision.seat, game.decision.kind) if game.decision else (TABLE, "over")


def keys(game: Game) -> tuple[str, ...]:
    return game.decision.keys if game.decision else ()


def lines(game: Game, seat: int = 0) -> list[tuple[int, str, str]]:
    """Amount, reason and place of a seat's lines in the ledger."""
    return [(entry.amount, entry.reason, entry.place) for entry in game.ledger if entry.seat == seat]


def why(game: Game, key: str) -> str:
    return str(game.why_not(key))


# ---- pieces


def trays(game: Game, seat: int = 0, **markers: str) -> Game:
    """What lies in each tray: ``seaport="BBY"``. A tray that is not named is empty."""
    for tray, word in enumerate(ACTIONS):
        game.board.trays[seat * TRAYS + tray] = sum(LETTER[letter] for letter in markers.get(word, ""))
    return game


def turn(game: Game, action: str, seat: int = 0) -> Game:
    """A turn of one marker whose action is that of a tray; time goes on by one space. All markers lie where they do no
    harm, one of them in the tray before."""
    target = ACTIONS.index(action)
    rest = "BBYYGGOOPPWW"
    before = ACTIONS[(target - 1) % TRAYS]
    far = ACTIONS[(target + 2) % TRAYS]
    trays(game, seat, **{before: rest[0], far: rest[1:]})
    asked_again(game)
    return give(game, before)


def clear_slot(game: Game, seat: int, slot: int) -> None:
    board = game.board
    tile = board.circle[seat * TRAYS + slot]
    if tile:
        board.unturned[tile - 1] += 1
        board.circle[seat * TRAYS + slot] = 0


def tile(game: Game, seat: int, action: str, word: str) -> Game:
    """A Trajan tile ("nine.BB") on the slot beside a tray, from wherever it is in its stack."""
    board, slot = game.board, ACTIONS.index(action)
    index = TILE_WORDS.index(f"trajan.{word}")
    stack = TILE_STACK[index]
    if not board.unturned[index]:
        board.tops[stack] = 0
        other = next(each for each in STACK_TILES[stack] if board.unturned[each])
        board.unturned[other] -= 1
        board.tops[stack] = other + 1
        board.unturned[index] += 1
    clear_slot(game, seat, slot)
    board.unturned[index] -= 1
    board.circle[seat * TRAYS + slot] = index + 1
    if board.arch[seat] == slot:
        free = [each for each in range(TRAYS) if not board.circle[seat * TRAYS + each]]
        board.arch[seat] = free[0] if free else OFF
    elif 0 not in board.circle[seat * TRAYS : (seat + 1) * TRAYS]:
        board.arch[seat] = OFF
    return game


def arch_at(game: Game, seat: int, action: str) -> Game:
    game.board.arch[seat] = ACTIONS.index(action)
    return game


def on_mat(game: Game, seat: int, *words: str) -> Game:
    """Tiles on a mat ("forum.bread", "extra.senate"), from those that lie face down, or else from the forum."""
    for word in words:
        kind = GOODS.index(word)
        if game.board.stock[kind]:
            game.board.stock[kind] -= 1
        elif game.board.market[kind]:
            forum.off_market(game, kind, 1)
        else:
            game.board.lying[game.board.lying.index(kind + 1)] = 0
        forum.onto_mat(game, seat, kind)
    return game


def on_forum(game: Game, *words: str) -> Game:
    """Exactly these tiles on the forum."""
    for kind in range(len(GOODS)):
        number = game.board.market[kind]
        if number:
            game.board.stock[kind] += number
            forum.off_market(game, kind, number)
    for word in words:
        kind = GOODS.index(word)
        if not game.board.stock[kind]:
            game.board.lying[game.board.lying.index(kind + 1)] = 0
            game.board.stock[kind] += 1
        forum.onto_market(game, kind)
    return game


def lying(game: Game, **words: str) -> Game:
    """Tiles in provinces (``noricum="forum.bread"``, "_" for the hyphen of a name); no tile in any other."""
    board = game.board
    for province, number in enumerate(board.lying):
        if number:
            board.stock[number - 1] += 1
            board.lying[province] = 0
    for name, word in words.items():
        kind = GOODS.index(word)
        board.stock[kind] -= 1
        board.lying[PROVINCES.index(name.replace("_", "-"))] = kind + 1
    return game


def hand(game: Game, seat: int = 0, **cards: int) -> Game:
    """The hand of a seat, from the face-down pile and back to it."""
    board = game.board
    for card, word in enumerate(CARDS):
        place = seat * len(CARDS) + card
        wanted = cards.get(word, 0)
        board.unseen[card] += board.hand[place] - wanted
        board.pile[0] += board.hand[place] - wanted
        board.hand[place] = wanted
    board.holding[seat] = sum(1 << card for card, word in enumerate(CARDS) if cards.get(word))
    return game


def display(game: Game, seat: int = 0, **cards: int) -> Game:
    board = game.board
    for card, word in enumerate(CARDS):
        place = seat * len(CARDS) + card
        board.unseen[card] += board.display[place] - cards.get(word, 0)
        board.pile[0] += board.display[place] - cards.get(word, 0)
        board.display[place] = cards.get(word, 0)
    return game


def tokens(game: Game, seat: int = 0, workers: int = 1, legionnaires: int = 1, supply: int | None = None) -> Game:
    """Tokens in the two camps, the rest in supply; with ``supply`` what is left over stands on sites and in provinces
    that are named before."""
    board = game.board
    placed = board.legion[seat].bit_count() + board.sites[seat].bit_count()
    board.workers[seat], board.legionnaires[seat] = workers, legionnaires
    board.supply[seat] = 15 - placed - workers - legionnaires
    assert supply is None or board.supply[seat] == supply
    return game


def leader(game: Game, seat: int, province: str) -> Game:
    board = game.board
    here = PROVINCES.index(province)
    board.leader[seat] = here
    if board.lying[here]:
        board.stock[board.lying[here] - 1] += 1
        board.lying[here] = 0
    return game


def legionnaires_in(game: Game, seat: int, *provinces: str) -> Game:
    board = game.board
    for province in provinces:
        board.legion[seat] |= 1 << PROVINCES.index(province)
        board.supply[seat] -= 1
    return game


def workers_on(game: Game, seat: int, *sites: int) -> Game:
    """Workers on sites, with the tiles that lay there built."""
    board = game.board
    for site in sites:
        board.sites[seat] |= 1 << site
        board.supply[seat] -= 1
        if board.standing[site]:
            board.built[seat * len(TYPES) + (board.standing[site] - 1) // 4] += 1
            board.standing[site] = 0
    return game


def standing(game: Game, site: int, building: str) -> Game:
    """That construction tile ("stairs.3") on a site: it changes places with the one that lies there."""
    board = game.board
    number = BUILDINGS.index(f"construction.{building}") + 1
    there = board.standing.index(number)
    board.standing[there], board.standing[site] = board.standing[site], number
    return game


def kept(game: Game, seat: int, *words: str) -> Game:
    """Fulfilled demand tiles ("bread.GG") kept on a mat."""
    board = game.board
    for word in words:
        index = TILE_WORDS.index(f"trajan.{word}")
        if not board.unturned[index]:
            tile(game, seat, "seaport", word)
            clear_slot(game, seat, 0)
        board.unturned[index] -= 1
        board.fulfilled[index] += 1
        board.kept[seat * 3 + ["bread", "games", "religion"].index(word.split(".")[0])] += 1
    return game


def bonus(game: Game, seat: int, **sides: str) -> Game:
    """Exactly these bonus tiles ("wine_fish"="gray"), won by a seat; the last yellow one is the one of the start."""
    board = game.board
    for index, owner in enumerate(board.owner):
        if abs(owner) == seat + 1:
            board.owner[index], board.bag[index] = 0, 1
    board.first[seat] = 0
    for name, side in sides.items():
        index = [each.word for each in BONUS].index(name.replace("_", "-"))
        if index + 1 in board.beside:
            board.beside[board.beside.index(index + 1)] = 0
        for other in range(game.players):
            if board.first[other] == index + 1:
                board.first[other] = 0
        board.bag[index] = 0
        board.owner[index] = seat + 1 if side == "yellow" else -(seat + 1)
        if side == "yellow":
            board.first[seat] = index + 1
    return game


def demands(game: Game, *words: str) -> Game:
    """These demands show."""
    return give(game, "!demands." + ".".join(words))


def settle_now(game: Game, *words: str) -> Game:
    """The quarter ends with this turn, with these three demands; the seat to move only takes its time."""
    demands(game, *words)
    seat = asked(game)[0]
    give(game, f"!time.{game.board.clock[1] - 1}")
    turn(game, "senate", seat)
    return give(game, "skip")


def on(game: Game, answers: Mapping[str, str], until: str) -> Game:
    """Answer by kind, the first key where nothing is said, up to a question of that kind."""
    while game.decision is not None and game.decision.kind != until:
        give(game, answers.get(game.decision.kind, game.decision.keys[0]))
    return game
