"""Write a record as text."""

import textwrap
from collections.abc import Iterator

from domain.notation.headers import NAMES, TRAILER
from domain.notation.record import Record, Step
from domain.notation.words import BY_WORD
from domain.values import Seat

_WIDTH = 100
_FOLDED = ("Times", "Nonces")
"""Headers with long lists."""
_ESCAPED = {"\\": "\\\\", '"': '\\"', "}": "\\}"}


def write(record: Record) -> str:
    """Return the text of a record; equal records give equal texts."""
    names = sorted(record.headers, key=lambda name: (*_order(name), name))
    before = [_header(name, record) for name in names if name not in TRAILER]
    after = [_header(name, record) for name in names if name in TRAILER]
    comment = [_comment(record.comment)] if record.comment else []
    parts = ("\n".join(lines) for lines in (before, comment, _lines(record.steps), after))
    return "\n\n".join(part for part in parts if part) + "\n"


def _order(name: str) -> tuple[int]:
    return (NAMES.index(name) if name in NAMES else len(NAMES),)


def _header(name: str, record: Record) -> str:
    value = _escaped(record.headers[name].value, '\\"')
    line = f'[{name} "{value}"]'
    return "\n".join(textwrap.wrap(line, _WIDTH)) if name in _FOLDED else line


def _comment(text: str) -> str:
    return f"{{{_escaped(text, chr(92) + '}')}}}"


def _escaped(text: str, which: str) -> str:
    return "".join(_ESCAPED[letter] if letter in which else letter for letter in text)


def _lines(steps: tuple[Step, ...]) -> Iterator[str]:
    """Yield the lines; steps with one word share a line within a heading and parentheses."""
    heading: tuple[int, Seat | None] = (0, None)
    within, line = False, ""
    for before, step in zip((None, *steps), steps, strict=False):
        if before is not None and _continues(before, step):
            line += f", {_step_text(step)}"
            continue
        if line:
            yield line
        if within and not step.undone:
            yield ")"
        if step.undone and not within:
            yield "("
        within = step.undone
        if (step.turn, step.active) != heading:
            heading = (step.turn, step.active)
            yield f"\n{step.turn}. {step.active or ''}".rstrip(" ")
        line = f"{_prefix(step)}{step.word} {_step_text(step)}".rstrip(" ")
    if line:
        yield line
    if within:
        yield ")"


def _continues(before: Step, step: Step) -> bool:
    """Return whether a step is written after the previous one, without its word."""
    return BY_WORD[step.word].shape is not None and all(
        getattr(before, name) == getattr(step, name)
        for name in ("turn", "active", "undone", "seat", "word")
    )


def _prefix(step: Step) -> str:
    return "" if step.seat is step.active else f"{step.seat}: "


def _step_text(step: Step) -> str:
    outcome = f"[{', '.join(step.outcome)}]" if step.outcome else ""
    comment = _comment(step.comment) if step.comment else ""
    return " ".join(part for part in (step.argument, outcome, comment) if part)
