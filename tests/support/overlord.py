"""Overlord on a drawn board: its seats, and turns of its chiefs and generals."""

from dataclasses import replace

from domain import events as e
from domain.commands import (
    EndHandOut,
    HandOut,
    OrderUnit,
    Resign,
)
from domain.geometry.shape import OVERLORD
from domain.legal import legal_commands
from domain.phases import (
    HandOutPhase,
)
from domain.seating import Table, tables_for
from domain.setup import Setup
from domain.values import (
    Card,
    EditionName,
    Face,
    Seat,
    Section,
    Side,
    Variant,
)
from tests.support.alliance import holding
from tests.support.boards import board
from tests.support.chance import Script
from tests.support.games import Playing, filled, game_options

A1, A2, A3, A4 = Seat.ALLIES_1, Seat.ALLIES_2, Seat.ALLIES_3, Seat.ALLIES_4
X1, X2, X3, X4 = Seat.AXIS_1, Seat.AXIS_2, Seat.AXIS_3, Seat.AXIS_4
OLD, NEW = EditionName.E2004, EditionName.E2025
LEFT, CENTER, RIGHT = Section.LEFT, Section.CENTER, Section.RIGHT
EIGHT, SIX, FOUR, TWO = tables_for(Variant.OVERLORD)
BATTLE = "omaha_beach_overlord"
# A unit of each side in each half of each section, and one of each on the line between two
# generals.
PICTURE = """
    1: .  .  i1 .  .  i2 .  .  i3 .  i4 .  .  .  i5 .  .  .  i6 .  .  .  i7 .  .
    7: .  .  I1 .  .  I2 .  .  I3 .  I4 .  .  .  I5 .  .  .  I6 .  .  .  I7 .  .
"""

W1, W2, SHARED, C1, C2, E1, E2 = "I1", "I2", "I3", "I4", "I5", "I6", "I7"
"""From the left; one is shared by the left general and the one in the center."""


def start_game(
    setup: Setup | None = None,
    table: Table = EIGHT,
    edition: EditionName = NEW,
    battle: str = "drawn",
    seed: str = "5eed" * 16,
) -> Playing:
    """A game with a player of its own in each seat; on the drawn board the Allies begin."""
    drawn = setup or board(PICTURE, 0, OVERLORD).setup(Side.ALLIES, 8, (), 4)
    wanted = replace(game_options(drawn, seed, battle), variant=Variant.OVERLORD, table=table)
    return filled(edition, wanted)


def handed(game: Playing, *pairs: tuple[Card, Seat]) -> tuple[e.Event, ...]:
    """The chief at turn gets these cards beside those of its hand, hands them out, and ends."""
    chief = game.state.turn.seat
    holding(game, chief, *(card for card, _ in pairs), *[Card.PROBE_LEFT] * 5)
    result: tuple[e.Event, ...] = ()
    for card, to in pairs:
        result = game.do(HandOut(chief, card, to))
    return game.do(EndHandOut(chief)) if isinstance(game.state.phase, HandOutPhase) else result


def ordered(game: Playing, seat: Seat) -> set[str]:
    """The units that a seat may order."""
    return {one.unit for one in legal_commands(game.state, seat) if isinstance(one, OrderUnit)}


def scripted(game: Playing, *faces: Face) -> None:
    """The dice that are thrown next."""
    game.chance = Script(" ".join(faces))


def passed(game: Playing) -> None:
    """The turn goes on to its end, with nothing done that need not be."""
    turn = game.state.turn.number
    while game.state.turn.number == turn and game.state.winner is None:
        seat = game.state.awaiting[0]
        listed = [one for one in legal_commands(game.state, seat) if not isinstance(one, Resign)]
        game.do(listed[-1])
