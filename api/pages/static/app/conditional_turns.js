// @ts-check
// Conditional turns: a card, the units that it orders, and the condition under which it is played.

import { attempt, el, fill, select } from "./dom.js";
import { hexIn, label } from "./prompt.js";
import { sideOf } from "./seats.js";

/** @typedef {import("./contract.js").Plan} Plan */
/** @typedef {import("./contract.js").State} State */
/** @typedef {import("./texts.js").Texts} Texts */

const WHEN = /** @type {const} */ (["always", "untouched", "enemy_on", "no_enemy_on"]);
/** Of those, which are about a hex. */
const OF_HEX = WHEN.filter((one) => one.endsWith("_on"));

/** The part of the page that was made last, by what it is for: it stays as long as the turn does. @type {[string, HTMLElement] | null} */
let last = null;

/**
 * The conditional turns of a seat while the other side plays.
 * @param {import("./undo.js").Game} game
 * @param {string} seat
 * @param {string} path where its standing orders are
 * @param {(changed: {turns: Plan[]}) => Promise<unknown>} give changes them
 * @returns {HTMLElement[]}
 */
export function conditionalTurns({ texts, table, state }, seat, path, give) {
  const generals = state.table.some(({ role }) => role === "field_general");
  if (generals || !state.active || sideOf(state, state.active) === sideOf(state, seat)) return [];
  const key = `${path} ${state.turn}`;
  if (last?.[0] === key) return [last[1]];
  const list = el("ul", { class: "plans" });
  const form = el("form", { class: "fields" });
  const problem = el("p", { class: "problem", role: "alert" });
  const details = el("details", { class: "plan" }, el("summary", { "data-key": "plan-title" }, texts.say("plan.title")),
    el("p", { class: "soft" }, texts.say("plan.about")), list, form, problem);
  last = [key, details];
  const show = async () => {
    const [{ turns = [] }, now] = await Promise.all([table.client.get(path), table.client.get(table.path)]);
    const change = (/** @type {Plan[]} */ wanted) => attempt(problem, () => give({ turns: wanted }).then(show));
    fill(list, ...turns.map((/** @type {Plan} */ turn) => el("li", {}, describeTurn(texts, turn, now), " ",
      el("button", { class: "quiet", type: "button", "data-key": `withdraw ${JSON.stringify(turn)}`,
        onclick: () => change(turns.filter((/** @type {Plan} */ one) => one !== turn)) }, texts.say("plan.withdraw")))));
    form.onsubmit = (event) => {
      event.preventDefault();
      change([...turns, planIn(new FormData(form))]);
    };
    fill(form, ...fields(texts, now, seat), el("button", { class: "quiet", "data-key": "plan" }, texts.say("plan.add")));
  };
  details.addEventListener("toggle", () => details.open && attempt(problem, show));
  return [details];
}

/**
 * The fields of a conditional turn.
 * @param {Texts} texts
 * @param {State} state
 * @param {string} seat
 */
function fields(texts, state, seat) {
  const kindOf = (/** @type {string} */ card) => texts.catalog.cards.find((/** @type {{id: string}} */ one) => one.id === card);
  const cards = (state.hands[seat].cards ?? []).filter((card) => !kindOf(card)?.reaction);
  const named = (/** @type {string} */ name, /** @type {HTMLElement} */ field) =>
    el("label", { class: "field" }, el("span", {}, texts.say(`plan.${name}`)), field);
  const adapt = () => {
    section.hidden = which.disabled = !kindOf(card.value)?.orders_one_section;
    hex.hidden = !OF_HEX.some((one) => one === when.value);
    at.required = !hex.hidden;
  };
  const card = select(cards, (one) => texts.card(one), { name: "card", "data-key": "plan-card", onchange: adapt });
  const when = select([...WHEN], (one) => texts.say(`plan.${one}`), { name: "when", "data-key": "plan-when", onchange: adapt });
  const which = select(Object.keys(texts.catalog.sections), (one) => texts.name("sections", one),
    { name: "section", "data-key": "plan-section" });
  const section = named("section", which);
  const at = el("input", { name: "hex", size: 4, pattern: "[A-Za-z][0-9]{1,2}", "data-key": "plan-hex" });
  const hex = el("label", { class: "field" }, el("span", {}, texts.say("orders.hex")), at);
  adapt();
  const own = state.units.filter(({ side }) => side === sideOf(state, seat));
  const units = own.map((unit) => el("label", { class: "check" },
    el("input", { type: "checkbox", name: "unit", value: unit.id, "data-key": `plan-${unit.id}` }), el("span", {}, describeUnit(texts, unit))));
  return [named("card", card), section, el("fieldset", { class: "chosen" }, el("legend", {}, texts.say("plan.units")), ...units),
    named("when", when), hex];
}

/**
 * The turn that a form tells. Orders are ended where some are given: the other units stay.
 * @param {FormData} told
 * @returns {Plan}
 */
function planIn(told) {
  const word = (/** @type {string} */ name) => String(told.get(name));
  const units = told.getAll("unit").map((unit) => ({ type: "order_unit", unit: String(unit) }));
  const where = told.has("section") ? { section: word("section") } : {};
  const steps = [{ type: "play_card", card: word("card"), ...where }, ...units, ...(units.length ? [{ type: "end_orders" }] : [])];
  const when = word("when");
  const hex = OF_HEX.some((one) => one === when) ? { hex: hexIn(word("hex")) } : {};
  return /** @type {Plan} */ ({ when, ...hex, steps });
}

/**
 * @param {Texts} texts
 * @param {Plan} turn
 * @param {State} state
 */
function describeTurn(texts, { steps, when = "always", hex }, state) {
  const [play, ...others] = /** @type {import("./choices.js").Action[]} */ (steps);
  const units = others.flatMap(({ unit }) => state.units.filter(({ id }) => id === unit)).map((unit) => describeUnit(texts, unit));
  const section = play.section && texts.name("sections", play.section);
  const parts = [[texts.card(play.card ?? ""), section].filter(Boolean).join(" · "), units.join(", "), texts.say(`plan.${when}`)];
  return parts.filter(Boolean).join(" – ") + (hex ? ` (${label(/** @type {[number, number]} */ (hex))})` : "");
}

/**
 * A unit in short.
 * @param {Texts} texts
 * @param {import("./contract.js").Unit} unit
 */
const describeUnit = (texts, { kind, hex }) => `${texts.name("units", kind)} ${label(hex)}`;
