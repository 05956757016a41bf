// @ts-check
// The report on a battle: what is wrong with it, and what is not played as in its file.

import { el, fill } from "./dom.js";
import { label } from "./prompt.js";

/** @typedef {import("./contract.js").ScenarioDraft} ScenarioDraft */
/** @typedef {import("./geometry.js").Hex} Hex */
/** @typedef {import("./texts.js").Texts} Texts */
/** @typedef {{what: string, where: string, status: string, why: string, hex?: number[] | null}} Item */
/** @typedef {{verdict: string, items: Item[]}} Report */

/** The worst first. */
const STATUSES = ["blocking", "changed", "ignored", "drawn", "played"];
const WRONG = STATUSES.slice(0, 3);
/** Places of faults of a whole battle, which say themselves what they are of. */
const FAULTS = /^\/(units|sides|objectives(\/\d+)?|sides\/\w+\/medals_to_win)$/;

/**
 * The hexes that an item is about.
 * @param {Item} item
 * @param {ScenarioDraft | null} document what its place points into, where that is a battle in the service's own form
 * @returns {Hex[]}
 */
export function hexesOf({ where, hex }, document) {
  if (hex) return [/** @type {Hex} */ (hex)];
  const [, list, place] = where.match(/^\/(terrain|obstacles|units|labels|objectives)\/(\d+)/) ?? [];
  if (!document || !list) return [];
  const one = document[/** @type {"terrain" | "obstacles" | "units" | "labels" | "objectives"} */ (list)][Number(place)];
  return !one ? [] : "hexes" in one ? one.hexes : [one.hex];
}

/**
 * Why, by the hex that is wrong.
 * @param {Report} report
 * @param {ScenarioDraft | null} document
 * @returns {Map<string, string[]>}
 */
export function wrongHexes({ items }, document) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const item of items.filter(({ status }) => WRONG.includes(status))) {
    for (const hex of hexesOf(item, document)) {
      found.set(String(hex), [...(found.get(String(hex)) ?? []), item.why]);
    }
  }
  return found;
}

/**
 * @param {Texts} texts
 * @param {HTMLElement} place
 * @param {Report} report
 * @param {ScenarioDraft | null} document
 * @param {((hex: Hex) => void) | null} go leads to a hex, where that is possible
 */
export function showReport(texts, place, { verdict, items }, document, go) {
  const wrong = items.filter(({ status }) => WRONG.includes(status))
    .sort((one, other) => STATUSES.indexOf(one.status) - STATUSES.indexOf(other.status));
  const rest = ["drawn", "played"].map((status) => items.filter((item) => item.status === status)).filter((found) => found.length);
  const lines = (/** @type {Item[]} */ found) => el("ul", { class: "findings", tabindex: found === wrong ? null : 0 }, ...groupedByReason(found).map((one) => line(texts, one, document, go)));
  fill(place,
    el("p", { class: "verdict", role: "status", "data-verdict": { playable: "sound", blocked: "unsound" }[verdict] ?? "partly" }, texts.say(`findings.verdict.${verdict}`)),
    wrong.length ? lines(wrong) : null,
    ...rest.map((found) => el("details", {}, el("summary", { class: "soft" }, texts.say(`findings.${found[0].status}`, { count: found.length })), lines(found))));
}

/**
 * Items of which the same is said, together.
 * @param {Item[]} items
 */
function groupedByReason(items) {
  /** @type {Map<string, Item[]>} */
  const found = new Map();
  for (const item of items) {
    const key = `${item.status} ${item.what} ${item.why}`;
    found.set(key, [...(found.get(key) ?? []), item]);
  }
  return [...found.values()];
}

/**
 * What an item is called: a piece, a special rule, or a part of a file; as in the file where it has no name here.
 * @param {Texts} texts
 * @param {string} what
 */
function nameOf(texts, what) {
  const piece = ["units", "terrain", "obstacles"].map((list) => texts.name(list, what)).find((name) => name !== what);
  const id = [`rule.${what}`, `item.${what.replaceAll(" ", "_")}`].find((one) => one in texts.pages);
  return piece ?? (id ? texts.say(id) : what);
}

/**
 * @param {Texts} texts
 * @param {Item[]} items
 * @param {ScenarioDraft | null} document
 * @param {((hex: Hex) => void) | null} go
 */
function line(texts, items, document, go) {
  const [{ what, where, status, why }] = items;
  const fault = FAULTS.test(where);
  const places = items.flatMap((item) => hexesOf(item, document)).map((hex) => (go
    ? el("button", { type: "button", class: "link", "data-key": `to ${hex}`, onclick: () => go(hex) }, label(hex)) : el("span", {}, label(hex))));
  const stated = WRONG.includes(status) ? texts.say(`findings.status.${status}`) : "";
  const heading = [stated, fault ? "" : nameOf(texts, what)].filter(Boolean).join(": ");
  return el("li", { "data-status": status },
    el("strong", {}, heading), ...places.flatMap((one) => [" ", one]),
    el("span", { class: "why", lang: fault || status !== "blocking" ? null : "en" }, why));
}
