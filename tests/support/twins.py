"""Games alike but for cards that one seat has not seen, and what that seat is shown of both."""

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace

import msgspec
import pytest

from domain import apply, decide, legal_commands, view
from domain.chance import Chance
from domain.commands import AcceptUndo, Command, DeclineUndo, TakeBack, WithdrawUndo
from domain.errors import IllegalCommandError, Rule
from domain.events import Event
from domain.state import GameState
from domain.values import Card, Seat
from events.log.codec import encode
from tests.support.seating import SEATS, opponent

EXCHANGED = 2
"""Cards of a hand that are others in the twin."""


@dataclass
class Twin:
    """A game beside another, to which the same commands come with the same dice.

    Cards of the other hand and of the deck have changed places, so ``viewer`` cannot tell one from
    the other until one of these cards lies open or comes to its hand. The twin begins anew then,
    and where the game goes back to before it began, or on as the twin cannot. ``held`` counts how
    often both were held against each other.
    """

    game: GameState
    viewer: Seat
    dice: random.Random
    held: int = 0

    def __post_init__(self) -> None:
        self._begin(self.game)

    def shared(self, options: list[Command]) -> list[Command]:
        """The commands of one seat with which the twin could go on too."""
        listed = {one for seat in SEATS for one in legal_commands(self.state, seat)}
        return [one for one in options if one in listed]

    def do(
        self, command: Command, events: Iterable[Event], game: GameState, chance: Chance
    ) -> None:
        """The other game has come to a state by a command; see that nothing shows."""
        before, self.game = self.game, game
        if not self._follows(command, before):
            self._begin(game)
            return
        own = apply(self.state, command, chance, self.states.get)
        self.state = own.state
        self.states[self.state.version] = self.state
        if open_to(game, self.viewer) != open_to(self.state, self.viewer):
            self._begin(game)
            return
        assert self._redacted(own.events) == self._redacted(events), command
        self._look()

    def refuses(self, command: Command, rule: Rule, chance: Chance) -> None:
        """The same refusal comes, where the version that is named is one of the twin's own."""
        if isinstance(command, TakeBack) and command.to_version >= self.began:
            with pytest.raises(IllegalCommandError) as refused:
                decide(self.state, command, chance, self.states.get)
            assert refused.value.rule is rule

    def _begin(self, game: GameState) -> None:
        self.game, self.began = game, game.version
        self.state = exchanged(game, opponent(self.viewer), self.dice)
        self.states = {game.version: self.state}
        self._look()

    def _follows(self, command: Command, before: GameState) -> bool:
        if isinstance(command, TakeBack):
            return command.to_version >= self.began
        if isinstance(command, AcceptUndo):
            return before.offer is not None and before.offer.to_version >= self.began
        answers = isinstance(command, DeclineUndo | WithdrawUndo)
        return answers or self.shared([command]) == [command]

    def _look(self) -> None:
        for seats in (frozenset({self.viewer}), frozenset[Seat]()):
            assert shown(self.state, seats) == shown(self.game, seats)
        mine = [legal_commands(state, self.viewer) for state in (self.state, self.game)]
        assert mine[0] == mine[1]
        self.held += 1

    def _redacted(self, events: Iterable[Event]) -> bytes:
        stored = map(encode, events)
        return msgspec.json.encode(
            [
                (one.type, one.data, one.hidden if self.viewer in one.audience else None)
                for one in stored
            ]
        )


def exchanged(state: GameState, seat: Seat, dice: random.Random) -> GameState:
    """The same with other cards in a seat's hand, as many as there are in the deck for it."""
    hand, deck = list(state.cards.hand(seat)), list(state.cards.deck)
    for _ in range(min(EXCHANGED, len(hand), len(deck))):
        held, below = dice.randrange(len(hand)), dice.randrange(len(deck))
        hand[held], deck[below] = deck[below], hand[held]
    hands = {**state.cards.hands, seat: tuple(hand)}
    return replace(state, cards=replace(state.cards, deck=tuple(deck), hands=hands))


def open_to(state: GameState, viewer: Seat) -> list[tuple[Card, ...] | Card | None]:
    """The cards that a seat sees, wherever they lie."""
    cards = state.cards
    return [*cards.face_up(), cards.hand(viewer), cards.offer(viewer)]


def shown(state: GameState, seats: frozenset[Seat]) -> bytes:
    """What who holds the seats is shown of a state."""
    return msgspec.json.encode(view(state, seats))
