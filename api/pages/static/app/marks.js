// @ts-check
// The notation of marks on the board: `C5` is a hex, `C5-D6` an arrow.

import { label } from "./prompt.js";

/** @typedef {import("./geometry.js").Hex} Hex */

/**
 * @typedef {object} Marks
 * @property {{start: Hex, end: Hex, color: string}[]} arrows
 * @property {{hex: Hex, color: string}[]} hexes
 */

const HEX = /^([A-Z])(\d{1,2})$/;

/**
 * @param {import("./texts.js").Texts} texts to say which mark cannot be read
 * @param {string} text
 * @param {string} color
 * @returns {Marks}
 */
export function readMarks(texts, text, color) {
  /** @type {Marks} */
  const found = { arrows: [], hexes: [] };
  for (const mark of text.toUpperCase().split(/[\s,;]+/).filter(Boolean)) {
    const [start, end] = mark.split("-").map(hexOf);
    if (!start || mark.split("-").length > (end ? 2 : 1)) throw new Error(texts.say("comments.marks.wrong", { mark }));
    if (end) found.arrows.push({ start, end, color });
    else found.hexes.push({ hex: start, color });
  }
  return found;
}

/**
 * @param {Marks} marks
 * @returns {string}
 */
export function writeMarks({ arrows, hexes }) {
  return [
    ...hexes.map(({ hex }) => label(hex)),
    ...arrows.map(({ start, end }) => `${label(start)}-${label(end)}`),
  ].join(" ");
}

/**
 * @param {string} name
 * @returns {Hex | null}
 */
function hexOf(name) {
  const found = HEX.exec(name);
  return found && [found[1].charCodeAt(0) - 65, Number(found[2]) - 1];
}
