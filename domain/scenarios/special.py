"""The special rules of scenarios: small named rules with parameters, one reader each.

A scenario lists them in ``special_rules`` as ``{"id": ..., "params": {...}}``; a new rule is one
reader here and one definition in ``scenario.schema.json``.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from domain.errors import ScenarioError
from domain.geometry.hexes import Hex
from domain.pieces.cards import of_family
from domain.pieces.units import UNITS
from domain.setup import (
    AirDrop,
    AppliedDoctrine,
    ArmorBreakthrough,
    BlownBridges,
    CardReplacement,
    DropTerms,
    ExitMedals,
    MoveLimit,
    MustExit,
    Night,
    PlacedUnit,
    StandIn,
)
from domain.values import Card, Doctrine, EditionName, Side, UnitKind, UnitType

Params = Mapping[str, Any]


@dataclass
class SpecialRules:
    """The special rules read so far; fields as in ``Setup`` and ``Army``."""

    extra_draws: dict[Side, tuple[int, ...]] = field(default_factory=dict)
    air_drops: tuple[AirDrop, ...] = ()
    drop_terms: tuple[DropTerms, ...] = ()
    stand_ins: tuple[StandIn, ...] = ()
    winner_when_deck_empty: Side | None = None
    move_limits: tuple[MoveLimit, ...] = ()
    replaced_cards: tuple[CardReplacement, ...] = ()
    doctrines: tuple[AppliedDoctrine, ...] = ()
    nights: tuple[Night, ...] = ()
    exit_medals: tuple[ExitMedals, ...] = ()
    must_exit: tuple[MustExit, ...] = ()
    blown_bridges: tuple[BlownBridges, ...] = ()
    smoke_screen: Side | None = None
    armor_breakthroughs: tuple[ArmorBreakthrough, ...] = ()
    units: tuple[PlacedUnit, ...] = ()


def special_rules(entries: Sequence[Params], units: tuple[PlacedUnit, ...]) -> SpecialRules:
    """Return all special rules of a scenario. Raises ``ScenarioError`` for an unknown one."""
    rules = SpecialRules(units=units)
    for entry in entries:
        read = _READERS.get(entry["id"])
        if read is None:
            raise ScenarioError(f"special_rules: no rule is named {entry['id']!r}")
        try:
            read(rules, entry["params"])
        except (KeyError, TypeError, ValueError) as error:
            raise ScenarioError(f"special_rules: {entry['id']} has a fault: {error}") from None
    return rules


def _hand_growth(rules: SpecialRules, params: Params) -> None:
    rules.extra_draws[Side(params["side"])] = tuple(params["after_own_turns"])


def _air_drop(rules: SpecialRules, params: Params) -> None:
    drop = AirDrop(
        side=Side(params["side"]),
        kind=_of_type(params.get("kind", params["type"]), UnitType(params["type"])),
        units=params["units"],
        figures=params["figures"],
        scatter=params["scatter"],
    )
    terms = DropTerms(
        number=len(rules.air_drops),
        hexes=tuple(dict.fromkeys(Hex(row, col) for row, col in params.get("hexes", ()))),
        rest=params.get("rest", 0),
        by_day=params.get("by_day", False),
    )
    waiting = [
        rules.air_drops[earlier.number].side for earlier in rules.drop_terms if earlier.by_day
    ]
    if waiting and (not terms.by_day or drop.side is not waiting[0]):
        raise ValueError("drops by day are the last ones, and one side's alone")
    rules.air_drops = (*rules.air_drops, drop)
    if terms != DropTerms(terms.number):
        rules.drop_terms = (*rules.drop_terms, terms)


def _no_reshuffle(rules: SpecialRules, params: Params) -> None:
    rules.winner_when_deck_empty = Side(params["winner"])


def _card_stands_in(rules: SpecialRules, params: Params) -> None:
    rule = StandIn(
        side=Side(params["side"]),
        cards=tuple(card for family in params["cards"] for card in of_family(family)),
        as_card=Card(params["as"]),
        hexes=tuple(Hex(row, col) for row, col in params["hexes"]),
        dice=params["dice"],
        max_targets=params["max_targets"],
        same_section=params["same_section"],
    )
    rules.stand_ins = (*rules.stand_ins, rule)


def _move_limit(rules: SpecialRules, params: Params) -> None:
    side, named = _units_of(rules, params)
    rule = MoveLimit(side, UnitType(params["type"]), params["most"], named)
    rules.move_limits = (*rules.move_limits, rule)


def _doctrine(rules: SpecialRules, params: Params) -> None:
    side, named = _units_of(rules, params)
    rule = AppliedDoctrine(side, Doctrine(params["name"]), named)
    rules.doctrines = (*rules.doctrines, rule)


def _night(rules: SpecialRules, params: Params) -> None:
    rules.nights = (Night(Side(params["side"]), params.get("falls", False)),)


def _exit_medals(rules: SpecialRules, params: Params) -> None:
    rule = ExitMedals(UnitType(params["type"]), params["medals"])
    rules.exit_medals = (*rules.exit_medals, rule)


def _must_exit(rules: SpecialRules, params: Params) -> None:
    rules.must_exit = (*rules.must_exit, MustExit(Side(params["side"]), params["units"]))


def _blow_bridge(rules: SpecialRules, params: Params) -> None:
    hexes = tuple(dict.fromkeys(Hex(row, col) for row, col in params["hexes"]))
    rule = BlownBridges(Side(params["side"]), hexes, params.get("guarded", False))
    rules.blown_bridges = (*rules.blown_bridges, rule)


def _smoke_screen(rules: SpecialRules, params: Params) -> None:
    if rules.smoke_screen is not None:
        raise ValueError("one side alone lays a smoke screen, and once")
    rules.smoke_screen = Side(params["side"])


def _armor_breakthrough(rules: SpecialRules, params: Params) -> None:
    side, kind = Side(params["side"]), _of_type(params.get("kind", "armor"), UnitType.ARMOR)
    if any(one.side is side for one in rules.armor_breakthroughs):
        raise ValueError("a side breaks through once")
    rule = ArmorBreakthrough(side, kind, params["units"], params.get("cannot_exit", False))
    rules.armor_breakthroughs = (*rules.armor_breakthroughs, rule)


def _of_type(word: str, wanted: UnitType) -> UnitKind:
    """Return a kind of unit. Raises ``ValueError`` unless it is of the type."""
    kind = UnitKind(word)
    if UNITS[kind][EditionName.E2004].type is not wanted:
        raise ValueError(f"{kind} is no {wanted}")
    return kind


def _units_of(rules: SpecialRules, params: Params) -> tuple[Side, tuple[str, ...]]:
    """Return the side of a rule, and its units that start on the named hexes, if any."""
    side, hexes = Side(params["side"]), [Hex(row, col) for row, col in params.get("hexes", ())]
    named = tuple(unit.id for unit in rules.units if unit.side is side and unit.hex in hexes)
    if len(named) < len(hexes):
        raise ValueError("no unit of the side starts on one of its hexes")
    return side, named


def _card_replaced(rules: SpecialRules, params: Params) -> None:
    by = params.get("by")
    rule = CardReplacement(Card(params["card"]), None if by is None else Card(by))
    rules.replaced_cards = (*rules.replaced_cards, rule)


_READERS: dict[str, Callable[[SpecialRules, Params], None]] = {
    "hand_growth": _hand_growth,
    "air_drop": _air_drop,
    "no_reshuffle": _no_reshuffle,
    "card_stands_in": _card_stands_in,
    "move_limit": _move_limit,
    "card_replaced": _card_replaced,
    "doctrine": _doctrine,
    "night": _night,
    "exit_medals": _exit_medals,
    "must_exit": _must_exit,
    "blow_bridge": _blow_bridge,
    "smoke_screen": _smoke_screen,
    "armor_breakthrough": _armor_breakthrough,
}
