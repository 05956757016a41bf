"""The rate limit policy that a request is counted under."""

from dataclasses import dataclass

from events.accounts.rates import Rate


@dataclass(frozen=True, slots=True)
class Policy:
    """A rate limit, whom the request counts for, and as how many requests it counts."""

    name: str
    subject: str
    """The player's id, or the address."""
    rate: Rate
    weight: int = 1
