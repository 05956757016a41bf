"""Playing a card and ordering units (2004 p. 6; 2025, the same steps of the turn)."""

from collections.abc import Iterator

from domain import events as e
from domain.commands import Demolish, Deploy, EndOrders, HealUnit, OrderUnit, Play, PlayCard
from domain.errors import IllegalCommandError, Rule
from domain.phases import CommitCardPhase, HealPhase, OrderPhase, PlayCardPhase
from domain.position import Position
from domain.rules.cards import breakthroughs, commissar, orders, plays, teams
from domain.rules.cards.demolition import bridges
from domain.rules.moves.drops import rests
from domain.state import Unit
from domain.steps import guards
from domain.steps.cards import partners
from domain.steps.draft import Draft
from domain.steps.units import generals, strikes
from domain.values import Face, Seat


def play_card(draft: Draft, command: PlayCard) -> None:
    """Open the turn with a card, even one that can order no unit."""
    seat, card, position = command.seat, command.card, draft.position
    _require_card(position, command)
    committed = draft.state.cards.due(seat) is not None
    way = plays.PlayOption(command.section, command.as_card)
    if way not in plays.play_options(position, seat, card):
        rule = plays.option_refusal(position, seat, card, way)
        raise IllegalCommandError(rule, **_card_facts(position, seat, command))
    meaning = plays.meaning(position, seat, card, way)
    if command.shared:
        partners.take_up(draft, seat, card)
    draft.then(
        e.CardPlayed(
            seat, card, meaning.orders_as, meaning.section, meaning.fallback, committed=committed
        )
    )
    delegates = teams.carrying_out(draft.position, seat, draft.position.order)
    if delegates:
        draft.then(e.CardAssigned(seat, delegates))
    _open_turn(draft, seat)


def _require_card(position: Position, command: PlayCard) -> None:
    """Refuse a card that the seat cannot play now."""
    state, seat, card = position.state, command.seat, command.card
    if isinstance(state.phase, CommitCardPhase):
        playable = commissar.playable_instead(position, seat)
        if command.shared or card not in playable:
            raise IllegalCommandError(Rule.CARD_COMMIT_FIRST, card=card, cards=playable)
        return
    guards.phase(state, PlayCardPhase)
    due = state.cards.due(seat)
    if due is not None:
        if command.shared or card is not due:
            raise IllegalCommandError(Rule.CARD_NOT_COMMITTED, card=card, committed=due)
    elif command.shared:
        shared = partners.open_card(state, seat)
        if card is not shared:
            raise IllegalCommandError(Rule.CARD_NOT_SHARED, card=card, shared=shared)
    elif card not in state.cards.hand(seat):
        raise IllegalCommandError(Rule.CARD_NOT_IN_HAND, card=card)


def _card_facts(position: Position, seat: Seat, command: PlayCard) -> dict[str, object]:
    """Return how a card was to be played, and the sections and stand-ins it can be played with."""
    ways = plays.play_options(position, seat, command.card)
    return {
        "card": command.card,
        "section": command.section,
        "as_card": command.as_card,
        "sections": [way.section for way in ways if way.section],
        "as_cards": [way.as_card for way in ways if way.as_card],
    }


def card_options(position: Position, seat: Seat) -> Iterator[Play]:
    """Yield each way to play each different card of the hand, or the committed card that is due;
    and the open card of a pair."""
    due = position.state.cards.due(seat)
    for card in sorted(set(position.state.cards.hand(seat))) if due is None else [due]:
        for way in plays.play_options(position, seat, card):
            yield PlayCard(seat, card, way.section, way.as_card)
    shared = partners.open_card(position.state, seat)
    if shared is not None:
        for way in plays.play_options(position, seat, shared):
            yield PlayCard(seat, shared, way.section, way.as_card, shared=True)


def heal_unit(draft: Draft, command: HealUnit) -> None:
    """Roll for a unit, or give it a figure of the common roll; it is ordered if it gets one."""
    if not draft.position.heals_beside_others:
        guards.phase(draft.state, HealPhase)
    unit = guards.own_unit(draft.position, command.seat, command.unit)
    if unit.figures == unit.full:
        raise IllegalCommandError(Rule.HEAL_NOTHING_LOST, unit=unit.id, figures=unit.figures)
    if rests(draft.position, unit):
        raise IllegalCommandError(Rule.ORDER_NOT_YET, **orders.facts(draft.position, unit))
    if draft.position.spec.healing_dice:
        _restore_figure(draft, command.seat, unit)
        return
    if unit not in orders.tendable(draft.position, command.seat):
        raise IllegalCommandError(Rule.HEAL_NO_DIE, unit=unit.id, dice=[])
    faces = _roll(draft, command.seat, unit.id)
    restored = orders.healed(draft.position, unit, faces)
    if restored:
        draft.then(e.FiguresRestored(unit.id, restored))
        draft.then(e.UnitOrdered(unit.id, orders.ordered_in(draft.position, unit)))
    if not orders.tendable(draft.position, command.seat):
        generals.end_orders(draft, [command.seat])


def _restore_figure(draft: Draft, seat: Seat, unit: Unit) -> None:
    """Restore one figure; ordering ends when no more can be restored."""
    if unit not in orders.restorable(draft.position, seat):
        rolled = draft.state.turn.rolled
        raise IllegalCommandError(Rule.HEAL_NO_DIE, unit=unit.id, dice=list(rolled))
    draft.then(e.FiguresRestored(unit.id, 1))
    if unit.id not in draft.state.turn.ordered:
        draft.then(e.UnitOrdered(unit.id, orders.sections_of(draft.position, unit)))
    if not orders.restorable(draft.position, seat):
        generals.end_orders(draft, [seat])


def heal_options(position: Position, seat: Seat) -> Iterator[Play]:
    """Yield each unit that can get figures back, and ending."""
    by_common_roll = position.spec.healing_dice
    for unit in (orders.restorable if by_common_roll else orders.tendable)(position, seat):
        yield HealUnit(seat, unit.id)
    yield EndOrders(seat)


def order_unit(draft: Draft, command: OrderUnit) -> None:
    """Give an order; ordering ends when no more can be given."""
    guards.phase(draft.state, OrderPhase)
    unit = guards.own_unit(draft.position, command.seat, command.unit)
    position = draft.position
    rule = orders.refusal(position, unit, on_the_move=command.on_the_move)
    if rule is not None:
        raise IllegalCommandError(rule, **orders.facts(position, unit))
    sections = orders.ordered_in(position, unit)
    draft.then(e.UnitOrdered(unit.id, sections, command.on_the_move))
    obstacle = position.effects.places
    if obstacle is not None:
        draft.then(e.ObstaclePlaced(unit.id, unit.hex, obstacle))
    generals.end_orders_if_none(draft)


def end_orders(draft: Draft, command: EndOrders) -> None:
    """End the seat's orders, however many it has given."""
    if not isinstance(draft.state.phase, HealPhase):
        guards.phase(draft.state, OrderPhase)
    generals.end_orders(draft, [command.seat])


def order_options(position: Position, seat: Seat) -> Iterator[Play]:
    """Yield each unit to order, set on the move or heal, bridges to blow up, hexes for armor that
    breaks through, and ending."""
    if position.heals_beside_others:
        yield from heal_options(position, seat)
        return
    for unit in orders.orderable(position):
        yield OrderUnit(seat, unit.id)
    for unit in orders.movable(position):
        yield OrderUnit(seat, unit.id, on_the_move=True)
    for hex_ in bridges(position):
        yield Demolish(seat, hex_)
    for hex_ in breakthroughs.places(position):
        yield Deploy(seat, hex_)
    yield EndOrders(seat)


def _open_turn(draft: Draft, seat: Seat) -> None:
    """Start what the card requires first: targets, a unit to heal, dice, or orders."""
    position = draft.position
    terms = plays.strike_terms(position)
    if terms is not None:
        strikes.begin(draft, terms)
        return
    if position.spec.heals and orders.healable(position, seat):
        _offer_healing(draft, seat)
        return
    if position.spec.orders.by_dice:
        _roll(draft, seat, None)
    generals.end_orders_if_none(draft)


def _offer_healing(draft: Draft, seat: Seat) -> None:
    count = draft.position.spec.healing_dice
    if count:
        faces, draw = draft.roll(count)
        draft.then(e.OrderDiceRolled(faces, draw))
        if not orders.restorable(draft.position, seat):
            generals.end_orders(draft, [seat])
            return
    draft.then(e.HealingOffered())


def _roll(draft: Draft, seat: Seat, unit: str | None) -> tuple[Face, ...]:
    """Roll one die per card of the hand, including the one in play, a pair's open card and
    committed cards; or as many as the card says."""
    faces, draw = draft.roll(draft.position.spec.dice or cards_of(draft, seat))
    draft.then(e.OrderDiceRolled(faces, draw, unit))
    return faces


def cards_of(draft: Draft, seat: Seat) -> int:
    """Return the number of cards for which dice are rolled."""
    shared = partners.open_card(draft.state, seat) is not None
    cards = draft.state.cards
    return len(cards.hand(seat)) + 1 + shared + len(cards.committed.get(seat, ()))
