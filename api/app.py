"""The service put together: wiring only."""

from collections.abc import Callable

from flask import Flask
from flask_smorest import Api

from api import admission, codings, contract, metrics, observed, origins, problems, rates, requests
from api.audit import audit
from api.docs import remember
from api.health import health
from api.operations import Operations
from api.reference import docs
from api.resources.admin import admin
from api.resources.animations import animations
from api.resources.annotations import annotations
from api.resources.branches import branches
from api.resources.catalog import catalog
from api.resources.commands import commands
from api.resources.games import games
from api.resources.history import history
from api.resources.invitations import invitations
from api.resources.luck import luck
from api.resources.matches import matches
from api.resources.my_events import my_events
from api.resources.odds import odds
from api.resources.pictures import pictures
from api.resources.players import players
from api.resources.results import results
from api.resources.seals import seals
from api.resources.stepping import stepping
from api.resources.studies import studies
from api.resources.study_files import study_files
from api.resources.timeline import timeline
from api.resources.tokens import tokens
from api.resources.transfer import transfer
from api.resources.undo import undo
from api.schemas import vocabulary
from api.screens import screens
from api.services import attach, build
from api.settings import Settings, SettingsError
from events.backend import Backend
from events.clock import utc_now

_RESOURCES = (
    players,
    tokens,
    results,
    catalog,
    games,
    pictures,
    animations,
    invitations,
    matches,
    commands,
    odds,
    luck,
    undo,
    branches,
    history,
    stepping,
    timeline,
    annotations,
    studies,
    study_files,
    my_events,
    seals,
    audit,
    transfer,
    admin,
    health,
    metrics.metrics,
    screens,
    docs,
)


def create_app(settings: Settings, clock: Callable[[], str] = utc_now) -> Flask:
    """The WSGI application on the Redis server that ``settings`` names."""
    if settings.redis_url is None:
        raise SettingsError("REDIS_URL", "set for the web server; `make run` sets it")
    app = Flask(__name__, static_folder=None)
    contract.configure(app)
    observed.register(app)
    requests.prepare(app)
    codings.prepare(app)
    origins.register(app, settings.cors_origins)
    api = Api(app)
    api.ma_plugin.converter.add_attribute_function(vocabulary.refer)
    api.register_converter(requests.VersionConverter, lambda _: {"type": "integer", "minimum": 1})
    problems.register(app)
    for resource in _RESOURCES:
        api.register_blueprint(resource)
    contract.add_components(api)
    operations = Operations(contract.document(api))
    rates.register(app, operations)
    admission.register(app, operations)
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

    observed.finish(app, operations)
    return app
