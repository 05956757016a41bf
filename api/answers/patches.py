"""JSON Patch (RFC 6902) from one JSON value to another: short, and each operation where it is.

Entries of a list are matched by what they stand for, objects by their name: so a unit that
leaves the board is one operation, and no change of every unit behind it. A list of numbers, such as
a hex, is one value. The library jsonpatch compares lists place by place: its patches of games are
a third longer, and take more than six times as long to make (`python -m tests.bench.stepping`).
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from api.schemas.vocabulary import REF

Operation = dict[str, Any]
Json = Any
_MAX_TABLE = 250_000
_NAMES = ("id", "unit")
"""Members that identify an object in a list; the first one present is used."""


def patch(before: Json, after: Json, path: str = "") -> list[Operation]:
    """Return the operations that turn ``before``, at ``path``, into ``after``."""
    if _text(before) == _text(after):
        return []
    whole = [{"op": "replace", "path": path, "value": after}]
    if isinstance(before, dict) and isinstance(after, dict):
        return min(list(_members(before, after, path)), whole, key=_length)
    if _is_sequence(before) and _is_sequence(after):
        return min(list(_entries(before, after, path)), whole, key=_length)
    return whole


def in_parts(value: Mapping[str, Json]) -> dict[str, bytes]:
    """Encode the members of an object, for ``patch_of_parts``."""
    return {name: _text(member) for name, member in value.items()}


def patch_of_parts(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> list[Operation]:
    """Like ``patch`` for mostly equal objects: equal members are not even decoded."""
    changes = [{"op": "remove", "path": _below("", name)} for name in before if name not in after]
    for name, text in after.items():
        if name not in before:
            changes.append(
                {"op": "add", "path": _below("", name), "value": msgspec.json.decode(text)}
            )
        elif text != before[name]:
            one, other = msgspec.json.decode(before[name]), msgspec.json.decode(text)
            changes += patch(one, other, _below("", name))
    return changes


def parts() -> dict[str, Json]:
    """Return the schemas of patches by name."""
    return {
        "JsonPatch": {
            "type": "array",
            "description": "The operations (RFC 6902), to be applied in this order.",
            "items": {"$ref": f"{REF}JsonPatchOperation"},
        },
        "JsonPatchOperation": {
            "type": "object",
            "description": "A change, or a test that the patch is for this document.",
            "properties": {
                "op": {
                    "type": "string",
                    "enum": ["test", "add", "remove", "replace"],
                    "description": "The kind of operation.",
                },
                "path": {
                    "type": "string",
                    "description": "The place in the document, as a JSON pointer (RFC 6901).",
                },
                "value": {"description": "The new or expected value; a `remove` has none."},
            },
            "required": ["op", "path"],
        },
    }


def _members(before: Json, after: Json, path: str) -> Iterator[Operation]:
    for name in before:
        if name not in after:
            yield {"op": "remove", "path": _below(path, name)}
    for name, value in after.items():
        if name in before:
            yield from patch(before[name], value, _below(path, name))
        else:
            yield {"op": "add", "path": _below(path, name), "value": value}


def _entries(before: list[Json], after: list[Json], path: str) -> Iterator[Operation]:
    """From front to back, so that whatever lies before an entry is as in ``after`` already."""
    old_start = new_start = 0
    common = _common([_name(one) for one in before], [_name(one) for one in after])
    for old, new in common:
        yield from _gap(before[old_start:old], after[new_start:new], path, new_start)
        yield from patch(before[old], after[new], f"{path}/{new}")
        old_start, new_start = old + 1, new + 1
    yield from _gap(before[old_start:], after[new_start:], path, new_start)


def _gap(gone: list[Json], come: list[Json], path: str, place: int) -> Iterator[Operation]:
    """Replace entries from ``place`` on."""
    for old, new in zip(gone, come, strict=False):
        yield from patch(old, new, f"{path}/{place}")
        place += 1
    for _ in gone[len(come) :]:
        yield {"op": "remove", "path": f"{path}/{place}"}
    for new in come[len(gone) :]:
        yield {"op": "add", "path": f"{path}/{place}", "value": new}
        place += 1


def _common(old: Sequence[Hashable], new: Sequence[Hashable]) -> list[tuple[int, int]]:
    """Return a longest common subsequence, as the positions of its members in both lists."""
    begin, end = 0, min(len(old), len(new))
    while begin < end and old[begin] == new[begin]:
        begin += 1
    tail = 0
    while tail < end - begin and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    middle = _longest_common(old[begin : len(old) - tail], new[begin : len(new) - tail])
    return [
        *((place, place) for place in range(begin)),
        *((begin + one, begin + other) for one, other in middle),
        *((len(old) - back, len(new) - back) for back in range(tail, 0, -1)),
    ]


def _longest_common(old: Sequence[Hashable], new: Sequence[Hashable]) -> list[tuple[int, int]]:
    """The same by the table of lengths: of what is left of both from each place on. Lists that are
    longer than any of a game have nothing in common."""
    if len(old) * len(new) > _MAX_TABLE:
        return []
    lengths = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for one in range(len(old) - 1, -1, -1):
        for other in range(len(new) - 1, -1, -1):
            if old[one] == new[other]:
                lengths[one][other] = lengths[one + 1][other + 1] + 1
            else:
                lengths[one][other] = max(lengths[one + 1][other], lengths[one][other + 1])
    found, one, other = [], 0, 0
    while one < len(old) and other < len(new):
        if old[one] == new[other]:
            found.append((one, other))
            one, other = one + 1, other + 1
        elif lengths[one + 1][other] >= lengths[one][other + 1]:
            one += 1
        else:
            other += 1
    return found


def _is_sequence(value: Json) -> bool:
    return isinstance(value, list) and not any(isinstance(one, int | float) for one in value)


def _name(entry: Json) -> Hashable:
    """Return the identity of an entry of a list."""
    if isinstance(entry, dict):
        for member in _NAMES:
            if isinstance(entry.get(member), str):
                return member, entry[member]
    return _text(entry)


def _below(path: str, name: str) -> str:
    return f"{path}/{name.replace('~', '~0').replace('/', '~1')}"


def _length(operations: list[Operation]) -> int:
    return len(_text(operations))


def _text(value: Json) -> bytes:
    """Compare the JSON texts, because ``1 == True`` in Python."""
    return msgspec.json.encode(value)
