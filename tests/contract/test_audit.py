"""What the service hands out to audit it with is what the project holds, and it works."""

from pathlib import Path

from tests.contract.service import Service
from tests.support.each import each

PROJECT = Path(__file__).parents[2]
FILES = {
    "/verifier.py": (PROJECT / "events" / "log" / "verifier.py", "text/x-python"),
    "/static/audit.js": (PROJECT / "api" / "pages" / "static" / "audit.js", "text/javascript"),
    "/static/report.js": (PROJECT / "api" / "pages" / "static" / "report.js", "text/javascript"),
    "/static/chance_vectors.json": (
        PROJECT / "api" / "pages" / "static" / "chance_vectors.json",
        "application/json",
    ),
}


@each("path", FILES)
def test_the_file_is_handed_out_as_it_is(path: str, service: Service) -> None:
    file, kind = FILES[path]
    answer = service.anonymous().get(path)
    assert answer.get_data() == file.read_bytes()
    assert answer.mimetype == kind
    assert answer.headers["Cache-Control"] == "public, max-age=86400"
    assert ("X-Content-Type-Options" in answer.headers) is (kind != "application/json")


@each("path", FILES)
def test_one_who_has_it_already_gets_304(path: str, service: Service) -> None:
    tag = service.anonymous().get(path).headers["ETag"]
    for form in (tag, f"W/{tag}", f'"x", {tag}', "*"):
        answer = service.anonymous().get(path, headers={"If-None-Match": form})
        assert (answer.status_code, answer.get_data()) == (304, b"")
        assert answer.headers["ETag"].removeprefix("W/") == tag
        assert "max-age" in answer.headers["Cache-Control"]
    assert service.anonymous().get(path, headers={"If-None-Match": '"x"'}).status_code == 200


def test_files_differ_in_their_tags(service: Service) -> None:
    assert len({service.anonymous().get(path).headers["ETag"] for path in FILES}) == len(FILES)
