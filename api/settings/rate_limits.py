"""Rate limits: settings and defaults."""

import re
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Self

from api.settings.environment import SettingsError, Variables
from events.accounts.rates import Rate

Network = IPv4Network | IPv6Network

_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400}
_RATE = re.compile(rf"([1-9][0-9]{{0,8}})/({'|'.join(_SECONDS)})")
_SWITCH = ("on", "off")
_LEAST_A_SECOND = 2
"""The default for commands: faster than a person plays."""


@dataclass(frozen=True, slots=True)
class RateLimits:
    """The rate of each policy; None disables it. The first four are per player, for all of its
    tokens together; the others per address."""

    commands: Rate | None = Rate(3000, 60)
    """Unsafe requests that were not refused."""
    refusals: Rate | None = Rate(1500, 60)
    """Refused unsafe requests, per player or address."""
    reads: Rate | None = Rate(6000, 60)
    streams: Rate | None = Rate(600, 60)
    """Opened streams."""
    sign_up: Rate | None = Rate(600, 3600)
    """Created players."""
    address: Rate | None = Rate(6000, 60)
    """All other requests without a token, or to operations that need none."""
    exempt: tuple[Network, ...] = (ip_network("127.0.0.0/8"), ip_network("::1"))
    """Networks whose addresses are not limited."""

    @classmethod
    def from_variables(cls, given: Variables) -> Self:
        """Read the rates from the environment. Raises ``SettingsError``."""
        default = cls()
        if given.word("RATE_LIMITS", "on", _SWITCH) == "off":
            return cls(None, None, None, None, None, None)
        commands = _rate(given, "RATE_LIMIT_COMMANDS", default.commands)
        if commands and commands.quota < _LEAST_A_SECOND * commands.seconds:
            allowed = f"at least {_LEAST_A_SECOND} per second, so that turns are not held up"
            raise SettingsError("RATE_LIMIT_COMMANDS", allowed, given.text("RATE_LIMIT_COMMANDS"))
        return cls(
            commands=commands,
            refusals=_rate(given, "RATE_LIMIT_REFUSALS", default.refusals),
            reads=_rate(given, "RATE_LIMIT_READS", default.reads),
            streams=_rate(given, "RATE_LIMIT_STREAMS", default.streams),
            sign_up=_rate(given, "RATE_LIMIT_SIGN_UP", default.sign_up),
            address=_rate(given, "RATE_LIMIT_ADDRESS", default.address),
            exempt=networks(given, "RATE_LIMIT_EXEMPT", default.exempt),
        )


def _rate(given: Variables, variable: str, default: Rate | None) -> Rate | None:
    text = given.text(variable).lower()
    if not text:
        return default
    if text == "off":
        return None
    found = _RATE.fullmatch(text)
    if found is None:
        raise SettingsError(
            variable, f"off, or a rate such as 3000/minute (units: {', '.join(_SECONDS)})", text
        )
    return Rate(int(found[1]), _SECONDS[found[2]])


def networks(given: Variables, variable: str, default: tuple[Network, ...]) -> tuple[Network, ...]:
    """Return the networks of a variable. Raises ``SettingsError``."""
    text = given.text(variable)
    if not text:
        return default
    if text.lower() == "none":
        return ()
    try:
        return tuple(ip_network(one.strip()) for one in text.split(","))
    except ValueError:
        raise SettingsError(variable, "none, or networks such as 10.0.0.0/8,::1", text) from None
