// @ts-check
// What there is to be seen along a game: medals, judged decisions, comments; each at its version.

/** @typedef {"medal" | "mistake" | "comment"} Kind */
/** @typedef {{version: number, glyph: string, side?: string}} Sign */

/** @type {Kind[]} */
export const KINDS = ["medal", "mistake", "comment"];

export class Signs {
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
