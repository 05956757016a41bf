"""What is deployed, judged by tools of others, and what those of the tests are told."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.support.waiting import PATIENCE

DEPLOY = Path(__file__).parents[2] / "deploy"
BIN = Path(sys.executable).parent
OF_KUSTOMIZE = "kustomization.yaml"
MANIFESTS = sorted(
    file.relative_to(DEPLOY).as_posix()
    for file in (DEPLOY / "kubernetes").rglob("*.yaml")
    if file.name != OF_KUSTOMIZE
)
VERSIONS = ("1.32", "1.37")
"""Of Kubernetes: one that is in use for long, and the newest that the tool knows."""


def judged(tool: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [BIN / tool, *arguments],
        cwd=DEPLOY,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


def test_hadolint_finds_nothing_in_the_dockerfile() -> None:
    done = judged("hadolint", "--failure-threshold", "style", "Dockerfile")
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr


def test_hadolint_is_asked_what_it_would_find(tmp_path: Path) -> None:
    file = tmp_path / "Dockerfile"
    file.write_text("FROM debian\nRUN cd /tmp && sudo apt-get install curl\n")
    assert judged("hadolint", str(file)).returncode == 1


@pytest.mark.parametrize("version", VERSIONS)
def test_kubernetes_knows_every_member_of_the_manifests(version: str) -> None:
    done = judged("kubernetes-validate", "--strict", "-k", version, *MANIFESTS)
    assert done.returncode == 0, done.stdout + done.stderr
    said = done.stdout + done.stderr
    assert "WARN" not in said
    assert said.count("passed for resource") > len(MANIFESTS)


def test_kubernetes_is_asked_what_it_would_find(tmp_path: Path) -> None:
    file = tmp_path / "api.yaml"
    text = (DEPLOY / "kubernetes" / "api.yaml").read_text()
    file.write_text(text.replace("minAvailable", "atLeast").replace("maxUnavailable:", "atMost:"))
    assert judged("kubernetes-validate", "--strict", str(file)).returncode != 0


def test_mutated_rules_are_tried_with_all_that_their_tests_import() -> None:
    tools = tomllib.loads((DEPLOY.parent / "pyproject.toml").read_text())["tool"]
    programs = {*tools["importlinter"]["root_packages"], "tests"}
    result = tools["mutmut"]
    assert {*result["source_paths"], *result["also_copy"]} >= programs
    assert all([*DEPLOY.parent.glob(pattern)] for pattern in result["only_mutate"])
