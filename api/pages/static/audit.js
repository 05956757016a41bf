/**
 * Verifies a game of Afteraction from its export alone, in a browser or with Node (18 or newer).
 *
 *     import { verify } from "./audit.js";
 *     const report = await verify(await (await fetch(exportAddress)).text(), { keys });
 *
 * It does the same as verifier.py and shares no code with it or with the service. To use it with
 * Node, save it as audit.mjs. AUDIT.md describes the checks.
 *
 * @module
 */

/** @typedef {Object<string, any>} Json */

/**
 * The verdict on an export.
 * @typedef {object} Report
 * @property {0 | 1 | 2} status 0 sound, 1 not sound, 2 unreadable
 * @property {number | null} version the first bad one (0 is the header); null if none
 * @property {string} reason what is wrong there; empty if nothing
 * @property {string} unchecked what was not checked
 */

const crypto = globalThis.crypto ?? (await import("node:crypto")).webcrypto;
const encoder = new TextEncoder();

/** The six sides of a battle die. */
export const DIE = Object.freeze(["infantry", "infantry", "armor", "grenade", "flag", "star"]);

const SECTION_CARDS = {
  recon_left: 2, recon_center: 2, recon_right: 2,
  probe_left: 4, probe_center: 5, probe_right: 4,
  attack_left: 3, attack_center: 4, attack_right: 3,
  assault_left: 2, assault_center: 2, assault_right: 2,
  general_advance: 1, pincer_move: 1, recon_in_force: 3,
};
const TACTIC_CARDS = {
  air_power: 1, ambush: 1, armor_assault: 2, artillery_bombard: 1, barrage: 1,
  behind_enemy_lines: 1, close_assault: 1, counter_attack: 2, dig_in: 1, direct_from_hq: 2,
  firefight: 1, infantry_assault: 2, medics_and_mechanics: 1, move_out: 2, their_finest_hour: 1,
};

/** The decks of variants, for games whose first event has none. */
export const DECKS = new Map([
  ["standard", { ...SECTION_CARDS, ...TACTIC_CARDS }],
  ["young_generals", SECTION_CARDS],
]);

/** Members of events with numbers of dice, steps or cards, and their upper bound. */
const SIZES = ["dice", "scatter", "count"];
const MAX_SIZE = 1000;
/** Events with a fixed number of dice, and all events with battle dice. */
const THROWN = { battle_back_rolled: 1, hazard_rolled: 2, visibility_rolled: 4 };
/** The strengths of the tokens of minefields. */
const MINES = [0, 0, 0, 1, 1, 2, 2, 3, 4];
const ROLLS = ["dice_rolled", "ambush_rolled", "strike_rolled", "order_dice_rolled", ...Object.keys(THROWN)];
/** Shuffles that follow a change of the draw pile. */
const AGAIN = ["draw_pile_shuffled", "unseen_shuffled"];
/** A card in a branch whose past does not reveal it. */
const UNKNOWN = "unknown";
const STEPS = [0, 1, 2, 3, 4, 5, 6];
const NONCE = /^[A-Za-z0-9_-]{1,64}$/;
/** Events to the earlier ones that announce their number of dice. */
const ANNOUNCED_BY = {
  dice_rolled: "attack_declared",
  ambush_rolled: "ambush_played",
  strike_rolled: "targets_demanded",
};
/** The pile of a discarded card, by its source. */
const PILE = new Map([
  ["in_play", "card_played"],
  ["reaction", "ambush_played"],
  ["offer", "cards_offered"],
]);

/** An error whose message is the reason in a report. */
class Unsound extends Error {}

/** @param {unknown} fine @param {string} reason */
function need(fine, reason) {
  if (!fine) throw new Unsound(reason);
}

/** A required member of an object. @param {any} object @param {string} name */
function member(object, name) {
  need(isObject(object) && Object.hasOwn(object, name), `${name} is missing`);
  return object[name];
}

/** @param {unknown} value */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The canonical JSON of a value: members sorted, no spaces. Throws for fractions, numbers of more
 * than 15 characters, and lone surrogates.
 * @param {any} value
 * @returns {string}
 */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (isObject(value)) {
    const names = Object.keys(value).sort();
    return `{${names.map((name) => `${canonical(name)}:${canonical(value[name])}`).join(",")}}`;
  }
  if (typeof value === "number") {
    const fit = Number.isInteger(value) && Math.abs(value) < 1e15 && String(value).length <= 15;
    need(fit, "a number is no integer, or too large");
    return String(value);
  }
  if (typeof value === "string") need(!/\p{Surrogate}/u.test(value), "a text is no Unicode");
  return JSON.stringify(value);
}

/**
 * The value of a line, which must be canonical JSON.
 * @param {string} line
 */
export function parse(line) {
  const text = line.endsWith("\n") ? line.slice(0, -1) : line;
  const value = JSON.parse(text);
  need(canonical(value) === text, "it is not canonical JSON");
  return value;
}

/** @param {Uint8Array} bytes */
function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} text */
function fromHex(text) {
  need(typeof text === "string" && /^([0-9a-f]{2})*$/.test(text), "it is not hexadecimal");
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** @param {string} text */
function fromBase64url(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

/** @param {Uint8Array} bytes */
function toBase64url(bytes) {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {...Uint8Array} parts @returns {Promise<string>} in hex */
async function sha256(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.length;
  }
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", whole)));
}

/** The last imported key: importing one takes as long as a signature. */
let used = { seed: "", key: /** @type {Promise<CryptoKey> | null} */ (null) };

/** @param {string} seed in hex @param {string} text @returns {Promise<Uint8Array>} */
async function hmac(seed, text) {
  if (used.key === null || used.seed !== seed) {
    const how = { name: "HMAC", hash: "SHA-256" };
    used = { seed, key: crypto.subtle.importKey("raw", fromHex(seed), how, false, ["sign"]) };
  }
  const key = await /** @type {Promise<CryptoKey>} */ (used.key);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(text)));
}

/**
 * The commitment to a seed: its SHA-256.
 * @param {string} seed in hex
 */
export async function seedCommitment(seed) {
  return sha256(fromHex(seed));
}

/**
 * The salt of an event's hidden part.
 * @param {string} seed in hex
 * @param {number} version of the event
 * @returns {Promise<string>} in hex
 */
export async function salt(seed, version) {
  return toHex((await hmac(seed, `salt:${version}`)).slice(0, 16));
}

/**
 * The commitment to a hidden part.
 * @param {string} saltHex
 * @param {Json} hidden
 */
export async function commitment(saltHex, hidden) {
  return sha256(fromHex(saltHex), encoder.encode(canonical(hidden)));
}

/**
 * The source of a draw.
 * @typedef {object} Draw
 * @property {string} seed in hex
 * @property {string} game its id
 * @property {number | ""} index of the draw, from 0
 * @property {string | null} [nonce] of the event that records the draw; null in form 1
 */

/**
 * A uniform random number below each bound, from pieces of `width` bytes.
 * @param {Draw} draw
 * @param {number[]} bounds
 * @param {number} [width]
 * @returns {Promise<number[]>}
 */
export async function numbers({ seed, game, index, nonce = "" }, bounds, width = 1) {
  let [block, place, blocks] = [new Uint8Array(0), 0, 0];
  async function piece() {
    let value = 0;
    for (let read = 0; read < width; read += 1) {
      if (place === block.length) {
        block = await hmac(seed, `${game}:${index}${nonce === null ? "" : `:${nonce}`}:${blocks}`);
        [place, blocks] = [0, blocks + 1];
      }
      value = value * 256 + block[place];
      place += 1;
    }
    return value;
  }
  const found = [];
  for (const bound of bounds) {
    const limit = 256 ** width - (256 ** width % bound);
    let value = await piece();
    while (value >= limit) value = await piece();
    found.push(value % bound);
  }
  return found;
}

/**
 * The battle dice of a draw.
 * @param {Draw} draw
 * @param {number} count
 * @returns {Promise<string[]>}
 */
export async function roll(draw, count) {
  const faces = await numbers(draw, Array(count).fill(DIE.length));
  return faces.map((face) => DIE[face]);
}

/**
 * The cards shuffled by a draw; the last one is on top.
 * @param {Draw} draw
 * @param {string[]} cards
 * @returns {Promise<string[]>}
 */
export async function shuffle(draw, cards) {
  const order = [...cards].sort();
  const bounds = order.map((_, place) => order.length - place).slice(0, -1);
  const others = await numbers(draw, bounds, 4);
  bounds.forEach((bound, turn) => {
    const other = others[turn];
    [order[bound - 1], order[other]] = [order[other], order[bound - 1]];
  });
  return order;
}

/**
 * The hash that an event must have after the hash `previous`. What is shown of a hidden part is
 * put back under its commitment, which must match.
 * @param {Json} event
 * @param {string} previous
 * @returns {Promise<string>}
 */
export async function link(event, previous) {
  need(isObject(member(event, "data")), "its data is no object");
  const data = { ...event.data };
  let hidden = member(event, "hidden");
  need(hidden === null || isObject(hidden), "its hidden part is misshapen");
  if (hidden !== null && Object.hasOwn(hidden, "salt")) {
    const { salt: shown, fields, ...published } = hidden;
    const secret = Object.create(null);
    for (const name of fields) {
      secret[name] = member(data, name);
      delete data[name];
    }
    const kept = (await commitment(shown, secret)) === hidden.commitment;
    need(kept, "its commitment does not match");
    hidden = published;
  }
  const { hash, ...covered } = event;
  need(hash !== undefined, "hash is missing");
  if (Object.hasOwn(event, "form")) {
    const first = inFirstEnvelope(covered, data, hidden);
    return sha256(encoder.encode(canonical({ ...first, previous })));
  }
  return sha256(encoder.encode(canonical({ ...covered, data, hidden, previous })));
}

/**
 * The part of an early event that its hash covers: its first envelope, with one seat as the
 * audience, without members that were filled in later.
 * @param {Json} event @param {Json} data @param {Json | null} hidden
 */
function inFirstEnvelope(event, data, hidden) {
  need([1, 2].includes(event.form) && !Object.hasOwn(event, "nonce"), "its form is unknown");
  const { form, last, filled = [], ...covered } = event;
  const original = { ...data };
  for (const name of filled) {
    member(original, name);
    delete original[name];
  }
  const audience = hidden?.audience[0] ?? null;
  return { ...covered, data: original, hidden: hidden && { ...hidden, audience } };
}

/** Verifies the nonces and draws of a game and, if the seed is known, their results. */
class Referee {
  /** @param {Json} created @param {Json} end @param {boolean} complete */
  constructor(created, end, complete) {
    const deck = created.deck ?? DECKS.get(member(created, "variant"));
    need(deck !== undefined, "the deck of its variant is not known here");
    const copies = Object.values(deck);
    need(copies.every((n) => Number.isInteger(n) && n >= 0 && n < 100), "it has no such deck");
    const origin = created.branch ?? { draws_of: member(created, "game") };
    this.at = origin.at_version ?? -1;
    this.unproved = origin.unproved ?? 0;
    const branches = this.unproved >= 0 && this.unproved <= Math.max(this.at, 0);
    need(branches, "it does not branch off at its version");
    this.game = member(origin, "draws_of");
    this.box = Object.entries(deck).flatMap(([card, copies]) => Array(copies).fill(card));
    /** Whether the board is that of Breakthrough. */
    this.long = created.setup?.grid?.rows === 17;
    /** Whether cards are handed out, as in Overlord. */
    this.chain = created.together === true;
    /** @type {Map<string, string>} The side of each seat. */
    this.sides = new Map((created.seats ?? []).map((/** @type {Json} */ one) => [one.seat, one.side]));
    this.seed = Object.hasOwn(created, "seed") ? created.seed : (end.seed ?? "");
    fromHex(this.seed);
    /** @type {Map<string, string[]>} The last card is on top. */
    this.piles = new Map();
    /** @type {Map<string, Json>} The latest data of each type of event. */
    this.latest = new Map();
    /** The strengths of mines by hex, in the order of laying. @type {Map<string, number | null>} */
    this.mines = new Map();
    /** The cards and `latest` at each end of a command; null elsewhere. @type {any[]} */
    this.past = [];
    /** The shuffle of the draw pile that must follow. */
    this.due = "";
    /** The fixed dice of the next roll. @type {string[]} */
    this.fixed = [];
    /** The number of cards in each pile where a branch began. @type {any[] | null} */
    this.held = null;
    /** Whether the event is taken as recorded, as its seed is not published. */
    this.trusted = false;
    // Such a past can be followed in a complete export only.
    this.known = this.seed !== "" && (complete || this.unproved === 0);
    this.draws = 0;
    this.spare = 0;
    this.open = false;
    this.nonce = "";
    this.seated = "";
  }

  /** @param {string} name @returns {string[]} */
  pile(name) {
    if (!this.piles.has(name)) this.piles.set(name, []);
    return /** @type {string[]} */ (this.piles.get(name));
  }

  /** Verify the next event. @param {Json} event */
  async judge(event) {
    const kind = member(event, "type");
    const data = event.data;
    need((kind === "game_created") === (this.latest.size === 0), "a game begins with its creation");
    for (const name of SIZES.filter((size) => Object.hasOwn(data, size))) {
      const fits = Number.isInteger(data[name]) && data[name] >= 0 && data[name] < MAX_SIZE;
      need(fits, "a game never has so many");
    }
    this.checkNonce(event, kind);
    const drawn = Object.hasOwn(data, "draw");
    need(!drawn || data.draw === this.draws, `it should be draw ${this.draws}`);
    const [begins, version] = [kind === "game_branched", event.version];
    const valid = version === this.at + 1 ? begins : version <= this.at || !begins;
    need(valid, "a branch begins only at its version");
    this.trusted = version > 1 && version <= this.unproved;
    if (this.known) {
      const shuffled = this.trusted || (AGAIN.includes(kind) ? kind : "") === this.due;
      need(shuffled, "only a take-back that changes the draw pile shuffles it");
      const same = !Object.hasOwn(data, "seed") || data.seed === this.seed;
      need(same, "it is another seed");
      const { seed, game } = this;
      const nonce = event.form === 1 ? null : this.nonce;
      await this.derive(event, kind, data, { seed, game, index: data.draw ?? "", nonce });
    }
    const cards = [...this.piles.values()].reduce((sum, pile) => sum + pile.length, 0);
    need(cards <= this.box.length, "there are fewer cards");
    need(this.open || this.due === "", "the draw pile has to be shuffled");
    if (this.held !== null && !this.open) {
      const same = this.held.every(([name, count]) => this.pile(name).length === count);
      need(this.trusted || same, "the branch deals another number of cards");
      this.held = null;
    }
    this.draws += drawn ? 1 : 0;
    this.latest.set(kind, data);
    this.past.push(this.open ? null : this.kept());
  }

  /** All piles, and the latest data. */
  kept() {
    const piles = [...this.piles].map(([name, cards]) => [name, [...cards]]);
    return { piles, latest: new Map(this.latest), spare: this.spare };
  }

  /** Go back to a version; if the draw pile has changed since, it must be shuffled next. */
  takeBack(/** @type {any} */ version) {
    const then = Number.isInteger(version) && version > 0 ? this.past[version - 1] : null;
    need(then, "no command ended at that version");
    const since = version > this.at || this.past.length < this.at;
    need(since, "that is before the branch");
    const deck = canonical(this.pile("deck"));
    this.piles = new Map(then.piles.map((/** @type {any} */ [name, cards]) => [name, [...cards]]));
    this.latest = new Map(then.latest);
    this.spare = then.spare;
    const now = this.pile("deck");
    const moved = !this.trusted && now.length > 0 && canonical(now) !== deck;
    this.due = moved ? "draw_pile_shuffled" : "";
  }

  /**
   * Verify what only branches have: fixed dice, and unknown cards, which return to the draw pile
   * where the branch begins, to be dealt again.
   * @param {string} kind @param {Json} data
   */
  branchOff(kind, data) {
    need(this.fixed.length === 0 || ROLLS.includes(kind), "dice were fixed for another event");
    need(this.at > 0 || kind !== "dice_fixed", "dice are fixed in a branch only");
    if (kind === "dice_fixed") this.fixed = member(data, "faces");
    if (kind !== "game_branched") return;
    const deck = this.pile("deck");
    const names = [...this.piles.keys()].filter(
      (name) => name.startsWith("hand") || name.startsWith("laid") || name === "cards_offered",
    );
    const held = new Map(names.map((name) => [name, this.pile(name).length]));
    for (const name of names.filter((one) => one.startsWith("handed") && this.pile(one).includes(UNKNOWN))) {
      // Back to the seat that handed it out.
      const side = this.sides.get(name.slice("handed to ".length));
      const [chief] = [...this.sides].find(([, one]) => one === side) ?? [""];
      held.set(name, 0);
      held.set(`hand of ${chief}`, (held.get(`hand of ${chief}`) ?? 0) + 1);
    }
    for (const name of names.filter((one) => one.startsWith("laid") && this.pile(one).includes(UNKNOWN))) {
      const hand = name.replace("laid down by", "hand of");
      held.set(hand, (held.get(hand) ?? 0) + (held.get(name) ?? 0));
      held.set(name, 0);
    }
    this.held = [...held];
    for (const name of names) {
      deck.push(...this.pile(name).filter((card) => card === UNKNOWN));
      this.piles.set(name, this.pile(name).filter((card) => card !== UNKNOWN));
    }
    this.due = deck.includes(UNKNOWN) && !this.trusted ? "unseen_shuffled" : "";
  }

  /** Verify that the events of a command share its nonce; those of seats are joined by dots. */
  checkNonce(/** @type {Json} */ event, /** @type {string} */ kind) {
    const given = Object.hasOwn(event, "nonce");
    const nonce = given ? event.nonce : "";
    need(typeof nonce === "string", "its nonce is no text");
    const sits = kind === "seat_taken" && !this.open;
    const before = this.open ? this.nonce : sits ? this.seated : "";
    const prefix = before === "" ? "" : `${before}.`;
    const grown = nonce.startsWith(prefix) && NONCE.test(nonce.slice(prefix.length));
    const valid = nonce === before || (!this.open && grown);
    need(valid && !(given && nonce === ""), "its nonce does not match the earlier ones");
    if (kind === "seat_taken") this.seated = nonce;
    this.open = !member(event, "last");
    this.nonce = nonce;
  }

  /**
   * Verify what follows from the seed and the earlier events: dice, drift, cards.
   * @param {Json} event @param {string} kind @param {Json} data @param {Draw} draw
   */
  async derive(event, kind, data, draw) {
    const seat = Object.hasOwn(data, "seat") ? data.seat : event.seat;
    const [hand, shared] = [`hand of ${seat}`, `shared by ${this.sides.get(seat)}`];
    const laid = `laid down by ${seat}`; // face down, for a later turn
    this.branchOff(kind, data);
    switch (kind) {
      case "game_created": {
        const promised = member(data, "seed_commitment") === (await seedCommitment(this.seed));
        const hidden = await this.hides(event, { seed: this.seed });
        return need(promised && hidden, "it promised another seed");
      }
      case "dice_rolled":
      case "ambush_rolled":
      case "strike_rolled": {
        const count = member(this.latest.get(ANNOUNCED_BY[kind]), "dice");
        return this.throw(data, draw, count);
      }
      case "order_dice_rolled":
        return this.throw(data, draw, this.orderDice(hand, shared, laid));
      case "hazard_rolled":
        // The number of hits among the first dice follows from the rules.
        if (data.cause === "second_roll") return this.throw(data, draw, member(data, "faces").length);
        if (data.cause === "mine") {
          const mine = this.mines.get(canonical(member(data, "hex")));
          need(mine !== undefined, "no mine lies there");
          return this.throw(data, draw, mine ?? member(data, "faces").length);
        }
        return this.throw(data, draw, THROWN[kind]);
      case "demolition_rolled": // as many as the rules tell
        return this.throw(data, draw, member(data, "faces").length);
      case "battle_back_rolled":
      case "visibility_rolled":
        return this.throw(data, draw, THROWN[kind]);
      case "mine_laid":
        return this.layMine(event, data, draw);
      case "mine_revealed": {
        const [hex, dice] = [canonical(member(data, "hex")), member(data, "strength")];
        const valid = MINES.includes(dice) && [null, dice].includes(this.mines.get(hex) ?? null);
        need(valid && this.mines.has(hex), "another mine is there");
        this.mines.set(hex, dice);
        return undefined;
      }
      case "unit_landed":
      case "unit_drop_failed": {
        const count = member(this.latest.get("air_drop_demanded"), "scatter");
        const drift = await numbers(draw, Array(count).fill(STEPS.length));
        return this.compare(member(data, "drift"), drift);
      }
      case "deck_shuffled":
        return this.shuffle(event, data, draw);
      case "draw_pile_shuffled":
        return this.shuffleAgain(event, data, draw, this.pile("deck"));
      case "unseen_shuffled":
        return this.shuffleAgain(event, data, draw, this.unseen());
      case "taken_back":
        return this.takeBack(member(data, "to_version"));
      case "cards_dealt":
      case "card_drawn":
        return this.take(event, Object.hasOwn(data, "count") ? data.count : 1, hand);
      case "cards_offered":
        return this.take(event, member(data, "count"), kind);
      case "shared_card_laid":
        if (member(data, "source") === "draw_pile") return this.take(event, 1, shared);
        return this.move(member(data, "card"), "cards_offered", shared);
      case "shared_card_taken":
        return this.move(member(data, "card"), shared, hand);
      case "hand_shown": {
        const cards = this.pile(hand);
        const unseen = this.trusted || cards.includes(UNKNOWN);
        return need(unseen || (await this.hides(event, { cards })), "it shows another hand");
      }
      case "card_kept":
        return this.passOn(event, "cards_offered", hand);
      case "card_handed_out":
        return this.passOn(event, hand, `handed to ${member(data, "to")}`);
      case "card_committed":
        return this.passOn(event, hand, laid);
      case "card_played": {
        const held = this.chain ? `handed to ${seat}` : hand;
        return this.move(member(data, "card"), data.committed ? laid : held, kind);
      }
      case "ambush_played":
        return this.move(member(data, "card"), hand, kind);
      case "card_discarded": {
        const source = PILE.get(member(data, "source"));
        if (data.source === "hand") await this.lose(data, draw, this.pile(hand));
        else need(source !== undefined && !Object.hasOwn(data, "draw"), "a card cannot come from there");
        return this.move(member(data, "card"), source ?? hand, "discard");
      }
      default:
        return need(!Object.hasOwn(data, "draw"), "such a draw is unknown");
    }
  }

  /** Verify a card that a hand lost by chance. @param {Json} data @param {Draw} draw @param {string[]} hand */
  async lose(data, draw, hand) {
    need(Object.hasOwn(data, "draw") && hand.length > 0, "no card is lost without a draw");
    const [place] = await numbers(draw, [hand.length]);
    this.compare([member(data, "card")], [[...hand].sort()[place]]);
  }

  /** Verify that a minefield has a token of the box. @param {Json} event @param {Json} data @param {Draw} draw */
  async layMine(event, data, draw) {
    const hex = canonical(member(data, "hex"));
    const hexes = [...this.mines.keys()];
    const place = hexes.includes(hex) ? hexes.indexOf(hex) : hexes.length;
    const first = place - (place % MINES.length);
    const left = [...MINES];
    for (const other of hexes.slice(first, first + MINES.length)) {
      const there = left.indexOf(this.mines.get(other) ?? -1);
      if (there >= 0) left.splice(there, 1);
    }
    const [drawn] = await numbers(draw, [left.length]);
    const strength = left[drawn];
    const fresh = (this.mines.get(hex) ?? null) === null;
    const valid = this.trusted || (fresh && (await this.hides(event, { strength })));
    need(valid, `draw ${this.draws} gives ${strength}`);
    this.mines.set(hex, this.trusted ? (data.strength ?? null) : strength);
  }

  /** Whether this is the event's hidden part, with the salt of the seed. */
  async hides(/** @type {Json} */ event, /** @type {Json} */ hidden) {
    const published = member(member(event, "hidden"), "commitment");
    return (await commitment(await salt(this.seed, event.version), hidden)) === published;
  }

  /** Verify the dice of a roll, or the fixed ones. */
  async throw(/** @type {Json} */ data, /** @type {Draw} */ draw, /** @type {number} */ count) {
    const derived = this.fixed.length > 0 ? this.fixed : await roll(draw, count);
    this.fixed = [];
    this.compare(member(data, "faces"), derived);
    const all = this.trusted || derived.length === count;
    need(all, `draw ${this.draws} gives ${formatted(derived)}`);
  }

  /** @param {any} shown @param {any[]} derived */
  compare(shown, derived) {
    const valid = this.trusted || canonical(shown) === canonical(derived);
    need(valid, `draw ${this.draws} gives ${formatted(derived)}`);
  }

  /** All cards except those in known places. */
  unseen() {
    const cards = [...this.box];
    for (const card of [...this.piles.values()].flat()) {
      const place = cards.indexOf(card);
      if (place >= 0) cards.splice(place, 1);
    }
    return cards;
  }

  /** The card whose orders are given: that which a Counter-Attack copies. */
  get model() {
    const played = this.latest.get("card_played") ?? {};
    return played.orders_as ?? played.card;
  }

  /**
   * The number of dice for orders: one per card; four for the medics of Breakthrough and for each
   * general of Overlord.
   * @param {string} hand @param {string} shared @param {string} laid
   */
  orderDice(hand, shared, laid) {
    if (this.chain || (this.long && this.model === "medics_and_mechanics")) return 4;
    return [hand, shared, laid].reduce((sum, name) => sum + this.pile(name).length, 1);
  }

  /** @param {Json} event @param {Json} data @param {Draw} draw */
  async shuffle(event, data, draw) {
    const [deck, discard] = [this.pile("deck"), this.pile("discard")];
    const first = !this.latest.has("deck_shuffled");
    need((data.reason === "setup") === first, "the deck is set up once");
    need(data.reason !== "card" || this.model === "their_finest_hour", "no card requires it");
    const cards = { setup: this.box, exhausted: discard, card: [...deck, ...discard] };
    const top = data.reason === "exhausted" ? deck : [];
    const mixed = [...(await shuffle(draw, member(cards, data.reason))), ...top];
    const order = this.trusted ? recordedCards(data) : mixed;
    const counted = data.kept === top.length && data.count === order.length;
    const valid = this.trusted || (counted && (await this.hides(event, { order })));
    need(valid, `draw ${this.draws} gives ${formatted(order)}`);
    this.piles.set("deck", order);
    this.piles.set("discard", []);
    this.spare = top.length;
  }

  /** @param {Json} event @param {Json} data @param {Draw} draw @param {string[]} cards */
  async shuffleAgain(event, data, draw, cards) {
    const order = this.trusted ? recordedCards(data) : await shuffle(draw, cards);
    const counted = this.trusted || data.count === order.length;
    const valid = counted && (this.trusted || (await this.hides(event, { order })));
    need(valid, `draw ${this.draws} gives ${formatted(order)}`);
    this.piles.set("deck", order);
    this.spare = 0;
    this.due = "";
  }

  /** @param {Json} event @param {number} count @param {string} end */
  async take(event, count, end) {
    const deck = this.pile("deck");
    const fit = Number.isInteger(count) && this.spare < count && count <= deck.length;
    need(fit, "the deck has another number of cards");
    let cards = deck.splice(-count).reverse();
    this.spare = 0;
    if (this.trusted) cards = recordedCards({ count, ...event.data });
    if (this.trusted) return void this.pile(end).push(...cards);
    const open = event.hidden === null;
    const [card] = cards;
    const valid = open
      ? event.data.card === card
      : (await this.hides(event, { cards })) || (await this.hides(event, { card }));
    need(valid, `the deck gives ${formatted(cards)}`);
    this.pile(end).push(...cards);
  }

  /**
   * Move a hidden card from one pile to another.
   * @param {Json} event @param {string} start @param {string} end
   */
  async passOn(event, start, end) {
    if (this.trusted) return this.move(event.data.card ?? UNKNOWN, start, end);
    for (const card of this.pile(start)) {
      if (await this.hides(event, { card })) return this.move(card, start, end);
    }
    return need(false, "its card was not there");
  }

  /** @param {string} card @param {string} start @param {string} end */
  move(card, start, end) {
    let place = this.pile(start).indexOf(card);
    if (place < 0) place = this.pile(start).indexOf(UNKNOWN);
    need(place >= 0, `${card} was not there`);
    this.pile(start).splice(place, 1);
    this.pile(end).push(card);
  }
}

/** The recorded cards of an event, known or not. @param {Json} data @returns {string[]} */
function recordedCards(data) {
  if (Object.hasOwn(data, "card")) return [data.card];
  return data.order ?? data.cards ?? Array(data.count).fill(UNKNOWN);
}

/** Format a list as verifier.py does. @param {any[]} list */
function formatted(list) {
  const texts = list.map((one) => (typeof one === "string" ? `'${one}'` : String(one)));
  return `[${texts.join(", ")}]`;
}

/**
 * Verify the signature of a seal with the key of a JWKS document.
 * @param {Json} seal
 * @param {{keys: Json[]}} keys
 * @returns {Promise<boolean>} false if this platform has no Ed25519
 */
export async function checkSeal(seal, keys) {
  const { signature, ...signed } = seal;
  const bytes = fromBase64url(signature);
  const key = keys.keys.find(({ kid }) => kid === seal.key);
  const valid = toBase64url(bytes) === signature && key !== undefined;
  need(valid, "its signature is malformed, or its key is not given");
  let imported;
  try {
    const raw = fromBase64url(/** @type {Json} */ (key).x);
    imported = await crypto.subtle.importKey("raw", raw, "Ed25519", false, ["verify"]);
  } catch (error) {
    if (error instanceof Error && error.name === "NotSupportedError") return false;
    throw error;
  }
  const text = encoder.encode(`afteraction seal 1\n${canonical(signed)}`);
  const fine = await crypto.subtle.verify("Ed25519", imported, bytes, text);
  need(fine, "the signature of the seal is wrong");
  return true;
}

/**
 * The values of an export: header, events, seal.
 * @param {string | Uint8Array | any[]} source
 * @param {{version: number}} report
 */
function values(source, report) {
  let lines = source;
  if (lines instanceof Uint8Array) {
    lines = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(lines);
  }
  if (typeof lines === "string") {
    lines = (lines.endsWith("\n") ? lines.slice(0, -1) : lines).split("\n");
  }
  return Array.from(lines, (line, version) => {
    report.version = version;
    return typeof line === "string" ? parse(line) : line;
  });
}

/**
 * Verify an export.
 * @param {string | Uint8Array | any[]} source its text, its bytes, its lines, or their values
 * @param {object} [known]
 * @param {{keys: Json[]}} [known.keys] a JWKS document, to check the seal with
 * @param {string} [known.head] a saved hash
 * @param {number} [known.at] the version of that hash; by default the last one
 * @returns {Promise<Report>}
 */
export async function verify(source, { keys, head = "", at = 0 } = {}) {
  /** @type {Report & {version: number}} */
  const report = { status: 2, version: 0, reason: "", unchecked: "" };
  try {
    const unchecked = await audit(source, { keys, head, at }, report);
    return { status: 0, version: null, reason: "", unchecked };
  } catch (error) {
    const reason = error instanceof Unsound ? error.message : `it makes no sense: ${error}`;
    return { ...report, reason };
  }
}

/**
 * @param {string | Uint8Array | any[]} source
 * @param {{keys?: {keys: Json[]}, head: string, at: number}} known
 * @param {{status: number, version: number}} report updated with the progress of the audit
 */
async function audit(source, known, report) {
  const [header, ...events] = values(source, report);
  report.version = 0;
  need(events.length === 0 || isObject(events.at(-1)), "the last line is no object");
  const last = events.length > 0 && Object.keys(events.at(-1)).join() === "seal";
  const seal = last ? events.pop().seal : null;
  const valid = member(header, "format") === "afteraction game" && member(header, "schema") === 1;
  need(valid, "not an export");
  report.status = 1;
  const head = await checkChain(header, events, known, report);
  const end = { game: member(events[0].data, "game"), version: events.length, head };
  const whole = { ...end, exported_at: events.at(-1).at };
  need(holds(header, whole), "header mismatch");
  const referee = new Referee(events[0].data, events.at(-1).data, header.complete);
  for (const event of events) {
    report.version = event.version;
    await referee.judge(event);
  }
  const over = events.at(-1).type === "seed_revealed" && referee.seed !== "";
  const finished = referee.latest.has("game_finished");
  const done = events.length > referee.at && over === finished;
  need(!referee.open && referee.fixed.length === 0 && done, "events are missing at the end");
  const sealed = isObject(seal) && Object.keys(seal).length > 0;
  const fits = sealed ? holds(seal, end) : !(over && known.keys);
  need(fits, "seal missing or wrong");
  const signed = sealed && known.keys ? await checkSeal(seal, known.keys) : false;
  let dice = referee.seed === "" ? ", dice and cards (the seed is not revealed)" : "";
  if (referee.seed !== "" && referee.unproved > 0) {
    dice = `, dice and cards up to version ${referee.known ? referee.unproved : events.length}`;
  }
  return `the rules${dice}${signed ? "" : ", the seal"}`;
}

/**
 * Verify the order, the hashes and the links of all events; return the last hash.
 * @param {Json} header
 * @param {any[]} events
 * @param {{head: string, at: number}} known
 * @param {{version: number}} report
 */
async function checkChain(header, events, known, report) {
  let previous = "0".repeat(64);
  const at = known.at || events.length;
  need(Number.isInteger(member(header, "version")), "its version is no number");
  const end = Math.max(events.length, header.version, at);
  for (report.version = 1; report.version <= end; report.version += 1) {
    need(report.version <= events.length, "it is missing");
    const event = events[report.version - 1];
    need(member(event, "version") === report.version, "another event is in its place");
    const before = events[Math.max(report.version - 2, 0)].form;
    need(!Object.hasOwn(event, "form") || event.form === before, "its form is older than the last");
    const hash = await link(event, previous);
    need(hash === event.hash, "its hash does not match");
    previous = hash;
    const shut = event.hidden !== null && !Object.hasOwn(event.hidden, "salt");
    need(!(member(header, "complete") && shut), "it is redacted");
    const seen = report.version !== at || known.head === "" || known.head === hash;
    need(seen, "you saved another hash for it");
  }
  report.version = events.length;
  return previous;
}

/** @param {Json} value @param {Json} members */
function holds(value, members) {
  return Object.entries(members).every(([name, one]) => member(value, name) === one);
}
