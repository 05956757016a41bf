// @ts-check
// The panels of the review page, in the order in which they are updated.

import { Analysis } from "./analysis.js";
import { Branches } from "./branches.js";
import { Comments } from "./comments.js";
import { Controls } from "./controls.js";
import { Jumps } from "./jumps.js";
import { Dice, Hands, Narrative, Sides } from "./panels.js";
import { Report } from "./report.js";
import { Scrubber } from "./scrubber.js";
import { Share } from "./share.js";
import { Studies } from "./studies.js";
import { Timeline } from "./timeline.js";
import { Variation } from "./variation.js";
import { Lines } from "./variations.js";
import { Verdict } from "./verdict.js";

/** @typedef {import("./review.js").PanelKind} Kind */

/** Each panel, and the id of its element on the page. @type {[string, Kind][]} */
export const PANELS = [
  ["sides", Sides],
  ["scrubber", Scrubber],
  ["controls", Controls],
  ["variation", Variation],
  ["jumps", Jumps],
  ["told", Narrative],
  ["dice", Dice],
  ["timeline", Timeline],
  ["hands", Hands],
  ["studies", Studies],
];
/** Those that tell of the game itself, and nothing while a branch is stepped through. @type {[string, Kind][]} */
export const OF_GAME = [
  ["analysis", Analysis],
  ["comments", Comments],
  ["branches", Branches],
  ["lines", Lines],
  ["share", Share],
  ["report", Report],
  ["verdict", Verdict],
];
