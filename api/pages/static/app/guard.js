// @ts-check
// Protects from unintended clicks: a control ignores a pointer that was already there when it
// appeared. Also keeps the keyboard focus on the game.

import { byId } from "./dom.js";

/** How far a pointer goes to be meant elsewhere, in pixels. */
const APART = 24;
/** How long that lasts, in milliseconds. */
const SETTLE = 700;
/** What there is to do, in the order of the page. */
const NEXT = '.lights .highlight, #prompt [data-action]:not([data-action="resign"]), .card.playable';

/** Go on at the first button of the prompt, with the question in sight. */
export function focusPrompt() {
  byId("prompt").querySelector("button")?.focus({ preventScroll: true });
  byId("question").scrollIntoView({ block: "nearest" });
}

export class Guard {
  #pointer = [NaN, NaN];
  /** Where it was when the controls appeared. */
  #rest = this.#pointer;
  #since = 0;
  /** Whether what was done last was done by keyboard, with the focus on something of the game. */
  #byKey = false;

  constructor() {
    const moved = (/** @type {PointerEvent} */ { clientX: x, clientY: y }) => {
      this.#pointer = [x, y];
      if (Math.hypot(x - this.#rest[0], y - this.#rest[1]) > APART) this.#rest = [NaN, NaN];
    };
    addEventListener("pointermove", moved, true);
    addEventListener("pointerdown", moved, true);
    addEventListener("pointerdown", () => (this.#byKey = false), true);
    addEventListener("keydown", ({ target }) => {
      this.#byKey = target instanceof Element && target.closest("main") !== null;
    }, true);
    // A key held down would go on with whatever has the focus next.
    addEventListener("keydown", (event) => {
      if (event.repeat && event.target instanceof HTMLButtonElement) event.preventDefault();
    }, true);
  }

  controlsChanged() {
    this.#rest = this.#pointer;
    this.#since = performance.now();
  }

  /** Who stood at what is gone goes on at what there is to do next, or else at the question. */
  restoreFocus() {
    const question = byId("question");
    if (!this.#byKey || ![document.body, question].includes(/** @type {HTMLElement} */ (document.activeElement))) return;
    const next = /** @type {HTMLElement | SVGElement | null} */ (document.querySelector(NEXT)) ?? question;
    next.focus();
  }

  /**
   * Whether a click is meant for what is there by now.
   * @param {Event} click
   */
  allows(click) {
    const byKey = /** @type {MouseEvent} */ (click).detail === 0;
    return byKey || isNaN(this.#rest[0]) || click.timeStamp - this.#since > SETTLE;
  }
}
