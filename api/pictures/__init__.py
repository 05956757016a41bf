"""Pictures of a board: pure functions of what a viewer may see, as SVG and then PNG."""
