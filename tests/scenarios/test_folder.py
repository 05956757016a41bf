"""An operator's battles are read from a folder; a bad file keeps nothing from starting."""

import json
from pathlib import Path

from domain.scenarios import document
from events.scenarios import folder
from events.scenarios.library import ScenarioLibrary, ScenarioQuery, StoredScenario
from events.store.servers import Client
from tests.support.editor_files import of_battle


def filled(place: Path) -> tuple[StoredScenario, ...]:
    (place / "one.m44").write_bytes(of_battle("mortain"))
    (place / "two.json").write_text(json.dumps(document("saverne")))
    for name, content in (("bad.m44", b"["), ("bad.json", b"{}"), ("worse.json", b"{")):
        (place / name).write_bytes(content)
    (place / "large.m44").write_bytes(b" " * (folder.LARGEST_FILE + 1))
    (place / "other.txt").write_text("no battle")
    return folder.battles_in(place)


def test_a_folder_gives_its_battles_and_nothing_else(tmp_path: Path) -> None:
    found = filled(tmp_path)
    assert [one.document["title"]["en"] for one in found] == [
        "Counter-attack on Mortain",
        document("saverne")["title"]["en"],
    ]
    assert all(one.setup is not None for one in found)
    assert folder.battles_in(None) == folder.battles_in(tmp_path / "none") == ()


def test_they_are_listed_and_found_for_everyone(tmp_path: Path, client: Client) -> None:
    found = filled(tmp_path)
    library = ScenarioLibrary(client, found)
    listed, last = library.page(ScenarioQuery(), None, 200)
    assert {one.slug for one in found} < {one.slug for one in listed}
    assert ([one.slug for one in listed], last) == (sorted(one.slug for one in listed), None)
    assert library.find(found[0].slug) == found[0]
