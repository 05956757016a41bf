"""Every form in which an event was ever stored loads, for ever."""

import json
import re
from dataclasses import fields, replace
from pathlib import Path

import pytest

from domain.events import Event, GameCreated, hidden_names
from domain.redaction import without_hidden
from domain.setup import MoveLimit
from domain.values import Side, UnitType
from events.log import codec
from events.log.chain import canonical
from events.log.codec import SCHEMAS
from events.log.first_forms import original
from events.log.stored_event import dump, load
from events.log.upcasts import UPCASTS
from tests.golden.make import FOLDER, missing, packed
from tests.support.each import each

FILES = sorted(FOLDER.glob("*.json"))
IRREGULAR = {
    "back",
    "dealt",
    "drawn",
    "given",
    "kept",
    "laid",
    "left",
    "lost",
    "made",
    "out",
    "over",
    "shown",
    "swept",
    "taken",
    "withdrawn",
}


@each("file", FILES)
def test_a_stored_line_loads_and_is_written_the_same(file) -> None:  # type: ignore[no-untyped-def]
    stored = file.read_bytes().removesuffix(b"\n")
    event = load(stored)
    assert canonical(event) == stored
    assert load(dump(event)) == event
    assert file.stem == f"{event.type}.{event.schema}"
    assert type(event.event) in SCHEMAS
    if SCHEMAS[type(event.event)] == (event.type, event.schema):
        encoded, hidden = codec.encode(event.event), event.hidden
        today = json.loads(canonical(encoded.data))
        gained = {name: today.pop(name) for name in today.keys() - event.data.keys()}
        assert canonical(today) == canonical(event.data)
        defaults = {one.name: one.default for one in fields(event.event)}
        assert gained == {name: defaults[name] for name in gained}
        assert canonical(encoded.hidden) == canonical(hidden.data if hidden else None)
        assert encoded.audience == (hidden.audience if hidden else ())


def test_what_few_battles_have_is_stored_only_where_there_is_something() -> None:
    created = load((FOLDER / "game_created.3.json").read_bytes().strip()).event
    assert isinstance(created, GameCreated)
    limits = (MoveLimit(Side.AXIS, UnitType.ARMOR, 2),)
    limited = replace(created, setup=replace(created.setup, move_limits=limits))
    plain, more = codec.encode(created).data["setup"], codec.encode(limited).data["setup"]
    assert more.keys() - plain.keys() == {"move_limits"}
    drawn = replace(created, setup=replace(created.setup, nations=("ru", "de")))
    assert codec.encode(drawn).data["setup"].keys() - plain.keys() == {"nations"}
    rated = replace(created, rated=True)
    assert codec.encode(rated).data.keys() - codec.encode(created).data.keys() == {"rated"}
    for one in (limited, drawn, rated):
        encoded = codec.encode(one)
        assert codec.decode(encoded.type, encoded.schema, encoded.data, encoded.hidden) == one


def test_a_packed_line_is_read_and_written_the_same() -> None:
    for form, line in packed().items():
        event = load((FOLDER / f"{form}.json").read_bytes().removesuffix(b"\n"))
        assert load(line) == event
        assert dump(event) == line
    assert packed().keys() == {file.stem for file in FILES}


def test_every_form_written_now_and_before_has_a_file() -> None:
    assert missing() == set()
    assert {f"{name}.{schema}" for name, schema in UPCASTS} <= {file.stem for file in FILES}


def test_every_older_schema_leads_to_the_newest() -> None:
    forms = {file.stem for file in FILES}
    for name, newest in SCHEMAS.values():
        for schema in range(1, newest):
            assert (name, schema) in UPCASTS
        assert {f"{name}.{schema}" for schema in range(1, newest + 1)} <= forms


@each("kind", [kind for kind in SCHEMAS if hidden_names(kind)])
def test_what_an_event_hides_is_taken_out_of_it(kind: type) -> None:
    """Whoever makes a field hidden has to say what stands for it where it is not known."""
    name, schema = SCHEMAS[kind]
    event = load((FOLDER / f"{name}.{schema}.json").read_bytes().strip()).event
    without, defaults = without_hidden(event), {one.name: one.default for one in fields(kind)}
    values = {name: getattr(event, name) for name in hidden_names(kind)}
    values = {name: value for name, value in values.items() if value != defaults[name]}
    left = [name for name, value in values.items() if getattr(without, name) == value]
    assert left == [], f"domain/redaction.py: what stands for {left} of {kind.__name__}"
    if kind is not GameCreated:  # which nobody reads without its seed
        assert codec.decode(name, schema, codec.encode(event).data, {}) == without


def test_every_event_type_has_a_name_of_its_own() -> None:
    assert set(SCHEMAS) == set(Event.__args__)
    assert len({name for name, _ in SCHEMAS.values()}) == len(SCHEMAS)


@each("name", [name for name, _ in SCHEMAS.values()])
def test_a_name_is_snake_case_and_past_tense(name: str) -> None:
    assert re.fullmatch(r"[a-z]+(_[a-z]+)+", name)
    last = name.rpartition("_")[2]
    assert last.endswith("ed") or last in IRREGULAR


@each("name, schema", [("unit_flown", 1), ("unit_moved", 2), ("", 0)])
def test_an_unknown_form_is_refused(name: str, schema: int) -> None:
    file = FOLDER / "unit_moved.1.json"
    data = json.loads(file.read_text())["data"]
    with pytest.raises(ValueError, match=re.escape(repr(name))):
        codec.decode(name, schema, data, None)


@each("file", sorted(FOLDER.glob("envelopes/*.jsonl")))
def test_a_line_of_an_earlier_envelope_is_read_and_given_back(file: Path) -> None:
    """Each line as it was stored first, and as the upgrade has wrapped it."""
    lines = file.read_bytes().splitlines()
    assert len(lines) >= 10
    for first, wrapped in zip(lines[::2], lines[1::2], strict=True):
        event = load(wrapped)
        assert event.form == int(file.stem)
        assert canonical(event) == wrapped
        assert load(dump(event)) == event
        assert original(event) == first
        assert type(event.event) in SCHEMAS
