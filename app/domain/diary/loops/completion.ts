import { MINUTE_MS } from "~/domain/kernel/time/durations";
import { currentWeek, type Pause, WEEKS } from "../rules/calendar";

/**
 * How a year ends. At week 52, or once all weeks are written, the owner looks at the proof and signs it off; nothing is
 * signed off automatically, and afterwards the loop is read-only. The book is then printed, shipped and delivered, in
 * that order; a step goes back only by an undo, before anybody was notified.
 */

/** To its owner. */
export const PRINTED_ON_REQUEST = "We never print until you say so.";

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

/** Why a loop cannot be signed off on this day (London); null when it can. */
export function signOffProblem(
  loop: { status: LoopStatus; startDay: string; pauses: readonly Pause[] },
  weeksWritten: number,
  today: string,
): SignOffProblem | null {
  if (!canMove(loop.status, "COMPLETED")) return "read_only";
  if (weeksWritten === 0) return "nothing_written";
  return weeksWritten >= WEEKS || currentWeek(loop, today) >= WEEKS ? null : "too_early";
}

/** A step in the print queue can be taken back this long, and its email leaves no sooner. */
export const UNDO_MINUTES = 10;

/** When the email of a step leaves. */
export function emailLeavesAt(now: Date): Date {
  return new Date(now.getTime() + UNDO_MINUTES * MINUTE_MS);
}
