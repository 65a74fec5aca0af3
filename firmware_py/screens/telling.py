"""Screens that tell something or ask one thing: notices, toasts, questions, set-up steps, start and stop."""

from __future__ import annotations

from firmware_py.screens import fonts, icons, parts
from firmware_py.screens.canvas import Canvas
from firmware_py.screens.fonts import MEDIUM, MEDIUM_TWICE, SMALL, SMALL_TWICE
from firmware_py.screens.parts import LOW_BODY
from firmware_py.view import Big, Code, Dark, Header, Laying, Letters, Notice, Question, Splash, Toast


def splash(canvas: Canvas, screen: Splash) -> None:
    """Power-up: what this box is, and what it is doing."""
    if not canvas.tall:
        canvas.icon(4, 7, icons.large("arch"))
        canvas.text(28, 3, "Tabularius", MEDIUM)
        canvas.text(28, 18, canvas.shortened(SMALL, screen.line, canvas.right - 28))
        return
    canvas.icon(5, 10, icons.huge("arch"))
    canvas.text(44, 11, "Tabularius", MEDIUM)
    canvas.fill(44, 26, canvas.right - 4, 26)
    canvas.text(44, 30, "keeper of the")
    canvas.text(44, 40, "public records")
    canvas.text(44, 53, canvas.shortened(SMALL, screen.line, canvas.right - 44))


def toast(canvas: Canvas, screen: Toast) -> None:
    """What has just happened: an amount large, or an icon, with a title and lines."""
    if not canvas.tall:
        _low_toast(canvas, screen)
        return
    parts.header(canvas, screen.header)
    if screen.big:
        face, amount = canvas.fitting(screen.big, canvas.right - 4, MEDIUM_TWICE, MEDIUM)
        canvas.text_centred(0, canvas.right, 9 if face is MEDIUM_TWICE else 15, amount, face)
        face, title = canvas.fitting(screen.title, canvas.right - 4, MEDIUM, SMALL)
        canvas.text_centred(0, canvas.right, 34 if face is MEDIUM else 36, title, face)
        joined = "   ".join(screen.lines)
        canvas.text_centred(0, canvas.right, 52, canvas.shortened(SMALL, joined, canvas.right - 2))
    elif screen.icon:
        canvas.icon(6, 22, icons.large(screen.icon), screen.icon)
        _title_and_lines(canvas, 28, 15, screen.title, screen.lines)
    else:
        _title_and_lines(canvas, 4, 16, screen.title, screen.lines)


def _title_and_lines(canvas: Canvas, x: int, y: int, title: str, lines: tuple[str, ...]) -> None:
    """A large title and up to three small lines; a long title is small, and wrapped with the lines if need be."""
    room = canvas.right + 1 - x
    if fonts.width(MEDIUM, title) <= room:
        canvas.text(x, y, title, MEDIUM)
        parts.lines(canvas, x, y + 16, lines, 3)
    else:
        parts.lines(canvas, x, 13, [title, *lines], 5)


def _low_toast(canvas: Canvas, screen: Toast) -> None:
    """32 rows: the title large over one line. An amount is smaller where the title needs the room; where the line
    would be cut, the title stands in the header and the line has both rows.
    """
    head, x = screen.header, 4
    face = SMALL
    if screen.big:
        large = 9 + fonts.width(MEDIUM_TWICE, screen.big) + fonts.width(SMALL, screen.title) <= canvas.right
        face, big = canvas.fitting(screen.big, 60, *((MEDIUM_TWICE, MEDIUM) if large else (MEDIUM,)))
    elif screen.icon:
        x = 24
    below = "   ".join(screen.lines)
    if not screen.big and screen.lines and not parts.fit(canvas, screen.lines[:1], canvas.right - x, 1):
        wanted = parts.chip_width(head.chip[:3]) + fonts.width(SMALL, screen.title)
        if wanted <= canvas.edge and parts.fit(canvas, screen.lines[:1], canvas.right - x, 2):
            head, screen = Header(head.chip, "", screen.title), Toast(head, "", screen.lines[:1], "", screen.icon)
    parts.header(canvas, head)
    if screen.big:
        x = canvas.text(2, 7 if face is MEDIUM_TWICE else 11, big, face) + 7
    elif screen.icon:
        canvas.icon(3, 12, icons.large(screen.icon), screen.icon)
    if not screen.title:
        parts.lines(canvas, x, LOW_BODY + 1, screen.lines, 2)
        return
    parts.low_text(canvas, x, LOW_BODY - 1, screen.title, canvas.right - x)
    if fonts.width(SMALL, below) > canvas.right - x:
        below = screen.lines[0]
    canvas.text(x, 21, canvas.shortened(SMALL, below, canvas.right - x))


def question(canvas: Canvas, screen: Question) -> None:
    """A question with framed buttons."""
    if not canvas.tall:
        _low_question(canvas, screen)
        return
    head = screen.header
    lines = screen.lines
    asked = parts.chip_width(head.chip[:3]) + fonts.width(SMALL, head.subject) + (11 if head.icon else 0)
    if not screen.title and asked > canvas.edge - fonts.width(SMALL, head.right):
        # A long question stands in the body, wrapped, rather than cut in the header.
        head, lines = Header(head.chip, head.icon, "", head.right, head.marks), (head.subject, *lines)
    parts.header(canvas, head)
    x, y = 2, 12
    if screen.icons:
        x = 8
        for name, letter in screen.icons:
            canvas.icon(x, 15, icons.large(name), name)
            canvas.text(x + 19, 16, letter, MEDIUM)
            x += 32
        y, x = 16, x + 6
    if screen.title:
        face, title = canvas.fitting(screen.title, canvas.right + 1 - x, MEDIUM, SMALL)
        canvas.text(x, y if face is MEDIUM else y + 3, title, face)
    if screen.icons:
        parts.lines(canvas, 4, 34, lines, 1)
    else:
        parts.lines(canvas, 2, 26 if screen.title else 13, lines, 2 if screen.title else 3)
    parts.button_row(canvas, 47, 61, screen.buttons, screen.cursor)


def _low_question(canvas: Canvas, screen: Question) -> None:
    """32 rows: the question in one line, its buttons below; a longer one on two, with the buttons as a line of words.

    Explanations go.
    """
    head = screen.header
    rest = " ".join([*(letter for _, letter in screen.icons), *([screen.title] if screen.title else [])])
    between = ": " if head.subject[-1:].isalnum() else " "
    full = between.join(text for text in (head.subject, rest) if text)
    room = canvas.edge + 1 - parts.chip_width(head.chip[:3]) - (11 if head.icon else 0)
    if fonts.width(SMALL, full) <= room:
        parts.header(canvas, Header(head.chip, head.icon, full))
        parts.button_row(canvas, 13, 29, screen.buttons, screen.cursor)
        return
    subject, below = (head.subject, rest) if rest else fonts.hanging(SMALL, head.subject, room, canvas.right - 2)
    asked = parts.chip_width(head.chip[:3]) + fonts.width(SMALL, f"{subject}  {head.right}") + (11 if head.icon else 0)
    parts.header(canvas, Header(head.chip, head.icon, subject, head.right if asked <= canvas.edge else ""))
    canvas.text(2, 10, canvas.shortened(SMALL, below, canvas.right - 2))
    pitch = (canvas.right + 2) // len(screen.buttons)
    for index, label in enumerate(screen.buttons):
        x0, x1 = pitch * index, pitch * (index + 1) - 2
        canvas.text_centred(x0, x1, 21, canvas.shortened(SMALL, label, pitch - 6))
        if index == screen.cursor:
            canvas.focus(x0, 20, x1, canvas.bottom)


def notice(canvas: Canvas, screen: Notice) -> None:
    """Lines of text, wrapped; a bar at the bottom if there is something to take."""
    if not canvas.tall:
        _low_notice(canvas, screen)
        return
    parts.header(canvas, screen.header)
    x = 30 if screen.icon else 2
    canvas.icon(6, 22, icons.large(screen.icon) if screen.icon else None, screen.icon)
    y, bottom = 12, 52 if screen.button else 62
    if screen.title:
        y = _title(canvas, screen, x, y, bottom)
    parts.lines(canvas, x, y, screen.lines, (bottom - y) // SMALL.height)
    if screen.button:
        canvas.text_centred(0, canvas.right, 52, canvas.shortened(SMALL, screen.button, canvas.right - 6))
        canvas.focus(0, 52, canvas.right, 61)


def _title(canvas: Canvas, screen: Notice, x: int, y: int, bottom: int) -> int:
    """The title, as large as the lines leave room for, or none; returns the row where they begin."""
    wanted = sum(len(fonts.wrapped(SMALL, text, canvas.right + 1 - x, 9)) for text in screen.lines)
    rows = (bottom - y) // SMALL.height
    if 1 < rows == wanted:
        return y  # what it is about stands in the text
    face, title = canvas.fitting(screen.title, canvas.right - x, MEDIUM, SMALL)
    if wanted == rows - 1:
        face, title = SMALL, canvas.shortened(SMALL, screen.title, canvas.right - x)
        canvas.text(x, y, title, face)
        return y + SMALL.height
    canvas.text(x, y if face is MEDIUM else y + 2, title, face)
    return y + 15


def _low_notice(canvas: Canvas, screen: Notice) -> None:
    """32 rows: the header's line and two more; the title leads the text if there is room for both, a button stands in
    the last line."""
    shown = parts.header(canvas, screen.header)
    y, most = (10, 2) if shown else (1, 3)
    texts = [text for text in (screen.title, *screen.lines) if text]
    if screen.title and screen.lines:
        texts = [f"{screen.title}{'.' if ':' in screen.title else ':'} {screen.lines[0]}", *screen.lines[1:]]
        if len(fonts.wrapped(SMALL, " ".join(texts), canvas.right, 9)) > most:
            texts = list(screen.lines)
    if not screen.button:
        parts.lines(canvas, 1, y, texts if parts.fit(canvas, texts, canvas.right, most) else [" ".join(texts)], most)
        return
    button = canvas.shortened(SMALL, screen.button, canvas.right // 2)
    left = canvas.text_right(canvas.right - 3, 21, button) - 4
    canvas.focus(left, 20, canvas.right, 30)
    shown_texts = fonts.wrapped(SMALL, " ".join(texts), canvas.right, 9)
    parts.lines(canvas, 1, y, shown_texts[: most - 1], most - 1)
    rest = " ".join(shown_texts[most - 1 :])
    canvas.text(1, y + 10 * (most - 1), canvas.shortened(SMALL, rest, left - 4))


def code(canvas: Canvas, screen: Code) -> None:
    """A set-up code, large."""
    shown = parts.header(canvas, screen.header)
    face, text = canvas.fitting(screen.code, canvas.right - 4, SMALL_TWICE, MEDIUM, SMALL)
    if canvas.tall:
        canvas.text_centred(0, canvas.right, 12 if face is SMALL_TWICE else 18, text, face)
        parts.centred_lines(canvas, 62, screen.lines)
    else:
        top = LOW_BODY if shown else 5
        canvas.text_centred(0, canvas.right, top if face is SMALL_TWICE else top + 4, text, face)


def laying(canvas: Canvas, screen: Laying) -> None:
    """One step of the set-up: what lies where, with a bar of how much is done."""
    parts.header(canvas, screen.header)
    top, bottom = (60, 61) if canvas.tall else (30, 30)
    end = canvas.right * screen.done // max(1, screen.of)
    if end:
        canvas.fill(0, top, end, bottom)
    canvas.dots(end + 4, canvas.right, bottom, 4)
    x = 3
    if screen.icon:
        canvas.icon(4 if canvas.tall else 2, 17 if canvas.tall else 11, icons.large(screen.icon), screen.icon)
        x = 26 if canvas.tall else 22
    room = canvas.right + 1 - x
    if canvas.tall:
        for y, text in ((13, screen.place), (27, screen.thing)):
            face, fitted = canvas.fitting(text, room, MEDIUM, SMALL)
            canvas.text(x, y if face is MEDIUM else y + 3, fitted, face)
        canvas.text(3, 44, canvas.shortened(SMALL, screen.note, canvas.right - 3))
        return
    parts.low_text(canvas, x, LOW_BODY - 2, screen.place, room)
    canvas.text(x, 20, canvas.shortened(SMALL, screen.thing or screen.note, room))


_WHEEL_GAP = 7


def letters(canvas: Canvas, screen: Letters) -> None:
    """The letter wheel: the name so far with a caret, the letters round the cursor, what the knob does."""
    if canvas.tall:
        parts.header(canvas, screen.header)
        face, text = canvas.fitting(screen.text, canvas.right - 12, MEDIUM, SMALL)
        end = canvas.text(4, 13 if face is MEDIUM else 16, text, face) + (2 if text else 0)
        canvas.fill(end, 25, end + 5, 25)
        _wheel(canvas, screen, 28)
        parts.centred_lines(canvas, 62, screen.lines)
        return
    head = screen.header
    parts.header(canvas, Header(head.chip, head.icon, f"{screen.text}_", head.right))
    _wheel(canvas, screen, 15)


def _wheel(canvas: Canvas, screen: Letters, y: int) -> None:
    total = len(screen.wheel)
    # A space would not be seen.
    shown = [letter if letter != " " else "_" for letter in screen.wheel]
    here = shown[screen.cursor]
    width = fonts.width(MEDIUM, here)
    x = 63 - width // 2
    canvas.text(x, y - 1, here, MEDIUM)
    canvas.focus(x - 3, y, x + width + 2, y + 11)
    left, right = x - 3, x + width + 2
    before = after = True
    # Each letter of the wheel is shown once, nearest first on both sides.
    for step in range(1, total // 2 + 1):
        after_index, before_index = (screen.cursor + step) % total, (screen.cursor - step) % total
        if after:
            letter = shown[after_index]
            end = right + _WHEEL_GAP + fonts.width(MEDIUM, letter)
            after = end <= canvas.right
            if after:
                canvas.text(right + _WHEEL_GAP, y - 1, letter, MEDIUM)
                right = end
        if before and before_index != after_index:
            letter = shown[before_index]
            start = left - _WHEEL_GAP + 1 - fonts.width(MEDIUM, letter)
            before = start >= 0
            if before:
                canvas.text(start, y - 1, letter, MEDIUM)
                left = start


def big(canvas: Canvas, screen: Big) -> None:
    """One word, large: Paused, Saving…, Saved."""
    shown = parts.header(canvas, screen.header)
    if not canvas.tall:
        _low_big(canvas, screen, shown=shown)
    elif shown:
        x = 32 if screen.icon else 4
        canvas.icon(8, 20, icons.large(screen.icon) if screen.icon else None, screen.icon)
        face, word = canvas.fitting(screen.word, canvas.right - x, SMALL_TWICE, MEDIUM)
        canvas.text(x, 16 if face is SMALL_TWICE else 21, word, face)
        parts.lines(canvas, 4, 42, screen.lines, 2)
    elif screen.icon:
        canvas.icon(6, 16, icons.huge(screen.icon), screen.icon)
        face, word = canvas.fitting(screen.word, canvas.edge - 46, SMALL_TWICE, MEDIUM)
        canvas.text(46, 14 if face is SMALL_TWICE else 20, word, face)
        parts.lines(canvas, 46, 38, screen.lines, 2)
    else:
        face, word = canvas.fitting(screen.word, canvas.right - 4, SMALL_TWICE, MEDIUM)
        canvas.text_centred(0, canvas.right, 16, word, face)
        parts.centred_lines(canvas, 42 + 10 * min(2, len(screen.lines)), screen.lines)


def _low_big(canvas: Canvas, screen: Big, *, shown: bool) -> None:
    x = 28 if screen.icon else 2
    canvas.icon(4, 12 if shown else 7, icons.large(screen.icon) if screen.icon else None, screen.icon)
    parts.low_text(canvas, x, LOW_BODY - 1 if shown else 3, screen.word, canvas.edge - x)
    if screen.lines:
        canvas.text(x, 21 if shown else 18, canvas.shortened(SMALL, screen.lines[0], canvas.right - x))


def dark(canvas: Canvas, screen: Dark) -> None:
    """Nothing lit (but a mark, if there is one)."""
