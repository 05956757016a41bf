"""Playing a section card and ordering units."""

from tests.support.cases import Case, cases, check, runs

PLAYING = cases(
    """
    # 2004 p. 6, Game Turn; 2025, Game turn
    a card opens the turn
        4: I; play_card; card probe_center | play probe_center => card played allies probe_center
    a card for an empty section orders, moves and battles nobody
        card probe_left | play probe_left => card played allies probe_left; orders ended;
        moves ended
    a card that is in no hand is refused
        card probe_left; deck pincer_move | play pincer_move => refused card.not_in_hand
    the enemy plays no card in this turn | axis: play recon_left => refused turn.not_yours
    PlayCard waits for its phase | order | play assault_center => refused phase.other_decision
    OrderUnit waits for its phase | play_card | order I => refused phase.other_decision
    EndOrders waits for its phase | end orders => refused phase.other_decision
    MoveUnit waits for its phase | order | I moves e => refused phase.other_decision
    EndMoves waits for its phase | end moves => refused phase.other_decision
    Attack waits for its phase | move | I > i => refused phase.other_decision
    RemoveWire waits for its phase | I clears wire => refused phase.other_decision
    EndTurn waits for its phase | end turn => refused phase.other_decision
    Retreat waits for its phase | battle | I back => refused phase.other_decision
    TakeGround waits for its phase | take ground => refused phase.other_decision
    Decline waits for its phase | decline => refused phase.other_decision
    ChooseCard waits for its phase | choose recon_left => refused phase.other_decision
    AirDrop waits for its phase | play_card | drop 4,8 => refused phase.other_decision
    NameTarget waits for its phase | target i => refused phase.other_decision
    EndTargets waits for its phase | end targets => refused phase.other_decision
    Strike waits for its phase | strike i => refused phase.other_decision
    HealUnit waits for its phase | heal I => refused phase.other_decision
    Ambush waits for its phase | battle | ambush => refused phase.other_decision
    EndBattles waits for its phase | move | end battles => refused phase.other_decision
    # 2004, Setup; 2025, Setup
    nobody plays before all are seated
        seating | allies: play recon_left => refused game.not_started
    """
)

ORDERING = cases(
    """
    # 2004 p. 6, Order Units; 2025, Order units
    a unit of the card's section is ordered, and with the last one ordering ends
        4: I; order; card probe_center | order I => ordered I center; orders ended
    a unit on a cut hex can be ordered from the flank
        3: I; left 6; card probe_left | order I => ordered I left center; orders ended
    a unit on a cut hex can be ordered from the center
        left 6; card probe_center | order I => ordered I left center; orders ended
    @ card attack_center
    two units take two of three orders, the third is lost
        4: I I2 | order I; order I2 => ordered I2 center; orders ended
    nobody need be ordered | end orders => orders ended; moves ended
    fewer units than the card allows may be ordered | order I2; end orders => orders ended
    a unit is ordered once | order I; order I => refused order.already_given
    an enemy unit cannot be ordered | 4: I . i | order i => refused unit.not_yours
    a unit that is not on the board cannot be ordered | order G => refused unit.unknown
    # 2004 p. 5, Battlefield; 2025, Battlefield
    @
    a unit beside the line is in one section only
        4: I . I2; left 6; card probe_center | order I => refused order.not_in_section
    the player at the top has the same hex on the right
        3: i; left 6; first axis; card probe_right | order i => ordered i right center; orders ended
    the eastern line cuts center and right for the player at the bottom
        5: I; left 16; card probe_right | order I => ordered I center right; orders ended
    # 2004 p. 7-8, Move Units; 2025, Move units
    @ card probe_center
    a unit that cannot stir goes straight on to battle
        3: ~ ~; 4: ~ I ~; 5: ~ ~ | order I => ordered I center; orders ended; moves ended
    a unit among its friends goes straight on to battle
        3: I2 I3; 4: ~ I ~; 5: ~ ~ | order I; end orders => orders ended; moves ended
    # 2004, Mortain; 2025 Appendix 2, Steep hills
    a gun among steep hills goes straight on to battle
        3: S S; 4: S G S; 5: S S | order G => ordered G center; orders ended; moves ended
    """
)

# I2 (x = 7) stands on the cut hex, I (x = 4) and I4 on the left, I3 in the center.
# Where left is 4, the dotted line runs between x = 6 and x = 8; in the odd row it cuts x = 7.
ALLOTMENTS = cases(
    """
    # 2004 p. 6, Order Units; 2025, Order units
    a unit on the line leaves the flank's order to another
        3: . I2 .; 4: I . I3; 5: . . .; 6: I4 . .; order; left 4; card recon_in_force | order I2;
        order I => ordered I left; orders ended
    a second unit of the flank alone is one too many
        left 4; card recon_in_force | order I; order I4 => refused order.none_left
    a unit on the line takes no order of the center that another has
        3: . I2 .; 4: I . I3; 5: . . .; 6: I4 . .; 7: . . . . . . . . I5; left 4;
        card recon_in_force | order I3; order I; order I2 => refused order.none_left
    a pincer move orders at most two units of one flank
        4: I I2 I3 I4; 5: . . . . . . . . I5; left 0; card pincer_move | order I; order I2;
        order I3 => refused order.none_left
    a pincer move orders nobody in the center
        3: . I2 .; 4: I . I3; 5: . . .; 6: I4 . .; left 4; card pincer_move | order I3 =>
        refused order.not_in_section
    a general advance fills three sections, units on both lines wherever there is room
        3: . . . I2 . . . . I6; 4: I I1 . . I3 . . . . . I7; left 0; card general_advance |
        order I2; order I6; order I3; order I; order I7; order I1 => ordered I1 left; orders ended
    an assault orders every unit of its section
        3: . I2 .; 4: I . I3; 5: . . .; 6: I4 . .; left 4; card assault_left | order I; order I4;
        order I2 => ordered I2 left center; orders ended
    a reconnaissance orders one unit
        left 4; card recon_left | order I4 => ordered I4 left; orders ended
    """
)

CASES = (*PLAYING, *ORDERING, *ALLOTMENTS)


@runs(CASES)
def test_a_card_orders_units_as_the_rulebook_says(case: Case) -> None:
    check(case)
