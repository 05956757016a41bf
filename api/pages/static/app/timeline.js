// @ts-check
// What happened, turn by turn, in the service's words; a click goes there.

import { el, fill, theirs } from "./dom.js";
import { Panel } from "./panels.js";

/** @typedef {import("./review.js").Review} Review */
/** @typedef {import("./review.js").Shown} Shown */

export class Timeline extends Panel {
  /** @type {any[] | null} */
  #told = null;
  #signed = -1;
  /** The button of each entry. @type {Map<any, HTMLElement>} */
  #buttons = new Map();
  /** @type {HTMLElement | undefined} */
  #current;

  /**
   * @param {Review} review
   * @param {HTMLElement} place
   */
  constructor(review, place) {
    super(review, place);
    place.addEventListener("keydown", (event) => this.#press(event));
  }

  /** @param {Shown} shown */
  show({ entry }) {
    const { turns } = this.review.story;
    if (turns !== this.#told) this.#fill(turns);
    if (turns.length && this.#signed !== this.review.signs.revision) this.#sign();
    this.#mark(this.#buttons.get(entry));
  }

  /** Put the glyphs of what there is to be seen behind the lines, and below them what is said of it. */
  #sign() {
    const { signs } = this.review;
    this.#signed = signs.revision;
    const glyphs = signs.glyphs();
    const remarks = signs.remarks();
    for (const old of this.place.querySelectorAll(".remark")) old.remove();
    for (const [{ from, to }, button] of this.#buttons) {
      const own = [];
      for (let version = from; version <= to; version += 1) {
        if (glyphs.has(version)) own.push(glyphs.get(version));
        button.parentElement?.append(...(remarks.get(version) ?? []).map(remark));
      }
      if (own.length) button.dataset.glyphs = own.join("");
      else delete button.dataset.glyphs;
    }
  }

  /** @param {any[]} turns */
  #fill(turns) {
    this.#told = turns;
    this.#signed = -1;
    this.#buttons.clear();
    fill(this.place, ...turns.map((turn) =>
      el("li", { "data-side": turn.seat }, el("ol", {}, ...turn.entries.map((/** @type {any} */ entry) => this.#line(entry))))));
  }

  /** @param {any} entry */
  #line(entry) {
    const said = entry.undone ? el("s", {}, entry.text) : entry.text;
    const button = el("button", { tabindex: -1, "data-to": entry.to, "data-key": `to-${entry.to}`,
      onclick: () => this.review.go(entry.to) }, said);
    this.#buttons.set(entry, button);
    return el("li", { "data-kind": entry.kind }, button);
  }

  /**
   * Only the entry shown is reached by Tab; from there on by arrows.
   * @param {HTMLElement | undefined} button
   */
  #mark(button) {
    this.#current?.removeAttribute("aria-current");
    this.#current?.setAttribute("tabindex", "-1");
    this.#current = button;
    if (!button) return;
    button.setAttribute("aria-current", "step");
    button.setAttribute("tabindex", "0");
    this.#reveal(button);
  }

  /**
   * Roll the list, and never the page.
   * @param {HTMLElement} button
   */
  #reveal(button) {
    const list = this.place.getBoundingClientRect();
    const own = button.getBoundingClientRect();
    if (own.top >= list.top && own.bottom <= list.bottom) return;
    this.place.scrollTop += own.top - list.top - (list.height - own.height) / 2;
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const way = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const buttons = [...this.#buttons.values()];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const next = buttons[at + way];
    if (!way || at < 0 || !next) return;
    event.preventDefault();
    next.focus();
  }
}

/** @param {import("./signs.js").Sign} sign */
const remark = ({ glyph, text = "", href }) =>
  el("p", { class: "remark" }, `${glyph} `, href ? el("a", { href }, theirs(text)) : theirs(text));
