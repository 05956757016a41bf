// @ts-check
// The border of a board: the medals and cards of each side, and whose turn it is.

import { BOARD_AT } from "./geometry.js";
import { width, textPart } from "./lettering.js";
import { reconcile, useSymbol } from "./reconcile.js";

/** @typedef {import("./kit.js").Kit} Kit */

const HEIGHT = 66;
const CAP = 24;
const BASE = (HEIGHT + CAP) / 2;
const MEDAL_STEP = 38;

/**
 * @param {Kit} kit
 * @param {import("./contract.js").State} state
 * @param {string} moment which one it is, in words
 */
export function drawBorder(kit, state, moment) {
  for (const strip of kit.strips) reconcile(strip.place, filled(kit, state, strip, moment));
}

/**
 * From the left: whether the side is on turn; what is said of the picture; the hand and the medals,
 * the empty ones still to be won.
 * @param {Kit} kit
 * @param {import("./contract.js").State} state
 * @param {import("./kit.js").Strip} strip
 * @param {string} moment
 */
function filled(kit, state, { side, left, title }, moment) {
  const parts = [];
  const end = kit.width - BOARD_AT[0] - 20;
  const active = state.active === side;
  if (active) parts.push(useSymbol("turn", "marks-on_turn", `translate(${Math.round(10 * left + 60) / 10} 33)`));
  const need = state.medals_to_win[side];
  for (let place = need; place > 0; place -= 1) {
    const mark = place <= state.medals[side] ? `medal_${side}` : "medal_open";
    parts.push(useSymbol(`medal ${place}`, `marks-${mark}`, `translate(${end - (need - place) * MEDAL_STEP} 33)`));
  }
  const right = end - need * MEDAL_STEP;
  parts.push(useSymbol("hand", "marks-hand", `translate(${right - 44} 33)`));
  parts.push(textPart(kit, "cards", String(state.hands[side].count), { at: [right - 24, BASE], anchor: 0, cap: CAP }));
  parts.push(said(kit, title ? kit.title : moment, left + (active ? 34 : 0), right - 70));
  return parts;
}

/**
 * A text in the middle of what is left of a strip; smaller where it would not fit.
 * @param {Kit} kit
 * @param {string} text
 * @param {number} left
 * @param {number} right
 */
function said(kit, text, left, right) {
  const middle = kit.width / 2;
  const room = 2 * (Math.min(middle - left, right - middle) - 20);
  const cap = Math.min(CAP, (CAP * room) / width(kit, text, CAP));
  return textPart(kit, "said", text, { at: [middle, HEIGHT / 2 + cap / 2], cap });
}
