"""The language that a client asks for."""

from flask import request

from api.locales import FALLBACK, LANGUAGES


def preferred_language() -> str:
    """Return the supported language that the client prefers, in any region (RFC 4647, lookup)."""
    for wanted, quality in request.accept_languages:
        primary = wanted.partition("-")[0].lower()
        if quality > 0 and primary in LANGUAGES:
            return primary
    return FALLBACK
