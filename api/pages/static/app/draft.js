// @ts-check
// The draft of a battle with its undo history, stored in this browser.

import { stored } from "./session.js";

/** @typedef {import("./contract.js").ScenarioDraft} ScenarioDraft */
const MOST = 80;

/** What was kept; nothing where it cannot be read. @param {string | null} text */
function parse(text) {
  try {
    return JSON.parse(text ?? "{}");
  } catch {
    return {};
  }
}

/** A file as it came, and the battle that was made from it. @typedef {{text: string, type: string, made: string}} Source */

export class Draft {
  /** @type {string[]} */
  #past = [];
  /** @type {string[]} */
  #future = [];
  /** What the last change was to; further ones to the same are one with it. */
  #subject = "";
  /** @type {Source | null} */
  #source = null;

  /**
   * @param {string} place under which it is kept
   * @param {ScenarioDraft} first a battle to begin with
   */
  constructor(place, first) {
    this.place = place;
    /** Called after every change. */
    this.onChange = () => {};
    const { past = [], now = "", future = [], source = null } = parse(stored(place));
    this.#past = past;
    this.#future = future;
    this.#source = source;
    this.now = now || JSON.stringify(first);
  }

  /** The battle as it is now; not to be changed. @returns {ScenarioDraft} */
  get document() {
    return JSON.parse(this.now);
  }

  /** The file that the battle is, as it came; null since the first change to it. */
  get source() {
    return this.#source?.made === this.now ? this.#source : null;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  /**
   * Change the battle. Changes to one subject after another are undone together.
   * @param {(document: ScenarioDraft) => void} change
   * @param {string} [subject]
   */
  edit(change, subject = "") {
    const next = this.document;
    change(next);
    this.#become(JSON.stringify(next), subject);
  }

  /**
   * Another battle in its place, which can be undone.
   * @param {ScenarioDraft} document
   * @param {{text: string, type: string} | null} source
   */
  replace(document, source) {
    const made = JSON.stringify(document);
    this.#source = source && { ...source, made };
    this.#become(made, "");
  }

  /**
   * @param {string} next
   * @param {string} subject
   */
  #become(next, subject) {
    if (next === this.now) return;
    if (!subject || subject !== this.#subject || !this.#past.length) this.#past = [...this.#past, this.now].slice(-MOST);
    this.#subject = subject;
    this.#future = [];
    this.now = next;
    this.#keep();
  }

  undo() {
    const before = this.#past.pop();
    if (before === undefined) return;
    this.#future.push(this.now);
    this.#return(before);
  }

  redo() {
    const after = this.#future.pop();
    if (after === undefined) return;
    this.#past.push(this.now);
    this.#return(after);
  }

  /** @param {string} state */
  #return(state) {
    this.now = state;
    this.#subject = "";
    this.#keep();
  }

  /** What has no room with all its past is kept without. */
  #keep() {
    const all = { past: this.#past, now: this.now, future: this.#future, source: this.#source };
    for (const part of [all, { now: this.now, source: this.#source }, { now: this.now }]) {
      try {
        localStorage.setItem(this.place, JSON.stringify(part));
        break;
      } catch {
        continue;
      }
    }
    this.onChange();
  }
}
