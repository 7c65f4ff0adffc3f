import type { StartingStitch } from "../../domain/diary/catalogue/picture-path";
import { WEEKS } from "../../domain/diary/rules/calendar";
import { drawRing, type RingThread, type WeekState } from "./ring";
import { drawStartingStitch, ROOM_FOR_THREAD } from "./starting-stitch";

/** The ring's shadow matches the stitches': 0.6 right, 1.3 down, blurred by 0.8. */
const RING_RELIEF = `<defs><filter id="ring-relief" filterUnits="userSpaceOnUse" x="0" y="0" width="720" height="720"><feDropShadow dx=".6" dy="1.3" stdDeviation=".8" flood-color="#000" flood-opacity=".45"/></filter></defs>`;

const SIDE = 720;

export interface PictureParts {
  /** The text of scene-{theme}.svg. */
  sceneSvg: string;
  /** The text of pattern-{theme}.svg. */
  patternSvg: string;
  /** Weeks 1 to 52 that have an entry. */
  stitchedWeeks: ReadonlySet<number>;
  /** The week with the needle; null when the year is over or the needle is not shown. */
  dueWeek: number | null;
  ring: boolean;
  thread: RingThread;
  /** The stitch of a loop that is paid for; without it the ring has none. */
  start?: StartingStitch;
}

/**
 * A loop's current picture: the dotted pattern, the stitches of the stitched weeks over it, and the ring. Weeks without
 * a stitch count as open before the due week and as upcoming after it; a due week that is already stitched has no
 * needle. Returns the text of an SVG file 720 units square, without a cloth background; a loose thread makes it higher.
 */
export function composePicture(parts: PictureParts): string {
  const { sceneSvg, patternSvg, stitchedWeeks, dueWeek, ring, thread, start } = parts;
  const states = weekStates(stitchedWeeks, dueWeek);
  const finished = states.every((state) => state === "stitched");
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${frameOf(start)}">`,
    !finished && contentsOf(patternSvg),
    stitchedWeeks.size > 0 && stitchesOf(contentsOf(sceneSvg), stitchedWeeks),
    ring && `${RING_RELIEF}<g filter="url(#ring-relief)">${drawRing(states, thread)}</g>`,
    start && drawStartingStitch(start, stitchedWeeks.size > 0, thread),
    "</svg>",
  ]
    .filter(Boolean)
    .join("");
}

/** The states of weeks 1 to 52, in order. */
export function weekStates(stitchedWeeks: ReadonlySet<number>, dueWeek: number | null): WeekState[] {
  return Array.from({ length: WEEKS }, (_, index) => {
    const week = index + 1;
    if (stitchedWeeks.has(week)) return "stitched";
    if (week === dueWeek) return "due";
    return dueWeek !== null && week < dueWeek ? "open" : "upcoming";
  });
}

function frameOf(start: StartingStitch | undefined): string {
  const room = start === undefined || start === "sewn" ? 0 : ROOM_FOR_THREAD;
  return `0 ${0 - room} ${SIDE} ${SIDE + room}`;
}

function contentsOf(svg: string): string {
  return svg.replace(/^\s*<svg\b[^>]*>/, "").replace(/<\/svg>\s*$/, "");
}

/** A scene keeps each week's stitches in groups with data-week, which contain no other group. */
function stitchesOf(scene: string, weeks: ReadonlySet<number>): string {
  return scene
    .replace(/<g data-week="(\d+)">.*?<\/g>/gs, (group, week) => (weeks.has(Number(week)) ? group : ""))
    .replaceAll('<g filter="url(#relief)"></g>', "");
}
