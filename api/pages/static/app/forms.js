// @ts-check
// Form fields of the battle editor.

import { el, select } from "./dom.js";

/** @typedef {string | Node | null | false} Child */

/**
 * A field with its label.
 * @param {string} label
 * @param {HTMLElement} field
 */
export const labelled = (label, field) => el("label", { class: "field" }, el("span", {}, label), field);

/**
 * A list to choose from.
 * @param {string} label
 * @param {string[]} values
 * @param {string} value
 * @param {(value: string) => string} named
 * @param {(value: string) => void} onChange
 */
export function choice(label, values, value, named, onChange) {
  const all = values.includes(value) ? values : [...values, value];
  const field = select(all, named, { "data-key": label, onchange: () => onChange(field.value) });
  field.value = value;
  return labelled(label, field);
}

/**
 * A whole number within bounds.
 * @param {string} label
 * @param {number} value
 * @param {[number, number]} bounds
 * @param {(value: number) => void} onChange
 */
export function number(label, value, [min, max], onChange) {
  const field = el("input", { type: "number", min, max, value, required: true, "data-key": label, inputmode: "numeric", onchange: () => {
    const entered = Math.round(Number(field.value));
    if (field.value === "" || !Number.isFinite(entered)) field.value = String(value);
    else onChange(Math.min(max, Math.max(min, entered)));
  } });
  return labelled(label, field);
}

/**
 * A line of text, or several.
 * @param {string} label
 * @param {string} value
 * @param {(value: string) => void} onInput for each change
 * @param {{most?: number, rows?: number, type?: string, min?: string, max?: string}} [how]
 */
export function text(label, value, onInput, { most = 200, rows = 0, ...more } = {}) {
  const set = { maxlength: most, "data-key": label, oninput: () => onInput(field.value) };
  /** @type {HTMLInputElement | HTMLTextAreaElement} */
  const field = rows ? el("textarea", { ...set, rows }) : el("input", { ...set, ...more });
  field.value = value;
  return labelled(label, field);
}

/**
 * @param {string} label
 * @param {boolean} value
 * @param {(value: boolean) => void} onChange
 */
export function check(label, value, onChange) {
  const field = el("input", { type: "checkbox", checked: value, "data-key": label, onchange: () => onChange(field.checked) });
  return el("label", { class: "check" }, field, el("span", {}, label));
}

/**
 * @param {string} label
 * @param {() => void} onClick
 * @param {Record<string, any>} [more]
 */
export const button = (label, onClick, more) => el("button", { type: "button", "data-key": label, onclick: onClick, ...more }, label);

/**
 * Prefix the keys of the fields of a repeated part, so that each keeps the focus.
 * @template {HTMLElement} Part
 * @param {string} prefix
 * @param {Part} part
 * @returns {Part}
 */
export function keyed(prefix, part) {
  for (const one of part.querySelectorAll("[data-key]")) one.setAttribute("data-key", `${prefix} ${one.getAttribute("data-key")}`);
  return part;
}
