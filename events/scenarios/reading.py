"""A battle as it came, read: what it is here, and what can be played of it."""

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
    """A battle in the service's own form, without its slug; ``setup`` is None where no game can be
    played with it."""

    document: dict[str, Any]
    setup: Setup | None
    verdict: Verdict
    items: tuple[ReportItem, ...]


def read(content: bytes, media_type: str) -> Reading:
    """What a file holds. Raises ``NotEditorFileError``, ``NotADocumentError``."""
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
    """The items of a document: everything that it can say is played."""
    said = (
        ("terrain", "terrain"),
        ("obstacles", "kind"),
        ("units", "type"),
        ("objectives", "kind"),
    )
    for name, word in said:
        for index, entry in enumerate(document[name]):
            report.played(entry.get("kind", entry[word]), f"/{name}/{index}")
    for index, rule in enumerate(document["special_rules"]):
        report.played(rule["id"], f"/special_rules/{index}")
    for index, _ in enumerate(document["labels"]):
        report.drawn("label", f"/labels/{index}")
