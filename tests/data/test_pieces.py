"""What a piece lacks is named when the service starts: each fault, with the piece that has it."""

import json
import shutil
from collections.abc import Callable
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import pytest

from api.app import create_app
from api.pictures.drawing import symbols, themes
from api.pieces import PieceError, load
from api.pieces.reading import WORDS
from api.settings import Settings
from tests.support.each import each

Said = dict[str, Any]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of all pieces."""
    with as_file(files("api.pieces")) as home:
        for table in WORDS:
            shutil.copytree(home / table, tmp_path / table)
    return tmp_path


def changed(folder: Path, name: str, change: Callable[[Said], object]) -> None:
    file = folder / f"{name}.json"
    said = json.loads(file.read_text(encoding="utf-8"))
    change(said)
    file.write_text(json.dumps(said), encoding="utf-8")


def test_the_pieces_of_the_game_are_whole(folder: Path) -> None:
    tables = load(folder)
    assert {table: tuple(row) for table, row in tables.items()} == WORDS


@each("name", [f"{table}/{word}" for table, words in WORDS.items() for word in words])
def test_a_piece_whose_file_is_forgotten_is_named(folder: Path, name: str) -> None:
    (folder / f"{name}.json").unlink()
    with pytest.raises(PieceError, match=f"{name}: .*json is missing"):
        load(folder)


@each("name", ["terrain/forest", "units/armor", "obstacles/wire", "features/impassable"])
def test_a_symbol_that_is_forgotten_is_named(folder: Path, name: str) -> None:
    (folder / f"{name}.svg").unlink()
    with pytest.raises(PieceError, match=f"{name}: .*svg is missing"):
        load(folder)


FAULTS: list[tuple[str, Callable[[Said], object], str]] = [
    ("terrain/hill", lambda said: said.pop("names"), "has no name in en, de, es, fr, pt"),
    ("terrain/hill", lambda said: said["names"].pop("fr"), "has no name in fr"),
    ("cards/recon", lambda said: said["names"].pop("en"), "has no name in en"),
    ("terrain/hill", lambda said: said["names"].update(eo="monto"), "not spoken here: eo"),
    ("terrain/hill", lambda said: said.pop("text"), "has no text"),
    ("terrain/hill", lambda said: said.update(text={"2004": "High."}), "has no text"),
    ("cards/recon", lambda said: said["variants"].update(skirmish={}), "has texts of variants"),
    ("cards/recon", lambda said: said["variants"]["overlord"].pop("pt"), "has texts of variants"),
    ("terrain/hill", lambda said: said.pop("colors"), "has no color hill"),
    ("terrain/hill", lambda said: said["colors"]["hill"].pop("light"), "color hill needs light"),
    ("terrain/hill", lambda said: said["colors"]["hill"].update(dark="red"), "written like"),
    ("terrain/hill", lambda said: said["colors"].update(forest={"light": "#000000"}), "that of"),
    ("terrain/hill", lambda said: said.update(drawn=["nicely"]), "no known manner: nicely"),
    ("terrain/hill", lambda said: said.update(name="Hill"), "nothing reads: name"),
    ("terrain/hill", lambda said: said.update(names="Hill"), "must be an object"),
    ("units/armor", lambda said: said["told"].pop("axis"), "must have the forms"),
    ("obstacles/wire", lambda said: said["told"]["kind"].pop("de"), "must have the forms"),
]


@pytest.mark.parametrize("name, change, result", FAULTS)
def test_what_a_piece_lacks_is_named(
    folder: Path, name: str, change: Callable[[Said], object], result: str
) -> None:
    changed(folder, name, change)
    with pytest.raises(PieceError, match=f"{name}: .*{result}"):
        load(folder)


def test_a_file_that_cannot_be_read_is_named(folder: Path) -> None:
    (folder / "terrain/hill.json").write_text("{", encoding="utf-8")
    with pytest.raises(PieceError, match=r"terrain/hill: hill\.json is no JSON"):
        load(folder)


def test_a_file_of_no_piece_is_named(folder: Path) -> None:
    (folder / "terrain/swmap.json").write_text("{}", encoding="utf-8")
    with pytest.raises(PieceError, match=r"terrain/swmap\.json: is of no piece"):
        load(folder)


def test_all_that_a_word_alone_lacks_is_named_at_once(folder: Path) -> None:
    with pytest.raises(PieceError) as refused:
        load(folder, {**WORDS, "terrain": (*WORDS["terrain"], "swamp")})
    assert str(refused.value).splitlines()[1:] == [
        "terrain/swamp: has no row in the rulebook of 2004",
        "terrain/swamp: has no row in the rulebook of 2025",
        "terrain/swamp: swamp.json is missing",
    ]


def test_the_service_does_not_start_with_a_symbol_in_a_color_of_no_theme(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lacking = {name: color for name, color in themes.LIGHT.items() if name != "furrow"}
    monkeypatch.setattr(themes, "LIGHT", lacking)
    with pytest.raises(PieceError, match="terrain/hedgerow: its symbol has a color furrow"):
        create_app(Settings(redis_url="redis://127.0.0.1:1/0"))


def test_a_symbol_that_is_no_drawing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str) -> str:
        raise ValueError(f"{name}: not a drawing")

    monkeypatch.setattr(symbols, "body", refuse)
    with pytest.raises(PieceError, match="terrain/forest: not a drawing"):
        symbols.check(themes.LIGHT)
