"""What single battles say of themselves, each on its own board."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

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
    NameTarget,
    OrderUnit,
    PlayCard,
    Resign,
)
from domain.editions import EDITIONS
from domain.errors import IllegalCommandError, Rule
from domain.geometry.hexes import Hex, distance, grid_of
from domain.geometry.shape import STANDARD
from domain.position import Position
from domain.rules.moves.movement import moves
from domain.setup import AirDrop as Drop
from domain.values import (
    Card,
    DiscardSource,
    DropFailure,
    EditionName,
    Ending,
    LossCause,
    Seat,
    Section,
    ShuffleReason,
    Side,
    UnitKind,
    Variant,
)
from tests.support.case_text import hex_
from tests.support.cases import Case, cases, check, runs, throw, told
from tests.support.chance import Script
from tests.support.games import BOTH, SEED, Playing, Skirmish, after, begun, play, plays
from tests.support.seating import SEATS, opponent

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
HITS = LossCause.HITS
MOVES_END = e.MovesEnded()
Spot = tuple[int, int]


def holding(state: s.GameState, seat: Seat, card: Card) -> s.GameState:
    """The same with a hand that holds this card, changed for one of its own."""
    known = state.cards
    hand, deck, other = map(list, (known.hand(seat), known.deck, known.hand(opponent(seat))))
    pile = next(cards for cards in (hand, deck, other) if card in cards)
    place = pile.index(card)
    pile[place], hand[0] = hand[0], pile[place]
    hands = {seat: tuple(hand), opponent(seat): tuple(other)}
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


def scene(before: Scene | None, parts: list[str], named: Mapping[str, Mapping[str, Any]]) -> Scene:
    """A battle in the words of a case; its name and phase are those of the case ``before``, if it
    names none: ``sword_beach; move allies-2; axis-7 at 2,4; axis-5 left 1; gone axis-1``."""
    read = before and replace(before, at={}, left={}, gone="", card=None, then=())
    for part in sorted(parts, key=lambda part: " " in part):
        match part.split():
            case ["move" | "battle" | "play_card" as phase, *ordered]:
                read = replace(read, phase=phase, ordered=" ".join(ordered))
            case [unit, "at", spot]:
                read = replace(read, at={**read.at, unit: hex_(spot)})
            case [unit, "left", figures]:
                read = replace(read, left={**read.left, unit: int(figures)})
            case ["gone", *units]:
                read = replace(read, gone=" ".join(units))
            case ["card", card]:
                read = replace(read, card=Card(card))
            case ["with", name]:
                read = replace(read, **named[name])
            case [slug]:
                read = replace(read, slug=slug) if read else Scene(slug, "")
    return read


def gone(unit: str, cost: int, *spots: Spot, battle: bool = True, ground: bool = True) -> e.Event:
    return e.UnitMoved(unit, tuple(Hex(*spot) for spot in spots), cost, battle, ground)


def hit(unit: str, target: str) -> Attack:
    return Attack(Seat(unit.partition("-")[0]), unit, target)


# Bunkers, sea walls, cliffs and bluffs.


BEACHES = cases(
    """
    # 2004, Sword Beach; 2025 Appendix 2, Bunkers
    infantry has one die less against a unit in its bunker
        sword_beach; battle allies-2; allies-2 at 4,6 | allies-2 > axis-7 [star star] => rolled
    armor has two dice less against a unit in its bunker
        battle allies-1; allies-1 at 4,6 | allies-1 > axis-7 [star] => rolled
    a unit in its bunker may ignore a flag
        battle allies-2; allies-2 at 4,6 | allies-2 > axis-7 [flag star] => rolled;
        retreat demanded axis-7 axis shortest 0 longest 1
    a captured bunker shelters nobody
        battle axis-7; axis-7 at 2,4; allies-2 at 3,5 | axis-7 > allies-2 [star star flag] =>
        rolled; retreat demanded allies-2 allies shortest 1 longest 1
    infantry may enter the enemy's bunker
        move allies-2; axis-7 at 2,2; axis-5 at 1,5; allies-2 at 4,6 | allies-2 moves nw =>
        moved allies-2 nw; moves ended
    armor may not enter a bunker
        move allies-1; axis-7 at 2,4; allies-1 at 4,6 | allies-1 moves nw =>
        refused movement.impassable
    guns in a bunker stay there | move axis-6 | axis-6 moves w => refused movement.held
    guns in a bunker lose a figure for each flag but the first
        battle allies-2; allies-2 at 3,11 | allies-2 > axis-6 [flag flag] => rolled;
        figures lost axis-6 retreat_blocked; flag ignored axis-6
    whoever takes a bunker on a bluff has the bluff, not the bunker
        omaha_beach; battle axis-5; axis-5 at 4,8; allies-1 at 3,9 |
        axis-5 > allies-1 [star flag] => rolled; retreated allies-1 se; ground offered axis-5 3,9
    # 2004, Pointe du Hoc
    the bunkers of Pointe du Hoc shelter the Axis
        pointe_du_hoc; battle allies-2; allies-2 at 3,3 | allies-2 > axis-2 [star] => rolled
    down a cliff is one hex {2004}
        move allies-1; allies-1 at 4,2 | allies-1 moves se => moved allies-1 se; moves ended
    ground is taken up a cliff {2004}
        battle allies-1; allies-1 at 5,3; axis-4 at 4,2; axis-4 left 1 |
        allies-1 > axis-4 [grenade star] => rolled; eliminated axis-4 4,2 allies;
        ground offered allies-1 4,2
    # 2004 p. 10 and 16; 2025 Appendix 2
    the bunkers of Omaha Beach shelter the Axis, once and not twice on a bluff
        omaha_beach; allies-1 at 4,8 | allies-1 > axis-5 [star star] => rolled
    # 2004, Pointe du Hoc; 2025 Appendix 2, Cliffs
    up a cliff is two hexes
        pointe_du_hoc; move allies-1; allies-1 at 5,3 | allies-1 moves nw =>
        moved allies-1 nw cost 2; moves ended
    a cliff is not climbed after a first hex
        allies-1 at 6,2 | allies-1 moves ne nw => refused movement.too_far
    along a cliff and inland it is a hill
        allies-1 at 4,2 | allies-1 moves e ne => moved allies-1 e ne; moves ended
    a unit may be driven down a cliff
        battle axis-4; allies-1 at 4,2; axis-4 at 3,3; allies-2 at 5,1 | axis-4 > allies-1 [flag] =>
        rolled; retreated allies-1 se; ground offered axis-4 4,2
    # 2025 Appendix 2, Cliffs
    down a cliff is two hexes {2025}
        move allies-1; allies-1 at 4,2 | allies-1 moves se => moved allies-1 se cost 2; moves ended
    no ground is taken up a cliff {2025}
        battle allies-1; allies-1 at 5,3; axis-4 at 4,2; axis-4 left 1 |
        allies-1 > axis-4 [grenade star] => rolled; eliminated axis-4 4,2 allies
    # 2004, Omaha Beach; 2025 Appendix 2, Sea bluffs
    up a sea bluff is two hexes, after which plain infantry does not battle
        omaha_beach; move allies-1; allies-1 at 4,4 | allies-1 moves ne =>
        moved allies-1 ne cost 2 no battle; moves ended
    elite infantry battles after climbing a sea bluff
        move allies-13; allies-13 at 4,4 | allies-13 moves ne => moved allies-13 ne cost 2;
        moves ended
    armor does not climb a sea bluff
        move allies-4; allies-4 at 4,4 | allies-4 moves ne => refused movement.closed_edge
    ground is taken up a sea bluff
        battle allies-1; allies-1 at 4,6; axis-1 at 3,5; axis-1 left 1 |
        allies-1 > axis-1 [grenade star] => rolled; eliminated axis-1 3,5 allies;
        ground offered allies-1 3,5
    # 2004, Omaha Beach
    down a sea bluff is one hex {2004}
        move allies-1; allies-1 at 3,5 | allies-1 moves sw => moved allies-1 sw; moves ended
    the sea wall is of no use to the Axis {2004}
        battle allies-8; axis-6 at 5,19; allies-8 at 5,17 | allies-8 > axis-6 [star star flag] =>
        rolled; retreat demanded axis-6 axis shortest 1 longest 1
    # 2025 Appendix 2, Sea bluffs
    down a sea bluff is two hexes {2025}
        move allies-1; allies-1 at 3,5 | allies-1 moves sw => moved allies-1 sw cost 2 no battle;
        moves ended
    armor does not come down a sea bluff {2025}
        move allies-4; allies-4 at 3,5 | allies-4 moves sw => refused movement.closed_edge
    # 2004, Omaha Beach; 2025 Appendix 2, Sea walls
    a unit behind the sea wall is attacked with a die less and may ignore a flag
        battle axis-6; axis-6 at 4,18; allies-8 at 5,19 | axis-6 > allies-8 [flag star] => rolled;
        retreat demanded allies-8 allies shortest 0 longest 1
    the sea wall stays when the unit goes, and is in nobody's way
        move allies-8; allies-8 at 5,21 | allies-8 moves w => moved allies-8 w; moves ended
    # 2025 Appendix 2, Sea walls
    the sea wall shelters whoever is behind it {2025}
        battle allies-8; axis-6 at 5,19; allies-8 at 5,17 | allies-8 > axis-6 [star flag] => rolled;
        retreat demanded axis-6 axis shortest 0 longest 1
    """,
    scene,
)


@runs(BEACHES)
def test_beaches_and_their_defenses(case: Case) -> None:
    check(case)


# Hills, ponds, rivers and a church.


GROUND = cases(
    """
    # 2004, Mortain; 2025, Mortain
    onto a steep hill is two hexes
        mortain; move allies-10; allies-10 at 6,20 | allies-10 moves ne =>
        moved allies-10 ne cost 2 no battle; moves ended
    onto a steep hill is two hexes for armor too
        move allies-11; allies-11 at 6,18 | allies-11 moves e ne => moved allies-11 e ne cost 3;
        moves ended
    guns cannot be brought up a steep hill
        move allies-8; allies-8 at 6,20 | allies-8 moves ne => refused movement.too_far
    from one steep hill to the next is one hex
        move allies-4 | allies-4 moves sw => moved allies-4 sw;
        obstacle removed 4,22 sandbags unit_left; moves ended
    down a steep hill is one hex
        move allies-10; allies-10 at 5,21 | allies-10 moves sw => moved allies-10 sw; moves ended
    ground is taken up a steep hill
        battle allies-10; allies-10 at 6,20; axis-1 at 5,21; axis-1 left 1 |
        allies-10 > axis-1 [grenade star] => rolled; eliminated axis-1 5,21 allies;
        ground offered allies-10 5,21
    # 2004, Sainte-Mère-Église
    the church is a town {2004}
        sainte_mere_eglise; battle allies-2; allies-2 at 5,13 | allies-2 > axis-10 [flag star] =>
        rolled; retreat demanded axis-10 axis shortest 1 longest 1
    # 2025 Appendix 2, Churches
    who is in the church may ignore a flag {2025}
        allies-2 at 5,13 | allies-2 > axis-10 [flag star] => rolled;
        retreat demanded axis-10 axis shortest 0 longest 1
    # 2004, Pegasus Bridge; 2025 Appendix 2, Lakes
    nobody enters the pond
        pegasus_bridge; move allies-4 | allies-4 moves ne => refused movement.impassable
    nobody retreats into the pond
        battle allies-7; allies-5 at 8,4; axis-5 at 7,11 | allies-7 > axis-5 [flag star star] =>
        rolled; figures lost axis-5 retreat_blocked
    # ruling: a pond laid with river tiles is a river in 2004
    the pond does not hinder a line of sight {2004}
        battle allies-6; allies-6 at 7,13; axis-4 at 4,12 | allies-6 > axis-4 [star] => rolled at 3
    # 2025 Appendix 2, Lakes
    two hexes of the pond in a row block a line of sight {2025}
        allies-6 at 7,13; axis-4 at 4,12 | allies-6 > axis-4 => refused battle.no_line_of_sight
    # 2004, montelimar; 2025, montelimar
    nobody enters an impassable hill of montelimar
        montelimar; move axis-13 | axis-13 moves w => refused movement.impassable
    # 2004, st_vith; 2025, st_vith
    nobody enters an impassable hill of st_vith
        st_vith; move allies-7 | allies-7 moves sw => refused movement.impassable
    # 2004, saverne; 2025, saverne
    nobody enters an impassable hill of saverne
        saverne; move allies-4 | allies-4 moves nw => refused movement.impassable
    # 2004, Montélimar; 2025, Montélimar
    an impassable hill blocks a retreat, which costs a figure
        montelimar; battle allies-8; allies-8 at 4,22; axis-11 at 2,22 |
        allies-8 > axis-13 [flag star] => rolled; figures lost axis-13 retreat_blocked
    # 2004, St. Vith; 2025, St. Vith
    between the hills and the enemy sandbags save from one flag of two
        st_vith; battle axis-13; axis-13 at 4,12 | axis-13 > allies-8 [flag flag] => rolled;
        figures lost allies-8 retreat_blocked; flag ignored allies-8
    an impassable hill blocks a line of sight like any hill
        battle allies-11; allies-8 at 7,1; axis-13 at 5,13; allies-11 at 8,12; allies-12 at 8,18 |
        allies-11 > axis-13 => refused battle.no_line_of_sight
    # 2004, Saverne; 2025, Saverne
    guns do not fire over the hills
        saverne; battle axis-6; allies-5 at 4,6 | axis-6 > allies-5 => refused battle.fire_stopped
    guns fire over everything else | allies-5 at 6,12 | axis-6 > allies-5 [star star] => rolled at 4
    # 2004, Arnhem Bridge; 2025, Arnhem Bridge
    infantry does not attack across the wide river
        arnhem_bridge; battle allies-2; axis-9 at 2,14; allies-2 at 4,12 | allies-2 > axis-9 =>
        refused battle.fire_stopped
    armor attacks across the wide river
        battle axis-9; axis-9 at 2,14; allies-2 at 4,12 | axis-9 > allies-2 [star star star] =>
        rolled at 2
    guns attack across the wide river
        battle allies-5; axis-9 at 2,14; allies-5 at 4,12 | allies-5 > axis-9 [star star star] =>
        rolled at 2
    infantry attacks along the bridge
        battle allies-2; allies-2 at 4,14; axis-9 at 2,16 | allies-2 > axis-9 [star star] =>
        rolled at 2
    the bridge is crossed from end to end
        move axis-9; axis-9 at 2,16 | axis-9 moves sw sw sw => moved axis-9 sw sw sw; moves ended
    the bridge is left over its southern end
        axis-9 at 4,14 | axis-9 moves sw sw => moved axis-9 sw sw; moves ended
    nobody climbs onto the bridge from its side
        move allies-2; allies-2 at 4,12 | allies-2 moves e => refused movement.bridge_ends
    nobody enters the bridge beside its northern end
        move axis-9; axis-9 at 2,14 | axis-9 moves se => refused movement.bridge_ends
    nobody leaves the bridge over its side
        move allies-2; allies-2 at 5,13 | allies-2 moves se => refused movement.bridge_ends
    # ruling: a retreat keeps to the bridge
    a unit is driven back along the bridge, and nobody follows over its side
        battle allies-2; allies-2 at 4,16; axis-9 at 4,14 | allies-2 > axis-9 [flag star star] =>
        rolled; retreated axis-9 ne
    # 2004, Arnhem Bridge; 2025, Arnhem Bridge
    ground is taken along the bridge
        allies-2 at 5,13; axis-9 at 4,14; axis-9 left 1 | allies-2 > axis-9 [grenade star star] =>
        rolled; eliminated axis-9 4,14 allies; ground offered allies-2 4,14
    """,
    scene,
)


@runs(GROUND)
def test_the_ground_of_single_battles(case: Case) -> None:
    check(case)


# Units.


UNITS = cases(
    """
    # 2004 p. 12; 2025, Elite armor
    elite armor that has lost three figures fights on
        mont_mouchet; battle allies-1; allies-1 at 2,10; axis-1 at 2,12 |
        allies-1 > axis-1 [armor grenade armor] => rolled; figures lost axis-1 count 3
    # 2004 p. 12, French Resistance; 2025, French Resistance
    the Resistance battles in the turn in which it enters a forest (mont_mouchet)
        move allies-2 | allies-2 moves w => moved allies-2 w no ground; moves ended
    the Resistance battles in the turn in which it enters a forest (vassieux)
        vassieux | allies-2 moves sw => moved allies-2 sw no ground; moves ended
    the Resistance stops in a forest all the same
        mont_mouchet | allies-2 moves w w => refused movement.stop_terrain
    the Resistance does not battle after two hexes
        move allies-1 | allies-1 moves e e => moved allies-1 e e no battle; moves ended
    # 2004 p. 13-15, Terrain; 2025 Appendix 2, Forests
    other infantry that enters a forest does not battle
        move axis-8 | axis-8 moves w => moved axis-8 w no battle no ground; moves ended
    # 2004 p. 12, French Resistance; 2025, French Resistance
    the Resistance goes back one to three hexes for a flag (mont_mouchet)
        battle axis-1; axis-1 at 4,4 | axis-1 > allies-1 [flag star star] => rolled;
        retreat demanded allies-1 allies shortest 1 longest 3
    the Resistance goes back one to three hexes for a flag (vassieux)
        vassieux; axis-1 at 3,1 | axis-1 > allies-1 [flag star star] => rolled;
        retreat demanded allies-1 allies shortest 1 longest 3
    # 2004, Mont Mouchet; 2025, Mont Mouchet
    some units are worth two medals, wherever they have gone
        mont_mouchet; battle allies-4; axis-1 at 6,20; axis-1 left 1 |
        allies-4 > axis-1 [grenade star] => rolled at 2; eliminated axis-1 6,20 allies medals 2
    # 2004 p. 6, Object of the Game; 2025, Object of the game
    of a unit worth two medals only the one still needed counts
        axis-1 at 6,20; axis-1 left 1; with objective_taken | allies-4 > axis-1 [grenade star] =>
        rolled at 2; eliminated axis-1 6,20 allies; game finished allies medals; seed revealed
    # 2004, Montélimar; 2025, Montélimar
    the weakened infantry is gone after three hits
        montelimar; battle allies-9; allies-9 at 2,6 |
        allies-9 > axis-5 [infantry grenade infantry] => rolled;
        eliminated axis-5 1,7 count 3 allies; ground offered allies-9 1,7
    @ axis-6 left 2; card medics_and_mechanics
    the weakened infantry at its three figures has nothing to get back
        play_card axis-6 | play medics_and_mechanics; heal axis-5 => refused heal.nothing_lost
    the weakened infantry gets back no more than its third figure
        play medics_and_mechanics; heal axis-6 [infantry star star infantry flag] =>
        order dice rolled [infantry star star infantry flag] axis-6; figures restored axis-6;
        ordered axis-6 center; orders ended
    """,
    scene,
    objective_taken={"then": (e.ObjectiveTaken("won before", Side.ALLIES, 3),)},
)


@runs(UNITS)
def test_the_units_of_single_battles(case: Case) -> None:
    check(case)


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

    hexes = grid_of(STANDARD).hexes
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

ON_BANK = (e.ObjectiveTaken("obj1", Side.ALLIES, 1),)
TOULON = {"allies-1": (0, 6), "allies-3": (1, 8)}
ZABERN = {"allies-5": (0, 6)}

OBJECTIVES = cases(
    """
    # 2004, Montélimar; 2025 Appendix 3
    the first unit on the bank of the river holds its medal
        montelimar; move allies-10; allies-10 at 2,18 | allies-10 moves ne => moved allies-10 ne;
        objective taken obj1 allies; moves ended
    @ allies-10 at 1,19; with on_bank
    a second unit on the bank brings no further medal
        move allies-11; allies-11 at 2,18 | allies-11 moves nw => moved allies-11 nw; moves ended
    one unit that leaves the bank while another stays loses nothing
        allies-11 at 1,17 | allies-11 moves se => moved allies-11 se; moves ended
    a unit that goes along the bank keeps the medal
        move allies-10 | allies-10 moves e => moved allies-10 e; moves ended
    the last unit to leave the bank loses the medal
        allies-10 moves sw => moved allies-10 sw; objective lost obj1 allies; moves ended
    @
    the bank gives the Axis nothing
        move axis-14; axis-14 at 2,18 | axis-14 moves ne => moved axis-14 ne; moves ended
    # 2004, Toulon; 2004, Saverne; ruling: the end of one's own turn in both rulebooks
    entering the third town hex ends nothing yet
        toulon; move allies-4; allies-1 at 0,12; allies-3 at 1,17; allies-4 at 2,14; gone axis-3 |
        allies-4 moves ne => moved allies-4 ne no battle no ground; moves ended
    three of four town hexes at the end of the Allied turn win Toulon
        battle allies-4; allies-1 at 0,12; allies-3 at 1,17; allies-4 at 1,15; gone axis-3 |
        end turn => battles ended; game finished allies sudden_death; seed revealed
    two of three town hexes at the end of the Allied turn win Saverne
        saverne; allies-5 at 0,12; allies-4 at 1,13 | end turn => battles ended;
        game finished allies sudden_death; seed revealed
    """,
    scene,
    on_bank={"then": ON_BANK},
)


@runs(OBJECTIVES)
def test_the_objectives_of_single_battles(case: Case) -> None:
    check(case)


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
@pytest.mark.parametrize("seat", SEATS)
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
    cards = replace(holding(state, ALLIES, Card.AMBUSH).cards, reactions={ALLIES: (Card.AMBUSH,)})
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


STRIKE = PlayCard(ALLIES, Card.RECON_LEFT, as_card=Card.AIR_POWER)


def recon(at: Mapping[str, Spot] | None = None, card: Card = Card.RECON_LEFT) -> Scene:
    return Scene("mortain", "allies-4", "play_card", at or {}, card=card)


RECON = cases(
    """
    # 2004, Mortain; ruling: one target at least in the section on the card, and one card drawn
    @ card recon_left
    from Hill 317 a reconnaissance may be an air strike on its section
        mortain; play_card allies-4 | play recon_left as air_power =>
        card played allies recon_left air_power left; targets demanded dice 2 most 4 left
    from its other hex a reconnaissance may be an air strike on its section
        allies-4 at 5,21 | play recon_left as air_power =>
        card played allies recon_left air_power left; targets demanded dice 2 most 4 left
    with nobody on Hill 317 a reconnaissance is no air strike
        allies-4 at 6,20 | play recon_left as air_power => refused card.no_stand_in
    an enemy on Hill 317 helps nobody
        allies-4 at 6,20; axis-9 at 5,21 | play recon_left as air_power => refused card.no_stand_in
    the Axis has no such air strikes
        play_card axis-9; axis-9 at 5,21 | play recon_left as air_power => refused card.no_stand_in
    @ card recon_in_force
    a reconnaissance in force is no air strike
        play_card allies-4 | play recon_in_force as air_power => refused card.no_stand_in
    @ card recon_left
    a reconnaissance stands in for nothing else
        play recon_left as barrage => refused card.no_stand_in
    a target far from the section cannot be named
        play recon_left as air_power; target axis-9 => refused target.not_in_section
    a target beyond the section may be named if the group reaches into it
        axis-2 at 0,6; axis-10 at 0,8 | play recon_left as air_power; target axis-10 =>
        target named axis-10
    targets beyond the section alone are not enough
        axis-2 at 0,6; axis-10 at 0,8 | play recon_left as air_power; target axis-10; end targets =>
        refused target.not_in_section
    it throws two dice, of which stars hit and flags push back whoever can go
        play recon_left as air_power; target axis-2; end targets [star flag] => targets fixed;
        strike rolled axis-2 [star flag]; figures lost axis-2; figures lost axis-2 retreat_blocked
    """,
    scene,
)


@runs(RECON)
def test_a_reconnaissance_from_hill_317(case: Case) -> None:
    check(case)


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
@pytest.mark.parametrize("variant", [Variant.STANDARD, Variant.YOUNG_GENERALS])
def test_the_allies_are_asked_for_a_hex_before_the_first_turn(
    variant: Variant, edition: EditionName
) -> None:
    """2004, Sainte-Mère-Église; any hex of the board may be named."""
    game = begun("sainte_mere_eglise", edition, variant=variant)
    state = game.state
    assert game.log[-1] == e.AirDropDemanded(ALLIES, UnitKind.INFANTRY, 4, 4, 4)
    assert (state.awaited, state.turn.number) == (ALLIES, 0)
    listed = [AirDrop(ALLIES, spot) for spot in grid_of(STANDARD).hexes]
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
