// @ts-check
// Against double clicks: no button takes a click of a pointer that rested where it appeared.

/** How far a pointer goes to be meant elsewhere, in pixels. */
const APART = 24;
/** How long that lasts, in milliseconds. */
const SETTLE = 700;

export class Guard {
  #pointer = [NaN, NaN];
  /** Where it was when the controls appeared. */
  #rest = this.#pointer;
  #since = 0;

  constructor() {
    const moved = (/** @type {PointerEvent} */ { clientX: x, clientY: y }) => {
      this.#pointer = [x, y];
      if (Math.hypot(x - this.#rest[0], y - this.#rest[1]) > APART) this.#rest = [NaN, NaN];
    };
    addEventListener("pointermove", moved, true);
    addEventListener("pointerdown", moved, true);
    // A key held down would go on with whatever has the focus next.
    addEventListener("keydown", (event) => {
      if (event.repeat && event.target instanceof HTMLButtonElement) event.preventDefault();
    }, true);
  }

  appeared() {
    this.#rest = this.#pointer;
    this.#since = performance.now();
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
