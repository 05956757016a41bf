// @ts-check
// The board, drawn from a kit that is fetched once.

import { drawMarks } from "./arrows.js";
import { drawBorder } from "./board_border.js";
import { el, svgElement } from "./dom.js";
import { around, BOARD_AT, center, outline } from "./geometry.js";
import { describeHex } from "./hex_info.js";
import { Kit } from "./kit.js";
import { clearMotion, drawMotion, drawTraces } from "./motion.js";
import { drawPieces } from "./pieces.js";
import { label } from "./prompt.js";
import { reconcile } from "./reconcile.js";
import { steps } from "./steps.js";
import { zoomable } from "./zoom.js";

/**
 * A hex that can be clicked.
 * @typedef {object} Highlight
 * @property {[number, number]} hex
 * @property {"own" | "chosen" | "destination" | "target"} kind
 * @property {string} label what a click does
 * @property {() => void} click
 */

/**
 * How to animate events: the speed factor, the maximum milliseconds, and a signal that ends it.
 * @typedef {{speed?: number, limit?: number, signal?: AbortSignal}} Pace
 */

/** The kinds of highlights in the order of the keyboard's focus. */
const ORDER = ["own", "chosen", "target", "destination"];
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

export class Board {
  /** @type {Map<string | null, Promise<Kit>>} by the side at the lower edge */
  #kits = new Map();
  /** @type {Kit | null} the current kit */
  #kit = null;
  /** The current state. @type {import("./contract.js").State | null} */
  #state = null;
  /** @type {Map<string, Highlight>} */
  #highlights = new Map();
  /** @type {import("./arrows.js").Marks[]} */
  #marks = [];
  /** The steps that led to the current state. @type {import("./steps.js").Step[]} */
  #trace = [];
  /** Ends the current animation when something else is shown. */
  #now = new AbortController();

  /**
   * @param {import("./start.js").Page} page
   * @param {string} game
   * @param {HTMLElement} place
   */
  constructor(page, game, place) {
    /** Explains a unit, besides its description. @type {(unit: import("./contract.js").Unit) => string} */
    this.explain = () => "";
    this.client = page.client;
    this.texts = page.texts;
    this.game = game;
    this.picture = el("div", { class: "picture" });
    const press = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      this.#click(event);
    };
    this.lights = svgElement("svg", {
      class: "lights", role: "group", "aria-label": this.texts.say("board.title"),
      onclick: (/** @type {Event} */ event) => this.#click(event), onkeydown: press,
    });
    this.place = place;
    this.ground = el("div", { class: "ground" }, this.picture, this.lights);
    place.replaceChildren(this.ground);
    zoomable(place, this.texts);
    this.note = el("div", { class: "note", hidden: true });
    place.after(this.note);
    const point = (/** @type {PointerEvent | FocusEvent} */ event) => this.#tellOf(event);
    for (const type of /** @type {const} */ (["pointermove", "pointerdown", "focusin"])) this.lights.addEventListener(type, point);
    const leave = (/** @type {PointerEvent | FocusEvent} */ event) => {
      if (!(event instanceof PointerEvent && event.pointerType === "touch")) this.note.hidden = true;
    };
    for (const type of /** @type {const} */ (["pointerleave", "focusout"])) this.lights.addEventListener(type, leave);
    addEventListener("pointerdown", (event) => {
      if (!this.place.contains(/** @type {Node} */ (event.target))) this.note.hidden = true;
    });
  }

  /**
   * Describe the hex at the mouse, a finger or the keyboard's focus.
   * @param {PointerEvent | FocusEvent} event
   */
  #tellOf(event) {
    if (!this.#kit || !this.#state) return;
    const lit = event.target instanceof Element ? event.target.getAttribute("data-hex") : null;
    const at = /** @type {import("./geometry.js").Hex | null} */ (lit ? lit.split(",").map(Number)
      : event instanceof PointerEvent ? this.hexAt(event) : null);
    const unit = at && this.#state.units.find((one) => String(one.hex) === String(at));
    const lines = at ? [...describeHex(this.texts, this.#state, at), ...[unit ? this.explain(unit) : ""].filter(Boolean)] : [];
    this.note.hidden = !lines.length;
    if (this.note.innerText !== lines.join("\n")) this.note.replaceChildren(...lines.map((line) => el("p", {}, line)));
  }

  /**
   * The hex at the pointer; null outside the board.
   * @param {MouseEvent} event
   */
  hexAt({ clientX, clientY }) {
    if (!this.#kit) return null;
    const { left, top, width } = this.lights.getBoundingClientRect();
    const scale = this.#kit.width / width;
    const found = around([(clientX - left) * scale - BOARD_AT[0], (clientY - top) * scale - BOARD_AT[1]], this.#kit.turned);
    return found && this.#kit.has(found) ? found : null;
  }

  /**
   * Show a state.
   * @param {import("./contract.js").State} state
   * @param {string | null} side the side at the lower edge; as printed without one
   */
  async show(state, side) {
    const signal = this.#begin();
    const kit = await this.#known(side);
    if (signal.aborted) return;
    if (kit !== this.#kit) {
      this.#kit = kit;
      this.picture.replaceChildren(kit.svg);
      this.lights.setAttribute("viewBox", kit.size);
      for (const [n, name] of ["--across", "--down"].entries()) this.place.closest("main")?.style.setProperty(name, kit.size.split(" ")[n + 2]);
      this.place.classList.toggle("wide", kit.width > 2000);
      this.highlight([...this.#highlights.values()]);
      drawMarks(kit, this.#marks);
    }
    this.#draw(kit, state);
    drawTraces(kit, this.#trace);
  }

  /**
   * Show the traces of events on the board after them.
   * @param {import("./contract.js").Event[]} events all of them, in order
   * @param {import("./contract.js").State} before
   */
  trace(events, before) {
    this.#trace = events.some(({ type }) => type === "taken_back") ? [] : steps(events, before);
  }

  /**
   * Animate the events between two states: moves, dice, losses. In any case, the board shows the state
   * after them at the end.
   * @param {import("./contract.js").Event[]} events all of them, in order
   * @param {import("./contract.js").State} before
   * @param {import("./contract.js").State} after
   * @param {Pace} [pace]
   * @returns {Promise<void>} resolved at the end of the animation
   */
  async animate(events, before, after, { speed = 1, limit = Infinity, signal } = {}) {
    const kit = this.#kit;
    if (!kit) throw new Error("no board is shown yet");
    const now = this.#begin();
    const ended = signal ? AbortSignal.any([now, signal]) : now;
    const motions = events.some(({ type }) => type === "taken_back") ? [] : steps(events, before);
    const fast = Math.max(speed, motions.reduce((sum, { ms }) => sum + ms, 0) / limit);
    if (!STILL.matches && !document.hidden && Number.isFinite(fast) && !ended.aborted) {
      await this.#play(kit, motions, before, fast, ended);
    }
    if (now.aborted) return;
    this.#draw(kit, after);
    drawTraces(kit, this.#trace);
  }

  /**
   * @param {Kit} kit
   * @param {import("./steps.js").Step[]} motions
   * @param {import("./contract.js").State} before
   * @param {number} speed
   * @param {AbortSignal} ended
   */
  async #play(kit, motions, before, speed, ended) {
    const hidden = new AbortController();
    const stop = AbortSignal.any([ended, hidden.signal]);
    document.addEventListener("visibilitychange", () => hidden.abort(), { signal: stop });
    this.#draw(kit, before);
    try {
      for (const step of motions) {
        const then = { ...before, units: /** @type {import("./contract.js").Unit[]} */ (step.units), version: step.version };
        if (step.kind === "loss" || step.kind === "landing") this.#draw(kit, then);
        await drawMotion(kit, step, step.ms / speed, stop);
        this.#draw(kit, then);
      }
    } catch (error) {
      if (!stop.aborted) throw error;
    }
    hidden.abort();
  }

  /** End the current animation. */
  #begin() {
    this.#now.abort();
    this.#now = new AbortController();
    return this.#now.signal;
  }

  /** The title of the battle; empty before a board is shown. */
  get title() {
    return this.#kit?.title ?? "";
  }

  /**
   * The kit of a side's view of the board, fetched once.
   * @param {string | null} side
   */
  #known(side) {
    const known = this.#kits.get(side);
    if (known) return known;
    const asked = Kit.load(this.client, this.game, side);
    this.#kits.set(side, asked);
    asked.catch(() => this.#kits.delete(side));
    return asked;
  }

  /**
   * @param {Kit} kit
   * @param {import("./contract.js").State} state
   */
  #draw(kit, state) {
    this.#state = state;
    clearMotion(kit);
    drawPieces(kit, state);
    const moment = this.texts.say("board.moment", { turn: state.turn, version: state.version });
    drawBorder(kit, state, moment);
    const sides = kit.strips.map(({ side }) => this.#account(state, side));
    kit.describe(`${moment}. ${sides.join(" ")}`);
  }

  /**
   * Describe a side for screen readers.
   * @param {import("./contract.js").State} state
   * @param {string} side
   */
  #account(state, side) {
    const units = state.units.filter((/** @type {import("./contract.js").Unit} */ unit) => unit.side === side);
    return this.texts.say("board.side", {
      side: this.texts.name("sides", side),
      units: units.length,
      figures: units.reduce((/** @type {number} */ sum, /** @type {import("./contract.js").Unit} */ unit) => sum + unit.figures, 0),
      medals: state.medals[side],
      need: state.medals_to_win[side],
      cards: state.hands[side].count,
    });
  }

  /**
   * Replace the arrows and marked hexes over the board.
   * @param {import("./arrows.js").Marks | import("./arrows.js").Marks[]} marks
   */
  mark(marks) {
    this.#marks = [marks].flat();
    if (this.#kit) drawMarks(this.#kit, this.#marks);
  }

  /**
   * Replace the hexes that can be clicked, in reading order, with the options of a chosen unit after it.
   * A focused hex keeps the focus; if it is not lit any more, the nearest lit hex gets it.
   * @param {Highlight[]} highlights
   */
  highlight(highlights) {
    const place = (/** @type {Highlight} */ { hex }) => center(hex, this.#kit?.turned);
    const active = this.lights.contains(document.activeElement) ? document.activeElement : null;
    const left = this.#highlights.get(active?.getAttribute("data-hex") ?? "");
    const sorted = [...highlights].sort((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind)
      || place(one)[1] - place(other)[1] || place(one)[0] - place(other)[0]);
    this.#highlights = new Map(sorted.map((highlight) => [highlight.hex.join(","), highlight]));
    reconcile(this.lights, sorted.map((highlight) => this.#highlightPart(highlight)));
    this.#reveal();
    if (!left || active === document.activeElement) return;
    const [x, y] = place(left);
    const far = (/** @type {Highlight} */ highlight) => Math.hypot(place(highlight)[0] - x, place(highlight)[1] - y);
    const [near] = sorted.sort((one, other) => far(one) - far(other));
    const next = near && this.lights.querySelector(`[data-hex="${near.hex}"]`);
    if (next instanceof SVGElement) next.focus();
  }

  /** Scroll to the lit hexes if the board does not fit. */
  #reveal() {
    const { place } = this;
    const lit = [...this.lights.querySelectorAll(".highlight")].map((one) => one.getBoundingClientRect());
    if (!lit.length || (place.scrollWidth <= place.clientWidth && place.scrollHeight <= place.clientHeight)) return;
    const room = place.getBoundingClientRect();
    const edge = (/** @type {"left" | "right" | "top" | "bottom"} */ name) => lit.map((one) => one[name]);
    const off = (/** @type {number[]} */ starts, /** @type {number[]} */ ends, /** @type {number} */ start, /** @type {number} */ end) => {
      const [first, last] = [Math.min(...starts), Math.max(...ends)];
      return first >= start && last <= end ? 0 : (first + last - start - end) / 2;
    };
    place.scrollBy(off(edge("left"), edge("right"), room.left, room.right), off(edge("top"), edge("bottom"), room.top, room.bottom));
  }

  /**
   * @param {Highlight} highlight
   * @returns {import("./reconcile.js").Part}
   */
  #highlightPart(highlight) {
    const [x, y] = center(highlight.hex, this.#kit?.turned);
    const key = highlight.hex.join(",");
    const set = {
      points: outline([x + BOARD_AT[0], y + BOARD_AT[1]]), class: `highlight ${highlight.kind}`, tabindex: 0, role: "button",
      "aria-label": highlight.label, "aria-pressed": highlight.kind === "chosen" ? "true" : null,
      "data-hex": key, "data-kind": highlight.kind,
    };
    return { key, tag: "polygon", set, in: [{ key: "title", tag: "title", set: {}, in: highlight.label }] };
  }

  /** @param {Event} event */
  #click(event) {
    const lit = event.target instanceof Element && event.target.closest("[data-hex]");
    if (lit) this.#highlights.get(lit.getAttribute("data-hex") ?? "")?.click();
  }

  /**
   * Describe a unit.
   * @param {import("./contract.js").Unit} unit
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
