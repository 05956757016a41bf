// @ts-check
// The playback controls of the review: play, pause, and step by event, decision, battle or turn.

import { pause } from "./client.js";
import { el, svgElement } from "./dom.js";
import { listen } from "./keys.js";
import { UNITS } from "./stops.js";

/** @typedef {import("./review.js").Review} Review */
/** @typedef {import("./review.js").Shown} Shown */

const SPEEDS = [0.5, 1, 2, 4];
/** How long a version is shown while the game plays, in milliseconds at speed 1. */
const HOLD = 1200;
/** What is on the buttons, in a square of 24. */
const SIGNS = {
  first: "M5 5h3v14H5zM20 5v14L9 12z",
  back: "M17 5v14L6 12z",
  play: "M7 4v16l13-8z",
  pause: "M6 5h4v14H6zM14 5h4v14h-4z",
  ahead: "M7 5v14l11-7z",
  last: "M16 5h3v14h-3zM4 5v14l11-7z",
};

export class Controls {
  #playing = 0;
  #speed = 1;

  /**
   * @param {Review} review
   * @param {HTMLElement} place
   */
  constructor(review, place) {
    this.review = review;
    this.texts = review.page.texts;
    this.first = this.#button("first", () => review.go(1));
    this.back = this.#button("back", () => review.step(-1));
    this.run = this.#button("play", () => this.toggle());
    this.ahead = this.#button("ahead", () => review.step(1));
    this.last = this.#button("last", () => review.go(review.latest));
    place.append(
      el("div", { class: "buttons" }, this.first, this.back, this.run, this.ahead, this.last),
      this.#speeds(), this.#units());
    listen(review, () => this.toggle());
  }

  /** @param {Shown} shown */
  show({ version, latest }) {
    // Not `disabled`: a button that has the focus must not take the keyboard away.
    for (const button of [this.first, this.back]) button.setAttribute("aria-disabled", String(version === 1));
    for (const button of [this.ahead, this.last]) button.setAttribute("aria-disabled", String(version === latest));
  }

  /** Play from here, or pause. Whoever plays at the end begins anew. */
  toggle() {
    if (this.#playing) return this.#stop();
    if (this.review.version === this.review.latest) this.review.go(1);
    this.#playing = Date.now();
    this.#name(this.run, "pause");
    return this.#play(this.#playing);
  }

  /** @param {number} run which one it is: an older one ends */
  async #play(run) {
    await pause(HOLD / this.#speed / 2);
    while (this.#playing === run) {
      const [moved] = await Promise.all([this.review.step(1, undefined, this.#speed), pause(HOLD / this.#speed)]);
      if (!moved && this.#playing === run) this.#stop();
    }
  }

  #stop() {
    this.#playing = 0;
    this.#name(this.run, "play");
  }

  /**
   * @param {keyof SIGNS} id
   * @param {() => void} click
   */
  #button(id, click) {
    const button = el("button", { id, "data-control": id, onclick: click });
    this.#name(button, id);
    return button;
  }

  /**
   * @param {HTMLElement} button
   * @param {keyof SIGNS} id
   */
  #name(button, id) {
    const said = this.texts.say(`review.control.${id}`);
    button.setAttribute("aria-label", said);
    button.title = said;
    button.replaceChildren(svgElement("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svgElement("path", { d: SIGNS[id] })));
  }

  /** Buttons rather than radio buttons: those would keep the arrow keys to themselves. */
  #units() {
    const buttons = UNITS.map((unit) => {
      const choose = () => {
        this.review.unit = unit;
        for (const one of buttons) one.setAttribute("aria-pressed", String(one.dataset.unit === unit));
      };
      return el("button", { "data-unit": unit, "aria-pressed": String(unit === this.review.unit), onclick: choose },
        this.texts.say(`review.unit.${unit}`));
    });
    return el("div", { class: "units", role: "group", "aria-label": this.texts.say("review.unit") }, ...buttons);
  }

  #speeds() {
    const options = SPEEDS.map((speed) =>
      el("option", { value: speed, selected: speed === this.#speed }, `${this.texts.number.format(speed)}×`));
    const choose = (/** @type {Event} */ event) => {
      this.#speed = Number(/** @type {HTMLSelectElement} */ (event.target).value);
    };
    return el("select", { id: "speed", "aria-label": this.texts.say("review.speed"), onchange: choose }, ...options);
  }
}
