// @ts-check
// Taking a seat, and asking somebody to take the other.

import { el } from "./dom.js";
import { signedIn } from "./start.js";

/** @typedef {import("./undo.js").Game} Game */

/**
 * A button for each free seat, and the link to send to the other player.
 * @param {import("./start.js").Page} page
 * @param {Game} game
 * @param {(what: (version: number) => Promise<boolean>) => Promise<void>} carryOut
 * @returns {HTMLElement[]}
 */
export function seating(page, { texts, table, state }, carryOut) {
  if (state.status !== "waiting") return [];
  const take = async (/** @type {string} */ side) => {
    await signedIn(page);
    await carryOut(() => table.takeSeat(side, invited()).then(() => true));
  };
  const free = Object.keys(state.seats).filter((side) => !state.seats[side]);
  const buttons = free.map((side) => {
    const said = texts.say("play.take", { side: texts.name("sides", side) });
    return el("button", { class: "main", "data-take": side, onclick: () => take(side) }, said);
  });
  return [...buttons, share(texts)];
}

/** @param {import("./texts.js").Texts} texts */
function share(texts) {
  const field = /** @type {HTMLInputElement} */ (
    el("input", { id: "link", readonly: true, value: location.href, size: 40 })
  );
  const copied = el("span", { role: "status" });
  const copy = async () => {
    field.select();
    await navigator.clipboard.writeText(field.value);
    copied.textContent = texts.say("play.copied");
  };
  return el("p", { class: "share" },
    el("label", { for: "link" }, texts.say("play.share")), field,
    el("button", { onclick: copy }, texts.say("play.copy")), copied);
}

/** The invitation in the address: after the #, so that it is never sent by itself. */
function invited() {
  return new URLSearchParams(location.hash.slice(1)).get("invite");
}
