"""How Hypothesis is used here: the same examples in every run, and no hurry. ``EXAMPLES=300`` in
the environment tries so many (``make soak``)."""

import os

from hypothesis import HealthCheck, settings

EXAMPLES = settings(
    derandomize=True,
    deadline=None,
    max_examples=int(os.environ.get("EXAMPLES", "12")),
    suppress_health_check=[HealthCheck.too_slow],
)
