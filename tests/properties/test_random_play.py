"""Random legal games obey the laws."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from domain import commands as c
from domain import decide, fold, legal_commands, view
from domain.errors import IllegalCommandError
from domain.events import Event
from domain.hexes import Hex, at, standard_grid
from domain.state import GameState
from domain.values import Card, EditionName, Seat
from events.codec import encode
from tests.support.battles import battle
from tests.support.examples import EXAMPLES
from tests.support.games import Playing, random_play
from tests.support.laws import broken_laws

EDITIONS = st.sampled_from(EditionName)
NUMBERS = st.integers(min_value=0, max_value=10_000)


def played(edition: EditionName, number: int, commands: int = 400) -> Iterator[Playing]:
    """A random game, after each of its commands."""
    return random_play(battle(edition, number), random.Random(number), commands)


def last(games: Iterator[Playing]) -> Playing:
    *_, game = games
    return game


@EXAMPLES
@given(edition=EDITIONS, number=NUMBERS)
def test_no_state_breaks_a_law(edition: EditionName, number: int) -> None:
    for game in played(edition, number):
        assert broken_laws(game.state) == [], game.commands[-1]


@EXAMPLES
@given(edition=EDITIONS, number=NUMBERS)
def test_every_listed_command_is_accepted(edition: EditionName, number: int) -> None:
    dice = random.Random(number)
    for game in played(edition, number, 150):
        for seat in Seat:
            listed = legal_commands(game.state, seat)
            for command in dice.sample(listed, min(3, len(listed))):
                assert decide(game.state, command, game.chance), command


@EXAMPLES
@given(edition=EDITIONS, number=NUMBERS)
def test_no_command_is_listed_twice(edition: EditionName, number: int) -> None:
    for game in played(edition, number, 150):
        for seat in Seat:
            listed = legal_commands(game.state, seat)
            assert len(set(listed)) == len(listed)


@EXAMPLES
@given(edition=EDITIONS, number=NUMBERS)
def test_a_command_is_accepted_exactly_if_it_is_listed(edition: EditionName, number: int) -> None:
    dice = random.Random(number)
    for game in played(edition, number, 150):
        listed = {command for seat in Seat for command in legal_commands(game.state, seat)}
        for command in imagined(game.state, dice):
            assert accepted(game, command) == (command in listed), command


@EXAMPLES
@given(edition=EDITIONS, number=NUMBERS)
def test_a_refused_command_changes_nothing(edition: EditionName, number: int) -> None:
    dice = random.Random(number)
    game = last(played(edition, number, 100))
    before = shown(game.state, *Seat)
    for command in imagined(game.state, dice):
        accepted(game, command)
    assert shown(game.state, *Seat) == before
    assert game.state == fold(game.log)


@EXAMPLES
@given(edition=EDITIONS, number=NUMBERS, cut=st.floats(min_value=0, max_value=1))
def test_a_state_is_its_events_folded_from_any_point(
    edition: EditionName, number: int, cut: float
) -> None:
    game = last(played(edition, number))
    place = 1 + int(cut * (len(game.log) - 1))
    assert game.state.version == len(game.log)
    assert fold(game.log[place:], fold(game.log[:place])) == game.state


@EXAMPLES
@given(edition=EDITIONS, number=NUMBERS)
def test_one_seed_and_the_same_commands_give_the_same_events(
    edition: EditionName, number: int
) -> None:
    first, again = last(played(edition, number)), battle(edition, number)
    for command in first.commands[len(again.commands) :]:
        again.do(command)
    assert again.log == first.log


@EXAMPLES
@given(edition=EDITIONS, number=NUMBERS)
def test_a_game_ends_with_a_winner_or_goes_on(edition: EditionName, number: int) -> None:
    game = last(played(edition, number, 3000))
    if game.state.winner is None:
        assert game.state.awaited is not None
    else:
        assert [legal_commands(game.state, seat) for seat in Seat] == [(), ()]


@EXAMPLES
@given(edition=EDITIONS, number=NUMBERS, data=st.randoms(use_true_random=False))
def test_what_is_hidden_makes_no_difference_to_who_may_not_know_it(
    edition: EditionName, number: int, data: random.Random
) -> None:
    game = battle(edition, number)
    for step, _ in enumerate(random_play(game, random.Random(number), 200)):
        if step % 10:
            continue
        for seat in Seat:
            other = otherwise(game.state, seat, data)
            assert shown(other, seat) == shown(game.state, seat)
            assert shown(other) == shown(game.state)
            assert legal_commands(other, seat) == legal_commands(game.state, seat)


@EXAMPLES
@given(edition=EDITIONS, number=NUMBERS, data=st.randoms(use_true_random=False))
def test_what_the_deck_holds_does_not_show_in_what_happens(
    edition: EditionName, number: int, data: random.Random
) -> None:
    """Two states that differ in the deck alone: a command has events of the same public shape."""
    game = battle(edition, number)
    for step, _ in enumerate(random_play(game, random.Random(number), 300)):
        seat = game.state.awaited
        if step % 5 or seat is None:
            continue
        mixed = other_deck(game.state, data)
        for command in legal_commands(game.state, seat):
            told = public(decide(game.state, command, game.chance))
            assert public(decide(mixed, command, game.chance)) == told, command


def accepted(game: Playing, command: c.Command) -> bool:
    try:
        return bool(decide(game.state, command, game.chance))
    except IllegalCommandError:
        return False


def imagined(state: GameState, dice: random.Random) -> list[c.Command]:
    """Commands of every kind, legal or not, that somebody might send."""
    seat = dice.choice(list(Seat))
    known = [*state.units, "nobody"]
    found: list[c.Command] = [
        c.EndOrders(seat),
        c.EndMoves(seat),
        c.TakeGround(seat),
        c.Decline(seat),
        c.EndTurn(seat),
        c.TakeSeat(seat, "eve"),
        *(c.PlayCard(seat, card) for card in dice.sample(list(Card), 5)),
        *(c.ChooseCard(seat, card) for card in dice.sample(list(Card), 5)),
        *(c.OrderUnit(seat, unit) for unit in dice.sample(known, 4)),
        *(c.RemoveWire(seat, unit) for unit in dice.sample(known, 3)),
        *(c.Attack(seat, dice.choice(known), dice.choice(known)) for _ in range(8)),
    ]
    for unit in dice.sample(list(state.units), min(5, len(state.units))):
        way = wandering(state.units[unit].hex, dice)
        found += [c.MoveUnit(seat, unit, way), c.Retreat(seat, unit, way)]
    return found


def wandering(spot: Hex, dice: random.Random) -> tuple[Hex, ...]:
    """A walk of up to four steps, which may leave the board or leap."""
    way = []
    for _ in range(dice.randint(0, 4)):
        near = [*standard_grid().neighbors.get(spot, ()), at(spot.row + 1, spot.x + 3)]
        spot = dice.choice(near)
        way.append(spot)
    return tuple(way)


def shown(state: GameState, *seats: Seat) -> bytes:
    return msgspec.json.encode(view(state, frozenset(seats)))


def public(events: Iterable[Event]) -> list[object]:
    """What a spectator is told of events."""
    return [(e.type, e.data) for e in map(encode, events)]


def otherwise(state: GameState, seat: Seat, dice: random.Random) -> GameState:
    """A state that ``seat`` cannot tell from this one: other cards where it cannot look, and
    another seed."""
    cards, enemy = state.cards, seat.opponent
    held = cards.hand(enemy)
    offer = cards.offer if state.turn.seat is enemy else ()
    unseen = [*cards.deck, *held, *offer]
    dice.shuffle(unseen)
    deck, hand = unseen[: len(cards.deck)], unseen[len(cards.deck) :]
    mixed = replace(
        cards,
        deck=tuple(deck),
        hands={**cards.hands, enemy: tuple(hand[: len(held)])},
        offer=tuple(hand[len(held) :]) if offer else cards.offer,
    )
    created = replace(state.created, seed="00" * 32)
    return replace(state, cards=mixed, created=created)


def other_deck(state: GameState, dice: random.Random) -> GameState:
    """The same with the draw pile in another order."""
    deck = list(state.cards.deck)
    dice.shuffle(deck)
    return replace(state, cards=replace(state.cards, deck=tuple(deck)))
