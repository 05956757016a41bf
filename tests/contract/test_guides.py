"""The guides as pages: what they are made from, what they link to, and their place in /docs."""

import html
import re

from api.pages.guides import GUIDES
from api.pages.markdown import render
from tests.contract.service import Service
from tests.support.each import each

LINK = re.compile(r'href="([^"]+)"')
ANCHOR = re.compile(r'id="([^"]+)"')


def page(service: Service, path: str) -> str:
    answer = service.anonymous().get(path)
    assert answer.status_code == 200, path
    return answer.get_data(as_text=True)


def test_the_contents_name_every_guide_and_every_operation(service: Service) -> None:
    shown = page(service, "/docs")
    assert [f"/docs/guides/{name}" for name in GUIDES] == re.findall(
        r'<li><a href="(/docs/guides/[a-z-]+)">', shown
    )
    contents = shown.partition('id="contents"')[2].partition("</section>")[0]
    for methods in service.contract.spec["paths"].values():
        for operation in methods.values():
            if isinstance(operation, dict):
                assert f'href="#{operation["operationId"]}"' in contents


@each(
    "path",
    [
        "/",
        "/docs",
        "/docs/audit",
        "/docs/notation",
        "/rules",
        *(f"/docs/guides/{name}" for name in GUIDES),
    ],
)
def test_a_page_links_only_to_what_there_is(service: Service, path: str) -> None:
    shown = page(service, path)
    places = set(ANCHOR.findall(shown))
    for link in {html.unescape(link) for link in LINK.findall(shown)}:
        if link.startswith("#"):
            assert link[1:] in places
        else:
            assert service.anonymous().get(link).status_code == 200, link


@each("name", list(GUIDES))
def test_a_guide_runs_nothing_and_loads_nothing(service: Service, name: str) -> None:
    answer = service.anonymous().get(f"/docs/guides/{name}")
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
    shown = answer.get_data(as_text=True)
    assert shown.count("<h1") == 1
    for word in ("<script", "<link", "<img", "{%", "{{ "):
        assert word not in shown


def test_the_bot_of_the_guide_is_short(service: Service) -> None:
    program = page(service, "/docs/guides/bot").partition('data-file="bot.py"')[2]
    assert program.partition("</pre>")[0].count("\n") < 60


def test_headings_are_places_and_code_says_what_it_is() -> None:
    text = render(
        "# A & b\n\nOne `<tag>`, <b>two</b>.\n\n"
        "```python a.py\nif a < b:\n\n    pass\n```\n## The end\n\n```console\n$ ls\n```\n"
    )
    assert text.title == "A & b"
    assert [(one.level, one.place) for one in text.headings] == [(1, "a-b"), (2, "the-end")]
    assert text.body.splitlines() == [
        '<h1 id="a-b">A &amp; b</h1>',
        "<p>One <code>&lt;tag&gt;</code>, &lt;b&gt;two&lt;/b&gt;.</p>",
        "<p>Save this as <code>a.py</code>:</p>",
        '<pre data-file="a.py" class="python" tabindex="0">if a &lt; b:',
        "",
        "    pass</pre>",
        '<h2 id="the-end">The end</h2>',
        '<pre class="console" tabindex="0">$ ls</pre>',
    ]
