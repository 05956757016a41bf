"""Which ground can be taken by whom, and where armor then battles again."""

from dataclasses import dataclass, replace

import pytest

from domain.commands import (
    Command,
    EndMoves,
    MoveUnit,
)
from domain.editions import EDITIONS
from domain.phases import MovePhase, OverrunPhase, TakeGroundPhase
from domain.position import Position
from domain.rules.battles import combat
from domain.setup import PlacedObstacle
from domain.state import GameState
from domain.values import (
    Direction,
    EditionName,
    ObstacleKind,
)
from tests.rules.test_ground import (
    ALLIES,
    E2004,
    E2025,
    KILL,
    LIMIT,
    SPOT,
    TAKE,
    TERRAIN,
    attack,
    line,
)
from tests.support.boards import path
from tests.support.chance import Script
from tests.support.games import BOTH, Skirmish, play

HEDGEROW = "2004 p. 13-15; 2025 Appendix 2, Hedgerows: only who began the turn next to it"
EDGE = "2025 Appendix 2, Sea bluffs and Cliffs; 2004, scenario booklet"
ANYWAY = "2004 p. 11; 2025, Taking ground: outside the unit's movement"
STOPPED = "2025 Appendix 2, Wire: no further this turn; ruling: for all ground that ends a move"


@dataclass(frozen=True)
class Advance:
    """``unit`` moves by ``steps``, if any, and kills its neighbor ``i``: may it take the ground?"""

    name: str
    source: str
    picture: str
    unit: str
    offered: bool
    steps: str = ""
    editions: tuple[EditionName, ...] = BOTH


OPEN_TO_ALL = {
    "open ground": ".",
    "a forest": "F",
    "a hedgerow": "R",
    "a hill": "H",
    "a steep hill": "S",
    "a town": "T",
    "a church": "C",
    "a beach": "_",
    "the ocean": "O",
    "a sea bluff": "V",
    "a cliff": "K",
    "a bridge": "~=",
    "wire": "#",
    "wire in a forest": "F#",
    "a sea wall": "w",
}
CLOSED = {"a river": "~", "a lake": "L", "an impassable hill": "H^"}
FOR_INFANTRY = {"a bunker": "b", "the enemy's bunker": "b-", "hedgehogs": "x", "a hill fort": "Hb"}
ADVANCES = (
    *(
        Advance(f"{unit} onto {where}", TERRAIN, f"4: {unit} i:1/{token}", unit, offered)
        for unit in "IEPADG"
        for ground, offered in (
            (OPEN_TO_ALL, unit != "G"),
            (CLOSED, False),
            (FOR_INFANTRY, unit in "IEP"),
        )
        for where, token in ground.items()
    ),
    *(
        Advance(f"{unit} out of {where}", TERRAIN, f"4: {unit}/{token} i:1", unit, offered=True)
        for unit in "IA"
        for where, token in OPEN_TO_ALL.items()
        if token != "O"
    ),
    Advance("infantry from the beach up a sea bluff", EDGE, "4: I/_ i:1/V", "I", True),
    Advance("infantry from the beach up a cliff", EDGE, "4: I/_ i:1/K", "I", True, "", (E2004,)),
    Advance("infantry from the beach up no cliff", EDGE, "4: I/_ i:1/K", "I", False, "", (E2025,)),
    Advance("infantry from a cliff up to the next", EDGE, "4: I/K i:1/K", "I", True),
    Advance("infantry down a sea bluff to the beach", EDGE, "4: I/V i:1/_", "I", True),
    Advance("infantry down a cliff to the beach", EDGE, "4: I/K i:1/_", "I", True),
    Advance("armor from the beach up a sea bluff", EDGE, "4: A/_ i:1/V", "A", False),
    Advance("armor from the beach up a cliff", EDGE, "4: A/_ i:1/K", "A", False),
    Advance("armor down a sea bluff", EDGE, "4: A/V i:1/_", "A", True, "", (E2004,)),
    Advance("armor down no sea bluff", EDGE, "4: A/V i:1/_", "A", False, "", (E2025,)),
    Advance("armor down no cliff", EDGE, "4: A/K i:1/_", "A", False, "", (E2025,)),
    Advance("armor from the beach up a hill", EDGE, "4: A/_ i:1/H", "A", True),
    Advance("infantry from the beach up a steep hill", EDGE, "4: I/_ i:1/S", "I", True),
    Advance("infantry after its one hex", ANYWAY, "4: I . i:1", "I", True, "e"),
    Advance("infantry after one hex, up a steep hill", ANYWAY, "4: I . i:1/S", "I", True, "e"),
    Advance("infantry after one hex, into the ocean", ANYWAY, "4: I . i:1/O", "I", True, "e"),
    Advance("elite infantry after two hexes", ANYWAY, "4: E . . i:1", "E", True, "e e"),
    Advance("elite infantry after a climb", ANYWAY, "4: E S i:1", "E", True, "e"),
    Advance("elite armor after three hexes", ANYWAY, "4: D . . . i:1", "D", True, "e e e"),
    Advance("armor at the end of its way on the beach", ANYWAY, "4: A _ _ i:1/_", "A", True, "e e"),
    Advance("infantry that left a hedgerow", HEDGEROW, "4: I/R . i:1", "I", True, "e"),
    Advance("armor that left a hedgerow", HEDGEROW, "4: A/R . i:1", "A", True, "e"),
    Advance("infantry that left wire", LIMIT, "4: I/# . i:1", "I", True, "e"),
    Advance("infantry that left a forest", LIMIT, "4: I/F . i:1/F", "I", True, "e"),
    Advance("infantry that entered a bunker", LIMIT, "4: I b i:1", "I", True, "e"),
    Advance("infantry that entered hedgehogs", LIMIT, "4: I x i:1", "I", True, "e"),
    Advance("armor that entered a bridge", LIMIT, "4: A ~= i:1", "A", True, "e"),
    Advance("infantry that entered wire", STOPPED, "4: I # i:1", "I", False, "e"),
    Advance("armor that entered wire", STOPPED, "4: A # i:1", "A", False, "e"),
    Advance("Resistance that entered wire", STOPPED, "4: P # i:1", "P", False, "e"),
    *(
        Advance(f"Resistance that entered {where}", STOPPED, f"4: P {token} i:1", "P", False, "e")
        for where, token in (("a forest", "F"), ("a town", "T"), ("a hedgerow", "R"))
    ),
    Advance("Resistance that entered a church", STOPPED, "4: P C i:1", "P", False, "e"),
    Advance("Resistance that moved in the open", ANYWAY, "4: P . i:1/T", "P", True, "e"),
    Advance("Resistance from its forest", LIMIT, "4: P/F i:1/F", "P", True),
    Advance(
        "a hedgerow next to the start, after a move",
        HEDGEROW,
        "3: i:1/R .\n4: . I .",
        "I",
        True,
        "w",
    ),
    Advance("a hedgerow not next to the start", HEDGEROW, "4: I . i:1/R", "I", False, "e"),
    Advance("a hedgerow three hexes from the start", HEDGEROW, "4: A . . i:1/R", "A", False, "e e"),
    Advance("from hedgerow to hedgerow", HEDGEROW, "4: I/R i:1/R", "I", True),
)


@pytest.mark.parametrize(
    ("advance", "edition"),
    [
        pytest.param(advance, edition, id=f"{advance.name} ({edition})")
        for advance in ADVANCES
        for edition in advance.editions
    ],
)
def test_ground_is_offered_to_who_can_enter_it(advance: Advance, edition: EditionName) -> None:
    state = killing(advance.picture, advance.unit, advance.steps, edition)
    assert isinstance(state.phase, TakeGroundPhase) is advance.offered, advance.source


def killing(picture: str, name: str, steps: str, edition: EditionName) -> GameState:
    """The state after the unit has moved and its neighbor ``i`` has died."""
    drawn = Skirmish(picture, ordered=name, phase="move")
    state = drawn.begin(edition)
    before: list[Command] = []
    if steps:
        hex_ = state.units[name].hex
        before.append(MoveUnit(ALLIES, name, path((hex_.row, hex_.x), steps)))
    state = play(state, before, Script())
    if isinstance(state.phase, MovePhase):
        state = play(state, [EndMoves(ALLIES)], Script())
    position = Position(EDITIONS[edition], state)
    shot = next(s for s in combat.shots(position, state.units[name]) if s.target.id == "i")
    dice = " ".join(["grenade", *["star"] * (shot.dice - 1)])
    return play(state, [attack(name)], Script(dice))


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize(
    ("where", "token", "offered"),
    [
        (where, token, token not in ("F", "R", "T", "C", "O", "F#"))
        for where, token in OPEN_TO_ALL.items()
    ],
)
def test_armor_overruns_where_the_ground_taken_lets_it_battle(
    edition: EditionName, where: str, token: str, offered: bool
) -> None:
    """2004 p. 11 and 13-16; 2025, Armor overrun and Appendix 2; ruling: none out of the ocean."""
    state = killing(f"4: A i:1/{token} i2", "A", "", edition)
    state = play(state, [TAKE], Script())
    assert isinstance(state.phase, OverrunPhase) is offered, where


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize(
    ("ends", "offered"),
    [((Direction.W, Direction.E), True), ((Direction.NE, Direction.SW), False)],
)
def test_a_section_of_a_long_bridge_is_taken_over_its_ends(
    edition: EditionName, ends: tuple[Direction, ...], offered: bool
) -> None:
    """Scenario booklet, Arnhem Bridge."""
    section = PlacedObstacle(SPOT, ObstacleKind.BRIDGE_SECTION, open_ends=ends)
    drawn = replace(line("I i:1/~"), changes={"obstacles": (section,)})
    state = play(drawn.begin(edition), [attack()], Script(KILL))
    assert isinstance(state.phase, TakeGroundPhase) is offered
