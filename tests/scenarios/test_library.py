"""The battles of a player go with the account."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from events.commentary.documents import TooManyDocumentsError
from events.commentary.studies import Sharing
from events.scenarios import folder
from events.scenarios.library import ScenarioLibrary, ScenarioQuery
from events.store.servers import Client
from tests.fixtures import everything
from tests.support.editor_files import of_battle


def test_all_battles_of_a_player_are_taken_away(tmp_path: Path, client: Client) -> None:
    (tmp_path / "one.m44").write_bytes(of_battle("mortain"))
    [battle] = folder.battles_in(tmp_path)
    library = ScenarioLibrary(client)
    before = set(client.scan_iter("*"))
    for who, sharing in (("ada", Sharing.PUBLIC), ("ada", Sharing.PRIVATE), ("bob", Sharing.LINK)):
        kept = replace(battle, slug=f"{who}_{sharing}", author=who, visibility=sharing)
        assert library.add(kept) == kept
    assert len(library.page(ScenarioQuery(author="ada"), "ada", 9)[0]) == 2
    assert len(library.page(ScenarioQuery(author="ada"), None, 9)[0]) == 1
    for who in ("ada", "ada", "bob"):
        library.erase(who)
    assert set(client.scan_iter("*")) == before


def test_a_battle_too_many_leaves_nothing_behind(
    tmp_path: Path, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "one.m44").write_bytes(of_battle("mortain"))
    battle = replace(folder.battles_in(tmp_path)[0], author="ada", visibility=Sharing.PUBLIC)
    library = ScenarioLibrary(client)
    monkeypatch.setattr("events.scenarios.library.MAX_SCENARIOS", 1)
    library.add(battle)
    before = everything(client)
    with pytest.raises(TooManyDocumentsError):
        library.add(replace(battle, slug="another"))
    assert everything(client) == before
    assert library.add(battle) == library.find(battle.slug) == battle
