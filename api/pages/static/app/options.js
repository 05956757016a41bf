// @ts-check
// The best options of a decision in an analysis, on the board and as text.

import { caption, label } from "./prompt.js";

/** @typedef {import("./arrows.js").Marks} Marks */
/** @typedef {import("./geometry.js").Hex} Hex */

const COLORS = ["green", "blue", "yellow"];

/**
 * An option with the chance to win that it gives, and the odds of its dice if it throws any.
 * @typedef {{command: import("./choices.js").Action, chance: number, odds: import("./contract.js").JudgedDecision["best"][number]["odds"]}} Option
 */

/**
 * The three best options of a judged decision, the best first. What is behind the best by so much
 * gives so much less than it.
 * @param {Pick<import("./contract.js").JudgedDecision, "best" | "after_choice" | "loss">} decision
 * @returns {Option[]}
 */
export const options = ({ best, after_choice: chosen, loss }) => best.slice(0, COLORS.length)
  .map((one) => ({ command: one.command, odds: one.odds, chance: Math.min(1, Math.max(0, chosen + loss - one.loss)) }));

/**
 * From where to where a command leads on the board; one hex alone where it has only that.
 * @param {import("./choices.js").Action} command
 * @param {import("./contract.js").State} state the one that it is given in
 * @returns {Hex[]}
 */
export function hexesOfCommand(command, state) {
  const of = (/** @type {string | undefined} */ id) => state.units.find((one) => one.id === id)?.hex;
  const places = [of(command.unit ?? command.attacker), of(command.target), command.path?.at(-1), command.hex];
  return places.filter(Boolean);
}

/**
 * @param {import("./texts.js").Texts} texts
 * @param {Option[]} found
 * @param {import("./contract.js").State} state
 * @returns {Marks[]}
 */
export const optionMarks = (texts, found, state) => found.map(({ command, chance }, n) => {
  const [start, end] = hexesOfCommand(command, state);
  const color = COLORS[n];
  const said = texts.percent.format(chance);
  if (!start) return {};
  return end ? { arrows: [{ start, end, color }], chance: said } : { hexes: [{ hex: start, color }], chance: said };
}).reverse();

/**
 * A command in words, with the hexes of its units.
 * @param {import("./texts.js").Texts} texts
 * @param {import("./choices.js").Action} command
 * @param {import("./contract.js").State} state
 */
export const describeCommand = (texts, command, state) =>
  [caption(texts, { ...command, path: undefined }), hexesOfCommand(command, state).map(label).join(" → ")].filter(Boolean).join(" ");
