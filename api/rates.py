"""Who may ask how often: requests are counted by player and by address before they are looked at.

Every request belongs to one policy. What a player sends as commands is counted apart from all that
it reads, and from what others at its address do: nothing else can hold a move up. A command that is
refused is given back and counted among the refusals instead.
"""

from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from flask import Flask, Response, g, request

from api.identity import asker
from api.operations import Operations
from api.problems import ProblemError
from api.rate_settings import RateLimits
from api.services import services
from events.rates import Counted, Rate

_SIGN_UP = ("POST", "/v1/players")
_STREAMS = ("text/event-stream", "application/x-ndjson")
_READING = ("GET", "HEAD")
_REFUSED = range(400, 500)
_GIVEN_BACK = ("commands", "sign_up")
_SITE_BITS = 64
Address = IPv4Address | IPv6Address


@dataclass(frozen=True, slots=True)
class _Policy:
    """What a request is counted as, and for whom."""

    name: str
    who: str
    rate: Rate


def register(app: Flask, operations: Operations) -> None:
    """Count the requests of the app from now on, and refuse those that are too many."""

    @app.before_request
    def _admit() -> None:
        policy = _policy(operations)
        if policy is None:
            return
        rates, refusals = services().rates, services().settings.rate_limits.refusals
        if policy.name in _GIVEN_BACK and refusals:
            used_up = rates.used_up("refusals", policy.who, refusals)
            if used_up:
                raise _too_many(_Policy("refusals", policy.who, refusals), used_up)
        counted = rates.count(policy.name, policy.who, policy.rate)
        if counted is None:
            return
        if not counted.within:
            raise _too_many(policy, counted)
        g.counted = (policy, counted)

    @app.after_request
    def _tell(response: Response) -> Response:
        if "counted" in g:
            policy, counted = g.counted
            _move_refused(policy, response.status_code)
            response.headers.update(_headers(policy, counted))
        return response


def address() -> Address | None:
    """Where a request comes from: as the last of the trusted proxies has it, or whoever connected;
    None where that is no address of the internet."""
    trusted = services().settings.trusted_proxies
    forwarded = request.headers.get("X-Forwarded-For", "").split(",")
    hops = [*filter(None, map(str.strip, forwarded)), request.remote_addr or ""]
    return _parsed(hops[max(0, len(hops) - 1 - trusted)]) or _parsed(hops[-1])


def _policy(operations: Operations) -> _Policy | None:
    """None for what is not counted: what operators ask, preflights, unknown methods, and everything
    of a policy that is switched off."""
    operation = operations.asked_for()
    if request.method == "OPTIONS" or (operation is not None and not operation.counted):
        return None
    limits = services().settings.rate_limits
    name, who = _counted_as(tokens=operation is not None and operation.takes_token)
    rate: Rate | None = getattr(limits, name)
    if rate is None:
        return None
    if who is None:
        origin = address()
        if _is_exempt(origin, limits):
            return None
        who = _site(origin)
    return _Policy(name, who, rate)


def _counted_as(*, tokens: bool) -> tuple[str, str | None]:
    """The policy's name, and the player; no player where it is the address that counts."""
    if (request.method, request.path) == _SIGN_UP:
        return "sign_up", None
    who = _signed_in() if tokens else None
    if who is None:
        return "address", None
    if request.method not in _READING:
        return "commands", who
    streams = any(kind in _STREAMS for kind, _ in request.accept_mimetypes)
    return ("streams" if streams else "reads"), who


def _signed_in() -> str | None:
    """The player who asks; a token that is not known counts as none, so that guessing is limited
    by address."""
    try:
        who = asker()
    except ProblemError:
        return None
    return who.player.id if who else None


def _is_exempt(origin: Address | None, limits: RateLimits) -> bool:
    return origin is not None and any(origin in network for network in limits.exempt)


def _site(origin: Address | None) -> str:
    """What counts as one address: of IPv6 the network that a household or host has for itself."""
    if isinstance(origin, IPv6Address):
        return str(ip_network((origin, _SITE_BITS), strict=False))
    return str(origin)


@lru_cache(maxsize=4096)
def _parsed(text: str) -> Address | None:
    try:
        found: Address = ip_address(text)
    except ValueError:
        return None
    return (isinstance(found, IPv6Address) and found.ipv4_mapped) or found


def _move_refused(policy: _Policy, status: int) -> None:
    """What was refused counts among the refusals."""
    if policy.name in _GIVEN_BACK and status in _REFUSED:
        services().rates.give_back(policy.name, policy.who, policy.rate)
        refusals = services().settings.rate_limits.refusals
        if refusals:
            services().rates.count("refusals", policy.who, refusals)


def _too_many(policy: _Policy, counted: Counted) -> ProblemError:
    rate = policy.rate
    detail = (
        f"More than {rate.quota} requests of the kind {policy.name} within {rate.seconds} seconds."
    )
    extra = {
        "limit": policy.name,
        "limit_quota": rate.quota,
        "limit_window_seconds": rate.seconds,
    }
    headers = {"Retry-After": str(counted.seconds), **_headers(policy, counted)}
    return ProblemError("too_many_requests", detail, extra, headers)


def _headers(policy: _Policy, counted: Counted) -> dict[str, str]:
    """What is left, as draft-ietf-httpapi-ratelimit-headers says it."""
    return {
        "RateLimit-Policy": f'"{policy.name}";q={policy.rate.quota};w={policy.rate.seconds}',
        "RateLimit": f'"{policy.name}";r={counted.left};t={counted.seconds}',
    }
