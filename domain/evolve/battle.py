"""Handlers: attacks, ambushes and strikes, and their consequences."""

from domain import events as e
from domain.evolve.changes import (
    Changes,
    Handler,
    back_to_battle,
    demolished,
    played_from_hand,
    relocated,
    resumed_phase,
    reveal_unit,
    with_medals,
    with_status,
    with_unit,
    without_obstacle,
    without_unit,
)
from domain.phases import (
    AmbushPhase,
    BattleBackPhase,
    BattlePhase,
    NameTargetsPhase,
    OverrunPhase,
    PursuitPhase,
    RetreatPhase,
    TakeGroundPhase,
)
from domain.state import Capture, Fight, GameState, Mine, StrikeStatus, Turn
from domain.values import ObstacleKind
from domain.values.replacing import replace_fields


def _attack_declared(state: GameState, event: e.AttackDeclared) -> Changes:
    before = state.turn.ordered[event.attacker]
    status = replace_fields(
        before,
        battles=before.battles if event.overrun else before.battles + 1,
        overran=before.overran or event.overrun,
    )
    fight = Fight(
        event.attacker,
        event.target,
        state.units[event.attacker].hex,
        state.units[event.target].hex,
        event.distance,
        event.dice,
        event.overrun,
        stars=event.stars,
    )
    turn = replace_fields(with_status(state.turn, event.attacker, status), fight=fight)
    return {**reveal_unit(state, event.attacker), "turn": turn, "phase": BattlePhase()}


def _dice_rolled(state: GameState, event: e.DiceRolled) -> Changes:
    if state.turn.fight is None:
        raise ValueError("dice are rolled for a declared attack")
    fight = replace_fields(state.turn.fight, faces=event.faces)
    return {"turn": replace_fields(state.turn, fight=fight), "draws": event.draw + 1}


def _ambush_played(state: GameState, event: e.AmbushPlayed) -> Changes:
    cards, seat = state.cards, event.seat
    reactions = {**cards.reactions, seat: (*cards.reactions.get(seat, ()), event.card)}
    hands = played_from_hand(cards, seat, event.card)
    return {
        **reveal_unit(state, event.unit),
        "cards": replace_fields(cards, reactions=reactions, **hands),
        "phase": BattlePhase(),
    }


def _attack_cancelled(state: GameState, event: e.AttackCancelled) -> Changes:
    status = replace_fields(state.turn.ordered[event.attacker], may_battle=False)
    return {"turn": with_status(state.turn, event.attacker, status)}


def _targets_demanded(state: GameState, event: e.TargetsDemanded) -> Changes:
    strike = StrikeStatus(event.dice, event.most, event.section)
    return {"turn": replace_fields(state.turn, strike=strike), "phase": NameTargetsPhase()}


def _target_named(state: GameState, event: e.TargetNamed) -> Changes:
    strike = _strike(state.turn)
    named = replace_fields(strike, targets=(*strike.targets, event.unit))
    return {"turn": replace_fields(state.turn, strike=named)}


def _strike_rolled(state: GameState, event: e.StrikeRolled) -> Changes:
    strike = _strike(state.turn)
    remaining = tuple(target for target in strike.targets if target != event.target)
    turn = replace_fields(
        state.turn, strike=replace_fields(strike, targets=remaining, faces=event.faces)
    )
    return {"turn": turn, "phase": resumed_phase(turn), "draws": event.draw + 1}


def _figures_lost(state: GameState, event: e.FiguresLost) -> Changes:
    unit = state.units[event.unit]
    changes = with_unit(state, replace_fields(unit, figures=unit.figures - event.count))
    if not event.gun:
        return changes
    hexes = (*state.marked.get(event.gun, ()), unit.hex)
    return {**changes, "marked": {**state.marked, event.gun: hexes}}


def _eliminated(state: GameState, event: e.UnitEliminated) -> Changes:
    removed = without_unit(state, event.unit, event.hex)
    return {**removed, **with_medals(state, event.to, event.medals)}


def _retreat_demanded(_state: GameState, event: e.RetreatDemanded) -> Changes:
    phase = RetreatPhase(
        event.seat, event.unit, event.flags, event.losses, event.shortest, event.longest
    )
    return {"phase": phase}


def _retreated(state: GameState, event: e.UnitRetreated) -> Changes:
    return {**relocated(state, event.unit, event.path[-1]), "phase": resumed_phase(state.turn)}


def _ground_taken(state: GameState, event: e.GroundTaken) -> Changes:
    status = replace_fields(
        state.turn.ordered[event.unit],
        may_battle=event.may_battle,
        may_take_ground=event.may_take_ground,
    )
    return {
        **relocated(state, event.unit, event.hex, ashore=event.ashore),
        "turn": with_status(state.turn, event.unit, status),
        "phase": BattlePhase(),
    }


def _battle_back_offered(state: GameState, event: e.BattleBackOffered) -> Changes:
    fight = replace_fields(_fight(state), answered=True)
    phase = BattleBackPhase(event.seat, event.unit)
    return {"turn": replace_fields(state.turn, fight=fight), "phase": phase}


def _battle_back_rolled(state: GameState, event: e.BattleBackRolled) -> Changes:
    revealed = reveal_unit(state, _fight(state).target)
    return {**revealed, **back_to_battle(state, event), "draws": event.draw + 1}


def _fight(state: GameState) -> Fight:
    if state.turn.fight is None:
        raise ValueError("a unit battles back after an attack")
    return state.turn.fight


def _demolition_rolled(state: GameState, event: e.DemolitionRolled) -> Changes:
    changes: Changes = {"draws": event.draw + 1}
    if event.unit is not None:
        before = state.turn.ordered[event.unit]
        status = replace_fields(before, battles=before.battles + 1)
        changes["turn"] = with_status(state.turn, event.unit, status)
    return changes | demolished(state, event.hex) if event.done else changes


def _mine_laid(state: GameState, event: e.MineLaid) -> Changes:
    mines = {**state.mines, event.hex: Mine(event.strength)}
    return {"mines": mines, "draws": event.draw + 1}


def _mine_revealed(state: GameState, event: e.MineRevealed) -> Changes:
    mines = {**state.mines, event.hex: Mine(event.strength, face_up=True)}
    removed = {} if event.strength else without_obstacle(state, event.hex, ObstacleKind.MINEFIELD)
    return {"mines": mines, **removed}


def _mine_swept(state: GameState, event: e.MineSwept) -> Changes:
    before = state.turn.ordered[event.unit]
    status = replace_fields(before, battles=before.battles + 1, may_battle=False)
    cleared = without_obstacle(state, event.hex, ObstacleKind.MINEFIELD)
    return {**cleared, "turn": with_status(state.turn, event.unit, status)}


def _headquarters_taken(state: GameState, event: e.HeadquartersTaken) -> Changes:
    captured = {hex_: capture for hex_, capture in state.captured.items() if hex_ != event.hex}
    if event.hex not in state.captured:
        captured[event.hex] = Capture(event.seat, event.cards)
    return {"captured": captured}


def _objective_taken(state: GameState, event: e.ObjectiveTaken) -> Changes:
    held = {**state.held, event.objective: event.side}
    return {**with_medals(state, event.side, event.medals), "held": held}


def _objective_lost(state: GameState, event: e.ObjectiveLost) -> Changes:
    held = {name: side for name, side in state.held.items() if name != event.objective}
    return {**with_medals(state, event.side, -event.medals), "held": held}


def _strike(turn: Turn) -> StrikeStatus:
    if turn.strike is None:
        raise ValueError("targets are named for a strike")
    return turn.strike


HANDLERS: dict[type, Handler] = {
    e.AttackDeclared: _attack_declared,
    e.DiceRolled: _dice_rolled,
    e.AmbushOffered: lambda _, event: {"phase": AmbushPhase(event.seat, event.unit)},
    e.AmbushPlayed: _ambush_played,
    e.AmbushRolled: lambda _, event: {"draws": event.draw + 1},
    e.AmbushDeclined: back_to_battle,
    e.AttackCancelled: _attack_cancelled,
    e.TargetsDemanded: _targets_demanded,
    e.TargetNamed: _target_named,
    e.TargetsFixed: back_to_battle,
    e.StrikeRolled: _strike_rolled,
    e.FiguresLost: _figures_lost,
    e.UnitEliminated: _eliminated,
    e.RetreatDemanded: _retreat_demanded,
    e.FlagIgnored: back_to_battle,
    e.UnitRetreated: _retreated,
    e.GroundOffered: lambda _, event: {"phase": TakeGroundPhase(event.unit, event.hex)},
    e.GroundTaken: _ground_taken,
    e.GroundDeclined: back_to_battle,
    e.BattleBackOffered: _battle_back_offered,
    e.BattleBackRolled: _battle_back_rolled,
    e.BattleBackDeclined: back_to_battle,
    e.PursuitOffered: lambda _, event: {"phase": PursuitPhase(event.unit)},
    e.PursuitDeclined: back_to_battle,
    e.HazardRolled: lambda _, event: {"draws": event.draw + 1},
    e.DemolitionRolled: _demolition_rolled,
    e.MineLaid: _mine_laid,
    e.MineRevealed: _mine_revealed,
    e.MineSwept: _mine_swept,
    e.VisibilityRolled: lambda _, event: {"draws": event.draw + 1, "visibility": event.visibility},
    e.HeadquartersTaken: _headquarters_taken,
    e.OverrunOffered: lambda _, event: {"phase": OverrunPhase(event.unit)},
    e.OverrunDeclined: back_to_battle,
    e.BattlesEnded: lambda state, _: {"turn": replace_fields(state.turn, battles_over=True)},
    e.ObjectiveTaken: _objective_taken,
    e.ObjectiveLost: _objective_lost,
}
