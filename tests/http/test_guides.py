"""The commands in the guides, taken from the pages and run against the service that shows them."""

import html
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from api.pages.guides import GUIDES
from tests.http.running import Running
from tests.http.transcripts import DEFAULT_URL, Step, check, steps

BLOCK = re.compile(r'<pre class="console" tabindex="0">(.*?)</pre>', re.DOTALL)
FILE = re.compile(r'<pre data-file="([^"]+)"[^>]*>(.*?)</pre>', re.DOTALL)
WITHIN = 240.0


def transcript(page: str, url: str) -> list[Step]:
    """The commands that stand in a page, and what they are said to print."""
    blocks = (f"```console\n{html.unescape(block)}\n```\n" for block in BLOCK.findall(page))
    return steps("".join(blocks).replace(DEFAULT_URL, url))


@pytest.fixture(scope="module")
def single(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service of one web server process, which knows at once what it has done itself: others hear
    of a revoked token within seconds. Its webhooks reach this machine."""
    running = Running(
        tmp_path_factory.mktemp("guides") / "data", WEB_WORKERS="1", WEBHOOK_NETWORKS="127.0.0.0/8"
    )
    try:
        running.start()
        yield running
    finally:
        running.clean_up()


@pytest.mark.skipif(shutil.which("curl") is None, reason="the transcripts use curl")
@pytest.mark.parametrize("name", list(GUIDES))
def test_the_commands_of_a_guide_do_what_it_says(
    single: Running, tmp_path: Path, name: str
) -> None:
    answer = httpx.get(f"{single.url}/docs/guides/{name}", verify=False)
    assert answer.status_code == 200
    for file, text in FILE.findall(answer.text):
        (tmp_path / file).write_text(html.unescape(text) + "\n", encoding="utf-8")
    commands = transcript(answer.text, single.url)
    assert len(commands) > 9
    check(commands, tmp_path, WITHIN)
