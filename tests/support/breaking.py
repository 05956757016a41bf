"""What a contract has taken away, or asks for, that its clients of an earlier one do not know.

Clients send requests by the earlier contract and read answers by it. So of a request everything
that was fine must be fine still, and of an answer everything that was promised must be there still;
what is new, clients pass over.
"""

from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]
_EITHER = ("oneOf", "anyOf")
_BOUNDS = (
    ("minimum", 1),
    ("minLength", 1),
    ("minItems", 1),
    ("maximum", -1),
    ("maxLength", -1),
    ("maxItems", -1),
)
"""Limits of what may be sent; a higher one asks for more where the sign is 1, for less at -1."""
_ANYTHING = frozenset({"null", "boolean", "integer", "number", "string", "array", "object"})


def breaks(old: Json, new: Json) -> list[str]:
    """Each thing that a client of the ``old`` contract misses in the ``new`` one, in a line."""
    return sorted(set(_Comparison(old, new).breaks()))


class _Comparison:
    """Two contracts side by side."""

    def __init__(self, old: Json, new: Json) -> None:
        self._old, self._new = old, new
        self._compared: set[tuple[str, str, bool]] = set()
        """Pairs of names that are being compared, or were: schemas may hold themselves."""

    def breaks(self) -> Iterator[str]:
        for path, methods in self._old["paths"].items():
            for method, operation in methods.items():
                if isinstance(operation, dict):
                    known = self._new["paths"].get(path, {})
                    name = f"{method.upper()} {path}"
                    if method not in known:
                        yield f"{name} is gone"
                    else:
                        yield from self._operation(name, operation, known[method], methods, known)

    def _operation(
        self, name: str, old: Json, new: Json, around_old: Json, around_new: Json
    ) -> Iterator[str]:
        if old["operationId"] != new["operationId"]:
            yield f"{name} is not called {old['operationId']} any more"
        before = _parameters(old, around_old, self._old)
        now = _parameters(new, around_new, self._new)
        yield from self._parameters(name, before, now)
        yield from self._body(name, old.get("requestBody"), new.get("requestBody"))
        yield from self._answers(name, old["responses"], new["responses"])
        yield from self._security(name, old, new)

    def _parameters(self, name: str, old: Json, new: Json) -> Iterator[str]:
        for key, parameter in new.items():
            if parameter.get("required") and not old.get(key, {}).get("required"):
                yield f"{name} demands {_said(key)}"
        for key, parameter in old.items():
            if key not in new:
                yield f"{name} does not know {_said(key)} any more"
            else:
                place = f"{name} {_said(key)}"
                yield from self._sent(place, parameter["schema"], new[key]["schema"])

    def _body(self, name: str, old: Json | None, new: Json | None) -> Iterator[str]:
        if new is not None and new.get("required") and not (old or {}).get("required"):
            yield f"{name} demands a body"
        if old is None:
            return
        known = (new or {}).get("content", {})
        for kind, content in old["content"].items():
            if kind not in known:
                yield f"{name} does not take {kind} any more"
            else:
                yield from self._sent(f"{name} body", content["schema"], known[kind]["schema"])

    def _answers(self, name: str, old: Json, new: Json) -> Iterator[str]:
        for status, answer in old.items():
            if status not in new:
                if status < "4":
                    yield f"{name} does not answer {status} any more"
                continue
            result, other = _resolved(answer, self._old), _resolved(new[status], self._new)
            known = other.get("content", {})
            for kind, content in result.get("content", {}).items():
                place = f"{name} {status}"
                if kind not in known:
                    yield f"{place} does not come as {kind} any more"
                else:
                    yield from self._schema_breaks(place, content["schema"], known[kind]["schema"])
            for header in result.get("headers", {}).keys() - other.get("headers", {}).keys():
                yield f"{name} {status} has no {header} any more"

    def _security(self, name: str, old: Json, new: Json) -> Iterator[str]:
        """Each way in which an operation could be called must be there, or one that asks less."""
        schemes = self._new["components"].get("securitySchemes", {})
        known = self._old["components"].get("securitySchemes", {})
        ways = new.get("security", self._new.get("security", [])) or [{}]

        def opens(way: Json, other: str) -> bool:
            return all(
                scheme == other or (other not in schemes and _alike(schemes[scheme], known[other]))
                for scheme in way
            )

        for way in old.get("security", self._old.get("security", [])) or [{}]:
            if not any(not other or any(opens(other, scheme) for scheme in way) for other in ways):
                yield f"{name} cannot be called with {' and '.join(way) or 'no token'} any more"

    def _sent(self, place: str, old: Json, new: Json) -> Iterator[str]:
        """What was accepted by ``old`` and is refused by ``new``."""
        if self._seen(old, new, sent=True):
            return
        old, new = _resolved(old, self._old), _resolved(new, self._new)
        if self._several(old) or self._several(new):
            yield from self._members_sent(place, old, new)
            return
        yield from _types(place, _kinds(old) - _kinds(new), "takes no")
        refused = _words(old) - _words(new) if _words(new) is not None and _words(old) else set()
        if _words(new) is not None and _words(old) is None:
            yield f"{place} takes given words alone"
        for word in sorted(map(str, refused)):
            yield f"{place} does not take {word} any more"
        for bound, sign in _BOUNDS:
            if bound in new and (bound not in old or sign * (new[bound] - old[bound]) > 0):
                yield f"{place} has a tighter {bound}"
        yield from self._object_sent(place, old, new)

    def _object_sent(self, place: str, old: Json, new: Json) -> Iterator[str]:
        for member in sorted(set(new.get("required", ())) - set(old.get("required", ()))):
            yield f"{place}.{member} is demanded"
        known = new.get("properties", {})
        for member, part in old.get("properties", {}).items():
            if member in known:
                yield from self._sent(f"{place}.{member}", part, known[member])
            elif new.get("additionalProperties") is False:
                yield f"{place}.{member} is not known any more"
        if isinstance(old.get("items"), dict) and isinstance(new.get("items"), dict):
            yield from self._sent(f"{place}[]", old["items"], new["items"])

    def _members_sent(self, place: str, old: Json, new: Json) -> Iterator[str]:
        """Each schema that a request could fit must be among those of today, or fit in one."""
        mapping = new.get("discriminator", {}).get("mapping", {})
        for word, ref in old.get("discriminator", {}).get("mapping", {}).items():
            if word not in mapping:
                yield f"{place} does not take {word} any more"
            else:
                yield from self._sent(f"{place} {word}", {"$ref": ref}, {"$ref": mapping[word]})
        if "discriminator" not in old:
            for choice in _choices(old):
                tries = [list(self._fresh()._sent(place, choice, one)) for one in _choices(new)]
                yield from min(tries, key=len)

    def _schema_breaks(self, place: str, old: Json, new: Json) -> Iterator[str]:
        """What was promised by ``old`` and is not by ``new``."""
        if self._seen(old, new, sent=False):
            return
        old, new = _resolved(old, self._old), _resolved(new, self._new)
        if self._several(old) or self._several(new):
            yield from self._member_breaks(place, old, new)
            return
        yield from _types(place, _kinds(new) - _kinds(old), "may be")
        known, required = new.get("properties", {}), set(new.get("required", ()))
        for member, part in old.get("properties", {}).items():
            if member not in known:
                yield f"{place}.{member} is gone"
                continue
            if member in old.get("required", ()) and member not in required:
                yield f"{place}.{member} may be missing"
            yield from self._schema_breaks(f"{place}.{member}", part, known[member])
        if isinstance(old.get("items"), dict) and isinstance(new.get("items"), dict):
            yield from self._schema_breaks(f"{place}[]", old["items"], new["items"])

    def _member_breaks(self, place: str, old: Json, new: Json) -> Iterator[str]:
        """Types may be added, as clients pass over those that they do not know; a member without
        a type must be among those known."""
        mapping = new.get("discriminator", {}).get("mapping", {})
        for word, ref in old.get("discriminator", {}).get("mapping", {}).items():
            if word not in mapping:
                yield f"{place} is never {word} any more"
            else:
                yield from self._schema_breaks(
                    f"{place} {word}", {"$ref": ref}, {"$ref": mapping[word]}
                )
        if "discriminator" in old:
            return
        known, now = self._by_constant(old, self._old), self._by_constant(new, self._new)
        if known and now:
            for word, choice in known.items():
                if word not in now:
                    yield f"{place} is never {word} any more"
                else:
                    yield from self._schema_breaks(f"{place} {word}", choice, now[word])
        else:
            for choice in _choices(new):
                tries = [
                    list(self._fresh()._schema_breaks(place, one, choice)) for one in _choices(old)
                ]
                yield from min(tries, key=len)

    @staticmethod
    def _by_constant(schema: Json, document: Json) -> dict[Any, Json]:
        """The choices that say by a constant of the same member which they are; none where one of
        them does not, or says the same as another."""
        choices = _choices(schema)
        constants = [
            {
                name: part["const"]
                for name, part in _resolved(one, document).get("properties", {}).items()
                if "const" in part and name in _resolved(one, document).get("required", ())
            }
            for one in choices
        ]
        for name in set.intersection(*map(set, constants)):
            words = [one[name] for one in constants]
            if len(choices) == len(set(words)) > 1:
                return dict(zip(words, choices, strict=True))
        return {}

    def _fresh(self) -> "_Comparison":
        """For a try whose outcome says nothing of other places. It knows what is compared above."""
        other = _Comparison(self._old, self._new)
        other._compared = set(self._compared)
        return other

    @staticmethod
    def _several(schema: Json) -> bool:
        return len(_choices(schema)) > 1 or "discriminator" in schema

    def _seen(self, old: Json, new: Json, *, sent: bool) -> bool:
        if "$ref" not in old or "$ref" not in new:
            return False
        pair = (old["$ref"], new["$ref"], sent)
        known = pair in self._compared
        self._compared.add(pair)
        return known


def _parameters(operation: Json, around: Json, document: Json) -> Json:
    every = [*around.get("parameters", ()), *operation.get("parameters", ())]
    found = (_resolved(parameter, document) for parameter in every)
    return {(parameter["in"], parameter["name"].lower()): parameter for parameter in found}


def _said(key: tuple[str, str]) -> str:
    return " ".join(key)


def _alike(one: Json, other: Json) -> bool:
    return all(one.get(part) == other.get(part) for part in ("type", "scheme"))


def _resolved(schema: Json, document: Json) -> Json:
    while "$ref" in schema:
        part: Any = document
        for step in schema["$ref"].removeprefix("#/").split("/"):
            part = part[step]
        schema = part
    for base in schema.get("allOf", ()):
        schema = _joined(_resolved(base, document), schema)
    return schema


def _joined(base: Json, schema: Json) -> Json:
    """An object that is built upon another."""
    closed = schema.get("unevaluatedProperties", schema.get("additionalProperties", True))
    return {
        **base,
        **schema,
        "properties": {**base.get("properties", {}), **schema.get("properties", {})},
        "required": [*base.get("required", ()), *schema.get("required", ())],
        "additionalProperties": closed,
    }


def _choices(schema: Json) -> list[Json]:
    """The schemas of one type each, or references to them, that a value may fit."""
    for key in _EITHER:
        if key in schema:
            return [choice for each in schema[key] for choice in _choices(each)]
    if not isinstance(schema.get("type"), list):
        return [schema]
    return [_of_type(schema, kind) for kind in schema["type"]]


def _of_type(schema: Json, kind: str) -> Json:
    if kind == "null":
        return {"type": "null"}
    words = {"enum": [w for w in schema["enum"] if w is not None]} if "enum" in schema else {}
    return {**schema, "type": kind, **words}


def _kinds(schema: Json) -> set[str]:
    """The types of value that fit."""
    said = schema.get("type")
    if said is None:
        return set(_ANYTHING)
    kinds = {said} if isinstance(said, str) else set(said)
    return kinds | {"integer"} if "number" in kinds else kinds


def _types(place: str, kinds: set[str], what: str) -> Iterator[str]:
    if kinds and kinds != _ANYTHING:
        yield f"{place} {what} {' or '.join(sorted(kinds))}"


def _words(schema: Json) -> set[Any] | None:
    if "const" in schema:
        return {schema["const"]}
    return set(schema["enum"]) if "enum" in schema else None
