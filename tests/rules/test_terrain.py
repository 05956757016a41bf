"""What every sort of ground does, measured: to moves, battles, sight and flags."""

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
            for step, (lane, hex_) in ends.items()
            if any(move.path[-1] == hex_ for move in self.moves(lane))
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
