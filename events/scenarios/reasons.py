"""Why an item of a scenario file has its status: a code with values, and its text in English."""

import re
from collections.abc import Mapping

import msgspec

TEXTS: Mapping[str, str] = {
    "invalid": "{fault}",
    "unit_left_off": "Its rules are not supported: it is left off the board.",
    "second_unit": "The hex has another unit already.",
    "unsupported_equipment": "Its equipment is not supported: it is {kind}.",
    "unsupported_unit_behavior": "{behavior} is not supported: it is {kind}.",
    "unsupported_elite_artillery": "Elite artillery is not supported: it is {kind}.",
    "usual_figures": "It has {usual} figures.",
    "unknown_figures": "Its figures are unknown: it is one of the {side}.",
    "unsupported_badge": "The rules of {meant} are not supported: it is {kind}.",
    "unknown_badge": "The badge is unknown: it is {kind}.",
    "unsupported": "It is not supported.",
    "off_board": "It is not on the board: it is left out.",
    "no_name": "It has no name.",
    "no_label": "It has no text, or lies off the board.",
    "no_effect": "It is stored and has no effect on play.",
    "unknown_board": "The board is unknown: it is {board}, on which all hexes lie.",
    "unknown_face": "The face is unknown: the countryside is played.",
    "unknown_sides": "The file does not say who has which side: the {side} are at the top.",
    "unknown_first_turn": "The file does not say who begins: the allies do.",
    "number_out_of_range": "It must be a number from 1 to {maximum}: it is {usual}.",
    "year_of_last_day": "The battle is played as one of {year}.",
    "unknown_front": "The front is unknown: the battle is played as one of the western front.",
    "rules_in_words": "Rules in words are not played; read them before the game.",
    "unsupported_victory": "This condition of victory is not supported.",
    "not_an_object": "It is not an object.",
    "off_or_unused": "It is switched off, or no unit has it.",
    "switched_off": "It is switched off.",
    "unsupported_option": "This special rule is not supported.",
    "battle_star": "What a battle star means is explained in words only.",
    "unsupported_rules": "Its rules are not supported.",
    "mines_without_side": "The file does not say who laid it: it strikes both sides.",
    "second_minefield": "The hex has mines already.",
    "several_kinds": "Of {kinds} only the first is played.",
    "objective_without_side": "The file does not say who takes it from the other side: the "
    "allies do.",
    "unsupported_members": "Not supported: {extra}.",
    "exit_without_side": "The file does not say whose exit it is.",
    "end_of_exits": "It ends a stretch of exits.",
    "exit_by_place": "The file does not say whose exit it is: it is for the side across the board.",
    "marker_without_unit": "No unit is there to have it.",
    "incomplete_sudden_death": "It must name a side, hexes, and how many of them win.",
    "second_tile": "The hex has another tile already.",
    "unsupported_hex_behavior": "{behavior} is not supported for the hex.",
    "headquarters_without_side": "The file does not say whose it is: no card is lost with it.",
    "headquarters_by_place": "The file does not say whose it is: it is one of the {side}.",
    "incomplete_closed_hex": "It must name a side, and whether all or which of its types are "
    "kept out.",
    "open_ground": "It is open ground.",
    "played_as_open_ground": "Its rules are not supported: the hex is open ground.",
    "no_rules": "It has no rules.",
    "second_obstacle": "The hex has one of the kind already.",
    "played_as_road_block": "Its rules are not supported: it is a road block.",
    "bridge_turned": "A section of a bridge is turned so that its road leaves by two sides.",
    "unsupported_piece_behavior": "{behavior} is not supported.",
    "bridge_without_side": "The file does not say who may blow it up.",
    "empty_deck_winner": "The file does not say who wins when the deck is empty: the Axis do.",
    "same_edge": "Both sides sit at the same edge.",
    "same_id": "Two of them have the same id.",
    "no_units": "The {side} have no units.",
    "no_whole_section": "Its hexes are no whole section.",
    "unreachable_hexes": "Nobody can stand on enough of its hexes.",
    "exit_off_edge": "None of its hexes is at the edge of the board.",
    "no_exit": "The {side} win only once units have left, and have no exit.",
    "few_medals": "The {side} can gain at most {reachable} of the {needed} medals that they need.",
    "no_bridge": "No bridge is on one of the hexes where one can be blown up.",
    "few_medals_or_last_unit": "The {side} can gain at most {reachable} of the {needed} medals "
    "that they need. They win only when the enemy has no unit left.",
    "missing_member": "`{name}` is missing.",
    "unknown_member": "`{name}` is unknown.",
    "unknown_word": "{word} is unknown.",
    "wrong_type": "Expected `{expected}`, got `{found}`.",
    "wrong_length": "It has {found} entries instead of {needed}.",
    "empty": "It is empty.",
    "too_short": "It must have at least {least} entries.",
    "too_long": "It may have at most {most} characters or entries.",
    "too_small": "It must be at least {least}.",
    "too_large": "It must be at most {most}.",
    "control_character": "It contains a tab, a line break or another control character.",
    "wrong_form": "It must match {form}.",
    "no_english_text": "The English text is missing.",
}
"""By code. A placeholder is the name of a value."""
_PLACEHOLDER = re.compile(r"\{(\w+)\}")

Value = str | int


class Reason(msgspec.Struct, frozen=True):
    """A code of ``TEXTS`` with its values; ``side`` is a side, ``kind`` and ``meant`` are kinds of
    units."""

    code: str
    values: dict[str, Value] = {}

    @property
    def text(self) -> str:
        """The text in English."""
        return _PLACEHOLDER.sub(lambda found: str(self.values[found[1]]), TEXTS[self.code])


def because(code: str, **values: Value) -> Reason:
    """Return a reason. Raises ``KeyError`` for an unknown code."""
    TEXTS[code]
    return Reason(code, values)
