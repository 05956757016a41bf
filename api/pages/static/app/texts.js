// @ts-check
// The texts of the pages in the reader's language.

import { stored } from "./session.js";

export const LANGUAGES = ["en", "de", "es", "pt", "fr"];
const KEPT = "afteraction.language";

/** The language that the reader has chosen here, or the first of the browser's that there is. */
export function language() {
  const wanted = [stored(KEPT), ...navigator.languages];
  const known = wanted.map((tag) => tag?.slice(0, 2).toLowerCase());
  return known.find((tag) => tag && LANGUAGES.includes(tag)) ?? "en";
}

/** @param {string} chosen */
export function storeLanguage(chosen) {
  localStorage.setItem(KEPT, chosen);
}

export class Texts {
  /**
   * @param {string} tag the language
   * @param {Record<string, string>} pages the texts of the pages by id
   * @param {import("./contract.js").Catalog} catalog what the service calls its units, cards and the rest
   */
  constructor(tag, pages, catalog) {
    this.language = tag;
    this.pages = pages;
    this.catalog = catalog;
    this.percent = new Intl.NumberFormat(tag, { style: "percent" });
    this.plural = new Intl.PluralRules(tag);
    this.number = new Intl.NumberFormat(tag, { maximumFractionDigits: 1 });
  }

  /**
   * @param {import("./client.js").Client} client
   * @returns {Promise<Texts>}
   */
  static async load(client) {
    // The file of a build has the catalogue, too.
    const { texts, catalog = await client.get("/v1/catalog") } = await client.get(new URL(`texts/${client.language}.json`, import.meta.url).href);
    return new Texts(client.language, texts, catalog);
  }

  /**
   * A text with its places filled; `{figures:figure|figures}` chooses by a number.
   * @param {string} id
   * @param {Record<string, string | number>} [values]
   */
  say(id, values = {}) {
    const text = this.pages[id] ?? id;
    return text.replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (_, name, one, other) => {
      if (one === undefined) return String(values[name] ?? "");
      return this.plural.select(Number(values[name])) === "one" ? one : other;
    });
  }

  /**
   * What the service calls something: a unit, a card, a kind of ground.
   * @param {string} list a list of the catalogue
   * @param {string} id
   * @returns {string}
   */
  name(list, id) {
    const entries = /** @type {Record<string, {id: string, name: string}[] | Record<string, string>>} */ (/** @type {unknown} */ (this.catalog))[list];
    if (Array.isArray(entries)) return entries.find((one) => one.id === id)?.name ?? id;
    return entries?.[id] ?? id;
  }

  /**
   * What a kind of unit can do in an edition.
   * @param {string} kind
   * @param {string} edition
   */
  unit(kind, edition) {
    const entry = this.catalog.units.find((one) => one.id === kind);
    if (!entry) throw new RangeError(`no unit ${kind} in the catalogue`);
    return entry.by_edition[edition];
  }

  /**
   * The short rule text of a card in a game.
   * @param {string} card
   * @param {{edition: string, variant: string}} game
   * @returns {string}
   */
  rule(card, { edition, variant }) {
    const found = this.catalog.cards.find((one) => one.id === card);
    return found?.by_variant[variant] ?? found?.text[edition] ?? "";
  }

  /**
   * The section that a card orders units in; null for one that names none.
   * @param {string} card
   * @returns {string | null}
   */
  section(card) {
    return this.catalog.cards.find((one) => one.id === card)?.section ?? null;
  }

  /**
   * A card by its name, and its section where it has one.
   * @param {string} card
   */
  card(card) {
    const found = this.catalog.cards.find((one) => one.id === card);
    if (!found) return card;
    return found.section ? `${found.name} · ${this.name("sections", found.section)}` : found.name;
  }
}
