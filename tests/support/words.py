"""Commands and events as JSON for files, and commands as short words for people."""

import re
from typing import Any

import msgspec

from domain import commands as c
from domain.events import Event
from events.log.codec import decode, encode

Json = dict[str, Any]
KINDS: dict[str, Any] = {
    re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower(): kind for kind in c.Command.__args__
}
_NAMES = {kind: name for name, kind in KINDS.items()}


def command_out(command: c.Command) -> Json:
    """A command as JSON values."""
    return {"command": _NAMES[type(command)], **msgspec.to_builtins(command)}


def command_in(stored: Json) -> c.Command:
    """The command behind JSON values."""
    fields = dict(stored)
    command: c.Command = msgspec.convert(fields, KINDS[fields.pop("command")])
    return command


def event_out(event: Event) -> Json:
    """An event as JSON values."""
    stored = encode(event)
    return {
        "type": stored.type,
        "schema": stored.schema,
        "data": stored.data,
        "hidden": stored.hidden,
    }


def event_in(stored: Json) -> Event:
    """The event behind JSON values."""
    return decode(stored["type"], stored["schema"], stored["data"], stored["hidden"])


def canonical(value: object) -> str:
    """JSON in one spelling."""
    return msgspec.json.encode(value, order="sorted").decode()


def in_words(command: c.Command) -> str:
    """A command in one short line, its seat left out: ``move_unit allies-3 5,4 4,4``."""
    result = command_out(command)
    values = [
        value
        for key, value in result.items()
        if key not in ("command", "seat") and value not in (None, False)
    ]
    return " ".join([result["command"], *map(_word, values)])


def _word(value: object) -> str:
    if not isinstance(value, list | tuple):
        return str(value)
    if value and isinstance(value[0], str):
        return "/".join(value)
    hexes = [value] if value and isinstance(value[0], int) else value
    return " ".join(f"{row},{col}" for row, col in hexes) or "-"
