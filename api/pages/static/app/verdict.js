// @ts-check
// Whether a game is sound: its export, checked here by the published verifier.

import { el, fill, onceSeen } from "./dom.js";

/** @typedef {import("./review.js").Review} Review */
/** @typedef {import("./review.js").Shown} Shown */

/** Published for whoever wants to check a game; by address, for it is no part of these pages. */
const VERIFIER = "/static/audit.js";
const KEYS = "/.well-known/afteraction-keys.json";
const MARKS = { sound: "✓", part: "…", unsound: "✗" };

export class Verdict {
  /** Whether the game was over when it was last checked. @type {boolean | null} */
  #finished = null;
  #seen = false;
  /** Counts the checks: an answer that comes late tells nothing. */
  #asked = 0;

  /**
   * @param {Review} review
   * @param {HTMLElement} place
   */
  constructor(review, place) {
    const { texts } = review.page;
    this.review = review;
    this.path = `${review.path}/export`;
    this.said = el("p", { class: "verdict", role: "status", id: "sound" });
    const input = el("input", { type: "file", id: "audited", accept: ".jsonl,.json,.txt", onchange: this.#picked.bind(this) });
    place.append(
      this.said,
      el("p", { class: "soft" }, texts.say("verdict.how"), " ",
        el("a", { href: "/docs/audit" }, texts.say("verdict.more"))),
      el("p", { class: "prompt" },
        el("button", { onclick: () => this.check() }, texts.say("verdict.again")),
        el("a", { href: this.path, download: `${review.game}.jsonl` }, texts.say("verdict.export"))),
      el("label", { class: "stacked" }, el("span", {}, texts.say("verdict.file")), input));
    this.#tell("part", "", texts.say("verdict.checking"));
    this.said.setAttribute("aria-busy", "true");
    onceSeen(place, () => {
      this.#seen = true;
      this.check();
    });
  }

  /** @param {Shown} shown */
  show({ finished }) {
    if (finished === this.#finished) return;
    this.#finished = finished;
    if (this.#seen) this.check();
  }

  /** Check this game, as its export has it now. */
  check() {
    return this.#judge(() => this.review.page.client.text(this.path, "*/*"), "");
  }

  /** @param {Event} event */
  #picked({ target }) {
    const [file] = /** @type {HTMLInputElement} */ (target).files ?? [];
    if (file) this.#judge(() => file.text(), file.name);
  }

  /**
   * @param {() => Promise<string>} read
   * @param {string} name of the file
   */
  async #judge(read, name) {
    const asked = (this.#asked += 1);
    this.#tell("part", name, this.review.page.texts.say("verdict.checking"));
    this.said.setAttribute("aria-busy", "true");
    try {
      const [{ verify }, keys, source] = await Promise.all([import(VERIFIER), this.review.page.client.get(KEYS), read()]);
      const signer = /^\{"seal":.*"key":"([^"]+)"/m.exec(source)?.[1];
      const known = keys.keys.some((/** @type {any} */ key) => key.kid === signer);
      // No seal that this service knows: the rest can be checked all the same, and that is told.
      const report = await verify(source, known ? { keys } : {});
      if (asked !== this.#asked) return;
      this.#report(report, source, name);
    } catch (error) {
      this.#tell("part", name, error instanceof Error ? error.message : String(error));
    }
    this.said.removeAttribute("aria-busy");
  }

  /**
   * @param {any} report the verifier's
   * @param {string} source
   * @param {string} name
   */
  #report({ status, version, reason, unchecked }, source, name) {
    const { texts } = this.review.page;
    if (status !== 0) {
      const id = status === 1 ? "verdict.unsound" : "verdict.unreadable";
      this.#tell("unsound", name, texts.say(id, { version: version ?? 0 }), " ", el("span", { lang: "en" }, reason));
      return;
    }
    const header = JSON.parse(source.split("\n", 1)[0]);
    const open = [
      ...(unchecked.includes("dice and cards") ? ["verdict.dice"] : []),
      ...(unchecked.endsWith("the seal") ? ["verdict.seal"] : []),
    ];
    const checked = ["verdict.chain", "verdict.dice", "verdict.seal"].filter((id) => !open.includes(id));
    const listed = (/** @type {string[]} */ ids) => ids.map((id) => texts.say(id)).join(", ");
    const values = { events: header.version, checked: listed(checked), open: listed(open) };
    const later = !header.complete && ` ${texts.say("verdict.later")}`;
    if (open.length) this.#tell("part", name, texts.say("verdict.part", values), later);
    else this.#tell("sound", name, texts.say("verdict.sound", values));
  }

  /**
   * @param {"sound" | "part" | "unsound"} verdict
   * @param {string} name
   * @param {...import("./dom.js").Child} words
   */
  #tell(verdict, name, ...words) {
    this.said.dataset.verdict = verdict;
    fill(this.said, el("strong", { "aria-hidden": "true" }, `${MARKS[verdict]} `), name && `${name}: `, ...words);
  }
}
