import type { StartingStitch } from "../../domain/diary/catalogue/picture-path";
import { DYES, type RingThread } from "./ring";

/** The loose thread needs room above the ring. */
export const ROOM_FOR_THREAD = 64;

const CENTRE = { x: 360, y: 30 };
/** The arms' length either way: longer while the cross has no stitches beside it. */
const ALONE = 15;
const IN_THE_RING = 12;

const SHADOW = `<defs><filter id="start-relief" x="-20%" y="-20%" width="140%" height="140%"><feDropShadow dx=".8" dy="2" stdDeviation="1.6" flood-color="#000" flood-opacity=".45"/></filter></defs>`;

/** It draws the thread once in 1.1 seconds, and not at all for people who want less motion. */
const MOTION =
  "<style>@media (prefers-reduced-motion:no-preference){.thread{stroke-dasharray:1;animation:draw 1.1s .25s ease-out both}.needle{opacity:0;animation:show .3s .2s forwards}}@keyframes draw{from{stroke-dashoffset:1}to{stroke-dashoffset:0}}@keyframes show{to{opacity:1}}</style>";

const LOOSE_THREAD = "M368 27C396 -34 474 -60 498 -14C516 24 460 44 452 4C446 -34 519 -46 560 2";

/**
 * The starting stitch as SVG markup without a frame, in the ring's units: a cross at twelve o'clock, between the last
 * week and the first, where the ring closes. It is gold, and ink where the ring's thread is ink.
 */
export function drawStartingStitch(start: StartingStitch, isInTheRing: boolean, thread: RingThread): string {
  const relief = (markup: string) => `<g filter="url(#start-relief)">${markup}</g>`;
  return (
    SHADOW +
    (start === "drawing" ? MOTION : "") +
    (start === "sewn" ? "" : relief(looseThread(thread))) +
    relief(cross(isInTheRing ? IN_THE_RING : ALONE, thread))
  );
}

function cross(arm: number, thread: RingThread): string {
  const dye = DYES[thread === "ink" ? "ink" : "gold"];
  const stroke = (slope: 1 | -1) => {
    const line = (lift: number) => {
      const [top, bottom] = [CENTRE.y - arm - lift, CENTRE.y + arm - lift].map((y) => Math.round(y * 10) / 10);
      return `M${CENTRE.x - slope * arm} ${top}L${CENTRE.x + slope * arm} ${bottom}`;
    };
    return (
      `<path d="${line(0)}" stroke="${dye.dark}" stroke-width="9"/>` +
      `<path d="${line(0.9)}" stroke="${dye.middle}" stroke-width="6.4"/>` +
      `<path d="${line(1.2)}" stroke="${dye.light}" stroke-width="3" stroke-opacity=".8" stroke-dasharray=".6 4.2"/>`
    );
  };
  return `<g data-stitch="start" fill="none" stroke-linecap="round">${stroke(1)}${stroke(-1)}</g>`;
}

function looseThread(thread: RingThread): string {
  const dye = DYES[thread];
  const strand = (colour: string, width: number) =>
    `<path class="thread" pathLength="1" d="${LOOSE_THREAD}" stroke="${colour}" stroke-width="${width}"/>`;
  return (
    `<g fill="none" stroke-linecap="round">${strand(dye.dark, 6.4)}${strand(dye.middle, 4.6)}</g>` +
    '<g class="needle" transform="translate(560 2) rotate(47)">' +
    '<path d="M-7 0Q-7 -4.4 0 -4.4L60 -2.6L122 0L60 2.6L0 4.4Q-7 4.4 -7 0Z" fill="#dfe3e7" stroke="#6f7881" stroke-width=".7"/>' +
    '<path d="M18 -2L114 -.2" stroke="#fff" stroke-width="1.4"/>' +
    '<rect x="-2.4" y="-1.5" width="15" height="3" rx="1.5" fill="#4d565f"/></g>'
  );
}
