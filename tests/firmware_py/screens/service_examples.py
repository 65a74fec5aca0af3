"""The pictures for looking at the parts of a box, by name: golden like the screens, but drawn on the whole glass."""

from __future__ import annotations

from PIL import Image

from drivers.traces import Edge, moves
from firmware_py.screens import service

PRESS: list[Edge] = [
    (1.0, True), (1.0004, False), (1.0011, True), (1.0020, False), (1.0032, True),
    (1.1, False), (1.1003, True), (1.1009, False),
]  # fmt: skip


def service_examples() -> dict[str, Image.Image]:
    """Name → picture, each in both heights."""
    found = {}
    for height in (64, 32):
        lines = ["ssd1306 128×64", "0x3C on i2c-1", "Is the frame whole?"]
        if height == 32:
            lines = ["ssd1306, 0x3C on i2c-1", "Frame whole?"]
        found[f"card-{height}"] = service.card(128, height, "prompt", lines)
        found[f"card-plain-{height}"] = service.card(128, height, "prompt", lines, block=False)
        found[f"trace-{height}"] = service.trace(128, height, "Back", moves(PRESS))
        found[f"trace-clean-{height}"] = service.trace(128, height, "the knob", moves([(1.0, True), (1.2, False)]))
    return found
