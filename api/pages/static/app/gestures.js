// @ts-check
// Steps through a game by mouse wheel and swipes: a swipe to the left goes forward.

/** How far a finger or a wheel goes for a step, in pixels. */
const FAR = 48;
/** A swipe takes no longer, in milliseconds; nor do two notches of a wheel that are one step. */
const SHORT = 600;
const APART = 120;

/**
 * @param {import("./review.js").Review} review
 * @param {HTMLElement} board
 * @param {HTMLElement} told
 */
export function stepByGestures(review, board, told) {
  let turned = 0;
  let last = 0;
  board.addEventListener("wheel", (event) => {
    const larger = board.scrollHeight > board.clientHeight + 1;
    if (event.ctrlKey || larger || !event.deltaY) return;
    event.preventDefault();
    turned = Math.sign(turned) === Math.sign(event.deltaY) ? turned + event.deltaY : event.deltaY;
    if (Math.abs(turned) < FAR || event.timeStamp - last < APART) return;
    last = event.timeStamp;
    review.step(turned > 0 ? 1 : -1);
    turned = 0;
  }, { passive: false });
  for (const place of [board, told]) listenForSwipes(place, (direction) => review.step(direction));
}

/**
 * @param {HTMLElement} place
 * @param {(direction: 1 | -1) => void} step
 */
function listenForSwipes(place, step) {
  /** @type {{x: number, y: number, at: number, left: number} | null} */
  let begun = null;
  place.addEventListener("touchstart", ({ touches, timeStamp: at }) => {
    const [{ clientX: x, clientY: y }] = touches;
    begun = touches.length === 1 && !place.classList.contains("drawing") ? { x, y, at, left: place.scrollLeft } : null;
  }, { passive: true });
  place.addEventListener("touchend", ({ changedTouches: [{ clientX, clientY }], timeStamp }) => {
    if (!begun) return;
    const [across, down] = [clientX - begun.x, clientY - begun.y];
    // What has moved the board was no swipe.
    const swipe = Math.abs(across) > FAR && Math.abs(across) > 2 * Math.abs(down) && timeStamp - begun.at < SHORT;
    if (swipe && place.scrollLeft === begun.left) step(across < 0 ? 1 : -1);
    begun = null;
  });
}
