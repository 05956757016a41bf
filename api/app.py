"""The Flask application: the request pipeline and its wiring."""

from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, TypeVar, cast

from flask import Flask, Request, Response
from flask.sessions import NullSession, SessionInterface, SessionMixin
from flask_smorest import Api

from api.http import api_request, problems, requests
from api.http.api_request import ApiRequest, current
from api.middleware import admission, compression, drain, fair_queue, observation, origins, rates
from api.monitoring import metrics
from api.openapi import contract
from api.operations.registry import Operations
from api.pages import missing
from api.pages.audit import audit
from api.pages.docs import remember
from api.pages.manual.views import manual
from api.pages.reference import docs
from api.pages.screens import screens
from api.pictures.drawing import symbols, themes
from api.resources.play.branches import branches
from api.resources.play.challenges import challenges
from api.resources.play.commands import commands
from api.resources.play.games import games
from api.resources.play.invitations import invitations
from api.resources.play.leaving import leaving
from api.resources.play.matches import matches
from api.resources.play.my_events import my_events
from api.resources.play.presence import presence
from api.resources.play.seals import seals
from api.resources.play.standing import standing
from api.resources.play.timing import timing
from api.resources.play.transfer import transfer
from api.resources.play.undo import undo
from api.resources.review.analysis import analysis
from api.resources.review.animations import animations
from api.resources.review.annotations import annotations
from api.resources.review.history import history
from api.resources.review.luck import luck
from api.resources.review.odds import odds
from api.resources.review.pictures import pictures
from api.resources.review.report import report
from api.resources.review.stepping import stepping
from api.resources.review.studies import studies
from api.resources.review.study_files import study_files
from api.resources.review.timeline import timeline
from api.resources.service.admin import admin
from api.resources.service.blocks import blocks
from api.resources.service.catalog import catalog
from api.resources.service.health import health
from api.resources.service.players import players
from api.resources.service.playtests import playtests
from api.resources.service.ratings import ratings
from api.resources.service.results import results
from api.resources.service.scenarios import scenarios
from api.resources.service.tokens import tokens
from api.resources.service.webhooks import webhooks
from api.schemas import vocabulary
from api.services import EXTENSION, Services, attach, build
from api.settings import Settings, SettingsError
from events.backend import Backend
from events.clock import utc_now

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

F = TypeVar("F", bound=Callable[..., Any])
_RESOURCES = (
    players,
    blocks,
    tokens,
    results,
    ratings,
    catalog,
    scenarios,
    playtests,
    games,
    pictures,
    analysis,
    animations,
    invitations,
    leaving,
    challenges,
    matches,
    commands,
    standing,
    presence,
    timing,
    odds,
    luck,
    undo,
    branches,
    history,
    stepping,
    timeline,
    report,
    annotations,
    studies,
    study_files,
    my_events,
    webhooks,
    seals,
    audit,
    transfer,
    admin,
    health,
    metrics.metrics,
    screens,
    manual,
    docs,
)


_WITHOUT_BODY = (HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED)


class ApiResponse(Response):
    """A response that hands a complete body to the web server in one piece.

    Iterating over a body costs the server a channel between threads and a switch for each part.
    """

    def get_app_iter(self, environ: "WSGIEnvironment") -> Iterable[bytes]:
        """Return the body for the WSGI server."""
        if environ["REQUEST_METHOD"] == "HEAD" or self.status_code in _WITHOUT_BODY:
            return super().get_app_iter(environ)
        if not isinstance(self.response, list):
            return super().get_app_iter(environ)
        self.close()
        return self.response


class _NoSessions(SessionInterface):
    """Disables sessions: the API sets no cookies."""

    def open_session(self, app: Flask, request: Request) -> SessionMixin:
        """Return the one empty session."""
        return _NULL_SESSION


_NULL_SESSION = NullSession()


class Application(Flask):
    """The service. The steps of every request are listed here in order, in place of hooks."""

    request_class = ApiRequest
    response_class = ApiResponse
    session_interface = _NoSessions()
    operations: Operations
    compression: compression.Compression
    allow_origin: origins.Allow

    @property
    def deps(self) -> Services:
        """The services that the endpoints use."""
        return cast(Services, self.extensions[EXTENSION])

    def preprocess_request(self) -> Response | None:
        """Run the steps before the view; a response returned here replaces the view's."""
        request = api_request.begin()
        request.operation = self.operations.of(request)
        observation.begin(request)
        rates.admit(request, self.deps)
        response = admission.admit(self, request)
        if response is None:
            fair_queue.enter(request, self.deps.costly)
        return response

    def process_response(self, response: Response) -> Response:
        """Run the steps after the view, or after the step that refused the request."""
        request = current()
        rates.finish(request, response, self.deps)
        missing.show_page(request, response)
        self.allow_origin(request, response)
        self.compression.compress(request, response)
        drain.finish_body(request, response, self.deps.body_slots)
        observation.finish(request, response)
        return response

    def do_teardown_request(self, exc: BaseException | None = None) -> None:
        """Release what the request held."""
        api_request.end()

    def ensure_sync(self, func: F) -> F:
        """Return the view unchanged: none is a coroutine."""
        return func


def create_app(settings: Settings, clock: Callable[[], str] = utc_now) -> Application:
    """Create the WSGI application. Raises ``SettingsError`` without a Redis URL, and ``PieceError``
    when the data of a game piece is incomplete."""
    if settings.redis_url is None:
        raise SettingsError("REDIS_URL", "set for the web server; `make run` does that")
    app = Application(__name__, static_folder=None, template_folder="pages/templates")
    symbols.check(themes.LIGHT)
    contract.configure(app)
    requests.configure(app)
    app.compression = compression.Compression(app)
    app.allow_origin = origins.cors(app, settings.cors_origins)
    api = Api(app)
    api.ma_plugin.converter.add_attribute_function(vocabulary.refer)
    api.register_converter(requests.VersionConverter, lambda _: {"type": "integer", "minimum": 1})
    problems.register(app)
    for resource in _RESOURCES:
        api.register_blueprint(resource)
    contract.add_components(api)
    app.operations = Operations(contract.served(api))
    with app.app_context():
        backend = Backend.at(
            settings.redis_url,
            settings.partitions,
            settings.archive_url,
            connections=settings.connections,
            replicas=settings.store_wait_replicas,
            wait_milliseconds=settings.store_wait_ms,
        )
        attach(build(settings, backend, clock))
        remember(api)
    return app
