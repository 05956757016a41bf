// @ts-check
// A slider over all versions, and below it the curve of luck: the figures lost to dice beyond the
// expected number, as the difference of the sides.

import { el, fill, svgElement } from "./dom.js";
import { sideOf } from "./seats.js";

/** @typedef {import("./review.js").Review} Review */
/** @typedef {import("./review.js").Shown} Shown */

const HEIGHT = 100;
const MIDDLE = HEIGHT / 2;
const ROOM = MIDDLE - 6;

export class Scrubber {
  /** The report that the curve is drawn from. @type {import("./contract.js").Luck | null} */
  #drawn = null;
  #signed = -1;
  /** The frame that goes to where the thumb is. */
  #dragged = 0;
  /** @type {import("./markers.js").Markers | null} */
  #signs = null;

  /**
   * @param {Review} review
   * @param {HTMLElement} place
   */
  constructor(review, place) {
    this.review = review;
    const { texts } = review.page;
    this.range = el("input", { type: "range", min: 1, step: 1, id: "version", "aria-label": texts.say("review.scrub") });
    this.range.addEventListener("input", () => this.#drag());
    this.curve = svgElement("svg", { class: "curve", preserveAspectRatio: "none", role: "img" });
    this.now = svgElement("line", { class: "now", y1: 0, y2: HEIGHT });
    this.luck = el("p", { class: "soft legend" });
    this.chance = svgElement("svg", { class: "curve chance", preserveAspectRatio: "none", role: "img", hidden: true });
    this.moment = svgElement("line", { class: "now", y1: 0, y2: HEIGHT });
    this.odds = el("p", { class: "soft legend", hidden: true });
    for (const curve of [this.chance, this.curve]) curve.addEventListener("click", (event) => this.#click(event));
    place.append(this.range, this.chance, this.odds, this.curve, this.luck);
  }

  /** @param {Shown} shown */
  show({ version, latest, entry }) {
    this.range.max = String(latest);
    this.range.value = String(version);
    this.range.setAttribute("aria-valuetext", `${version} / ${latest}. ${entry?.text ?? ""}`);
    if (this.#drawn !== this.review.history.luck) this.#draw(latest);
    if (this.#signs !== this.review.markers || this.#signed !== this.review.markers.revision) this.#sign(latest);
    for (const line of [this.now, this.moment]) {
      line.setAttribute("x1", String(version));
      line.setAttribute("x2", String(version));
    }
    this.odds.textContent = this.#expected(version);
    this.luck.textContent = this.#said(version);
  }

  /** To where the thumb is, once a frame, however often it moves. */
  #drag() {
    if (this.#dragged) return;
    this.#dragged = requestAnimationFrame(() => {
      this.#dragged = 0;
      this.review.go(Number(this.range.value));
    });
  }

  /** To the version that is where one clicks. @param {MouseEvent} event */
  #click({ currentTarget, clientX }) {
    const { left, width } = /** @type {Element} */ (currentTarget).getBoundingClientRect();
    this.review.go(Math.round(1 + ((clientX - left) / width) * (this.review.latest - 1)));
  }

  /**
   * Draw the chance to win, the medals and what was judged wrong.
   * @param {number} latest
   */
  #sign(latest) {
    const { markers, chances, page: { texts } } = this.review;
    this.#signs = markers;
    this.#signed = markers.revision;
    const tick = (/** @type {import("./markers.js").Sign} */ { version, side = "" }, /** @type {string} */ kind, /** @type {number[]} */ [y1, y2]) =>
      svgElement("line", { class: kind, "data-side": side, x1: version, x2: version, y1, y2 });
    const above = Object.keys(this.review.history.luck.sides)[0];
    const medals = markers.of("medal").map((one) => tick(one, "medal", one.side === above ? [0, 18] : [82, HEIGHT]));
    for (const old of this.curve.querySelectorAll(".medal")) old.remove();
    this.curve.append(...medals);
    this.chance.toggleAttribute("hidden", !chances.length);
    this.odds.hidden = !chances.length;
    if (!chances.length) return;
    const y = (/** @type {number} */ value) => HEIGHT - value * HEIGHT;
    const line = chances.reduce((d, [version, value]) => `${d}H${version}V${y(value)}`, `M1 ${y(chances[0][1])}`);
    this.chance.setAttribute("viewBox", `1 0 ${Math.max(1, latest - 1)} ${HEIGHT}`);
    this.chance.setAttribute("aria-label", texts.say("review.chance", { side: texts.name("sides", above) }));
    fill(this.chance,
      svgElement("path", { d: `${line}H${latest}V${HEIGHT}H1Z`, class: "area", "data-side": above }),
      svgElement("line", { x1: 1, x2: latest, y1: MIDDLE, y2: MIDDLE, class: "zero" }),
      ...markers.of("mistake").filter(({ glyph }) => glyph !== "?!").map((one) => tick(one, "mistake", one.side === above ? [0, 18] : [82, HEIGHT])),
      svgElement("path", { d: `${line}H${latest}`, class: "luck" }), this.moment);
  }

  /** @param {number} version */
  #expected(version) {
    const { chances, page: { texts } } = this.review;
    const [, value] = chances.filter(([at]) => at <= version).pop() ?? chances[0] ?? [0, 0];
    const side = Object.keys(this.review.history.luck.sides)[0];
    return chances.length ? texts.say("review.chance.of", { side: texts.name("sides", side), chance: texts.percent.format(value) }) : "";
  }

  /** @param {number} latest */
  #draw(latest) {
    const { turns, luck } = this.review.history;
    const state = this.review.series.at(1);
    const [above, below] = Object.keys(luck.sides);
    const points = balanceByVersion(luck);
    const highest = Math.max(1, ...points.map(([, value]) => Math.abs(value)));
    const way = (/** @type {(value: number) => number} */ of) =>
      points.reduce((d, [version, value]) => `${d}H${version}V${MIDDLE - (of(value) / highest) * ROOM}`, `M1 ${MIDDLE}`);
    const area = (/** @type {string} */ side, /** @type {(value: number) => number} */ of) =>
      svgElement("path", { d: `${way(of)}H${latest}V${MIDDLE}Z`, class: "area", "data-side": side });
    this.curve.setAttribute("viewBox", `1 0 ${Math.max(1, latest - 1)} ${HEIGHT}`);
    this.curve.setAttribute("aria-label", this.review.page.texts.say("review.luck"));
    fill(this.curve,
      ...turns.filter((turn) => turn.seat).map((turn) =>
        svgElement("rect", { x: turn.from, width: turn.to - turn.from + 1, height: HEIGHT, class: "turn", "data-side": sideOf(state, turn.seat ?? "") })),
      svgElement("line", { x1: 1, x2: latest, y1: MIDDLE, y2: MIDDLE, class: "zero" }),
      area(above, (value) => Math.max(0, value)),
      area(below, (value) => Math.min(0, value)),
      svgElement("path", { d: `${way((value) => value)}H${latest}`, class: "luck" }),
      this.now);
    this.#drawn = luck;
    this.#signed = -1;
  }

  /** @param {number} version */
  #said(version) {
    const { texts } = this.review.page;
    const { luck } = this.review.history;
    const [first, second] = Object.keys(luck.sides);
    const passed = balanceByVersion(luck).filter(([at]) => at <= version);
    const value = passed.pop()?.[1] ?? 0;
    if (Math.abs(value) < 0.05) return texts.say("review.luck.even");
    const side = texts.name("sides", value > 0 ? first : second);
    const count = Math.round(Math.abs(value) * 10) / 10;
    return texts.say("review.luck.of", { side, count, figures: texts.number.format(count) });
  }
}

/**
 * By the version of each roll, the luck of the first side so far less that of the other.
 * @param {import("./contract.js").Luck} report
 * @returns {[number, number][]}
 */
export function balanceByVersion({ rolls, sides }) {
  const [first] = Object.keys(sides);
  let sum = 0;
  return rolls.map((roll) => {
    const luck = roll.losses.actual - roll.losses.expected;
    sum += roll.side === first ? luck : -luck;
    return [roll.version, sum];
  });
}
