"""How a command card can be played, and what it then orders (2004 p. 5; 2025, Command cards)."""

from domain.errors import Rule
from domain.pieces.card_spec import FACING, CardSpec
from domain.pieces.cards import facing, section_of
from domain.position import Position
from domain.rules.battles.strikes import dice, nameable
from domain.rules.cards.orders import commanded, fallback_needed, sections_of
from domain.setup import StandIn
from domain.state import DAY, Order, StrikeStatus
from domain.values import Card, Seat, Section, Side
from domain.values.frozen import dataclass


@dataclass(frozen=True, slots=True)
class PlayOption:
    """A way to play a card; fields as in the command ``PlayCard``."""

    section: Section | None = None
    as_card: Card | None = None


@dataclass(frozen=True, slots=True)
class Meaning:
    """The orders of a card played in some way; fields as in the event ``CardPlayed``."""

    orders_as: Card | None = None
    section: Section | None = None
    fallback: bool = False


def play_options(position: Position, seat: Seat, card: Card) -> list[PlayOption]:
    """Return every way in which a seat may play a card of its hand now."""
    spec = position.book.cards[card]
    if spec.reaction and not _only_reactions(position, seat):
        return []
    spec_with_section = _needs_section(position, seat, spec)
    if spec_with_section is not None:
        return [
            PlayOption(section=section)
            for section in _sections_with_units(position, spec_with_section, seat)
        ]
    return [PlayOption(), *(PlayOption(as_card=other) for other in stand_ins(position, seat, card))]


def option_refusal(position: Position, seat: Seat, card: Card, way: PlayOption) -> Rule:
    """Return why ``play_options`` does not list this one."""
    spec = position.book.cards[card]
    if spec.reaction and not _only_reactions(position, seat):
        return Rule.CARD_REACTION_ONLY
    if way.as_card is not None:
        return Rule.CARD_NO_STAND_IN
    if way.section is None:
        return Rule.CARD_SECTION_NOT_NAMED
    needed = _needs_section(position, seat, spec) is not None
    return Rule.CARD_SECTION_EMPTY if needed else Rule.CARD_SECTION_NOT_ASKED


def meaning(position: Position, seat: Seat, card: Card, way: PlayOption) -> Meaning:
    """Return what the card orders when it is played in one of its ``play_options``."""
    orders_as, section = way.as_card, way.section
    if orders_as is not None:
        stand_in = _stand_in(position, position.state.table.side_of(seat), card, orders_as)
        section = section_of(card) if stand_in and stand_in.same_section else None
    elif (copied := _copied(position, seat, position.book.cards[card])) is not None:
        orders_as = facing(copied.card)
        section = section if copied.section is None else FACING[copied.section]
    ordered = position.book.cards[orders_as or card]
    no_visibility = ordered.strike is not None and position.state.visibility < DAY
    return Meaning(orders_as, section, no_visibility or fallback_needed(position, ordered, seat))


def strike_terms(position: Position) -> StrikeStatus | None:
    """Return the strike of the card in play; None if it has none, or no possible target."""
    spec, order = position.spec, position.order
    in_play = position.state.cards.in_play.get(position.seat)
    if spec.strike is None or in_play is None or order.fallback:
        return None
    side = position.side
    stand_in = _stand_in(position, side, in_play, order.card)
    if stand_in is not None:
        count = _stand_in_dice(position, stand_in, order.card)
        terms = StrikeStatus(count, stand_in.max_targets, order.section)
    else:
        terms = StrikeStatus(dice(position, spec.strike, side), spec.strike.targets, order.section)
    return terms if nameable(position, terms) else None


def _only_reactions(position: Position, seat: Seat) -> bool:
    """Return whether a seat has only reactions; it may then play one, without effect."""
    state = position.state
    shared, due = state.cards.shared.get(state.table.side_of(seat)), state.cards.due(seat)
    hand = state.cards.hand(seat) if due is None else (due,)
    held = hand if shared is None else (*hand, shared)
    return all(position.book.cards[card].reaction for card in held)


def _copied(position: Position, seat: Seat, spec: CardSpec) -> Order | None:
    """Return the enemy's last order, if the card copies and there is one."""
    if not spec.copies_enemy:
        return None
    enemies = position.state.table.opponents(seat)
    orders = [order for other, order in position.state.cards.issued.items() if other in enemies]
    last = orders[-1] if orders else None
    copies_too = last is not None and position.book.cards[last.card].copies_enemy
    return None if copies_too else last


def _needs_section(position: Position, seat: Seat, spec: CardSpec) -> CardSpec | None:
    """Return the card, or the one it copies, if its section must be chosen.

    Ruling: if the enemy chose none, for want of such units, the copying side chooses one.
    """
    copied = _copied(position, seat, spec)
    if copied is not None and copied.section is not None:
        return None
    effective = spec if copied is None else position.book.cards[copied.card]
    is_needed = effective.orders.one_section and not fallback_needed(position, effective, seat)
    return effective if is_needed else None


def _sections_with_units(position: Position, spec: CardSpec, seat: Seat) -> list[Section]:
    occupied = {
        section
        for unit in commanded(position, seat)
        if position.traits(unit).type in spec.orders.types
        for section in sections_of(position, unit)
    }
    return [section for section in Section if section in occupied]


def _stand_in(position: Position, side: Side, card: Card, as_card: Card) -> StandIn | None:
    """Return the scenario's rule that lets a side play one card as another, if any."""
    rules = position.state.created.setup.stand_ins
    return next(
        (r for r in rules if r.side is side and card in r.cards and r.as_card is as_card), None
    )


def _stand_in_dice(position: Position, rule: StandIn, as_card: Card) -> int:
    strike = position.book.cards[as_card].strike
    if rule.dice or strike is None:
        return rule.dice
    return dice(position, strike, rule.side)


def stand_ins(position: Position, seat: Seat, card: Card) -> list[Card]:
    """Return the other cards that this one can be played as now, against at least one target."""
    state, rules = position.state, position.state.created.setup.stand_ins
    if not rules or state.visibility < DAY:
        return []
    result: list[Card] = []
    side = state.table.side_of(seat)
    for rule in rules:
        if rule.side is not side or card not in rule.cards:
            continue
        occupants = (state.occupants.get(hex_) for hex_ in rule.hexes)
        section = section_of(card) if rule.same_section else None
        terms = StrikeStatus(rule.dice, rule.max_targets, section)
        is_held = any(unit is not None and unit.side is rule.side for unit in occupants)
        if (is_held or not rule.hexes) and nameable(position, terms):
            result.append(rule.as_card)
    return result
