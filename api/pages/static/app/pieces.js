// @ts-check
// The obstacles, units, medals and labels on a board.

import { center } from "./geometry.js";
import { group, reconcile, useSymbol } from "./reconcile.js";

/** @typedef {import("./geometry.js").Hex} Hex */
/** @typedef {import("./reconcile.js").Part} Part */
/** @typedef {import("./kit.js").Kit} Kit */

const WHOLE = ["bridge", "bridge_section", "bunker"];
const MIDDLE = 0;
const LOWER = 41;
const UPPER = -44;
/** The places of a hex for obstacles, the best first, and how large they are there. @type {[number, number][]} */
const PLACES = [[MIDDLE, 1.1], [LOWER, 0.95], [UPPER, 0.75]];

/** @param {Hex} hex */
const named = ([row, column]) => `${row}-${column}`;

/**
 * Draw what a state has on its board. What is free of units has its marks in the middle, all else
 * has them at the ends of hexes: medals at the upper, names and obstacles at the lower.
 * @param {Kit} kit
 * @param {import("./contract.js").State} state
 */
export function drawPieces(kit, state) {
  const taken = new Set(state.units.map(({ hex }) => `${named(hex)} ${MIDDLE}`));
  for (const { hexes } of state.objectives) for (const hex of hexes) taken.add(`${named(hex)} ${UPPER}`);
  for (const name of kit.named) taken.add(`${name} ${LOWER}`);
  reconcile(kit.layer("obstacles"), obstacles(kit, state.obstacles, taken));
  const ordered = new Set(state.ordered.map((one) => one.unit));
  reconcile(kit.layer("units"), state.units.map((one) => unit(kit, one, ordered.has(one.id))));
  reconcile(kit.layer("medals"), medals(kit, state.objectives));
  const names = kit.named.map((name) => useSymbol(name, `name-${name}-${taken.has(`${name} ${MIDDLE}`) ? "lower" : "middle"}`));
  reconcile(kit.layer("names"), names);
}

/**
 * @param {Kit} kit
 * @param {Hex} hex
 */
const at = (kit, hex) => center(hex, kit.turned);

/**
 * A unit; one that has an order this turn has a golden rim.
 * @param {Kit} kit
 * @param {import("./contract.js").Unit} shown
 * @param {boolean} ordered
 * @returns {Part}
 */
function unit(kit, { id, side, kind, figures, figures_full: full, hex }, ordered) {
  const told = { "data-unit": id, "data-side": side, "data-kind": kind, "data-figures": figures, "data-hex": hex.join(",") };
  const transform = `translate(${at(kit, hex).join(" ")})`;
  return group(id, { ...told, transform }, [
    ...(ordered ? [useSymbol("rim", `rim-${side}`)] : []),
    useSymbol("token", `token-${side}-${kind}`),
    useSymbol("pips", `pips-${side}-${figures}-${Math.max(full, figures)}`),
  ]);
}

/**
 * What takes a whole hex comes first, then what lies at one place of it.
 * @param {Kit} kit
 * @param {import("./contract.js").State["obstacles"]} lying
 * @param {Set<string>} taken
 * @returns {Part[]}
 */
function obstacles(kit, lying, taken) {
  const whole = lying.filter(({ kind }) => WHOLE.includes(kind));
  for (const { hex } of whole) taken.add(`${named(hex)} ${MIDDLE}`);
  const parts = whole.map(({ hex, kind }) => {
    const bridge = `bridge-${named(hex)}`;
    const known = kind !== "bunker" && kit.symbol(bridge);
    return useSymbol(`${kind} ${hex}`, known ? bridge : `obstacles-${kind}`, `translate(${at(kit, hex).join(" ")})`);
  });
  for (const { hex, kind } of lying.filter((one) => !whole.includes(one))) {
    const [down, scale] = PLACES.find(([place]) => !taken.has(`${named(hex)} ${place}`)) ?? PLACES[1];
    taken.add(`${named(hex)} ${down}`);
    const [x, y] = at(kit, hex);
    parts.push(useSymbol(`${kind} ${hex}`, `obstacles-${kind}`, `translate(${x} ${y + down}) scale(${scale})`));
  }
  return parts;
}

/**
 * A medal on each hex of an objective; one that is held is ringed by its holder.
 * @param {Kit} kit
 * @param {import("./contract.js").State["objectives"]} objectives
 * @returns {Part[]}
 */
function medals(kit, objectives) {
  return objectives.filter(({ kind }) => kind !== "empty_section").flatMap(({ id, side, held_by: holder, hexes }) =>
    hexes.flatMap((/** @type {Hex} */ hex) => {
      const [x, y] = at(kit, hex);
      const place = `translate(${x} ${y - 45}) scale(.88)`;
      const medal = useSymbol(`${id} ${hex}`, `marks-medal_${side ?? "both"}`, place);
      return holder ? [medal, useSymbol(`${id} ${hex} held`, `marks-held_${holder}`, place)] : [medal];
    }));
}
