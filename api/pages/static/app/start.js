// @ts-check
// The start of every page: player, language, and the bar at the top.

import { Client, Problem } from "./client.js";
import { attempt, byId, el, fill, manualLink, showError, userText } from "./dom.js";
import { player, signOut, signUp, token } from "./session.js";
import { language, LANGUAGES, storeLanguage, Texts } from "./texts.js";

const NAMES = { en: "English", de: "Deutsch", es: "Español", pt: "Português", fr: "Français" };

/**
 * @typedef {object} Page
 * @property {Client} client
 * @property {Texts} texts
 * @property {() => void} onBack what to do once the service is within reach again
 */

/** Who calls from this page: in a frame of another site, nobody in particular. */
export const pageClient = () => new Client(document.body.dataset.look === "embed" ? null : token(), language());

/**
 * @param {Client} [client]
 * @returns {Promise<Page>}
 */
export async function start(client = pageClient()) {
  const texts = await Texts.load(client);
  document.documentElement.lang = texts.language;
  for (const one of document.querySelectorAll("[data-say]")) {
    one.textContent = texts.say(one.getAttribute("data-say") ?? "");
  }
  manualLink.said = texts.say("links.how");
  byId("how").setAttribute("href", `/how-to-play?language=${texts.language}`);
  /** @type {Page} */
  const page = { client, texts, onBack() {} };
  client.unreachable = texts.say("problem.unreachable");
  client.onReach = (connected) => showLine(page, connected);
  addEventListener("offline", () => client.lose());
  addEventListener("online", () => showLine(page, true));
  showWho(page);
  return page;
}

/**
 * Say at once that the service is out of reach, and that it is back.
 * @param {Page} page
 * @param {boolean} connected
 */
function showLine({ texts, onBack }, connected) {
  const { line } = document.body.dataset;
  if (connected === (line !== "off")) return;
  document.body.dataset.line = connected ? "on" : "off";
  byId("line").textContent = texts.say(connected ? "play.back" : "play.lost");
  if (!connected) return;
  for (const problem of document.querySelectorAll("[data-unreachable]")) showError(problem, "");
  onBack();
}

/** The game that the address names, and what ends with the page. */
export function visit() {
  const leaving = new AbortController();
  addEventListener("pagehide", () => leaving.abort());
  return { game: decodeURIComponent(location.pathname.split("/").pop() ?? ""), signal: leaving.signal };
}

/** What the address says behind its `#`, which no server sees. */
export const fragment = () => new URLSearchParams(location.hash.slice(1));

/**
 * The same with something said, or with nothing said of it.
 * @param {string} name
 * @param {string | null} value
 */
export function fragmentWith(name, value) {
  const said = fragment();
  if (value === null && !said.has(name)) return location.hash;
  if (value === null) said.delete(name);
  else said.set(name, value);
  return String(said);
}

/**
 * Show why there is no game, and the way back.
 * @param {Texts} texts
 * @param {unknown} error
 */
export function showNoGame(texts, error) {
  document.body.dataset.status = "gone";
  showError(byId("problem"), error instanceof Problem && error.status === 404 ? texts.say("problem.gone") : error);
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
    who && userText(texts.say("who.you", { name: who.name })),
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
  storeLanguage(/** @type {HTMLSelectElement} */ (event.target).value);
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
    const name = el("input", { id: "name", name: "name", required: true, maxlength: 40, autocomplete: "nickname" });
    const said = el("p", { class: "problem", role: "alert" });
    const dialog = el("dialog", { "aria-labelledby": "who-title" },
      el("form", { onsubmit: sit },
        el("h2", { id: "who-title" }, texts.say("who.title")),
        el("label", { for: "name" }, texts.say("who.name")),
        name,
        el("p", { class: "soft" }, texts.say("who.kept")),
        said,
        el("button", { class: "main" }, texts.say("who.go"))));
    /** @param {Event} event */
    function sit(event) {
      event.preventDefault();
      return attempt(said, async () => {
        const made = await signUp(client, name.value.trim());
        dialog.remove();
        showWho(page);
        known(made);
      });
    }
    dialog.addEventListener("cancel", (event) => event.preventDefault());
    document.body.append(dialog);
    dialog.showModal();
  });
}
