"""Random legal games obey the laws."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import get_args

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from domain import commands as c
from domain import decide, fold, legal_commands, view
from domain.errors import IllegalCommandError
from domain.events import CardDiscarded, Event
from domain.geometry.hexes import Hex, at, grid_of
from domain.geometry.shape import STANDARD, GridShape
from domain.phases import AmbushPhase, Phase
from domain.state import GameState
from domain.values import Card, Decision, DiscardSource, EditionName, Seat, Section
from events.log.codec import decode, encode
from tests.support.battles import battle
from tests.support.boards import DOUBLE, LONG
from tests.support.examples import EXAMPLES
from tests.support.games import Playing, plays, random_play
from tests.support.laws import broken_laws
from tests.support.seating import SEATS, opponent, side_of

EDITIONS = st.sampled_from(EditionName)
EAGER = (c.Attack, c.Ambush, c.NameTarget, c.Strike)
NUMBERS = st.integers(min_value=0, max_value=10_000)


def played(edition: EditionName, number: int, commands: int = 400) -> Iterator[Playing]:
    """A random game, after each of its commands."""
    return played_on(battle(edition, number), number, commands)


def played_on(game: Playing, number: int, commands: int) -> Iterator[Playing]:
    """Random commands; in two games of three whoever can go at the enemy does."""
    dice = random.Random(number)
    return random_play(game, dice, commands) if number % 3 == 0 else fierce(game, dice, commands)


def fierce(game: Playing, dice: random.Random, limit: int) -> Iterator[Playing]:
    """Random legal commands, at most ``limit``, but attacks, ambushes and moves next to an enemy
    before all others; yields the game after each."""
    for _ in range(limit):
        options = plays(game.state)
        if not options:
            return
        eager = [option for option in options if is_eager(game.state, option)]
        game.do(dice.choice(eager or options))
        yield game


def last(games: Iterator[Playing]) -> Playing:
    *_, game = games
    return game


def is_eager(state: GameState, command: c.Command) -> bool:
    """Whether a command strikes at the enemy or goes next to one."""
    if not isinstance(command, c.MoveUnit):
        return isinstance(command, EAGER)
    grid = grid_of(state.created.setup.grid)
    near = map(state.occupants.get, grid.neighbors[command.path[-1]])
    return any(unit is not None and unit.side is not side_of(command.seat) for unit in near)


@EXAMPLES
@given(edition=EDITIONS, number=NUMBERS)
def test_no_state_breaks_a_law(edition: EditionName, number: int) -> None:
    for game in played(edition, number):
        assert broken_laws(game.state) == [], game.commands[-1]


def test_random_games_come_to_every_decision() -> None:
    """What the laws here are tried on; number 20 begins with units dropped from the air. Games of
    Overlord, of nations and with smoke (test_overlord, test_winter, test_smoke) come to the
    others."""
    met: set[str] = set()
    for number in range(1, 21):
        game = battle(EditionName.E2025, number)
        for state in (game.state, *(later.state for later in played_on(game, number, 400))):
            met |= {state.phase.decision} if state.phase else set()
    elsewhere = {Decision.HAND_OUT, Decision.PURSUE, Decision.BATTLE_BACK, Decision.LAY_SMOKE}
    assert met | elsewhere == {phase.decision for phase in get_args(Phase)}


@EXAMPLES
@given(edition=EDITIONS, number=NUMBERS, shape=st.sampled_from((DOUBLE, LONG)))
def test_no_state_on_a_larger_board_breaks_a_law(
    edition: EditionName, number: int, shape: GridShape
) -> None:
    game = battle(edition, number, shape)
    for later in played_on(game, number, 200):
        assert broken_laws(later.state) == [], later.commands[-1]
    made = encode(game.log[0])
    assert decode(made.type, made.schema, made.data, made.hidden) == game.log[0]
    assert fold(game.log) == game.state


@EXAMPLES
@given(edition=EDITIONS, number=NUMBERS)
def test_every_listed_command_is_accepted(edition: EditionName, number: int) -> None:
    dice = random.Random(number)
    for game in played(edition, number, 150):
        for seat in SEATS:
            listed = legal_commands(game.state, seat)
            for command in dice.sample(listed, min(3, len(listed))):
                assert decide(game.state, command, game.chance), command


@EXAMPLES
@given(edition=EDITIONS, number=NUMBERS)
def test_no_command_is_listed_twice(edition: EditionName, number: int) -> None:
    for game in played(edition, number, 150):
        for seat in SEATS:
            listed = legal_commands(game.state, seat)
            assert len(set(listed)) == len(listed)


@EXAMPLES
@given(edition=EDITIONS, number=NUMBERS)
def test_a_command_is_accepted_exactly_if_it_is_listed(edition: EditionName, number: int) -> None:
    dice = random.Random(number)
    for game in played(edition, number, 150):
        listed = {command for seat in SEATS for command in legal_commands(game.state, seat)}
        for command in imagined(game.state, dice):
            assert accepted(game, command) == (command in listed), command


@EXAMPLES
@given(edition=EDITIONS, number=NUMBERS)
def test_a_refused_command_changes_nothing(edition: EditionName, number: int) -> None:
    dice = random.Random(number)
    game = last(played(edition, number, 100))
    before = shown(game.state, *SEATS)
    for command in imagined(game.state, dice):
        accepted(game, command)
    assert shown(game.state, *SEATS) == before
    assert game.state == fold(game.log)


@EXAMPLES
@given(edition=EDITIONS, number=NUMBERS, cut=st.floats(min_value=0, max_value=1))
def test_a_state_is_its_events_folded_from_any_point(
    edition: EditionName, number: int, cut: float
) -> None:
    game = last(played(edition, number))
    place = 1 + int(cut * (len(game.log) - 1))
    assert game.state.version == len(game.log)
    before = fold(game.log[:place])
    assert fold(game.log[place:], before) == game.state
    assert before == fold(game.log[:place]), "folding on leaves a state as it was"


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
        assert [legal_commands(game.state, seat) for seat in SEATS] == [(), ()]


@EXAMPLES
@given(edition=EDITIONS, number=NUMBERS, data=st.randoms(use_true_random=False))
def test_what_is_hidden_makes_no_difference_to_who_may_not_know_it(
    edition: EditionName, number: int, data: random.Random
) -> None:
    game = battle(edition, number)
    for step, _ in enumerate(played_on(game, number, 200)):
        if step % 10:
            continue
        for seat in SEATS:
            other = otherwise(game.state, seat, data)
            assert shown(other, seat) == shown(game.state, seat)
            assert shown(other) == shown(game.state)
            assert legal_commands(other, seat) == legal_commands(game.state, seat)


@EXAMPLES
@given(edition=EDITIONS, number=NUMBERS, data=st.randoms(use_true_random=False))
def test_a_window_for_an_ambush_tells_nothing_of_any_hand(
    edition: EditionName, number: int, data: random.Random
) -> None:
    """Neither in what others see, nor in what they may do, nor in what follows without an
    ambush."""
    game = battle(edition, number)
    for _ in played_on(game, number, 300):
        phase = game.state.phase
        if not isinstance(phase, AmbushPhase):
            continue
        attacker, passing = opponent(phase.seat), c.Decline(phase.seat)
        result = public(decide(game.state, passing, game.chance))
        for other in (
            other_cards(game.state, attacker, data),
            ambush_elsewhere(game.state, phase.seat),
        ):
            assert shown(other, attacker) == shown(game.state, attacker)
            assert shown(other) == shown(game.state)
            assert legal_commands(other, attacker) == legal_commands(game.state, attacker)
            assert legal_commands(other, phase.seat)[-2:] == (passing, c.Resign(phase.seat))
            assert public(decide(other, passing, game.chance)) == result


@EXAMPLES
@given(edition=EDITIONS, number=NUMBERS, data=st.randoms(use_true_random=False))
def test_what_the_enemy_holds_does_not_show_in_what_one_does(
    edition: EditionName, number: int, data: random.Random
) -> None:
    """Two states that differ in what the awaited seat cannot know: each of its commands has events
    of the same public shape, whether the attacked enemy holds an Ambush or not. Only the card that
    a captured headquarters costs is one of the enemy's hand, and lies open from then on."""
    game = battle(edition, number)
    for step, _ in enumerate(played_on(game, number, 300)):
        seat = game.state.awaited
        if step % 10 or seat is None:
            continue
        mixed = other_cards(game.state, seat, data)
        for command in legal_commands(game.state, seat):
            result = public(without_lost_cards(decide(game.state, command, game.chance)))
            other = public(without_lost_cards(decide(mixed, command, game.chance)))
            assert other == result, command


def without_lost_cards(events: Iterable[Event]) -> list[Event]:
    """The events, with one card in place of each that was lost out of a hand."""
    return [
        replace(event, card=Card.RECON_LEFT)
        if isinstance(event, CardDiscarded) and event.source is DiscardSource.HAND
        else event
        for event in events
    ]


@EXAMPLES
@given(edition=EDITIONS, number=NUMBERS, data=st.randoms(use_true_random=False))
def test_what_the_deck_holds_does_not_show_in_what_happens(
    edition: EditionName, number: int, data: random.Random
) -> None:
    """Two states that differ in the deck alone: a command has events of the same public shape."""
    game = battle(edition, number)
    for step, _ in enumerate(played_on(game, number, 300)):
        seat = game.state.awaited
        if step % 10 or seat is None:
            continue
        mixed = other_deck(game.state, data)
        for command in legal_commands(game.state, seat):
            result = public(decide(game.state, command, game.chance))
            assert public(decide(mixed, command, game.chance)) == result, command


def accepted(game: Playing, command: c.Command) -> bool:
    try:
        return bool(decide(game.state, command, game.chance))
    except IllegalCommandError:
        return False


def imagined(state: GameState, dice: random.Random) -> list[c.Command]:
    """Commands of every kind, legal or not, that somebody might send."""
    seat = dice.choice(list(SEATS))
    known = [*state.units, "nobody"]
    found: list[c.Command] = [
        c.EndTargets(seat),
        c.EndOrders(seat),
        c.EndMoves(seat),
        c.EndBattles(seat),
        c.Ambush(seat),
        c.TakeGround(seat),
        c.Decline(seat),
        c.EndTurn(seat),
        c.TakeSeat(seat, "eve"),
        *(c.AirDrop(seat, hex_) for hex_ in (*dice.sample(grid_of(STANDARD).hexes, 3), at(9, 1))),
        *(c.Demolish(seat, hex_) for hex_ in (*dice.sample(grid_of(STANDARD).hexes, 3), at(9, 1))),
        *(_some_way(seat, card, dice) for card in dice.choices(list(Card), k=10)),
        *(_some_way(seat, card, dice) for card in set(state.cards.hand(seat))),
        *(c.ChooseCard(seat, card) for card in dice.sample(list(Card), 5)),
        *(c.NameTarget(seat, unit) for unit in dice.sample(known, 4)),
        *(c.Strike(seat, unit) for unit in dice.sample(known, 4)),
        *(c.HealUnit(seat, unit) for unit in dice.sample(known, 4)),
        *(c.OrderUnit(seat, unit) for unit in dice.sample(known, 4)),
        *(c.RemoveWire(seat, unit) for unit in dice.sample(known, 3)),
        *(c.Attack(seat, dice.choice(known), dice.choice(known)) for _ in range(8)),
    ]
    for unit in dice.sample(list(state.units), min(5, len(state.units))):
        way = wandering(state.units[unit].hex, dice)
        found += [kind(seat, unit, way) for kind in (c.MoveUnit, c.ExitBoard, c.Retreat)]
    return found


def _some_way(seat: Seat, card: Card, dice: random.Random) -> c.PlayCard:
    """A card, mostly as it is, now and then with a section or as another card."""
    section = dice.choice([None, None, None, *Section])
    as_card = dice.choice([None, None, Card.AIR_POWER, Card.BARRAGE])
    return c.PlayCard(seat, card, section, as_card)


def wandering(hex_: Hex, dice: random.Random) -> tuple[Hex, ...]:
    """A walk of up to four steps, which may leave the board or leap."""
    way = []
    for _ in range(dice.randint(0, 4)):
        near = [*grid_of(STANDARD).neighbors.get(hex_, ()), at(hex_.row + 1, hex_.x + 3)]
        hex_ = dice.choice(near)
        way.append(hex_)
    return tuple(way)


def shown(state: GameState, *seats: Seat) -> bytes:
    return msgspec.json.encode(view(state, frozenset(seats)))


def public(events: Iterable[Event]) -> list[object]:
    """What a spectator is told of events."""
    return [(e.type, e.data) for e in map(encode, events)]


def otherwise(state: GameState, seat: Seat, dice: random.Random) -> GameState:
    """A state that ``seat`` cannot tell from this one: other cards where it cannot look, and
    another seed."""
    mixed = other_cards(state, seat, dice)
    return replace(mixed, created=replace(state.created, seed="00" * 32))


def other_cards(state: GameState, seat: Seat, dice: random.Random) -> GameState:
    """The same with other cards where ``seat`` cannot look: in the draw pile, in the enemy's hand
    and on offer to the enemy. What lies open, an ambush among it, stays."""
    cards, enemy = state.cards, opponent(seat)
    held = cards.hand(enemy)
    offer = cards.offer(enemy)
    unseen = [*cards.deck, *held, *offer]
    dice.shuffle(unseen)
    deck, hand = unseen[: len(cards.deck)], unseen[len(cards.deck) :]
    mixed = replace(
        cards,
        deck=tuple(deck),
        hands={**cards.hands, enemy: tuple(hand[: len(held)])},
        offers={**cards.offers, enemy: tuple(hand[len(held) :])} if offer else cards.offers,
    )
    return replace(state, cards=mixed)


def ambush_elsewhere(state: GameState, seat: Seat) -> GameState:
    """The same with the ambush in the draw pile instead of the seat's hand, or in the hand instead
    of the pile; as it is where neither holds it."""
    deck, hand = list(state.cards.deck), list(state.cards.hand(seat))
    if not deck or not hand or Card.AMBUSH not in (*deck, *hand):
        return state
    place = hand.index(Card.AMBUSH) if Card.AMBUSH in hand else 0
    other = deck.index(Card.AMBUSH) if Card.AMBUSH in deck else 0
    hand[place], deck[other] = deck[other], hand[place]
    hands = {**state.cards.hands, seat: tuple(hand)}
    return replace(state, cards=replace(state.cards, deck=tuple(deck), hands=hands))


def other_deck(state: GameState, dice: random.Random) -> GameState:
    """The same with the draw pile in another order."""
    deck = list(state.cards.deck)
    dice.shuffle(deck)
    return replace(state, cards=replace(state.cards, deck=tuple(deck)))
