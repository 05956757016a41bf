"""The text of each rule that can refuse a command, in our own words, with its source."""

import re
from dataclasses import dataclass
from typing import Any, NamedTuple

from api import locales
from domain.errors import Rule
from domain.values import EditionName

_SOURCE = re.compile(r"(2004|2025),? (.+)")


@dataclass(frozen=True, slots=True)
class RuleText:
    """The text of a rule: one sentence for a refusal, the source, and the reference page."""

    rule: Rule
    sentence: str
    source: str

    @property
    def sources(self) -> dict[str, str]:
        """Where the rulebooks state the rule, by edition."""
        matches = filter(None, map(_SOURCE.fullmatch, self.source.split("; ")))
        places = {match[1]: match[2] for match in matches}
        missing = "This edition has no such rule" if places else self.source
        return {edition: places.get(edition, missing) for edition in EditionName}

    @property
    def texts(self) -> dict[str, str]:
        """The rule in full, by edition."""
        texts: dict[str, str] = locales.refusal(self.rule)["says"]
        return {edition: texts.get(edition, texts.get("both", "")) for edition in EditionName}

    @property
    def advice(self) -> str:
        """What to do instead of what was refused."""
        advice: str = locales.refusal(self.rule)["instead"]
        return advice

    @property
    def example(self) -> dict[str, Any] | None:
        """A body that the rule refuses; None when no valid body does."""
        body: dict[str, Any] | None = locales.refusal(self.rule)["tried"]
        return body

    @property
    def facts(self) -> dict[str, Any]:
        """The facts of the example's problem."""
        facts: dict[str, Any] = locales.refusal(self.rule)["facts"]
        return facts


class _Row(NamedTuple):
    sentence: str
    source: str


_EXPANSION = "The expansion that the terrain is from"
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
_ALLIANCE = "2025 Appendix 5, Operation Alliance"
_TEAM = "2004 Appendix 3, Team Play; 2025 Appendix 5, Young Generals"
_OVERLORD = "Overlord, Command cards"
_COMMISSAR = "Eastern Front, Political commissars"
_UNDO = "Afteraction: what the players agreed on when the game was made"
_BRANCH = "Afteraction: how a game is reviewed"
_SCENARIO = "The battle's special rules"
_OVERRUN = "2004 p. 11, Armor Overrun; 2025, Armor overrun"

_ROWS: dict[Rule, _Row] = {
    Rule.GAME_NOT_STARTED: _Row("The game starts when every seat is taken.", _SERVICE),
    Rule.GAME_OVER: _Row("The game is over; nothing can be added to it.", _SERVICE),
    Rule.SEAT_UNKNOWN: _Row("The game's table does not have this seat.", _SERVICE),
    Rule.SEAT_TAKEN: _Row("Another player holds this seat.", _SERVICE),
    Rule.SEAT_NOT_YOURS: _Row("You do not hold this seat.", _SERVICE),
    Rule.SEAT_RESERVED: _Row("In a match each player takes the other side now.", _MATCH),
    Rule.SEAT_BOTH_SIDES: _Row("A rated game is played by two people.", _SERVICE),
    Rule.MATCH_GAME_OPEN: _Row("The first game of the match is not over.", _MATCH),
    Rule.MATCH_COMPLETE: _Row("A match has two games; this is the second.", _MATCH),
    Rule.SEATING_CLOSED: _Row(
        "The game has started or was cancelled; its seats stay as they are.", _SERVICE
    ),
    Rule.TURN_NOT_YOURS: _Row("The game is waiting for the other seat's decision.", _TURN),
    Rule.PHASE_OTHER_DECISION: _Row("The game is waiting for another kind of decision.", _TURN),
    Rule.CARD_NOT_IN_HAND: _Row("You do not hold this card.", _TURN),
    Rule.CARD_NOT_SHARED: _Row("This is not the open card of your pair.", _ALLIANCE),
    Rule.CARD_NOT_TO_PROPOSE: _Row("You have no card to propose now.", _TEAM),
    Rule.CARD_NOT_FOR_SEAT: _Row("This card cannot be handed out to that seat now.", _OVERLORD),
    Rule.CARD_NONE_HANDED_OUT: _Row("No card has been handed out.", _OVERLORD),
    Rule.CARD_COMMIT_FIRST: _Row("A card is laid down before one is played.", _COMMISSAR),
    Rule.CARD_NOT_COMMITTED: _Row("The card that was laid down is played now.", _COMMISSAR),
    Rule.CARD_NOT_TO_COMMIT: _Row("An Ambush is not laid down.", _COMMISSAR),
    Rule.HAND_NO_PARTNER: _Row("Your seat has no partner.", _ALLIANCE),
    Rule.HAND_SHOWN: _Row("Your partner has seen all of your hand.", _ALLIANCE),
    Rule.CARD_NOT_OFFERED: _Row("This card is not among those you drew.", _TURN),
    Rule.CARD_REACTION_ONLY: _Row("This card is played when the enemy attacks.", _CARDS),
    Rule.CARD_SECTION_NOT_NAMED: _Row("The card requires a section to order in.", _CARDS),
    Rule.CARD_SECTION_NOT_ASKED: _Row("This card does not take a section.", _CARDS),
    Rule.CARD_SECTION_EMPTY: _Row("You have no unit for this card in that section.", _CARDS),
    Rule.CARD_NO_STAND_IN: _Row("The card cannot be played as that one now.", _SCENARIO),
    Rule.AIR_DROP_OFF_BOARD: _Row("Units are dropped over a hex of the board.", _SCENARIO),
    Rule.AIR_DROP_ELSEWHERE: _Row("The drop is made over one of the scenario's hexes.", _SCENARIO),
    Rule.SMOKE_NO_CHAIN: _Row("A smoke screen is three markers in a chain.", _SCENARIO),
    Rule.UNIT_UNKNOWN: _Row("No such unit is on the board.", _SERVICE),
    Rule.UNIT_NOT_YOURS: _Row("This unit belongs to the other side.", _ORDERS),
    Rule.ORDER_ALREADY_GIVEN: _Row("A unit takes one order per turn.", _ORDERS),
    Rule.ORDER_NOT_IN_SECTION: _Row(
        "The card orders no unit in the section where this one stands.", _ORDERS
    ),
    Rule.ORDER_NONE_LEFT: _Row("The card has no order left for this unit.", _ORDERS),
    Rule.ORDER_OTHER_TYPE: _Row("The card orders units of another type.", _CARDS),
    Rule.ORDER_NO_ENEMY_ADJACENT: _Row("The card orders units next to an enemy.", _CARDS),
    Rule.ORDER_ENEMY_ADJACENT: _Row("The card orders units with no enemy next to them.", _CARDS),
    Rule.ORDER_NO_OBSTACLE: _Row(
        "The unit's hex takes no sandbags, has some, or none are left in the box.", _CARDS
    ),
    Rule.ORDER_NOT_YET: _Row("The unit has arrived too recently to be ordered.", _SCENARIO),
    Rule.DEPLOY_NOT_HERE: _Row("No unit can come onto the board there now.", _SCENARIO),
    Rule.HEAL_NO_DIE: _Row("No die is left that gives this unit a figure back.", _CARDS),
    Rule.HEAL_NOTHING_LOST: _Row("The unit has all its figures.", _CARDS),
    Rule.TARGET_ALREADY_NAMED: _Row("This unit is already a target.", _CARDS),
    Rule.TARGET_NOT_CONNECTED: _Row("Each target must be next to another target.", _CARDS),
    Rule.TARGET_NOT_IN_SECTION: _Row(
        "At least one target must be in the card's section.", _SCENARIO
    ),
    Rule.TARGET_NONE_NAMED: _Row("A strike needs at least one target.", _CARDS),
    Rule.TARGET_NOT_NAMED: _Row("This unit is not one of the remaining targets.", _CARDS),
    Rule.UNIT_NOT_ORDERED: _Row("Only a unit ordered this turn may act.", _ORDERS),
    Rule.MOVEMENT_ALREADY_MOVED: _Row("A unit moves once per turn.", _MOVES),
    Rule.MOVEMENT_NO_PATH: _Row("A move enters at least one hex.", _MOVES),
    Rule.MOVEMENT_NOT_ADJACENT: _Row("Each step of a move goes to an adjacent hex.", _MOVES),
    Rule.MOVEMENT_OFF_BOARD: _Row("A unit stays on whole hexes of the board.", _MOVES),
    Rule.MOVEMENT_TOO_FAR: _Row("The unit cannot move that far.", _MOVES),
    Rule.MOVEMENT_OCCUPIED: _Row("A unit cannot enter or pass another unit's hex.", _MOVES),
    Rule.MOVEMENT_IMPASSABLE: _Row("This unit cannot enter that terrain.", _TERRAIN),
    Rule.MOVEMENT_BRIDGE_FROM_LAND: _Row("A bridge is entered from land.", "2025 Appendix 2"),
    Rule.MOVEMENT_BRIDGE_ENDS: _Row("A long bridge is entered and left at its ends.", _SCENARIO),
    Rule.MOVEMENT_CLOSED_EDGE: _Row("This unit cannot go up or down there.", _TERRAIN),
    Rule.MOVEMENT_HELD: _Row("This unit never leaves the bunker it was set up in.", _TERRAIN),
    Rule.MOVEMENT_NOT_FROM_NEIGHBOR: _Row(
        "A hedgerow is entered only by a unit that began its turn next to it.", _TERRAIN
    ),
    Rule.MOVEMENT_TERRAIN_CAP: _Row(
        "Terrain on the way does not let a unit go that far.", _TERRAIN
    ),
    Rule.MOVEMENT_NOT_WITH_CARD: _Row("Units do not move with this card.", _CARDS),
    Rule.MOVEMENT_NO_SECOND_MOVE: _Row("No second move follows the battles.", _CARDS),
    Rule.MOVEMENT_SECOND_MOVE_LEFT: _Row("End the battles first: a second move follows.", _CARDS),
    Rule.MOVEMENT_STOP_TERRAIN: _Row("The terrain entered ends the move there.", _TERRAIN),
    Rule.MOVEMENT_NO_EXIT: _Row("The unit cannot leave the board by that path.", _SCENARIO),
    Rule.MOVEMENT_OTHER_PATH: _Row(
        "The list of actions has no move of this unit by this path.", _SERVICE
    ),
    Rule.BATTLE_ALREADY_FOUGHT: _Row("The unit has had its battle this turn.", _BATTLE),
    Rule.BATTLE_MOVED_TOO_FAR: _Row("The unit moved too far to battle this turn.", _MOVES),
    Rule.BATTLE_TERRAIN_ENTERED: _Row(
        "The terrain the unit entered forbids a battle this turn.", _TERRAIN
    ),
    Rule.BATTLE_FROM_WATER: _Row("A unit in the ocean cannot battle.", _TERRAIN),
    Rule.BATTLE_NOT_FROM_HERE: _Row("Units of this type cannot battle from here.", _EXPANSION),
    Rule.BATTLE_SPARES_TYPE: _Row("This unit does not attack units of that type.", _EXPANSION),
    Rule.BATTLE_TOO_DARK: _Row("At night units do not see as far.", _EXPANSION),
    Rule.BATTLE_CAMOUFLAGED: _Row("The unit is camouflaged.", _EXPANSION),
    Rule.BATTLE_NOT_WITH_CARD: _Row(
        "Units do not battle with this card, or not any more this turn.", _CARDS
    ),
    Rule.BATTLE_CANCELLED: _Row("The ambush has cost the unit its battles.", _CARDS),
    Rule.BATTLE_ON_THE_MOVE: _Row("A unit on the move does not battle.", _CARDS),
    Rule.BATTLE_FIRE_STOPPED: _Row("This unit cannot fire across that terrain.", _SCENARIO),
    Rule.BATTLE_ADJACENT_ONLY: _Row("With this card units attack adjacent enemies only.", _CARDS),
    Rule.BATTLE_ENEMY_ADJACENT: _Row(
        "With this card a unit with an enemy next to it does not battle.", _CARDS
    ),
    Rule.AMBUSH_NOT_IN_HAND: _Row("You do not hold an Ambush.", _CARDS),
    Rule.BATTLE_OWN_SIDE: _Row("A unit battles enemies only.", _BATTLE),
    Rule.BATTLE_ADJACENT_ENEMY_FIRST: _Row(
        "With an enemy next to it a unit may attack adjacent enemies only.", _BATTLE
    ),
    Rule.BATTLE_OUT_OF_RANGE: _Row("The target is out of range.", _BATTLE),
    Rule.BATTLE_NO_LINE_OF_SIGHT: _Row("Something blocks the line of sight.", _SIGHT),
    Rule.BATTLE_NO_DICE: _Row("The attacker has no dice left to roll.", _TERRAIN),
    Rule.DEMOLISH_NOT_HERE: _Row("Nothing there can be sealed or blown up now.", _SCENARIO),
    Rule.WIRE_NONE_HERE: _Row("There is no wire under this unit.", _TERRAIN),
    Rule.WIRE_INFANTRY_ONLY: _Row("Only infantry clears wire instead of battling.", _TERRAIN),
    Rule.OVERRUN_OTHER_UNIT: _Row("Only the overrunning unit may battle now.", _OVERRUN),
    Rule.RETREAT_OTHER_UNIT: _Row("Another unit must retreat now.", _RETREAT),
    Rule.RETREAT_PATH: _Row(
        "A retreat goes row by row toward the unit's own baseline, as far as the flags demand.",
        _RETREAT,
    ),
    Rule.STANDING_AWAITED: _Row("The game waits for your own answer now.", _SERVICE),
    Rule.STANDING_CONTRADICT: _Row("Two of the orders are about the same thing.", _SERVICE),
    Rule.STANDING_SAME: _Row("These orders are already in effect.", _SERVICE),
    Rule.STANDING_NONE_LEFT: _Row("The orders were changed too often in this turn.", _SERVICE),
    Rule.STANDING_TURN: _Row("These steps cannot be planned in advance.", _SERVICE),
    Rule.HINT_NOT_ALONE: _Row("Hints are for games against bots that are not rated.", _SERVICE),
    Rule.CLOCK_NONE: _Row("The game has no clock that runs.", _SERVICE),
    Rule.CLOCK_TIME_LEFT: _Row("The seat has time left.", _SERVICE),
    Rule.CLOCK_NO_CREDIT: _Row("This time cannot be credited.", _SERVICE),
    Rule.PAUSE_NONE: _Row("The game is not paused.", _SERVICE),
    Rule.PAUSE_NOT_AWAITED: _Row("Only a seat that is awaited ends a pause early.", _SERVICE),
    Rule.VACATION_NONE_LEFT: _Row("The seat has fewer days of vacation left.", _SERVICE),
    Rule.VACATION_TAKEN: _Row("The seat is on vacation already.", _SERVICE),
    Rule.VACATION_NONE: _Row("The seat is not on vacation.", _SERVICE),
    Rule.PROPOSAL_STANDS: _Row("A proposal is waiting for an answer already.", _SERVICE),
    Rule.PROPOSAL_NONE: _Row("There is no proposal that you could answer so.", _SERVICE),
    Rule.PROPOSAL_NONE_LEFT: _Row("A seat may propose at most twenty times per game.", _SERVICE),
    Rule.PROPOSAL_NO_PARTNER: _Row("No partner can take the seat over.", _SERVICE),
    Rule.UNDO_NOT_ALLOWED: _Row("This game does not allow taking back.", _UNDO),
    Rule.UNDO_NO_SUCH_VERSION: _Row(
        "No command of the game ended at this version, or the game was not under way.", _UNDO
    ),
    Rule.UNDO_NOT_YOUR_TURN: _Row("Only the active seat can take back its own decisions.", _UNDO),
    Rule.UNDO_REVEALED: _Row(
        "A die, a card or a decision of the other side has revealed something since.", _UNDO
    ),
    Rule.UNDO_OFFER_STANDS: _Row("A request to take back is waiting for an answer.", _UNDO),
    Rule.UNDO_ASKED_ALREADY: _Row(
        "A request was already declined or withdrawn in this position.", _UNDO
    ),
    Rule.UNDO_NONE_LEFT: _Row("A seat may ask at most ten times per game.", _UNDO),
    Rule.UNDO_NO_OFFER: _Row("There is no such request to take back, or it has lapsed.", _UNDO),
    Rule.UNDO_BEFORE_BRANCH: _Row("A branch cannot be taken back to before it began.", _BRANCH),
    Rule.BRANCH_NO_SUCH_VERSION: _Row("No branch can begin at that version.", _BRANCH),
    Rule.REVISION_NOT_DECIDED: _Row(
        "The rules by which this game was begun are no longer programmed.", _SERVICE
    ),
    Rule.SANDBOX_ONLY: _Row("Dice can be fixed only in a sandbox.", _BRANCH),
    Rule.SANDBOX_OTHER_DICE: _Row("The command rolls another number of dice.", _BRANCH),
    Rule.BRANCH_GAME_RUNNING: _Row(
        "A branch of a running game must not reveal its seed or hidden cards.", _BRANCH
    ),
}

RULES = {rule: RuleText(rule, *said) for rule, said in _ROWS.items()}
