"""Resources for creating, playing, exporting and importing games."""
