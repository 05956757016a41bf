// @ts-check
// The question to the player, and the answers that have no place on the board.

import { el } from "./dom.js";
import { commandOf, nameOf, sidesOf } from "./seats.js";

/** @typedef {import("./choices.js").Action} Action */
/** @typedef {import("./texts.js").Texts} Texts */

/**
 * What is going on, in a sentence.
 * @param {Texts} texts
 * @param {import("./contract.js").State} state
 * @param {string[]} seats those of this player
 * @returns {string}
 */
export function question(texts, state, seats) {
  const side = (/** @type {string} */ one) => texts.name("sides", one);
  const named = (/** @type {string} */ seat) => nameOf(texts, state, seat);
  if (state.status === "waiting") return waiting(texts, state, seats);
  if (state.status === "cancelled") return texts.say("play.cancelled");
  if (state.status === "finished") {
    const { winner, ending, medals } = state;
    if (!winner) return texts.say("play.drawn");
    const other = sidesOf(state).find((one) => one !== winner) ?? winner;
    const won = texts.say("play.won", { side: side(winner), own: medals[winner], other: medals[other] });
    return ending === "medals" ? won : `${won} ${texts.say(`play.ending.${ending}`, { side: side(other) })}`;
  }
  const { seats: awaited, decision } = state.awaiting ?? { seats: [], decision: "" };
  const own = awaited.filter((/** @type {string} */ seat) => seats.includes(seat));
  const said = { side: (own.length ? own : awaited).map(named).join(", "), decision: texts.name("phases", decision) };
  return texts.say(own.length ? "play.decide" : "play.wait", said);
}

/**
 * Whom a game waits for before it begins.
 * @param {Texts} texts
 * @param {import("./contract.js").State} state
 * @param {string[]} seats those of this player
 */
function waiting(texts, { table }, seats) {
  const count = table.filter((place) => !place.player).length;
  if (table.length > 2) return texts.say(seats.length ? "play.seats.missing" : "play.seats.free", { count });
  return texts.say(seats.length ? "play.seats.send" : "play.seats");
}

/**
 * What an action does, in a word or two.
 * @param {Texts} texts
 * @param {Action} action
 * @returns {string}
 */
export function caption(texts, action) {
  const card = action.card ? texts.card(action.card) : "";
  const parts = [texts.say(`do.${action.type}`, { card }), ...whose(texts, action)];
  if (action.shared) parts.push(texts.say("do.shared"));
  if (action.on_the_move) parts.push(texts.say("do.on_the_move"));
  if (action.section) parts.push(texts.name("sections", action.section));
  if (action.as_card) parts.push(texts.say("do.play_as", { card: texts.card(action.as_card) }));
  if (action.path && action.path.length > 1) parts.push(action.path.map(label).join(" "));
  return parts.join(" · ");
}

/**
 * Of several seats, the one that does it or gets something; the side that gives up.
 * @param {Texts} texts
 * @param {Action} action
 */
function whose(texts, { type, seat, to }) {
  if (to) return [commandOf(texts, to)];
  const [side, number] = seat?.split("_") ?? [];
  if (side && type === "resign") return [texts.name("sides", side)];
  return number && /^(end_(?!hand)|order_|show_hand|ambush|decline)/.test(type) ? [`${texts.name("sides", side)} ${number}`] : [];
}

/**
 * Buttons in the order in which they are shown.
 * @param {Action[]} actions
 * @param {(action: Action) => HTMLElement} made
 * @param {HTMLElement[]} shots
 * @param {HTMLElement[]} undo
 * @param {string} more what hides giving up, so that nobody does by mistake
 */
export function arranged(actions, made, shots, undo, more) {
  const of = (/** @type {RegExp} */ kind) => actions.filter(({ type }) => kind.test(type)).map(made);
  const ends = of(/^end_/);
  // Whoever holds several seats of a side gives it up once.
  const sides = new Map(actions.filter(({ type }) => type === "resign").map((one) => [one.seat?.split("_")[0], one]));
  const resigns = [...sides.values()].map(made);
  return [ends.length > 0 && el("div", { class: "endings" }, ...ends),
    ...shots, ...of(/^(?!end_|resign$)/), ...undo, resigns.length > 0 && menu(more, resigns)];
}

/**
 * What is out of the way until it is wanted.
 * @param {string} said
 * @param {HTMLElement[]} inside
 */
const menu = (said, inside) =>
  el("details", { class: "menu" }, el("summary", { "data-key": "menu" }, said), ...inside);

/**
 * The name of a hex: a letter for its row, a number for its place in it.
 * @param {[number, number]} hex
 */
export const label = ([row, column]) => `${String.fromCharCode(65 + row)}${column + 1}`;

/**
 * The hex of such a name.
 * @param {string} name
 * @returns {[number, number]}
 */
export const hexIn = (name) => [name.toUpperCase().charCodeAt(0) - 65, Number(name.slice(1)) - 1];

/**
 * The chances of a throw of dice in a line.
 * @param {Texts} texts
 * @param {Pick<import("./contract.js").Odds, "dice" | "hits" | "eliminated" | "retreats">} odds
 */
export function chances(texts, odds) {
  const mean = odds.hits.reduce((sum, p, n) => sum + n * p, 0);
  return texts.say("play.odds", {
    dice: odds.dice,
    hits: texts.number.format(mean),
    eliminated: texts.percent.format(odds.eliminated),
    retreats: texts.percent.format(odds.retreats),
  });
}

/**
 * A button for an action.
 * @param {Texts} texts
 * @param {Action} action
 * @param {import("./contract.js").Odds | undefined} odds
 * @param {(action: Action) => void} act
 * @param {string} [where] the unit that it is done to
 */
export function button(texts, action, odds, act, where = "") {
  const named = caption(texts, action);
  const what = where ? texts.say("play.at", { what: named, where }) : named;
  return el("button", { "data-action": action.type, "data-key": `do-${action.type}-${what}`, onclick: () => act(action) },
    what, odds && el("small", {}, chances(texts, odds)));
}
