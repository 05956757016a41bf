// @ts-check
// The timeline of a game, turn by turn; a click goes to an entry. The entries of an open branch
// follow the entry after which it begins.

import { el, fill, userText } from "./dom.js";
import { Panel } from "./panels.js";
import { entries } from "./stops.js";

/** @typedef {import("./review.js").Review} Review */
/** @typedef {import("./review.js").Shown} Shown */

export class Timeline extends Panel {
  /** @type {import("./contract.js").Turn[] | null} */
  #shown = null;
  #signed = -1;
  /** The button of each entry. @type {Map<import("./contract.js").Entry, HTMLElement>} */
  #buttons = new Map();
  /** @type {HTMLElement | undefined} */
  #current;
  /** The branch that is shown, and what is shown of it. @type {import("./line.js").Line | null} */
  #nested = null;
  /** @type {HTMLElement | null} */
  #branch = null;

  /**
   * @param {Review} review
   * @param {HTMLElement} place
   */
  constructor(review, place) {
    super(review, place);
    place.addEventListener("keydown", (event) => this.#press(event));
  }

  /** @param {Shown} shown */
  show({ version, entry }) {
    const { main, line } = this.review;
    const { turns } = main.history;
    if (turns !== this.#shown) this.#fill(turns);
    if (turns.length && this.#signed !== main.markers.revision) this.#sign();
    if (line !== this.#nested) this.#nest(line);
    const shown = version <= line.at ? main.history.entry(version) : entry;
    this.#mark(shown ? this.#buttons.get(shown) : undefined);
  }

  /**
   * Have the branch that is stepped through below the line after which it begins, and no other.
   * @param {import("./line.js").Line} line
   */
  #nest(line) {
    const { main, page: { texts } } = this.review;
    this.#nested = line;
    this.#branch?.remove();
    this.#branch = null;
    if (line === main) return;
    const own = entries(line.history.turns).filter(({ to }) => to > line.at);
    this.#branch = el("ol", { class: "variation", "aria-label": line.name ?? texts.say("branches.unnamed") },
      ...own.map((entry) => this.#line(entry, () => this.review.go(entry.to))));
    const before = main.history.entry(line.at);
    if (before) this.#buttons.get(before)?.parentElement?.append(this.#branch);
  }

  /** Put the glyphs of what there is to be seen behind the lines, and below them what is said of it. */
  #sign() {
    const { markers } = this.review.main;
    this.#signed = markers.revision;
    const glyphs = markers.glyphs();
    const remarks = markers.remarks();
    for (const old of this.place.querySelectorAll(".remark")) old.remove();
    for (const [{ from, to }, button] of this.#buttons) {
      if (this.#branch?.contains(button)) continue;
      const own = [];
      for (let version = from; version <= to; version += 1) {
        if (glyphs.has(version)) own.push(glyphs.get(version));
        button.after(...(remarks.get(version) ?? []).map((sign) => this.#remark(sign)));
      }
      if (own.length) button.dataset.glyphs = own.join("");
      else delete button.dataset.glyphs;
    }
  }

  /** @param {import("./contract.js").Turn[]} turns */
  #fill(turns) {
    this.#shown = turns;
    this.#signed = -1;
    this.#nested = null;
    this.#buttons.clear();
    fill(this.place, ...turns.map((turn) =>
      el("li", { "data-side": turn.seat }, el("ol", {}, ...turn.entries.map((/** @type {import("./contract.js").Entry} */ entry) =>
        this.#line(entry, () => this.#go(entry.to)))))));
  }

  /**
   * To a version of the game itself.
   * @param {number} version
   */
  #go(version) {
    const { review } = this;
    return review.line === review.main ? review.go(version) : review.leaveBranch(version);
  }

  /**
   * What is said of a version; a branch that begins there is stepped through on a click.
   * @param {import("./markers.js").Sign} sign
   */
  #remark({ glyph, text = "", branch }) {
    const said = branch
      ? el("button", { class: "link", "data-branch": branch, "data-key": branch, onclick: () => this.review.openBranch(branch) }, userText(text))
      : userText(text);
    return el("p", { class: "remark" }, `${glyph} `, said);
  }

  /**
   * @param {import("./contract.js").Entry} entry
   * @param {() => void} go
   */
  #line(entry, go) {
    const said = entry.undone ? el("s", {}, entry.text) : entry.text;
    const button = el("button", { tabindex: -1, "data-to": entry.to, "data-key": `to-${entry.to}`, onclick: go }, said);
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
    // Asked where it is before the frame is drawn, not between two changes: that would lay the page out twice.
    requestAnimationFrame(() => this.#reveal(button));
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
    const direction = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const buttons = [...this.place.querySelectorAll("button")];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const next = buttons[at + direction];
    if (!direction || at < 0 || !next) return;
    event.preventDefault();
    next.focus();
  }
}
