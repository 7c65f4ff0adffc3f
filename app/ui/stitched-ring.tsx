import { WEEKS } from "~/domain/diary/rules/calendar";

/** Dark, middle and light tone of each thread. */
const THREADS = {
  gold: ["#8a6526", "#d9b45f", "#f6e4ad"],
  linen: ["#d0c1a5", "#f1eada", "#fcf8ef"],
  ink: ["#0c1218", "#1b2530", "#4a5a68"],
  madder: ["#6f1424", "#a81f35", "#d65a68"],
} as const;

export type Thread = keyof typeof THREADS;

/** Round ends add 0.22 of the pitch to each dash and leave a thin gap between two stitches. */
const STITCH = ".72 .28";

/** The twist of a stitch: highlights along it. */
const TWIST = "0 .03 .06 .09 .06 .09 .06 .09 .06 .09 .06 .31";

/** The two holes of an open stitch. */
const HOLES = "0 .72 0 .28";

/** The closed ring of 52, to lie over a picture of the same square. Decoration. */
export function StitchedRing({ thread = "gold" }: { readonly thread?: Thread }) {
  const [dark, middle, light] = THREADS[thread];
  const circle = { cx: 360, cy: 360, pathLength: WEEKS };
  return (
    <svg className="stitched-ring" viewBox="0 0 720 720" fill="none" strokeLinecap="round" aria-hidden="true">
      <g transform="rotate(-89 360 360)">
        <circle {...circle} r="330" stroke={dark} strokeWidth="9" strokeDasharray={STITCH} />
        <circle {...circle} r="331" stroke={middle} strokeWidth="6" strokeDasharray={STITCH} />
        <circle
          {...circle}
          r="331"
          stroke={light}
          strokeWidth="5"
          strokeOpacity="0.6"
          strokeLinecap="butt"
          strokeDasharray={TWIST}
        />
      </g>
    </svg>
  );
}

/** The same ring before its first stitch: only holes, in the text's colour. Decoration. */
export function UnstitchedRing() {
  return (
    <svg className="stitched-ring" viewBox="0 0 720 720" fill="none" strokeLinecap="round" aria-hidden="true">
      <circle
        cx="360"
        cy="360"
        r="330"
        transform="rotate(-89 360 360)"
        stroke="currentColor"
        strokeOpacity="0.7"
        strokeWidth="4"
        pathLength={WEEKS}
        strokeDasharray={HOLES}
      />
    </svg>
  );
}
