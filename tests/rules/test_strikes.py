"""Air Power and Barrage: whom they name, how they hit and what comes of flags."""

from dataclasses import dataclass, replace

import pytest

from domain import decide
from domain import events as e
from domain.commands import Command, NameTarget, PlayCard
from domain.values import Card, EditionName, LossCause, Seat
from tests.support.cases import Case, cases, check, runs
from tests.support.chance import Script, faces
from tests.support.games import BOTH, Skirmish, after

ALLIES = Seat.ALLIES


HITS = LossCause.HITS
AIR, BARRAGE = Card.AIR_POWER, Card.BARRAGE


def air(picture: str, left: int = 8, **more: object) -> Skirmish:
    """The Allies are about to play Air Power."""
    return Skirmish(picture, left, card=AIR, phase="play_card", **more)  # type: ignore[arg-type]


def barrage(picture: str, left: int = 8, **more: object) -> Skirmish:
    return replace(air(picture, left, **more), card=BARRAGE)


def played(*targets: str, card: Card = AIR, seat: Seat = ALLIES) -> tuple[Command, ...]:
    """The card and the targets named for it."""
    return PlayCard(seat, card), *(NameTarget(seat, target) for target in targets)


def struck(target: str, dice: str, draw: int = 1) -> e.StrikeRolled:
    return e.StrikeRolled(target, faces(dice), draw)


def at_once(target: str, dice: str) -> tuple[e.Event, ...]:
    """The only target is named and struck."""
    return e.TargetNamed(target), e.TargetsFixed(), struck(target, dice)


NAMING = cases(
    """
    # 2004 and 2025, Air Power card
    Air Power asks for up to four targets
        4: i i2 i3 i4 i5; play_card; card air_power | play air_power =>
        card played allies air_power; targets demanded dice 2 most 4
    any enemy unit may be the first, far away and behind a wood
        0: i i2; 1: F F; 8: I; card air_power | play air_power; target i2 => target named i2
    a target beside the first
        4: i i2 i3 i4 i5; card air_power | play air_power; target i; target i2 => target named i2
    @ card air_power
    the fourth of a chain is the last
        play air_power; target i; target i2; target i3; target i4 => target named i4; targets fixed
    a chain grows at both ends
        play air_power; target i3; target i2; target i4; target i => target named i; targets fixed
    a unit that touches no target is no target
        4: i i2 . i3 | play air_power; target i; target i3 => refused target.not_connected
    a unit between does not connect when it is one's own
        4: i2 i I i3 | play air_power; target i; target i3 => refused target.not_connected
    no unit is a target twice
        4: i i2 . i3 | play air_power; target i; target i => refused target.already_named
    no unit of one's own is a target
        4: i i2 I | play air_power; target i; target I => refused battle.own_side
    what is not on the board is no target
        4: i i2 . i3 | play air_power; target i9 => refused unit.unknown
    a fifth is too many
        4: i i2 i3 i4 i5 | play air_power; target i; target i2; target i3; target i4; target i5 =>
        refused phase.other_decision
    naming may end early | play air_power; target i; target i2; end targets => targets fixed
    one target at least is named | play air_power; end targets => refused target.none_named
    naming does not end twice
        play air_power; target i; target i2; end targets; end targets =>
        refused phase.other_decision
    a single target is struck without asking
        play air_power; target i; end targets [armor armor] => targets fixed;
        strike rolled i [armor armor]
    a target without neighbors is struck as soon as it is named
        4: i i2 . i3 | play air_power; target i3 [armor armor] => target named i3; targets fixed;
        strike rolled i3 [armor armor]
    nothing is struck before all targets are named
        4: i i2 i3 i4 i5 | play air_power; target i; target i2; strike i =>
        refused phase.other_decision
    units are not ordered by Air Power
        4: I i i2 | play air_power; target i; end targets [armor armor]; order I =>
        refused phase.other_decision
    # 2004 and 2025, Air Power card; ruling: each target is next to another one
    targets around a common neighbor need not touch each other
        3: i2 .; 4: . i i3; 5: i4 . | play air_power; target i; target i2; target i3; target i4 =>
        target named i4; targets fixed
    the ends of a chain do not go without the middle
        4: i i2 i3 | play air_power; target i; target i3 => refused target.not_connected
    # 2025, Command cards: a card that can order nobody may be played
    with nobody to strike the turn is over but for the drawing
        4: I | play air_power => card played allies air_power; orders ended; moves ended
    """
)


STRIKING = cases(
    """
    # 2025 Appendix 4: each roll is settled before the next
    the attacker chooses who is struck first, and the last follows without asking
        4: i i2 i3 i4 i5; play_card; card air_power | play air_power; target i; target i2;
        end targets; strike i2 [infantry armor armor star] => strike rolled i2 [infantry armor];
        figures lost i2; strike rolled i [armor star] draw 2; figures lost i
    of three targets two are left to choose from
        4: i i2 i3; card air_power | play air_power; target i; target i2; target i3;
        strike i3 [armor armor] => strike rolled i3 [armor armor]
    no target is struck twice
        card air_power | play air_power; target i; target i2; target i3; strike i3 [armor armor];
        strike i3 => refused target.not_named
    a unit that was not named is not struck
        4: i i2 i3 i4 i5; card air_power | play air_power; target i; target i2; end targets;
        strike i3 => refused target.not_named
    named targets stay the targets when one retreat parts them
        2: ~ . .; 3: i i2 i3; left 10; card air_power | play air_power; target i; target i2;
        target i3; strike i2 [flag armor]; i2 back ne => retreated i2 ne
    later targets stand in the way of a retreat
        2: i2 i3; 3: i .; left 10; card air_power | play air_power; target i; target i2; target i3;
        strike i [flag armor] => strike rolled i [flag armor]; figures lost i retreat_blocked
    a target struck before has made way
        left 10; card air_power | play air_power; target i; target i2; target i3;
        strike i3 [flag armor]; i3 back ne; strike i [flag armor armor armor] =>
        strike rolled i [flag armor] draw 2; retreated i ne; strike rolled i2 [armor armor] draw 3
    the owner of a target is asked for its way back
        3: i i2; card air_power | play air_power; target i; target i2; strike i [flag infantry] =>
        strike rolled i [flag infantry]; figures lost i;
        retreat demanded i axis shortest 1 longest 1
    after the way back the last target is struck
        card air_power | play air_power; target i; target i2; strike i [flag infantry];
        i back nw [star star] => retreated i nw; strike rolled i2 [star star] draw 2;
        figures lost i2 count 2
    after the way back the attacker chooses the next target
        3: i i2 i3; card air_power | play air_power; target i; target i2; target i3;
        strike i [flag infantry]; i back nw; strike i3 [armor armor armor armor] =>
        strike rolled i3 [armor armor] draw 2; strike rolled i2 [armor armor] draw 3
    no target is struck while a way back is chosen
        card air_power | play air_power; target i; target i2; target i3; strike i [flag infantry];
        allies: strike i3 => refused turn.not_yours
    # 2004 p. 6, Object of the Game; 2025, Object of the game
    the last medal ends the strike
        4: i:1 i2; card air_power; medals 1 | play air_power; target i; target i2;
        strike i [star armor] => strike rolled i [star armor]; eliminated i 4,8 allies;
        game finished allies medals; seed revealed
    # 2004 p. 6, Object of the Game; 2025 Appendix 3
    a retreat onto the last medal ends the strike
        2: ? ~; 3: i i2; card air_power; medals 1 | play air_power; target i; target i2;
        strike i [flag armor] => strike rolled i [flag armor]; retreated i nw;
        objective taken m1 axis; game finished axis medals; seed revealed
    # 2004 p. 6, Game Turn; 2025, Draw
    a card is drawn as after any turn
        4: i; card air_power; deck pincer_move | play air_power; target i [armor armor]; end turn =>
        battles ended; card discarded allies air_power in_play; card drawn allies pincer_move;
        turn ended turn 1 allies; turn started turn 2 axis
    """
)


WITHOUT_A_UNIT = cases(
    """
    # 2004 and 2025, Air Power and Ambush cards
    @ held probe_left; enemy ambush
    a strike beside one's own unit opens no ambush and gains no ground
        4: I i:1; play_card; card air_power | play air_power; target i [star star] =>
        target named i; targets fixed; strike rolled i [star star]; eliminated i 4,10 allies
    # 2004 and 2025, Air Power card
    no ground is there to take after a strike
        4: A i:1 i2; card air_power | play air_power; target i; end targets [star star];
        take ground => refused phase.other_decision
    # 2004 and 2025, Barrage and Ambush cards
    a barrage beside one's own unit opens no ambush and gains no ground
        4: I i:1; card barrage | play barrage; target i [grenade star star star] => target named i;
        targets fixed; strike rolled i [grenade star star star]; eliminated i 4,10 allies
    """
)


FLAGS = cases(
    """
    # 2004 and 2025, Air Power card: no flag is ignored
    a flag drives a unit off %
        2: ~ .; 3: i/% .; play_card; left 10; card air_power | play air_power;
        target i [flag armor] => target named i; targets fixed; strike rolled i [flag armor];
        retreated i ne; obstacle removed 3,11 sandbags unit_left
    a flag drives a unit off C {2025}
        2: ~ .; 3: i/C .; left 10; card air_power | play air_power; target i [flag armor] =>
        target named i; targets fixed; strike rolled i [flag armor]; retreated i ne
    a flag drives a unit off b
        2: ~ .; 3: i/b .; left 10; card air_power | play air_power; target i [flag armor] =>
        target named i; targets fixed; strike rolled i [flag armor]; retreated i ne
    a flag drives a unit off x
        2: ~ .; 3: i/x .; left 10; card air_power | play air_power; target i [flag armor] =>
        target named i; targets fixed; strike rolled i [flag armor]; retreated i ne
    a flag drives a unit off w
        2: ~ .; 3: i/w .; left 10; card air_power | play air_power; target i [flag armor] =>
        target named i; targets fixed; strike rolled i [flag armor]; retreated i ne
    a flag drives a unit off F
        2: ~ .; 3: i/F .; left 10; card air_power | play air_power; target i [flag armor] =>
        target named i; targets fixed; strike rolled i [flag armor]; retreated i ne
    an owner behind sandbags chooses the way, but may not stay
        3: i/%; card air_power | play air_power; target i [flag armor] => target named i;
        targets fixed; strike rolled i [flag armor]; retreat demanded i axis shortest 1 longest 1
    staying behind the sandbags is refused
        card air_power | play air_power; target i [flag armor]; i back => refused retreat.path
    behind sandbags two flags and one hex cost a figure
        0: . ~; 1: i/%; card air_power | play air_power; target i [flag flag] => target named i;
        targets fixed; strike rolled i [flag flag]; figures lost i retreat_blocked; retreated i nw;
        obstacle removed 1,9 sandbags unit_left
    # 2004 p. 16, Bunkers; 2025 Appendix 2; ruling: the first flag counts here too
    a gun in a bunker loses a figure a flag
        3: g/b; card air_power | play air_power; target g [flag armor] => target named g;
        targets fixed; strike rolled g [flag armor]; figures lost g retreat_blocked
    two flags eliminate a gun in a bunker, for one medal
        card air_power | play air_power; target g [flag flag] => target named g; targets fixed;
        strike rolled g [flag flag]; eliminated g 3,9 count 2 retreat_blocked allies
    # 2004 p. 12, French Resistance; 2025 Appendix 1
    the Resistance goes back one to three hexes a flag
        4: p; card air_power | play air_power; target p [flag armor] => target named p;
        targets fixed; strike rolled p [flag armor]; retreat demanded p axis shortest 1 longest 3
    @ card air_power
    the Resistance goes back three hexes
        play air_power; target p [flag armor]; p back nw nw nw => retreated p nw nw nw
    # 2004 p. 10, Resolve Battle; 2025, Retreat
    on the own edge of the map a flag costs a figure
        0: i | play air_power; target i [flag armor] => target named i; targets fixed;
        strike rolled i [flag armor]; figures lost i retreat_blocked
    in the corner the last figures go with the flags
        0: i:2; left 0 | play air_power; target i [flag star] => target named i; targets fixed;
        strike rolled i [flag star]; figures lost i; eliminated i 0,0 retreat_blocked allies
    # 2004 p. 15, Oceans; 2025 Appendix 2, Oceans
    with the sea behind a flag costs a figure
        2: O O; 3: i | play air_power; target i [flag armor] => target named i; targets fixed;
        strike rolled i [flag armor]; figures lost i retreat_blocked
    """
)


SHELTERED = tuple(
    Case(
        f"no die is lost against {unit} on {ground}",
        "2004 and 2025, Air Power card: protection does not count",
        air(f"4: {unit}/{ground}"),
        played(unit),
        dice="star star",
        then=(*at_once(unit, "star star"), e.FiguresLost(unit, 2, HITS)),
    )
    for unit, ground in (
        *(("i", ground) for ground in ("F", "T", "C", "R", "H", "b", "%", "w", "H%", "O")),
        ("a", "F"),
        ("a", "H"),
    )
)


SHELLING = cases(
    """
    # 2004 and 2025, Barrage card
    @ card barrage
    Barrage asks for one target
        4: i i2; play_card | play barrage => card played allies barrage;
        targets demanded dice 4 most 1
    a barrage does not end without a target | play barrage; end targets => refused target.none_named
    # 2004 and 2025, Barrage card: stars miss
    the target of a barrage is struck as soon as it is named
        0: i/T i2; 8: I | play barrage; target i [star infantry grenade armor] => target named i;
        targets fixed; strike rolled i [star infantry grenade armor]; figures lost i count 2
    # 2004 and 2025, Barrage card: no flag is ignored
    a barrage lets no flag be ignored
        2: ~ .; 3: i/b .; left 10 | play barrage; target i [flag star star star] => target named i;
        targets fixed; strike rolled i [flag star star star]; retreated i ne
    # 2004 p. 16, Bunkers; 2025 Appendix 2; ruling: the first flag counts here too
    a barrage takes a figure a flag off a gun in a bunker
        3: g/b | play barrage; target g [flag star star star] => target named g; targets fixed;
        strike rolled g [flag star star star]; figures lost g retreat_blocked
    # 2025, Command cards: a card that can order nobody may be played
    with nobody to shell the turn is over but for the drawing
        4: I | play barrage => card played allies barrage; orders ended; moves ended
    """
)


@runs((*NAMING, *STRIKING, *WITHOUT_A_UNIT, *FLAGS, *SHELTERED, *SHELLING))
def test_a_strike_goes_as_the_card_says(case: Case) -> None:
    check(case)


@dataclass(frozen=True)
class Hit:
    """The faces that hit a unit under a card."""

    unit: str
    card: Card
    faces: str


HIT = (
    Hit("i", AIR, "infantry grenade star"),
    Hit("a", AIR, "armor grenade star"),
    Hit("g", AIR, "grenade star"),
    Hit("e", AIR, "infantry grenade star"),
    Hit("i", BARRAGE, "infantry grenade"),
    Hit("a", BARRAGE, "armor grenade"),
    Hit("g", BARRAGE, "grenade"),
    Hit("d", BARRAGE, "armor grenade"),
)


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("hit", HIT, ids=lambda hit: f"{hit.card} {hit.unit}")
@pytest.mark.parametrize("face", ["infantry", "armor", "grenade", "star"])
def test_a_strike_hits_with_the_faces_of_its_card(
    face: str, hit: Hit, edition: EditionName
) -> None:
    """2004 and 2025, Air Power and Barrage cards; a barrage kills whatever it hits four times."""
    state = replace(air(f"4: {hit.unit}"), card=hit.card).begin(edition)
    dice = Script(" ".join([face] * (2 if hit.card is AIR else 4)))
    state = after(state, decide(state, PlayCard(ALLIES, hit.card), dice))
    events = decide(state, NameTarget(ALLIES, hit.unit), dice)
    harmed = any(isinstance(event, e.FiguresLost | e.UnitEliminated) for event in events)
    assert harmed == (face in hit.faces.split())
