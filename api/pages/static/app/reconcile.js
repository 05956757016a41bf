// @ts-check
// Updates drawings in place: elements with the same key are reused.

import { svgElement } from "./dom.js";

/**
 * A part of a drawing: its key among its siblings, its tag, its attributes, and what is in it.
 * @typedef {{key: string, tag: string, set: Record<string, string | number | null>, in?: Part[] | string}} Part
 */

/**
 * Have an element hold exactly these parts, in this order. What has the focus keeps it.
 * @param {Element} parent
 * @param {Part[]} parts
 */
export function reconcile(parent, parts) {
  const old = new Map([...parent.children].map((one) => [one.getAttribute("data-key"), one]));
  const kept = parts.map((part) => {
    const found = old.get(part.key) ?? svgElement(part.tag, { "data-key": part.key });
    old.delete(part.key);
    return found;
  });
  for (const gone of old.values()) gone.remove();
  let next = parent.firstElementChild;
  for (const [place, element] of kept.entries()) {
    update(element, parts[place]);
    if (element === next) next = next.nextElementSibling;
    else parent.insertBefore(element, next);
  }
}

/**
 * @param {Element} element
 * @param {Part} part
 */
function update(element, { set, in: inside }) {
  for (const [name, value] of Object.entries(set)) {
    if (value === null) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
  }
  if (typeof inside !== "string") reconcile(element, inside ?? []);
  else if (element.textContent !== inside) element.textContent = inside;
}

/**
 * A symbol of the kit at a place, which is a transform.
 * @param {string} key
 * @param {string} symbol
 * @param {string | null} [place]
 * @returns {Part}
 */
export const useSymbol = (key, symbol, place = null) => ({ key, tag: "use", set: { href: `#${symbol}`, transform: place } });

/**
 * Parts together.
 * @param {string} key
 * @param {Record<string, string | number | null>} set
 * @param {Part[]} parts
 * @returns {Part}
 */
export const group = (key, set, parts) => ({ key, tag: "g", set, in: parts });
