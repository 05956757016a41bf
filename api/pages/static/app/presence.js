// @ts-check
// The presence of the other players, and whether they may see that of this one.

import { pause } from "./client.js";
import { byId, el, fill } from "./dom.js";
import { awaitRematch } from "./match.js";
import { playerMenus } from "./moderation.js";
import { ownSeats } from "./seats.js";
import { player, showsPresence, storePresence } from "./session.js";

/** From one look at who is there to the next, in milliseconds. */
const LOOK = 15_000;
const OVER = ["finished", "cancelled"];

/**
 * Show what one may do about the other players, and see now and then who is there, until the game is
 * over, and then whether they want a rematch; nobody asks who watches, or plays a bot.
 * @param {import("./start.js").Page} page
 * @param {import("./names.js").Names} names
 * @param {() => import("./contract.js").State} now the game's state
 * @param {() => void} changed
 * @param {AbortSignal} signal
 */
export async function followPresence(page, names, now, changed, signal) {
  const me = player()?.id;
  const others = (/** @type {import("./contract.js").Place} */ place) => !place.bot && place.player !== me;
  if (!ownSeats(now()).length || !now().table.some(others)) return;
  await names.load(now());
  fill(byId("people"), ...playerMenus(page, names, now(), me));
  if (!OVER.includes(now().status)) await watch(page, names, now, changed, signal);
  await awaitRematch(byId("match"), page, names, now, signal);
}

/**
 * @param {import("./start.js").Page} page
 * @param {import("./names.js").Names} names
 * @param {() => import("./contract.js").State} now
 * @param {() => void} changed
 * @param {AbortSignal} signal
 */
async function watch(page, names, now, changed, signal) {
  const box = el("input", { type: "checkbox", checked: showsPresence(), onchange: () => {
    storePresence(box.checked);
    location.reload();
  } });
  fill(byId("presence"), el("label", { class: "check" }, box, el("span", {}, page.texts.say("presence.show"))));
  while (!signal.aborted && !OVER.includes(now().status)) {
    if (await names.refreshPresence(now().id)) changed();
    await pause(LOOK);
  }
}
