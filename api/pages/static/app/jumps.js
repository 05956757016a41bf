// @ts-check
// Buttons that jump to the next medal, mistake or comment.

import { el, fill } from "./dom.js";
import { KINDS } from "./markers.js";
import { Panel } from "./panels.js";

export class Jumps extends Panel {
  /** @type {import("./markers.js").Markers | null} */
  #of = null;
  #shown = -1;

  show() {
    const { markers, page: { texts } } = this.review;
    if (markers === this.#of && markers.revision === this.#shown) return;
    this.#of = markers;
    this.#shown = markers.revision;
    const kinds = KINDS.filter((kind) => markers.of(kind).length);
    this.place.hidden = !kinds.length;
    fill(this.place, el("span", { class: "soft" }, texts.say("review.jump")), ...kinds.map((kind) =>
      el("button", { "data-jump": kind, "data-key": kind, onclick: () => this.review.go(markers.next(kind, this.review.version)) },
        texts.say(`review.jump.${kind}`))));
  }
}
