"""What every sort of ground does: to moves, battles, sight, flags and the taking of ground."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

import pytest

from domain.geometry.hexes import at
from domain.rules.battles import combat, ground, retreat
from domain.rules.battles.sight import fire_is_stopped, sees
from domain.rules.cards import orders
from domain.rules.moves import movement
from domain.state import Fight, Unit
from domain.values import Card, EditionName
from tests.support.cases import Case, cases, check, runs
from tests.support.games import BOTH, Skirmish


@dataclass(frozen=True)
class Ground:
    """A sort of hex, drawn as ``token``. Triples are for infantry, armor and artillery; letters
    name those of them of whom something holds. Each default is that of open ground."""

    name: str
    source: str
    token: str
    by: tuple[int, ...] = (2, 3, 1)
    """The latest step of a move that can enter; 0 is none."""
    on: tuple[int, ...] = (1, 2, 0)
    """Hexes that the unit can go on when its first step has entered."""
    off: tuple[int, ...] = (2, 3, 1)
    """Hexes that a unit can go which starts here."""
    battle: str = "IA"
    """Who may battle here after entering by the first step."""
    against: tuple[int, ...] = (3, 3, 3)
    """Dice at an enemy here, from open ground next to it."""
    out: tuple[int, ...] = (3, 3, 3)
    """Dice from here at an enemy on open ground next to it."""
    across: bool = True
    """Whether units two hexes apart see each other over it."""
    stops: str = ""
    """Whose fire it stops."""
    steady: str = ""
    """Whose units can ignore a flag here (units of the Allies)."""
    height: int = 0
    taken: str = "IA"
    """Who can take this ground from open ground."""
    dug: bool = True
    """Whether sandbags can be put here."""
    editions: tuple[EditionName, ...] = BOTH


LANES = """
    0: U1 . . X . . . . . . . . .
    1:  ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~
    2: U2 . X . . . . . . . . . .
    3:  ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~
    4: U3 X . . . . . . . . . . .
    5:  ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~
    6: i4 U4/X . . . . . . . . . . .
    7:  ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~
    8: U5/X . . U6 i6/X . . U7 X i7 . . .
"""
ENTERED = at(4, 2)


class Measured:
    """What one type of unit can do about one sort of ground, each question in a lane of its own."""

    def __init__(self, token: str, letter: str, edition: EditionName) -> None:
        picture = LANES.replace("X", token).replace("U", letter)
        self._position = Skirmish(picture, left=0, ordered=f"{letter}3").at(edition)
        self._letter = letter

    def unit(self, lane: int) -> Unit:
        return self._position.state.units[f"{self._letter}{lane}"]

    def moves(self, lane: int) -> list[movement.Move]:
        """Moves along the lane, away from where it begins."""
        unit = self.unit(lane)
        found = movement.moves(self._position, unit)
        return [move for move in found if move.path[0].x > unit.hex.x]

    def by(self) -> int:
        ends = {1: (3, at(4, 2)), 2: (2, at(2, 4)), 3: (1, at(0, 6))}
        able = [
            step
            for step, (lane, spot) in ends.items()
            if any(move.path[-1] == spot for move in self.moves(lane))
        ]
        return max(able, default=0)

    def on(self) -> int:
        return max((len(move.path) - 1 for move in self.moves(3)), default=0)

    def off(self) -> int:
        return max((len(move.path) for move in self.moves(4)), default=0)

    def battles(self) -> bool:
        entries = [move for move in self.moves(3) if move.path == (ENTERED,)]
        return any(move.may_battle for move in entries) and self.out() > 0

    def against(self) -> int:
        return self._dice(6)

    def out(self) -> int:
        return self._dice(4)

    def across(self) -> bool:
        return sees(self._position, at(8, 14), at(8, 18))

    def is_stopped(self) -> bool:
        kind = self._position.traits(self.unit(7)).type
        return fire_is_stopped(self._position, kind, at(8, 14), at(8, 18))

    def is_steady(self) -> bool:
        """On its baseline a unit cannot retreat: each flag that it must obey is a figure."""
        return retreat.terms(self._position, self.unit(5), 1).losses == 0

    def takes(self) -> bool:
        fight = Fight(self.unit(3).id, "i", self.unit(3).hex, ENTERED, 1, 3, overrun=False)
        return ground.may_take_ground(self._position, self.unit(3), fight)

    def height(self) -> int:
        return self._position.ground(ENTERED).height

    def _dice(self, lane: int) -> int:
        shots = combat.shots(self._position, self.unit(lane))
        return next((shot.dice for shot in shots if shot.target.id == f"i{lane}"), 0)


def measured(row: Ground, edition: EditionName) -> Ground:
    """The same row as the rules have it."""
    units = {letter: Measured(row.token, letter, edition) for letter in "IAG"}

    def triple(what: Callable[[Measured], int]) -> tuple[int, ...]:
        return tuple(what(unit) for unit in units.values())

    def letters(what: Callable[[Measured], bool]) -> str:
        return "".join(letter for letter, unit in units.items() if what(unit))

    return replace(
        row,
        by=triple(Measured.by),
        on=triple(Measured.on),
        off=triple(Measured.off),
        battle=letters(Measured.battles),
        against=triple(Measured.against),
        out=triple(Measured.out),
        across=units["I"].across(),
        stops=letters(Measured.is_stopped),
        steady=letters(Measured.is_steady),
        height=units["I"].height(),
        taken=letters(Measured.takes),
        dug=can_be_dug(row, edition),
    )


def can_be_dug(row: Ground, edition: EditionName) -> bool:
    position = Skirmish(f"8: I/{row.token}", card=Card.DIG_IN, phase="order").at(edition)
    return orders.refusal(position, position.state.units["I"]) is None


def grounds(text: str) -> Iterator[Ground]:
    """The rows of a table that has the columns of ``Ground``, its name last; ``-`` is nobody.
    Wire is drawn as ``#`` too, with more than one space behind it."""
    kinds = {field.name: field.type for field in fields(Ground)}
    columns = [name for name in kinds if name not in ("name", "source", "token", "editions")]
    source = ""
    for line in map(str.strip, text.strip().splitlines()):
        if line[0] == "#" and line[2] != " ":
            source = line[2:]
            continue
        token, *words, last = line.split(maxsplit=len(columns) + 1)
        name, _, year = last.partition(" {")
        editions = (EditionName(year[:-1]),) if year else BOTH
        values = {
            name: READ[str(kinds[name])](word) for name, word in zip(columns, words, strict=True)
        }
        yield Ground(name, source, token, editions=editions, **values)


READ: dict[str, Callable[[str], Any]] = {
    "tuple[int, ...]": lambda word: tuple(map(int, word)),
    "<class 'str'>": lambda word: word.strip("-"),
    "<class 'int'>": int,
    "<class 'bool'>": "yes".__eq__,
}
# Token, by, on, off, battle, against, out, across, stops, steady, height, taken, dug, name.
GROUNDS = tuple(
    grounds(
        """
        # 2004 p. 13-15; 2025 Appendix 2
        .    231 120 231 IA 333 333 yes - -   0 IA yes open ground
        # 2004 p. 13-15, Forests; 2025 Appendix 2, Forests
        F    231 000 231 -  213 333 no  - -   0 IA yes forest
        # 2004 p. 13-15, Hedgerows; 2025 Appendix 2, Hedgerows
        R    111 000 111 -  213 333 no  - -   0 IA yes hedgerow
        # 2004 p. 13-15, Hills; 2025 Appendix 2, Hills
        H    231 120 231 IA 223 333 no  - -   1 IA yes hill
        # 2004, Mortain; 2025 Appendix 2, Steep hills
        S    120 010 231 A  223 333 no  - -   1 IA yes steep hill
        # 2004 p. 13-15, Towns & Villages; 2025 Appendix 2, Towns
        T    231 000 231 -  213 313 no  - -   0 IA yes town
        # ruling: a church is a town in 2004
        C    231 000 231 -  213 313 no  - -   0 IA yes church {2004}
        # 2025 Appendix 2, Churches
        C    231 000 231 -  213 313 no  - IAG 0 IA yes church {2025}
        # 2004 p. 13-15, Rivers; 2025 Appendix 2, Rivers
        ~    000 000 231 -  333 333 yes - -   0 -  yes river
        # 2025 Appendix 2, Lakes
        L    000 000 231 -  333 333 yes - -   0 -  yes one lake hex
        # 2004 p. 13-15, Beaches; 2025 Appendix 2, Beaches
        _    221 110 231 IA 333 333 yes - -   0 IA yes beach
        # 2004 p. 13-15, Oceans; 2025 Appendix 2, Oceans
        O    111 000 231 -  333 000 yes - -   0 IA no  ocean {2004}
        O    231 000 231 -  333 000 yes - -   0 IA no  ocean {2025}
        # 2004, Omaha Beach; 2025 Appendix 2, Sea bluffs
        V    231 120 231 IA 223 333 no  - -   1 IA yes sea bluff, from inland
        # 2004, Pointe du Hoc; 2025 Appendix 2, Cliffs
        K    231 120 231 IA 223 333 no  - -   1 IA yes cliff, from inland
        # 2004 p. 15-16, Bunkers; 2025 Appendix 2, Bunkers
        b    200 100 230 I  213 333 no  - IAG 0 I  yes bunker {2004}
        b    200 100 200 I  213 333 no  - IAG 0 I  yes bunker {2025}
        b-   200 100 230 I  213 333 no  - -   0 I  yes bunker of the enemy alone {2004}
        b-   200 100 200 I  213 333 no  - -   0 I  yes bunker of the enemy alone {2025}
        b+   200 100 230 I  333 333 no  - IAG 0 I  yes bunker of one's own side alone {2004}
        b+   200 100 200 I  333 333 no  - IAG 0 I  yes bunker of one's own side alone {2025}
        # 2004 p. 15-16, Hedgehogs; 2025 Appendix 2, Hedgehogs
        x    200 100 231 I  333 333 yes - I   0 I  yes hedgehogs
        # 2004 p. 15-16, Sandbags; 2025 Appendix 2, Sandbags
        %    231 120 231 IA 223 333 yes - IAG 0 IA no  sandbags
        # 2004, Omaha Beach; 2025 Appendix 2, Sea walls
        w    231 120 231 IA 223 333 yes - IAG 0 IA no  sea wall
        w-   231 120 231 IA 223 333 yes - -   0 IA no  sea wall of the enemy {2004}
        w+   231 120 231 IA 333 333 yes - IAG 0 IA no  sea wall of one's own side {2004}
        w-   231 120 231 IA 223 333 yes - IAG 0 IA no  sea wall of the enemy {2025}
        w+   231 120 231 IA 223 333 yes - IAG 0 IA no  sea wall of one's own side {2025}
        # 2004 p. 15-16, Wire; 2025 Appendix 2, Wire
        #    231 000 231 IA 333 233 yes - -   0 IA yes wire
        # 2004 p. 13-15, Rivers; 2025 Appendix 2, Bridges
        ~=   231 120 231 IA 333 333 yes - -   0 IA yes bridge
        # 2004, Montélimar and St. Vith
        H^   000 000 231 -  223 333 no  - -   1 -  yes impassable hill
        # 2004, Saverne
        H^|  000 000 231 -  223 333 no  G -   1 -  yes impassable hill that stops guns
        # 2004, Arnhem Bridge
        ~&   000 000 231 -  333 333 yes I -   0 -  yes wide river
        # ruling: the bridge carries fire as it carries units
        ~&=  231 120 231 IA 333 333 yes - -   0 IA yes bridge over a wide river
        # 2004 p. 15-16, Fixed obstacles; 2025 Appendix 2, Obstacles
        Hb   200 100 200 I  213 333 no  - IAG 1 I  yes bunker on a hill {2025}
        Hb   200 100 230 I  213 333 no  - IAG 1 I  yes bunker on a hill {2004}
        Tb   200 000 230 -  213 313 no  - IAG 0 I  yes bunker in a town {2004}
        T%   231 000 231 -  213 313 no  - IAG 0 IA no  sandbags in a town
        H%   231 120 231 IA 223 333 no  - IAG 1 IA no  sandbags on a hill
        F#   231 000 231 -  213 233 no  - -   0 IA yes wire in a forest
        _#   221 000 231 IA 333 233 yes - -   0 IA yes wire on a beach
        T#   231 000 231 -  213 213 no  - -   0 IA yes wire in a town
        ~=#  231 000 231 IA 333 233 yes - -   0 IA yes wire on a bridge
        # Terrain Pack
        <marsh>             230 000 111 I  333 333 yes - -   0 IA yes marsh
        <railroad>          231 100 231 IA 333 333 yes - -   0 IA yes railroad
        <railroad_station>  231 000 231 -  213 313 no  - -   0 IA yes railroad station
        <factory_complex>   231 000 231 -  213 313 no  - -   0 IA yes factory complex
        <lighthouse>        231 000 231 -  213 313 no  - -   0 IA yes lighthouse
        <barracks>          231 000 231 -  213 313 no  - -   0 IA yes barracks
        <power_plant>       231 000 231 -  213 313 no  - -   0 IA yes power plant
        <prison_camp>       231 000 231 -  213 313 no  - IAG 0 IA yes prison camp
        <radar_station>     231 000 231 IA 213 313 no  - IAG 0 IA yes radar station
        <supply_depot>      231 120 231 IA 333 333 no  - -   0 IA yes supply depot
        <cemetery>          231 120 231 IA 333 333 yes - IAG 0 IA yes cemetery
        <dam>               200 100 231 I  333 333 no  - IAG 0 I  yes dam
        <fortress>          200 100 200 I  213 333 no  - IAG 0 I  yes fortress
        <mountain>          000 000 000 -  113 333 no  - -   2 -  yes mountain, from level ground
        ~f                  231 000 231 IA 333 222 yes - -   0 IA no  ford
        # Eastern Front
        <city_ruins>        200 000 231 -  213 333 no  - IAG 0 I  yes city ruins
        <hill_forest>       231 000 231 -  213 333 no  - -   1 IA yes hill with a forest
        <hill_town>         231 000 231 -  213 313 no  - -   1 IA yes hill with a village
        <ravine>            200 100 231 I  333 333 yes - IAG 0 I  yes ravine
        <trenches>          230 000 231 I  223 303 yes - I   0 IA yes trenches
        # Pacific
        <jungle>            231 000 231 IA 213 333 no  - -   0 IA yes jungle
        <rice_paddy>        230 000 111 I  333 333 yes - -   0 IA yes rice paddy
        <fordable_stream>   231 000 231 IA 333 333 yes - -   0 IA yes fordable stream
        <headquarters>      231 120 231 IA 333 333 no  - -   0 IA yes headquarters
        <hospital>          231 120 231 IA 333 333 no  - -   0 IA yes hospital
        # Mediterranean
        <palm_forest>       231 000 231 -  213 333 no  - -   0 IA yes palm forest
        <erg>               231 000 231 IA 223 333 no  - -   1 IA yes erg
        <oasis>             231 000 231 IA 223 333 no  - IAG 0 IA yes oasis
        <escarpment>        000 000 231 -  333 333 no  - -   0 -  yes escarpment {2004}
        <escarpment>        000 000 231 -  333 333 no  - -   1 -  yes escarpment {2025}
        <coastline>         221 110 231 IA 333 333 yes - -   0 IA yes coastline
        # 2025 Appendix 2, Bunkers
        Hb+  200 100 200 I  223 333 no  - IAG 1 I  yes the enemy's bunker on a hill is a hill {2025}
        """
    )
)


@pytest.mark.parametrize(
    ("row", "edition"),
    [
        pytest.param(row, edition, id=f"{row.name} ({edition})")
        for row in GROUNDS
        for edition in row.editions
    ],
)
def test_ground_does_what_the_summary_cards_say(row: Ground, edition: EditionName) -> None:
    found = measured(row, edition)
    differs = {
        field.name: (getattr(found, field.name), getattr(row, field.name))
        for field in fields(Ground)
        if getattr(found, field.name) != getattr(row, field.name)
    }
    assert differs == {}, f"(is, should be), {row.source}"


IN_THE_HEDGEROWS = cases(
    """
    # 2004 p. 13-15, Hedgerows; 2025 Appendix 2, Hedgerows
    a hedgerow two hexes off is not entered
        5: . R; 6: I . .; move I; left 10 | I moves e ne => refused movement.not_from_neighbor
    the unit goes next to the hedgerow first | left 10 | I moves e => moved I e; moves ended
    from next to it the hedgerow is entered, without a battle
        5: . R; 6: . I; left 10 | I moves ne => moved I ne no battle no ground; moves ended
    out of the hedgerow it is one hex, which leaves the battle
        4: . .; 5: . I/R; left 10 | I moves nw => moved I nw; moves ended
    out of the hedgerow it is one hex for armor too
        4: . .; 5: . A/R; move A; left 10 | A moves nw nw => refused movement.terrain_cap
    nobody goes through a hedgerow | 8: A R . | A moves e e => refused movement.stop_terrain
    a hedgerow that the unit began its turn next to is taken even after a move
        4: . i:1/R; 5: I .; move I | I moves e; I > i [grenade star]; take ground =>
        ground taken I 4,10 no battle no ground
    a hedgerow that the unit has only come to this turn is not taken
        4: . . i:1/R; 5: I .; left 6 | I moves e; I > i [grenade star] => rolled;
        eliminated i 4,10 allies
    # ruling: one hex, a stop and no battle
    from hedgerow to hedgerow is one step
        8: I/R R R | I moves e => moved I e no battle no ground; moves ended
    # ruling: one hex of movement, and what a close assault wins; 2025, Hedgerows card
    a unit that has left a hedgerow this turn takes ground
        4: I/R . i:1 | I moves e; I > i [grenade star star]; take ground => ground taken I 4,12
    """
)

ENTERING = cases(
    """
    # 2004 p. 13-15, Hedgerows; 2025 Appendix 2, Hedgerows
    a unit that entered a hedgerow does not battle
        4: I R i; move I | I moves e; I > i => refused battle.terrain_entered
    # 2004 p. 13-15, Towns & Villages; 2025 Appendix 2, Churches
    a unit that entered a church does not battle
        4: I C i | I moves e; I > i => refused battle.terrain_entered
    # 2004 p. 12, Special Forces; 2025 Appendix 1, Elite infantry
    special forces move two hexes and battle
        4: E . . i; move E | E moves e e; E > i [star star star] => rolled
    special forces that entered a forest do not battle
        4: E . F i | E moves e e; E > i => refused battle.terrain_entered
    # 2004 p. 12, La Résistance; 2025 Appendix 1, The French Resistance
    the Resistance battles out of a forest that it has just entered
        4: P F i; move P | P moves e; P > i [star star star] => rolled
    the Resistance battles out of a hedgerow that it has just entered
        4: P R i | P moves e; P > i [star star star] => rolled
    the Resistance battles out of a town that it has just entered
        4: P T i | P moves e; P > i [star star star] => rolled
    the Resistance battles out of a church that it has just entered
        4: P C i | P moves e; P > i [star star star] => rolled
    the Resistance stops where the others stop
        4: P F . | P moves e e => refused movement.stop_terrain
    the Resistance that moved two hexes does not battle
        4: P . F i | P moves e e; P > i => refused battle.moved_too_far
    # 2004 p. 11, Taking Ground; 2025, Taking ground
    the Resistance that stopped in a forest advances no further
        4: P F i:1 | P moves e; P > i [grenade star star] => rolled; eliminated i 4,12 allies
    # 2004 p. 13-15, Towns & Villages; 2025 Appendix 2, Towns
    armor in a town has one die against open ground
        4: A/T . . i; battle A | A > i [star] => rolled at 3
    armor in a church that it stood in has one die | 4: A/C i | A > i [star] => rolled
    """
)

ON_THE_SHORE = cases(
    """
    # 2004 p. 13-15, Beaches; 2025 Appendix 2, Beaches
    onto the beach armor moves two hexes in all
        8: A _ .; move A | A moves e e => moved A e e; moves ended
    over the beach armor moves no third hex, whatever it is
        8: A _ . . | A moves e e e => refused movement.terrain_cap
    off the beach armor moves three hexes
        8: A/_ . . . | A moves e e e => moved A e e e; moves ended
    after two hexes of open ground armor stops before the beach
        8: A . . _ | A moves e e e => refused movement.terrain_cap
    after one hex of open ground armor comes to the beach
        8: A . _ | A moves e e => moved A e e; moves ended
    a unit that has moved onto the beach takes ground
        4: A . _ i:1/_ | A moves e e; A > i [grenade star star]; take ground => ground taken A 4,14
    # 2004 p. 13-15, Oceans; 2025 Appendix 2, Oceans
    in the water a tank moves one hex {2004}
        6: _ _; 7: O O; 8: . A/O; left 10 | A moves nw => moved A nw; moves ended
    in the water a tank stops after one hex {2025}
        left 10 | A moves nw => moved A nw no ground; moves ended
    in the water a tank does not move on to the sand in the same turn {2004}
        left 10 | A moves nw nw => refused movement.terrain_cap
    in the water a tank does not move on after its stop {2025}
        left 10 | A moves nw nw => refused movement.stop_terrain
    out of the water a tank goes two hexes onto the sand
        5: _ _; 6: _ _; 7: A/O; left 10 | A moves ne nw => moved A ne nw; moves ended
    nobody battles from the water | 4: I/O i; battle I | I > i => refused battle.from_water
    nobody battles from the water just entered
        8: I O i; move I | I moves e; I > i => refused battle.from_water
    from the water onto the sand a unit may battle
        8: I/O _ i | I moves e; I > i [star star star] => rolled
    with the water behind it a flag costs a figure more
        5: . i; 6: . I/_; 7: O O; battle i; left 10; first axis | i > I [infantry flag star] =>
        rolled; figures lost I; figures lost I retreat_blocked
    # 2004 p. 13-15, Oceans
    into the water leads the first step alone {2004}
        8: I . O; move I | I moves e e => refused movement.terrain_cap
    # 2025 Appendix 2, Oceans
    into the water may lead the second step {2025}
        I moves e e => moved I e e no battle no ground; moves ended
    # ruling: who cannot attack cannot ambush
    a unit in the water lies in no ambush
        4: I i/O; battle I; enemy ambush | I > i [star star star] => rolled
    # ruling: the water bars retreats into it, not out of it
    out of the water a unit retreats onto the sand toward its baseline
        6: _ _; 7: i/O I; left 10 | I > i [flag star star] => rolled;
        retreat demanded i axis shortest 1 longest 1
    landing troops lose a figure where only water lies behind
        6: i/_ .; 7: I/O; 8: O O; battle i; left 10; first axis | i > I [flag star star] => rolled;
        figures lost I retreat_blocked
    # ruling: no rule bars it, and nobody battles from there
    armor takes ground in the water and overruns nobody, by the older book {2004}
        6: . A/_ .; 7: . i:1/O i2; battle A; left 10 | A > i [grenade star star]; take ground =>
        ground taken A 7,13
    armor takes ground in the water and overruns nobody, by the newer book {2025}
        left 10 | A > i [grenade star star]; take ground => ground taken A 7,13 no ground
    """
)

HELD = cases(
    """
    # 2025 Appendix 2, Churches
    in a church one flag may be ignored {2025}
        4: I i/C; battle I | I > i [flag star] => rolled;
        retreat demanded i axis shortest 0 longest 1
    a unit in a church stays {2025} | I > i [flag star]; i back => flag ignored i
    # ruling: a church is a town in 2004
    a church holds nobody by the older book {2004}
        I > i [flag star] => rolled; retreat demanded i axis shortest 1 longest 1
    # 2025 Appendix 2, Obstacles
    sandbags before a church let one flag be ignored, not two
        3: ~ ~; 4: I i/C% | I > i [flag flag] => rolled; figures lost i retreat_blocked;
        flag ignored i
    # 2004 p. 13-15, Rivers; 2025 Appendix 2, Rivers
    a river behind bars the retreat
        3: ~ ~; 4: I i | I > i [flag star star] => rolled; figures lost i retreat_blocked
    # 2004 p. 13-15, Rivers; 2025 Appendix 2, Lakes
    a lake behind bars the retreat
        3: L L; 4: I i | I > i [flag star star] => rolled; figures lost i retreat_blocked
    # 2004 p. 10, Resolve Battle; 2025, Retreat
    a retreat goes through hedgerows without a stop
        2: R R R; 3: ~ R R; 4: I i/R | I > i [flag flag] => rolled;
        retreat demanded i axis flags 2 shortest 2 longest 2
    """
)

FARTHER_FIELDS = cases(
    """
    # Pacific, Jungles
    a unit that moved one hex into a jungle battles
        4: E . <jungle> i; move E; left 10 | E moves e => moved E e; moves ended
    one that moved two hexes into a jungle does not
        E moves e e => moved E e e no battle; moves ended
    the Resistance does
        4: P <jungle> i; move P | P moves e; P > i [star star star] => rolled
    infantry that entered a jungle takes ground
        4: I <jungle> i:1; move I | I moves e; I > i [grenade star star]; take ground =>
        ground taken I 4,12
    armor that has not moved takes a jungle and overruns
        4: A i:1/<jungle> i2; battle A | A > i [grenade]; take ground =>
        ground taken A 4,10; overrun offered A
    armor that has moved does not take a jungle
        4: A . i:1/<jungle>; move A | A moves e; A > i [grenade] =>
        rolled; eliminated i 4,12 allies
    # Terrain Pack, Marshes
    armor that enters a marsh does not battle
        4: A <marsh> i | A moves e; A > i => refused battle.terrain_entered
    armor that leaves a marsh does not battle
        4: A/<marsh> . i | A moves e; A > i => refused battle.terrain_entered
    infantry that leaves a marsh does
        4: I/<marsh> . i; move I | I moves e; I > i [star star star] => rolled
    out of a marsh it is one hex
        I moves e e => refused movement.occupied
    armor takes a marsh and does not overrun
        4: A i:1/<marsh> i2; battle A | A > i [grenade star star]; take ground =>
        ground taken A 4,10 no battle no ground
    # Terrain Pack, Railroads
    armor that stopped on a railroad takes ground and overruns
        4: A <railroad> i:1 i2; move A | A moves e; A > i [grenade star star]; take ground =>
        ground taken A 4,12; overrun offered A
    armor stops on a railroad
        4: A <railroad> . | A moves e e => refused movement.stop_terrain
    # Eastern Front, Trenches
    armor in trenches does not battle
        4: A/<trenches> i; battle A | A > i => refused battle.not_from_here
    armor in trenches lies in no ambush
        4: I a/<trenches>; battle I; enemy ambush | I > a [star star] => rolled
    # Terrain Pack, Fortresses
    in a fortress any number of flags may be ignored
        4: I i/<fortress>; battle I | I > i [flag flag] => rolled;
        retreat demanded i axis flags 2 shortest 0 longest 2
    the unit in it stays | I > i [flag flag]; i back => flag ignored i
    # Terrain Pack, Mountains
    onto a mountain leads a hill
        4: I/H <mountain> <mountain>; move I | I moves e e => moved I e e no battle; moves ended
    level ground does not
        4: I <mountain> . | I moves e => refused movement.closed_edge
    nor is it left for level ground
        4: I/<mountain> . | I moves e => refused movement.closed_edge
    with level ground behind it a flag costs a figure
        4: I i/<mountain>; battle I | I > i [flag] => rolled; figures lost i retreat_blocked
    a gun on a mountain shoots seven hexes
        4: G/<mountain> . . . . . . i; left 0; battle G | G > i [star] => rolled at 7
    a gun elsewhere does not
        4: G . . . . . . i; left 0 | G > i => refused battle.out_of_range
    """
)

CASES = (*IN_THE_HEDGEROWS, *ENTERING, *ON_THE_SHORE, *HELD, *FARTHER_FIELDS)


@runs(CASES)
def test_terrain_rules_moves_and_battles(case: Case) -> None:
    check(case)
