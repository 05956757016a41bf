"""What a seat plans for its next turn, as part of its standing orders."""

from dataclasses import dataclass
from enum import StrEnum

from domain.geometry.hexes import Hex
from domain.values import Card, Section


class Condition(StrEnum):
    """What must hold when the turn begins. `untouched`: no unit of the side has changed since."""

    ALWAYS = "always"
    UNTOUCHED = "untouched"
    ENEMY_ON = "enemy_on"
    NO_ENEMY_ON = "no_enemy_on"


class StepType(StrEnum):
    """The commands of a turn that can be planned in advance."""

    PLAY_CARD = "play_card"
    NAME_TARGET = "name_target"
    END_TARGETS = "end_targets"
    STRIKE = "strike"
    HEAL_UNIT = "heal_unit"
    ORDER_UNIT = "order_unit"
    END_ORDERS = "end_orders"
    MOVE_UNIT = "move_unit"
    EXIT_BOARD = "exit_board"
    END_MOVES = "end_moves"
    ATTACK = "attack"
    REMOVE_WIRE = "remove_wire"
    TAKE_GROUND = "take_ground"
    DECLINE = "decline"
    END_BATTLES = "end_battles"
    END_TURN = "end_turn"


@dataclass(frozen=True, slots=True)
class PlannedStep:
    """A planned command: its ``type``, and the arguments that commands of this type have."""

    type: StepType
    card: Card | None = None
    section: Section | None = None
    as_card: Card | None = None
    unit: str | None = None
    path: tuple[Hex, ...] | None = None
    target: str | None = None
    on_the_move: bool = False


@dataclass(frozen=True, slots=True)
class ConditionalTurn:
    """The ``steps`` of a turn that are executed if ``when`` holds as it begins; ``hex`` is the hex
    that the condition is about."""

    steps: tuple[PlannedStep, ...]
    when: Condition = Condition.ALWAYS
    hex: Hex | None = None

    @property
    def names_hex(self) -> bool:
        """Whether the condition is about a hex."""
        return self.when in (Condition.ENEMY_ON, Condition.NO_ENEMY_ON)
