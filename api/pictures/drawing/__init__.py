"""Parts of a picture: hexes, ground, pieces, letters, themes."""
