"""What Schemathesis cannot know from the contract: how to sign in, and how to write an export.

Loaded into its process by ``SCHEMATHESIS_HOOKS``; what it needs comes by the environment.
"""

import json
import os
import uuid
from typing import Any

import requests
import schemathesis

URL = os.environ["FUZZ_URL"]
TOKEN = os.environ["FUZZ_TOKEN"]
"""The token that requests are signed with; empty: none is."""
EXPORT = os.environ["FUZZ_EXPORT"]
CURSORS = json.loads(os.environ["FUZZ_CURSORS"])
PATIENCE = 30
_ABOUT_ONESELF = "/v1/players/me"


def _kind(case: Any, context: Any) -> str:
    return "oneself" if context.operation.path.startswith(_ABOUT_ONESELF) else "games"


if TOKEN:

    @schemathesis.auth(cache_by_key=_kind, retry_on=[401])
    class SignedIn:
        """The seated player, but for what a player does to itself: that is done by others, who
        can be deleted."""

        def get(self, case: Any, context: Any) -> str:
            if _kind(case, context) == "games":
                return TOKEN
            made = requests.post(f"{URL}/v1/players", json={"name": "Cy"}, timeout=PATIENCE)
            made.raise_for_status()
            token: str = made.json()["token"]
            return token

        def set(self, case: Any, data: str, context: Any) -> None:
            case.headers = {**(case.headers or {}), "Authorization": f"Bearer {data}"}


@schemathesis.serializer("application/x-ndjson", "application/gzip")
def as_it_is(context: Any, value: Any) -> bytes:
    """The body of an import: whatever has been made up, as bytes."""
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "replace")


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: Any) -> None:
    """What no schema says of a good request: that a key is new, that a cursor has been given out,
    that an import is an export. Bad requests stay as bad as they are."""
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    if "Idempotency-Key" in (case.headers or {}):
        case.headers["Idempotency-Key"] = uuid.uuid4().hex
    if (case.query or {}).get("cursor") not in (None, *CURSORS):
        del case.query["cursor"]
    if case.operation.path == "/v1/imports":
        case.body = EXPORT.encode()
        case.media_type = "application/x-ndjson"


@schemathesis.hook
def filter_body(context: Any, body: Any) -> bool:
    """No export of a real game among the bad bodies of an import: it would be a good one."""
    return not (
        context.operation.path == "/v1/imports" and isinstance(body, str) and EXPORT[:100] in body
    )
