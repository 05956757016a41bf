// @ts-check
// Notifications: push notifications of this browser, which are a webhook, and webhooks that the
// service has disabled.

import { attempt, byId, el, fill } from "./dom.js";

const PATH = "/v1/webhooks";
const WORKER = "/static/app/push.js";
const NEWS = ["game.started", "game.your_move", "game.finished", "challenge.received", "challenge.answered", "webhook.disabled"];

/**
 * Show the button that turns notifications on or off, and what was given up.
 * @param {import("./start.js").Page} page
 */
export async function showNotices(page) {
  const { client, texts } = page;
  if (!client.token) return;
  /** @type {{items: import("./contract.js").Webhook[], push_key: string}} */
  const { items, push_key: key } = await client.get(PATH);
  const known = await (await registered())?.pushManager.getSubscription();
  const own = items.find((one) => one.enabled && one.url === known?.endpoint);
  const doing = (/** @type {() => Promise<unknown>} */ what) => () => attempt(byId("notices-problem"), async () => {
    await what();
    await showNotices(page);
  });
  const button = (/** @type {string} */ id, /** @type {() => Promise<unknown>} */ what) =>
    el("button", { class: "quiet", "data-notice": id, onclick: doing(what) }, texts.say(`notices.${id}`));
  const given = items.filter((one) => one.disabled_at).map((one) =>
    el("p", { "data-disabled": one.id }, texts.say(`notices.${one.disabled_reason}`, { host: new URL(one.url).host }), " ",
      one.format !== "web_push" && button("again", () => client.put(`${PATH}/${one.id}`, again(one))),
      button("remove", () => client.remove(`${PATH}/${one.id}`))));
  const able = "PushManager" in window && "serviceWorker" in navigator;
  fill(byId("notices"), ...given, able && (own
    ? button("off", async () => {
      await known?.unsubscribe();
      await client.remove(`${PATH}/${own.id}`);
    })
    : button("on", () => subscribe(page, key, items))));
}

/** A webhook as it is to be from now on: as it was. @param {import("./contract.js").Webhook} one */
const again = ({ url, events, format, language }) => ({ url, events, format, language });

/** @returns {Promise<ServiceWorkerRegistration | undefined>} */
const registered = async () => navigator.serviceWorker?.getRegistration(WORKER);

/**
 * Have this browser subscribe, and the service send to it.
 * @param {import("./start.js").Page} page
 * @param {string} key of the service
 * @param {import("./contract.js").Webhook[]} known the player's webhooks
 */
async function subscribe({ client, texts }, key, known) {
  if (await Notification.requestPermission() !== "granted") throw new Error(texts.say("notices.denied"));
  const worker = await navigator.serviceWorker.register(WORKER);
  const fresh = worker.active ? null : worker.installing ?? worker.waiting;
  if (fresh) await new Promise((ready) => fresh.addEventListener("statechange", () => fresh.state === "activated" && ready(true)));
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = made.toJSON();
  const wish = { url: endpoint, keys, format: "web_push", language: texts.language, events: NEWS };
  const old = known.find(({ url }) => url === endpoint);
  await (old ? client.put(`${PATH}/${old.id}`, wish) : client.post(PATH, wish));
}
