"""The image, and the service put together from it, as far as that goes without an engine: what the
image holds is copied as the Dockerfile says, and started by the commands of compose.yaml."""

import dataclasses
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from redis import Redis
from redis.exceptions import AuthenticationError

from api.settings import Settings
from deploy.probe import worker_is_alive
from deploy.processes import end, spawn
from deploy.redis_server.binary import find_redis_server
from deploy.web_server import FINISH_REQUESTS_WITHIN
from tests.http.clients import Table
from tests.http.running import PROJECT, free_port
from tests.support.waiting import PATIENCE, wait_until

DEPLOY = PROJECT / "deploy"
DOCKERFILE = DEPLOY / "Dockerfile"
COMPOSE = DEPLOY / "compose.yaml"
OF_THE_OPERATOR = ("./proxy/tls", "./backups")
GIVEN = {"REDIS_PASSWORD": "secret42", "GRAFANA_PASSWORD": "other"}
VARIABLE = re.compile(r"\$\{(\w+)(?::([-?])([^}]*))?\}")
SECONDS = {"s": 1, "m": 60}


def instructions() -> list[tuple[str, str]]:
    """The Dockerfile's instructions, each on one line."""
    text = re.sub(r"^\s*#.*\n", "", DOCKERFILE.read_text(), flags=re.MULTILINE)
    lines = re.sub(r"\\\n\s*", "", text).splitlines()
    pairs = [line.split(maxsplit=1) for line in lines if line.strip()]
    return [(name, rest) for name, rest in pairs]


def arguments(name: str) -> list[str]:
    return [rest for found, rest in instructions() if found == name]


def composed() -> dict[str, Any]:
    """compose.yaml with its variables filled in, as Compose does it."""

    def fill(match: re.Match[str]) -> str:
        name, kind, otherwise = match.groups()
        assert kind != "?" or name in GIVEN, name
        return GIVEN.get(name, otherwise or "")

    def filled(part: Any) -> Any:
        match part:
            case dict():
                return {name: filled(inner) for name, inner in part.items()}
            case list():
                return [filled(inner) for inner in part]
            case str():
                return VARIABLE.sub(fill, part)
            case _:
                return part

    found: dict[str, Any] = filled(yaml.load(COMPOSE.read_text(), yaml.CSafeLoader))
    return found


def services() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = composed()["services"]
    return found


def seconds(text: str) -> int:
    return int(text[:-1]) * SECONDS[text[-1]]


OURS = [name for name, one in services().items() if one["image"] == "afteraction"]
PROGRAMS = [name for name in OURS if "profiles" not in services()[name]]


def test_the_image_is_small_pinned_and_not_roots() -> None:
    bases = [rest.split()[0] for rest in arguments("FROM")]
    assert bases == ["python:3.12-slim", "valkey/valkey:9.1", "python:3.12-slim"]
    [install] = [rest for rest in arguments("RUN") if " install " in rest and "pip" in rest]
    assert {"--require-hashes", "--no-deps", "--no-cache-dir"} <= set(install.split())
    assert arguments("USER") == ["999:999", "10001:10001"]
    assert not arguments("ADD")
    assert json.loads(arguments("CMD")[-1]) == ["python", "-m", "deploy.web"]
    assert json.loads(arguments("HEALTHCHECK")[0].split("CMD ")[1])
    last = [name for name, _ in instructions()]
    assert last[::-1].index("USER") < last[::-1].index("RUN")


def test_nothing_but_what_is_copied_is_sent_to_the_engine() -> None:
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text().split("\n")
    assert "*" in ignored
    allowed = {line.removeprefix("!") for line in ignored if line.startswith("!")}
    sources = [rest.split()[:-1] for rest in arguments("COPY") if "--from" not in rest]
    assert allowed == {source.partition("/")[0] for each in sources for source in each}
    for name in allowed:
        assert (PROJECT / name).exists()
    assert {"openapi.json", "openapi.yaml"} <= allowed, "the service hands them out"


def test_compose_gives_every_program_what_it_needs_and_no_more() -> None:
    settings = {field.name.upper() for field in dataclasses.fields(Settings)}
    for name in OURS:
        one = services()[name]
        assert set(one["environment"]) <= settings, name
        Settings.from_env({key: str(value) for key, value in one["environment"].items()})
        assert one["read_only"], name
        assert one["cap_drop"] == ["ALL"]
        assert one["mem_limit"]
    assert sorted(PROGRAMS) == ["api", "bots", "prepare", "projector", "webhooks", "worker"]
    stop = {name: seconds(services()[name]["stop_grace_period"]) for name in PROGRAMS[1:]}
    assert stop["api"] > FINISH_REQUESTS_WITHIN


def test_compose_opens_nothing_to_the_network_and_holds_no_secret() -> None:
    for name, one in services().items():
        for port in one.get("ports", ()):
            assert port.startswith("127.0.0.1:"), name
        assert "healthcheck" in one or name in ("api", "proxy"), name
        assert "no-new-privileges:true" in one["security_opt"], name
    assert "ports" not in services()["redis"]
    assert composed()["networks"]["inner"]["internal"] is True
    for variable, kind, _ in VARIABLE.findall(COMPOSE.read_text()):
        assert (kind == "?") == variable.endswith("PASSWORD"), variable


def test_what_compose_refers_to_exists() -> None:
    volumes, networks = composed()["volumes"], composed()["networks"]
    for name, one in services().items():
        for volume in one.get("volumes", ()):
            source = volume.split(":")[0]
            if source.startswith("."):
                assert (DEPLOY / source).exists() or source in OF_THE_OPERATOR, volume
            else:
                assert source in volumes, volume
        assert set(one["networks"]) <= networks.keys()
        assert set(one.get("depends_on", ())) <= services().keys(), name


@pytest.fixture
def image(tmp_path: Path) -> Path:
    """The folder /app of the image: nothing but what the Dockerfile copies, compiled as there."""
    app = tmp_path / "app"
    for rest in arguments("COPY"):
        source, target = rest.split()[-2:]
        if target == f"{source}/":
            shutil.copytree(PROJECT / source, app / target)
    return app


@contextmanager
def redis_of(command: list[str], folder: Path, port: int) -> Iterator["Redis[str]"]:
    """Redis by a command of compose.yaml or of the manifests; only addresses and paths differ."""
    library = folder / "lib"
    for part in ("bin", "data"):
        (folder / part).mkdir(parents=True)
    for *sources, target in map(str.split, arguments("COPY")):
        if target.startswith("/opt/afteraction/"):
            package = library / Path(target).relative_to("/opt/afteraction")
            package.mkdir(parents=True)
            for source in sources:
                shutil.copy(PROJECT / source, package)
    torn = b"*1\r\n$5\r\nMULTI\r\n*3\r\n$3\r\nSET\r\n$4\r\nha"
    (folder / "data" / "appendonly.aof").write_bytes(torn)
    (folder / "bin" / "valkey-server").symlink_to(find_redis_server()[0])
    (folder / "bin" / "python3").symlink_to(sys.executable)
    script = command[-1].replace("/etc/afteraction", str(DEPLOY / "redis"))
    script = script.replace("--dir /data", f"--dir /data --bind 127.0.0.1 --port {port}")
    script = script.replace("/data", str(folder / "data"))
    environment = {
        "REDIS_PASSWORD": "secret42",
        "PATH": f"{folder / 'bin'}:{os.environ['PATH']}",
        "PYTHONPATH": str(library),
    }
    with (folder / "log").open("wb") as log:
        process = spawn([*command[:-1], script], environment=environment, output=log)
    client = Redis(port=port, password="secret42", decode_responses=True)
    try:
        wait_until(lambda: b"Ready to accept" in (folder / "log").read_bytes(), "Redis answers")
        assert f"removed an incomplete command of {len(torn)} bytes" in (folder / "log").read_text()
        yield client
    finally:
        client.close()
        end([process], 10)


def test_the_service_of_compose_plays_and_stops(image: Path, tmp_path: Path) -> None:
    port, redis_port = free_port(), free_port()
    command = [part.replace("$$", "$") for part in services()["redis"]["command"]]
    with redis_of(command, tmp_path / "redis", redis_port) as redis, ExitStack() as stack:
        assert redis.config_get("appendfsync") == {"appendfsync": "always"}
        with pytest.raises(AuthenticationError):
            Redis(port=redis_port).ping()
        running = {}
        for name in PROGRAMS:
            process = start(name, image, tmp_path, port, redis_port)
            stack.callback(end, [process], 10)
            if name == "prepare":
                assert process.wait(PATIENCE) == 0
                assert (tmp_path / "keys" / "current.pem").exists()
            else:
                running[name] = process
        url = f"http://127.0.0.1:{port}"
        wait_until(lambda: is_ready(url), "the service is ready", 4 * PATIENCE)
        wait_until(lambda: counting(url) == 2, "both processes of the web server count")
        table = Table(url)
        table.resign()
        ada = table.clients["allies"]
        wait_until(lambda: ada.read("/v1/games")["items"], "the projector has seen the game")
        assert ada.read(f"{table.path}/seal")["signature"]
        table.close()
        environment = environment_of("worker", tmp_path, port, redis_port)
        settings = Settings.from_env(environment)
        wait_until(lambda: worker_is_alive(settings), "the worker tells of itself")
        assert not worker_is_alive(settings, patience=timedelta(0))
        for name in ("web", "worker"):
            wait_until(lambda name=name: probed(name, image, environment), f"the {name} is alive")
        for name, process in running.items():
            process.terminate()
            assert process.wait(PATIENCE) == 0, name
        assert not worker_is_alive(settings)
        assert not probed("web", image, environment)
    # What a worker waits for is not the worker's fault.
    assert worker_is_alive(settings)


def probed(name: str, image: Path, environment: dict[str, str]) -> bool:
    probe = [sys.executable, "-m", "deploy.probe", name]
    return subprocess.run(probe, cwd=image, env=environment, check=False).returncode == 0


def start(
    name: str, image: Path, folder: Path, port: int, redis_port: int
) -> "subprocess.Popen[bytes]":
    command = services()[name].get("command") or json.loads(arguments("CMD")[-1])
    environment = environment_of(name, folder, port, redis_port)
    with (folder / f"{name}.log").open("wb") as log:
        return spawn(
            [sys.executable, *command[1:]], environment=environment, directory=image, output=log
        )


def environment_of(name: str, folder: Path, port: int, redis_port: int) -> dict[str, str]:
    here = {"/keys": str(folder / "keys"), "/archive": str(folder / "archive")}
    environment = {key: str(value) for key, value in services()[name]["environment"].items()}
    environment["REDIS_URL"] = environment["REDIS_URL"].replace(
        "@redis:6379", f"@127.0.0.1:{redis_port}"
    )
    return {
        "PATH": os.environ["PATH"],
        **{key: here.get(value, value) for key, value in environment.items()},
        "HOST": "127.0.0.1",
        "PORT": str(port),
        "WEB_WORKERS": "2",
        "TMPDIR": str(folder),
    }


def counting(url: str) -> int:
    """How many processes the figures are of."""
    return httpx.get(f"{url}/metrics", timeout=30, verify=False).text.count("process_open_fds{pid=")


def is_ready(url: str) -> bool:
    try:
        return httpx.get(f"{url}/readyz", timeout=10, verify=False).status_code == 200
    except httpx.TransportError:
        return False
