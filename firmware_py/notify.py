"""The line to the service manager: ready, alive, what it is doing and what it has to do without, stopping.

Outside a service there is no line, and every call does nothing. This module must not know what "alive" means:
whoever says ``ALIVE`` has made sure that every loop has moved.
"""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Iterable, Mapping

READY = "READY=1"
ALIVE = "WATCHDOG=1"
STOPPING = "STOPPING=1"


class Notifier:
    """Sends states to ``$NOTIFY_SOCKET``. ``interval_s`` is how often ``ALIVE`` is due, None if nobody waits for it.

    The interval is half of what the manager allows. A manager that has gone, or a full socket, is no error: the
    keep-alive is sent again anyway, and the game matters more than the line.
    """

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        path = environ.get("NOTIFY_SOCKET", "")
        self._address = "\0" + path[1:] if path.startswith("@") else path
        allowed_us = environ.get("WATCHDOG_USEC", "")
        meant_for = environ.get("WATCHDOG_PID") or str(os.getpid())
        due = self._address and allowed_us.isdecimal() and int(allowed_us) > 0 and meant_for == str(os.getpid())
        self.interval_s: float | None = int(allowed_us) / 2e6 if due else None

    def tell(self, *states: str) -> bool:
        """Send ``states`` in one message, e.g. ``tell(READY, status("2 displays"))``. False if nobody heard it."""
        if not self._address:
            return False
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.setblocking(False)
            line.sendto("\n".join(states).encode(), self._address)
            return True
        return False


class Condition:
    """Keeps the manager's line of status true: ``parts`` in words, and what is wrong with them at the moment."""

    def __init__(self, notifier: Notifier, parts: str) -> None:
        self._notifier, self._parts, self._told = notifier, parts, ""

    def tell(self, lost: Iterable[str], trouble: str, *more: str) -> None:
        """Tell what runs, if that is not what was told last, together with ``more`` states.

        ``lost``: what the parts that do not answer say, ``trouble``: why nothing is saved, "" if it is.
        """
        wrong = [message.partition(": ")[0] for message in lost]  # what to check stands in the log and on the glass
        if trouble:
            wrong.append(f"not saved, {trouble}")
        said = "; ".join([f"running: {self._parts}", *wrong])
        if said != self._told:
            self._told = said
            self._notifier.tell(*more, status(said))


def status(text: str) -> str:
    """The state that ``systemctl status`` shows as one line of text."""
    return "STATUS=" + " ".join(text.split())
