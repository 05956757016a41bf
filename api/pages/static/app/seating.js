// @ts-check
// Taking a seat, and inviting others.

import { attempt, el, showError, userText } from "./dom.js";
import { holderName, nameOf, sidesOf } from "./seats.js";
import { player } from "./session.js";
import { signedIn } from "./start.js";

/** @typedef {import("./undo.js").Game} Game */
/** @typedef {import("./undo.js").CarryOut} CarryOut */

/**
 * While a game waits: who sits already gets the link for the other player first; of many, who is
 * missing, each seat with a link of its own.
 * @param {import("./start.js").Page} page
 * @param {Game} game
 * @param {CarryOut} carryOut
 * @param {import("./names.js").Names} names
 * @returns {HTMLElement[]}
 */
export function seating(page, { texts, table, state, seats }, carryOut, names) {
  if (state.status !== "waiting") return [];
  const places = state.table.filter((/** @type {import("./contract.js").Place} */ place) => !place.player);
  const free = [...new Set(places.map((/** @type {import("./contract.js").Place} */ place) => place.side))];
  const kept = places.find(({ seat }) => seat === inviteParameter("seat"));
  const link = shareLink(texts, table.link(state, free[0]));
  const buttons = kept && !seats.length ? [seatButton(page, table, kept.side, carryOut, nameOf(texts, state, kept.seat))]
    : seatButtons(page, table, free, carryOut, seats.length ? "link" : "main");
  const quit = state.created_by === player()?.id ? [] : seats;
  const leaving = el("button", { class: "link", "data-key": "leave", "data-leave": true, onclick: () => carryOut(() => table.leave(quit)) },
    texts.say(quit.length ? "play.leave" : "play.call_off"));
  const many = state.table.length > 2 ? [missingSeats(texts, table, state, names)] : [];
  return seats.length ? [...many, link, ...buttons, leaving] : [...buttons, ...many, link];
}

/** @type {Map<string, HTMLElement>} */
const statuses = new Map();

/**
 * Whether a link was copied. The element stays the same when news redraws the page.
 * @param {string} name
 */
function statusOf(name) {
  const status = statuses.get(name) ?? el("span", { role: "status" });
  statuses.set(name, status);
  return status;
}

/**
 * Copy a link, and say so in the status of this name.
 * @param {import("./texts.js").Texts} texts
 * @param {string} name
 * @param {Promise<string>} link
 */
const copy = (texts, name, link) => attempt(statusOf(name), async () => {
  await navigator.clipboard.writeText(await link);
  statusOf(name).textContent = texts.say("play.copied");
});

/**
 * The seats of a table of many: who sits there, or the link for who is to.
 * @param {import("./texts.js").Texts} texts
 * @param {import("./table.js").Table} table
 * @param {import("./contract.js").State} state
 * @param {import("./names.js").Names} names
 */
function missingSeats(texts, table, state, names) {
  const bySide = sidesOf(state).flatMap((side) => state.table.filter((place) => place.side === side));
  return el("ul", { class: "missing" }, ...bySide.map((place) => {
    const seat = nameOf(texts, state, place.seat);
    const sits = holderName(texts, place, names);
    return el("li", { "data-side": place.side, "data-place": place.seat }, el("strong", {}, seat),
      ...(place.player ? [el("span", {}, userText(sits))] : [el("span", { class: "soft" }, texts.say("play.seat.free")),
        el("button", { class: "quiet", "data-key": `copy-${place.seat}`, "aria-label": texts.say("play.at", { what: texts.say("play.seat.copy"), where: seat }),
          onclick: () => copy(texts, place.seat, table.link(state, place.side, place.seat)) },
          texts.say("play.seat.copy")), statusOf(place.seat)]));
  }));
}

/**
 * A button for each side that has a free seat.
 * @param {import("./start.js").Page} page
 * @param {import("./table.js").Table} table
 * @param {string[]} sides
 * @param {CarryOut} carryOut
 * @param {"main" | "link"} [look]
 */
export const seatButtons = (page, table, sides, carryOut, look = "main") =>
  sides.map((side) => seatButton(page, table, side, carryOut, page.texts.name("sides", side), look));

/**
 * @param {import("./start.js").Page} page
 * @param {import("./table.js").Table} table
 * @param {string} side
 * @param {CarryOut} carryOut
 * @param {string} named the seat, or its side
 * @param {"main" | "link"} [look]
 */
function seatButton(page, table, side, carryOut, named, look = "main") {
  const seat = inviteParameter("seat");
  const take = async () => {
    await signedIn(page);
    await carryOut(() => table.takeSeat(side, inviteParameter("invite"), inviteParameter("side") === side ? seat : null).then(() => true));
  };
  return el("button", { class: look, "data-key": `take-${side}`, "data-take": side, onclick: take },
    page.texts.say(look === "main" ? "play.take" : "play.take.both", { side: named }));
}

/**
 * @param {import("./texts.js").Texts} texts
 * @param {Promise<string>} link
 */
function shareLink(texts, link) {
  const field = el("input", { id: "link", readonly: true, size: 40 });
  const status = statusOf("link");
  link.then((address) => {
    field.value = address;
  }, (error) => showError(status, error));
  return el("p", { class: "share" },
    el("label", { for: "link" }, texts.say("play.share")), field,
    el("button", { class: "main", "data-key": "copy", onclick: () => copy(texts, "link", link) }, texts.say("play.copy")), status);
}

/**
 * What an invitation says, in the address after the #, so that it is never sent by itself.
 * @param {"invite" | "side" | "seat"} name
 */
export const inviteParameter = (name) => new URLSearchParams(location.hash.slice(1)).get(name);
