// @ts-check
// Converts events to the steps of an animation.

/** @typedef {import("./geometry.js").Hex} Hex */
/** @typedef {{id: string, side: string, kind: string, figures: number, figures_full: number, hex: Hex}} Unit */

/**
 * A step of an animation with its duration; `units` are those after it.
 * @typedef {object} Step
 * @property {"move" | "throw" | "loss" | "gone" | "landing"} kind
 * @property {number} ms
 * @property {string} [unit]
 * @property {Hex[]} [hexes] the path of a unit, with its start
 * @property {boolean} [back] whether it retreats
 * @property {Hex | null} [from] the attacker; null for strikes from the air
 * @property {Hex} [at]
 * @property {string[]} [faces]
 * @property {number} [count]
 * @property {Unit[]} units after it
 * @property {number} version after it
 */

/** @typedef {Omit<Step, "units" | "version">} Motion */
/** @typedef {{units: Unit[], duel: string[]}} Moment the units, and the attacker and its target */

const MS = { hex: 170, throw: 750, loss: 400, gone: 450, landing: 350 };

/**
 * The steps of events after a state.
 * @param {import("./contract.js").Event[]} events
 * @param {import("./contract.js").State} before
 * @returns {Step[]}
 */
export function steps(events, { units, attack }) {
  /** @type {Moment} */
  let moment = { units, duel: attack ? [attack.attacker, attack.target] : [] };
  return events.flatMap((event) => {
    const motionOf = /** @type {((data: typeof event.data, now: Moment) => Motion | null) | undefined} */ (MOTIONS[event.type]);
    const motion = motionOf?.(event.data, moment);
    moment = { units: evolved(moment.units, event), duel: duel(event, moment.duel) };
    return motion ? [{ ...motion, units: moment.units, version: event.version }] : [];
  });
}

/**
 * The units after an event.
 * @param {Unit[]} units
 * @param {import("./contract.js").Event} event
 * @returns {Unit[]}
 */
export function evolved(units, { type, data }) {
  const changed = (/** @type {(unit: Unit) => Partial<Unit>} */ change) =>
    units.map((unit) => ("unit" in data && unit.id === data.unit ? { ...unit, ...change(unit) } : unit));
  switch (type) {
    case "unit_moved":
    case "unit_retreated":
      return changed(({ hex }) => ({ hex: data.path.at(-1) ?? hex }));
    case "ground_taken":
      return changed(() => ({ hex: data.hex }));
    case "figures_lost":
      return changed(({ figures }) => ({ figures: figures - data.count }));
    case "figures_restored":
      return changed(({ figures }) => ({ figures: figures + data.count }));
    case "unit_eliminated":
    case "unit_exited":
      return units.filter(({ id }) => id !== data.unit);
    case "unit_arrived":
    case "unit_landed": {
      const { unit: id, side, kind, figures, hex } = data;
      return [...units, { id, side, kind, figures, figures_full: figures, hex }];
    }
    default:
      return units;
  }
}

/**
 * @param {import("./contract.js").Event} event
 * @param {string[]} before
 */
function duel({ type, data }, before) {
  return type === "attack_declared" ? [data.attacker, data.target] : before;
}

/**
 * The step of each type of event, if its unit is on the board.
 * @type {{[Type in import("./contract.js").Event["type"]]?: (data: Extract<import("./contract.js").Event, {type: Type}>["data"], moment: Moment) => Motion | null}}
 */
const MOTIONS = {
  unit_moved: (data, moment) => move(data.unit, data.path, moment, false),
  unit_retreated: (data, moment) => move(data.unit, data.path, moment, true),
  ground_taken: (data, moment) => move(data.unit, [data.hex], moment, false),
  dice_rolled: ({ faces }, { units, duel: [one, other] }) => roll(hexOf(units, one), hexOf(units, other), faces),
  ambush_rolled: ({ faces }, { units, duel: [one, other] }) => roll(hexOf(units, other), hexOf(units, one), faces),
  battle_back_rolled: ({ faces }, { units, duel: [one, other] }) => roll(hexOf(units, other), hexOf(units, one), faces),
  hazard_rolled: ({ faces, hex }) => roll(null, hex, faces),
  demolition_rolled: ({ faces, hex }) => roll(null, hex, faces),
  strike_rolled: ({ faces, target }, { units }) => roll(null, hexOf(units, target), faces),
  figures_lost: ({ unit, count }, { units }) => at("loss", hexOf(units, unit), { unit, count }),
  unit_eliminated: ({ unit }, { units }) => at("gone", hexOf(units, unit), { unit }),
  unit_exited: ({ unit }, { units }) => at("gone", hexOf(units, unit), { unit }),
  unit_arrived: ({ unit, hex }) => at("landing", hex, { unit }),
  unit_landed: ({ unit, hex }) => at("landing", hex, { unit }),
};

/**
 * @param {Unit[]} units
 * @param {string} id
 */
const hexOf = (units, id) => units.find((unit) => unit.id === id)?.hex ?? null;

/**
 * @param {string} unit
 * @param {Hex[]} path
 * @param {Moment} moment
 * @param {boolean} back
 * @returns {Motion | null}
 */
function move(unit, path, { units }, back) {
  const start = hexOf(units, unit);
  if (!start || !path.length) return null;
  return { kind: "move", ms: MS.hex * path.length, unit, hexes: [start, ...path], back };
}

/**
 * @param {Hex | null} from
 * @param {Hex | null} target
 * @param {string[]} faces
 */
const roll = (from, target, faces) => at("throw", target, { from, faces });

/**
 * @param {"throw" | "loss" | "gone" | "landing"} kind
 * @param {Hex | null} hex
 * @param {Partial<Step>} more
 * @returns {Motion | null}
 */
function at(kind, hex, more) {
  return hex && { kind, ms: MS[kind], at: hex, ...more };
}
