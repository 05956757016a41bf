"""Names that people choose: which ones there may be, and what tells two of the same look apart."""

import re
import unicodedata
from itertools import groupby

from precis_i18n import get_profile

MAX_LENGTH = 60
"""Characters of a player's name."""
_MAX_MARKS = 4
"""Marks on top of one another; Unicode's UTS 39 takes more in a row for an attack on the page."""
_TAG_LENGTH = 6
"""Of the digits after the prefix: random, and enough that nobody signs up until they fit."""
_NICKNAME = get_profile("NicknameCasePreserved")
_EMOJI_STYLE = re.compile("[\ufe0e\ufe0f]")
"""What phones put after an emoji, so that it is drawn in color. The profile has no place for it."""
_BLANKS = frozenset("\u115f\u1160\u3164\uffa0\u2800")
"""Fillers of Hangul, and Braille without a dot: letters and a symbol to Unicode, and to the eye
nothing."""


class InvalidNameError(ValueError):
    """A name that nobody may have; the message says what to do."""


def nickname(text: str) -> str:
    """A name in the form in which it is stored: by the profile for nicknames of RFC 8266, without
    characters that are invisible or turn the direction of text, and with something to see.

    Raises ``InvalidNameError``.
    """
    try:
        name: str = _NICKNAME.enforce(_EMOJI_STYLE.sub("", text))
    except UnicodeEncodeError as error:
        raise InvalidNameError(_refused(error)) from error
    if not is_visible(name):
        raise InvalidNameError("Must have a visible letter, digit or symbol.")
    if len(name) > MAX_LENGTH:
        raise InvalidNameError(
            f"Must have at most {MAX_LENGTH} characters in Unicode normalization form NFKC."
        )
    return name


def nearest_nickname(text: str) -> str | None:
    """The same for a name that cannot be asked for again: without what a name may not hold. None
    where nothing is left."""
    while text := text.strip()[:MAX_LENGTH].strip():
        try:
            return nickname(text)
        except InvalidNameError as error:
            refused = error.__cause__
            if not isinstance(refused, UnicodeEncodeError) or refused.start < 0:
                return None
            text = refused.object[: refused.start] + refused.object[refused.end :]
    return None


def is_visible(text: str) -> bool:
    """Whether a text shows anything, and keeps within its line."""
    kinds = [unicodedata.category(sign) for sign in text if sign not in _BLANKS]
    longest = max((len([*run]) for mark, run in groupby(kinds, "Mn".__eq__) if mark), default=0)
    return any(kind[0] in "LNPS" for kind in kinds) and longest <= _MAX_MARKS


def tag(player_id: str) -> str:
    """What is shown with a player's name, to tell players apart whose names look the same."""
    return player_id.partition("_")[2][:_TAG_LENGTH]


def _refused(error: UnicodeEncodeError) -> str:
    if error.start < 0:
        return "Must not be blank."
    sign = f"U+{ord(error.object[error.start]):04X}"
    return f"Must not contain {sign} (RFC 8266)."
