"""What follows when units leave, enter or die: obstacles, objectives, medals, the end."""

from domain import events as e
from domain.hexes import Hex
from domain.rules import combat, medals
from domain.state import Unit
from domain.steps.draft import Draft
from domain.values import Ending, Face, LossCause, RemovalCause, Side


def after_leaving(draft: Draft, unit: Unit, cause: RemovalCause = RemovalCause.UNIT_LEFT) -> None:
    """Settle the hex that ``unit`` (as it stood there) has left.

    Sandbags go with it; a temporary objective falls back to the board (2025 Appendix 2 and 3).
    """
    position = draft.position
    for kind in position.state.obstacles.get(unit.hex, ()):
        if position.book.obstacles[kind].goes_with_unit:
            draft.then(e.ObstacleRemoved(unit.hex, kind, cause))
    for objective in medals.lost_on_leaving(position, unit):
        draft.then(e.ObjectiveLost(objective.id, unit.side, objective.medals))


def after_entering(draft: Draft, side: Side, spot: Hex) -> None:
    """Take the objectives of a hex just entered; that may end the game."""
    for objective in medals.gained_on_entering(draft.position, side, spot):
        gained = medals.gained_from(draft.position, objective, side)
        draft.then(e.ObjectiveTaken(objective.id, side, gained))
        finish_if_won(draft)
        if draft.over:
            return


def crush_obstacles(draft: Draft, unit: Unit, cause: RemovalCause) -> None:
    """Remove what gives way to a unit of this type that enters its hex or battles from it: wire
    under armor. A retreat onto it leaves it (2004 p. 16, Wire; 2025 Appendix 2)."""
    position = draft.position
    kind = position.traits(unit).type
    for lying in position.state.obstacles.get(unit.hex, ()):
        if kind in position.book.obstacles[lying].crushed_by:
            draft.then(e.ObstacleRemoved(unit.hex, lying, cause))


def lose_figures(draft: Draft, name: str, count: int, cause: LossCause) -> None:
    """Take figures off a unit; surplus losses are lost. The last one eliminates it."""
    unit = draft.state.units[name]
    taken = min(count, unit.figures)
    if not taken:
        return
    if taken < unit.figures:
        draft.then(e.FiguresLost(name, taken, cause))
        return
    gained = medals.given_for(draft.position, unit)
    draft.then(e.UnitEliminated(name, unit.hex, taken, cause, unit.side.enemy, gained))
    finish_if_won(draft)
    if not draft.over:
        after_leaving(draft, unit, RemovalCause.UNIT_ELIMINATED)


def finish_if_won(draft: Draft) -> None:
    """End the game at once when a side has its number of medals (2004 p. 6, Object of the Game)."""
    won = medals.winner(draft.position)
    if won is not None and not draft.over:
        draft.finish(won, Ending.MEDALS)


def lose_to_hits(draft: Draft, name: str, faces: tuple[Face, ...]) -> int:
    """Take the hits of a roll off its target; returns the flags among them."""
    struck = combat.hits(draft.position.traits(draft.state.units[name]), faces)
    lose_figures(draft, name, struck, LossCause.HITS)
    return combat.flags(faces)
