"""The contract before the linters of others: no finding, and no rule of theirs left out."""

import json
import subprocess
from pathlib import Path
from typing import Any

import yaml

from tests.contract.contract import JSON_FILE
from tests.support.npm import FOLDER, node_tool

RULES = Path(__file__).with_name("spectral.yaml")
SECONDS = 900


def test_redocly_finds_nothing_by_its_strictest_rules() -> None:
    found = lint("redocly", "--extends", "recommended-strict", "--format", "json", str(JSON_FILE))
    assert found["problems"] == []
    assert found["totals"] == {"errors": 0, "warnings": 0, "ignored": 0}


def test_spectral_finds_nothing_by_all_of_its_rules() -> None:
    assert yaml.safe_load(RULES.read_text()) == {"extends": ["spectral:oas"]}
    assert (
        lint("spectral", "--quiet", "--ruleset", str(RULES), "--format", "json", str(JSON_FILE))
        == []
    )


def lint(tool: str, *options: str) -> Any:
    """What a linter reports. It runs where no settings of ours, or of a user's, can soften it."""
    done = subprocess.run(
        [node_tool(tool), "lint", *options],
        cwd=FOLDER,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.stdout, done.stderr
    return json.loads(done.stdout)
