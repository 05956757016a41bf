"""Standing orders of the caller's seat."""

from typing import Any

from flask import Response
from flask_smorest import Blueprint
from msgspec import UNSET

from api.access.identity import held_by, player, require_visible
from api.http import command_codec
from api.http.problems import ProblemError
from api.http.refusals import refusal_for
from api.http.requests import body, query
from api.http.responses import answer
from api.operations.operation import Operation, Success
from api.schemas.play.standing import (
    StandingOrdersAnswer,
    StandingOrdersRequestSchema,
    StandingQuerySchema,
)
from api.services import services
from domain.commands import GiveOrders
from domain.errors import IllegalCommandError
from domain.geometry.hexes import Hex
from domain.plans import Condition, ConditionalTurn
from domain.seating import SEATS
from domain.state import GameState
from domain.steps.table.plans import command_of, step_of
from domain.steps.table.standing import Given, given
from domain.values import Seat
from domain.values.standing import Instruction
from events.accounts.players import Player
from events.games.drafting import ConditionalTurnResult
from events.games.following import followed
from events.games.service import Sender

standing = Blueprint("standing", __name__, description="Standing orders.")
_PATH = "/v1/games/<string:game_id>/orders"
_ANY_SEAT = SEATS[0]
"""Steps have no seat."""
_FORM, _QUERY = StandingOrdersRequestSchema(), StandingQuerySchema()


@Operation(
    standing,
    f"GET {_PATH}",
    "Get your standing orders",
    Success(200, StandingOrdersAnswer),
    fails=(403, 404),
    query=StandingQuerySchema,
)
def get_orders(game_id: str) -> Response:
    """Nobody else can read them until the game is over."""
    who, params = player(), query(_QUERY)
    current = services().games.current(game_id)
    state = current.state
    require_visible(state, who)
    seat = _seat(state, who, params)
    progress = followed(services().games, current, seat)
    return answer(_orders_answer(seat, given(state, seat), progress))


@Operation(
    standing,
    f"PUT {_PATH}",
    "Give standing orders",
    Success(200, StandingOrdersAnswer),
    fails=(403, 404, 409),
    body=StandingOrdersRequestSchema,
    query=StandingQuerySchema,
)
def put_orders(game_id: str) -> Response:
    """Replaces your previous orders. They decide for you at once, within the command that leads to
    the decision and under the same rules. Others see that you gave orders, not which.

    An ambush ordered without the card is declined, and others cannot tell the difference. You are
    asked for any decision that no order covers. Five changes are allowed per turn, and none while
    you are awaited.
    """
    who = player()
    params, data = query(_QUERY), body(_FORM)
    orders = tuple(map(Instruction, data["orders"]))
    toward = Hex(*data["toward"]) if "toward" in data else None
    turns = tuple(_turn(sent, n) for n, sent in enumerate(data.get("turns", [])))
    seat = _give(game_id, who, params, (orders, toward, turns))
    return answer(_orders_answer(seat, (orders, toward, turns)))


@Operation(
    standing,
    f"DELETE {_PATH}",
    "Withdraw standing orders",
    Success(204),
    fails=(403, 404, 409),
    query=StandingQuerySchema,
)
def delete_orders(game_id: str) -> Response:
    """You are asked for every decision again. Withdrawing them again changes nothing."""
    _give(game_id, player(), query(_QUERY), ((), None, ()))
    return Response(status=204)


def _give(game_id: str, who: Player, params: dict[str, Any], orders: Given) -> Seat:
    state = services().games.current(game_id).state
    require_visible(state, who)
    seat = _seat(state, who, params)
    if orders == given(state, seat):
        return seat
    command = GiveOrders(seat, *orders)
    try:
        services().game_service.submit(game_id, command, sender=Sender(who.id))
    except IllegalCommandError as error:
        current = services().games.current(game_id).state
        raise refusal_for(error, current, held_by(current, who)) from None
    return seat


def _seat(state: GameState, who: Player, params: dict[str, Any]) -> Seat:
    held = state.seats_of(who.id)
    if not held:
        raise ProblemError("forbidden", "You do not hold a seat in this game.")
    seat = Seat(params.get("seat", held[0]))
    if seat not in held:
        raise ProblemError("forbidden", "You do not hold this seat.")
    return seat


def _turn(sent: dict[str, Any], number: int) -> ConditionalTurn:
    steps = []
    for index, step in enumerate(sent["steps"]):
        pointer = f"/turns/{number}/steps/{index}"
        try:
            data = command_codec.parse(step)
            steps.append(step_of(command_codec.to_command(data, _ANY_SEAT)))
        except ProblemError as problem:
            step_errors = problem.extra.get("errors", {})
            errors = {pointer + name: reasons for name, reasons in step_errors.items()}
            raise ProblemError(problem.code, problem.detail, {"errors": errors}) from None
        except ValueError:
            errors = {f"{pointer}/type": ["This command cannot be given in advance."]}
            raise ProblemError("invalid_request", "See errors.", {"errors": errors}) from None
    hex_ = Hex(*sent["hex"]) if "hex" in sent else None
    return ConditionalTurn(tuple(steps), Condition(sent["when"]), hex_)


def _orders_answer(
    seat: Seat, orders: Given, progress: ConditionalTurnResult | None = None
) -> StandingOrdersAnswer:
    instructions, toward, turns = orders
    items = [_turn_item(seat, turn) for turn in turns]
    steps = UNSET if progress is None else progress.steps
    refused = progress.refused if progress and progress.refused else UNSET
    return StandingOrdersAnswer(seat, list(instructions), toward, items or UNSET, steps, refused)


def _turn_item(seat: Seat, turn: ConditionalTurn) -> dict[str, Any]:
    commands = (command_of(seat, step) for step in turn.steps)
    steps = [command_codec.to_json(command, with_seat=False) for command in commands]
    return {"when": turn.when, **({"hex": turn.hex} if turn.hex else {}), "steps": steps}
