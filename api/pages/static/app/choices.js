// @ts-check
// Maps clicks to commands. The service decides what is legal: every listed action can be reached
// by clicks, and no click gives anything else.

/** @typedef {Record<string, any> & {type: string, seat?: string}} Action `seat`: for who has several */
/** @typedef {[number, number]} Hex */

/** @param {Hex} hex */
export const keyOf = (hex) => hex.join(",");

/** Actions that a click on one's own unit gives at once. */
const AT_UNIT = new Set(["order_unit", "heal_unit"]);

/** Actions that a click on an enemy unit gives at once, by the member that names the unit. */
const AT_ENEMY = new Map([["name_target", "unit"], ["strike", "target"]]);

/** Actions that name a hex. */
const AT_HEX = new Set(["air_drop", "lay_smoke", "demolish", "deploy"]);

/** Actions that begin with the choice of one's own unit and end on a hex: that of the path's end. */
const ALONG = new Set(["move_unit", "retreat", "exit_board"]);

/** Actions that name a card. */
const OF_CARD = new Set(["play_card", "commit_card", "hand_out", "choose_card", "propose_card"]);

/**
 * What can be clicked, and what each click gives. Several actions at one place are a further choice.
 * @typedef {object} Choices
 * @property {Map<string, Action[]>} cards by card
 * @property {Map<string, Action[]>} units a click on one's own unit that is an action at once
 * @property {Set<string>} movers units that can be chosen for what they may do
 * @property {Map<string, Action[]>} hexes by hex: where the chosen unit may go, where troops land
 * @property {Map<string, Action[]>} targets by unit: what the chosen unit may attack, or what may be struck
 * @property {Action[]} buttons all that needs no place
 */

/**
 * @param {Action[]} actions as the service lists them
 * @param {string | null} chosen the unit that the player has chosen
 * @param {Map<string, Hex>} places where each unit stands
 * @returns {Choices}
 */
export function choices(actions, chosen, places) {
  /** @type {Choices} */
  const found = { cards: new Map(), units: new Map(), movers: new Set(), hexes: new Map(), targets: new Map(), buttons: [] };
  const moving = actions.some(({ type }) => type === "end_moves");
  for (const action of actions) {
    if (moving && action.type === "heal_unit") addHealing(action, chosen, found);
    else sort(action, chosen, places, found);
  }
  return found;
}

/**
 * A unit that may move recovers by a button, once it is chosen.
 * @param {Action} action
 * @param {string | null} chosen
 * @param {Choices} found
 */
function addHealing(action, chosen, found) {
  found.movers.add(action.unit);
  if (action.unit === chosen) found.buttons.push(action);
}

/**
 * @param {Action} action
 * @param {string | null} chosen
 * @param {Map<string, Hex>} places
 * @param {Choices} found
 */
function sort(action, chosen, places, found) {
  const { type, unit } = action;
  if (OF_CARD.has(type)) add(found.cards, action.card, action);
  else if (AT_UNIT.has(type)) add(found.units, unit, action);
  else if (AT_ENEMY.has(type)) add(found.targets, action[/** @type {string} */ (AT_ENEMY.get(type))], action);
  else if (AT_HEX.has(type)) add(found.hexes, keyOf(action.hex), action);
  else if (ALONG.has(type) || type === "attack" || type === "remove_wire") {
    found.movers.add(unit);
    if (unit !== chosen) return;
    if (type === "attack") add(found.targets, action.target, action);
    else if (type === "remove_wire") found.buttons.push(action);
    else add(found.hexes, keyOf(action.path.at(-1) ?? places.get(unit)), action);
  } else found.buttons.push(action);
}

/**
 * @param {Map<string, Action[]>} map
 * @param {string} key
 * @param {Action} action
 */
function add(map, key, action) {
  map.set(key, [...(map.get(key) ?? []), action]);
}

/**
 * The unit to choose without being asked: the only one that can be.
 * @param {Choices} found
 * @returns {string | null}
 */
export function onlyMover(found) {
  return found.movers.size === 1 ? [...found.movers][0] : null;
}
