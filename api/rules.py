"""What each rule says when it refuses a command, in our own words, with its place in the books."""

from dataclasses import dataclass

from domain.errors import Rule


@dataclass(frozen=True, slots=True)
class RuleText:
    """One sentence for a person, and where the rule stands."""

    sentence: str
    source: str


_SERVICE = "Afteraction: how a game is played over this service"
_MATCH = "2004 p. 4, Setup; 2025, Setup: two games with the sides swapped"
_TURN = "2004 p. 6, Game Turn; 2025, Game turn"
_ORDERS = "2004 p. 6, Order Units; 2025, Order units"
_MOVES = "2004 p. 7-8, Move Units; 2025, Move units"
_TERRAIN = "2004 p. 13-16, Terrain; 2025 Appendix 2"
_BATTLE = "2004 p. 8-9, Battle; 2025, Battle"
_SIGHT = "2004 p. 9, Line of Sight; 2025, Line of sight"
_RETREAT = "2004 p. 10, Resolve Battle; 2025, Retreat"
_CARDS = "2004 p. 5, Command Cards; 2025, Command cards"
_SCENARIO = "The battle's special rules"
_OVERRUN = "2004 p. 11, Armor Overrun; 2025, Armor overrun"

RULES: dict[Rule, RuleText] = {
    Rule.GAME_NOT_STARTED: RuleText("The game starts when every seat is taken.", _SERVICE),
    Rule.GAME_OVER: RuleText("The game is over; nothing can be added to it.", _SERVICE),
    Rule.SEAT_TAKEN: RuleText("Another player holds this seat.", _SERVICE),
    Rule.SEAT_RESERVED: RuleText("In a match each player takes the other side now.", _MATCH),
    Rule.MATCH_GAME_OPEN: RuleText("The first game of the match is not over.", _MATCH),
    Rule.MATCH_COMPLETE: RuleText("A match has two games; this is the second.", _MATCH),
    Rule.SEATING_CLOSED: RuleText("The game has started; no seat can be taken.", _SERVICE),
    Rule.TURN_NOT_YOURS: RuleText("The game waits for the other seat's decision.", _TURN),
    Rule.PHASE_OTHER_DECISION: RuleText("The game waits for another kind of decision now.", _TURN),
    Rule.CARD_NOT_IN_HAND: RuleText("You do not hold this card.", _TURN),
    Rule.CARD_NOT_OFFERED: RuleText("This card is not among those you drew.", _TURN),
    Rule.CARD_REACTION_ONLY: RuleText("This card is played when the enemy attacks.", _CARDS),
    Rule.CARD_SECTION_NOT_NAMED: RuleText("The card wants the section that it orders in.", _CARDS),
    Rule.CARD_SECTION_NOT_ASKED: RuleText("No section is named with this card.", _CARDS),
    Rule.CARD_SECTION_EMPTY: RuleText("You have no unit for this card in that section.", _CARDS),
    Rule.CARD_NO_STAND_IN: RuleText("The card cannot be played as that one now.", _SCENARIO),
    Rule.AIR_DROP_OFF_BOARD: RuleText("Units are dropped over a hex of the board.", _SCENARIO),
    Rule.UNIT_UNKNOWN: RuleText("No such unit is on the board.", _SERVICE),
    Rule.UNIT_NOT_YOURS: RuleText("This unit belongs to the other side.", _ORDERS),
    Rule.ORDER_ALREADY_GIVEN: RuleText("A unit takes one order a turn.", _ORDERS),
    Rule.ORDER_NOT_IN_SECTION: RuleText(
        "The card orders no unit in the section where this one stands.", _ORDERS
    ),
    Rule.ORDER_NONE_LEFT: RuleText("The card has no order left for this unit.", _ORDERS),
    Rule.ORDER_OTHER_TYPE: RuleText("The card orders units of another type.", _CARDS),
    Rule.ORDER_NO_ENEMY_ADJACENT: RuleText("The card orders units next to an enemy.", _CARDS),
    Rule.ORDER_ENEMY_ADJACENT: RuleText(
        "The card orders units with no enemy next to them.", _CARDS
    ),
    Rule.ORDER_NO_OBSTACLE: RuleText(
        "The unit's hex takes no sandbags, has some, or none are left in the box.", _CARDS
    ),
    Rule.HEAL_NOTHING_LOST: RuleText("The unit has all its figures.", _CARDS),
    Rule.TARGET_ALREADY_NAMED: RuleText("This unit is named already.", _CARDS),
    Rule.TARGET_NOT_CONNECTED: RuleText("Each target is next to another one named.", _CARDS),
    Rule.TARGET_NOT_IN_SECTION: RuleText(
        "One target at least is in the card's section.", _SCENARIO
    ),
    Rule.TARGET_NONE_NAMED: RuleText("A strike has one target at least.", _CARDS),
    Rule.TARGET_NOT_NAMED: RuleText("This unit is not among the targets left.", _CARDS),
    Rule.UNIT_NOT_ORDERED: RuleText("Only a unit ordered this turn may act.", _ORDERS),
    Rule.MOVEMENT_ALREADY_MOVED: RuleText("A unit moves once a turn.", _MOVES),
    Rule.MOVEMENT_NO_PATH: RuleText("A move enters at least one hex.", _MOVES),
    Rule.MOVEMENT_NOT_ADJACENT: RuleText("Each step of a move goes to an adjacent hex.", _MOVES),
    Rule.MOVEMENT_OFF_BOARD: RuleText("A unit stays on whole hexes of the board.", _MOVES),
    Rule.MOVEMENT_TOO_FAR: RuleText("The unit cannot move that far.", _MOVES),
    Rule.MOVEMENT_OCCUPIED: RuleText("A unit cannot enter or pass another unit's hex.", _MOVES),
    Rule.MOVEMENT_IMPASSABLE: RuleText("This unit cannot enter that terrain.", _TERRAIN),
    Rule.MOVEMENT_BRIDGE_FROM_LAND: RuleText("A bridge is entered from land.", "2025 Appendix 2"),
    Rule.MOVEMENT_BRIDGE_ENDS: RuleText(
        "A long bridge is entered and left at its ends.", _SCENARIO
    ),
    Rule.MOVEMENT_CLOSED_EDGE: RuleText("This unit cannot go up or down there.", _TERRAIN),
    Rule.MOVEMENT_HELD: RuleText("This unit never leaves the bunker it was set up in.", _TERRAIN),
    Rule.MOVEMENT_NOT_FROM_NEIGHBOR: RuleText(
        "A hedgerow is entered only by a unit that began its turn next to it.", _TERRAIN
    ),
    Rule.MOVEMENT_TERRAIN_CAP: RuleText(
        "Terrain on the way does not let a unit go that far.", _TERRAIN
    ),
    Rule.MOVEMENT_NOT_WITH_CARD: RuleText("Units do not move with this card.", _CARDS),
    Rule.MOVEMENT_NO_SECOND_MOVE: RuleText("No second move follows the battles.", _CARDS),
    Rule.MOVEMENT_SECOND_MOVE_LEFT: RuleText(
        "End the battles first: a second move follows.", _CARDS
    ),
    Rule.MOVEMENT_STOP_TERRAIN: RuleText("The terrain entered ends the move there.", _TERRAIN),
    Rule.MOVEMENT_NO_EXIT: RuleText("The unit cannot leave the board on that way.", _SCENARIO),
    Rule.MOVEMENT_OTHER_PATH: RuleText(
        "The list of actions has no move of this unit by this path.", _SERVICE
    ),
    Rule.BATTLE_ALREADY_FOUGHT: RuleText("The unit has had its battle this turn.", _BATTLE),
    Rule.BATTLE_MOVED_TOO_FAR: RuleText("The unit moved too far to battle this turn.", _MOVES),
    Rule.BATTLE_TERRAIN_ENTERED: RuleText(
        "The terrain the unit entered forbids a battle this turn.", _TERRAIN
    ),
    Rule.BATTLE_FROM_WATER: RuleText("A unit in the ocean cannot battle.", _TERRAIN),
    Rule.BATTLE_NOT_WITH_CARD: RuleText(
        "Units do not battle with this card, or no longer.", _CARDS
    ),
    Rule.BATTLE_CANCELLED: RuleText("The ambush has cost the unit its battles.", _CARDS),
    Rule.BATTLE_FIRE_STOPPED: RuleText("This unit cannot fire across that terrain.", _SCENARIO),
    Rule.BATTLE_ADJACENT_ONLY: RuleText(
        "With this card units attack adjacent enemies only.", _CARDS
    ),
    Rule.BATTLE_ENEMY_ADJACENT: RuleText(
        "With this card a unit with an enemy next to it does not battle.", _CARDS
    ),
    Rule.AMBUSH_NOT_IN_HAND: RuleText("You do not hold an Ambush.", _CARDS),
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
