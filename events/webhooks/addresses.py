"""The addresses that webhooks may reach: public ones, and networks that the operator allows. Each
attempt checks the very address that it connects to, as the resolution of a name may change."""

import re
from collections.abc import Collection, Sequence
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from urllib.parse import urlsplit

Network = IPv4Network | IPv6Network
_IPV6_INTERNET = ip_network("2000::/3")
_TRANSLATED = ip_network("64:ff9b::/96")
"""IPv4 addresses behind a NAT64 (RFC 6052)."""
_IPV6_ELSEWHERE = tuple(map(ip_network, ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")))
"""Tunnels to arbitrary IPv4 addresses, and reserved ranges."""

_PLAIN = re.compile(r"[\x21-\x7e]+")
_NAME = re.compile(r"(?=.{1,253}$)(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.(?!$)|$))+")
_HTTPS, _FIRST_FREE = 443, 1024


class ForbiddenAddressError(Exception):
    """A name resolves to an address that may not be reached."""


def require_allowed(
    addresses: Sequence[str], networks: Collection[Network], *, secure: bool
) -> None:
    """Raise ``ForbiddenAddressError`` unless all addresses of a name may be reached: one that
    resolves to both private and public addresses is not trusted. Only the operator's ``networks``
    may be reached without encryption."""
    for address in addresses:
        if not _may_be_reached(address, networks, secure=secure):
            raise ForbiddenAddressError(address)


def _may_be_reached(text: str, networks: Collection[Network], *, secure: bool) -> bool:
    try:
        address = _embedded_ipv4(ip_address(text))
    except ValueError:
        return False
    if any(address in network for network in networks):
        return True
    if not secure:
        return False
    if isinstance(address, IPv4Address):
        return address.is_global and not address.is_multicast
    public = address in _IPV6_INTERNET and address.is_global
    return public and not any(address in network for network in _IPV6_ELSEWHERE)


def _embedded_ipv4(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """The IPv4 address embedded in an IPv6 address, else the address without its zone."""
    if isinstance(address, IPv4Address):
        return address
    if address in _TRANSLATED:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or IPv6Address(int(address))


def fault_of(url: str, networks: Collection[Network]) -> str | None:
    """Why a URL is not allowed for a webhook, by its text alone, or None. The resolved address is
    checked at each attempt."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return "Must be a URL."
    if not _PLAIN.fullmatch(url) or parts.username is not None or "#" in url:
        return "Must be a URL of ASCII characters, without a user name or a fragment."
    if parts.scheme != "https" and not (networks and parts.scheme == "http"):
        return "Must begin with https://."
    literal = _literal(host)
    if literal is None and not _NAME.fullmatch(host):
        return "Must name a host."
    if networks and (literal is None or any(literal in network for network in networks)):
        return None
    public = "." in host if literal is None else _may_be_reached(host, (), secure=True)
    if not public:
        return "Must name a host on the public internet."
    if port not in (None, _HTTPS) and (port or 0) < _FIRST_FREE:
        return f"Must have port {_HTTPS}, or one from {_FIRST_FREE} on."
    return None


def _literal(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return _embedded_ipv4(ip_address(host))
    except ValueError:
        return None
