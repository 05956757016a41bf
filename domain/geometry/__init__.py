"""Any grid of hexes: neighbors, lines, sections, baselines."""
