"""What happens to a unit that enters a hex: ice, mines, objectives, headquarters."""

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
    """Settle what a unit meets on its way and on its hex; ``unit`` is its state before the move.
    Obstacles that it crushes are removed with ``cause``, which is None in a retreat. Ruling: what
    the ground takes from it is settled hex by hex once it has reached the last one."""
    if not draft.over() and not (cause is RemovalCause.ARMOR_ENTERED and _ignores_terrain(draft)):
        _break_ice(draft, unit.id, path)
    if cause is not None and draft.state.mines:
        _meet_mine(draft, unit.id)
    moved = draft.state.units.get(unit.id)
    if moved is None or draft.over():
        return
    if cause is not None:
        board.crush_obstacles(draft, moved, cause)
    board.after_entering(draft, unit, path)
    if draft.position.field.headquarters and not draft.over():
        _meet_headquarters(draft, moved)


def lay_mines(draft: Draft) -> None:
    """Lay a token face down on each minefield of the battle."""
    for hex_ in draft.position.field.mines:
        lay_mine(draft, hex_)


def lay_mine(draft: Draft, hex_: Hex) -> None:
    """Draw the token of a minefield."""
    tokens = mines.left_for(draft.position, hex_)
    draw = draft.state.draws
    (index,) = draft.chance.numbers(draw, 1, len(tokens))
    draft.then(e.MineLaid(hex_, draw, tokens[index]))


def sweep_standing(draft: Draft) -> None:
    """After all moves, let ordered engineers that have not moved sweep their hexes."""
    if not draft.state.mines or draft.state.turn.battles_over:
        return
    for name, status in draft.state.turn.ordered.items():
        unit = draft.state.units.get(name)
        if unit is None or status.moved:
            continue
        position = Position(draft.book, draft.state, draft.state.orderer(name))
        if mines.threatens(position, unit, unit.hex) and mines.sweeps(position, unit):
            draft.then(e.MineSwept(name, unit.hex))


def _ignores_terrain(draft: Draft) -> bool:
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
    """Capture a headquarters, or take it back."""
    hex_, position = unit.hex, draft.position
    owner, captured = position.field.headquarters.get(hex_), draft.state.captured.get(hex_)
    if owner is unit.side.enemy and captured is None:
        seat = headquarters.owner(position, hex_, owner)
        cards = headquarters.cost(position, seat)
        draft.then(e.HeadquartersTaken(unit.id, hex_, seat, cards))
        if cards:
            hand, draw_index = sorted(draft.state.cards.hand(seat)), draft.state.draws
            (index,) = draft.chance.numbers(draw_index, 1, len(hand))
            draft.then(e.CardDiscarded(seat, hand[index], DiscardSource.HAND, draw_index))
    elif owner is unit.side and captured is not None:
        draft.then(e.HeadquartersTaken(unit.id, hex_, captured.seat, captured.cards))
        if captured.cards:
            draw.draw_one(draft, captured.seat)


def _meet_mine(draft: Draft, name: str) -> None:
    """Sweep a mine at the end of a move, or roll for it (Terrain Pack, Minefields)."""
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
        hits = combat.hits(position.traits(unit), faces)
        board.lose_figures(draft, name, hits, LossCause.MINE)
