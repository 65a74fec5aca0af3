"""Which tags lie on the reader: made from what each poll saw, with hysteresis, so that a resting tag is one tap.

A real reader misses a tag now and then although nobody has touched it. A tag therefore is gone only when it has been
missing for some time *and* for some polls; and it has arrived only if the reader was known to be without it. What lies
there when a reader starts, or returns after a failure, was laid there before and is remembered silently until lifted.
Pure code: time is handed in, in seconds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(slots=True)
class _Resting:
    seen_s: float
    announced: bool
    missed: int = 0


class Presence:
    """The tags on one reader.

    ``leave_s`` and ``leave_polls``: for how long, and in how many polls on end, a tag must be missing to be gone.
    """

    def __init__(self, leave_s: float = 0.6, leave_polls: int = 3) -> None:
        self._leave_s = leave_s
        self._leave_polls = leave_polls
        self._resting: dict[bytes, _Resting] = {}
        self._quiet_until_s = float("-inf")
        self._quiet_polls = leave_polls

    @property
    def uids(self) -> frozenset[bytes]:
        """The tags that count as lying on the reader."""
        return frozenset(self._resting)

    @property
    def quiet(self) -> bool:
        """Whether a tag met in the next poll is taken to have been there before; so from the beginning."""
        return self._quiet_polls > 0

    def restart(self, now_s: float) -> None:
        """The reader has come (back) to life: until it has had time to see all that rests on it, nothing arrives."""
        self._quiet_until_s = now_s + self._leave_s
        self._quiet_polls = self._leave_polls
        for tag in self._resting.values():
            tag.seen_s, tag.missed = now_s, 0

    def update(self, uids: Iterable[bytes], now_s: float) -> tuple[list[bytes], list[bytes]]:
        """Take in one answered poll. Gives the tags that have arrived and those that were lifted.

        A tag that was never said to have arrived is never said to have been lifted.
        """
        arrived = []
        for uid in dict.fromkeys(uids):
            if (tag := self._resting.get(uid)) is not None:
                tag.seen_s, tag.missed = now_s, 0
                continue
            self._resting[uid] = _Resting(now_s, announced=not self.quiet)
            if not self.quiet:
                arrived.append(uid)
        lifted = []
        for uid, tag in list(self._resting.items()):
            if tag.seen_s == now_s:
                continue
            tag.missed += 1
            if tag.missed >= self._leave_polls and now_s - tag.seen_s > self._leave_s:
                del self._resting[uid]
                if tag.announced:
                    lifted.append(uid)
        if self._quiet_polls:
            self._quiet_polls -= 1
            if now_s < self._quiet_until_s:
                self._quiet_polls = max(1, self._quiet_polls)
        return arrived, lifted
