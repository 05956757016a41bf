"""The glue of clients that others generate from the contract; ``make clients`` plays with it."""

from pathlib import Path

import pytest

from tests.clients.generated import PYTHON_GLUE, TYPESCRIPT_GLUE
from tests.clients.targets import GLUE

MAX_GLUE = 60


@pytest.mark.parametrize(
    ("glue", "comment"),
    [
        (PYTHON_GLUE, "#"),
        (TYPESCRIPT_GLUE, "//"),
        (GLUE / "play.py", "#"),
        (GLUE / "play.ts", "//"),
        (GLUE / "Play.cs", "//"),
        (GLUE / "Play.java", "//"),
        (GLUE / "Play.kt", "//"),
    ],
)
def test_the_glue_is_short_and_sends_nothing_itself(glue: Path, comment: str) -> None:
    lines = [line.strip() for line in glue.read_text().splitlines()]
    code = [line for line in lines if line and not line.startswith(comment)]
    assert len(code) <= MAX_GLUE
    for written_out in (
        "/v1",
        "fetch(",
        "httpx.get",
        "httpx.post",
        "httpx.request",
        "Authorization",
    ):
        # The generator for Java leaves it to the program how a request is authorized.
        allowed = glue.suffix == ".java" and written_out == "Authorization"
        assert allowed or not any(written_out in line for line in code)
