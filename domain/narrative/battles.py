"""Clauses about orders, moves and battles, and their consequences."""

from domain import events as e
from domain.narrative.clauses import Clause, clause
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


def _smoke_laid(_scene: Scene, event: e.SmokeLaid) -> list[Part]:
    return [part(M.OBSTACLE_PLACED, hex=event.hex, obstacle=ObstacleKind.SMOKE)]


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


def _mine_revealed(scene: Scene, event: e.MineRevealed) -> list[Part]:
    message = M.MINE_REVEALED if event.strength else M.MINE_DUMMY
    return [part(message, unit=scene.piece(event.unit))]


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


CLAUSES: dict[type, Clause] = {
    e.OrderDiceRolled: clause(M.ORDER_DICE, "faces"),
    e.HealingOffered: clause(M.HEALING_OFFERED),
    e.FiguresRestored: clause(M.FIGURES_RESTORED, "unit", "count"),
    e.TargetsDemanded: clause(M.TARGETS_DEMANDED),
    e.TargetNamed: _target_named,
    e.TargetsFixed: clause(M.TARGETS_FIXED),
    e.StrikeRolled: _strike,
    e.UnitOrdered: _ordered,
    e.PhaseFinished: clause(M.PHASE_FINISHED, "seat"),
    e.OrdersEnded: clause(M.ORDERS_ENDED),
    e.UnitArrived: _arrived,
    e.ObstaclePlaced: clause(M.OBSTACLE_PLACED, "hex", obstacle="kind"),
    e.ObstacleRemoved: clause(M.OBSTACLE_REMOVED, "hex", obstacle="kind", reason="cause"),
    e.SmokeLaid: _smoke_laid,
    e.UnitMoved: _moved,
    e.UnitExited: _exited,
    e.MovesEnded: clause(M.MOVES_ENDED),
    e.SecondMoveOffered: clause(M.SECOND_MOVE, "unit"),
    e.WireCleared: clause(M.WIRE_CLEARED, "unit"),
    e.AttackDeclared: _attack,
    e.DiceFixed: clause(M.DICE_FIXED),
    e.DiceRolled: _rolled,
    e.AmbushOffered: clause(M.AMBUSH_OFFERED, "seat"),
    e.AmbushPlayed: _ambush_played,
    e.AmbushRolled: _ambush_rolled,
    e.AmbushDeclined: clause(M.AMBUSH_DECLINED, "seat"),
    e.AttackCancelled: clause(M.ATTACK_CANCELLED),
    e.FiguresLost: _figures_lost,
    e.UnitEliminated: _eliminated,
    e.RetreatDemanded: clause(M.RETREAT_DEMANDED, "unit"),
    e.FlagIgnored: _flag_ignored,
    e.UnitRetreated: _retreated,
    e.GroundOffered: clause(M.GROUND_OFFERED, "unit"),
    e.GroundTaken: clause(M.GROUND_TAKEN, "unit", "hex"),
    e.GroundDeclined: clause(M.GROUND_DECLINED, "unit"),
    e.OverrunOffered: clause(M.OVERRUN_OFFERED, "unit"),
    e.OverrunDeclined: clause(M.OVERRUN_DECLINED, "unit"),
    e.BattleBackOffered: clause(M.BATTLE_BACK_OFFERED, "unit"),
    e.BattleBackRolled: _battle_back,
    e.BattleBackDeclined: clause(M.BATTLE_BACK_DECLINED, "unit"),
    e.PursuitOffered: clause(M.PURSUIT_OFFERED, "unit"),
    e.PursuitDeclined: clause(M.PURSUIT_DECLINED, "unit"),
    e.HazardRolled: _hazard,
    e.DemolitionRolled: _demolition,
    e.MineLaid: clause(M.MINE_LAID, "hex"),
    e.MineRevealed: _mine_revealed,
    e.MineSwept: clause(M.MINE_SWEPT, "unit"),
    e.VisibilityRolled: clause(M.VISIBILITY_ROLLED, "faces", count="visibility"),
    e.HeadquartersTaken: clause(M.HEADQUARTERS_TAKEN, "unit"),
    e.BattlesEnded: clause(M.BATTLES_ENDED),
    e.ObjectiveTaken: clause(M.OBJECTIVE_TAKEN, "side", "objective", count="medals"),
    e.ObjectiveLost: clause(M.OBJECTIVE_LOST, "side", "objective", count="medals"),
}
