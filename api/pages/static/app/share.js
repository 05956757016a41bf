// @ts-check
// Share a game: link, picture, replay, record, report, frame.

import { pause } from "./client.js";
import { attempt, el, fill, whenVisible } from "./dom.js";
import { signedIn } from "./start.js";

/** @typedef {import("./review.js").Review} Review */
/** @typedef {import("./review.js").Shown} Shown */

const WAIT = 1500;

export class Share {
  #version = 0;
  #finished = false;

  /**
   * @param {Review} review
   * @param {HTMLElement} place
   */
  constructor(review, place) {
    this.review = review;
    const say = (/** @type {string} */ id) => review.page.texts.say(id);
    this.link = el("input", { readonly: true });
    this.frame = el("input", { readonly: true });
    this.status = el("span", { role: "status" });
    this.picture = el("a", { download: `${review.game}.png` }, say("share.picture"));
    this.report = el("a", { target: "_blank" }, say("share.report"));
    this.replay = el("button", { "data-replay": true, onclick: () => attempt(this.status, () => this.#animate()) }, say("share.animation"));
    const copied = (/** @type {HTMLInputElement} */ field) => el("button", { onclick: () => attempt(this.status, async () => {
      await navigator.clipboard.writeText(field.value);
      this.status.textContent = say("play.copied");
    }) }, say("play.copy"));
    const row = (/** @type {string} */ id, /** @type {HTMLInputElement} */ field) =>
      el("p", { class: "share" }, el("label", { class: "stacked" }, el("span", {}, say(id)), field), copied(field));
    place.append(row("share.link", this.link),
      el("p", { class: "prompt" }, this.picture, el("a", { href: `${review.path}/record`, target: "_blank" }, say("share.record")), this.report, this.replay),
      row("share.embed", this.frame), this.status);
    whenVisible(place, () => this.#fill());
  }

  /** @param {Shown} shown */
  show({ version, finished }) {
    this.#version = version;
    this.#finished = finished;
    this.#fill();
  }

  #fill() {
    const { game, path } = this.review;
    const at = (/** @type {string} */ page) => new URL(`/${page}/${game}?version=${this.#version}`, location.href).href;
    this.link.value = at("review");
    this.frame.value = `<iframe src="${at("embed")}" width="640" height="720"></iframe>`;
    this.picture.href = `${path}/board.png?version=${this.#version}&width=1280`;
    this.report.href = `${path}/report`;
    this.report.hidden = !this.#finished;
  }

  /** Have the replay drawn, and offer its file. */
  async #animate() {
    const { page, path } = this.review;
    const { texts, client } = page;
    await signedIn(page);
    let made = await client.post(`${path}/animations`, { every: "turn" }, { once: false });
    while (made.status === "queued" || made.status === "running") {
      this.status.textContent = texts.say("share.animation.running");
      await pause(WAIT);
      made = await client.get(`${path}/animations/${made.id}`);
    }
    if (made.status !== "done") throw new Error(texts.say("share.animation.failed"));
    fill(this.status, el("a", { href: `${path}/animations/${made.id}/file`, download: true }, texts.say("share.animation.file")));
  }
}
