"""The base of answers: each is one type, from which the contract derives its schema."""

from typing import Annotated

import msgspec
from msgspec import Meta

from api.schemas.vocabulary import REF

Place = Annotated[str, Meta(extra_json_schema={"format": "uri-reference"})]
"""A path on this service."""
Share = Annotated[float, Meta(ge=0.0, le=1.0)]


class Answer(msgspec.Struct, frozen=True):
    """What goes out. Its schema is called like the class without ``Answer``, a member is described
    by the text below its field, and is optional where it may be ``UNSET``."""


def named(name: str) -> Meta:
    """Name the schema of a member in the contract."""
    return Meta(extra_json_schema={"$ref": REF + name})
