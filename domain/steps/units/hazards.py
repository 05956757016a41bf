"""What meets a unit that comes onto a hex: ice that breaks, mines, and what is settled there."""

from domain import events as e
from domain.geometry.hexes import Hex
from domain.phases import MoveAgainPhase, MovePhase
from domain.position import Position
from domain.rules import headquarters
from domain.rules.battles import combat, mines
from domain.state import Unit
from domain.steps import board
from domain.steps.cards import draw
from domain.steps.draft import Draft
from domain.values import DiscardSource, Face, LossCause, RemovalCause


def settle_on(
    draft: Draft, unit: Unit, path: tuple[Hex, ...], cause: RemovalCause | None = None
) -> None:
    """Settle what a unit, as it was before, meets on its way and where it stands now: ice that
    breaks, mines, obstacles that it crushes by ``cause``, objectives; without one it goes back.
    Ruling: what the ground takes from it is settled hex by hex once it has come to the last one."""
    if not draft.over() and not (cause is RemovalCause.ARMOR_ENTERED and _goes_freely(draft)):
        _break_ice(draft, unit.id, path)
    if cause is not None and draft.state.mines:
        _meet_mine(draft, unit.id)
    now = draft.state.units.get(unit.id)
    if now is None or draft.over():
        return
    if cause is not None:
        board.crush_obstacles(draft, now, cause)
    board.after_entering(draft, unit, path)
    if draft.position.field.headquarters and not draft.over():
        _meet_headquarters(draft, now)


def lay_mines(draft: Draft) -> None:
    """A token lies face down on each minefield of the battle."""
    for hex_ in draft.position.field.mines:
        lay_mine(draft, hex_)


def lay_mine(draft: Draft, hex_: Hex) -> None:
    """Draw the token of a minefield."""
    left = mines.left_for(draft.position, hex_)
    draw = draft.state.draws
    (place,) = draft.chance.numbers(draw, 1, len(left))
    draft.then(e.MineLaid(hex_, draw, left[place]))


def sweep_standing(draft: Draft) -> None:
    """Once all moves are made, ordered engineers that have not moved sweep where they stand."""
    if not draft.state.mines or draft.state.turn.battles_over:
        return
    for name, status in draft.state.turn.ordered.items():
        unit = draft.state.units.get(name)
        if unit is None or status.moved:
            continue
        position = Position(draft.book, draft.state, draft.state.orderer(name))
        if mines.threatens(position, unit, unit.hex) and mines.sweeps(position, unit):
            draft.then(e.MineSwept(name, unit.hex))


def _goes_freely(draft: Draft) -> bool:
    return isinstance(draft.state.phase, MovePhase | MoveAgainPhase) and (
        draft.position.effects.free_going
    )


def _break_ice(draft: Draft, name: str, path: tuple[Hex, ...]) -> None:
    for hex_ in path if draft.position.field.icy else ():
        dice = draft.position.ground(hex_).ice_dice
        if dice and name in draft.state.units and not draft.over():
            faces, draw = draft.roll(dice)
            draft.then(e.HazardRolled(name, hex_, LossCause.ICE, faces, draw))
            board.lose_figures(draft, name, faces.count(Face.STAR), LossCause.ICE)


def _meet_headquarters(draft: Draft, unit: Unit) -> None:
    """A unit that comes onto a headquarters captures it, or takes it back."""
    hex_, position = unit.hex, draft.position
    owner, captured = position.field.headquarters.get(hex_), draft.state.captured.get(hex_)
    if owner is unit.side.enemy and captured is None:
        seat = headquarters.owner(position, hex_, owner)
        cards = headquarters.cost(position, seat)
        draft.then(e.HeadquartersTaken(unit.id, hex_, seat, cards))
        if cards:
            hand, number = sorted(draft.state.cards.hand(seat)), draft.state.draws
            (place,) = draft.chance.numbers(number, 1, len(hand))
            draft.then(e.CardDiscarded(seat, hand[place], DiscardSource.HAND, number))
    elif owner is unit.side and captured is not None:
        draft.then(e.HeadquartersTaken(unit.id, hex_, captured.seat, captured.cards))
        if captured.cards:
            draw.draw_one(draft, captured.seat)


def _meet_mine(draft: Draft, name: str) -> None:
    """Engineers sweep it at the end of their move; others are struck (Terrain Pack, Minefields)."""
    unit, position = draft.state.units.get(name), draft.position
    if unit is None or draft.over() or not mines.threatens(position, unit, unit.hex):
        return
    if isinstance(draft.state.phase, MovePhase) and mines.sweeps(position, unit):
        draft.then(e.MineSwept(name, unit.hex))
        return
    mine = draft.state.mines[unit.hex]
    if not mine.face_up:
        draft.then(e.MineRevealed(name, unit.hex, mine.strength))
        if not mine.strength:
            board.gain_by_deed(draft, unit.hex, unit.side)
    if mine.strength:
        faces, draw = draft.roll(mine.strength)
        draft.then(e.HazardRolled(name, unit.hex, LossCause.MINE, faces, draw))
        struck = combat.hits(position.traits(unit), faces)
        board.lose_figures(draft, name, struck, LossCause.MINE)
