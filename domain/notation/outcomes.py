"""The outcome of a command in the few words of a record: one row per type of event.

What follows from the command or from the order of play is left out. Some events have another row
for viewers who may not know all of them.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from domain import events as e
from domain.evolve import Past, evolve
from domain.notation.hexes import hex_name, route
from domain.phases import RetreatPhase
from domain.redaction import Viewer, is_open, redact
from domain.state import GameState
from domain.values import DiscardSource, Face, LossCause, ShuffleReason

LETTERS = {
    Face.INFANTRY: "I",
    Face.ARMOR: "A",
    Face.GRENADE: "G",
    Face.FLAG: "F",
    Face.STAR: "S",
}
"""The letters for the faces of dice."""


def outcome(
    state: GameState, events: Iterable[e.Event], viewer: Viewer, past: Past
) -> tuple[tuple[str, ...], GameState]:
    """Return the outcome of a command's events at ``state``, and the state they lead to."""
    words: list[str] = []
    for event in events:
        row = (_ROWS if is_open(event, viewer) else _REDACTED_ROWS).get(type(event))
        if row is not None:
            words.extend(row(redact(event, viewer), state))
        state = evolve(state, event, past)
    return tuple(words), state


def _rolled(event: Any, _state: GameState) -> Iterator[str]:
    yield f"rolls {''.join(LETTERS[face] for face in event.faces)}"


def _rolled_for_orders(event: e.OrderDiceRolled, state: GameState) -> Iterator[str]:
    for rolled in _rolled(event, state):
        yield rolled if event.seat is None else f"{event.seat} {rolled}"


def _strike_rolled(event: e.StrikeRolled, state: GameState) -> Iterator[str]:
    for rolled in _rolled(event, state):
        yield f"{rolled} at {_hex_of(event.target, state)}"


def _hex_of(unit: str, state: GameState) -> str:
    return hex_name(state.units[unit].hex)


def _played(event: e.CardPlayed, state: GameState) -> Iterator[str]:
    if state.table.together:
        yield f"{event.seat} play {event.card}"
    if event.orders_as is not None:
        yield f"as {event.orders_as}"
    if event.fallback:
        yield "any one unit"


def _figures_lost(event: e.FiguresLost, state: GameState) -> Iterator[str]:
    yield f"{_hex_of(event.unit, state)} loses {event.count}{_BLOCKED[event.cause]}"
    if event.gun:
        yield f"zeroed in on {_hex_of(event.unit, state)}"


def _eliminated(event: e.UnitEliminated, _state: GameState) -> Iterator[str]:
    yield f"{hex_name(event.hex)} falls{_BLOCKED[event.cause]}"
    yield from _gained(event.to, event.medals)


def _exited(event: e.UnitExited, state: GameState) -> Iterator[str]:
    yield from _gained(state.units[event.unit].side, event.medals)


def _gained(side: str, medals: int) -> Iterator[str]:
    if medals:
        yield f"{side} +{medals}"


def _demanded(event: e.RetreatDemanded, state: GameState) -> Iterator[str]:
    fewest, longest = event.shortest, event.longest
    hexes = str(longest) if fewest == longest else f"{fewest} to {longest}"
    yield f"{_hex_of(event.unit, state)} retreats {hexes}"


def _retreated(event: e.UnitRetreated, state: GameState) -> Iterator[str]:
    # A chosen retreat is already in the command.
    if not isinstance(state.phase, RetreatPhase):
        yield route(state.units[event.unit].hex, *event.path)


def _objective(event: e.ObjectiveTaken | e.ObjectiveLost, _state: GameState) -> Iterator[str]:
    sign = "+" if isinstance(event, e.ObjectiveTaken) else "-"
    yield f"{event.side} {sign}{event.medals} at {event.objective}"


def _shuffled(event: e.DeckShuffled, _state: GameState) -> Iterator[str]:
    if event.reason is not ShuffleReason.SETUP:
        yield "deck shuffled"


def _dealt(event: e.CardsDealt | e.CardsOffered, _state: GameState) -> Iterator[str]:
    yield _holding(event, " ".join(event.cards) or f"{event.count} cards")


def _dealt_unseen(event: e.CardsDealt | e.CardsOffered, _state: GameState) -> Iterator[str]:
    yield _holding(event, f"{event.count} cards")


def _holding(event: e.CardsDealt | e.CardsOffered, cards: str) -> str:
    verb = "hold" if isinstance(event, e.CardsDealt) else "choose of"
    return f"{event.seat} {verb} {cards}"


def _discarded(event: e.CardDiscarded, _state: GameState) -> Iterator[str]:
    if event.source is not DiscardSource.IN_PLAY:
        yield f"{event.seat} discard {event.card}"


def _demolition(event: e.DemolitionRolled, state: GameState) -> Iterator[str]:
    yield from _rolled(event, state)
    if event.done:
        yield f"{hex_name(event.hex)} demolished"


def _stopped(event: e.ClockStopped, _state: GameState) -> Iterator[str]:
    if event.seat is None:
        yield f"paused for {event.days} days"


_BLOCKED = {
    LossCause.HITS: "",
    LossCause.RETREAT_BLOCKED: " without a way back",
    LossCause.ICE: " in the ice",
    LossCause.MINE: " to mines",
    LossCause.BRIDGE: " with the bridge",
}
_ROWS: dict[type, Callable[[Any, GameState], Iterator[str]]] = {
    e.CardsDealt: _dealt,
    e.SharedCardLaid: lambda event, _: iter([f"{event.side} share {event.card}"]),
    e.HandShown: lambda event, _: iter([f"{event.seat} hold {' '.join(event.cards)}"]),
    e.AirDropDemanded: lambda event, _: iter([f"{event.seat} drop {event.units} {event.kind}"]),
    e.UnitLanded: lambda event, _: iter([f"{hex_name(event.hex)} lands"]),
    e.UnitDropFailed: lambda event, _: iter([f"one lost {event.cause}"]),
    e.SmokeOffered: lambda event, _: iter([f"{event.seat} may lay smoke"]),
    e.CardPlayed: _played,
    e.TargetsDemanded: lambda event, _: iter([f"up to {event.most} targets"]),
    e.OrderDiceRolled: _rolled_for_orders,
    e.FiguresRestored: lambda event, state: iter([f"{_hex_of(event.unit, state)} +{event.count}"]),
    e.ObstaclePlaced: lambda event, _: iter([f"{event.kind} at {hex_name(event.hex)}"]),
    e.ObstacleRemoved: lambda event, _: iter([f"no {event.kind} at {hex_name(event.hex)}"]),
    e.UnitExited: _exited,
    e.SecondMoveOffered: lambda event, state: iter([f"{_hex_of(event.unit, state)} moves again"]),
    e.AmbushOffered: lambda event, _: iter([f"{event.seat} may ambush"]),
    e.DiceRolled: _rolled,
    e.AmbushRolled: _rolled,
    e.StrikeRolled: _strike_rolled,
    e.AttackCancelled: lambda _event, _state: iter(["no attack"]),
    e.FiguresLost: _figures_lost,
    e.UnitEliminated: _eliminated,
    e.RetreatDemanded: _demanded,
    e.FlagIgnored: lambda event, state: iter([f"{_hex_of(event.unit, state)} stands"]),
    e.UnitRetreated: _retreated,
    e.GroundOffered: lambda event, _: iter([f"may take {hex_name(event.hex)}"]),
    e.OverrunOffered: lambda _event, _state: iter(["may overrun"]),
    e.BattleBackOffered: lambda event, state: iter(
        [f"{_hex_of(event.unit, state)} may battle back"]
    ),
    e.BattleBackRolled: _rolled,
    e.PursuitOffered: lambda event, state: iter([f"{_hex_of(event.unit, state)} may move on"]),
    e.HazardRolled: lambda event, state: iter(
        [f"{said} on {event.cause} at {hex_name(event.hex)}" for said in _rolled(event, state)]
    ),
    e.DemolitionRolled: _demolition,
    e.MineLaid: lambda event, _: iter([f"mine {event.strength} at {hex_name(event.hex)}"]),
    e.MineRevealed: lambda event, _: iter([f"mine {event.strength} at {hex_name(event.hex)}"]),
    e.MineSwept: lambda event, _: iter([f"no mine at {hex_name(event.hex)}"]),
    e.HeadquartersTaken: lambda event, _: iter([f"headquarters {hex_name(event.hex)} taken"]),
    e.VisibilityRolled: lambda event, state: iter(
        [f"{said} for sight {event.visibility}" for said in _rolled(event, state)]
    ),
    e.ObjectiveTaken: _objective,
    e.ObjectiveLost: _objective,
    e.DeckShuffled: _shuffled,
    e.DrawPileShuffled: lambda _event, _state: iter(["deck shuffled"]),
    e.UnseenShuffled: lambda _event, _state: iter(["unknown cards shuffled"]),
    e.CardDrawn: lambda event, _: iter([f"{event.seat} draw {event.card}"]),
    e.CardsOffered: _dealt,
    e.CardDiscarded: _discarded,
    e.GameFinished: lambda event, _: iter([f"{event.winner} win by {event.reason}"]),
    e.ClockStopped: _stopped,
    e.SeatHandedOver: lambda event, _: iter([f"{event.seat} to {event.player}"]),
}
_REDACTED_ROWS: dict[type, Callable[[Any, GameState], Iterator[str]]] = {
    **_ROWS,
    e.CardsDealt: _dealt_unseen,
    e.CardsOffered: _dealt_unseen,
    e.CardDrawn: lambda event, _: iter([f"{event.seat} draw a card"]),
    e.MineLaid: lambda event, _: iter([f"a mine at {hex_name(event.hex)}"]),
    e.HandShown: lambda event, _: iter([f"{event.seat} hold {event.count} cards"]),
}
