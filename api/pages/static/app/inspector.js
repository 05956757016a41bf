// @ts-check
// The inspector of the battle editor: shows and edits what is on a hex.

import { DIRECTIONS, PIECES } from "./courses.js";
import { el, fill } from "./dom.js";
import { button, check, choice, number, text } from "./forms.js";
import { same } from "./grid.js";
import { label } from "./prompt.js";
import { contentsOf, hasCourse, removeFrom, setLabel, toggleFeature, typeAndKind } from "./scenario_edits.js";
import { allSides } from "./seats.js";

/** @typedef {import("./contract.js").ScenarioDraft} ScenarioDraft */
/** @typedef {import("./geometry.js").Hex} Hex */
/** @typedef {import("./editor.js").Editor} Editor */

/** The countries of the battles that there are, and some more. */
export const NATIONS = ["us", "gb", "ca", "fr", "ru", "pl", "nl", "au", "nz", "cn", "de", "it", "jp", "fi", "ro", "hu", "sk"];
const TURNS = ["1", "2", "3", "4", "5", "6"];
const OWNED = ["bunker", "sea_wall"];
const LINES = [0, 1, 2].map((n) => `${DIRECTIONS[n]} ${DIRECTIONS[n + 3]}`);

/**
 * @param {Editor} editor
 * @param {HTMLElement} place
 * @param {ScenarioDraft} document
 * @param {Hex | null} hex
 */
export function showHex(editor, place, document, hex) {
  const { texts } = editor.page;
  if (!hex) {
    fill(place, el("p", { class: "soft" }, texts.say("editor.hex.none")));
    return;
  }
  const { tile, terrain, obstacles, unit, label: named, objectives } = contentsOf(document, hex);
  const whose = (/** @type {string} */ side) => (side === "both" ? texts.say("editor.objective.both") : texts.name("sides", side));
  fill(place,
    el("h3", {}, `${label(hex)} · ${texts.name("terrain", terrain)}`),
    ...(unit ? ofUnit(editor, unit) : []),
    ...(tile ? ofTile(editor, tile) : []),
    ...obstacles.flatMap((one) => ofObstacle(editor, one)),
    ...objectives.map(({ kind, side }) =>
      el("p", {}, texts.say("editor.hex.objective", { kind: texts.name("objectives", kind), side: whose(side) }))),
    text(texts.say("editor.hex.label"), named?.text ?? "", (value) => editor.draft.edit((changed) => setLabel(changed, hex, value), `label ${hex}`)));
}

/**
 * @param {Editor} editor
 * @param {ScenarioDraft["units"][number]} unit
 */
function ofUnit(editor, { hex, side, type, kind = type, figures, medals, nation }) {
  const { draft, page: { texts } } = editor;
  const entry = texts.catalog.units.find((one) => one.id === kind);
  const usual = entry?.by_edition["2025"].figures ?? 4;
  const common = kind === "sniper" ? 0 : 1;
  const set = (/** @type {(unit: ScenarioDraft["units"][number]) => void} */ change) =>
    draft.edit((document) => document.units.filter((one) => same(one.hex, hex)).forEach(change));
  const unless = (/** @type {"figures" | "medals"} */ member, /** @type {number} */ value, /** @type {number} */ normal) => set((unit) => {
    if (value === normal) delete unit[member];
    else unit[member] = value;
  });
  const kinds = texts.catalog.units.map((one) => one.id);
  return [
    choice(texts.say("editor.unit.kind"), kinds, kind, (id) => texts.name("units", id), (id) => set((unit) => {
      delete unit.kind;
      delete unit.figures;
      delete unit.medals;
      Object.assign(unit, typeAndKind(id, editor.typeOf));
    })),
    choice(texts.say("editor.unit.side"), allSides(texts), side, (id) => texts.name("sides", id), (id) => set((unit) => { unit.side = id; })),
    choice(texts.say("editor.nation"), NATIONS, nation, editor.country, (id) => set((unit) => { unit.nation = id; })),
    number(texts.say("editor.unit.figures"), figures ?? usual, [1, 4], (value) => unless("figures", value, usual)),
    number(texts.say("editor.unit.medals"), medals ?? common, [0, 12], (value) => unless("medals", value, common)),
    el("p", { class: "prompt" },
      button(texts.say("editor.unit.move"), () => editor.carry(hex)),
      button(texts.say("editor.unit.remove"), () => draft.edit((document) => removeFrom(document, "units", hex)))),
  ];
}

/**
 * @param {Editor} editor
 * @param {ScenarioDraft["terrain"][number]} tile
 */
function ofTile(editor, { hex, terrain, piece, orientation, features = [] }) {
  const { draft, page: { texts } } = editor;
  const set = (/** @type {object} */ members) =>
    draft.edit((document) => Object.assign(document.terrain.find((one) => same(one.hex, hex)) ?? {}, members));
  const course = hasCourse(terrain) ? [
    choice(texts.say("editor.piece"), Object.keys(PIECES), piece ?? "straight", (id) => texts.say(`editor.piece.${id}`), (id) => set({ piece: id, orientation: orientation ?? 1 })),
    choice(texts.say("editor.turned"), TURNS, String(orientation ?? 1), (id) => texts.say("editor.turns", { turn: id }), (id) => set({ piece: piece ?? "straight", orientation: Number(id) })),
  ] : [];
  const possible = texts.catalog.features.filter((one) => one.id !== "wide" || terrain === "river");
  return [...course, ...possible.map((one) =>
    check(one.name, features.includes(one.id), () => draft.edit((document) => toggleFeature(document, hex, one.id))))];
}

/**
 * @param {Editor} editor
 * @param {ScenarioDraft["obstacles"][number]} obstacle
 */
function ofObstacle(editor, { hex, kind, owner, open_ends: ends }) {
  const { draft, page: { texts } } = editor;
  const called = texts.name("obstacles", kind);
  const there = (/** @type {ScenarioDraft["obstacles"][number]} */ one) => one.kind === kind && same(one.hex, hex);
  const set = (/** @type {(placed: ScenarioDraft["obstacles"][number]) => void} */ change) =>
    draft.edit((document) => document.obstacles.filter(there).slice(0, 1).forEach(change));
  const whose = OWNED.includes(kind) && choice(`${called}: ${texts.say("editor.owner")}`, ["both", ...allSides(texts)], owner ?? "both",
    (id) => (id === "both" ? texts.say("editor.objective.both") : texts.name("sides", id)),
    (id) => set((placed) => {
      if (id === "both") delete placed.owner;
      else placed.owner = id;
    }));
  const leads = ends && choice(`${called}: ${texts.say("editor.ends")}`, LINES,
    LINES.find((line) => ends.every((end) => line.split(" ").includes(end))) ?? ends.join(" "),
    (line) => line.replace(" ", " – "), (line) => set((placed) => { placed.open_ends = /** @type {[string, string]} */ (line.split(" ")); }));
  return [whose, leads, button(texts.say("editor.remove", { what: called }), () =>
    draft.edit((document) => { document.obstacles = document.obstacles.filter((one) => !there(one)); }))].filter(Boolean);
}
