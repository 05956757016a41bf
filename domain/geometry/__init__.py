"""Hex grids: neighbors, lines, sections, baselines."""
