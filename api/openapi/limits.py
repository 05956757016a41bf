"""Limits of members in the contract whose own types have none: those by which the code validates
requests.

For members of games these are the limits of imports, for others those of a table here. Lists that
grow with a game have no limit.
"""

from typing import Any

from api.http.api_request import MAX_BODY
from api.http.refusals import MAX_ALTERNATIVES
from api.middleware.admission import MAX_ADDRESS, MAX_HEADER_BYTES
from api.schemas.fields import HIGHEST_VERSION
from api.schemas.lists import MAX_PAGE
from api.schemas.play.lobby import MOST
from api.schemas.review.animations import MAX_FRAMES
from api.schemas.review.annotations import MAX_MARKS, MAX_TEXT
from api.schemas.review.history import MAX_CURSOR, MAX_ITEMS
from api.schemas.review.pictures import NARROWEST, WIDEST
from api.schemas.review.stepping import MAX_PATCHES
from api.schemas.review.studies import MAX_CHAPTERS
from domain.geometry.shape import MAX_COLUMNS, MAX_ROWS
from domain.judgement.decisions import MAX_BEST
from domain.seating import SEATS
from domain.values import EditionName, Face, Side, UnitType, Variant
from domain.values.bots import QUICK
from events.accounts.tokens import Scope
from events.transfer.bounds import LENGTHS, NUMBERS, TEXTS
from events.transfer.replay_check import MAX_NONCE

Json = dict[str, Any]
_HEXES = MAX_ROWS * MAX_COLUMNS
_ID = TEXTS["game"][1]
_MANY = 2**31 - 1
"""The range of an integer without a format: signed 32 bits, as clients assume."""
_VERSIONS = {
    *("version", "last_version", "at_version", "from_version", "to_version", "undo_since"),
    *("since", "first", "last", "from", "to", "ended_by", "next", "after", "revision"),
    *("turn", "number"),
}
"""Members with a version of a game or a revision of a document."""
_NUMBERS = {
    "status": (400, 599),
    "width": (NARROWEST, WIDEST),
    "frames": (0, MAX_FRAMES),
    "frames_done": (0, MAX_FRAMES),
    "MatchGame.number": NUMBERS["number"],
    "EventMatchGame.number": NUMBERS["number"],
    "hex": (0, MAX_COLUMNS - 1),
    **{
        name: NUMBERS[name]
        for name in ("move_time_limit", "spectator_delay", "year", "drift", "days")
    },
    **{name: NUMBERS[name] for name in ("medals", "medals_to_win", "distance", "figures")},
    **{name: NUMBERS[name] for name in ("columns", "rows", "section_lines", "half_lines")},
    "figures_full": NUMBERS["figures"],
    "deck_count": NUMBERS["count"],
    **dict.fromkeys(("actual", "advantage", "rating"), (-_MANY, _MANY)),
    **{f"Event{name}": bound for name, bound in NUMBERS.items() if "." in name},
}
"""The minimum and maximum of a number, by member, or by schema and member."""
_LENGTHS = {
    **dict.fromkeys(("seats", "table", "audience", "awaiting_seats", "free_seats"), len(SEATS)),
    **dict.fromkeys(("to", "proposals", "handed_out", "committed"), len(SEATS)),
    **dict.fromkeys(("units", "terrain", "objectives", "labels", "path"), _HEXES),
    **dict.fromkeys(("hexes", "ordered", "targets", "tiles", "hex"), _HEXES),
    **dict.fromkeys(("faces", "results", "order_dice", "dice", "drift"), LENGTHS["faces"]),
    **dict.fromkeys(("cards", "deck", "discard", "order", "shown"), LENGTHS["cards"]),
    **dict.fromkeys(("GroundRow", "orders_types"), len(UnitType)),
    **dict.fromkeys(("features", "open_ends", "hand_sizes"), LENGTHS["features"]),
    **{name: LENGTHS[name] for name in ("obstacles", "air_drops", "stand_ins", "armies")},
    **{name: LENGTHS[name] for name in ("move_limits", "replaced_cards", "doctrines", "nights")},
    **{name: LENGTHS[name] for name in ("exit_medals", "must_exit", "camouflaged", "nations")},
    **{name: LENGTHS[name] for name in ("drop_terms", "blown_bridges", "armor_breakthroughs")},
    **{name: LENGTHS[name] for name in ("extra_draws", "extra_after_own_turns", "sections")},
    **{name: LENGTHS[name] for name in ("section_lines", "half_lines", "parties", "every")},
    **dict.fromkeys(("editions", "by_edition"), len(EditionName)),
    "by_side": len(Side),
    "orders": LENGTHS["orders"],
    "agreed": len(SEATS),
    "standings": len(SEATS),
    "playtests": len(EditionName) * len(QUICK),
    "variants": len(Variant),
    "alternatives": MAX_ALTERNATIVES,
    **{f"{name}Page.items": MAX_PAGE for name in ("Annotations", "Branches", "Games")},
    **{f"{name}Page.items": MAX_PAGE for name in ("Scenarios", "Studies")},
    **{f"{name}Page.items": MAX_ITEMS for name in ("Events", "GameEvents", "Decisions")},
    "PatchesPage.items": MAX_PATCHES,
    **{f"Lobby.{name}": 3 * MOST for name in ("games", "challenges")},
    **dict.fromkeys(("fields", "filled"), LENGTHS["features"]),
    **dict.fromkeys(("hits", "flags"), LENGTHS["faces"] + 1),
    "after_own_turns": LENGTHS["extra_after_own_turns"],
    "special_rules": LENGTHS["air_drops"],
    **dict.fromkeys(("also_hits", "hit_by"), len(Face)),
    "dice_by_range": MAX_COLUMNS,
    "scopes": len(Scope),
    "arrows": MAX_MARKS,
    "Annotation.hexes": MAX_MARKS,
    "Catalog.features": _HEXES,
    "chapters": MAX_CHAPTERS,
    "best": MAX_BEST,
}
"""The maximum length of a list, likewise."""
_CHARACTERS = {
    **{name: length for name, (_, length) in TEXTS.items()},
    **dict.fromkeys(("next", "after"), MAX_CURSOR),
    **dict.fromkeys(("author", "owner", "player", "parent", "imported_by", "winner"), _ID),
    **dict.fromkeys(("request_id", "kid", "slug", "code", "phase", "board", "face"), _ID),
    **dict.fromkeys(("hash", "commitment", "salt", "x"), _ID),
    **dict.fromkeys(("instance", "base", "file", "rule_url"), MAX_ADDRESS),
    "nonce": (MAX_NONCE + 1) * len(SEATS),
    "text": MAX_TEXT,
}
"""The maximum length of a text, likewise; any other is limited by the size of a body."""


def limit_schemas(schemas: Json) -> None:
    """Fill in missing limits of the members of schemas."""
    for name, schema in schemas.items():
        for part in (schema, *schema.get("allOf", ())):
            for member, described in part.get("properties", {}).items():
                _limit(described, name, member)
        _limit(schema, name, "")


def limit_headers(headers: Json) -> None:
    """Limit response headers to what a request may send back."""
    for header in headers.values():
        _fill_in(header["schema"], "string", maxLength=MAX_HEADER_BYTES)
        _fill_in(header["schema"], "integer", maximum=_MANY)


def set_integer_formats(part: Any) -> None:
    """Set the format of integers that do not fit into 32 bits."""
    for below in part.values() if isinstance(part, dict) else part:
        if isinstance(below, dict | list):
            set_integer_formats(below)
    if isinstance(part, dict) and isinstance(part.get("maximum"), int) and part["maximum"] > _MANY:
        part["format"] = "int64"


def _limit(part: Json, schema: str, member: str) -> None:
    """Limit a member, its items if it is a list or a map, and each of its alternatives."""
    _limit_one(part, schema, member)
    inside = [part.get("items"), part.get("additionalProperties"), *part.get("anyOf", ())]
    for below in inside:
        if isinstance(below, dict):
            _limit(below, schema, member)


def _limit_one(part: Json, schema: str, member: str) -> None:
    if "enum" in part or "const" in part:
        return
    keys = (f"{schema}.{member}", member, schema)
    length = next((_LENGTHS[key] for key in keys if key in _LENGTHS), None)
    if length is not None:
        _fill_in(part, "array", maxItems=length)
    if part.get("format") != "date-time":
        max_length = next((_CHARACTERS[key] for key in keys if key in _CHARACTERS), MAX_BODY)
        _fill_in(part, "string", maxLength=max_length)
    number = next((_NUMBERS[key] for key in keys if key in _NUMBERS), None)
    if number is None:
        number = (0, HIGHEST_VERSION if member in _VERSIONS else _MANY)
    _fill_in(part, "integer", minimum=number[0], maximum=number[1])


def _fill_in(part: Json, kind: str, **limits: int) -> None:
    """Add missing limits to a schema of a type."""
    types = part.get("type")
    if kind in (types if isinstance(types, list) else [types]):
        for name, value in limits.items():
            part.setdefault(name, value)
