"""Moves: where units may go on foot, afloat or from the air."""
