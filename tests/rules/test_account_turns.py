"""What is told of a game, entry by entry and turn by turn, and to whom."""

import pytest

from api.answers.timeline import TimelineRenderer
from domain import events as e
from domain.narrative import Turn, last_turn_ended, narrate
from domain.narrative.messages import AccountMessage, part
from domain.redaction import RedactedEvent, redact
from domain.seating import tables_for
from domain.values import Card, DiscardSource, Face, LossCause, Seat, ShuffleReason, Side, Variant
from tests.support.narrated import (
    ALLIES,
    ATTACK,
    AXIS,
    BOTH,
    CREATED,
    SECONDS,
    TURN,
    lines,
    played,
    redacted_events,
)

INFANTRY, ARMOR, GRENADE, FLAG, STAR = Face
HITS, BLOCKED = LossCause.HITS, LossCause.RETREAT_BLOCKED
RECON, PROBE = Card.RECON_LEFT, Card.PROBE_CENTER
DRAWING = (
    e.CardDiscarded(ALLIES, RECON, DiscardSource.IN_PLAY),
    e.DeckShuffled(ShuffleReason.EXHAUSTED, 12, 0, 4, (RECON,)),
    e.CardsOffered(ALLIES, 2, (PROBE, RECON)),
    e.CardKept(ALLIES, PROBE),
    e.CardDrawn(ALLIES, RECON),
)


def test_cards_are_named_to_who_may_know_them() -> None:
    dealt = e.CardsDealt(ALLIES, 2, (RECON, PROBE))
    assert lines(TURN, *DRAWING, seats=frozenset({ALLIES}))[1:] == [
        "The Allied side discards Recon (left); 12 cards are shuffled; "
        "the Allied side looks at Probe (center), Recon (left); "
        "the Allied side keeps Probe (center); the Allied side draws Recon (left)"
    ]
    assert "Recon" in text_of_the_first(dealt, frozenset({ALLIES}))


@pytest.mark.parametrize("seats", [frozenset({AXIS}), frozenset[Seat]()], ids=["enemy", "nobody"])
def test_cards_are_counted_to_others(seats: frozenset[Seat]) -> None:
    dealt = e.CardsDealt(ALLIES, 2, (RECON, PROBE))
    assert lines(TURN, *DRAWING, seats=seats)[1:] == [
        "The Allied side discards Recon (left); 12 cards are shuffled; "
        "the Allied side looks at 2 cards; the Allied side keeps one of them; "
        "the Allied side draws a card"
    ]
    assert text_of_the_first(dealt, seats).endswith("the Allied side is dealt 2 cards")


def text_of_the_first(event: e.Event, seats: frozenset[Seat]) -> str:
    """What is said of the creation and of an event that goes on with it."""
    (turn,) = narrate(redacted_events(event, seats=seats))
    return TimelineRenderer("en").line(turn.entries[0].parts)


def test_hidden_information_is_not_in_the_report() -> None:
    created = redact(CREATED, BOTH)
    assert isinstance(created, e.GameCreated)
    assert CREATED.seed
    assert not created.seed
    assert redact(DRAWING[4], frozenset({AXIS})) == redact(
        e.CardDrawn(ALLIES, PROBE), frozenset({AXIS})
    )
    assert redact(TURN, frozenset()) is TURN


HALF_A_TURN = (TURN, played(Card.RECON_LEFT), ATTACK, e.DiceRolled((ARMOR, STAR), 3))
"""Versions 2 to 5."""
A_LOSS = e.FiguresLost("a", 1, HITS)


def ranges(turn: Turn) -> list[tuple[int, int, bool]]:
    return [(entry.first, entry.last, entry.undone) for entry in turn.entries]


def test_what_was_taken_back_is_marked_and_the_undo_is_an_entry() -> None:
    first, second, again = narrate(
        redacted_events(
            *HALF_A_TURN,
            A_LOSS,
            e.TurnEnded(1, ALLIES),
            e.TurnStarted(2, AXIS),
            e.TakenBack(5),
            e.DrawPileShuffled(50, 7, ()),
            e.FiguresLost("a", 2, HITS),
        )
    )[1:]
    assert ranges(first) == [
        (2, 2, False),
        (3, 3, False),
        (4, 5, False),
        (6, 6, True),
        (7, 7, True),
    ]
    assert (second.number, second.undone, ranges(second)) == (2, True, [(8, 8, True)])
    assert (again.number, again.seat, again.card) == (1, ALLIES, Card.RECON_LEFT)
    assert ranges(again) == [(9, 10, False), (11, 11, False)]
    assert not first.undone
    assert (first.losses[Side.AXIS], again.losses[Side.AXIS]) == (0, 2)
    assert TimelineRenderer("en").line(again.entries[0].parts) == (
        "The game is taken back to version 5; 50 cards of the draw pile are shuffled"
    )


def test_a_turn_that_was_taken_back_whole_counts_what_was_lost_in_it() -> None:
    _, gone, back = narrate(redacted_events(*HALF_A_TURN, A_LOSS, e.TakenBack(1)))
    assert (gone.number, gone.undone, gone.losses[Side.AXIS]) == (1, True, 1)
    assert (back.number, back.seat, back.card) == (0, None, None)


def test_taking_back_within_a_turn_leaves_it_one() -> None:
    (turn,) = narrate(redacted_events(*HALF_A_TURN, A_LOSS, e.TakenBack(3), ATTACK))[1:]
    assert ranges(turn) == [
        (2, 2, False),
        (3, 3, False),
        (4, 6, True),
        (7, 7, False),
        (8, 8, False),
    ]
    assert turn.losses[Side.AXIS] == 0


def test_a_turn_lasts_from_the_end_of_the_one_before() -> None:
    turns = narrate(redacted_events(TURN, e.TurnEnded(1, ALLIES), e.TurnStarted(2, AXIS)))
    assert [turn.duration for turn in turns] == [0, 2 * SECONDS, SECONDS]
    assert [turn.seat for turn in turns] == [None, ALLIES, AXIS]
    assert [turn.entries[0].seat for turn in turns[1:]] == [ALLIES, AXIS]


def test_the_last_turn_of_a_seat_is_the_newest_that_has_ended() -> None:
    log = redacted_events(
        TURN, e.TurnEnded(1, ALLIES), e.TurnStarted(2, AXIS), e.TurnEnded(2, AXIS)
    )
    assert last_turn_ended(log, frozenset({ALLIES})) == 3
    assert last_turn_ended(log, frozenset({AXIS})) == 5
    assert last_turn_ended(log, BOTH) == 5
    assert last_turn_ended(log[:2], BOTH) == 0


def test_an_account_begins_with_the_creation() -> None:
    with pytest.raises(ValueError, match="creation"):
        narrate([RedactedEvent(TURN, ALLIES, 0)])


@pytest.mark.parametrize(
    ("variant", "result"),
    [
        (Variant.OVERLORD, ["Axis 1", "Axis 2 (left)", "Axis 3 (center)", "Axis 4 (right)"]),
        (Variant.TEAM, ["Axis 1", "Axis 2 (left)", "Axis 3 (right)"]),
        (Variant.OPERATION_ALLIANCE, ["Axis 1", "Axis 2"]),
        (Variant.STANDARD, ["The Axis side"]),
    ],
)
def test_who_carries_out_cards_for_others_is_named_with_the_section(
    variant: Variant, result: list[str]
) -> None:
    table = tables_for(variant)[0]
    words = TimelineRenderer("en", table)
    said = [
        words.line([part(AccountMessage.DRAWN, seat=seat)]) for seat in table.seats_of(Side.AXIS)
    ]
    assert said == [f"{name} draws a card" for name in result]
