// @ts-check
// The special rules of a battle with their parameters, as forms.

import { el, fill } from "./dom.js";
import { button, check, choice, keyed, number, text } from "./forms.js";
import { same, within } from "./grid.js";
import { label } from "./prompt.js";

/** @typedef {import("./contract.js").ScenarioDraft} ScenarioDraft */
/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {import("./geometry.js").Hex} Hex */

/**
 * A member of a rule: a word of a list, a kind of unit of the rule's type or of armor, a number within bounds, hexes (none
 * of which stand for all, unless some are needed), several numbers, or yes and no. Without a value at first it may be absent.
 * @typedef {{words?: string[], kinds?: boolean, most?: [number, number], hexes?: "all" | "needed", numbers?: boolean, many?: string[], first?: any, optional?: boolean}} Member
 */

const SIDE = { words: ["allies", "axis"], first: "allies" };
const TYPE = { words: ["infantry", "armor", "artillery"], first: "infantry" };
/** @type {Member} */
const SOME = { hexes: "all", optional: true };
/** @type {Member} */
const KIND = { kinds: true, optional: true };

/** The special rules that scenarios may have, with their members. @type {Record<string, Record<string, Member>>} */
export const RULES = {
  doctrine: { side: SIDE, name: { words: ["imperial_japanese_army", "italian_royal_army", "us_marine_corps", "british_commonwealth", "north_african_desert", "red_army_commissar", "tank_leader", "steadfast", "boats"], first: "imperial_japanese_army" }, hexes: SOME },
  night: { side: SIDE, falls: { optional: true } },
  air_drop: { side: SIDE, type: TYPE, kind: KIND, units: { most: [1, 12], first: 4 }, figures: { most: [1, 4], first: 4 }, scatter: { most: [0, 12], first: 4 }, hexes: SOME, rest: { most: [0, 50], first: 0, optional: true }, by_day: { optional: true } },
  move_limit: { side: SIDE, type: { ...TYPE, first: "armor" }, most: { most: [1, 3], first: 2 }, hexes: SOME },
  card_stands_in: {
    side: SIDE, cards: { many: ["recon", "probe", "attack", "assault"], first: ["recon"] }, as: { words: ["air_power", "barrage"], first: "air_power" },
    hexes: { hexes: "all", first: [] }, dice: { most: [0, 6], first: 0 }, max_targets: { most: [1, 12], first: 4 }, same_section: { first: false },
  },
  card_replaced: { card: { words: [], first: "air_power" }, by: { words: [], optional: true } },
  hand_growth: { side: SIDE, after_own_turns: { numbers: true, first: [1] } },
  armor_breakthrough: { side: SIDE, units: { most: [1, 12], first: 2 }, kind: KIND, cannot_exit: { optional: true } },
  smoke_screen: { side: SIDE },
  blow_bridge: { side: SIDE, hexes: { hexes: "needed", first: [] }, guarded: { optional: true } },
  exit_medals: { type: TYPE, medals: { most: [1, 12], first: 2 } },
  must_exit: { side: SIDE, units: { most: [1, 12], first: 1 } },
  no_reshuffle: { winner: { ...SIDE, first: "axis" } },
};

/**
 * @param {Editor} editor
 * @param {HTMLElement} place
 * @param {ScenarioDraft} battle
 */
export function showRules(editor, place, battle) {
  const { draft, page: { texts } } = editor;
  const add = el("select", { "aria-label": texts.say("editor.rule.add"), "data-key": "rule.add", onchange: () => {
    const id = add.value;
    if (id) draft.edit((changed) => changed.special_rules.push({ id, params: initial(id) }));
  } },
  el("option", { value: "" }, texts.say("editor.rule.add")),
  ...Object.keys(RULES).map((id) => el("option", { value: id }, texts.say(`rule.${id}`))));
  fill(place, ...battle.special_rules.map((rule, n) => ruleForm(editor, battle, rule, n)), add);
}

/** @param {string} id */
const initial = (id) => Object.fromEntries(Object.entries(RULES[id]).flatMap(([member, { first }]) => (first === undefined ? [] : [[member, first]])));

/**
 * @param {Editor} editor
 * @param {ScenarioDraft} battle
 * @param {import("./contract.js").SpecialRule} rule
 * @param {number} n
 */
function ruleForm(editor, battle, { id, params }, n) {
  const { draft, palette, page: { texts } } = editor;
  const set = (/** @type {string} */ member) => (/** @type {unknown} */ value) => draft.edit((changed) => {
    /** @type {Record<string, unknown>} */
    const told = changed.special_rules[n].params;
    if (value === undefined || value === "") delete told[member];
    else told[member] = value;
    if (member === "type") delete told.kind;
  }, `rule ${n} ${member}`);
  const known = RULES[id];
  const fields = known ? Object.entries(known).map(([member, how]) => field(editor, battle.board.kind, member, how, params, set(member))) : [];
  const choose = () => {
    palette.use({ ...palette.tool, kind: "rules", id: String(n) });
    editor.sheet.focus(params.hexes?.[0]);
  };
  return keyed(`rule ${n}`, el("fieldset", { class: "rule" },
    el("legend", {}, `${n + 1} · ${known ? texts.say(`rule.${id}`) : id}`),
    known && el("p", { class: "soft" }, texts.say(`rule.${id}.about`)),
    ...fields,
    el("p", { class: "prompt" },
      known?.hexes && button(texts.say("editor.objective.hexes"), choose),
      button(texts.say("editor.rule.remove"), () => {
        palette.rest("rules");
        draft.edit((changed) => changed.special_rules.splice(n, 1));
      }))));
}

/**
 * Add a hex to those of a rule, or remove it; without `wanted`, whichever changes something.
 * @param {ScenarioDraft} document
 * @param {number} n the rule's place
 * @param {Hex} hex
 * @param {boolean} [wanted]
 */
export function nameHex(document, n, hex, wanted) {
  const { id, params } = document.special_rules[n];
  const others = (params.hexes ?? []).filter((/** @type {Hex} */ one) => !same(one, hex));
  if (wanted ?? others.length === (params.hexes ?? []).length) others.push(hex);
  if (others.length || !RULES[id].hexes?.optional) params.hexes = others;
  else delete params.hexes;
}

/**
 * @param {Editor} editor
 * @param {string} board
 * @param {string} member
 * @param {Member} how
 * @param {any} params
 * @param {(value: any) => void} set
 * @returns {HTMLElement}
 */
function field({ page: { texts }, typeOf }, board, member, { words, kinds, most, hexes, numbers, many, first, optional }, params, set) {
  const said = texts.say(`rule.member.${member}`);
  const value = params[member] ?? first;
  if (most) return number(said, value, most, set);
  if (kinds) return kindField(texts, said, params.type ?? "armor", value, typeOf, set);
  if (hexes) return hexField(board, `${said} ${texts.say(`editor.rule.hexes.${hexes}`)}`, value ?? [], (found) => set(found.length || !optional ? found : undefined));
  if (numbers) {
    return text(said, value.join(" "), (line) => {
      const found = [...new Set((line.match(/\d+/g) ?? []).map(Number).filter((one) => one >= 1 && one <= 500))];
      if (found.length) set(found);
    }, { most: 100 });
  }
  if (many) {
    const toggle = (/** @type {string} */ word) => (/** @type {boolean} */ on) => {
      const next = many.filter((one) => (one === word ? on : value.includes(one)));
      if (next.length) set(next);
    };
    return el("fieldset", {}, el("legend", {}, said), ...many.map((word) => check(familyName(texts, word), value.includes(word), toggle(word))));
  }
  if (words) return choice(said, wordsOf(texts, words, optional), value ?? "", (word) => wordName(texts, member, word), set);
  return check(said, Boolean(value), (on) => set(on || (optional ? undefined : false)));
}

/**
 * The words to choose from; cards are those of the catalogue.
 * @param {import("./texts.js").Texts} texts
 * @param {string[]} words
 * @param {boolean} [optional]
 */
function wordsOf({ catalog }, words, optional) {
  const all = words.length ? words : catalog.cards.map((one) => one.id);
  return optional ? ["", ...all] : all;
}

/**
 * @param {import("./texts.js").Texts} texts
 * @param {string} member
 * @param {string} word
 */
function wordName(texts, member, word) {
  if (!word) return texts.say("editor.rule.left_out");
  if (member === "side" || member === "winner") return texts.name("sides", word);
  if (member === "type") return texts.name("units", word);
  return member === "name" ? texts.say(`rule.doctrine.${word}`) : texts.card(word);
}

/**
 * What section cards of a sort are called, whatever their section.
 * @param {import("./texts.js").Texts} texts
 * @param {string} family
 */
const familyName = (texts, family) => texts.name("cards", `${family}_center`);

/**
 * A kind of unit of a type; the plain one is not told.
 * @param {import("./texts.js").Texts} texts
 * @param {string} said
 * @param {string} type
 * @param {string | undefined} value
 * @param {(kind: string) => string} typeOf
 * @param {(kind: string | undefined) => void} set
 */
function kindField(texts, said, type, value, typeOf, set) {
  const kinds = texts.catalog.units.map((one) => one.id).filter((/** @type {string} */ one) => typeOf(one) === type);
  return choice(said, kinds, value ?? type, (kind) => texts.name("units", kind), (kind) => set(kind === type ? undefined : kind));
}

/**
 * Hexes by their names.
 * @param {string} board
 * @param {string} said
 * @param {Hex[]} value
 * @param {(hexes: Hex[]) => void} set
 */
function hexField(board, said, value, set) {
  return text(said, value.map(label).join(" "), (line) => {
    const found = [...line.toUpperCase().matchAll(/([A-Z])(\d{1,2})/g)].map(([, row, column]) =>
      /** @type {Hex} */ ([row.charCodeAt(0) - 65, Number(column) - 1])).filter((hex) => within(board, hex));
    set([...new Map(found.map((hex) => [String(hex), hex])).values()]);
  });
}
