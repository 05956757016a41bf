// @ts-check
// Mute, block or report another player of a game. That player is not notified.

import { attempt, el, fill, select, userText } from "./dom.js";

const OWN = "/v1/players/me/blocks";
const LEVELS = ["none", "mute", "block"];
const REASONS = ["abuse", "cheating", "name", "other"];

/**
 * A menu for each other person at the table; what it needs is asked for when it is opened.
 * @param {import("./start.js").Page} page
 * @param {import("./names.js").Names} names
 * @param {import("./contract.js").State} state
 * @param {string | undefined} me
 */
export function playerMenus(page, names, state, me) {
  const others = new Set(state.table.flatMap(({ player, bot }) => (player && !bot && player !== me ? [player] : [])));
  return [...others].map((id) => {
    const inside = el("div");
    const menu = el("details", { class: "menu", "data-person": id, ontoggle: () => menu.open && show(page, state.id, id, inside) },
      el("summary", {}, userText(page.texts.say("people.menu", { name: names.nameOf(id) || id }))), inside);
    return menu;
  });
}

/**
 * @param {import("./start.js").Page} page
 * @param {string} game
 * @param {string} id of the player
 * @param {HTMLElement} inside
 */
async function show({ client, texts }, game, id, inside) {
  const said = el("p", { role: "status" });
  await attempt(said, async () => {
    /** @type {{items: import("./contract.js").Block[]}} */
    const { items } = await client.get(OWN);
    const level = select(LEVELS, (one) => texts.say(`people.${one}`), { onchange: () => attempt(said, () =>
      level.value === "none" ? client.remove(`${OWN}/${id}`) : client.put(`${OWN}/${id}`, { level: level.value })) });
    level.value = items.find((one) => one.player === id)?.level ?? "none";
    const reason = select(REASONS, (one) => texts.say(`people.reason.${one}`));
    const text = el("textarea", { rows: 2, maxlength: 1000 });
    const field = (/** @type {string} */ name, /** @type {HTMLElement} */ of) =>
      el("label", { class: "field" }, el("span", {}, texts.say(name)), of);
    fill(inside, field("people.seen", level), field("people.report", reason), field("people.text", text),
      el("button", { class: "quiet", "data-report": true, onclick: () => attempt(said, async () => {
        await client.post(`/v1/players/${id}/reports`, { reason: reason.value, text: text.value, game }, { once: false });
        said.textContent = texts.say("people.reported");
      }) }, texts.say("people.send")));
  });
  inside.append(said);
}
