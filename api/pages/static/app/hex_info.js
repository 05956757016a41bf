// @ts-check
// Describes the units, terrain and obstacles on a hex.

import { label } from "./prompt.js";

/** @typedef {import("./texts.js").Texts} Texts */

/**
 * @param {Texts} texts
 * @param {import("./contract.js").State} state
 * @param {import("./geometry.js").Hex} hex
 * @returns {string[]} a line for each thing
 */
export function describeHex(texts, state, hex) {
  const here = (/** @type {{hex: number[]}} */ one) => String(one.hex) === String(hex);
  const { edition, units, terrain, obstacles } = state;
  const goals = state.objectives.filter(({ hexes }) => hexes.map(String).includes(String(hex)));
  return [
    ...units.filter(here).map((unit) => ofUnit(texts, edition, unit)),
    ...terrain.filter(here).map((tile) => ofGround(texts, "terrain", tile.terrain, edition)),
    ...obstacles.filter(here).map(({ kind }) => ofGround(texts, "obstacles", kind, edition)),
    ...goals.map((one) => describeObjective(texts, one)),
  ];
}

/**
 * @param {Texts} texts
 * @param {string} edition
 * @param {import("./contract.js").Unit} unit
 */
function ofUnit(texts, edition, { side, kind, figures, hex }) {
  const { move, dice_by_range: dice } = texts.unit(kind, edition);
  const said = { side: texts.name("sides", side), unit: texts.name("units", kind), figures, place: label(hex) };
  return `${texts.say("board.unit", said)}. ${texts.say("about.unit", { move, dice: dice.join(" · ") })}`;
}

/**
 * Ground by its name, and what the rules say of it.
 * @param {Texts} texts
 * @param {"terrain" | "obstacles"} list
 * @param {string} kind
 * @param {string} edition
 */
function ofGround(texts, list, kind, edition) {
  const text = texts.catalog[list].find((one) => one.id === kind)?.text[edition];
  return text ? `${texts.name(list, kind)}: ${text}` : texts.name(list, kind);
}

/**
 * @param {Texts} texts
 * @param {{side: string | null, medals: number, label: string}} objective
 */
export function describeObjective(texts, { side, medals, label: name }) {
  const said = { medals, side: side ? texts.name("sides", side) : "" };
  return `${name ? `${name}: ` : ""}${texts.say(side ? "about.objective" : "about.objective.both", said)}`;
}
