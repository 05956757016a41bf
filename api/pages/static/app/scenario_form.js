// @ts-check
// Forms for the title, briefing, sides and objectives of a battle.

import { el, fill } from "./dom.js";
import { button, check, choice, keyed, number, text } from "./forms.js";
import { BOARDS, FACES } from "./grid.js";
import { NATIONS } from "./inspector.js";
import { label } from "./prompt.js";
import { resizeBoard, tidyObjectives } from "./scenario_edits.js";
import { allSides } from "./seats.js";

/** @typedef {import("./contract.js").ScenarioDraft} ScenarioDraft */
/** @typedef {import("./editor.js").Editor} Editor */

const FRONTS = ["western", "eastern", "mediterranean", "pacific"];
const HAND = /** @type {[number, number]} */ ([1, 12]);
const NEED = /** @type {[number, number]} */ ([1, 50]);
const MEDALS = /** @type {[number, number]} */ ([1, 12]);
const [FIRST_DAY, LAST_DAY] = ["1939-01-01", "1945-12-31"];

/**
 * @param {Editor} editor
 * @param {HTMLElement} place
 * @param {ScenarioDraft} battle
 */
export function showFacts(editor, place, battle) {
  const { draft, page: { texts } } = editor;
  const { language } = texts;
  const say = (/** @type {string} */ id) => texts.say(id);
  const write = (/** @type {"title" | "briefing"} */ member) => (/** @type {string} */ value) => draft.edit((changed) => {
    const said = changed[member];
    // What was in one language alone goes on in English too, which every battle has.
    if (language !== "en" && (!said.en || said.en === said[language])) said.en = value;
    said[language] = value;
  }, member);
  const read = (/** @type {Record<string, string>} */ said) => said[language] ?? said.en ?? "";
  const set = (/** @type {object} */ members, subject = "") => draft.edit((changed) => Object.assign(changed, members), subject);
  fill(place,
    text(say("editor.title"), read(battle.title), write("title"), { most: 120 }),
    text(say("editor.briefing"), read(battle.briefing), write("briefing"), { most: 4000, rows: 3 }),
    choice(say("editor.size"), BOARDS, battle.board.kind, (id) => say(`editor.size.${id}`), (id) => draft.edit((changed) => resizeBoard(changed, id))),
    choice(say("editor.face"), FACES, battle.board.face, (id) => say(`editor.face.${id}`), (id) => draft.edit((changed) => { changed.board.face = id; })),
    text(say("editor.date"), battle.date.begin, (day) => {
      if (!(day >= FIRST_DAY && day <= LAST_DAY)) return;
      draft.edit((changed) => Object.assign(changed, {
        date: { begin: day, end: changed.date.end > day && changed.date.end !== changed.date.begin ? changed.date.end : day }, year: Number(day.slice(0, 4)) }), "date");
    }, { type: "date", min: FIRST_DAY, max: LAST_DAY }),
    choice(say("editor.front"), FRONTS, battle.front, (id) => say(`editor.front.${id}`), (id) => set({ front: id })),
    choice(say("editor.first"), allSides(texts), battle.first_side, (id) => texts.name("sides", id), (id) => set({ first_side: id })),
    check(say("editor.last_unit"), battle.last_unit_decides ?? true, (on) => draft.edit((changed) => {
      if (on) delete changed.last_unit_decides;
      else changed.last_unit_decides = false;
    })));
}

/**
 * @param {Editor} editor
 * @param {HTMLElement} place
 * @param {ScenarioDraft} battle
 */
export function showSides(editor, place, battle) {
  const { draft, page: { texts } } = editor;
  const say = (/** @type {string} */ id) => texts.say(id);
  const armies = allSides(texts).map((side) => {
    const { nation, hand, medals_to_win: need, commander = "" } = battle.sides[side];
    const set = (/** @type {object} */ members, subject = "") => draft.edit((changed) => Object.assign(changed.sides[side], members), subject);
    return keyed(side, el("fieldset", { class: "army", "data-side": side },
      el("legend", {}, texts.name("sides", side)),
      choice(say("editor.nation"), NATIONS, nation, editor.country, (id) => draft.edit((changed) => {
        for (const unit of changed.units) if (unit.side === side && unit.nation === nation) unit.nation = id;
        changed.sides[side].nation = id;
      })),
      number(say("editor.hand"), hand, HAND, (value) => set({ hand: value })),
      number(say("editor.need"), need, NEED, (value) => set({ medals_to_win: value })),
      text(say("editor.commander"), commander, (value) => draft.edit((changed) => {
        if (value.trim()) changed.sides[side].commander = value;
        else delete changed.sides[side].commander;
      }, `commander ${side}`))));
  });
  const turn = () => draft.edit((changed) => {
    const { allies, axis } = changed.sides;
    [allies.seat, axis.seat] = [axis.seat, allies.seat];
  });
  fill(place, ...armies, el("p", { class: "prompt" }, button(say("editor.swap"), turn)));
}

/**
 * @param {Editor} editor
 * @param {HTMLElement} place
 * @param {ScenarioDraft} battle
 */
export function showObjectives(editor, place, battle) {
  const { texts } = editor.page;
  if (!battle.objectives.length) fill(place, el("p", { class: "soft" }, texts.say("editor.objectives.none")));
  else fill(place, ...battle.objectives.map((one, n) => objective(editor, one, n)));
}

/**
 * @param {Editor} editor
 * @param {ScenarioDraft["objectives"][number]} one
 * @param {number} n
 */
function objective(editor, one, n) {
  const { draft, page: { texts } } = editor;
  const say = (/** @type {string} */ id, /** @type {Record<string, string | number>} */ values) => texts.say(id, values);
  const set = (/** @type {(objective: ScenarioDraft["objectives"][number]) => void} */ change, subject = "") => draft.edit((changed) => change(changed.objectives[n]), subject);
  const sides = ["both", ...allSides(texts)];
  return keyed(one.id, el("fieldset", { class: "objective" },
    el("legend", {}, `${one.label || say("editor.objective.number", { number: n + 1 })} · ${one.hexes.map(label).join(" ")}`),
    choice(say("editor.for", {}), sides, one.side, (id) => (id === "both" ? say("editor.objective.both", {}) : texts.name("sides", id)), (id) => set((goal) => { goal.side = id; })),
    choice(say("editor.objective.kind", {}), Object.keys(texts.catalog.objectives), one.kind, (id) => texts.name("objectives", id), (id) => set((goal) => {
      goal.kind = id;
      if (id === "sudden_death") delete goal.medals;
      else goal.medals ??= 1;
    })),
    one.medals ? number(say("editor.objective.medals", {}), one.medals, MEDALS, (value) => set((goal) => { goal.medals = value; })) : null,
    one.hexes.length > 1 && number(say("editor.objective.need", {}), one.need ?? 1, [1, one.hexes.length], (value) => set((goal) => {
      if (value > 1) goal.need = value;
      else delete goal.need;
    })),
    text(say("editor.objective.label", {}), one.label, (value) => set((goal) => { goal.label = value; }, `label ${one.id}`), { most: 100 }),
    check(say("editor.objective.check", {}), Boolean(one.check), (on) => set((goal) => {
      if (on) goal.check = "end_of_own_turn";
      else delete goal.check;
    })),
    el("p", { class: "prompt" },
      button(say("editor.objective.hexes", {}), () => editor.palette.use({ kind: "objectives", id: one.id, side: editor.palette.tool.side })),
      button(say("editor.objective.remove", {}), () => draft.edit((changed) => {
        changed.objectives[n].hexes = [];
        tidyObjectives(changed);
      })))));
}
