import { currentWeek, type Pause, WEEKS } from "./calendar";

/**
 * How a year ends. Its owner, having come to week 52 or filled all of them, looks at the proof and sends it to
 * print; it never goes by itself, and from then on it is only read. Then it is printed, sent and brought, in that
 * order and never back.
 */

export type LoopStatus = "ACTIVE" | "COMPLETED" | "PRINTING" | "SHIPPED" | "DELIVERED";

const NEXT: Readonly<Record<LoopStatus, LoopStatus | null>> = {
  ACTIVE: "COMPLETED",
  COMPLETED: "PRINTING",
  PRINTING: "SHIPPED",
  SHIPPED: "DELIVERED",
  DELIVERED: null,
};

export function canMove(from: LoopStatus, to: LoopStatus): boolean {
  return NEXT[from] === to;
}

export type SignOffProblem = "read_only" | "too_early" | "nothing_written";

/** Why a loop cannot be sent to print on this day (London); null where it can. */
export function signOffProblem(
  loop: { status: LoopStatus; startDay: string; pauses: readonly Pause[] },
  weeksWritten: number,
  today: string,
): SignOffProblem | null {
  if (!canMove(loop.status, "COMPLETED")) return "read_only";
  if (weeksWritten === 0) return "nothing_written";
  return weeksWritten >= WEEKS || currentWeek(loop, today) >= WEEKS ? null : "too_early";
}
