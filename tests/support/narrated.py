"""What is told of a game that begins as all of them do."""

from dataclasses import replace

from api.answers.timeline import TimelineRenderer
from domain import create
from domain import events as e
from domain.narrative import Entry, narrate
from domain.redaction import RedactedEvent, redact
from domain.values import Card, EditionName, Seat, Side
from tests.support.boards import board
from tests.support.games import game_options
from tests.support.seating import SEATS

ALLIES, AXIS = SEATS
BOTH = frozenset(SEATS)
CREATED = create(
    EditionName.E2025, game_options(board("4: I . a i\n5:  A", left=8).setup(Side.ALLIES, 6, (), 4))
)
SECONDS = 1000
TURN = e.TurnStarted(1, ALLIES)
ATTACK = e.AttackDeclared("I", "a", distance=2, dice=2, overrun=False)


def redacted_events(*events: e.Event, seats: frozenset[Seat] = BOTH) -> list[RedactedEvent]:
    """The events after the game's creation, one a second, as seats are told of them."""
    stored = enumerate((CREATED, *events))
    return [RedactedEvent(redact(event, seats), ALLIES, n * SECONDS) for n, event in stored]


def entries(*events: e.Event, seats: frozenset[Seat] = BOTH) -> list[Entry]:
    """The entries that the events after the creation make."""
    turns = narrate(redacted_events(*events, seats=seats))
    return [entry for turn in turns for entry in turn.entries][1:]


def lines(*events: e.Event, seats: frozenset[Seat] = BOTH) -> list[str]:
    """What is said of them in English."""
    return [TimelineRenderer("en").line(entry.parts) for entry in entries(*events, seats=seats)]


def played(card: Card, **more: object) -> e.CardPlayed:
    return replace(e.CardPlayed(ALLIES, card), **more)  # type: ignore[arg-type]
