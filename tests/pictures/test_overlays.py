"""What is drawn over a board: options of a unit, and what has changed between two versions."""

import random
from collections.abc import Iterator

from api.pictures.board import Manner, draw
from api.pictures.changes import Changes, changes
from api.pictures.options import Options, options
from api.pictures.overlay import Extras
from api.pictures.scene import of_state
from domain.commands import Attack, ExitBoard, MoveUnit
from domain.events import Event
from domain.state import GameState
from domain.values import EditionName, Seat, Side
from tests.support.each import each
from tests.support.games import Playing, plays, random_play, start_game
from tests.support.seating import SEATS

LENGTH = 300
EVERY = 9
BATTLES = ["omaha_beach", "toulon"]


def played(slug: str, seed: int) -> Iterator[Playing]:
    game = start_game(slug, EditionName.E2025, f"{seed:064x}")
    return random_play(game, random.Random(seed), LENGTH)


@each("slug", BATTLES)
def test_the_ways_lead_from_where_units_were_to_where_they_are(slug: str) -> None:
    before: GameState | None = None
    done, ways, lost = 0, 0, 0
    for number, game in enumerate(played(slug, 3)):
        if number % EVERY:
            continue
        if before is not None:
            events: list[Event] = game.log[done:]
            found = changes(before, events, game.state)
            check(before, game.state, found)
            ways += len(found.moves)
            lost += sum(found.losses.values())
        before, done = game.state, len(game.log)
    assert ways > 20
    assert lost


def check(before: GameState, after: GameState, found: Changes) -> None:
    """Walk the ways, and count the figures."""
    hexes = {unit.hex: unit.id for unit in before.units.values()}
    for way in found.moves:
        hexes[way.hexes[-1]] = hexes.pop(way.hexes[0])
    there = {name: hex_ for hex_, name in hexes.items()}
    for unit in after.units.values():
        if unit.id in before.units:
            assert there[unit.id] == unit.hex
            gained = unit.figures - before.units[unit.id].figures
            assert gained >= -found.losses.get(unit.hex, 0)
    gone = before.units.keys() - after.units.keys()
    assert len(found.gone) <= len(gone)


@each("slug", BATTLES)
def test_the_options_are_the_listed_commands_of_the_unit(slug: str) -> None:
    moves, targets = 0, 0
    for number, game in enumerate(played(slug, 4)):
        state = game.state
        if number % 5 or state.awaited is None:
            continue
        own = frozenset({state.awaited})
        for unit in state.units.values():
            shown = options(state, own, unit, settled=True)
            listed = plays(state)
            assert shown.targets == {
                state.units[one.target].hex
                for one in listed
                if isinstance(one, Attack) and one.unit == unit.id
            }
            walks = {
                one.path[-1] for one in listed if isinstance(one, MoveUnit) and one.unit == unit.id
            }
            assert walks <= shown.moves
            exits = any(isinstance(one, ExitBoard) and one.unit == unit.id for one in listed)
            assert exits == bool(shown.leaves)
            moves += len(walks)
            targets += len(shown.targets)
    assert moves > 50
    assert targets


def test_nobody_is_shown_what_others_may_decide() -> None:
    *_, game = played("toulon", 5)
    state = game.state
    assert state.awaited is not None
    for seats, settled in ((frozenset[Seat](), True), (frozenset(SEATS), False)):
        for unit in state.units.values():
            shown = options(state, seats, unit, settled=settled)
            assert not (shown.moves or shown.leaves or shown.targets)
            assert set(shown.unseen) <= set(shown.blind)
            assert set(shown.seen).isdisjoint(shown.blind)


def test_each_option_and_change_is_drawn_once() -> None:
    game = next(one for one in played("omaha_beach", 6) if moving(one.state))
    state, unit = game.state, moving(game.state)
    assert unit is not None
    chosen = options(state, frozenset(SEATS), state.units[unit], settled=True)
    svg = draw(of_state(state), Manner(side=Side.AXIS), Extras(chosen))
    assert marks(svg, "reach") == len(chosen.moves)
    assert marks(svg, "target") == len(chosen.targets)
    assert marks(svg, "blind") == len(chosen.blind)
    assert marks(svg, "chosen") == 1
    *_, end = played("omaha_beach", 6)
    changed = changes(state, end.log[state.version :], end.state)
    svg = draw(of_state(end.state), Manner(), Extras(changes=changed))
    assert marks(svg, "gone") == len(changed.gone) > 0
    assert marks(svg, "loss") == len(changed.losses) > 0
    assert svg.count("<polygon") == arrows(changed) + svg_hexes()


def moving(state: GameState) -> str | None:
    """A unit that may move now."""
    return next((one.unit for one in plays(state) if isinstance(one, MoveUnit)), None)


def marks(svg: str, name: str) -> int:
    return svg.count(f'href="#marks-{name}"')


def arrows(changed: Changes) -> int:
    return len(changed.moves) + sum(start is not None for start, _ in changed.shots)


def svg_hexes() -> int:
    """All hexes and printed halves."""
    return 9 * 13 - 4 + 2 * 4


def test_a_unit_between_two_hexes_of_sight_sees_what_the_rules_say() -> None:
    *_, game = played("toulon", 7)
    state = game.state
    shown: list[Options] = [
        options(state, frozenset(), unit, settled=True) for unit in state.units.values()
    ]
    sees = {one.hex: set(one.seen) | set(one.unseen) for one in shown}
    clear = {one.hex: set(one.seen) for one in shown}
    for one in shown:
        for other in one.seen:
            # Sight goes both ways, as far as both reach.
            assert one.hex in clear[other] or one.hex not in sees[other]
