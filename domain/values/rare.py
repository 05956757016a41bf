"""Members that most games have nothing to say in: they are stored only where there is something."""

from dataclasses import field, fields, is_dataclass
from types import UnionType
from typing import Any, Final, get_args

RARE: Final = "rare"


def rare(default: object = ()) -> Any:
    """A member that is left out of what is stored where it is as ``default``, which is empty or
    false."""
    return field(default=default, metadata={RARE: True})


def rare_members(kind: type) -> tuple[tuple[str, ...], ...]:
    """The ways to the rare members of a class, those of the classes within it among them."""
    found: list[tuple[str, ...]] = []
    for one in fields(kind):
        if one.metadata.get(RARE):
            found.append((one.name,))
            continue
        kinds = get_args(one.type) if isinstance(one.type, UnionType) else (one.type,)
        for within in kinds:
            if isinstance(within, type) and is_dataclass(within):
                found += [(one.name, *way) for way in rare_members(within)]
    return tuple(found)
