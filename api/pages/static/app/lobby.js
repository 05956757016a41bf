// @ts-check
// The lobby: choose a battle, start a game, continue one, or join one.

import { balanceBadge, thumbnail, titleOf } from "./battle_list.js";
import { boardImage } from "./board_image.js";
import { Challenges } from "./challenges.js";
import { attempt, byId, el, fill, userText } from "./dom.js";
import { describeConditions, gameForm } from "./new_game.js";
import { showNotices } from "./notices.js";
import { holderName } from "./seats.js";
import { player } from "./session.js";
import { signedIn, start } from "./start.js";
import { TEACH } from "./tutorial.js";

/** @typedef {import("./contract.js").Listed} Listed */
/** @typedef {import("./contract.js").Battle} Battle */

/** The battle that is easiest to begin with. */
const FIRST = "pegasus_bridge";

const page = await start();
const { client, texts } = page;
byId("hero").append(thumbnail(client, FIRST));
byId("teach").addEventListener("click", teach);
const [{ items: all }, lobby] = await Promise.all([client.get("/v1/scenarios?limit=100"), client.get("/v1/lobby")]);
const battles = all.filter((/** @type {Battle} */ one) => one.verdict !== "blocked");
/** @type {Map<string, string>} */
const titles = new Map(all.map((/** @type {Battle} */ one) => [one.slug, one.title]));
const titled = (/** @type {string} */ slug) => titles.get(slug) ?? titleOf(slug);
const challenges = new Challenges(page, titled);
showBattles();
showMine(lobby.games);
showOthers(lobby.games, "waiting", "waiting");
showOthers(lobby.games, "active", "live");
showOthers(lobby.games, "finished", "over");
await Promise.all([challenges.begin(lobby), showNotices(page)]);
document.body.dataset.ready = "yes";
if (location.hash === TEACH) await teach();

/** The first battle against a bot, with hints. */
async function teach() {
  await signedIn(page);
  await attempt(byId("line"), async () => {
    const game = await client.post("/v1/games", { scenario: FIRST, edition: "2025", undo: "free", bots: { axis: "greedy" } });
    await client.post(`/v1/games/${game.id}/seats`, {});
    location.assign(`/play/${game.id}${TEACH}`);
  });
}

function showBattles() {
  /** The battle that was clicked last; an answer may come when it is another. */
  let latest = "";
  const cards = battles.map((/** @type {Battle} */ battle) =>
    el("li", {},
      el("button", { class: "battle", "data-battle": battle.slug, onclick: () => choose(battle.slug) },
        thumbnail(client, battle.slug, Boolean(battle.author)),
        el("strong", {}, battle.title),
        el("span", { class: "soft" }, String(battle.year), battle.slug === FIRST && el("strong", { class: "yours" }, ` · ${texts.say("lobby.start")}`)),
        balanceBadge(texts, battle.balance),
      )),
  );
  fill(byId("battles"), ...cards);

  /** @param {string} slug */
  async function choose(slug) {
    if (slug === latest) return;
    latest = slug;
    const [battle, known] = await Promise.all([
      client.get(`/v1/scenarios/${slug}`), client.get(`/v1/scenarios/${slug}/statistics`).catch(() => ({ items: [], playtests: [] }))]);
    if (slug !== latest) return;
    for (const one of document.querySelectorAll("[data-battle]")) {
      one.setAttribute("aria-pressed", String(one.getAttribute("data-battle") === slug));
    }
    const inWords = (/** @type {Record<string, string>} */ said) => said[texts.language] ?? said.en;
    const { fields, listen } = gameForm(page, battle, (wish) => challenges.make(wish));
    const form = el("form", {},
      boardImage(slug, { class: "setup" }),
      el("div", { class: "fields" },
        el("h2", {}, inWords(battle.title)),
        el("p", { lang: battle.briefing?.[texts.language] ? null : "en" }, inWords(battle.briefing)),
        el("p", { class: "soft" }, describeConditions(texts, battle, known).join(" ")),
        el("p", {}, el("a", { href: `/scenarios/${slug}` }, texts.say("lobby.details"))),
        ...fields));
    listen(form);
    fill(byId("opening"), form);
    form.scrollIntoView({ block: "nearest" });
    form.querySelector("select")?.focus();
  }
}

/** @param {Listed[]} games */
function showMine(games) {
  const me = player()?.id;
  byId("mine").hidden = !me;
  const items = games.filter(({ seats, created_by: creator }) => me && [creator, ...Object.values(seats)].includes(me));
  // Those that wait for a move stand first.
  fill(byId("my-games"), ...listed([...items.filter(isMine), ...items.filter((game) => !isMine(game))]));
}

/**
 * Games of others to look at: those that run, those that are over.
 * @param {Listed[]} games
 * @param {string} wanted their status
 * @param {string} id
 */
function showOthers(games, wanted, id) {
  const me = player()?.id;
  const others = games.filter(({ seats, status }) => status === wanted && (!me || !Object.values(seats).includes(me)));
  byId(id).hidden = !others.length;
  fill(byId(`${id}-games`), ...listed(others));
}

/** Whether a game awaits this player. @param {Listed} game */
function isMine(game) {
  return game.awaiting_seats.some((seat) => game.seats[seat] === player()?.id);
}

/** Who plays a game, by sides. @param {Listed} game */
function players({ table }) {
  const sides = [...new Set(table.map(({ side }) => side))].map((side) => table.filter((place) => place.side === side));
  const names = sides.map((places) => [...new Set(places.map((place) => holderName(texts, place, { nameOf: (id) => lobby.names[id] ?? "" })))].filter(Boolean));
  const parties = names.filter((one) => one.length).map((one) => userText(one.join(", ")));
  return parties.length ? [" ", el("span", { class: "players" }, ...parties.flatMap((one) => [one, " – "]).slice(0, -1))] : [];
}

/** @param {Listed[]} games */
function listed(games) {
  if (!games.length) return [el("li", { class: "soft" }, texts.say("lobby.none"))];
  return games.map((game) => {
    const mine = isMine(game);
    const facts = [
      texts.say(`lobby.edition.${game.edition}`),
      texts.say(`status.${game.status}`),
      game.turn ? texts.say("lobby.turn", { turn: game.turn }) : "",
      game.winner ? texts.say("lobby.won", { side: texts.name("sides", game.winner) }) : "",
      game.rated ? texts.say("lobby.rated.short") : "",
    ];
    return el("li", {},
      el("a", { href: `/play/${game.id}` }, titled(game.scenario)),
      ...players(game),
      el("span", { class: "soft" }, ` ${facts.filter(Boolean).join(" · ")}`),
      mine && el("strong", { class: "yours" }, texts.say("lobby.yours")),
      game.status === "finished" && el("a", { href: `/review/${game.id}` }, texts.say("review.open")),
    );
  });
}
