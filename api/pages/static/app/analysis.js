// @ts-check
// The analysis of a game, on request: how good each decision was, and the chances to win.

import { pause } from "./client.js";
import { attempt, el, fill } from "./dom.js";
import { describeCommand, optionMarks, options } from "./options.js";
import { sideOf, sidesOf } from "./seats.js";
import { signedIn } from "./start.js";

/** @typedef {import("./review.js").Review} Review */
/** @typedef {import("./review.js").Shown} Shown */

const WAIT = 1000;
/** @type {Record<string, string>} */
const GLYPHS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export class Analysis {
  /** @type {import("./contract.js").Analysis | null} */
  #result = null;

  /**
   * @param {Review} review
   * @param {HTMLElement} place
   */
  constructor(review, place) {
    this.review = review;
    this.place = place;
    this.status = el("p", { role: "status" });
    this.summary = el("p", { class: "soft" });
    this.run = el("button", { id: "analyze", onclick: () => attempt(this.status, () => this.#ask()) },
      review.page.texts.say("analysis.run"));
    this.best = el("ol", { class: "best" });
    place.append(this.run, this.status, this.best, this.summary);
  }

  /** @param {Shown} shown */
  show({ version, finished, state }) {
    this.place.hidden = !finished;
    if (!this.#result) return;
    fill(this.status, this.#judgement(version));
    this.#choose(version, state);
  }

  /**
   * The best options of what is to be decided at the version shown.
   * @param {number} version
   * @param {import("./contract.js").State} state
   */
  #choose(version, state) {
    const { texts } = this.review.page;
    const decision = this.#result?.decisions.find((one) => one.version === version);
    const found = decision && decision.best.length > 1 ? options(decision) : [];
    fill(this.best, found.length > 0 && el("li", { class: "soft" }, texts.say("analysis.options")), ...found.map(({ command, chance }, n) =>
      el("li", { "data-option": n }, el("strong", {}, texts.percent.format(chance)), ` ${describeCommand(texts, command, state)}`)));
    this.review.mark("options", optionMarks(texts, found, state));
  }

  async #ask() {
    const { page, path } = this.review;
    const { texts } = page;
    await signedIn(page);
    /** @type {import("./contract.js").Analysis} */
    let found = await page.client.post(`${path}/analysis`, {}, { once: false });
    while (found.status === "queued" || found.status === "running") {
      this.status.textContent = texts.say("analysis.running", { progress: texts.percent.format(found.progress) });
      await pause(WAIT);
      found = await page.client.get(`${path}/analysis`);
    }
    if (found.status !== "done") throw new Error(texts.say("analysis.failed"));
    this.#result = found;
    this.run.hidden = true;
    const state = this.review.main.series.at(1);
    const [first, second] = sidesOf(state);
    const of = (/** @type {string} */ side) => texts.percent.format((found.summary?.[side].accuracy ?? 0) / 100);
    this.summary.textContent = texts.say("analysis.accuracy", {
      first: texts.name("sides", first), one: of(first), second: texts.name("sides", second), other: of(second) });
    this.review.main.markers.set("mistake", found.decisions.filter((one) => GLYPHS[one.label])
      .map((one) => ({ version: one.version + 1, glyph: GLYPHS[one.label], side: sideOf(state, one.seat) })));
    this.review.main.chances = found.decisions.map((one) =>
      [one.version + 1, sideOf(state, one.seat) === first ? one.after_draw : 1 - one.after_draw]);
    this.review.refresh();
  }

  /**
   * The decision that led to a version, in words.
   * @param {number} version
   */
  #judgement(version) {
    const { texts } = this.review.page;
    const one = this.#result?.decisions.filter((found) => found.version < version).pop();
    if (!one) return "";
    const said = texts.say(`analysis.label.${one.label}`, { loss: texts.percent.format(one.loss) });
    const [best] = one.best;
    if (!best || one.loss < 0.005) return `${GLYPHS[one.label] ?? "✓"} ${said}.`;
    return `${GLYPHS[one.label] ?? "✓"} ${said}. ${texts.say("analysis.better", { what: describeCommand(texts, best.command, this.review.series.at(one.version)) })}`;
  }
}
