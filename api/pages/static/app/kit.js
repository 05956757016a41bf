// @ts-check
// The kit from which boards are drawn: the ground of a game, and a symbol for each piece.

import { svgElement } from "./dom.js";
import { BOARD_AT, HALF_WIDTH, rowsIn } from "./geometry.js";

const LAYERS = /** @type {const} */ (["ways", "obstacles", "units", "medals", "names", "marks", "effects"]);

/**
 * Where a side's strip is filled from, and what is said in it.
 * @typedef {{side: string, left: number, title: boolean, place: SVGElement}} Strip
 */

/** What was asked for ahead, by its address. @type {Map<string, Promise<SVGSVGElement>>} */
const ahead = new Map();

/**
 * @param {string} game
 * @param {string | null} side
 */
const addressOf = (game, side) => `/v1/games/${game}/board.svg?version=1&form=kit${side ? `&side=${side}` : ""}`;

export class Kit {
  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    this.size = svg.getAttribute("viewBox") ?? "";
    const [, , width, height] = this.size.split(" ").map(Number);
    this.width = width;
    this.columns = (width - 2 * BOARD_AT[0]) / (2 * HALF_WIDTH);
    this.rows = rowsIn(height - 2 * BOARD_AT[1]);
    this.title = svg.querySelector("title")?.textContent ?? "";
    const pieces = /** @type {SVGElement} */ (svg.querySelector("#pieces"));
    /** The size of a board that is seen from its upper side. @type {import("./geometry.js").Point | null} */
    this.turned = pieces.dataset.turned ? [width - 2 * BOARD_AT[0], height - 2 * BOARD_AT[1]] : null;
    this.layers = new Map(LAYERS.map((name) => [name, svgElement("g", { class: name })]));
    pieces.append(...this.layers.values());
    /** What moves on the board, or was moved since it was drawn. @type {Animation[]} */
    this.animations = [];
    /** @type {Strip[]} */
    this.strips = [...svg.querySelectorAll("[data-strip]")].map((strip) => {
      const place = svgElement("g");
      strip.append(place);
      const told = /** @type {SVGElement} */ (strip).dataset;
      return { side: told.strip ?? "", left: Number(told.left), title: told.says === "title", place };
    });
    /** The hexes with a name, as in the symbols of these: row and column. */
    this.named = [...svg.querySelectorAll('[id^="name-"][id$="-middle"]')].map((one) => one.id.slice(5, -7));
  }

  /**
   * @param {import("./client.js").Client} client
   * @param {string} game
   * @param {string | null} side who sits at the lower edge; as printed without
   */
  static async load(client, game, side) {
    const address = addressOf(game, side);
    const asked = ahead.get(address)?.catch(() => client.picture(address));
    ahead.delete(address);
    return new Kit(await (asked ?? client.picture(address)));
  }

  /**
   * Ask for what `load` will load, before there is a page to show it.
   * @param {import("./client.js").Client} client
   * @param {string} game
   * @param {string | null} side
   */
  static prepare(client, game, side) {
    const asked = client.picture(addressOf(game, side));
    asked.catch(() => {}); // asked for again by who loads
    ahead.set(addressOf(game, side), asked);
  }

  /**
   * Whether a hex is on the board; odd rows are a hex shorter.
   * @param {import("./geometry.js").Hex} hex
   */
  has([row, column]) {
    return row < this.rows && column < this.columns - (row % 2);
  }

  /** @param {typeof LAYERS[number]} name */
  layer(name) {
    return /** @type {SVGElement} */ (this.layers.get(name));
  }

  /**
   * A symbol; null where there is none.
   * @param {string} name
   */
  symbol(name) {
    return this.svg.querySelector(`#${CSS.escape(name)}`);
  }

  /**
   * Tell who cannot see the board what is on it.
   * @param {string} said
   */
  describe(said) {
    const place = /** @type {Element} */ (this.svg.querySelector("desc"));
    place.textContent = said;
  }
}
