// @ts-check
// The edits of the battle editor. Each function changes the scenario that it is given.

import { bridgeEnds, courseOf, joinAround } from "./courses.js";
import { printed, same, within } from "./grid.js";

/** @typedef {import("./contract.js").ScenarioDraft} ScenarioDraft */
/** @typedef {import("./geometry.js").Hex} Hex */

/**
 * What the next click on a hex does: `kind` is what it lays, `id` which one of these, `side` for whom.
 * @typedef {{kind: string, id: string, side: string, from?: Hex}} Tool
 */

const OWNED = ["bunker", "sea_wall"];
const LISTS = /** @type {const} */ (["terrain", "obstacles", "units", "labels"]);

/** The special rules whose hexes are those on which units of their side start. */
const OF_UNITS = ["doctrine", "move_limit"];

/** A battle with nothing on it yet. @param {string} title @returns {ScenarioDraft} */
export const blankScenario = (title) => ({
  title: { en: title },
  date: { begin: "1944-06-06", end: "1944-06-06" },
  year: 1944,
  front: "western",
  board: { kind: "standard", face: "countryside" },
  first_side: "allies",
  sides: {
    allies: { seat: "bottom", nation: "us", hand: 5, medals_to_win: 5 },
    axis: { seat: "top", nation: "de", hand: 5, medals_to_win: 5 },
  },
  terrain: [], obstacles: [], units: [], objectives: [], special_rules: [], labels: [],
  briefing: {},
});

/** What the service says of a battle besides what it is. */
const STORED = ["slug", "id", "author", "visibility", "created_at", "parent", "report"];

/** A battle without what the service says of it. @param {ScenarioDraft} told @returns {ScenarioDraft} */
export const withoutStored = (told) => /** @type {typeof told} */ (Object.fromEntries(Object.entries(told).filter(([member]) => !STORED.includes(member))));

/**
 * What lies on a hex.
 * @param {ScenarioDraft} document
 * @param {Hex} hex
 */
export function contentsOf(document, hex) {
  const here = (/** @type {{hex: Hex}} */ one) => same(one.hex, hex);
  return {
    tile: document.terrain.find(here),
    terrain: document.terrain.find(here)?.terrain ?? printed(document.board, hex),
    obstacles: document.obstacles.filter(here),
    unit: document.units.find(here),
    label: document.labels.find(here),
    objectives: document.objectives.filter(({ hexes }) => hexes.some((one) => same(one, hex))),
  };
}

/**
 * Lay what a tool lays on a hex; `again` where the same stroke goes on over further hexes.
 * @param {ScenarioDraft} document
 * @param {Tool} tool
 * @param {Hex} hex
 * @param {(kind: string) => string} typeOf the type of a kind of unit
 * @param {boolean} again
 */
export function applyTool(document, tool, hex, typeOf, again) {
  if (tool.kind === "terrain") layTile(document, hex, tool.id);
  else if (tool.kind === "features") toggleFeature(document, hex, tool.id, again);
  else if (tool.kind === "obstacles") toggleObstacle(document, hex, tool, again);
  else if (tool.kind === "units") layUnit(document, hex, tool, typeOf);
  else if (tool.kind === "objectives") toggleObjective(document, hex, tool, again);
  else if (tool.kind === "erase") eraseHex(document, hex, again);
}

/**
 * @param {ScenarioDraft} document
 * @param {Hex} hex
 * @param {string} terrain
 */
function layTile(document, hex, terrain) {
  const { tile } = contentsOf(document, hex);
  if (terrain === (tile?.terrain ?? printed(document.board, hex)) && !tile?.features) return;
  removeFrom(document, "terrain", hex);
  if (terrain !== printed(document.board, hex)) document.terrain.push({ hex, terrain });
  joinAround(document, hex);
}

/**
 * @param {ScenarioDraft} document
 * @param {Hex} hex
 * @param {string} feature
 * @param {boolean} again
 */
export function toggleFeature(document, hex, feature, again = false) {
  let { tile } = contentsOf(document, hex);
  if (!tile) document.terrain.push(tile = { hex, terrain: printed(document.board, hex) });
  if (feature === "wide" && tile.terrain !== "river") return;
  const others = (tile.features ?? []).filter((/** @type {string} */ one) => one !== feature);
  if (again || others.length === (tile.features ?? []).length) others.push(feature);
  if (others.length) tile.features = others;
  else delete tile.features;
}

/**
 * @param {ScenarioDraft} document
 * @param {Hex} hex
 * @param {Tool} tool
 * @param {boolean} again
 */
function toggleObstacle(document, hex, { id, side }, again) {
  const there = document.obstacles.findIndex((one) => one.kind === id && same(one.hex, hex));
  if (there >= 0 && !again) document.obstacles.splice(there, 1);
  if (there < 0) {
    const owner = OWNED.includes(id) ? { owner: side } : {};
    const ends = id === "bridge_section" ? { open_ends: bridgeEnds(document, hex) } : {};
    document.obstacles.push({ hex, kind: id, ...owner, ...ends });
  }
  joinAround(document, hex);
}

/**
 * @param {ScenarioDraft} document
 * @param {Hex} hex
 * @param {Tool} tool
 * @param {(kind: string) => string} typeOf
 */
function layUnit(document, hex, { id, side }, typeOf) {
  removeFrom(document, "units", hex);
  const { nation } = document.sides[side];
  document.units.push({ hex, side, ...typeAndKind(id, typeOf), nation });
}

/**
 * A unit's type, and its kind where it is not the plain one.
 * @param {string} id
 * @param {(kind: string) => string} typeOf
 */
export const typeAndKind = (id, typeOf) => (id === typeOf(id) ? { type: id } : { type: typeOf(id), kind: id });

/**
 * Add a hex to an objective or take it away; a medal of its own without one.
 * @param {ScenarioDraft} document
 * @param {Hex} hex
 * @param {Tool} tool
 * @param {boolean} again
 */
function toggleObjective(document, hex, tool, again) {
  const { id } = tool;
  const side = id === "both" ? "both" : tool.side;
  const known = document.objectives.find((one) => one.id === id);
  const own = known ?? document.objectives.find((one) =>
    one.hexes.length === 1 && one.side === side && same(one.hexes[0], hex));
  const there = own?.hexes.findIndex((one) => same(one, hex)) ?? -1;
  if (there >= 0 && again) return;
  if (there >= 0) own?.hexes.splice(there, 1);
  else if (known) known.hexes.push(hex);
  else document.objectives.push({ id: freeId(document), side, kind: "temporary", hexes: [hex], medals: 1, label: contentsOf(document, hex).label?.text ?? "" });
  tidyObjectives(document);
}

/** @param {ScenarioDraft} document */
function freeId(document) {
  const taken = document.objectives.map((one) => one.id);
  for (let number = 1; ; number += 1) if (!taken.includes(`obj${number}`)) return `obj${number}`;
}

/**
 * Take away what lies uppermost on a hex; everything where a stroke goes on over it.
 * @param {ScenarioDraft} document
 * @param {Hex} hex
 * @param {boolean} [all]
 */
export function eraseHex(document, hex, all = false) {
  const { unit, obstacles, objectives, label } = contentsOf(document, hex);
  const steps = [
    [unit, () => removeFrom(document, "units", hex)],
    [objectives.length, () => leaveObjectives(document, hex)],
    [obstacles.length, () => removeFrom(document, "obstacles", hex)],
    [label, () => removeFrom(document, "labels", hex)],
    [true, () => removeFrom(document, "terrain", hex)],
  ].filter(([there]) => there);
  for (const [, act] of all ? steps : steps.slice(0, 1)) /** @type {() => void} */ (act)();
  joinAround(document, hex);
}

/**
 * @param {ScenarioDraft} document
 * @param {typeof LISTS[number]} list
 * @param {Hex} hex
 */
export function removeFrom(document, list, hex) {
  Object.assign(document, { [list]: document[list].filter((one) => !same(one.hex, hex)) });
}

/**
 * @param {ScenarioDraft} document
 * @param {Hex} hex
 */
function leaveObjectives(document, hex) {
  for (const one of document.objectives) one.hexes = one.hexes.filter((place) => !same(place, hex));
  tidyObjectives(document);
}

/** An objective without hexes is none, and none needs more than it has. @param {ScenarioDraft} document */
export function tidyObjectives(document) {
  document.objectives = document.objectives.filter(({ hexes }) => hexes.length);
  for (const one of document.objectives) if ((one.need ?? 0) > one.hexes.length) one.need = one.hexes.length;
}

/**
 * A unit goes to another hex, in place of one that stands there.
 * @param {ScenarioDraft} document
 * @param {Hex} from
 * @param {Hex} to
 */
export function moveUnit(document, from, to) {
  const { unit } = contentsOf(document, from);
  if (!unit || same(from, to)) return;
  removeFrom(document, "units", to);
  unit.hex = to;
  for (const { id, params } of document.special_rules) {
    if (OF_UNITS.includes(id) && params.side === unit.side) params.hexes = params.hexes?.map((hex) => (same(hex, from) ? to : hex));
  }
}

/**
 * Write a name on a hex; none where it is empty.
 * @param {ScenarioDraft} document
 * @param {Hex} hex
 * @param {string} text
 */
export function setLabel(document, hex, text) {
  removeFrom(document, "labels", hex);
  if (text.trim()) document.labels.push({ hex, text: text.trim() });
}

/**
 * Another board: what does not lie on it is gone.
 * @param {ScenarioDraft} document
 * @param {string} kind
 */
export function resizeBoard(document, kind) {
  document.board.kind = kind;
  const kept = (/** @type {Hex} */ hex) => within(kind, hex);
  for (const list of LISTS) Object.assign(document, { [list]: document[list].filter(({ hex }) => kept(hex)) });
  for (const one of document.objectives) one.hexes = one.hexes.filter(kept);
  tidyObjectives(document);
  // A rule of which no hex is left is gone: without any it would be for all.
  document.special_rules = document.special_rules.filter(({ params }) => {
    if (!params.hexes?.length) return true;
    params.hexes = params.hexes.filter(kept);
    return params.hexes.length > 0;
  });
}

/**
 * The battle as the service takes it: its English texts, which every battle has, stand for those that are not written.
 * @param {ScenarioDraft} document
 */
export function complete(document) {
  const some = Object.values(document.title).find(Boolean) ?? "?";
  const title = { en: some, ...filledIn(document.title) };
  const told = filledIn(document.briefing);
  const briefing = { en: Object.values(told)[0] ?? title.en, ...told };
  return { ...document, title, briefing };
}

/** @param {Record<string, string>} texts */
const filledIn = (texts) => Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim()));

/** @param {string} terrain */
export const hasCourse = (terrain) => Boolean(courseOf(terrain));

/**
 * A battle as a state of a game that has not begun.
 * @param {ScenarioDraft} document
 * @param {import("./texts.js").Texts} texts
 */
export function stateOf(document, texts) {
  const of = (/** @type {"hand" | "medals_to_win" | null} */ member) =>
    Object.fromEntries(Object.entries(document.sides).map(([side, army]) => [side, member ? army[member] : 0]));
  const state = {
    edition: "2025", ordered: [], active: null, terrain: document.terrain, obstacles: document.obstacles,
    units: document.units.map(({ hex, side, type, kind = type, figures }, n) => {
      const usual = texts.catalog.units.find((one) => one.id === kind)?.by_edition["2025"].figures ?? 1;
      return { id: `${side}-${n}`, hex, side, kind, figures: figures ?? usual, figures_full: figures ?? usual };
    }),
    objectives: document.objectives.map((one) => ({ medals: 0, ...one, side: one.side === "both" ? null : one.side })),
    medals: of(null), medals_to_win: of("medals_to_win"),
    hands: Object.fromEntries(Object.entries(of("hand")).map(([side, count]) => [side, { count }])),
  };
  return /** @type {import("./contract.js").State} */ (/** @type {unknown} */ (state));
}
