import { classes } from "./classes";

/** "loop" as one continuous thread. */
const THREAD =
  "M-44 0C14 -14 94 -112 92 -178C91 -212 60 -216 52 -178C42 -126 34 -60 46 -24C56 8 110 6 120 -44A46 48 0 0 1 212 -46A46 48 0 0 1 120 -46A46 48 0 0 1 166 -94C188 -94 196 -68 222 -68C236 -68 246 -76 254 -83A46 48 0 0 1 284 -94A46 48 0 0 1 284 2A46 48 0 0 1 284 -94C306 -94 314 -68 340 -68C360 -68 376 -86 383 -103C379 -40 376 40 368 92C362 126 332 122 336 92C340 60 372 22 378 -40C383 -80 402 -95 426 -94A46 48 0 0 1 426 2C406 2 392 -8 384 -20";

export interface WordmarkProps {
  /** Madder on paper, linen on cloth; never ink. */
  readonly thread?: "madder" | "linen";
  /** Heights 42 (50 from 900 px), 64 and 120 px; it is never drawn below 36 px. */
  readonly size?: "header" | "footer" | "large";
  readonly className?: string;
}

/** The company name, announced as "Loop". */
export function Wordmark({ thread = "madder", size = "header", className }: WordmarkProps) {
  return (
    <svg
      className={classes("wordmark", `wordmark-${thread}`, `wordmark-${size}`, className)}
      viewBox="-52 -216 544 340"
      width="80"
      height="50"
      fill="none"
      stroke="currentColor"
      strokeWidth="18"
      strokeLinecap="round"
      strokeLinejoin="round"
      role="img"
      aria-label="Loop"
    >
      <path transform="skewX(-7)" d={THREAD} />
    </svg>
  );
}
