// @ts-check
// Arrows and marked hexes on a board: those of comments, moves and attacks.

import { center, outline } from "./geometry.js";
import { group, reconcile } from "./reconcile.js";

/** @typedef {import("./geometry.js").Hex} Hex */
/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {import("./reconcile.js").Part} Part */

/**
 * What somebody drew on a board, as an annotation has it. The sign stands where the first arrow or hex
 * is, a chance in the middle of it.
 * @typedef {Partial<import("./marks.js").Marks> & {sign?: string | null, chance?: string}} Marks
 */

const SHORT = 34;
const HEAD = 26;
const SLENDER = 0.62;

/**
 * @param {import("./kit.js").Kit} kit
 * @param {Marks[]} marks
 */
export function drawMarks(kit, marks) {
  const at = (/** @type {Hex} */ hex) => center(hex, kit.turned);
  reconcile(kit.layer("marks"), marks.flatMap(({ arrows = [], hexes = [], sign, chance }, n) => {
    const [first] = arrows;
    const middle = first ? between(at(first.start), at(first.end)) : hexes[0] && at(hexes[0].hex);
    const place = arrows[0]?.end ?? hexes[0]?.hex;
    return [
      ...hexes.map(({ hex, color }, m) => marked(`${n} hex ${m}`, at(hex), color)),
      ...arrows.flatMap(({ start, end, color }, m) =>
        String(start) === String(end) ? [marked(`${n} arrow ${m}`, at(end), color)]
          : [arrow(`${n} arrow ${m}`, [at(start), at(end)], `mark ${color}`, 22)]),
      ...(sign && place ? [signed(`${n} sign`, at(place), sign)] : []),
      ...(chance && middle ? [labelled(`${n} chance`, middle, chance)] : []),
    ];
  }));
}

/**
 * An arrow along points, ending shortly before the last and beginning so far after the first.
 * @param {string} key
 * @param {Point[]} points
 * @param {string} style
 * @param {number} [after]
 * @returns {Part}
 */
export function arrow(key, points, style, after = 0) {
  const last = points[points.length - 1];
  const before = points[points.length - 2];
  const tip = shortOf(before, last, SHORT);
  const foot = shortOf(before, last, SHORT + HEAD);
  const [dx, dy] = [(tip[0] - foot[0]) * SLENDER, (tip[1] - foot[1]) * SLENDER];
  const begin = shortOf(points[1], points[0], after);
  const line = `M${[begin, ...points.slice(1, -1), foot].map(spaced).join("L")}`;
  const head = `M${spaced(tip)}L${spaced([foot[0] - dy, foot[1] + dx])}L${spaced([foot[0] + dy, foot[1] - dx])}Z`;
  return group(key, { class: `arrow ${style}` }, [
    { key: "halo", tag: "path", set: { d: line, class: "halo" } },
    { key: "line", tag: "path", set: { d: line, class: "line" } },
    { key: "head", tag: "path", set: { d: head, class: "head" } },
  ]);
}

/**
 * @param {string} key
 * @param {Point} middle
 * @param {string} color
 * @returns {Part}
 */
function marked(key, middle, color) {
  return { key, tag: "polygon", set: { points: outline(middle), class: `mark ${color}` } };
}

/**
 * @param {string} key
 * @param {Point} middle
 * @param {string} sign
 * @returns {Part}
 */
function signed(key, [x, y], sign) {
  return group(key, { class: "sign", transform: `translate(${x + 34} ${y - 36})` }, [
    { key: "ground", tag: "circle", set: { r: 19 } },
    { key: "sign", tag: "text", set: { "text-anchor": "middle", y: 9 }, in: sign },
  ]);
}

/**
 * @param {string} key
 * @param {Point} middle
 * @param {string} said
 * @returns {Part}
 */
function labelled(key, [x, y], said) {
  const wide = 16 + 15 * said.length;
  return group(key, { class: "sign chance", transform: `translate(${x} ${y})` }, [
    { key: "ground", tag: "rect", set: { x: -wide / 2, y: -18, width: wide, height: 36, rx: 18 } },
    { key: "said", tag: "text", set: { "text-anchor": "middle", y: 9 }, in: said },
  ]);
}

/**
 * @param {Point} start
 * @param {Point} end
 * @returns {Point}
 */
const between = ([ax, ay], [bx, by]) => [(ax + bx) / 2, (ay + by) / 2];

/**
 * The point that lies so far before the end of a line, or halfway on a short one.
 * @param {Point} start
 * @param {Point} end
 * @param {number} distance
 * @returns {Point}
 */
function shortOf([ax, ay], [bx, by], distance) {
  const part = Math.min(0.5, distance / Math.hypot(bx - ax, by - ay));
  return [bx - (bx - ax) * part, by - (by - ay) * part];
}

/** @param {Point} point */
const spaced = (point) => point.map((one) => Math.round(one * 10) / 10).join(" ");
