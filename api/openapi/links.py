"""The links of the contract: which responses have the parameters of which operations."""

from typing import Any

from api.openapi.components import operations

Json = dict[str, Any]

_GAME = {"game_id": "$response.body#/id"}
_SAME_GAME = {"game_id": "$request.path.game_id"}
_NOW = {**_SAME_GAME, "version": "$response.body#/version"}

LINKS: dict[tuple[str, int], dict[str, Json]] = {
    ("createPlayer", 201): {
        "getPlayer": {"parameters": {"player_id": "$response.body#/id"}},
        "getPlayerResults": {"parameters": {"player_id": "$response.body#/id"}},
    },
    ("createGame", 201): {
        "getGame": {"parameters": _GAME},
        "takeSeat": {"parameters": _GAME},
        "listActions": {"parameters": _GAME},
        "listEvents": {"parameters": _GAME},
        "getInvite": {"parameters": _GAME},
        "exportGame": {"parameters": _GAME},
        "getState": {"parameters": {**_GAME, "version": "$response.body#/version"}},
    },
    ("takeSeat", 200): {
        "listActions": {"parameters": _SAME_GAME},
        "getGame": {"parameters": _SAME_GAME},
    },
    ("listActions", 200): {
        "submitCommand": {
            "parameters": _SAME_GAME,
            "requestBody": "$response.body#/actions/0",
            "description": "Each listed command can be submitted unchanged.",
        },
        "getState": {"parameters": _NOW},
    },
    ("submitCommand", 201): {
        "listActions": {"parameters": _SAME_GAME},
        "listEvents": {"parameters": _SAME_GAME},
        "getState": {"parameters": _NOW},
        "exportGame": {"parameters": _SAME_GAME},
        "getSeal": {
            "parameters": _SAME_GAME,
            "description": "If the command has ended the game.",
        },
        "playRematch": {
            "parameters": _SAME_GAME,
            "description": "If the command has ended the game.",
        },
    },
    ("createAnnotation", 201): {
        "getAnnotation": {
            "parameters": {**_SAME_GAME, "annotation_id": "$response.body#/id"},
        },
        "deleteAnnotation": {
            "parameters": {**_SAME_GAME, "annotation_id": "$response.body#/id"},
        },
    },
    ("createStudy", 201): {
        "getStudy": {"parameters": {"study_id": "$response.body#/id"}},
        "makeStudyLink": {"parameters": {"study_id": "$response.body#/id"}},
        "exportStudy": {"parameters": {"study_id": "$response.body#/id"}},
    },
    ("playRematch", 200): {
        "getMatch": {"parameters": _SAME_GAME},
        "getGame": {"parameters": _GAME},
    },
    ("importGame", 201): {"getGame": {"parameters": _GAME}, "exportGame": {"parameters": _GAME}},
    ("listScenarios", 200): {
        "getScenario": {"parameters": {"slug": "$response.body#/items/0/slug"}},
        "getScenarioStatistics": {"parameters": {"slug": "$response.body#/items/0/slug"}},
    },
}
"""By operation and status: the operations that a response links to, with their parameters. A link
has the name of its operation."""


def add_links(spec: Json) -> None:
    """Add the links to the contract. Raises ``KeyError`` for an unknown operation."""
    known = {operation["operationId"]: operation for operation in operations(spec)}
    for (name, status), links in LINKS.items():
        answer = known[name]["responses"][str(status)]
        answer["links"] = {
            target: {"operationId": known[target]["operationId"], **link}
            for target, link in links.items()
        }
