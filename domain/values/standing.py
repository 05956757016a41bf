"""Standing orders: what the service answers in a seat's place."""

from enum import StrEnum
from typing import Final, cast


class Instruction(StrEnum):
    """One standing order. Those on the same topic exclude each other."""

    AMBUSH_ALWAYS = "ambush_always"
    AMBUSH_NEVER = "ambush_never"
    AMBUSH_IF_HALF_A_HIT = "ambush_if_half_a_hit"
    AMBUSH_IF_ONE_HIT = "ambush_if_one_hit"
    AMBUSH_IF_ONE_AND_A_HALF_HITS = "ambush_if_one_and_a_half_hits"
    AMBUSH_IF_TWO_HITS = "ambush_if_two_hits"
    RETREAT_SHORTEST = "retreat_shortest"
    RETREAT_LONGEST = "retreat_longest"
    RETREAT_TO_COVER = "retreat_to_cover"
    RETREAT_TOWARD = "retreat_toward"
    TAKE_GROUND = "take_ground"
    LEAVE_GROUND = "leave_ground"
    NO_OVERRUN = "no_overrun"
    BATTLE_BACK = "battle_back"
    NO_BATTLE_BACK = "no_battle_back"


HITS_ON_SIX_ROLLS: Final = {
    Instruction.AMBUSH_ALWAYS: 0,
    Instruction.AMBUSH_IF_HALF_A_HIT: 3,
    Instruction.AMBUSH_IF_ONE_HIT: 6,
    Instruction.AMBUSH_IF_ONE_AND_A_HALF_HITS: 9,
    Instruction.AMBUSH_IF_TWO_HITS: 12,
}
"""Six times the number of hits that an ambush must be expected to score before it is played."""
UNKNOWN_ORDERS: Final = (cast(Instruction, "unknown"),)
"""Stands for a seat's orders, however many, for viewers who may not know them."""
_TOPICS = ("ambush", "retreat", "ground", "overrun", "battle_back")


def topic(order: Instruction) -> str:
    """Return the topic of an order: ambush, retreat, ground, overrun or battle back."""
    return next((word for word in _TOPICS if word in order), order)
