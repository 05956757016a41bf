"""Charts of luck: sound pictures that stand alone, and true to the report."""

import re
from xml.etree import ElementTree as Xml

from api.locales import LANGUAGES, picture_texts
from api.pictures.board import Manner
from api.pictures.drawing.lettering import letters
from api.pictures.drawing.themes import THEMES
from api.pictures.luck import Course, draw
from domain.analysis.distribution import NOTHING, spread
from domain.analysis.luck import LuckReport, Measure, Standing
from domain.values import Side
from tests.support.each import each

SVG = "{http://www.w3.org/2000/svg}"
COIN = LuckReport(spread({0: 0.5, 1: 0.5}), 1)
LOST = LuckReport(COIN.spread, 0)
NONE = LuckReport(NOTHING, 0)
TITLES = {"en": "Pegasus Bridge", "de": "Pegasusbrücke"}


def standing(allies: LuckReport, axis: LuckReport) -> Standing:
    return Standing({Side.ALLIES: allies, Side.AXIS: axis}, allies.minus(axis))


EARLY = {2: standing(COIN, NONE)}
LUCK = {**EARLY, 5: standing(COIN, COIN.plus(COIN).plus(COIN))}
LONG = {n: standing(COIN, LOST) for n in range(1, 90)}


def course(**params: object) -> Course:
    given = {"titles": TITLES, "version": 90, "turn": 6, "measure": Measure.HITS, "luck": LUCK}
    return Course(**{**given, **params})  # type: ignore[arg-type]


@each("theme", THEMES)
@each("result", [course(), course(turn=0, luck={}), course(turn=2, luck=LONG)])
def test_a_chart_stands_alone(theme: str, result: Course) -> None:
    svg = draw(result, Manner(theme=theme))
    root = Xml.fromstring(svg)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert set(re.findall(r"url\(#([^)]+)\)", svg)) <= set(ids)
    assert "var(" not in svg
    assert "http" not in svg.replace(SVG.strip("{}"), "", 1)
    assert not re.search("nan|inf", svg.replace("infantry", ""))


def test_a_chart_says_in_words_what_it_shows() -> None:
    root = Xml.fromstring(draw(course(), Manner(language="de")))
    values = {e.get("id"): e.text or "" for e in root if e.tag in (f"{SVG}title", f"{SVG}desc")}
    assert root.get("lang") == "de"
    assert values["picture-title"] == "Pegasusbrücke"
    assert "Zug 6, Version 90" in values["picture-desc"]
    # A coin that came up against three of three: half a hit more than expected against one and a
    # half. The balance is -3 to 1, by 1, 4, 6, 4, 1 of 16; 0.05 is 0.8 into the first of them.
    assert "Alliierte +0.5, Achse +1.5" in values["picture-desc"]
    assert "Bilanz ist \N{MINUS SIGN}1.0" in values["picture-desc"]
    assert "zwischen \N{MINUS SIGN}1.7 und +1.7" in values["picture-desc"]


def test_more_luck_lies_higher() -> None:
    ends = [last_point(course(turn=5, luck={5: one})) for one in (good(), EARLY[2], bad())]
    assert [y for _, y in ends] == sorted(y for _, y in ends)
    assert len({x for x, _ in ends}) == 1
    assert ends[0][1] < 258 < ends[2][1], "the middle is no luck"


def good() -> Standing:
    return standing(COIN.plus(COIN), LOST)


def bad() -> Standing:
    return standing(LOST, COIN.plus(COIN))


def last_point(result: Course) -> tuple[float, float]:
    circle = Xml.fromstring(draw(result, Manner())).find(f"{SVG}circle")
    assert circle is not None
    return float(circle.get("cx", "")), float(circle.get("cy", ""))


def test_turns_without_dice_change_nothing() -> None:
    assert last_point(course(turn=2, luck=EARLY))[1] == last_point(course(turn=9, luck=EARLY))[1]


@each("language", LANGUAGES)
@each("measure", Measure)
def test_every_language_says_everything_in_letters_that_there_are(
    language: str, measure: Measure
) -> None:
    result = picture_texts(language)
    assert result[f"luck_{measure}"]
    svg = draw(course(measure=measure), Manner(language=language))
    assert letters()["\N{WHITE SQUARE}"].strokes not in svg


def test_as_much_is_drawn_as_was_thrown_whatever_number_the_turns_have() -> None:
    few, far = (len(draw(course(turn=turn), Manner())) for turn in (90, 10**12))
    late = len(draw(course(turn=10**12, luck={**LUCK, 2**53: LUCK[5]}), Manner()))
    assert max(far, late) < 3 * few
