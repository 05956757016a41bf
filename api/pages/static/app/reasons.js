// @ts-check
// Explains why an own unit cannot be used, from the state and the catalog.

/** @typedef {import("./texts.js").Texts} Texts */
/** @typedef {import("./table.js").Seen} Seen */

/**
 * How many units the card in play orders at most; 0 where there is no number.
 * @param {Texts} texts
 * @param {import("./contract.js").State} state
 */
export function orderLimit(texts, { orders_as: name, orders_fallback: fallback }) {
  if (fallback) return 1;
  const card = name && cardOf(texts, name);
  if (!card || card.orders_by_dice) return 0;
  const counts = [...Object.values(card.orders), card.orders_anywhere];
  return counts.includes("all") ? 0 : counts.reduce((/** @type {number} */ sum, count) => sum + Number(count), 0);
}

/**
 * Why nothing can be done with a unit now; empty for the other side's, and where there is something.
 * @param {Texts} texts
 * @param {Seen} seen
 * @param {string[]} sides those that this player decides for now
 * @param {import("./contract.js").Unit} unit
 */
export function whyNotPlayable(texts, { state, actions }, sides, unit) {
  if (!sides.includes(unit.side) || actions.some((one) => one.unit === unit.id)) return "";
  const word = REASONS[state.awaiting?.decision ?? ""]?.(state, unit, texts);
  return word ? texts.say(`why.not.${word}`) : "";
}

/** @type {Record<string, (state: import("./contract.js").State, unit: import("./contract.js").Unit, texts: Texts) => string>} */
const REASONS = {
  order: whyNoOrder,
  move: (state, unit) => (order(state, unit) ? "moved" : "ordered"),
  battle(state, unit) {
    const given = order(state, unit);
    if (!given) return "ordered";
    if (given.battled) return "battled";
    return given.may_battle ? "target" : "battle";
  },
};

/**
 * @param {import("./contract.js").State} state
 * @param {import("./contract.js").Unit} unit
 * @param {Texts} texts
 */
function whyNoOrder(state, unit, texts) {
  if (order(state, unit)) return "given";
  const card = state.orders_as && cardOf(texts, state.orders_as);
  const total = orderLimit(texts, state);
  if (total && state.ordered.length >= total) return "left";
  if (!card || state.orders_fallback) return "now";
  const { type } = texts.unit(unit.kind, state.edition);
  if (!card.orders_types.includes(type)) return "type";
  if (card.orders_contact === "adjacent") return "contact";
  return Object.keys(card.orders).length || card.orders_one_section ? "section" : "now";
}

/**
 * @param {import("./contract.js").State} state
 * @param {import("./contract.js").Unit} unit
 */
const order = (state, unit) => state.ordered.find((one) => one.unit === unit.id);

/**
 * @param {Texts} texts
 * @param {string} name
 */
const cardOf = (texts, name) => texts.catalog.cards.find((one) => one.id === name);
