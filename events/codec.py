"""Event to JSON and back, under a stable name and a schema number.

A name and its schema never change in meaning once written. A change of meaning is the next schema
number here and one function in ``upcasts``; readers know only the newest.
"""

from dataclasses import dataclass
from typing import Any

import msgspec

from domain import events as e
from domain.values import UNKNOWN_CARD, Card, Seat
from events.upcasts import newest

Data = dict[str, Any]

SCHEMAS: dict[type, tuple[str, int]] = {
    e.GameCreated: ("game_created", 2),
    e.SeatTaken: ("seat_taken", 1),
    e.GameStarted: ("game_started", 1),
    e.DeckShuffled: ("deck_shuffled", 1),
    e.CardsDealt: ("cards_dealt", 1),
    e.TurnStarted: ("turn_started", 1),
    e.CardPlayed: ("card_played", 2),
    e.UnitOrdered: ("unit_ordered", 1),
    e.OrdersEnded: ("orders_ended", 1),
    e.UnitMoved: ("unit_moved", 1),
    e.MovesEnded: ("moves_ended", 1),
    e.ObstacleRemoved: ("obstacle_removed", 1),
    e.WireCleared: ("wire_cleared", 1),
    e.AttackDeclared: ("attack_declared", 1),
    e.DiceRolled: ("dice_rolled", 1),
    e.FiguresLost: ("figures_lost", 1),
    e.UnitEliminated: ("unit_eliminated", 1),
    e.RetreatDemanded: ("retreat_demanded", 1),
    e.FlagIgnored: ("flag_ignored", 1),
    e.UnitRetreated: ("unit_retreated", 1),
    e.GroundOffered: ("ground_offered", 1),
    e.GroundTaken: ("ground_taken", 1),
    e.GroundDeclined: ("ground_declined", 1),
    e.OverrunOffered: ("overrun_offered", 1),
    e.OverrunDeclined: ("overrun_declined", 1),
    e.BattlesEnded: ("battles_ended", 1),
    e.CardDiscarded: ("card_discarded", 1),
    e.CardDrawn: ("card_drawn", 1),
    e.CardsOffered: ("cards_offered", 1),
    e.CardKept: ("card_kept", 1),
    e.TurnEnded: ("turn_ended", 1),
    e.ObjectiveTaken: ("objective_taken", 1),
    e.ObjectiveLost: ("objective_lost", 1),
    e.AirDropDemanded: ("air_drop_demanded", 1),
    e.UnitLanded: ("unit_landed", 1),
    e.UnitDropFailed: ("unit_drop_failed", 1),
    e.OrderDiceRolled: ("order_dice_rolled", 1),
    e.HealingOffered: ("healing_offered", 1),
    e.FiguresRestored: ("figures_restored", 1),
    e.UnitExited: ("unit_exited", 1),
    e.ObstaclePlaced: ("obstacle_placed", 1),
    e.SecondMoveOffered: ("second_move_offered", 1),
    e.AmbushOffered: ("ambush_offered", 1),
    e.AmbushPlayed: ("ambush_played", 1),
    e.AmbushRolled: ("ambush_rolled", 1),
    e.AmbushDeclined: ("ambush_declined", 1),
    e.AttackCancelled: ("attack_cancelled", 1),
    e.TargetsDemanded: ("targets_demanded", 1),
    e.TargetNamed: ("target_named", 1),
    e.TargetsFixed: ("targets_fixed", 1),
    e.StrikeRolled: ("strike_rolled", 1),
    e.SeatResigned: ("seat_resigned", 1),
    e.GameFinished: ("game_finished", 1),
    e.SeedRevealed: ("seed_revealed", 1),
    e.UndoRequested: ("undo_requested", 1),
    e.UndoDeclined: ("undo_declined", 1),
    e.UndoWithdrawn: ("undo_withdrawn", 1),
    e.TakenBack: ("taken_back", 1),
    e.DrawPileShuffled: ("draw_pile_shuffled", 1),
    e.GameBranched: ("game_branched", 1),
    e.UnseenShuffled: ("unseen_shuffled", 1),
    e.DiceFixed: ("dice_fixed", 1),
}

_CLASSES = {name: kind for kind, (name, _) in SCHEMAS.items()}
_HIDDEN = {kind: e.hidden_names(kind) for kind in SCHEMAS}
_STAND_INS: Data = {"order": [], "cards": [], "card": Card.RECON_LEFT}
"""What an event is read with whose hidden part is not known; a veil is laid over it then."""


@dataclass(frozen=True, slots=True)
class Encoded:
    """An event as JSON values: ``data`` for everyone, ``hidden`` for ``audience`` alone.

    ``hidden`` is None for an event that has nothing to hide, and empty for one that does not know
    what it hides.
    """

    type: str
    schema: int
    data: Data
    hidden: Data | None
    audience: tuple[Seat, ...]


def encode(event: e.Event) -> Encoded:
    """The newest stored form of an event."""
    name, schema = SCHEMAS[type(event)]
    whole: Data = msgspec.to_builtins(event, order="sorted")
    names = _HIDDEN[type(event)]
    if not names:
        return Encoded(name, schema, whole, None, ())
    hidden = {key: whole.pop(key) for key in sorted(names)}
    if any(UNKNOWN_CARD in value for value in hidden.values()):
        return Encoded(name, schema, whole, {}, ())
    return Encoded(name, schema, whole, hidden, e.audience(event))


def decode(name: str, schema: int, data: Data, hidden: Data | None) -> e.Event:
    """The event behind a stored form of any schema. Raises ``ValueError`` for one unknown here."""
    kind = _CLASSES.get(name)
    if kind is None:
        raise ValueError(f"no event type is named {name!r}")
    told = _STAND_INS if hidden == {} else hidden or {}
    reached, whole = newest(name, schema, {**data, **told})
    if reached != SCHEMAS[kind][1]:
        raise ValueError(f"schema {schema} of {name!r} is not known")
    event: e.Event = msgspec.convert(whole, kind)
    return e.veiled(event) if hidden == {} else event


def is_within(stored: Any, encoded: Any) -> bool:
    """Whether all that was stored is what would be stored today; fields that events have gained
    since may be missing."""
    match stored:
        case dict():
            return isinstance(encoded, dict) and all(
                name in encoded and is_within(value, encoded[name])
                for name, value in stored.items()
            )
        case list() | tuple():
            return (
                isinstance(encoded, list | tuple)
                and len(stored) == len(encoded)
                and all(map(is_within, stored, encoded))
            )
        case _:
            return type(stored) is type(encoded) and bool(stored == encoded)


def decode_json(name: str, schema: int, data: msgspec.Raw, hidden: msgspec.Raw | None) -> e.Event:
    """The same from JSON text; an event of today's schema with nothing hidden goes straight to its
    class."""
    decoder = _DIRECT.get((name, schema)) if hidden is None else None
    if decoder is not None:
        event: e.Event = decoder.decode(data)
        return event
    secret = None if hidden is None else msgspec.json.decode(hidden, type=dict)
    return decode(name, schema, msgspec.json.decode(data, type=dict), secret)


_DIRECT: dict[tuple[str, int], msgspec.json.Decoder[Any]] = {
    (name, schema): msgspec.json.Decoder(kind)
    for kind, (name, schema) in SCHEMAS.items()
    if not _HIDDEN[kind]
}
