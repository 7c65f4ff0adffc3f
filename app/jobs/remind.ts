import { remindOfWaitingLoops } from "~/domain/orders/waiting-loops.server";

/** Reminds people of loops that wait for their first day. */
export function remind(now: Date): void {
  remindOfWaitingLoops(now);
}
