// @ts-check
// Standing orders: the service's answers for a seat while the other side plays.

import { conditionalTurns } from "./conditional_turns.js";
import { attempt, el, fill, select } from "./dom.js";
import { hexIn, label } from "./prompt.js";

/** @typedef {import("./undo.js").Game} Game */

const ASK = "ask";
const TOWARD = "retreat_toward";
/** What orders there are, by subject. */
const SUBJECTS = {
  ambush: ["ambush_always", "ambush_never", "ambush_if_half_a_hit", "ambush_if_one_hit",
    "ambush_if_one_and_a_half_hits", "ambush_if_two_hits"],
  retreat: ["retreat_shortest", "retreat_longest", "retreat_to_cover", TOWARD],
  ground: ["take_ground", "leave_ground"],
  overrun: ["no_overrun"],
  back: ["battle_back", "no_battle_back"],
};

/** The form that was made last, by its address: it stays, with what is chosen in it, as the game goes on. @type {[string, HTMLElement] | null} */
let last = null;

/**
 * A form for the orders of the first seat of this player, while nobody waits for it.
 * @param {Game} game
 * @returns {HTMLElement[]}
 */
export function standingOrders(game) {
  const { texts, table, state, seats } = game;
  const idle = seats.find((seat) => !state.awaiting?.seats.includes(seat));
  if (state.status !== "active" || state.branch || !idle || seats.length === state.table.length) return [];
  const path = `${table.path}/orders?seat=${idle}`;
  /** What is not changed stays as it was given. @param {object} changed */
  const give = async (changed) => {
    const { orders, toward, turns = [] } = await table.client.get(path);
    await table.client.put(path, { orders, ...(toward ? { toward } : {}), turns, ...changed });
  };
  const ahead = conditionalTurns(game, idle, path, give);
  if (last?.[0] === path) return [last[1], ...ahead];
  const form = el("form", { class: "fields" });
  const details = el("details", { class: "orders" }, el("summary", { "data-key": "orders-title" }, texts.say("orders.title")), form);
  last = [path, details];
  details.addEventListener("toggle", () => {
    if (details.open && !form.childElementCount) table.client.get(path).then(show, () => {});
  });
  return [details, ...ahead];

  /** @param {{orders: string[], toward: import("./geometry.js").Hex | null}} given */
  function show(given) {
    const problem = el("p", { class: "problem", role: "alert" });
    const hex = el("input", { name: "hex", size: 4, pattern: "[A-Za-z][0-9]{1,2}", "aria-label": texts.say("orders.hex"),
      placeholder: texts.say("orders.hex"), value: given.toward ? label(given.toward) : "" });
    const chosen = Object.entries(SUBJECTS).map(([subject, words]) => {
      const field = select([ASK, ...words], (word) => texts.say(`orders.${word}`), { name: subject, "data-key": subject });
      field.value = words.find((word) => given.orders.includes(word)) ?? ASK;
      return el("label", { class: "field" }, el("span", {}, texts.say(`orders.${subject}`)), field);
    });
    form.onsubmit = (event) => {
      event.preventDefault();
      const wanted = new FormData(/** @type {HTMLFormElement} */ (form));
      const orders = Object.keys(SUBJECTS).map((subject) => String(wanted.get(subject))).filter((word) => word !== ASK);
      const toward = orders.includes(TOWARD) ? hexIn(String(wanted.get("hex"))) : undefined;
      // The log tells that they were given.
      attempt(problem, () => give({ orders, toward }).then(() => {
        details.removeAttribute("open");
        fill(form);
      }));
    };
    fill(form, ...chosen, hex, el("button", { class: "quiet", "data-key": "orders" }, texts.say("orders.save")), problem);
  }
}
