"""Clauses about orders, moves and battles, and their consequences."""

from collections.abc import Callable
from typing import Any

from domain import events as e
from domain.narrative.context import Scene
from domain.narrative.messages import AccountMessage as M
from domain.narrative.messages import DieResult, Part, Piece, part
from domain.rules.battles.combat import extra_hits
from domain.values import Face, LossCause, ObstacleKind, Side

_HAZARDS = {
    LossCause.ICE: M.ICE_ROLLED,
    LossCause.MINE: M.MINE_ROLLED,
    LossCause.SECOND_ROLL: M.SECOND_ROLLED,
}


def _order_dice(_scene: Scene, event: e.OrderDiceRolled) -> list[Part]:
    return [part(M.ORDER_DICE, faces=event.faces)]


def _restored(scene: Scene, event: e.FiguresRestored) -> list[Part]:
    return [part(M.FIGURES_RESTORED, unit=scene.piece(event.unit), count=event.count)]


def _ordered(scene: Scene, event: e.UnitOrdered) -> list[Part]:
    message = M.ON_THE_MOVE if event.on_the_move else M.ORDERS
    return [part(message, units=(scene.piece(event.unit),))]


def _target_named(scene: Scene, event: e.TargetNamed) -> list[Part]:
    return [part(M.TARGETS, units=(scene.piece(event.unit),))]


def _moved(scene: Scene, event: e.UnitMoved) -> list[Part]:
    return [part(M.MOVED, unit=scene.piece(event.unit), hex=event.path[-1])]


def _exited(scene: Scene, event: e.UnitExited) -> list[Part]:
    unit = scene.piece(event.unit)
    return [part(M.EXITED, unit=unit), *_medals(unit.side, event.medals)]


def _arrived(_scene: Scene, event: e.UnitArrived) -> list[Part]:
    return [part(M.UNIT_ARRIVED, unit=Piece(event.unit, event.side, event.kind, event.hex))]


def _placed(_scene: Scene, event: e.ObstaclePlaced) -> list[Part]:
    return [part(M.OBSTACLE_PLACED, hex=event.hex, obstacle=event.kind)]


def _smoke_laid(_scene: Scene, event: e.SmokeLaid) -> list[Part]:
    return [part(M.OBSTACLE_PLACED, hex=event.hex, obstacle=ObstacleKind.SMOKE)]


def _removed(_scene: Scene, event: e.ObstacleRemoved) -> list[Part]:
    return [part(M.OBSTACLE_REMOVED, hex=event.hex, obstacle=event.kind, reason=event.cause)]


def _attack(scene: Scene, event: e.AttackDeclared) -> list[Part]:
    return [
        part(
            M.OVERRUN if event.overrun else M.BATTLE,
            unit=scene.piece(event.attacker),
            target=scene.piece(event.target),
            distance=event.distance,
            count=event.dice,
        )
    ]


def _rolled(scene: Scene, event: e.DiceRolled) -> list[Part]:
    """Return the dice; right after their attack they need not name the target."""
    also = extra_hits(scene.stars[0])
    faces, results = event.faces, _results(scene, scene.target, event.faces, also)
    if scene.focus == scene.target:
        return [part(M.ROLLED, faces=faces, results=results)]
    target = scene.piece(scene.target)
    return [part(M.ATTACK_ROLLED, target=target, faces=faces, results=results)]


def _ambush_played(scene: Scene, event: e.AmbushPlayed) -> list[Part]:
    unit = scene.piece(event.unit)
    return [part(M.AMBUSH, seat=event.seat, card=event.card, unit=unit, count=event.dice)]


def _ambush_rolled(scene: Scene, event: e.AmbushRolled) -> list[Part]:
    results = _results(scene, scene.attacker, event.faces, extra_hits(scene.stars[1]))
    return [part(M.ROLLED, faces=event.faces, results=results)]


def _battle_back(scene: Scene, event: e.BattleBackRolled) -> list[Part]:
    results = _results(scene, scene.attacker, event.faces, extra_hits(event.stars))
    unit = scene.piece(scene.target)
    return [part(M.BATTLE_BACK, unit=unit, faces=event.faces, results=results)]


def _hazard(scene: Scene, event: e.HazardRolled) -> list[Part]:
    message = _HAZARDS[event.cause]
    return [part(message, unit=scene.piece(event.unit), faces=event.faces)]


def _demolition(_scene: Scene, event: e.DemolitionRolled) -> list[Part]:
    message = M.DEMOLISHED if event.done else M.DEMOLITION
    return [part(message, hex=event.hex, faces=event.faces)]


def _mine_laid(_scene: Scene, event: e.MineLaid) -> list[Part]:
    return [part(M.MINE_LAID, hex=event.hex)]


def _mine_revealed(scene: Scene, event: e.MineRevealed) -> list[Part]:
    message = M.MINE_REVEALED if event.strength else M.MINE_DUMMY
    return [part(message, unit=scene.piece(event.unit))]


def _visibility(_scene: Scene, event: e.VisibilityRolled) -> list[Part]:
    return [part(M.VISIBILITY_ROLLED, faces=event.faces, count=event.visibility)]


def _strike(scene: Scene, event: e.StrikeRolled) -> list[Part]:
    clause = part(M.STRIKE, target=scene.piece(event.target), count=len(event.faces))
    card = None if scene.orders is None else scene.book.cards[scene.orders].strike
    also = frozenset[Face]() if card is None else card.also_hits
    results = _results(scene, event.target, event.faces, also)
    return [clause, part(M.ROLLED, faces=event.faces, results=results)]


def _figures_lost(scene: Scene, event: e.FiguresLost) -> list[Part]:
    with_pronoun, with_unit = (
        (M.IT_BLOCKED, M.BLOCKED)
        if event.cause is LossCause.RETREAT_BLOCKED
        else (M.IT_LOSES, M.LOSES)
    )
    message = _choose_wording(scene, event.unit, with_pronoun, with_unit)
    unit = scene.piece(event.unit)
    parts = [part(message, unit=unit, count=event.count)]
    if event.gun:
        parts.append(part(M.TARGET_MARKED, unit=scene.piece(event.gun), hex=unit.hex))
    return parts


def _eliminated(scene: Scene, event: e.UnitEliminated) -> list[Part]:
    message = _choose_wording(scene, event.unit, M.IT_ELIMINATED, M.ELIMINATED)
    clause = part(message, unit=scene.piece(event.unit), reason=event.cause)
    return [clause, *_medals(event.to, event.medals)]


def _retreated(scene: Scene, event: e.UnitRetreated) -> list[Part]:
    message = _choose_wording(scene, event.unit, M.IT_RETREATS, M.RETREATS)
    return [part(message, unit=scene.piece(event.unit), hex=event.path[-1])]


def _flag_ignored(scene: Scene, event: e.FlagIgnored) -> list[Part]:
    message = _choose_wording(scene, event.unit, M.IT_STANDS, M.STANDS)
    return [part(message, unit=scene.piece(event.unit))]


def _ground_taken(scene: Scene, event: e.GroundTaken) -> list[Part]:
    return [part(M.GROUND_TAKEN, unit=scene.piece(event.unit), hex=event.hex)]


def _objective_taken(_scene: Scene, event: e.ObjectiveTaken) -> list[Part]:
    return [_objective(M.OBJECTIVE_TAKEN, event)]


def _objective_lost(_scene: Scene, event: e.ObjectiveLost) -> list[Part]:
    return [_objective(M.OBJECTIVE_LOST, event)]


def _objective(message: M, event: e.ObjectiveTaken | e.ObjectiveLost) -> Part:
    return part(message, side=event.side, objective=event.objective, count=event.medals)


def _of_unit(message: M) -> Callable[[Scene, Any], list[Part]]:
    return lambda scene, event: [part(message, unit=scene.piece(event.unit))]


def _of_seat(message: M) -> Callable[[Scene, Any], list[Part]]:
    return lambda _scene, event: [part(message, seat=event.seat)]


def _simple(message: M) -> Callable[[Scene, Any], list[Part]]:
    return lambda _scene, _event: [part(message)]


def _choose_wording(scene: Scene, unit: str, with_pronoun: M, with_unit: M) -> M:
    return with_pronoun if scene.focus == unit else with_unit


def _medals(side: Side, count: int) -> list[Part]:
    return [part(M.MEDALS, side=side, count=count)] if count else []


def _results(
    scene: Scene, target: str, faces: tuple[Face, ...], also: frozenset[Face] = frozenset()
) -> tuple[DieResult, ...]:
    """Return what each face does to a unit; faces in ``also`` hit as well."""
    hitting = scene.book.units[scene.units[target].kind].hit_by | also
    return tuple(_result(face, hitting) for face in faces)


def _result(face: Face, hitting: frozenset[Face]) -> DieResult:
    if face in hitting:
        return DieResult.HIT
    return DieResult.FLAG if face is Face.FLAG else DieResult.MISS


CLAUSES: dict[type, Callable[[Scene, Any], list[Part]]] = {
    e.OrderDiceRolled: _order_dice,
    e.HealingOffered: _simple(M.HEALING_OFFERED),
    e.FiguresRestored: _restored,
    e.TargetsDemanded: _simple(M.TARGETS_DEMANDED),
    e.TargetNamed: _target_named,
    e.TargetsFixed: _simple(M.TARGETS_FIXED),
    e.StrikeRolled: _strike,
    e.UnitOrdered: _ordered,
    e.PhaseFinished: _of_seat(M.PHASE_FINISHED),
    e.OrdersEnded: _simple(M.ORDERS_ENDED),
    e.UnitArrived: _arrived,
    e.ObstaclePlaced: _placed,
    e.ObstacleRemoved: _removed,
    e.SmokeLaid: _smoke_laid,
    e.UnitMoved: _moved,
    e.UnitExited: _exited,
    e.MovesEnded: _simple(M.MOVES_ENDED),
    e.SecondMoveOffered: _of_unit(M.SECOND_MOVE),
    e.WireCleared: _of_unit(M.WIRE_CLEARED),
    e.AttackDeclared: _attack,
    e.DiceFixed: _simple(M.DICE_FIXED),
    e.DiceRolled: _rolled,
    e.AmbushOffered: _of_seat(M.AMBUSH_OFFERED),
    e.AmbushPlayed: _ambush_played,
    e.AmbushRolled: _ambush_rolled,
    e.AmbushDeclined: _of_seat(M.AMBUSH_DECLINED),
    e.AttackCancelled: _simple(M.ATTACK_CANCELLED),
    e.FiguresLost: _figures_lost,
    e.UnitEliminated: _eliminated,
    e.RetreatDemanded: _of_unit(M.RETREAT_DEMANDED),
    e.FlagIgnored: _flag_ignored,
    e.UnitRetreated: _retreated,
    e.GroundOffered: _of_unit(M.GROUND_OFFERED),
    e.GroundTaken: _ground_taken,
    e.GroundDeclined: _of_unit(M.GROUND_DECLINED),
    e.OverrunOffered: _of_unit(M.OVERRUN_OFFERED),
    e.OverrunDeclined: _of_unit(M.OVERRUN_DECLINED),
    e.BattleBackOffered: _of_unit(M.BATTLE_BACK_OFFERED),
    e.BattleBackRolled: _battle_back,
    e.BattleBackDeclined: _of_unit(M.BATTLE_BACK_DECLINED),
    e.PursuitOffered: _of_unit(M.PURSUIT_OFFERED),
    e.PursuitDeclined: _of_unit(M.PURSUIT_DECLINED),
    e.HazardRolled: _hazard,
    e.DemolitionRolled: _demolition,
    e.MineLaid: _mine_laid,
    e.MineRevealed: _mine_revealed,
    e.MineSwept: _of_unit(M.MINE_SWEPT),
    e.VisibilityRolled: _visibility,
    e.HeadquartersTaken: _of_unit(M.HEADQUARTERS_TAKEN),
    e.BattlesEnded: _simple(M.BATTLES_ENDED),
    e.ObjectiveTaken: _objective_taken,
    e.ObjectiveLost: _objective_lost,
}
