/**
 * Check an after-action report of Afteraction against the export of its game, in a browser or with
 * Node (18 or newer).
 *
 *     import { checkReport } from "./report.js";
 *     const wrong = checkReport(exportText, report);
 *
 * Every claim is worked out again from the events, and every sentence is written again from its
 * claim. It shares no code with the service. That the export itself is sound, audit.js tells.
 *
 * @module
 */

/** @typedef {Object<string, any>} Json */
/** @typedef {{topic: string, kind: string, values: Json, version?: number}} Claim */

/** The six sides of a battle die. */
const DIE = ["infantry", "infantry", "armor", "grenade", "flag", "star"];
/** The faces that hit a unit of each kind. @type {Object<string, string[]>} */
const HITTING = {
  infantry: ["infantry", "grenade"],
  elite_infantry: ["infantry", "grenade"],
  french_resistance: ["infantry", "grenade"],
  armor: ["armor", "grenade"],
  elite_armor: ["armor", "grenade"],
  tiger: ["armor", "grenade"],
  destroyer: ["grenade"],
  artillery: ["grenade"],
  mobile_artillery: ["grenade"],
  ski_troops: ["infantry", "grenade"],
  combat_engineer: ["infantry", "grenade"],
  anti_tank_team: ["infantry", "grenade"],
  anti_tank_team_late: ["infantry", "grenade"],
  mortar_team: ["infantry", "grenade"],
  mortar_team_late: ["infantry", "grenade"],
  machine_gun_team: ["infantry", "grenade"],
  machine_gun_team_late: ["infantry", "grenade"],
  cavalry: ["infantry", "grenade"],
  sniper: ["grenade"],
  heavy_anti_tank_gun: ["grenade"],
  big_gun: ["grenade"],
  flamethrower_tank: ["armor", "grenade"],
};
const FACES = DIE.length;
const MOST_TURNS = 7;
const RAREST = 1_000_000;
/** The languages with a point as the decimal mark. */
const POINT = ["en"];

/** @param {Json[]} events @returns {Json[]} without what was taken back */
function mainline(events) {
  /** @type {Json[]} */
  let kept = [];
  for (const event of events) {
    if (event.type === "taken_back") kept = kept.filter((one) => one.version <= event.data.to_version);
    kept.push(event);
  }
  return kept;
}

/** @param {number[]} hex */
function label([row, column]) {
  return `${String.fromCharCode(65 + row)}${column + 1}`;
}

/** Follows a game and counts what a report tells. */
class Ledger {
  /** @param {Json} created the data of the first event */
  constructor(created) {
    this.created = created;
    /** @type {string[]} */
    this.armies = created.setup.armies.map((/** @type {Json} */ one) => one.side).sort();
    this.sides = new Map((created.seats ?? []).map((/** @type {Json} */ one) => [one.seat, one.side]));
    /** @type {Map<string, Json>} */
    this.units = new Map(created.setup.units.map((/** @type {Json} */ one) => [one.id, one]));
    /** @type {Json[]} */
    this.turns = [];
    /** @type {Map<string, number[]>} Where each unit stands. */
    this.at = new Map(created.setup.units.map((/** @type {Json} */ one) => [one.id, one.hex]));
    this.medals = this.zero();
    this.lost = this.zero();
    this.gone = this.zero();
    /** @type {Map<string, number>} Figures that a unit took. */
    this.took = new Map();
    /** @type {Map<string, number>} Whole units that it took. */
    this.ended = new Map();
    /** @type {Json} */
    this.dice = Object.fromEntries(this.armies.map((side) => [side, []]));
    this.hits = this.zero();
    /** Whether it is played on the long board of Breakthrough. */
    this.long = created.setup?.grid?.rows === 17;
    /** @type {string} */
    this.first = created.setup.first;
    this.winner = "";
    this.reason = "";
    this.attacker = "";
    this.target = "";
    this.ambusher = "";
    /** @type {string | null} The unit that rolled dice last. */
    this.acting = null;
    this.card = "";
    /** Whose turn it is. */
    this.active = "";
    this.fixed = false;
  }

  /** Nothing yet, for each side. @returns {Json} */
  zero() {
    return Object.fromEntries(this.armies.map((side) => [side, 0]));
  }

  /** How far the sides are apart. @param {Json} numbers */
  gap(numbers) {
    const [one, other] = this.armies;
    return Math.abs(numbers[one] - numbers[other]);
  }

  /** A member of each side's own. @param {string} name @param {Json} numbers */
  named(name, numbers) {
    return Object.fromEntries(this.armies.map((side) => [`${side}_${name}`, numbers[side]]));
  }

  /** @param {string} seat */
  sideOf(seat) {
    return this.sides.get(seat) ?? seat;
  }

  /** @param {string} unit */
  unit(unit) {
    return /** @type {Json} */ (this.units.get(unit));
  }

  /** @param {Json} event */
  count({ type, data, version }) {
    if (type === "game_started") this.first = this.sideOf(data.first);
    else if (type === "unit_landed" || type === "unit_arrived") this.land(data);
    else if (type === "ground_taken") this.at.set(data.unit, data.hex);
    else if (type === "unit_moved" || type === "unit_retreated") this.at.set(data.unit, data.path.at(-1));
    else if (type === "turn_started") this.begin(data);
    else if (type === "game_finished") [this.winner, this.reason] = [data.winner, data.reason];
    else if (type === "card_played" && data.seat === this.active) this.card = data.orders_as ?? data.card;
    else this.fight(type, data);
    this.fixed = type === "dice_fixed";
    const turn = this.turns.at(-1);
    if (turn) [turn.last, turn.standing] = [version, { ...this.medals }];
  }

  /** @param {Json} data */
  land(data) {
    this.units.set(data.unit, { ...data, id: data.unit });
    this.at.set(data.unit, data.hex);
  }

  /** @param {Json} data of the first event of a turn */
  begin({ turn, seat }) {
    this.acting = null;
    this.active = seat;
    this.turns.push({ turn, side: this.sideOf(seat), lost: this.zero(), medals: this.zero(), places: new Map() });
  }

  /** @param {string} type @param {Json} data */
  fight(type, data) {
    if (type === "attack_declared") [this.attacker, this.target, this.stars] = [data.attacker, data.target, data.stars];
    else if (type === "ambush_played") [this.ambusher, this.springs] = [data.unit, data.stars];
    else if (type === "dice_rolled") this.roll(this.attacker, this.target, data.faces, this.stars);
    else if (type === "ambush_rolled") this.roll(this.ambusher, this.attacker, data.faces, this.springs);
    else if (type === "battle_back_rolled") this.roll(this.target, this.attacker, data.faces, data.stars);
    else if (type === "hazard_rolled" || type === "demolition_rolled") this.acting = null;
    else if (type === "strike_rolled") this.roll(null, data.target, data.faces);
    else if (type === "figures_lost") this.lose(data);
    else if (type === "unit_eliminated") this.eliminate(data);
    else if (type === "unit_exited") this.gain(this.unit(data.unit).side, data.medals, data.hex);
    else if (type === "objective_taken") this.gain(data.side, data.medals, this.objective(data));
    else if (type === "objective_lost") this.gain(data.side, -data.medals, this.objective(data));
  }

  /** @param {string | null} unit @param {string} target @param {string[]} faces @param {boolean} [also] stars hit */
  roll(unit, target, faces, also = false) {
    this.acting = unit;
    if (this.fixed) return;
    const { kind, side } = this.unit(target);
    const enemy = /** @type {string} */ (this.armies.find((one) => one !== side));
    const stars = also || unit === null && (this.long ? ["air_power", "barrage"] : ["air_power"]).includes(this.card);
    const hitting = [...HITTING[kind], ...(stars ? ["star"] : [])];
    const chances = DIE.filter((face) => hitting.includes(face)).length;
    this.dice[enemy].push(...faces.map(() => chances));
    this.hits[enemy] += faces.filter((face) => hitting.includes(face)).length;
  }

  /** @param {Json} data */
  lose({ unit, count }) {
    const { side } = this.unit(unit);
    this.lost[side] += count;
    const turn = this.turns.at(-1);
    if (turn) turn.lost[side] += count;
    this.happen(this.at.get(unit), count);
    if (this.acting !== null) this.took.set(this.acting, (this.took.get(this.acting) ?? 0) + count);
  }

  /** @param {Json} data */
  eliminate(data) {
    this.lose(data);
    this.gone[this.unit(data.unit).side] += 1;
    if (this.acting !== null) this.ended.set(this.acting, (this.ended.get(this.acting) ?? 0) + 1);
    this.gain(data.to, data.medals, data.hex);
  }

  /** The first hex of an objective. @param {Json} data */
  objective({ objective }) {
    return this.created.setup.objectives.find((/** @type {Json} */ one) => one.id === objective).hexes[0];
  }

  /** Figures fell there, or none. @param {number[] | undefined} hex @param {number} figures */
  happen(hex, figures) {
    const places = this.turns.at(-1)?.places;
    const name = label(/** @type {number[]} */ (hex));
    places?.set(name, (places.get(name) ?? 0) + figures);
  }

  /** @param {string} side @param {number} medals @param {number[]} hex */
  gain(side, medals, hex) {
    this.happen(hex, 0);
    this.medals[side] += medals;
    const turn = this.turns.at(-1);
    if (turn) turn.medals[side] += medals;
  }

  /** @returns {Claim[]} */
  briefing() {
    const { scenario, edition, setup } = this.created;
    const goal = Object.fromEntries(setup.armies.map((/** @type {Json} */ one) => [one.side, one.medals_to_win]));
    /** @type {Json} */
    const forces = {};
    for (const side of this.armies) {
      const units = setup.units.filter((/** @type {Json} */ one) => one.side === side);
      forces[`${side}_units`] = units.length;
      forces[`${side}_figures`] = units.reduce((/** @type {number} */ sum, /** @type {Json} */ one) => sum + one.figures, 0);
    }
    return [
      { kind: "battle", values: { scenario, edition } },
      { kind: "goal", values: goal },
      { kind: "forces", values: forces },
      { kind: "first", values: { side: this.first } },
    ].map((one) => ({ topic: "briefing", ...one, version: 1 }));
  }

  /** @returns {Claim[]} */
  result() {
    const losses = { ...this.named("figures", this.lost), ...this.named("units", this.gone) };
    return [
      { kind: `won_by_${this.reason}`, values: { side: this.winner } },
      { kind: "score", values: { ...this.medals } },
      { kind: "length", values: { turns: this.turns.at(-1)?.turn ?? 0 } },
      { kind: "losses", values: losses },
    ].map((one) => ({ topic: "result", ...one }));
  }

  /** @returns {Claim[]} */
  turning() {
    /** @type {Json[]} */
    const swung = this.turns.map((one) => ({
      ...one,
      swing: this.gap(one.medals),
      figures: this.gap(one.lost),
    }));
    const most = swung
      .filter((one) => one.swing + one.figures > 0)
      .sort((a, b) => b.swing - a.swing || b.figures - a.figures || a.last - b.last)
      .slice(0, MOST_TURNS);
    return most
      .sort((a, b) => a.last - b.last)
      .map(({ turn, side, lost, standing, last, places }) => ({
        topic: "turns",
        kind: "turn",
        values: { turn, side, hex: this.most(places), ...this.named("lost", lost), ...this.named("medals", standing) },
        version: last,
      }));
  }

  /** The first place at which most figures fell. @param {Map<string, number>} places */
  most(places) {
    const most = Math.max(...places.values());
    return [...places].find(([, figures]) => figures === most)?.[0];
  }

  /** @param {string} side @returns {Claim[]} */
  luck(side) {
    const [dice, hits, about] = [this.dice[side], this.hits[side], { topic: "dice" }];
    if (dice.length === 0) return [{ ...about, kind: "dice_none", values: { side } }];
    // Of all throws, as whole numbers, those with so many hits.
    let ways = [1n];
    for (const chances of dice.map(BigInt)) {
      const missed = BigInt(FACES) - chances;
      const longer = Array(ways.length + 1).fill(0n);
      ways.forEach((count, place) => {
        longer[place] += missed * count;
        longer[place + 1] += chances * count;
      });
      ways = longer;
    }
    const expected = dice.reduce((/** @type {number} */ sum, /** @type {number} */ one) => sum + one, 0);
    const lucky = hits * FACES >= expected;
    const other = (lucky ? ways.slice(hits + 1) : ways.slice(0, hits)).reduce((sum, one) => sum + one, 0n);
    const tenths = Math.floor((20 * expected + FACES) / (2 * FACES));
    const more = lucky ? "more" : "fewer";
    const said = { side, dice: dice.length, hits, expected_tenths: tenths };
    const claim = { ...about, kind: "dice", values: said };
    if (other === 0n) return [claim, { ...about, kind: `dice_no_${more}`, values: { side } }];
    const all = BigInt(FACES) ** BigInt(dice.length);
    const one_in = Math.min(Number((2n * all + other) / (2n * other)), RAREST);
    return [claim, { ...about, kind: `dice_${more}`, values: { side, one_in } }];
  }

  /** @param {string} side @returns {Claim[]} */
  honors(side) {
    const rank = (/** @type {Json} */ one) => [this.took.get(one.id) ?? 0, this.ended.get(one.id) ?? 0];
    const [best] = [...this.units.values()]
      .filter((one) => one.side === side && this.took.has(one.id))
      .sort((a, b) => {
        const [[mine, whole], [other, others]] = [rank(a), rank(b)];
        return other - mine || others - whole || (a.id < b.id ? -1 : 1);
      });
    if (!best) return [];
    const [figures, units] = rank(best);
    const { id, kind, hex } = best;
    const values = { side, unit: id, kind, hex: label(hex), figures, units };
    return [{ topic: "honors", kind: "honor", values }];
  }
}

/**
 * Everything that a report of a finished game has to claim, in order.
 * @param {string} exportText the complete export
 * @returns {Claim[]}
 */
export function claims(exportText) {
  const lines = exportText.split("\n").filter((line) => line !== "");
  const events = lines.slice(1).map((line) => JSON.parse(line)).filter((line) => line.type);
  const ledger = new Ledger(events[0].data);
  for (const event of mainline(events)) ledger.count(event);
  return [
    ...ledger.briefing(),
    ...ledger.result(),
    ...ledger.turning(),
    ...ledger.armies.flatMap((side) => ledger.luck(side)),
    ...ledger.armies.flatMap((side) => ledger.honors(side)),
  ];
}

/**
 * The sentence of a claim.
 * @param {Claim} claim @param {Json} report whose language, templates and words it is told in
 * @returns {string}
 */
export function sentence({ kind, values }, report) {
  const template = report.templates[kind] ?? "";
  const text = template.replaceAll(/\{(\w+)\}/g, (/** @type {string} */ _, /** @type {string} */ name) => {
    const value = values[name];
    if (name.endsWith("_tenths")) {
      return `${Math.floor(value / 10)}${POINT.includes(report.language) ? "." : ","}${value % 10}`;
    }
    const word = name === "kind" ? `${values.side} ${value}` : value;
    return report.words[name]?.[word] ?? String(value);
  });
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** @param {Json} values */
function sorted(values) {
  return JSON.stringify(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Whether a sentence claims just that. @param {Json} said @param {Claim} claim */
function holds(said, { topic, kind, values, version }) {
  const about = said.topic === topic && said.version === version;
  return about && said.claim.kind === kind && sorted(said.claim.values) === sorted(values);
}

/**
 * What is wrong with a report, a line each; empty when every sentence holds and none is left out.
 * @param {string} exportText the complete export
 * @param {Json} report its JSON form
 * @param {Json} [templates] what the sentences of its language should be, by the kind of claim
 * @returns {string[]}
 */
export function checkReport(exportText, report, templates) {
  const wanted = claims(exportText);
  const said = report.chapters.flatMap((/** @type {Json} */ part) =>
    part.sentences.map((/** @type {Json} */ one) => ({ ...one, topic: part.topic })),
  );
  const wrong = [];
  if (said.length !== wanted.length) wrong.push(`there should be ${wanted.length} sentences`);
  const { game, version, head } = JSON.parse(exportText.split("\n", 1)[0]);
  const same = report.game === game && report.version === version && report.head === head;
  if (!same) wrong.push("it is about another game");
  for (const [place, claim] of wanted.entries()) {
    const found = said[place];
    if (!found) break;
    const known = !templates || templates[claim.kind] === report.templates[claim.kind];
    if (!known || !holds(found, claim) || found.text !== sentence(claim, report)) {
      wrong.push(`${found.topic} ${place + 1}: ${found.text}`);
    }
  }
  return wrong;
}
