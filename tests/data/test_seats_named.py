"""How many seats there are, and whose side each is on, is said by a game's table alone."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TABLE = "domain/seating.py"
"""The one place that says which seats a game has."""
WORDS = "domain/values/__init__.py"
"""The words themselves."""
STORED = {
    "domain/events/lifecycle.py": 2,
    "events/transfer/bounds.py": 0,
    "events/log/upcasts.py": 0,
}
"""Stored forms, whose names of two seats can never change."""
SIDES = {
    "domain/analysis/luck.py",
    "domain/evaluation/win_chance.py",
    "domain/ratings/standings.py",
    "domain/editions/e2004.py",
    "domain/editions/e2025.py",
    "api/answers/analysis.py",
    "api/answers/playtests.py",
    "api/resources/service/ratings.py",
    "api/pictures/drawing/tokens.py",
    "api/pictures/luck.py",
    "events/read_models/rating_fold.py",
    "events/scenarios/editor/board.py",
    "events/scenarios/editor/reader.py",
    "events/scenarios/editor/options.py",
    "events/scenarios/editor/options_writer.py",
    "events/scenarios/editor/tags.py",
    "events/scenarios/editor/writer.py",
    "events/scenarios/own.py",
}
"""What names sides, not seats: the balance of luck, chances at the start, whose side is worth
rating, who rules the air, how armies look, and whose pieces battles tell of."""
MAKING_BATTLES = {
    "api/pages/static/app/palette.js",
    "api/pages/static/app/scenario_edits.js",
    "api/pages/static/app/special_rules.js",
}
"""The pages on which a battle is made, which has two sides whatever seats its games have."""
ANSWERS = {
    "api/schemas/review/analysis.py",
    "api/schemas/review/luck.py",
    "api/schemas/service/playtests.py",
    "api/resources/service/results.py",
    "domain/view_types.py",
}
"""Answers with a member for each side, or for each seat of a game for two."""

SEAT = re.compile(
    r"\bSeat\.(?:ALLIES|AXIS)|\b(?:in|\*|len\(|list\(|tuple\(|set\(|frozenset\()\s*Seat\b"
    r"|\bseat\w*\.(?:side|enemy|opponent)\b|\bSeat if\b"
    r"|\bSeat\([^()]*\bside\b|\bSide\([^()]*\bseat\b"
)
SIDE = re.compile(r"\bSide\.(?:ALLIES|AXIS)|[\"'](?:allies|axis)[\"']|^\s+(?:allies|axis):")


def tracked(*kinds: str) -> list[str]:
    found = subprocess.run(
        ["git", "ls-files", "--", *kinds], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [path for path in found.stdout.splitlines() if not path.startswith("tests/")]


def lines(path: str, pattern: re.Pattern[str]) -> list[str]:
    text = (ROOT / path).read_text(encoding="utf-8")
    return [f"{path}: {line.strip()}" for line in text.splitlines() if pattern.search(line)]


def test_no_program_names_two_seats() -> None:
    others = [path for path in tracked("*.py") if path not in (TABLE, *STORED)]
    assert [line for path in others for line in lines(path, SEAT)] == []


@pytest.mark.parametrize("path", STORED)
def test_what_is_stored_names_the_two_seats_it_always_had(path: str) -> None:
    assert len(lines(path, SEAT)) <= STORED[path]


def test_sides_are_named_where_they_are_meant() -> None:
    allowed = SIDES | ANSWERS | {TABLE, WORDS, *STORED}
    others = [path for path in tracked("*.py") if path not in allowed]
    assert [line for path in others for line in lines(path, SIDE)] == []


def test_no_script_names_a_side_or_a_seat() -> None:
    scripts = tracked("api/pages/static/*.js")
    assert scripts
    others = [path for path in scripts if path not in MAKING_BATTLES]
    assert [line for path in others for line in lines(path, SIDE)] == []


@pytest.mark.parametrize("path", sorted(SIDES | ANSWERS | MAKING_BATTLES))
def test_nothing_is_allowed_that_is_not_needed(path: str) -> None:
    assert lines(path, SIDE)
