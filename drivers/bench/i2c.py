"""An emulated I²C bus: chips at addresses, the bytes and the time they take, and faults to inject.

Stands for the two wires SDA and SCL of the box. It passes bytes to whatever is attached and knows neither
what they mean nor who sent them. ``SmbusFacade`` gives any such wire the face that smbus2 has on the box.
"""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Callable, Sequence
from typing import Any, Protocol

I2C_M_RD = 0x0001
"""The flag of a message that reads (linux/i2c.h)."""

SMBUS_BLOCK_MAX = 32


class Chip(Protocol):
    """What may be attached to the bus."""

    @property
    def powered(self) -> bool:
        """Whether the chip has supply; without it it acknowledges nothing."""

    def receive(self, data: bytes) -> None:
        """Take the bytes of one transaction, or those that arrived of it, the address not among them."""

    def power_off(self) -> None:
        """Lose the supply."""

    def disturb(self, seed: int, bits: int) -> None:
        """Flip some bits of the memory, as a dip of the supply does."""


class I2cBus:
    """A bus with a number, a speed in hertz and chips.

    ``transactions`` and ``bytes`` (address bytes included) count what the master sent, ``bus_s`` the seconds
    it took: nine clocks a byte and two for start and stop. ``log``, when it is a list, gets each transaction
    that was acknowledged as ``(address, data)``.
    """

    def __init__(self, number: int = 1, hz: int = 400_000) -> None:
        self.number = number
        self.hz = hz
        self.transactions = 0
        self.bytes = 0
        self.bus_s = 0.0
        self.log: list[tuple[int, bytes]] | None = None
        self._chips: dict[int, Chip] = {}
        self._lock = threading.RLock()
        self._stuck = False
        self._nacks = 0
        self._cut_after: int | None = None
        self._cut_unplugs = False

    def attach(self, address: int, chip: Chip) -> None:
        """Put a chip on the bus; ValueError if the address is taken."""
        if address in self._chips:
            raise ValueError(f"address 0x{address:02X} on i2c-{self.number} is taken")
        self._chips[address] = chip

    def detach(self, address: int) -> Chip:
        """Pull a chip off the bus; it keeps its supply and its memory."""
        return self._chips.pop(address)

    def chip(self, address: int) -> Chip | None:
        """The chip at an address."""
        return self._chips.get(address)

    def transfer(self, address: int, data: bytes) -> None:
        """One write transaction. OSError as the kernel raises it: EREMOTEIO if nobody acknowledges,
        ETIMEDOUT if the bus is stuck."""
        with self._lock:
            if self._stuck:
                raise _error(errno.ETIMEDOUT)
            chip = self._chips.get(address)
            if self._nacks or chip is None or not chip.powered:
                self._nacks = max(0, self._nacks - 1)
                self._count(1)
                raise _error(errno.EREMOTEIO)
            if self._cut_after is not None and len(data) > self._cut_after:
                arrived, self._cut_after = data[: self._cut_after], None
                self._count(2 + len(arrived))
                chip.receive(arrived)
                if self._cut_unplugs:
                    chip.power_off()
                raise _error(errno.EREMOTEIO)
            if self._cut_after is not None:
                self._cut_after -= len(data)
            self._count(1 + len(data))
            chip.receive(data)
            if self.log is not None:
                self.log.append((address, data))

    def nack(self, transactions: int) -> None:
        """Let nobody acknowledge the next ``transactions``."""
        self._nacks = transactions

    def cut_after(self, count_bytes: int, *, unplug: bool = False) -> None:
        """Let ``count_bytes`` more bytes (addresses not counted) through, then fail the transaction that
        is under way: half a frame. With ``unplug`` the chip it was for loses its supply at that instant."""
        self._cut_after = count_bytes
        self._cut_unplugs = unplug

    def stick(self, stuck: bool = True) -> None:
        """Hold a line low, or let go: while it is held every transaction times out."""
        self._stuck = stuck

    def noise(self, address: int, seed: int = 1, bits: int = 64) -> None:
        """Flip ``bits`` bits of a chip's memory without anybody noticing."""
        self._chips[address].disturb(seed, bits)

    def mend(self) -> None:
        """End every fault."""
        self._stuck, self._nacks, self._cut_after = False, 0, None

    def _count(self, count_bytes: int) -> None:
        self.transactions += 1
        self.bytes += count_bytes
        self.bus_s += (9 * count_bytes + 2) / self.hz


class SmbusFacade:
    """The part of ``smbus2.SMBus`` that display drivers use, over any ``transfer(address, data)``."""

    def __init__(self, transfer: Callable[[int, bytes], None], close: Callable[[], None] | None = None) -> None:
        self._transfer: Callable[[int, bytes], None] | None = transfer
        self._close = close

    def i2c_rdwr(self, *i2c_msgs: Any) -> None:
        """Write messages (``smbus2.i2c_msg``), each as one transaction; nothing on this bus can be read."""
        for message in i2c_msgs:
            if message.flags & I2C_M_RD:
                raise _error(errno.EOPNOTSUPP)
            self._send(message.addr, bytes(message))

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None:
        """One transaction of at most 32 bytes after ``register``."""
        if len(data) > SMBUS_BLOCK_MAX:
            raise ValueError(f"a block of {len(data)} bytes: at most {SMBUS_BLOCK_MAX} fit")
        self._send(i2c_addr, bytes([register, *data]))

    def write_byte_data(self, i2c_addr: int, register: int, value: int) -> None:
        """One transaction of two bytes."""
        self._send(i2c_addr, bytes([register, value]))

    def close(self) -> None:
        """End it; whatever is sent afterwards fails with EBADF."""
        self._transfer = None
        if self._close is not None:
            self._close()

    def _send(self, address: int, data: bytes) -> None:
        if self._transfer is None:
            raise _error(errno.EBADF)
        self._transfer(address, data)


def _error(number: int) -> OSError:
    return OSError(number, os.strerror(number))
