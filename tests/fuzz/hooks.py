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
HEAD = 40
"""Signs of an export that tell it from anything else."""
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
    """Good requests are made as good as no schema can say, and bad ones stay bad."""
    if case.meta is None:
        return
    if case.meta.generation.mode.is_positive:
        _mend(case)
    else:
        _spoil(case)


def _mend(case: Any) -> None:
    """A key is new, a cursor was given out, a version is named once, an import is an export; a page
    goes one way, and a timeline begins at a version that there is."""
    headers, query = case.headers or {}, case.query or {}
    if "Idempotency-Key" in headers:
        headers["Idempotency-Key"] = uuid.uuid4().hex
    named = isinstance(case.body, dict) and "expected_version" in case.body
    # Its pattern allows no empty one; where the tool cannot follow a pattern it sends nothing.
    if named or headers.get("If-Match") == "":
        headers.pop("If-Match", None)
    if isinstance(case.body, dict):
        # Another answer than the contract has; it is deprecated.
        case.body.pop("validate_only", None)
    if query.get("cursor") not in (None, *CURSORS):
        del query["cursor"]
    if "after" in query:
        query.pop("before", None)
    if "since" in query and case.operation.path.endswith("/timeline"):
        query["since"] = "0"
    if case.operation.path == "/v1/players/me/events":
        # Where such a stream goes on is a cursor, too.
        headers.pop("Last-Event-ID", None)
        query.pop("after", None)
    if case.operation.path == "/v1/imports":
        case.body = EXPORT
        case.media_type = "application/x-ndjson"
        headers.pop("Content-Encoding", None)


def _spoil(case: Any) -> None:
    """An export that was learned from an answer is no bad import. What is not ASCII in a header the
    web server hands over as nothing, and to name no event is allowed."""
    headers = case.headers or {}
    if not str(headers.get("Last-Event-ID", "")).isascii():
        headers["Last-Event-ID"] = "x"
    if case.operation.path == "/v1/imports" and EXPORT[:HEAD] in str(case.body):
        case.body = str(case.body)[: len(EXPORT) // 2]
