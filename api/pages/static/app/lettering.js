// @ts-check
// Text in the letters of the kit, which are lines: 10 high, from the upper left corner.

import { group, useSymbol } from "./reconcile.js";

const CAP = 10;
const GAP = 2.6;
const SPACE = 3.8;
const ACCENT = /\p{M}/u;
/** @type {Record<string, string>} */
const WRITTEN_AS = { "Œ": "OE", "Æ": "AE", "Ø": "O", "ẞ": "SS", "’": "'", "–": "-", "—": "-" };

/** @typedef {import("./kit.js").Kit} Kit */
/** @typedef {{symbol: string | null, width: number, at: number}} Sign */

/**
 * Where a line is written: a point of its baseline, which part of the line lies there (0 its
 * beginning, 0.5 its middle), how high its capitals are, its color and what it has around it.
 * @typedef {{at: [number, number], anchor?: number, cap: number, color?: string, halo?: string}} Place
 */

/**
 * How wide a line is in capitals of that height.
 * @param {Kit} kit
 * @param {string} text
 * @param {number} cap
 */
export const width = (kit, text, cap) => (widthOf(signs(kit, text)) * cap) / CAP;

/**
 * A line of text.
 * @param {Kit} kit
 * @param {string} key
 * @param {string} text
 * @param {Place} place
 * @returns {import("./reconcile.js").Part}
 */
export function textPart(kit, key, text, { at: [x, y], anchor = 0.5, cap, color = "ink", halo = "paper" }) {
  const found = signs(kit, text);
  const scale = cap / CAP;
  const left = x - widthOf(found) * scale * anchor;
  const uses = found.flatMap(({ symbol, at }, n) => (symbol ? [useSymbol(`${n}`, symbol, `translate(${at} 0)`)] : []));
  const pass = (/** @type {string} */ name, /** @type {number} */ thick, /** @type {number} */ opacity) =>
    group(name, { stroke: `var(--board-${name})`, "stroke-width": thick, opacity }, uses);
  const line = { fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round", "data-text": text };
  const transform = `translate(${round(left)} ${round(y - cap)}) scale(${round(scale)})`;
  return group(key, { ...line, transform }, [pass(halo, 5, 0.85), pass(color, 1.5, 1)]);
}

/** @param {number} value */
const round = (value) => Math.round(value * 1000) / 1000;

/** @param {Sign[]} line */
function widthOf(line) {
  const last = line.filter(({ width: wide }) => wide > 0).at(-1);
  return last ? last.at + last.width : 0;
}

/**
 * The signs of a line, each where it stands; an accent has no width of its own.
 * @param {Kit} kit
 * @param {string} text
 * @returns {Sign[]}
 */
function signs(kit, text) {
  /** @type {Sign[]} */
  const found = [];
  let at = 0;
  let middle = 0;
  for (const sign of [...text.toUpperCase()].map((one) => WRITTEN_AS[one] ?? one).join("").normalize("NFD")) {
    const letter = letterOf(kit, sign) ?? (ACCENT.test(sign) ? null : letterOf(kit, "□"));
    if (ACCENT.test(sign)) {
      if (letter) found.push({ ...letter, width: 0, at: round(middle) });
      continue;
    }
    const one = /^\s$/.test(sign) ? { symbol: null, width: SPACE } : /** @type {NonNullable<typeof letter>} */ (letter);
    found.push({ ...one, at: round(at) });
    middle = at + one.width / 2;
    at += one.width + GAP;
  }
  return found;
}

/**
 * @param {Kit} kit
 * @param {string} sign
 */
function letterOf(kit, sign) {
  const symbol = `letter-${sign.codePointAt(0)}`;
  const wide = kit.symbol(symbol)?.firstElementChild?.getAttribute("data-width");
  return wide === null || wide === undefined ? null : { symbol, width: Number(wide) };
}
