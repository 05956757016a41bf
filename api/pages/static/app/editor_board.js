// @ts-check
// The board of the battle editor. Each hex can be reached by mouse and keyboard.

import { drawMarks } from "./arrows.js";
import { drawBorder } from "./board_border.js";
import { asPicture } from "./client.js";
import { el, svgElement } from "./dom.js";
import { BOARD_AT, center, outline } from "./geometry.js";
import { beside, rowsOf, same, within } from "./grid.js";
import { describeHex, describeObjective } from "./hex_info.js";
import { Kit } from "./kit.js";
import { drawPieces } from "./pieces.js";
import { label } from "./prompt.js";
import { group, reconcile, useSymbol } from "./reconcile.js";
import { blankScenario, complete, contentsOf, stateOf } from "./scenario_edits.js";
import { zoomable } from "./zoom.js";

/** @typedef {import("./contract.js").ScenarioDraft} ScenarioDraft */
/** @typedef {import("./geometry.js").Hex} Hex */
/** @typedef {import("./reconcile.js").Part} Part */

/**
 * What is done to a hex: a stroke of a tool begins on it, goes on over it, or ends there.
 * @typedef {"begin" | "over" | "end" | "erase"} Act
 */

const BRIDGES = ["bridge", "bridge_section", "ford", "pontoon_bridge", "railroad_bridge"];
/** The keys that lead to a hex beside, by the row's parity: places in `beside`. @type {Record<string, number[]>} */
const STEPS = { ArrowRight: [0, 0], ArrowLeft: [3, 3], ArrowUp: [1, 2], ArrowDown: [5, 4] };
const CHECK = "/v1/scenarios?validate_only=true";

export class EditorBoard {
  /** @type {Kit | null} */
  #kit = null;
  /** The tiles that the kit was drawn with, by hex. @type {Map<string, string>} */
  #tiles = new Map();
  /** What the ground of the kit was drawn from. */
  #ground = "";
  #asking = false;
  #document = blankScenario("");
  /** The same as a state. @type {import("./contract.js").State} */
  #state;
  /** Why, by the hex that is wrong. @type {Map<string, string[]>} */
  #wrong = new Map();
  /** @type {string | null} */
  #chosen = null;
  /** The place of the special rule whose hexes are chosen. @type {number | null} */
  #rule = null;
  #cursor = "0,0";
  /** The hex that a stroke has come to. @type {string | null} */
  #stroke = null;

  /**
   * @param {import("./start.js").Page} page
   * @param {HTMLElement} place
   * @param {(act: Act, hex: Hex) => void} act
   */
  constructor({ client, texts }, place, act) {
    this.client = client;
    this.texts = texts;
    this.place = place;
    this.act = act;
    this.#state = stateOf(this.#document, texts);
    this.picture = el("div", { class: "picture", "aria-hidden": "true" });
    this.cells = svgElement("svg", { class: "lights cells", role: "grid", "aria-label": texts.say("editor.board") });
    place.replaceChildren(el("div", { class: "ground" }, this.picture, this.cells));
    zoomable(place, texts);
    place.removeAttribute("tabindex");
    this.note = el("div", { class: "note", hidden: true });
    place.parentElement?.append(this.note);
    this.#listen();
  }

  #listen() {
    const { cells } = this;
    const mouse = (/** @type {PointerEvent} */ event) => event.pointerType !== "touch" && event.button <= 0;
    cells.addEventListener("pointerdown", (event) => {
      if (mouse(event)) this.#strike("begin", keyOf(event.target));
    });
    cells.addEventListener("pointermove", (event) => {
      const key = keyOf(event.target);
      this.#tell(key);
      if (this.#stroke && key && key !== this.#stroke) this.#strike("over", key);
    });
    addEventListener("pointerup", () => this.#strike("end", this.#stroke));
    // A finger scrolls; only where it taps it draws.
    cells.addEventListener("click", (event) => {
      if (["mouse", "pen"].includes(/** @type {PointerEvent} */ (event).pointerType)) return;
      this.#whole(keyOf(event.target));
    });
    cells.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      this.#strike("erase", keyOf(event.target));
    });
    cells.addEventListener("keydown", (event) => this.#press(event));
    cells.addEventListener("focusin", (event) => this.#reach(keyOf(event.target)));
    for (const type of ["pointerleave", "focusout"]) cells.addEventListener(type, () => { this.note.hidden = true; });
  }

  /** @param {string | null} key */
  #reach(key) {
    if (!key) return;
    this.#cursor = key;
    for (const one of this.cells.querySelectorAll(".cell")) one.setAttribute("tabindex", one.getAttribute("data-hex") === key ? "0" : "-1");
    this.#tell(key);
  }

  /**
   * @param {Act} act
   * @param {string | null} key
   */
  #strike(act, key) {
    if (!key) return;
    this.#stroke = act === "begin" || act === "over" ? key : null;
    this.act(act, hexOf(key));
    this.#tell(key);
  }

  /** A stroke of one hex. @param {string | null} key */
  #whole(key) {
    this.#strike("begin", key);
    this.#strike("end", key);
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const key = keyOf(event.target);
    if (!key || event.ctrlKey || event.metaKey || event.altKey) return;
    const [row, column] = hexOf(key);
    if (event.key in STEPS) this.focus(this.#beyond([row, column], event.key));
    else if (event.key === "Home") this.focus([row, 0]);
    else if (event.key === "End") this.focus(/** @type {Hex} */ (rowsOf(this.#document.board.kind)[row].at(-1)));
    else if (event.key === "Enter" || event.key === " ") this.#whole(key);
    else if (event.key === "Delete" || event.key === "Backspace") this.#strike("erase", key);
    else return;
    event.preventDefault();
  }

  /**
   * The hex that a key leads to; the same one at the edge of the board.
   * @param {Hex} hex
   * @param {string} key
   */
  #beyond(hex, key) {
    const around = beside(hex);
    const { kind } = this.#document.board;
    const to = around[STEPS[key][hex[0] % 2]];
    // In the corner of a shorter row only the other one of two hexes above or below is there.
    const other = key === "ArrowUp" ? around[hex[0] % 2 ? 1 : 2] : around[hex[0] % 2 ? 5 : 4];
    if (within(kind, to)) return to;
    return (key === "ArrowUp" || key === "ArrowDown") && within(kind, other) ? other : hex;
  }

  /** The hex that was reached last, unless another is told. @param {Hex} [hex] */
  focus(hex = hexOf(this.#cursor)) {
    const cell = this.cells.querySelector(`[data-hex="${hex}"]`);
    if (cell instanceof SVGElement) cell.focus();
  }

  /** Say what is on a hex. @param {string | null} key */
  #tell(key) {
    const lines = key ? [label(hexOf(key)), ...this.#lines(hexOf(key))] : [];
    this.note.hidden = !lines.length;
    if (lines.join("\n") !== this.note.innerText) {
      this.note.replaceChildren(...lines.map((line, n) => el("p", { class: n > lines.length - 1 - (this.#wrong.get(key ?? "")?.length ?? 0) ? "problem" : "" }, line)));
    }
  }

  /** @param {Hex} hex */
  #lines(hex) {
    const { tile, terrain, label: name } = contentsOf(this.#document, hex);
    const ground = tile ? [] : [this.texts.name("terrain", terrain)];
    return [...(name ? [`“${name.text}”`] : []), ...describeHex(this.texts, this.#state, hex), ...ground, ...this.#rulesOf(hex), ...(this.#wrong.get(String(hex)) ?? [])];
  }

  /**
   * Show a battle, what is wrong with it by hex, the hex that is chosen, and the special rule whose hexes are.
   * @param {ScenarioDraft} document
   * @param {Map<string, string[]>} wrong
   * @param {Hex | null} chosen
   * @param {number | null} rule
   */
  show(document, wrong, chosen, rule) {
    this.#rule = rule;
    this.#document = document;
    this.#state = stateOf(document, this.texts);
    this.#wrong = wrong;
    this.#chosen = chosen && String(chosen);
    if (this.#kit && within(document.board.kind, hexOf(this.#cursor))) this.#draw(this.#kit);
    else this.#cursor = "0,0";
    this.#refresh();
  }

  /** Have the ground drawn by the service where it has changed; one answer at a time. */
  async #refresh() {
    if (this.#asking) return;
    this.#asking = true;
    try {
      for (let ground = groundOf(this.#document); ground !== this.#ground; ground = groundOf(this.#document)) {
        const file = { text: JSON.stringify({ ...complete(this.#document), objectives: [], units: [] }), type: "application/json" };
        const text = await this.client.send(CHECK, file, { type: "image/svg+xml" });
        this.#lay(new Kit(asPicture(text)), JSON.parse(file.text));
        this.#ground = ground;
      }
    } catch {
      // Until it can be drawn there is what is drawn here; the report says why not.
    } finally {
      this.#asking = false;
    }
  }

  /**
   * @param {Kit} kit
   * @param {ScenarioDraft} document
   */
  #lay(kit, document) {
    this.#kit = kit;
    this.#tiles = new Map(document.terrain.map((tile) => [String(tile.hex), lookOf(tile)]));
    this.picture.replaceChildren(kit.svg);
    this.cells.setAttribute("viewBox", kit.size);
    const [, , across, down] = kit.size.split(" ");
    this.place.style.setProperty("--across", across);
    this.place.style.setProperty("--down", down);
    this.place.classList.toggle("wide", kit.width > 2000);
    this.place.dataset.ready = "yes";
    this.#draw(kit);
  }

  /** @param {Kit} kit */
  #draw(kit) {
    reconcile(kit.layer("ways"), this.#provisional(kit));
    drawPieces(kit, this.#state);
    drawBorder(kit, this.#state, this.texts.say("lobby.first", { side: this.texts.name("sides", this.#document.first_side) }));
    const red = [...this.#wrong.keys()].map((key) => ({ hexes: [{ hex: hexOf(key), color: /** @type {const} */ ("red") }], sign: "!" }));
    drawMarks(kit, [...this.#ruled(), ...red]);
    reconcile(this.cells, rowsOf(this.#document.board.kind).map((row, n) => group(`row ${n}`, { role: "row" }, row.map((hex) => this.#cell(hex)))));
  }

  /** The hexes that special rules name, with the numbers of the rules. */
  #ruled() {
    return this.#document.special_rules.map(({ params: { hexes = [] } }, n) => {
      /** @type {"yellow" | "blue"} */
      const color = n === this.#rule ? "yellow" : "blue";
      return { hexes: hexes.map((hex) => ({ hex, color })), sign: String(n + 1) };
    });
  }

  /** The special rules that name a hex. @param {Hex} hex */
  #rulesOf(hex) {
    return this.#document.special_rules
      .filter(({ params: { hexes = [] } }) => hexes.some((one) => same(one, hex)))
      .map(({ id }) => this.texts.say(`rule.${id}`));
  }

  /** Tiles that are not drawn by the service yet. @param {Kit} kit */
  #provisional(kit) {
    const tiles = new Map(this.#document.terrain.map((tile) => [String(tile.hex), tile]));
    const keys = new Set([...tiles.keys(), ...this.#tiles.keys()]);
    return [...keys].filter((key) => lookOf(tiles.get(key)) !== (this.#tiles.get(key) ?? "")).map((key) => {
      const { terrain } = contentsOf(this.#document, hexOf(key));
      const [x, y] = center(hexOf(key));
      const features = tiles.get(key)?.features ?? [];
      const symbols = [`terrain-${terrain}`, ...features.map((one) => `features-${one}`)];
      const fill = `var(--board-${terrain})`;
      return group(key, { transform: `translate(${x} ${y})` }, [
        { key: "ground", tag: "polygon", set: { points: outline([0, 0]), fill, stroke: "var(--board-grid)", "stroke-width": 1.6 } },
        ...symbols.filter((name) => kit.symbol(name)).map((name) => useSymbol(name, name)),
      ]);
    });
  }

  /** A hex in a few words. @param {Hex} hex */
  #short(hex) {
    const { texts } = this;
    const { terrain, obstacles, label: name } = contentsOf(this.#document, hex);
    const at = (/** @type {{hex: Hex}} */ one) => same(one.hex, hex);
    const unit = this.#state.units.find(at);
    const goals = this.#state.objectives.filter(({ hexes }) => hexes.some((one) => same(one, hex)));
    const stands = unit && texts.say("board.unit", { side: texts.name("sides", unit.side), unit: texts.name("units", unit.kind), figures: unit.figures, place: label(hex) });
    return [
      stands ?? label(hex), name?.text, texts.name("terrain", terrain), ...obstacles.map(({ kind }) => texts.name("obstacles", kind)),
      ...goals.map((one) => describeObjective(texts, one)), ...this.#rulesOf(hex), ...(this.#wrong.get(String(hex)) ?? []),
    ].filter(Boolean).join("; ");
  }

  /**
   * @param {Hex} hex
   * @returns {Part}
   */
  #cell(hex) {
    const [x, y] = center(hex);
    const key = String(hex);
    const chosen = key === this.#chosen;
    return { key, tag: "polygon", in: [], set: {
      points: outline([x + BOARD_AT[0], y + BOARD_AT[1]]), class: `cell${chosen ? " chosen" : ""}`, role: "gridcell",
      tabindex: key === this.#cursor ? 0 : -1, "aria-selected": String(chosen), "data-hex": key,
      "aria-label": this.#short(hex),
    } };
  }
}

/** @param {string} key */
const hexOf = (key) => /** @type {Hex} */ (key.split(",").map(Number));

/** @param {EventTarget | null} target */
const keyOf = (target) => (target instanceof Element ? target.getAttribute("data-hex") : null);

/** What tells one tile from another. @param {ScenarioDraft["terrain"][number] | undefined} tile */
const lookOf = (tile) => (tile ? JSON.stringify([tile.terrain, tile.piece, tile.orientation, tile.features]) : "");

/** What the service draws below the pieces. @param {ScenarioDraft} document */
function groundOf({ terrain, obstacles, labels, board, title, sides }) {
  const bridges = obstacles.filter((one) => BRIDGES.includes(one.kind));
  const armies = Object.values(sides).map(({ nation, seat }) => [nation, seat]);
  return JSON.stringify([terrain, bridges, labels, board, title, armies]);
}
