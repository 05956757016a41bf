"""Conditional turns in writing: the condition, and the steps with their named arguments. Units are
written by id, as their future hexes are unknown."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from domain.notation import hexes
from domain.plans import Condition, ConditionalTurn, PlannedStep, StepType
from domain.values import Card, Section

BEGINS = "/then="
_PATH, _YES = "path", "yes"
_WORDS: Mapping[str, type[Card | Section]] = {"card": Card, "section": Section, "as_card": Card}
_NAMES = tuple(field.name for field in fields(PlannedStep) if field.name != "type")


def write_turns(turns: tuple[ConditionalTurn, ...]) -> str:
    """Return all turns, each beginning with ``BEGINS``."""
    return "".join(BEGINS + "/".join(_parts(turn)) for turn in turns)


def read_turn(text: str) -> ConditionalTurn:
    """Return one turn, from the text after ``BEGINS``. Raises ``ValueError``."""
    head, *steps = text.split("/")
    when, named, hex_ = head.partition("=")
    parsed = tuple(map(_step, steps))
    return ConditionalTurn(parsed, Condition(when), hexes.parse_hex(hex_) if named else None)


def _parts(turn: ConditionalTurn) -> Iterator[str]:
    yield turn.when if turn.hex is None else f"{turn.when}={hexes.hex_name(turn.hex)}"
    for step in turn.steps:
        values = ((name, getattr(step, name)) for name in _NAMES)
        arguments = (
            f"={name}-{_argument_text(value)}"
            for name, value in values
            if value not in (None, False)
        )
        yield step.type + "".join(arguments)


def _argument_text(value: Any) -> str:
    if value is True:
        return _YES
    return value if isinstance(value, str) else "-".join(map(hexes.hex_name, value))


def _step(text: str) -> PlannedStep:
    kind, *arguments = text.split("=")
    values = dict(_argument(argument) for argument in arguments)
    return PlannedStep(StepType(kind), **values)


def _argument(text: str) -> tuple[str, Any]:
    name, _, value = text.partition("-")
    if name not in _NAMES:
        raise ValueError(f"{name!r} is not an argument of a step")
    if name == _PATH:
        return name, tuple(map(hexes.parse_hex, value.split("-"))) if value else ()
    if name in _WORDS:
        return name, _WORDS[name](value)
    return name, value == _YES if name == "on_the_move" else value
