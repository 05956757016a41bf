"""Addresses at which there is nothing, as browsers and programs meet them."""

from tests.contract.service import Service
from tests.support.each import each

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
PROBLEM = "application/problem+json"
HEADINGS = {
    "en": "Page not found",
    "de": "Seite nicht gefunden",
    "es": "Página no encontrada",
    "fr": "Page introuvable",
    "pt": "Página não encontrada",
    "ja": "Page not found",
}


@each("path", ["/nothing", "/rules/none", "/v11", "/%C3%A9%3Cscript%3E"])
def test_a_browser_is_shown_a_page_in_its_language_with_a_way_home(
    service: Service, path: str
) -> None:
    for language, heading in HEADINGS.items():
        sent = {"Accept": BROWSER, "Accept-Language": f"{language}-XX"}
        answer = service.app.test_client().get(path, headers=sent)
        text = answer.get_data(as_text=True)
        assert (answer.status_code, answer.mimetype) == (404, "text/html")
        assert f"<h1>{heading}</h1>" in text
        shown_in = language if language != "ja" else "en"
        assert f'<html lang="{shown_in}">' in text
        assert answer.headers["Content-Language"] == shown_in
        assert '<a href="/">' in text
        assert "script" not in text
        assert answer.headers["Cache-Control"] == "no-store"
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert {"accept", "accept-language"} <= answer.vary.as_set()


@each(
    "path, accept",
    [
        ("/nothing", None),
        ("/nothing", "*/*"),
        ("/nothing", "application/json"),
        ("/nothing", "text/html, application/json"),
        ("/nothing", f"text/html, {PROBLEM}"),
        ("/v1", BROWSER),
        ("/v1/nothing", BROWSER),
        ("/v1/games/gm_none", BROWSER),
    ],
)
def test_all_others_get_a_problem_document(service: Service, path: str, accept: str | None) -> None:
    headers = {"Accept": accept} if accept else {}
    answer = service.app.test_client().get(path, headers=headers)
    assert (answer.status_code, answer.mimetype) == (404, PROBLEM)
    assert answer.get_json()["code"] == "not_found"
    assert answer.headers["Content-Language"] == "en"


def test_other_failures_stay_problem_documents(service: Service) -> None:
    answer = service.app.test_client().post("/docs", headers={"Accept": BROWSER})
    assert (answer.status_code, answer.mimetype) == (405, PROBLEM)
