"""What the contract says of streams: their items, their words of control, and their forms."""

from typing import Any

from api.http.responses import NDJSON
from api.openapi.unions import union
from api.schemas.vocabulary import REF
from api.streams.encoders import END, POSITION, PROBLEM, RECONNECT, ServerSentEvents

Json = dict[str, Any]

_STREAMS = {
    "/v1/games/{game_id}/events": (
        "StreamItem",
        (
            "Each `data` is an Event, and its `id` is the version. A message of another type "
            "is a StreamControl, named by its `control`, and has no id."
        ),
    ),
    "/v1/players/me/events": (
        "MyStreamItem",
        (
            "Each `data` is a GameEvent, and its `id` is the cursor after it. A message of "
            "another type is a StreamControl, named by its `control`, and has no id."
        ),
    ),
}
"""The address of each stream, the schema of its lines, and what its messages are."""


def parts() -> dict[str, Json]:
    """The schemas by name."""
    return {
        "MyStreamItem": {
            "description": (
                "A line of the stream of your games: an event with its game, or a control "
                "message, which has a `control`."
            ),
            "anyOf": [{"$ref": f"{REF}GameEvent"}, {"$ref": f"{REF}StreamControl"}],
        },
        "StreamControl": _control(),
        "StreamEnd": _word(
            END,
            "The game is over, and no more events will come.",
            version={"type": "integer", "description": "The number of events in the game."},
        ),
        "StreamItem": {
            "description": (
                "A line of a game's stream: an event, which has a `type`, or a control "
                "message, which has a `control`."
            ),
            "anyOf": [{"$ref": f"{REF}Event"}, {"$ref": f"{REF}StreamControl"}],
        },
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
                "type": ["integer", "string"],
                "description": "Where to resume: the `after` of the next request.",
            },
            retry_ms={
                "type": "integer",
                "description": "The delay before reconnecting, in milliseconds.",
            },
        ),
    }


def add_streams(spec: Json) -> None:
    """Describe the streams beside the pages that the resources describe."""
    for path, (item, messages) in _STREAMS.items():
        content = spec["paths"][path]["get"]["responses"]["200"]["content"]
        content[ServerSentEvents.media_type] = {
            "schema": {
                "type": "string",
                "description": f"Server-Sent Events. {messages}",
                "contentMediaType": "application/json",
                "contentSchema": {"$ref": REF + item},
            }
        }
        content[NDJSON] = {
            "schema": {
                "type": "string",
                "description": f"Each line is a {item} as JSON; an empty line is a heartbeat.",
                "contentMediaType": "application/json",
                "contentSchema": {"$ref": REF + item},
            }
        }


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
