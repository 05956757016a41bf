// @ts-check
// The dice of the last roll.

import { el, svgElement } from "./dom.js";

/** What is on a die, drawn in a square of 40. @type {Record<string, string>} */
export const FACES = {
  infantry: "M13 16a7 7 0 0 1 14 0v3H13zM8 33c0-7 5-10 12-10s12 3 12 10z",
  armor: "M6 22h28v4a6 6 0 0 1-6 6H12a6 6 0 0 1-6-6zM13 13h12v3h10v3H25v2H13z",
  grenade: "M14 18a8 8 0 1 0 12 0l-2-4h-8zM16 9h8v4h-8zM25 8l6-2v3l-6 2z",
  flag: "M10 6h3v28h-3zM14 7l18 6-18 7z",
  star: "M20 5l4.4 10.2 11 .9-8.4 7.2 2.6 10.8L20 28.3l-9.6 5.8 2.6-10.8-8.4-7.2 11-.9z",
};

/**
 * @param {import("./texts.js").Texts} texts
 * @param {import("./contract.js").Event | null | undefined} roll the event of the throw, if there was one
 * @returns {HTMLElement[]}
 */
export function dice(texts, roll) {
  const faces = /** @type {string[]} */ (roll && "faces" in roll.data ? roll.data.faces : []);
  return faces.map((face) =>
    el("li", { "data-face": face },
      svgElement("svg", { viewBox: "0 0 40 40", role: "img", "aria-label": texts.name("faces", face) },
        svgElement("path", { d: FACES[face] }))));
}
