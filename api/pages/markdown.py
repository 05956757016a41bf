"""Converts Markdown to HTML."""

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

_NOT_WORD = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading and its anchor."""

    level: int
    text: str
    place: str


@dataclass(frozen=True, slots=True)
class Document:
    """HTML and its headings in order."""

    body: str
    headings: tuple[Heading, ...]

    @property
    def title(self) -> str:
        """The text of the first heading."""
        return self.headings[0].text


class _Renderer(RendererHTML):
    """Renders CommonMark; blocks of code can be focused, so that the keyboard scrolls them."""

    def code_block(self, tokens: Sequence[Token], idx: int, *_options: object) -> str:
        """Render an indented block of code."""
        return f'<pre tabindex="0">{html.escape(tokens[idx].content, quote=False)}</pre>\n'

    def fence(self, tokens: Sequence[Token], idx: int, *_options: object) -> str:
        """Render a fenced block of code: the first word after the fence is its language, the second
        one the file name to save it under."""
        token = tokens[idx]
        language, _, name = token.info.partition(" ")
        file = f' data-file="{html.escape(name)}"' if name else ""
        code = html.escape(token.content.removesuffix("\n"), quote=False)
        shown = f'<pre{file} class="{html.escape(language)}" tabindex="0">{code}</pre>\n'
        return f"<p>Save this as <code>{html.escape(name)}</code>:</p>\n{shown}" if name else shown


_MARKDOWN = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Renderer).enable("table")


def render(text: str) -> Document:
    """Convert CommonMark with tables and without raw HTML; each heading gets an anchor."""
    tokens = _MARKDOWN.parse(text)
    headings = []
    for token, inside in pairwise(tokens):
        if token.type == "heading_open":
            heading = Heading(int(token.tag[1:]), inside.content, slug(inside.content))
            token.attrSet("id", heading.place)
            headings.append(heading)
    body = _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {})
    return Document(body, tuple(headings))


def slug(text: str) -> str:
    """The anchor of a heading."""
    return _NOT_WORD.sub("-", text.lower()).strip("-")
