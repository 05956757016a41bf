"""Validate the names that players choose."""

import re
import unicodedata
from itertools import groupby

from precis_i18n import get_profile

MAX_LENGTH = 60
"""The maximum length of a player's name."""
_MAX_MARKS = 4
"""The maximum run of nonspacing marks: UTS 39 considers longer ones spoofing."""
_TAG_LENGTH = 6
"""The digits of an id in a tag: enough to make signing up for a given tag impractical."""
_NICKNAME = get_profile("NicknameCasePreserved")
_EMOJI_STYLE = re.compile("[\ufe0e\ufe0f]")
"""Variation selectors that phones add to emoji; the profile does not allow them."""
_BLANKS = frozenset("\u115f\u1160\u3164\uffa0\u2800")
"""Invisible characters that Unicode classifies as letters or symbols."""


class InvalidNameError(ValueError):
    """The name is not allowed; the message says what to do."""


def nickname(text: str) -> str:
    """Normalize a name for storage by the nickname profile of RFC 8266, and check that it is
    visible and has no invisible or bidirectional control characters.

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
    """Normalize a name from another service, dropping characters that are not allowed; None if
    nothing is left."""
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
    """Whether a text has a visible character and no long runs of marks."""
    kinds = [unicodedata.category(char) for char in text if char not in _BLANKS]
    max_run = max((len([*run]) for mark, run in groupby(kinds, "Mn".__eq__) if mark), default=0)
    return any(kind[0] in "LNPS" for kind in kinds) and max_run <= _MAX_MARKS


def tag(player_id: str) -> str:
    """The tag shown with a player's name, to distinguish similar names."""
    return player_id.partition("_")[2][:_TAG_LENGTH]


def _refused(error: UnicodeEncodeError) -> str:
    if error.start < 0:
        return "Must not be blank."
    code_point = f"U+{ord(error.object[error.start]):04X}"
    return f"Must not contain {code_point} (RFC 8266)."
