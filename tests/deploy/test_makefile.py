"""The Makefile, as it stands in a fresh clone."""

import re
import shutil
import subprocess
from pathlib import Path

from tests.http.running import PROJECT


def test_targets_use_no_variable_that_is_not_defined(tmp_path: Path) -> None:
    for file in (PROJECT / "Makefile", *PROJECT.glob("requirements*.txt")):
        shutil.copy(file, tmp_path)
    targets = re.findall(r"^([a-z-]+):.*## ", (tmp_path / "Makefile").read_text(), re.MULTILINE)
    assert {"run", "test", "check", "clients"} <= {*targets}
    given = ("T=rules", "K=edge", "REDIS_SERVER=redis-server")
    done = subprocess.run(
        ["make", "--dry-run", "--warn-undefined-variables", *targets, *given],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "undefined variable" not in done.stderr
    assert "-m pip install" in done.stdout
