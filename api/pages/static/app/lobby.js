// @ts-check
// The lobby: choose a battle, open a game, go on with one, take the free side of another.

import { Challenges } from "./challenges.js";
import { PRESETS } from "./clock.js";
import { byId, el, fill, onceSeen, select, trying } from "./dom.js";
import { TEACH } from "./hints.js";
import { allSides } from "./seats.js";
import { player } from "./session.js";
import { signedIn, start } from "./start.js";

const SHOWN = 20;
const FEW = 6;
/** The battle that is easiest to begin with. */
const FIRST = "pegasus_bridge";
const VARIANTS = ["standard", "young_generals", "young_generals_plain", "operation_alliance", "team", "young_generals_team"];
/** How many play on two boards. */
const PLAYERS = ["2", "4", "6", "8"];
const BOTS = ["planner", "greedy", "random"];
const ANYONE = "anyone";
/** What keeps a game from being rated, by the fields of the form. @type {Record<string, string[]>} */
const UNRATED = { variant: VARIANTS.slice(3), undo: ["free"], clock: ["none"], visibility: ["private"], side: ["both"], opponent: BOTS };

const page = await start();
const { client, texts } = page;
byId("teach").addEventListener("click", teach);
const SIDES = allSides(texts);
const battles = (await client.get("/v1/scenarios?limit=100")).items;
/** @type {Map<string, string>} */
const titles = new Map(battles.map((/** @type {any} */ one) => [one.slug, one.title]));
const challenges = new Challenges(page, titles);
showBattles();
await Promise.all([showWaiting(), showMine(), showOthers("active", "live"), showOthers("finished", "over"), challenges.show()]);
document.body.dataset.ready = "yes";
if (location.hash === TEACH) await teach();

/** The first battle against a bot, with hints. */
async function teach() {
  await signedIn(page);
  await trying(byId("line"), async () => {
    const game = await client.post("/v1/games", { scenario: FIRST, edition: "2025", undo: "free", bots: { axis: "greedy" } });
    await client.post(`/v1/games/${game.id}/seats`, {});
    location.assign(`/play/${game.id}${TEACH}`);
  });
}

function showBattles() {
  /** The battle that was clicked last; an answer may come when it is another. */
  let latest = "";
  const cards = battles.map((/** @type {any} */ battle) =>
    el("li", {},
      el("button", { class: "battle", "data-battle": battle.slug, onclick: () => choose(battle.slug) },
        pictured(battle.slug, {}),
        el("strong", {}, battle.title),
        el("span", { class: "soft" }, String(battle.year), battle.slug === FIRST && el("strong", { class: "yours" }, ` · ${texts.say("lobby.start")}`)),
      )),
  );
  fill(byId("battles"), ...cards);

  /** @param {string} slug */
  async function choose(slug) {
    if (slug === latest) return;
    latest = slug;
    const [battle, known] = await Promise.all([
      client.get(`/v1/scenarios/${slug}`), client.get(`/v1/scenarios/${slug}/statistics`).catch(() => ({ items: [] }))]);
    if (slug !== latest) return;
    for (const one of document.querySelectorAll("[data-battle]")) {
      one.setAttribute("aria-pressed", String(one.getAttribute("data-battle") === slug));
    }
    const wide = battle.board.kind === "overlord";
    const inWords = (/** @type {Record<string, string>} */ said) => said[texts.language] ?? said.en;
    const form = el("form", { onsubmit: (/** @type {Event} */ event) => open(event, slug), onchange: rateable },
      pictured(slug, { class: "setup" }),
      el("div", { class: "fields" },
        el("h2", {}, inWords(battle.title)),
        el("p", { lang: battle.briefing?.[texts.language] ? null : "en" }, inWords(battle.briefing)),
        el("p", { class: "soft" }, conditions(battle, known.items).join(" ")),
        chosen("edition", ["2025", "2004"], "lobby.edition"),
        chosen("variant", wide ? ["overlord"] : VARIANTS, "lobby.variant"),
        wide && el("label", { class: "field" }, el("span", {}, texts.say("lobby.players")),
          select(PLAYERS, (one) => one, { name: "players" })),
        chosen("undo", ["free", "consent", "none"], "lobby.undo"),
        chosen("clock", Object.keys(PRESETS), "lobby.clock"),
        chosen("visibility", ["public", "private"], "lobby.visibility"),
        chosen("side", [...SIDES, "both"], "lobby.side"),
        chosen("opponent", wide ? ["person", ...BOTS] : ["person", ANYONE, ...BOTS], "lobby.opponent"),
        !wide && el("label", { class: "check" }, el("input", { type: "checkbox", name: "rated" }), el("span", {}, texts.say("lobby.rated"))),
        el("p", { class: "problem", role: "alert", id: "refused" }),
        el("button", { class: "main" }, texts.say("lobby.begin"))),
    );
    fill(byId("opening"), form);
    form.scrollIntoView({ block: "nearest" });
    form.querySelector("select")?.focus();
  }

  /**
   * Keep what is chosen such that it can be rated, or else not rated: the last choice counts.
   * @param {Event} event
   */
  function rateable({ target, currentTarget }) {
    const fields = /** @type {any} */ (currentTarget).elements;
    for (const [name, refused] of Object.entries(UNRATED)) {
      if (!fields.rated?.checked || !refused.includes(fields[name].value)) continue;
      if (target !== fields.rated) fields.rated.checked = false;
      else fields[name].value = [...fields[name].options].find(({ value }) => !refused.includes(value)).value;
    }
  }

  /**
   * @param {string} name
   * @param {string[]} values
   * @param {string} id
   */
  function chosen(name, values, id) {
    const said = (/** @type {string} */ value) =>
      SIDES.includes(value) ? texts.name("sides", value) : texts.say(`${id}.${value}`);
    return el("label", { class: "field" }, el("span", {}, texts.say(id)), select(values, said, { name }));
  }

  /**
   * @param {Event} event
   * @param {string} scenario
   */
  async function open(event, scenario) {
    event.preventDefault();
    const given = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const of = (/** @type {string} */ name) => String(given.get(name));
    await signedIn(page);
    await trying(byId("refused"), async () => {
      const sides = of("side") === "both" ? SIDES : [of("side")];
      const level = of("opponent");
      const clock = PRESETS[of("clock")];
      const agreed = { edition: of("edition"), variant: of("variant"), undo: of("undo"), visibility: of("visibility"), rated: given.has("rated") };
      const terms = { scenario, ...agreed, ...(clock && { clock }) };
      if (level === ANYONE) return challenges.make(sides.length > 1 ? terms : { ...terms, side: sides[0] });
      const against = BOTS.includes(level) ? SIDES.filter((side) => !sides.includes(side)) : [];
      const bots = Object.fromEntries(against.map((side) => [side, level]));
      const players = given.has("players") ? { players: Number(of("players")) } : {};
      const game = await client.post("/v1/games", { ...terms, ...players, bots });
      for (const seat of wantedSeats(game, sides)) await client.post(`/v1/games/${game.id}/seats`, { seat });
      location.assign(`/play/${game.id}`);
    });
  }
}

/**
 * The seats to sit in: the first of the chosen side, or all where one player decides for everybody.
 * @param {any} game
 * @param {string[]} sides
 * @returns {string[]}
 */
function wantedSeats(game, sides) {
  const free = game.table.filter((/** @type {any} */ place) => !place.player && sides.includes(place.side));
  return free.slice(0, sides.length > 1 ? undefined : 1).map((/** @type {any} */ place) => place.seat);
}

/**
 * How a battle is won, who begins, and how it went so far.
 * @param {any} battle
 * @param {any[]} played its statistics, by edition and variant
 * @returns {string[]}
 */
function conditions({ sides, first_side: first }, played) {
  const name = (/** @type {string} */ side) => texts.name("sides", side);
  const most = [...played].sort((one, other) => other.finished - one.finished)[0];
  const told = Object.keys(sides).map((side) => texts.say("about.goal", { side: name(side), need: sides[side].medals_to_win }));
  const side = Object.keys(sides)[0];
  const done = most?.finished && texts.say("lobby.played", {
    games: most.finished, side: name(side), share: texts.percent.format(most.won[side] / most.finished), turns: Math.round(most.turns.mean) });
  return [...told, texts.say("lobby.first", { side: name(first) }), ...(done ? [done] : [])];
}

/**
 * A battle's set-up, by day or by night as the reader has it.
 * @param {string} slug
 * @param {Record<string, string>} attributes
 */
function pictured(slug, attributes) {
  const src = `/v1/scenarios/${slug}/board.svg`;
  const night = el("source", { media: "(prefers-color-scheme: dark)" });
  const day = el("img", { ...attributes, alt: "" });
  const picture = el("picture", {}, night, day);
  onceSeen(picture, () => {
    night.srcset = `${src}?theme=dark`;
    day.src = src;
  });
  return picture;
}

async function showWaiting() {
  const { items } = await client.get(`/v1/games?status=waiting&limit=${SHOWN}`);
  fill(byId("waiting"), ...listed(items));
}

async function showMine() {
  const me = player();
  byId("mine").hidden = !me;
  if (!me) return;
  const { items } = await client.get(`/v1/games?player=${me.id}&limit=${SHOWN}`);
  // Those that wait for a move stand first.
  fill(byId("my-games"), ...listed([...items.filter(isMine), ...items.filter((/** @type {any} */ game) => !isMine(game))]));
}

/**
 * Games of others to look at: those that run, those that are over.
 * @param {string} status
 * @param {string} id
 */
async function showOthers(status, id) {
  const { items } = await client.get(`/v1/games?status=${status}&limit=${FEW}`);
  const me = player()?.id;
  const others = items.filter((/** @type {any} */ { seats }) => !me || !Object.values(seats).includes(me));
  byId(id).hidden = !others.length;
  fill(byId(`${id}-games`), ...listed(others));
}

/** Whether a game awaits whoever sits here. @param {any} game */
function isMine(game) {
  return game.awaiting_seats.some((/** @type {string} */ seat) => game.seats[seat] === player()?.id);
}

/** @param {any[]} games */
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
      el("a", { href: `/play/${game.id}` }, titles.get(game.scenario) ?? game.scenario),
      el("span", { class: "soft" }, ` ${facts.filter(Boolean).join(" · ")}`),
      mine && el("strong", { class: "yours" }, texts.say("lobby.yours")),
      game.status === "finished" && el("a", { href: `/review/${game.id}` }, texts.say("review.open")),
    );
  });
}
