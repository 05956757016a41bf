"""How much is tried at random: the same in every run, and no hurry. ``EXAMPLES=300`` in the
environment tries so many examples of each property, plays all games of ``rounds``, and new ones
where ``same_games`` repeats them (``make soak``)."""

import os

from hypothesis import HealthCheck, settings

_FEW = 12
_WANTED = int(os.environ.get("EXAMPLES", _FEW))
IS_SOAK = _WANTED != _FEW
EXAMPLES = settings(
    derandomize=True,
    deadline=None,
    max_examples=_WANTED,
    suppress_health_check=[HealthCheck.too_slow],
)


def rounds(few: int, many: int) -> int:
    """How many games a test plays, or how many times it does something: few, or many in a soak."""
    return many if IS_SOAK else few
