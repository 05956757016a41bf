"""Bundles of the pages' files: a script per page, a style sheet, a sheet of small pictures of all
battles, and the texts of each language.

Their address contains a hash of the contents of all of them, so that browsers can cache them for
good.
"""

import hashlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec

from api.answers.catalog import tables
from api.pages.files import SCRIPT, STATIC
from api.pictures.drawing.themes import style
from api.pictures.sheet import sheet

APP = STATIC / "app"
PAGES = ("lobby", "play", "review", "editor", "battle", "battles")
"""The entry modules of pages."""
STYLES, BOARDS = "pages.css", "boards.svg"
_TEXTS = sorted(APP.glob("texts/*.json"))
_BUILD_DIGITS = 12
_IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const)\*? (\w+))", re.MULTILINE)
_COMMENT = re.compile(r"^\s*//.*\n|^\s*/\*\*(?s:.*?)\*/\n|/\*\* (?s:.*?)\*/ ?", re.MULTILINE)
"""Comments on lines of their own, and types beside code; other comments stay."""


@cache
def build() -> str:
    """The hash of the contents of all files."""
    digest = hashlib.sha256()
    for name, (content, _) in sorted(files().items()):
        digest.update(name.encode() + b"\0" + content + b"\0")
    return digest.hexdigest()[:_BUILD_DIGITS]


@cache
def files() -> dict[str, tuple[bytes, str]]:
    """The files of a build by name, with their media types."""
    styles = (APP / "app.css").read_text(encoding="utf-8") + style()
    return {
        STYLES: (styles.encode(), "text/css"),
        BOARDS: (sheet().encode(), "image/svg+xml"),
        **{f"{page}.js": (joined(page).encode(), SCRIPT) for page in PAGES},
        **{f"texts/{path.name}": (_said(path), "application/json") for path in _TEXTS},
    }


def _said(path: Path) -> bytes:
    """The texts of pages in a language, with those of the catalog."""
    own = msgspec.json.decode(path.read_bytes())
    return msgspec.json.encode({**own, "catalog": tables(path.stem)})


def joined(page: str) -> str:
    """Bundle the modules of a page in the order of their imports; each but the entry module is a
    function that returns its exports."""
    return "".join(_wrapped(name) for name in _ordered(page, [])) + _body(page)[0]


def _ordered(name: str, found: list[str]) -> list[str]:
    """The imports of a module, direct and indirect, dependencies first."""
    for _, other in _IMPORT.findall(_source(name)):
        if other not in found:
            _ordered(other, found)
            found.append(other)
    return found


def _wrapped(name: str) -> str:
    body, exported = _body(name)
    return f"const ${name} = (() => {{\n{body}return {{ {', '.join(exported)} }};\n}})();\n"


def _body(name: str) -> tuple[str, Iterator[str]]:
    """A module without comments, with imports from the functions before it; and its exports."""
    text = _COMMENT.sub("", _source(name))
    exported = (found[1] for found in _EXPORT.finditer(text))
    return _IMPORT.sub(r"const \1 = $\2;\n", _EXPORT.sub("", text)), exported


@cache
def _source(name: str) -> str:
    return Path(APP / f"{name}.js").read_text(encoding="utf-8")
