"""Caves: who goes through them, and who is sheltered there."""

from tests.support.cases import Case, cases, check, runs

CASES = cases(
    """
    # Pacific, Caves: Japanese infantry goes from one to any other in one step
    @ first axis; doctrine axis imperial_japanese_army
    from a cave it goes to one far away, and may battle
        4: i/<hill_cave> . . . <mountain_cave> . I; move i | i moves 4,16 =>
        moved i 4,16; moves ended
    that is its only step
        4: i/<hill_cave> . . <hill_cave> . I; move i | i moves 4,14 4,16 =>
        refused movement.not_adjacent
    to a cave next to it it walks, and on
        4: i/<hill_cave> <hill_cave> . . I; move i | i moves e e => moved i e e charges; moves ended
    not into one that is taken
        4: i/<hill_cave> . i2/<hill_cave> . I; move i | i moves 4,12 =>
        refused movement.not_adjacent
    nor from outside
        4: i <hill_cave> . <hill_cave> . I; move i | i moves 4,14 =>
        refused movement.not_adjacent
    surrounded it has a way out
        3: I I2; 4: I3 i/<hill_cave> I4 . <hill_cave>; 5: I5 I6; order | order i =>
        ordered i center; orders ended
    @ first allies
    others do not go through
        4: I/<hill_cave> . . <hill_cave> . i; move I | I moves 4,14 =>
        refused movement.not_adjacent
    tanks do not come in
        4: A <hill_cave> . i; move A | A moves e => refused movement.impassable
    # Pacific, Caves: two dice less, and all flags ignored
    @ first allies; doctrine axis imperial_japanese_army
    who is at home there is attacked with two dice less
        4: A i/<hill_cave>; battle A | A > i [star] => rolled
    and stays, whatever the flags
        4: A i/<hill_cave>; battle A | A > i [flag] => rolled; flag ignored i
    @ first allies
    others are sheltered as on a hill
        4: A i/<hill_cave>; battle A | A > i [star star] => rolled
    """
)


@runs(CASES)
def test_caves(case: Case) -> None:
    check(case)
