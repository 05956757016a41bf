"""The guides: step-by-step instructions with commands that work."""

from pathlib import Path

from flask import Response, render_template

import events
from api.http.problems import ProblemError
from api.pages.markdown import Document, render
from api.pages.reference import docs
from api.pages.rendering import page, page_operation
from domain import notation

GUIDES = {
    "first-game": "A first game in five minutes, with curl",
    "opponents": "Find an opponent",
    "standing-orders": "Standing orders: answer in advance",
    "time": "Clocks, vacation and pauses",
    "live": "Follow a game as it happens",
    "webhooks": "Webhooks: be told what happens",
    "review": "Review a game",
    "hidden-information": "Hidden information: who sees what",
    "concurrency": "Versions, retries and dry runs",
    "tokens": "Tokens and scopes",
    "annotate": "Annotate games, and share studies",
    "errors": "Errors, and what to do about each",
    "bot": "Write a bot",
    "clients": "Generate a client, in Python, TypeScript and other languages",
    "audit": "Audit a game",
}
"""Their titles, in the recommended order."""
_AUDIT = Path(events.__file__).with_name("AUDIT.md")
_NOTATION = Path(notation.__file__).with_name("NOTATION.md")
_SERVED = {"verifier.py": "/verifier.py", "../api/pages/static/audit.js": "/static/audit.js"}
"""The addresses of the files that they link to."""


@page_operation(docs, "/docs/guides/<string:name>", "Get a guide", 404)
def get_guide(name: str) -> Response:
    """A page with commands that can be copied and run; /docs lists the guides."""
    if name not in GUIDES:
        raise ProblemError("not_found", "No guide has this name; /docs lists them.")
    return page(render_template("guide.html", guide=guide(name), guides=GUIDES, name=name))


@page_operation(docs, "/docs/audit", "Get the audit guide")
def get_audit_recipes() -> Response:
    """What stands fast in an export, for who writes a program that checks one."""
    text = _AUDIT.read_text(encoding="utf-8")
    for here, there in _SERVED.items():
        text = text.replace(f"]({here})", f"]({there})")
    return page(render_template("guide.html", guide=render(text), guides=GUIDES, name=None))


@page_operation(docs, "/docs/notation", "Get the notation guide")
def get_notation() -> Response:
    """The notation of records: headers, words, grammar, and a whole example."""
    document = render(_NOTATION.read_text(encoding="utf-8"))
    return page(render_template("guide.html", guide=document, guides=GUIDES, name=None))


def guide(name: str) -> Document:
    """One of the guides."""
    return render(render_template(f"guides/{name}.md"))
