"""Read a scenario file: its document, its set-up and its playability report."""

from dataclasses import dataclass
from typing import Any

import msgspec

from domain.setup import Setup
from events.scenarios import editor, own
from events.scenarios.report import ReportBuilder, ReportItem, Verdict
from events.scenarios.sense import setup_of

JSON = "application/json"


@dataclass(frozen=True, slots=True)
class Reading:
    """A scenario in the service's own format, without its slug; ``setup`` is None if no game can be
    played with it."""

    document: dict[str, Any]
    setup: Setup | None
    verdict: Verdict
    items: tuple[ReportItem, ...]


def read(content: bytes, media_type: str) -> Reading:
    """Read a file. Raises ``NotEditorFileError``, ``NotADocumentError``."""
    report = ReportBuilder()
    if media_type == editor.MEDIA_TYPE:
        document = editor.read_editor_file(content, report)
    else:
        document = own.read_document(msgspec.json.decode(content))
        _note_own(document, report)
    setup = setup_of(document, report) if report.verdict is not Verdict.BLOCKED else None
    playable = report.verdict is not Verdict.BLOCKED
    return Reading(document, setup if playable else None, report.verdict, tuple(report.items))


def _note_own(document: dict[str, Any], report: ReportBuilder) -> None:
    """Report the items of a document in the service's own format, all of which are played."""
    members = (
        ("terrain", "terrain"),
        ("obstacles", "kind"),
        ("units", "type"),
        ("objectives", "kind"),
    )
    for name, key in members:
        for index, item in enumerate(document[name]):
            report.played(item.get("kind", item[key]), f"/{name}/{index}")
    for index, rule in enumerate(document["special_rules"]):
        report.played(rule["id"], f"/special_rules/{index}")
    for index, _ in enumerate(document["labels"]):
        report.drawn("label", f"/labels/{index}")
