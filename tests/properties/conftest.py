"""Hypothesis draws the same examples in every run, and is not hurried."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "afteraction",
    derandomize=True,
    deadline=None,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("afteraction")
