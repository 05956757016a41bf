"""The transcripts in README.md, run as a newcomer would."""

import shutil
from pathlib import Path

import pytest

from tests.http.running import PROJECT, Running
from tests.http.transcripts import DEFAULT_URL, check, fits, run, steps


@pytest.mark.skipif(shutil.which("curl") is None, reason="the transcripts use curl")
def test_the_transcripts_of_the_readme_come_out_as_written(shared: Running, tmp_path: Path) -> None:
    text = (PROJECT / "README.md").read_text(encoding="utf-8")
    transcript = steps(text.replace(DEFAULT_URL, shared.url))
    assert any("curl" in step.command for step in transcript)
    check(transcript, tmp_path)


def test_a_transcript_is_read_and_compared_line_by_line(tmp_path: Path) -> None:
    block = "```console\n$ a=1\n$ echo $a\n1\n$ echo b c d; echo e\nb … d\ne\n```\n"
    transcript = steps(f"Before\n{block}```\n$ not this\n```\n")
    assert [step.output for step in transcript] == ["", "1\n", "b … d\ne\n"]
    printed = run(transcript, tmp_path)
    assert [fits(s.output, p) for s, p in zip(transcript, printed, strict=True)] == [True] * 3
    assert not fits("b … d\n", "b c d\ne\n")
    assert not fits("b.d\n", "bcd\n")
