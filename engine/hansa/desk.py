"""The desk: five tracks, what their open value is, and developing one.

The Bank's values are a switch; the piece that comes off a track goes to the personal supply, never to the stock
(ruling 38). Knows no question.
"""

from __future__ import annotations

from engine.game import Game
from engine.hansa.board import LEFT, TURN_ACTIONS
from engine.hansa.kinds import (
    ACTIONS,
    BANK,
    BOX,
    COVER,
    KEYS,
    KINDS,
    PRIVILEGE,
    STEPS,
    TRACKS,
    desk_values,
)
from engine.words import Text

VALUES = {name: desk_values(name) for name in BOX.banks}
_ANY = next(iter(VALUES.values()))
ACTION_VALUES, PRIVILEGE_VALUES, KEY_VALUES = (_ANY[each] for each in (ACTIONS, PRIVILEGE, KEYS))
LABELS = tuple(Text(each.label) for each in BOX.abilities)


def steps(game: Game, seat: int, ability: int) -> int:
    """How many pieces are off a track."""
    found: int = game.board.desk[seat * TRACKS + ability]
    return found


def value(game: Game, seat: int, ability: int) -> int:
    """The open value of a track (of Privilege: 0 white … 3 black; of the Bank: 99 for all)."""
    step: int = game.board.desk[seat * TRACKS + ability]
    return VALUES[game.options["bank"]][ability][step]


def open_tracks(game: Game, seat: int) -> tuple[int, ...]:
    """The abilities that can still be developed (ruling 43)."""
    desk, first = game.board.desk, seat * TRACKS
    return tuple(ability for ability in range(TRACKS) if desk[first + ability] < STEPS[ability])


def more_actions(game: Game, by: int) -> None:
    """So many more actions in the turn going on."""
    if any(module.forgoes(game) for module in game.board.modules):
        return
    clock = game.board.clock
    game.put(clock, LEFT, clock[LEFT] + by)
    game.put(clock, TURN_ACTIONS, clock[TURN_ACTIONS] + by)


def develop(game: Game, seat: int, ability: int) -> None:
    """One step on a track; Actions bring one more action at once where the number goes up."""
    board, place = game.board, seat * TRACKS + ability
    step = board.desk[place]
    game.put(board.desk, place, step + 1)
    piece = seat * KINDS + COVER[ability]
    game.put(board.supply, piece, board.supply[piece] + 1)
    if ability == ACTIONS and ACTION_VALUES[step + 1] > ACTION_VALUES[step]:
        more_actions(game, 1)
    label = shown(ability, step + 1, game.options["bank"])
    game.tell(
        "ability", seat, Text("{ability} {value}", ability=LABELS[ability], value=label), 0, BOX.abilities[ability].icon
    )


def shown(ability: int, step: int, bank_option: str) -> Text:
    """A value of a track as it is printed: a number, a colour, "all"."""
    if ability == PRIVILEGE:
        return Text(BOX.privileges[step])
    number = VALUES[bank_option][ability][step]
    return Text("all") if ability == BANK and step == STEPS[BANK] else Text("{number}", number=number)


def change(game: Game, seat: int, ability: int) -> Text:
    """What developing a track would change: "2→3"."""
    step = steps(game, seat, ability)
    option = game.options["bank"]
    if step >= STEPS[ability]:
        return Text("{now}, complete", now=shown(ability, step, option))
    return Text("{now}→{then}", now=shown(ability, step, option), then=shown(ability, step + 1, option))


def track(ability: int, bank_option: str) -> list[str]:
    """A whole track as it is printed: "2", "3" …, "W", "O" …"""
    if ability == PRIVILEGE:
        words = [word[0].upper() for word in BOX.privileges]
    else:
        values = VALUES[bank_option][ability]
        words = ["all" if ability == BANK and at == STEPS[BANK] else str(value) for at, value in enumerate(values)]
    return words
