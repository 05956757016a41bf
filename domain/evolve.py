"""Book an event: state before, event, state after. Never judges, never refuses, never throws."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import assert_never

from domain import events as e
from domain.hexes import Hex
from domain.state import (
    BattlePhase,
    Cards,
    ChooseCardPhase,
    Fight,
    GameState,
    MovePhase,
    OrderedUnit,
    OrderPhase,
    OverrunPhase,
    PlayCardPhase,
    RetreatPhase,
    TakeGroundPhase,
    Turn,
    Unit,
)
from domain.values import Card, DiscardSource, ObstacleKind, Seat, Side, Status, seat_of


def fold(events: Iterable[e.Event], state: GameState | None = None) -> GameState | None:
    """The state after ``events``, from ``state`` or from nothing; None for no events at all."""
    for event in events:
        state = evolve(state, event)
    return state


def evolve(state: GameState | None, event: e.Event) -> GameState:
    """The state after one event. The first event of a game must be ``GameCreated``."""
    if state is None:
        if not isinstance(event, e.GameCreated):
            raise ValueError("a game's first event is its creation")
        return _created(event)
    return replace(_booked(state, event), version=state.version + 1)


def _created(event: e.GameCreated) -> GameState:
    setup = event.setup
    units = {u.id: Unit(u.id, u.side, u.kind, u.figures, u.figures, u.hex) for u in setup.units}
    obstacles: dict[Hex, tuple[ObstacleKind, ...]] = {}
    for placed in setup.obstacles:
        obstacles[placed.hex] = (*obstacles.get(placed.hex, ()), placed.kind)
    return GameState(
        version=1,
        created=event,
        status=Status.WAITING,
        seats={},
        turn=Turn(0, seat_of(setup.first), dict.fromkeys(Seat, 0), {}),
        phase=None,
        terrain={tile.hex: tile.terrain for tile in setup.tiles},
        obstacles=obstacles,
        units=units,
        occupants={unit.hex: unit for unit in units.values()},
        medals=dict.fromkeys(Side, 0),
        held={},
        cards=Cards(),
        draws=0,
    )


def _booked(state: GameState, event: e.Event) -> GameState:
    match event:
        case e.UnitOrdered():
            return _ordered(state, event)
        case e.UnitMoved():
            return _moved(state, event)
        case e.AttackDeclared():
            return _attack_declared(state, event)
        case e.DiceRolled():
            return _dice_rolled(state, event)
        case e.FiguresLost():
            unit = state.units[event.unit]
            return _with_unit(state, replace(unit, figures=unit.figures - event.count))
        case e.UnitEliminated():
            return _eliminated(state, event)
        case e.RetreatDemanded():
            return replace(state, phase=_retreat_phase(event))
        case e.FlagIgnored() | e.GroundDeclined() | e.OverrunDeclined() | e.MovesEnded():
            return replace(state, phase=BattlePhase())
        case e.UnitRetreated():
            return replace(_relocated(state, event.unit, event.path[-1]), phase=BattlePhase())
        case e.GroundOffered():
            return replace(state, phase=TakeGroundPhase(event.unit, event.hex))
        case e.GroundTaken():
            return _ground_taken(state, event)
        case e.OverrunOffered():
            return replace(state, phase=OverrunPhase(event.unit))
        case e.OrdersEnded():
            return replace(state, phase=MovePhase())
        case e.BattlesEnded():
            return state
        case e.ObstacleRemoved():
            return _without_obstacle(state, event.hex, event.kind)
        case e.WireCleared():
            return _wire_cleared(state, event)
        case e.ObjectiveTaken():
            held = {**state.held, event.objective: event.side}
            return replace(_with_medals(state, event.side, event.medals), held=held)
        case e.ObjectiveLost():
            held = {name: side for name, side in state.held.items() if name != event.objective}
            return replace(_with_medals(state, event.side, -event.medals), held=held)
        case e.CardPlayed():
            hand = _without(state.cards.hand(event.seat), event.card)
            cards = _with_hand(replace(state.cards, in_play=event.card), event.seat, hand)
            return replace(state, cards=cards, phase=OrderPhase())
        case e.CardDiscarded() | e.CardDrawn() | e.CardsOffered() | e.CardKept():
            return _card_changed(state, event)
        case e.TurnEnded():
            taken = {**state.turn.taken, event.seat: state.turn.taken[event.seat] + 1}
            return replace(state, turn=replace(state.turn, taken=taken))
        case e.TurnStarted():
            turn = Turn(event.turn, event.seat, state.turn.taken, {})
            return replace(state, turn=turn, phase=PlayCardPhase())
        case e.DeckShuffled():
            cards = replace(state.cards, deck=event.order, discard=())
            return replace(state, cards=cards, draws=event.draw + 1)
        case e.CardsDealt():
            cards = replace(state.cards, deck=_below(state.cards.deck, event.count))
            return replace(state, cards=_with_hand(cards, event.seat, event.cards))
        case e.SeatTaken():
            return replace(state, seats={**state.seats, event.seat: event.player})
        case e.GameStarted():
            return replace(state, status=Status.ACTIVE)
        case e.GameFinished():
            return replace(
                state,
                status=Status.FINISHED,
                winner=event.winner,
                ending=event.reason,
                phase=None,
            )
        case e.SeatResigned() | e.SeedRevealed():
            return state
        case e.GameCreated():
            raise ValueError("a game is created once")
        case _:
            assert_never(event)


def _retreat_phase(event: e.RetreatDemanded) -> RetreatPhase:
    return RetreatPhase(
        event.seat, event.unit, event.flags, event.losses, event.shortest, event.longest
    )


def _ordered(state: GameState, event: e.UnitOrdered) -> GameState:
    return _with_status(state, event.unit, OrderedUnit(event.sections))


def _moved(state: GameState, event: e.UnitMoved) -> GameState:
    status = replace(
        state.turn.ordered[event.unit],
        moved=True,
        cost=event.cost,
        may_battle=event.may_battle,
        may_take_ground=event.may_take_ground,
    )
    return _with_status(_relocated(state, event.unit, event.path[-1]), event.unit, status)


def _attack_declared(state: GameState, event: e.AttackDeclared) -> GameState:
    before = state.turn.ordered[event.attacker]
    status = replace(
        before,
        battles=before.battles if event.overrun else before.battles + 1,
        overran=before.overran or event.overrun,
    )
    fight = Fight(
        event.attacker,
        event.target,
        state.units[event.target].hex,
        event.distance,
        event.dice,
        event.overrun,
    )
    after = _with_status(state, event.attacker, status)
    return replace(after, turn=replace(after.turn, fight=fight), phase=BattlePhase())


def _dice_rolled(state: GameState, event: e.DiceRolled) -> GameState:
    fight = state.turn.fight
    if fight is None:
        raise ValueError("dice are rolled for a declared attack")
    turn = replace(state.turn, fight=replace(fight, faces=event.faces))
    return replace(state, turn=turn, draws=event.draw + 1)


def _eliminated(state: GameState, event: e.UnitEliminated) -> GameState:
    after = replace(
        state,
        units={name: unit for name, unit in state.units.items() if name != event.unit},
        occupants={spot: unit for spot, unit in state.occupants.items() if spot != event.hex},
    )
    return _with_medals(after, event.to, event.medals)


def _ground_taken(state: GameState, event: e.GroundTaken) -> GameState:
    status = replace(
        state.turn.ordered[event.unit],
        may_battle=event.may_battle,
        may_take_ground=event.may_take_ground,
    )
    after = _with_status(_relocated(state, event.unit, event.hex), event.unit, status)
    return replace(after, phase=BattlePhase())


def _wire_cleared(state: GameState, event: e.WireCleared) -> GameState:
    before = state.turn.ordered[event.unit]
    after = _without_obstacle(state, event.hex, ObstacleKind.WIRE)
    return _with_status(after, event.unit, replace(before, battles=before.battles + 1))


def _without_obstacle(state: GameState, spot: Hex, kind: ObstacleKind) -> GameState:
    kinds = tuple(lying for lying in state.obstacles[spot] if lying is not kind)
    obstacles = {place: lying for place, lying in state.obstacles.items() if place != spot}
    if kinds:
        obstacles[spot] = kinds
    return replace(state, obstacles=obstacles)


def _card_changed(
    state: GameState, event: e.CardDiscarded | e.CardDrawn | e.CardsOffered | e.CardKept
) -> GameState:
    cards = state.cards
    match event:
        case e.CardDiscarded():
            discard = (*cards.discard, event.card)
            if event.source is DiscardSource.IN_PLAY:
                return replace(state, cards=replace(cards, discard=discard, in_play=None))
            offer = _without(cards.offer, event.card)
            return replace(state, cards=replace(cards, discard=discard, offer=offer))
        case e.CardDrawn():
            hand = (*cards.hand(event.seat), event.card)
            drawn = _with_hand(replace(cards, deck=cards.deck[:-1]), event.seat, hand)
            return replace(state, cards=drawn)
        case e.CardsOffered():
            offered = replace(cards, deck=_below(cards.deck, event.count), offer=event.cards)
            return replace(state, cards=offered, phase=ChooseCardPhase())
        case e.CardKept():
            hand = (*cards.hand(event.seat), event.card)
            kept = replace(cards, offer=_without(cards.offer, event.card))
            return replace(state, cards=_with_hand(kept, event.seat, hand))
        case _:
            assert_never(event)


def _relocated(state: GameState, name: str, spot: Hex) -> GameState:
    before = state.units[name]
    after = replace(before, hex=spot)
    occupants = {place: unit for place, unit in state.occupants.items() if place != before.hex}
    occupants[spot] = after
    return replace(state, units={**state.units, name: after}, occupants=occupants)


def _with_unit(state: GameState, unit: Unit) -> GameState:
    return replace(
        state,
        units={**state.units, unit.id: unit},
        occupants={**state.occupants, unit.hex: unit},
    )


def _with_status(state: GameState, name: str, status: OrderedUnit) -> GameState:
    ordered: Mapping[str, OrderedUnit] = {**state.turn.ordered, name: status}
    return replace(state, turn=replace(state.turn, ordered=ordered))


def _with_medals(state: GameState, side: Side, gained: int) -> GameState:
    return replace(state, medals={**state.medals, side: state.medals[side] + gained})


def _with_hand(cards: Cards, seat: Seat, hand: tuple[Card, ...]) -> Cards:
    return replace(cards, hands={**cards.hands, seat: hand})


def _below(deck: tuple[Card, ...], count: int) -> tuple[Card, ...]:
    """What is left of a deck under its top ``count`` cards."""
    return deck[: len(deck) - count]


def _without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]
