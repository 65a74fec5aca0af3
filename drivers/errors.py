"""The exceptions of the drivers: each inherits ``DriverError`` and the matching built-in."""

from __future__ import annotations


class DriverError(Exception):
    """Base of everything that a driver raises."""


class PartLost(DriverError, OSError):
    """A part does not answer on its wire. The message names part, bus, address and likely cause."""


class WiringError(DriverError, ValueError):
    """A wiring that cannot be: a pin used twice, a number out of range."""
