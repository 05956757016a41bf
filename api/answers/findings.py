"""Why an item of a scenario file is not played as it is, in each language.

The English texts are in ``events.scenarios.reasons``, the others in ``locales/findings.json``.
"""

from collections.abc import Mapping

from api import locales
from api.pieces import pieces
from domain.values import Side
from events.scenarios.reasons import Value
from events.scenarios.report import ReportItem

_UNITS = ("kind", "meant")
"""Values that are kinds of units."""


def reason(item: ReportItem, language: str) -> str:
    """Return why an item has its status; in English if there is no translation."""
    return translated(item.code, item.values, language) or item.why


def translated(code: str, values: Mapping[str, Value], language: str) -> str | None:
    """Return a reason in a language; None in English and for a code without a text."""
    text = locales.finding(code, language)
    if text is None:
        return None
    named = {name: _translated(name, value, language) for name, value in values.items()}
    return locales.filled(text, language, named)


def _translated(name: str, value: Value, language: str) -> Value:
    """Return the name of a unit or a side; any other value as it is."""
    if name in _UNITS and value in pieces()["units"]:
        return pieces()["units"][str(value)].name(language)
    if name == "side" and str(value).lower() in frozenset(Side):
        return locales.name("sides", str(value).lower(), language)
    return value
