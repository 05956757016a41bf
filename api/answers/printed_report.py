"""The after-action report as PDF, on at most two pages."""

from collections.abc import Mapping
from datetime import datetime
from io import BytesIO
from typing import TYPE_CHECKING

from msgspec import UNSET

from api.schemas.review.report import ENCODER, AfterActionReportAnswer
from domain.analysis.report import ReportTopic

if TYPE_CHECKING:
    from fpdf import FPDF

PDF = "application/pdf"
PICTURE_WIDTH = 1000
"""The width of its boards in pixels."""
_PAGES = 2
_SIZES = (10.5, 9.5, 8.5, 7.5, 6.5)
"""Font sizes in points; the first one at which it fits is used."""
_FONT, _ENCODING = "Helvetica", "windows-1252"
"""A font that every reader has, and the letters in it: those of all our languages."""
_MARGIN, _BOARD_WIDTH = 18.0, 110.0


def pdf(
    report: AfterActionReportAnswer,
    boards: Mapping[ReportTopic, bytes],
    at: datetime,
    *,
    place: str | None,
    claims: bool,
) -> bytes:
    """The report with a picture as PNG at the head of some chapters, made ``at`` the end of the
    game; with its claims as a file in it. What it tells of turns links to their boards where the
    service has a public ``place``. The same report gives the same bytes."""
    for size in _SIZES:
        made = _printed(report, boards, size, place)
        if made.page_no() <= _PAGES:
            break
    made.set_creation_date(at)
    if claims:
        made.embed_file(
            basename="report.json",
            bytes=ENCODER.encode(report),
            desc=report.title,
            creation_date=at,
            modification_date=at,
        )
    return bytes(made.output())


def _printed(
    report: AfterActionReportAnswer,
    boards: Mapping[ReportTopic, bytes],
    size: float,
    place: str | None,
) -> "FPDF":
    from fpdf import FPDF  # noqa: PLC0415 # a fifth of the memory of a web server that never prints

    paper = FPDF(format="A4")
    paper.core_fonts_encoding = _ENCODING
    paper.set_lang(report.language)
    paper.set_title(report.title)
    paper.set_margin(_MARGIN)
    paper.set_auto_page_break(True, _MARGIN)
    paper.add_page()
    _write(paper, report.title, "B", size * 1.7)
    for chapter in report.chapters:
        paper.ln(3)
        _write(paper, chapter.heading, "B", size * 1.2)
        if chapter.topic in boards:
            board = BytesIO(boards[chapter.topic])
            paper.image(board, x=(paper.w - _BOARD_WIDTH) / 2, w=_BOARD_WIDTH, alt_text="")
        for number, one in enumerate(chapter.sentences, 1):
            shown = place is not None and one.board is not UNSET
            link = f"{place}{one.board}" if shown else ""
            _write(paper, f"{number}. {one.text}", "", size, link)
    return paper


def _write(paper: "FPDF", text: str, style: str, size: float, link: str = "") -> None:
    known = text.replace("\u202f", "\u00a0").encode(_ENCODING, "replace").decode(_ENCODING)
    paper.set_font(_FONT, style, size)
    paper.multi_cell(0, size * 0.5, known, align="L", link=link, new_x="LMARGIN", new_y="NEXT")
