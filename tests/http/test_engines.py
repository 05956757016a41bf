"""Engines against a running service: the adaptor plays what is legal, whatever they do."""

import json
import os
import subprocess
import sys
from pathlib import Path

import httpx

from tests.http.running import PROJECT, Running

HOSTILE = r"""
import json, pathlib, sys, time
runs = pathlib.Path(sys.argv[1])
runs.write_text(runs.read_text() + "x" if runs.exists() else "x")
run = len(runs.read_text())
said = lambda message: print(json.dumps(message), flush=True)
for text in sys.stdin:
    told = json.loads(text)
    if told["type"] == "hello":
        said({"type": "ready", "name": "hostile"})
    if told["type"] != "position":
        continue
    if run % 2 and len(told["events"]) > told["version"] - 1:
        said({"type": "info", "about": "the first decision of a run is a fair one"})
        said({"type": "choice", "version": told["version"], "command": told["actions"][0]})
    elif run % 5 == 0:
        time.sleep(60)
    elif run % 5 == 1:
        said({"type": "choice", "version": told["version"], "command": {"type": "win"}})
    elif run % 5 == 2:
        print("]" * 100_000, flush=True)
    elif run % 5 == 3:
        sys.exit(1)
    else:
        said({"type": "choice", "version": told["version"] + 1, "command": told["actions"][0]})
"""


def adaptor(url: str, token: str, game: str, side: str, *engine: str) -> "subprocess.Popen[str]":
    options = ("--side", side, "--seconds", "0.5", "--failures", "5")
    return subprocess.Popen(
        [sys.executable, "-m", "workers.engines.adaptor", url, game, *options, "--", *engine],
        cwd=PROJECT,
        env={**os.environ, "AFTERACTION_TOKEN": token},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_hostile_engine_loses_and_a_bot_of_the_service_wins_by_the_protocol(
    shared: Running, tmp_path: Path
) -> None:
    (tmp_path / "hostile.py").write_text(HOSTILE)
    engines = {
        "allies": [sys.executable, "-m", "workers.engines", "--level", "greedy"],
        "axis": [sys.executable, str(tmp_path / "hostile.py"), str(tmp_path / "runs")],
    }
    with httpx.Client(base_url=shared.url, timeout=30, verify=False) as client:
        made = [
            client.post("/v1/players", json={"name": side, "bot": True}).json() for side in engines
        ]
        params = {"scenario": "toulon", "edition": "2025"}
        owner = {"Authorization": f"Bearer {made[0]['token']}"}
        game = client.post("/v1/games", json=params, headers=owner).json()["id"]
        playing = [
            adaptor(shared.url, player["token"], game, side, *engines[side])
            for player, side in zip(made, engines, strict=True)
        ]
        said = [process.communicate(timeout=120) for process in playing]
        assert [process.returncode for process in playing] == [0, 0], said
        fair, hostile = (json.loads(out) for out, _ in said)
        assert fair["failures"] == {}
        assert hostile["failures"] == {"illegal": 2, "garbage": 2, "died": 1, "late": 1}
        assert hostile["winner"] == fair["winner"] == "allies"
        events = client.get(f"/v1/games/{game}/events?after=0&limit=200", headers=owner).json()
        state = client.get(f"/v1/games/{game}", headers=owner).json()
        assert (state["ending"], [one["bot"] for one in state["table"]]) == (
            "resignation",
            ["account", "account"],
        )
        sent = [one for one in events["items"] if "command" in one and one["seat"]]
        decided = fair["decisions"] + hostile["decisions"]
        assert len([one for one in sent if one["command"]["type"] != "take_seat"]) == decided
