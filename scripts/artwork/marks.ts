/** The brand's marks. Their shapes are final; they are here so that all artwork comes from one place. */

const MADDER_THREAD = "#a81f35";
const MADDER_CLOTH = "#7c2035";
const LINEN = "#fbf7ee";

/** The word "loop" as one continuous thread, in a box of 560 by 350. */
const WORD =
  "M-44 0C14 -14 94 -112 92 -178C91 -212 60 -216 52 -178C42 -126 34 -60 46 -24C56 8 110 6 120 -44" +
  "A46 48 0 0 1 212 -46A46 48 0 0 1 120 -46A46 48 0 0 1 166 -94C188 -94 196 -68 222 -68C236 -68 246 -76 254 -83" +
  "A46 48 0 0 1 284 -94A46 48 0 0 1 284 2A46 48 0 0 1 284 -94C306 -94 314 -68 340 -68C360 -68 376 -86 383 -103" +
  "C379 -40 376 40 368 92C362 126 332 122 336 92C340 60 372 22 378 -40C383 -80 402 -95 426 -94" +
  "A46 48 0 0 1 426 2C406 2 392 -8 384 -20";

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"';

export const wordmark = `${SVG} viewBox="-58 -222 560 350" fill="none" stroke="${MADDER_THREAD}" stroke-width="17" stroke-linecap="round" stroke-linejoin="round"><path transform="skewX(-7)" d="${WORD}"/></svg>`;

/** A ring of 13 stitches, for 24 to 40 pixels. */
export const mark = `${SVG} viewBox="0 0 64 64" fill="none" stroke="${MADDER_THREAD}" stroke-linecap="round"><circle cx="32" cy="32" r="23" stroke-width="6.6" pathLength="13" stroke-dasharray=".28 .72" transform="rotate(-86 32 32)"/></svg>`;

/** A ring of 8 stitches, for the browser tab. */
export const favicon = `${SVG} viewBox="0 0 32 32"><rect width="32" height="32" rx="5" fill="${MADDER_CLOTH}"/><circle cx="16" cy="16" r="9.6" fill="none" stroke="${LINEN}" stroke-width="4.2" pathLength="8" stroke-dasharray=".74 .26"/></svg>`;
