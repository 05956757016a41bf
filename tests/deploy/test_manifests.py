"""The Kubernetes manifests: what refers to what, who may do what, what they share with the rest.

Their form is what `kubectl apply --dry-run` checks; here is what it cannot know.
"""

import dataclasses
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from api.settings import Settings
from deploy.web_server import FINISH_REQUESTS_WITHIN
from tests.support.each import each

DEPLOY = Path(__file__).parents[2] / "deploy"
FOLDER = DEPLOY / "kubernetes"
USERS = {"api": 10001, "worker": 10001, "projector": 10001, "bots": 10001, "redis": 999}
Manifest = dict[str, Any]


def manifests() -> list[Manifest]:
    listed = yaml.safe_load((FOLDER / "kustomization.yaml").read_text())["resources"]
    assert sorted(listed) == sorted(
        file.name for file in FOLDER.glob("*.yaml") if file.name != "kustomization.yaml"
    )
    return [one for name in listed for one in yaml.safe_load_all((FOLDER / name).read_text())]


def of_kind(*kinds: str) -> dict[str, Manifest]:
    return {one["metadata"]["name"]: one for one in manifests() if one["kind"] in kinds}


def pods() -> dict[str, Manifest]:
    """The pods' specifications by the name of what runs them."""
    running = of_kind("Deployment", "StatefulSet")
    return {name: one["spec"]["template"]["spec"] for name, one in running.items()}


def containers(pod: Manifest) -> list[Manifest]:
    return [*pod.get("initContainers", ()), *pod["containers"]]


def found(value: object, key: str) -> Iterator[Any]:
    """Every value below ``key`` in nested data."""
    if isinstance(value, dict):
        for name, below in value.items():
            if name == key:
                yield below
            yield from found(below, key)
    elif isinstance(value, list):
        for below in value:
            yield from found(below, key)


@each("name", USERS)
def test_a_pod_may_do_nothing_that_it_need_not(name: str) -> None:
    pod = pods()[name]
    assert pod["automountServiceAccountToken"] is False
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert pod["securityContext"]["runAsUser"] == USERS[name]
    assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    for container in containers(pod):
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
        assert container["resources"]["requests"].keys() == {"cpu", "memory"}
        assert container["resources"]["limits"]["memory"]


def test_the_image_runs_as_the_user_that_the_manifests_name() -> None:
    assert "USER 10001:10001" in (DEPLOY / "Dockerfile").read_text()


def test_every_pod_is_selected_by_what_should_select_it() -> None:
    labels = {
        name: one["spec"]["template"]["metadata"]["labels"]
        for name, one in of_kind("Deployment", "StatefulSet").items()
    }
    for name, one in of_kind("Deployment", "StatefulSet").items():
        assert one["spec"]["selector"]["matchLabels"].items() <= labels[name].items()
    assert of_kind("Service").keys() == {"api", "redis"}
    for name, one in of_kind("Service").items():
        assert one["spec"]["selector"].items() <= labels[name].items()
    users = {name for name, own in labels.items() if own.get("afteraction/uses-redis") == "true"}
    assert users == {"api", "worker", "projector", "bots", "webhooks"}
    for policy in of_kind("NetworkPolicy", "PodDisruptionBudget").values():
        for wanted in found(policy["spec"], "matchLabels"):
            ours = not any(key.startswith(("kubernetes.io", "afteraction/may")) for key in wanted)
            matches = [own for own in labels.values() if wanted.items() <= own.items()]
            assert matches or not ours, wanted


def test_what_a_pod_refers_to_exists() -> None:
    settings = {field.name.upper() for field in dataclasses.fields(Settings)}
    maps = of_kind("ConfigMap")
    text = (FOLDER / "settings.yaml").read_text()
    for pod in pods().values():
        volumes = {volume["name"] for volume in pod["volumes"]} | {"data"}
        for container in containers(pod):
            assert {mount["name"] for mount in container["volumeMounts"]} <= volumes
            ports = {port["name"] for port in container.get("ports", ())}
            assert set(found(container, "port")) <= ports
        for reference in (*found(pod, "configMapRef"), *found(pod, "configMap")):
            assert reference["name"] in maps
        for reference in found(pod, "secretKeyRef"):
            assert f"secret generic {reference['name']}" in text
            assert f"--from-literal={reference['key']}=" in text
        for name in found(pod, "secretName"):
            assert f"secret generic {name} --from-file" in text
        for container in pod["containers"]:
            names = {one["name"] for one in container["env"]} - {"REDIS_PASSWORD"}
            assert names <= settings
    assert maps["afteraction"]["data"].keys() <= settings
    Settings.from_env(maps["afteraction"]["data"])


def test_no_secret_is_written_down() -> None:
    assert not of_kind("Secret")
    for file in FOLDER.rglob("*.yaml"):
        assert not re.search(r"redis://:[^.@]+@", file.read_text()), file


def test_a_pod_has_the_time_that_its_stop_takes() -> None:
    api = pods()["api"]
    [container] = api["containers"]
    pause = int(container["lifecycle"]["preStop"]["exec"]["command"][1])
    assert api["terminationGracePeriodSeconds"] > pause + FINISH_REQUESTS_WITHIN
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    for name in ("worker", "projector", "bots", "redis"):
        grace = pods()[name]["terminationGracePeriodSeconds"]
        assert compose[name]["stop_grace_period"] == f"{grace}s"


def test_the_api_is_distinguished_when_it_is_up_and_when_it_can_serve() -> None:
    [container] = pods()["api"]["containers"]
    asked = {name: container[name]["httpGet"]["path"] for name in container if "Probe" in name}
    assert asked == {
        "startupProbe": "/healthz",
        "livenessProbe": "/healthz",
        "readinessProbe": "/readyz",
    }
    assert of_kind("PodDisruptionBudget")["api"]["spec"]["minAvailable"] == 1
    assert of_kind("Deployment")["api"]["spec"]["replicas"] > 1


def test_redis_is_started_as_compose_starts_it() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]["redis"]
    [redis] = pods()["redis"]["containers"]
    assert redis["image"] == compose["image"]
    script = compose["command"][-1].replace("$$", "$")
    script = script.replace("${REDIS_SETTINGS:-always}.conf", "redis.conf")
    assert [*redis["command"], *redis["args"]] == [*compose["command"][:-1], script]
    settings = of_kind("ConfigMap")["redis"]["data"]["redis.conf"]
    assert settings == (DEPLOY / "redis" / "always.conf").read_text()


def test_the_archive_is_added_to_every_program() -> None:
    component = yaml.safe_load((FOLDER / "archive" / "kustomization.yaml").read_text())
    [_, programs] = component["patches"]
    assert set(programs["target"]["name"].split("|")) == pods().keys() - {"redis"}
    for patch in component["patches"]:
        for change in yaml.safe_load(patch["patch"]):
            name = change["path"].removeprefix("/data/")
            assert name.startswith("/spec") or name.lower() in {
                field.name for field in dataclasses.fields(Settings)
            }
