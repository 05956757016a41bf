// @ts-check
// Taking a seat, and asking somebody to take the other.

import { el, trying } from "./dom.js";
import { player } from "./session.js";
import { signedIn } from "./start.js";

/** @typedef {import("./undo.js").Game} Game */
/** @typedef {import("./undo.js").CarryOut} CarryOut */

/**
 * While a game waits: who sits already gets the link for the other player first.
 * @param {import("./start.js").Page} page
 * @param {Game} game
 * @param {CarryOut} carryOut
 * @returns {HTMLElement[]}
 */
export function seating(page, { texts, table, state, seats }, carryOut) {
  if (state.status !== "waiting") return [];
  const places = state.table.filter((/** @type {import("./contract.js").Place} */ place) => !place.player);
  const free = [...new Set(places.map((/** @type {import("./contract.js").Place} */ place) => place.side))];
  const link = share(texts, table.link(state, free[0]));
  const buttons = takers(page, table, free, carryOut, seats.length ? "link" : "main");
  const quit = state.created_by === player()?.id ? [] : seats;
  const leaving = el("button", { class: "link", "data-leave": true, onclick: () => carryOut(() => table.leave(quit)) },
    texts.say(quit.length ? "play.leave" : "play.call_off"));
  return seats.length ? [link, ...buttons, leaving] : [...buttons, link];
}

/**
 * A button for each side that has a free seat.
 * @param {import("./start.js").Page} page
 * @param {import("./table.js").Table} table
 * @param {string[]} sides
 * @param {CarryOut} carryOut
 * @param {"main" | "link"} [look]
 */
export function takers(page, table, sides, carryOut, look = "main") {
  const take = async (/** @type {string} */ side) => {
    await signedIn(page);
    await carryOut(() => table.takeSeat(side, invited("invite")).then(() => true));
  };
  return sides.map((side) => el("button", { class: look, "data-take": side, onclick: () => take(side) },
    page.texts.say(look === "main" ? "play.take" : "play.take.both", { side: page.texts.name("sides", side) })));
}

/**
 * @param {import("./texts.js").Texts} texts
 * @param {Promise<string>} link
 */
function share(texts, link) {
  const field = el("input", { id: "link", readonly: true, size: 40 });
  const said = el("span", { role: "status" });
  const copy = () => trying(said, async () => {
    await navigator.clipboard.writeText(await link);
    said.textContent = texts.say("play.copied");
  });
  trying(said, async () => {
    field.value = await link;
  });
  return el("p", { class: "share" },
    el("label", { for: "link" }, texts.say("play.share")), field,
    el("button", { class: "main", "data-key": "copy", onclick: copy }, texts.say("play.copy")), said);
}

/**
 * What an invitation says, in the address after the #, so that it is never sent by itself.
 * @param {"invite" | "side"} name
 */
export const invited = (name) => new URLSearchParams(location.hash.slice(1)).get(name);
