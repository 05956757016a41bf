"""The little of Markdown that the guides are written in, as HTML."""

import html
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_FENCE = "```"
_ITEM = "- "
_HEADING = re.compile(r"(#{1,3}) (.+)")
_INLINE = re.compile(
    r"`(?P<code>[^`]+)`|\*\*(?P<bold>[^*]+)\*\*|\[(?P<text>[^\]]+)\]\((?P<place>[^)\s]+)\)"
)
_NOT_WORD = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading and the place in its page that it has."""

    level: int
    text: str
    place: str


@dataclass(frozen=True, slots=True)
class Document:
    """A text as HTML, and its headings in order."""

    body: str
    headings: tuple[Heading, ...]

    @property
    def title(self) -> str:
        """What the first heading says."""
        return self.headings[0].text


def render(text: str) -> Document:
    """Headings, paragraphs, lists of one level, and fenced blocks of code.

    The word after a fence is the block's language, a second one the name of the file that it is
    to be saved under.
    """
    headings = tuple(
        Heading(len(found[1]), found[2], slug(found[2]))
        for kind, block in _blocks(text)
        if kind == "text" and (found := _HEADING.fullmatch(block)) is not None
    )
    return Document("\n".join(_RENDERED[kind](block) for kind, block in _blocks(text)), headings)


def slug(text: str) -> str:
    """A heading as the name of a place."""
    return _NOT_WORD.sub("-", text.lower()).strip("-")


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """The parts of a text: code with its fence's words as the first line, lists, and the rest."""
    lines = iter(text.splitlines())
    held: list[str] = []
    for line in lines:
        if line.startswith(_FENCE):
            yield from _prose(held)
            held = []
            code = list(iter(lambda: next(lines), _FENCE))
            yield "code", "\n".join((line.removeprefix(_FENCE), *code))
        elif line.strip():
            held.append(line)
        else:
            yield from _prose(held)
            held = []
    yield from _prose(held)


def _prose(lines: list[str]) -> Iterator[tuple[str, str]]:
    if lines:
        kind = "list" if lines[0].startswith(_ITEM) else "text"
        yield kind, "\n".join(lines)


def _code(block: str) -> str:
    words, _, code = block.partition("\n")
    language, _, name = words.partition(" ")
    shown = f'<pre class="{html.escape(language)}">{html.escape(code, quote=False)}</pre>'
    if not name:
        return shown
    label = html.escape(name)
    marked = shown.replace("<pre", f'<pre data-file="{label}"', 1)
    return f"<p>Save this as <code>{label}</code>:</p>\n{marked}"


def _list(block: str) -> str:
    items = "\n".join(line.strip() if line.startswith("  ") else line for line in block.split("\n"))
    joined = re.sub(r"\n(?!- )", " ", items).split("\n")
    return (
        "<ul>" + "".join(f"<li>{_inline(one.removeprefix(_ITEM))}</li>" for one in joined) + "</ul>"
    )


def _text(block: str) -> str:
    heading = _HEADING.fullmatch(block)
    if heading is None:
        return f"<p>{_inline(' '.join(block.split()))}</p>"
    level, said = len(heading[1]), heading[2]
    return f'<h{level} id="{slug(said)}">{_inline(said)}</h{level}>'


def _inline(text: str) -> str:
    done, shown = 0, []
    for found in _INLINE.finditer(text):
        shown += [html.escape(text[done : found.start()], quote=False), _marked(found)]
        done = found.end()
    return "".join((*shown, html.escape(text[done:], quote=False)))


def _marked(found: re.Match[str]) -> str:
    said = {name: html.escape(value or "") for name, value in found.groupdict().items()}
    if said["code"]:
        return f"<code>{said['code']}</code>"
    if said["bold"]:
        return f"<b>{said['bold']}</b>"
    return f'<a href="{said["place"]}">{said["text"]}</a>'


_RENDERED: dict[str, Callable[[str], str]] = {"code": _code, "list": _list, "text": _text}
