// @ts-check
// The page of a battle: its board, briefing and statistics; start a game, share it, make a variant.

import { titleOf } from "./battle_list.js";
import { boardImage } from "./board_image.js";
import { Problem } from "./client.js";
import { attempt, byId, el, fill, showError } from "./dom.js";
import { EDITOR, OWN, save } from "./files.js";
import { sizeOf } from "./grid.js";
import { describeObjective } from "./hex_info.js";
import { describeConditions, describeOutcome, gameForm } from "./new_game.js";
import { label } from "./prompt.js";
import { stateOf } from "./scenario_edits.js";
import { showReport } from "./scenario_report.js";
import { player } from "./session.js";
import { signedIn, start, visit } from "./start.js";

/** Milliseconds between two looks at a playtest. */
const PAUSE = 2000;
const RUNNING = ["queued", "running"];
/** So many objectives are shown at once. */
const FEW = 6;
const SHARING = ["link", "private", "public"];

const page = await start();
const { client, texts } = page;
const { game: slug, signal } = visit();
const path = `/v1/scenarios/${encodeURIComponent(slug)}`;
try {
  await show();
} catch (error) {
  document.body.dataset.status = "gone";
  showError(byId("problem"), error instanceof Problem && error.status === 404 ? texts.say("battle.gone") : error);
}
document.body.dataset.ready = "yes";

async function show() {
  /** @type {import("./contract.js").Scenario} */
  const battle = await client.get(path);
  const { title, briefing, report } = battle;
  const inWords = (/** @type {Record<string, string>} */ said) => said[texts.language] ?? said.en;
  const name = inWords(title);
  byId("title").textContent = name;
  document.title = `${name} · Afteraction`;
  const known = await client.get(`${path}/statistics`).catch(() => ({ items: [], playtests: [] }));
  const blocked = report?.verdict === "blocked";
  if (!blocked) {
    const picture = boardImage(slug, { class: "setup", alt: `${texts.say("board.title")}. ${describeArmies(battle)}` });
    picture.style.aspectRatio = sizeOf(battle.board.kind).join("/");
    fill(byId("picture"), picture);
  }
  fill(byId("about"),
    inWords(briefing) !== name && el("p", { lang: briefing[texts.language] ? null : "en" }, inWords(briefing)),
    el("p", { class: "soft" }, [`${battle.date.begin.slice(0, 4)} · ${texts.say(`editor.front.${battle.front}`)} · ${texts.say(`editor.size.${battle.board.kind}`)}.`,
      ...describeConditions(texts, battle, { items: [], playtests: [] })].join(" ")),
    battle.objectives.length > 0 && el("details", { open: battle.objectives.length <= FEW }, el("summary", {}, texts.say("editor.objectives")),
      el("ul", { class: "soft" }, ...battle.objectives.map((one) => el("li", {}, objective(one))))),
    ...battle.special_rules.map(({ id, params }) => el("p", { class: "soft" }, describeRule(id, params))),
    battle.parent && el("p", { class: "soft" }, texts.say("battle.parent"), " ", el("a", { href: `/scenarios/${battle.parent}` }, titleOf(battle.parent))));
  byId("judged").hidden = !report;
  if (report) showReport(texts, byId("report"), report, null, null);
  const form = /** @type {HTMLFormElement} */ (byId("terms"));
  form.closest("section")?.toggleAttribute("hidden", blocked);
  const { fields, listen } = gameForm(page, battle, null);
  fill(form, ...fields);
  listen(form);
  fill(byId("deeds"), ...actionButtons(battle, name));
  /** @type {import("./contract.js").Outcome[]} */
  const outcomes = known.items;
  fill(byId("played"), ...outcomes.filter(({ finished }) => finished).map((item) => outcomeLine(Object.keys(battle.sides)[0], item)));
  showBalance(known.playtests.at(-1) ?? null, blocked);
}

/** Both armies in words, for who cannot see the board. @param {import("./contract.js").Scenario} battle */
function describeArmies(battle) {
  const { units, hands } = stateOf(battle, texts);
  return Object.entries(battle.sides).map(([side, { medals_to_win: need }]) => {
    const own = units.filter((unit) => unit.side === side);
    const figures = own.reduce((sum, unit) => sum + unit.figures, 0);
    return texts.say("board.side", { side: texts.name("sides", side), units: own.length, figures, medals: 0, need, cards: hands[side].count });
  }).join(" ");
}

/** An objective in words, with its hexes. @param {import("./contract.js").Scenario["objectives"][number]} one */
function objective({ side, medals = 0, kind, hexes, label: name }) {
  const said = describeObjective(texts, { medals, side: side === "both" ? null : side, label: name });
  return `${hexes.map(label).join(" ")} – ${texts.name("objectives", kind)}. ${said}.`;
}

/**
 * A special rule in words.
 * @param {string} id
 * @param {import("./contract.js").SpecialRule["params"]} params
 */
function describeRule(id, params) {
  const side = params.side ?? params.winner;
  const said = id === "doctrine" ? texts.say(`rule.doctrine.${params.name}`) : texts.say(`rule.${id}`);
  return `${texts.say("editor.rules")} – ${said}${side ? ` (${texts.name("sides", side)})` : ""}`;
}

/**
 * @param {import("./contract.js").Scenario} battle
 * @param {string} name
 */
function actionButtons(battle, name) {
  const mine = battle.author && battle.author === player()?.id;
  const button = (/** @type {string} */ id, /** @type {() => Promise<unknown>} */ act) =>
    el("button", { type: "button", id, onclick: () => attempt(byId("problem"), act) }, texts.say(`battle.${id}`));
  const file = (/** @type {string} */ type) => async () => save(slug, { text: await client.text(`${path}/export`, type), type });
  return [
    el("a", { class: "button", href: `/scenarios/new?from=${encodeURIComponent(slug)}` }, texts.say("battle.remix")),
    button("link", async () => {
      await navigator.clipboard.writeText(location.href);
      byId("link").textContent = texts.say("battle.link.done");
    }),
    button("own", file(OWN)),
    battle.report?.verdict !== "blocked" && button("editor", file(EDITOR)),
    mine && visibilityField(battle),
    mine && button("delete", async () => {
      if (!confirm(texts.say("battle.delete.sure", { name }))) return;
      await client.remove(path);
      location.assign("/");
    }),
  ].filter(Boolean);
}

/** Who may see it, which its author can change. @param {import("./contract.js").Scenario} battle */
function visibilityField({ visibility }) {
  const field = el("select", { "aria-label": texts.say("editor.visibility"), onchange: () => attempt(byId("problem"), async () => {
    const source = await fetch(`${path}/export`, { headers: { Authorization: `Bearer ${client.token}` } });
    const type = source.headers.get("Content-Type")?.split(";")[0] ?? OWN;
    await client.send(`/v1/scenarios?visibility=${field.value}`, { text: await source.text(), type });
  }) }, ...SHARING.map((one) => el("option", { value: one, selected: one === visibility }, texts.say(`editor.visibility.${one}`))));
  return field;
}

/**
 * How the games here went, with one edition and variant.
 * @param {string} side
 * @param {import("./contract.js").Outcome} item
 */
function outcomeLine(side, item) {
  const rules = `${texts.say(`lobby.edition.${item.edition}`)} · ${texts.say(`lobby.variant.${item.variant}`)}`;
  return el("p", { class: "share-of", "data-side": side },
    el("span", {}, el("strong", {}, rules), " ", describeOutcome(texts, side, item)),
    el("meter", { min: 0, max: 1, value: item.won[side] / item.finished, "aria-label": texts.name("sides", side) }));
}

/**
 * What bots made of the battle, or how far they are; and the way to have them try it.
 * @param {import("./contract.js").Playtest | null} playtest
 * @param {boolean} [blocked]
 */
function showBalance(playtest, blocked = false) {
  const parts = !playtest ? [el("p", { class: "soft" }, texts.say("battle.untested"))]
    : playtest.summary ? summary(playtest.summary) : [el("p", { role: "status" }, texts.say(`battle.test.${playtest.status}`, { progress: texts.percent.format(playtest.progress) }))];
  const again = !playtest?.summary && !RUNNING.includes(playtest?.status ?? "") && !blocked;
  fill(byId("balance"), ...parts,
    again ? el("button", { type: "button", id: "test", "data-key": "test", onclick: () => attempt(byId("problem"), test) }, texts.say("battle.test")) : null);
}

async function test() {
  await signedIn(page);
  let found = await client.post(`${path}/playtest`, {}, { once: false });
  while (RUNNING.includes(found.status) && !signal.aborted) {
    showBalance(found);
    await new Promise((done) => setTimeout(done, PAUSE));
    found = await client.get(`${path}/playtest`);
  }
  showBalance(found);
}

/** @param {NonNullable<import("./contract.js").Playtest["summary"]>} found */
function summary({ games, sides, turns }) {
  const { percent } = texts;
  const rows = Object.entries(sides).map(([side, { share, medals }]) =>
    el("p", { class: "share-of", "data-side": side },
      el("span", {}, texts.say("battle.won", { side: texts.name("sides", side), share: percent.format(share.value), low: percent.format(share.low), high: percent.format(share.high) })),
      el("meter", { min: 0, max: 1, value: share.value, "aria-label": texts.name("sides", side) }),
      el("small", { class: "soft" }, texts.say("battle.medals", { medals: texts.number.format(medals.value) }))));
  return [...rows, el("p", { class: "soft" }, texts.say("battle.tested", { games, turns: texts.number.format(turns.value) }))];
}
