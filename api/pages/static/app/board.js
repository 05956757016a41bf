// @ts-check
// The board, drawn here: nothing is asked of the service once it lies on the table.

import { about } from "./about.js";
import { drawMarks } from "./arrows.js";
import { drawn, el } from "./dom.js";
import { BOARD_AT, around, center, outline } from "./geometry.js";
import { keep } from "./keep.js";
import { Kit } from "./kit.js";
import { shown, still, traced } from "./motion.js";
import { drawPieces } from "./pieces.js";
import { label } from "./prompt.js";
import { steps } from "./steps.js";
import { drawStrips } from "./strips.js";
import { zoomable } from "./zoom.js";

/**
 * A hex that can be clicked.
 * @typedef {object} Spot
 * @property {[number, number]} hex
 * @property {"own" | "chosen" | "way" | "target"} kind
 * @property {string} label what a click does
 * @property {() => void} click
 */

/**
 * How to set events in motion: how many times as fast as usual, in how many milliseconds at most,
 * and what ends it early.
 * @typedef {{speed?: number, limit?: number, signal?: AbortSignal}} Pace
 */

/** The kinds of spots in the order in which the keyboard comes to them. */
const ORDER = ["own", "chosen", "target", "way"];
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

export class Board {
  /** @type {Map<string | null, Promise<Kit>>} by the side that the board is seen from */
  #kits = new Map();
  /** @type {Kit | null} what lies on the table */
  #kit = null;
  /** The state that is shown. @type {any} */
  #state = null;
  /** @type {Map<string, Spot>} */
  #spots = new Map();
  /** @type {import("./arrows.js").Marks[]} */
  #marks = [];
  /** What led to the state shown. @type {import("./steps.js").Step[]} */
  #trace = [];
  /** What is being shown; whatever is shown next ends it. */
  #now = new AbortController();

  /**
   * @param {import("./start.js").Page} page
   * @param {string} game
   * @param {HTMLElement} place
   */
  constructor(page, game, place) {
    /** What there is to say of a unit besides what it is. @type {(unit: any) => string} */
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
    this.lights = drawn("svg", {
      class: "lights", role: "group", "aria-label": this.texts.say("board.title"),
      onclick: (/** @type {Event} */ event) => this.#click(event), onkeydown: press,
    });
    this.place = place;
    this.ground = el("div", { class: "ground" }, this.picture, this.lights);
    place.replaceChildren(this.ground);
    zoomable(place, this.texts);
    this.note = el("div", { class: "note", hidden: true });
    place.after(this.note);
    const point = (/** @type {any} */ event) => this.#tellOf(event);
    for (const type of ["pointermove", "pointerdown", "focusin"]) this.lights.addEventListener(type, point);
    const leave = (/** @type {any} */ { pointerType }) => {
      if (pointerType !== "touch") this.note.hidden = true;
    };
    for (const type of ["pointerleave", "focusout"]) this.lights.addEventListener(type, leave);
    addEventListener("pointerdown", (event) => {
      if (!this.place.contains(/** @type {Node} */ (event.target))) this.note.hidden = true;
    });
  }

  /**
   * Say what is where one points, with the mouse, a finger or the keyboard.
   * @param {PointerEvent | FocusEvent} event
   */
  #tellOf(event) {
    if (!this.#kit || !this.#state) return;
    const lit = event.target instanceof Element ? event.target.getAttribute("data-hex") : null;
    const at = /** @type {import("./geometry.js").Hex | null} */ (lit ? lit.split(",").map(Number)
      : event instanceof PointerEvent ? this.hexAt(event) : null);
    const unit = at && this.#state.units.find((/** @type {any} */ one) => String(one.hex) === String(at));
    const lines = at ? [...about(this.texts, this.#state, at), ...[unit ? this.explain(unit) : ""].filter(Boolean)] : [];
    this.note.hidden = !lines.length;
    if (this.note.innerText !== lines.join("\n")) this.note.replaceChildren(...lines.map((line) => el("p", {}, line)));
  }

  /**
   * The hex where one points; null beside the board.
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
   * Show the game as it is in this state.
   * @param {import("./contract.js").State} state
   * @param {string | null} side who sits at the lower edge; as printed without
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
      this.light([...this.#spots.values()]);
      drawMarks(kit, this.#marks);
    }
    this.#draw(kit, state);
    traced(kit, this.#trace);
  }

  /**
   * Have events stay to be seen on the board that they lead to, from now on.
   * @param {import("./contract.js").Event[]} events all of them, in order
   * @param {any} before
   */
  trace(events, before) {
    this.#trace = events.some(({ type }) => type === "taken_back") ? [] : steps(events, before);
  }

  /**
   * Show what happened between two states of the board that lies here: ways, throws of dice, losses.
   * At its end, however it ends, the board shows the state after.
   * @param {import("./contract.js").Event[]} events all of them, in order
   * @param {any} before
   * @param {any} after
   * @param {Pace} [pace]
   * @returns {Promise<void>} kept when nothing moves any more
   */
  async animate(events, before, after, { speed = 1, limit = Infinity, signal } = {}) {
    const kit = this.#kit;
    if (!kit) throw new Error("no board is shown yet");
    const now = this.#begin();
    const ended = signal ? AbortSignal.any([now, signal]) : now;
    const seen = events.some(({ type }) => type === "taken_back") ? [] : steps(events, before);
    const fast = Math.max(speed, seen.reduce((sum, { ms }) => sum + ms, 0) / limit);
    if (!STILL.matches && !document.hidden && Number.isFinite(fast) && !ended.aborted) {
      await this.#play(kit, seen, before, fast, ended);
    }
    if (now.aborted) return;
    this.#draw(kit, after);
    traced(kit, this.#trace);
  }

  /**
   * @param {Kit} kit
   * @param {import("./steps.js").Step[]} seen
   * @param {any} before
   * @param {number} speed
   * @param {AbortSignal} ended
   */
  async #play(kit, seen, before, speed, ended) {
    const hidden = new AbortController();
    const stop = AbortSignal.any([ended, hidden.signal]);
    document.addEventListener("visibilitychange", () => hidden.abort(), { signal: stop });
    this.#draw(kit, before);
    try {
      for (const step of seen) {
        const then = { ...before, units: step.units, version: step.version };
        if (step.kind === "loss" || step.kind === "landing") this.#draw(kit, then);
        await shown(kit, step, step.ms / speed, stop);
        this.#draw(kit, then);
      }
    } catch (error) {
      if (!stop.aborted) throw error;
    }
    hidden.abort();
  }

  /** What is shown from now on ends what was. */
  #begin() {
    this.#now.abort();
    this.#now = new AbortController();
    return this.#now.signal;
  }

  /** What the battle is called; empty before a board is shown. */
  get title() {
    return this.#kit?.title ?? "";
  }

  /**
   * The kit of a face of the board, asked for once.
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
    still(kit);
    drawPieces(kit, state);
    const moment = this.texts.say("board.moment", { turn: state.turn, version: state.version });
    drawStrips(kit, state, moment);
    const sides = kit.strips.map(({ side }) => this.#account(state, side));
    kit.describe(`${moment}. ${sides.join(" ")}`);
  }

  /**
   * A side in words, for who cannot see the board.
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
   * Draw arrows and marked hexes over the board, and nothing else of the kind.
   * @param {import("./arrows.js").Marks | import("./arrows.js").Marks[]} marks
   */
  mark(marks) {
    this.#marks = [marks].flat();
    if (this.#kit) drawMarks(this.#kit, this.#marks);
  }

  /**
   * Light what can be clicked, and nothing else, in the order in which one reads, behind a chosen unit
   * what it may do. A hex that has the keyboard's focus keeps it; from one that is lit no longer, the
   * focus goes to the nearest that is.
   * @param {Spot[]} spots
   */
  light(spots) {
    const place = (/** @type {Spot} */ { hex }) => center(hex, this.#kit?.turned);
    const active = this.lights.contains(document.activeElement) ? document.activeElement : null;
    const left = this.#spots.get(active?.getAttribute("data-hex") ?? "");
    const sorted = [...spots].sort((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind)
      || place(one)[1] - place(other)[1] || place(one)[0] - place(other)[0]);
    this.#spots = new Map(sorted.map((spot) => [spot.hex.join(","), spot]));
    keep(this.lights, sorted.map((spot) => this.#lit(spot)));
    this.#reveal();
    if (!left || active === document.activeElement) return;
    const [x, y] = place(left);
    const far = (/** @type {Spot} */ spot) => Math.hypot(place(spot)[0] - x, place(spot)[1] - y);
    const [near] = sorted.sort((one, other) => far(one) - far(other));
    const next = near && this.lights.querySelector(`[data-hex="${near.hex}"]`);
    if (next instanceof SVGElement) next.focus();
  }

  /** Where not all of the board is in sight, bring what is lit into it. */
  #reveal() {
    const { place } = this;
    const lit = [...this.lights.querySelectorAll(".spot")].map((one) => one.getBoundingClientRect());
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
   * @param {Spot} spot
   * @returns {import("./keep.js").Part}
   */
  #lit(spot) {
    const [x, y] = center(spot.hex, this.#kit?.turned);
    const key = spot.hex.join(",");
    const set = {
      points: outline([x + BOARD_AT[0], y + BOARD_AT[1]]), class: `spot ${spot.kind}`, tabindex: 0, role: "button",
      "aria-label": spot.label, "aria-pressed": spot.kind === "chosen" ? "true" : null,
      "data-hex": key, "data-kind": spot.kind,
    };
    return { key, tag: "polygon", set, in: [{ key: "title", tag: "title", set: {}, in: spot.label }] };
  }

  /** @param {Event} event */
  #click(event) {
    const lit = event.target instanceof Element && event.target.closest("[data-hex]");
    if (lit) this.#spots.get(lit.getAttribute("data-hex") ?? "")?.click();
  }

  /**
   * A unit in words.
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
