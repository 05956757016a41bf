"""A report in words: claims as sentences in the reader's language, and its forms.

The texts are in ``locales/report.json``. A placeholder is the name of a value: a number stands as
it is, tenths as a number with one decimal, a word as ``words`` has it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from html import escape
from itertools import groupby

from msgspec import UNSET

from api import locales, pieces
from api.pictures.scene import titles
from api.schemas.review.report import (
    ENCODER,
    AfterActionReportAnswer,
    ReportChapterAnswer,
    ReportClaimAnswer,
    ReportSentenceAnswer,
)
from domain.analysis.report import Claim, ReportTopic
from domain.values import Side

Values = Mapping[str, int | str]
Words = Mapping[str, Mapping[str, str]]

_TENTHS = "_tenths"
_MARKS = re.compile(r"([\\`*_<>\[\]])")


def report_answer(
    game: str, version: int, head: str, claims: Sequence[Claim], language: str
) -> AfterActionReportAnswer:
    """Return the report of a game in a language."""
    texts, words = locales.report(language), _words(claims, language)

    def sentence(claim: Claim) -> ReportSentenceAnswer:
        text = _filled(texts["sentences"][claim.kind], claim.values, words, language)
        said = ReportClaimAnswer(claim.kind, claim.values)
        if claim.version is None:
            return ReportSentenceAnswer(text, said)
        board = f"/v1/games/{game}/board.svg?version={claim.version}"
        return ReportSentenceAnswer(text, said, claim.version, board)

    def chapter(topic: ReportTopic, part: Sequence[Claim]) -> ReportChapterAnswer:
        said, heading = [sentence(one) for one in part], texts["headings"][topic]
        if topic is not ReportTopic.TURNS:
            return ReportChapterAnswer(topic, heading, said)
        marks = ",".join(str(one.values["hex"]) for one in part)
        board = f"/v1/games/{game}/board.svg?version={version}&marks={marks}"
        return ReportChapterAnswer(topic, heading, said, board)

    chapters = [
        chapter(topic, list(part)) for topic, part in groupby(claims, key=lambda one: one.topic)
    ]
    return AfterActionReportAnswer(
        game=game,
        version=version,
        head=head,
        language=language,
        title=_filled(texts["title"], claims[0].values, words, language),
        chapters=chapters,
        templates={claim.kind: texts["sentences"][claim.kind] for claim in claims},
        words=words,
    )


def _words(claims: Sequence[Claim], language: str) -> Words:
    slug = str(claims[0].values["scenario"])
    title = locales.chosen(dict(titles(slug)), language)
    kinds = {
        f"{one.values['side']} {one.values['kind']}": pieces.of(
            "units", str(one.values["kind"])
        ).told[str(one.values["side"])][language]
        for one in claims
        if "kind" in one.values
    }
    return {
        "scenario": {slug: title},
        "side": {side.value: locales.narrative_text("sides", side, language) for side in Side},
        "kind": kinds,
    }


def _filled(text: str, values: Values, words: Words, language: str) -> str:
    """Return a sentence with its values, capitalized."""
    said = text.format_map({name: _word(name, values, words, language) for name in values})
    return said[:1].upper() + said[1:]


def _word(name: str, values: Values, words: Words, language: str) -> str:
    value = values[name]
    if name.endswith(_TENTHS):
        whole, tenths = divmod(int(value), 10)
        return f"{whole}{'.' if language == 'en' else ','}{tenths}"
    if name == "kind":
        return words["kind"][f"{values['side']} {value}"]
    return words.get(name, {}).get(str(value), str(value))


def html(report: AfterActionReportAnswer, claims: bool) -> str:
    """Write the report as an HTML page without scripts, with its claims as embedded data."""
    links = locales.report(report.language)["links"]
    setup = report.chapters[0].sentences[0]
    lines = [
        f'<!doctype html><html lang="{report.language}"><head><meta charset="utf-8">',
        f"<title>{escape(report.title)}</title></head><body><h1>{escape(report.title)}</h1>",
        _pictured(str(setup.board), links["setup"]),
    ]
    for chapter in report.chapters:
        lines.append(f"<h2>{escape(chapter.heading)}</h2>")
        if chapter.board is not UNSET:
            lines.append(_pictured(chapter.board, links["map"]))
        lines.append("<ol>")
        for one in chapter.sentences:
            lines.append(f"<li>{escape(one.text)}{_linked(report, one, _ANCHOR)}</li>")
        lines.append("</ol>")
    if claims:
        lines.append(f'<script type="application/json" id="report">{_data(report)}</script>')
    return "\n".join((*lines, "</body></html>\n"))


def _pictured(board: str, caption: str) -> str:
    return f'<p><img src="{escape(board)}" alt="{escape(caption)}" width="560"></p>'


def markdown(report: AfterActionReportAnswer, claims: bool) -> str:
    """Write the report in Markdown, with its claims in a comment."""
    links = locales.report(report.language)["links"]
    setup = report.chapters[0].sentences[0]
    parts = [f"# {_plain(report.title)}", f"![{links['setup']}]({setup.board})"]
    for chapter in report.chapters:
        parts.append(f"## {chapter.heading}")
        if chapter.board is not UNSET:
            parts.append(f"![{links['map']}]({chapter.board})")
        said = [f"{_plain(one.text)}{_linked(report, one, _LINK)}" for one in chapter.sentences]
        parts.append("\n".join(f"{place}. {text}" for place, text in enumerate(said, 1)))
    if claims:
        parts.append(f"<!-- report {_data(report)} -->")
    return "\n\n".join(parts) + "\n"


def bbcode(report: AfterActionReportAnswer, claims: bool) -> str:
    """Write the report in BBCode, with its claims as code."""
    links = locales.report(report.language)["links"]
    setup = report.chapters[0].sentences[0]
    parts = [f"[b]{_unbracketed(report.title)}[/b]", f"[url={setup.board}]{links['setup']}[/url]"]
    for chapter in report.chapters:
        said = (
            f"[*]{_unbracketed(one.text)}{_linked(report, one, _URL)}" for one in chapter.sentences
        )
        parts.append(f"[b]{chapter.heading}[/b]")
        if chapter.board is not UNSET:
            parts.append(f"[url={chapter.board}]{links['map']}[/url]")
        parts.append("\n".join(("[list=1]", *said, "[/list]")))
    if claims:
        parts.append(f"[code]{_data(report)}[/code]")
    return "\n\n".join(parts) + "\n"


_ANCHOR, _LINK, _URL = ' <a href="{}">{}</a>', " [{1}]({0})", " [url={}]{}[/url]"


def _linked(report: AfterActionReportAnswer, one: ReportSentenceAnswer, form: str) -> str:
    """Return the URL of the board that a sentence is about."""
    if one.board is UNSET or "turn" not in one.claim.values:
        return ""
    return form.format(one.board, locales.report(report.language)["links"]["board"])


def _data(report: AfterActionReportAnswer) -> str:
    """Return the report as JSON that cannot end an element, comment or code block around it."""
    text = ENCODER.encode(report).decode()
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("[/", "[\\/")


def _plain(text: str) -> str:
    return _MARKS.sub(r"\\\1", text)


def _unbracketed(text: str) -> str:
    return text.replace("[", "(").replace("]", ")")


FORMS: Mapping[str, Callable[[AfterActionReportAnswer, bool], str]] = {
    "text/html": html,
    "text/markdown": markdown,
    "text/x-bbcode": bbcode,
}
"""The writers of the forms other than JSON."""
