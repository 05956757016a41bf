"""Pictures of boards: whole, sound, and nothing in them that would have to be loaded or run."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from xml.etree import ElementTree as Xml

import api
from api.locales import LANGUAGES, filled
from api.pictures.board import LABELS, Manner, draw
from api.pictures.drawing import lettering
from api.pictures.drawing.symbols import Symbols, body, exists
from api.pictures.drawing.themes import LIGHT, THEMES, style
from api.pictures.kit import kit
from api.pictures.png import png
from api.pictures.scene import Scene, of_setup
from domain.scenarios import document, load, slugs
from domain.values import Feature, ObstacleKind, Side, TerrainKind, UnitKind
from tests.support.each import each

INSPECTOR = Path(api.__file__).parent / "pages" / "static" / "app" / "inspector.js"
SVG = "{http://www.w3.org/2000/svg}"
NAMES = re.compile(r"var\(--([a-z_-]+)\)")
DRAWN = {"svg", "title", "desc", "defs", "g", "use", "clipPath", "path", "rect", "circle"}
DRAWN |= {"ellipse", "polygon"}
WORDS = [
    ("terrain", TerrainKind),
    ("features", Feature),
    ("obstacles", ObstacleKind),
    ("units", UnitKind),
]
COLORS_OF_A_UNIT = {"figure", "plate"}
COURSES = {
    TerrainKind.RIVER,
    TerrainKind.FORDABLE_STREAM,
    TerrainKind.RAILROAD,
    TerrainKind.FROZEN_RIVER,
    TerrainKind.ROAD,
    TerrainKind.ROAD_HILL,
    TerrainKind.WADI,
    Feature.WIDE,
}
"""Drawn as the way of the water or of a road, by no symbol of their own."""


def scene(slug: str) -> Scene:
    return of_setup(slug, load(slug))


def parsed(svg: str) -> Xml.Element:
    return Xml.fromstring(svg)


def references(root: Xml.Element) -> Iterator[str]:
    for element in root.iter():
        for name, value in element.attrib.items():
            if name.endswith("href"):
                yield value.removeprefix("#")
            yield from re.findall(r"url\(#([^)]+)\)", value)


@each("slug", slugs())
@each("side", [None, *Side])
def test_every_battle_is_drawn_whole(slug: str, side: Side | None) -> None:
    shown = scene(slug)
    root = parsed(draw(shown, Manner(side=side, labels="all")))
    used = Counter(element.get("href") for element in root.iter(f"{SVG}use"))
    for kind, count in Counter(piece.kind for piece in shown.pieces).items():
        found = sum(n for name, n in used.items() if name and name.startswith(f"#units-{kind}-"))
        assert found == count
    for obstacle, count in Counter(placed.kind for placed in shown.obstacles).items():
        assert used[f"#obstacles-{obstacle}"] == count
    medals = sum(len(objective.hexes) for objective in shown.objectives)
    assert sum(used[f"#marks-medal_{side}"] for side in (*Side, "both")) == medals


@each("theme, labels", [*product(THEMES, LABELS)])
def test_a_picture_stands_alone(theme: str, labels: str) -> None:
    svg = draw(scene("omaha_beach"), Manner(theme=theme, labels=labels))
    root = parsed(svg)
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= DRAWN
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert set(references(root)) <= set(ids)
    assert "var(" not in svg
    assert "http" not in svg.replace(SVG.strip("{}"), "", 1)
    handlers = [name for element in root.iter() for name in element.attrib if name[:2] == "on"]
    assert handlers == []


@each("slug", slugs())
def test_a_kit_has_whatever_it_refers_to_and_each_of_its_colors_has_a_name(slug: str) -> None:
    drawn = kit(scene(slug), None, "en")
    ids = [element.get("id") for element in parsed(drawn).iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert set(references(parsed(drawn))) <= set(ids)
    named = set(re.findall(r"(--[\w-]+):", style()))
    assert set(re.findall(r"var\(([^)]+)\)", drawn)) <= named


def test_a_style_sheet_has_all_colors_by_day_by_night_and_on_paper() -> None:
    day, night, paper = (
        dict(re.findall(r"--board-([\w-]+): (#\w+);", line)) for line in style().splitlines()
    )
    assert day == LIGHT
    assert day | night == THEMES["dark"]
    assert paper == THEMES["print"]


def test_a_picture_says_what_it_shows() -> None:
    root = parsed(draw(scene("pegasus_bridge"), Manner(language="de")))
    assert root.get("role") == "img"
    assert root.get("lang") == "de"
    values = {e.get("id"): e.text for e in root if e.tag in (f"{SVG}title", f"{SVG}desc")}
    assert set(values) == set((root.get("aria-labelledby") or "").split())
    assert values["picture-title"] == "Pegasusbrücke"
    assert "9 Einheiten mit 36 Figuren" in (values["picture-desc"] or "")


@each("folder, kind", WORDS)
def test_each_kind_of_thing_has_a_symbol_of_its_own(folder: str, kind: type[TerrainKind]) -> None:
    drawings = [body(f"{folder}/{word}") for word in kind if word not in COURSES]
    assert len(set(drawings)) == len(drawings)


def test_each_country_has_a_mark_of_its_own() -> None:
    """Those of the battles and of the editor."""
    sides = [side for slug in slugs() for side in document(slug)["sides"].values()]
    [offered] = re.findall(r"NATIONS = (\[.+\]);", INSPECTOR.read_text("utf-8"))
    countries = {*json.loads(offered), *(side["nation"] for side in sides)}
    assert {"us", "ru"} < countries
    assert len({body(f"nations/{country}") for country in countries}) == len(countries)


def test_all_themes_have_the_same_colors() -> None:
    assert all(set(theme) == set(LIGHT) for theme in THEMES.values())


def test_a_symbol_may_name_no_color_that_the_themes_lack() -> None:
    symbols = Symbols(LIGHT)
    kinds = [f"{folder}/{word}" for folder, words in WORDS for word in words]
    for name in filter(exists, kinds):
        named = set(NAMES.findall(body(name)))
        assert named <= set(LIGHT) | COLORS_OF_A_UNIT, name
    assert "figure" not in symbols.colored(body("units/armor"), {"figure": "ink", "plate": "ink"})


def test_all_that_is_written_on_boards_can_be_written() -> None:
    known = lettering.letters()
    unknown = known["□"].strokes
    for slug in slugs():
        shown = scene(slug)
        for text in (*shown.titles.values(), *(label.text for label in shown.labels)):
            signs = [sign for sign, _ in lettering._split(text) if sign is not None]
            assert all(sign.strokes != unknown for sign in signs), text


def test_a_lost_figure_leaves_an_empty_place() -> None:
    shown = scene("sword_beach")
    first = replace(shown.pieces[0], figures=shown.pieces[0].full - 1)
    hurt = replace(shown, pieces=(first, *shown.pieces[1:]))

    def empty(one: Scene) -> int:
        return draw(one, Manner()).count('stroke-opacity=".6"')

    assert empty(hurt) == empty(shown) + 1


def test_the_same_picture_comes_in_pixels() -> None:
    made = png(draw(scene("pegasus_bridge"), Manner()), 320)
    assert made.startswith(b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(made[16:20], "big") == 320


@each("figures", [10**6, 2**53])
def test_more_figures_and_medals_than_a_game_has_are_written_as_numbers(figures: int) -> None:
    plain = scene("pegasus_bridge")
    pieces = tuple(replace(piece, figures=figures) for piece in plain.pieces)
    forces = tuple(replace(force, medals_to_win=figures) for force in plain.forces)
    monstrous = replace(plain, pieces=pieces, forces=forces)
    assert len(draw(monstrous, Manner())) < 3 * len(draw(plain, Manner()))
    whole = replace(monstrous, pieces=tuple(replace(one, full=figures) for one in pieces))
    assert len(kit(whole, None, "en")) < 3 * len(kit(plain, None, "en"))


def test_numbers_choose_their_word_as_on_the_pages() -> None:
    values = {
        language: [filled("{n:one|other}", language, {"n": count}) for count in (0, 1, 2)]
        for language in LANGUAGES
    }
    for language, found in values.items():
        none = "one" if language in ("fr", "pt") else "other"
        assert found == [none, "one", "other"], language
