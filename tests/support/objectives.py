"""Drawn boards with objectives, and what is said of them."""

from domain import events as e
from domain.geometry.hexes import at
from domain.setup import Objective
from domain.values import Check, ObjectiveKind, Side
from tests.support.games import Skirmish

Spot = tuple[int, int]


def prize(
    kind: ObjectiveKind,
    *hexes: Spot,
    side: Side | None = Side.ALLIES,
    name: str = "m1",
    medals: int = 1,
    need: int = 1,
    when: Check = Check.ALWAYS,
) -> Objective:
    return Objective(name, side, kind, tuple(at(*hex_) for hex_ in hexes), medals, "", need, when)


def scene(
    picture: str,
    ordered: str,
    *objectives: Objective,
    medals: int = 4,
    first: Side = Side.ALLIES,
    phase: str = "move",
    then: tuple[e.Event, ...] = (),
) -> Skirmish:
    """Units at the start of their moves, and objectives of the test's own."""
    return Skirmish(
        picture,
        ordered=ordered,
        phase=phase,  # type: ignore[arg-type]
        medals=medals,
        first=first,
        changes={"objectives": objectives} if objectives else {},
        then=then,
    )


ISLES = ((4, 10), (4, 12), (4, 14))
