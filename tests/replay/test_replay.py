"""Games recorded once lead to the same state and, decided again, to the same events."""

from pathlib import Path
from typing import get_args

import pytest

from domain.events import Event
from domain.scenarios import slugs
from domain.values import EditionName, Variant
from tests.replay import BRANCHES, CANCELLED, GAMES, Recording, decided, digest, folded, load
from tests.replay.record import kinds
from tests.support.words import Json, canonical, event_in, event_out

FILES = sorted(path for folder in (GAMES, BRANCHES, CANCELLED) for path in folder.glob("*.jsonl"))
pytestmark = pytest.mark.no_cover


@pytest.fixture(params=FILES, ids=lambda path: f"{path.parent.stem}-{path.stem}")
def game(request: pytest.FixtureRequest) -> Recording:
    path: Path = request.param
    return load(path)


def test_stored_events_fold_to_the_stored_digest(game: Recording) -> None:
    assert digest(folded(game)) == game.digest


def test_the_same_seed_and_commands_give_the_same_bytes(game: Recording) -> None:
    again = decided(game.seed, game.created, game.commands, game.past)
    for command, before, now in zip(game.commands, game.events, again.events, strict=True):
        assert canonical(now) == canonical(newest(before)), command


def newest(stored: list[Json]) -> list[Json]:
    """Stored events as they would be written today."""
    return [event_out(event_in(event)) for event in stored]


def test_every_edition_has_a_recorded_game() -> None:
    assert {game["edition"] for game in created()} == {"2004", "2025"}


def test_every_battle_has_a_recorded_game_by_each_edition() -> None:
    found = {(game["scenario"], game["edition"]) for game in created()}
    assert {(slug, edition) for slug in slugs() for edition in EditionName} <= found


def test_every_variant_has_a_recorded_game() -> None:
    assert {game["variant"] for game in created()} == set(Variant)


def test_every_type_of_event_occurs_in_a_recorded_game() -> None:
    found = {kind for path in FILES for kind in kinds(path)}
    assert found == set(get_args(Event))


def created() -> list[Json]:
    """The first event of each recording."""
    return [load(path).created["data"] for path in FILES]
