"""Look-alike cases as one test: much lighter than a test each, and no failure hides another."""

from collections.abc import Callable, Iterable
from functools import wraps
from inspect import signature
from typing import Any

Test = Callable[..., None]


def each(names: str, cases: Iterable[Any]) -> Callable[[Test], Test]:
    """As ``pytest.mark.parametrize``, but in one test, which fails with every case that does.

    The cases share their fixtures, so it is for tests that leave these as they found them.
    """
    parameters, rows = [name.strip() for name in names.split(",")], list(cases)
    assert rows, "there is something to test"
    assert not any(hasattr(row, "marks") for row in rows), "pytest.param is for parametrize"

    def decorated(test: Test) -> Test:
        @wraps(test)
        def looped(**fixtures: object) -> None:
            failed = []
            for row in rows:
                values = row if len(parameters) > 1 else (row,)
                try:
                    test(**fixtures, **dict(zip(parameters, values, strict=True)))
                except Exception as error:
                    error.add_note(f"{names}: {row!s:.200}")
                    failed.append(error)
            if failed:
                raise ExceptionGroup(f"{len(failed)} of {len(rows)} cases", failed)

        whole = signature(test)
        kept = [one for name, one in whole.parameters.items() if name not in parameters]
        looped.__signature__ = whole.replace(parameters=kept)  # type: ignore[attr-defined]
        return looped

    return decorated
