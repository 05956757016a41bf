// @ts-check
// The clocks of the seats, and the actions about time: pauses and vacations.

import { el } from "./dom.js";
import { nameOf, ownSeats, seatsOf, sideOf } from "./seats.js";

/** @typedef {import("./undo.js").Game} Game */
/** @typedef {import("./undo.js").CarryOut} CarryOut */

const DAY = 86_400;
const TICK = 500;

/** What a game may be timed by that is opened here; none is the service's own limit. @type {Record<string, Partial<import("./contract.js").ClockTerms> | undefined>} */
export const PRESETS = {
  default: undefined,
  live: { kind: "bank", seconds: 300, increment: 10 },
  day: { kind: "turn", seconds: DAY, vacation_days: 14 },
  slow: { kind: "bank", seconds: 3 * DAY, increment: DAY / 2, vacation_days: 14 },
  none: { kind: "none" },
};

/**
 * Which of these a clock is; undefined for any other.
 * @param {import("./contract.js").ClockTerms | null} [terms]
 */
export function presetOf(terms) {
  const facts = (/** @type {Partial<import("./contract.js").ClockTerms>} */ { kind, seconds = 0, increment = 0 }) => String([kind, seconds, increment]);
  return terms ? Object.keys(PRESETS).find((name) => facts(PRESETS[name] ?? {}) === facts(terms)) : "default";
}

/**
 * The time of each seat of a side; nothing where nobody is timed.
 * @param {import("./texts.js").Texts} texts
 * @param {import("./contract.js").State} state
 * @param {string} side
 * @param {number} ahead how far the clock of the service is ahead, in milliseconds
 */
export function clocksOf(texts, state, side, ahead) {
  const seats = (state.clock?.seats ?? []).filter((one) => sideOf(state, one.seat) === side);
  return seats.map((one) => {
    const shown = el("span", { class: one.deadline ? "clock running" : "clock", "data-clock": one.seat, role: "timer" });
    const count = () => {
      // A vacation or a pause: the deadline is farther away than the time that is left.
      const until = one.deadline ? (Date.parse(one.deadline) - Date.now() - ahead) / 1000 : one.left;
      shown.textContent = formatTime(texts, Math.max(0, Math.min(one.left, until)));
      if (one.deadline && shown.isConnected) setTimeout(count, TICK);
    };
    count();
    if (one.deadline) setTimeout(count, TICK);
    return shown;
  });
}

/**
 * @param {import("./texts.js").Texts} texts
 * @param {number} seconds
 */
function formatTime(texts, seconds) {
  const whole = Math.floor(seconds);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const hours = Math.floor((whole % DAY) / 3600);
  const clock = `${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
  if (whole < 3600) return clock;
  if (whole < DAY) return `${hours}:${clock}`;
  return texts.say("clock.days", { days: Math.floor(whole / DAY), hours });
}

/**
 * What the seats of this player may say about time: answer a proposal, or make one.
 * @param {Game} game
 * @param {CarryOut} carryOut
 * @returns {HTMLElement[]}
 */
export function clockMenu(game, carryOut) {
  const { texts, state, seats, table } = game;
  if (state.status !== "active" || !seats.length || seats.length === state.table.length) return [];
  const say = (/** @type {string} */ part, /** @type {string} */ action, /** @type {object} */ more) =>
    el("button", { class: "quiet", "data-key": action, "data-time": action,
      onclick: () => carryOut((version) => table.postTo(part, { action, ...more }, version)) }, texts.say(`clock.${action}`));
  if (state.proposal) return proposal(game, say);
  const offers = [...clocks(state, seats, say), ...handOver(state, seats, say)];
  if (!offers.length) return [];
  return [el("details", { class: "timing" }, el("summary", { "data-key": "timing" }, texts.say("clock.more")), ...offers)];
}

/**
 * @param {import("./contract.js").State} state
 * @param {string[]} seats
 * @param {(part: string, action: string, more: object) => HTMLElement} say
 */
function clocks(state, seats, say) {
  const { clock } = state;
  const own = clock?.seats.find((one) => one.seat === seats[0]);
  if (!clock || !own) return [];
  const seat = own.seat;
  const words = [];
  if (!clock.paused_until) words.push(["agreements", "propose_pause"]);
  else if (state.awaiting?.seats.includes(seat)) words.push(["clock", "end_pause"]);
  if (own.away_until) words.push(["clock", "end_vacation"]);
  else if (own.vacation_left) words.push(["clock", "take_vacation"]);
  return words.map(([part, action]) => say(part, action, { seat }));
}

/**
 * @param {import("./contract.js").State} state
 * @param {string[]} seats
 * @param {(part: string, action: string, more: object) => HTMLElement} say
 */
function handOver(state, seats, say) {
  const others = seatsOf(state).filter((one) => sideOf(state, one) === sideOf(state, seats[0]) && !seats.includes(one));
  const places = state.table.filter((place) => others.includes(place.seat) && !place.bot);
  return places.length ? [say("agreements", "propose_hand_over", { seat: seats[0] })] : [];
}

/**
 * @param {Game} game
 * @param {(part: string, action: string, more: object) => HTMLElement} say
 */
function proposal({ texts, state }, say) {
  if (!state.proposal) return [];
  const { seat: asking, what, days, agreed } = state.proposal;
  const asked = el("p", { role: "status" }, texts.say(`clock.asked.${what}`, { side: nameOf(texts, state, asking), days }));
  const mine = ownSeats(state);
  const seat = mine[0];
  const waits = mine.includes(asking) || agreed.some((one) => mine.includes(one));
  const words = waits ? ["drop"] : ["agree", "drop"];
  return [asked, ...words.map((action) => say("agreements", action, { seat }))];
}
