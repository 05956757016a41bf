"""Consequences of units leaving, entering or dying: obstacles, objectives, medals, the end."""

from domain import events as e
from domain.geometry.hexes import Hex
from domain.rules import medals
from domain.rules.battles import combat
from domain.setup import Objective
from domain.state import Unit
from domain.steps.draft import Draft
from domain.values import (
    Check,
    Ending,
    Face,
    LossCause,
    ObstacleKind,
    RemovalCause,
    Side,
)


def after_leaving(draft: Draft, unit: Unit, cause: RemovalCause = RemovalCause.UNIT_LEFT) -> None:
    """Settle the hex that ``unit`` (as it stood there) has left.

    Sandbags leave with it; an objective whose condition is no longer met falls back to the board,
    and may now belong to the enemy (2025 Appendix 2 and 3).
    """
    position = draft.position
    for kind in position.state.obstacles.get(unit.hex, ()):
        if position.book.obstacles[kind].goes_with_unit:
            draft.then(e.ObstacleRemoved(unit.hex, kind, cause))
    settle_objectives(draft, unit.hex)


def after_entering(draft: Draft, unit: Unit, path: tuple[Hex, ...]) -> None:
    """Settle the objectives of the hexes that a unit passed and of the one it is on now, which may
    end the game; ``unit`` is its state before the move."""
    for hex_ in path[:-1] if draft.position.field.captures else ():
        for objective in medals.captured_by(draft.position, unit, hex_):
            if not draft.over():
                _take(draft, objective, unit.side)
    if draft.over():
        return
    settle_objectives(draft, path[-1])
    if not draft.over() and medals.sudden_death(draft.position, unit.side, Check.ALWAYS):
        draft.finish(unit.side, Ending.SUDDEN_DEATH)


def crush_obstacles(draft: Draft, unit: Unit, cause: RemovalCause) -> None:
    """Remove the obstacles that this type of unit destroys when it enters its hex or battles from
    it: wire under armor (2004 p. 16, Wire; 2025 Appendix 2). A retreat onto the hex leaves it: 2025
    says so, and we rule the same for 2004."""
    position = draft.position
    kind = position.traits(unit).type
    for obstacle in position.state.obstacles.get(unit.hex, ()):
        if kind in position.book.obstacles[obstacle].crushed_by:
            draft.then(e.ObstacleRemoved(unit.hex, obstacle, cause))


def clear_in_battle(draft: Draft, unit: Unit) -> None:
    """Remove the obstacles that a unit crushes or clears by battling from its hex."""
    crush_obstacles(draft, unit, RemovalCause.ARMOR_BATTLED)
    if combat.clears_in_battle(draft.position, unit):
        draft.then(e.ObstacleRemoved(unit.hex, ObstacleKind.WIRE, RemovalCause.CLEARED))


def leave(draft: Draft, unit: Unit) -> None:
    """Remove a unit from the board by the hex it is on."""
    gained = medals.given_for_exit(draft.position, unit, unit.hex)
    draft.then(e.UnitExited(unit.id, unit.hex, gained))
    _finish_if_won(draft)
    _finish_if_destroyed(draft, unit.side)
    if not draft.over():
        after_leaving(draft, unit)


def lose_figures(draft: Draft, name: str, count: int, cause: LossCause) -> None:
    """Remove figures from a unit, at most those it has; the last one eliminates it. Ruling: a Tiger
    gets a second roll whatever the cause."""
    unit = draft.state.units[name]
    if count and draft.position.traits(unit).second_roll:
        faces, draw = draft.roll(count)
        draft.then(e.HazardRolled(name, unit.hex, LossCause.SECOND_ROLL, faces, draw))
        count = faces.count(Face.GRENADE)
    losses = min(count, unit.figures)
    if not losses:
        return
    if losses < unit.figures:
        gun = combat.marking_gun(draft.position, unit)
        draft.then(e.FiguresLost(name, losses, cause, gun))
        return
    lose_unit(draft, unit, cause, unit.side.enemy)


def lose_unit(draft: Draft, unit: Unit, cause: LossCause, to: Side) -> None:
    """Eliminate a unit with all of its figures; its medals go to the side ``to``."""
    gained = medals.counted(draft.position, to, unit.medals)
    draft.then(e.UnitEliminated(unit.id, unit.hex, unit.figures, cause, to, gained))
    _finish_if_won(draft)
    _finish_if_destroyed(draft, unit.side)
    if not draft.over():
        after_leaving(draft, unit, RemovalCause.UNIT_ELIMINATED)


def gain_by_deed(draft: Draft, hex_: Hex, side: Side) -> None:
    """Give a side the medals for what it has done on a hex."""
    for objective in medals.gained_by_deed(draft.position, hex_, side):
        if not draft.over():
            _take(draft, objective, side)


def lose_to_hits(
    draft: Draft, name: str, faces: tuple[Face, ...], also: frozenset[Face] = frozenset()
) -> int:
    """Remove the hits of a roll from its target; return the number of flags."""
    hits = combat.hits(draft.position.traits(draft.state.units[name]), faces, also)
    lose_figures(draft, name, hits, LossCause.HITS)
    return combat.flags(faces)


def settle_objectives(draft: Draft, hex_: Hex) -> None:
    """Take the objectives of a hex from sides that no longer hold them, and award them anew."""
    if not draft.position.objectives_at(hex_):
        return
    for objective, side in medals.lost_at(draft.position, hex_):
        draft.then(e.ObjectiveLost(objective.id, side, objective.medals))
    for objective, side in medals.gained_at(draft.position, hex_):
        if not draft.over():
            _take(draft, objective, side)


def take_at_start(draft: Draft, side: Side) -> None:
    """Award a side the objectives that are checked only as its turn starts."""
    for objective in medals.gained_at_start(draft.position, side):
        if not draft.over():
            _take(draft, objective, side)
    if not draft.over() and medals.sudden_death(draft.position, side, Check.START_OF_OWN_TURN):
        draft.finish(side, Ending.SUDDEN_DEATH)


def _take(draft: Draft, objective: Objective, side: Side) -> None:
    gained = medals.gained_from(draft.position, objective, side)
    draft.then(e.ObjectiveTaken(objective.id, side, gained))
    _finish_if_won(draft)


def _finish_if_won(draft: Draft) -> None:
    """End the game at once when a side has its number of medals (2004 p. 6, Object of the Game)."""
    won = medals.winner(draft.position)
    if won is not None and not draft.over():
        draft.finish(won, Ending.MEDALS)


def _finish_if_destroyed(draft: Draft, side: Side) -> None:
    if not draft.over() and medals.is_destroyed(draft.position, side):
        draft.finish(side.enemy, Ending.ARMY_DESTROYED)
