// @ts-check
// Keyboard shortcuts of the review. No letters: screen readers and text fields need them.

const BUSY = "input:not([type='range']), select, textarea, [contenteditable], dialog";

/**
 * Obey the keyboard from now on.
 * @param {import("./review.js").Review} review
 * @param {() => unknown} toggle plays, or pauses
 */
export function listen(review, toggle) {
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(target instanceof Element) || target.closest(BUSY)) return;
    if (key === " " && target.closest("button, a, summary")) return;
    const unit = event.shiftKey ? "turn" : review.unit;
    /** @type {Record<string, () => unknown>} */
    const acts = {
      " ": toggle,
      ArrowLeft: () => review.step(-1, unit),
      ArrowRight: () => review.step(1, unit),
      Home: () => review.go(1),
      End: () => review.go(review.latest),
    };
    if (!Object.hasOwn(acts, key)) return;
    event.preventDefault();
    acts[key]();
  });
}
