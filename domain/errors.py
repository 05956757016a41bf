"""Why a command is refused: one exception, and a closed list of named rules."""

from enum import StrEnum


class Rule(StrEnum):
    """A rule that can refuse a command; the text is its stable public name."""

    GAME_NOT_STARTED = "game.not_started"
    GAME_OVER = "game.over"
    SEAT_TAKEN = "seat.taken"
    SEAT_RESERVED = "seat.reserved"
    SEATING_CLOSED = "seat.seating_closed"
    MATCH_GAME_OPEN = "match.game_open"
    MATCH_COMPLETE = "match.complete"
    TURN_NOT_YOURS = "turn.not_yours"
    PHASE_OTHER_DECISION = "phase.other_decision"
    CARD_NOT_IN_HAND = "card.not_in_hand"
    CARD_NOT_OFFERED = "card.not_offered"
    CARD_REACTION_ONLY = "card.reaction_only"
    CARD_SECTION_NOT_NAMED = "card.section_not_named"
    CARD_SECTION_NOT_ASKED = "card.section_not_asked"
    CARD_SECTION_EMPTY = "card.section_empty"
    CARD_NO_STAND_IN = "card.no_stand_in"
    AIR_DROP_OFF_BOARD = "air_drop.off_board"
    UNIT_UNKNOWN = "unit.unknown"
    UNIT_NOT_YOURS = "unit.not_yours"
    ORDER_ALREADY_GIVEN = "order.already_given"
    ORDER_NOT_IN_SECTION = "order.not_in_section"
    ORDER_NONE_LEFT = "order.none_left"
    ORDER_OTHER_TYPE = "order.other_type"
    ORDER_NO_ENEMY_ADJACENT = "order.no_enemy_adjacent"
    ORDER_ENEMY_ADJACENT = "order.enemy_adjacent"
    ORDER_NO_OBSTACLE = "order.no_obstacle"
    HEAL_NOTHING_LOST = "heal.nothing_lost"
    TARGET_ALREADY_NAMED = "target.already_named"
    TARGET_NOT_CONNECTED = "target.not_connected"
    TARGET_NOT_IN_SECTION = "target.not_in_section"
    TARGET_NONE_NAMED = "target.none_named"
    TARGET_NOT_NAMED = "target.not_named"
    UNIT_NOT_ORDERED = "unit.not_ordered"
    MOVEMENT_ALREADY_MOVED = "movement.already_moved"
    MOVEMENT_NO_PATH = "movement.no_path"
    MOVEMENT_NOT_ADJACENT = "movement.not_adjacent"
    MOVEMENT_OFF_BOARD = "movement.off_board"
    MOVEMENT_TOO_FAR = "movement.too_far"
    MOVEMENT_OCCUPIED = "movement.occupied"
    MOVEMENT_IMPASSABLE = "movement.impassable"
    MOVEMENT_BRIDGE_FROM_LAND = "movement.bridge_from_land"
    MOVEMENT_BRIDGE_ENDS = "movement.bridge_ends"
    MOVEMENT_CLOSED_EDGE = "movement.closed_edge"
    MOVEMENT_HELD = "movement.held"
    MOVEMENT_NOT_FROM_NEIGHBOR = "movement.not_from_neighbor"
    MOVEMENT_TERRAIN_CAP = "movement.terrain_cap"
    MOVEMENT_NOT_WITH_CARD = "movement.not_with_card"
    MOVEMENT_NO_SECOND_MOVE = "movement.no_second_move"
    MOVEMENT_SECOND_MOVE_LEFT = "movement.second_move_left"
    MOVEMENT_STOP_TERRAIN = "movement.stop_terrain"
    MOVEMENT_NO_EXIT = "movement.no_exit"
    MOVEMENT_OTHER_PATH = "movement.other_path"
    BATTLE_ALREADY_FOUGHT = "battle.already_fought"
    BATTLE_MOVED_TOO_FAR = "battle.moved_too_far"
    BATTLE_TERRAIN_ENTERED = "battle.terrain_entered"
    BATTLE_FROM_WATER = "battle.from_water"
    BATTLE_NOT_WITH_CARD = "battle.not_with_card"
    BATTLE_OWN_SIDE = "battle.own_side"
    BATTLE_ADJACENT_ENEMY_FIRST = "battle.adjacent_enemy_first"
    BATTLE_OUT_OF_RANGE = "battle.out_of_range"
    BATTLE_NO_LINE_OF_SIGHT = "battle.no_line_of_sight"
    BATTLE_NO_DICE = "battle.no_dice"
    BATTLE_FIRE_STOPPED = "battle.fire_stopped"
    BATTLE_ADJACENT_ONLY = "battle.adjacent_only"
    BATTLE_ENEMY_ADJACENT = "battle.enemy_adjacent"
    BATTLE_CANCELLED = "battle.cancelled"
    AMBUSH_NOT_IN_HAND = "ambush.not_in_hand"
    WIRE_NONE_HERE = "wire.none_here"
    WIRE_INFANTRY_ONLY = "wire.infantry_only"
    OVERRUN_OTHER_UNIT = "overrun.other_unit"
    RETREAT_OTHER_UNIT = "retreat.other_unit"
    RETREAT_PATH = "retreat.path"
    UNDO_NOT_ALLOWED = "undo.not_allowed"
    UNDO_NO_SUCH_VERSION = "undo.no_such_version"
    UNDO_NOT_YOUR_TURN = "undo.not_your_turn"
    UNDO_REVEALED = "undo.revealed"
    UNDO_OFFER_STANDS = "undo.offer_stands"
    UNDO_ASKED_ALREADY = "undo.asked_already"
    UNDO_NONE_LEFT = "undo.none_left"
    UNDO_NO_OFFER = "undo.no_offer"
    UNDO_BEFORE_BRANCH = "undo.before_branch"
    BRANCH_NO_SUCH_VERSION = "branch.no_such_version"
    BRANCH_GAME_RUNNING = "branch.game_running"


class IllegalCommandError(Exception):
    """The rules refuse a command; nothing has happened.

    ``rule`` names the rule; ``facts`` are the values that made it bite (plain JSON values), for a
    message to a person.
    """

    def __init__(self, rule: Rule, **facts: object) -> None:
        super().__init__(rule.value)
        self.rule = rule
        self.facts = facts


class ScenarioError(ValueError):
    """A scenario document does not describe a playable set-up; the text says where and why."""
