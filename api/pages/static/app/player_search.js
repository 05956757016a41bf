// @ts-check
// Finds a player by the beginning of the name.

import { el, fill } from "./dom.js";
import { player } from "./session.js";

const AFTER = 250;
/** As long as names may be. */
const LONGEST = 60;
const SHOWN = 20;

/**
 * The fields that find a player; the choice is in `to`, empty where nobody is found.
 * @param {import("./start.js").Page} page
 * @returns {HTMLElement}
 */
export function playerSearch({ client, texts }) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let soon;
  const found = el("select", { name: "to" });
  const said = el("p", { class: "soft", role: "status" });
  const name = el("input", { type: "search", maxlength: LONGEST, autocomplete: "off", oninput: () => {
    clearTimeout(soon);
    soon = setTimeout(() => look(name.value.trim()), AFTER);
  } });

  /** @param {string} prefix */
  async function look(prefix) {
    const path = `/v1/players?limit=${SHOWN}&name=${encodeURIComponent(prefix)}`;
    /** @type {{items: import("./contract.js").PublicPlayer[]}} */
    const { items } = prefix ? await client.get(path).catch(() => ({ items: [] })) : { items: [] };
    // An answer may come when something else is looked for.
    if (prefix !== name.value.trim()) return;
    const others = items.filter((one) => one.id !== player()?.id);
    fill(found, ...others.map((one) => el("option", { value: one.id }, `${one.name} #${one.tag}`)));
    said.textContent = prefix && !others.length ? texts.say("lobby.found.none") : "";
  }

  const field = (/** @type {string} */ label, /** @type {HTMLElement} */ of) => el("label", { class: "field" }, el("span", {}, texts.say(label)), of);
  return el("div", { hidden: true }, field("lobby.find", name), field("lobby.found", found), said);
}
