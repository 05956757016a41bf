"""What is said of orders, moves and battles, and of what they lead to."""

from collections.abc import Callable
from typing import Any

from domain import events as e
from domain.narrative.context import Scene
from domain.narrative.messages import AccountMessage as M
from domain.narrative.messages import DieResult, Part, part
from domain.rules.battles.combat import extra_hits
from domain.values import Face, LossCause, Side

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
    said = M.ON_THE_MOVE if event.on_the_move else M.ORDERS
    return [part(said, units=(scene.piece(event.unit),))]


def _target_named(scene: Scene, event: e.TargetNamed) -> list[Part]:
    return [part(M.TARGETS, units=(scene.piece(event.unit),))]


def _moved(scene: Scene, event: e.UnitMoved) -> list[Part]:
    return [part(M.MOVED, unit=scene.piece(event.unit), hex=event.path[-1])]


def _exited(scene: Scene, event: e.UnitExited) -> list[Part]:
    unit = scene.piece(event.unit)
    return [part(M.EXITED, unit=unit), *_medals(unit.side, event.medals)]


def _placed(_scene: Scene, event: e.ObstaclePlaced) -> list[Part]:
    return [part(M.OBSTACLE_PLACED, hex=event.hex, obstacle=event.kind)]


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
    """Right after the attack that they belong to the dice need no word of their own."""
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
    said = _HAZARDS[event.cause]
    return [part(said, unit=scene.piece(event.unit), faces=event.faces)]


def _demolition(_scene: Scene, event: e.DemolitionRolled) -> list[Part]:
    said = M.DEMOLISHED if event.done else M.DEMOLITION
    return [part(said, hex=event.hex, faces=event.faces)]


def _mine_laid(_scene: Scene, event: e.MineLaid) -> list[Part]:
    return [part(M.MINE_LAID, hex=event.hex)]


def _mine_revealed(scene: Scene, event: e.MineRevealed) -> list[Part]:
    said = M.MINE_REVEALED if event.strength else M.MINE_DUMMY
    return [part(said, unit=scene.piece(event.unit))]


def _visibility(_scene: Scene, event: e.VisibilityRolled) -> list[Part]:
    return [part(M.VISIBILITY_ROLLED, faces=event.faces, count=event.visibility)]


def _strike(scene: Scene, event: e.StrikeRolled) -> list[Part]:
    struck = part(M.STRIKE, target=scene.piece(event.target), count=len(event.faces))
    card = None if scene.orders is None else scene.book.cards[scene.orders].strike
    also = frozenset[Face]() if card is None else card.also_hits
    results = _results(scene, event.target, event.faces, also)
    return [struck, part(M.ROLLED, faces=event.faces, results=results)]


def _lost(scene: Scene, event: e.FiguresLost) -> list[Part]:
    of_it, of_other = (
        (M.IT_BLOCKED, M.BLOCKED)
        if event.cause is LossCause.RETREAT_BLOCKED
        else (M.IT_LOSES, M.LOSES)
    )
    said = _spoken(scene, event.unit, of_it, of_other)
    unit = scene.piece(event.unit)
    parts = [part(said, unit=unit, count=event.count)]
    if event.gun:
        parts.append(part(M.TARGET_MARKED, unit=scene.piece(event.gun), hex=unit.hex))
    return parts


def _eliminated(scene: Scene, event: e.UnitEliminated) -> list[Part]:
    said = _spoken(scene, event.unit, M.IT_ELIMINATED, M.ELIMINATED)
    gone = part(said, unit=scene.piece(event.unit), reason=event.cause)
    return [gone, *_medals(event.to, event.medals)]


def _retreated(scene: Scene, event: e.UnitRetreated) -> list[Part]:
    said = _spoken(scene, event.unit, M.IT_RETREATS, M.RETREATS)
    return [part(said, unit=scene.piece(event.unit), hex=event.path[-1])]


def _stood(scene: Scene, event: e.FlagIgnored) -> list[Part]:
    said = _spoken(scene, event.unit, M.IT_STANDS, M.STANDS)
    return [part(said, unit=scene.piece(event.unit))]


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


def _plain(message: M) -> Callable[[Scene, Any], list[Part]]:
    return lambda _scene, _event: [part(message)]


def _spoken(scene: Scene, unit: str, of_it: M, of_other: M) -> M:
    return of_it if scene.focus == unit else of_other


def _medals(side: Side, count: int) -> list[Part]:
    return [part(M.MEDALS, side=side, count=count)] if count else []


def _results(
    scene: Scene, target: str, faces: tuple[Face, ...], also: frozenset[Face] = frozenset()
) -> tuple[DieResult, ...]:
    """What each face does to a unit; faces of ``also`` hit besides."""
    hitting = scene.book.units[scene.units[target].kind].hit_by | also
    return tuple(_result(face, hitting) for face in faces)


def _result(face: Face, hitting: frozenset[Face]) -> DieResult:
    if face in hitting:
        return DieResult.HIT
    return DieResult.FLAG if face is Face.FLAG else DieResult.MISS


SAID: dict[type, Callable[[Scene, Any], list[Part]]] = {
    e.OrderDiceRolled: _order_dice,
    e.HealingOffered: _plain(M.HEALING_OFFERED),
    e.FiguresRestored: _restored,
    e.TargetsDemanded: _plain(M.TARGETS_DEMANDED),
    e.TargetNamed: _target_named,
    e.TargetsFixed: _plain(M.TARGETS_FIXED),
    e.StrikeRolled: _strike,
    e.UnitOrdered: _ordered,
    e.PhaseFinished: _of_seat(M.PHASE_FINISHED),
    e.OrdersEnded: _plain(M.ORDERS_ENDED),
    e.ObstaclePlaced: _placed,
    e.ObstacleRemoved: _removed,
    e.UnitMoved: _moved,
    e.UnitExited: _exited,
    e.MovesEnded: _plain(M.MOVES_ENDED),
    e.SecondMoveOffered: _of_unit(M.SECOND_MOVE),
    e.WireCleared: _of_unit(M.WIRE_CLEARED),
    e.AttackDeclared: _attack,
    e.DiceFixed: _plain(M.DICE_FIXED),
    e.DiceRolled: _rolled,
    e.AmbushOffered: _of_seat(M.AMBUSH_OFFERED),
    e.AmbushPlayed: _ambush_played,
    e.AmbushRolled: _ambush_rolled,
    e.AmbushDeclined: _of_seat(M.AMBUSH_DECLINED),
    e.AttackCancelled: _plain(M.ATTACK_CANCELLED),
    e.FiguresLost: _lost,
    e.UnitEliminated: _eliminated,
    e.RetreatDemanded: _of_unit(M.RETREAT_DEMANDED),
    e.FlagIgnored: _stood,
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
    e.BattlesEnded: _plain(M.BATTLES_ENDED),
    e.ObjectiveTaken: _objective_taken,
    e.ObjectiveLost: _objective_lost,
}
