"""``report.js`` works out every claim of a report again, and finds what is not so."""

import copy
import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from api import locales
from api.answers.report import report_answer
from domain.analysis.report import claims
from domain.events import GameFinished
from events.log.stored_event import StoredEvent
from tests.chain.auditors import REPORT, javascript
from tests.chain.exports import export, text
from tests.support.logs import RECORDINGS, recorded_log

Json = dict[str, Any]
MAX_WORDS = 700


def report_of(log: list[StoredEvent], language: str) -> Json:
    [report] = reports_of(log, language)
    return report


def reports_of(log: list[StoredEvent], *languages: str) -> Iterator[Json]:
    """The report of a game in each language; its claims are worked out once."""
    found = claims(one.event for one in log)
    for language in languages:
        report = report_answer(log[0].data["game"], len(log), log[-1].hash, found, language)
        yield json.loads(msgspec.json.encode(report))


@cache
def finished() -> tuple[str, ...]:
    return tuple(
        name
        for name in RECORDINGS
        if any(isinstance(one.event, GameFinished) for one in recorded_log(name))
    )


def sentences(report: Json) -> list[Json]:
    return [one for part in report["chapters"] for one in part["sentences"]]


def test_every_sentence_of_every_recorded_game_holds_in_every_language(tmp_path: Path) -> None:
    calls = []
    for name in finished():
        log = recorded_log(name)
        exported = text(export(log))
        reports = reports_of(log, *locales.LANGUAGES)
        for language, report in zip(locales.LANGUAGES, reports, strict=True):
            assert sum(len(one["text"].split()) for one in sentences(report)) <= MAX_WORDS
            wanted = locales.report(language)["sentences"]
            calls.append(["checkReport", exported, report, wanted])
    assert javascript(tmp_path, calls, REPORT) == [[]] * len(calls)


def _swap_sides(one: Json) -> None:
    values = one["claim"]["values"]
    values["side"] = "axis" if values["side"] == "allies" else "allies"


def _one_more(one: Json) -> None:
    name = next(name for name, value in one["claim"]["values"].items() if type(value) is int)
    one["claim"]["values"][name] += 1


def _other_words(one: Json) -> None:
    one["text"] = one["text"].replace("1", "2").replace("a", "e")


def _other_board(one: Json) -> None:
    one["version"] = one.get("version", 0) + 1


@pytest.mark.parametrize("lie", [_swap_sides, _one_more, _other_words, _other_board])
def test_a_false_sentence_is_found_wherever_it_stands(
    tmp_path: Path, lie: Callable[[Json], None]
) -> None:
    log = recorded_log("pegasus_bridge_2025")
    exported, sound = text(export(log)), report_of(log, "en")
    calls, lines = [], []
    for place in range(len(sentences(sound))):
        report = copy.deepcopy(sound)
        planted = sentences(report)[place]
        try:
            lie(planted)
        except (KeyError, StopIteration):
            continue
        if planted != sentences(sound)[place]:
            calls.append(["checkReport", exported, report])
            lines.append(planted["text"])
    found = javascript(tmp_path, calls, REPORT)
    assert len(found) >= len(("first", "won", "turn", "dice", "honor"))
    for wrong, line in zip(found, lines, strict=True):
        assert len(wrong) == 1
        assert wrong[0].endswith(line)


def test_what_is_left_out_or_of_another_game_or_told_otherwise_is_found(tmp_path: Path) -> None:
    log, other = recorded_log("pegasus_bridge_2025"), recorded_log("toulon_2004")
    exported, report = text(export(log)), report_of(log, "fr")
    shorter, retold = copy.deepcopy(report), copy.deepcopy(report)
    shorter["chapters"][-1]["sentences"].pop()
    retold["templates"]["score"] = "{allies} {axis}"
    sentences(retold)[5]["text"] = "{allies} {axis}".format_map(
        sentences(retold)[5]["claim"]["values"]
    )
    wanted = locales.report("fr")["sentences"]
    found = javascript(
        tmp_path,
        [
            ["checkReport", exported, shorter, wanted],
            ["checkReport", exported, report_of(other, "fr"), wanted],
            ["checkReport", exported, retold, wanted],
        ],
        REPORT,
    )
    assert found[0] == ["there should be 21 sentences"]
    assert "it is about another game" in found[1]
    assert len(found[2]) == 1
