"""The notation of games: what it says of each command."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from domain import commands as c
from domain import create, evolve, legal_commands, notation
from domain import events as e
from domain.analysis.match import second_game
from domain.commands import Propose, Resign, TakeVacation
from domain.evolve import no_past
from domain.geometry.hexes import Hex, grid_of
from domain.geometry.shape import STANDARD
from domain.inference.candidates import candidates
from domain.notation import Header, Record, creation, read, replaying, with_comments, write
from domain.notation.headers import NAMES, headers_of
from domain.notation.hexes import hex_name, parse_hex
from domain.notation.outcomes import outcome
from domain.notation.recording import _as_shown, infer_command
from domain.notation.words import WORDS, read_command, write_command
from domain.seating import match_game
from domain.state import GameState
from domain.values import (
    UNKNOWN_CARD,
    Card,
    EditionName,
    Ending,
    LossCause,
    Seat,
    Section,
    Side,
    Undo,
    Variant,
)
from domain.values.agreements import Agreement
from domain.values.bots import BotLevel
from domain.values.clock import AtZero
from domain.view import view
from events.log.stored_event import load
from events.transfer.records import read_record, record_text
from events.transfer.verifying import RefusedLogError
from tests.support.games import Skirmish
from tests.support.notated import HEADERS, SEATED, game, wrong
from tests.support.timed import TimedGame, bank, options

ALLIES = Seat.ALLIES
DOCUMENT = Path(notation.__file__).parent / "NOTATION.md"


def opening() -> str:
    """The game up to a first card that orders units."""
    state = after(SEATED)
    played = (
        one
        for one in legal_commands(state, ALLIES)
        if isinstance(one, c.PlayCard) and not one.card.startswith("recon")
    )
    return f"{SEATED}1. allies\n{' '.join(write_command(next(played), state))}\n"


def after(text: str) -> GameState:
    """The state that a text leads to."""
    state = evolve(None, creation(read(text)))
    for events in game(text):
        for event in events:
            state = evolve(state, event)
    return state


def test_every_hex_has_a_name_of_its_own() -> None:
    hexes = grid_of(STANDARD).hexes
    assert [parse_hex(hex_name(hex_)) for hex_ in hexes] == list(hexes)
    assert (hex_name(hexes[0]), hex_name(hexes[-1])) == ("A1", "I13")


def test_a_text_may_leave_out_what_came_of_its_commands() -> None:
    *_, played = game(opening())
    assert isinstance(played[0], e.CardPlayed)


def test_blanks_breaks_and_semicolons_mean_nothing() -> None:
    text = opening().replace("\n", "  ;\r\n\t") + "; ;\n"
    assert read(text).steps == read(opening()).steps


def test_comments_stay_where_they_are() -> None:
    text = opening() + "{so \\} far} {and \\\\ on}\n"
    text = text.replace("allies: sit", "{before} {all} allies: sit", 1)
    record = read(text)
    assert record.comment == "before all"
    assert record.steps[-1].comment == "so } far and \\ on"
    assert read(write(record)) == record


def test_remarks_stand_behind_the_command_that_came_to_their_version() -> None:
    record = read(opening())
    versions = [2 * place + 2 for place in range(len(record.steps))]
    remarks = [(1, "ahead"), (2, "one"), (4, "two"), (3, "and }\\{ more"), (1, "of all")]
    result = with_comments(record, versions, remarks)
    assert result.comment == "ahead of all"
    assert [step.comment for step in result.steps[:3]] == ["one", "two and }\\{ more", ""]
    assert read(write(result)) == result
    assert with_comments(result, versions, ()) == record


def test_what_was_said_too_much_of_one_command_is_left_out() -> None:
    record = read(opening())
    versions = list(range(2, 2 + len(record.steps)))
    remarks = [(2, "a" * 9_000), (2, "b" * 2_000), (2, "c" * 900), (3, "d" * 10_000)]
    result = with_comments(record, versions, remarks)
    assert result.steps[0].comment == f"{'a' * 9_000} {'c' * 900}"
    assert read(write(result)) == result


def test_headers_of_ones_own_begin_with_x() -> None:
    record = read(HEADERS + '[XPlace "the \\"Crown\\",  C:\\\\"]\n')
    assert record.header("XPlace") == 'the "Crown",  C:\\'
    assert read(write(record)) == record


def test_long_lists_are_folded() -> None:
    times = " ".join(str(number) for number in range(200))
    record = read(HEADERS)
    record = replace(record, headers={**record.headers, "Times": Header(times)})
    assert max(map(len, write(record).splitlines())) <= 100
    assert read(write(record)) == record


def test_a_second_line_of_headers_stands_behind_the_steps() -> None:
    text = write(read(SEATED + '[Nonces "2=abc"]'))
    assert text.rstrip().endswith('[Nonces "2=abc"]')
    assert write(Record({}, ())) == "\n"


def test_a_nonce_makes_other_cards() -> None:
    plain, other = game(SEATED), game(SEATED + '[Nonces "2=abc"]')
    assert plain[0] == other[0]
    assert plain[1] != other[1]


def test_a_rematch_is_created_as_the_second_of_a_match() -> None:
    record = read(HEADERS + '[Match "gm_0 2 ann bob"]')
    assert creation(record).match == e.MatchGame("gm_0", 2, "ann", "bob")


def test_a_rated_game_is_created_as_one() -> None:
    text = HEADERS + '[Rated "yes"]'
    assert [creation(read(one)).rated for one in (HEADERS, text)] == [False, True]
    rated = replace(STANDING, created=replace(STANDING.created, rated=True))
    assert [headers_of(one, None).get("Rated") for one in (STANDING, rated)] == [None, "yes"]
    assert [view(one, frozenset()).get("rated") for one in (STANDING, rated)] == [None, True]


STANDING = Skirmish("4: I . . i").begin(EditionName.E2025)
"""The Allies stand on E5, the Axis on E8."""


@pytest.mark.parametrize(
    ("command", "word", "argument"),
    [
        (c.PlayCard(ALLIES, Card.AIR_POWER), "play", "air_power"),
        (c.PlayCard(ALLIES, Card.DIG_IN, Section.LEFT), "play", "dig_in/left"),
        (c.PlayCard(ALLIES, Card.DIG_IN, None, Card.BARRAGE), "play", "dig_in=barrage"),
        (c.AirDrop(ALLIES, Hex(8, 11)), "drop", "I12"),
        (c.MoveUnit(ALLIES, "I", (Hex(3, 4), Hex(3, 5))), "move", "E5-D5-D6"),
        (c.ExitBoard(ALLIES, "I", ()), "exit", "E5"),
        (c.Attack(ALLIES, "I", "i"), "attack", "E5xE8"),
        (c.Strike(ALLIES, "i"), "strike", "E8"),
        (c.Resign(ALLIES), "resign", ""),
        (c.Resign(ALLIES, Ending.TIME_LIMIT), "timeout", ""),
        (c.ChooseCard(ALLIES, Card.AMBUSH), "keep", "ambush"),
        (c.TakeBack(ALLIES, 17), "undo", "17"),
        (c.DeclineUndo(ALLIES), "refuse", ""),
    ],
)
def test_a_command_is_a_word_and_what_it_is_said_of(
    command: c.Command, word: str, argument: str
) -> None:
    assert write_command(command, STANDING) == (word, argument)
    assert read_command(ALLIES, word, argument, STANDING) == command


@pytest.mark.parametrize(
    ("word", "argument", "reason"),
    [
        ("order", "E6", "there is no unit on E6"),
        ("order", "allies-1", "'allies-1' is not a hex"),
        ("move", "E5-E99x", "'E99x' is not a hex"),
        ("attack", "E5-E8", "'E5-E8' is not an attack"),
        ("play", "Air Power", "'Air Power' is not a card"),
        ("play", "air_power/up", "'up' is not a section"),
        ("keep", "tank", "'tank' is not a card"),
        ("keep", "?", "hidden"),
        ("undo", "-3", "'-3' is not a version"),
        ("vacation", "x", "'x' is not a number"),
    ],
)
def test_what_cannot_be_meant_is_reported(word: str, argument: str, reason: str) -> None:
    with pytest.raises(ValueError, match=re.escape(reason)):
        read_command(ALLIES, word, argument, STANDING)


def test_what_was_taken_back_stands_in_parentheses() -> None:
    text, state = opening(), after(opening())
    orders = (one for one in legal_commands(state, ALLIES) if isinstance(one, c.OrderUnit))
    order = " ".join(write_command(next(orders), state))
    undone = f"{text}(\n{order}\n)\nundo {state.version}\n"
    assert [step.undone for step in read(undone).steps] == [False, False, False, True, False]
    assert isinstance(game(undone)[-1][0], e.TakenBack)
    bare = undone.replace("(\n", "").replace(")\n", "")
    assert "this was taken back; parentheses contain what was taken back" in wrong(bare)
    assert write(read(f"{undone}(\nresign\n)")).endswith(f"undo {state.version}\n(\nresign\n)\n")


def test_the_longest_game_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replaying, "MAX_EVENTS", 3)
    assert "line 14, column 11: a game has at most 3 events" in wrong(SEATED)


def test_a_card_that_the_rules_would_not_allow_any_more_is_reported_all_the_same() -> None:
    state = Skirmish("4: I . . i", phase="play_card").begin(EditionName.E2025)
    played = e.CardPlayed(ALLIES, Card.AMBUSH)
    assert infer_command(state, [played], ALLIES) == c.PlayCard(ALLIES, Card.AMBUSH)


def test_a_card_that_was_chosen_is_reported_as_far_as_it_is_known() -> None:
    chosen, unseen = c.ChooseCard(ALLIES, Card.AMBUSH), e.CardKept(ALLIES, UNKNOWN_CARD)
    assert _as_shown(chosen, unseen) == c.ChooseCard(ALLIES, UNKNOWN_CARD)
    assert _as_shown(c.EndTurn(ALLIES), unseen) == c.EndTurn(ALLIES)
    handed = c.HandOut(ALLIES, Card.PROBE_LEFT, Seat.AXIS)
    unseen_hand_out = e.CardHandedOut(ALLIES, Seat.AXIS, UNKNOWN_CARD)
    assert _as_shown(handed, unseen_hand_out) == replace(handed, card=UNKNOWN_CARD)


def test_the_second_game_of_a_match_says_so() -> None:
    state = Skirmish("4: I . . i", phase="play_card").begin(EditionName.E2025)
    match = e.MatchGame("first", 2, allies="ann", axis="bob")
    second = replace(state, created=replace(state.created, match=match))
    assert headers_of(second, None)["Match"] == "first 2 ann bob"


def test_a_rematch_of_more_than_two_names_the_player_of_each_seat() -> None:
    game = TimedGame(None, Variant.OPERATION_ALLIANCE)
    first = game.state
    again = replace(options(None, Variant.OPERATION_ALLIANCE, Undo.NONE), match=second_game(first))
    made = create(EditionName.E2025, again)
    result = headers_of(evolve(None, made), None)
    assert result["Match"] == "timed 2 pl_1 pl_0 pl_3 pl_2"
    assert made.match == match_game("timed", 2, made.match.players, first.table)
    assert made.match.players[Seat.ALLIES_2] == "pl_3"


def test_a_record_says_how_seats_are_timed() -> None:
    clock = bank(300, 10, at_zero=AtZero.BOT, bot=BotLevel.GREEDY, vacation_days=3)
    game = TimedGame(clock)
    seat = game.state.table.seats[0]
    game.do(TakeVacation(seat, 2), 1).do(Propose(seat, Agreement.PAUSE, 2)).do(Resign(seat))
    text = record_text(game.log, None)
    result = "kind=bank seconds=300 increment=10 at_zero=bot bot=greedy vacation_days=3"
    assert f'[Clock "{result}"]' in text
    assert [load(line).hash for line in read_record(text).lines] == [one.hash for one in game.log]
    for said, reason in (
        ("kind=bank at_zero=resign", "incompatible members: seconds"),
        ("seconds=300 kind=bank", "must be written as 'kind=bank seconds=300 at_zero=resign'"),
        ("kind=hourglass", "must be a clock such as"),
        ("kind=bank seconds=soon", "must be a clock such as"),
        ("kind=bank sands=3", "must be a clock such as"),
        ("bank", "must be a clock such as"),
    ):
        with pytest.raises(RefusedLogError, match=reason):
            read_record(text.replace(result, said))


def test_a_way_off_the_board_that_ends_the_game_before_is_reported_by_its_cost() -> None:
    state = Skirmish("4: I . . i", ordered="I", phase="move").begin(EditionName.E2025)
    for cost, command in ((1, c.MoveUnit), (2, c.ExitBoard)):
        moved = e.UnitMoved("I", (Hex(4, 5),), cost, may_battle=True, may_take_ground=True)
        assert type(infer_command(state, [moved], ALLIES)) is command


def test_who_decides_nothing_has_given_no_command() -> None:
    waiting = Skirmish("4: I . . i", phase="seating").begin(EditionName.E2025)
    assert list(candidates(waiting, [e.MovesEnded()], None)) == []


def test_a_unit_that_gives_no_medal_falls_without_one() -> None:
    falls = e.UnitEliminated("i", Hex(4, 7), 1, LossCause.RETREAT_BLOCKED, Side.ALLIES, 0)
    said, state = outcome(STANDING, [falls], None, no_past)
    assert said == ("E8 falls without a way back",)
    assert "i" not in state.units


def test_the_example_of_the_notation_can_be_played_again() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    example = text.split("```")[1].lstrip("\n")
    assert write(read(example)) == example
    assert game(example)


def test_the_document_names_every_word_and_every_header() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert [row.word for row in WORDS if f"`{row.word}`" not in text] == []
    assert [name for name in NAMES if f"`{name}`" not in text and f"[{name} " not in text] == []


def test_a_branch_where_nobody_was_awaited_is_that_of_the_active_seat() -> None:
    begins = e.GameBranched("gm_0", 3, "5eed", "ann")
    assert infer_command(STANDING, [begins], None) is begins
    assert write_command(begins, STANDING) == ("branch", "gm_0/3/5eed/ann")


def test_a_card_of_a_hand_that_is_not_known_is_reported_as_it_lies() -> None:
    state = Skirmish("4: I . . i", phase="play_card").begin(EditionName.E2025)
    hands = {**state.cards.hands, ALLIES: (UNKNOWN_CARD,)}
    unknown = replace(state, cards=replace(state.cards, hands=hands))
    played = e.CardPlayed(ALLIES, Card.INFANTRY_ASSAULT, None, Section.LEFT)
    command = c.PlayCard(ALLIES, Card.INFANTRY_ASSAULT, Section.LEFT)
    assert infer_command(unknown, [played], ALLIES) == command
    kept = c.ChooseCard(ALLIES, UNKNOWN_CARD)
    assert write_command(kept, unknown) == ("keep", "?")
