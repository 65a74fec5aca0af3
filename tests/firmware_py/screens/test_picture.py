"""Enlarged pictures for README and the bench page."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from firmware_py.screens import render
from firmware_py.screens.picture import png
from tests.firmware_py.screens.examples import examples


@pytest.mark.parametrize(
    ("scale", "frame", "size"), [(4, False, (512, 256)), (4, True, (544, 288)), (1, False, (128, 64))]
)
def test_a_picture_is_a_png_of_the_enlarged_size(scale: int, frame: bool, size: tuple[int, int]) -> None:
    file = png(render(examples()["t-move"], 128, 64), scale, frame)
    assert Image.open(BytesIO(file), formats=["PNG"]).size == size


def test_lit_pixels_are_bright_and_dark_ones_dark() -> None:
    image = render(examples()["t-move"], 128, 64)
    enlarged = Image.open(BytesIO(png(image, 4, frame=False))).convert("L")
    for x in range(0, 127, 7):
        for y in range(0, 63, 3):
            bright = enlarged.getpixel((4 * x + 1, 4 * y + 1))
            assert isinstance(bright, int)
            assert (bright > 128) == bool(image.getpixel((x, y)))


def test_a_scale_below_one_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        png(render(examples()["t-move"], 128, 64), 0)
