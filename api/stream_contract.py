"""What the contract says of streams: their items, their words of control, and their forms."""

from typing import Any

from api.answers import NDJSON
from api.forms import END, POSITION, PROBLEM, RECONNECT, ServerSentEvents
from api.schemas.vocabulary import REF

Json = dict[str, Any]

_STREAMS = {
    "/v1/games/{game_id}/events": (
        "StreamItem",
        "Each `data` is an Event and its `id` the version; a message of another type is one of "
        "StreamControl, by its `control`, and has no id.",
    ),
    "/v1/players/me/events": (
        "MyStreamItem",
        "Each `data` is a GameEvent and its `id` the cursor behind it; a message of another type "
        "is one of StreamControl, by its `control`, and has no id.",
    ),
}
"""The address of each stream, the schema of its lines, and what its messages are."""


def parts() -> dict[str, Json]:
    """The schemas by name."""
    return {
        "GameEvent": {
            "type": "object",
            "description": "An event of one of your games.",
            "properties": {
                "game": {"type": "string", "description": "The id of the game."},
                "event": {"$ref": f"{REF}Event", "description": "As that game's history has it."},
            },
            "required": ["game", "event"],
        },
        "GameEventsPage": {
            "type": "object",
            "description": "A page of events of your games.",
            "properties": {
                "items": {"type": "array", "items": {"$ref": f"{REF}GameEvent"}},
                "next": {
                    "type": "string",
                    "description": "The cursor to go on from; there always is one.",
                },
            },
            "required": ["items", "next"],
        },
        "MyStreamItem": {
            "description": "A line of the stream of your games: an event with its game, or a word "
            "of control, which has a `control`.",
            "anyOf": [{"$ref": f"{REF}GameEvent"}, {"$ref": f"{REF}StreamControl"}],
        },
        "StreamControl": _control(),
        "StreamEnd": _word(
            END,
            "The game is over and nothing more will come.",
            version={"type": "integer", "description": "How many events the game has."},
        ),
        "StreamItem": {
            "description": "A line of a game's stream: an event, which has a `type`, or a word of "
            "control, which has a `control`.",
            "anyOf": [{"$ref": f"{REF}Event"}, {"$ref": f"{REF}StreamControl"}],
        },
        "StreamPosition": _word(
            POSITION,
            "Everything up to here has come.",
            after={"type": "string", "description": "The cursor to go on from."},
        ),
        "StreamProblem": {
            "description": "Events were lost, the game was closed, or your token is no longer "
            "taken; a problem document.",
            "allOf": [
                {"$ref": f"{REF}Problem"},
                _word(PROBLEM, "What makes a problem document a word of control."),
            ],
        },
        "StreamReconnect": _word(
            RECONNECT,
            "This server stops: come back in a moment. Nothing is lost.",
            after={
                "type": ["integer", "string"],
                "description": "Where to go on: the `after` of the next request.",
            },
            retry_ms={"type": "integer", "description": "After how many milliseconds."},
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
                "description": f"Each line is a {item} as JSON; an empty one is a heartbeat.",
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
    return {
        "description": "A word of control in a stream.",
        "oneOf": [{"$ref": ref} for ref in mapping.values()],
        "discriminator": {"propertyName": "control", "mapping": mapping},
    }


def _word(word: str, description: str, **members: Json) -> Json:
    control = {"type": "string", "const": word, "description": "Which word of control it is."}
    return {
        "type": "object",
        "description": description,
        "properties": {"control": control, **members},
        "required": ["control", *members],
    }
