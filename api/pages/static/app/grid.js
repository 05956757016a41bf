// @ts-check
// The grids of the boards: their hexes, the printed terrain, and neighbors.

import { BOARD_AT, HALF_HEIGHT, HALF_WIDTH, ROW_STEP } from "./geometry.js";

/** @typedef {import("./geometry.js").Hex} Hex */

/** Rows, and columns of an even row. @type {Record<string, [number, number]>} */
const SIZES = { standard: [9, 13], breakthrough: [17, 13], overlord: [9, 26] };
const BEACH = 3;

/** The sizes of boards by name. */
export const BOARDS = Object.keys(SIZES);

/**
 * How wide and high a board is drawn, with its frame.
 * @param {string} board
 * @returns {[number, number]}
 */
export function sizeOf(board) {
  const [rows, columns] = SIZES[board];
  const [x, y] = BOARD_AT;
  return [2 * x + 2 * HALF_WIDTH * columns, 2 * y + 2 * HALF_HEIGHT + ROW_STEP * (rows - 1)];
}

/** The faces of boards. */
export const FACES = ["countryside", "beach", "winter", "desert"];

/** @param {Hex} one @param {Hex} other */
export const same = (one, other) => one[0] === other[0] && one[1] === other[1];

/**
 * Whether a board has a hex.
 * @param {string} board
 * @param {Hex} hex
 */
export function within(board, [row, column]) {
  const [rows, columns] = SIZES[board];
  return row >= 0 && row < rows && column >= 0 && column < columns - (row % 2);
}

/**
 * All hexes of a board, row by row.
 * @param {string} board
 * @returns {Hex[][]}
 */
export function rowsOf(board) {
  const [rows, columns] = SIZES[board];
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns - (row % 2) }, (__, column) => /** @type {Hex} */ ([row, column])));
}

/**
 * The six hexes around one, on the board or not: counterclockwise from the east, as pieces turn.
 * @param {Hex} hex
 * @returns {Hex[]}
 */
export function beside([row, column]) {
  const right = column + (row % 2);
  return [[row, column + 1], [row - 1, right], [row - 1, right - 1], [row, column - 1], [row + 1, right - 1], [row + 1, right]];
}

/**
 * What a board shows where no tile lies.
 * @param {{kind: string, face: string}} board
 * @param {Hex} hex
 */
export function printed({ kind, face }, [row]) {
  if (face !== "beach") return "open";
  const ocean = SIZES[kind][0] - (kind === "breakthrough" ? 3 : 2);
  if (row >= ocean) return "ocean";
  return row >= ocean - BEACH ? "beach" : "open";
}
