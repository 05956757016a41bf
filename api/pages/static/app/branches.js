// @ts-check
// The branches of a game, and a form for a new branch at the current version.

import { attempt, byId, el, fill, userText, whenVisible } from "./dom.js";
import { player } from "./session.js";
import { signedIn } from "./start.js";

/** @typedef {import("./review.js").Review} Review */
/** @typedef {import("./review.js").Shown} Shown */

export class Branches {
  #at = 0;

  /**
   * @param {Review} review
   * @param {HTMLElement} place
   */
  constructor(review, place) {
    const { texts } = (this.page = review.page);
    this.review = review;
    this.path = `${review.path}/branches`;
    this.tree = el("ul", { class: "tree" });
    this.name = el("input", { maxlength: 40, autocomplete: "off" });
    this.button = el("button", { class: "main", id: "branch" });
    this.made = el("p", { role: "status" });
    this.problem = el("p", { class: "problem", role: "alert" });
    const form = el("form", { class: "fields", onsubmit: this.#branch.bind(this) },
      el("label", { class: "stacked" }, el("span", {}, texts.say("branches.name")), this.name),
      this.problem, el("p", {}, this.button));
    place.append(this.tree, el("p", { class: "soft" }, texts.say("branches.hint")), form, this.made);
    this.known = false;
    const look = () => this.known || attempt(this.problem, () => this.#load());
    whenVisible(place, look);
    // The event log has the branches, too, once somebody turns to it.
    for (const turn of ["pointerenter", "focusin"]) byId("timeline").addEventListener(turn, look, { once: true });
  }

  /** @param {Shown} shown */
  show({ version }) {
    const { series, history } = this.review;
    // Only between two commands can a game branch off.
    let at = version;
    while (at > 1 && history.events[at - 1]?.last === false) at -= 1;
    this.#at = at;
    const { texts } = this.page;
    const open = series.at(at).awaiting;
    this.button.toggleAttribute("disabled", !open);
    this.button.textContent = texts.say(open ? "branches.here" : "branches.nowhere", { version: at });
  }

  async #load() {
    this.known = true;
    /** @type {import("./contract.js").Branch[]} */
    const found = await this.page.client.all(`${this.path}?of=tree`);
    const { main: { markers }, game } = this.review;
    markers.set("branch", found.filter(({ branch }) => branch.game === game).map(({ id, branch }) =>
      ({ version: branch.at_version, glyph: "↳", text: branch.name ?? this.page.texts.say("branches.unnamed"), branch: id })));
    this.review.refresh();
    const root = found[0]?.branch.root ?? game;
    const known = new Set(found.map(({ id }) => id));
    /** @type {Map<string, import("./contract.js").Branch[]>} */
    const grown = new Map();
    for (const one of found) {
      const of = known.has(one.branch.game) ? one.branch.game : root;
      grown.set(of, [...(grown.get(of) ?? []), one]);
    }
    fill(this.tree, this.#grown(root, grown, el("strong", {}, this.page.texts.say("branches.root"))));
  }

  /**
   * A game, and below it what branches off it.
   * @param {string} id
   * @param {Map<string, import("./contract.js").Branch[]>} grown
   * @param {HTMLElement} name
   * @param {import("./contract.js").Branch} [one] the branch in the list; the root of all is in none
   * @returns {HTMLElement}
   */
  #grown(id, grown, name, one) {
    const { texts } = this.page;
    const here = id === this.review.game;
    const below = (grown.get(id) ?? []).map((child) =>
      this.#grown(child.id, grown, branchName(child.branch.name, texts.say("branches.unnamed")), child));
    const playable = one?.status === "active" && one.created_by === player()?.id;
    const at = one && one.branch.at_version;
    return el("li", {},
      el("a", { href: `/review/${id}${at ? `?version=${at}` : ""}`, "aria-current": here ? "page" : null }, name),
      at ? el("span", { class: "soft" }, ` ${texts.say("branches.from", { version: at })} `) : null,
      playable && el("a", { href: `/play/${id}` }, texts.say("branches.play")),
      below.length > 0 && el("ul", {}, ...below));
  }

  /** @param {Event} event */
  #branch(event) {
    event.preventDefault();
    return attempt(this.problem, async () => {
      const { client, texts } = this.page;
      const name = this.name.value.trim();
      const wish = { at_version: this.#at, ...(name && { name }) };
      await signedIn(this.page);
      const made = await client.post(this.path, wish);
      this.name.value = "";
      fill(this.made, texts.say("branches.made"), " ",
        el("a", { href: `/play/${made.id}`, id: "made" }, branchName(name, texts.say("branches.play"))));
      await this.#load();
    });
  }
}

/**
 * What a branch is called.
 * @param {string | null} name
 * @param {string} otherwise where there is nothing of it to see
 */
export function branchName(name, otherwise) {
  return userText(name && /(?![\u115f\u1160\u2800\u3164\uffa0])[\p{L}\p{N}\p{P}\p{S}]/u.test(name) ? name : otherwise);
}
