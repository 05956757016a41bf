"""Why a value does not have the form of a document: what msgspec says of it, as reasons."""

import re

from events.scenarios.reasons import Reason, because

_PLACE = re.compile(r" - at `(?:key` in `)?\$([^`]*)`$")
_MESSAGES = (
    (r"Object missing required field `(?P<name>.+)`", "missing_member"),
    (r"Object contains unknown field `(?P<name>.+)`", "unknown_member"),
    (r"Invalid (?:enum )?value (?P<word>.+)", "unknown_word"),
    (r"Expected `(?P<expected>.+)`, got `(?P<found>.+)`", "wrong_type"),
    (r"Expected `array` of length (?P<needed>\d+), got (?P<found>\d+)", "wrong_length"),
    (r"Expected `\w+` of length >= 1", "empty"),
    (r"Expected `\w+` of length >= (?P<least>\d+)", "too_short"),
    (r"Expected `\w+` of length <= (?P<most>\d+)", "too_long"),
    (r"Expected `int` >= (?P<least>-?\d+)", "too_small"),
    (r"Expected `int` <= (?P<most>-?\d+)", "too_large"),
    (r"Expected `str` matching regex '\^\[\^.+", "control_character"),
    (r"Expected `str` matching regex (?P<form>.+)", "wrong_form"),
)
"""Messages with the codes of their reasons; a group is the value of its name. The first is used
that matches: a text that must not contain some characters has a form, too."""
_CODES = tuple((re.compile(message, re.DOTALL), code) for message, code in _MESSAGES)


def form_fault(message: str) -> tuple[str, Reason]:
    """Return the place of a fault as a JSON pointer, ``*`` for some member, and the reason:
    that of msgspec's message, or ``invalid`` with any other."""
    place = _PLACE.search(message)
    fault = message if place is None else message[: place.start()]
    pointer = "" if place is None else _pointer(place[1])
    for known, code in _CODES:
        if match := known.fullmatch(fault):
            return pointer, because(code, **match.groupdict())
    return pointer, because("invalid", fault=fault)


def _pointer(place: str) -> str:
    return place.replace("[...]", "/*").replace("[", "/").replace("]", "").replace(".", "/")
