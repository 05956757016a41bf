// @ts-check
// Explains the current decision in a sentence and with arrows.

import { label } from "./prompt.js";
import { orderLimit } from "./reasons.js";

/** @typedef {import("./geometry.js").Hex} Hex */
/** @typedef {import("./texts.js").Texts} Texts */
/** @typedef {Partial<import("./arrows.js").Marks>} Marks */

/** Decisions that an attack has led to. */
const AFTER_ATTACK = ["ambush", "retreat", "take_ground", "overrun", "battle_back"];

/** How many hexes units see by day. */
const DAY = 6;

/**
 * What a player is asked, and why; empty where the name of the decision says it all.
 * @param {Texts} texts
 * @param {import("./contract.js").State} state
 * @param {import("./choices.js").Choices} found what may be answered
 * @returns {string}
 */
export function explainDecision(texts, state, found) {
  const decision = state.awaiting?.decision ?? "";
  const unit = state.pending?.unit && standing(state, state.pending.unit);
  /** @type {Record<string, string>} */
  const own = unit ? { unit: texts.name("units", unit.kind), at: label(unit.hex) } : {};
  const facts = FACTS[decision]?.(state, texts);
  if (!facts) return "";
  return [texts.say(`why.${decision}${form(state, found, facts)}`, { ...own, ...facts }), ...besides(texts, state, found)].join(" ");
}

/**
 * What else the lit hexes are for, and how far units see where that matters.
 * @param {Texts} texts
 * @param {import("./contract.js").State} state
 * @param {import("./choices.js").Choices} found
 */
function besides(texts, { awaiting, sight }, { hexes }) {
  const decision = awaiting?.decision ?? "";
  const listed = new Set([...hexes.values()].flat().map(({ type }) => type));
  const blown = listed.has("demolish") ? [texts.say(decision === "order" ? "why.demolish" : "why.seal")] : [];
  const dark = decision === "battle" && (sight ?? DAY) < DAY ? [texts.say("why.night", { sight: sight ?? DAY })] : [];
  return [...(listed.has("deploy") ? [texts.say("why.deploy")] : []), ...blown, ...dark];
}

/**
 * Which form of the sentence holds.
 * @param {import("./contract.js").State} state
 * @param {import("./choices.js").Choices} found
 * @param {Record<string, string | number>} facts
 */
function form({ awaiting, pending }, { movers, targets, buttons }, facts) {
  switch (awaiting?.decision) {
    case "retreat": return pending?.shortest ? "" : ".may";
    case "lay_smoke": return buttons.some(({ type }) => type === "decline") ? "" : ".on";
    // The only unit that can do something is chosen, so that its targets are known: it may clear wire alone.
    case "battle": return movers.size + targets.size > 1 ? "" : ".none";
    case "ambush": return buttons.some(({ type }) => type === "ambush") ? "" : ".none";
    default: return facts.total ? ".left" : "";
  }
}

/** @type {Record<string, string | number>} */
const none = {};

/**
 * What is said of a decision, beside the unit that it is about.
 * @type {Record<string, (state: import("./contract.js").State, texts: Texts) => Record<string, string | number>>}
 */
const FACTS = {
  play_card: () => ({}),
  choose_card: () => ({}),
  commit_card: () => ({}),
  hand_out: () => ({}),
  name_targets: () => ({}),
  strike: () => ({}),
  heal: () => ({}),
  move: () => ({}),
  battle: () => ({}),
  order(state, texts) {
    const total = orderLimit(texts, state);
    const count = state.ordered.length;
    return { count, total, left: total - count };
  },
  lay_smoke: () => ({}),
  air_drop: ({ pending }) => ({ units: pending?.units ?? 0, scatter: pending?.scatter ?? 0 }),
  ambush(state, texts) {
    const attacker = state.attack && standing(state, state.attack.attacker);
    return attacker ? { attacker: texts.name("units", attacker.kind), from: label(attacker.hex), dice: state.attack?.dice ?? 0 } : none;
  },
  retreat({ pending }, texts) {
    const { shortest = 0, longest = 0 } = pending ?? {};
    const least = Math.max(shortest, 1);
    const range = least >= longest ? longest : `${least}–${longest}`;
    return { hexes: texts.say("why.hexes", { range, longest }) };
  },
  take_ground: ({ pending }) => ({ to: pending?.hex ? label(pending.hex) : "" }),
  overrun: () => ({}),
  battle_back: () => ({}),
  pursue: () => ({}),
  move_again: () => ({}),
};

/**
 * The same on the board: who attacks whom, where ground may be taken, what is to be struck. A unit
 * that was struck from afar has no attacker on the board: its own hex is marked.
 * @param {import("./contract.js").State} state
 * @returns {Marks}
 */
export function decisionMarks({ awaiting, attack, pending, strike, units }) {
  const at = (/** @type {string | undefined} */ id) => units.find((unit) => unit.id === id)?.hex;
  const color = "red";
  const struck = [...(strike?.targets ?? []), ...(attack || !pending ? [] : [pending.unit])].map(at).filter((hex) => hex !== undefined);
  const hexes = struck.map((hex) => ({ hex, color }));
  const arrows = [];
  if (attack && AFTER_ATTACK.includes(awaiting?.decision ?? "")) {
    const start = at(attack.attacker);
    const end = at(attack.target);
    const ways = [{ start, end, color }, { start, end: pending?.hex, color: "green" }];
    arrows.push(...ways.filter((way) => way.start && way.end));
  }
  return { arrows: /** @type {Marks["arrows"]} */ (arrows), hexes };
}

/**
 * @param {import("./contract.js").State} state
 * @param {string} id
 */
const standing = (state, id) => state.units.find((/** @type {import("./contract.js").Unit} */ unit) => unit.id === id);
