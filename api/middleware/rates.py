"""Rate limits: requests are counted by player or by address before anything else is done.

Every request belongs to one policy. A player's commands are counted apart from its reads and from
others at the same address, so that nothing else delays a move. A refused command is refunded and
counted as a refusal instead. An expensive request counts as several, unless it was a cache hit.
"""

from dataclasses import replace
from functools import lru_cache
from http import HTTPStatus
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from flask import Response, g

from api.access.identity import authenticate
from api.http.api_request import ApiRequest, current
from api.http.problems import ProblemError
from api.http.responses import SAFE_METHODS
from api.limits.policies import Policy
from api.services import Services, services
from api.settings import Settings
from api.settings.rate_limits import RateLimits
from events.accounts.rates import Counted, Rate, Rates

_SIGN_UP = ("POST", "/v1/players")
_STREAMS = ("text/event-stream", "application/x-ndjson")
_REFUSED = range(400, 500)
_CHEAP = (HTTPStatus.NOT_MODIFIED, HTTPStatus.SERVICE_UNAVAILABLE)
_REFUNDED = ("commands", "sign_up")
_IPV6_PREFIX_BITS = 64
Address = IPv4Address | IPv6Address


def admit(request: ApiRequest, deps: Services) -> None:
    """Count a request. Raises a problem if it exceeds its limit."""
    policy = _policy(request, deps.settings)
    if policy is None:
        return
    rates, refusals = deps.rates, deps.settings.rate_limits.refusals
    if policy.name in _REFUNDED and refusals:
        exhausted = rates.used_up("refusals", policy.subject, refusals)
        if exhausted:
            raise _too_many(Policy("refusals", policy.subject, refusals), exhausted)
    counted = rates.count(policy.name, policy.subject, policy.rate, policy.weight)
    if counted is None:
        return
    if not counted.within:
        raise _too_many(policy, counted)
    request.counted = policy, counted


def finish(request: ApiRequest, response: Response, deps: Services) -> None:
    """Correct the count by the outcome, and add the rate limit headers."""
    if request.counted is None:
        return
    policy, counted = request.counted
    if policy.weight > 1 and (response.status_code in _CHEAP or "answered_from_cache" in g):
        counted = _refund_weight(policy, counted, deps.rates)
    if policy.name in _REFUNDED and response.status_code in _REFUSED:
        _count_as_refusal(policy, deps)
    response.headers.extend(_headers(policy, counted))


def address() -> Address | None:
    """Return the client's address, as the outermost trusted proxy reports it; None if it is not an
    IP address."""
    request, trusted = current(), services().settings.trusted_proxies
    forwarded = request.headers.get("X-Forwarded-For", "").split(",")
    hops = [*filter(None, map(str.strip, forwarded)), request.remote_addr or ""]
    return _parsed(hops[max(0, len(hops) - 1 - trusted)]) or _parsed(hops[-1])


def rate_limit_subject() -> str:
    """Return whom the current request counts for: the player's id, or the address."""
    return _player_id() or _network(address())


def client_network() -> str | None:
    """Return the address that the current request counts for; None when it is exempt."""
    client = address()
    return None if _is_exempt(client, services().settings.rate_limits) else _network(client)


def _policy(request: ApiRequest, settings: Settings) -> Policy | None:
    """Return the policy of a request; None for what is not counted: operators' endpoints,
    preflights, unknown methods, exempt addresses and disabled policies."""
    operation = request.operation
    if request.method == "OPTIONS" or (operation is not None and not operation.counted):
        return None
    limits = settings.rate_limits
    tokens = operation is not None and operation.takes_token
    name, subject = _classify(request, tokens=tokens)
    rate: Rate | None = getattr(limits, name)
    if rate is None:
        return None
    if subject is None:
        client = address()
        if _is_exempt(client, limits):
            return None
        subject = _network(client)
    weight = 1 if operation is None else operation.weight
    return Policy(name, subject, rate, min(weight, rate.quota))


def _classify(request: ApiRequest, *, tokens: bool) -> tuple[str, str | None]:
    """Return the policy's name and the player's id; None when the address is counted instead."""
    if (request.method, request.path) == _SIGN_UP:
        return "sign_up", None
    player = _player_id() if tokens else None
    if player is None:
        return "address", None
    if request.method not in SAFE_METHODS:
        return "commands", player
    streams = any(media_type in _STREAMS for media_type, _ in request.accept_mimetypes)
    return ("streams" if streams else "reads"), player


def _player_id() -> str | None:
    """Return the id of the authenticated player. An invalid token counts as none, so that guessing
    tokens is limited by address."""
    try:
        caller = authenticate()
    except ProblemError:
        return None
    return caller.player.id if caller else None


def _is_exempt(client: Address | None, limits: RateLimits) -> bool:
    return client is not None and any(client in network for network in limits.exempt)


def _network(client: Address | None) -> str:
    """Return what counts as one address: for IPv6 the /64, which one household or host has."""
    if isinstance(client, IPv6Address):
        return str(ip_network((client, _IPV6_PREFIX_BITS), strict=False))
    return str(client)


@lru_cache(maxsize=4096)
def _parsed(text: str) -> Address | None:
    try:
        parsed: Address = ip_address(text)
    except ValueError:
        return None
    return (isinstance(parsed, IPv6Address) and parsed.ipv4_mapped) or parsed


def _refund_weight(policy: Policy, counted: Counted, rates: Rates) -> Counted:
    """Count a request that turned out to be cheap as one."""
    excess = policy.weight - 1
    rates.give_back(policy.name, policy.subject, policy.rate, excess)
    return replace(counted, left=counted.left + excess)


def _count_as_refusal(policy: Policy, deps: Services) -> None:
    """Move a refused request from its own policy to the refusals, up to what is left of those."""
    deps.rates.give_back(policy.name, policy.subject, policy.rate, policy.weight)
    rate = deps.settings.rate_limits.refusals
    if rate is None:
        return
    counted = deps.rates.count("refusals", policy.subject, rate, min(policy.weight, rate.quota))
    if counted is not None and not counted.within and counted.left:
        deps.rates.count("refusals", policy.subject, rate, counted.left)


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
    """Return the headers of draft-ietf-httpapi-ratelimit-headers."""
    return {
        "RateLimit-Policy": f'"{policy.name}";q={policy.rate.quota};w={policy.rate.seconds}',
        "RateLimit": f'"{policy.name}";r={counted.left};t={counted.seconds}',
    }
