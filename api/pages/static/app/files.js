// @ts-check
// Battles as files: those of the official editor, and the service's own format.

import { el } from "./dom.js";

export const OWN = "application/json";
export const EDITOR = "application/vnd.memoir44.m44+json";
/** As large as the service takes them. */
const MOST = 256 * 1024;

/** @typedef {{text: string, type: string}} Source */

/**
 * Read a file that was chosen or dropped. What has a board of hexagons is the official editor's.
 * @param {import("./texts.js").Texts} texts
 * @param {File} file
 * @returns {Promise<Source>}
 */
export async function read(texts, file) {
  if (file.size > MOST) throw new Error(texts.say("editor.file.large"));
  const text = await file.text();
  return { text, type: isOwn(text) ? OWN : EDITOR };
}

/** @param {string} text */
function isOwn(text) {
  try {
    return Array.isArray(JSON.parse(text).units);
  } catch {
    return false;
  }
}

/**
 * Have the browser keep a file.
 * @param {string} name
 * @param {Source} source
 */
export function save(name, { text, type }) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = el("a", { href: url, download: `${name}.${type === OWN ? "json" : "m44"}` });
  link.click();
  URL.revokeObjectURL(url);
}

/** A name for a file. @param {string} title */
export const fileName = (title) =>
  title.normalize("NFKD").replace(/[^\w]+/g, "_").replace(/^_+|_+$/g, "").toLowerCase() || "battle";

/**
 * Take what is dropped on the page, or chosen.
 * @param {HTMLInputElement} field
 * @param {(file: File) => void} take
 */
export function receive(field, take) {
  field.addEventListener("change", () => {
    const [file] = field.files ?? [];
    field.value = "";
    if (file) take(file);
  });
  const dragged = (/** @type {DragEvent} */ event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  addEventListener("dragover", (event) => {
    if (!dragged(event)) return;
    event.preventDefault();
    document.body.dataset.drop = "yes";
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) delete document.body.dataset.drop;
  });
  addEventListener("drop", (event) => {
    delete document.body.dataset.drop;
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    take(file);
  });
}
