// @ts-check
// The steps of a study, and edits by its owner.

/** @typedef {import("./marks.js").Marks} Marks */
/** @typedef {{text?: string | null, sign?: string | null} & Marks} Remark what is said of a version */
/** @typedef {Remark & {version: number}} Note */
/** @typedef {Remark & {title: string, game: string, version: number, last_version: number, notes: Note[]}} Chapter */
/** @typedef {{id: string, owner: string, title: string, visibility: string, revision: number, chapters: Chapter[]}} Study */
/** @typedef {Note & {game: string, title: string, chapter: number, note: number | null}} Step `note`: which of its chapter; none is the chapter itself */

/**
 * What a study shows, in order. A chapter that says nothing itself begins with its first note.
 * @param {Study} study
 * @returns {Step[]}
 */
export const steps = (study) => study.chapters.flatMap((one, chapter) => {
  const { game, title, version, notes } = one;
  const told = notes.map((note, n) => ({ ...note, game, title, chapter, note: n }))
    .sort((first, second) => first.version - second.version);
  const own = { ...one, version, chapter, note: null };
  return told.length && !says(one) ? told : [own, ...told];
});

/** @param {Remark} remark */
const says = ({ text, sign, arrows, hexes }) => Boolean(text || sign || arrows.length || hexes.length);

/**
 * The chapters with one version of a game more.
 * @param {Chapter[]} chapters
 * @param {{game: string, version: number, remark: Remark, chapter: number, title: string}} what
 *   `chapter`: which one it is added to; beyond the last, a new one with the title
 * @returns {Chapter[]}
 */
export function withVersion(chapters, { game, version, remark, chapter, title }) {
  const notes = says(remark) ? [{ ...remark, version }] : [];
  const there = chapters[chapter];
  if (!there) return [...chapters, { title, game, version, last_version: version, text: null, sign: null, arrows: [], hexes: [], notes }];
  const grown = { ...there, version: Math.min(there.version, version), last_version: Math.max(there.last_version, version), notes: [...there.notes, ...notes] };
  return chapters.map((one) => (one === there ? grown : one));
}

/**
 * The chapters without a step: without its note, or without the whole chapter where it is the only one.
 * @param {Chapter[]} chapters
 * @param {Step} step
 * @returns {Chapter[]}
 */
export function withoutStep(chapters, { chapter, note }) {
  const there = chapters[chapter];
  const left = there.notes.filter((_, n) => n !== note);
  if (note === null || (!left.length && !says(there))) return chapters.filter((one) => one !== there);
  return chapters.map((one) => (one === there ? { ...there, notes: left } : one));
}
