"""Medals add up over random battles, and what wins the game is known before a hex is entered."""

import random
from collections.abc import Collection, Iterator
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from domain import create, fold
from domain import events as e
from domain.chance import SeededChance
from domain.editions import EDITIONS
from domain.evolve import no_past
from domain.geometry.hexes import Hex, grid_of
from domain.geometry.shape import STANDARD
from domain.position import Position
from domain.rules import medals
from domain.rules.battles import retreat
from domain.rules.moves import movement
from domain.setup import Objective, Setup
from domain.state import GameState, Unit
from domain.steps import board
from domain.steps.draft import Draft
from domain.values import Check, EditionName, ObjectiveKind, Side, Status, Variant
from tests.support.battles import made_up
from tests.support.chance import Script
from tests.support.examples import EXAMPLES
from tests.support.games import Playing, game_options, random_play, seated
from tests.support.laws import broken_laws

EARNED = [f"{side} has a medal for each unit eliminated and each objective held" for side in Side]


def strewn(dice: random.Random) -> Setup:
    """A battle made up, with objectives to be held of every kind close together and few medals to
    win, none of which a side has already won by."""
    setup = made_up(dice)
    taken = {unit.hex for unit in setup.units}
    middle = [hex_ for hex_ in grid_of(STANDARD).hexes if 2 <= hex_.row <= 6 and 6 <= hex_.x <= 18]
    objectives = tuple(_objective(dice, f"m{number}", middle, taken) for number in range(12))
    armies = tuple(replace(army, medals_to_win=dice.randint(2, 5)) for army in setup.armies)
    return replace(setup, objectives=objectives, armies=armies)


def _objective(
    dice: random.Random, name: str, hexes: list[Hex], taken: Collection[Hex]
) -> Objective:
    kinds = [kind for kind in ObjectiveKind if kind is not ObjectiveKind.EXIT]
    kinds += [ObjectiveKind.PERMANENT, ObjectiveKind.TEMPORARY]
    kind = dice.choice(kinds)
    start = dice.choice(hexes)
    near = [hex_ for hex_ in grid_of(STANDARD).neighbors[start] if hex_ in hexes]
    positions = (start, *dice.sample(near, dice.randint(0, min(3, len(near)))))
    need = dice.randint(1, len(positions))
    if kind is ObjectiveKind.SUDDEN_DEATH:
        free = [hex_ for hex_ in hexes if hex_ not in positions and hex_ not in taken]
        positions, need = (*positions, dice.choice(free)), len(positions) + 1
    side = dice.choice([None, *Side])
    return Objective(
        name, side, kind, positions, dice.choice([1, 1, 2]), "", need, dice.choice(list(Check))
    )


def start_game(edition: EditionName, number: int) -> Playing:
    seed = f"{number:064x}"
    wished = replace(game_options(strewn(random.Random(number)), seed), variant=Variant.STANDARD)
    created = create(edition, wished)
    state = fold([created])
    assert state is not None
    game = Playing(state, [created], [], SeededChance(bytes.fromhex(seed), created.game))
    for command in seated():
        game.do(command)
    return game


def played(edition: EditionName, number: int, commands: int = 400) -> Iterator[Playing]:
    """A random game, from its start and after each of its commands."""
    game = start_game(edition, number)
    yield game
    yield from random_play(game, random.Random(number), commands)


BATTLES = given(
    edition=st.sampled_from(EditionName), number=st.integers(min_value=0, max_value=10_000)
)


@EXAMPLES
@BATTLES
def test_medals_are_units_eliminated_and_objectives_held(edition: EditionName, number: int) -> None:
    """Counted from the events alone, and the loser's medals too."""
    *_, game = played(edition, number)
    setup = game.state.created.setup
    worth = {unit.id: unit for unit in setup.units}
    printed = {objective.id: objective for objective in setup.objectives}
    lost = [worth[event.unit] for event in game.log if isinstance(event, e.UnitEliminated)]
    held: dict[str, Side] = {}
    for event in game.log:
        if isinstance(event, e.ObjectiveTaken):
            assert event.objective not in held
            held[event.objective] = event.side
        elif isinstance(event, e.ObjectiveLost):
            assert held.pop(event.objective) is event.side
            assert event.medals == printed[event.objective].medals
    assert held == game.state.held
    for side in Side:
        earned = sum(unit.medals for unit in lost if unit.side is side.enemy)
        earned += sum(printed[name].medals for name, holder in held.items() if holder is side)
        needed = setup.army(side).medals_to_win
        assert game.state.medals[side] == min(earned, needed)


@EXAMPLES
@BATTLES
def test_strewn_battles_break_no_law(edition: EditionName, number: int) -> None:
    for game in played(edition, number):
        assert broken_laws(game.state) == [], game.log[-5:]


@EXAMPLES
@BATTLES
def test_the_law_of_medals_notices_one_too_many_and_one_too_few(
    edition: EditionName, number: int
) -> None:
    for step, game in enumerate(played(edition, number, 200)):
        if step % 20:
            continue
        for side, law in zip(Side, EARNED, strict=True):
            needed = game.state.created.setup.army(side).medals_to_win
            for wrong in (-1, 1):
                medals = game.state.medals[side] + wrong
                false = {**game.state.medals, side: medals}
                # Who has won may have earned more than its medals show, but never shows more.
                capped = f"{side} has between no medal and {needed}"
                noticed = capped if medals > needed else law
                assert noticed in broken_laws(replace(game.state, medals=false))


@EXAMPLES
@BATTLES
def test_the_law_of_medals_notices_a_forgotten_objective(edition: EditionName, number: int) -> None:
    *_, game = played(edition, number, 100)
    for name, side in game.state.held.items():
        kept = {other: holder for other, holder in game.state.held.items() if other != name}
        law = EARNED[list(Side).index(side)]
        broken = law in broken_laws(replace(game.state, held=kept))
        # The loser of a capped count may have more than its medals show.
        assert (
            broken or game.state.medals[side] == game.state.created.setup.army(side).medals_to_win
        )


@EXAMPLES
@BATTLES
def test_nothing_follows_the_end_of_a_game(edition: EditionName, number: int) -> None:
    *_, game = played(edition, number, 3000)
    ends = [place for place, event in enumerate(game.log) if isinstance(event, e.GameFinished)]
    if game.state.status is Status.FINISHED:
        assert ends == [len(game.log) - 2]
        assert isinstance(game.log[-1], e.SeedRevealed)
    else:
        assert ends == []


@EXAMPLES
@BATTLES
def test_a_hex_wins_the_game_exactly_if_entering_it_does(edition: EditionName, number: int) -> None:
    dice = random.Random(number)
    for step, game in enumerate(played(edition, number, 200)):
        if step % 8 or game.state.winner is not None:
            continue
        position = Position(EDITIONS[edition], game.state)
        for unit in dice.sample(list(game.state.units.values()), min(3, len(game.state.units))):
            expected = medals.winning_hexes(position, unit)
            for hex_ in position.field.objectives_at:
                if hex_ not in game.state.occupants:
                    assert (hex_ in expected) == (entered(position, unit, (hex_,)) is unit.side)


@EXAMPLES
@BATTLES
def test_a_way_wins_with_its_last_hex_or_not_at_all(edition: EditionName, number: int) -> None:
    """Going a listed way at once comes to the same as going it step by step, wherever a stop is no
    more than passing by: who passes by does not occupy a place, nor has left what it comes back to.
    """
    dice = random.Random(number)
    for step, game in enumerate(played(edition, number, 200)):
        if step % 8 or game.state.winner is not None:
            continue
        position = Position(EDITIONS[edition], game.state)
        for unit in dice.sample(list(game.state.units.values()), min(3, len(game.state.units))):
            for way in ways(position, unit, dice):
                at_once = gone(position, unit, [way])
                by_steps = gone(position, unit, stops(position, unit, way))
                assert outcome(at_once) == outcome(by_steps), (unit, way)
                assert retreat.wins(position, unit, way) == (at_once.winner is unit.side)
                if at_once.winner is unit.side:
                    assert all(
                        gone(position, unit, [way[:count]]).winner is None
                        for count in range(1, len(way))
                    ), (unit, way)


def ways(position: Position, unit: Unit, dice: random.Random) -> list[tuple[Hex, ...]]:
    """Some retreats and moves of a unit, most of those that capture objectives in passing."""
    found = [way for way in retreat.routes(position, unit, 1, 5) if way]
    if position.state.turn.order is not None:
        found += [move.path for move in movement.moves(position, unit)]
    dice.shuffle(found)
    passing = [
        way for way in found if any(medals.captured_by(position, unit, hex_) for hex_ in way[:-1])
    ]
    return [*passing[:12], *found[:3]]


def stops(position: Position, unit: Unit, way: tuple[Hex, ...]) -> list[tuple[Hex, ...]]:
    """A way cut after each hex on which a stop leaves nothing behind once the unit goes on: not
    where the last to occupy a place keeps it, and nowhere if an objective on the way is held that
    is only gained again as a turn starts."""
    on_way = {hex_: position.objectives_at(hex_) for hex_ in (unit.hex, *way)}
    held = [o for objectives in on_way.values() for o in objectives if o.id in position.state.held]
    if any(objective.check is Check.START_OF_OWN_TURN for objective in held):
        return [way]
    legs: list[tuple[Hex, ...]] = [()]
    for hex_ in way:
        legs[-1] += (hex_,)
        if all(o.kind is not ObjectiveKind.LAST_TO_OCCUPY for o in on_way[hex_]):
            legs.append(())
    return [leg for leg in legs if leg]


def outcome(state: GameState) -> tuple[object, ...]:
    """What came of a way; once it is won, objectives above the number needed do not count."""
    held = dict(state.held) if state.winner is None else None
    return dict(state.medals), held, state.winner, state.ending


def entered(position: Position, unit: Unit, path: tuple[Hex, ...]) -> Side | None:
    return gone(position, unit, [path]).winner


def gone(position: Position, unit: Unit, legs: list[tuple[Hex, ...]]) -> GameState:
    """The state after a unit has gone some way, leg by leg, as far as the game lasts."""
    draft = Draft(position.book, position.state, Script(), no_past)
    for leg in legs:
        before = draft.state.units[unit.id]
        if draft.over():
            break
        draft.then(e.UnitRetreated(unit.id, leg))
        board.after_leaving(draft, before)
        board.after_entering(draft, before, leg)
    return draft.state
