"""Playing a section card and ordering units."""

from domain import events as e
from domain.commands import (
    AirDrop,
    Ambush,
    Attack,
    ChooseCard,
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
    RemoveWire,
    Retreat,
    Strike,
    TakeGround,
)
from domain.errors import Rule
from domain.hexes import at
from domain.values import Card, EditionName, Seat, Section, Side
from tests.support.boards import path
from tests.support.cases import Case, check, runs
from tests.support.games import Skirmish

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
LEFT, CENTER, RIGHT = Section.LEFT, Section.CENTER, Section.RIGHT

# The dotted line runs between x = 6 and x = 8 here; in the odd row it cuts x = 7.
WEST = """
    3:  .   I2  .
    4: I   .   I3
    5:  .   .   .
    6: I4  .   .
"""
AT_THE_LINE = Skirmish(WEST, left=4, phase="order")
ONE_HERE = "4: I"


def with_card(
    card: Card, picture: str = WEST, left: int = 4, first: Side = Side.ALLIES
) -> Skirmish:
    return Skirmish(picture, left=left, card=card, phase="order", first=first)


PLAYING = (
    Case(
        "a card opens the turn",
        "2004 p. 6, Game Turn; 2025, Game turn",
        Skirmish(ONE_HERE, phase="play_card", card=Card.PROBE_CENTER),
        PlayCard(ALLIES, Card.PROBE_CENTER),
        then=(e.CardPlayed(ALLIES, Card.PROBE_CENTER),),
    ),
    Case(
        "a card for an empty section orders, moves and battles nobody",
        "2004 p. 6, Game Turn; 2025, Game turn",
        Skirmish(ONE_HERE, phase="play_card", card=Card.PROBE_LEFT),
        PlayCard(ALLIES, Card.PROBE_LEFT),
        then=(e.CardPlayed(ALLIES, Card.PROBE_LEFT), e.OrdersEnded(), e.MovesEnded()),
    ),
    Case(
        "a card that is in no hand is refused",
        "2004 p. 6, Game Turn; 2025, Game turn",
        Skirmish(ONE_HERE, phase="play_card", card=Card.PROBE_LEFT, deck=(Card.PINCER_MOVE,)),
        PlayCard(ALLIES, Card.PINCER_MOVE),
        refused=Rule.CARD_NOT_IN_HAND,
    ),
    Case(
        "the enemy plays no card in this turn",
        "2004 p. 6, Game Turn; 2025, Game turn",
        Skirmish(ONE_HERE, phase="play_card"),
        PlayCard(AXIS, Card.RECON_LEFT),
        refused=Rule.TURN_NOT_YOURS,
    ),
    Case(
        "nobody plays before all are seated",
        "2004, Setup; 2025, Setup",
        Skirmish(ONE_HERE, phase="seating"),
        PlayCard(ALLIES, Card.RECON_LEFT),
        refused=Rule.GAME_NOT_STARTED,
    ),
    *(
        Case(
            f"{type(command).__name__} waits for its phase",
            "2004 p. 6, Game Turn; 2025, Game turn",
            Skirmish(ONE_HERE, phase=phase),
            command,
            refused=Rule.PHASE_OTHER_DECISION,
        )
        for phase, command in (
            ("order", PlayCard(ALLIES, Card.ASSAULT_CENTER)),
            ("play_card", OrderUnit(ALLIES, "I")),
            ("play_card", EndOrders(ALLIES)),
            ("order", MoveUnit(ALLIES, "I", path((4, 8), "e"))),
            ("order", EndMoves(ALLIES)),
            ("move", Attack(ALLIES, "I", "i")),
            ("move", RemoveWire(ALLIES, "I")),
            ("move", EndTurn(ALLIES)),
            ("battle", Retreat(ALLIES, "I", ())),
            ("battle", TakeGround(ALLIES)),
            ("battle", Decline(ALLIES)),
            ("battle", ChooseCard(ALLIES, Card.RECON_LEFT)),
            ("play_card", AirDrop(ALLIES, at(4, 8))),
            ("play_card", NameTarget(ALLIES, "i")),
            ("play_card", EndTargets(ALLIES)),
            ("play_card", Strike(ALLIES, "i")),
            ("play_card", HealUnit(ALLIES, "I")),
            ("battle", Ambush(ALLIES)),
            ("move", EndBattles(ALLIES)),
        )
    ),
)

ORDERING = (
    Case(
        "a unit of the card's section is ordered, and with the last one ordering ends",
        "2004 p. 6, Order Units; 2025, Order units",
        with_card(Card.PROBE_CENTER, "4: I", left=8),
        OrderUnit(ALLIES, "I"),
        then=(e.UnitOrdered("I", (CENTER,)), e.OrdersEnded()),
    ),
    Case(
        "a unit beside the line is in one section only",
        "2004 p. 5, Battlefield; 2025, Battlefield",
        with_card(Card.PROBE_CENTER, "4: I . I2", left=6),
        OrderUnit(ALLIES, "I"),
        refused=Rule.ORDER_NOT_IN_SECTION,
    ),
    Case(
        "a unit on a cut hex can be ordered from the flank",
        "2004 p. 6, Order Units; 2025, Order units",
        with_card(Card.PROBE_LEFT, "3: I", left=6),
        OrderUnit(ALLIES, "I"),
        then=(e.UnitOrdered("I", (LEFT, CENTER)), e.OrdersEnded()),
    ),
    Case(
        "a unit on a cut hex can be ordered from the center",
        "2004 p. 6, Order Units; 2025, Order units",
        with_card(Card.PROBE_CENTER, "3: I", left=6),
        OrderUnit(ALLIES, "I"),
        then=(e.UnitOrdered("I", (LEFT, CENTER)), e.OrdersEnded()),
    ),
    Case(
        "the player at the top has the same hex on the right",
        "2004 p. 5, Battlefield; 2025, Battlefield",
        with_card(Card.PROBE_RIGHT, "3: i", left=6, first=Side.AXIS),
        OrderUnit(AXIS, "i"),
        then=(e.UnitOrdered("i", (RIGHT, CENTER)), e.OrdersEnded()),
    ),
    Case(
        "the eastern line cuts center and right for the player at the bottom",
        "2004 p. 5, Battlefield; 2025, Battlefield",
        with_card(Card.PROBE_RIGHT, "5: I", left=16),
        OrderUnit(ALLIES, "I"),
        then=(e.UnitOrdered("I", (CENTER, RIGHT)), e.OrdersEnded()),
    ),
    Case(
        "two units take two of three orders, the third is lost",
        "2004 p. 6, Order Units; 2025, Order units",
        with_card(Card.ATTACK_CENTER, "4: I I2", left=8),
        (OrderUnit(ALLIES, "I"), OrderUnit(ALLIES, "I2")),
        then=(e.UnitOrdered("I2", (CENTER,)), e.OrdersEnded()),
    ),
    Case(
        "nobody need be ordered",
        "2004 p. 6, Order Units; 2025, Order units",
        with_card(Card.ATTACK_CENTER, "4: I I2", left=8),
        EndOrders(ALLIES),
        then=(e.OrdersEnded(), e.MovesEnded()),
    ),
    Case(
        "fewer units than the card allows may be ordered",
        "2004 p. 6, Order Units; 2025, Order units",
        with_card(Card.ATTACK_CENTER, "4: I I2", left=8),
        (OrderUnit(ALLIES, "I2"), EndOrders(ALLIES)),
        then=(e.OrdersEnded(),),
    ),
    Case(
        "a unit that cannot stir goes straight on to battle",
        "2004 p. 7-8, Move Units; 2025, Move units",
        with_card(Card.PROBE_CENTER, "3: ~ ~\n4: ~ I ~\n5: ~ ~", left=8),
        OrderUnit(ALLIES, "I"),
        then=(e.UnitOrdered("I", (CENTER,)), e.OrdersEnded(), e.MovesEnded()),
    ),
    Case(
        "a unit among its friends goes straight on to battle",
        "2004 p. 7-8, Move Units; 2025, Move units",
        with_card(Card.PROBE_CENTER, "3: I2 I3\n4: ~ I ~\n5: ~ ~", left=8),
        (OrderUnit(ALLIES, "I"), EndOrders(ALLIES)),
        then=(e.OrdersEnded(), e.MovesEnded()),
    ),
    Case(
        "a gun among steep hills goes straight on to battle",
        "2004, Mortain; 2025 Appendix 2, Steep hills",
        with_card(Card.PROBE_CENTER, "3: S S\n4: S G S\n5: S S", left=8),
        OrderUnit(ALLIES, "G"),
        then=(e.UnitOrdered("G", (CENTER,)), e.OrdersEnded(), e.MovesEnded()),
    ),
    Case(
        "a unit is ordered once",
        "2004 p. 6, Order Units; 2025, Order units",
        with_card(Card.ATTACK_CENTER, "4: I I2", left=8),
        (OrderUnit(ALLIES, "I"), OrderUnit(ALLIES, "I")),
        refused=Rule.ORDER_ALREADY_GIVEN,
    ),
    Case(
        "an enemy unit cannot be ordered",
        "2004 p. 6, Order Units; 2025, Order units",
        with_card(Card.ATTACK_CENTER, "4: I . i", left=8),
        OrderUnit(ALLIES, "i"),
        refused=Rule.UNIT_NOT_YOURS,
    ),
    Case(
        "a unit that is not on the board cannot be ordered",
        "2004 p. 6, Order Units; 2025, Order units",
        with_card(Card.ATTACK_CENTER, "4: I . i", left=8),
        OrderUnit(ALLIES, "G"),
        refused=Rule.UNIT_UNKNOWN,
    ),
)

# I2 (x = 7) stands on the cut hex, I (x = 4) and I4 on the left, I3 in the center.
ALLOTMENTS = (
    Case(
        "a unit on the line leaves the flank's order to another",
        "2004 p. 6, Order Units; 2025, Order units",
        with_card(Card.RECON_IN_FORCE),
        (OrderUnit(ALLIES, "I2"), OrderUnit(ALLIES, "I")),
        then=(e.UnitOrdered("I", (LEFT,)), e.OrdersEnded()),
    ),
    Case(
        "a second unit of the flank alone is one too many",
        "2004 p. 6, Order Units; 2025, Order units",
        with_card(Card.RECON_IN_FORCE),
        (OrderUnit(ALLIES, "I"), OrderUnit(ALLIES, "I4")),
        refused=Rule.ORDER_NONE_LEFT,
    ),
    Case(
        "a unit on the line takes no order of the center that another has",
        "2004 p. 6, Order Units; 2025, Order units",
        with_card(Card.RECON_IN_FORCE, WEST + "7: . . . . . . . . I5"),
        (OrderUnit(ALLIES, "I3"), OrderUnit(ALLIES, "I"), OrderUnit(ALLIES, "I2")),
        refused=Rule.ORDER_NONE_LEFT,
    ),
    Case(
        "a pincer move orders at most two units of one flank",
        "2004 p. 6, Order Units; 2025, Order units",
        with_card(Card.PINCER_MOVE, "4: I I2 I3 I4\n5: . . . . . . . . I5", left=0),
        (OrderUnit(ALLIES, "I"), OrderUnit(ALLIES, "I2"), OrderUnit(ALLIES, "I3")),
        refused=Rule.ORDER_NONE_LEFT,
    ),
    Case(
        "a pincer move orders nobody in the center",
        "2004 p. 6, Order Units; 2025, Order units",
        with_card(Card.PINCER_MOVE),
        OrderUnit(ALLIES, "I3"),
        refused=Rule.ORDER_NOT_IN_SECTION,
    ),
    Case(
        "a general advance fills three sections, units on both lines wherever there is room",
        "2004 p. 6, Order Units; 2025, Order units",
        with_card(
            Card.GENERAL_ADVANCE,
            """
            3: . . . I2 . . . . I6
            4: I I1 . . I3 . . . . . I7
            """,
            left=0,
        ),
        (
            OrderUnit(ALLIES, "I2"),
            OrderUnit(ALLIES, "I6"),
            OrderUnit(ALLIES, "I3"),
            OrderUnit(ALLIES, "I"),
            OrderUnit(ALLIES, "I7"),
            OrderUnit(ALLIES, "I1"),
        ),
        then=(e.UnitOrdered("I1", (LEFT,)), e.OrdersEnded()),
    ),
    Case(
        "an assault orders every unit of its section",
        "2004 p. 6, Order Units; 2025, Order units",
        with_card(Card.ASSAULT_LEFT),
        (OrderUnit(ALLIES, "I"), OrderUnit(ALLIES, "I4"), OrderUnit(ALLIES, "I2")),
        then=(e.UnitOrdered("I2", (LEFT, CENTER)), e.OrdersEnded()),
    ),
    Case(
        "a reconnaissance orders one unit",
        "2004 p. 6, Order Units; 2025, Order units",
        with_card(Card.RECON_LEFT),
        OrderUnit(ALLIES, "I4"),
        then=(e.UnitOrdered("I4", (LEFT,)), e.OrdersEnded()),
    ),
)

CASES = (*PLAYING, *ORDERING, *ALLOTMENTS)


@runs(CASES)
def test_a_card_orders_units_as_the_rulebook_says(case: Case, edition: EditionName) -> None:
    check(case, edition)
