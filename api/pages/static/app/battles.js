// @ts-check
// The list of all battles, filtered by text, front, year and board size.

import { balanceBadge, thumbnail } from "./battle_list.js";
import { byId, el, fill, select, showError } from "./dom.js";
import { fragment, start } from "./start.js";

const LISTS = /** @type {const} */ (["front", "year", "board"]);
const FIELDS = /** @type {const} */ (["text", ...LISTS]);
const LABELS = { text: "battles.text", front: "editor.front", year: "battles.year", board: "editor.size" };

const page = await start();
const { client, texts } = page;
/** @type {import("./contract.js").Battle[]} */
let all = [];
const asked = fragment();
try {
  all = (await client.all("/v1/scenarios")).sort((one, other) => one.year - other.year || one.title.localeCompare(other.title, texts.language));
  const fields = choices();
  fill(byId("filters"), ...Object.entries(fields).map(([name, input]) =>
    el("label", { class: "field" }, el("span", {}, texts.say(LABELS[/** @type {keyof LABELS} */ (name)])), input)));
  byId("filters").addEventListener("submit", (event) => event.preventDefault());
  byId("filters").addEventListener("input", () => show(fields));
  show(fields);
} catch (error) {
  showError(byId("problem"), error);
}
document.body.dataset.ready = "yes";

/** What can be chosen, as the address has it. */
function choices() {
  /** @param {(typeof LISTS)[number]} name @param {(value: string) => string} said */
  const list = (name, said) => {
    const found = [...new Set(all.map((one) => String(one[name])))].sort();
    const field = select(["", ...found], (value) => (value ? said(value) : texts.say("battles.any")), { name });
    field.value = found.includes(asked.get(name) ?? "") ? asked.get(name) ?? "" : "";
    return field;
  };
  return {
    text: el("input", { type: "search", name: "text", maxlength: 80, value: asked.get("text") ?? "", autocomplete: "off" }),
    front: list("front", (value) => texts.say(`editor.front.${value}`)),
    year: list("year", (value) => value),
    board: list("board", (value) => texts.say(`editor.size.${value}`)),
  };
}

/** @param {Record<string, HTMLInputElement | HTMLSelectElement>} fields */
function show(fields) {
  const wanted = Object.fromEntries(FIELDS.map((name) => [name, fields[name].value.trim()]));
  const words = normalized(wanted.text).split(/\s+/);
  const found = all.filter((one) => LISTS.every((name) => !wanted[name] || String(one[name]) === wanted[name])
    && words.every((word) => normalized(`${one.title} ${one.slug} ${one.year} ${texts.say(`editor.front.${one.front}`)}`).includes(word)));
  byId("count").textContent = texts.say("battles.found", { count: found.length });
  fill(byId("battles"), ...found.map((one) => el("li", {},
    el("a", { class: "battle", "data-battle": one.slug, href: `/scenarios/${one.slug}` },
      one.verdict === "blocked" ? el("span", { class: "small" }) : thumbnail(client, one.slug, Boolean(one.author)),
      el("strong", {}, one.title),
      el("span", { class: "soft" }, [one.year, texts.say(`editor.front.${one.front}`),
        one.board !== "standard" && texts.say(`editor.size.${one.board}`), texts.say("battles.units", { units: one.units })].filter(Boolean).join(" · ")),
      balanceBadge(texts, one.balance)))));
  const said = new URLSearchParams(Object.entries(wanted).filter(([, value]) => value));
  history.replaceState(null, "", `${location.pathname}${location.search}${String(said) && `#${said}`}`);
}

/** Without accents and capitals. @param {string} text */
function normalized(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
