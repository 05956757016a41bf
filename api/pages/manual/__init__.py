"""How to play: the rules for players, in five languages, with drawn examples."""
