// @ts-check
// The positions of hexes in the view box of the boards. The service has the same numbers; a test
// compares both with one table.

/** @typedef {[number, number]} Hex row and column */
/** @typedef {[number, number]} Point */

export const HALF_WIDTH = 52;
export const HALF_HEIGHT = 60;
const SHOULDER = 30;
export const ROW_STEP = 90;

/** Where the board's upper left corner lies on a picture with its frame. @type {Point} */
export const BOARD_AT = [20, 66];

/** The corners of a hex around its center, clockwise from the top. @type {Point[]} */
export const CORNERS = [
  [0, -HALF_HEIGHT],
  [HALF_WIDTH, -SHOULDER],
  [HALF_WIDTH, SHOULDER],
  [0, HALF_HEIGHT],
  [-HALF_WIDTH, SHOULDER],
  [-HALF_WIDTH, -SHOULDER],
];

/**
 * Where the center of a hex lies; `turned` is the size of a board that is seen from its upper edge.
 * @param {Hex} hex
 * @param {Point | null} [turned]
 * @returns {Point}
 */
export function center([row, column], turned = null) {
  const x = HALF_WIDTH * (2 * column + (row % 2) + 1);
  const y = ROW_STEP * row + HALF_HEIGHT;
  return turned ? [turned[0] - x, turned[1] - y] : [x, y];
}

/**
 * How many rows a board of a height has.
 * @param {number} height
 */
export const rowsIn = (height) => (height - 2 * HALF_HEIGHT) / ROW_STEP + 1;

/**
 * The corners of a hex as a polygon has them.
 * @param {Point} middle
 */
export const outline = ([x, y]) => CORNERS.map(([dx, dy]) => `${x + dx},${y + dy}`).join(" ");

/**
 * The hex around a point of a board; null where there is none.
 * @param {Point} point
 * @param {Point | null} turned
 * @returns {Hex | null}
 */
export function around([x, y], turned) {
  const [px, py] = turned ? [turned[0] - x, turned[1] - y] : [x, y];
  const nearest = Math.round((py - HALF_HEIGHT) / ROW_STEP);
  /** @type {Hex[]} */
  const found = [-1, 0, 1].map((more) => nearest + more).filter((row) => row >= 0)
    .map((row) => [row, Math.round((px / HALF_WIDTH - 1 - (row % 2)) / 2)]);
  const far = (/** @type {Hex} */ hex) => Math.hypot(center(hex)[0] - px, center(hex)[1] - py);
  const [first] = found.filter(([, column]) => column >= 0).sort((one, other) => far(one) - far(other));
  return first && far(first) < HALF_HEIGHT ? first : null;
}
