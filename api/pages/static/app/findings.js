// @ts-check
// What can be played of a battle, and what is wrong with it, each at its hex.

import { el, fill } from "./dom.js";
import { label } from "./prompt.js";

/** @typedef {import("./geometry.js").Hex} Hex */
/** @typedef {import("./texts.js").Texts} Texts */
/** @typedef {{what: string, where: string, status: string, why: string, hex: Hex | null}} Item */
/** @typedef {{verdict: string, items: Item[]}} Report */

/** The worst first. */
const STATUSES = ["blocking", "changed", "ignored", "drawn", "played"];
const WRONG = STATUSES.slice(0, 3);
/** The faults of a battle that are told in the reader's language, by what they are of and their place. @type {[RegExp, string][]} */
const FAULTS = [
  [/^\/units$/, "fault.units"], [/^\/sides$/, "fault.sides"], [/^\/objectives$/, "fault.objectives"],
  [/^\/objectives\/\d+$/, "fault.objective"], [/^\/sides\/\w+\/medals_to_win$/, "fault.medals"],
];

/**
 * The hexes that an item is about.
 * @param {Item} item
 * @param {any} document what its place points into, where that is a battle in the service's own form
 * @returns {Hex[]}
 */
export function hexesOf({ where, hex }, document) {
  if (hex) return [hex];
  const [, list, place] = where.match(/^\/(terrain|obstacles|units|labels|objectives)\/(\d+)/) ?? [];
  const one = document?.[list]?.[Number(place)];
  return one ? one.hexes ?? [one.hex] : [];
}

/** @param {Item} item */
const faultOf = ({ where }) => FAULTS.find(([place]) => place.test(where))?.[1];

/**
 * Why an item is not played as it is; what every battle may lack in the reader's language.
 * @param {Texts} texts
 * @param {Item} item
 */
export function reason(texts, item) {
  const { where, why } = item;
  const id = faultOf(item);
  if (!id || texts.language === "en") return why;
  const side = where.match(/allies|axis/)?.[0] ?? (/allies/.test(why) ? "allies" : "axis");
  return texts.say(id, { side: texts.name("sides", side) });
}

/**
 * Why, by the hex that is wrong.
 * @param {Texts} texts
 * @param {Report} report
 * @param {any} document
 * @returns {Map<string, string[]>}
 */
export function wrongHexes(texts, { items }, document) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const item of items.filter(({ status }) => WRONG.includes(status))) {
    for (const hex of hexesOf(item, document)) {
      found.set(String(hex), [...(found.get(String(hex)) ?? []), reason(texts, item)]);
    }
  }
  return found;
}

/**
 * @param {Texts} texts
 * @param {HTMLElement} place
 * @param {Report} report
 * @param {any} document
 * @param {((hex: Hex) => void) | null} go leads to a hex, where that is possible
 */
export function showReport(texts, place, { verdict, items }, document, go) {
  const wrong = items.filter(({ status }) => WRONG.includes(status))
    .sort((one, other) => STATUSES.indexOf(one.status) - STATUSES.indexOf(other.status));
  const rest = ["drawn", "played"].map((status) => items.filter((item) => item.status === status)).filter((found) => found.length);
  const lines = (/** @type {Item[]} */ found) => el("ul", { class: "findings", tabindex: found === wrong ? null : 0 }, ...grouped(texts, found).map((one) => line(texts, one, document, go)));
  fill(place,
    el("p", { class: "verdict", role: "status", "data-verdict": { playable: "sound", blocked: "unsound" }[verdict] ?? "partly" }, texts.say(`findings.verdict.${verdict}`)),
    wrong.length ? lines(wrong) : null,
    ...rest.map((found) => el("details", {}, el("summary", { class: "soft" }, texts.say(`findings.${found[0].status}`, { count: found.length })), lines(found))));
}

/**
 * Items of which the same is said, together.
 * @param {Texts} texts
 * @param {Item[]} items
 */
function grouped(texts, items) {
  /** @type {Map<string, Item[]>} */
  const found = new Map();
  for (const item of items) {
    const key = `${item.status} ${item.what} ${reason(texts, item)}`;
    found.set(key, [...(found.get(key) ?? []), item]);
  }
  return [...found.values()];
}

/**
 * @param {Texts} texts
 * @param {Item[]} items
 * @param {any} document
 * @param {((hex: Hex) => void) | null} go
 */
function line(texts, items, document, go) {
  const [{ what, status }] = items;
  const said = reason(texts, items[0]);
  const named = ["units", "terrain", "obstacles"].map((list) => texts.name(list, what)).find((name) => name !== what) ?? what;
  const places = items.flatMap((item) => hexesOf(item, document)).map((hex) => (go
    ? el("button", { type: "button", class: "link", "data-key": `to ${hex}`, onclick: () => go(hex) }, label(hex)) : el("span", {}, label(hex))));
  const stated = WRONG.includes(status) ? texts.say(`findings.status.${status}`) : "";
  const heading = [stated, faultOf(items[0]) ? "" : named].filter(Boolean).join(": ");
  return el("li", { "data-status": status },
    el("strong", {}, heading), ...places.flatMap((one) => [" ", one]),
    el("span", { class: "why", lang: texts.language === "en" || said !== items[0].why ? null : "en" }, said));
}
