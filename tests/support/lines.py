"""Stored lines taken apart and written otherwise."""

from typing import Any

import msgspec

from events.log import line as lines
from events.log.line import PackedHidden, PackedLine

_EVERY = {*PackedLine.__struct_fields__} - {"more"}


def members(line: bytes) -> dict[str, Any]:
    """What a line says, as JSON values."""
    read: dict[str, Any] = msgspec.to_builtins(lines.members(line))
    return read


def written(said: dict[str, Any]) -> bytes:
    """The line that says so, whatever it is."""
    parts = {name: value for name, value in said.items() if name in _EVERY}
    hidden = said["hidden"]
    if isinstance(hidden, dict):
        parts["hidden"] = PackedHidden(
            hidden["audience"], bytes.fromhex(hidden["salt"]), hidden["data"]
        )
    parts |= {"at": lines.moment_of(said["at"]), "hash": bytes.fromhex(said["hash"])}
    more = {name: value for name, value in said.items() if name not in _EVERY}
    return lines.pack(PackedLine(**parts, more=more))


def changed(line: bytes, **changes: Any) -> bytes:
    """A line that says something else, under the hash that it has."""
    return written(members(line) | changes)
