// @ts-check
// Roads, railroads and rivers: which piece connects the neighbors of a hex, and its orientation.

import { beside, same, within } from "./grid.js";

/** @typedef {import("./contract.js").ScenarioDraft} ScenarioDraft */
/** @typedef {import("./geometry.js").Hex} Hex */

/** The sides over which a piece leaves its hex, counted counterclockwise from the east. @type {Record<string, number[]>} */
export const PIECES = {
  straight: [0, 3], curve: [1, 5], fork_left: [0, 1, 3], fork_right: [0, 3, 5], crossing: [0, 1, 3, 4], fork_y: [0, 2, 4],
};
const BRIDGES = ["bridge", "bridge_section", "pontoon_bridge", "railroad_bridge"];
/** Only roads and rails fork. */
const PLAIN = ["straight", "curve"];
/** What each sort of course joins; its own first. @type {{tiles: string[], joins: string[], pieces: string[]}[]} */
const COURSES = [
  { tiles: ["road", "road_hill"], joins: [], pieces: Object.keys(PIECES) },
  { tiles: ["wadi"], joins: [], pieces: PLAIN },
  { tiles: ["railroad"], joins: ["railroad_station"], pieces: PLAIN },
  { tiles: ["river", "fordable_stream", "frozen_river"], joins: ["lake", "ocean", "coastline", "dam"], pieces: PLAIN },
];
/** The words for the sides of a hex, in the same order. */
export const DIRECTIONS = ["E", "NE", "NW", "W", "SW", "SE"];

/** @param {string} terrain */
export const courseOf = (terrain) => COURSES.find(({ tiles }) => tiles.includes(terrain));

/**
 * Lay the courses on a hex and around it such that they meet.
 * @param {ScenarioDraft} document
 * @param {Hex} hex
 */
export function joinAround(document, hex) {
  for (const place of [hex, ...beside(hex)]) {
    const tile = document.terrain.find((one) => same(one.hex, place));
    const course = tile && courseOf(tile.terrain);
    if (course) Object.assign(tile, fitted(document, tile.hex, course));
  }
}

/**
 * The piece that joins most of what lies around, and how it is turned.
 * @param {ScenarioDraft} document
 * @param {Hex} hex
 * @param {{tiles: string[], joins: string[], pieces: string[]}} course
 */
function fitted(document, hex, { tiles, joins, pieces }) {
  const ways = beside(hex).map((place) => worth(document, place, tiles, joins));
  let best = { piece: "straight", orientation: 1 };
  let most = -Infinity;
  for (const piece of pieces) {
    for (let orientation = 1; orientation <= 6; orientation += 1) {
      const ends = PIECES[piece].map((end) => (end + orientation - 1) % 6);
      const found = ends.reduce((sum, end) => sum + ways[end], 0);
      if (found <= most) continue;
      most = found;
      best = { piece, orientation };
    }
  }
  return best;
}

/**
 * How good it is that a course leads to a hex.
 * @param {ScenarioDraft} document
 * @param {Hex} hex
 * @param {string[]} tiles
 * @param {string[]} joins
 */
function worth(document, hex, tiles, joins) {
  const at = (/** @type {{hex: Hex}} */ one) => same(one.hex, hex);
  if (!within(document.board.kind, hex)) return 0.2;
  const terrain = document.terrain.find(at)?.terrain ?? "";
  if (tiles.includes(terrain)) return 4;
  const bridged = tiles.includes("road") && document.obstacles.some((one) => at(one) && BRIDGES.includes(one.kind));
  return joins.includes(terrain) || bridged ? 2 : -1;
}

/**
 * Over which two sides a bridge of several hexes is entered: on from the next part of it, else across.
 * @param {ScenarioDraft} document
 * @param {Hex} hex
 * @returns {[string, string]}
 */
export function bridgeEnds(document, hex) {
  const around = beside(hex);
  const next = document.obstacles.find((one) =>
    one.kind === "bridge_section" && around.some((place) => same(place, one.hex)));
  const toward = next ? around.findIndex((place) => same(place, next.hex)) % 3 : 1;
  return [DIRECTIONS[toward], DIRECTIONS[toward + 3]];
}
