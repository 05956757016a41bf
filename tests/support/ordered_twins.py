"""Twin games in which standing orders answer: in one the seat that is asked holds the card, in the
other it does not. Whatever others see of the answer has to be the same, its time included."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from time import perf_counter_ns
from typing import Any

from domain import apply, legal_commands, view
from domain.chance import SeededChance
from domain.commands import Decline, Resign
from domain.phases import AmbushPhase
from domain.scenarios import slugs
from domain.state import GameState, Standing
from domain.steps.table.standing import answer
from domain.values import Card, EditionName, Seat
from domain.values.standing import HITS_ON_SIX_ROLLS, Instruction
from events.log import command_codec
from events.log.stored_event import EventMetadata, envelop
from tests.support.games import start_game

AT, HEAD = "2030-01-02T03:04:05.678Z", "0" * 64
WITHIN = 400
"""Commands of a game that are looked at."""
ON_AMBUSH = (Instruction.AMBUSH_NEVER, *HITS_ON_SIX_ROLLS)


@dataclass
class Tally:
    """What was compared, and what differed; times of an answer in nanoseconds, with the card and
    without it."""

    games: int = 0
    twins: int = 0
    different: int = 0
    with_card: int = 0
    without: int = 0


def compare(games: int, first: int = 1) -> Tally:
    """Random games of all battles, at each question of which that orders answer a twin is made."""
    tally = Tally()
    for number in range(first, first + games):
        tally.games += 1
        for pair in questions(number):
            tally.twins += 1
            tally.different += differ(tally, *pair)
    return tally


def questions(number: int) -> Iterator[tuple[GameState, GameState, Seat]]:
    """The pairs of a game: the state with the card and orders not to play it, and the one without
    the card and any orders on the subject."""
    dice = random.Random(number)
    slug, edition = dice.choice(slugs()), dice.choice(list(EditionName))
    game = start_game(slug, edition, f"{number:064x}")
    for _ in range(WITHIN):
        state = game.state
        seat = state.awaited
        if seat is None:
            return
        if isinstance(state.phase, AmbushPhase) and (found := _twins(state, seat, dice)):
            yield (*found, seat)
        options = [one for one in legal_commands(state, seat) if not isinstance(one, Resign)]
        game.do(dice.choice(options))


def _twins(state: GameState, seat: Seat, dice: random.Random) -> tuple[GameState, GameState] | None:
    """None where no other card could be in the place of this one."""
    hand, deck = list(state.cards.hand(seat)), list(state.cards.deck)
    others = [
        n for n, card in enumerate(deck) if (card is Card.AMBUSH) is (Card.AMBUSH not in hand)
    ]
    if not others or hand.count(Card.AMBUSH) > 1 or not hand:
        return None
    place = hand.index(Card.AMBUSH) if Card.AMBUSH in hand else dice.randrange(len(hand))
    there = dice.choice(others)
    hand[place], deck[there] = deck[there], hand[place]
    cards = replace(state.cards, deck=tuple(deck), hands={**state.cards.hands, seat: tuple(hand)})
    pair = (state, replace(state, cards=cards))
    holds, lacks = pair if Card.AMBUSH not in hand else pair[::-1]
    declines = [one for one in ON_AMBUSH if isinstance(answer(_ordered(holds, seat, one)), Decline)]
    return _ordered(holds, seat, dice.choice(declines)), _ordered(
        lacks, seat, dice.choice(ON_AMBUSH)
    )


def _ordered(state: GameState, seat: Seat, order: Instruction) -> GameState:
    return replace(state, standing={seat: Standing((order,), state.turn.number, 1)})


def differ(tally: Tally, holds: GameState, lacks: GameState, seat: Seat) -> bool:
    """Whether others see the card that a seat holds, or lacks, in the answer of its orders."""
    viewers = (frozenset[Seat](), frozenset(s for s in holds.table.seats if s is not seat))
    seen = []
    for state, name in (holds, "with_card"), (lacks, "without"):
        began = perf_counter_ns()
        items = list(_visible(state, viewers))
        setattr(tally, name, getattr(tally, name) + perf_counter_ns() - began)
        seen.append(items)
    return seen[0] != seen[1]


def _visible(state: GameState, viewers: tuple[frozenset[Seat], ...]) -> Iterator[Any]:
    """All that others see while orders answer: states, actions, and events less the hashes, which
    cover salted promises of what is hidden."""
    while (command := answer(state)) is not None:
        done = apply(state, command, SeededChance(bytes(32), state.created.game))
        stamp = EventMetadata(AT, command.seat, "00" * 32, "", command_codec.encode(command))
        stored = envelop(done.events, state.version, HEAD, stamp)
        for viewer in viewers:
            yield view(state, viewer)
            yield [legal_commands(state, one) for one in viewer]
            for one in stored:
                shown = one.shown_to(viewer)
                yield {**shown, "hash": "", "hidden": (shown["hidden"] or {}).get("audience")}
        state = done.state
    for viewer in viewers:
        yield view(state, viewer)
        yield [legal_commands(state, one) for one in viewer]
