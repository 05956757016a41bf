"""How Hypothesis is used here: the same examples in every run, and no hurry."""

from hypothesis import HealthCheck, settings

EXAMPLES = settings(
    derandomize=True,
    deadline=None,
    max_examples=30,
    suppress_health_check=[HealthCheck.too_slow],
)
