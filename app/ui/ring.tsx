import { WEEKS } from "~/domain/diary/rules/calendar";

export interface RingProps {
  /** The number of stitches from the top, clockwise; or the weeks that have one. */
  readonly completed: number | readonly number[];
  /** Side in pixels, 40 to 160. */
  readonly size: number;
  /** thread = madder; cloth = the theme's. */
  readonly tone?: "thread" | "cloth";
}

/** The year as a plain dashed ring of 52; the text beside it says the same. */
export function Ring({ completed, size, tone = "thread" }: RingProps) {
  const bold = size < 60 ? 9 : 6;
  return (
    <svg
      className={`ring ring-${tone}`}
      viewBox="0 0 100 100"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      aria-hidden
    >
      <g transform="rotate(-90 50 50)">
        <circle
          cx="50"
          cy="50"
          r="44"
          strokeOpacity="0.4"
          strokeWidth={bold * 0.42}
          pathLength={WEEKS}
          strokeDasharray=".18 .82"
        />
        <circle cx="50" cy="50" r="44" strokeWidth={bold} pathLength={WEEKS} strokeDasharray={dashes(completed)} />
      </g>
    </svg>
  );
}

/** A dash of 0.72 of the pitch for every stitched week; runs of open weeks are one gap. */
function dashes(completed: number | readonly number[]): string {
  const stitched = new Set(
    typeof completed === "number" ? Array.from({ length: completed }, (_, index) => index + 1) : completed,
  );
  const pieces: number[] = [];
  let gap = 0;
  for (let week = 1; week <= WEEKS; week += 1) {
    if (!stitched.has(week)) {
      gap += 1;
      continue;
    }
    if (pieces.length === 0) pieces.push(0, gap);
    else pieces[pieces.length - 1] = (pieces.at(-1) ?? 0) + gap;
    pieces.push(0.72, 0.28);
    gap = 0;
  }
  if (pieces.length === 0) return `0 ${WEEKS}`;
  pieces[pieces.length - 1] = (pieces.at(-1) ?? 0) + gap;
  return pieces.map((piece) => Number(piece.toFixed(2))).join(" ");
}
