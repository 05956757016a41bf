"""The pages' own code: typed, linted, small, and complete in five languages."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from api.http.command_codec import COMMAND_SCHEMAS
from api.pages.files import STATIC
from tests.pictures.make_geometry import TABLE as HEXES
from tests.support.npm import FOLDER, node_tool

APP = STATIC / "app"
ROOT = FOLDER.parents[1]
MODULES = sorted(APP.glob("*.js"))
SECONDS = 300
UNTYPED = {
    *("choices.js", "client.js", "patch.js"),  # whatever the service answers or lists
    *("dom.js", "forms.js", "new_game.js", "special_rules.js"),  # attributes and fields
    *("push.js", "verdict.js"),  # what is of another library, or a module of its own
}
ENGLISH = json.loads((APP / "texts" / "en.json").read_text(encoding="utf-8"))["texts"]


def run(tool: str, *options: str) -> None:
    done = subprocess.run(
        [node_tool(tool), *options],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_types_of_every_module_are_checked_against_the_contract() -> None:
    sources = {path.name: path.read_text() for path in MODULES}
    assert all(source.startswith("// @ts-check\n") for source in sources.values())
    untyped = {name for name, source in sources.items() if re.search(r"\{[^}\n]*\bany\b", source)}
    assert untyped <= UNTYPED
    types = FOLDER / "contract"
    wanted = ("-i", str(ROOT / "openapi.json"), "-o", str(types), "-p", "@hey-api/typescript")
    run("openapi-ts", *wanted, "--no-log-file")
    (types / "types.gen.ts").replace(types / "index.d.ts")
    run("tsc", "--project", str(APP / "jsconfig.json"))


def test_the_linter_finds_nothing() -> None:
    run("eslint", "--config", str(FOLDER / "eslint.config.js"), "--max-warnings", "0", str(APP))


@pytest.mark.parametrize("path", sorted(APP.glob("texts/*.json")), ids=lambda path: path.stem)
def test_every_language_has_every_text_with_the_same_places(path: Path) -> None:
    texts = json.loads(path.read_text(encoding="utf-8"))["texts"]
    assert list(texts) == list(ENGLISH)
    for name, text in texts.items():
        assert places(text) == places(ENGLISH[name]), name


def test_hexes_lie_where_the_service_has_them() -> None:
    table = json.loads(HEXES.read_text(encoding="utf-8"))
    program = (
        (APP / "geometry.js").read_text(encoding="utf-8")
        + f"""
      const hexes = {json.dumps([row["hex"] for row in table["hexes"]])};
      console.log(JSON.stringify({{
        corners: CORNERS,
        hexes: hexes.map((hex) => ({{
          hex, center: center(hex), turned: center(hex, {json.dumps(table["size"])}),
        }})),
      }}));"""
    )
    node = shutil.which("node")
    if node is None:
        pytest.skip("needs Node.js")
    done = subprocess.run(
        [node, "--input-type=module"],
        input=program,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=True,
    )
    body = json.loads(done.stdout)
    assert body == {name: table[name] for name in body}
    assert len(body["hexes"]) > 100


def places(text: str) -> set[str]:
    """What is filled in."""
    return set(re.findall(r"\{(\w+)[:}]", text))


def test_every_kind_of_command_has_a_text() -> None:
    assert {f"do.{name}" for name in COMMAND_SCHEMAS} <= set(ENGLISH)


def test_every_text_is_used() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in MODULES)
    pages = "".join(
        path.read_text(encoding="utf-8")
        for path in (ROOT / "api" / "pages" / "templates").glob("*.html")
    )
    made = (
        "do.",
        "item.",
        "lobby.edition.",
        "lobby.variant.",
        "lobby.undo.",
        "lobby.clock.",
        "clock.",
        "orders.",
        "plan.",
        "lobby.visibility.",
        "lobby.side.",
        "lobby.challenge.",
        "lobby.opponent.",
        "presence.",
        "play.bot.",
        "status.",
        "comments.",
        "review.control.",
        "review.unit.",
        "play.ending.",
        "why.",
        "hint.",
        "analysis.label.",
        "review.jump.",
        "notices.",
        "people.",
        "battle.",
        "battles.",
        "editor.",
        "rule.",
        "findings.",
        "study.",
    )
    for name in ENGLISH:
        assert f'"{name}"' in code + pages or name.startswith((*made, "play.undo.")), name
