// @ts-check
// The versions at which stepping stops: after each event, decision or battle, or at the start of a turn.

/** @typedef {"event" | "decision" | "battle" | "turn"} Unit */

/** @type {Unit[]} */
export const UNITS = ["event", "decision", "battle", "turn"];

/**
 * The versions at which stepping stops, in order; the first and the newest are always among them. As long as the events
 * are not here, decisions are those that the timeline tells of.
 * @param {Unit} unit
 * @param {import("./contract.js").Event[]} events in order, from version 1 on
 * @param {import("./contract.js").Turn[]} turns those of the timeline
 * @param {number} latest
 * @returns {number[]}
 */
export function stops(unit, events, turns, latest) {
  const between = STOPS[unit](events, turns, latest).filter((version) => version > 1 && version < latest);
  return latest > 1 ? [1, ...between, latest] : [latest];
}

/** @type {Record<Unit, (events: import("./contract.js").Event[], turns: import("./contract.js").Turn[], latest: number) => number[]>} */
const STOPS = {
  event: (events, turns, latest) => Array.from({ length: latest }, (_, n) => n + 1),
  decision: (events, turns) => (events.length ? events.filter((event) => event.last).map((event) => event.version)
    : entries(turns).map((entry) => entry.to)),
  battle: (_, turns) => entries(turns).filter((entry) => entry.kind === "battle").map((entry) => entry.to),
  turn: (_, turns) => turns.map((turn) => turn.from),
};

/**
 * The entries of a timeline in order.
 * @param {import("./contract.js").Turn[]} turns
 * @returns {import("./contract.js").Entry[]}
 */
export const entries = (turns) => turns.flatMap((turn) => turn.entries);

/**
 * The stop that is next from a version, one way or the other; null at the end.
 * @param {number[]} among
 * @param {number} version
 * @param {1 | -1} direction
 */
export function beside(among, version, direction) {
  if (direction > 0) return among.find((one) => one > version) ?? null;
  return among.filter((one) => one < version).pop() ?? null;
}
