// @ts-check
// Markers along a game: medals, judged decisions, comments and branches, by version.

/** @typedef {"medal" | "mistake" | "comment" | "branch"} Kind */
/** @typedef {{version: number, glyph: string, side?: string, text?: string, branch?: string}} Sign what is said, and the branch that begins there */

/** @type {Kind[]} */
export const KINDS = ["medal", "mistake", "comment", "branch"];

export class Markers {
  /** @type {Map<Kind, Sign[]>} */
  #all = new Map();
  /** Counted up with each change. */
  revision = 0;

  /**
   * @param {Kind} kind
   * @param {Sign[]} signs all of the kind, in order
   */
  set(kind, signs) {
    this.#all.set(kind, signs);
    this.revision += 1;
  }

  /** @param {Kind} kind */
  of(kind) {
    return this.#all.get(kind) ?? [];
  }

  /**
   * The next version with a sign of a kind; the first one after the last.
   * @param {Kind} kind
   * @param {number} version
   */
  next(kind, version) {
    const versions = this.of(kind).map((one) => one.version);
    return versions.find((one) => one > version) ?? versions[0] ?? version;
  }

  /** What is said of each version of which there is something to say. */
  remarks() {
    /** @type {Map<number, Sign[]>} */
    const found = new Map();
    for (const sign of KINDS.flatMap((kind) => this.of(kind)).filter(({ text }) => text)) {
      found.set(sign.version, [...(found.get(sign.version) ?? []), sign]);
    }
    return found;
  }

  /** The glyphs of each version that has any. */
  glyphs() {
    /** @type {Map<number, string>} */
    const found = new Map();
    for (const { version, glyph } of KINDS.flatMap((kind) => this.of(kind))) {
      found.set(version, `${found.get(version) ?? ""} ${glyph}`);
    }
    return found;
  }
}
