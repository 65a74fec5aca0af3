"""Enlarged pictures of a screen that look like the glass: for README and the bench page, never for a display."""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageDraw

_LIT = (214, 236, 255)
_DARK = (10, 13, 18)
_GRID = (4, 6, 9)
_BEZEL = (34, 38, 46)
_EDGE = (72, 78, 90)


def png(image: Image.Image, scale: int = 4, frame: bool = True) -> bytes:
    """A one-bit picture as a PNG file, each pixel ``scale`` × ``scale`` with a dark gap, in a bezel if ``frame``.

    Below a scale of 3 there is no gap between pixels. Raises ValueError for a scale below 1.
    """
    if scale < 1:
        raise ValueError(f"a scale of {scale} was given, but a picture needs at least 1")
    width, height = image.size
    lit = image.convert("L").resize((width * scale, height * scale), Image.Resampling.NEAREST)
    glass = Image.new("RGB", lit.size, _DARK)
    glass.paste(Image.new("RGB", lit.size, _LIT), mask=lit)
    if scale >= 3:
        pen = ImageDraw.Draw(glass)
        for x in range(scale - 1, width * scale, scale):
            pen.line((x, 0, x, height * scale), fill=_GRID)
        for y in range(scale - 1, height * scale, scale):
            pen.line((0, y, width * scale, y), fill=_GRID)
    if frame:
        border = 4 * scale
        outer = Image.new("RGB", (glass.width + 2 * border, glass.height + 2 * border), _BEZEL)
        pen = ImageDraw.Draw(outer)
        pen.rectangle((0, 0, outer.width - 1, outer.height - 1), outline=_EDGE, width=max(1, scale // 2))
        inner = border - 2 * scale
        pen.rectangle((inner, inner, outer.width - 1 - inner, outer.height - 1 - inner), fill=_DARK)
        outer.paste(glass, (border, border))
        glass = outer
    file = BytesIO()
    glass.quantize(32).save(file, "PNG", optimize=True)
    return file.getvalue()
