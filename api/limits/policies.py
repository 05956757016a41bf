"""What a request is counted as."""

from dataclasses import dataclass

from events.accounts.rates import Rate


@dataclass(frozen=True, slots=True)
class Policy:
    """The name of a limit, whom a request counts for, how often, and as how many requests."""

    name: str
    who: str
    rate: Rate
    weight: int = 1
