"""How units move and battle by the tactic cards that order them."""

from domain import events as e
from domain.commands import (
    Ambush,
    Attack,
    Decline,
    EndBattles,
    EndMoves,
    EndTurn,
    MoveUnit,
    RemoveWire,
    Retreat,
    TakeGround,
)
from domain.errors import Rule
from domain.hexes import at
from domain.values import (
    Card,
    DiscardSource,
    EditionName,
    Ending,
    LossCause,
    ObstacleKind,
    RemovalCause,
    Seat,
    Section,
    Side,
)
from tests.support.boards import path
from tests.support.cases import Case, check, runs, throw
from tests.support.chance import faces
from tests.support.games import SEED, Skirmish

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
BOMBARD, BEHIND = Card.ARTILLERY_BOMBARD, Card.BEHIND_ENEMY_LINES
CLOSE, FIREFIGHT = Card.CLOSE_ASSAULT, Card.FIREFIGHT
INFANTRY_ASSAULT, MOVE_OUT, DIRECT = Card.INFANTRY_ASSAULT, Card.MOVE_OUT, Card.DIRECT_FROM_HQ

GUNS = "2004 and 2025, Artillery Bombard card"
EITHER = "2004 and 2025, Artillery Bombard card; ruling: each gun moves, or battles twice in a row"
LINES = "2004 and 2025, Behind Enemy Lines card"
FREE = "2004 and 2025, Behind Enemy Lines card; ruling: impassable hexes and units alone are closed"
ENTRY = (
    "2004 and 2025, Behind Enemy Lines card; ruling: the hex that ends the move may bar a battle"
)
AGAIN = "2004 and 2025, Behind Enemy Lines card; ruling: the second move needs no battle before it"
TOUCHING = "2004 and 2025, Close Assault card"
APART = "2004 and 2025, Firefight card; ruling: asked again before each attack"
STORM = "2004 and 2025, Infantry Assault card"
OUT = "2004 and 2025, the card: an ordinary move and battle"
WIRE = "2004 p. 15-16; 2025 Appendix 2, Wire"

# An Ambush that lies open interrupts no further attack.
SPENT = (e.CardDiscarded(AXIS, Card.AMBUSH, DiscardSource.REACTION),)
MISS = "star star star"
WIN = "grenade star star"


def moving(card: Card, picture: str, ordered: str = "I", left: int = 8) -> Skirmish:
    """Ordered units may move; no ambush is left."""
    return Skirmish(picture, left, ordered, "move", card, then=SPENT)


def battling(card: Card, picture: str, ordered: str = "I", left: int = 8) -> Skirmish:
    """Ordered units may battle; no ambush is left."""
    return Skirmish(picture, left, ordered, "battle", card, then=SPENT)


def ambushed(card: Card, picture: str, ordered: str = "I") -> Skirmish:
    """Ordered units may battle, and the enemy holds the Ambush."""
    return Skirmish(picture, 8, ordered, "battle", card, enemy=(Card.AMBUSH,))


def move(words: str, unit: str = "I", start: tuple[int, int] = (4, 8)) -> MoveUnit:
    return MoveUnit(ALLIES, unit, path(start, words))


def attack(unit: str = "I", target: str = "i") -> Attack:
    return Attack(ALLIES, unit, target)


def moved(
    words: str,
    cost: int,
    unit: str = "I",
    *,
    battle: bool = True,
    ground: bool = True,
    start: tuple[int, int] = (4, 8),
) -> e.UnitMoved:
    return e.UnitMoved(unit, path(start, words), cost, battle, ground)


def gone(name: str, row: int, x: int) -> e.UnitEliminated:
    return e.UnitEliminated(name, at(row, x), 1, LossCause.HITS, Side.ALLIES, 1)


STAY, TAKE, PASS = EndMoves(ALLIES), TakeGround(ALLIES), Decline(ALLIES)
ON = (EndBattles(ALLIES),)
ENDED = e.MovesEnded()
OFFERED = (e.BattlesEnded(), e.SecondMoveOffered("I"))

BOMBARDING = (
    Case(
        "a bombarding gun moves three hexes",
        GUNS,
        moving(BOMBARD, "4: G . . .", "G"),
        move("e e e", "G"),
        then=(moved("e e e", 3, "G", battle=False), ENDED),
    ),
    Case(
        "a bombarding gun does not move four hexes",
        GUNS,
        moving(BOMBARD, "4: G . . . .", "G"),
        move("e e e e", "G"),
        refused=Rule.MOVEMENT_TOO_FAR,
    ),
    *(
        Case(
            f"a bombarding gun that moved {words!r} does not battle",
            EITHER,
            moving(BOMBARD, "4: G . . . i", "G"),
            (move(words, "G"), attack("G")),
            refused=Rule.BATTLE_MOVED_TOO_FAR,
        )
        for words in ("e", "e e", "e e e")
    ),
    Case(
        "a gun with three hexes climbs a steep hill",
        "2004, special rules; 2025 Appendix 2, Steep hills; ruling: three hexes of a card suffice",
        moving(BOMBARD, "4: G S .", "G"),
        move("e e", "G"),
        then=(moved("e e", 3, "G", battle=False), ENDED),
    ),
    Case(
        "a gun with its own hex climbs no steep hill",
        "2004, special rules; 2025 Appendix 2, Steep hills",
        moving(DIRECT, "4: G S . I", "G"),
        move("e", "G"),
        refused=Rule.MOVEMENT_TOO_FAR,
    ),
    Case(
        "a gun that enters a beach moves two hexes",
        "2004 p. 13-15, Terrain; 2025 Appendix 2, Beaches",
        moving(BOMBARD, "4: G _ . .", "G"),
        move("e e", "G"),
        then=(moved("e e", 2, "G", battle=False), ENDED),
    ),
    Case(
        "a gun that enters a beach moves no third hex",
        "2004 p. 13-15, Terrain; 2025 Appendix 2, Beaches",
        moving(BOMBARD, "4: G _ . .", "G"),
        move("e e e", "G"),
        refused=Rule.MOVEMENT_TERRAIN_CAP,
    ),
    Case(
        "a bombarding gun stops at a forest",
        "2004 p. 13-15, Terrain; 2025 Appendix 2, Forests",
        moving(BOMBARD, "4: G F .", "G"),
        move("e e", "G"),
        refused=Rule.MOVEMENT_STOP_TERRAIN,
    ),
    Case(
        "a gun that stays battles twice",
        EITHER,
        battling(BOMBARD, "4: G . . i", "G"),
        (attack("G"), attack("G")),
        dice="star star star star",
        then=throw("G", "i", "star star", distance=3, draw=2),
    ),
    Case(
        "a gun does not battle three times",
        EITHER,
        battling(BOMBARD, "4: G . . i", "G"),
        (attack("G"), attack("G"), attack("G")),
        dice="star star star star",
        refused=Rule.BATTLE_ALREADY_FOUGHT,
    ),
    Case(
        "a gun may battle another unit the second time",
        EITHER,
        battling(BOMBARD, "4: G . . i i2", "G"),
        (attack("G"), attack("G", "i2")),
        dice="star star star star",
        then=throw("G", "i2", "star star", distance=4, draw=2),
    ),
    Case(
        "a second battle is lost when another gun battles in between",
        EITHER,
        battling(BOMBARD, "4: G . . i\n6: G1", "G G1"),
        (attack("G"), attack("G1"), attack("G")),
        dice="star star star star",
        refused=Rule.BATTLE_ALREADY_FOUGHT,
    ),
    Case(
        "a gun whose turn comes after another's battle has both of its own",
        EITHER,
        battling(BOMBARD, "4: G . . i\n6: G1", "G G1"),
        (attack("G1"), attack("G"), attack("G")),
        dice="star star star star star star",
        then=throw("G", "i", "star star", distance=3, draw=3),
    ),
    Case(
        "of two guns one moves and the other battles twice",
        EITHER,
        moving(BOMBARD, "4: G . . i\n6: G1 . .", "G G1"),
        (move("e e", "G1", (6, 8)), STAY, attack("G"), attack("G")),
        dice="star star star star",
        then=throw("G", "i", "star star", distance=3, draw=2),
    ),
    Case(
        "a gun that a bunker holds does not move",
        GUNS,
        moving(BOMBARD, "4: G/b .\n6: G1 .", "G G1"),
        move("e", "G"),
        refused=Rule.MOVEMENT_HELD,
    ),
    Case(
        "a gun that a bunker holds battles twice",
        GUNS,
        battling(BOMBARD, "4: G/b . . i", "G"),
        (attack("G"), attack("G")),
        dice="star star star star",
        then=throw("G", "i", "star star", distance=3, draw=2),
    ),
    Case(
        "the second battle too must be with an enemy next to the gun",
        "2004 p. 8-10, Battle; 2025, Battle",
        battling(BOMBARD, "4: G i . i2", "G"),
        (attack("G"), attack("G", "i2")),
        dice=MISS,
        refused=Rule.BATTLE_ADJACENT_ENEMY_FIRST,
    ),
    Case(
        "with the enemy next to it gone a gun fires the second time",
        "2004 p. 8-10, Battle; 2025, Battle",
        battling(BOMBARD, "4: G i:1 . i2", "G"),
        (attack("G"), attack("G", "i2")),
        dice=f"{WIN} star star",
        then=throw("G", "i2", "star star", distance=3, draw=2),
    ),
    Case(
        "each battle of a gun with an adjacent enemy may be ambushed",
        "2004 and 2025, Ambush card",
        ambushed(BOMBARD, "4: G i", "G"),
        (attack("G"), Decline(AXIS), attack("G")),
        dice=MISS,
        then=(e.AttackDeclared("G", "i", 1, 3, overrun=False), e.AmbushOffered("i", AXIS)),
    ),
    Case(
        "a unit in the ocean springs no ambush",
        "2004 and 2025, Ambush card; ruling: it cannot battle from there",
        ambushed(BOMBARD, "4: G i/O", "G"),
        attack("G"),
        dice=MISS,
        then=throw("G", "i", MISS),
    ),
    Case(
        "a gun that an ambush pushed back has lost both battles",
        "2004 and 2025, Ambush card; ruling: the second battle goes with the first",
        ambushed(BOMBARD, "4: G i . i2", "G"),
        (attack("G"), Ambush(AXIS), Retreat(ALLIES, "G", (at(5, 7),)), attack("G", "i2")),
        dice="flag star star",
        refused=Rule.BATTLE_CANCELLED,
    ),
    Case(
        "a gun pushed back before its second battle has had one",
        "2004 and 2025, Ambush card; ruling: the second battle goes with the first",
        ambushed(BOMBARD, "4: G i . i2", "G"),
        (
            attack("G"),
            Decline(AXIS),
            attack("G"),
            Ambush(AXIS),
            Retreat(ALLIES, "G", (at(5, 7),)),
            attack("G", "i2"),
        ),
        dice=f"{MISS} flag star star",
        refused=Rule.BATTLE_ALREADY_FOUGHT,
    ),
    Case(
        "a gun that an ambush hits but does not move battles on, twice",
        "2004 and 2025, Ambush card",
        ambushed(BOMBARD, "4: G i", "G"),
        (attack("G"), Ambush(AXIS), attack("G")),
        dice=f"{WIN} {MISS} {MISS}",
        then=throw("G", "i", MISS, draw=3),
    ),
)

INFILTRATING = (
    Case(
        "three hexes and a battle with one die more",
        LINES,
        moving(BEHIND, "4: I . . . i"),
        (move("e e e"), attack()),
        dice="star star star star",
        then=throw("I", "i", "star star star star"),
    ),
    Case(
        "not four hexes",
        LINES,
        moving(BEHIND, "4: I . . . ."),
        move("e e e e"),
        refused=Rule.MOVEMENT_TOO_FAR,
    ),
    *(
        Case(
            f"{where} neither stops nor slows a unit behind enemy lines",
            FREE,
            moving(BEHIND, f"4: {row}"),
            move("e e e"),
            then=(moved("e e e", 3), ENDED),
        )
        for where, row in (
            ("a forest", "I F . ."),
            ("a town", "I . T ."),
            ("a church", "I C . ."),
            ("a hedgerow next to it", "I R . ."),
            ("a hedgerow farther off", "I . R ."),
            ("the hedgerow it leaves", "I/R . . ."),
            ("wire", "I # . ."),
            ("a beach", "I _ _ _"),
            ("an ocean", "I O O ."),
            ("the ocean it leaves", "I/O _ . ."),
            ("a steep hill", "I S . ."),
            ("a cliff above the beach", "I/_ K . ."),
            ("a sea bluff above the beach", "I/_ V . ."),
            ("a bridge", "I . ~= ."),
            ("a bunker", "I . b ."),
            ("a hedgehog", "I . x ."),
        )
    ),
    Case(
        "the beach side of a cliff costs no more on the way down",
        FREE,
        moving(BEHIND, "4: I/K _ _ _"),
        move("e e e"),
        then=(moved("e e e", 3), ENDED),
    ),
    *(
        Case(
            f"{where} closes the way behind enemy lines",
            FREE,
            moving(BEHIND, f"4: {row}"),
            move("e e"),
            refused=refused,
        )
        for where, row, refused in (
            ("a river", "I ~ .", Rule.MOVEMENT_IMPASSABLE),
            ("a lake", "I L .", Rule.MOVEMENT_IMPASSABLE),
            ("an enemy", "I i .", Rule.MOVEMENT_OCCUPIED),
            ("a friend", "I A .", Rule.MOVEMENT_OCCUPIED),
        )
    ),
    *(
        Case(
            f"a move behind enemy lines that ends in {where} bars the battle",
            ENTRY,
            moving(BEHIND, f"4: I . {ground} i"),
            (move("e e"), attack()),
            refused=Rule.BATTLE_TERRAIN_ENTERED,
        )
        for where, ground in (("a forest", "F"), ("a town", "T"), ("a hedgerow", "R"))
    ),
    Case(
        "nobody battles from the ocean behind enemy lines either",
        "2004 p. 13-15, Terrain; 2025 Appendix 2, Oceans",
        moving(BEHIND, "4: I . O i"),
        (move("e e"), attack()),
        refused=Rule.BATTLE_FROM_WATER,
    ),
    Case(
        "a forest passed on the way bars no battle",
        ENTRY,
        moving(BEHIND, "4: I F . i"),
        (move("e e"), attack()),
        dice="star star star star",
        then=throw("I", "i", "star star star star"),
    ),
    Case(
        "a unit that stays in its forest battles",
        ENTRY,
        moving(BEHIND, "4: I/F i"),
        (STAY, attack()),
        dice="star star star star",
        then=throw("I", "i", "star star star star"),
    ),
    Case(
        "the Resistance battles from the forest that ends its move",
        "2004 p. 12, French Resistance; 2025, French Resistance",
        moving(BEHIND, "4: P . F i", "P"),
        (move("e e", "P"), attack("P")),
        dice="star star star star",
        then=throw("P", "i", "star star star star"),
    ),
    Case(
        "elite infantry has three hexes and the die as well",
        LINES,
        moving(BEHIND, "4: E . . . . i", "E"),
        (move("e e e", "E"), attack("E")),
        dice=MISS,
        then=throw("E", "i", MISS, distance=2),
    ),
    Case(
        "wire that the move ended on costs its die",
        WIRE,
        moving(BEHIND, "4: I . # i"),
        (move("e e"), attack()),
        dice=MISS,
        then=throw("I", "i", MISS),
    ),
    Case(
        "wire that the move ended on may be cleared",
        WIRE,
        moving(BEHIND, "4: I . # i"),
        (move("e e"), RemoveWire(ALLIES, "I")),
        then=(e.WireCleared("I", at(4, 12)),),
    ),
    Case(
        "after the battle the unit may move again",
        AGAIN,
        battling(BEHIND, "4: I . i"),
        (attack(), *ON),
        dice=MISS,
        then=OFFERED,
    ),
    Case(
        "without a battle the unit may move again",
        AGAIN,
        moving(BEHIND, "4: I . . . . . ."),
        (move("e e e"), *ON),
        then=OFFERED,
    ),
    Case(
        "without a first move the unit may move again",
        AGAIN,
        moving(BEHIND, "4: I . . . ."),
        (STAY, *ON),
        then=OFFERED,
    ),
    Case(
        "the second move goes three hexes too, and ends the turn's moves",
        AGAIN,
        moving(BEHIND, "4: I . . . F . . ."),
        (move("e e e"), *ON, move("e e e", start=(4, 14))),
        then=(moved("e e e", 3, battle=False, start=(4, 14)), ENDED),
    ),
    Case(
        "the second move may go back",
        AGAIN,
        moving(BEHIND, "4: I . . ."),
        (move("e e e"), *ON, move("w w w", start=(4, 14))),
        then=(moved("w w w", 3, battle=False, start=(4, 14)), ENDED),
    ),
    Case(
        "the second move does not go four hexes",
        AGAIN,
        moving(BEHIND, "4: I . . . . ."),
        (STAY, *ON, move("e e e e")),
        refused=Rule.MOVEMENT_TOO_FAR,
    ),
    Case(
        "the second move cannot enter a river",
        FREE,
        moving(BEHIND, "4: I ~ ."),
        (STAY, *ON, move("e")),
        refused=Rule.MOVEMENT_IMPASSABLE,
    ),
    Case(
        "only the ordered unit moves again",
        AGAIN,
        moving(BEHIND, "4: I . .\n6: I2"),
        (STAY, *ON, move("e", "I2", (6, 8))),
        refused=Rule.UNIT_NOT_ORDERED,
    ),
    Case(
        "a unit barred from battle by the forest it entered moves out of it",
        AGAIN,
        moving(BEHIND, "4: I . F . . ."),
        (move("e e"), *ON, move("e e e", start=(4, 12))),
        then=(moved("e e e", 3, battle=False, start=(4, 12)), ENDED),
    ),
    Case(
        "a unit that cleared wire moves again",
        AGAIN,
        battling(BEHIND, "4: I/# . ."),
        (RemoveWire(ALLIES, "I"), *ON, move("e e")),
        then=(moved("e e", 2, battle=False), ENDED),
    ),
    Case(
        "a unit behind enemy lines takes ground",
        AGAIN,
        moving(BEHIND, "4: I . . . i:1"),
        (move("e e e"), attack(), TAKE),
        dice=f"{WIN} star",
        then=(e.GroundTaken("I", at(4, 16), may_battle=True, may_take_ground=True),),
    ),
    Case(
        "wire entered behind enemy lines does not keep from taking ground",
        "2004 and 2025, Behind Enemy Lines card; ruling: no limit on movement, this one neither",
        moving(BEHIND, "4: I . # i:1"),
        (move("e e"), attack()),
        dice=WIN,
        then=(*throw("I", "i", WIN), gone("i", 4, 14), e.GroundOffered("I", at(4, 14))),
    ),
    Case(
        "a hedgerow reached from afar behind enemy lines can be taken",
        "2004 and 2025, Behind Enemy Lines card; ruling: no limit on movement, this one neither",
        moving(BEHIND, "4: I . . i:1/R"),
        (move("e e"), attack()),
        dice=WIN,
        then=(*throw("I", "i", WIN), gone("i", 4, 14), e.GroundOffered("I", at(4, 14))),
    ),
    Case(
        "from the ground taken, a forest too, the second move goes on",
        AGAIN,
        battling(BEHIND, "4: I i:1/F . . ."),
        (attack(), TAKE, *ON, move("e e e", start=(4, 10))),
        dice=WIN,
        then=(moved("e e e", 3, battle=False, start=(4, 10)), ENDED),
    ),
    Case(
        "a unit that an ambush pushed back moves again all the same",
        "2004 and 2025, Ambush card; ruling: only the battle is lost",
        ambushed(BEHIND, "4: I i"),
        (attack(), Ambush(AXIS), Retreat(ALLIES, "I", (at(5, 9),)), *ON),
        dice="flag star star",
        then=OFFERED,
    ),
    Case(
        "the second move of a unit pushed back begins where it stands",
        "2004 and 2025, Ambush card; ruling: only the battle is lost",
        ambushed(BEHIND, "4: I i\n5: . . . ."),
        (
            attack(),
            Ambush(AXIS),
            Retreat(ALLIES, "I", (at(5, 9),)),
            *ON,
            move("e e e", start=(5, 9)),
        ),
        dice="flag star star",
        then=(moved("e e e", 3, battle=False, start=(5, 9)), ENDED),
    ),
    Case(
        "a unit that an ambush pushed back does not battle",
        "2004 and 2025, Ambush card",
        ambushed(BEHIND, "4: I i"),
        (attack(), Ambush(AXIS), Retreat(ALLIES, "I", (at(5, 9),)), attack()),
        dice="flag star star",
        refused=Rule.BATTLE_ALREADY_FOUGHT,
    ),
    Case(
        "a unit that an ambush eliminated moves no more",
        AGAIN,
        ambushed(BEHIND, "4: I:1 i . I2"),
        (attack(), Ambush(AXIS), *ON),
        dice=WIN,
        refused=Rule.MOVEMENT_NO_SECOND_MOVE,
    ),
    Case(
        "with nobody ordered there is no second move",
        AGAIN,
        battling(BEHIND, "4: I", ""),
        EndBattles(ALLIES),
        refused=Rule.MOVEMENT_NO_SECOND_MOVE,
    ),
    Case(
        "no other card has a second move",
        AGAIN,
        battling(DIRECT, "4: I"),
        EndBattles(ALLIES),
        refused=Rule.MOVEMENT_NO_SECOND_MOVE,
    ),
    Case(
        "the turn does not end before the second move was offered",
        AGAIN,
        battling(BEHIND, "4: I"),
        EndTurn(ALLIES),
        refused=Rule.MOVEMENT_SECOND_MOVE_LEFT,
    ),
    Case(
        "the second move is made once",
        AGAIN,
        battling(BEHIND, "4: I . ."),
        (*ON, move("e"), EndBattles(ALLIES)),
        refused=Rule.MOVEMENT_NO_SECOND_MOVE,
    ),
    Case(
        "no battle follows the second move",
        AGAIN,
        battling(BEHIND, "4: I . . i"),
        (*ON, move("e e"), attack()),
        refused=Rule.BATTLE_NOT_WITH_CARD,
    ),
    Case(
        "no wire is cleared after the second move",
        AGAIN,
        battling(BEHIND, "4: I #"),
        (*ON, move("e"), RemoveWire(ALLIES, "I")),
        refused=Rule.BATTLE_NOT_WITH_CARD,
    ),
    Case(
        "no battle is fought while the second move is due",
        AGAIN,
        battling(BEHIND, "4: I . . i"),
        (*ON, attack()),
        refused=Rule.PHASE_OTHER_DECISION,
    ),
)


def next_turn(card: Card, drawn: Card) -> tuple[e.Event, ...]:
    return (
        e.CardDiscarded(ALLIES, card, DiscardSource.IN_PLAY),
        e.CardDrawn(ALLIES, drawn),
        e.TurnEnded(1, ALLIES),
        e.TurnStarted(2, AXIS),
    )


def last_act(card: Card, picture: str, ordered: str = "I") -> Skirmish:
    """The battles of a turn after which a Pincer Move is drawn."""
    return Skirmish(picture, 8, ordered, "battle", card, deck=(Card.PINCER_MOVE,))


ENDING = (
    Case(
        "the second move may be left out",
        AGAIN,
        last_act(BEHIND, "4: I . ."),
        (*ON, EndTurn(ALLIES)),
        then=next_turn(BEHIND, Card.PINCER_MOVE),
    ),
    Case(
        "after the second move the turn ends",
        AGAIN,
        last_act(BEHIND, "4: I . ."),
        (*ON, move("e e"), EndTurn(ALLIES)),
        then=next_turn(BEHIND, Card.PINCER_MOVE),
    ),
    Case(
        "the second move onto the last medal ends the game",
        "2004 p. 6, Object of the Game; 2025, Object of the game",
        Skirmish("4: I . .!", 8, "I", "battle", BEHIND, medals=1),
        (*ON, move("e e")),
        then=(
            moved("e e", 2, battle=False),
            e.ObjectiveTaken("m1", Side.ALLIES, 1),
            e.GameFinished(Side.ALLIES, Ending.MEDALS),
            e.SeedRevealed(SEED),
        ),
    ),
    Case(
        "with its unit gone the turn ends without a second move",
        AGAIN,
        last_act(BEHIND, "4: I", ""),
        EndTurn(ALLIES),
        then=(e.BattlesEnded(), *next_turn(BEHIND, Card.PINCER_MOVE)),
    ),
)

# I stands between i2, two hexes off, and i:1, which I2 can eliminate.
LEFT_ALONE = "4: i2 . I i:1 I2"

TO_CLOSE_QUARTERS = (
    Case(
        "nobody moves to a close assault",
        TOUCHING,
        battling(CLOSE, "4: . I i"),
        move("w", start=(4, 10)),
        refused=Rule.MOVEMENT_NOT_WITH_CARD,
    ),
    Case(
        "a close assault spares enemies farther off",
        TOUCHING,
        battling(CLOSE, "4: i2 . I i"),
        attack("I", "i2"),
        refused=Rule.BATTLE_ADJACENT_ENEMY_FIRST,
    ),
    Case(
        "a unit whose last neighbor is gone does not fire",
        "2004 and 2025, Close Assault card; ruling: asked again before each attack",
        battling(CLOSE, LEFT_ALONE, "I I2"),
        (attack("I2"), PASS, attack("I", "i2")),
        dice=f"{WIN} star",
        refused=Rule.BATTLE_ADJACENT_ONLY,
    ),
    Case(
        "a unit whose last neighbor is gone may clear its wire",
        WIRE,
        battling(CLOSE, "4: I/# i:1 I2", "I I2"),
        (attack("I2"), PASS, RemoveWire(ALLIES, "I")),
        dice=f"{WIN} star",
        then=(e.WireCleared("I", at(4, 8)),),
    ),
    Case(
        "wire is cleared instead of a close assault",
        WIRE,
        battling(CLOSE, "4: I/# i"),
        RemoveWire(ALLIES, "I"),
        then=(e.WireCleared("I", at(4, 8)),),
    ),
    Case(
        "ground is taken in a close assault",
        TOUCHING,
        battling(CLOSE, "4: I i:1"),
        attack(),
        dice=f"{WIN} star",
        then=(
            *throw("I", "i", f"{WIN} star"),
            gone("i", 4, 10),
            e.GroundOffered("I", at(4, 10)),
        ),
    ),
    Case(
        "armor overruns in a close assault",
        TOUCHING,
        battling(CLOSE, "4: A i:1 i2", "A"),
        (attack("A"), TAKE, attack("A", "i2")),
        dice=f"{WIN} star star star star star",
        then=throw("A", "i2", "star star star star", overrun=True, draw=2),
    ),
    Case(
        "an overrun in a close assault may be at range, without the die",
        "2025, Armor overrun; ruling: in 2004 as well",
        battling(CLOSE, "4: A i:1 . i2", "A"),
        (attack("A"), TAKE, attack("A", "i2")),
        dice=f"{WIN} star star star star",
        then=throw("A", "i2", MISS, distance=2, overrun=True, draw=2),
    ),
    Case(
        "armor in an overrun battles an enemy next to it first",
        "2004 p. 11, Armor Overrun; 2025, Armor overrun",
        battling(CLOSE, "4: A i:1 i2 i3", "A"),
        (attack("A"), TAKE, attack("A", "i3")),
        dice=f"{WIN} star",
        refused=Rule.BATTLE_ADJACENT_ENEMY_FIRST,
    ),
    Case(
        "a unit that joins the fight by taking ground has battled",
        TOUCHING,
        battling(CLOSE, "4: I i:1 i2"),
        (attack(), TAKE, attack("I", "i2")),
        dice=f"{WIN} star",
        refused=Rule.BATTLE_ALREADY_FOUGHT,
    ),
)

# A retreat of i leads it next to I2, whichever hex it takes.
CROSSFIRE = "3: I2\n4: . .\n5: i\n6: .\n7: I"

FIRING = (
    Case(
        "nobody moves in a firefight",
        APART,
        battling(FIREFIGHT, "4: . I . i"),
        move("w", start=(4, 10)),
        refused=Rule.MOVEMENT_NOT_WITH_CARD,
    ),
    Case(
        "a firefight is never ambushed",
        "2004 and 2025, Ambush card",
        ambushed(FIREFIGHT, "4: I . i"),
        attack(),
        dice=MISS,
        then=throw("I", "i", MISS, distance=2),
    ),
    Case(
        "a firefight wins no ground",
        APART,
        battling(FIREFIGHT, "4: A . i:1", "A"),
        attack("A"),
        dice="grenade star star star",
        then=(*throw("A", "i", "grenade star star star", distance=2), gone("i", 4, 12)),
    ),
    Case(
        "an enemy may be pushed next to a unit that was ordered apart",
        APART,
        battling(FIREFIGHT, CROSSFIRE, "I I2"),
        (attack(), Retreat(AXIS, "i", (at(4, 10),)), attack("I2")),
        dice="flag star star",
        refused=Rule.BATTLE_ENEMY_ADJACENT,
    ),
    Case(
        "a unit with an enemy next to it now fires at nobody else",
        APART,
        battling(FIREFIGHT, CROSSFIRE + " . i2", "I I2"),
        (attack(), Retreat(AXIS, "i", (at(4, 10),)), attack("I2", "i2")),
        dice="flag star star",
        refused=Rule.BATTLE_ENEMY_ADJACENT,
    ),
    Case(
        "the unit that was left an enemy next to it would have fired first",
        APART,
        battling(FIREFIGHT, CROSSFIRE, "I I2"),
        attack("I2"),
        dice=MISS,
        then=throw("I2", "i", MISS, distance=2),
    ),
    *(
        Case(
            f"a firefight carries {name} no farther",
            "2004 and 2025, Firefight card; ruling: no die lengthens a range",
            battling(FIREFIGHT, f"4: {name} {'. ' * hexes}i", name, 4),
            attack(name),
            refused=Rule.BATTLE_OUT_OF_RANGE,
        )
        for name, hexes in (("I", 3), ("A", 3), ("G", 6))
    ),
    Case(
        "a firefight needs a line of sight",
        "2004 p. 9, Line of Sight; 2025, Line of sight",
        battling(FIREFIGHT, "4: I F i"),
        attack(),
        refused=Rule.BATTLE_NO_LINE_OF_SIGHT,
    ),
    Case(
        "a gun in a firefight does not",
        "2004 p. 9, Line of Sight; 2025, Line of sight",
        battling(FIREFIGHT, "4: G F i", "G"),
        attack("G"),
        dice="star star star star",
        then=throw("G", "i", "star star star star", distance=2),
    ),
    Case(
        "wire is cleared instead of firing",
        WIRE,
        battling(FIREFIGHT, "4: I/# . i"),
        RemoveWire(ALLIES, "I"),
        then=(e.WireCleared("I", at(4, 8)),),
    ),
    Case(
        "armor that fires from wire crushes it",
        WIRE,
        battling(FIREFIGHT, "4: A/# . i", "A"),
        attack("A"),
        dice="star star star star",
        then=(
            e.AttackDeclared("A", "i", 2, 4, overrun=False),
            e.ObstacleRemoved(at(4, 8), ObstacleKind.WIRE, RemovalCause.ARMOR_BATTLED),
            e.DiceRolled(faces("star star star star"), 1),
        ),
    ),
)


def storming(row: str, ordered: str = "I") -> Skirmish:
    """The infantry of the center storms; no ambush is left."""
    played = e.CardPlayed(ALLIES, INFANTRY_ASSAULT, section=Section.CENTER)
    return Skirmish(f"4: {row}", 8, ordered, "move", INFANTRY_ASSAULT, played=played, then=SPENT)


STORMING = (
    *(
        Case(
            f"storming {name} moves {len(words.split())} hexes",
            STORM,
            storming(f"{name} . . . i", name),
            move(words, name),
            then=(moved(words, len(words.split()), name, battle=battle), ENDED),
        )
        for name in "IEP"
        for words, battle in (("e", True), ("e e", True), ("e e e", False))
    ),
    *(
        Case(
            f"storming {name} battles after two hexes",
            STORM,
            storming(f"{name} . . i", name),
            (move("e e", name), attack(name)),
            dice=MISS,
            then=throw(name, "i", MISS),
        )
        for name in "IEP"
    ),
    *(
        Case(
            f"storming {name} does not battle after three hexes",
            STORM,
            storming(f"{name} . . . i", name),
            (move("e e e", name), attack(name)),
            refused=Rule.BATTLE_MOVED_TOO_FAR,
        )
        for name in "IEP"
    ),
    Case(
        "storming infantry does not move four hexes",
        STORM,
        storming("I . . . ."),
        move("e e e e"),
        refused=Rule.MOVEMENT_TOO_FAR,
    ),
    Case(
        "storming infantry stops at a forest",
        STORM,
        storming("I F ."),
        move("e e"),
        refused=Rule.MOVEMENT_STOP_TERRAIN,
    ),
    Case(
        "storming infantry that enters a forest does not battle",
        STORM,
        storming("I . F i"),
        (move("e e"), attack()),
        refused=Rule.BATTLE_TERRAIN_ENTERED,
    ),
    Case(
        "storming infantry that enters a beach moves two hexes",
        "2004 p. 13-15, Terrain; 2025 Appendix 2, Beaches",
        storming("I . . _"),
        move("e e e"),
        refused=Rule.MOVEMENT_TERRAIN_CAP,
    ),
    Case(
        "storming infantry enters no hedgerow from afar",
        "2004 p. 13-15, Terrain; 2025 Appendix 2, Hedgerows",
        storming("I . R"),
        move("e e"),
        refused=Rule.MOVEMENT_NOT_FROM_NEIGHBOR,
    ),
    Case(
        "storming infantry takes no hedgerow that it came to from afar",
        "2025 Appendix 2, Hedgerows; ruling: in 2004 as well",
        storming("I . . i:1/R"),
        (move("e e"), attack()),
        dice="grenade star",
        then=(*throw("I", "i", "grenade star"), gone("i", 4, 14)),
    ),
    Case(
        "storming infantry goes on after climbing a bluff from the beach",
        "2004, special rules; 2025 Appendix 2, Sea bluffs; ruling: one hex is left after the climb",
        storming("I/_ V ."),
        move("e e"),
        then=(moved("e e", 3, battle=False), ENDED),
    ),
    Case(
        "storming infantry battles after climbing a bluff from the beach",
        "2004, special rules; 2025 Appendix 2, Sea bluffs; ruling: two hexes are moved",
        storming("I/_ V i"),
        (move("e"), attack()),
        dice=MISS,
        then=throw("I", "i", MISS),
    ),
    Case(
        "storming infantry has no die more",
        STORM,
        storming("I . i"),
        (STAY, attack()),
        dice="star star",
        then=throw("I", "i", "star star", distance=2),
    ),
)

AS_EVER = (
    *(
        Case(
            f"infantry that {card} orders moves two hexes or battles after one",
            OUT,
            moving(card, "4: I . . i"),
            (move("e e"), attack()),
            refused=Rule.BATTLE_MOVED_TOO_FAR,
        )
        for card in (MOVE_OUT, DIRECT, Card.THEIR_FINEST_HOUR)
    ),
    *(
        Case(
            f"infantry that {card} orders battles after one hex",
            OUT,
            moving(card, "4: I . i"),
            (move("e"), attack()),
            dice=MISS,
            then=throw("I", "i", MISS),
        )
        for card in (MOVE_OUT, DIRECT)
    ),
    *(
        Case(
            f"{unit} that {card} orders moves no farther than ever",
            OUT,
            moving(card, "4: I . . . . .\n6: A . . . . .\n8: G . . . . .", unit),
            move(words, unit, start),
            refused=Rule.MOVEMENT_TOO_FAR,
        )
        for card, unit, words, start in (
            (MOVE_OUT, "I", "e e e", (4, 8)),
            (DIRECT, "A", "e e e e", (6, 8)),
            (DIRECT, "G", "e e", (8, 8)),
            (Card.ARMOR_ASSAULT, "A", "e e e e", (6, 8)),
            (Card.THEIR_FINEST_HOUR, "G", "e e", (8, 8)),
        )
    ),
    *(
        Case(
            f"a gun that {card} lets move does not battle",
            "2004 p. 7-8, Move Units; 2025, Artillery",
            moving(card, "4: G . . i", "G"),
            (move("e", "G"), attack("G")),
            refused=Rule.BATTLE_MOVED_TOO_FAR,
        )
        for card in (DIRECT, Card.THEIR_FINEST_HOUR, Card.GENERAL_ADVANCE)
    ),
    Case(
        "armor that an armor assault orders stops at a forest",
        "2004 and 2025, Armor Assault card",
        moving(Card.ARMOR_ASSAULT, "4: A F .", "A"),
        move("e e", "A"),
        refused=Rule.MOVEMENT_STOP_TERRAIN,
    ),
)

CASES = (
    *BOMBARDING,
    *INFILTRATING,
    *ENDING,
    *TO_CLOSE_QUARTERS,
    *FIRING,
    *STORMING,
    *AS_EVER,
)


@runs(CASES)
def test_units_act_as_their_tactic_card_says(case: Case, edition: EditionName) -> None:
    check(case, edition)
