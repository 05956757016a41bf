"""The beginning and end of a turn: cards drawn, committed, shown and proposed."""
