"""Whose turn it is, at every table of every variant: nobody ever waits longer than anybody else."""

from domain.seating import Table, tables_for
from domain.values import Side, Variant
from tests.support.each import each

EVERY = [(variant, table) for variant in Variant for table in tables_for(variant)]
TURNS = 60


@each("variant, table", EVERY)
def test_sides_take_turns_and_so_do_those_who_lead_one(variant: Variant, table: Table) -> None:
    """Whoever begins: the sides alternate, and on a side everybody has had as many turns as the
    others, but for one that is still to come in this round (2025 Appendix 5, Turn)."""
    for first in Side:
        taken, seat = dict.fromkeys(table.seats, 0), table.first_of(first)
        for number in range(TURNS):
            side = table.side_of(seat)
            assert side is (first if number % 2 == 0 else first.enemy)
            leaders = [one for one in table.leaders if table.side_of(one) is side]
            rounds = number // 2 // len(leaders)
            assert {taken[one] - rounds for one in leaders} <= {0, 1}
            assert seat is leaders[number // 2 % len(leaders)], "in the order of their seats"
            assert taken[seat] == rounds
            taken[seat] += 1
            seat = table.next_after(seat, taken)
        assert sum(taken.values()) == TURNS
        assert not any(taken[one] for one in set(table.seats) - set(table.leaders))
