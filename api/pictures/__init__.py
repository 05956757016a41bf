"""Pictures of a board: pure functions of what a viewer may see, to SVG and from that to PNG."""
