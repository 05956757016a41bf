"""A state as one viewer may see it: built up from what may be shown, never cut down.

A viewer is the set of seats it holds; a spectator holds none. This module reads no enemy cards, no
deck order and no seed, so no view can depend on them.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from typing import cast

from domain import phases as p
from domain import state as s
from domain import view_types as t
from domain.editions import rulebook
from domain.events import GameCreated
from domain.position import Position
from domain.rulebook.book import Edition
from domain.rules.battles.combat import no_battle_reason
from domain.setup import Tile
from domain.values import UNKNOWN_CARD, Card, ObstacleKind, Seat, Side, Status, Undo
from domain.values.bots import bot_kind

Seats = frozenset[Seat]


def view(state: s.GameState, seats: Seats, *, settled: bool = True) -> t.StateView:
    """Return the state for a viewer who holds ``seats``, as plain JSON values.

    A state between the events of one command is not ``settled``: it awaits nobody.
    """
    created, seats = state.created, state.table.visible_hands(seats)
    book = rulebook(created)
    return {
        "id": created.game,
        "version": state.version,
        "scenario": created.scenario,
        "edition": created.edition,
        "variant": created.variant,
        "undo": created.undo,
        "visibility": created.visibility,
        "created_by": created.created_by,
        "move_time_limit": created.move_time_limit,
        "spectator_delay": created.spectator_delay,
        "seed_commitment": created.seed_commitment,
        "match": _match(created),
        "status": state.status,
        "seats": _players({seat: state.seats.get(seat) for seat in state.table.seats}),
        "table": table(state),
        "turn": state.turn.number,
        "active": state.turn.seat if state.phase else None,
        "phase": phase_name(state),
        "awaiting": awaiting(state) if settled else None,
        "winner": state.winner,
        "ending": state.ending,
        "medals": _per_side(state.medals.__getitem__),
        "medals_to_win": _per_side(lambda side: created.setup.army(side).medals_to_win),
        "units": [_unit(unit, book, state.turn.number) for unit in state.units.values()],
        "terrain": [_tile(tile, captured=tile.hex in state.captured) for tile in state.setup.tiles],
        "obstacles": _obstacles(state),
        "objectives": [
            {
                "id": objective.id,
                "side": objective.side,
                "kind": objective.kind,
                "hexes": objective.hexes,
                "medals": objective.medals,
                "label": objective.label,
                "need": objective.need,
                "check": objective.check,
                "held_by": state.held.get(objective.id),
            }
            for objective in created.setup.objectives
        ],
        "hands": _hands(state, seats),
        **_shared_cards(state),
        **_handed_out(state, seats),
        **_committed(state, seats),
        **_proposals(state, seats),
        **_rated(created),
        **_sight(state),
        "card_in_play": state.cards.in_play.get(state.turn.seat),
        "orders_as": state.turn.order.card if state.turn.order else None,
        "orders_section": state.turn.order.section if state.turn.order else None,
        "orders_fallback": state.turn.order.fallback if state.turn.order else False,
        "order_dice": list(state.turn.rolled),
        "reaction": next(chain.from_iterable(state.cards.reactions.values()), None),
        "offer": _offer(state, seats),
        "deck_count": len(state.cards.deck),
        "discard": list(state.cards.discard),
        "ordered": [
            _ordered(Position(book, state, state.orderer(name)), name, status)
            for name, status in state.turn.ordered.items()
        ],
        "attack": _fight(state.turn.fight),
        "strike": _strike(state.turn.strike),
        "pending": _pending(state.phase),
        "undo_offer": _undo_offer(state),
        "undo_since": _undo_since(state),
    }


def awaiting(state: s.GameState) -> t.AwaitingView | None:
    """Return whose decision is awaited, and which; None before the start and after the end."""
    seats = state.awaiting
    if not seats or state.phase is None:
        return None
    return {"seat": seats[0], "seats": list(seats), "decision": state.phase.decision}


def table(state: s.GameState) -> list[t.PlaceView]:
    """Return the seats of the game in order of play, and who holds them."""
    return [
        {
            "seat": place.seat,
            "side": place.side,
            "role": place.role,
            "player": state.seats.get(place.seat),
            "bot": bot_kind(state.seats.get(place.seat)),
        }
        for place in state.table.places
    ]


def phase_name(state: s.GameState) -> str:
    """Return one word for the phase of the game."""
    if state.phase is not None:
        return state.phase.decision
    return "game_over" if state.winner else "seating"


def _players(players: Mapping[Seat, str | None]) -> t.PlayersBySeatView:
    shared_sides = {side.value: None for side in Side if side.value not in players}
    return cast(t.PlayersBySeatView, {**players, **shared_sides})


def _per_side(number_of: Callable[[Side], int]) -> t.PerSideView:
    return cast(t.PerSideView, {side.value: number_of(side) for side in Side})


def _hands(state: s.GameState, seats: Seats) -> t.HandsView:
    table = state.table
    hands = {
        seat.value: _hand(state.cards.hand(seat), seat in seats)
        | _shown(state.cards.shown.get(seat, ()), seats, (seat, *table.partners(seat)))
        for seat in table.seats
    }
    for side in Side:
        count = sum(len(state.cards.hand(seat)) for seat in table.seats_of(side))
        hands.setdefault(side.value, {"count": count})
    return cast(t.HandsView, hands)


def _rated(created: GameCreated) -> t.RatedView:
    return {"rated": True} if created.rated else {}


def _shared_cards(state: s.GameState) -> t.SharedCardsView:
    if not any(state.table.partners(seat) for seat in state.table.seats):
        return {}
    shared = {side.value: state.cards.shared.get(side) for side in Side}
    return {"shared_cards": cast(t.CardPerSideView, shared)}


def _sight(state: s.GameState) -> t.NightView:
    return {"sight": state.visibility} if state.created.setup.nights else {}


def _handed_out(state: s.GameState, seats: Seats) -> t.HandedOutView:
    """Return nothing before a card is handed out in the turn, or where none are."""
    turn, cards = state.turn, state.cards
    entries: list[t.HandedCardView] = [
        {"seat": seat, "card": card if _may_see_handed(state, seats, seat, card) else None}
        for seat, card in cards.handed.items()
    ]
    for seat, order in turn.orders.items() if turn.beside else ():
        card = cards.in_play.get(seat) or cards.in_play.get(turn.seat) or order.card
        entry: t.HandedCardView = {"seat": seat, "card": card, "orders_as": order.card}
        entry["orders_fallback"] = order.fallback
        if seat in turn.dice:
            entry["order_dice"] = list(turn.dice[seat])
        entries.append(entry)
    return {"handed_out": entries} if entries else {}


def _committed(state: s.GameState, seats: Seats) -> t.CommittedView:
    entries: list[t.HandedCardView] = [
        {"seat": seat, "card": card if seat in seats and card != UNKNOWN_CARD else None}
        for seat, cards in state.cards.committed.items()
        for card in cards
    ]
    return {"committed": entries} if entries else {}


def _may_see_handed(state: s.GameState, seats: Seats, to: Seat, card: Card) -> bool:
    """Return whether a viewer may see a handed-out card before it is played."""
    return card != UNKNOWN_CARD and not seats.isdisjoint((to, state.table.leader(to)))


def _proposals(state: s.GameState, seats: Seats) -> t.ProposalsView:
    """Return nothing unless the viewer's team has proposed a card to its Commander-in-Chief."""
    turn = state.turn
    if not turn.proposals or turn.seat not in seats or UNKNOWN_CARD in turn.proposals.values():
        return {}
    return {"proposals": [{"seat": s, "card": card} for s, card in turn.proposals.items()]}


def _shown(cards: tuple[Card, ...], seats: Seats, to: tuple[Seat, ...]) -> t.HandView:
    """Return the cards of its hand that a seat has shown, for those who have seen them."""
    if not cards or UNKNOWN_CARD in cards or seats.isdisjoint(to):
        return cast(t.HandView, {})
    return cast(t.HandView, {"shown": sorted(cards)})


def _tile(tile: Tile, *, captured: bool) -> t.TileView:
    result: t.TileView = {"hex": tile.hex, "terrain": tile.terrain, "features": tile.features}
    if captured:
        result["captured"] = True
    return result


def _unit(unit: s.Unit, book: Edition, turn: int) -> t.UnitView:
    result: t.UnitView = {
        "id": unit.id,
        "side": unit.side,
        "type": book.units[unit.kind].type,
        "kind": unit.kind,
        "figures": unit.figures,
        "figures_full": unit.full,
        "hex": unit.hex,
        "medals": unit.medals,
    }
    if unit.camouflaged:
        result["camouflaged"] = True
    if unit.rests_through >= max(turn, 1):
        result["rests_through"] = unit.rests_through
    return result


def _obstacles(state: s.GameState) -> list[t.ObstacleView]:
    placed = {(p.hex, p.kind): p for p in state.setup.obstacles}
    result: list[t.ObstacleView] = []
    for hex_, kinds in sorted(state.obstacles.items()):
        for kind in kinds:
            first = placed.get((hex_, kind))
            owner = first.owner if first else None
            ends = first.open_ends if first else ()
            entry: t.ObstacleView = {"hex": hex_, "kind": kind, "owner": owner, "open_ends": ends}
            mine = state.mines.get(hex_) if kind is ObstacleKind.MINEFIELD else None
            if mine is not None and mine.face_up:
                entry["strength"] = mine.strength
            result.append(entry)
    return result


def _match(created: GameCreated) -> t.MatchGameView | None:
    if created.match is None:
        return None
    return {
        "first": created.match.first,
        "number": created.match.number,
        "players": _players(created.match.players),
    }


def _hand(cards: Iterable[Card], visible: bool) -> t.HandView:
    held = list(cards)
    if not visible or UNKNOWN_CARD in held:
        return {"count": len(held)}
    return {"count": len(held), "cards": sorted(held)}


def _offer(state: s.GameState, seats: Seats) -> t.OfferView | None:
    for seat, cards in state.cards.offers.items():
        return {"seat": seat, **_hand(cards, seat in seats)}
    return None


def _ordered(position: Position, name: str, status: s.OrderedUnit) -> t.OrderedUnitView:
    unit = position.state.units.get(name)
    result: t.OrderedUnitView = {
        "unit": name,
        "moved": status.moved,
        "may_battle": unit is not None and no_battle_reason(position, unit, status) is None,
        "battled": status.battles > 0,
        "overran": status.overran,
    }
    if status.on_the_move:
        result["on_the_move"] = True
    return result


def _fight(fight: s.Fight | None) -> t.AttackView | None:
    if fight is None:
        return None
    return {
        "attacker": fight.attacker,
        "target": fight.target,
        "hex": fight.ground,
        "distance": fight.distance,
        "dice": fight.dice,
        "faces": list(fight.faces),
        "overrun": fight.overrun,
    }


def _strike(strike: s.StrikeStatus | None) -> t.StrikeStateView | None:
    if strike is None:
        return None
    return {
        "dice": strike.dice,
        "most": strike.most,
        "section": strike.section,
        "targets": list(strike.targets),
        "faces": list(strike.faces),
    }


def _undo_offer(state: s.GameState) -> t.UndoOfferView | None:
    offer = state.offer
    return None if offer is None else {"seat": offer.seat, "to_version": offer.to_version}


def _undo_since(state: s.GameState) -> int | None:
    free = state.created.undo is Undo.FREE and state.status is Status.ACTIVE
    return state.undo.barrier if free else None


def _pending(phase: p.Phase | None) -> t.PendingView | None:
    match phase:
        case p.AirDropPhase():
            return {
                "kind": phase.kind,
                "units": phase.units,
                "figures": phase.figures,
                "scatter": phase.scatter,
            }
        case p.AmbushPhase() | p.MoveAgainPhase() | p.BattleBackPhase() | p.PursuitPhase():
            return {"unit": phase.unit}
        case p.RetreatPhase():
            return {"unit": phase.unit, "shortest": phase.shortest, "longest": phase.longest}
        case p.TakeGroundPhase():
            return {"unit": phase.unit, "hex": phase.hex}
        case p.OverrunPhase():
            return {"unit": phase.unit}
        case _:
            return None
