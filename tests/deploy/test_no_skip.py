"""The switch that lets no test be left out, tried on a suite of its own."""

import os
import subprocess
import sys
from inspect import signature
from pathlib import Path

import pytest

from tests.support.each import each
from tests.support.waiting import PATIENCE

HOOKS = Path(__file__).parents[1] / "conftest.py"
SUITES = {
    "passes": "def test_it(): pass",
    "skips a test": "import pytest\ndef test_it(): pytest.skip('no')\ndef test_other(): pass",
    "expects a failure": "import pytest\n@pytest.mark.xfail\ndef test_it(): assert False",
    "skips a file": "import pytest\npytest.skip('no', allow_module_level=True)",
}


def run(folder: Path, suite: str, no_skip: str, *arguments: str) -> tuple[int, str]:
    (folder / "pytest.ini").write_text("[pytest]\n")
    (folder / "conftest.py").write_text(HOOKS.read_text())
    (folder / "test_other.py").write_text("def test_passes(): pass")
    (folder / "test_suite.py").write_text(SUITES[suite])
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "xdist", *arguments],
        cwd=folder,
        # Other plugins take longer to load than these tests to run.
        env={
            **os.environ,
            "AFTERACTION_NO_SKIP": no_skip,
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        },
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    return done.returncode, done.stdout


@pytest.mark.parametrize("suite", SUITES)
def test_a_test_left_out_fails_the_run_only_under_the_switch(suite: str, tmp_path: Path) -> None:
    assert run(tmp_path, suite, "")[0] == 0
    check(suite, *run(tmp_path, suite, "1"))


@pytest.mark.parametrize("suite", ["passes", "skips a test", "skips a file"])
def test_processes_tell_of_what_they_left_out(suite: str, tmp_path: Path) -> None:
    check(suite, *run(tmp_path, suite, "1", "-n", "2"))


def check(suite: str, status: int, output: str) -> None:
    assert status == (0 if suite == "passes" else 1)
    assert ("left out, but" in output) == (suite != "passes")
    assert "passed" in output.splitlines()[-1] or "xfailed" in output.splitlines()[-1]


def test_a_loop_over_cases_fails_with_every_case_that_does(tmp_path: Path) -> None:
    @each("number, odd", [(1, True), (2, True), (3, True), (4, True)])
    def test_it(tmp_path: Path, number: int, odd: bool) -> None:
        assert tmp_path.exists() and (number % 2 == 1) is odd

    assert list(signature(test_it).parameters) == ["tmp_path"]
    with pytest.raises(ExceptionGroup, match="2 of 4 cases") as failure:
        test_it(tmp_path=tmp_path)
    items = [note for error in failure.value.exceptions for note in error.__notes__]
    assert items == ["number, odd: (2, True)", "number, odd: (4, True)"]
