"""The schemas of streams: events, control messages and their encodings."""

from typing import Any

from api.http.responses import NDJSON
from api.openapi.schemas.unions import union
from api.schemas.vocabulary import REF
from api.streams.encoders import END, POSITION, PROBLEM, RECONNECT, ServerSentEvents

Json = dict[str, Any]

_STREAMS = {
    "/v1/games/{game_id}/events": (
        "Event",
        "`data` is an Event, and its `id` is the version",
        "an Event, which has a `type`",
    ),
    "/v1/players/me/events": (
        "GameEvent",
        "`data` is a GameEvent, and its `id` is the cursor after it",
        "a GameEvent",
    ),
}
"""The streams: address, schema of the events, schemas of the messages and of the lines."""


def parts() -> dict[str, Json]:
    """Return the schemas by name."""
    return {
        "StreamControl": _control(),
        "StreamEnd": _word(
            END,
            "The game is over, and no more events will come.",
            version={"type": "integer", "description": "Events in the game."},
        ),
        "StreamPosition": _word(
            POSITION,
            "All events up to this cursor have been sent.",
            after={"type": "string", "description": "The cursor to continue from."},
        ),
        "StreamProblem": {
            "description": (
                "Events were lost, the game was frozen, or your token is no longer valid; a "
                "problem document."
            ),
            "allOf": [
                {"$ref": f"{REF}Problem"},
                _word(PROBLEM, "Marks a problem document as a control message."),
            ],
        },
        "StreamReconnect": _word(
            RECONNECT,
            "This server is stopping or needs the capacity: reconnect after a moment. No "
            "events are lost.",
            after={
                "anyOf": [{"type": "integer"}, {"type": "string"}],
                "description": "Where to resume: the `after` of the next request.",
            },
            retry_ms={
                "type": "integer",
                "description": "The delay before reconnecting, in milliseconds.",
            },
        ),
    }


def add_streams(spec: Json) -> None:
    """Add the streams to the operations whose resources describe pages."""
    for path, (event, message, line) in _STREAMS.items():
        content = spec["paths"][path]["get"]["responses"]["200"]["content"]
        # Flattened: some generators cannot handle unions within a union.
        item = {
            "type": "string",
            "contentMediaType": "application/json",
            "contentSchema": {"anyOf": [{"$ref": REF + event}, {"$ref": f"{REF}StreamControl"}]},
        }
        messages = (
            f"Server-Sent Events. Each {message}. A message of another type is a StreamControl, "
            "named by its `control`, and has no id."
        )
        lines = (
            f"Each line is {line}, or a StreamControl, which has a `control`, as JSON; an empty "
            "line is a heartbeat."
        )
        content[ServerSentEvents.media_type] = {"schema": {**item, "description": messages}}
        content[NDJSON] = {"schema": {**item, "description": lines}}


def _control() -> Json:
    mapping = {
        END: f"{REF}StreamEnd",
        POSITION: f"{REF}StreamPosition",
        PROBLEM: f"{REF}StreamProblem",
        RECONNECT: f"{REF}StreamReconnect",
    }
    return {"description": "A control message in a stream.", **union(mapping, "control")}


def _word(word: str, description: str, **members: Json) -> Json:
    control = {"type": "string", "const": word, "description": "The kind of control message."}
    return {
        "type": "object",
        "description": description,
        "properties": {"control": control, **members},
        "required": ["control", *members],
    }
