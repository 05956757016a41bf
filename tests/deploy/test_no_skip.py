"""The switch that lets no test be left out, tried on a suite of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

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
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout


@pytest.mark.parametrize("arguments", [("-n", "0"), ("-n", "2")], ids=["alone", "in parallel"])
@pytest.mark.parametrize("suite", SUITES)
def test_a_test_left_out_fails_the_run_only_under_the_switch(
    suite: str, arguments: tuple[str, ...], tmp_path: Path
) -> None:
    assert run(tmp_path, suite, "", *arguments)[0] == 0
    status, output = run(tmp_path, suite, "1", *arguments)
    assert status == (0 if suite == "passes" else 1)
    assert ("left out, but" in output) == (suite != "passes")
    assert "passed" in output.splitlines()[-1] or "xfailed" in output.splitlines()[-1]
