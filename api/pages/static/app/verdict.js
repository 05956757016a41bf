// @ts-check
// Verifies the export of a game with the published verifier.

import { el, fill, whenVisible } from "./dom.js";

/** @typedef {import("./review.js").Review} Review */
/** @typedef {import("./review.js").Shown} Shown */

/** The published verifier, imported by its address: it is not part of the pages' bundle. */
const VERIFIER = "/static/audit.js";
const KEYS = "/.well-known/afteraction-keys.json";
const MARKS = { sound: "✓", part: "…", unsound: "✗" };

export class Verdict {
  /** Whether the game was over when it was last checked. @type {boolean | null} */
  #finished = null;
  #visible = false;
  /** The number of checks: results of older ones are ignored. */
  #checks = 0;

  /**
   * @param {Review} review
   * @param {HTMLElement} place
   */
  constructor(review, place) {
    const { texts } = review.page;
    this.review = review;
    this.path = `${review.path}/export`;
    this.status = el("p", { class: "verdict", role: "status", id: "sound" });
    const input = el("input", { type: "file", id: "audited", accept: ".jsonl,.json,.txt", onchange: this.#picked.bind(this) });
    place.append(
      this.status,
      el("p", { class: "soft" }, texts.say("verdict.how"), " ",
        el("a", { href: "/docs/audit" }, texts.say("verdict.more"))),
      el("p", { class: "prompt" },
        el("button", { onclick: () => this.check() }, texts.say("verdict.again")),
        el("a", { href: this.path, download: `${review.game}.jsonl` }, texts.say("verdict.export"))),
      el("label", { class: "stacked" }, el("span", {}, texts.say("verdict.file")), input));
    this.#display("part", "", texts.say("verdict.checking"));
    this.status.setAttribute("aria-busy", "true");
    whenVisible(place, () => {
      this.#visible = true;
      this.check();
    });
  }

  /** @param {Shown} shown */
  show({ finished }) {
    if (finished === this.#finished) return;
    this.#finished = finished;
    if (this.#visible) this.check();
  }

  /** Verify the current export of the game. */
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
    const check = (this.#checks += 1);
    this.#display("part", name, this.review.page.texts.say("verdict.checking"));
    this.status.setAttribute("aria-busy", "true");
    try {
      /** @type {[any, import("./contract.js").PublicKeys, string]} */
      const [{ verify }, keys, source] = await Promise.all([import(VERIFIER), this.review.page.client.get(KEYS), read()]);
      const signer = /^\{"seal":.*"key":"([^"]+)"/m.exec(source)?.[1];
      const known = keys.keys.some((key) => key.kid === signer);
      // Without a seal by a known key, everything else is verified; the report says so.
      const report = await verify(source, known ? { keys } : {});
      if (check !== this.#checks) return;
      this.#report(report, source, name);
    } catch (error) {
      this.#display("part", name, error instanceof Error ? error.message : String(error));
    }
    this.status.removeAttribute("aria-busy");
  }

  /**
   * @param {any} report of the verifier
   * @param {string} source
   * @param {string} name
   */
  #report({ status, version, reason, unchecked }, source, name) {
    const { texts } = this.review.page;
    if (status !== 0) {
      const id = status === 1 ? "verdict.unsound" : "verdict.unreadable";
      this.#display("unsound", name, texts.say(id, { version: version ?? 0 }), " ", el("span", { lang: "en" }, reason));
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
    if (open.length) this.#display("part", name, texts.say("verdict.part", values), later);
    else this.#display("sound", name, texts.say("verdict.sound", values));
  }

  /**
   * @param {"sound" | "part" | "unsound"} verdict
   * @param {string} name
   * @param {...import("./dom.js").Child} words
   */
  #display(verdict, name, ...words) {
    this.status.dataset.verdict = verdict;
    fill(this.status, el("strong", { "aria-hidden": "true" }, `${MARKS[verdict]} `), name && `${name}: `, ...words);
  }
}
