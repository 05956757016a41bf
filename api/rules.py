"""What each rule says when it refuses a command, in our own words, with its place in the books."""

from dataclasses import dataclass

from domain.errors import Rule


@dataclass(frozen=True, slots=True)
class RuleText:
    """One sentence for a person, and where the rule stands."""

    sentence: str
    source: str


_SERVICE = "Afteraction: how a game is played over this service"
_TURN = "2004 p. 6, Game Turn; 2025, Game turn"
_ORDERS = "2004 p. 6, Order Units; 2025, Order units"
_MOVES = "2004 p. 7-8, Move Units; 2025, Move units"
_TERRAIN = "2004 p. 13-16, Terrain; 2025 Appendix 2"
_BATTLE = "2004 p. 8-9, Battle; 2025, Battle"
_SIGHT = "2004 p. 9, Line of Sight; 2025, Line of sight"
_RETREAT = "2004 p. 10, Resolve Battle; 2025, Retreat"
_OVERRUN = "2004 p. 11, Armor Overrun; 2025, Armor overrun"

RULES: dict[Rule, RuleText] = {
    Rule.GAME_NOT_STARTED: RuleText("The game starts when every seat is taken.", _SERVICE),
    Rule.GAME_OVER: RuleText("The game is over; nothing can be added to it.", _SERVICE),
    Rule.SEAT_TAKEN: RuleText("Another player holds this seat.", _SERVICE),
    Rule.SEATING_CLOSED: RuleText("The game has started; no seat can be taken.", _SERVICE),
    Rule.TURN_NOT_YOURS: RuleText("The game waits for the other seat's decision.", _TURN),
    Rule.PHASE_OTHER_DECISION: RuleText("The game waits for another kind of decision now.", _TURN),
    Rule.CARD_NOT_IN_HAND: RuleText("You do not hold this card.", _TURN),
    Rule.CARD_NOT_OFFERED: RuleText("This card is not among those you drew.", _TURN),
    Rule.UNIT_UNKNOWN: RuleText("No such unit is on the board.", _SERVICE),
    Rule.UNIT_NOT_YOURS: RuleText("This unit belongs to the other side.", _ORDERS),
    Rule.ORDER_ALREADY_GIVEN: RuleText("A unit takes one order a turn.", _ORDERS),
    Rule.ORDER_NOT_IN_SECTION: RuleText(
        "The card orders no unit in the section where this one stands.", _ORDERS
    ),
    Rule.ORDER_NONE_LEFT: RuleText("The card has no order left for this section.", _ORDERS),
    Rule.UNIT_NOT_ORDERED: RuleText("Only a unit ordered this turn may act.", _ORDERS),
    Rule.MOVEMENT_ALREADY_MOVED: RuleText("A unit moves once a turn.", _MOVES),
    Rule.MOVEMENT_NO_PATH: RuleText("A move enters at least one hex.", _MOVES),
    Rule.MOVEMENT_NOT_ADJACENT: RuleText("Each step of a move goes to an adjacent hex.", _MOVES),
    Rule.MOVEMENT_OFF_BOARD: RuleText("A unit stays on whole hexes of the board.", _MOVES),
    Rule.MOVEMENT_TOO_FAR: RuleText("The unit cannot move that far.", _MOVES),
    Rule.MOVEMENT_OCCUPIED: RuleText("A unit cannot enter or pass another unit's hex.", _MOVES),
    Rule.MOVEMENT_IMPASSABLE: RuleText("This unit cannot enter that terrain.", _TERRAIN),
    Rule.MOVEMENT_BRIDGE_FROM_LAND: RuleText("A bridge is entered from land.", "2025 Appendix 2"),
    Rule.MOVEMENT_STOP_TERRAIN: RuleText("The terrain entered ends the move there.", _TERRAIN),
    Rule.MOVEMENT_OTHER_PATH: RuleText(
        "This move is legal but is listed with another path that comes to the same.", _SERVICE
    ),
    Rule.BATTLE_ALREADY_FOUGHT: RuleText("The unit has had its battle this turn.", _BATTLE),
    Rule.BATTLE_MOVED_TOO_FAR: RuleText("The unit moved too far to battle this turn.", _MOVES),
    Rule.BATTLE_TERRAIN_ENTERED: RuleText(
        "The terrain the unit entered forbids a battle this turn.", _TERRAIN
    ),
    Rule.BATTLE_OWN_SIDE: RuleText("A unit battles enemies only.", _BATTLE),
    Rule.BATTLE_ADJACENT_ENEMY_FIRST: RuleText(
        "With an enemy next to it a unit may attack adjacent enemies only.", _BATTLE
    ),
    Rule.BATTLE_OUT_OF_RANGE: RuleText("The target is out of range.", _BATTLE),
    Rule.BATTLE_NO_LINE_OF_SIGHT: RuleText("Something blocks the line of sight.", _SIGHT),
    Rule.BATTLE_NO_DICE: RuleText("Terrain leaves the attacker no die to throw.", _TERRAIN),
    Rule.WIRE_NONE_HERE: RuleText("There is no wire under this unit.", _TERRAIN),
    Rule.WIRE_INFANTRY_ONLY: RuleText("Only infantry clears wire instead of battling.", _TERRAIN),
    Rule.OVERRUN_OTHER_UNIT: RuleText("Only the overrunning unit may battle now.", _OVERRUN),
    Rule.RETREAT_OTHER_UNIT: RuleText("Another unit must retreat now.", _RETREAT),
    Rule.RETREAT_PATH: RuleText(
        "A retreat goes row by row toward the own baseline, as far as the flags ask.", _RETREAT
    ),
}
