// @ts-check
// Parts of forms in which a battle is described.

import { el, select } from "./dom.js";

/** @typedef {string | Node | null | false} Child */

/**
 * A field with what it is called.
 * @param {string} said
 * @param {HTMLElement} field
 */
export const labelled = (said, field) => el("label", { class: "field" }, el("span", {}, said), field);

/**
 * A list to choose from, with what is chosen.
 * @param {string} said
 * @param {string[]} values
 * @param {string} value
 * @param {(value: string) => string} named
 * @param {(value: string) => void} onChange
 */
export function choice(said, values, value, named, onChange) {
  const all = values.includes(value) ? values : [...values, value];
  const field = select(all, named, { "data-key": said, onchange: () => onChange(field.value) });
  field.value = value;
  return labelled(said, field);
}

/**
 * A whole number within bounds.
 * @param {string} said
 * @param {number} value
 * @param {[number, number]} bounds
 * @param {(value: number) => void} onChange
 */
export function number(said, value, [min, max], onChange) {
  const field = el("input", { type: "number", min, max, value, required: true, "data-key": said, inputmode: "numeric", onchange: () => {
    const given = Math.round(Number(field.value));
    if (field.value === "" || !Number.isFinite(given)) field.value = String(value);
    else onChange(Math.min(max, Math.max(min, given)));
  } });
  return labelled(said, field);
}

/**
 * A line of text, or several.
 * @param {string} said
 * @param {string} value
 * @param {(value: string) => void} onInput with each letter
 * @param {{most?: number, rows?: number, type?: string, min?: string, max?: string}} [how]
 */
export function text(said, value, onInput, { most = 200, rows = 0, ...more } = {}) {
  const set = { maxlength: most, "data-key": said, oninput: () => onInput(field.value) };
  /** @type {HTMLInputElement | HTMLTextAreaElement} */
  const field = rows ? el("textarea", { ...set, rows }) : el("input", { ...set, ...more });
  field.value = value;
  return labelled(said, field);
}

/**
 * @param {string} said
 * @param {boolean} value
 * @param {(value: boolean) => void} onChange
 */
export function check(said, value, onChange) {
  const field = el("input", { type: "checkbox", checked: value, "data-key": said, onchange: () => onChange(field.checked) });
  return el("label", { class: "check" }, field, el("span", {}, said));
}

/**
 * @param {string} said
 * @param {() => void} onClick
 * @param {Record<string, any>} [more]
 */
export const button = (said, onClick, more) => el("button", { type: "button", "data-key": said, onclick: onClick, ...more }, said);

/**
 * A part of a form of which there are several: its fields are told apart, so that each keeps the focus.
 * @template {HTMLElement} Part
 * @param {string} prefix
 * @param {Part} part
 * @returns {Part}
 */
export function keyed(prefix, part) {
  for (const one of part.querySelectorAll("[data-key]")) one.setAttribute("data-key", `${prefix} ${one.getAttribute("data-key")}`);
  return part;
}
