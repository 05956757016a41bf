// @ts-check
// Any version at once, and under it how luck went: the figures that dice took beyond what was
// expected of them, those of one side less those of the other.

import { drawn, el, fill } from "./dom.js";
import { sideOf } from "./seats.js";

/** @typedef {import("./review.js").Review} Review */
/** @typedef {import("./review.js").Shown} Shown */

const HEIGHT = 100;
const MIDDLE = HEIGHT / 2;
const ROOM = MIDDLE - 6;

export class Scrubber {
  /** The report that the curve is drawn from. @type {any} */
  #drawn = null;

  /**
   * @param {Review} review
   * @param {HTMLElement} place
   */
  constructor(review, place) {
    this.review = review;
    const { texts } = review.page;
    this.range = el("input", { type: "range", min: 1, step: 1, id: "version", "aria-label": texts.say("review.scrub") });
    this.range.addEventListener("input", () => review.go(Number(this.range.value)));
    this.curve = drawn("svg", { class: "curve", preserveAspectRatio: "none", role: "img" });
    this.now = drawn("line", { class: "now", y1: 0, y2: HEIGHT });
    this.luck = el("p", { class: "soft legend" });
    place.append(this.range, this.curve, this.luck);
  }

  /** @param {Shown} shown */
  show({ version, latest, entry }) {
    this.range.max = String(latest);
    this.range.value = String(version);
    this.range.setAttribute("aria-valuetext", `${version} / ${latest}. ${entry?.text ?? ""}`);
    if (this.#drawn !== this.review.story.luck) this.#draw(latest);
    this.now.setAttribute("x1", String(version));
    this.now.setAttribute("x2", String(version));
    this.luck.textContent = this.#said(version);
  }

  /** @param {number} latest */
  #draw(latest) {
    const { turns, luck } = this.review.story;
    const state = this.review.series.at(1);
    const [above, below] = Object.keys(luck.sides);
    const points = balance(luck);
    const highest = Math.max(1, ...points.map(([, value]) => Math.abs(value)));
    const way = (/** @type {(value: number) => number} */ of) =>
      points.reduce((d, [version, value]) => `${d}H${version}V${MIDDLE - (of(value) / highest) * ROOM}`, `M1 ${MIDDLE}`);
    const area = (/** @type {string} */ side, /** @type {(value: number) => number} */ of) =>
      drawn("path", { d: `${way(of)}H${latest}V${MIDDLE}Z`, class: "area", "data-side": side });
    this.curve.setAttribute("viewBox", `1 0 ${Math.max(1, latest - 1)} ${HEIGHT}`);
    this.curve.setAttribute("aria-label", this.review.page.texts.say("review.luck"));
    fill(this.curve,
      ...turns.filter((turn) => turn.seat).map((turn) =>
        drawn("rect", { x: turn.from, width: turn.to - turn.from + 1, height: HEIGHT, class: "turn", "data-side": sideOf(state, turn.seat) })),
      drawn("line", { x1: 1, x2: latest, y1: MIDDLE, y2: MIDDLE, class: "zero" }),
      area(above, (value) => Math.max(0, value)),
      area(below, (value) => Math.min(0, value)),
      drawn("path", { d: `${way((value) => value)}H${latest}`, class: "luck" }),
      this.now);
    this.#drawn = luck;
  }

  /** @param {number} version */
  #said(version) {
    const { texts } = this.review.page;
    const { luck } = this.review.story;
    const [first, second] = Object.keys(luck.sides);
    const passed = balance(luck).filter(([at]) => at <= version);
    const value = passed.pop()?.[1] ?? 0;
    if (Math.abs(value) < 0.05) return texts.say("review.luck.even");
    const side = texts.name("sides", value > 0 ? first : second);
    const count = Math.round(Math.abs(value) * 10) / 10;
    return texts.say("review.luck.of", { side, count, figures: texts.number.format(count) });
  }
}

/**
 * By the version of each roll, the luck of the first side so far less that of the other.
 * @param {any} report
 * @returns {[number, number][]}
 */
export function balance({ rolls, sides }) {
  const [first] = Object.keys(sides);
  let sum = 0;
  return rolls.map((/** @type {any} */ roll) => {
    const luck = roll.losses.actual - roll.losses.expected;
    sum += roll.side === first ? luck : -luck;
    return [roll.version, sum];
  });
}
