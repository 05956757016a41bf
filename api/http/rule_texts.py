"""What each rule says when it refuses a command, in our own words, with its place in the books."""

import re
from dataclasses import dataclass
from typing import Any, NamedTuple

from api import locales
from domain.errors import Rule
from domain.values import EditionName

_PLACE = re.compile(r"(2004|2025),? (.+)")


@dataclass(frozen=True, slots=True)
class RuleText:
    """One sentence for a person, and where the rule stands; what more there is to say of it."""

    rule: Rule
    sentence: str
    source: str

    @property
    def sources(self) -> dict[str, str]:
        """Where the rule stands, by edition."""
        found = filter(None, map(_PLACE.fullmatch, self.source.split("; ")))
        places = {place[1]: place[2] for place in found}
        missing = "This edition has no such rule" if places else self.source
        return {edition: places.get(edition, missing) for edition in EditionName}

    @property
    def says(self) -> dict[str, str]:
        """What the rule says, by edition."""
        said: dict[str, str] = locales.refusal(self.rule)["says"]
        return {edition: said.get(edition, said.get("both", "")) for edition in EditionName}

    @property
    def instead(self) -> str:
        """What a client does instead of what was refused."""
        said: str = locales.refusal(self.rule)["instead"]
        return said

    @property
    def tried(self) -> dict[str, Any] | None:
        """An example of a body that the rule refuses; None where no body in order meets it."""
        body: dict[str, Any] | None = locales.refusal(self.rule)["tried"]
        return body

    @property
    def facts(self) -> dict[str, Any]:
        """The facts of that example."""
        facts: dict[str, Any] = locales.refusal(self.rule)["facts"]
        return facts


class _Said(NamedTuple):
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

_SAID: dict[Rule, _Said] = {
    Rule.GAME_NOT_STARTED: _Said("The game starts when every seat is taken.", _SERVICE),
    Rule.GAME_OVER: _Said("The game is over; nothing can be added to it.", _SERVICE),
    Rule.SEAT_UNKNOWN: _Said("The game's table does not have this seat.", _SERVICE),
    Rule.SEAT_TAKEN: _Said("Another player holds this seat.", _SERVICE),
    Rule.SEAT_NOT_YOURS: _Said("You do not hold this seat.", _SERVICE),
    Rule.SEAT_RESERVED: _Said("In a match each player takes the other side now.", _MATCH),
    Rule.SEAT_BOTH_SIDES: _Said("A rated game is played by two people.", _SERVICE),
    Rule.MATCH_GAME_OPEN: _Said("The first game of the match is not over.", _MATCH),
    Rule.MATCH_COMPLETE: _Said("A match has two games; this is the second.", _MATCH),
    Rule.SEATING_CLOSED: _Said(
        "The game has started or was cancelled; its seats stay as they are.", _SERVICE
    ),
    Rule.TURN_NOT_YOURS: _Said("The game is waiting for the other seat's decision.", _TURN),
    Rule.PHASE_OTHER_DECISION: _Said("The game is waiting for another kind of decision.", _TURN),
    Rule.CARD_NOT_IN_HAND: _Said("You do not hold this card.", _TURN),
    Rule.CARD_NOT_SHARED: _Said("This is not the open card of your pair.", _ALLIANCE),
    Rule.CARD_NOT_TO_PROPOSE: _Said("You have no card to propose now.", _TEAM),
    Rule.CARD_NOT_FOR_SEAT: _Said("This card cannot be handed out to that seat now.", _OVERLORD),
    Rule.CARD_NONE_HANDED_OUT: _Said("No card has been handed out.", _OVERLORD),
    Rule.CARD_COMMIT_FIRST: _Said("A card is laid down before one is played.", _COMMISSAR),
    Rule.CARD_NOT_COMMITTED: _Said("The card that was laid down is played now.", _COMMISSAR),
    Rule.CARD_NOT_TO_COMMIT: _Said("An Ambush is not laid down.", _COMMISSAR),
    Rule.HAND_NO_PARTNER: _Said("Your seat has no partner.", _ALLIANCE),
    Rule.HAND_SHOWN: _Said("Your partner has seen all of your hand.", _ALLIANCE),
    Rule.CARD_NOT_OFFERED: _Said("This card is not among those you drew.", _TURN),
    Rule.CARD_REACTION_ONLY: _Said("This card is played when the enemy attacks.", _CARDS),
    Rule.CARD_SECTION_NOT_NAMED: _Said("The card requires a section to order in.", _CARDS),
    Rule.CARD_SECTION_NOT_ASKED: _Said("This card does not take a section.", _CARDS),
    Rule.CARD_SECTION_EMPTY: _Said("You have no unit for this card in that section.", _CARDS),
    Rule.CARD_NO_STAND_IN: _Said("The card cannot be played as that one now.", _SCENARIO),
    Rule.AIR_DROP_OFF_BOARD: _Said("Units are dropped over a hex of the board.", _SCENARIO),
    Rule.AIR_DROP_ELSEWHERE: _Said("The drop is made over one of the scenario's hexes.", _SCENARIO),
    Rule.SMOKE_NO_CHAIN: _Said("A smoke screen is three markers in a chain.", _SCENARIO),
    Rule.UNIT_UNKNOWN: _Said("No such unit is on the board.", _SERVICE),
    Rule.UNIT_NOT_YOURS: _Said("This unit belongs to the other side.", _ORDERS),
    Rule.ORDER_ALREADY_GIVEN: _Said("A unit takes one order per turn.", _ORDERS),
    Rule.ORDER_NOT_IN_SECTION: _Said(
        "The card orders no unit in the section where this one stands.", _ORDERS
    ),
    Rule.ORDER_NONE_LEFT: _Said("The card has no order left for this unit.", _ORDERS),
    Rule.ORDER_OTHER_TYPE: _Said("The card orders units of another type.", _CARDS),
    Rule.ORDER_NO_ENEMY_ADJACENT: _Said("The card orders units next to an enemy.", _CARDS),
    Rule.ORDER_ENEMY_ADJACENT: _Said("The card orders units with no enemy next to them.", _CARDS),
    Rule.ORDER_NO_OBSTACLE: _Said(
        "The unit's hex takes no sandbags, has some, or none are left in the box.", _CARDS
    ),
    Rule.ORDER_NOT_YET: _Said("The unit has come too lately to be ordered.", _SCENARIO),
    Rule.HEAL_NO_DIE: _Said("No die is left that gives this unit a figure back.", _CARDS),
    Rule.HEAL_NOTHING_LOST: _Said("The unit has all its figures.", _CARDS),
    Rule.TARGET_ALREADY_NAMED: _Said("This unit is already a target.", _CARDS),
    Rule.TARGET_NOT_CONNECTED: _Said("Each target must be next to another target.", _CARDS),
    Rule.TARGET_NOT_IN_SECTION: _Said(
        "At least one target must be in the card's section.", _SCENARIO
    ),
    Rule.TARGET_NONE_NAMED: _Said("A strike needs at least one target.", _CARDS),
    Rule.TARGET_NOT_NAMED: _Said("This unit is not one of the remaining targets.", _CARDS),
    Rule.UNIT_NOT_ORDERED: _Said("Only a unit ordered this turn may act.", _ORDERS),
    Rule.MOVEMENT_ALREADY_MOVED: _Said("A unit moves once per turn.", _MOVES),
    Rule.MOVEMENT_NO_PATH: _Said("A move enters at least one hex.", _MOVES),
    Rule.MOVEMENT_NOT_ADJACENT: _Said("Each step of a move goes to an adjacent hex.", _MOVES),
    Rule.MOVEMENT_OFF_BOARD: _Said("A unit stays on whole hexes of the board.", _MOVES),
    Rule.MOVEMENT_TOO_FAR: _Said("The unit cannot move that far.", _MOVES),
    Rule.MOVEMENT_OCCUPIED: _Said("A unit cannot enter or pass another unit's hex.", _MOVES),
    Rule.MOVEMENT_IMPASSABLE: _Said("This unit cannot enter that terrain.", _TERRAIN),
    Rule.MOVEMENT_BRIDGE_FROM_LAND: _Said("A bridge is entered from land.", "2025 Appendix 2"),
    Rule.MOVEMENT_BRIDGE_ENDS: _Said("A long bridge is entered and left at its ends.", _SCENARIO),
    Rule.MOVEMENT_CLOSED_EDGE: _Said("This unit cannot go up or down there.", _TERRAIN),
    Rule.MOVEMENT_HELD: _Said("This unit never leaves the bunker it was set up in.", _TERRAIN),
    Rule.MOVEMENT_NOT_FROM_NEIGHBOR: _Said(
        "A hedgerow is entered only by a unit that began its turn next to it.", _TERRAIN
    ),
    Rule.MOVEMENT_TERRAIN_CAP: _Said(
        "Terrain on the way does not let a unit go that far.", _TERRAIN
    ),
    Rule.MOVEMENT_NOT_WITH_CARD: _Said("Units do not move with this card.", _CARDS),
    Rule.MOVEMENT_NO_SECOND_MOVE: _Said("No second move follows the battles.", _CARDS),
    Rule.MOVEMENT_SECOND_MOVE_LEFT: _Said("End the battles first: a second move follows.", _CARDS),
    Rule.MOVEMENT_STOP_TERRAIN: _Said("The terrain entered ends the move there.", _TERRAIN),
    Rule.MOVEMENT_NO_EXIT: _Said("The unit cannot leave the board by that path.", _SCENARIO),
    Rule.MOVEMENT_OTHER_PATH: _Said(
        "The list of actions has no move of this unit by this path.", _SERVICE
    ),
    Rule.BATTLE_ALREADY_FOUGHT: _Said("The unit has had its battle this turn.", _BATTLE),
    Rule.BATTLE_MOVED_TOO_FAR: _Said("The unit moved too far to battle this turn.", _MOVES),
    Rule.BATTLE_TERRAIN_ENTERED: _Said(
        "The terrain the unit entered forbids a battle this turn.", _TERRAIN
    ),
    Rule.BATTLE_FROM_WATER: _Said("A unit in the ocean cannot battle.", _TERRAIN),
    Rule.BATTLE_NOT_FROM_HERE: _Said("Units of this type cannot battle from here.", _EXPANSION),
    Rule.BATTLE_SPARES_TYPE: _Said("This unit does not attack units of that type.", _EXPANSION),
    Rule.BATTLE_TOO_DARK: _Said("At night units do not see as far.", _EXPANSION),
    Rule.BATTLE_CAMOUFLAGED: _Said("The unit is camouflaged.", _EXPANSION),
    Rule.BATTLE_NOT_WITH_CARD: _Said(
        "Units do not battle with this card, or not any more this turn.", _CARDS
    ),
    Rule.BATTLE_CANCELLED: _Said("The ambush has cost the unit its battles.", _CARDS),
    Rule.BATTLE_ON_THE_MOVE: _Said("A unit on the move does not battle.", _CARDS),
    Rule.BATTLE_FIRE_STOPPED: _Said("This unit cannot fire across that terrain.", _SCENARIO),
    Rule.BATTLE_ADJACENT_ONLY: _Said("With this card units attack adjacent enemies only.", _CARDS),
    Rule.BATTLE_ENEMY_ADJACENT: _Said(
        "With this card a unit with an enemy next to it does not battle.", _CARDS
    ),
    Rule.AMBUSH_NOT_IN_HAND: _Said("You do not hold an Ambush.", _CARDS),
    Rule.BATTLE_OWN_SIDE: _Said("A unit battles enemies only.", _BATTLE),
    Rule.BATTLE_ADJACENT_ENEMY_FIRST: _Said(
        "With an enemy next to it a unit may attack adjacent enemies only.", _BATTLE
    ),
    Rule.BATTLE_OUT_OF_RANGE: _Said("The target is out of range.", _BATTLE),
    Rule.BATTLE_NO_LINE_OF_SIGHT: _Said("Something blocks the line of sight.", _SIGHT),
    Rule.BATTLE_NO_DICE: _Said("The attacker has no dice left to roll.", _TERRAIN),
    Rule.DEMOLISH_NOT_HERE: _Said("Nothing there can be sealed or blown up now.", _SCENARIO),
    Rule.WIRE_NONE_HERE: _Said("There is no wire under this unit.", _TERRAIN),
    Rule.WIRE_INFANTRY_ONLY: _Said("Only infantry clears wire instead of battling.", _TERRAIN),
    Rule.OVERRUN_OTHER_UNIT: _Said("Only the overrunning unit may battle now.", _OVERRUN),
    Rule.RETREAT_OTHER_UNIT: _Said("Another unit must retreat now.", _RETREAT),
    Rule.RETREAT_PATH: _Said(
        "A retreat goes row by row toward the unit's own baseline, as far as the flags demand.",
        _RETREAT,
    ),
    Rule.STANDING_AWAITED: _Said("The game waits for your own answer now.", _SERVICE),
    Rule.STANDING_CONTRADICT: _Said("Two of the orders are about the same thing.", _SERVICE),
    Rule.STANDING_SAME: _Said("These orders stand already.", _SERVICE),
    Rule.STANDING_NONE_LEFT: _Said("The orders were changed too often in this turn.", _SERVICE),
    Rule.STANDING_TURN: _Said("A turn cannot be told in advance like this.", _SERVICE),
    Rule.HINT_NOT_ALONE: _Said("Hints are for games against bots that are not rated.", _SERVICE),
    Rule.CLOCK_NONE: _Said("The game has no clock that runs.", _SERVICE),
    Rule.CLOCK_TIME_LEFT: _Said("The seat has time left.", _SERVICE),
    Rule.CLOCK_NO_CREDIT: _Said("No such time can be given back.", _SERVICE),
    Rule.PAUSE_NONE: _Said("The game is not paused.", _SERVICE),
    Rule.PAUSE_NOT_AWAITED: _Said("Only a seat that is awaited ends a pause early.", _SERVICE),
    Rule.VACATION_NONE_LEFT: _Said("The seat has fewer days of vacation left.", _SERVICE),
    Rule.VACATION_TAKEN: _Said("The seat is on vacation already.", _SERVICE),
    Rule.VACATION_NONE: _Said("The seat is not on vacation.", _SERVICE),
    Rule.PROPOSAL_STANDS: _Said("A proposal is waiting for an answer already.", _SERVICE),
    Rule.PROPOSAL_NONE: _Said("There is no proposal that you could answer so.", _SERVICE),
    Rule.PROPOSAL_NONE_LEFT: _Said("A seat may propose at most twenty times per game.", _SERVICE),
    Rule.PROPOSAL_NO_PARTNER: _Said("No partner can take the seat over.", _SERVICE),
    Rule.UNDO_NOT_ALLOWED: _Said("This game does not allow taking back.", _UNDO),
    Rule.UNDO_NO_SUCH_VERSION: _Said(
        "No command of the game ended at this version, or the game was not under way.", _UNDO
    ),
    Rule.UNDO_NOT_YOUR_TURN: _Said("Only the active seat can take back its own decisions.", _UNDO),
    Rule.UNDO_REVEALED: _Said(
        "A die, a card or a decision of the other side has revealed something since.", _UNDO
    ),
    Rule.UNDO_OFFER_STANDS: _Said("A request to take back is waiting for an answer.", _UNDO),
    Rule.UNDO_ASKED_ALREADY: _Said(
        "A request was already declined or withdrawn in this position.", _UNDO
    ),
    Rule.UNDO_NONE_LEFT: _Said("A seat may ask at most ten times per game.", _UNDO),
    Rule.UNDO_NO_OFFER: _Said("There is no such request to take back, or it has lapsed.", _UNDO),
    Rule.UNDO_BEFORE_BRANCH: _Said("A branch cannot be taken back to before it began.", _BRANCH),
    Rule.BRANCH_NO_SUCH_VERSION: _Said("No branch can begin at that version.", _BRANCH),
    Rule.REVISION_NOT_DECIDED: _Said(
        "The rules by which this game was begun are no longer programmed.", _SERVICE
    ),
    Rule.SANDBOX_ONLY: _Said("Dice can be fixed only in a sandbox.", _BRANCH),
    Rule.SANDBOX_OTHER_DICE: _Said("The command rolls another number of dice.", _BRANCH),
    Rule.BRANCH_GAME_RUNNING: _Said(
        "A branch of a running game must not reveal its seed or hidden cards.", _BRANCH
    ),
}

RULES = {rule: RuleText(rule, *said) for rule, said in _SAID.items()}
