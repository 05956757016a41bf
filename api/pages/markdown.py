"""Texts in Markdown, the guides above all, as HTML."""

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


class _Renderer(RendererHTML):
    """CommonMark's way, but for blocks of code, which the keyboard reaches to roll them."""

    def code_block(self, tokens: Sequence[Token], idx: int, *_options: object) -> str:
        """Lines that are set in."""
        return f'<pre tabindex="0">{html.escape(tokens[idx].content, quote=False)}</pre>\n'

    def fence(self, tokens: Sequence[Token], idx: int, *_options: object) -> str:
        """The word after a fence is the block's language, a second one the name of the file that
        it is to be saved under."""
        token = tokens[idx]
        language, _, name = token.info.partition(" ")
        file = f' data-file="{html.escape(name)}"' if name else ""
        code = html.escape(token.content.removesuffix("\n"), quote=False)
        shown = f'<pre{file} class="{html.escape(language)}" tabindex="0">{code}</pre>\n'
        return f"<p>Save this as <code>{html.escape(name)}</code>:</p>\n{shown}" if name else shown


_MARKDOWN = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Renderer).enable("table")


def render(text: str) -> Document:
    """CommonMark with tables, without HTML of its own; each heading is a place to link to."""
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
    """A heading as the name of a place."""
    return _NOT_WORD.sub("-", text.lower()).strip("-")
