import { SECOND_MS } from "~/domain/kernel/time/durations";

/** How long a book is still being made, as its owner is told: by how far it has come since it was started. */

export interface MakingBook {
  state: string;
  stepsDone: number;
  stepsTotal: number;
  /** When it was started, once it is being made. */
  since: Date;
}

/** A year of 57 photos takes 11 seconds on two cores that do nothing else. */
const USUALLY = "It takes about half a minute.";

/** Said in steps of five seconds, because nobody waits by the second. */
const STEP_SECONDS = 5;
const LEAST_SHARE = 0.1;

export function formatTimeLeft({ state, stepsDone, stepsTotal, since }: MakingBook, now: Date): string {
  const share = stepsTotal === 0 ? 0 : stepsDone / stepsTotal;
  if (state !== "rendering" || share < LEAST_SHARE) return USUALLY;
  const passed = (now.getTime() - since.getTime()) / SECOND_MS;
  const left = Math.ceil((passed * (1 - share)) / share / STEP_SECONDS) * STEP_SECONDS;
  if (left <= STEP_SECONDS) return "A few seconds left.";
  if (left < 60) return `About ${left} seconds left.`;
  const minutes = Math.round(left / 60);
  return minutes === 1 ? "About a minute left." : `About ${minutes} minutes left.`;
}
