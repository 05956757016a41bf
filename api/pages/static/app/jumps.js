// @ts-check
// To the next medal, mistake or comment in one click.

import { el, fill } from "./dom.js";
import { Panel } from "./panels.js";
import { KINDS } from "./signs.js";

export class Jumps extends Panel {
  /** @type {import("./signs.js").Signs | null} */
  #of = null;
  #shown = -1;

  show() {
    const { signs, page: { texts } } = this.review;
    if (signs === this.#of && signs.revision === this.#shown) return;
    this.#of = signs;
    this.#shown = signs.revision;
    const kinds = KINDS.filter((kind) => signs.of(kind).length);
    this.place.hidden = !kinds.length;
    fill(this.place, el("span", { class: "soft" }, texts.say("review.jump")), ...kinds.map((kind) =>
      el("button", { "data-jump": kind, "data-key": kind, onclick: () => this.review.go(signs.next(kind, this.review.version)) },
        texts.say(`review.jump.${kind}`))));
  }
}
