"""The colors of pictures, by theme. Sides differ in lightness, shape and hue, so that color vision
and printers do not matter."""

from collections.abc import Mapping

from api.pieces import pieces


def _of_pieces(theme: str) -> dict[str, str]:
    everything = (piece for table in pieces().values() for piece in table.values())
    return {color: by[theme] for piece in everything for color, by in piece.colors.items()}


LIGHT: Mapping[str, str] = {
    **_of_pieces("light"),
    "paper": "#f3eee1",
    "ink": "#2b2a26",
    "quiet": "#6d685b",
    "frame": "#fbf8ef",
    "frame-line": "#b9b099",
    "grid": "#8f9570",
    "section": "#b3332b",
    "halo": "#fffdf5",
    "shade": "#2a3320",
    "grass": "#a9b77c",
    "leaf": "#578a4c",
    "leaf-dark": "#33612f",
    "street": "#c3b69d",
    "wall": "#f7efdf",
    "roof": "#b75a41",
    "roof-light": "#cf7a55",
    "roof-dark": "#6b3324",
    "water": "#74add0",
    "bank": "#4a82a8",
    "wave": "#c4e2f0",
    "steel-dark": "#3c3a38",
    "concrete": "#c6c3ba",
    "concrete-dark": "#64615a",
    "gold": "#ffce3a",
    "gold-dark": "#5d4300",
    "allies-plate": "#fbfdff",
    "allies-edge": "#1659a5",
    "allies-ink": "#123f78",
    "allies-name": "#1659a5",
    "axis-name": "#a8410f",
    "axis-plate": "#38302d",
    "axis-edge": "#e2662a",
    "axis-ink": "#ffeedd",
    "empty": "#8a8577",
    "move": "#0a7d4f",
    "shot": "#c2185b",
    "sight": "#6a3fb5",
    "blind": "#2b2a26",
    "loss": "#b3123f",
    "loss-ink": "#ffffff",
}
"""For light screens."""

DARK: Mapping[str, str] = {
    **LIGHT,
    **_of_pieces("dark"),
    "paper": "#16191b",
    "ink": "#ece7da",
    "quiet": "#a8a292",
    "frame": "#22272a",
    "frame-line": "#4b5255",
    "grid": "#2d3529",
    "section": "#ff8a7a",
    "halo": "#14180f",
    "shade": "#000000",
    "grass": "#6f7b52",
    "leaf": "#5f9455",
    "leaf-dark": "#22401f",
    "street": "#6f685c",
    "wall": "#cfc4ae",
    "roof": "#a4503a",
    "roof-light": "#bd6c4b",
    "roof-dark": "#331811",
    "water": "#346a8b",
    "bank": "#7fb6d6",
    "wave": "#79aeca",
    "steel-dark": "#e3e0da",
    "concrete": "#8e8b83",
    "concrete-dark": "#2f2d29",
    "allies-plate": "#f1f6fc",
    "allies-edge": "#4d9bef",
    "allies-name": "#7db8f7",
    "axis-name": "#ff9a66",
    "axis-plate": "#241c19",
    "axis-edge": "#ff7d3c",
    "empty": "#8d8a80",
    "move": "#5be3a4",
    "shot": "#ff6aa5",
    "sight": "#c2a3ff",
    "blind": "#000000",
    "loss": "#ff6a8f",
    "loss-ink": "#1a0008",
}
"""For dark screens."""

PRINT: Mapping[str, str] = {
    **LIGHT,
    **_of_pieces("print"),
    "paper": "#ffffff",
    "ink": "#000000",
    "quiet": "#444444",
    "frame": "#ffffff",
    "frame-line": "#000000",
    "grid": "#9a9a9a",
    "section": "#000000",
    "halo": "#ffffff",
    "shade": "#ffffff",
    "grass": "#c4c4c4",
    "leaf": "#d2d2d2",
    "leaf-dark": "#6e6e6e",
    "street": "#dcdcdc",
    "wall": "#ffffff",
    "roof": "#a8a8a8",
    "roof-light": "#c0c0c0",
    "roof-dark": "#333333",
    "water": "#d5e6f0",
    "bank": "#4b6f86",
    "wave": "#7d9fb4",
    "steel-dark": "#111111",
    "concrete": "#e3e3e3",
    "concrete-dark": "#333333",
    "gold": "#ffffff",
    "gold-dark": "#000000",
    "allies-plate": "#ffffff",
    "allies-edge": "#000000",
    "allies-ink": "#000000",
    "allies-name": "#000000",
    "axis-name": "#000000",
    "axis-plate": "#222222",
    "axis-edge": "#000000",
    "axis-ink": "#ffffff",
    "empty": "#888888",
    "move": "#000000",
    "shot": "#000000",
    "sight": "#444444",
    "blind": "#000000",
    "loss": "#000000",
    "loss-ink": "#ffffff",
}
"""For paper: little ink, and nothing that needs a color."""

THEMES: Mapping[str, Mapping[str, str]] = {"light": LIGHT, "dark": DARK, "print": PRINT}

NAMED: Mapping[str, str] = {name: f"var(--board-{name})" for name in LIGHT}
"""For pages, whose style sheet has the colors: see ``style``."""


def style() -> str:
    """Return the style sheet with the light, the dark and the print value of each color."""
    dark = {name: color for name, color in DARK.items() if color != LIGHT[name]}
    return (
        f":root {{{_rules(LIGHT)}}}\n"
        f"@media (prefers-color-scheme: dark) {{ :root {{{_rules(dark)}}} }}\n"
        f"@media print {{ :root {{{_rules(PRINT)}}} }}\n"
    )


def _rules(theme: Mapping[str, str]) -> str:
    return "".join(f" --board-{name}: {color};" for name, color in theme.items())
