import { HOUR_SECONDS, SECOND_MS } from "../time/durations";

/** How long failed work waits for a retry, and when it is given up. */

/** A job gets five attempts, with waits of 10 s, 1 min, 5 min and 15 min between them. */
export const JOB_TRIES = 5;
const JOB_WAITS_SECONDS = [10, 60, 300, 900] as const;

/** When a job that has now failed `tries` times is retried; null when it is dead. */
export function jobRetryAt(tries: number, now: Date): Date | null {
  if (tries >= JOB_TRIES) return null;
  const seconds = JOB_WAITS_SECONDS[tries - 1] ?? 900;
  return new Date(now.getTime() + seconds * SECOND_MS);
}

/** When work that is never given up is retried: after its first wait, doubling, at most an hour. */
export function doubledRetryAt(firstSeconds: number, tries: number, now: Date): Date {
  const seconds = Math.min(firstSeconds * 2 ** Math.max(0, tries - 1), HOUR_SECONDS);
  return new Date(now.getTime() + seconds * SECOND_MS);
}
