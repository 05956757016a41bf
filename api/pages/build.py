"""The pages' own files as browsers load them: a page's modules joined into one script, both style
sheets into one, the small pictures of all battles on a sheet, all that is said in one language,
under an address that names the content of all of them. Such a file never changes,
so it is asked for once and kept for ever.
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
"""The modules that pages begin with."""
STYLES, BOARDS = "pages.css", "boards.svg"
_TEXTS = sorted(APP.glob("texts/*.json"))
_BUILD_DIGITS = 12
_IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const)\*? (\w+))", re.MULTILINE)
_COMMENT = re.compile(r"^\s*//.*\n|^\s*/\*\*(?s:.*?)\*/\n|/\*\* (?s:.*?)\*/ ?", re.MULTILINE)
"""Whole lines, whole blocks, and types beside code; other comments stay as they are."""


@cache
def build() -> str:
    """The name of the content of all files together."""
    digest = hashlib.sha256()
    for name, (content, _) in sorted(files().items()):
        digest.update(name.encode() + b"\0" + content + b"\0")
    return digest.hexdigest()[:_BUILD_DIGITS]


@cache
def files() -> dict[str, tuple[bytes, str]]:
    """Each file of a build by its name: content and media type."""
    styles = (APP / "app.css").read_text(encoding="utf-8") + style()
    return {
        STYLES: (styles.encode(), "text/css"),
        BOARDS: (sheet().encode(), "image/svg+xml"),
        **{f"{page}.js": (joined(page).encode(), SCRIPT) for page in PAGES},
        **{f"texts/{path.name}": (_said(path), "application/json") for path in _TEXTS},
    }


def _said(path: Path) -> bytes:
    """All that a page says in one language: its own texts, and the catalogue's."""
    own = msgspec.json.decode(path.read_bytes())
    return msgspec.json.encode({**own, "catalog": tables(path.stem)})


def joined(page: str) -> str:
    """The script of a page: its modules in the order in which they need each other, each but the
    page's own in a function that returns what it exports."""
    return "".join(_wrapped(name) for name in _ordered(page, [])) + _body(page)[0]


def _ordered(name: str, found: list[str]) -> list[str]:
    """What a module imports, and what that imports; what is needed stands before who needs it."""
    for _, other in _IMPORT.findall(_source(name)):
        if other not in found:
            _ordered(other, found)
            found.append(other)
    return found


def _wrapped(name: str) -> str:
    body, exported = _body(name)
    return f"const ${name} = (() => {{\n{body}return {{ {', '.join(exported)} }};\n}})();\n"


def _body(name: str) -> tuple[str, Iterator[str]]:
    """A module without its comments, its imports read from the functions before it; what it
    exports."""
    text = _COMMENT.sub("", _source(name))
    exported = (found[1] for found in _EXPORT.finditer(text))
    return _IMPORT.sub(r"const \1 = $\2;\n", _EXPORT.sub("", text)), exported


@cache
def _source(name: str) -> str:
    return Path(APP / f"{name}.js").read_text(encoding="utf-8")
