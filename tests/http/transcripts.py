"""Transcripts in texts, and running them as a newcomer would: with bash, curl and python3."""

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

PROGRAMS = Path(sys.executable).parent
"""Where programs are that a newcomer installs with pip."""
DEFAULT_URL = "http://127.0.0.1:8000"
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROMPT = "$ "
ANYTHING = "…"
WITHIN = 240.0


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


def run(transcript: list[Step], folder: Path, within: float = WITHIN) -> list[str]:
    """What each command prints, all of them in one shell; fewer when one of them fails."""
    mark = "--- the end of a step ---"
    script = "".join(f"{step.command}\necho '{mark}'\n" for step in transcript)
    done = subprocess.run(
        ["bash", "-e", "-c", script],
        stdin=subprocess.DEVNULL,
        cwd=folder,
        env={**os.environ, "PATH": f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=within,
        check=False,
    )
    *printed, rest = done.stdout.split(f"{mark}\n")
    assert done.returncode == 0, f"{transcript[len(printed)].command}\n{rest}"
    return printed


def check(transcript: list[Step], folder: Path, within: float = WITHIN) -> None:
    """Fail unless every command prints what it is said to."""
    for step, printed in zip(transcript, run(transcript, folder, within), strict=True):
        assert fits(step.output, printed), f"{step.command}\n{step.output}---\n{printed}"
