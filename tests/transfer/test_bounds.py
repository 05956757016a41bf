"""Nothing in an event from outside is larger than anything in a game."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from events.log.stored_event import load
from events.seals.key_folder import make_key
from events.seals.signing import Signer
from events.transfer.bounds import OutOfBoundsError, check_bounds
from tests.golden.make import FOLDER
from tests.support.each import each
from tests.support.logs import recorded_log
from tests.support.mutations import Story
from tests.support.words import Json
from tests.transfer.forging import refusal

ABOUT_A_UNIT = ("figures_restored", "obstacle_placed")
FORMS = sorted(FOLDER.glob("*.json"))


def parts(value: Any) -> Iterator[tuple[Any, Any]]:
    """Each value within a value, as what holds it and its key there."""
    for key in value if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from parts(value[key])


def too_large(value: Any) -> list[Any]:
    """Values of the same type that no game has."""
    match value:
        case bool() | None:
            return []
        case int():
            return [10**12, -(10**12), 2**53, 2**63]
        case str():
            return ["x" * 5000, "\x00"]
        case list():
            return [value * 20_001] if value else []
        case _:
            return []


@each("form", FORMS)
def test_each_field_of_each_event_ever_stored_has_a_bound(form: Path) -> None:
    one = load(form.read_bytes())
    data, secret = one.data, one.hidden.data if one.hidden else None
    check_bounds(one.type, one.schema, data, secret)
    for at, key in parts({"data": data, "secret": secret or {}}):
        sound = at[key]
        for value in too_large(sound):
            at[key] = value
            with pytest.raises(OutOfBoundsError):
                check_bounds(one.type, one.schema, data, secret)
        at[key] = sound


def test_no_event_has_more_fields_than_it_has() -> None:
    with pytest.raises(OutOfBoundsError, match="no such fields: note"):
        check_bounds("turn_started", 1, {"turn": 1, "seat": "axis", "note": []}, None)


@pytest.fixture
def signer(tmp_path: Path) -> Signer:
    make_key(tmp_path / "keys")
    return Signer(tmp_path / "keys")


GROWING: list[tuple[str, int, str, Json]] = [
    ("no figures", 1, "figures_restored", {"count": 12}),
    ("a turn is missing", 1, "turn_started", {"turn": 9000, "seat": "axis"}),
    ("too many obstacles", 9, "obstacle_placed", {"hex": [4, 4], "kind": "sandbags"}),
    ("too many medals", 2, "objective_taken", {"objective": "a", "side": "axis", "medals": 50}),
    ("more cards", 1, "card_discarded", {"seat": "axis", "card": "barrage", "source": "in_play"}),
]


def test_not_even_a_game_that_is_vouched_for_grows_past_all_bounds(signer: Signer) -> None:
    for reason, times, kind, data in GROWING:
        story = Story(recorded_log())
        place, ordered = next(
            (n, one) for n, one in enumerate(story.events) if one["type"] == "unit_ordered"
        )
        unit = {"unit": ordered["data"]["unit"]} if kind in ABOUT_A_UNIT else {}
        further = {**ordered, "type": kind, "data": {**data, **unit}, "last": False}
        story.events[place:place] = [copy.deepcopy(further) for _ in range(times)]
        whole = story.export()
        header = json.loads(whole.split(b"\n", 1)[0])
        seal = signer.seal(header["game"], header["version"], header["head"], header["exported_at"])
        sealed = whole + b'{"seal":%b}\n' % seal
        version, said = refusal(sealed, signer.public_keys())
        assert reason in said
        assert version is not None and version >= place + times
