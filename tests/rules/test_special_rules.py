"""What single battles say of themselves, each on its own board."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

import pytest

from domain import decide, legal_commands
from domain import events as e
from domain import state as s
from domain.chance import SeededChance
from domain.commands import (
    AirDrop,
    Attack,
    Command,
    Decline,
    EndBattles,
    EndMoves,
    EndOrders,
    EndTargets,
    EndTurn,
    HealUnit,
    MoveUnit,
    NameTarget,
    OrderUnit,
    PlayCard,
    Resign,
)
from domain.editions import EDITIONS
from domain.errors import IllegalCommandError, Rule
from domain.hexes import Hex, distance, standard_grid
from domain.position import Position
from domain.rules.movement import moves
from domain.setup import AirDrop as Drop
from domain.values import (
    Card,
    DiscardSource,
    DropFailure,
    EditionName,
    Ending,
    LossCause,
    ObstacleKind,
    RemovalCause,
    Seat,
    Section,
    ShuffleReason,
    Side,
    UnitKind,
    Variant,
)
from tests.support.cases import Case, check, runs, throw, told
from tests.support.chance import Script
from tests.support.games import BOTH, SEED, Playing, Skirmish, after, begun, play, plays

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
E2004, E2025 = (EditionName.E2004,), (EditionName.E2025,)
HITS, BLOCKED = LossCause.HITS, LossCause.RETREAT_BLOCKED
MOVES_END = e.MovesEnded()
Spot = tuple[int, int]


def holding(state: s.GameState, seat: Seat, card: Card) -> s.GameState:
    """The same with a hand that holds this card, changed for one of its own."""
    known = state.cards
    hand, deck, other = map(list, (known.hand(seat), known.deck, known.hand(seat.opponent)))
    pile = next(cards for cards in (hand, deck, other) if card in cards)
    place = pile.index(card)
    pile[place], hand[0] = hand[0], pile[place]
    hands = {seat: tuple(hand), seat.opponent: tuple(other)}
    return replace(state, cards=replace(known, hands=hands, deck=tuple(deck)))


@dataclass(frozen=True)
class Scene:
    """A battle as it is set up, in the middle of a turn of the side of ``ordered``.

    ``at`` are units that have come to other hexes meanwhile, ``left`` the figures of units that
    lost some, ``gone`` units that were eliminated for no medal. ``then`` has happened besides,
    before the turn. The deck is that of Young Generals, so that nobody lies in ambush, unless a
    ``card`` is named.
    """

    slug: str
    ordered: str
    phase: str = "battle"
    at: Mapping[str, Spot] = field(default_factory=dict)
    left: Mapping[str, int] = field(default_factory=dict)
    gone: str = ""
    card: Card | None = None
    then: tuple[e.Event, ...] = ()

    def begin(self, edition: EditionName) -> s.GameState:
        """The game at the chosen phase."""
        variant = Variant.STANDARD if self.card else Variant.YOUNG_GENERALS
        state = begun(self.slug, edition, variant=variant).state
        seat = Seat(self.ordered.partition("-")[0])
        if self.card:
            state = holding(state, seat, self.card)
        before = after(state, (*self._elsewhere(state), *self.then, e.TurnStarted(3, seat)))
        return after(before, self._turn(before, seat))

    def at_edition(self, edition: EditionName) -> Position:
        """The same, seen through its rulebook."""
        return Position(EDITIONS[edition], self.begin(edition))

    def _elsewhere(self, state: s.GameState) -> Iterator[e.Event]:
        for name in self.gone.split():
            unit = state.units[name]
            yield e.UnitEliminated(name, unit.hex, unit.figures, HITS, unit.side.enemy, 0)
        for name, spot in self.at.items():
            yield e.UnitRetreated(name, (Hex(*spot),))
        for name, figures in self.left.items():
            yield e.FiguresLost(name, state.units[name].figures - figures, HITS)

    def _turn(self, state: s.GameState, seat: Seat) -> Iterator[e.Event]:
        if self.phase == "play_card":
            return
        yield e.CardPlayed(seat, self.card or state.cards.hand(seat)[0])
        for name in self.ordered.split():
            yield e.UnitOrdered(name, (Section.CENTER,))
        yield e.OrdersEnded()
        if self.phase == "battle":
            yield MOVES_END


def moving(slug: str, unit: str, start: Spot, at: Mapping[str, Spot] | None = None) -> Scene:
    """The unit on a hex, about to move."""
    return Scene(slug, unit, "move", {**(at or {}), unit: start})


def go(unit: str, *spots: Spot) -> MoveUnit:
    return MoveUnit(Seat(unit.partition("-")[0]), unit, tuple(Hex(*spot) for spot in spots))


def gone(unit: str, cost: int, *spots: Spot, battle: bool = True, ground: bool = True) -> e.Event:
    return e.UnitMoved(unit, tuple(Hex(*spot) for spot in spots), cost, battle, ground)


def hit(unit: str, target: str) -> Attack:
    return Attack(Seat(unit.partition("-")[0]), unit, target)


def pushed(unit: str, shortest: int, longest: int, losses: int = 0, flags: int = 1) -> e.Event:
    seat = Seat(unit.partition("-")[0])
    return e.RetreatDemanded(unit, seat, flags, losses, shortest, longest)


# Bunkers, sea walls, cliffs and bluffs.

SWORD, POINTE = "2004, Sword Beach; 2025 Appendix 2, Bunkers", "2004, Pointe du Hoc"
CLIFF = "2004, Pointe du Hoc; 2025 Appendix 2, Cliffs"
BLUFF = "2004, Omaha Beach; 2025 Appendix 2, Sea bluffs"
WALL = "2004, Omaha Beach; 2025 Appendix 2, Sea walls"
STORM = {"allies-2": (4, 3)}
TAKEN_BUNKER = {"axis-7": (2, 2), "allies-2": (3, 2)}

BEACHES = (
    Case(
        "infantry has one die less against a unit in its bunker",
        SWORD,
        Scene("sword_beach", "allies-2", at=STORM),
        hit("allies-2", "axis-7"),
        dice="star star",
        then=throw("allies-2", "axis-7", "star star"),
    ),
    Case(
        "armor has two dice less against a unit in its bunker",
        SWORD,
        Scene("sword_beach", "allies-1", at={"allies-1": (4, 3)}),
        hit("allies-1", "axis-7"),
        dice="star",
        then=throw("allies-1", "axis-7", "star"),
    ),
    Case(
        "a unit in its bunker may ignore a flag",
        SWORD,
        Scene("sword_beach", "allies-2", at=STORM),
        hit("allies-2", "axis-7"),
        dice="flag star",
        then=(*throw("allies-2", "axis-7", "flag star"), pushed("axis-7", 0, 1)),
    ),
    Case(
        "a captured bunker shelters nobody",
        SWORD,
        Scene("sword_beach", "axis-7", at=TAKEN_BUNKER),
        hit("axis-7", "allies-2"),
        dice="star star flag",
        then=(*throw("axis-7", "allies-2", "star star flag"), pushed("allies-2", 1, 1)),
    ),
    Case(
        "infantry may enter the enemy's bunker",
        SWORD,
        moving("sword_beach", "allies-2", (4, 3), {"axis-7": (2, 1), "axis-5": (1, 2)}),
        go("allies-2", (3, 2)),
        then=(gone("allies-2", 1, (3, 2)), MOVES_END),
    ),
    Case(
        "armor may not enter a bunker",
        SWORD,
        moving("sword_beach", "allies-1", (4, 3), {"axis-7": (2, 2)}),
        go("allies-1", (3, 2)),
        refused=Rule.MOVEMENT_IMPASSABLE,
    ),
    Case(
        "guns in a bunker stay there",
        SWORD,
        Scene("sword_beach", "axis-6", "move"),
        go("axis-6", (2, 5)),
        refused=Rule.MOVEMENT_HELD,
    ),
    Case(
        "guns in a bunker lose a figure for each flag but the first",
        SWORD,
        Scene("sword_beach", "allies-2", at={"allies-2": (3, 5)}),
        hit("allies-2", "axis-6"),
        dice="flag flag",
        then=(
            *throw("allies-2", "axis-6", "flag flag"),
            e.FiguresLost("axis-6", 1, BLOCKED),
            e.FlagIgnored("axis-6"),
        ),
    ),
    Case(
        "the bunkers of Pointe du Hoc shelter the Axis",
        POINTE,
        Scene("pointe_du_hoc", "allies-2", at={"allies-2": (3, 1)}),
        hit("allies-2", "axis-2"),
        dice="star",
        then=throw("allies-2", "axis-2", "star"),
    ),
    Case(
        "the bunkers of Omaha Beach shelter the Axis, once and not twice on a bluff",
        "2004 p. 10 and 16; 2025 Appendix 2",
        Scene("omaha_beach", "allies-1", at={"allies-1": (4, 4)}),
        hit("allies-1", "axis-5"),
        dice="star star",
        then=throw("allies-1", "axis-5", "star star"),
    ),
    Case(
        "whoever takes a bunker on a bluff has the bluff, not the bunker",
        SWORD,
        Scene("omaha_beach", "axis-5", at={"axis-5": (4, 4), "allies-1": (3, 4)}),
        hit("axis-5", "allies-1"),
        dice="star flag",
        then=(
            *throw("axis-5", "allies-1", "star flag"),
            e.UnitRetreated("allies-1", (Hex(4, 5),)),
            e.GroundOffered("axis-5", Hex(3, 4)),
        ),
    ),
    Case(
        "up a cliff is two hexes",
        CLIFF,
        moving("pointe_du_hoc", "allies-1", (5, 1)),
        go("allies-1", (4, 1)),
        then=(gone("allies-1", 2, (4, 1)), MOVES_END),
    ),
    Case(
        "a cliff is not climbed after a first hex",
        CLIFF,
        moving("pointe_du_hoc", "allies-1", (6, 1)),
        go("allies-1", (5, 1), (4, 1)),
        refused=Rule.MOVEMENT_TOO_FAR,
    ),
    Case(
        "down a cliff is one hex",
        POINTE,
        moving("pointe_du_hoc", "allies-1", (4, 1)),
        go("allies-1", (5, 1)),
        then=(gone("allies-1", 1, (5, 1)), MOVES_END),
        editions=E2004,
    ),
    Case(
        "down a cliff is two hexes",
        "2025 Appendix 2, Cliffs",
        moving("pointe_du_hoc", "allies-1", (4, 1)),
        go("allies-1", (5, 1)),
        then=(gone("allies-1", 2, (5, 1)), MOVES_END),
        editions=E2025,
    ),
    Case(
        "along a cliff and inland it is a hill",
        CLIFF,
        moving("pointe_du_hoc", "allies-1", (4, 1)),
        go("allies-1", (4, 2), (3, 2)),
        then=(gone("allies-1", 2, (4, 2), (3, 2)), MOVES_END),
    ),
    Case(
        "ground is taken up a cliff",
        POINTE,
        Scene(
            "pointe_du_hoc",
            "allies-1",
            at={"allies-1": (5, 1), "axis-4": (4, 1)},
            left={"axis-4": 1},
        ),
        hit("allies-1", "axis-4"),
        dice="grenade star",
        then=(
            *throw("allies-1", "axis-4", "grenade star"),
            e.UnitEliminated("axis-4", Hex(4, 1), 1, HITS, Side.ALLIES, 1),
            e.GroundOffered("allies-1", Hex(4, 1)),
        ),
        editions=E2004,
    ),
    Case(
        "no ground is taken up a cliff",
        "2025 Appendix 2, Cliffs",
        Scene(
            "pointe_du_hoc",
            "allies-1",
            at={"allies-1": (5, 1), "axis-4": (4, 1)},
            left={"axis-4": 1},
        ),
        hit("allies-1", "axis-4"),
        dice="grenade star",
        then=(
            *throw("allies-1", "axis-4", "grenade star"),
            e.UnitEliminated("axis-4", Hex(4, 1), 1, HITS, Side.ALLIES, 1),
        ),
        editions=E2025,
    ),
    Case(
        "a unit may be driven down a cliff",
        CLIFF,
        Scene(
            "pointe_du_hoc",
            "axis-4",
            at={"allies-1": (4, 1), "axis-4": (3, 1), "allies-2": (5, 0)},
        ),
        hit("axis-4", "allies-1"),
        dice="flag",
        then=(
            *throw("axis-4", "allies-1", "flag"),
            e.UnitRetreated("allies-1", (Hex(5, 1),)),
            e.GroundOffered("axis-4", Hex(4, 1)),
        ),
    ),
    Case(
        "up a sea bluff is two hexes, after which plain infantry does not battle",
        BLUFF,
        moving("omaha_beach", "allies-1", (4, 2)),
        go("allies-1", (3, 2)),
        then=(gone("allies-1", 2, (3, 2), battle=False), MOVES_END),
    ),
    Case(
        "elite infantry battles after climbing a sea bluff",
        BLUFF,
        moving("omaha_beach", "allies-13", (4, 2)),
        go("allies-13", (3, 2)),
        then=(gone("allies-13", 2, (3, 2)), MOVES_END),
    ),
    Case(
        "armor does not climb a sea bluff",
        BLUFF,
        moving("omaha_beach", "allies-4", (4, 2)),
        go("allies-4", (3, 2)),
        refused=Rule.MOVEMENT_CLOSED_EDGE,
    ),
    Case(
        "down a sea bluff is one hex",
        "2004, Omaha Beach",
        moving("omaha_beach", "allies-1", (3, 2)),
        go("allies-1", (4, 2)),
        then=(gone("allies-1", 1, (4, 2)), MOVES_END),
        editions=E2004,
    ),
    Case(
        "down a sea bluff is two hexes",
        "2025 Appendix 2, Sea bluffs",
        moving("omaha_beach", "allies-1", (3, 2)),
        go("allies-1", (4, 2)),
        then=(gone("allies-1", 2, (4, 2), battle=False), MOVES_END),
        editions=E2025,
    ),
    Case(
        "armor does not come down a sea bluff",
        "2025 Appendix 2, Sea bluffs",
        moving("omaha_beach", "allies-4", (3, 2)),
        go("allies-4", (4, 2)),
        refused=Rule.MOVEMENT_CLOSED_EDGE,
        editions=E2025,
    ),
    Case(
        "ground is taken up a sea bluff",
        BLUFF,
        Scene(
            "omaha_beach", "allies-1", at={"allies-1": (4, 3), "axis-1": (3, 2)}, left={"axis-1": 1}
        ),
        hit("allies-1", "axis-1"),
        dice="grenade star",
        then=(
            *throw("allies-1", "axis-1", "grenade star"),
            e.UnitEliminated("axis-1", Hex(3, 2), 1, HITS, Side.ALLIES, 1),
            e.GroundOffered("allies-1", Hex(3, 2)),
        ),
    ),
    Case(
        "a unit behind the sea wall is attacked with a die less and may ignore a flag",
        WALL,
        Scene("omaha_beach", "axis-6", at={"axis-6": (4, 9), "allies-8": (5, 9)}),
        hit("axis-6", "allies-8"),
        dice="flag star",
        then=(*throw("axis-6", "allies-8", "flag star"), pushed("allies-8", 0, 1)),
    ),
    Case(
        "the sea wall stays when the unit goes, and is in nobody's way",
        WALL,
        moving("omaha_beach", "allies-8", (5, 10)),
        go("allies-8", (5, 9)),
        then=(gone("allies-8", 1, (5, 9)), MOVES_END),
    ),
    Case(
        "the sea wall is of no use to the Axis",
        "2004, Omaha Beach",
        Scene("omaha_beach", "allies-8", at={"axis-6": (5, 9), "allies-8": (5, 8)}),
        hit("allies-8", "axis-6"),
        dice="star star flag",
        then=(*throw("allies-8", "axis-6", "star star flag"), pushed("axis-6", 1, 1)),
        editions=E2004,
    ),
    Case(
        "the sea wall shelters whoever is behind it",
        "2025 Appendix 2, Sea walls",
        Scene("omaha_beach", "allies-8", at={"axis-6": (5, 9), "allies-8": (5, 8)}),
        hit("allies-8", "axis-6"),
        dice="star flag",
        then=(*throw("allies-8", "axis-6", "star flag"), pushed("axis-6", 0, 1)),
        editions=E2025,
    ),
)


@runs(BEACHES)
def test_beaches_and_their_defenses(case: Case, edition: EditionName) -> None:
    check(case, edition)


# Hills, ponds, rivers and a church.

STEEP = "2004, Mortain; 2025, Mortain"
PASS = "2004, Montélimar; 2025, Montélimar"
ARNHEM = "2004, Arnhem Bridge; 2025, Arnhem Bridge"
SAVERNE = "2004, Saverne; 2025, Saverne"

GROUND = (
    Case(
        "onto a steep hill is two hexes",
        STEEP,
        moving("mortain", "allies-10", (6, 10)),
        go("allies-10", (5, 10)),
        then=(gone("allies-10", 2, (5, 10), battle=False), MOVES_END),
    ),
    Case(
        "onto a steep hill is two hexes for armor too",
        STEEP,
        moving("mortain", "allies-11", (6, 9)),
        go("allies-11", (6, 10), (5, 10)),
        then=(gone("allies-11", 3, (6, 10), (5, 10)), MOVES_END),
    ),
    Case(
        "guns cannot be brought up a steep hill",
        STEEP,
        moving("mortain", "allies-8", (6, 10)),
        go("allies-8", (5, 10)),
        refused=Rule.MOVEMENT_TOO_FAR,
    ),
    Case(
        "from one steep hill to the next is one hex",
        STEEP,
        Scene("mortain", "allies-4", "move"),
        go("allies-4", (5, 10)),
        then=(
            gone("allies-4", 1, (5, 10)),
            e.ObstacleRemoved(Hex(4, 11), ObstacleKind.SANDBAGS, RemovalCause.UNIT_LEFT),
            MOVES_END,
        ),
    ),
    Case(
        "down a steep hill is one hex",
        STEEP,
        moving("mortain", "allies-10", (5, 10)),
        go("allies-10", (6, 10)),
        then=(gone("allies-10", 1, (6, 10)), MOVES_END),
    ),
    Case(
        "ground is taken up a steep hill",
        STEEP,
        Scene(
            "mortain", "allies-10", at={"allies-10": (6, 10), "axis-1": (5, 10)}, left={"axis-1": 1}
        ),
        hit("allies-10", "axis-1"),
        dice="grenade star",
        then=(
            *throw("allies-10", "axis-1", "grenade star"),
            e.UnitEliminated("axis-1", Hex(5, 10), 1, HITS, Side.ALLIES, 1),
            e.GroundOffered("allies-10", Hex(5, 10)),
        ),
    ),
    Case(
        "the church is a town",
        "2004, Sainte-Mère-Église",
        Scene("sainte_mere_eglise", "allies-2", at={"allies-2": (5, 6)}),
        hit("allies-2", "axis-10"),
        dice="flag star",
        then=(*throw("allies-2", "axis-10", "flag star"), pushed("axis-10", 1, 1)),
        editions=E2004,
    ),
    Case(
        "who is in the church may ignore a flag",
        "2025 Appendix 2, Churches",
        Scene("sainte_mere_eglise", "allies-2", at={"allies-2": (5, 6)}),
        hit("allies-2", "axis-10"),
        dice="flag star",
        then=(*throw("allies-2", "axis-10", "flag star"), pushed("axis-10", 0, 1)),
        editions=E2025,
    ),
    Case(
        "nobody enters the pond",
        "2004, Pegasus Bridge; 2025 Appendix 2, Lakes",
        Scene("pegasus_bridge", "allies-4", "move"),
        go("allies-4", (6, 5)),
        refused=Rule.MOVEMENT_IMPASSABLE,
    ),
    Case(
        "nobody retreats into the pond",
        "2004, Pegasus Bridge; 2025 Appendix 2, Lakes",
        Scene("pegasus_bridge", "allies-7", at={"allies-5": (8, 2), "axis-5": (7, 5)}),
        hit("allies-7", "axis-5"),
        dice="flag star star",
        then=(
            *throw("allies-7", "axis-5", "flag star star"),
            e.FiguresLost("axis-5", 1, BLOCKED),
        ),
    ),
    Case(
        "the pond does not hinder a line of sight",
        "ruling: a pond laid with river tiles is a river in 2004",
        Scene("pegasus_bridge", "allies-6", at={"allies-6": (7, 6), "axis-4": (4, 6)}),
        hit("allies-6", "axis-4"),
        dice="star",
        then=throw("allies-6", "axis-4", "star", distance=3),
        editions=E2004,
    ),
    Case(
        "two hexes of the pond in a row block a line of sight",
        "2025 Appendix 2, Lakes",
        Scene("pegasus_bridge", "allies-6", at={"allies-6": (7, 6), "axis-4": (4, 6)}),
        hit("allies-6", "axis-4"),
        refused=Rule.BATTLE_NO_LINE_OF_SIGHT,
        editions=E2025,
    ),
    *(
        Case(
            f"nobody enters an impassable hill of {slug}",
            f"2004, {slug}; 2025, {slug}",
            Scene(slug, unit, "move"),
            go(unit, spot),
            refused=Rule.MOVEMENT_IMPASSABLE,
        )
        for slug, unit, spot in (
            ("montelimar", "axis-13", (3, 9)),
            ("st_vith", "allies-7", (6, 5)),
            ("saverne", "allies-4", (6, 3)),
        )
    ),
    Case(
        "an impassable hill blocks a retreat, which costs a figure",
        PASS,
        Scene("montelimar", "allies-8", at={"allies-8": (4, 11), "axis-11": (2, 11)}),
        hit("allies-8", "axis-13"),
        dice="flag star",
        then=(
            *throw("allies-8", "axis-13", "flag star"),
            e.FiguresLost("axis-13", 1, BLOCKED),
        ),
    ),
    Case(
        "between the hills and the enemy sandbags save from one flag of two",
        "2004, St. Vith; 2025, St. Vith",
        Scene("st_vith", "axis-13", at={"axis-13": (4, 6)}),
        hit("axis-13", "allies-8"),
        dice="flag flag",
        then=(
            *throw("axis-13", "allies-8", "flag flag"),
            e.FiguresLost("allies-8", 1, BLOCKED),
            e.FlagIgnored("allies-8"),
        ),
    ),
    Case(
        "an impassable hill blocks a line of sight like any hill",
        "2004, St. Vith; 2025, St. Vith",
        Scene(
            "st_vith",
            "allies-11",
            at={"allies-8": (7, 0), "axis-13": (5, 6), "allies-11": (8, 6), "allies-12": (8, 9)},
        ),
        hit("allies-11", "axis-13"),
        refused=Rule.BATTLE_NO_LINE_OF_SIGHT,
    ),
    Case(
        "guns do not fire over the hills",
        SAVERNE,
        Scene("saverne", "axis-6", at={"allies-5": (4, 3)}),
        hit("axis-6", "allies-5"),
        refused=Rule.BATTLE_FIRE_STOPPED,
    ),
    Case(
        "guns fire over everything else",
        SAVERNE,
        Scene("saverne", "axis-6", at={"allies-5": (6, 6)}),
        hit("axis-6", "allies-5"),
        dice="star star",
        then=throw("axis-6", "allies-5", "star star", distance=4),
    ),
    Case(
        "infantry does not attack across the wide river",
        ARNHEM,
        Scene("arnhem_bridge", "allies-2", at={"allies-2": (4, 6), "axis-9": (2, 7)}),
        hit("allies-2", "axis-9"),
        refused=Rule.BATTLE_FIRE_STOPPED,
    ),
    Case(
        "armor attacks across the wide river",
        ARNHEM,
        Scene("arnhem_bridge", "axis-9", at={"allies-2": (4, 6), "axis-9": (2, 7)}),
        hit("axis-9", "allies-2"),
        dice="star star star",
        then=throw("axis-9", "allies-2", "star star star", distance=2),
    ),
    Case(
        "guns attack across the wide river",
        ARNHEM,
        Scene("arnhem_bridge", "allies-5", at={"allies-5": (4, 6), "axis-9": (2, 7)}),
        hit("allies-5", "axis-9"),
        dice="star star star",
        then=throw("allies-5", "axis-9", "star star star", distance=2),
    ),
    Case(
        "infantry attacks along the bridge",
        ARNHEM,
        Scene("arnhem_bridge", "allies-2", at={"allies-2": (4, 7), "axis-9": (2, 8)}),
        hit("allies-2", "axis-9"),
        dice="star star",
        then=throw("allies-2", "axis-9", "star star", distance=2),
    ),
    Case(
        "the bridge is crossed from end to end",
        ARNHEM,
        moving("arnhem_bridge", "axis-9", (2, 8)),
        go("axis-9", (3, 7), (4, 7), (5, 6)),
        then=(gone("axis-9", 3, (3, 7), (4, 7), (5, 6)), MOVES_END),
    ),
    Case(
        "the bridge is left over its southern end",
        ARNHEM,
        moving("arnhem_bridge", "axis-9", (4, 7)),
        go("axis-9", (5, 6), (6, 6)),
        then=(gone("axis-9", 2, (5, 6), (6, 6)), MOVES_END),
    ),
    Case(
        "nobody climbs onto the bridge from its side",
        ARNHEM,
        moving("arnhem_bridge", "allies-2", (4, 6)),
        go("allies-2", (4, 7)),
        refused=Rule.MOVEMENT_BRIDGE_ENDS,
    ),
    Case(
        "nobody enters the bridge beside its northern end",
        ARNHEM,
        moving("arnhem_bridge", "axis-9", (2, 7)),
        go("axis-9", (3, 7)),
        refused=Rule.MOVEMENT_BRIDGE_ENDS,
    ),
    Case(
        "nobody leaves the bridge over its side",
        ARNHEM,
        moving("arnhem_bridge", "allies-2", (5, 6)),
        go("allies-2", (6, 7)),
        refused=Rule.MOVEMENT_BRIDGE_ENDS,
    ),
    Case(
        "a unit is driven back along the bridge, and nobody follows over its side",
        "ruling: a retreat keeps to the bridge",
        Scene("arnhem_bridge", "allies-2", at={"allies-2": (4, 8), "axis-9": (4, 7)}),
        hit("allies-2", "axis-9"),
        dice="flag star star",
        then=(
            *throw("allies-2", "axis-9", "flag star star"),
            e.UnitRetreated("axis-9", (Hex(3, 7),)),
        ),
    ),
    Case(
        "ground is taken along the bridge",
        ARNHEM,
        Scene(
            "arnhem_bridge",
            "allies-2",
            at={"allies-2": (5, 6), "axis-9": (4, 7)},
            left={"axis-9": 1},
        ),
        hit("allies-2", "axis-9"),
        dice="grenade star star",
        then=(
            *throw("allies-2", "axis-9", "grenade star star"),
            e.UnitEliminated("axis-9", Hex(4, 7), 1, HITS, Side.ALLIES, 1),
            e.GroundOffered("allies-2", Hex(4, 7)),
        ),
    ),
)


@runs(GROUND)
def test_the_ground_of_single_battles(case: Case, edition: EditionName) -> None:
    check(case, edition)


# Units.

RESISTANCE = "2004 p. 12, French Resistance; 2025, French Resistance"
MAQUIS = "2004, Mont Mouchet; 2025, Mont Mouchet"
PRIZE = {"axis-1": (6, 10)}
NEXT = {"allies-1": (2, 5), "axis-1": (2, 6)}

UNITS = (
    Case(
        "elite armor that has lost three figures fights on",
        "2004 p. 12; 2025, Elite armor",
        Scene("mont_mouchet", "allies-1", at=NEXT),
        hit("allies-1", "axis-1"),
        dice="armor grenade armor",
        then=(
            *throw("allies-1", "axis-1", "armor grenade armor"),
            e.FiguresLost("axis-1", 3, HITS),
        ),
    ),
    *(
        Case(
            f"the Resistance battles in the turn in which it enters a forest ({slug})",
            RESISTANCE,
            Scene(slug, unit, "move"),
            go(unit, spot),
            then=(gone(unit, 1, spot, ground=False), MOVES_END),
        )
        for slug, unit, spot in (
            ("mont_mouchet", "allies-2", (5, 7)),
            ("vassieux", "allies-2", (5, 3)),
        )
    ),
    Case(
        "the Resistance stops in a forest all the same",
        RESISTANCE,
        Scene("mont_mouchet", "allies-2", "move"),
        go("allies-2", (5, 7), (5, 6)),
        refused=Rule.MOVEMENT_STOP_TERRAIN,
    ),
    Case(
        "the Resistance does not battle after two hexes",
        RESISTANCE,
        Scene("mont_mouchet", "allies-1", "move"),
        go("allies-1", (5, 2), (5, 3)),
        then=(gone("allies-1", 2, (5, 2), (5, 3), battle=False), MOVES_END),
    ),
    Case(
        "other infantry that enters a forest does not battle",
        "2004 p. 13-15, Terrain; 2025 Appendix 2, Forests",
        Scene("mont_mouchet", "axis-8", "move"),
        go("axis-8", (3, 4)),
        then=(gone("axis-8", 1, (3, 4), battle=False, ground=False), MOVES_END),
    ),
    *(
        Case(
            f"the Resistance goes back one to three hexes for a flag ({slug})",
            RESISTANCE,
            Scene(slug, "axis-1", at={"axis-1": spot}),
            hit("axis-1", "allies-1"),
            dice=dice,
            then=(*throw("axis-1", "allies-1", dice), pushed("allies-1", 1, 3)),
        )
        for slug, spot, dice in (
            ("mont_mouchet", (4, 2), "flag star star"),
            ("vassieux", (3, 0), "flag star star"),
        )
    ),
    Case(
        "some units are worth two medals, wherever they have gone",
        MAQUIS,
        Scene("mont_mouchet", "allies-4", at=PRIZE, left={"axis-1": 1}),
        hit("allies-4", "axis-1"),
        dice="grenade star",
        then=(
            *throw("allies-4", "axis-1", "grenade star", distance=2),
            e.UnitEliminated("axis-1", Hex(6, 10), 1, HITS, Side.ALLIES, 2),
        ),
    ),
    Case(
        "of a unit worth two medals only the one still needed counts",
        "2004 p. 6, Object of the Game; 2025, Object of the game",
        Scene(
            "mont_mouchet",
            "allies-4",
            at=PRIZE,
            left={"axis-1": 1},
            then=(e.ObjectiveTaken("won before", Side.ALLIES, 3),),
        ),
        hit("allies-4", "axis-1"),
        dice="grenade star",
        then=(
            *throw("allies-4", "axis-1", "grenade star", distance=2),
            e.UnitEliminated("axis-1", Hex(6, 10), 1, HITS, Side.ALLIES, 1),
            e.GameFinished(Side.ALLIES, Ending.MEDALS),
            e.SeedRevealed(SEED),
        ),
    ),
    Case(
        "the weakened infantry is gone after three hits",
        PASS,
        Scene("montelimar", "allies-9", at={"allies-9": (2, 3)}),
        hit("allies-9", "axis-5"),
        dice="infantry grenade infantry",
        then=(
            *throw("allies-9", "axis-5", "infantry grenade infantry"),
            e.UnitEliminated("axis-5", Hex(1, 3), 3, HITS, Side.ALLIES, 1),
            e.GroundOffered("allies-9", Hex(1, 3)),
        ),
    ),
    Case(
        "the weakened infantry at its three figures has nothing to get back",
        PASS,
        Scene(
            "montelimar",
            "axis-6",
            "play_card",
            left={"axis-6": 2},
            card=Card.MEDICS_AND_MECHANICS,
        ),
        (PlayCard(AXIS, Card.MEDICS_AND_MECHANICS), HealUnit(AXIS, "axis-5")),
        refused=Rule.HEAL_NOTHING_LOST,
    ),
    Case(
        "the weakened infantry gets back no more than its third figure",
        PASS,
        Scene(
            "montelimar",
            "axis-6",
            "play_card",
            left={"axis-6": 2},
            card=Card.MEDICS_AND_MECHANICS,
        ),
        (PlayCard(AXIS, Card.MEDICS_AND_MECHANICS), HealUnit(AXIS, "axis-6")),
        dice="infantry star star infantry flag",
        then=(
            e.OrderDiceRolled(tuple(Script("infantry star star infantry flag").left), 1, "axis-6"),
            e.FiguresRestored("axis-6", 1),
            e.UnitOrdered("axis-6", (Section.CENTER,)),
            e.OrdersEnded(),
        ),
    ),
)


@runs(UNITS)
def test_the_units_of_single_battles(case: Case, edition: EditionName) -> None:
    check(case, edition)


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize(
    ("slug", "count"),
    [
        ("arnhem_bridge", 7),
        ("montelimar", 3),
        ("mortain", 1),
        ("omaha_beach", 1),
        ("pointe_du_hoc", 9),
        ("sword_beach", 3),
        ("toulon", 2),
    ],
)
def test_special_forces_move_two_hexes_and_battle(
    slug: str, count: int, edition: EditionName
) -> None:
    """2004 p. 12, Special Forces; 2025, Elite infantry. Looked at on open ground, one by one."""
    state = begun(slug, edition, variant=Variant.YOUNG_GENERALS).state
    elite = [u for u in state.units.values() if u.kind is UnitKind.ELITE_INFANTRY]
    assert ([u.full for u in elite], len(elite)) == ([4] * count, count)
    plain = [u for u in state.units.values() if u.kind is UnitKind.INFANTRY][:1]
    for unit in (*elite, *plain):
        position = Scene(slug, unit.id, "move", at={unit.id: roomy(state)}).at_edition(edition)
        listed = moves(position, position.state.units[unit.id])
        battling = {move.cost for move in listed if move.may_battle}
        assert battling == ({1, 2} if unit in elite else {1}), unit


def roomy(state: s.GameState) -> Spot:
    """A free hex of plain ground with two more to the east of it; else one of beach."""

    terrain = {tile.hex: tile.terrain for tile in state.created.setup.tiles}

    def plain(spot: Hex) -> bool:
        return not any(spot in taken for taken in (terrain, state.obstacles, state.occupants))

    def run(spot: Hex) -> list[Hex]:
        return [Hex(spot.row, spot.col + step) for step in range(3)]

    hexes = standard_grid().hexes
    beach = [spot for spot in hexes if terrain.get(spot) == "beach"]
    free = [spot for spot in hexes if all(h in hexes and plain(h) for h in run(spot))]
    return (*free, *(spot for spot in beach if spot not in state.occupants))[0]


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize(
    ("slug", "count"),
    [
        ("arnhem_bridge", 3),
        ("mont_mouchet", 2),
        ("mortain", 2),
        ("operation_cobra", 1),
        ("st_vith", 4),
    ],
)
def test_elite_armor_is_armor_with_a_fourth_figure(
    slug: str, count: int, edition: EditionName
) -> None:
    """2004 p. 12; 2025, Elite armor."""
    units = begun(slug, edition).state.units.values()
    elite = [unit for unit in units if unit.kind is UnitKind.ELITE_ARMOR]
    assert ([u.figures for u in elite], len(elite)) == ([4] * count, count)
    table = EDITIONS[edition].units
    assert table[UnitKind.ELITE_ARMOR] == table[UnitKind.ARMOR]


@pytest.mark.parametrize("edition", BOTH)
def test_all_the_maquis_is_resistance_of_three_figures(edition: EditionName) -> None:
    """2004, Mont Mouchet, Vassieux."""
    for slug in ("mont_mouchet", "vassieux"):
        own = [u for u in begun(slug, edition).state.units.values() if u.side is Side.ALLIES]
        assert {(u.kind, u.full) for u in own} == {(UnitKind.FRENCH_RESISTANCE, 3)}


@pytest.mark.parametrize("edition", BOTH)
def test_two_armor_units_are_worth_two_medals_each(edition: EditionName) -> None:
    """2004, Mont Mouchet."""
    units = begun("mont_mouchet", edition).state.units.values()
    assert {tuple(u.hex): u.medals for u in units if u.medals > 1} == {(0, 0): 2, (1, 1): 2}


@pytest.mark.parametrize("edition", BOTH)
def test_the_plain_infantry_of_the_axis_starts_with_three_figures(edition: EditionName) -> None:
    """2004, Montélimar."""
    units = begun("montelimar", edition).state.units.values()
    infantry = [u for u in units if u.side is Side.AXIS and u.kind is UnitKind.INFANTRY]
    assert {(u.figures, u.full) for u in infantry} == {(3, 3)}
    assert {u.full for u in units if u.side is Side.ALLIES and u.kind is UnitKind.INFANTRY} == {4}


# Objectives.

BANK = "2004, Montélimar; 2025 Appendix 3"
FALLS = "2004, Toulon; 2004, Saverne; ruling: the end of one's own turn in both rulebooks"
ON_BANK = (e.ObjectiveTaken("obj1", Side.ALLIES, 1),)
TOULON = {"allies-1": (0, 6), "allies-3": (1, 8)}
ZABERN = {"allies-5": (0, 6)}
WON = (
    e.BattlesEnded(),
    e.GameFinished(Side.ALLIES, Ending.SUDDEN_DEATH),
    e.SeedRevealed(SEED),
)

OBJECTIVES = (
    Case(
        "the first unit on the bank of the river holds its medal",
        BANK,
        moving("montelimar", "allies-10", (2, 9)),
        go("allies-10", (1, 9)),
        then=(gone("allies-10", 1, (1, 9)), *ON_BANK, MOVES_END),
    ),
    Case(
        "a second unit on the bank brings no further medal",
        BANK,
        Scene(
            "montelimar",
            "allies-11",
            "move",
            at={"allies-10": (1, 9), "allies-11": (2, 9)},
            then=ON_BANK,
        ),
        go("allies-11", (1, 8)),
        then=(gone("allies-11", 1, (1, 8)), MOVES_END),
    ),
    Case(
        "one unit that leaves the bank while another stays loses nothing",
        BANK,
        Scene(
            "montelimar",
            "allies-11",
            "move",
            at={"allies-10": (1, 9), "allies-11": (1, 8)},
            then=ON_BANK,
        ),
        go("allies-11", (2, 9)),
        then=(gone("allies-11", 1, (2, 9)), MOVES_END),
    ),
    Case(
        "a unit that goes along the bank keeps the medal",
        BANK,
        Scene("montelimar", "allies-10", "move", at={"allies-10": (1, 9)}, then=ON_BANK),
        go("allies-10", (1, 10)),
        then=(gone("allies-10", 1, (1, 10)), MOVES_END),
    ),
    Case(
        "the last unit to leave the bank loses the medal",
        BANK,
        Scene("montelimar", "allies-10", "move", at={"allies-10": (1, 9)}, then=ON_BANK),
        go("allies-10", (2, 9)),
        then=(
            gone("allies-10", 1, (2, 9)),
            e.ObjectiveLost("obj1", Side.ALLIES, 1),
            MOVES_END,
        ),
    ),
    Case(
        "the bank gives the Axis nothing",
        BANK,
        moving("montelimar", "axis-14", (2, 9)),
        go("axis-14", (1, 9)),
        then=(gone("axis-14", 1, (1, 9)), MOVES_END),
    ),
    Case(
        "entering the third town hex ends nothing yet",
        FALLS,
        Scene("toulon", "allies-4", "move", at={**TOULON, "allies-4": (2, 7)}, gone="axis-3"),
        go("allies-4", (1, 7)),
        then=(gone("allies-4", 1, (1, 7), battle=False, ground=False), MOVES_END),
    ),
    Case(
        "three of four town hexes at the end of the Allied turn win Toulon",
        FALLS,
        Scene("toulon", "allies-4", at={**TOULON, "allies-4": (1, 7)}, gone="axis-3"),
        EndTurn(ALLIES),
        then=WON,
    ),
    Case(
        "two of three town hexes at the end of the Allied turn win Saverne",
        FALLS,
        Scene("saverne", "allies-4", at={**ZABERN, "allies-4": (1, 6)}),
        EndTurn(ALLIES),
        then=WON,
    ),
)


@runs(OBJECTIVES)
def test_the_objectives_of_single_battles(case: Case, edition: EditionName) -> None:
    check(case, edition)


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize(
    "scene",
    [
        Scene("toulon", "allies-1", at=TOULON, gone="axis-3"),
        Scene("saverne", "allies-5", at=ZABERN),
        Scene("toulon", "axis-1", at={**TOULON, "allies-4": (1, 7)}, gone="axis-3"),
        Scene("saverne", "axis-1", at={**ZABERN, "allies-4": (1, 6)}),
    ],
    ids=[
        "a town hex short",
        "one short of two",
        "the enemy's turn, Toulon",
        "the enemy's, Saverne",
    ],
)
def test_the_game_goes_on_when_it_is_not_lost_suddenly(scene: Scene, edition: EditionName) -> None:
    """2004, Toulon; 2004, Saverne."""
    state = scene.begin(edition)
    happened = decide(state, EndTurn(state.turn.seat), Script())
    assert any(isinstance(event, e.TurnEnded | e.CardsOffered) for event in happened)
    assert not any(isinstance(event, e.GameFinished) for event in happened)


# Cards.


def ended(game: Playing) -> list[e.Event]:
    """What happens until the next turn when the awaited seat does as little as it can."""
    happened: list[e.Event] = []
    turn = game.state.turn.number
    idle = (EndOrders, EndMoves, EndBattles, EndTurn, EndTargets, Decline)
    while game.state.awaited and game.state.turn.number == turn:
        options = plays(game.state)
        happened += game.do(next((c for c in options if isinstance(c, idle)), options[0]))
    return happened


def with_card(game: Playing, card: Card) -> Playing:
    """The awaited seat has played this card."""
    seat = game.state.turn.seat
    ready = replace(game, state=holding(game.state, seat, card))
    ready.do(PlayCard(seat, card))
    return ready


def drawn(events: list[e.Event], seat: Seat) -> int:
    return sum(isinstance(event, e.CardDrawn) and event.seat is seat for event in events)


@pytest.mark.parametrize("edition", BOTH)
def test_the_axis_hand_grows_from_two_cards_to_four_in_its_first_two_turns(
    edition: EditionName,
) -> None:
    """2004, Pegasus Bridge; 2025, Pegasus Bridge."""
    game = begun("pegasus_bridge", edition)
    sizes = []
    for card in 4 * (Card.PROBE_LEFT, Card.PROBE_CENTER):
        seat = game.state.turn.seat
        held = len(game.state.cards.hand(seat))
        game = with_card(game, card)
        sizes.append((held, drawn(ended(game), seat)))
    assert sizes[0::2] == [(6, 1)] * 4
    assert sizes[1::2] == [(2, 2), (3, 2), (4, 1), (4, 1)]


@pytest.mark.parametrize("edition", BOTH)
def test_a_reconnaissance_of_a_growing_hand_chooses_first_and_draws_one_card_more(
    edition: EditionName,
) -> None:
    """Ruling: the card played is carried out first, then the hand grows."""
    game = begun("pegasus_bridge", edition)
    ended(game)
    happened = ended(with_card(game, Card.RECON_RIGHT))
    names = [type(event) for event in happened]
    assert names.index(e.CardKept) < names.index(e.CardDrawn) < names.index(e.TurnEnded)
    assert names.count(e.CardsOffered) == names.count(e.CardDrawn) == 1


def nearly_out(state: s.GameState, left: int) -> s.GameState:
    """So many cards are left in the draw pile; the others lie on the discards."""
    cards = state.cards
    place = len(cards.deck) - left
    thinner = replace(cards, deck=cards.deck[place:], discard=cards.deck[:place])
    return replace(state, cards=thinner)


OUT = (e.GameFinished(Side.AXIS, Ending.DECK_EMPTY), e.SeedRevealed(SEED))


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize(
    ("card", "left", "goes_on"),
    [
        (Card.PROBE_CENTER, 2, True),
        (Card.PROBE_CENTER, 1, False),
        (Card.RECON_CENTER, 3, True),
        (Card.RECON_CENTER, 2, False),
        (Card.RECON_CENTER, 1, False),
    ],
)
def test_the_axis_wins_when_the_last_card_is_drawn(
    card: Card, left: int, goes_on: bool, seat: Seat, edition: EditionName
) -> None:
    """2004, Vassieux; ruling: looked at when the turn ends, or when a card is missing."""
    scene = Scene("vassieux", f"{seat}-1", card=card)
    state = nearly_out(scene.begin(edition), left)
    game = Playing(state, [], [], Script())
    happened = ended(game)
    if goes_on:
        assert isinstance(happened[-1], e.TurnStarted)
    else:
        assert told(happened[-2:]) == told(OUT)
    assert not any(isinstance(event, e.DeckShuffled) for event in happened)
    assert drawn(happened, seat) == (card is Card.PROBE_CENTER)


@pytest.mark.parametrize("edition", BOTH)
def test_the_last_card_may_go_to_whoever_sprang_an_ambush(edition: EditionName) -> None:
    """2004, Vassieux: the other player's card is then missing."""
    state = Scene("vassieux", "axis-1", card=Card.PROBE_CENTER).begin(edition)
    cards = replace(holding(state, ALLIES, Card.AMBUSH).cards, reaction=Card.AMBUSH)
    hands = {**cards.hands, ALLIES: cards.hand(ALLIES)[1:]}
    state = nearly_out(replace(state, cards=replace(cards, hands=hands)), 1)
    last = state.cards.deck[-1]
    assert told(decide(state, EndTurn(AXIS), Script())) == told(
        (
            e.BattlesEnded(),
            e.CardDiscarded(ALLIES, Card.AMBUSH, DiscardSource.REACTION),
            e.CardDrawn(ALLIES, last),
            e.CardDiscarded(AXIS, Card.PROBE_CENTER, DiscardSource.IN_PLAY),
            *OUT,
        )
    )


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize(("slug", "shuffles"), [("vassieux", 0), ("mont_mouchet", 1)])
def test_their_finest_hour_shuffles_nothing_where_the_discards_stay(
    slug: str, shuffles: int, edition: EditionName
) -> None:
    """2004, Vassieux."""
    game = with_card(begun(slug, edition), Card.THEIR_FINEST_HOUR)
    reasons = [event.reason for event in ended(game) if isinstance(event, e.DeckShuffled)]
    assert reasons == [ShuffleReason.CARD] * shuffles


HILL = "2004, Mortain; ruling: one target at least in the section on the card, and one card drawn"
STRIKE = PlayCard(ALLIES, Card.RECON_LEFT, as_card=Card.AIR_POWER)
OFF_HILL = {"allies-4": (6, 10)}
BRIDGEHEAD = {"axis-2": (0, 3), "axis-10": (0, 4)}


def recon(at: Mapping[str, Spot] | None = None, card: Card = Card.RECON_LEFT) -> Scene:
    return Scene("mortain", "allies-4", "play_card", at or {}, card=card)


RECON = (
    *(
        Case(
            f"from {where} a reconnaissance may be an air strike on its section",
            HILL,
            recon(at),
            STRIKE,
            then=(
                e.CardPlayed(ALLIES, Card.RECON_LEFT, Card.AIR_POWER, Section.LEFT),
                e.TargetsDemanded(2, 4, Section.LEFT),
            ),
        )
        for where, at in (("Hill 317", {}), ("its other hex", {"allies-4": (5, 10)}))
    ),
    Case(
        "with nobody on Hill 317 a reconnaissance is no air strike",
        HILL,
        recon(OFF_HILL),
        STRIKE,
        refused=Rule.CARD_NO_STAND_IN,
    ),
    Case(
        "an enemy on Hill 317 helps nobody",
        HILL,
        recon({**OFF_HILL, "axis-9": (5, 10)}),
        STRIKE,
        refused=Rule.CARD_NO_STAND_IN,
    ),
    Case(
        "the Axis has no such air strikes",
        HILL,
        Scene("mortain", "axis-9", "play_card", {"axis-9": (5, 10)}, card=Card.RECON_LEFT),
        PlayCard(AXIS, Card.RECON_LEFT, as_card=Card.AIR_POWER),
        refused=Rule.CARD_NO_STAND_IN,
    ),
    Case(
        "a reconnaissance in force is no air strike",
        HILL,
        recon(card=Card.RECON_IN_FORCE),
        PlayCard(ALLIES, Card.RECON_IN_FORCE, as_card=Card.AIR_POWER),
        refused=Rule.CARD_NO_STAND_IN,
    ),
    Case(
        "a reconnaissance stands in for nothing else",
        HILL,
        recon(),
        PlayCard(ALLIES, Card.RECON_LEFT, as_card=Card.BARRAGE),
        refused=Rule.CARD_NO_STAND_IN,
    ),
    Case(
        "a target far from the section cannot be named",
        HILL,
        recon(),
        (STRIKE, NameTarget(ALLIES, "axis-9")),
        refused=Rule.TARGET_NOT_IN_SECTION,
    ),
    Case(
        "a target beyond the section may be named if the group reaches into it",
        HILL,
        recon(BRIDGEHEAD),
        (STRIKE, NameTarget(ALLIES, "axis-10")),
        then=(e.TargetNamed("axis-10"),),
    ),
    Case(
        "targets beyond the section alone are not enough",
        HILL,
        recon(BRIDGEHEAD),
        (STRIKE, NameTarget(ALLIES, "axis-10"), EndTargets(ALLIES)),
        refused=Rule.TARGET_NOT_IN_SECTION,
    ),
    Case(
        "it throws two dice, of which stars hit and flags push back whoever can go",
        HILL,
        recon(),
        (STRIKE, NameTarget(ALLIES, "axis-2"), EndTargets(ALLIES)),
        dice="star flag",
        then=(
            e.TargetsFixed(),
            e.StrikeRolled("axis-2", tuple(Script("star flag").left), 1),
            e.FiguresLost("axis-2", 1, HITS),
            e.FiguresLost("axis-2", 1, BLOCKED),
        ),
    ),
)


@runs(RECON)
def test_a_reconnaissance_from_hill_317(case: Case, edition: EditionName) -> None:
    check(case, edition)


@pytest.mark.parametrize("edition", BOTH)
def test_an_air_strike_by_reconnaissance_draws_one_card(edition: EditionName) -> None:
    """Ruling: the card is Air Power then, and brings no choice of two."""
    game = Playing(recon().begin(edition), [], [], Script("star star"))
    for command in (STRIKE, NameTarget(ALLIES, "axis-1"), EndTargets(ALLIES)):
        game.do(command)
    assert plays(game.state) == [EndTurn(ALLIES)]
    assert drawn(game.do(EndTurn(ALLIES)), ALLIES) == 1


@pytest.mark.parametrize("edition", BOTH)
def test_both_ways_to_play_a_reconnaissance_are_listed(edition: EditionName) -> None:
    """2004, Mortain."""
    ways = [c for c in plays(recon().begin(edition)) if getattr(c, "card", "") == Card.RECON_LEFT]
    assert ways == [PlayCard(ALLIES, Card.RECON_LEFT), STRIKE]


# The air drop.

HERE = (0, 0, 0, 0)
EAST, WEST = (1, 0, 0, 0), (4, 0, 0, 0)
NORTH = (2, 0, 0, 0)
FAR = (4, 4, 4, 4)
FIELD = Hex(6, 4)


def landed(number: int, spot: Spot, drift: tuple[int, ...], draw: int, aim: Hex = FIELD) -> e.Event:
    name, kind = f"allies-{number}", UnitKind.INFANTRY
    return e.UnitLanded(name, Side.ALLIES, kind, 4, Hex(*spot), aim, drift, draw)


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
    state = begun("sainte_mere_eglise", edition).state
    happened = let_go(state, jump.aim, *jump.drifts)
    assert told(happened) == told((*jump.then, e.TurnStarted(1, ALLIES)))
    then = after(state, happened)
    assert set(then.medals.values()) == {0}
    assert then.draws == state.draws + 4


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("variant", Variant)
def test_the_allies_are_asked_for_a_hex_before_the_first_turn(
    variant: Variant, edition: EditionName
) -> None:
    """2004, Sainte-Mère-Église; any hex of the board may be named."""
    game = begun("sainte_mere_eglise", edition, variant=variant)
    state = game.state
    assert game.log[-1] == e.AirDropDemanded(ALLIES, UnitKind.INFANTRY, 4, 4, 4)
    assert (state.awaited, state.turn.number) == (ALLIES, 0)
    listed = [AirDrop(ALLIES, spot) for spot in standard_grid().hexes]
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
    game = begun("sainte_mere_eglise", edition)
    with pytest.raises(IllegalCommandError) as refusal:
        decide(game.state, command, game.chance)
    assert refusal.value.rule is rule


@pytest.mark.parametrize("edition", BOTH)
def test_a_drop_is_made_once(edition: EditionName) -> None:
    """2004, Sainte-Mère-Église."""
    game = begun("sainte_mere_eglise", edition)
    game.do(AirDrop(ALLIES, FIELD))
    with pytest.raises(IllegalCommandError) as refusal:
        game.do(AirDrop(ALLIES, FIELD))
    assert refusal.value.rule is Rule.PHASE_OTHER_DECISION


@pytest.mark.parametrize("edition", BOTH)
def test_a_landed_unit_is_a_unit_like_any_other(edition: EditionName) -> None:
    """2004, Sainte-Mère-Église: ordered in the first turn, and worth a medal."""
    begin = begun("sainte_mere_eglise", edition, variant=Variant.YOUNG_GENERALS).state
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
    assert told(decide(hurt, hit("axis-10", "allies-7"), Script("grenade star star"))) == told(
        (
            *throw("axis-10", "allies-7", "grenade star star", draw=5),
            e.UnitEliminated("allies-7", Hex(5, 6), 1, HITS, Side.AXIS, 1),
            e.GroundOffered("axis-10", Hex(5, 6)),
        )
    )


@pytest.mark.parametrize("edition", BOTH)
def test_a_drop_follows_from_the_seed(edition: EditionName) -> None:
    """Every drift is a draw of the game's chance, which anyone can check afterwards."""
    game = begun("sainte_mere_eglise", edition)
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
    assert told(let_go(state, aim, HERE)) == told(
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
    assert told(guns) == told((lost, e.TurnStarted(1, ALLIES)))


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
