"""The service's own scenario format (``domain/scenarios/scenario.schema.json``): validated for
structure and bounds before it is used."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.geometry.shape import MAX_COLUMNS, MAX_ROWS
from domain.values import (
    Card,
    Direction,
    Doctrine,
    Feature,
    Front,
    ObjectiveKind,
    ObstacleKind,
    Side,
    TerrainKind,
)
from events.scenarios.form_faults import form_fault
from events.scenarios.reasons import Reason, because

_HEXES = MAX_ROWS * MAX_COLUMNS
_PLAIN = r"^[^\x00-\x1f\x7f-\x9f]*$"
_Row = Annotated[int, Meta(ge=0, lt=MAX_ROWS)]
_Col = Annotated[int, Meta(ge=0, lt=MAX_COLUMNS)]
_Hex = tuple[_Row, _Col]
_Hexes = Annotated[list[_Hex], Meta(min_length=1, max_length=_HEXES)]
_Text = Annotated[str, Meta(min_length=1, max_length=200, pattern=_PLAIN)]
_Prose = Annotated[str, Meta(min_length=1, max_length=4000)]
_Nation = Annotated[str, Meta(pattern="^[a-z]{2}$")]
_Word = Annotated[str, Meta(pattern="^[a-z0-9]+(_[a-z0-9]+)*$", max_length=64)]
_Day = Annotated[str, Meta(pattern="^19[0-9]{2}-[0-9]{2}-[0-9]{2}$")]
_Turned = Annotated[int, Meta(ge=1, le=6)]
_Turn = Annotated[int, Meta(ge=1, le=500)]
_Figures = Annotated[int, Meta(ge=1, le=4)]
_Medals = Annotated[int, Meta(ge=1, le=50)]
_Language = Literal["en", "de", "es", "fr", "pt"]
_Type = Literal["infantry", "armor", "artillery"]
_Seat = Literal["top", "bottom"]


class _Part(msgspec.Struct, forbid_unknown_fields=True):
    """A part of a document."""


class _Date(_Part):
    begin: _Day
    end: _Day


class _Board(_Part):
    face: Literal["countryside", "beach", "winter", "desert"]
    kind: Literal["standard", "breakthrough", "overlord"] = "standard"


class _Army(_Part):
    seat: _Seat
    nation: _Nation
    hand: Annotated[int, Meta(ge=1, le=12)]
    medals_to_win: _Medals
    commander: _Text | UnsetType = UNSET


class _Sides(_Part):
    allies: _Army
    axis: _Army


class _Tile(_Part):
    hex: _Hex
    terrain: TerrainKind
    piece: (
        Literal["straight", "curve", "fork_left", "fork_right", "crossing", "fork_y"] | UnsetType
    ) = UNSET
    orientation: _Turned | UnsetType = UNSET
    features: Annotated[list[Feature], Meta(min_length=1, max_length=8)] | UnsetType = UNSET


class _Obstacle(_Part):
    hex: _Hex
    kind: ObstacleKind
    orientation: _Turned | UnsetType = UNSET
    owner: Side | UnsetType = UNSET
    open_ends: Annotated[list[Direction], Meta(min_length=2, max_length=2)] | UnsetType = UNSET


class _Unit(_Part):
    hex: _Hex
    side: Side
    type: _Type
    nation: _Nation
    kind: Annotated[str, Meta(max_length=40)] | UnsetType = UNSET
    figures: _Figures | UnsetType = UNSET
    medals: Annotated[int, Meta(ge=0, le=12)] | UnsetType = UNSET
    camouflaged: bool | UnsetType = UNSET
    formation: Annotated[str, Meta(pattern="^[a-z]+(_[a-z]+)*$", max_length=64)] | UnsetType = UNSET


class _Objective(_Part):
    id: _Word
    side: Literal["allies", "axis", "both"]
    kind: ObjectiveKind
    hexes: _Hexes
    label: Annotated[str, Meta(max_length=200, pattern=_PLAIN)]
    need: Annotated[int, Meta(ge=1, le=_HEXES)] | UnsetType = UNSET
    medals: Annotated[int, Meta(ge=1, le=12)] | UnsetType = UNSET
    check: Literal["end_of_own_turn", "start_of_own_turn"] | UnsetType = UNSET


class _HandGrowthParams(_Part):
    side: Side
    after_own_turns: Annotated[list[_Turn], Meta(min_length=1, max_length=50)]


class _HandGrowth(_Part, tag_field="id", tag="hand_growth"):
    params: _HandGrowthParams


class _AirDropParams(_Part):
    side: Side
    type: _Type
    units: Annotated[int, Meta(ge=1, le=12)]
    figures: _Figures
    scatter: Annotated[int, Meta(ge=0, le=12)]
    kind: Annotated[str, Meta(max_length=40)] | UnsetType = UNSET
    hexes: _Hexes | UnsetType = UNSET
    rest: Annotated[int, Meta(ge=0, le=50)] | UnsetType = UNSET
    by_day: bool | UnsetType = UNSET


class _AirDrop(_Part, tag_field="id", tag="air_drop"):
    params: _AirDropParams


class _NoReshuffleParams(_Part):
    winner: Side


class _NoReshuffle(_Part, tag_field="id", tag="no_reshuffle"):
    params: _NoReshuffleParams


class _StandsInParams(_Part, rename={"as_": "as"}):
    side: Side
    cards: Annotated[
        list[Literal["recon", "probe", "attack", "assault"]], Meta(min_length=1, max_length=4)
    ]
    as_: Literal["air_power", "barrage"]
    hexes: Annotated[list[_Hex], Meta(max_length=_HEXES)]
    dice: Annotated[int, Meta(ge=0, le=6)]
    max_targets: Annotated[int, Meta(ge=1, le=12)]
    same_section: bool


class _StandsIn(_Part, tag_field="id", tag="card_stands_in"):
    params: _StandsInParams


class _MoveLimitParams(_Part):
    side: Side
    type: _Type
    most: Annotated[int, Meta(ge=1, le=3)]
    hexes: _Hexes | UnsetType = UNSET


class _MoveLimit(_Part, tag_field="id", tag="move_limit"):
    params: _MoveLimitParams


class _ReplacedParams(_Part):
    card: Card
    by: Card | UnsetType = UNSET


class _Replaced(_Part, tag_field="id", tag="card_replaced"):
    params: _ReplacedParams


class _DoctrineParams(_Part):
    side: Side
    name: Doctrine
    hexes: _Hexes | UnsetType = UNSET


class _Doctrine(_Part, tag_field="id", tag="doctrine"):
    params: _DoctrineParams


class _NightParams(_Part):
    side: Side
    falls: bool | UnsetType = UNSET


class _Night(_Part, tag_field="id", tag="night"):
    params: _NightParams


class _ExitMedalsParams(_Part):
    type: _Type
    medals: Annotated[int, Meta(ge=1, le=12)]


class _ExitMedals(_Part, tag_field="id", tag="exit_medals"):
    params: _ExitMedalsParams


class _MustExitParams(_Part):
    side: Side
    units: Annotated[int, Meta(ge=1, le=12)]


class _MustExit(_Part, tag_field="id", tag="must_exit"):
    params: _MustExitParams


class _BlowBridgeParams(_Part):
    side: Side
    hexes: _Hexes
    guarded: bool | UnsetType = UNSET


class _BlowBridge(_Part, tag_field="id", tag="blow_bridge"):
    params: _BlowBridgeParams


class _SmokeScreenParams(_Part):
    side: Side


class _SmokeScreen(_Part, tag_field="id", tag="smoke_screen"):
    params: _SmokeScreenParams


class _ArmorBreakthroughParams(_Part):
    side: Side
    units: Annotated[int, Meta(ge=1, le=12)]
    kind: Annotated[str, Meta(max_length=40)] | UnsetType = UNSET
    cannot_exit: bool | UnsetType = UNSET


class _ArmorBreakthrough(_Part, tag_field="id", tag="armor_breakthrough"):
    params: _ArmorBreakthroughParams


_Rule = (
    _ArmorBreakthrough
    | _ExitMedals
    | _MustExit
    | _BlowBridge
    | _SmokeScreen
    | _HandGrowth
    | _AirDrop
    | _NoReshuffle
    | _StandsIn
    | _MoveLimit
    | _Replaced
    | _Doctrine
    | _Night
)


class _Label(_Part):
    hex: _Hex
    text: _Text


class OwnDocument(_Part):
    """A battle. A ``slug`` may come along from a battle that was read here; it is given anew."""

    title: dict[_Language, _Text]
    date: _Date
    year: Annotated[int, Meta(ge=1939, le=1945)]
    front: Front
    board: _Board
    first_side: Side
    sides: _Sides
    terrain: Annotated[list[_Tile], Meta(max_length=_HEXES)]
    obstacles: Annotated[list[_Obstacle], Meta(max_length=2 * _HEXES)]
    units: Annotated[list[_Unit], Meta(max_length=_HEXES)]
    objectives: Annotated[list[_Objective], Meta(max_length=100)]
    special_rules: Annotated[list[_Rule], Meta(max_length=20)]
    labels: Annotated[list[_Label], Meta(max_length=200)]
    briefing: dict[_Language, _Prose]
    slug: str | UnsetType = UNSET
    last_unit_decides: bool | UnsetType = UNSET


class NotADocumentError(ValueError):
    """A value is no battle in the service's own form. ``place`` is a JSON pointer."""

    def __init__(self, place: str, reason: Reason) -> None:
        super().__init__(reason.text)
        self.place = place
        self.reason = reason


def read_document(value: object) -> dict[str, Any]:
    """A document held to its shape, without a slug. Raises ``NotADocumentError``."""
    try:
        read = msgspec.convert(value, OwnDocument)
    except (msgspec.ValidationError, RecursionError) as error:
        raise NotADocumentError(*form_fault(str(error))) from None
    for name, texts in (("title", read.title), ("briefing", read.briefing)):
        if "en" not in texts:
            raise NotADocumentError(f"/{name}", because("no_english_text"))
    document: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(read))
    document.pop("slug", None)
    return document


def titles(document: Mapping[str, Any]) -> dict[str, str]:
    """The battle's names by language."""
    found: dict[str, str] = document["title"]
    return found
