// @ts-check
// The two sides of a game, and which of them this player holds.

import { el } from "./dom.js";
import { player } from "./session.js";

export const SIDES = ["allies", "axis"];

/**
 * The seats that whoever sits here holds in a game.
 * @param {any} state
 */
export function held(state) {
  const me = player()?.id;
  return SIDES.filter((side) => me && state.seats[side] === me);
}

/**
 * From where this player looks at the board: the own side at the lower edge.
 * @param {any} state
 * @param {any} battle the one of the catalogue; null where there is none
 * @returns {{side: string | null, turned: boolean}}
 */
export function lookingFrom(state, battle) {
  const own = held(state);
  const side = own.length === 1 ? own[0] : null;
  return { side, turned: side !== null && battle?.sides[side].seat === "top" };
}

/**
 * A side with its medals.
 * @param {import("./texts.js").Texts} texts
 * @param {any} state
 * @param {string} side
 */
export function standing(texts, state, side) {
  const said = { own: state.medals[side], need: state.medals_to_win[side] };
  return el("li", { "data-side": side, class: state.active === side ? "active" : null },
    el("strong", {}, texts.name("sides", side)),
    el("span", {}, texts.say("play.medals", said)));
}
