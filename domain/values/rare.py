"""Fields that are stored only where they differ from their default, as in few games."""

from dataclasses import field, fields, is_dataclass
from types import UnionType
from typing import Any, Final, get_args

RARE: Final = "rare"


def rare(default: object = ()) -> Any:
    """Declare a field that is not stored where it equals ``default``, which is empty or false."""
    return field(default=default, metadata={RARE: True})


def rare_members(kind: type) -> tuple[tuple[str, ...], ...]:
    """Return the paths to the rare fields of a class, including those of nested classes."""
    paths: list[tuple[str, ...]] = []
    for member in fields(kind):
        if member.metadata.get(RARE):
            paths.append((member.name,))
            continue
        kinds = get_args(member.type) if isinstance(member.type, UnionType) else (member.type,)
        for nested in kinds:
            if isinstance(nested, type) and is_dataclass(nested):
                paths += [(member.name, *path) for path in rare_members(nested)]
    return tuple(paths)
