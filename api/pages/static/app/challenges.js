// @ts-check
// The challenges of the lobby: accept one, answer those to oneself, wait for an answer to one's own.

import { presetOf } from "./clock.js";
import { byId, el, fill, theirs, trying } from "./dom.js";
import { Names } from "./names.js";
import { player } from "./session.js";
import { signedIn } from "./start.js";

const LOOK = 5000;
const SHOWN = 20;
const PATH = "/v1/challenges";

export class Challenges {
  #names;
  /** The player's own that are open. @type {Set<string>} */
  #own = new Set();

  /**
   * @param {import("./start.js").Page} page
   * @param {Map<string, string>} titles of the battles, by slug
   */
  constructor(page, titles) {
    this.page = page;
    this.titles = titles;
    this.#names = new Names(page.client);
  }

  /**
   * Challenge anyone, or play with somebody who wants the same.
   * @param {Record<string, any>} wanted
   */
  async make(wanted) {
    const made = await this.page.client.post(PATH, { ...wanted, pair: true });
    if (made.game) return location.assign(`/play/${made.game}`);
    await this.show();
    byId("challenges").scrollIntoView({ block: "nearest" });
  }

  /** Show what there is, and look again while an answer may come. */
  async show() {
    const { client } = this.page;
    const mine = client.token ? (await client.get(`${PATH}?whose=mine&limit=${SHOWN}`)).items : [];
    const agreed = mine.find((/** @type {any} */ one) => one.game && this.#own.has(one.id));
    if (agreed) return location.assign(`/play/${agreed.game}`);
    const open = mine.filter((/** @type {any} */ one) => one.status === "open");
    const all = (await client.get(`${PATH}?limit=${SHOWN}`)).items;
    const known = new Set(open.map((/** @type {any} */ one) => one.id));
    await this.#fill([...open, ...all.filter((/** @type {any} */ one) => !known.has(one.id))]);
  }

  /**
   * Show what the lobby has.
   * @param {any} lobby
   */
  begin({ challenges }) {
    return this.#fill(challenges);
  }

  /** @param {any[]} shown */
  async #fill(shown) {
    await this.#names.learn({ table: shown.map((one) => ({ player: one.challenger })) });
    byId("challenges").hidden = !shown.length;
    fill(byId("challenge-list"), ...shown.map((one) => this.#line(one)));
    const me = player()?.id;
    this.#own = new Set(shown.filter((one) => one.challenger === me).map((one) => one.id));
    if (shown.some((one) => me && [one.challenger, one.to].includes(me))) setTimeout(() => this.show().catch(() => {}), LOOK);
  }

  /** @param {any} one */
  #line(one) {
    const { texts } = this.page;
    const own = one.challenger === player()?.id;
    const side = one.side && texts.say("lobby.challenge.side", { side: texts.name("sides", one.side) });
    const preset = presetOf(one.terms.clock);
    const facts = [texts.say(`lobby.edition.${one.terms.edition}`), texts.say(`lobby.variant.${one.terms.variant}`),
      preset && preset !== "default" && texts.say(`lobby.clock.${preset}`), side,
      one.terms.rated && texts.say("lobby.rated.short")];
    const words = own ? ["cancel"] : one.to ? ["accept", "decline"] : ["accept"];
    return el("li", {},
      el("strong", {}, this.titles.get(one.terms.scenario) ?? one.terms.scenario),
      el("span", { class: "soft" }, facts.filter(Boolean).join(" · ")),
      own ? el("span", {}, texts.say("lobby.challenge.yours")) : this.#who(one.challenger),
      ...words.map((word) => el("button", { "data-key": `${word} ${one.id}`, "data-answer": word,
        onclick: () => this.#answer(one, word) }, texts.say(`lobby.challenge.${word}`))));
  }

  /** @param {string} challenger */
  #who(challenger) {
    const rating = this.#names.rated(challenger);
    return el("span", {}, theirs(this.#names.called(challenger)),
      rating && el("span", { class: "soft", title: this.page.texts.say("rating.about") }, ` ${rating}`));
  }

  /**
   * @param {any} one
   * @param {string} word
   */
  async #answer(one, word) {
    await signedIn(this.page);
    await trying(byId("challenge-problem"), async () => {
      const now = await this.page.client.post(`${PATH}/${one.id}/${word}`, {}, { once: false });
      if (now.game) return location.assign(`/play/${now.game}`);
      await this.show();
    });
  }
}
