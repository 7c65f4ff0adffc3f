import { remindOfWaitingLoops } from "~/domain/orders/waiting-loops.server";
import { readSwitches } from "~/domain/settings/switches.server";

/** Reminds people of loops that wait for their first day, unless staff have switched that off. */
export function remind(now: Date): void {
  if (readSwitches().loopReminders) remindOfWaitingLoops(now);
}
