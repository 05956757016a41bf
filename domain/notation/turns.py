"""How a turn that is told in advance is written: its condition, and its steps with their arguments
by name. Units have their ids there, as nobody knows where they will stand."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from domain.notation import hexes
from domain.plans import Condition, ConditionalTurn, PlannedStep, StepType
from domain.values import Card, Section

BEGINS = "/then="
_PATH, _YES = "path", "yes"
_WORDS: Mapping[str, type[Card | Section]] = {"card": Card, "section": Section, "as_card": Card}
_NAMES = tuple(one.name for one in fields(PlannedStep) if one.name != "type")


def written(turns: tuple[ConditionalTurn, ...]) -> str:
    """All turns, each begun by ``BEGINS``."""
    return "".join(BEGINS + "/".join(_parts(turn)) for turn in turns)


def read(text: str) -> ConditionalTurn:
    """One turn, without what begins it. Raises ``ValueError``."""
    head, *steps = text.split("/")
    when, named, hex_ = head.partition("=")
    parsed = tuple(map(_step, steps))
    return ConditionalTurn(parsed, Condition(when), hexes.named(hex_) if named else None)


def _parts(turn: ConditionalTurn) -> Iterator[str]:
    yield turn.when if turn.hex is None else f"{turn.when}={hexes.name(turn.hex)}"
    for step in turn.steps:
        said = ((name, getattr(step, name)) for name in _NAMES)
        parsed = (
            f"={name}-{_argument_text(value)}" for name, value in said if value not in (None, False)
        )
        yield step.type + "".join(parsed)


def _argument_text(value: Any) -> str:
    if value is True:
        return _YES
    return value if isinstance(value, str) else "-".join(map(hexes.name, value))


def _step(text: str) -> PlannedStep:
    kind, *parsed = text.split("=")
    said = dict(_argument(one) for one in parsed)
    return PlannedStep(StepType(kind), **said)


def _argument(text: str) -> tuple[str, Any]:
    name, _, value = text.partition("-")
    if name not in _NAMES:
        raise ValueError(f"{name!r} is no argument of a step")
    if name == _PATH:
        return name, tuple(map(hexes.named, value.split("-"))) if value else ()
    if name in _WORDS:
        return name, _WORDS[name](value)
    return name, value == _YES if name == "on_the_move" else value
