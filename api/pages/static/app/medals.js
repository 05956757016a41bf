// @ts-check
// The medals of a game with their reasons.

import { label } from "./prompt.js";

/** @typedef {{version: number, side: string, medals: number, hex?: import("./geometry.js").Hex, objective?: string, exit?: boolean}} Medal */

/**
 * The side of each unit, of those that were there first and those that came later.
 * @param {import("./contract.js").Event[]} events from version 1 on
 */
function sidesOfUnits(events) {
  /** @type {Map<string, string>} */
  const sides = new Map();
  for (const { type, data } of events) {
    if (type === "game_created") for (const { id, side } of data.setup.units) sides.set(id, side);
    if (type === "unit_arrived" || type === "unit_landed") sides.set(data.unit, data.side);
  }
  return sides;
}

/**
 * The medals that were won by a version and not lost again, in order.
 * @param {import("./contract.js").Event[]} events from version 1 on
 * @param {number} [last]
 * @returns {Medal[]}
 */
export function medals(events, last = Infinity) {
  /** @type {Medal[]} */
  let won = [];
  const sides = sidesOfUnits(events);
  for (const { type, data, version } of events) {
    if (version > last) break;
    if (type === "taken_back") won = won.filter((one) => one.version <= data.to_version);
    if (type === "unit_eliminated" && data.medals) won.push({ version, side: data.to, medals: data.medals, hex: data.hex });
    if (type === "objective_taken") won.push({ version, side: data.side, medals: data.medals, objective: data.objective });
    if (type === "objective_lost") won = won.filter((one) => one.objective !== data.objective || one.side !== data.side);
    if (type === "unit_exited" && data.medals) {
      won.push({ version, side: sides.get(data.unit) ?? "", medals: data.medals, hex: data.hex, exit: true });
    }
  }
  return won;
}

/**
 * A medal in words.
 * @param {import("./texts.js").Texts} texts
 * @param {import("./contract.js").State} state
 * @param {Medal} medal
 */
export function describeMedal(texts, state, { side, medals: count, hex, objective, exit }) {
  const goal = state.objectives.find((one) => one.id === objective);
  const place = hex ? label(hex) : (goal?.label ?? (goal ? goal.hexes.map(label).join(" ") : ""));
  const id = objective ? "medal.objective" : exit ? "medal.exit" : "medal.unit";
  return texts.say(id, { side: texts.name("sides", side), medals: count, at: place });
}
