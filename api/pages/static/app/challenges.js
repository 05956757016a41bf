// @ts-check
// The challenges in the lobby: accept, decline, cancel, and poll for answers.

import { presetOf } from "./clock.js";
import { attempt, byId, el, fill, userText } from "./dom.js";
import { Names } from "./names.js";
import { allSides, sideOfName } from "./seats.js";
import { player } from "./session.js";
import { signedIn } from "./start.js";

const LOOK = 5000;
const SHOWN = 20;
const PATH = "/v1/challenges";

/** @typedef {import("./contract.js").Challenge} Challenge */

/** Who takes part in a challenge, or is to. @param {Challenge} one */
const players = (one) => [one.challenger, one.to, ...Object.values(one.kept), ...Object.values(one.seats)];

export class Challenges {
  #names;
  /** The open ones in which the player waits for a game. @type {Set<string>} */
  #own = new Set();

  /**
   * @param {import("./start.js").Page} page
   * @param {(slug: string) => string} titled what a battle is called
   */
  constructor(page, titled) {
    this.page = page;
    this.titled = titled;
    this.#names = new Names(page.client);
  }

  /**
   * Challenge a player, or anyone, or play with somebody who wants the same, if two play.
   * @param {{to?: string, players?: number}} wanted
   */
  async make(wanted) {
    const made = await this.page.client.post(PATH, { ...wanted, pair: !(wanted.to || (wanted.players ?? 2) > 2) });
    if (made.game) return location.assign(`/play/${made.game}`);
    await this.show();
    byId("challenges").scrollIntoView({ block: "nearest" });
  }

  /** Show what there is, and look again while an answer may come. */
  async show() {
    const { client } = this.page;
    /** @type {Challenge[]} */
    const mine = client.token ? (await client.get(`${PATH}?whose=mine&limit=${SHOWN}`)).items : [];
    const agreed = mine.find((one) => one.game && this.#own.has(one.id));
    if (agreed) return location.assign(`/play/${agreed.game}`);
    const open = mine.filter((one) => one.status === "open");
    /** @type {Challenge[]} */
    const all = (await client.get(`${PATH}?limit=${SHOWN}`)).items;
    const known = new Set(open.map((one) => one.id));
    await this.#fill([...open, ...all.filter((one) => !known.has(one.id))]);
  }

  /**
   * Show what the lobby has.
   * @param {{challenges: Challenge[]}} lobby
   */
  begin({ challenges }) {
    return this.#fill(challenges);
  }

  /** @param {Challenge[]} shown */
  async #fill(shown) {
    const known = shown.flatMap((one) => [one.challenger, ...Object.values(one.seats)]).filter(Boolean);
    await this.#names.load({ table: known.map((one) => ({ player: one, bot: null })) });
    byId("challenges").hidden = !shown.length;
    fill(byId("challenge-list"), ...shown.map((one) => this.#line(one)));
    const me = player()?.id ?? "";
    this.#own = new Set(shown.filter((one) => [one.challenger, ...Object.values(one.seats)].includes(me)).map((one) => one.id));
    if (shown.some((one) => me && players(one).includes(me))) setTimeout(() => this.show().catch(() => {}), LOOK);
  }

  /** @param {Challenge} one */
  #line(one) {
    const { texts } = this.page;
    const many = Object.keys(one.seats).length > 0;
    const side = !many && one.side && texts.say("lobby.challenge.side", { side: texts.name("sides", one.side) });
    const preset = presetOf(one.terms.clock);
    const facts = [texts.say(`lobby.edition.${one.terms.edition}`), texts.say(`lobby.variant.${one.terms.variant}`),
      preset && preset !== "default" && texts.say(`lobby.clock.${preset}`), side,
      one.terms.rated && texts.say("lobby.rated.short")];
    return el("li", {},
      el("strong", {}, this.titled(one.terms.scenario)),
      el("span", { class: "soft" }, facts.filter(Boolean).join(" · ")),
      one.challenger === player()?.id ? el("span", {}, texts.say("lobby.challenge.yours")) : this.#who(one.challenger),
      ...(many ? allSides(texts).map((each) => this.#seated(one, each)) : []),
      el("span", { class: "answers" }, ...this.#answers(one).map(([path, said]) => el("button", {
        "data-key": `${path} ${one.id}`, "data-answer": path, onclick: () => this.#answer(one, path) }, said))));
  }

  /**
   * Who has joined a side, where more than two play.
   * @param {Challenge} one
   * @param {string} side
   */
  #seated(one, side) {
    const { texts } = this.page;
    const seats = Object.keys(one.seats).filter((seat) => sideOfName(seat) === side);
    const joined = seats.flatMap((seat) => one.seats[seat] ?? []);
    const said = joined.map((id) => userText(this.#names.nameOf(id)));
    const free = seats.length - joined.length;
    const parts = free ? [...said, texts.say("lobby.challenge.free", { free })] : said;
    return el("span", { class: "soft" }, texts.name("sides", side), ": ", ...parts.flatMap((part) => [part, ", "]).slice(0, -1));
  }

  /**
   * How the player may answer, each with its address and its words.
   * @param {Challenge} one
   * @returns {[string, string][]}
   */
  #answers(one) {
    const { texts } = this.page;
    const me = player()?.id;
    /** @type {(path: string, word?: string, side?: string) => [string, string]} */
    const answer = (path, word = path, side) => [path, texts.say(`lobby.challenge.${word}`, side ? { side: texts.name("sides", side) } : {})];
    if (one.challenger === me) return [answer("cancel")];
    const seats = Object.keys(one.seats);
    if (!seats.length) return one.to ? [answer("accept"), answer("decline")] : [answer("accept")];
    if (seats.some((seat) => me && one.seats[seat] === me)) return [answer("decline", "leave")];
    const kept = seats.some((seat) => me && one.kept[seat] === me);
    const free = seats.filter((seat) => !one.seats[seat] && (kept ? one.kept[seat] === me : !one.kept[seat]));
    const sides = allSides(texts).filter((side) => free.some((seat) => sideOfName(seat) === side));
    return [...sides.map((side) => answer(`accept?side=${side}`, "join", side)), ...(kept ? [answer("decline")] : [])];
  }

  /** @param {string} challenger */
  #who(challenger) {
    const rating = this.#names.ratingOf(challenger);
    return el("span", {}, userText(this.#names.nameOf(challenger)),
      rating && el("span", { class: "soft", title: this.page.texts.say("rating.about") }, ` ${rating}`));
  }

  /**
   * @param {Challenge} one
   * @param {string} path
   */
  async #answer(one, path) {
    await signedIn(this.page);
    await attempt(byId("challenge-problem"), async () => {
      const now = await this.page.client.post(`${PATH}/${one.id}/${path}`, {}, { once: false });
      if (now.game) return location.assign(`/play/${now.game}`);
      await this.show();
    });
  }
}
