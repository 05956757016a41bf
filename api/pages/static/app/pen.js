// @ts-check
// Draws marks on the board: with the right mouse button at any time, otherwise while drawing is
// switched on. A drag from hex to hex is an arrow, a click a marked hex.

/** @typedef {import("./geometry.js").Hex} Hex */

export class Pen {
  /** Where a stroke has begun. @type {Hex | null} */
  #start = null;
  #on = false;

  /**
   * @param {import("./board.js").Board} board
   * @param {(start: Hex, end: Hex) => void} drawn told of each stroke
   */
  constructor(board, drawn) {
    this.place = board.place;
    const hex = (/** @type {PointerEvent} */ event) => board.hexAt(event);
    this.place.addEventListener("contextmenu", (event) => event.preventDefault());
    this.place.addEventListener("pointerdown", (event) => {
      const draws = event.pointerType === "mouse" && event.button === 2;
      this.#start = draws || (this.#on && event.isPrimary) ? hex(event) : null;
      if (this.#start) event.preventDefault();
    });
    addEventListener("pointerup", (event) => {
      const [start, end] = [this.#start, this.#start && hex(event)];
      this.#start = null;
      if (start && end) drawn(start, end);
    });
    addEventListener("pointercancel", () => {
      this.#start = null;
    });
  }

  get on() {
    return this.#on;
  }

  /** While it is on, a finger draws, and does not move the board. */
  set on(on) {
    this.#on = on;
    this.place.classList.toggle("drawing", on);
  }
}
