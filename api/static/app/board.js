// @ts-check
// The board: the service's own picture of it, and over it what can be clicked.

import { drawn, el } from "./dom.js";
import { BOARD_AT, center, outline } from "./geometry.js";
import { label } from "./prompt.js";

/**
 * A hex that can be clicked.
 * @typedef {object} Spot
 * @property {[number, number]} hex
 * @property {"own" | "chosen" | "way" | "target"} kind
 * @property {string} label what a click does
 * @property {() => void} click
 */

const DARK = matchMedia("(prefers-color-scheme: dark)");

export class Board {
  #turned = false;
  #shown = "";

  /**
   * @param {import("./start.js").Page} page
   * @param {string} game
   * @param {HTMLElement} place
   */
  constructor(page, game, place) {
    this.client = page.client;
    this.texts = page.texts;
    this.game = game;
    this.picture = el("div", { class: "picture" });
    this.lights = drawn("svg", { class: "lights", role: "group", "aria-label": this.texts.say("board.title") });
    place.replaceChildren(this.picture, this.lights);
  }

  /**
   * Show the game as it is at the version of this state.
   * @param {any} state
   * @param {string | null} side who sits at the lower edge; as printed without
   * @param {boolean} turned whether that is not as printed
   */
  async show(state, side, turned) {
    const theme = DARK.matches ? "dark" : "light";
    const query = new URLSearchParams({ version: String(state.version), theme });
    if (side) query.set("side", side);
    const path = `/v1/games/${this.game}/board.svg?${query}`;
    if (path === this.#shown) return;
    const svg = await this.client.picture(path);
    const [x, y, width, height] = (svg.getAttribute("viewBox") ?? "").split(" ").map(Number);
    this.picture.replaceChildren(svg);
    this.lights.setAttribute("viewBox", [x, y, width, height].join(" "));
    this.#turned = turned;
    this.#shown = path;
  }

  /**
   * Light what can be clicked, and nothing else.
   * @param {Spot[]} spots
   */
  light(spots) {
    const active = document.activeElement?.getAttribute("data-hex");
    this.lights.replaceChildren(...spots.map((spot) => this.#lit(spot)));
    if (active) this.#focus(active);
  }

  /** @param {string} hex */
  #focus(hex) {
    const found = this.lights.querySelector(`[data-hex="${hex}"]`);
    if (found instanceof SVGElement) found.focus();
  }

  /** @param {Spot} spot */
  #lit(spot) {
    const [x, y] = center(spot.hex, this.#turned);
    const press = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      spot.click();
    };
    return drawn("polygon", {
      points: outline([x + BOARD_AT[0], y + BOARD_AT[1]]), class: `spot ${spot.kind}`, tabindex: 0, role: "button",
      "aria-label": spot.label, "aria-pressed": spot.kind === "chosen" ? "true" : null,
      "data-hex": spot.hex.join(","), "data-kind": spot.kind, onclick: spot.click, onkeydown: press,
    }, drawn("title", {}, spot.label));
  }

  /**
   * A unit in words.
   * @param {any} unit
   */
  describe(unit) {
    return this.texts.say("board.unit", {
      side: this.texts.name("sides", unit.side),
      unit: this.texts.name("units", unit.kind),
      figures: unit.figures,
      place: label(unit.hex),
    });
  }
}
