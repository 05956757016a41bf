// @ts-check
// Shows which branch is open, with a button back to the game.

import { branchName } from "./branches.js";
import { el, fill } from "./dom.js";
import { Panel } from "./panels.js";

export class Variation extends Panel {
  /** @type {import("./line.js").Line | null} */
  #shown = null;

  show() {
    const { line, main, page: { texts } } = this.review;
    if (line === this.#shown) return;
    this.#shown = line;
    this.place.hidden = line === main;
    if (line === main) return;
    const [before, after] = texts.say("variation.shown", { version: line.at, name: "\n" }).split("\n");
    fill(this.place,
      el("span", { role: "status" }, before, branchName(line.name, texts.say("branches.unnamed")), after),
      el("button", { id: "leave", class: "main", onclick: () => this.review.leaveBranch() }, texts.say("variation.leave")),
      el("a", { href: `/review/${line.game}` }, texts.say("variation.open")));
  }
}
