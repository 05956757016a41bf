"""Expensive JSON answers."""

from collections.abc import Callable
from typing import Any

import msgspec
from flask import Response

from api.http.responses import encoded_answer
from api.middleware.rates import rate_limit_subject
from api.services import services
from domain.analysis.work import Spend


def costly(tag: str, make: Callable[[Spend], Any], cache: str) -> Response:
    """Return a JSON response under an entity tag, computed once for all callers."""
    text = services().costly.answer(
        tag, lambda spend: msgspec.json.encode(make(spend)), rate_limit_subject()
    )
    return encoded_answer(text, headers={"ETag": tag}, cache=cache)
