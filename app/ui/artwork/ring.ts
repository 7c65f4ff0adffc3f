import { WEEKS } from "../../domain/diary/rules/calendar";
/**
 * The ring of 52 stitches around every picture, drawn as SVG in a box 720 units square: first stitch at twelve
 * o'clock, clockwise, radius 330, a gap of 22 % of the pitch between stitches.
 */
export type WeekState = "stitched" | "open" | "due" | "upcoming";

export type RingThread = "linen" | "ink" | "gold" | "madder";

interface Dye {
  dark: string;
  middle: string;
  light: string;
  /** Needle holes and the dots of weeks without a stitch. */
  hole: string;
  /** The thread in the needle. */
  thread: string;
}

export const DYES: Record<RingThread, Dye> = {
  linen: { dark: "#d0c1a5", middle: "#f1eada", light: "#fcf8ef", hole: "#fff", thread: "#f1eada" },
  ink: { dark: "#131b23", middle: "#1e2a35", light: "#465461", hole: "#1b2530", thread: "#1e2a35" },
  gold: { dark: "#8a6526", middle: "#d9b45f", light: "#f6e4ad", hole: "#fff", thread: "#d9b45f" },
  madder: { dark: "#6f1424", middle: "#a81f35", light: "#d65a68", hole: "#a81f35", thread: "#a81f35" },
};

const CENTRE = 360;
const RADIUS = 330;
const GAP = 0.22;
/** Thickness of a stitch. */
const WIDTH = 9;
const HOLE_OPACITY = 0.6;

/** The angle in radians at `share` of the pitch from the start of this week's stitch to the start of the next. */
function angleOf(week: number, share: number): number {
  return ((week - 1 + share) / WEEKS) * 2 * Math.PI - Math.PI / 2;
}

const stitchStart = (week: number) => angleOf(week, GAP / 2);
const stitchEnd = (week: number) => angleOf(week, 1 - GAP / 2);

function tenths(value: number): string {
  return `${Math.round(value * 10) / 10}`;
}

function at(angle: number, radius: number): string {
  return `${tenths(CENTRE + radius * Math.cos(angle))} ${tenths(CENTRE + radius * Math.sin(angle))}`;
}

function arc(week: number, radius: number): string {
  return `M${at(stitchStart(week), radius)}A${tenths(radius)} ${tenths(radius)} 0 0 1 ${at(stitchEnd(week), radius)}`;
}

/** Slanted highlights that make a stitch look twisted. */
function twist(week: number): string {
  const length = stitchEnd(week) - stitchStart(week);
  const strands = Math.max(3, Math.round((length * RADIUS) / (WIDTH * 0.62)));
  return Array.from({ length: strands }, (_, strand) => {
    const from = stitchStart(week) + (length * (strand + 0.15)) / strands;
    const to = stitchStart(week) + (length * (strand + 0.95)) / strands;
    return `M${at(from, RADIUS - WIDTH * 0.3)}L${at(to, RADIUS + WIDTH * 0.34)}`;
  }).join("");
}

/**
 * The ring as SVG markup without a frame. `states` lists weeks 1 to 52 in order; a missing state counts as upcoming. A
 * stitched week is a stitch, an open or due one two holes and faint dots, an upcoming one two holes; the due week also
 * has the needle.
 */
export function drawRing(states: readonly WeekState[], thread: RingThread): string {
  const dye = DYES[thread];
  const weeks = Array.from({ length: WEEKS }, (_, index) => ({
    week: index + 1,
    state: states[index] ?? "upcoming",
  }));
  const stitched = weeks.filter(({ state }) => state === "stitched").map(({ week }) => week);
  const dotted = weeks.filter(({ state }) => state === "open" || state === "due").map(({ week }) => week);
  const bare = weeks.filter(({ state }) => state !== "stitched").map(({ week }) => week);
  const due = weeks.find(({ state }) => state === "due")?.week;
  const markup = [
    bare.length > 0 &&
      `<path d="${bare.map(holes).join("")}" stroke="${dye.hole}" stroke-opacity="${HOLE_OPACITY}" stroke-width="3.6"/>`,
    dotted.length > 0 &&
      `<path d="${dotted.map((week) => arc(week, RADIUS)).join("")}" stroke="${dye.hole}" stroke-opacity="${HOLE_OPACITY}" stroke-width="1.5" stroke-dasharray=".01 4.2"/>`,
    stitched.length > 0 && drawStitches(stitched, dye),
    due !== undefined && drawNeedle(due, dye),
  ];
  return `<g fill="none" stroke-linecap="round">${markup.filter(Boolean).join("")}</g>`;
}

/** A hole is a dot of the thread's thickness at either end of the missing stitch. */
function holes(week: number): string {
  return `M${at(stitchStart(week), RADIUS)}h.01M${at(stitchEnd(week), RADIUS)}h.01`;
}

function drawStitches(weeks: readonly number[], dye: Dye): string {
  const path = (draw: (week: number) => string) => weeks.map(draw).join("");
  return (
    `<path d="${path((week) => arc(week, RADIUS))}" stroke="${dye.dark}" stroke-width="${WIDTH}"/>` +
    `<path d="${path((week) => arc(week, RADIUS + WIDTH * 0.12))}" stroke="${dye.middle}" stroke-width="6.3"/>` +
    `<path d="${path(twist)}" stroke="${dye.light}" stroke-opacity=".75" stroke-width="1.8"/>`
  );
}

/** The needle points onwards from the start of the week's place, with slack thread behind it. */
function drawNeedle(week: number, dye: Dye): string {
  const start = angleOf(week, -0.14);
  const eye = start + 0.15;
  const pointing = ((eye + 0.03) * 180) / Math.PI + 90;
  const thread = `M${at(start, RADIUS)}C${at(start - 0.02, RADIUS + 30)} ${at(start + 0.09, RADIUS + 34)} ${at(eye, RADIUS + 9)}`;
  return (
    `<path d="${thread}" stroke="${dye.thread}" stroke-width="3.6"/>` +
    `<g transform="translate(${at(eye, RADIUS + 9)}) rotate(${tenths(pointing)})">` +
    `<path d="M-5 0Q-5 -3.2 0 -3.2L44 -1.7L84 0L44 1.7L0 3.2Q-5 3.2 -5 0Z" fill="#d5dadf" stroke="#6f7881" stroke-width=".6"/>` +
    `<path d="M12 -1.5L80 -.1" stroke="#fff" stroke-width="1.2"/>` +
    `<rect x="-1.5" y="-1.1" width="10" height="2.2" rx="1.1" fill="#4d565f"/></g>`
  );
}
