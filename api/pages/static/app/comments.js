// @ts-check
// Comments on the current version: read, write, edit, delete.

import { attempt, el, fill, select, userText } from "./dom.js";
import { readMarks, writeMarks } from "./marks.js";
import { Pen } from "./pen.js";
import { label } from "./prompt.js";
import { player } from "./session.js";
import { signedIn } from "./start.js";

/** @typedef {import("./review.js").Review} Review */
/** @typedef {import("./review.js").Shown} Shown */

const SIGNS = ["", "!!", "!", "!?", "?!", "?", "??"];
const COLORS = ["green", "red", "blue", "yellow"];
const LONGEST = 2000;

export class Comments {
  /** All that this viewer may read, in the order of versions. @type {import("./contract.js").Comment[]} */
  #all = [];
  /** Who has said something, by id. @type {Map<string, import("./contract.js").PublicPlayer>} */
  #authors = new Map();
  /** What is being changed. @type {import("./contract.js").Comment | null} */
  #changed = null;
  /** Whether the game was over when this was last asked for. @type {boolean | null} */
  #finished = null;
  #version = 0;

  /**
   * @param {Review} review
   * @param {HTMLElement} place
   */
  constructor(review, place) {
    this.review = review;
    this.texts = review.page.texts;
    this.path = `${review.path}/annotations`;
    this.list = el("ul", { class: "comments" });
    this.places = el("p", { class: "prompt" });
    this.problem = el("p", { class: "problem", role: "alert" });
    this.buttons = el("p", { class: "prompt" });
    this.running = el("p", { class: "soft" }, this.texts.say("comments.running"));
    const who = ["public", "private", ...(review.seats.length === 1 ? ["opponent"] : [])];
    this.fields = {
      sign: select(SIGNS, (sign) => sign || this.texts.say("comments.sign.none")),
      text: el("textarea", { rows: 3, maxlength: LONGEST }),
      marks: el("input", { autocomplete: "off" }),
      color: select(COLORS, (color) => this.texts.say(`comments.color.${color}`)),
      visibility: select(who, (one) => this.texts.say(`comments.visibility.${one}`)),
    };
    const rows = Object.entries(this.fields).map(([name, field]) =>
      el("label", { class: "stacked", "data-field": name }, el("span", {}, this.texts.say(`comments.${name}`)), field));
    const form = el("form", { class: "fields", onsubmit: this.#save.bind(this) }, ...rows, this.problem, this.buttons);
    this.pen = new Pen(review.board, (start, end) => this.#drawn(start, end));
    this.draw = el("button", { type: "button", "data-key": "draw", "aria-pressed": "false", onclick: () => this.#take(!this.pen.on) },
      this.texts.say("comments.draw"));
    this.fields.marks.parentElement?.after(el("p", {}, this.draw));
    for (const field of [this.fields.marks, this.fields.color]) field.addEventListener("input", () => this.#sketch());
    place.append(this.list, this.places, form, this.running);
  }

  /** @param {Shown} shown */
  show({ version, finished }) {
    this.#version = version;
    this.running.hidden = finished;
    this.#fill();
    if (finished === this.#finished) return;
    this.#finished = finished;
    attempt(this.problem, () => this.#load());
  }

  async #load() {
    const { client } = this.review.page;
    const found = await client.all(this.path);
    const authors = new Set(found.map(({ author }) => author).filter((author) => !this.#authors.has(author)));
    this.review.main.markers.set("comment", found.map(({ version, sign, text }) =>
      ({ version, glyph: sign ?? "✎", text: text ?? "" })));
    await Promise.all([...authors].map(async (author) => {
      this.#authors.set(author, await client.get(`/v1/players/${author}`));
    }));
    this.#all = found;
    this.review.refresh();
  }

  /**
   * Add a stroke to the marks of what is being said; the same once more takes it away.
   * @param {import("./geometry.js").Hex} start
   * @param {import("./geometry.js").Hex} end
   */
  #drawn(start, end) {
    const { marks } = this.fields;
    const mark = String(start) === String(end) ? label(end) : `${label(start)}-${label(end)}`;
    const had = marks.value.toUpperCase().split(/[\s,;]+/).filter(Boolean);
    marks.value = (had.includes(mark) ? had.filter((one) => one !== mark) : [...had, mark]).join(" ");
    this.#sketch();
  }

  /** @param {boolean} on */
  #take(on) {
    this.pen.on = on;
    this.draw.setAttribute("aria-pressed", String(on));
    if (on) this.review.board.place.scrollIntoView({ block: "nearest" });
  }

  /** What is not said yet, on the board; as long as it cannot be read, nothing. */
  #sketch() {
    const { marks, color } = this.fields;
    try {
      this.review.mark("sketch", [readMarks(this.texts, marks.value, color.value)]);
    } catch {
      this.review.mark("sketch", []);
    }
  }

  #fill() {
    const here = this.#all.filter((one) => one.version <= this.#version && this.#version <= one.last_version);
    fill(this.list, ...(here.length ? here.map((one) => this.#item(one))
      : [el("li", { class: "soft" }, this.texts.say("comments.none"))]));
    const versions = [...new Set(this.#all.map(({ version }) => version))];
    fill(this.places, versions.length > 0 && this.texts.say("comments.places"), ...versions.map((version) =>
      el("button", { "data-key": `to-${version}`, "data-to": version, onclick: () => this.review.go(version) }, String(version))));
    this.review.mark("comments", here);
    this.#label();
  }

  #label() {
    const { texts } = this;
    const save = this.#changed ? texts.say("comments.change") : texts.say("comments.save", { version: this.#version });
    fill(this.buttons, el("button", { class: "main", "data-key": "save" }, save),
      this.#changed && el("button", { type: "button", "data-key": "cancel", onclick: () => this.#edit(null) }, texts.say("play.cancel")));
  }

  /** @param {import("./contract.js").Comment} one */
  #item(one) {
    const { texts } = this;
    const mine = one.author === player()?.id;
    const who = mine ? [texts.say("comments.you")] : authorName(this.#authors.get(one.author));
    const about = [texts.say(`comments.visibility.${one.visibility}`), writeMarks(one)].filter(Boolean).join(" · ");
    const act = (/** @type {string} */ id, /** @type {() => unknown} */ click) =>
      mine && el("button", { class: "quiet", "data-do": id, "data-key": `${id}-${one.id}`, onclick: click }, texts.say(id));
    return el("li", { "data-comment": one.id },
      el("p", {}, one.sign && el("strong", { class: "sign" }, `${one.sign} `), one.text && userText(one.text)),
      el("p", { class: "soft" }, ...who, who.length > 0 && " · ", about, " ",
        act("comments.edit", () => this.#edit(one)), " ", act("comments.delete", () => this.#remove(one))));
  }

  /** @param {import("./contract.js").Comment | null} one what to change; null to say something new */
  #edit(one) {
    const { sign, text, marks, color, visibility } = this.fields;
    const was = one ?? { arrows: [], hexes: [], visibility: "public", sign: null, text: "" };
    this.#changed = one;
    sign.value = was.sign ?? "";
    text.value = was.text ?? "";
    marks.value = writeMarks(was);
    color.value = [...was.arrows, ...was.hexes][0]?.color ?? COLORS[0];
    visibility.value = was.visibility;
    this.#sketch();
    this.#label();
    text.focus();
  }

  /** @param {Event} event */
  #save(event) {
    event.preventDefault();
    return attempt(this.problem, async () => {
      const { sign, text, marks, color, visibility } = this.fields;
      const said = { sign: sign.value || null, text: text.value.trim() || null, visibility: visibility.value,
        ...readMarks(this.texts, marks.value, color.value) };
      const { client } = this.review.page;
      const [changed, version] = [this.#changed, this.#version];
      await signedIn(this.review.page);
      if (changed) await client.change("PUT", `${this.path}/${changed.id}`, changed.revision, said);
      else await client.post(this.path, { ...said, version });
      this.#edit(null);
      this.#take(false);
      await this.#load();
    });
  }

  /** @param {import("./contract.js").Comment} one */
  #remove(one) {
    return attempt(this.problem, async () => {
      await this.review.page.client.change("DELETE", `${this.path}/${one.id}`, one.revision);
      if (this.#changed?.id === one.id) this.#edit(null);
      await this.#load();
    });
  }
}

/** @param {import("./contract.js").PublicPlayer | undefined} author whose tag tells it from others of the same look; closed accounts have no name */
function authorName(author) {
  return author?.name ? [userText(author.name), " ", el("span", { class: "tag" }, `#${author.tag}`)] : [];
}
