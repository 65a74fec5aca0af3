"""An emulated PN532: bytes in, bytes out, tags in its field. It has no port and no clock; the caller hands in the time.

Modelled from UM0701-02: sleep after power-up, which swallows the first bytes; ACK, NACK, the abort by a host's ACK;
normal and extended frames; the commands that hosts use on a reader; the search for tags with its retries, and tags
that fall silent when they are called again; bytes that leave at baud speed and in pieces. Not modelled: the range of
the field, FeliCa and type B, card emulation, the baud rate itself.

Faults are settings, so that every run repeats exactly: those of ``Faults``, ``power_off``/``power_on``,
``power_glitch`` and ``stuck``.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from drivers.bench.tags import DONE, MifareClassic1K, Tag
from drivers.pn532_frames import ACK, SYNTAX_ERROR, TO_CHIP, TO_HOST, FrameParser, Kind, information_frame

# Status bytes of InDataExchange and InCommunicateThru (UM0701-02, section 7.1).
OK, RF_TIMEOUT, BAD_CRC, RF_PROTOCOL, NOT_AUTHENTICATED, WRONG_CONTEXT = 0x00, 0x01, 0x02, 0x13, 0x14, 0x27

FOR_EVER = 0xFF
_RX_MODE = 0x6303


@dataclass(slots=True)
class Faults:
    """What goes wrong next. Integers count down or are used up once; the others stay until they are taken back."""

    drop_ack: int = 0
    drop_response: int = 0
    corrupt_dcs: int = 0
    corrupt_lcs: int = 0
    duplicate: int = 0
    truncate: int = 0
    """The next answer ends after so many bytes."""
    noise: int = 0
    """So many random bytes stand in front of the next answer."""
    pull_after: int = 0
    """The tags are pulled away after so many exchanges with one."""
    extra_delay_s: float = 0.0
    split_gap_s: float = 0.0
    """The pause in the middle of each answer."""
    rf_miss: float = 0.0
    """The probability that a tag in the field misses a call."""
    babble: bytes = b""
    """What comes from the line over and over instead of answers: a serial console, a wrong speed."""


@dataclass(frozen=True, slots=True)
class Timing:
    """How long the chip takes, and how its bytes leave: ``piece`` at a time, ``byte_s`` each (8N1 at 115200 baud)."""

    ack_s: float = 0.0005
    simple_s: float = 0.0015
    activation_s: float = 0.006
    empty_try_s: float = 0.0035
    exchange_s: float = 0.003
    exchange_timeout_s: float = 0.02
    byte_s: float = 10 / 115_200
    piece: int = 16


@dataclass(slots=True)
class _Search:
    """A search for tags that is going on."""

    answer: int
    most: int
    kind: int
    uid: bytes
    tries: int | None
    next_s: float
    gap_s: float


_Handler = Callable[[bytes, float], tuple[float, bytes] | None]


class Chip:
    """The chip. ``feed`` it what the host sends, ``take`` what it sends, each with the time in seconds.

    ``wake_bytes`` is how many bytes it sleeps through after power-up. ``tap`` is called with every piece the host
    sends, for whoever wants to see the wire.
    """

    def __init__(self, *, wake_bytes: int = 2, timing: Timing | None = None, seed: int = 1) -> None:
        self.wake_bytes = wake_bytes
        self.timing = timing or Timing()
        self.faults = Faults()
        self.tags: list[Tag] = []
        self.firmware = bytes([0x32, 0x01, 0x06, 0x07])
        self.stuck = False
        self.powered = True
        self.commands = 0
        self.tap: Callable[[bytes], None] | None = None
        self._random = random.Random(seed)
        self._parser = FrameParser(identifiers=None)
        self._babble_s = float("-inf")
        self._handlers: dict[int, _Handler] = {
            0x00: self._diagnose,
            0x02: lambda _, __: (self.timing.simple_s, self.firmware),
            0x04: self._general_status,
            0x06: self._read_register,
            0x08: self._write_register,
            0x0C: lambda _, __: (self.timing.simple_s, bytes([*self._gpio, 0])),
            0x0E: self._write_gpio,
            0x10: self._accept,
            0x12: self._accept,
            0x14: self._sam_configuration,
            0x16: self._power_down,
            0x32: self._rf_configuration,
            0x40: self._data_exchange,
            0x42: self._communicate_through,
            0x44: self._deselect,
            0x4A: self._list_passive_target,
            0x52: self._release,
            0x54: self._select,
            0x60: self._auto_poll,
            0x8C: self._be_target,
        }
        self._boot()

    # ---- the supply

    def _boot(self) -> None:
        self._sleeping = self.wake_bytes
        self.sam_mode = 0
        self.tries = FOR_EVER
        self.rf_on = False
        self._registers: dict[int, int] = {}
        self._gpio = [0x3F, 0x06]
        self._targets: list[Tag] = []
        self._out: list[tuple[float, bytes]] = []
        self._last_answer = b""
        self._search: _Search | None = None
        self._parser.reset()

    @property
    def awake(self) -> bool:
        """Whether the chip has been woken since it got power."""
        return self.powered and not self._sleeping

    def power_off(self) -> None:
        """The supply is gone: the chip is silent and has forgotten everything."""
        self._field_off()
        self._boot()
        self.powered = False

    def power_on(self) -> None:
        """The supply is back; the chip sleeps until it is woken."""
        self.powered = True

    def power_glitch(self, now_s: float, garbage: bytes = b"\x00") -> None:
        """A dip of the supply: settings, targets and the running command are gone, and a byte of rubbish comes out."""
        self._field_off()
        self._boot()
        self.say(garbage, now_s)

    def say(self, data: bytes, now_s: float) -> None:
        """Put bytes on the line to the host that the chip has no reason to send."""
        if data:
            self._emit(now_s, data)

    # ---- the field

    def add_tag(self, tag: Tag) -> None:
        """Lay a tag on the reader."""
        tag.field_off()
        self.tags.append(tag)

    def remove_tag(self, tag: Tag) -> None:
        """Lift a tag; harmless if it does not lie there."""
        if tag in self.tags:
            self.tags.remove(tag)
        tag.field_off()

    def _field_off(self) -> None:
        self.rf_on = False
        self._targets = []
        for tag in self.tags:
            tag.field_off()

    # ---- the line

    def feed(self, data: bytes, now_s: float) -> None:
        """Bytes from the host."""
        if self.tap is not None:
            self.tap(data)
        if self.stuck or self.faults.babble or not self.powered:
            return
        if self._sleeping:
            slept = min(self._sleeping, len(data))
            self._sleeping -= slept
            data = data[slept:]
        self._run_search(now_s)
        for frame in self._parser.feed(data):
            if frame.kind is Kind.ACK:
                self._abort(now_s)
            elif frame.kind is Kind.NACK and self._last_answer:
                self._send(now_s + self.timing.simple_s)
            elif frame.kind is Kind.DATA:
                self._command(frame.payload, now_s)

    def take(self, now_s: float) -> bytes:
        """The bytes that have left for the host by now."""
        if self.stuck or not self.powered:
            self._out.clear()
            self._search = None
            return b""
        if babble := self.faults.babble:
            if now_s < self._babble_s:
                return b""
            self._babble_s = now_s + len(babble) * self.timing.byte_s
            return babble
        self._run_search(now_s)
        due = b"".join(data for due_s, data in self._out if due_s <= now_s)
        self._out = [later for later in self._out if later[0] > now_s]
        return due

    def next_s(self) -> float | None:
        """When the chip has something to do or to send next; None if nothing is on the way."""
        if self.faults.babble and self.powered and not self.stuck:
            return self._babble_s
        times = [due_s for due_s, _ in self._out[:1]]
        if self._search is not None:
            times.append(self._search.next_s)
        return min(times, default=None)

    def _abort(self, now_s: float) -> None:
        self._search = None
        self._out = [sent for sent in self._out if sent[0] <= now_s]

    def _emit(self, when_s: float, data: bytes) -> None:
        if self._out:
            when_s = max(when_s, self._out[-1][0])
        for at in range(0, len(data), self.timing.piece):
            piece = data[at : at + self.timing.piece]
            when_s += len(piece) * self.timing.byte_s
            self._out.append((when_s, piece))

    def _reply(self, when_s: float, payload: bytes) -> None:
        self._last_answer = information_frame(payload)
        self._send(when_s)

    def _send(self, when_s: float) -> None:
        faults = self.faults
        when_s += faults.extra_delay_s
        if faults.drop_response:
            faults.drop_response -= 1
            return
        data = bytearray(self._last_answer)
        if faults.corrupt_dcs:
            faults.corrupt_dcs -= 1
            data[-2] ^= 0x55
        if faults.corrupt_lcs:
            faults.corrupt_lcs -= 1
            data[4] ^= 0x55
        if faults.truncate:
            del data[faults.truncate :]
            faults.truncate = 0
        if faults.noise:
            data[:0] = self._random.randbytes(faults.noise)
            faults.noise = 0
        if faults.duplicate:
            faults.duplicate -= 1
            data += self._last_answer
        if faults.split_gap_s:
            half = len(data) // 2
            self._emit(when_s, bytes(data[:half]))
            self._emit(when_s + faults.split_gap_s, bytes(data[half:]))
        else:
            self._emit(when_s, bytes(data))

    # ---- commands

    def _command(self, payload: bytes, now_s: float) -> None:
        self._abort(now_s)
        self.commands += 1
        if self.faults.drop_ack:
            self.faults.drop_ack -= 1
        else:
            self._emit(now_s + self.timing.ack_s, ACK)
        when_s = now_s + self.timing.ack_s
        handler = self._handlers.get(payload[1]) if len(payload) > 1 and payload[0] == TO_CHIP else None
        try:
            if handler is None:
                raise IndexError
            result = handler(payload[2:], when_s)
        except IndexError:  # an unknown command, or one without the parameters it needs
            self._emit(when_s + self.timing.simple_s, SYNTAX_ERROR)
            return
        if result is not None:
            delay_s, body = result
            self._reply(when_s + delay_s, bytes([TO_HOST, payload[1] + 1]) + body)

    def _diagnose(self, parameters: bytes, when_s: float) -> tuple[float, bytes]:
        return self.timing.simple_s, parameters if parameters[0] == 0x00 else b"\x00"

    def _general_status(self, parameters: bytes, when_s: float) -> tuple[float, bytes]:
        targets = b"".join(bytes([number, 0, 0, 0]) for number in range(1, len(self._targets) + 1))
        return self.timing.simple_s, bytes([0, self.rf_on, len(self._targets)]) + targets + b"\x80"

    def _read_register(self, parameters: bytes, when_s: float) -> tuple[float, bytes]:
        registers = [high << 8 | low for high, low in zip(parameters[::2], parameters[1::2], strict=False)]
        return self.timing.simple_s, bytes(
            self._registers.get(register, 0x26 if register == 0x6339 else 0) for register in registers
        )

    def _write_register(self, parameters: bytes, when_s: float) -> tuple[float, bytes]:
        for at in range(0, len(parameters) - 2, 3):
            self._registers[parameters[at] << 8 | parameters[at + 1]] = parameters[at + 2]
        return self._accept(parameters, when_s)

    def _write_gpio(self, parameters: bytes, when_s: float) -> tuple[float, bytes]:
        for port in (0, 1):
            if parameters[port] & 0x80:
                self._gpio[port] = parameters[port] & 0x7F
        return self._accept(parameters, when_s)

    def _accept(self, parameters: bytes, when_s: float) -> tuple[float, bytes]:
        return self.timing.simple_s, b""

    def _sam_configuration(self, parameters: bytes, when_s: float) -> tuple[float, bytes]:
        self.sam_mode = parameters[0]
        return self._accept(parameters, when_s)

    def _power_down(self, parameters: bytes, when_s: float) -> tuple[float, bytes]:
        self._field_off()
        self._sleeping = self.wake_bytes
        return self.timing.simple_s, b"\x00"

    def _rf_configuration(self, parameters: bytes, when_s: float) -> tuple[float, bytes]:
        if parameters[0] == 0x01:
            if parameters[1] & 1:
                self.rf_on = True
            else:
                self._field_off()
        elif parameters[0] == 0x05:
            self.tries = parameters[3]
        return self._accept(parameters, when_s)

    # ---- the search for tags

    def _list_passive_target(self, parameters: bytes, when_s: float) -> None:
        most, kind, uid = parameters[0], parameters[1], parameters[2:]
        if not 1 <= most <= 2 or kind > 4:
            raise IndexError
        if uid[:1] == b"\x88":  # cascade tag
            uid = uid[1:]
        tries = None if self.tries == FOR_EVER else self.tries + 1
        self._start(_Search(0x4B, most, kind, uid if kind == 0 else b"", tries, when_s, self.timing.empty_try_s))

    def _auto_poll(self, parameters: bytes, when_s: float) -> None:
        tries, period, kinds = parameters[0], parameters[1], parameters[2:]
        kind = 0 if any(kind in (0x00, 0x10, 0x20) for kind in kinds) else 1
        count = None if tries == FOR_EVER else tries * len(kinds)
        self._start(_Search(0x61, 1, kind, b"", count, when_s, max(1, period) * 0.150))

    def _start(self, search: _Search) -> None:
        self.rf_on = True
        self._targets = []
        self._search = search
        self._run_search(search.next_s)

    def _run_search(self, now_s: float) -> None:
        while (search := self._search) is not None and search.next_s <= now_s:
            found = self._call(search) if search.kind == 0 else []
            if found:
                self._search, self._targets = None, found
                when_s = search.next_s + self.timing.activation_s * len(found)
                self._reply(when_s, bytes([TO_HOST, search.answer]) + self._found(search, found))
                return
            if search.tries is not None:
                search.tries -= 1
                if search.tries <= 0:
                    self._search = None
                    self._reply(search.next_s + self.timing.empty_try_s, bytes([TO_HOST, search.answer, 0]))
                    return
            search.next_s += search.gap_s

    def _call(self, search: _Search) -> list[Tag]:
        found: list[Tag] = []
        for tag in self.tags:
            if self.faults.rf_miss and self._random.random() < self.faults.rf_miss:
                tag.idle()
            elif tag.wake() and (not search.uid or tag.uid == search.uid):
                if len(found) < search.most:
                    found.append(tag)
                else:
                    tag.idle()
        return found

    @staticmethod
    def _found(search: _Search, found: list[Tag]) -> bytes:
        lists = [
            bytes([number]) + tag.atqa + bytes([tag.sak, len(tag.uid)]) + tag.uid + tag.ats
            for number, tag in enumerate(found, 1)
        ]
        if search.answer == 0x61:
            return bytes([1, 0x10, len(lists[0])]) + lists[0]
        return bytes([len(lists)]) + b"".join(lists)

    # ---- talking to a tag

    def _reach(self, tag: Tag | None, request: bytes) -> tuple[int, bytes]:
        if tag is None or tag not in self.tags or not request:
            return RF_TIMEOUT, b""
        if self.faults.pull_after:
            self.faults.pull_after -= 1
            if not self.faults.pull_after:
                for gone in list(self.tags):
                    self.remove_tag(gone)
                return RF_TIMEOUT, b""
        if isinstance(tag, MifareClassic1K) and request[0] in (0x60, 0x61):
            return (OK if tag.authenticate(request) else NOT_AUTHENTICATED), b""
        answer = tag.answer(request)
        return (RF_TIMEOUT, b"") if answer is None else (OK, answer)

    def _exchange_s(self, status: int) -> float:
        return self.timing.exchange_timeout_s if status == RF_TIMEOUT else self.timing.exchange_s

    def _data_exchange(self, parameters: bytes, when_s: float) -> tuple[float, bytes]:
        number = parameters[0] & 0x3F
        if not 1 <= number <= len(self._targets):
            return self.timing.simple_s, bytes([WRONG_CONTEXT])
        status, answer = self._reach(self._targets[number - 1], parameters[1:])
        if status == OK and len(answer) == 1:
            status, answer = (OK if answer == DONE else RF_PROTOCOL), b""
        return self._exchange_s(status), bytes([status]) + answer

    def _communicate_through(self, parameters: bytes, when_s: float) -> tuple[float, bytes]:
        tag = self._targets[0] if self._targets else next(iter(self.tags), None)
        status, answer = self._reach(tag, parameters)
        chip_checks = self._registers.get(_RX_MODE, 0x80) & 0x80
        if status == OK and len(answer) == 1 and chip_checks:
            status, answer = BAD_CRC, b""
        elif status == OK and len(answer) > 1 and not chip_checks:
            answer += crc_a(answer)
        return self._exchange_s(status), bytes([status]) + answer

    def _deselect(self, parameters: bytes, when_s: float) -> tuple[float, bytes]:
        for tag in self._targets:
            tag.halt()
        return self.timing.simple_s, b"\x00"

    def _release(self, parameters: bytes, when_s: float) -> tuple[float, bytes]:
        result = self._deselect(parameters, when_s)
        self._targets = []
        return result

    def _select(self, parameters: bytes, when_s: float) -> tuple[float, bytes]:
        known = 1 <= parameters[0] <= len(self._targets)
        return self.timing.simple_s, bytes([OK if known else WRONG_CONTEXT])

    def _be_target(self, parameters: bytes, when_s: float) -> None:
        self._field_off()  # and then it waits for another reader, which never comes


def crc_a(data: bytes) -> bytes:
    """The two checksum bytes of ISO 14443 A behind ``data``."""
    crc = 0x6363
    for byte in data:
        mixed = byte ^ (crc & 0xFF)
        mixed = (mixed ^ (mixed << 4)) & 0xFF
        crc = (crc >> 8) ^ (mixed << 8) ^ (mixed << 3) ^ (mixed >> 4)
    return crc.to_bytes(2, "little")
