// @ts-check
// The lines that were taken back, each with a button to go to it.

import { el, fill } from "./dom.js";
import { Panel } from "./panels.js";

/** @typedef {import("./review.js").Shown} Shown */

export class Lines extends Panel {
  /** @type {Pick<import("./contract.js").Mainline, "undone" | "variations"> | null} */
  #shown = null;

  /** @param {Shown} shown */
  show({ version }) {
    const { mainline } = this.review.history;
    if (mainline !== this.#shown) this.#fill(mainline);
    for (const button of this.place.querySelectorAll("button")) {
      const within = version >= Number(button.dataset.first) && version <= Number(button.dataset.last);
      if (within) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
  }

  /** @param {Pick<import("./contract.js").Mainline, "undone" | "variations">} mainline */
  #fill(mainline) {
    this.#shown = mainline;
    const lines = mainline.variations.map((line) => this.#line(line));
    fill(this.place, ...(lines.length ? lines : [el("li", { class: "soft" }, this.review.page.texts.say("review.lines.none"))]));
  }

  /** @param {import("./contract.js").Mainline["variations"][number]} line */
  #line({ first, last }) {
    const { page, history } = this.review;
    const said = page.texts.say("review.line", { first, last });
    return el("li", {},
      el("button", { "data-first": first, "data-last": last, "data-key": `line-${first}`,
        onclick: () => this.review.go(first) }, el("strong", {}, said), ` ${history.entry(first)?.text ?? ""}`));
  }
}
