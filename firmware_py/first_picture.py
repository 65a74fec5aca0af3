"""The first picture of a start: the bytes that were sent at an earlier one, sent again before anything is imported.

What draws and drives the displays takes longest to import, so each start keeps what it sent first, and the next one
repeats it within a tenth of that time. It is no more than a greeting: the real set-up of every display follows as soon
as the program is there, so bytes that no longer fit a changed wiring do no harm. Knows no settings, no display and no
picture, and imports next to nothing.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

FILE = "first-picture.txt"
LARGEST = 200_000  # characters: eight displays are 25,000
ADDRESSES = 0x80
LONGEST = 5000  # characters of one transaction: a frame of 1 KB is 2,100


class OpenedBus(Protocol):
    def i2c_rdwr(self, *messages: Any) -> None: ...

    def close(self) -> None: ...


Opener = Callable[[int], OpenedBus]


def show(folder: Path, open_bus: Opener) -> str:
    """Send again what was kept in ``folder``. Returns for which wiring it was; "" if nothing can be sent.

    A display that does not answer is passed over; a file that makes no sense is left for the program to replace.
    """
    try:
        with (folder / FILE).open(encoding="ascii") as file:
            wiring, *lines = file.read(LARGEST).split("\n")[:-1]  # a file that was cut loses its last line
        sent = [
            (int(bus), int(address), bytes.fromhex(data))
            for bus, address, data in (line[:LONGEST].split(" ") for line in lines)
        ]
        if not all(0 < address < ADDRESSES and data for _, address, data in sent):
            return ""
    except (OSError, ValueError, OverflowError):
        return ""
    from smbus2 import i2c_msg  # noqa: PLC0415

    silent: set[tuple[int, int]] = set()
    buses: dict[int, OpenedBus | None] = {}
    for number, address, data in sent:
        if (number, address) in silent:
            continue
        try:
            if number not in buses:
                buses[number] = None
                buses[number] = open_bus(number)
            opened = buses[number]
            if opened is not None:
                opened.i2c_rdwr(i2c_msg.write(address, data))
        except OSError:
            silent.add((number, address))
    for each in buses.values():
        if each is not None:
            each.close()
    return wiring


class Noting:
    """Opens buses that note what is written to them, until ``stop``."""

    def __init__(self, open_bus: Opener) -> None:
        self._open_bus = open_bus
        self.sent: list[tuple[int, int, str]] | None = []

    def open_bus(self, number: int) -> OpenedBus:
        opened = self._open_bus(number)
        return opened if self.sent is None else _NotedBus(opened, number, self)

    def stop(self) -> None:
        """Note no more."""
        self.sent = None

    def keep(self, folder: Path, wiring: str) -> None:
        """Write down what was sent so far, for the next start; an old file is replaced as a whole, or not at all."""
        sent, self.sent = self.sent, None
        if not sent:
            return
        new = folder / f"{FILE}.new"
        try:
            lines = (wiring, *(f"{bus} {address} {data}" for bus, address, data in sent))
            new.write_text("".join(f"{line}\n" for line in lines), encoding="ascii")
            os.replace(new, folder / FILE)  # noqa: PTH105  (as everywhere where a file must be whole)
        except OSError:
            return  # a card that is full or read-only is said elsewhere; the greeting is not worth a word


class _NotedBus:
    """A bus whose writes are noted, as long as anybody wants them."""

    def __init__(self, opened: OpenedBus, number: int, noting: Noting) -> None:
        self._opened, self._number, self._noting = opened, number, noting

    def i2c_rdwr(self, *messages: Any) -> None:
        self._opened.i2c_rdwr(*messages)
        if self._noting.sent is not None:
            self._noting.sent += [(self._number, message.addr, bytes(message).hex()) for message in messages]

    def close(self) -> None:
        self._opened.close()
