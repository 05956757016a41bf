// @ts-check
// The palette of the battle editor: terrain, obstacles, units, objectives, and the other tools.

import { el, fill, svgElement } from "./dom.js";
import { outline } from "./geometry.js";
import { allSides } from "./seats.js";

/** @typedef {import("./scenario_edits.js").Tool} Tool */

/** What is done with what lies on the board, and how it is drawn. @type {Record<string, string>} */
const DEEDS = {
  select: "M-14-26V20L-3 10 5 28 13 24 6 8 20 7Z",
  erase: "M-32 0-14-20H32V20H-14ZM-4-9 14 9M14-9-4 9",
};
/** What a hex with a course looks like, which the service draws by what is around it. @type {Record<string, string>} */
const COURSES = { road: "road-way", river: "water", fordable_stream: "water", frozen_river: "water", railroad: "rail", wadi: "road-way" };

export class Palette {
  /** What the next click does. @type {Tool} */
  tool = { kind: "select", id: "select", side: "allies" };
  #wanted = "";

  /**
   * @param {import("./texts.js").Texts} texts
   * @param {HTMLElement} place
   * @param {() => void} onChange
   */
  constructor(texts, place, onChange) {
    this.texts = texts;
    this.place = place;
    this.onChange = onChange;
    const say = (/** @type {string} */ id) => texts.say(id);
    this.said = el("p", { class: "soft said", id: "tool", role: "status" });
    this.groups = el("div", { class: "groups" });
    const find = el("input", { type: "search", id: "find", autocomplete: "off", placeholder: say("editor.find"), "aria-label": say("editor.find"),
      oninput: () => { this.#wanted = find.value.trim().toLowerCase(); this.#fill(); } });
    fill(place, this.#sides(), find, this.said, this.groups);
    this.#fill();
    this.said.textContent = this.#about(this.tool);
  }

  /** Whose units and objectives are laid. */
  #sides() {
    const choices = allSides(this.texts).map((side) =>
      el("label", { class: "check" },
        el("input", { type: "radio", name: "for", value: side, checked: side === this.tool.side, onchange: () => this.use({ ...this.tool, side }) }),
        el("span", {}, this.texts.name("sides", side))));
    return el("fieldset", { class: "whose" }, el("legend", { class: "out-of-sight" }, this.texts.say("editor.for")), ...choices);
  }

  #fill() {
    const { catalog } = this.texts;
    const list = (/** @type {"units" | "terrain" | "obstacles" | "features"} */ name) => catalog[name].map((one) => one.id);
    fill(this.groups,
      this.#group("tools", Object.keys(DEEDS), (id) => this.texts.say(`editor.tool.${id}`)),
      this.#group("units", list("units")),
      this.#group("terrain", list("terrain")),
      this.#group("obstacles", list("obstacles").filter((id) => id !== "smoke")), // players lay it
      this.#group("objectives", ["own", "both"], (id) => this.texts.say(`editor.objective.${id}`)),
      this.#group("features", list("features")));
  }

  /**
   * Buttons of a kind, of which the arrow keys reach each.
   * @param {string} kind
   * @param {string[]} ids
   * @param {(id: string) => string} [named]
   */
  #group(kind, ids, named = (id) => this.texts.name(kind, id)) {
    const found = ids.filter((id) => named(id).toLowerCase().includes(this.#wanted));
    if (!found.length) return null;
    const known = found.some((id) => this.#chosen(kind, id));
    const buttons = found.map((id, n) =>
      el("button", {
        type: "button", "data-tool": `${kind} ${id}`, "data-key": `${kind} ${id}`, "aria-pressed": String(this.#chosen(kind, id)),
        title: named(id), "aria-label": named(id), tabindex: (known ? this.#chosen(kind, id) : n === 0) ? 0 : -1,
        onclick: () => this.use({ ...this.tool, kind: kind === "tools" ? id : kind, id }),
      }, this.#icon(kind, id)));
    const heading = `tools-${kind}`;
    return el("div", { class: "group" },
      el("h3", { id: heading }, this.texts.say(`editor.${kind}`)),
      el("div", { role: "toolbar", class: "tools", "aria-labelledby": heading, onkeydown: (/** @type {KeyboardEvent} */ event) => roam(event, buttons) }, ...buttons));
  }

  /**
   * @param {string} kind
   * @param {string} id
   */
  #chosen(kind, id) {
    return this.tool.id === id && this.tool.kind === (kind === "tools" ? id : kind);
  }

  /**
   * @param {string} kind
   * @param {string} id
   */
  #icon(kind, id) {
    if (kind === "tools") return svgElement("svg", { viewBox: "-44 -40 88 80", "aria-hidden": "true", class: "deed" }, svgElement("path", { d: DEEDS[id] }));
    const { side } = this.tool;
    /** @type {Record<string, string>} */
    const symbols = {
      units: `token-${side}-${id}`, terrain: `terrain-${id}`, obstacles: `obstacles-${id}`, features: `features-${id}`,
      objectives: `marks-medal_${id === "both" ? "both" : side}`,
    };
    const hex = kind === "terrain" || kind === "features";
    const size = hex ? "-54 -62 108 124" : kind === "objectives" ? "-22 -22 44 44" : "-44 -40 88 80";
    const ground = hex && svgElement("polygon", { points: outline([0, 0]), fill: `var(--board-${kind === "terrain" ? id : "open"})`, stroke: "var(--board-grid)", "stroke-width": 3 });
    const course = COURSES[id] && svgElement("path", { d: "M-52 0Q0 -18 52 0", fill: "none", stroke: `var(--board-${COURSES[id]})`, "stroke-width": id === "fordable_stream" ? 16 : 26 });
    return svgElement("svg", { viewBox: size, "aria-hidden": "true" }, ground, course, svgElement("use", { href: `#${symbols[kind]}` }));
  }

  /**
   * Take a tool, and say what it is.
   * @param {Tool} tool
   */
  use(tool) {
    const sides = tool.side !== this.tool.side;
    this.tool = tool;
    if (sides) this.#fill();
    for (const one of this.groups.querySelectorAll("[data-tool]")) {
      const [kind, id] = (one.getAttribute("data-tool") ?? "").split(" ");
      one.setAttribute("aria-pressed", String(this.#chosen(kind, id)));
    }
    this.said.textContent = this.#about(tool);
    this.onChange();
  }

  /** Only choose again, where the tool is of a kind, or of any. @param {string} [kind] */
  rest(kind = this.tool.kind) {
    if (this.tool.kind === kind) this.use({ ...this.tool, kind: "select", id: "select" });
  }

  /** @param {Tool} tool */
  #about({ kind, id }) {
    const { texts } = this;
    const lists = /** @type {Record<string, {id: string, name: string, text?: Record<string, string>}[] | undefined>} */ (/** @type {unknown} */ (texts.catalog));
    const entry = kind === "objectives" ? undefined : lists[kind]?.find((one) => one.id === id);
    if (!entry) return texts.say(kind === "objectives" ? "editor.objective.about" : `editor.tool.${kind}.about`);
    return entry.text ? `${entry.name}: ${entry.text["2025"]}` : entry.name;
  }
}

/**
 * Go through the buttons of a group by the arrow keys.
 * @param {KeyboardEvent} event
 * @param {HTMLButtonElement[]} buttons
 */
function roam(event, buttons) {
  /** @type {Record<string, number>} */
  const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity };
  const step = steps[event.key];
  if (!step) return;
  event.preventDefault();
  const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target));
  const next = buttons[Math.min(buttons.length - 1, Math.max(0, at + step))];
  for (const one of buttons) one.tabIndex = one === next ? 0 : -1;
  next.focus();
}
