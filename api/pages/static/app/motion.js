// @ts-check
// Animations of events on a board.

import { arrow } from "./arrows.js";
import { FACES } from "./dice.js";
import { svgElement } from "./dom.js";
import { center } from "./geometry.js";
import { textPart } from "./lettering.js";
import { group, reconcile, useSymbol } from "./reconcile.js";

/** @typedef {import("./reconcile.js").Part} Part */
/** @typedef {import("./kit.js").Kit} Kit */
/** @typedef {import("./steps.js").Step} Step */

const DIE = 40;
const APART = 46;

/**
 * Show one step on a board that stands as it was before; throws when it is aborted.
 * @param {Kit} kit
 * @param {Step} step
 * @param {number} ms how long
 * @param {AbortSignal} signal
 */
export async function drawMotion(kit, step, ms, signal) {
  const place = svgElement("g");
  kit.layer(step.kind === "move" ? "ways" : "effects").replaceChildren(place);
  reconcile(place, effects(kit, step));
  const token = [...kit.layer("units").children].find((one) => one.getAttribute("data-key") === step.unit);
  const play = (/** @type {Element} */ element, /** @type {Keyframe[]} */ frames) => played(kit, element, frames, ms, signal);
  const running = [play(place, FLASH)];
  if (token && step.kind === "move") running.push(play(token, path(kit, step)));
  if (token && step.kind === "gone") running.push(play(token, FADE));
  if (token && step.kind === "landing") running.push(play(token, [...FADE].reverse()));
  await Promise.all(running);
}

/**
 * Leave the ways and shots of steps on a board.
 * @param {Kit} kit
 * @param {Step[]} steps
 */
export function drawTraces(kit, steps) {
  reconcile(kit.layer("effects"), steps.filter(({ kind }) => kind === "move" || kind === "throw" || kind === "gone")
    .map((step, n) => group(`${n}`, { class: "trace" }, effects(kit, { ...step, faces: [] }))));
}

/**
 * Have nothing on a board move, nor any trace of it be left.
 * @param {Kit} kit
 */
export function clearMotion(kit) {
  for (const layer of /** @type {const} */ (["ways", "effects"])) kit.layer(layer).replaceChildren();
  for (const one of kit.animations.splice(0)) one.cancel();
}

const FLASH = [{ opacity: 0 }, { opacity: 1, offset: 0.12 }, { opacity: 1, offset: 0.85 }, { opacity: 0 }];
const FADE = [{ opacity: 1 }, { opacity: 0 }];

/**
 * @param {Kit} kit
 * @param {Element} element
 * @param {Keyframe[]} frames
 * @param {number} duration
 * @param {AbortSignal} signal
 */
async function played(kit, element, frames, duration, signal) {
  signal.throwIfAborted();
  const running = element.animate(frames, { duration, fill: "forwards" });
  kit.animations.push(running);
  const stop = () => running.cancel();
  signal.addEventListener("abort", stop, { once: true });
  await running.finished.finally(() => signal.removeEventListener("abort", stop));
}

/**
 * From hex to hex.
 * @param {Kit} kit
 * @param {Step} step
 */
function path(kit, { hexes = [] }) {
  return hexes.map((hex) => {
    const [x, y] = center(hex, kit.turned);
    return { transform: `translate(${x}px, ${y}px)` };
  });
}

/**
 * What is drawn over the pieces as long as a step lasts.
 * @param {Kit} kit
 * @param {Step} step
 * @returns {Part[]}
 */
function effects(kit, step) {
  const point = (/** @type {import("./geometry.js").Hex} */ hex) => center(hex, kit.turned);
  if (step.kind === "move") return [arrow("path", (step.hexes ?? []).map(point), step.back ? "move back" : "move")];
  if (!step.at) return [];
  const [x, y] = point(step.at);
  const here = `translate(${x} ${y})`;
  if (step.kind === "gone") return [useSymbol("gone", "marks-gone", here)];
  if (step.kind === "loss") {
    const number = { at: /** @type {[number, number]} */ ([x - 33, y + 33]), cap: 15, color: "loss-ink", halo: "loss" };
    return [useSymbol("loss", "marks-loss", here), textPart(kit, "count", `-${step.count}`, number)];
  }
  if (step.kind !== "throw") return [];
  const shot = step.from ? arrow("shot", [point(step.from), [x, y]], "shot", 40) : useSymbol("struck", "marks-struck", here);
  return step.faces?.length ? [shot, dice(step.faces, x, y)] : [shot];
}

/**
 * The dice of a throw in a row above a hex, or below one at the upper edge.
 * @param {string[]} faces
 * @param {number} x
 * @param {number} y
 */
function dice(faces, x, y) {
  const top = y > 2 * APART ? y - 38 - APART : y + 38;
  const left = x - (faces.length * APART) / 2;
  return group("dice", { class: "thrown", transform: `translate(${left} ${top})` }, faces.map((face, n) =>
    group(`${n}`, { "data-face": face, transform: `translate(${n * APART} 0)` }, [
      { key: "die", tag: "rect", set: { width: DIE, height: DIE, rx: 7 } },
      { key: "face", tag: "path", set: { d: FACES[face] ?? "" } },
    ])));
}
