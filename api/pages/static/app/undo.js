// @ts-check
// Takes back decisions, as the policy of the game permits.

import { el } from "./dom.js";
import { nameOf } from "./seats.js";

/**
 * @typedef {object} Game
 * @property {import("./texts.js").Texts} texts
 * @property {import("./table.js").Table} table
 * @property {import("./contract.js").State} state
 * @property {string[]} seats those of this player
 */

/** @typedef {(what: (version: number) => Promise<boolean>) => Promise<void>} CarryOut */

/**
 * What there is to say about taking back.
 * @param {Game} game
 * @param {CarryOut} carryOut
 * @returns {HTMLElement[]}
 */
export function undoButtons(game, carryOut) {
  const { state, seats } = game;
  if (state.status !== "active" || !seats.length) return [];
  if (state.undo_offer) return offer(game, carryOut);
  const to = game.table.before.get(state.version) ?? 0;
  if (to < (game.table.started ?? Infinity)) return [];
  const id = policy(game, to);
  if (!id) return [];
  const seat = seats.find((one) => one === state.active) ?? seats[0];
  return [said(game, id, () => carryOut((version) => game.table.takeBack(to, seat, version)))];
}

/**
 * Whether these seats may go back to a version, or ask to.
 * @param {Game} game
 * @param {number} to
 */
function policy({ state, seats }, to) {
  const solo = seats.length === state.table.length;
  if (solo) return "play.undo";
  const side = state.table.find((one) => one.seat === state.active)?.side;
  // Of several generals who act at the same time, none goes back alone.
  const apart = state.table.some((one) => one.side === side && one.role === "field_general" && !seats.includes(one.seat));
  if (state.undo === "consent" || (state.undo === "free" && apart)) return "play.undo.ask";
  const since = state.undo_since ?? Infinity;
  return state.undo === "free" && seats.some((one) => one === state.active) && to >= since ? "play.undo" : null;
}

/**
 * @param {Game} game
 * @param {CarryOut} carryOut
 */
function offer(game, carryOut) {
  const { texts, table, seats, state } = game;
  if (!state.undo_offer) return [];
  const { seat: asking, to_version: version } = state.undo_offer;
  const answer = (/** @type {"accept" | "decline" | "withdraw"} */ word, /** @type {string} */ seat) =>
    said(game, `play.undo.${word}`, () => carryOut((now) => table.answerUndo(word, seat, now)));
  const side = nameOf(texts, state, asking);
  const asked = el("p", { role: "status" }, texts.say("play.undo.offer", { side, version }));
  const other = seats.find((seat) => seat !== asking);
  if (!other) return [asked, answer("withdraw", asking)];
  return [asked, answer("accept", other), answer("decline", other)];
}

/**
 * @param {Game} game
 * @param {string} id
 * @param {() => void} click
 */
function said({ texts }, id, click) {
  return el("button", { class: "quiet", "data-key": id, "data-undo": id, onclick: click }, texts.say(id));
}
