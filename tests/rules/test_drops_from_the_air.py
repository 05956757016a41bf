"""Units that are dropped from the air, where they come down and what they are then."""

from dataclasses import dataclass, replace

import pytest

from domain import decide, legal_commands
from domain import events as e
from domain import state as s
from domain.chance import SeededChance
from domain.commands import (
    AirDrop,
    Attack,
    Command,
    EndMoves,
    EndOrders,
    EndTurn,
    OrderUnit,
    PlayCard,
    Resign,
)
from domain.errors import IllegalCommandError, Rule
from domain.geometry.hexes import Hex, distance, grid_of
from domain.geometry.shape import STANDARD
from domain.setup import AirDrop as Drop
from domain.values import (
    Card,
    DropFailure,
    EditionName,
    LossCause,
    Seat,
    Section,
    Side,
    UnitKind,
    Variant,
)
from tests.support.cases import event_lines, throw
from tests.support.chance import Script
from tests.support.games import BOTH, SEED, Skirmish, after, play, plays, start_game
from tests.support.scenes import holding

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
HITS = LossCause.HITS
MOVES_END = e.MovesEnded()
Spot = tuple[int, int]


def hit(unit: str, target: str) -> Attack:
    return Attack(Seat(unit.partition("-")[0]), unit, target)


HERE = (0, 0, 0, 0)
EAST, WEST = (1, 0, 0, 0), (4, 0, 0, 0)
NORTH = (2, 0, 0, 0)
FAR = (4, 4, 4, 4)
FIELD = Hex(6, 4)


def landed(number: int, hex_: Spot, drift: tuple[int, ...], draw: int, aim: Hex = FIELD) -> e.Event:
    name, kind = f"allies-{number}", UnitKind.INFANTRY
    return e.UnitLanded(name, Side.ALLIES, kind, 4, Hex(*hex_), aim, drift, draw)


def failed(cause: DropFailure, drift: tuple[int, ...], draw: int, aim: Hex = FIELD) -> e.Event:
    return e.UnitDropFailed(Side.ALLIES, UnitKind.INFANTRY, cause, aim, drift, draw)


def let_go(state: s.GameState, aim: Hex, *drifts: tuple[int, ...]) -> tuple[e.Event, ...]:
    """What comes of a drop whose units drift so."""
    chance = Script(drifts=[step for drift in drifts for step in drift])
    happened = decide(state, AirDrop(ALLIES, aim), chance)
    assert chance.drifts == []
    return happened


@dataclass(frozen=True)
class Jump:
    """Where units of a drop over ``aim`` come down; ``then`` is followed by the first turn."""

    name: str
    drifts: tuple[tuple[int, ...], ...]
    then: tuple[e.Event, ...]
    aim: Hex = FIELD


ROW = (
    landed(7, (6, 4), HERE, 1),
    landed(8, (6, 5), EAST, 2),
    landed(9, (6, 3), WEST, 3),
    landed(10, (5, 4), NORTH, 4),
)
JUMPS = (
    Jump("four units land and are numbered on", (HERE, EAST, WEST, NORTH), ROW),
    Jump(
        "each step goes one way or none",
        ((1, 6, 6, 4), (2, 3, 5, 6), (4, 4, 5, 3), (3, 3, 3, 3)),
        (
            landed(7, (8, 5), (1, 6, 6, 4), 1),
            landed(8, (6, 4), (2, 3, 5, 6), 2),
            landed(9, (6, 1), (4, 4, 5, 3), 3),
            landed(10, (2, 2), (3, 3, 3, 3), 4),
        ),
    ),
    Jump(
        "a unit that drifts off the board is lost, and takes no number",
        ((4, 4, 4, 4), HERE, (6, 6, 5, 0), EAST),
        (
            failed(DropFailure.OFF_BOARD, (4, 4, 4, 4), 1, Hex(7, 2)),
            landed(7, (7, 2), HERE, 2, Hex(7, 2)),
            failed(DropFailure.OFF_BOARD, (6, 6, 5, 0), 3, Hex(7, 2)),
            landed(8, (7, 3), EAST, 4, Hex(7, 2)),
        ),
        Hex(7, 2),
    ),
    Jump(
        "a unit may drift back onto the board",
        ((4, 4, 1, 1), (5, 5, 2, 2), EAST, NORTH),
        (
            landed(7, (8, 0), (4, 4, 1, 1), 1, Hex(8, 0)),
            failed(DropFailure.OCCUPIED, (5, 5, 2, 2), 2, Hex(8, 0)),
            landed(8, (8, 1), EAST, 3, Hex(8, 0)),
            landed(9, (7, 0), NORTH, 4, Hex(8, 0)),
        ),
        Hex(8, 0),
    ),
    Jump(
        "a unit is lost on an enemy, on a friend and on one that has landed before",
        (HERE, EAST, EAST, (5, 5, 0, 0)),
        (
            failed(DropFailure.OCCUPIED, HERE, 1, Hex(4, 6)),
            landed(7, (4, 7), EAST, 2, Hex(4, 6)),
            failed(DropFailure.OCCUPIED, EAST, 3, Hex(4, 6)),
            landed(8, (6, 5), (5, 5, 0, 0), 4, Hex(4, 6)),
        ),
        Hex(4, 6),
    ),
    Jump(
        "all may be lost",
        (FAR, HERE, (1, 0, 0, 4), HERE),
        (
            failed(DropFailure.OFF_BOARD, FAR, 1, Hex(0, 1)),
            *(
                failed(DropFailure.OCCUPIED, drift, draw, Hex(0, 1))
                for draw, drift in ((2, HERE), (3, (1, 0, 0, 4)), (4, HERE))
            ),
        ),
        Hex(0, 1),
    ),
    Jump(
        "units land in woods, hedges and houses as anywhere",
        (HERE, (1, 1, 1, 0), (3, 0, 0, 0), (6, 0, 0, 0)),
        (
            landed(7, (4, 4), HERE, 1, Hex(4, 4)),
            landed(8, (4, 7), (1, 1, 1, 0), 2, Hex(4, 4)),
            landed(9, (3, 3), (3, 0, 0, 0), 3, Hex(4, 4)),
            landed(10, (5, 4), (6, 0, 0, 0), 4, Hex(4, 4)),
        ),
        Hex(4, 4),
    ),
)


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("jump", JUMPS, ids=lambda jump: jump.name)
def test_units_dropped_from_the_air(jump: Jump, edition: EditionName) -> None:
    """2004, Sainte-Mère-Église; ruling: four random steps from the hex aimed at."""
    state = start_game("sainte_mere_eglise", edition).state
    happened = let_go(state, jump.aim, *jump.drifts)
    assert event_lines(happened) == event_lines((*jump.then, e.TurnStarted(1, ALLIES)))
    then = after(state, happened)
    assert set(then.medals.values()) == {0}
    assert then.draws == state.draws + 4


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("variant", [Variant.STANDARD, Variant.YOUNG_GENERALS])
def test_the_allies_are_asked_for_a_hex_before_the_first_turn(
    variant: Variant, edition: EditionName
) -> None:
    """2004, Sainte-Mère-Église; any hex of the board may be named."""
    game = start_game("sainte_mere_eglise", edition, variant=variant)
    state = game.state
    assert game.log[-1] == e.AirDropDemanded(ALLIES, UnitKind.INFANTRY, 4, 4, 4)
    assert (state.awaited, state.turn.number) == (ALLIES, 0)
    listed = [AirDrop(ALLIES, hex_) for hex_ in grid_of(STANDARD).hexes]
    assert len(listed) == 113
    assert legal_commands(state, ALLIES) == (*listed, Resign(ALLIES))
    assert legal_commands(state, AXIS) == (Resign(AXIS),)
    for command in listed:
        assert isinstance(decide(state, command, game.chance)[-1], e.TurnStarted)


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize(
    ("command", "rule"),
    [
        (AirDrop(ALLIES, Hex(1, 12)), Rule.AIR_DROP_OFF_BOARD),
        (AirDrop(ALLIES, Hex(9, 0)), Rule.AIR_DROP_OFF_BOARD),
        (AirDrop(AXIS, FIELD), Rule.TURN_NOT_YOURS),
        (PlayCard(ALLIES, Card.PROBE_LEFT), Rule.PHASE_OTHER_DECISION),
        (EndTurn(ALLIES), Rule.PHASE_OTHER_DECISION),
    ],
)
def test_nothing_but_a_drop_onto_the_board_is_accepted(
    command: Command, rule: Rule, edition: EditionName
) -> None:
    """2004, Sainte-Mère-Église."""
    game = start_game("sainte_mere_eglise", edition)
    with pytest.raises(IllegalCommandError) as refusal:
        decide(game.state, command, game.chance)
    assert refusal.value.rule is rule


@pytest.mark.parametrize("edition", BOTH)
def test_a_drop_is_made_once(edition: EditionName) -> None:
    """2004, Sainte-Mère-Église."""
    game = start_game("sainte_mere_eglise", edition)
    game.do(AirDrop(ALLIES, FIELD))
    with pytest.raises(IllegalCommandError) as refusal:
        game.do(AirDrop(ALLIES, FIELD))
    assert refusal.value.rule is Rule.PHASE_OTHER_DECISION


@pytest.mark.parametrize("edition", BOTH)
def test_a_landed_unit_is_a_unit_like_any_other(edition: EditionName) -> None:
    """2004, Sainte-Mère-Église: ordered in the first turn, and worth a medal."""
    begin = start_game("sainte_mere_eglise", edition, variant=Variant.YOUNG_GENERALS).state
    state = after(begin, let_go(begin, Hex(5, 6), HERE, EAST, WEST, (6, 0, 0, 0)))
    unit = state.units["allies-7"]
    assert (unit.figures, unit.full, unit.medals, unit.hex) == (4, 4, 1, Hex(5, 6))
    ready = play(
        holding(state, ALLIES, Card.ATTACK_CENTER), [PlayCard(ALLIES, Card.ATTACK_CENTER)], Script()
    )
    orders = {command.unit for command in plays(ready) if isinstance(command, OrderUnit)}
    assert {"allies-7", "allies-8", "allies-9"} <= orders
    battles = play(
        ready,
        [OrderUnit(ALLIES, "allies-7"), EndOrders(ALLIES), EndMoves(ALLIES)],
        Script(),
    )
    assert Attack(ALLIES, "allies-7", "axis-10") in plays(battles)
    hurt = after(
        state,
        (
            e.FiguresLost("allies-7", 3, HITS),
            e.TurnStarted(2, AXIS),
            e.CardPlayed(AXIS, state.cards.hand(AXIS)[0]),
            e.UnitOrdered("axis-10", (Section.CENTER,)),
            e.OrdersEnded(),
            MOVES_END,
        ),
    )
    assert event_lines(
        decide(hurt, hit("axis-10", "allies-7"), Script("grenade star star"))
    ) == event_lines(
        (
            *throw("axis-10", "allies-7", "grenade star star", draw=5),
            e.UnitEliminated("allies-7", Hex(5, 6), 1, HITS, Side.AXIS, 1),
            e.GroundOffered("axis-10", Hex(5, 6)),
        )
    )


@pytest.mark.parametrize("edition", BOTH)
def test_a_drop_follows_from_the_seed(edition: EditionName) -> None:
    """Every drift is a draw of the game's chance, which anyone can check afterwards."""
    game = start_game("sainte_mere_eglise", edition)
    chance = SeededChance(bytes.fromhex(SEED), game.state.created.game)
    for event in game.do(AirDrop(ALLIES, FIELD)):
        if isinstance(event, e.UnitLanded | e.UnitDropFailed):
            assert event.drift == chance.numbers(event.draw, 4, 7)
        if isinstance(event, e.UnitLanded):
            assert distance(event.aim, event.hex) <= 4


def dropping(picture: str, *drops: Drop, medals: int = 4) -> Skirmish:
    """A drawn board before a drop."""
    return Skirmish(picture, phase="play_card", medals=medals, changes={"air_drops": drops})


ONE = Drop(Side.ALLIES, UnitKind.INFANTRY, units=1, figures=4, scatter=4)
TWO = replace(ONE, units=2)
GUNS = Drop(Side.AXIS, UnitKind.ARTILLERY, units=1, figures=2, scatter=4)


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("ground", ["L", "~", "H^"])
def test_a_unit_dropped_onto_impassable_ground_is_lost(ground: str, edition: EditionName) -> None:
    """Ruling: nobody can stand there."""
    state = dropping(f"4: I {ground} i", ONE).begin(edition)
    aim = Hex(4, 5)
    assert event_lines(let_go(state, aim, HERE)) == event_lines(
        (failed(DropFailure.IMPASSABLE, HERE, 1, aim), e.TurnStarted(1, ALLIES))
    )


@pytest.mark.parametrize("edition", BOTH)
def test_whether_ground_is_impassable_depends_on_who_lands(edition: EditionName) -> None:
    """Ruling: guns are lost on a hedgehog, infantry is not."""
    aim = Hex(4, 5)
    foot = let_go(dropping("4: I x i", ONE).begin(edition), aim, HERE)
    assert isinstance(foot[0], e.UnitLanded)
    state = dropping("4: I x i", GUNS).begin(edition)
    guns = decide(state, AirDrop(AXIS, aim), Script(drifts=HERE))
    lost = e.UnitDropFailed(Side.AXIS, UnitKind.ARTILLERY, DropFailure.IMPASSABLE, aim, HERE, 1)
    assert event_lines(guns) == event_lines((lost, e.TurnStarted(1, ALLIES)))


@pytest.mark.parametrize("edition", BOTH)
def test_one_side_drops_after_the_other(edition: EditionName) -> None:
    """Ruling: in the order of the scenario, before the first turn."""
    state = dropping("4: I . . . i", ONE, GUNS).begin(edition)
    state = after(state, first := let_go(state, Hex(4, 5), HERE))
    assert first[-1] == e.AirDropDemanded(AXIS, UnitKind.ARTILLERY, 1, 2, 4)
    assert state.awaited is AXIS
    second = decide(state, AirDrop(AXIS, Hex(4, 6)), Script(drifts=HERE))
    assert [type(event) for event in second] == [e.UnitLanded, e.TurnStarted]


@pytest.mark.parametrize("edition", BOTH)
def test_a_unit_that_lands_on_an_objective_takes_it(edition: EditionName) -> None:
    """2025 Appendix 3."""
    state = dropping("4: I ! i", ONE).begin(edition)
    happened = let_go(state, Hex(4, 5), HERE)
    assert [type(event) for event in happened] == [
        e.UnitLanded,
        e.ObjectiveTaken,
        e.TurnStarted,
    ]


@pytest.mark.parametrize("edition", BOTH)
def test_a_landing_that_wins_the_game_ends_it_at_once(edition: EditionName) -> None:
    """2004 p. 6, Object of the Game: no further unit is dropped and no turn begins."""
    state = dropping("4: I ! i", TWO, GUNS, medals=1).begin(edition)
    happened = let_go(state, Hex(4, 5), HERE)
    assert [type(event) for event in happened] == [
        e.UnitLanded,
        e.ObjectiveTaken,
        e.GameFinished,
        e.SeedRevealed,
    ]
    assert after(state, happened).awaited is None
