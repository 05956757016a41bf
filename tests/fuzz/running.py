"""Running Schemathesis against a service, and counting what it did."""

import json
import os
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from api.openapi.components import operations
from api.openapi.examples import with_examples
from tests.contract.contract import OF_ANY_REQUEST
from tests.fuzz.stage import Stage

HERE = Path(__file__).parent
PROJECT = HERE.parents[1]


@dataclass(frozen=True)
class Plan:
    """How much is done."""

    examples: int
    """Requests that are made up for an operation at most, by phase."""
    phases: str = "examples,coverage,fuzzing,stateful"
    seed: int = 1
    seconds: int | None = None
    operations: tuple[str, ...] = ()
    """Only these; all when there is none."""


@dataclass
class Report:
    """What a run has found."""

    status: int
    said: str
    requests: Counter[str] = field(default_factory=Counter)
    """Requests by operation."""
    answers: Counter[int] = field(default_factory=Counter)
    """Answers by status."""

    @property
    def total(self) -> int:
        return sum(self.requests.values())


def fuzz(stage: Stage, folder: Path, plan: Plan, *, signed_in: bool) -> Report:
    """One run of Schemathesis over the contract as the service gives it, with the examples that it
    begins with; ``folder`` is for its files."""
    name = "signed-in" if signed_in else "nobody"
    config, found = folder / f"{name}.toml", folder / f"{name}.ndjson"
    config.write_text(_config(stage), encoding="utf-8")
    command = [
        *(str(Path(sys.executable).with_name("schemathesis")), "--config-file", str(config)),
        *("run", str(_contract(stage, folder)), "--url", stage.url, "--phases", plan.phases),
        *("--max-examples", str(plan.examples), "--seed", str(plan.seed), "--no-color"),
        *("--report", "ndjson", "--report-ndjson-path", str(found)),
    ]
    for operation in plan.operations:
        command += ["--include-operation-id", operation]
    if plan.seconds is not None:
        command += ["--max-time", str(plan.seconds)]
    done = subprocess.run(
        command,
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": str(PROJECT),
            "SCHEMATHESIS_HOOKS": "tests.fuzz.hooks",
            "FUZZ_URL": stage.url,
            "FUZZ_TOKEN": stage.token if signed_in else "",
            "FUZZ_EXPORT": stage.export,
            "FUZZ_CURSORS": json.dumps(stage.cursors),
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    report = Report(done.returncode, done.stdout)
    with found.open(encoding="utf-8") as lines:
        for line in lines:
            _count(json.loads(line), report)
    return report


def _contract(stage: Stage, folder: Path) -> Path:
    file = folder / "openapi.json"
    spec = httpx.get(f"{stage.url}/openapi.json", verify=False).raise_for_status().json()
    shown = with_examples(spec)
    for operation in operations(shown):
        for status, answer in OF_ANY_REQUEST.items():
            operation["responses"].setdefault(str(status), {"description": "", **answer})
    file.write_text(json.dumps(shown), encoding="utf-8")
    return file


def _config(stage: Stage) -> str:
    """The settings that are on file, and values of parameters that are good on this service."""
    words = {"games": stage.games, "players": [stage.player]}
    known = "".join(
        f"[dictionaries.{name}]\nvalues = {json.dumps(values)}\n\n"
        for name, values in words.items()
    )
    return (HERE / "schemathesis.toml").read_text(encoding="utf-8") + "\n" + known


def _count(event: dict[str, Any], report: Report) -> None:
    scenario = event.get("ScenarioFinished")
    if scenario is None:
        return
    recorder = scenario["recorder"]
    for number, exchange in recorder.get("interactions", {}).items():
        case = recorder["cases"][number]["value"]
        report.requests[f"{case['method']} {case['path']}"] += 1
        if exchange.get("response") is not None:
            report.answers[exchange["response"]["status_code"]] += 1
