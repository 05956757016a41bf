// @ts-check
// Studies: chapters about versions of games, read step by step beside the board, and written from
// it.

import { attempt, byId, el, fill, select, userText, whenVisible } from "./dom.js";
import { player } from "./session.js";
import { fragment, fragmentWith, signedIn } from "./start.js";
import { steps, withoutStep, withVersion } from "./study.js";

/** @typedef {import("./review.js").Review} Review */
/** @typedef {import("./review.js").Shown} Shown */
/** @typedef {import("./study.js").Study} Study */
/** @typedef {import("./study.js").Step} Step */

const PATH = "/v1/studies";
const SHARING = ["private", "link", "public"];
const LONGEST = { title: 120, text: 2000 };
const NEW = "new";

export class Studies {
  /** The study that is read. @type {Study | null} */
  #study = null;
  /** @type {Step[]} */
  #steps = [];
  #at = 0;
  #version = 0;
  /** Its secret, where it was opened by a link. */
  #key = "";

  /**
   * @param {Review} review
   * @param {HTMLElement} place
   */
  constructor(review, place) {
    this.review = review;
    this.texts = review.page.texts;
    this.reader = byId("study");
    this.list = el("ul", { class: "studies" });
    this.problem = el("p", { class: "problem", role: "alert" });
    this.status = el("p", { role: "status", class: "soft" });
    const say = (/** @type {string} */ id) => this.texts.say(id);
    const field = (/** @type {string} */ name, /** @type {HTMLElement} */ input) =>
      el("label", { class: "stacked", "data-field": name }, el("span", {}, say(`study.${name}`)), input);
    this.fields = {
      into: el("select", { onchange: () => this.#offer() }),
      title: el("input", { maxlength: LONGEST.title, autocomplete: "off", required: true }),
      sharing: select(SHARING, (one) => say(`editor.visibility.${one}`)),
      chapter: el("select", { onchange: () => this.#offer() }),
      name: el("input", { maxlength: LONGEST.title, autocomplete: "off", required: true }),
      text: el("textarea", { rows: 3, maxlength: LONGEST.text }),
    };
    this.add = el("button", { class: "main" });
    const form = el("form", { class: "fields", onsubmit: this.#save.bind(this) },
      ...Object.entries(this.fields).map(([name, input]) => field(name, input)),
      el("p", { class: "soft" }, say("study.marks")), this.problem, el("p", {}, this.add));
    place.append(this.list, form, this.status);
    this.#offer();
    whenVisible(place, () => attempt(this.problem, () => this.#load()));
    const [id, key = ""] = (fragment().get("study") ?? "").split(".");
    if (id) this.#open(id, key, Number(fragment().get("step")) || 1);
  }

  /** @param {Shown} shown */
  show({ version }) {
    this.#version = version;
    this.add.textContent = this.texts.say("study.add", { version });
    this.#mark();
  }

  /** The marks of the step, at its version alone. */
  #mark() {
    const step = this.#steps[this.#at];
    const here = step?.game === this.review.line.game && step.version === this.#version;
    this.review.mark("study", here ? [step] : []);
    for (const button of this.reader.querySelectorAll("[data-here]")) /** @type {HTMLElement} */ (button).hidden = here;
  }

  async #load() {
    const me = player();
    const found = me && this.review.page.client.token ? await this.review.page.client.all(PATH) : [];
    fill(this.list, ...(found.length ? found.map((one) => el("li", {},
      el("button", { class: "link", "data-study": one.id, "data-key": one.id, onclick: () => this.#open(one.id, "", 1) }, userText(one.title)),
      el("span", { class: "soft" }, ` ${this.texts.say(`editor.visibility.${one.visibility}`)}`)))
      : [el("li", { class: "soft" }, this.texts.say("study.none"))]));
    const { into } = this.fields;
    const chosen = this.#study?.id ?? into.value;
    fill(into, el("option", { value: NEW }, this.texts.say("study.new")),
      ...found.map(({ id, title }) => el("option", { value: id, selected: id === chosen }, title)));
    this.#offer();
  }

  /** The fields that the choices leave open. */
  #offer() {
    const { into, chapter, title, sharing, name } = this.fields;
    const fresh = !into.value || into.value === NEW;
    if (!into.options.length) fill(into, el("option", { value: NEW }, this.texts.say("study.new")));
    const own = this.#study?.id === into.value ? this.#study : null;
    const there = (own?.chapters ?? []).map((one, n) => ({ ...one, n })).filter(({ game }) => game === this.review.line.game);
    const kept = chapter.value;
    fill(chapter, ...there.map(({ title: said, n }) => el("option", { value: n, selected: String(n) === kept }, said)),
      el("option", { value: NEW, selected: kept === NEW }, this.texts.say("study.chapter.new")));
    const row = (/** @type {HTMLElement} */ input, /** @type {boolean} */ open) => {
      input.parentElement?.toggleAttribute("hidden", !open);
      input.toggleAttribute("disabled", !open);
    };
    row(title, fresh);
    row(sharing, fresh);
    row(chapter, there.length > 0);
    row(name, chapter.value === NEW);
  }

  /**
   * Read a study, from one of its steps on.
   * @param {string} id
   * @param {string} key
   * @param {number} step from 1 on
   */
  #open(id, key, step) {
    return attempt(byId("problem"), async () => {
      const study = await this.review.page.client.get(`${PATH}/${id}`, key ? { "Study-Key": key } : {});
      this.#key = key;
      this.#read(study);
      await this.#go(Math.min(step, this.#steps.length) - 1);
      this.reader.scrollIntoView({ block: "nearest" });
    });
  }

  /** @param {Study | null} study */
  #read(study) {
    this.#study = study;
    this.#steps = study ? steps(study) : [];
    if (study) this.fields.into.value = study.id;
    this.#offer();
  }

  /**
   * Show a step; one of another game where that is, unless it is a branch of this one.
   * @param {number} n
   */
  async #go(n) {
    this.#at = Math.max(0, Math.min(n, this.#steps.length - 1));
    this.#address();
    this.#tell();
    const step = this.#steps[this.#at];
    if (!step) return;
    const { review } = this;
    if (step.game === review.line.game) return review.go(step.version);
    if (step.game === review.game) return review.leaveBranch(step.version);
    const { branch } = await review.page.client.get(`/v1/games/${step.game}`);
    if (branch?.game === review.game) return review.openBranch(step.game, step.version);
    location.assign(`/review/${step.game}?version=${step.version}#${fragmentWith("variation", null).replace(/^#/, "")}`);
  }

  /** A link to what is read; the secret stays behind the `#`, where no server sees it. */
  #address() {
    const named = this.#study && [this.#study.id, this.#key].filter(Boolean).join(".");
    const url = new URL(location.href);
    const said = fragment();
    for (const [name, value] of [["study", named], ["step", named && String(this.#at + 1)]]) {
      if (value) said.set(String(name), value);
      else said.delete(String(name));
    }
    url.hash = String(said);
    history.replaceState(null, "", url);
  }

  #tell() {
    const study = this.#study;
    this.reader.hidden = !study;
    if (!study) return;
    const { texts } = this;
    const step = this.#steps[this.#at];
    const mine = study.owner === player()?.id;
    const button = (/** @type {string} */ id, /** @type {number} */ to) =>
      el("button", { "data-key": id, "data-step": id, "aria-disabled": String(!this.#steps[to]), onclick: () => this.#steps[to] && this.#turn(to) }, texts.say(`study.${id}`));
    fill(this.reader,
      el("h2", {}, userText(study.title)),
      step ? el("div", { class: "remark", role: "status" },
        el("strong", {}, step.sign && `${step.sign} `, userText(step.title)), " ",
        el("span", { class: "soft" }, texts.say("study.at", { step: this.#at + 1, steps: this.#steps.length })),
        step.text && el("p", {}, userText(step.text))) : el("p", { class: "soft" }, texts.say("study.empty")),
      el("p", { class: "prompt" }, button("previous", this.#at - 1), button("next", this.#at + 1),
        step && el("button", { "data-key": "here", "data-here": true, onclick: () => this.#turn(this.#at) }, texts.say("study.here", { version: step.version })),
        el("button", { class: "quiet", "data-key": "close", id: "close-study", onclick: () => this.#close() }, texts.say("study.close"))),
      this.#steps.length > 1 && this.#chapters(),
      mine && el("p", { class: "prompt" },
        study.visibility === "link" && el("button", { "data-key": "share", id: "share-study", onclick: () => attempt(byId("problem"), () => this.#share(study)) }, texts.say("study.share")),
        study.visibility === "public" && el("button", { "data-key": "share", id: "share-study", onclick: () => attempt(byId("problem"), () => this.#copy()) }, texts.say("study.copy")),
        step && el("button", { class: "quiet", "data-key": "without", onclick: () => this.#change(withoutStep(study.chapters, step)) }, texts.say("study.remove")),
        el("button", { class: "quiet", "data-key": "delete", onclick: () => this.#delete(study) }, texts.say("study.delete"))),
      this.shared);
    this.#mark();
  }

  /** @type {HTMLElement} */
  shared = el("p", { class: "soft", role: "status" });

  /** All steps, below their chapters. */
  #chapters() {
    const { open = false } = /** @type {HTMLDetailsElement} */ (this.reader.querySelector("details") ?? {});
    const all = this.#steps.map((step, n) => el("li", {}, el("button", { class: "link", "data-key": `step-${n}`,
      "aria-current": n === this.#at ? "step" : null, onclick: () => this.#turn(n) },
    userText(step.title), ` · ${this.texts.say("study.version", { version: step.version })}`)));
    return el("details", { open }, el("summary", { "data-key": "chapters" }, this.texts.say("study.chapters")), el("ol", { class: "steps" }, ...all));
  }

  /** @param {number} n */
  #turn(n) {
    return attempt(byId("problem"), () => this.#go(n));
  }

  #close() {
    this.#read(null);
    this.#key = "";
    this.#address();
    this.#tell();
    this.#mark();
  }

  /** @param {Study} study */
  async #share(study) {
    const { key } = await this.review.page.client.post(`${PATH}/${study.id}/link`, {}, { once: false });
    this.#key = key;
    this.#read(await this.review.page.client.get(`${PATH}/${study.id}`));
    this.#address();
    this.#tell();
    await this.#copy();
  }

  async #copy() {
    await navigator.clipboard.writeText(location.href);
    this.shared.textContent = this.texts.say("play.copied");
  }

  /** @param {Study} study */
  #delete(study) {
    if (!confirm(this.texts.say("study.delete.sure", { title: study.title }))) return undefined;
    return attempt(byId("problem"), async () => {
      await this.review.page.client.change("DELETE", `${PATH}/${study.id}`, study.revision);
      this.#close();
      await this.#load();
    });
  }

  /**
   * Have other chapters.
   * @param {import("./study.js").Chapter[]} chapters
   */
  #change(chapters) {
    return attempt(byId("problem"), async () => {
      const { id, title, visibility, revision } = /** @type {Study} */ (this.#study);
      this.#read(await this.review.page.client.change("PUT", `${PATH}/${id}`, revision, { title, visibility, chapters }));
      await this.#go(this.#at);
    });
  }

  /** @param {Event} event */
  #save(event) {
    event.preventDefault();
    return attempt(this.problem, async () => {
      const { review, fields, texts } = this;
      const { client } = review.page;
      const { line: { game }, sketch } = review;
      const version = this.#version;
      await signedIn(review.page);
      const fresh = fields.into.value === NEW;
      if (!fresh && this.#study?.id !== fields.into.value) this.#read(await client.get(`${PATH}/${fields.into.value}`));
      const chapter = fields.chapter.disabled || fields.chapter.value === NEW ? Infinity : Number(fields.chapter.value);
      const marks = { arrows: sketch.flatMap(({ arrows = [] }) => arrows), hexes: sketch.flatMap(({ hexes = [] }) => hexes) };
      const remark = { text: fields.text.value.trim() || null, sign: null, ...marks };
      const chapters = withVersion(fresh ? [] : this.#study?.chapters ?? [], { game, version, remark, chapter, title: fields.name.value.trim() });
      if (fresh) this.#read(await client.post(PATH, { title: fields.title.value.trim(), visibility: fields.sharing.value, chapters }));
      else {
        const { id, title, visibility, revision } = /** @type {Study} */ (this.#study);
        this.#read(await client.change("PUT", `${PATH}/${id}`, revision, { title, visibility, chapters }));
      }
      for (const field of [fields.title, fields.name, fields.text]) field.value = "";
      this.status.textContent = texts.say("study.added", { version });
      await this.#load();
      const added = this.#steps.map((step) => step.game === game && step.version === version).lastIndexOf(true);
      await this.#go(added);
    });
  }
}
