// @ts-check
// The battle editor: a board to draw on, and forms for everything else.

import { Problem, Unreachable } from "./client.js";
import { attempt, byId } from "./dom.js";
import { Draft } from "./draft.js";
import { EditorBoard } from "./editor_board.js";
import { fileName, OWN, read, receive, save } from "./files.js";
import { within } from "./grid.js";
import { showHex } from "./inspector.js";
import { Palette } from "./palette.js";
import { applyTool, blankScenario, complete, eraseHex, moveUnit, withoutStored } from "./scenario_edits.js";
import { showFacts, showObjectives, showSides } from "./scenario_form.js";
import { showReport, wrongHexes } from "./scenario_report.js";
import { nameHex, RULES, showRules } from "./special_rules.js";
import { signedIn, start } from "./start.js";

/** @typedef {import("./geometry.js").Hex} Hex */
/** @typedef {import("./scenario_report.js").Report} Report */

const KEPT = "afteraction.draft";
/** Milliseconds without a change after which a battle is judged. */
const QUIET = 250;
const CHECK = "/v1/scenarios?validate_only=true";
/** What a game that is tried at once is like. */
const TRIAL = { edition: "2025", undo: "free", visibility: "private" };
const BOT = "planner";

export class Editor {
  /** @type {Hex | null} */
  #hex = null;
  /** @type {Report | null} */
  #report = null;
  /** The battle that it is of. @type {import("./contract.js").ScenarioDraft | null} */
  #judgedScenario = null;
  #timer = 0;
  #forming = 0;
  /** What each form shows. @type {Map<string, string>} */
  #formed = new Map();
  /** What a stroke has done it to is one change. */
  #strokes = 0;
  /** The unit that a stroke carries. @type {Hex | null} */
  #carried = null;

  /**
   * @param {import("./start.js").Page} page
   * @param {Draft} draft
   * @param {string | null} parent the battle that this one is made from
   * @param {import("./contract.js").ScenarioDraft} first what it was before anything was done to it
   */
  constructor(page, draft, parent, first) {
    this.page = page;
    this.draft = draft;
    this.parent = parent;
    this.first = first;
    const { texts } = page;
    const countries = new Intl.DisplayNames([texts.language], { type: "region" });
    this.country = (/** @type {string} */ code) => countries.of(code.toUpperCase()) ?? code;
    this.typeOf = (/** @type {string} */ kind) => texts.unit(kind, "2025").type;
    this.palette = new Palette(texts, byId("palette"), () => this.#show());
    this.sheet = new EditorBoard(page, byId("table"), (act, hex) => this.#act(act, hex));
    draft.onChange = () => this.#changed();
    page.onBack = () => this.#changed();
    this.#buttons();
    this.#changed();
  }

  #buttons() {
    const { draft } = this;
    byId("undo").addEventListener("click", () => draft.undo());
    byId("redo").addEventListener("click", () => draft.redo());
    byId("save").addEventListener("click", () => this.#trying(() => this.#keep()));
    byId("try").addEventListener("click", () => this.#trying(() => this.#play()));
    byId("clear").addEventListener("click", () => draft.replace(this.first, null));
    byId("export-own").addEventListener("click", () => this.#download());
    byId("open").addEventListener("click", () => byId("file").click());
    receive(/** @type {HTMLInputElement} */ (byId("file")), (file) => this.#trying(() => this.#open(file)));
    addEventListener("focusout", () => this.#form());
    addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.palette.rest();
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isWritten(document.body)) return;
      const key = event.key.toLowerCase();
      if (key !== "z" && key !== "y") return;
      event.preventDefault();
      if (key === "y" || event.shiftKey) draft.redo();
      else draft.undo();
    });
  }

  /** @param {() => Promise<unknown>} what */
  #trying(what) {
    return attempt(byId("problem"), () => what().catch(explain));
  }

  /**
   * @param {import("./editor_board.js").Act} act
   * @param {Hex} hex
   */
  #act(act, hex) {
    const { tool } = this.palette;
    if (act === "begin") this.#strokes += 1;
    const stroke = `stroke ${this.#strokes}`;
    if (tool.kind === "rules") this.#nameHex(act, hex, act === "erase" ? "" : stroke);
    else if (act === "erase") this.draft.edit((changed) => eraseHex(changed, hex));
    else if (tool.kind === "select") this.#select(act, hex);
    else if (tool.kind === "move") this.#placeUnit(act, hex);
    else if (act !== "end") this.draft.edit((changed) => applyTool(changed, tool, hex, this.typeOf, act === "over"), stroke);
    if (act === "begin" && tool.kind !== "select") this.#choose(hex);
  }

  /** The place of the special rule whose hexes are chosen. */
  get #rule() {
    const { kind, id } = this.palette.tool;
    return kind === "rules" ? Number(id) : null;
  }

  /**
   * Add a hex to those of the chosen rule, or take it away.
   * @param {import("./editor_board.js").Act} act
   * @param {Hex} hex
   * @param {string} subject of the change
   */
  #nameHex(act, hex, subject) {
    const wanted = { begin: undefined, over: true, erase: false };
    if (act !== "end") this.draft.edit((changed) => nameHex(changed, /** @type {number} */ (this.#rule), hex, wanted[act]), subject);
  }

  /**
   * Look at a hex; a unit is taken along to where the stroke ends.
   * @param {import("./editor_board.js").Act} act
   * @param {Hex} hex
   */
  #select(act, hex) {
    if (act === "begin") this.#carried = hex;
    if (act === "end" && this.#carried && String(this.#carried) !== String(hex)) {
      const from = this.#carried;
      this.draft.edit((changed) => moveUnit(changed, from, hex));
    }
    if (act !== "over") this.#choose(hex);
  }

  /** Have the next click on a hex put a unit there. @param {Hex} hex */
  carry(hex) {
    this.palette.use({ ...this.palette.tool, kind: "move", id: "move", from: hex });
    this.sheet.focus(hex);
  }

  /**
   * @param {import("./editor_board.js").Act} act
   * @param {Hex} hex
   */
  #placeUnit(act, hex) {
    const { from } = this.palette.tool;
    if (act !== "end" || !from) return;
    this.draft.edit((changed) => moveUnit(changed, from, hex));
    this.palette.rest();
    this.#choose(hex);
  }

  /** @param {Hex | null} hex */
  #choose(hex) {
    this.#hex = hex;
    this.#show();
  }

  /** Another battle is there: show it, and have it judged once nothing more is changed. */
  #changed() {
    const rule = this.draft.document.special_rules[this.#rule ?? -1];
    if (!RULES[rule?.id ?? ""]?.hexes) this.palette.rest("rules");
    this.#show();
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#judge(), QUIET);
  }

  #show() {
    const { draft, page: { texts } } = this;
    if (!this.sheet) return;
    const battle = draft.document;
    byId("title").textContent = battle.title[texts.language] ?? battle.title.en ?? "";
    for (const [id, can] of /** @type {const} */ ([["undo", draft.canUndo], ["redo", draft.canRedo]])) byId(id).toggleAttribute("disabled", !can);
    this.sheet.show(battle, this.#report ? wrongHexes(this.#report, this.#judgedScenario) : new Map(), this.#hex, this.#rule);
    this.#form();
    document.body.dataset.units = String(battle.units.length);
  }

  /** A field that was changed is left first, so that the focus goes on to the next one. */
  #form() {
    clearTimeout(this.#forming);
    this.#forming = window.setTimeout(() => this.#forms());
  }

  /** The forms show the battle; one in which somebody is writing, once that is done. */
  #forms() {
    const battle = this.draft.document;
    const hex = this.#hex && within(battle.board.kind, this.#hex) ? this.#hex : null;
    /** @type {[string, (place: HTMLElement) => void][]} */
    const forms = [
      ["hex", (place) => showHex(this, place, battle, hex)],
      ["facts", (place) => showFacts(this, place, battle)],
      ["armies", (place) => showSides(this, place, battle)],
      ["objectives", (place) => showObjectives(this, place, battle)],
      ["rules", (place) => showRules(this, place, battle)],
    ];
    for (const [id, show] of forms) {
      const told = `${id === "hex" ? hex : ""} ${this.draft.now}`;
      if (this.#formed.get(id) === told || isWritten(byId(id))) continue;
      this.#formed.set(id, told);
      show(byId(id));
    }
  }

  /** The battle as it is sent: a file as it came as long as nothing of it was changed. */
  #sent() {
    const { draft } = this;
    return draft.source ?? { text: JSON.stringify(complete(draft.document)), type: OWN };
  }

  async #judge() {
    const { client, texts } = this.page;
    const { now } = this.draft;
    try {
      const { report } = JSON.parse(await client.send(CHECK, this.#sent()));
      if (now !== this.draft.now) return;
      this.#showReport(report);
    } catch (error) {
      if (error instanceof Unreachable) return;
      if (now !== this.draft.now) return;
      const errors = Object.entries(error instanceof Problem ? error.document.errors ?? { "": [error.message] } : { "": [String(error)] });
      const items = errors.map(([where, why]) => ({ what: where.replace(/^\//, ""), where, status: "blocking", why: why.join(" "), hex: null }));
      this.#showReport({ verdict: "blocked", items });
    }
    document.body.dataset.ready = "yes";
    document.body.dataset.verdict = this.#report?.verdict;
    document.title = `${byId("title").textContent} · ${texts.say("editor.page")}`;
  }

  /** @param {Report} report of the battle as it is now */
  #showReport(report) {
    this.#report = report;
    this.#judgedScenario = this.draft.document;
    showReport(this.page.texts, byId("report"), report, this.#judgedScenario, (hex) => {
      this.#choose(hex);
      this.sheet.focus(hex);
    });
    byId("try").toggleAttribute("disabled", report.verdict === "blocked");
    this.#show();
  }

  /** A battle from a file, with its report beside it. @param {File} file */
  async #open(file) {
    const { client, texts } = this.page;
    const source = await read(texts, file);
    const taken = JSON.parse(await client.send(CHECK, source));
    this.#hex = null;
    this.draft.replace(withoutStored(taken), source.type === OWN ? null : source);
    this.#showReport(taken.report);
  }

  #download() {
    const battle = complete(this.draft.document);
    save(fileName(battle.title.en), { text: JSON.stringify(battle, null, 1), type: OWN });
  }

  /** Keep the battle at the service. */
  async #saved() {
    await signedIn(this.page);
    const visibility = /** @type {HTMLSelectElement} */ (byId("visibility")).value;
    const parent = this.parent ? `&parent=${encodeURIComponent(this.parent)}` : "";
    const kept = JSON.parse(await this.page.client.send(`/v1/scenarios?visibility=${visibility}${parent}`, this.#sent()));
    return kept.slug;
  }

  async #keep() {
    location.assign(`/scenarios/${await this.#saved()}`);
  }

  /** Try the battle against a bot. */
  async #play() {
    const { client } = this.page;
    const scenario = await this.#saved();
    const { first_side: side, sides } = this.draft.document;
    const [other] = Object.keys(sides).filter((one) => one !== side);
    const variant = this.draft.document.board.kind === "overlord" ? { variant: "overlord", players: 2 } : {};
    const game = await client.post("/v1/games", { scenario, ...TRIAL, ...variant, bots: { [other]: BOT } });
    await client.post(`/v1/games/${game.id}/seats`, { side });
    location.assign(`/play/${game.id}`);
  }
}

/** Say of a problem what is wrong with which parts, in the reader's language; its detail is in English. @param {unknown} error */
function explain(error) {
  if (error instanceof Problem) {
    const parts = Object.entries(error.document.errors ?? {}).map(([where, why]) => `${where} ${why.join(" ")}`.trim());
    error.message = parts.join(" ") || error.message;
  }
  throw error;
}

/** Whether somebody writes into a field of a part of the page. @param {HTMLElement} place */
function isWritten(place) {
  const { activeElement: active } = document;
  return place.contains(active) && Boolean(active?.matches("textarea, input:not([type=checkbox], [type=radio])"));
}

const page = await start();
const parent = new URLSearchParams(location.search).get("from");
await attempt(byId("problem"), async () => {
  const first = parent ? withoutStored(await page.client.get(`/v1/scenarios/${encodeURIComponent(parent)}`)) : blankScenario(page.texts.say("editor.untitled"));
  new Editor(page, new Draft(parent ? `${KEPT}.${parent}` : KEPT, first), parent, first);
  if (location.hash === "#open") byId("open").focus();
});
