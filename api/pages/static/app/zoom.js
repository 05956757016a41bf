// @ts-check
// Zoom of the board by pinch, by wheel with Ctrl, or by buttons.

import { el, svgElement } from "./dom.js";

const MOST = 4;
const STEP = 1.4;

/**
 * Let a place be zoomed into; its style draws what is in it `--zoom` times as large.
 * @param {HTMLElement} place
 * @param {import("./texts.js").Texts} texts
 */
export function zoomable(place, texts) {
  place.tabIndex = 0;
  place.setAttribute("role", "region");
  place.setAttribute("aria-label", texts.say("board.title"));
  /** @type {Map<number, {x: number, y: number}>} */
  const fingers = new Map();
  let zoom = 1;

  /**
   * What lies at a point of the window stays there.
   * @param {number} wanted
   * @param {{x: number, y: number}} point
   */
  function set(wanted, { x, y }) {
    const next = Math.min(MOST, Math.max(1, wanted));
    const room = place.getBoundingClientRect();
    const [left, top] = [x - room.left, y - room.top];
    const [atX, atY] = [(place.scrollLeft + left) / zoom, (place.scrollTop + top) / zoom];
    zoom = next;
    place.style.setProperty("--zoom", String(zoom));
    place.scrollTo(atX * zoom - left, atY * zoom - top);
  }

  const middle = () => {
    const { left, top, width, height } = place.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const spread = () => {
    const [one, other] = [...fingers.values()];
    return { apart: Math.hypot(one.x - other.x, one.y - other.y), x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
  };
  const at = (/** @type {PointerEvent} */ event) => ({ x: event.clientX, y: event.clientY });

  place.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "touch") fingers.set(event.pointerId, at(event));
  });
  place.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return;
    const before = fingers.size === 2 ? spread() : null;
    fingers.set(event.pointerId, at(event));
    if (!before) return;
    const now = spread();
    set(zoom * (now.apart / before.apart), now);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    addEventListener(end, (event) => fingers.delete(/** @type {PointerEvent} */ (event).pointerId));
  }
  place.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    set(zoom * Math.exp(-event.deltaY / 200), { x: event.clientX, y: event.clientY });
  }, { passive: false });
  const button = (/** @type {string} */ sign, /** @type {string} */ id, /** @type {number} */ factor) =>
    el("button", { class: "quiet", "aria-label": texts.say(id), onclick: () => set(zoom * factor, middle()) },
      svgElement("svg", { viewBox: "-10 -10 20 20", "aria-hidden": "true" }, svgElement("path", { d: sign })));
  document.getElementById("zoom")?.replaceChildren(button("M-7 0H7", "board.zoom.out", 1 / STEP), button("M-7 0H7M0-7V7", "board.zoom.in", STEP));
}
