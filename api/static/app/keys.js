// @ts-check
// The review by keyboard. No letters: those belong to readers of screens and to who types.

const BUSY = "input:not([type='range']), select, textarea, [contenteditable], dialog";

/** @typedef {import("./review.js").Review} Review */

export class Keys {
  /**
   * @param {Review} review
   * @param {() => unknown} toggle plays, or pauses
   */
  constructor(review, toggle) {
    this.review = review;
    this.toggle = toggle;
    document.addEventListener("keydown", (event) => this.#press(event));
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const { target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(target instanceof Element) || target.closest(BUSY)) return;
    if (event.key === " " && target.closest("button, a, summary")) return;
    const act = this.#act(event.key, event.shiftKey);
    if (!act) return;
    event.preventDefault();
    act();
  }

  /**
   * @param {string} key
   * @param {boolean} shift
   * @returns {(() => unknown) | undefined}
   */
  #act(key, shift) {
    const { review } = this;
    const unit = shift ? "turn" : review.unit;
    /** @type {Record<string, () => unknown>} */
    const acts = {
      " ": this.toggle,
      ArrowLeft: () => review.step(-1, unit),
      ArrowRight: () => review.step(1, unit),
      Home: () => review.go(1),
      End: () => review.go(review.latest),
    };
    return acts[key];
  }
}
