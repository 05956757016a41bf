// @ts-check
// Images of the boards of battles at the start.

import { el, whenVisible } from "./dom.js";

/**
 * A battle's set-up, by day or by night as the reader has it.
 * @param {string} slug
 * @param {Record<string, string>} attributes
 */
export function boardImage(slug, attributes) {
  const src = `/v1/scenarios/${slug}/board.svg`;
  const night = el("source", { media: "(prefers-color-scheme: dark)" });
  const day = el("img", { alt: "", ...attributes });
  const picture = el("picture", {}, night, day);
  whenVisible(picture, () => {
    night.srcset = `${src}?theme=dark`;
    day.src = src;
  });
  return picture;
}
