// @ts-check
// The after-action report of a game. Every sentence is verified here.

import { el, fill } from "./dom.js";

/** @typedef {import("./review.js").Review} Review */
/** @typedef {import("./review.js").Shown} Shown */

/** Published for whoever wants to check a report; by address, for it is no part of these pages. */
const CHECKER = "/static/report.js";

export class Report {
  #finished = false;
  #asked = false;

  /**
   * @param {Review} review
   * @param {HTMLElement} place in a part of the page that is fetched once it is opened
   */
  constructor(review, place) {
    this.review = review;
    this.place = place;
    this.fold = /** @type {HTMLDetailsElement} */ (place.closest("details"));
    this.fold.addEventListener("toggle", () => this.#open());
    fill(place, el("p", { class: "soft" }, review.page.texts.say("report.later")));
  }

  /** @param {Shown} shown */
  show({ finished }) {
    this.#finished = finished;
    this.#open();
  }

  #open() {
    if (this.#asked || !this.#finished || !this.fold.open) return;
    this.#asked = true;
    this.#fetch().catch((error) => {
      this.#asked = false;
      this.review.showError(error);
    });
  }

  async #fetch() {
    const { page, path } = this.review;
    /** @type {[{checkReport: (source: string, report: object) => object[]}, import("./contract.js").AfterActionReport, string]} */
    const [{ checkReport }, report, source] = await Promise.all([
      import(CHECKER), page.client.get(`${path}/report`), page.client.text(`${path}/export`, "*/*"),
    ]);
    const wrong = checkReport(source, report).length;
    fill(this.place,
      ...report.chapters.flatMap((one) => [
        el("h3", {}, one.heading),
        ...(one.board ? [el("img", { src: one.board, alt: page.texts.say("report.map"), width: "100%" })] : []),
        el("ol", {}, ...one.sentences.map((said) => el("li", {}, this.#sentence(said)))),
      ]),
      el("p", { class: "verdict", role: "status", "data-verdict": wrong ? "unsound" : "sound" },
        page.texts.say(wrong ? "report.wrong" : "report.checked")));
  }

  /** A sentence, which leads to the version that shows it. @param {import("./contract.js").ReportSentence} said */
  #sentence({ text, version }) {
    if (!version) return text;
    return el("button", { class: "link", onclick: () => this.review.go(version) }, text);
  }
}
