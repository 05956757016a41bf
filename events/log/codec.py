"""Encode events as JSON values under a stable name and a schema number, and decode them.

The meaning of a name and schema never changes once written. A change of meaning takes the next
schema number here and a function in ``upcasts``; readers know only the newest schema.
"""

from dataclasses import dataclass
from typing import Any

import msgspec

from domain import events as e
from domain.redaction import without_hidden
from domain.values import UNKNOWN_CARD, UNKNOWN_STRENGTH, Card, Seat
from domain.values.rare import rare_members
from events.log.unreadable import UnreadableGameError
from events.log.upcasts import newest

Data = dict[str, Any]

SCHEMAS: dict[type, tuple[str, int]] = {
    e.GameCreated: ("game_created", 3),
    e.SeatTaken: ("seat_taken", 1),
    e.SeatLeft: ("seat_left", 1),
    e.GameCancelled: ("game_cancelled", 1),
    e.GameStarted: ("game_started", 1),
    e.DeckShuffled: ("deck_shuffled", 1),
    e.CardsDealt: ("cards_dealt", 1),
    e.SharedCardLaid: ("shared_card_laid", 1),
    e.SharedCardTaken: ("shared_card_taken", 1),
    e.HandShown: ("hand_shown", 1),
    e.TurnStarted: ("turn_started", 1),
    e.CardPlayed: ("card_played", 2),
    e.CardProposed: ("card_proposed", 1),
    e.CommitmentDemanded: ("commitment_demanded", 1),
    e.CardCommitted: ("card_committed", 1),
    e.CardHandedOut: ("card_handed_out", 1),
    e.CardAssigned: ("card_assigned", 1),
    e.UnitOrdered: ("unit_ordered", 1),
    e.PhaseFinished: ("phase_finished", 1),
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
    e.BattleBackOffered: ("battle_back_offered", 1),
    e.BattleBackRolled: ("battle_back_rolled", 1),
    e.BattleBackDeclined: ("battle_back_declined", 1),
    e.PursuitOffered: ("pursuit_offered", 1),
    e.PursuitDeclined: ("pursuit_declined", 1),
    e.HazardRolled: ("hazard_rolled", 1),
    e.DemolitionRolled: ("demolition_rolled", 1),
    e.MineLaid: ("mine_laid", 1),
    e.MineRevealed: ("mine_revealed", 1),
    e.MineSwept: ("mine_swept", 1),
    e.VisibilityRolled: ("visibility_rolled", 1),
    e.HeadquartersTaken: ("headquarters_taken", 1),
    e.BattlesEnded: ("battles_ended", 1),
    e.CardDiscarded: ("card_discarded", 1),
    e.CardDrawn: ("card_drawn", 1),
    e.CardsOffered: ("cards_offered", 1),
    e.CardKept: ("card_kept", 1),
    e.TurnEnded: ("turn_ended", 1),
    e.ObjectiveTaken: ("objective_taken", 1),
    e.ObjectiveLost: ("objective_lost", 1),
    e.AirDropDemanded: ("air_drop_demanded", 1),
    e.SmokeOffered: ("smoke_offered", 1),
    e.SmokeLaid: ("smoke_laid", 1),
    e.SmokeDeclined: ("smoke_declined", 1),
    e.UnitLanded: ("unit_landed", 1),
    e.UnitDropFailed: ("unit_drop_failed", 1),
    e.OrderDiceRolled: ("order_dice_rolled", 1),
    e.HealingOffered: ("healing_offered", 1),
    e.FiguresRestored: ("figures_restored", 1),
    e.UnitExited: ("unit_exited", 1),
    e.UnitArrived: ("unit_arrived", 1),
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
    e.SeatHandedOver: ("seat_handed_over", 1),
    e.ProposalMade: ("proposal_made", 1),
    e.ProposalAnswered: ("proposal_answered", 1),
    e.ClockStopped: ("clock_stopped", 1),
    e.ClockResumed: ("clock_resumed", 1),
    e.TimeCredited: ("time_credited", 1),
    e.StandingOrdersGiven: ("standing_orders_given", 1),
    e.HintGiven: ("hint_given", 1),
    e.UndoRequested: ("undo_requested", 1),
    e.UndoAgreed: ("undo_agreed", 1),
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
_RARE = {kind: rare_members(kind) for kind in SCHEMAS}
_COMMAND_MEMBERS = {"turns"}
"""Hidden members that contain commands, stored as clients send them: without default arguments."""
_PLACEHOLDERS: Data = {
    "order": [],
    "cards": [],
    "orders": [],
    "card": Card.RECON_LEFT,
    "strength": UNKNOWN_STRENGTH,
}
"""Placeholders with which an event is decoded whose hidden part is unknown, and then redacted."""


@dataclass(frozen=True, slots=True)
class Encoded:
    """An event as JSON values: ``data`` for everyone, ``hidden`` for ``audience`` alone.

    ``hidden`` is None for an event without a hidden part, and empty for an event whose hidden part
    is unknown.
    """

    type: str
    schema: int
    data: Data
    hidden: Data | None
    audience: tuple[Seat, ...]


def encode(event: e.Event) -> Encoded:
    """Encode an event at its newest schema."""
    name, schema = SCHEMAS[type(event)]
    members: Data = msgspec.to_builtins(event, order="sorted")
    for *path, member in _RARE[type(event)]:
        part = members
        for key in path:
            part = part[key] or {}
        if not part.get(member, True):
            del part[member]
    names = _HIDDEN[type(event)]
    if not names:
        return Encoded(name, schema, members, None, ())
    for member in _COMMAND_MEMBERS & members.keys():
        members[member] = _as_sent(members[member])
    hidden = {key: members.pop(key) for key in sorted(names) if key in members}
    if any(map(_is_unknown, hidden.values())):
        return Encoded(name, schema, members, {}, ())
    return Encoded(name, schema, members, hidden, e.audience(event))


def _as_sent(value: Any) -> Any:
    """Remove members with default values, as clients do."""
    if isinstance(value, list | tuple):
        return [_as_sent(item) for item in value]
    if isinstance(value, dict):
        return {key: _as_sent(item) for key, item in value.items() if item not in (None, False)}
    return value


def _is_unknown(value: Any) -> bool:
    """Whether the value of a hidden member is unknown."""
    return value == UNKNOWN_STRENGTH or (not isinstance(value, int) and UNKNOWN_CARD in value)


def decode(name: str, schema: int, data: Data, hidden: Data | None) -> e.Event:
    """Decode an event of any schema. Raises ``UnreadableGameError`` for an unknown one."""
    kind, whole = newest_form(name, schema, data, hidden)
    event: e.Event = msgspec.convert(whole, kind)
    return without_hidden(event) if hidden == {} else event


def newest_form(
    name: str, schema: int, data: Data, hidden: Data | None
) -> tuple[type[e.Event], Data]:
    """The class of an event and all its members, hidden ones included, at the newest schema.
    Raises ``UnreadableGameError`` for an unknown type or schema."""
    kind = _CLASSES.get(name)
    if kind is None:
        raise UnreadableGameError(f"no event type is named {name!r}")
    parts = hidden or {}
    if hidden == {}:
        parts = {
            member: value for member, value in _PLACEHOLDERS.items() if member in _HIDDEN[kind]
        }
    reached, members = newest(name, schema, {**data, **parts})
    if reached != SCHEMAS[kind][1]:
        raise UnreadableGameError(f"schema {schema} of {name!r} is not known")
    return kind, members


def is_within(stored: Any, encoded: Any) -> bool:
    """Whether ``stored`` equals ``encoded`` except for fields added to the schema since."""
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


class Reader:
    """Decodes events from raw JSON or MessagePack."""

    def __init__(self, form: Any) -> None:
        """``form`` is ``msgspec.json`` or ``msgspec.msgpack``."""
        self._decode = form.decode
        self._direct: dict[tuple[str, int], Any] = {
            (name, schema): form.Decoder(kind)
            for kind, (name, schema) in SCHEMAS.items()
            if not _HIDDEN[kind]
        }

    def event(
        self,
        name: str,
        schema: int,
        data: msgspec.Raw,
        hidden: msgspec.Raw | None,
        filled: Data | msgspec.UnsetType = msgspec.UNSET,
    ) -> e.Event:
        """Like ``decode``; an event of the newest schema without a hidden part is decoded directly
        to its class. ``filled`` has fields missing from the data of an early event."""
        decoder = self._direct.get((name, schema)) if hidden is None else None
        if decoder is not None and filled is msgspec.UNSET:
            event: e.Event = decoder.decode(data)
            return event
        secret = None if hidden is None else self._decode(hidden, type=dict)
        parts = self._decode(data, type=dict)
        if filled is not msgspec.UNSET:
            parts |= filled
        return decode(name, schema, parts, secret)


JSON, PACKED = Reader(msgspec.json), Reader(msgspec.msgpack)
