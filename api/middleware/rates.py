"""Who may ask how often: requests are counted by player and by address before they are looked at.

Every request belongs to one policy. What a player sends as commands is counted apart from all that
it reads, and from what others at its address do: nothing else can hold a move up. A command that is
refused is given back and counted among the refusals instead. What costs much counts as several
requests, but for what turned out to be there already.
"""

from dataclasses import replace
from functools import lru_cache
from http import HTTPStatus
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from flask import Response, g

from api.access.identity import asker
from api.http.api_request import ApiRequest, current
from api.http.problems import ProblemError
from api.http.responses import READING
from api.limits.policies import Policy
from api.services import Services, services
from api.settings import Settings
from api.settings.rate_limits import RateLimits
from events.accounts.rates import Counted, Rate, Rates

_SIGN_UP = ("POST", "/v1/players")
_STREAMS = ("text/event-stream", "application/x-ndjson")
_REFUSED = range(400, 500)
_NOT_MADE = (HTTPStatus.NOT_MODIFIED, HTTPStatus.SERVICE_UNAVAILABLE)
_GIVEN_BACK = ("commands", "sign_up")
_SITE_BITS = 64
Address = IPv4Address | IPv6Address


def admit(request: ApiRequest, deps: Services) -> None:
    """Count a request, and refuse it where it is one too many."""
    policy = _policy(request, deps.settings)
    if policy is None:
        return
    rates, refusals = deps.rates, deps.settings.rate_limits.refusals
    if policy.name in _GIVEN_BACK and refusals:
        used_up = rates.used_up("refusals", policy.who, refusals)
        if used_up:
            raise _too_many(Policy("refusals", policy.who, refusals), used_up)
    counted = rates.count(policy.name, policy.who, policy.rate, policy.weight)
    if counted is None:
        return
    if not counted.within:
        raise _too_many(policy, counted)
    request.counted = policy, counted


def tell(request: ApiRequest, response: Response, deps: Services) -> None:
    """Say in an answer what is left, once it is known as what its request counts."""
    if request.counted is None:
        return
    policy, counted = request.counted
    if policy.weight > 1 and (response.status_code in _NOT_MADE or "answered_from_cache" in g):
        counted = _give_back(policy, counted, deps.rates)
    if policy.name in _GIVEN_BACK and response.status_code in _REFUSED:
        _move_refused(policy, deps)
    response.headers.extend(_headers(policy, counted))


def address() -> Address | None:
    """Where a request comes from: as the last of the trusted proxies has it, or whoever connected;
    None where that is no address of the internet."""
    request, trusted = current(), services().settings.trusted_proxies
    forwarded = request.headers.get("X-Forwarded-For", "").split(",")
    hops = [*filter(None, map(str.strip, forwarded)), request.remote_addr or ""]
    return _parsed(hops[max(0, len(hops) - 1 - trusted)]) or _parsed(hops[-1])


def requester() -> str:
    """Who asks, as limits know them: the player, or the address."""
    return _signed_in() or _site(address())


def site() -> str | None:
    """What a request counts for as an address; None when its address is exempt."""
    origin = address()
    return None if _is_exempt(origin, services().settings.rate_limits) else _site(origin)


def _policy(request: ApiRequest, settings: Settings) -> Policy | None:
    """None for what is not counted: what operators ask, preflights, unknown methods, and everything
    of a policy that is switched off."""
    operation = request.operation
    if request.method == "OPTIONS" or (operation is not None and not operation.counted):
        return None
    limits = settings.rate_limits
    tokens = operation is not None and operation.takes_token
    name, who = _counted_as(request, tokens=tokens)
    rate: Rate | None = getattr(limits, name)
    if rate is None:
        return None
    if who is None:
        origin = address()
        if _is_exempt(origin, limits):
            return None
        who = _site(origin)
    weight = 1 if operation is None else operation.weight
    return Policy(name, who, rate, min(weight, rate.quota))


def _counted_as(request: ApiRequest, *, tokens: bool) -> tuple[str, str | None]:
    """The policy's name, and the player; no player where it is the address that counts."""
    if (request.method, request.path) == _SIGN_UP:
        return "sign_up", None
    who = _signed_in() if tokens else None
    if who is None:
        return "address", None
    if request.method not in READING:
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


def _give_back(policy: Policy, counted: Counted, rates: Rates) -> Counted:
    """Let a request count as one that was cheap after all."""
    excess = policy.weight - 1
    rates.give_back(policy.name, policy.who, policy.rate, excess)
    return replace(counted, left=counted.left + excess)


def _move_refused(policy: Policy, deps: Services) -> None:
    """Count what was refused among the refusals; where less than that is left, all that is."""
    deps.rates.give_back(policy.name, policy.who, policy.rate, policy.weight)
    rate = deps.settings.rate_limits.refusals
    if rate is None:
        return
    counted = deps.rates.count("refusals", policy.who, rate, min(policy.weight, rate.quota))
    if counted is not None and not counted.within and counted.left:
        deps.rates.count("refusals", policy.who, rate, counted.left)


def _too_many(policy: Policy, counted: Counted) -> ProblemError:
    rate = policy.rate
    detail = f"The rate limit {policy.name} allows {rate.quota} requests in {rate.seconds} seconds."
    extra = {
        "limit": policy.name,
        "limit_quota": rate.quota,
        "limit_window_seconds": rate.seconds,
    }
    headers = {"Retry-After": str(counted.seconds), **_headers(policy, counted)}
    return ProblemError("too_many_requests", detail, extra, headers)


def _headers(policy: Policy, counted: Counted) -> dict[str, str]:
    """What is left, as draft-ietf-httpapi-ratelimit-headers says it."""
    return {
        "RateLimit-Policy": f'"{policy.name}";q={policy.rate.quota};w={policy.rate.seconds}',
        "RateLimit": f'"{policy.name}";r={counted.left};t={counted.seconds}',
    }
