"""A further terrain takes three files, a further card two: told, drawn and played with no other."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.waiting import PATIENCE

PROJECT = Path(__file__).parents[2]
PROGRAMS = ("api", "deploy", "domain", "events", "workers")
DOMAIN = "domain/pieces"
PLAYS = """
import json, random, sys
from dataclasses import replace
from api.app import create_app
from api.pictures.board import Manner, draw
from api.pictures.scene import of_state
from api.settings import Settings
from domain import apply, create, evolve, legal_commands
from domain.chance import SeededChance
from domain.commands import Resign, TakeSeat
from domain.scenarios import load
from domain.setup import Tile
from domain.steps.table.lifecycle import GameOptions
from domain.values import Card, EditionName, Seat, TerrainKind, Undo, Variant, Visibility

battle = load("mortain")
held = {unit.hex for unit in battle.units[:6]}
moor = tuple(Tile(spot, TerrainKind.MOOR) for spot in held)
others = tuple(tile for tile in battle.tiles if tile.hex not in held)
options = GameOptions("g", "mortain", replace(battle, tiles=(*others, *moor)), Variant.STANDARD,
                      Undo.NONE, Visibility.PUBLIC, "ann", 60, "5eed" * 16)
state = evolve(None, create(EditionName.E2025, options))
chance, dice = SeededChance(bytes.fromhex(options.seed), "g"), random.Random(3)
for seat, player in ((Seat.ALLIES, "ann"), (Seat.AXIS, "bob")):
    state = apply(state, TakeSeat(seat, player), chance).state
drawn = draw(of_state(state), Manner())
played = set()
while state.awaited is not None:
    listed = [c for c in legal_commands(state, state.awaited) if not isinstance(c, Resign)]
    command = next((c for c in listed if getattr(c, "card", None) is Card.NIGHT_MARCH), None)
    command = command or dice.choice(listed)
    played.add(getattr(command, "card", None))
    state = apply(state, command, chance).state
app = create_app(Settings(redis_url="redis://127.0.0.1:1/0"))
rules = app.test_client().get("/v1/catalog").get_json()
print(json.dumps({
    "terrain": [one for one in rules["terrain"] if one["id"] == "moor"],
    "cards": [one for one in rules["cards"] if one["id"] == "night_march"],
    "drawn": drawn.count("#8a8f6b"),
    "played": Card.NIGHT_MARCH in played,
    "ended": state.status,
}))
"""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A copy of the programs."""
    for name in PROGRAMS:
        shutil.copytree(
            PROJECT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "*.pyc")
        )
    return tmp_path


def edited(file: Path, *changes: tuple[str, str]) -> None:
    text = file.read_text(encoding="utf-8")
    for before, after in changes:
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    file.write_text(text, encoding="utf-8")


def run(clone: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", PLAYS],
        cwd=clone,
        env={"PYTHONPATH": str(clone), "PATH": ""},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def test_a_terrain_and_a_card_of_tomorrow(clone: Path) -> None:
    said = json.loads((clone / "api/pieces/terrain/forest.json").read_text(encoding="utf-8"))
    colors = {"moor": {"light": "#8a8f6b", "dark": "#33382b", "print": "#e0e0e0"}}
    edited(
        clone / DOMAIN / "terrain.py",
        ('    CLIFF = "cliff"\n', '    CLIFF = "cliff"\n    MOOR = "moor"\n'),
        (
            "    TerrainKind.OPEN: in_both(GroundTraits()),\n",
            "    TerrainKind.OPEN: in_both(GroundTraits()),\n"
            "    TerrainKind.MOOR: in_both(GroundTraits(protection={INFANTRY: -1})),\n",
        ),
    )
    refused = run(clone)
    assert refused.returncode != 0
    assert "terrain/moor: moor.json is missing" in refused.stderr
    terrain = clone / "api" / "pieces" / "terrain"
    (terrain / "moor.json").write_text(json.dumps({**said, "colors": colors}), encoding="utf-8")
    shutil.copyfile(terrain / "hedgerow.svg", terrain / "moor.svg")
    edited(
        clone / DOMAIN / "cards.py",
        (
            '    MOVE_OUT = "move_out"\n',
            '    MOVE_OUT = "move_out"\n    NIGHT_MARCH = "night_march"\n',
        ),
        (
            "    Card.MOVE_OUT: CardSpec(",
            "    Card.NIGHT_MARCH: CardSpec(6, Orders(anywhere=2, types=INFANTRY)),\n"
            "    Card.MOVE_OUT: CardSpec(",
        ),
    )
    refused = run(clone)
    assert "cards/night_march: night_march.json is missing" in refused.stderr
    cards = clone / "api" / "pieces" / "cards"
    shutil.copyfile(cards / "move_out.json", cards / "night_march.json")
    done = run(clone)
    assert done.returncode == 0, done.stderr
    body = json.loads(done.stdout.splitlines()[-1])
    assert body["ended"] == "finished"
    assert body["played"] is True
    assert body["drawn"] > 0
    [moor], [card] = body["terrain"], body["cards"]
    assert moor["by_edition"]["2025"]["protection"]["infantry"] == -1
    assert (moor["name"], card["name"]) == ("Forests", "Move Out")
