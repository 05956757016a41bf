"""The transcripts in README.md, run as a newcomer would: with bash, curl and python3."""

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.http.running import PROJECT, Running

DEFAULT_URL = "http://127.0.0.1:8000"
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROMPT = "$ "
ANYTHING = "…"
WITHIN = 60.0


@dataclass(frozen=True)
class Step:
    """A command and what it is said to print."""

    command: str
    output: str


def steps(text: str) -> list[Step]:
    """The commands of all transcripts in a text, in order."""
    found: list[Step] = []
    for block in BLOCK.findall(text):
        for line in block.splitlines():
            if line.startswith(PROMPT):
                found.append(Step(line.removeprefix(PROMPT), ""))
            else:
                last = found.pop()
                found.append(Step(last.command, f"{last.output}{line}\n"))
    return found


def fits(expected: str, printed: str) -> bool:
    """Whether an output is as expected, where ``…`` stands for anything within its line."""
    pattern = ".*".join(map(re.escape, expected.split(ANYTHING)))
    return re.fullmatch(pattern, printed) is not None


def run(transcript: list[Step], folder: Path) -> list[str]:
    """What each command prints, all of them in one shell; fewer when one of them fails."""
    mark = "--- the end of a step ---"
    script = "".join(f"{step.command}\necho '{mark}'\n" for step in transcript)
    done = subprocess.run(
        ["bash", "-e", "-c", script],
        stdin=subprocess.DEVNULL,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=WITHIN,
        check=False,
    )
    *printed, rest = done.stdout.split(f"{mark}\n")
    assert done.returncode == 0, f"{transcript[len(printed)].command}\n{rest}"
    return printed


@pytest.mark.skipif(shutil.which("curl") is None, reason="the transcripts use curl")
def test_the_transcripts_of_the_readme_come_out_as_written(
    service: Running, tmp_path: Path
) -> None:
    text = (PROJECT / "README.md").read_text(encoding="utf-8")
    transcript = steps(text.replace(DEFAULT_URL, service.url))
    assert any("curl" in step.command for step in transcript)
    for step, printed in zip(transcript, run(transcript, tmp_path), strict=True):
        assert fits(step.output, printed), f"{step.command}\n{step.output}---\n{printed}"


def test_a_transcript_is_read_and_compared_line_by_line(tmp_path: Path) -> None:
    block = "```console\n$ a=1\n$ echo $a\n1\n$ echo b c d; echo e\nb … d\ne\n```\n"
    transcript = steps(f"Before\n{block}```\n$ not this\n```\n")
    assert [step.output for step in transcript] == ["", "1\n", "b … d\ne\n"]
    printed = run(transcript, tmp_path)
    assert [fits(s.output, p) for s, p in zip(transcript, printed, strict=True)] == [True] * 3
    assert not fits("b … d\n", "b c d\ne\n")
    assert not fits("b.d\n", "bcd\n")
