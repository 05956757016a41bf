// @ts-check
// Creates and updates elements.

import { Problem, Unreachable } from "./client.js";

/** @typedef {string | Node | null | undefined | false} Child */

/**
 * An element with its attributes and what is in it. `on…` attributes are listeners; null and false
 * leave an attribute out, true sets it empty.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  build(element, attributes, children);
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * The same for a part of a drawing.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function svgElement(tag, attributes = {}, ...children) {
  return /** @type {SVGElement} */ (build(document.createElementNS(SVG, tag), attributes, children));
}

/**
 * @param {Element} element
 * @param {Record<string, any>} attributes
 * @param {Child[]} children
 */
function build(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((one) => one !== null && one !== undefined && one !== false));
  return element;
}

/**
 * A list to choose from.
 * @param {string[]} values
 * @param {(value: string) => string} said
 * @param {Record<string, any>} [attributes]
 */
export const select = (values, said, attributes) =>
  el("select", attributes, ...values.map((value) => el("option", { value }, said(value))));

/**
 * The element of the page with this id.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/**
 * Put children in place of what an element held, without losing the reader's place: what had the
 * focus has it again where something with the same `data-key` is there, unless that can no longer be
 * pressed; what was open is open.
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  const active = document.activeElement;
  const key = active && element.contains(active) ? active.getAttribute("data-key") : null;
  const keyed = (/** @type {string | null} */ name) => element.querySelector(`[data-key="${CSS.escape(name ?? "")}"]`);
  const open = [...element.querySelectorAll("details[open] > summary[data-key]")].map((one) => one.getAttribute("data-key"));
  element.replaceChildren(.../** @type {(string | Node)[]} */ (children.filter(Boolean)));
  for (const one of open) keyed(one)?.parentElement?.setAttribute("open", "");
  if (key === null) return;
  const again = /** @type {HTMLElement | SVGElement | null} */ (keyed(key));
  if (!again?.ariaDisabled || active?.ariaDisabled) again?.focus();
}

/**
 * Say what went wrong.
 * @param {Element} problem
 * @param {unknown} error
 */
export function showError(problem, error) {
  problem.textContent = error instanceof Error ? error.message : String(error);
  const rule = error instanceof Problem && error.document.rule;
  if (rule) problem.append(" ", manualLink(rule.split(".")[0], manualLink.said));
  problem.toggleAttribute("data-unreachable", error instanceof Unreachable);
}

/**
 * A link to the rules for players.
 * @param {string} place the first word of a rule, or a chapter
 * @param {string} said
 */
export const manualLink = (place, said) =>
  el("a", { href: `/how-to-play?language=${document.documentElement.lang}#${place}` }, said);

/** What a link at a refusal says. */
manualLink.said = "";

/**
 * Submit a command, and say where it goes wrong.
 * @param {Element} problem
 * @param {() => Promise<unknown>} what
 */
export async function attempt(problem, what) {
  problem.textContent = "";
  try {
    await what();
  } catch (error) {
    showError(problem, error);
  }
}

/**
 * Do something once an element is in sight, not before and not again.
 * @param {Element} element
 * @param {() => void} act
 */
export function whenVisible(element, act) {
  const observer = new IntersectionObserver((seen) => {
    if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    act();
  });
  observer.observe(element);
}

/** @param {string} text written by people: whatever it holds, it turns nothing around it */
export const userText = (text) => el("bdi", {}, text);
