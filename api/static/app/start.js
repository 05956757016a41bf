// @ts-check
// What every page begins with: who sits here, in which language, and the bar at the top.

import { Client } from "./client.js";
import { byId, el, fill } from "./dom.js";
import { player, signOut, signUp, token } from "./session.js";
import { keepLanguage, language, LANGUAGES, Texts } from "./texts.js";

const NAMES = { en: "English", de: "Deutsch", es: "Español", pt: "Português", fr: "Français" };

/**
 * @typedef {object} Page
 * @property {Client} client
 * @property {Texts} texts
 */

/** @returns {Promise<Page>} */
export async function start() {
  const client = new Client(token(), language());
  const texts = await Texts.load(client);
  document.documentElement.lang = texts.language;
  for (const one of document.querySelectorAll("[data-say]")) {
    one.textContent = texts.say(one.getAttribute("data-say") ?? "");
  }
  const page = { client, texts };
  showWho(page);
  return page;
}

/** @param {Page} page */
function showWho({ texts }) {
  const who = player();
  const options = LANGUAGES.map((tag) =>
    el("option", { value: tag, lang: tag, selected: tag === texts.language },
      NAMES[/** @type {keyof NAMES} */ (tag)]),
  );
  fill(
    byId("who"),
    who && el("span", {}, texts.say("who.you", { name: who.name })),
    who && el("button", { class: "quiet", onclick: leave }, texts.say("who.leave")),
    el("select", { "aria-label": texts.say("language"), onchange: speak }, ...options),
  );
}

function leave() {
  signOut();
  location.reload();
}

/** @param {Event} event */
function speak(event) {
  keepLanguage(/** @type {HTMLSelectElement} */ (event.target).value);
  location.reload();
}

/**
 * The player at this screen; asks for a name when there is none yet.
 * @param {Page} page
 * @returns {Promise<import("./session.js").Player>}
 */
export function signedIn(page) {
  const who = player();
  if (who && page.client.token) return Promise.resolve(who);
  const { client, texts } = page;
  return new Promise((known) => {
    const name = /** @type {HTMLInputElement} */ (
      el("input", { id: "name", name: "name", required: true, maxlength: 40, autocomplete: "nickname" })
    );
    const said = el("p", { class: "problem", role: "alert" });
    const dialog = /** @type {HTMLDialogElement} */ (
      el("dialog", { "aria-labelledby": "who-title" },
        el("form", { onsubmit: sit },
          el("h2", { id: "who-title" }, texts.say("who.title")),
          el("label", { for: "name" }, texts.say("who.name")),
          name,
          el("p", { class: "soft" }, texts.say("who.kept")),
          said,
          el("button", { class: "main" }, texts.say("who.go")),
        ))
    );
    /** @param {Event} event */
    async function sit(event) {
      event.preventDefault();
      try {
        const made = await signUp(client, name.value.trim());
        dialog.close();
        dialog.remove();
        showWho(page);
        known(made);
      } catch (error) {
        said.textContent = error instanceof Error ? error.message : String(error);
      }
    }
    dialog.addEventListener("cancel", (event) => event.preventDefault());
    document.body.append(dialog);
    dialog.showModal();
  });
}
